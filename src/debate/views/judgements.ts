/** A debate's verdicts as rows that a ranking is made from. */
import type {MotionSide} from '../formats/motion.ts';
import {mayJudge} from '../bench.ts';
import {arguingSeats, type Seat, isPerson, isRehearsal, personLabel} from '../seats.ts';
import {countWords} from '../text/words.ts';
import {citationsOf, quotationsHeld} from '../sources.ts';
import type {DebateState} from '../state.ts';
import {isMotion, teamOf} from './motion.ts';
import {benchAgreement, type JudgeStanceEvent} from '../evaluation.ts';

/** How often who reviewed was right, by what could be checked. */
export type ReviewCounts = {
	readonly truePositives: number;
	readonly falsePositives: number;
	readonly trueNegatives: number;
	readonly falseNegatives: number;
	readonly unknown: number;
};

/** One judge's verdict: `winner` is a debater's name or `tie`, `margin` above 0 for the motion. */
export type JudgementRow = {
	/** The motion, the seed and who met: the same with sides swapped. */
	readonly group: string;
	/** The same whatever the seed, for debates that have no counterpart with theirs. */
	readonly motion: string;
	readonly debate: string;
	readonly pro: string;
	readonly con: string;
	readonly judge: string;
	readonly winner: string;
	readonly margin: number;
	readonly pro_words: number;
	readonly con_words: number;
	/** Quotations of documents, and those that stand there word for word: only where the debate stands on some. */
	readonly pro_quoted?: number;
	readonly pro_verified?: number;
	readonly con_quoted?: number;
	readonly con_verified?: number;
};

/**
 * One row a judge with a verdict, none for debates without one, as where too few judges were usable. `debate` names the
 * debate where its id, which differs from run to run, should not.
 */
export function judgementRows(state: DebateState, debate = state.start?.debateId ?? ''): JudgementRow[] {
	const {start, formats} = state;
	if (!start || (formats.motion.panel?.winner ?? null) === null) return [];
	const [pro, con] = [debaterName(teamOf(state, 'for')), debaterName(teamOf(state, 'against'))];
	const pair = [pro, con].sort();
	const group = [start.subject.text, `seed ${start.seed}`, ...pair].join(' | ');
	const motion = [start.subject.text, ...pair].join(' | ');
	return formats.motion.verdicts.flatMap(({judge, winner, margin}) =>
		winner === null || margin === null
			? []
			: [
					{
						group,
						motion,
						debate,
						pro,
						con,
						judge: modelName(state.seats.find(({id}) => id === judge)) ?? judge,
						winner: winner === 'tie' ? 'tie' : winner === 'for' ? pro : con,
						margin,
						pro_words: wordsOf(state, 'for'),
						con_words: wordsOf(state, 'against'),
						...quotationColumns(state),
					},
				],
	);
}

function quotationColumns(state: DebateState): Partial<JudgementRow> {
	if (!state.sources) return {};
	const of = (side: MotionSide) => quotationsHeld(turnsOf(state, side).flatMap(citationsOf));
	const [pro, con] = [of('for'), of('against')];
	return {
		pro_quoted: pro.quoted,
		pro_verified: pro.verified,
		con_quoted: con.quoted,
		con_verified: con.verified,
	};
}

/** How many judges of a debate are in none of its rows. */
export const verdictsLeftOut = (state: DebateState): number =>
	state.formats.motion.panel === undefined ? 0 : state.formats.motion.verdicts.length - judgementRows(state).length;

/** A side by its models, each with its persona: what is ranked. */
const debaterName = (team: readonly Seat[]): string =>
	[
		...new Set(
			team.map(seat => `${modelName(seat) ?? seat.id}${seat.persona === undefined ? '' : ` (${seat.persona})`}`),
		),
	].join(' + ');

function modelName(seat: Seat | undefined): string | undefined {
	if (!seat) return undefined;
	return isPerson(seat) ? `${seat.name} (${personLabel})` : (seat.model ?? seat.voice);
}

const turnsOf = ({turns}: DebateState, side: MotionSide) => turns.filter(({speaker}) => speaker.startsWith(`${side}_`));

const wordsOf = (state: DebateState, side: MotionSide): number =>
	turnsOf(state, side).reduce((sum, {text}) => sum + countWords(text), 0);

// How far the judges of a debate agree, whatever they judge.

/**
 * Of the answers on which judges can be compared, how many were the same: the items of a bench's scores, or the winners
 * that each two judges of a motion named. Undefined where one judge, or one voice, sat.
 */
export function judgesAgreement(state: DebateState): {readonly same: number; readonly answers: number} | undefined {
	const {turns, seats, formats} = state;
	const voiceOf = (judge: string): string => {
		const seat = seats.find(({id}) => id === judge);
		return seat?.model ?? seat?.voice ?? judge;
	};
	const bench = benchAgreement(
		turns.flatMap(({evaluation}) => evaluation ?? []),
		voiceOf,
	);
	if (bench) return {same: Math.round(bench.percent * bench.items), answers: bench.items};
	const verdicts = formats.motion.verdicts.filter(({winner}) => winner !== null);
	const pairs = verdicts.flatMap((one, at) => verdicts.slice(at + 1).map(other => [one, other] as const));
	if (pairs.length === 0 || new Set(verdicts.map(({judge}) => voiceOf(judge))).size < 2) return undefined;
	return {same: pairs.filter(([one, other]) => one.winner === other.winner).length, answers: pairs.length};
}

/** Why nobody judges a debate that has judges; undefined where somebody may judge, or has. */
export function unjudged(
	state: DebateState,
):
	| {readonly name: string; readonly missing: 'scores' | 'verdict'; readonly why: string; readonly remedy: string}
	| undefined {
	const {seats, turns, formats} = state;
	const judges = seats.filter(({role}) => role === 'judge');
	if (judges.length === 0 || mayJudge(judges, seats).length > 0) return undefined;
	if (formats.motion.panel || turns.some(({evaluation}) => evaluation)) return undefined;
	const holders = arguingSeats(seats).flatMap(seat => [seat, ...seat.formerly]);
	const name = holders.find(holder => !isRehearsal(holder))?.name ?? '';
	const missing = isMotion(state) ? 'verdict' : 'scores';
	return {
		name,
		missing,
		why: `No ${missing}: ${name} is no rehearsal, and only a rehearsal judges here.`,
		remedy: `A model would give ${missing === 'verdict' ? 'one' : 'some'}: --judge VOICE, or Judges in the settings.`,
	};
}

/** Why nobody judged, and what would, in two sentences; undefined where somebody may judge. */
export function unjudgedText(state: DebateState): string | undefined {
	const told = unjudged(state);
	return told && `${told.why} ${told.remedy}`;
}

// How listeners voted before and after a debate, and where judges who were asked stood.

/** A stance before and after, −3 to 3; `shift` where both are known. */
export type StanceShift = {
	readonly before: number | undefined;
	readonly after: number | undefined;
	readonly shift: number | undefined;
};

export type ListenerVote = StanceShift & {readonly listener: string};

/**
 * A judge's own stance. `name` is the model that judges, with its seat if several judges have the same name; `answers`
 * hold its reasons, or why it gave none.
 */
export type JudgeVote = StanceShift & {
	readonly judge: string;
	readonly name: string;
	readonly answers: readonly JudgeStanceEvent[];
};

const stanceShift = (before: number | undefined, after: number | undefined): StanceShift => ({
	before,
	after,
	shift: before === undefined || after === undefined ? undefined : after - before,
});

/**
 * How far the judges of a motion moved on average, from −3 to 3, and whether that was the winner's way; undefined where
 * none told both stances, or nobody won.
 */
export function judgesMove(
	state: Pick<DebateState, 'records' | 'seats' | 'formats'>,
): {readonly by: number; readonly way: 'with' | 'away' | 'none'} | undefined {
	const {winner = null} = state.formats.motion.panel ?? {};
	const shifts = judgeVotesOf(state).flatMap(({shift}) => shift ?? []);
	if (shifts.length === 0 || winner === null || winner === 'tie') return undefined;
	const by = Math.round((10 * shifts.reduce((sum, shift) => sum + shift, 0)) / shifts.length) / 10;
	return {by, way: by === 0 ? 'none' : by > 0 === (winner === 'for') ? 'with' : 'away'};
}

/** One vote a listener, in the order of their first votes; a later vote replaces an earlier one. */
export function votesOf({actions}: Pick<DebateState, 'actions'>): ListenerVote[] {
	const cast = actions.filter(action => action.action === 'vote');
	return [...new Set(cast.map(({listener}) => listener))].map(listener => {
		const stance = (when: 'before' | 'after') =>
			cast.findLast(vote => vote.listener === listener && vote.when === when)?.stance;
		return {listener, ...stanceShift(stance('before'), stance('after'))};
	});
}

/** One stance a judge, in the order in which they were asked. */
export function judgeVotesOf({records, seats}: Pick<DebateState, 'records' | 'seats'>): JudgeVote[] {
	const all = records.filter(record => record.type === 'judge-stance');
	const asked = Map.groupBy(all, ({judge}) => judge);
	const named = (judge: string) => seats.find(({id}) => id === judge)?.name ?? judge;
	return [...asked].map(([judge, told]) => {
		const stance = (wanted: 'before' | 'after') => told.findLast(({when}) => when === wanted)?.stance ?? undefined;
		const alone = [...asked.keys()].every(other => other === judge || named(other) !== named(judge));
		return {
			judge,
			name: alone ? named(judge) : `${named(judge)} (${judge.replaceAll('_', ' ')})`,
			answers: told,
			...stanceShift(stance('before'), stance('after')),
		};
	});
}
