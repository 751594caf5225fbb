/** An Adversarial Spec debate: its agents, each issue with its support, and what the round changed. */
import {diffArrays} from 'diff';
import {memoizeRecent} from '../../debate/fold.ts';
import {originalText, reviewAsked, specOf, type AgentView, type Spec} from './view.ts';
import type {SpecChange, SpecGroup, SpecRefinement, Standing, Vote} from '../../debate/formats/adversarial-spec.ts';
import {speaking, type DebateState} from '../../debate/state.ts';
import {hanging, loneSentence, proseLines} from '../../view/markdown.ts';
import {allRows, joined, listed, single, type Blocks} from '../../view/blocks.ts';
import {displayOf, thinkingText, type WaitingFor} from '../../view/participants.ts';
import {blank, line, row, rule, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {readable, truncate, wrapText} from '../../view/wrap.ts';
import type {FormatPane} from '../contract.ts';

/** All that there is to see. Empty for debates of other kinds. */
export function specBlocks(state: DebateState, width: number, waiting?: WaitingFor): Blocks {
	const spec = specOf(state);
	if (!spec) return joined();
	return joined(
		single([...headRows(spec), ...spec.agents.map(agent => agentRow(state, agent, width, waiting))]),
		issueBlocks(spec, width),
		single([...(spec.refinement ? roundRows(spec.refinement, width) : []), ...endRows(spec, width)]),
	);
}

/** Issues and what became of the file. */
export function specSummary(state: DebateState, width: number): readonly Row[] {
	const spec = specOf(state);
	return spec ? [...headRows(spec), ...allRows(issueBlocks(spec, width)), ...endRows(spec, width)] : [];
}

function headRows({round, consensus, cached, queries}: Spec): readonly Row[] {
	const quorum = consensus
		? [
				span(
					` · ${consensus.answered.length} of ${consensus.invited.length} answered`,
					consensus.thin ? 'warning' : 'dim',
				),
				...(consensus.thin ? [span(` ${signs.notice} thin quorum`, 'warning')] : []),
			]
		: [];
	return [
		{
			spans: [span(`round ${round}`, 'strong'), ...quorum],
			right: cached > 0 ? [span(`${cached} of ${queries} from the cache`, 'dim')] : [],
		},
	];
}

const statusLooks: Readonly<Record<AgentView['status'], {readonly sign: string; readonly tone: Tone}>> = {
	waiting: {sign: signs.empty, tone: 'dim'},
	thinking: {sign: signs.playing, tone: 'accent'},
	done: {sign: signs.yes, tone: 'good'},
	failed: {sign: signs.out, tone: 'error'},
};

function agentRow(
	state: DebateState,
	{id, status, purpose, since, reason, critique}: AgentView,
	width: number,
	waiting: WaitingFor | undefined,
): Row {
	const {sign, tone} = statusLooks[status];
	const look = displayOf(state, id);
	const speaker = speaking(state)?.speaker;
	const seconds = waiting?.participant === id ? waiting.for : Math.max(0, state.at - (since ?? state.at));
	const found = critique
		? `${critique.issues.length === 0 ? (critique.void === undefined ? 'approves' : 'approval not counted') : `${critique.issues.length} issue${critique.issues.length === 1 ? '' : 's'}`}${critique.kept ? ', from the cache' : ''}`
		: '';
	const doing =
		status === 'thinking' && speaker !== undefined
			? `${purpose ?? 'answer'}: ${speaker === id ? 'speaking' : 'not heard yet'}`
			: status === 'thinking'
				? `${purpose ?? 'answer'}: thinking ${(seconds / 1000).toFixed(0)} s${waiting?.participant === id ? thinkingText(waiting) : ''}`
				: status === 'failed'
					? `failed: ${reason ?? ''}`
					: status === 'done'
						? `done${found === '' ? '' : ` · ${found}`}`
						: 'waiting';
	const model = state.seats.find(seat => seat.id === id);
	return {
		spans: [
			span(`${sign} `, tone),
			span(`${look.sign} ${id.padEnd(12)}`, look.tone),
			span(doing, tone === 'good' ? 'plain' : tone),
		],
		right: width < 48 ? [] : [span(model?.model ?? model?.voice ?? '', 'dim')],
	};
}

const BAR = '█';
const REST = '░';
const barWidth = 10;
const standingLooks: Readonly<Record<Standing, {readonly sign: string; readonly tone: Tone; readonly word: string}>> = {
	agreed: {sign: signs.yes, tone: 'good', word: 'agreed'},
	rejected: {sign: signs.no, tone: 'error', word: 'rejected'},
	undecided: {sign: signs.drift, tone: 'warning', word: 'contested'},
};

/** Each issue with its support as a bar and its standing; what most agents raised stands out. */
function issueBlocks({issues, key}: Spec, width: number): Blocks {
	if (issues.length === 0) return joined();
	return joined(
		single([blank, rule(width, span('Issues', 'strong'), span('support', 'dim'))]),
		listed(keyFirst(issues, key), group => issueRows(group, key.has(group.id))),
	);
}

const keyFirst = memoizeRecent((issues: Spec['issues'], key: Spec['key']): Spec['issues'] =>
	issues.toSorted((one, other) => Number(key.has(other.id)) - Number(key.has(one.id))),
);

/** In one line, however long. */
const titleSpans = (title: string, tone: Tone): readonly Span[] => proseLines(loneSentence(title), 4000, tone)[0] ?? [];

const issueRows = memoizeRecent(
	({title, severity, support, standing, by, raised}: SpecGroup, key: boolean): readonly Row[] => {
		const {sign, tone, word} = standingLooks[standing];
		const full = Math.round(support * barWidth);
		const measure: Span[] = [
			span(BAR.repeat(full), tone),
			span(REST.repeat(barWidth - full), 'dim'),
			span(` ${String(Math.round(support * 100)).padStart(3)} %`, tone),
		];
		const place = raised[0]?.issue.lines ? ` line ${raised[0].issue.lines.from}` : '';
		return [
			{
				spans: [
					span(`${sign} `, tone),
					...(key ? [span(`${signs.full} `, 'strong')] : []),
					...titleSpans(title, key ? 'strong' : 'plain'),
				],
				right: measure,
			},
			row(
				span(
					`  ${word}${by === 'weights' ? ' by weight' : ''} · ${severity}${place} · ${[...new Set(raised.map(({agent}) => agent))].join(', ')}`,
					'dim',
				),
			),
		];
	},
);

/** What the latest round changed, as a diff against the text before it. */
const roundRows = memoizeRecent(({round, faults, fellBack, changes}: SpecRefinement, width: number): readonly Row[] => {
	const title = rule(width, span(`Changes of round ${round}`, 'strong'));
	const [fault] = faults;
	if (fellBack)
		return [
			blank,
			title,
			...wrapText(`${signs.notice} put away: line ${fault?.line ?? 1}: ${fault?.what ?? ''}`, width).map(text =>
				line(text, 'error'),
			),
		];
	return [blank, title, ...changes.flatMap(change => changeRows(change, width))];
});

/** One change: the line it begins at, what goes, and what comes. */
const changeRows = ({line: number, removed, added}: SpecChange, width: number): readonly Row[] => [
	line(`@@ line ${number}`, 'accent'),
	...changedRows(removed, added, width),
];

/** What goes and what comes, one above the other. */
function changedRows(removed: readonly string[], added: readonly string[], width: number): readonly Row[] {
	const marks = removed.map((text, place) => wordMarks(text, added[place]));
	return [
		...removed.flatMap((text, place) => signed('- ', text, 'error', width, marks[place]?.gone)),
		...added.flatMap((text, place) => signed('+ ', text, 'good', width, marks[place]?.come)),
	];
}

/** Places of a text, from and to, that its other side does not have. */
type WordMarks = readonly (readonly [number, number])[];

/** The words in which two lines differ; undefined where they have too little in common to be one line changed. */
function wordMarks(before: string, after: string | undefined): {gone: WordMarks; come: WordMarks} | undefined {
	if (after === undefined) return undefined;
	const [gone, come]: [number, number][][] = [[], []];
	let [one, other, kept] = [0, 0, 0];
	for (const {value, added, removed} of diffArrays(wordsIn(before), wordsIn(after))) {
		const {length} = value.join('');
		if (removed) gone?.push([one, one + length]);
		else if (added) come?.push([other, other + length]);
		else kept += length;
		if (!added) one += length;
		if (!removed) other += length;
	}
	return kept * 2 < Math.min(one, other) ? undefined : {gone: gone ?? [], come: come ?? []};
}

const wordsIn = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** A text over as many rows as it takes: its marked words painted, or all of it where none are marked. */
function painted(text: string, max: number, tone: Tone, marks: WordMarks | undefined): readonly (readonly Span[])[] {
	let from = 0;
	return wrapText(text, max).map(piece => {
		const at = text.indexOf(piece, from);
		// What was wrapped otherwise than by taking out spaces is painted whole.
		if (marks === undefined || at < 0) return [span(piece, tone)];
		from = at + piece.length;
		const cuts = [at, ...marks.flat().filter(place => place > at && place < from), from];
		return cuts.slice(1).map((to, place) => {
			const start = cuts[place] ?? at;
			const isMarked = marks.some(([first, end]) => start >= first && start < end);
			return span(text.slice(start, to), isMarked ? tone : 'plain');
		});
	});
}

const signed = (sign: string, text: string, tone: Tone, width: number, marks?: WordMarks): readonly Row[] =>
	painted(text, Math.max(8, width - 2), tone, marks).map((pieces, place) =>
		row(span(place === 0 ? sign : '  ', tone), ...pieces),
	);

function endRows({outcome, review}: Spec, width: number): readonly Row[] {
	if (outcome)
		return [blank, ...wrapText(outcome.note, width).map(text => line(text, outcome.saved ? 'good' : 'plain'))];
	return review
		? [
				blank,
				line(
					`${signs.chosen} v reviews ${review.changes.length} change${review.changes.length === 1 ? '' : 's'}${review.contested.length > 0 ? ` and ${review.contested.length} contested` : ''}`,
					'chosen',
				),
			]
		: [];
}

/** Below this width passages stand one above the other. */
const besideWidth = 76;

/** What a review shows of one change: the passage before and after it, with `around` lines before and after. */
export function reviewRows(
	state: DebateState,
	{line: first, removed, added}: SpecChange,
	width: number,
	around = 2,
): readonly Row[] {
	const lines = originalText(state).split('\n');
	const before = lines.slice(Math.max(0, first - 1 - around), first - 1);
	const after = lines.slice(first - 1 + removed.length, first - 1 + removed.length + around);
	if (width < besideWidth)
		return [
			...before.flatMap(text => signed('  ', text, 'dim', width)),
			...changedRows(removed, added, width),
			...after.flatMap(text => signed('  ', text, 'dim', width)),
		];
	const half = Math.floor((width - 3) / 2);
	const pairs = Array.from({length: Math.max(removed.length, added.length)}, (_, place) =>
		pairRows(removed[place], added[place], half),
	);
	return [
		row(span('  before'.padEnd(half + 1), 'dim'), span('  after', 'dim')),
		...before.flatMap(text => pairRows(text, text, half, 'dim')),
		...pairs.flat(),
		...after.flatMap(text => pairRows(text, text, half, 'dim')),
	];
}

function pairRows(left: string | undefined, right: string | undefined, half: number, tone?: Tone): readonly Row[] {
	const marks = tone ? undefined : left === undefined ? undefined : wordMarks(left, right);
	const one = painted(left ?? '', half - 2, tone ?? 'error', marks?.gone);
	const two = painted(right ?? '', half - 2, tone ?? 'good', marks?.come);
	return Array.from({length: Math.max(one.length, two.length)}, (_, place) => {
		const [here, there] = [one[place] ?? [], two[place] ?? []];
		const [minus, plus] =
			tone || place > 0 ? ['  ', '  '] : [left === undefined ? '  ' : '- ', right === undefined ? '  ' : '+ '];
		return row(
			span(minus, tone ?? 'error'),
			...here,
			span(' '.repeat(Math.max(0, half - spansWidth(here) - 2) + 1)),
			span(plus, tone ?? 'good'),
			...there,
		);
	});
}

/** The critiques of a contested issue beside each other, with the passage of the text that they are about. */
export function contestedRows(
	text: string,
	{title, raised, votes, support, standing, changeRejected, forAuthor}: SpecGroup,
	width: number,
): readonly Row[] {
	const at = raised[0]?.issue.lines;
	const passage = at ? text.split('\n').slice(at.from - 1, at.to) : [];
	const half = Math.floor((width - 3) / 2);
	const voted = (wanted: Vote): typeof votes => votes.filter(({vote}) => vote === wanted);
	const critiques = raised.map(({agent, issue}) => [
		`${agent}: ${issue.claim}`,
		`${signs.chosen} ${issue.suggestedChange}`,
	]);
	const against = votes
		.filter(({vote, change}) => vote === 'disagree' || change === 'reject')
		.map(({agent, reason, breaks}) => `${agent}: ${reason}${breaks === undefined ? '' : ` ${breaks}`}`);
	const amended = votes.flatMap(({agent, amendment}) =>
		amendment === undefined ? [] : [`${agent}: ${signs.chosen} ${amendment}`],
	);
	// Where nobody is against it, the critiques stand beside each other.
	const [left, right] =
		against.length > 0
			? [[...critiques.flat(), ...amended], against]
			: [0, 1].map(side => [...critiques, amended].filter((_, place) => place % 2 === side).flat());
	const abstaining = voted('abstain').map(({agent}) => agent);
	const why = forAuthor
		? `for you to decide ${signs.separator} ${forAuthor.why}`
		: changeRejected
			? 'the fault is agreed, the change is rejected'
			: standing === 'agreed'
				? 'agreed, and not in the text'
				: 'contested';
	return [
		row(
			span(`${signs.drift} `, 'warning'),
			...titleSpans(title, 'warning'),
			span(` · ${Math.round(support * 100)} %`, 'warning'),
		),
		...proseLines(why, width, 'dim').map(pieces => row(...pieces)),
		...(forAuthor?.options ?? []).flatMap((option, at) =>
			hanging(span(`${at + 1}  `, 'chosen'), option, width, 'strong'),
		),
		...passage.flatMap(each => wrapText(each, width - 2).map(piece => line(`  ${piece}`, 'accent'))),
		row(
			span((forAuthor ? 'why it was raised' : 'for it').padEnd(half + 3), 'dim'),
			span(
				truncate(
					`${against.length > 0 ? 'against it' : forAuthor ? '' : 'nobody is against it'}${abstaining.length > 0 ? `; ${abstaining.join(', ')} abstain${abstaining.length === 1 ? 's' : ''}` : ''}`,
					half,
				),
				'dim',
			),
		),
		...besides(left ?? [], right ?? [], half),
	];
}

/** Texts beside each other, each wrapped in its own column. */
function besides(left: readonly string[], right: readonly string[], half: number): readonly Row[] {
	const [one = [], other = []] = [left, right].map(texts => texts.flatMap(text => proseLines(text, half)));
	return Array.from({length: Math.max(one.length, other.length)}, (_, place) => {
		const here = one[place] ?? [];
		return row(...here, span(' '.repeat(Math.max(0, half - spansWidth(here)) + 3)), ...(other[place] ?? []));
	});
}

export const specPane: FormatPane = {
	name: 'rounds',
	placement: 'beside',
	rest: 'start',
	blocks: (state, width, waiting) => specBlocks(state, readable(width), waiting),
	results: specSummary,
	asks: state => reviewAsked(state)?.question,
	asked: state => specOf(state)?.agents.filter(({status}) => status === 'thinking') ?? [],
	unavailable: ['interject', 'barge-in'],
};
