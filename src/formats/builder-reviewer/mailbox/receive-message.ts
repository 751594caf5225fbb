/** Decides whether a file found in the mailbox is the run's next message. Pure. */
import type {BuildMessage, MessageEvent} from '../../../debate/formats/builder-reviewer/events.ts';
import {faultOf, lifecycleOf, type MessageFault} from './lifecycle.ts';
import {isRepeated, readMessage, type ReadMessage, type BuildSide} from './message.ts';

export type AcceptedMessage = Pick<MessageEvent, 'file' | 'message'>;

/** The messages accepted so far, and the sides played here. */
export type ReceivedRun = {
	readonly runId: string;
	readonly taken: readonly AcceptedMessage[];
	readonly played: readonly BuildSide[];
};

/** Messages of a side played here are refused, except alerts, which anyone may send. */
export function receiveMessage(name: string, text: string, {runId, taken, played}: ReceivedRun): ReadMessage {
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

function sideFault({sender, message_type: type}: BuildMessage, played: readonly BuildSide[]): MessageFault | undefined {
	return played.includes(sender) && type !== 'execution.alert'
		? {rule: 'side', what: `${type} from outside, and the ${sender} is played here`}
		: undefined;
}

const duplicateFault = (message: BuildMessage, before: readonly BuildMessage[]): MessageFault | undefined =>
	isRepeated(message, before)
		? {rule: 'duplicate', what: `${message.message_type} was sent before, word for word`}
		: undefined;

/** The file name that the next one must sort after; alerts are exempt. */
export const lastName = (taken: readonly AcceptedMessage[]): string =>
	taken
		.filter(({message}) => message.message_type !== 'execution.alert')
		.map(({file}) => file)
		.sort()
		.at(-1) ?? '';

function timeFault(
	name: string,
	{message_type: type}: BuildMessage,
	taken: readonly AcceptedMessage[],
): MessageFault | undefined {
	const last = lastName(taken);
	return type === 'execution.alert' || name > last
		? undefined
		: {rule: 'time', what: `dated before the message that it follows, ${last}`};
}
