/** The critique of a draft: by one critic, or by several who read nothing but the draft, their issues merged. */
import type {CritiqueEvent, Issue, Rubric} from '../../debate/formats/model-duel/events.ts';
import type {ExpectedRequest, Floor, Setup} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {DuelCritiqueAnswer} from './answers.ts';
import {criticSeats, type ModelDuelConfig} from './config.ts';
import {critiqueForm} from './forms.ts';
import {StageFailure} from './log/write-log.ts';
import {mergeIssues, mergeMarks} from './merge-critiques.ts';
import {critiquePrompt} from './prompts.ts';
import {readProse} from './prose-critique.ts';

export type DuelSetup = Setup<ModelDuelConfig>;

export type DuelCritique = {
	readonly content: string;
	readonly rubric?: Rubric;
	readonly issues: Issue[];
	readonly unstructured?: true;
};

/** What the critics said: `attack` is the last of their turns, `silent` says who gave no critique, and why. */
export type HeardCritique = {readonly critique: DuelCritique; readonly attack: Turn; readonly silent?: string};

type ExpectRevision = (heard: DebateState, critique: DuelCritique) => ExpectedRequest[];

/** Throws `StageFailure` where no critic gives a critique. */
export async function hearCritique(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	prefetch: ExpectRevision,
): Promise<HeardCritique> {
	const critics = criticSeats(duel.config);
	const [only = ''] = critics;
	if (critics.length > 1) return hearCritics(duel, floor, draft, critics, prefetch);
	const critique = await getCritique(duel, floor, draft, only);
	const attack = await floor.say(only, critique.content, {
		kind: 'critique',
		replyTo: draft.id,
		prefetch: heard => prefetch(heard, critique),
	});
	await floor.record(eventOf(critique, attack, draft));
	return {critique, attack};
}

async function hearCritics(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	critics: readonly string[],
	prefetch: ExpectRevision,
): Promise<HeardCritique> {
	const asked = await floor.together(
		Object.fromEntries(
			critics.map(critic => [`critique ${critic}`, (own: Floor) => tryCritic(duel, own, draft, critic)]),
		),
	);
	const given = asked.flatMap(answer =>
		typeof answer.critique === 'string' ? [] : [{...answer, critique: answer.critique}],
	);
	const silent = asked.flatMap(({critic, critique}) =>
		typeof critique === 'string' ? [`${critic} gave no critique: ${critique}`] : [],
	);
	for (const text of silent) await floor.record({type: 'notice', level: 'warning', text});
	if (given.length === 0) throw new StageFailure('critique', silent.join('; '));
	const rubric = mergeMarks(given.map(({critique}) => critique.rubric));
	const critique: DuelCritique = {
		content: given.map(({critic, critique: {content}}) => `${critic}: ${content}`).join('\n\n'),
		...(rubric ? {rubric} : {}),
		issues: mergeIssues(
			given.map(({critic, critique: {issues}}) => ({critic, issues})),
			draft.text,
		),
		...(given.some(each => each.critique.unstructured) ? {unstructured: true} : {}),
	};
	const turns: Turn[] = [];
	for (const [place, {critic, critique: own}] of given.entries())
		turns.push(
			await floor.say(critic, own.content, {
				kind: 'critique',
				replyTo: draft.id,
				...(place === given.length - 1 ? {prefetch: (heard: DebateState) => prefetch(heard, critique)} : {}),
			}),
		);
	const attack = turns.at(-1);
	if (!attack) throw new StageFailure('critique', 'nobody was heard');
	await floor.record({
		...eventOf(critique, attack, draft),
		critics: given.map(({critic, critique: own}, place) => ({
			critic,
			turnId: turns[place]?.id ?? attack.id,
			...(own.rubric ? {rubric: own.rubric} : {}),
		})),
	});
	return {critique, attack, ...(silent.length > 0 ? {silent: silent.join('; ')} : {})};
}

/** The critique, or why there is none. */
async function tryCritic(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	critic: string,
): Promise<{readonly critic: string; readonly critique: DuelCritique | string}> {
	try {
		return {critic, critique: await getCritique(duel, floor, draft, critic)};
	} catch (error) {
		if (error instanceof StageFailure) return {critic, critique: error.message};
		throw error;
	}
}

/** A critique that passes the schema, or, if the config allows it, plain prose that makes a point. */
async function getCritique(duel: DuelSetup, floor: Floor, draft: Turn, critic: string): Promise<DuelCritique> {
	const {stageTimeoutMs, allowUnstructuredCritique} = duel.config;
	const answer = await floor.ask(critic, critiquePrompt(duel, floor.heard, draft, critic), DuelCritiqueAnswer, {
		purpose: 'critique',
		limitMs: stageTimeoutMs,
		form: critiqueForm,
	});
	if (answer.ok) return answer.value;
	const prose = allowUnstructuredCritique && answer.whole ? readProse(answer.raw ?? '', draft.text) : undefined;
	if (!prose) throw new StageFailure('critique', answer.reason);
	await floor.record({
		type: 'notice',
		level: 'info',
		text: `The critique came as plain prose; ${prose.issues.length} point${prose.issues.length === 1 ? ' was' : 's were'} read from it, and it has no marks.`,
	});
	return {...prose, unstructured: true};
}

/** The requests for critiques, made while the draft is still being read aloud. */
export function expectCritiques(duel: DuelSetup, heard: DebateState): ExpectedRequest[] {
	const draft = heard.turns.findLast(({kind}) => kind === 'draft');
	const critics = criticSeats(duel.config);
	// Requests of several critics belong to tasks of their own, which cannot be made ahead.
	return draft && critics.length === 1
		? critics.map(ask => ({
				ask,
				prompt: critiquePrompt(duel, heard, draft, ask),
				schema: DuelCritiqueAnswer,
				name: 'critique',
				limitMs: duel.config.stageTimeoutMs,
			}))
		: [];
}

const eventOf = ({rubric, unstructured, issues}: DuelCritique, attack: Turn, draft: Turn): CritiqueEvent => ({
	type: 'critique',
	turnId: attack.id,
	of: draft.id,
	...(rubric ? {rubric} : {}),
	...(unstructured ? {unstructured} : {}),
	issues,
});
