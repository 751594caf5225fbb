/** A model duel: what was said side by side, the marks, each issue with its answer, and what changed between draft and revision. */
import type {Decision, Rubric} from '../../debate/duel-events.ts';
import type {DebateState} from '../../debate/state.ts';
import {duelOf, rubricNames, type Duel, type Point, type Said} from '../../transcripts/duel.ts';
import {diffTexts} from '../../transcripts/text-diff.ts';
import {inWords} from '../../transcripts/wording.ts';
import {lookOf} from '../looks.ts';
import {beside, blank, exactly, line, row, rule, span, type Row, type Span} from '../rows.ts';
import {signs, type Tone} from '../theme.ts';
import {wrapText} from '../wrap.ts';

/** Columns from which the three texts stand side by side. */
const WIDE = 96;
const GAP = 3;

/** All that there is to see, as rows of `width` columns; a window is cut out of them. Empty for debates of other kinds. */
export function duelRows(state: DebateState, width: number): readonly Row[] {
	const duel = duelOf(state);
	if (!duel) return [];
	return [...taskRows(duel, width), ...textRows(state, duel, width), ...rubricRows(duel, width), ...pointRows(duel, width), ...changeRows(duel, width)];
}

/** Marks, and each issue with its answer. */
export function duelSummary(state: DebateState, width: number): readonly Row[] {
	const duel = duelOf(state);
	return duel ? [...rubricRows(duel, width), ...pointRows(duel, width)] : [];
}

/** The rows of a window `height` high: from `top` on, or the last ones where it follows the end. */
export function duelWindow(state: DebateState, width: number, height: number, top: number | 'end' = 'end'): readonly Row[] {
	const rows = duelRows(state, width);
	const last = Math.max(0, rows.length - height);
	return exactly(rows.slice(top === 'end' ? last : Math.min(Math.max(0, top), last)), height);
}

function taskRows({task: {request, target, doneWhen}}: Duel, width: number): readonly Row[] {
	const parts: [string, string | undefined][] = [['task', request], ['for', target], ['done when', doneWhen]];
	return parts.flatMap(([name, text]) => (text === undefined ? [] : labelled(name, text, width, 'strong')));
}

const LABEL = 10;

/** A name at the left, and a text beside it over as many rows as it takes. */
function labelled(name: string, text: string, width: number, tone: Tone = 'plain'): readonly Row[] {
	return wrapText(text, Math.max(8, width - LABEL)).map((piece, index) => row(span((index === 0 ? name : '').padEnd(LABEL), 'dim'), span(piece, tone)));
}

function textRows(state: DebateState, duel: Duel, width: number): readonly Row[] {
	const texts = [['draft', duel.draft], ['critique', duel.critique], ['revision', duel.revision]] as const;
	if (width < WIDE) return texts.flatMap(([kind, said]) => (said ? [blank, ...columnRows(state, kind, said, duel, width)] : []));
	const each = Math.floor((width - 2 * GAP) / 3);
	const columns = texts.map(([kind, said]) => columnRows(state, kind, said, duel, each));
	const height = Math.max(...columns.map(({length}) => length));
	const [one = [], two = [], three = []] = columns.map(rows => exactly(rows, height));
	return [blank, ...beside(beside(one, two, [each, each], GAP), three, [each * 2 + GAP, each], GAP)];
}

function columnRows(state: DebateState, kind: string, said: Said | undefined, {unreviewed, revision, unstructured}: Duel, width: number): readonly Row[] {
	if (!said) return [line(kind, 'dim'), line(state.outcome === undefined ? '…' : signs.none, 'dim')];
	const {sign, tone, name} = lookOf(state, said.turn.speaker);
	const open = said.turn.finish === undefined;
	const notes: Span[] = [
		...(kind === 'draft' && unreviewed && !revision ? [span(` ${signs.notice} unreviewed`, 'warning')] : []),
		...(kind === 'critique' && unstructured ? [span(` ${signs.notice} prose`, 'warning')] : []),
		...(said.turn.finish === 'failed' ? [span(` ${signs.out} broke off`, 'warning')] : []),
	];
	return [
		row(span(`${sign} `, tone), span(name, tone), span(` · ${kind}`, 'dim'), ...notes),
		...wrapText(`${said.text.trim()}${open ? signs.cursor : ''}`, width).map(text => line(text)),
	];
}

const BAR = '█';
const REST = '░';
const bar = (mark: number): string => BAR.repeat(mark * 2) + REST.repeat((5 - mark) * 2);
const toneOf = (mark: number): Tone => (mark >= 4 ? 'good' : mark === 3 ? 'warning' : 'error');

/** Five bars for the draft, and the reviser's own marks behind them. */
function rubricRows({marks: {draft, revision}, unstructured}: Duel, width: number): readonly Row[] {
	if (!draft && !revision) return unstructured ? [blank, line('no marks: the critique came as plain prose', 'dim')] : [];
	return [blank, rule(width, span('Marks', 'strong')), ...rubricNames.map(name => markRow(name, draft, revision))];
}

function markRow(name: keyof Rubric, draft: Rubric | undefined, revision: Rubric | undefined): Row {
	const [before, after] = [draft?.[name], revision?.[name]];
	const first = before === undefined ? [span(signs.none.padEnd(12), 'dim')] : [span(bar(before), toneOf(before)), span(` ${before}`, 'strong')];
	const second = after === undefined ? [] : [span('  by its writer ', 'dim'), span(bar(after), toneOf(after)), span(` ${after}`, 'strong')];
	return row(span(name.padEnd(14)), ...first, ...second);
}

const looks: Readonly<Record<Decision, {readonly sign: string; readonly tone: Tone}>> = {
	accepted: {sign: signs.yes, tone: 'good'}, rejected: {sign: signs.no, tone: 'error'}, partially_accepted: {sign: signs.drift, tone: 'warning'},
};

function pointRows({points, decision}: Duel, width: number): readonly Row[] {
	if (points.length === 0) return [];
	const verdict = decision && span(`${looks[decision].sign} ${inWords(decision)}`, looks[decision].tone);
	return [blank, rule(width, span('Issues', 'strong'), verdict), ...points.flatMap((point, place) => [...(place === 0 ? [] : [blank]), ...pointRow(point, width)])];
}

function pointRow({place, issue: {claim, evidence, suggestedFix}, answer}: Point, width: number): readonly Row[] {
	const indented = (rows: readonly Row[]): readonly Row[] => rows.map(({spans}) => row(span('   '), ...spans));
	const number = `${place}.`.padEnd(3);
	return [
		...wrapText(claim, Math.max(8, width - 3)).map((text, index) => row(span(index === 0 ? number : '   ', 'dim'), span(text, 'strong'))),
		...(evidence === undefined ? [] : indented(labelled('evidence', evidence, width - 3))),
		...(suggestedFix === undefined ? [] : indented(labelled('fix', suggestedFix, width - 3))),
		...(answer === undefined ? [] : answerRows(answer, width)),
	];
}

function answerRows({decision, rationale}: NonNullable<Point['answer']>, width: number): readonly Row[] {
	const {sign, tone} = looks[decision];
	return wrapText(`${inWords(decision)}: ${rationale}`, Math.max(8, width - 5)).map((text, index) => row(span(index === 0 ? `   ${sign} ` : '     ', tone), span(text, tone)));
}

const diffTones: Readonly<Record<'-' | '+' | ' ', Tone>> = {'-': 'error', '+': 'good', ' ': 'dim'};

/** Draft against revision; the revision must be there as a whole. */
function changeRows({draft, revision}: Duel, width: number): readonly Row[] {
	if (!draft || revision?.turn.finish === undefined) return [];
	const lines = diffTexts(draft.text, revision.text);
	return [blank, rule(width, span('Draft against revision', 'strong')), ...lines.flatMap(({sign, text}) =>
		wrapText(text, Math.max(8, width - 2)).map((piece, index) => line(`${index === 0 ? sign : ' '} ${piece}`, diffTones[sign])))];
}
