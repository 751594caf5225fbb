/**
 * Terminals disagree about how wide emoji and many scripts are. Behind each run of such characters the cursor is put
 * where the screens have it, so that what stands to the right of them stays in its column whatever the terminal made
 * of them.
 */
import {FILLER, widthOf} from '../../view/wrap.ts';

/**
 * Characters that every terminal draws alike: Latin, Greek, Cyrillic, punctuation, boxes, our own signs, and the
 * wide ones of East Asia.
 */
const certain = String.raw`\u0000-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u058F\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u2190-\u22FF\u2500-\u259F\u25A0-\u25FC\u2605\u2606\u2713\u2717\u271A\u276F\u2E80-\u3029\u3030-\u3098\u309B-\u9FFF\uAC00-\uD7A3\uFF01-\uFF60`;
const uncertain = new RegExp(`[^${certain}]`, 'u');
/** A run, with the character before it, which it may change; a control sequence (CSI or OSC); or a line end. */
const parts = new RegExp(
	String.raw`\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[78]|[\r\n]|[^\u0000-\u0020\u007F]?[^${certain}]+`,
	'gu',
);
const isRun = new RegExp(`[^${certain}]$`, 'u');

/** One piece of output, which begins at the left edge; without fillers. */
export function pinColumns(text: string): string {
	if (!uncertain.test(text)) return text;
	let [column, from, pinned] = [0, 0, ''];
	for (const {0: part, index} of text.matchAll(parts)) {
		column += widthOf(text.slice(from, index));
		const run = isRun.test(part);
		const drawn = run ? part.replaceAll(FILLER, '') : part;
		column = run ? column + widthOf(drawn) : columnAfter(part, column);
		pinned += text.slice(from, index) + drawn + (run ? `\u001B[${column + 1}G` : '');
		from = index + part.length;
	}
	return pinned + text.slice(from);
}

/** Where a control sequence leaves the cursor: CHA, CNL, CUP, a line end; others do not move it along its line. */
function columnAfter(sequence: string, column: number): number {
	const [, place = ''] = /^\u001B\[(\d*)G$/u.exec(sequence) ?? [];
	if (sequence.endsWith('G')) return Math.max(1, Number(place)) - 1;
	return /^(?:[\r\n]|\u001B\[\d*E|\u001B\[H)$/u.test(sequence) ? 0 : column;
}
