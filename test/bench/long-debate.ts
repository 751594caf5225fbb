/** A journal of as many turns as wanted: a debate that the engine ran, its exchanges told again and again. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DebateEvent, type JournalEvent, type Participant} from '../../src/debate/events.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {formatOf} from '../../src/formats/index.ts';
import {rehearsalVoice} from '../../src/rehearsal/rehearse.ts';

const frameworks = ['utilitarian', 'virtue_ethics', 'deontological', 'pragmatic', 'libertarian', 'communitarian'];

/** Six chairs, judged and interrupted, on rehearsal voices: every event as the engine makes it. */
export async function held(seed = 7): Promise<JournalEvent[]> {
	const protocol = formatOf('duelogic');
	if (!protocol) throw new Error('there is no duelogic');
	const config = protocol.config.parse({
		mode: 'duelogic',
		flow: {maxExchanges: 3, targetDurationMinutes: 60},
		chairs: frameworks.map((framework, index) => ({
			position: `chair_${index + 1}`,
			framework,
			modelId: `rehearsal-${index + 1}`,
		})),
	});
	const participants: Participant[] = protocol.openSeats(config).map(seat => ({
		id: seat.id,
		name: `Speaker ${seat.id.at(-1) ?? ''}`,
		role: seat.role,
		voice: 'rehearsal',
		...(seat.framework ? {framework: seat.framework} : {}),
	}));
	const debate = runDebate({
		protocol,
		config,
		subject: {text: 'A self-driving car should always minimise total deaths.'},
		title: 'Bench',
		participants,
		seed,
		pace: 0,
		timeoutMs: 60_000,
		voices: new Map(
			participants.map(({id}) => [id, rehearsalVoice({firstTokenMs: 0, tokensPerSecond: Number.POSITIVE_INFINITY})]),
		),
		journal: openJournal(path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-long-')), 'debate.jsonl')),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'bench',
		debateId: 'bench',
		startedAt: new Date().toISOString(),
	});
	const events: JournalEvent[] = [];
	for await (const event of debate.events) if ('seq' in event) events.push(event);
	await debate.done;
	return events;
}

/** What is told again and again: from the first segment called `from` to the first called `to`. */
type Told = {readonly events: readonly JournalEvent[]; readonly from: string; readonly to: string};

/**
 * Writes the journal, without an ending: so many turns, or a few more where one is heard inside another. The debate is
 * a Duelogic one, unless another is `told`.
 */
export async function writeLongDebate(file: string, turns: number, told?: Told): Promise<void> {
	const journal = openJournal(file);
	const open = new Set<string>();
	let ended = 0;
	let seq = 0;
	let at = 0;
	for (const event of againAndAgain(told ?? {events: await held(), from: 'exchange', to: 'synthesis'})) {
		at = Math.max(at, event.at);
		journal.append({...event, seq: ++seq, at});
		if (event.type === 'turn-start') open.add(event.turnId);
		if (event.type === 'turn-end' && open.delete(event.turnId)) ended++;
		if (ended >= turns && open.size === 0) break;
	}
	journal.close();
}

/** What was said before the repeated part, then this without end. */
function* againAndAgain({events, from, to}: Told): Generator<JournalEvent> {
	const [first = 0, last = 0] = [from, to].map(segment =>
		events.findIndex(event => event.type === 'segment-start' && event.segment === segment),
	);
	const exchanges = events.slice(first, last).filter(({type}) => type !== 'step-end');
	const turns = exchanges.filter(({type}) => type === 'turn-start').length;
	const ms = (events[last]?.at ?? 0) - (events[first]?.at ?? 0);
	yield* events.slice(0, first);
	for (let round = 0; ; round++)
		for (const event of exchanges) yield {...renumbered(event, round * turns), at: event.at + round * ms};
}

/** The same event of turns with higher numbers. */
function renumbered(event: JournalEvent, by: number): JournalEvent {
	const {seq, at, hash} = event;
	const fact: unknown = JSON.parse(
		JSON.stringify(event).replaceAll(/"t(\d+)"/gu, (_, number: string) => `"t${Number(number) + by}"`),
	);
	return {...DebateEvent.parse(fact), seq, at, hash};
}
