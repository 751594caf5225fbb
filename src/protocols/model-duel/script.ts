/** A model duel, from top to bottom: request, draft, critique, revision, final. */
import type {Issue, Rubric} from '../../debate/formats/model-duel/events.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Ending, ExpectedRequest, Floor, Setup} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {DuelCritiqueAnswer, revisionAnswer, type RevisionAnswer} from './answers.ts';
import type {ModelDuelConfig} from './config.ts';
import {openDuelLog, StageFailure, type WriteEntry} from './log/write-log.ts';
import {critiqueForm, revisionForm} from './forms.ts';
import {critiquePrompt, draftPrompt, revisionPrompt} from './prompts.ts';
import {readProse} from './prose-critique.ts';
import {unfinishedText} from './unfinished-text.ts';

type DuelSetup = Setup<ModelDuelConfig>;
type DuelCritique = {
	readonly content: string;
	readonly rubric?: Rubric;
	readonly issues: Issue[];
	readonly unstructured?: true;
};

/** Runs the duel on the given floor and returns how it ended. */
export async function script(duel: DuelSetup, floor: Floor): Promise<Ending> {
	const write = openDuelLog(floor);
	const said: {draft?: Turn; critique?: DuelCritique} = {};
	relayUserWords(floor);
	try {
		await floor.segment('request');
		await write({speaker: 'system', type: 'request', content: cleanText(duel.subject.text), status: 'ok'});

		await floor.segment('draft');
		said.draft = await floor.speak('codex', draftPrompt(duel, floor.heard), {
			kind: 'draft',
			limitMs: duel.config.stageTimeoutMs,
			prefetch: heard => expectCritique(duel, heard),
		});
		if (said.draft.finish === 'failed') throw new StageFailure('draft', said.draft.reason ?? 'gave no answer');
		await write({speaker: 'codex', type: 'draft', content: said.draft.text, status: 'ok'});
		throwIfStopping('draft', floor);

		await floor.segment('critique');
		const critique = await getCritique(duel, floor, said.draft);
		const attack = await floor.say('antigravity', critique.content, {
			kind: 'critique',
			replyTo: said.draft.id,
			prefetch: heard => expectRevision(duel, heard, critique),
		});
		await floor.record({
			type: 'critique',
			turnId: attack.id,
			of: said.draft.id,
			...marksOf(critique),
			issues: critique.issues,
		});
		said.critique = critique;
		await write({speaker: 'antigravity', type: 'critique', ...critique, status: 'ok'});
		throwIfStopping('critique', floor);

		await floor.segment('revision');
		const {content, decision, rubric, responses} = await getRevision(duel, floor, said.draft, attack, critique);
		const revised = await floor.say('codex', content, {kind: 'revision', replyTo: attack.id});
		await floor.record({type: 'revision', turnId: revised.id, of: attack.id, decision, rubric, responses});
		await write({
			speaker: 'codex',
			type: 'revision',
			content,
			rubric,
			issues: critique.issues,
			...(critique.unstructured ? {unstructured: true} : {}),
			decision,
			responses,
			status: 'ok',
		});

		await write({speaker: 'system', type: 'final', content, status: 'completed'});
		return {outcome: 'completed'};
	} catch (error) {
		if (error instanceof StageFailure) return closeDegraded(error, said, floor, write);
		throw error;
	}
}

/** A critique that passes the schema, or, if the config allows it, plain prose that makes a point. */
async function getCritique(duel: DuelSetup, floor: Floor, draft: Turn): Promise<DuelCritique> {
	const {stageTimeoutMs, allowUnstructuredCritique} = duel.config;
	const answer = await floor.ask('antigravity', critiquePrompt(duel, floor.heard, draft), DuelCritiqueAnswer, {
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

async function getRevision(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	attack: Turn,
	{issues}: DuelCritique,
): Promise<RevisionAnswer> {
	const answer = await floor.ask(
		'codex',
		revisionPrompt(duel, floor.heard, attack, issues),
		revisionAnswer(issues.length),
		{purpose: 'revision', limitMs: duel.config.stageTimeoutMs, form: revisionForm(draft.text, issues)},
	);
	if (answer.ok) return answer.value;
	throw new StageFailure('revision', answer.reason);
}

/** The next stage's request is made while this stage is still being read aloud. */
function expectCritique(duel: DuelSetup, heard: DebateState): ExpectedRequest[] {
	const draft = heard.turns.findLast(({kind}) => kind === 'draft');
	return draft
		? [
				{
					ask: 'antigravity',
					prompt: critiquePrompt(duel, heard, draft),
					schema: DuelCritiqueAnswer,
					name: 'critique',
					limitMs: duel.config.stageTimeoutMs,
				},
			]
		: [];
}

function expectRevision(duel: DuelSetup, heard: DebateState, {issues}: DuelCritique): ExpectedRequest[] {
	const attack = heard.turns.findLast(({kind}) => kind === 'critique');
	return attack
		? [
				{
					ask: 'codex',
					prompt: revisionPrompt(duel, heard, attack, issues),
					schema: revisionAnswer(issues.length),
					name: 'revision',
					limitMs: duel.config.stageTimeoutMs,
				},
			]
		: [];
}

const marksOf = ({rubric, unstructured}: DuelCritique): Pick<DuelCritique, 'rubric' | 'unstructured'> => ({
	...(rubric ? {rubric} : {}),
	...(unstructured ? {unstructured} : {}),
});

function throwIfStopping(stage: string, {stopping}: Floor): void {
	if (stopping) throw new StageFailure(stage, 'the user stopped the duel here');
}

/** The error path: records what failed, and hands over the draft, and the critique that nobody has answered. */
async function closeDegraded(
	{stage, message}: StageFailure,
	said: {readonly draft?: Turn; readonly critique?: DuelCritique},
	floor: Floor,
	write: WriteEntry,
): Promise<Ending> {
	const reason = cleanText(`${stage} failed: ${message}`).replaceAll(/\s+/gu, ' ');
	const draft = said.draft?.text.trim() ?? '';
	const text = unfinishedText(reason, draft, said.critique);
	await floor.segment('final');
	await floor.record({type: 'notice', level: 'error', text: reason});
	if (draft !== '') await floor.say('codex', text, {kind: 'unreviewed'});
	if (stage !== 'log') await closeLog(reason, text, floor, write);
	return {outcome: 'degraded', reason};
}

async function closeLog(reason: string, text: string, floor: Floor, write: WriteEntry): Promise<void> {
	try {
		await write({speaker: 'system', type: 'error', content: reason, status: 'error'});
		await write({speaker: 'system', type: 'final', content: text, status: 'degraded'});
	} catch (error) {
		if (!(error instanceof StageFailure)) throw error;
		await floor.record({type: 'notice', level: 'error', text: error.message});
	}
}

/** A duel has no arbiter; the user's words are heard by whoever speaks next. */
function relayUserWords(floor: Floor): void {
	floor.on('barge-in', async ({text}, own) => {
		await own.say('user', text, {kind: 'barge-in', amid: true});
	});
	floor.on('interject', async (_action, own) => {
		await own.record({
			type: 'notice',
			level: 'info',
			text: 'A duel has no arbiter to step in. Barge in with words of your own: whoever comes next will hear them.',
		});
	});
}
