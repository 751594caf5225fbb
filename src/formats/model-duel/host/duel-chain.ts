/** `--until-approved`: duels on one task, each of which begins with the text that the one before ended with. */
import type {DebateState} from '../../../debate/state.ts';
import {duelOf} from '../../../debate/views/model-duel.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {modelDuelConfig} from '../config.ts';
import {exitCodes} from '../../contract/exit-codes.ts';
import type {DebateOfTask, TaskQueue} from '../../contract/format-host.ts';
import {listOption, type Input} from '../../contract/options.ts';

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
