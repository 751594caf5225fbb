/** A run in progress: which sides are played here, and how messages are sent, received and recorded. */
import {
	haltOf,
	bodySchemas,
	type BodyOf,
	type MessageType,
	type PersonDecision,
} from '../../debate/formats/builder-reviewer.ts';
import type {Floor, Prompt, Workplace} from '../../debate/protocol.ts';
import {listen, postMessage, askPerson, handIn, RunOver} from './effects.ts';
import {senderOf, type BuildSide, type AcceptedMessage} from './mailbox.ts';
import {narrate} from './run-events.ts';
import type {BuildJob} from './prompts.ts';

export type BuildRun = BuildJob & {
	/** Whether the builder edits files itself or answers with diffs. */
	readonly works: 'diff' | 'itself';
	/** Accepted messages of the other program that were not processed yet. */
	readonly inbox: AcceptedMessage[];
	/** How many alerts came before a person last decided on a critical one. */
	alertsDecided: number;
};
export type RunMessageBody<T extends MessageType> = BodyOf[T];

/** A builder that edits files itself gets access to the worktree. */
export const withWorkplace = (run: BuildRun, prompt: Prompt, may: Workplace['may']): Prompt =>
	run.works === 'itself' ? {...prompt, workplace: {folder: run.opened.workplace, may}} : prompt;

export const isPlayedHere = ({config: {side}}: BuildRun, who: BuildSide): boolean => side === 'both' || side === who;

/**
 * The next message of a type: composed and sent if its side is played here, otherwise awaited from the other program.
 * `key` identifies it among messages of its type. Throws `RunOver`.
 */
export async function nextMessage<T extends MessageType>(
	run: BuildRun,
	floor: Floor,
	type: T,
	key: string,
	compose: () => Promise<RunMessageBody<T>>,
): Promise<RunMessageBody<T>> {
	return isPlayedHere(run, senderOf(type))
		? sendMessage(run, floor, type, key, await compose())
		: awaitMessage(run, floor, type);
}

/** Writes a message to the mailbox, records it and narrates it. */
export async function sendMessage<T extends MessageType>(
	run: BuildRun,
	floor: Floor,
	type: T,
	key: string,
	body: RunMessageBody<T>,
): Promise<RunMessageBody<T>> {
	const posted = await postMessage(floor, {
		runId: run.opened.runId,
		taken: acceptedMessages(floor),
		draft: {sender: senderOf(type), message_type: type, body},
		key,
	});
	await recordMessage(floor, posted);
	return bodyOf(posted, type);
}

/** Waits for the other program's next message. The mailbox has already refused messages that are out of order. */
async function awaitMessage<T extends MessageType>(run: BuildRun, floor: Floor, type: T): Promise<RunMessageBody<T>> {
	for (;;) {
		const first = run.inbox.shift();
		if (first?.message.message_type === 'session.end')
			throw new RunOver(
				first.message.body.status,
				first.message.body.summary ?? `the ${first.message.sender} ended the run`,
			);
		if (first && first.message.message_type === type) return bodyOf(first, type);
		if (first) continue;
		const came = await receiveMessages(run, floor, run.config.otherSideMs);
		if (!came)
			throw new RunOver(
				'failed',
				`no ${type} came from the ${senderOf(type)} within ${Math.round(run.config.otherSideMs / 1000)} s; the mailbox is ${run.opened.mailbox}`,
			);
		throwIfHalted(run, floor);
		throwIfOver(floor);
	}
}

/** Accepts messages from outside, waiting for at most `withinMs`. Returns whether any arrived. */
export async function receiveMessages(run: BuildRun, floor: Floor, withinMs: number): Promise<boolean> {
	const {taken, refused} = await listen(floor, {runId: run.opened.runId, taken: acceptedMessages(floor), withinMs});
	for (const refusal of refused) await floor.record({type: 'message-refused', ...refusal});
	for (const one of taken) {
		await recordMessage(floor, one);
		run.inbox.push(one);
	}
	return taken.length + refused.length > 0;
}

/** Throws `RunOver` after a critical alert that nobody has decided on, where nothing can be asked in between. */
export function throwIfHalted(run: BuildRun, floor: Floor): void {
	const halt = haltOf(floor.heard.formats.builderReviewer, run.alertsDecided);
	if (halt)
		throw new RunOver(
			'halted',
			`stopped by a critical alert${halt.step === undefined ? '' : ` on ${halt.step}`}: ${halt.reason}`,
		);
}

/** Throws `RunOver` if the user wants to stop. */
export function throwIfOver(floor: Floor): void {
	if (floor.stopping) throw new RunOver('stopped', 'stopped by the user');
}

const acceptedMessages = (floor: Floor): AcceptedMessage[] =>
	floor.heard.formats.builderReviewer.messages.map(({file, message}) => ({file, message}));

async function recordMessage(floor: Floor, {file, message}: AcceptedMessage): Promise<void> {
	await floor.record({type: 'message', file, message});
	await floor.say(message.sender, narrate(message), {kind: message.message_type});
}

function bodyOf<T extends MessageType>({file, message}: AcceptedMessage, type: T): RunMessageBody<T> {
	if (message.message_type !== type) throw new Error(`${file} is ${message.message_type} where ${type} was expected`);
	return bodySchemas[type].parse(message.body);
}

// Where a person decides how a run goes on: on the plan, its risk, a critical alert, and the accepted work.

type GateQuestion = {readonly about: PersonDecision['about']; readonly text: string};

/**
 * Asks a person, with the work so far kept as a patch. Where nobody is there, the run halts, and is resumed with the
 * decision. Throws `RunOver` where the person stops it.
 */
async function decidedByPerson(run: BuildRun, floor: Floor, question: GateQuestion): Promise<PersonDecision> {
	const {cycle} = floor.heard.formats.builderReviewer;
	if (floor.heard.formats.builderReviewer.updates.length > 0) await handIn(floor, cycle);
	const {decision, comments} = await askPerson(floor, {...question, cycle});
	await floor.record({
		type: 'notice',
		level: 'info',
		text: `The person asked decides: ${decision}${comments.length === 0 ? '' : `: ${comments.join(' ')}`}.`,
	});
	if (decision === 'stop' && question.about !== 'final')
		throw new RunOver('stopped', `a person stopped it when asked: ${question.text}`);
	return {about: question.about, decision, comments};
}

/** The person's decision on the plan, where one is wanted: always on a high risk. */
export async function approvePlan(run: BuildRun, floor: Floor): Promise<PersonDecision | undefined> {
	if (!isPlayedHere(run, 'builder')) return undefined;
	const {plan, feedback} = floor.heard.formats.builderReviewer;
	const isRisky = feedback?.risk === 'high';
	const wanted = run.config.approve ?? [];
	if (!isRisky && !wanted.includes('plan') && !(wanted.includes('risk') && feedback?.risk === 'medium'))
		return undefined;
	return decidedByPerson(run, floor, {
		about: isRisky ? 'risk' : 'plan',
		text: `The plan: ${plan?.summary ?? ''} The reviewer scores its risk ${feedback?.risk ?? 'low'}.${(feedback?.risks ?? []).map(risk => ` ${risk}`).join('')} Is it carried out?`,
	});
}

/**
 * The person's decision on critical alerts that came since the last one, if there is one. Beside another program's
 * builder there is nobody to ask here: the run is over.
 */
export async function decideOnAlert(run: BuildRun, floor: Floor): Promise<PersonDecision | undefined> {
	const halt = haltOf(floor.heard.formats.builderReviewer, run.alertsDecided);
	if (!halt) return undefined;
	const what = `a critical alert${halt.step === undefined ? '' : ` on ${halt.step}`}: ${halt.reason}`;
	if (!isPlayedHere(run, 'builder')) throw new RunOver('halted', `stopped by ${what}`);
	run.alertsDecided = floor.heard.formats.builderReviewer.alerts.length;
	return decidedByPerson(run, floor, {
		about: 'alert',
		text: `The reviewer halts the run by ${what.replace(/\.$/u, '')}. Does it go on?`,
	});
}

/** The person's decision on work that the reviewer accepts, where they want to be asked. */
export const approveFinal = async (run: BuildRun, floor: Floor): Promise<PersonDecision | undefined> =>
	isPlayedHere(run, 'builder') && run.config.approve?.includes('final')
		? decidedByPerson(run, floor, {
				about: 'final',
				text: 'The reviewer accepts the work. Is it handed over as asked?',
			})
		: undefined;
