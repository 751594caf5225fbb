/** Where the events of a council are shown beside its turns, and its result in a sentence. */
import type {CouncilEvent} from '../../debate/formats/council.ts';
import type {DebateState} from '../../debate/state.ts';
import type {OutcomePoints, ScoreRow} from '../../exports/format-parts.ts';
import {splitPoints} from '../../exports/outcome-points.ts';
import {speakerOf} from '../../languages/wording.ts';
import {agreedMoment, nameIn} from '../../view/moments.ts';
import {span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import type {ShownEvents} from '../contract.ts';
import {decisionSections} from './decision.ts';
import {
	answerText,
	cruxRows,
	heldBy,
	howCounted,
	isCouncil,
	moveText,
	positionName,
	priceText,
	resultText,
} from './view.ts';

export const councilShown: ShownEvents<CouncilEvent> = {
	'council-answer': {
		plain: {
			stream: 'out',
			lines: (answer, state) => [
				`[blind answer of ${speakerOf(state, answer.seat)}, known to the others as ${answer.letter}] ${answerText(state, answer)}`,
				...answer.reasons.map(({id, claim, rests}) => `${id} (${rests}): ${claim}`),
			],
		},
		moment: null,
		rows: state =>
			heldBy(state).map(({answer, name, counted}): ScoreRow => ({
				turn: answer.turnId,
				speaker: name,
				model: answer.model,
				kind: 'answer',
				value: answerText(state, answer),
				points: answer.confidence,
				finding: counted === 'abstain' ? 'withheld in the end' : positionName(state, counted),
			})),
		outcome: null,
		findings: null,
		digest: null,
	},
	'council-groups': {
		plain: {
			stream: 'err',
			lines: ({groups, cruxes, note}) => [
				`[positions] ${groups.map(({position, seats}) => `${position} (${seats.length})`).join(' · ')}`,
				...cruxes.map(({id, claim}) => `[${id}] ${claim}`),
				...(note === undefined ? [] : [`[clerk] ${note}`]),
			],
		},
		moment: null,
		rows: ({formats}) => formats.council.cruxes.map(({id, claim}) => ({kind: 'crux', item: id, quote: claim})),
		outcome: cruxPoints,
		findings: null,
		digest: null,
	},
	'council-ballot': {
		plain: {
			stream: 'err',
			lines: (ballot, state) => [
				...(ballot.calls?.length
					? [
							`[${speakerOf(state, ballot.seat)}] ${ballot.calls.map(({crux, holds}) => `${crux} ${holds}`).join(' · ')}`,
						]
					: []),
				...(ballot.move ? [`[move] ${moveText(state, ballot)}`] : []),
				...(ballot.missing === undefined ? [] : [`[no ballot of ${speakerOf(state, ballot.seat)}] ${ballot.missing}`]),
			],
		},
		moment: ({at, seat, move}, {seats}) =>
			move && {
				at,
				sign: span(
					move.uncounted === undefined ? signs.drift : signs.no,
					move.uncounted === undefined ? 'accent' : 'dim',
				),
				who: [nameIn(seats, at)(seat)],
				what:
					move.uncounted === undefined
						? 'changed its answer'
						: `changed its answer, which does not count: ${move.uncounted}`,
				tone: 'plain',
			},
		rows: state =>
			state.formats.council.ballots.flatMap((ballot): ScoreRow[] =>
				ballot.move
					? [
							{
								speaker: speakerOf(state, ballot.seat),
								kind: 'move',
								item: ballot.crux,
								value: positionName(state, ballot.move.to),
								finding: ballot.move.uncounted ?? ballot.move.ground,
								quote: ballot.move.sentence?.text,
							},
						]
					: [],
			),
		outcome: null,
		findings: null,
		digest: null,
	},
	'council-look': {
		plain: {
			stream: 'err',
			lines: ({seat, uncounted}, state) => [
				`[second look] ${speakerOf(state, seat)}: ${uncounted ?? 'the move stands'}`,
			],
		},
		moment: null,
		rows: null,
		outcome: null,
		findings: null,
		digest: null,
	},
	'council-result': {
		plain: {
			stream: 'out',
			lines: (result, state) => {
				const price = priceText(result);
				return [
					`[decision] ${resultText(state) ?? ''}`,
					...howCounted(state, result),
					...(price === undefined ? [] : [price]),
				];
			},
		},
		moment: ({at, strength}) => agreedMoment(at, `decision: ${strength}`),
		rows: ({formats: {council}}) =>
			(['blind', 'counted', 'raw'] as const).flatMap(name =>
				(council.result?.[name] ?? []).map(({position, votes}) => ({
					kind: 'votes',
					item: name,
					value: position,
					points: votes,
				})),
			),
		outcome: null,
		findings: state => {
			const text = resultText(state);
			return text === undefined ? [] : [text, ...cruxRows(state).map(({crux}) => `hangs on: ${crux.claim}`)];
		},
		digest: null,
	},
};

/** A crux that nobody differs about in the end is settled. */
function cruxPoints(state: DebateState): OutcomePoints | undefined {
	const rows = cruxRows(state);
	if (rows.length === 0) return undefined;
	return splitPoints(
		rows.map(({crux, calls, unargued}) => {
			const said = [...new Set(calls.flatMap(({holds}) => holds ?? []))];
			const isSettled = said.length === 1 && said[0] !== 'unsure';
			return {
				isSettled,
				text: crux.claim,
				how: isSettled
					? `all hold it to be ${said[0] ?? ''}`
					: unargued === undefined
						? 'argued, and left open'
						: `not argued: ${unargued}`,
			};
		}),
		'What the answers hang on, as the clerk put it, and what the seats said of each in the end.',
	);
}

/** The program words it, in English. */
export function councilVerdict(state: DebateState): {result: string; whole: string} | undefined {
	const text = resultText(state);
	const {result} = state.formats.council;
	return text === undefined || !result
		? undefined
		: {result: text, whole: [text, ...howCounted(state, result)].join(' ')};
}

/** The decision’s heads, before the transcript; the question stands above it already. */
export const councilMarkdown = (state: DebateState): string[] =>
	isCouncil(state)
		? decisionSections(state)
				.slice(2)
				.flatMap(([heading, blocks]) => (blocks.length > 0 ? [`## ${heading}`, ...blocks] : []))
		: [];

const kinds: Readonly<Record<string, string>> = {
	'blind-answer': 'answers blind',
	'crux-open': 'on what it hangs on',
	'crux-reply': 'replies',
	challenge: 'makes the case against',
};
export const councilKind = (kind: string): string | undefined => kinds[kind];
