/** An Adversarial Spec debate, from top to bottom: rounds of critique, ballot and synthesis; then the user's review. */
import type {SpecConsensus} from '../../debate/formats/adversarial-spec/events.ts';
import type {Ending, Floor, Setup} from '../../debate/protocol.ts';
import type {SpecConfig} from './config/config.ts';
import {approvalFlaw} from './rounds/consensus.ts';
import {findBackup} from './queries/effects.ts';
import {readmitAgents} from './queries/query.ts';
import {refine} from './refinement/refine.ts';
import {refuseEarlyChoices, review} from './review/review.ts';
import {countVotes} from './rounds/ballots.ts';
import {collectCritiques, type Critique} from './rounds/critique.ts';
import {groupNewIssues} from './rounds/issue-groups.ts';
import {unmergedGroups, createSpecState, undecidedGroups, type SpecState} from './state/spec-state.ts';
import {validate} from './document/validation.ts';
import {verify} from './verify.ts';

/** Runs the debate on the given floor and returns how it ended. */
export async function script(setup: Setup<SpecConfig>, floor: Floor): Promise<Ending> {
	const state = createSpecState(setup);
	if (state.config.verify) return verify(state, floor);
	refuseEarlyChoices(state, floor);
	await offerRestore(state, floor);
	let round = 0;
	for (;;) {
		const ended = await runRounds(state, floor, round);
		if (ended.outcome === 'failed') return ended;
		({round} = ended);
		await reportCacheUse(floor);
		await floor.segment('review', round);
		if (floor.stopping || (await review(state, floor, round)) === 'done') return endingOf(state, ended);
	}
}

/**
 * If the original text does not validate, it may have been damaged: names the first fault, and the backup if there is
 * one.
 */
async function offerRestore({config: {file}, original}: SpecState, floor: Floor): Promise<void> {
	const [fault] = file === undefined ? [] : validate(original);
	if (!fault) return;
	const kept = await findBackup(floor);
	const text = `${file} has faults of its own, the first on line ${fault.line}: ${fault.what}${kept === null ? '' : ` An earlier version is kept in ${kept}; "rostrum run adversarial-spec ${file} --restore" puts it back.`}`;
	await floor.record({type: 'notice', level: 'warning', text});
}

/** Reports how many answers came from the cache. */
async function reportCacheUse(floor: Floor): Promise<void> {
	const queries = floor.heard.records.filter(record => record.type === 'spec-query' && record.state !== 'waiting');
	const kept = queries.filter(record => record.type === 'spec-query' && record.state === 'kept').length;
	if (kept > 0)
		await floor.record({
			type: 'notice',
			level: 'info',
			text: `${kept} of ${queries.length} answers came from the cache; no model was asked for them.`,
		});
}

/** A debate whose contested issues were settled in the review counts as completed. */
function endingOf(state: SpecState, {outcome, reason, contested}: SpecEnding): Ending {
	if (contested && undecidedGroups(state).length + unmergedGroups(state).length === 0)
		return {outcome: 'completed', reason: 'what was contested was settled in the review'};
	return {outcome, reason};
}

/** `contested`: issues are left for the user to decide. */
type SpecEnding = {
	readonly outcome: 'consensus' | 'deadlock' | 'degraded' | 'failed';
	readonly reason: string;
	readonly round: number;
	readonly contested?: true;
};

/**
 * Rounds until nothing is in dispute, no new issue comes up, or `maxRounds` is reached. `before` is the number of
 * earlier rounds.
 */
async function runRounds(state: SpecState, floor: Floor, before: number): Promise<SpecEnding> {
	for (let round = before + 1; ; round++) {
		if (round > 1) await readmitAgents(state, floor);
		await floor.segment('critique', round);
		const critiques = await collectCritiques(state, floor, round);
		if (critiques.length < 2) return tooFew(floor, round, critiques.length);

		await floor.segment('ballot', round);
		const born = await groupNewIssues(state, floor, round, critiques);
		const consensus = await countVotes(state, floor, round, critiques);
		if (consensus.answered.length < 2) return tooFew(floor, round, consensus.answered.length);
		if (consensus.thin)
			await floor.record({
				type: 'notice',
				level: 'warning',
				text: `Thin quorum: ${consensus.answered.length} of ${consensus.invited.length} agents answered in round ${round}. What they agree on does not end the debate as consensus.`,
			});

		await floor.segment('synthesis', round);
		await refine(state, floor, round);

		const open = undecidedGroups(state).length;
		const idle = born === 0 && unmergedGroups(state).length === 0;
		const over = round - before >= state.config.maxRounds || floor.stopping;
		if ((open === 0 && unmergedGroups(state).length === 0 && !consensus.thin) || idle || over)
			return {...roundEnding(state, consensus, critiques), round};
	}
}

async function tooFew(floor: Floor, round: number, left: number): Promise<SpecEnding> {
	const reason = `${left === 0 ? 'None' : `Only ${left}`} of the agents answered in round ${round}, and a debate needs two: it ends here, and the original stands.`;
	await floor.record({type: 'notice', level: 'error', text: reason});
	return {outcome: 'failed', reason, round};
}

/** Consensus requires everything decided, a full quorum, and enough critiques with issues or a valid approval. */
function roundEnding(
	state: SpecState,
	{thin, answered, invited}: SpecConsensus,
	critiques: readonly Critique[],
): Omit<SpecEnding, 'round'> {
	const [open, unmerged] = [undecidedGroups(state), unmergedGroups(state)];
	if (thin)
		return {outcome: 'degraded', reason: `a thin quorum: ${answered.length} of ${invited.length} agents answered`};
	if (open.length > 0)
		return {
			outcome: 'deadlock',
			contested: true,
			reason: `still contested: ${open.map(({title}) => title).join('; ')}`,
		};
	if (unmerged.length > 0)
		return {
			outcome: 'deadlock',
			contested: true,
			reason: `agreed, and not in the text: ${unmerged.map(({title}) => title).join('; ')}`,
		};
	const counting = critiques.filter(critique => critique.issues.length > 0 || approvalFlaw(critique) === undefined);
	if (counting.length < state.config.consensusThreshold * critiques.length)
		return {
			outcome: 'deadlock',
			reason: `${critiques.length - counting.length} of ${critiques.length} approvals name too little that was checked to count`,
		};
	return {
		outcome: 'consensus',
		reason: state.groups.length === 0 ? 'nobody found fault with the text' : 'everything that was raised is decided',
	};
}
