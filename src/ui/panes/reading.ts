/** What a person has to read for their answer: files with numbered lines as they are debated, or a text. */
import type {Reading} from '../../debate/form.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import {listed, type Blocks} from '../../view/blocks.ts';
import {line, type Row} from '../../view/rows.ts';
import type {Tone} from '../../view/theme.ts';
import {widthOf, wrapText} from '../../view/wrap.ts';

/** A line a block. */
export const readingBlocks = (reading: Reading, width: number): Blocks =>
	listed(linesOf(reading), text => lineRows(text, width));

const linesOf = memoizeRecent(({text}: Reading): readonly string[] =>
	text
		.trimEnd()
		.split('\n')
		.map(each => each.replaceAll('\t', '    ')),
);

const fileName = /^=== (?<name>.*) ===$/u;
/** `   42 + text`, or without the sign. */
const numbered = /^(?<number> *\d+ )(?<sign>[-+ ] )?/u;

/** What is too long goes on below itself, behind the number. */
function lineRows(text: string, width: number): readonly Row[] {
	const name = fileName.exec(text)?.groups?.['name'];
	if (name !== undefined) return wrapText(name, width).map(piece => line(piece, 'strong'));
	const head = numbered.exec(text)?.[0] ?? '';
	const tone = toneOf(text);
	if (widthOf(text) <= width) return [line(text, tone)];
	return wrapText(text.slice(head.length), Math.max(8, width - head.length)).map((piece, place) =>
		line((place === 0 ? head : ' '.repeat(head.length)) + piece, tone),
	);
}

function toneOf(text: string): Tone {
	const sign = numbered.exec(text)?.groups?.['sign']?.trim();
	return sign === '+' ? 'good' : sign === '-' ? 'error' : 'plain';
}
