/** One turn, and what was heard inside it, as rows of the transcript. */
import {isSelfJudged} from '../../debate/attribution.ts';
import {isPerson, personLabel} from '../../debate/seats.ts';
import {formatOf} from '../../formats/index.ts';
import {countWords} from '../../debate/text/words.ts';
import {heardText, unsaidReason, type DebateState, type Turn} from '../../debate/state.ts';
import {contestedText, rangeText} from '../../exports/scores.ts';
import {humanize, interruptionNames, plural, turnKindLabel, violationNames} from '../../languages/wording.ts';
import {displayOf, speakerDisplay} from '../../view/participants.ts';
import {tonedMarks, withCitationMarks} from '../../view/citation-marks.ts';
import {blank, line, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {charactersOf} from '../../view/wrap.ts';
import type {TurnIndex} from '../../view/turn-index.ts';
import type {WrapCache} from '../../view/markdown.ts';
import {splitSentences} from '../../debate/text/sentences.ts';

/** Rows, and for each a place in what was said that is the same at any width. */
export type Layout = {
	readonly rows: readonly Row[];
	readonly at: readonly number[];
	/** The row at which each turn begins, by its id. */ readonly heads: ReadonlyMap<string, number>;
};

type Building = {readonly rows: Row[]; readonly at: number[]; readonly heads: Map<string, number>; position: number};

/** `muted` are the speakers whose words are not to be seen. */
type TurnRowsContext = {
	readonly state: DebateState;
	readonly index: TurnIndex;
	readonly cache: WrapCache;
	readonly width: number;
	readonly muted: ReadonlySet<string>;
	/** Whether the sentence that is being said is marked. */
	readonly paused?: boolean;
	/** Whether the host's introduction is seen whole. */
	readonly unfolded?: boolean;
};

/** Lays out a turn that stands for itself, with a blank row before it unless it is the first. */
export function layOutTurn(context: TurnRowsContext, place: number): Layout {
	const building: Building = {rows: [], at: [], heads: new Map(), position: 0};
	const turn = context.index.get(context.index.idAt(place) ?? '');
	if (turn) addTurn(building, context, turn, place === 0);
	return building;
}

/** A turn that others were heard inside is told up to where they came, and goes on below them. */
function addTurn(building: Building, context: TurnRowsContext, turn: Turn, first: boolean) {
	if (context.muted.has(turn.speaker)) return addMuted(building, context, turn, first);
	const text = heardText(context.state, turn);
	const folded = context.unfolded === true ? undefined : foldIntroduction(context.state, turn, text);
	if (folded) return addFolded(building, context, turn, first, folded);
	let from = 0;
	let continued = false;
	for (const inner of context.index.amid(turn.id)) {
		const to = Math.min(Math.max(inner.amid?.offset ?? 0, from), text.length);
		addPiece(building, context, turn, {text: text.slice(from, to), from, first, continued, last: false});
		addTurn(building, context, inner, false);
		from = to;
		continued = true;
	}
	const goesOn = isOpen(context.state, turn) && context.state.open.at(-1) === turn.id;
	if (!continued || goesOn || text.slice(from).trim() !== '')
		addPiece(building, context, turn, {text: text.slice(from), from, first, continued, last: true});
}

/** The beginning of a turn, and how much there is to be opened. */
function addFolded(
	building: Building,
	context: TurnRowsContext,
	turn: Turn,
	first: boolean,
	{text, words}: {readonly text: string; readonly words: number},
) {
	if (!first) add(building, blank);
	building.heads.set(turn.id, building.rows.length);
	add(building, headOf(context, turn));
	const {tone} = speakerDisplay(context.state, turn);
	const open = isOpen(context.state, turn);
	for (const row of context.cache.wrap(`${turn.id} folded`, text, context.width).rows)
		add(building, withBar(row, tone, open));
	add(building, withBar(line(`  … ${plural(words, 'more word')} · w opens the turn`, 'dim'), tone, open));
	for (const inner of context.index.amid(turn.id)) addTurn(building, context, inner, false);
}

/** Of a muted speaker that a turn was held, and what others said amid it. */
function addMuted(building: Building, context: TurnRowsContext, turn: Turn, first: boolean) {
	if (!first) add(building, blank);
	building.heads.set(turn.id, building.rows.length);
	const {sign, name} = speakerDisplay(context.state, turn);
	const open = isOpen(context.state, turn);
	add(building, {
		spans: [span(`${sign} ${name} · muted · ${open ? 'speaking' : plural(countWords(turn.text), 'word')}`, 'dim')],
		right: edgeOf(turn).map(({text}) => span(text, 'dim')),
	});
	for (const inner of context.index.amid(turn.id)) addTurn(building, context, inner, false);
}

type TurnPiece = {
	readonly text: string;
	readonly from: number;
	readonly first: boolean;
	readonly continued: boolean;
	readonly last: boolean;
};

const isOpen = (state: DebateState, turn: Turn): boolean => turn.finish === undefined && state.open.includes(turn.id);

function addPiece(building: Building, context: TurnRowsContext, turn: Turn, piece: TurnPiece) {
	if (!piece.first || piece.continued) add(building, blank);
	if (!piece.continued) building.heads.set(turn.id, building.rows.length);
	add(building, piece.continued ? continuedHead(context.state, turn) : headOf(context, turn));
	addText(building, context, turn, piece);
	if (piece.last) for (const remark of remarksOn(turn)) add(building, remark);
}

function add(building: Building, row: Row, at = building.position) {
	building.rows.push(row);
	building.at.push(at);
	building.position = Math.max(building.position, at) + 1;
}

function addText(
	building: Building,
	{state, cache, width, paused = false}: TurnRowsContext,
	turn: Turn,
	{text, from, last}: TurnPiece,
) {
	const open = isOpen(state, turn);
	const start = text.length - text.trimStart().length;
	const marked = state.sources ? withCitationMarks(turn, text, from) : text;
	const said = open && last ? marked.slice(start) : marked.trim();
	const shown = last && turn.finish === 'interrupted' && turn.text.trim() !== '' ? `${said} —` : said;
	const base = building.position;
	const speaking = open && last && state.open.at(-1) === turn.id;
	if (shown === '' && !speaking) return;
	const wrapped = cache.wrap(`${turn.id} ${from}`, shown, width, open || !last || turn.finish === 'interrupted');
	const {tone} = speakerDisplay(state, turn);
	const sentence = speaking && paused ? lastSentenceAt(shown) : Infinity;
	for (const [index, row] of wrapped.rows.entries()) {
		const at = wrapped.at[index] ?? 0;
		const next = wrapped.at[index + 1] ?? shown.length;
		const toned = turn.citations ? tonedMarks(row) : row;
		const said = next > sentence ? markFrom(toned, Math.max(0, sentence - at)) : toned;
		const end = speaking && index === wrapped.rows.length - 1;
		building.rows.push(withBar(end ? withCursor(said, width) : said, tone, open));
		building.at.push(base + Math.min(at, text.length));
	}
	building.position = base + text.length + 1;
}

/** The end of what is being said, marked; in a full line the mark takes the last column. */
function withCursor(row: Row, width: number): Row {
	const {spans} = row;
	const cursor = span(signs.cursor, 'accent');
	const last = spans.at(-1);
	if (!last) return {spans: [span('  '), cursor]};
	if (spansWidth(spans) < width) return {spans: [...spans, cursor]};
	return {spans: [...spans.slice(0, -1), {...last, text: charactersOf(last.text).slice(0, -1).join('')}, cursor]};
}

function remarksOn(turn: Turn): Row[] {
	const why = turn.reason ? `: ${turn.reason}` : '';
	if (turn.reason === unsaidReason) return [line('  taken back by its speaker', 'dim')];
	if (turn.finish === 'failed')
		return [line(`  ${signs.out} ${turn.text === '' ? 'no answer' : 'broke off'}${why}`, 'warning')];
	if (turn.finish === 'interrupted' && turn.text.trim() === '')
		return [line(`  ${signs.out} ended before a word${why}`, 'dim')];
	return turn.finish === 'truncated' ? [line(`  … cut short${why}`, 'dim')] : [];
}

const continuedHead = (state: DebateState, turn: Turn): Row => {
	const {sign, tone, name} = speakerDisplay(state, turn);
	return {spans: [span(`${sign} `, tone), span(name, tone), span(' goes on', 'dim')]};
};

function headOf(context: TurnRowsContext, turn: Turn): Row {
	const {sign, tone, name, part} = speakerDisplay(context.state, turn);
	if (turn.kind === 'interruption') return interruptionHead(context, turn);
	if (turn.interjection || turn.kind === 'interjection') return interjectionHead(context.state, turn);
	const doing =
		turn.kind === 'resumption'
			? 'resumes'
			: turn.kind === 'point' || turn.kind === 'cold-open'
				? (turnKindLabel(turn) ?? '')
				: [part, ...(turn.by && isPerson(turn.by) ? [personLabel] : [])].filter(word => word !== '').join(' · ');
	return {
		spans: [span(`${sign} `, tone), span(name, tone), ...(doing === '' ? [] : [span(` · ${doing}`, 'dim')])],
		right: edgeOf(turn),
	};
}

function interruptionHead({state, index}: TurnRowsContext, turn: Turn): Row {
	const {tone, name} = speakerDisplay(state, turn);
	const before = index.idAt((index.placeOf(turn.id) ?? 0) - 1);
	const cut = [turn.replyTo, before].map(id => index.get(id ?? '')?.cut).find(cut => cut?.interrupter === turn.speaker);
	const spans = [
		span(`${signs.cut} `, 'cut'),
		span(name, tone),
		span(' cuts in', 'cut'),
		...(cut ? [span(` · ${interruptionNames[cut.reason]}`, 'dim')] : []),
	];
	return {spans, right: edgeOf(turn)};
}

function interjectionHead(state: DebateState, turn: Turn): Row {
	const {sign, tone, name} = speakerDisplay(state, turn);
	const target = turn.interjection?.target;
	const aimed = displayOf(state, target ?? '', turn.startedAt);
	const aim = target === undefined ? [] : [span(' → ', 'dim'), span(aimed.name, aimed.tone)];
	const violation = turn.interjection?.violation;
	const why = violation ? violationNames[violation] : turn.interjection?.by === 'user' ? 'at your request' : 'steps in';
	return {spans: [span(`${sign} `, tone), span(name, tone), ...aim, span(` · ${why}`, 'dim')], right: edgeOf(turn)};
}

/** Segment, round and score at a head's right end. */
function edgeOf(turn: Turn): readonly Span[] {
	const where = humanize(turn.segment) + (turn.round === undefined ? '' : ` ${turn.round}`);
	const {evaluation} = turn;
	if (!evaluation) return [span(where, 'dim')];
	const score = evaluation.adherenceScore === null ? 'not scored' : String(evaluation.adherenceScore);
	const range = rangeText(evaluation);
	const isContested = contestedText(evaluation) !== undefined;
	return [
		span(`${where} · `, 'dim'),
		span(score, evaluation.adherenceScore === null ? 'dim' : 'strong'),
		...(range === undefined ? [] : [span(` (${range})`, 'dim')]),
		...(isContested ? [span(' contested', 'warning')] : []),
		...(isSelfJudged(turn) ? [span(' by its own model', 'dim')] : []),
	];
}

// The bar at the side of a turn, in its speaker's colour, and the mark of the sentence at which a debate is paused.

/** The indentation of what is said, which the bar takes. */
const INDENT = 2;

/** Rows with their bar: a row that looks the same stays the same object. */
const barred = new WeakMap<Row, Map<string, Row>>();

/** A row of a turn's text with a bar in its indentation, a broader one while it is spoken. */
export function withBar(row: Row, tone: Tone, now: boolean): Row {
	const key = `${now ? 'now ' : ''}${tone}`;
	const known = barred.get(row) ?? new Map<string, Row>();
	barred.set(row, known);
	const before = known.get(key);
	if (before) return before;
	const made = {...row, bar: span(`${now ? signs.bar : signs.side} `, tone)};
	known.set(key, made);
	return made;
}

/** Where the sentence begins that was said last, in UTF-16 units: of a long text only its end is read. */
function lastSentenceAt(text: string): number {
	const from = Math.max(0, text.length - 2000);
	const last = splitSentences(text.slice(from)).findLast(sentence => sentence.trim() !== '') ?? '';
	const at = text.lastIndexOf(last.trim());
	return at < 0 ? from : at;
}

/** The row from a column of its text on in bold; the indentation is not counted. */
function markFrom(row: Row, column: number): Row {
	if (spansWidth(row.spans) <= INDENT) return row;
	let left = column + INDENT;
	const spans = row.spans.flatMap(({text, tone}) => {
		const head = text.slice(0, Math.max(0, left));
		const tail = text.slice(head.length);
		left -= text.length;
		return [...(head === '' ? [] : [span(head, tone)]), ...(tail === '' ? [] : [span(tail, 'current')])];
	});
	return {...row, spans};
}

// The host's introduction, folded to its first two sentences: the chairs are what one came for.

const kept = 2;
/** Words that are not worth a fold. */
const few = 25;

/** What is seen of it once it was heard, and how many words are folded away; undefined where it is seen whole. */
function foldIntroduction(
	{start}: Pick<DebateState, 'start'>,
	{kind, finish}: Pick<Turn, 'kind' | 'finish'>,
	text: string,
): {readonly text: string; readonly words: number} | undefined {
	if (kind !== 'introduction' || finish === undefined) return undefined;
	if (!formatOf(start?.protocol)?.traits?.foldsIntroduction) return undefined;
	const seen = splitSentences(text)
		.filter(sentence => sentence.trim() !== '')
		.slice(0, kept)
		.join('')
		.trimEnd();
	const words = countWords(text) - countWords(seen);
	return words > few ? {text: seen.replaceAll(/\s*\n\s*/gu, ' '), words} : undefined;
}
