/** A model duel, from top to bottom: request, draft, critique, revision, final. */
import {cleanText} from '../../debate/text/intake.ts';
import {isPerson} from '../../debate/seats.ts';
import type {Answer, Ending, ExpectedRequest, Floor} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {revisionAnswer, type RevisionAnswer, lengthOf, type Length} from './config.ts';
import {openDuelLog, StageFailure, type WriteEntry} from './log.ts';
import {expectCritiques, hearCritique, type DuelCritique, type DuelSetup} from './critiques.ts';
import {revisionForm} from './forms.ts';
import {draftPrompt, revisionPrompt, unfinishedText} from './prompts.ts';

/** Runs the duel on the given floor and returns how it ended. */
export async function script(duel: DuelSetup, floor: Floor): Promise<Ending> {
	const write = openDuelLog(floor);
	const said: {draft?: Turn; critique?: DuelCritique} = {};
	relayUserWords(floor);
	try {
		await floor.segment('request');
		await write({speaker: 'system', type: 'request', content: cleanText(duel.subject.text), status: 'ok'});

		await floor.segment('draft');
		said.draft = await getDraft(duel, floor);
		if (said.draft.finish === 'failed') throw new StageFailure('draft', said.draft.reason ?? 'gave no answer');
		await write({speaker: 'codex', type: 'draft', content: said.draft.text, status: 'ok'});
		throwIfStopping('draft', floor);

		await floor.segment('critique');
		const {critique, attack, silent} = await hearCritique(duel, floor, said.draft, (heard, given) =>
			expectRevision(duel, heard, given),
		);
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
		return silent === undefined ? {outcome: 'completed'} : {outcome: 'degraded', reason: silent};
	} catch (error) {
		if (error instanceof StageFailure) return closeDegraded(error, said, floor, write);
		throw error;
	}
}

/** A draft, or the text that the duel before ended with. */
async function getDraft(duel: DuelSetup, floor: Floor): Promise<Turn> {
	const {previous, stageTimeoutMs} = duel.config;
	const options = {kind: 'draft', prefetch: (heard: DebateState) => expectCritiques(duel, heard)};
	return previous === undefined
		? floor.speak('codex', draftPrompt(duel, floor.heard), {...options, limitMs: stageTimeoutMs})
		: floor.say('codex', previous, options);
}

/** A revision; one that is over the limit of the task is asked for once more. */
async function getRevision(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	attack: Turn,
	critique: DuelCritique,
): Promise<RevisionAnswer> {
	const ask = (tooLong?: Length): Promise<Answer<RevisionAnswer>> =>
		floor.ask(
			'codex',
			revisionPrompt(duel, floor.heard, attack, critique.issues, tooLong),
			revisionAnswer(critique.issues.length),
			{purpose: 'revision', limitMs: duel.config.stageTimeoutMs, form: revisionForm(draft.text, critique.issues)},
		);
	const first = await ask();
	if (!first.ok) throw new StageFailure('revision', first.reason);
	const length = (text: string): Length | undefined => lengthOf(duel.subject.text, text);
	const over = length(first.value.content);
	if (!over || over.long <= over.most) return first.value;
	const byPerson = floor.heard.seats.some(seat => seat.id === 'codex' && isPerson(seat));
	const again = byPerson ? undefined : await ask(over);
	const long = again?.ok === true ? (length(again.value.content)?.long ?? 0) : Infinity;
	const best = again?.ok === true && long < over.long ? again.value : first.value;
	const left = Math.min(long, over.long);
	if (left > over.most)
		await floor.record({
			type: 'notice',
			level: 'warning',
			text: `The revised text has ${left} ${over.unit}, and the task allows at most ${over.most}.`,
		});
	return best;
}

/** The next stage's request is made while this stage is still being read aloud. */
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
