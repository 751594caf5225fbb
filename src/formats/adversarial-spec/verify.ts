/** The check by a single agent: one pass, pass or fail, no changes. */
import type {Ending, Floor} from '../../debate/protocol.ts';
import {checkPrompt} from './queries/prompts.ts';
import {askAgent} from './queries/query.ts';
import {critiqueOf, recordCritique} from './rounds/critique.ts';
import {CritiqueAnswer} from './queries/answers.ts';
import type {SpecState} from './state/spec-state.ts';

/** Passes a text without critical or major issues. Throws if no agent was cast. */
export async function verify(state: SpecState, floor: Floor): Promise<Ending> {
	const [agent] = state.agents;
	if (!agent) throw new Error('no agent was cast for the check');
	await floor.segment('critique', 1);
	const prompt = checkPrompt({about: state.systemMessage, temperature: state.config.temperature}, agent);
	const reply = await askAgent(state, floor, {
		agent: agent.id,
		persona: agent.persona,
		purpose: 'critique',
		round: 1,
		prompt,
		schema: CritiqueAnswer,
	});
	if (!reply.ok) return {outcome: 'failed', reason: reply.reason};
	const critique = critiqueOf(state, agent, reply.value, reply.cached);
	await recordCritique(floor, critique, 1);
	const grave = critique.issues.filter(({severity}) => severity !== 'minor');
	const found = `${critique.issues.length} issue${critique.issues.length === 1 ? '' : 's'}, ${grave.length} of them critical or major`;
	return grave.length === 0
		? {outcome: 'completed', reason: `pass: ${found}`}
		: {outcome: 'failed', reason: `fail: ${found}`};
}
