/** How a person gives a structured answer: one thing after the other, each in words or by choice. */

/** One thing that a person is asked for. */
export type Field = {
	readonly label: string;
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

/** What is asked next after these answers, or what they come to. Pure: a resumed debate fills it in again from what was said. */
export type Form = (answers: readonly string[]) => Field | {readonly value: unknown};

/** The call by which one thing of an answer is asked for; `step` is the answer's. */
export const partOf = (step: string, part: number | string): string => `${step}#${part}`;
export const isPartOf = (call: string, step: string): boolean => call.startsWith(`${step}#`);

/** What is still wanted once an answer is there, or will not come. */
export const withoutPartsOf = <W extends {readonly call: string}>(wanted: readonly W[], step: string): readonly W[] => wanted.filter(({call}) => !isPartOf(call, step));

/** A form as it is filled in: yields what it asks for, is given the answer, and returns what they all come to. */
export type Filling<T> = Generator<Field, T, string>;

export const form = (fill: () => Filling<unknown>): Form => answers => {
	const filling = fill();
	let step = filling.next();
	for (const answer of answers) {
		if (step.done) break;
		step = filling.next(answer);
	}
	return step.done ? {value: step.value} : step.value;
};

/** Words that pass a check: it says what is wrong with them, and they are asked for again with that. */
export function* inWords(field: Omit<Field, 'choices' | 'optional'>, check: (text: string) => string | undefined = () => undefined): Filling<string> {
	for (let asked: Field = field; ;) {
		const text = (yield asked).trim();
		const wrong = text === '' ? 'Something has to stand here.' : check(text);
		if (wrong === undefined) return text;
		asked = {...field, initial: text, wrong};
	}
}

/** The same, where nothing may be said. */
export function* ifAny(field: Omit<Field, 'choices' | 'optional'>, check: (text: string) => string | undefined = () => undefined): Filling<string | undefined> {
	for (let asked: Field = {...field, optional: true}; ;) {
		const text = (yield asked).trim();
		const wrong = text === '' ? undefined : check(text);
		if (wrong === undefined) return text === '' ? undefined : text;
		asked = {...field, optional: true, initial: text, wrong};
	}
}

/** The value that was chosen. */
export function* oneOf(field: Omit<Field, 'choices' | 'optional' | 'initial'>, choices: readonly Choice[]): Filling<string> {
	for (let asked: Field = {...field, choices}; ;) {
		const given = (yield asked).trim();
		if (choices.some(({value}) => value === given)) return given;
		asked = {...field, choices, wrong: `One of ${choices.map(({value}) => value).join(', ')} is wanted.`};
	}
}
