/** Forms: how a person gives a structured answer, one field after another, typed or chosen. */

/** One field that a person fills in. */
export type Field = {
	readonly label: string;
	/** Identifies the field if its label depends on earlier answers; otherwise the label does. */
	readonly key?: string;
	/** Placeholder: what is wanted. */
	readonly about?: string;
	/** The value is one of these, instead of text. */
	readonly choices?: readonly Choice[];
	/** May be left empty; leaving any other field empty gives up the whole answer. */
	readonly optional?: true;
	readonly initial?: string;
	/** What is wrong with the text that was given before. */
	readonly wrong?: string;
};

export type Choice = {readonly value: string; readonly label: string};

/** A form being filled in: yields each field, receives its text, returns the value. */
export type Filling<T> = Generator<Field, T, string>;

/** Starts a form. Pure: it is run again from the answers so far after each answer and after a crash. */
export type Form = () => Filling<unknown>;

/** What a person must read before answering, if it is not in the debate itself. `name` is a word or two for its tab. */
export type Reading = {readonly name: string; readonly text: string};

/** A person's text for one field, under the call that asked for it. */
export type TextAnswer = {readonly call: string; readonly text: string};

/** A field that is filled in. */
export type AnswerPart = TextAnswer & {readonly field: Field};

/** The fields filled in so far, in the form's order, and what comes next: a field, the value, or a pass. */
export type FormProgress = {
	readonly parts: readonly AnswerPart[];
	readonly next: {readonly asks: Field} | {readonly value: unknown} | {readonly passed: true};
};

/**
 * Fills in a form with the texts, oldest first. A text for a call that already has one replaces it; any other text
 * fills the next open field. Answers belong to fields, not positions: after a change, those that still apply are kept,
 * and one that applies again comes back.
 */
export function fillIn(form: Form, said: readonly TextAnswer[]): FormProgress {
	const answers = new Map<string, TextAnswer>();
	let filled = progressOf(form, answers);
	for (const one of said) {
		const changed = filled.parts.find(({call}) => call === one.call)?.field;
		const field = changed ?? ('asks' in filled.next ? filled.next.asks : undefined);
		if (field === undefined) break;
		if (!changed && one.text.trim() === '' && !field.optional) return {...filled, next: {passed: true}};
		answers.set(keyOf(field), one);
		filled = progressOf(form, answers);
	}
	return filled;
}

const keyOf = ({key, label}: Field): string => key ?? label;

/** Runs a form as far as there are answers that it accepts. */
function progressOf(form: Form, answers: ReadonlyMap<string, TextAnswer>): FormProgress {
	const filling = form();
	const parts: AnswerPart[] = [];
	const asked = new Map<string, number>();
	let step = filling.next();
	for (; !step.done;) {
		const refused = step.value.wrong === undefined ? undefined : parts.pop();
		if (refused) return {parts, next: {asks: {...step.value, key: keyOf(refused.field)}}};
		const times = (asked.get(keyOf(step.value)) ?? 0) + 1;
		asked.set(keyOf(step.value), times);
		const field = {...step.value, key: times === 1 ? keyOf(step.value) : `${keyOf(step.value)} (${times})`};
		const given = answers.get(field.key);
		if (!given) return {parts, next: {asks: field}};
		parts.push({...given, field});
		step = filling.next(given.text);
	}
	return {parts, next: {value: step.value}};
}

/** The call that asks for one part of an answer; `step` is the key of the answer's step. */
export const partCall = (step: string, part: number | string): string => `${step}#${part}`;
/** Whether it is a part of an answer, and no turn. */
export const isPart = (call: string): boolean => call.includes('#');
export const isPartCall = (call: string, step: string): boolean => call.startsWith(`${step}#`);

/** The wanted turns without the parts of an answer that is complete or will not come. */
export const withoutPartsOf = <W extends {readonly call: string}>(wanted: readonly W[], step: string): readonly W[] =>
	wanted.filter(({call}) => !isPartCall(call, step));

/** A required text. `check` says what is wrong with it, if anything; it is then asked for again. */
export function* textField(
	field: Omit<Field, 'choices' | 'optional'>,
	check: (text: string) => string | undefined = () => undefined,
): Filling<string> {
	for (let asked: Field = field; ;) {
		const text = (yield asked).trim();
		const wrong = text === '' ? 'This field is required.' : check(text);
		if (wrong === undefined) return text;
		asked = {...field, initial: text, wrong};
	}
}

/** Like `textField`, but may be left empty. */
export function* optionalTextField(
	field: Omit<Field, 'choices' | 'optional'>,
	check: (text: string) => string | undefined = () => undefined,
): Filling<string | undefined> {
	for (let asked: Field = {...field, optional: true}; ;) {
		const text = (yield asked).trim();
		const wrong = text === '' ? undefined : check(text);
		if (wrong === undefined) return text === '' ? undefined : text;
		asked = {...field, optional: true, initial: text, wrong};
	}
}

/** A choice; gives the chosen value. */
export function* choiceField<V extends string>(
	field: Omit<Field, 'choices' | 'optional' | 'initial'>,
	choices: readonly (Choice & {readonly value: V})[],
): Filling<V> {
	for (let asked: Field = {...field, choices}; ;) {
		const given = (yield asked).trim();
		const chosen = choices.find(({value}) => value === given);
		if (chosen) return chosen.value;
		asked = {...field, choices, wrong: `One of ${choices.map(({value}) => value).join(', ')} is wanted.`};
	}
}

// What the setup of a debate asks about its subject and seats; formats provide these as data.

/** A question that is answered in words. `flag` is the option or argument of `rostrum run` that takes the answer. */
export type SetupQuestion = {
	readonly flag: string;
	readonly label: string;
	readonly about: string;
	/** `lines` keeps line breaks of pasted text; names of files and folders can be completed. */
	readonly takes: 'text' | 'lines' | 'file' | 'files' | 'folder';
	/** May be left empty. */
	readonly optional?: true;
};

/** A position that a seat can argue from, such as a framework or a persona. */
export type SeatStance = {readonly id: string; readonly name: string; readonly about: string};
