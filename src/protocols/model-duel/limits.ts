/** The length that a task allows, and how much of it a text takes: counted here, for models miscount. */
import {countWords} from '../../debate/text/words.ts';

const limit =
	/\b(?:at most|no more than|not more than|up to|under|below|maximum(?: of)?|max\.?|within)\s+(?<most>\d[\d,]*)\s+(?<unit>words?|characters?|lines?)\b/iu;

/** A sentence on the limit that a task names, and on how long a text is; nothing where it names none. */
export function lengthNote(task: string, text: string): string {
	const {most: written, unit} = limit.exec(task)?.groups ?? {};
	if (written === undefined || unit === undefined) return '';
	const most = Number(written.replaceAll(',', ''));
	const long = measure(text, unit.toLowerCase());
	const left = most - long;
	const standing = left < 0 ? `${-left} too many` : `${left} left`;
	return `The task allows at most ${most} ${unit}; the draft has ${long} (counted by program: ${standing}). `;
}

function measure(text: string, unit: string): number {
	if (unit.startsWith('word')) return countWords(text);
	return unit.startsWith('line') ? text.trim().split('\n').length : Array.from(text.trim()).length;
}
