/** Where the events of a motion debate are shown beside its turns, and the verdict in a sentence. */
import type {MotionEvent, MotionState, VerdictPanelEvent} from '../../debate/formats/motion.ts';
import type {DebateState} from '../../debate/state.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {
	judgeName,
	marginText,
	decisiveSentences,
	panelText,
	pointFate,
	resultText,
	teamOf,
	verdictText,
	pointMaker,
} from '../../debate/views/motion.ts';
import {bare, isTitle} from '../../exports/chapter-names.ts';
import type {FormatParts, OutcomePoint, OutcomePoints, ScoreRow, UnnamedPart} from '../../exports/format-parts.ts';
import {claimPoints} from '../../exports/outcome-points.ts';
import {englishEpisodeWords, inWords} from '../../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../../languages/language.ts';
import {speakerIn, speakerOf, speakerOfTurn, stanceText} from '../../languages/wording.ts';
import {judgesMove} from '../../debate/views/judgements.ts';
import {agreedMoment, nameIn} from '../../view/moments.ts';
import {span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import type {ShownEvents} from '../contract.ts';

export const motionShown: ShownEvents<MotionEvent> = {
	'verdict-panel': {
		plain: {stream: 'out', lines: (panel, state) => [`[verdict] ${panelText(state, panel)}`]},
		moment: ({at, winner, margin}) =>
			agreedMoment(
				at,
				`verdict: ${winner ?? 'none'}${winner === null || winner === 'tie' ? '' : ` the motion, ${marginText(margin)}`}`,
			),
		rows: ({formats: {motion}}) =>
			motion.panel
				? [{judge: 'all', kind: 'verdict', value: motion.panel.winner ?? 'none', points: motion.panel.margin}]
				: [],
		outcome: null,
		findings: state => (state.formats.motion.panel ? [panelText(state, state.formats.motion.panel)] : []),
		digest: null,
	},
	verdict: {
		plain: {stream: 'out', lines: (verdict, state) => [`[verdict] ${verdictText(state, verdict)}`]},
		moment: ({at, judge, flipped}, {seats}) =>
			flipped
				? {
						at,
						sign: span(signs.notice, 'warning'),
						who: [nameIn(seats, at)(judge)],
						what: 'named the other side once the labels were swapped: a tie',
						tone: 'warning',
					}
				: undefined,
		rows: state =>
			state.formats.motion.verdicts.flatMap(verdict => verdictRows(verdict, judgeName(state, verdict.judge))),
		outcome: null,
		findings: null,
		digest: null,
	},
	point: {
		plain: {
			stream: 'err',
			lines: (event, state) => [`[point ${pointFate(event)}] ${speakerOf(state, event.by)}: ${event.point}`],
		},
		moment: (event, {seats}) => ({
			at: event.at,
			turnId: event.turnId,
			sign: span(event.taken ? signs.yes : signs.no, event.taken ? 'good' : 'dim'),
			who: [nameIn(seats, event.at)(event.by)],
			what: `point ${pointFate(event)}: ${event.point}`,
			tone: 'plain',
		}),
		rows: state =>
			state.formats.motion.points.map(point => ({
				turn: point.turnId,
				speaker: pointMaker(state, point) ?? speakerOf(state, point.by),
				kind: 'point of information',
				value: pointFate(point),
				quote: point.point,
			})),
		outcome: null,
		findings: null,
		digest: null,
	},
	'answer-check': {
		plain: {
			stream: 'err',
			lines: ({evaded, turnId}, state) => (evaded ? [`[evaded] ${speakerIn(state, turnId)}`] : []),
		},
		moment: null,
		rows: ({formats}) =>
			formats.motion.checks.map(({question, turnId, answered, evaded, open}) => ({
				turn: turnId,
				kind: 'answer',
				item: question,
				value: answered === null ? 'not checked' : evaded ? 'evaded' : answered ? 'answered' : 'not answered',
				finding: open,
			})),
		outcome: claimsAndEvasions,
		findings: null,
		digest: null,
	},
	'new-claim': {
		plain: {stream: 'err', lines: ({sentences}) => sentences.map(text => `[new in a closing] ${text}`)},
		moment: null,
		rows: ({formats}) =>
			formats.motion.newClaims.flatMap(({turnId, sentences}) =>
				sentences.map(quote => ({turn: turnId, kind: 'new in a closing', quote})),
			),
		outcome: null,
		findings: null,
		digest: null,
	},
};

/** A verdict with what both readings rest on. */
function verdictRows(
	{winner, margin, flipped, readings, reason}: MotionState['verdicts'][number],
	judge: string,
): readonly ScoreRow[] {
	const readingRows = readings.flatMap(({a, grounds, decisive}, place): ScoreRow[] => {
		const finding = `reading ${place + 1}, ${a} as side A`;
		return [
			...Object.entries(grounds ?? {}).map(([item, {better, sentences}]) => ({
				judge,
				kind: 'ground',
				item,
				value: better,
				finding,
				turn: sentences[0]?.turnId,
				quote: sentences.map(({text}) => text).join(' '),
			})),
			...(decisive ? [{judge, kind: 'decisive', finding, turn: decisive.turnId, quote: decisive.text}] : []),
		];
	});
	const finding = reason ?? (flipped ? 'flipped when the labels were swapped' : undefined);
	return [{judge, kind: 'verdict', value: winner ?? 'none', points: margin, finding}, ...readingRows];
}

/** By the ledger of claims, and the questions that were evaded. */
function claimsAndEvasions(state: DebateState): OutcomePoints | undefined {
	return claimPoints(state, {
		evaded: evadedQuestions(state),
		asked: [],
		basis:
			'From the claims that the moderator’s voice took down while they were made: those that were granted or given up, and those with no answer on record.',
	});
}

/** What a side was asked twice and did not answer. */
function evadedQuestions(state: DebateState): OutcomePoint[] {
	return state.formats.motion.checks
		.filter(({evaded}) => evaded)
		.flatMap(({question, turnId}) => {
			const asked = state.turns.find(({id}) => id === question);
			const reply = state.turns.find(({id}) => id === turnId);
			if (!asked || !reply) return [];
			return [{text: asked.text.trim().replace(/\s+/gu, ' '), how: `evaded by ${speakerOfTurn(state, reply)}`}];
		});
}

/** How the judges came to it is told by the program, in English. */
const scale = 'Judges score who argued better from 0 (even) to 3.';

export function motionVerdict(
	state: DebateState,
	words: EpisodeWords,
): ReturnType<NonNullable<FormatParts['verdict']>> {
	const {panel} = state.formats.motion;
	if (!panel) return undefined;
	const moves = judgesMoveText(state, words);
	const told = (text: string): string => (moves === undefined ? text : `${text}${words.space}${moves}`);
	const decisive = decisiveSentences(state).map(({turnId, text}) => ({
		text,
		how: `Decisive for ${state.formats.motion.verdicts.length === 1 ? 'the' : 'a'} judge was what ${speakerIn(state, turnId)} said`,
	}));
	if (words.code === 'en')
		return {result: told(resultText(state, panel)), whole: told(panelText(state, panel)), scale, decisive};
	const result = told(panelVerdict(state, panel, words));
	return {result, whole: result, decisive};
}

/** How the judges' own moves and the winner go together; undefined where there is nothing to say of it. */
export function judgesMoveText(state: DebateState, {motion} = englishEpisodeWords): string | undefined {
	const moved = judgesMove(state);
	return moved && fillSlots(motion.moves[moved.way], {by: stanceText(moved.by)});
}

/** A panel’s verdict in the debate’s language, in a sentence. */
function panelVerdict(state: DebateState, {winner, margin}: VerdictPanelEvent, words: EpisodeWords): string {
	const {card} = words;
	if (winner === null) return card.noVerdict;
	if (winner === 'tie') return card.tie;
	const side = winner === 'for' ? card.for : card.against;
	return fillSlots(card.won, {
		name: inWords(
			words,
			teamOf(state, winner).map(({name}) => name),
		),
		side,
		margin: String(Math.abs(margin ?? 0)),
	});
}

/** The question that was put. */
export function motionPartName({seats}: DebateState, {segments}: UnnamedPart): string | undefined {
	const asked = segments.find(({kind}) => kind === 'question');
	const question = asked && splitSentences(asked.spoken).findLast(sentence => /[?？]\s*$/u.test(sentence));
	const names = seats.map(({name}) => name);
	const asking = question === undefined ? '' : bare(question, names);
	return isTitle(asking) ? asking : undefined;
}
