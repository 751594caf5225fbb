/**
 * A judge's examination: labelled turns are put to it through the very path that debates use, by a script that the
 * engine runs, so that retries, schemas, cross-checks, limits and budget are those of a debate.
 */
import {z} from 'zod';
import {tally, tokensIn} from '../../../debate/expectation.ts';
import type {EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import type {Protocol, Setup} from '../../../debate/protocol.ts';
import {judgeTurn} from '../judging/judge-turn.ts';
import {judgingOf} from '../judging/judging.ts';
import {typicalJudging} from '../judging/typical-tokens.ts';
import type {CheckedTurn} from './figures.ts';
import {judgeSeat, stageTurn, variants, type LabelledTurn, type StagedTurn, type Variant} from './labelled-turn.ts';
import {inLanes} from './lanes.ts';

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
		version: 1,
		config: CheckConfig,
		cast: () => [{id: judgeSeat, role: 'judge'}],
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
