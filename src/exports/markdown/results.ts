/**
 * What `debate.md` says after the transcript: scores, moments, troubles, votes. Each is empty where there is nothing to
 * say.
 */
import type {DebateState} from '../../debate/state.ts';
import {escapeInline} from '../escape-markdown.ts';
import {momentsOf} from '../episode/moments.ts';
import {agreementText} from '../scores.ts';
import {goals, type Statistics} from '../statistics.ts';
import type {Segment} from '../episode/segments.ts';
import type {OutcomePoint, OutcomePoints} from '../episode/points.ts';
import {clock, percent, plural, stanceText} from '../wording.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

export function scores({chairs, agreement}: Statistics): string[] {
	if (chairs.every(({scores: course, cutsMade}) => course.length === 0 && cutsMade === 0)) return [];
	if (chairs.every(({scores: course}) => course.length === 0)) return unscored(chairs);
	const rows = chairs.map(
		({seat, mean, scores: course, steelMan, selfCritique, consistent, cutsMade, cutsSuffered, unscored, words}) => [
			escapeInline(seat.name),
			mean === undefined ? '–' : mean.toFixed(1),
			course.length === 0 ? '–' : course.map(one => one ?? '?').join(' '),
			String(unscored),
			percent(steelMan),
			percent(selfCritique),
			percent(consistent),
			`${cutsMade} / ${cutsSuffered}`,
			String(words),
		],
	);
	return [
		'## Scores',
		table(
			[
				'chair',
				'mean adherence',
				'turn by turn',
				'not scored',
				'steel-man',
				'self-critique',
				'in its framework',
				'cut in / was cut',
				'words',
			],
			rows,
		),
		`*Shares are of the scored turns in which it was due. Goals: a steel-man in over ${goals.steelMan * 100} %, self-critique in over ${goals.selfCritique * 100} %. A turn that is not scored is a question mark, and counts in no mean.*`,
		...contestedTurns(chairs),
		...(agreement ? [`*${agreementText(agreement)}.*`] : []),
	];
}

/** Where nobody is scored: how much each said, and who cut in. */
const unscored = (chairs: Statistics['chairs']): string[] => [
	'## Speakers',
	table(
		['speaker', 'cut in / was cut', 'words'],
		chairs.map(({seat, cutsMade, cutsSuffered, words}) => [
			escapeInline(seat.name),
			`${cutsMade} / ${cutsSuffered}`,
			String(words),
		]),
	),
];

function contestedTurns(chairs: Statistics['chairs']): string[] {
	const some = chairs.filter(({contested}) => contested > 0);
	if (some.length === 0) return [];
	const named = some.map(({seat, contested}) => `${escapeInline(seat.name)} ${plural(contested, 'turn')}`).join(', ');
	return [`*Contested, so that nobody was called out for it: ${named}.*`];
}

/** What came of it, by points; empty where the format records none. */
export function outcomePoints(points: OutcomePoints | undefined): string[] {
	if (!points) return [];
	const list = (all: readonly OutcomePoint[]): string =>
		all.map(({text, how}) => `- ${escapeInline(text)} *(${escapeInline(how)})*`).join('\n');
	return [
		...(points.settled.length === 0 ? [] : ['## What was settled', list(points.settled)]),
		...(points.open.length === 0 ? [] : ['## What stayed open', list(points.open)]),
		`*${escapeInline(points.basis)}*`,
	];
}

/** By the time at which they were heard. */
export function moments(state: DebateState, segments: readonly Segment[]): string[] {
	const all = momentsOf(state, segments);
	return all.length === 0
		? []
		: ['## Moments', all.map(({at, text}) => `- ${clock(at)} ${escapeInline(text)}`).join('\n')];
}

/** What was told to the user while it ran, and who fell out. */
export function troubles({notices, seats}: DebateState): string[] {
	const all = [
		...notices.filter(({level}) => level !== 'info').map(({text}) => text),
		...seats.flatMap(({out, name}) => (out === undefined ? [] : [`${name} was out at the end: ${out}`])),
	];
	return all.length === 0 ? [] : ['## What went wrong', all.map(text => `- ${escapeInline(text)}`).join('\n')];
}

const scale = '*From −3, against, to +3, in favour.*';

export function votes({votes: cast}: Statistics): string[] {
	if (cast.length === 0) return [];
	return [
		'## Listeners’ votes',
		table(
			['listener', 'before', 'after', 'shift'],
			cast.map(({listener, before, after, shift}) => [
				escapeInline(listener),
				stanceText(before),
				stanceText(after),
				stanceText(shift),
			]),
		),
		scale,
	];
}

/** Where the judges stood themselves, and what they said for it. */
export function judgeVotes({judgeVotes: judges}: Statistics): string[] {
	if (judges.length === 0) return [];
	const rows = judges.map(({name, before, after, shift}) => [
		escapeInline(name),
		stanceText(before),
		stanceText(after),
		stanceText(shift),
	]);
	const told = judges.flatMap(({name, answers: told}) =>
		told.map(
			({when, stance, reason}) =>
				`- ${escapeInline(name)}, ${when}${stance === null ? ' (no answer)' : ''}: ${escapeInline(reason)}`,
		),
	);
	return [
		'## The judges’ own stances',
		table(['judge', 'before', 'after', 'shift'], rows),
		told.join('\n'),
		`${scale.slice(0, -1)} They count in no score.*`,
	];
}
