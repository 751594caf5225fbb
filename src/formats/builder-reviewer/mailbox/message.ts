/** Messages as files: naming, writing and reading. Pure. */
import {z} from 'zod';
import {reasonOf} from '../../../debate/text/reason.ts';
import {BuildMessage, type MessageType} from '../../../debate/formats/builder-reviewer/events.ts';
import {cleanCode} from '../../../debate/text/intake.ts';
import type {MessageFault} from './lifecycle.ts';

export type BuildSide = BuildMessage['sender'];
export const otherSide = (side: BuildSide): BuildSide => (side === 'builder' ? 'reviewer' : 'builder');

/** The largest message that is read, in bytes. */
export const maxMessageBytes = 2_000_000;

const senders: Readonly<Record<MessageType, BuildSide>> = {
	'session.start': 'builder',
	'plan.proposed': 'builder',
	'execution.update': 'builder',
	'session.end': 'builder',
	'session.ack': 'reviewer',
	'plan.feedback': 'reviewer',
	'execution.alert': 'reviewer',
	'review.decision': 'reviewer',
};
export const senderOf = (type: MessageType): BuildSide => senders[type];
const isType = (type: string): type is MessageType => Object.hasOwn(senders, type);

const fileNamePattern = /^(?<date>\d{8})T(?<time>\d{9})Z-[\w.-]+\.json$/u;

/**
 * `20251006T130000000Z-builder-plan.proposed-c1.json`: the time first, in milliseconds, so that names sort by time;
 * `key` says which message of its kind it is.
 */
export const fileNameOf = (timestamp: string, sender: BuildSide, type: MessageType, key: string): string =>
	`${new Date(timestamp).toISOString().replaceAll(/[-:.]/gu, '')}-${sender}-${type}-${key}.json`;

/** Whether a file is there to be read; others, such as temporary names, are still being written. */
export const isMessageFile = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.');

/** The text of a message's file. */
export const writeMessage = (message: BuildMessage): string => `${JSON.stringify(message, undefined, '\t')}\n`;

const maxSlugLength = 40;

/** A run's id, which is also its folder's name: `2025-10-06-refactor-config-loader`. `startedAt` is ISO 8601. */
export function runIdOf(startedAt: string, goal: string): string {
	const words = goal
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu) ?? ['task'];
	const [first = 'task', ...rest] = words.map(word => word.slice(0, maxSlugLength));
	let slug = first;
	for (const word of rest) {
		if (slug.length + 1 + word.length > maxSlugLength) break;
		slug += `-${word}`;
	}
	return `${startedAt.slice(0, 10)}-${slug}`;
}

export type ReadMessage = {readonly message: BuildMessage} | MessageFault;

/** Reads a file of the run on its own; whether it may come now is for the lifecycle to decide. */
export function readMessage(name: string, text: string, runId: string): ReadMessage {
	const stamp = fileNamePattern.exec(name);
	if (!stamp)
		return {
			rule: 'name',
			what: 'the name does not begin with the time, as 20251006T130000000Z-builder-plan.proposed.json does',
		};
	const json = parseJson(text);
	if ('what' in json) return json;
	return envelopeFault(json.value, runId) ?? readBody(json.value, name);
}

function parseJson(text: string): {readonly value: unknown} | MessageFault {
	if (text.trim() === '') return {rule: 'json', what: 'the file is empty'};
	try {
		return {value: JSON.parse(text)};
	} catch (error) {
		return {
			rule: 'json',
			what: `not valid JSON, perhaps incomplete: ${reasonOf(error)}`,
		};
	}
}

const loose = z.unknown().transform(value => (typeof value === 'string' ? value : undefined));
const Envelope = z.object({schema_version: loose, timestamp: loose, sender: loose, run_id: loose, message_type: loose});

/** The first thing that is wrong around the body. */
function envelopeFault(value: unknown, runId: string): MessageFault | undefined {
	const read = Envelope.safeParse(value);
	if (!read.success) return {rule: 'json', what: 'not one JSON object'};
	const {schema_version, timestamp, sender, run_id, message_type} = read.data;
	if (schema_version !== '0.1')
		return {rule: 'version', what: `schema_version ${shown(schema_version)}, must be "0.1"`};
	if (!z.iso.datetime({offset: true}).safeParse(timestamp).success)
		return {
			rule: 'timestamp',
			what: `timestamp ${shown(timestamp)}, must be an ISO 8601 date and time with Z or an offset`,
		};
	if (sender !== 'builder' && sender !== 'reviewer')
		return {rule: 'sender', what: `sender ${shown(sender)}, must be builder or reviewer`};
	if (message_type === undefined || !isType(message_type))
		return {
			rule: 'type',
			what: `message_type ${shown(message_type)}, must be one of ${Object.keys(senders).join(', ')}`,
		};
	if (senders[message_type] !== sender)
		return {rule: 'author', what: `${message_type} by the ${sender}, only the ${senders[message_type]} may send it`};
	if (run_id !== runId) return {rule: 'run', what: `run_id ${shown(run_id)}, this run is "${runId}"`};
	return undefined;
}

function readBody(value: unknown, name: string): ReadMessage {
	const read = BuildMessage.safeParse(value);
	if (!read.success)
		return {
			rule: 'body',
			what: read.error.issues
				.slice(0, 3)
				.map(({path, message}) => `${path.join('.')}: ${message}`)
				.join('; '),
		};
	if (Math.abs(timeIn(name) - Date.parse(read.data.timestamp)) >= 1000)
		return {rule: 'time', what: `the time in the file’s name differs from the timestamp, ${read.data.timestamp}`};
	const plain = BuildMessage.safeParse({...read.data, body: cleanedTexts(read.data.body)});
	return plain.success
		? {message: plain.data}
		: {rule: 'body', what: 'nothing is left of it after control characters and secrets are removed'};
}

/** Every text in a value made plain, as all that comes in; code keeps its tabs. */
export function cleanedTexts(value: unknown): unknown {
	if (typeof value === 'string') return cleanCode(value);
	if (Array.isArray(value)) return value.map(cleanedTexts);
	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleanedTexts(each)]))
		: value;
}

/** The time that a name begins with, in milliseconds since 1970. */
export function timeIn(name: string): number {
	const {date = '', time = ''} = fileNamePattern.exec(name)?.groups ?? {};
	const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/u.exec(date + time)?.slice(1) ?? [];
	const [year, month, day, hour, minute, second, rest] = parts;
	return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`);
}

const shown = (value: string | undefined): string =>
	value === undefined ? 'is missing' : `is "${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;

/** Everything but the timestamp. */
const contentKey = ({timestamp: _timestamp, ...message}: BuildMessage): string => JSON.stringify(message);

/**
 * Whether the same message was sent before; alerts must also have the same time. Feedback may be the same on a plan
 * that a person sent back.
 */
export const isRepeated = (message: BuildMessage, before: readonly BuildMessage[]): boolean =>
	message.message_type !== 'execution.alert'
		? sinceItsPlan(message, before).some(other => contentKey(other) === contentKey(message))
		: before.some(other => JSON.stringify(other) === JSON.stringify(message));

const sinceItsPlan = ({message_type: type}: BuildMessage, before: readonly BuildMessage[]): readonly BuildMessage[] =>
	type === 'plan.feedback'
		? before.slice(before.findLastIndex(other => other.message_type === 'plan.proposed'))
		: before;
