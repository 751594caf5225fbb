/** One line of the screen as data: pieces of text with a tone each, and what stands at its right edge. */
import {signs, type Tone} from './theme.ts';
import {truncate, widthOf} from './wrap.ts';

/** `href` is where it leads, if it is a link. */
export type Span = {readonly text: string; readonly tone: Tone; readonly href?: string};
/**
 * `spoken` is what is read aloud instead of it, empty where it is only to be seen; `bar` is drawn in its indentation of
 * two columns and is no part of its text.
 */
export type Row = {
	readonly spans: readonly Span[];
	readonly right?: readonly Span[];
	readonly spoken?: string;
	readonly bar?: Span | undefined;
};

export const span = (text: string, tone: Tone = 'plain'): Span => ({text, tone});
export const row = (...spans: readonly Span[]): Row => ({spans});
export const line = (text: string, tone: Tone = 'plain'): Row => ({spans: [{text, tone}]});
export const blank: Row = {spans: []};
/** Rows that are only to be seen, with what is read aloud instead. */
export const withSpoken = (rows: readonly Row[], spoken = ''): readonly Row[] =>
	rows.map((each, index) => ({...each, spoken: index === 0 ? spoken : ''}));

export const spansWidth = (spans: readonly Span[]): number => spans.reduce((sum, {text}) => sum + widthOf(text), 0);

/** Cuts pieces of text to at most `max` columns. */
function fit(spans: readonly Span[], max: number): readonly Span[] {
	if (spansWidth(spans) <= max) return spans;
	const kept: Span[] = [];
	let left = max;
	for (const piece of spans) {
		const {text} = piece;
		const width = widthOf(text);
		if (width > left) return left > 0 ? [...kept, {...piece, text: truncate(text, left)}] : shorten(kept);
		kept.push(piece);
		left -= width;
	}
	return kept;
}

/** Puts the ellipsis of a cut that fell between two pieces into the last one that stayed. */
function shorten(spans: readonly Span[]): readonly Span[] {
	const last = spans.at(-1);
	return last
		? [...spans.slice(0, -1), {...last, text: truncate(`${last.text}…`, Math.max(1, widthOf(last.text)))}]
		: spans;
}

/**
 * What is drawn of a row in `width` columns: the right part stays whole, the left part gives way, and never less than a
 * third.
 */
export function layOutRow({spans: text, right, bar}: Row, width: number): readonly Span[] {
	const spans = bar ? [bar, ...withoutIndent(text)] : text;
	if (!right || right.length === 0) return fit(spans, width);
	const edge = fit(right, Math.max(0, Math.floor((width * 2) / 3)));
	const room = width - spansWidth(edge);
	const left = fit(spans, room - 1);
	return [...left, {text: ' '.repeat(Math.max(1, room - spansWidth(left))), tone: 'plain'}, ...edge];
}

function withoutIndent([first, ...rest]: readonly Span[]): readonly Span[] {
	return first ? [{...first, text: first.text.replace(/^ {1,2}/u, '')}, ...rest] : [];
}

/** Columns between two panes. */
export const PANE_GAP = 3;

/** Two panes as one, each row laid out for its width. */
export function sideBySide(
	left: readonly Row[],
	right: readonly Row[],
	widths: readonly [number, number],
	gap: number,
): readonly Row[] {
	return left.map((row, index) => {
		const [spans, others] = [layOutRow(row, widths[0]), layOutRow(right[index] ?? blank, widths[1])];
		return {
			spans: others.length === 0 ? spans : [...spans, span(' '.repeat(widths[0] - spansWidth(spans) + gap)), ...others],
		};
	});
}

const ruleStart = `${signs.rule}${signs.rule} `;

/** Whether a row is a rule with a title in it. */
export const isTitle = ({spans: [first]}: Row): boolean => first?.text === ruleStart && first.tone === 'dim';

/** A horizontal rule with a title in it, and perhaps a word at its right end. */
export function rule(width: number, title: Span, right?: Span): Row {
	const tail = right ? ` ${right.text} ` : '';
	const name = truncate(title.text, Math.max(0, width - 6 - widthOf(tail)));
	const used = (name === '' ? 0 : widthOf(name) + 4) + widthOf(tail) + (right ? 2 : 0);
	return {
		spans: [
			...(name === '' ? [] : [span(ruleStart, 'dim'), span(name, title.tone), span(' ', 'plain')]),
			span(signs.rule.repeat(Math.max(0, width - used)), 'dim'),
			...(right ? [span(tail, right.tone), span(`${signs.rule}${signs.rule}`, 'dim')] : []),
		],
	};
}

/** Exactly `height` rows: what is missing is blank, what is too much is left out at the end. */
export const exactly = (rows: readonly Row[], height: number): readonly Row[] =>
	rows.length >= height
		? rows.slice(0, Math.max(0, height))
		: [...rows, ...Array.from({length: height - rows.length}, () => blank)];
