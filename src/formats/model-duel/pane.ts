/** A model duel: texts side by side, marks, each issue with its answer, draft against revision. */
import type {Decision, Rubric} from '../../debate/formats/model-duel.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {duelOf, rubricNames, type Duel, type Point, type DuelText} from './view.ts';
import {diffTexts} from '../../exports/text-diff.ts';
import {humanize} from '../../languages/wording.ts';
import {allRows, joined, listed, single, type Blocks} from '../../view/blocks.ts';
import {speakerDisplay, awaitedRows, type WaitingFor} from '../../view/participants.ts';
import {sideBySide, blank, exactly, line, row, rule, span, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {markdownRows, proseLines, wrapVersion} from '../../view/markdown.ts';
import {wrapText} from '../../view/wrap.ts';
import type {FormatPane} from '../contract.ts';

/** Columns from which the three texts stand side by side. */
const WIDE = 96;
const GAP = 3;

/** All that there is to see. Empty for debates of other kinds. */
export function duelBlocks(state: DebateState, width: number, waiting?: WaitingFor): Blocks {
	const duel = duelOf(state);
	if (!duel) return joined();
	return joined(
		single(taskRows(duel.task, width)),
		textBlock(state, duel, width),
		single(rubricRows(duel, width)),
		pointBlocks(duel, width),
		single(changesOf(duel, width)),
		single(awaitedRows(state, waiting)),
	);
}

/** Marks, and each issue with its answer. */
function duelSummary(state: DebateState, width: number): readonly Row[] {
	const duel = duelOf(state);
	return duel ? [...rubricRows(duel, width), ...allRows(pointBlocks(duel, width))] : [];
}

const taskRows = memoizeRecent(({request, target, doneWhen}: Duel['task'], width: number): readonly Row[] => {
	const parts: [string, string | undefined][] = [
		['task', request],
		['for', target],
		['done when', doneWhen],
	];
	return parts.flatMap(([name, text]) => (text === undefined ? [] : labelled(name, text, width, 'strong')));
});

const LABEL = 10;

/** A name at the left, and a text beside it over as many rows as it takes. */
function labelled(name: string, text: string, width: number, tone: Tone = 'plain'): readonly Row[] {
	return proseLines(text, width - LABEL, tone).map((pieces, index) =>
		row(span((index === 0 ? name : '').padEnd(LABEL), 'dim'), ...pieces),
	);
}

/** The three texts, side by side or one below the other. */
function textBlock(state: DebateState, duel: Duel, width: number): Blocks {
	const texts = [
		['draft', listOf(duel.draft)],
		['critique', duel.critiques],
		['revision', listOf(duel.revision)],
	] as const;
	const words = state.open.length > 0 ? 0 : undefined;
	if (width < WIDE)
		return listed(
			[
				texts.flatMap(([kind, said]) =>
					said.length > 0 ? [blank, ...columnRows(state, kind, said, duel, width)] : [],
				),
			],
			rows => rows,
			{words},
		);
	const each = Math.floor((width - 2 * GAP) / 3);
	const [draft = [], critique = [], revision = []] = texts.map(([kind, said]) =>
		columnRows(state, kind, said, duel, each),
	);
	return listed([abreast(draft, critique, revision, each)], rows => rows, {words});
}

const listOf = (said: DuelText | undefined): readonly DuelText[] => (said ? [said] : []);

const abreast = memoizeRecent(
	(draft: readonly Row[], critique: readonly Row[], revision: readonly Row[], each: number): readonly Row[] => {
		const height = Math.max(draft.length, critique.length, revision.length);
		const two = sideBySide(exactly(draft, height), exactly(critique, height), [each, each], GAP);
		return [blank, ...sideBySide(two, exactly(revision, height), [each * 2 + GAP, each], GAP)];
	},
);

/** The texts of one kind, one below the other. */
function columnRows(
	{seats, outcome}: DebateState,
	kind: string,
	texts: readonly DuelText[],
	{unreviewed, revision, unstructured}: Duel,
	width: number,
): readonly Row[] {
	if (texts.length === 0) return [line(kind, 'dim'), line(outcome === undefined ? '…' : signs.none, 'dim')];
	const note =
		kind === 'draft' && unreviewed && !revision
			? 'unreviewed'
			: kind === 'critique' && unstructured
				? 'prose'
				: undefined;
	const rows = texts.map(({turn, text}) => saidRows(turn, text, kind, note, seats, width, wrapVersion()));
	const [first = []] = rows;
	return rows.length === 1 ? first : rows.flatMap((each, place) => (place === 0 ? each : [blank, ...each]));
}

const saidRows = memoizeRecent(
	(
		{id, speaker, by, finish}: Turn,
		text: string,
		kind: string,
		note: string | undefined,
		seats: DebateState['seats'],
		width: number,
		_version: number,
	): readonly Row[] => {
		const {sign, tone, name} = speakerDisplay({seats}, {speaker, by});
		const notes: Span[] = [
			...(note === undefined ? [] : [span(` ${signs.notice} ${note}`, 'warning')]),
			...(finish === 'failed' ? [span(` ${signs.out} broke off`, 'warning')] : []),
		];
		return [
			row(span(`${sign} `, tone), span(name, tone), span(` · ${kind}`, 'dim'), ...notes),
			...markdownRows(`${id} ${kind}`, text, width, finish === undefined),
		];
	},
);

const BAR = '█';
const REST = '░';
const bar = (mark: number): string => BAR.repeat(mark * 2) + REST.repeat((5 - mark) * 2);
const toneOf = (mark: number): Tone => (mark >= 4 ? 'good' : mark === 3 ? 'warning' : 'error');

/** Five bars for the draft, and the reviser's own marks behind them. */
function rubricRows({marks: {draft, revision}, unstructured}: Duel, width: number): readonly Row[] {
	if (!draft && !revision)
		return unstructured ? [blank, line('no marks: the critique came as plain prose', 'dim')] : [];
	return [
		blank,
		rule(width, span('Marks', 'strong'), span('out of 5', 'dim')),
		...rubricNames.map(name => markRow(name, draft, revision)),
	];
}

function markRow(name: keyof Rubric, draft: Rubric | undefined, revision: Rubric | undefined): Row {
	const [before, after] = [draft?.[name], revision?.[name]];
	const first =
		before === undefined
			? [span(signs.none.padEnd(12), 'dim')]
			: [span(bar(before), toneOf(before)), span(` ${before}`, 'strong')];
	const second =
		after === undefined
			? []
			: [span('  by its writer ', 'dim'), span(bar(after), toneOf(after)), span(` ${after}`, 'strong')];
	return row(span(name.padEnd(14)), ...first, ...second);
}

const looks: Readonly<Record<Decision, {readonly sign: string; readonly tone: Tone}>> = {
	accepted: {sign: signs.yes, tone: 'good'},
	rejected: {sign: signs.no, tone: 'error'},
	partially_accepted: {sign: signs.drift, tone: 'warning'},
};

function pointBlocks({points, decision}: Duel, width: number): Blocks {
	if (points.length === 0) return joined();
	const verdict = decision && span(`${looks[decision].sign} ${humanize(decision)}`, looks[decision].tone);
	return joined(
		single([blank, rule(width, span('Issues', 'strong'), verdict)]),
		listed(points, point => pointRows(point, width)),
	);
}

const pointRows = memoizeRecent(
	(
		{number: place, issue: {claim, evidence, suggestedFix, critics = []}, answer}: Point,
		width: number,
	): readonly Row[] => {
		const indented = (rows: readonly Row[]): readonly Row[] => rows.map(({spans}) => row(span('   '), ...spans));
		const number = `${place}.`.padEnd(3);
		return [
			...(place === 1 ? [] : [blank]),
			...proseLines(claim, width - 3, 'strong').map((pieces, index) =>
				row(span(index === 0 ? number : '   ', 'dim'), ...pieces),
			),
			...(critics.length > 1 ? indented([line(`raised by ${critics.length} critics`, 'dim')]) : []),
			...(evidence === undefined ? [] : indented(labelled('evidence', evidence, width - 3))),
			...(suggestedFix === undefined ? [] : indented(labelled('fix', suggestedFix, width - 3))),
			...(answer === undefined ? [] : answerRows(answer, width)),
		];
	},
);

function answerRows({decision, rationale}: NonNullable<Point['answer']>, width: number): readonly Row[] {
	const {sign, tone} = looks[decision];
	return proseLines(`${humanize(decision)}: ${rationale}`, width - 5, tone).map((pieces, index) =>
		row(span(index === 0 ? `   ${sign} ` : '     ', tone), ...pieces),
	);
}

const diffTones: Readonly<Record<'-' | '+' | ' ', Tone>> = {'-': 'error', '+': 'good', ' ': 'dim'};

/** Draft against revision; the revision must be there as a whole. */
const changesOf = ({draft, revision}: Duel, width: number): readonly Row[] =>
	draft && revision && revision.turn.finish !== undefined
		? changeRows(revision.turn, draft.text, revision.text, width)
		: [];

const changeRows = memoizeRecent((_revision: Turn, before: string, after: string, width: number): readonly Row[] => [
	blank,
	rule(width, span('Draft against revision', 'strong')),
	...diffTexts(before, after).flatMap(({sign, text}) =>
		wrapText(text, Math.max(8, width - 2)).map((piece, index) =>
			line(`${index === 0 ? sign : ' '} ${piece}`, diffTones[sign]),
		),
	),
]);

export const duelPane: FormatPane = {
	name: 'answer',
	placement: 'instead',
	rest: 'words',
	blocks: duelBlocks,
	results: duelSummary,
	unavailable: ['interject'],
};
