/** The length that a task allows, and how much of it a text takes: counted here, for models miscount. */
import {countWords} from '../../debate/text/words.ts';

const limit =
	/\b(?:at most|no more than|not more than|up to|under|below|maximum(?: of)?|max\.?|within)\s+(?<most>\d[\d,]*)\s+(?<unit>words?|characters?|lines?)\b/iu;

/** How much a task allows and how much of it a text takes; `most` and `long` are in `unit`. */
export type Length = {readonly most: number; readonly unit: string; readonly long: number};

/** Undefined where the task names no limit. */
export function lengthOf(task: string, text: string): Length | undefined {
	const {most, unit} = limit.exec(task)?.groups ?? {};
	if (most === undefined || unit === undefined) return undefined;
	return {most: Number(most.replaceAll(',', '')), unit, long: measure(text, unit.toLowerCase())};
}

/** A sentence on the limit that a task names, and on how long a text is; nothing where it names none. */
export function lengthNote(task: string, text: string): string {
	const length = lengthOf(task, text);
	if (!length) return '';
	const {most, unit, long} = length;
	const standing = long > most ? `${long - most} too many` : `${most - long} left`;
	return `The task allows at most ${most} ${unit}; the draft has ${long} (counted by program: ${standing}). `;
}

function measure(text: string, unit: string): number {
	// A dash before an item of a list is no word.
	if (unit.startsWith('word')) return countWords(text.replaceAll(/(?<=^|\s)[^\p{L}\p{N}\s]+(?=\s|$)/gu, ''));
	return unit.startsWith('line') ? text.trim().split('\n').length : Array.from(text.trim()).length;
}
