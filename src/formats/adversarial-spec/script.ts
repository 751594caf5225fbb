/**
 * An Adversarial Spec debate, from top to bottom: rounds of critique, ballot and synthesis, until one on the latest
 * text finds nothing that gets support; then the user's review.
 */
import type {Ending, Floor, Setup} from '../../debate/protocol.ts';
import type {SpecConfig} from './config.ts';
import {findBackup, readmitAgents} from './queries.ts';
import {keepForAuthor, offerUnopposed, refine} from './refinement.ts';
import {refuseEarlyChoices, review} from './review.ts';
import {countVotes, collectCritiques} from './rounds.ts';
import {groupNewIssues} from './issues.ts';
import {missedBy, roundEnding, tooFew, type SpecEnding, verify} from './ending.ts';
import {contestedGroups, createSpecState, workableGroups, type SpecState} from './spec-state.ts';
import {validate} from './validation.ts';

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

/** If the original does not validate, it may be damaged: names the first fault, and the backup if any. */
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
	if (contested && contestedGroups(state).length === 0)
		return {outcome: 'completed', reason: 'what was contested was settled in the review'};
	return {outcome, reason};
}

/**
 * Rounds until one that heard everybody finds nothing with support, or `maxRounds` is reached. What the last one finds
 * and nobody opposes is worked in, and marked as words that nobody has attacked. `before` is the number of earlier
 * rounds, after which the agents read them.
 */
async function runRounds(state: SpecState, floor: Floor, before: number): Promise<SpecEnding & {round: number}> {
	if (before > 0) {
		await refine(state, floor, before);
		state.edits = state.edits.map(({unread: _unread, ...edit}) => edit);
	}
	for (let round = before + 1; ; round++) {
		if (round > 1) await readmitAgents(state, floor);
		await floor.segment('critique', round);
		const critiques = await collectCritiques(state, floor, round);
		if (critiques.length < 2) return {...(await tooFew(floor, round, critiques.length)), round};

		await floor.segment('ballot', round);
		await groupNewIssues(state, floor, round, critiques);
		const consensus = await countVotes(state, floor, round, critiques);
		if (consensus.answered.length < 2) return {...(await tooFew(floor, round, consensus.answered.length)), round};
		if (consensus.thin)
			await floor.record({
				type: 'notice',
				level: 'warning',
				text: `Thin quorum: ${consensus.answered.length} of ${consensus.invited.length} agents answered in round ${round}. What they agree on does not end the debate as consensus.`,
			});

		keepForAuthor(state);
		const mayReturn = missedBy(consensus).some(id => !state.unusableAgents.has(id));
		const last = round - before >= state.config.maxRounds || floor.stopping;
		const quiet = workableGroups(state).length === 0;
		if (last && !quiet && !floor.stopping) {
			await floor.segment('synthesis', round);
			await offerUnopposed(state, floor, round);
		}
		if (last || (quiet && !mayReturn)) return {...roundEnding(state, floor, consensus, critiques), round};
		if (quiet) continue;

		await floor.segment('synthesis', round);
		const refinement = await refine(state, floor, round);
		const changed = refinement !== undefined && refinement.changes.length > 0;
		const fresh = consensus.groups.some(group => group.round === round && group.standing === 'agreed');
		if (!changed && !fresh && !mayReturn) return {...roundEnding(state, floor, consensus, critiques), round};
	}
}
