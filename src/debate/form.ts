/** How a person gives a structured answer: one thing after the other, each in words or by choice. */

/** One thing that a person is asked for. */
export type Field = {
	readonly label: string;
	/** What tells it from all else that is asked for, where its label changes with what was answered before. */
	readonly key?: string;
	/** What is wanted, said where nothing is written yet. */
	readonly about?: string;
	/** One of these, instead of words. */
	readonly choices?: readonly Choice[];
	/** May be left empty; otherwise whoever leaves it empty gives no answer at all. */
	readonly optional?: true;
	/** What stands there to begin with. */
	readonly initial?: string;
	/** What is wrong with what was given before. */
	readonly wrong?: string;
};

export type Choice = {readonly value: string; readonly label: string};

/** A form as it is filled in: yields what it asks for, is given the answer, and returns what they all come to. */
export type Filling<T> = Generator<Field, T, string>;

/** How a person gives a value. Pure: it is filled in again from what was said, after each answer and after a crash. */
export type Form = () => Filling<unknown>;

/**
 * What a person has to read before they can answer, where it does not stand in the debate itself. `name` is a word or
 * two for its tab.
 */
export type Reading = {readonly name: string; readonly text: string};

/** What a person has said to one thing that they were asked for, under the call by which they were. */
export type TextAnswer = {readonly call: string; readonly text: string};

/** One thing of an answer that is there. */
export type AnswerPart = TextAnswer & {readonly field: Field};

/**
 * How far a form is filled in: what is there, in the order in which it is asked for, and what it wants next or comes
 * to.
 */
export type FormProgress = {
	readonly parts: readonly AnswerPart[];
	readonly next: {readonly asks: Field} | {readonly value: unknown} | {readonly passed: true};
};

/**
 * Fills a form in with what was said, the first first. What is said to a call that has an answer already takes that
 * one's
 * place; everything else answers what is asked for then. Answers stay with what was asked, not with their place: after
 * a
 * change those that still apply are there, and one that applies again is there again.
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

/** Goes through a form as far as there are answers that it takes. */
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

/** The call by which one thing of an answer is asked for; `step` is the answer's. */
export const partCall = (step: string, part: number | string): string => `${step}#${part}`;
export const isPartCall = (call: string, step: string): boolean => call.startsWith(`${step}#`);

/** What is still wanted once an answer is there, or will not come. */
export const withoutPartsOf = <W extends {readonly call: string}>(wanted: readonly W[], step: string): readonly W[] =>
	wanted.filter(({call}) => !isPartCall(call, step));

/** Words that pass a check: it says what is wrong with them, and they are asked for again with that. */
export function* textField(
	field: Omit<Field, 'choices' | 'optional'>,
	check: (text: string) => string | undefined = () => undefined,
): Filling<string> {
	for (let asked: Field = field; ;) {
		const text = (yield asked).trim();
		const wrong = text === '' ? 'Something has to stand here.' : check(text);
		if (wrong === undefined) return text;
		asked = {...field, initial: text, wrong};
	}
}

/** The same, where nothing may be said. */
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

/** The value that was chosen. */
export function* choiceField(
	field: Omit<Field, 'choices' | 'optional' | 'initial'>,
	choices: readonly Choice[],
): Filling<string> {
	for (let asked: Field = {...field, choices}; ;) {
		const given = (yield asked).trim();
		if (choices.some(({value}) => value === given)) return given;
		asked = {...field, choices, wrong: `One of ${choices.map(({value}) => value).join(', ')} is wanted.`};
	}
}
