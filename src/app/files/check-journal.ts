/** Checks consistency between the events of a journal, beyond what each line shows on its own. Pure. */
import type {JournalEvent} from '../../debate/events.ts';
import type {FormatEvent} from '../../debate/slices.ts';
import type {FileFault} from '../../formats/contract.ts';
import {sha256} from '../../engine/host/hash.ts';
import {rulesVersion} from '../../debate/rubric.ts';
import {formats} from '../../formats/index.ts';

type OpenTurn = {readonly speaker: string; text: string};
type JournalScan = {
	readonly seats: Set<string>;
	readonly open: Map<string, OpenTurn>;
	readonly ended: Set<string>;
	/** Id of the debate's format, which checks its own events. */
	protocol?: string;
};

/**
 * Checks that speakers have seats, turns start and end once, a turn's text equals its deltas, and what the debate's
 * format knows to be wrong, such as a score that does not follow from its items. Lines count from 1.
 */
export function checkEvents(events: readonly JournalEvent[]): FileFault[] {
	const scan: JournalScan = {seats: new Set(), open: new Map(), ended: new Set()};
	return events.flatMap((event, place) =>
		[...checkEvent(event, scan), ...audit(event, scan)].map(what => ({line: place + 1, what})),
	);
}

const isJudging = (protocol: string): boolean => formats.some(({judgingScripts}) => judgingScripts?.includes(protocol));

function audit(event: JournalEvent, {protocol = ''}: JournalScan): string[] {
	const format = formats.find(({id, judgingScripts}) => id === protocol || judgingScripts?.includes(protocol));
	const fault = format?.auditEvent?.(event);
	return fault === undefined ? [] : [fault];
}

function checkEvent(event: JournalEvent, scan: JournalScan): string[] {
	switch (event.type) {
		case 'debate-start':
			for (const {id} of event.participants) scan.seats.add(id);
			scan.protocol = event.protocol;
			return [];
		case 'turn-start':
			return begin(event, scan);
		case 'turn-delta':
			return hear(event, scan);
		case 'turn-end':
			return end(event, scan);
		case 'evaluation':
		case 'interruption':
		case 'interjection':
			return scan.ended.has(event.turnId) || scan.open.has(event.turnId) || isJudging(scan.protocol ?? '')
				? []
				: [`${event.type} is about a turn that never began: "${event.turnId}"`];
		case 'debate-end':
			return [...scan.open.keys()].map(id => `the debate ends while turn "${id}" is open`);
		// They open and close nothing, and are about no turn.
		case 'segment-start':
		case 'participant-out':
		case 'participant-back':
		case 'user-action':
		case 'voice-call':
		case 'notice':
		case 'step-end':
		case 'sources':
		case 'passages':
		case 'research':
		case 'citation':
		case 'support':
		// What an edition names is looked up where it is shown: what is not there is not shown.
		case 'edition':
		// So is what listeners ask and object to.
		case 'audience':
			return [];
		default:
			// What formats record is audited by the format.
			event satisfies FormatEvent;
			return [];
	}
}

function begin(
	{turnId, speaker}: Extract<JournalEvent, {type: 'turn-start'}>,
	{seats, open, ended}: JournalScan,
): string[] {
	const twice = open.has(turnId) || ended.has(turnId);
	open.set(turnId, {speaker, text: ''});
	const strange = seats.has(speaker) || speaker === 'user' ? [] : [`"${speaker}" speaks and has no seat`];
	return twice ? [...strange, `turn "${turnId}" begins twice`] : strange;
}

function hear({turnId, text}: Extract<JournalEvent, {type: 'turn-delta'}>, {open}: JournalScan): string[] {
	const turn = open.get(turnId);
	if (!turn) return [`words of turn "${turnId}", which is not open`];
	turn.text += text;
	return [];
}

function end(
	{turnId, text, contentHash}: Extract<JournalEvent, {type: 'turn-end'}>,
	{open, ended}: JournalScan,
): string[] {
	const turn = open.get(turnId);
	if (!turn) return [`turn "${turnId}" ends and is not open`];
	open.delete(turnId);
	ended.add(turnId);
	const faults = turn.text === text ? [] : [`the text of turn "${turnId}" is not what its words add up to`];
	return sha256(text) === contentHash
		? faults
		: [...faults, `the text of turn "${turnId}" does not match its contentHash`];
}

/** Which scores are not worked out again: they follow other rules than ours, and are taken as they were recorded. */
export function notChecked(events: readonly JournalEvent[]): string | undefined {
	const others = events.flatMap(event =>
		event.type === 'evaluation' && event.adherenceScore !== null && event.rules !== rulesVersion ? [event] : [],
	);
	if (others.length === 0) return undefined;
	const rules = [...new Set(others.map(event => event.rules ?? 1))].join(', ');
	return `${others.length} ${others.length === 1 ? 'score was' : 'scores were'} not worked out again: made by rules ${rules}, and this Rostrum has rules ${rulesVersion}`;
}
