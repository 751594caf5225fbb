/**
 * A judge's examination: labelled turns are put to it through the very path that debates use, by a script that the
 * engine runs, so that retries, schemas, cross-checks, limits and budget are those of a debate.
 */
import {accountWhenSpoken} from './account.ts';
import {z} from 'zod';
import {type Floor, type Protocol, type Setup, tally, tokensIn} from '../../debate/protocol.ts';
import type {EvaluationEvent} from '../../debate/evaluation.ts';
import {judgeTurn, judgingOf, type TurnToJudge} from './judging.ts';
import {typicalJudging} from './estimate.ts';
import {
	type CheckedTurn,
	judgeSeat,
	stageTurn,
	variants,
	type LabelledTurn,
	type StagedTurn,
	type Variant,
} from './figures.ts';
import type {Participant} from '../../debate/events.ts';
import type {DebateState} from '../../debate/state.ts';
import type {DuelogicConfig} from './config.ts';
import {createDebate, type DuelogicDebate} from './seats.ts';
import {resumptionOf} from './check-answers.ts';

/** Enough to keep a server busy, and few enough for a small one. */
const lanes = 4;

/** Does a task for each thing, a few at once and the same ones one after the other however often it is resumed. */
export async function inLanes<T>(
	floor: Floor,
	things: readonly T[],
	nameOf: (thing: T) => string,
	task: (thing: T, floor: Floor) => Promise<void>,
): Promise<void> {
	const lane = (number: number) => async (own: Floor) => {
		for (const [place, thing] of things.entries())
			if (place % lanes === number) await own.together({[nameOf(thing)]: inner => task(thing, inner)});
	};
	await floor.together(
		Object.fromEntries(Array.from({length: lanes}, (_, number) => [`lane ${number + 1}`, lane(number)])),
	);
}

/** What is put to the judge: recorded, so that an examination is only gone on with where it is the same. */
export const CheckConfig = z.object({
	/** The rules of scoring, and the first characters of the SHA-256 of the set. */
	rules: z.int(),
	set: z.string(),
	/** How many turns of the set. */
	turns: z.int().positive(),
	contextTokens: z.int().min(4000),
});
export type CheckConfig = z.infer<typeof CheckConfig>;

/** A labelled turn as it is put; `id` is the `turnId` of its evaluation in the journal. */
export type Probe = {readonly id: string; readonly labelled: LabelledTurn; readonly variant: Variant};

/** Of so many turns one is put in every variant, to see what changes that should not. */
const oneIn = 7;

/** At most so many turns, spread over honest ones and kinds of traps as the whole set is; without it, all. */
export function probesOf(set: readonly LabelledTurn[], turns: number = set.length): readonly Probe[] {
	const step = set.length / Math.min(turns, set.length);
	const chosen = Array.from({length: Math.min(turns, set.length)}, (_, place) => set[Math.floor(place * step)]);
	return chosen
		.filter(labelled => labelled !== undefined)
		.flatMap((labelled, place) =>
			(place % oneIn === 0 ? variants : (['plain'] as const)).map(variant => ({
				id: variant === 'plain' ? labelled.id : `${labelled.id}#${variant}`,
				labelled,
				variant,
			})),
		);
}

/** The script for these probes. It is no format: nothing lists it, and it has one seat, the judge's. */
export function judgeCheck(probes: readonly Probe[]): Protocol<CheckConfig> {
	const staged = ({labelled, variant}: Probe, setup: Setup<CheckConfig>): StagedTurn => {
		const judge = setup.participants.find(({id}) => id === judgeSeat);
		if (!judge) throw new Error('nobody was cast as the judge');
		return stageTurn(labelled, variant, judge, setup.cachedShares ?? {}, setup.config.contextTokens);
	};
	return {
		id: 'judge-check',
		name: 'Judge check',
		summary: 'Labelled turns are put to a judge.',
		version: 3,
		config: CheckConfig,
		openSeats: () => [{id: judgeSeat, role: 'judge'}],
		minSpeakers: 1,
		speakers: () => [judgeSeat],
		estimate: setup => {
			const sum = tally();
			for (const probe of probes) expect(sum, staged(probe, setup));
			return sum.expected;
		},
		script: async (setup, floor) => {
			await inLanes(
				floor,
				probes,
				probe => probe.id,
				async (probe, own) => {
					const {debate, heard, turn} = staged(probe, setup);
					const evaluation = await judgeTurn(debate, own, heard, {turn, owed, resumption: undefined});
					await own.record({...evaluation, turnId: probe.id});
				},
			);
			return {outcome: 'completed'};
		},
	};
}

/** Every turn of the set answers an opponent, so it owes all. */
const owed = {steelManning: true, selfCritique: true};

function expect(sum: ReturnType<typeof tally>, {debate, heard, turn}: StagedTurn): void {
	for (const {prompt} of judgingOf(debate, heard, turn, owed).first) {
		const tokens = prompt.messages.reduce((all, {content}) => all + tokensIn(content), 0);
		const shared = tokensIn(prompt.messages[0]?.content);
		sum.ask(judgeSeat, {shared, own: tokens - shared, output: typicalJudging.answer});
	}
	sum.ask(judgeSeat, {
		own: typicalJudging.crossCheckPrompt,
		output: typicalJudging.crossCheckAnswer,
		times: typicalJudging.crossChecks,
	});
}

/** Joins what was recorded with the probes that it is about, in their order. */
export function checkedTurns(probes: readonly Probe[], evaluations: readonly EvaluationEvent[]): CheckedTurn[] {
	const byId = new Map(evaluations.map(evaluation => [evaluation.turnId, evaluation]));
	return probes.flatMap(({id, labelled, variant}) => {
		const evaluation = byId.get(id);
		return evaluation ? [{labelled, variant, evaluation}] : [];
	});
}

// Judges the turns of a debate that was held before anew, by the present rules, by a script that the engine runs.

/** What is judged anew: recorded, so that a rescoring is only gone on with where it is the same. */
export const RescoreConfig = z.object({
	rules: z.int(),
	/** The debate's id, and the hash of the last event that was read. */
	debate: z.string(),
	upto: z.string(),
	contextTokens: z.int().min(4000),
});
export type RescoreConfig = z.infer<typeof RescoreConfig>;

/** The script for a debate as it was heard. It is no format: nothing lists it, and only judges sit in it. */
export function rescoring(old: DebateState, config: DuelogicConfig): Protocol<RescoreConfig> {
	const stage = ({participants, cachedShares, config: {contextTokens}}: Setup<RescoreConfig>): DuelogicDebate => ({
		...createDebate({
			config: {...config, contextTokens},
			subject: old.start?.subject ?? {text: ''},
			participants: [...speakersOf(old), ...participants],
			...(cachedShares && {cachedShares}),
		}),
		judgedAnew: true,
	});
	const heard = withoutScores(old);
	return {
		id: 'rescore',
		name: 'Rescore',
		summary: 'The turns of an earlier debate are judged anew.',
		version: 3,
		config: RescoreConfig,
		openSeats: () => [{id: 'judge', role: 'judge'}],
		minSpeakers: 1,
		speakers: () => ['judge', 'judge_2', 'judge_3'],
		estimate: setup => estimateRescoring(stage(setup), heard),
		script: async (setup, floor) => {
			const debate = stage(setup);
			const judged = turnsToJudge(debate, heard);
			const chairs = [...new Set(judged.map(({turn}) => turn.speaker))];
			await floor.together(
				Object.fromEntries(
					chairs.map(chair => [
						chair,
						(own: Floor) =>
							judgeChair(
								debate,
								own,
								heard,
								judged.filter(({turn}) => turn.speaker === chair),
							),
					]),
				),
			);
			return {outcome: 'completed'};
		},
	};
}

/** One chair's turns in their order, so that a judge is told what it was found to admit before. */
async function judgeChair(
	debate: DuelogicDebate,
	floor: Floor,
	heard: DebateState,
	turns: readonly TurnToJudge[],
): Promise<void> {
	const evaluations = new Map<string, EvaluationEvent>();
	for (const each of turns) {
		const known = heard.turns.map(turn => ({...turn, evaluation: evaluations.get(turn.id)}));
		await floor.together({
			[each.turn.id]: async own => {
				const evaluation = await judgeTurn(debate, own, {...heard, turns: known}, each);
				evaluations.set(each.turn.id, evaluation);
				await own.record(evaluation);
			},
		});
	}
}

/** Who spoke and hosted, by the names and models of the start; the judges of that time are left out. */
const speakersOf = ({start}: DebateState): readonly Participant[] =>
	(start?.participants ?? []).filter(({role}) => role !== 'judge');

/** Nobody who judges anew is shown what was found before. */
const withoutScores = (state: DebateState): DebateState => ({
	...state,
	turns: state.turns.map(turn => ({...turn, evaluation: undefined})),
});

/** The turns that a debate judges: replies in exchanges, with how they were taken up again after a cut. */
function turnsToJudge(debate: DuelogicDebate, heard: DebateState): readonly TurnToJudge[] {
	return heard.turns
		.filter(({kind, text, finish}) => kind === 'reply' && finish !== undefined && text.trim() !== '')
		.map(turn => ({
			turn,
			owed: accountWhenSpoken(debate, heard, turn).owed,
			resumption: resumptionOf(heard.turns, turn),
		}));
}

function estimateRescoring(debate: DuelogicDebate, heard: DebateState) {
	const sum = tally();
	for (const {turn, owed, resumption} of turnsToJudge(debate, heard)) {
		if (turn.cut && !resumption) continue;
		const {first} = judgingOf(debate, heard, turn, owed, resumption ? [resumption] : []);
		for (const {judge, prompt} of first) {
			const tokens = prompt.messages.reduce((all, {content}) => all + tokensIn(content), 0);
			const shared = tokens - tokensIn(prompt.messages.at(-1)?.content);
			sum.ask(judge, {shared, own: tokens - shared, output: typicalJudging.answer});
			sum.ask(judge, {
				own: typicalJudging.crossCheckPrompt,
				output: typicalJudging.crossCheckAnswer,
				times: typicalJudging.crossChecks,
			});
		}
	}
	return sum.expected;
}
