/** Long texts in pieces, so that the whole is in memory nowhere. */

export const whole = (pieces: Iterable<string>): string => [...pieces].join('');

/** Work that is done step by step, in which signals can be let in: an empty piece is yielded behind each step. */
export type Stepwise<T> = Generator<string, T>;

/** What such work comes to, done at a stretch. */
export function resultOf<T>(steps: Stepwise<T>): T {
	for (;;) {
		const {done, value} = steps.next();
		if (done) return value;
	}
}

/** The parts with something between each two. */
export function* between(separator: string, parts: Iterable<string>): Generator<string> {
	let first = true;
	for (const part of parts) {
		yield first ? part : `${separator}${part}`;
		first = false;
	}
}

/** An object as JSON with tabs, whose last member is a list that is made while it is written. */
export function* jsonWithList(head: object, list: string, items: Iterable<object>): Generator<string> {
	const empty = JSON.stringify({...head, [list]: []}, undefined, '\t');
	yield empty.slice(0, -3);
	let first = true;
	for (const item of items) {
		const text = JSON.stringify(item, undefined, '\t').replaceAll('\n', '\n\t\t');
		yield `${first ? '' : ','}\n\t\t${text}`;
		first = false;
	}
	yield first ? ']\n}\n' : '\n\t]\n}\n';
}
