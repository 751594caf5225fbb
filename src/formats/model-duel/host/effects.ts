/** Writes a running duel's log. */
import {join} from 'node:path';
import type {Outcome} from '../../../debate/events.ts';
import {isDiskRefusal} from '../../../debate/usage-error.ts';
import {JournalRefused} from '../../../engine/journal/journal.ts';
import {appendEvent, NotAppended} from './append-event.ts';
import {modelDuelConfig} from '../config.ts';
import {DuelEntry, type DuelEvent, appendDuelEvent, type LogAppendResult} from '../log.ts';
import {unfinishedText} from '../prompts.ts';
import {duelLogName, logEvents} from './duel-log.ts';
import type {DebateState} from '../../../debate/state.ts';
import {duelOf} from '../view.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {exitCodes, type DebateOfTask, type TaskQueue} from '../../contract.ts';
import {listOption, type Input} from '../../options.ts';

type DuelEffects = {
	readonly effects: Readonly<Record<string, (input: unknown) => Promise<LogAppendResult>>>;
	/**
	 * Called when the debate has ended: a duel that was stopped, or ran out of budget, is ended in its log too. Returns
	 * what went wrong, in words for the user.
	 */
	readonly close: (ending: DebateEnding) => Promise<string | undefined>;
};

/** `folder` is the debate’s. A `resumed` duel does not write again what its log already has. */
export function openDuelEffects({
	config,
	folder,
	debateId,
	resumed,
}: {
	config: unknown;
	folder: string;
	debateId: string;
	resumed: boolean;
}): DuelEffects {
	const {
		log = join(folder, duelLogName),
		taskId = `task-${debateId}`,
		ackId = `ack-${debateId}`,
	} = modelDuelConfig.parse(config);
	let known: readonly DuelEvent[] | undefined = resumed ? undefined : [];
	const inLog = async (): Promise<readonly DuelEvent[]> => (known ??= await eventsOf(log, debateId));

	async function append(entry: DuelEntry): Promise<LogAppendResult> {
		// A duel has one event of each type, so an id from the type recognizes an append that was not journaled.
		const eventId = `${debateId}.${entry.type}`;
		const written = await inLog();
		if (written.some(event => event.eventId === eventId)) return {eventId};
		try {
			const {event, tornInto} = await appendEvent(log, {...entry, eventId, debateId, taskId, ackId});
			known = [...written, event];
			return {
				eventId: event.eventId,
				...(tornInto === undefined
					? {}
					: {notice: `The last line of ${log} had been cut short; it was set aside in ${tornInto}.`}),
			};
		} catch (error) {
			if (error instanceof NotAppended && isDiskRefusal(error.cause))
				throw new JournalRefused(
					`${error.message}. The debate stops here, for its log would lack what is said now: make room, then go on with "rostrum resume".`,
					{cause: error},
				);
			if (error instanceof NotAppended) return {problem: error.message};
			throw error;
		}
	}

	return {
		effects: {[appendDuelEvent]: input => append(DuelEntry.parse(input))},
		close: async ending => closeLog(await inLog(), append, ending),
	};
}

type DebateEnding = {readonly outcome?: Outcome; readonly reason?: string};

/** Ends a duel in its log that the script left open: with an error, and the draft as its unreviewed result. */
async function closeLog(
	events: readonly DuelEvent[],
	append: (entry: DuelEntry) => Promise<LogAppendResult>,
	{outcome, reason}: DebateEnding,
): Promise<string | undefined> {
	const last = events.at(-1);
	if (outcome === undefined || !last || last.type === 'final') return undefined;
	const why = `The duel ended here (${outcome}${reason === undefined ? '' : `: ${reason}`}).`;
	const bySystem = {round: 1, speaker: 'system'} as const;
	const error =
		last.type === 'error'
			? {eventId: last.eventId}
			: await append({...bySystem, type: 'error', content: why, replyToEventId: last.eventId, status: 'error'});
	if ('problem' in error) return error.problem;
	const draft = events.findLast(({type}) => type === 'draft')?.content ?? '';
	const critique = events.findLast(event => event.type === 'critique');
	const content = draft === '' ? why : unfinishedText(why, draft, critique);
	const final = await append({
		...bySystem,
		type: 'final',
		content,
		replyToEventId: error.eventId,
		status: 'degraded',
	});
	return 'problem' in final ? final.problem : undefined;
}

/** A duel's events in a log, which may hold many others; none where there is no log. */
async function eventsOf(log: string, debateId: string): Promise<DuelEvent[]> {
	const events: DuelEvent[] = [];
	for await (const event of logEvents(log)) if (event.debateId === debateId) events.push(event);
	return events;
}

// `--until-approved`: duels on one task, each of which begins with the text that the one before ended with.

/**
 * Up to `most` duels, until the critics of one find nothing graver than a note. The same command goes on with a chain
 * that was cut off, and begins a new one when the last has ended.
 */
export function openChain(input: Input, most: number): TaskQueue {
	const options = Object.entries(input.options).toSorted(([one], [other]) => (one < other ? -1 : 1));
	const name = `chain-${sha256(JSON.stringify([input.args, options])).slice(0, 10)}`;
	let last: DebateState | undefined;
	let number = 0;
	return {
		file: name,
		from: '--until-approved',
		sample: inputFor(input, name, undefined),
		async *tasks(signal, _complain, held) {
			const run = nextRun(name, most, held);
			for (let previous: string | undefined; number < most && !signal.aborted;) {
				const id = idOf(name, run, ++number);
				yield {id, input: inputFor(input, id, previous)};
				last = held(id);
				previous = last && duelOf(last)?.revision?.text;
				if (last?.outcome !== 'completed' || isApproved(last)) return;
			}
		},
		finished: async () => [],
		taskIn: config => modelDuelConfig.safeParse(config).data?.taskId,
		result: () => last && resultOf(last, number),
	};
}

const idOf = (name: string, run: number, number: number): string => `${name}-${run}-${number}`;

/** The first run that is not at its end, from 1. */
function nextRun(name: string, most: number, held: DebateOfTask): number {
	const ended = (run: number): boolean => {
		for (let number = 1; number <= most; number++) {
			const state = held(idOf(name, run, number));
			if (state?.outcome === undefined) return false;
			if (state.outcome !== 'completed' || isApproved(state)) return true;
		}
		return true;
	};
	let run = 1;
	while (ended(run)) run++;
	return run;
}

const inputFor = ({args, options}: Input, taskId: string, previous: string | undefined): Input => ({
	args,
	options: {
		...options,
		set: [
			...listOption(options, 'set'),
			`taskId=${JSON.stringify(taskId)}`,
			`ackId=${JSON.stringify(`ack-${taskId}`)}`,
			...(previous === undefined ? [] : [`previous=${JSON.stringify(previous)}`]),
		],
	},
});

/** Whether its critics found nothing graver than a note in the text that the duel began with. */
const isApproved = (state: DebateState): boolean => graveIssues(state) === 0;

/** Issues without a severity count: nobody said that they are small. */
const graveIssues = ({formats: {modelDuel}}: DebateState): number =>
	modelDuel.critique?.issues.filter(({severity}) => severity !== 'note').length ?? Infinity;

function resultOf(state: DebateState, number: number): {readonly text: string; readonly code: number} {
	if (state.outcome !== 'completed')
		return {text: `The chain ended with duel ${number}, which did not come to its end.`, code: exitCodes.ok};
	const count = graveIssues(state);
	return count === 0
		? {text: `Approved in duel ${number}: nothing graver than a note was found.`, code: exitCodes.ok}
		: {
				text: `Not approved in ${number} duel${number === 1 ? '' : 's'}: the last critique has ${count} issue${count === 1 ? '' : 's'} above a note, and no critic has read the revision that answers it.`,
				code: exitCodes.threshold,
			};
}
