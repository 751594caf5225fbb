/** Critiques: every agent reviews the text in parallel, and each critique is recorded. */
import type {NamedCheck, SpecIssue} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import type {Agent} from '../config/config.ts';
import {checksIn, CritiqueAnswer, issueOf} from '../queries/answers.ts';
import {critiquePrompt} from '../queries/prompts.ts';
import {askAgent} from '../queries/query.ts';
import {isOut, settledGroups, undecidedGroups, type SpecState} from '../state/spec-state.ts';
import {approvalFlaw} from './consensus.ts';

export type Critique = {
	readonly agent: Agent;
	readonly issues: readonly SpecIssue[];
	readonly checks: readonly NamedCheck[];
	readonly strongestObjection?: string;
	readonly cached?: true;
};

/** Asks all active agents in parallel. Returns the critiques received in seat order, each recorded and narrated. */
export async function collectCritiques(state: SpecState, floor: Floor, round: number): Promise<Critique[]> {
	const before = {open: undecidedGroups(state), settled: settledGroups(state), changed: state.changed};
	const asking = {about: state.systemMessage, temperature: state.config.temperature};
	const invited = state.agents.filter(({id}) => !isOut(floor, id));
	const answers = await floor.together(
		Object.fromEntries(
			invited.map(agent => [
				`critique-${round}-${agent.id}`,
				async (own: Floor): Promise<Critique | undefined> => {
					const reply = await askAgent(state, own, {
						agent: agent.id,
						persona: agent.persona,
						purpose: 'critique',
						round,
						prompt: critiquePrompt(asking, agent, round, before),
						schema: CritiqueAnswer,
					});
					return reply.ok ? critiqueOf(state, agent, reply.value, reply.cached) : undefined;
				},
			]),
		),
	);
	const critiques = answers.filter(answer => answer !== undefined);
	for (const critique of critiques) await recordCritique(floor, critique, round);
	return critiques;
}

export function critiqueOf(
	state: SpecState,
	agent: Agent,
	{issues, checks, strongest_objection: objection}: CritiqueAnswer,
	cached?: true,
): Critique {
	return {
		agent,
		issues: issues.map(issue => issueOf(issue, state.lastLine)),
		checks: checksIn(state.text, checks),
		...(objection ? {strongestObjection: objection} : {}),
		...(cached ? {cached} : {}),
	};
}

export async function recordCritique(
	floor: Floor,
	{agent, issues, checks, strongestObjection, cached}: Critique,
	round: number,
): Promise<void> {
	const lack = approvalFlaw({checks, strongestObjection});
	const turn = await floor.say(agent.id, critiqueText({issues, strongestObjection, lack}), {kind: 'critique'});
	await floor.record({
		type: 'spec-critique',
		agent: agent.id,
		round,
		turnId: turn.id,
		issues: [...issues],
		checks: [...checks],
		...(strongestObjection === undefined ? {} : {strongestObjection}),
		...(issues.length === 0 && lack !== undefined ? {void: lack} : {}),
		...(cached ? {kept: cached} : {}),
	});
}

function critiqueText({
	issues,
	strongestObjection,
	lack,
}: {
	readonly issues: readonly SpecIssue[];
	readonly strongestObjection: string | undefined;
	readonly lack: string | undefined;
}): string {
	if (issues.length > 0)
		return issues.map(issue => `- ${issue.title} (${issue.severity}${placeOf(issue)}): ${issue.claim}`).join('\n');
	return lack === undefined
		? `I let it pass. The strongest objection that remains: ${strongestObjection ?? ''}`
		: `I let it pass, but this does not count: the approval ${lack}.`;
}

const placeOf = ({lines, section}: SpecIssue): string =>
	lines ? `, line ${lines.from}` : section === undefined ? '' : `, ${section}`;
