/** Whether a file that lies in the mailbox is the run's next message. Pure. */
import type {BuildMessage, MessageEvent} from '../../../debate/formats/builder-reviewer/events.ts';
import {faultOf, lifecycleOf, type Fault} from './lifecycle.ts';
import {isRepeated, readMessage, type Read, type Side} from './message.ts';

export type Taken = Pick<MessageEvent, 'file' | 'message'>;

/** The run as it is when a file is found: what was taken so far, and which sides are played here. */
export type SoFar = {readonly runId: string; readonly taken: readonly Taken[]; readonly played: readonly Side[]};

/**
 * Who may write the folder may speak, but nobody takes the word out of the mouth of a side that is played here; an
 * alert is welcome from anybody.
 */
export function receive(name: string, text: string, {runId, taken, played}: SoFar): Read {
	const read = readMessage(name, text, runId);
	if (!('message' in read)) return read;
	const messages = taken.map(({message}) => message);
	return (
		sideFault(read.message, played) ??
		duplicateFault(read.message, messages) ??
		faultOf(lifecycleOf(messages), read.message) ??
		timeFault(name, read.message, taken) ??
		read
	);
}

function sideFault({sender, message_type: type}: BuildMessage, played: readonly Side[]): Fault | undefined {
	return played.includes(sender) && type !== 'execution.alert'
		? {rule: 'side', what: `${type} from outside, and the ${sender} is played here`}
		: undefined;
}

const duplicateFault = (message: BuildMessage, before: readonly BuildMessage[]): Fault | undefined =>
	isRepeated(message, before)
		? {rule: 'duplicate', what: `${message.message_type} was sent before, word for word`}
		: undefined;

/** The last name that a next one has to sort after; alerts come at any time and bind nobody. */
export const lastName = (taken: readonly Taken[]): string =>
	taken
		.filter(({message}) => message.message_type !== 'execution.alert')
		.map(({file}) => file)
		.sort()
		.at(-1) ?? '';

function timeFault(name: string, {message_type: type}: BuildMessage, taken: readonly Taken[]): Fault | undefined {
	const last = lastName(taken);
	return type === 'execution.alert' || name > last
		? undefined
		: {rule: 'time', what: `dated before the message that it follows, ${last}`};
}
