/** Small raised signs: a power belongs to its number or unit and is written `10^25`; the mark of a note is no word. */

/** Units and letters that are raised to a power; any other word has a mark behind it. */
const powered = /(?<![\p{L}\p{N}])(?:[kcdhm]?m|ft|in|yd|s|\p{L})$/u;
const base = /(?<![\d.,])(?:10|\d{1,2})$/u;
const marks = /^[[(]?\s*(?:[\d*†‡§¶#]+|(?:note|nb|n|fn)\s*\d+)(?:\s*[,;–-]\s*[\d*†‡§¶#]+)*\s*[\])]?$/iu;

/**
 * What stands for a raised text behind another: a power, the letters of `1st`, or nothing for a mark. `isNote` is set
 * where a note of this name is known.
 */
export function raisedText(before: string, written: string, isNote = false): string {
	const raised = written.trim();
	if (isNote) return '';
	const signed = raised.replace(/[−–]/u, '-');
	if (/^[-+]\d+$/u.test(signed)) return `^${signed}`;
	if (/^\d+$/u.test(raised) && (base.test(before) || powered.test(before))) return `^${raised}`;
	if (/^\p{Ll}$/u.test(raised) && /(?<!\p{L})\p{L}$/u.test(before)) return `^${raised}`;
	if (marks.test(raised) || (/^\p{Ll}$/u.test(raised) && /\p{Ll}{3}[.,;:]?$/u.test(before))) return '';
	return written;
}

/** Marks of notes in a text without notation: `crew[1]`, `crew.[note 4]`, `crew [1], [2]` where a text has several. */
export function withoutPlainMarks(text: string): {readonly text: string; readonly marks: number} {
	let count = 0;
	const drop = (): string => {
		count++;
		return '';
	};
	const close = text.replaceAll(
		/(?<=[\p{L}\p{N}\p{P}])\[(?:(?:note|nb|n|fn|\^)\s*)?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\](?![(:\p{L}])/giu,
		drop,
	);
	const apart =
		/(?<=[\p{L}\p{N}.,;)\]”"])(?: |\n(?=\[[\d\s,;–-]+\][.,;:)]))\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\](?=[\s.,;:)]|$)/gu;
	const isUsual = Array.from(close.matchAll(apart)).length >= 3;
	return {text: isUsual ? close.replaceAll(apart, drop) : close, marks: count};
}
