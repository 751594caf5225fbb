/** Whole Duelogic debates, against the rehearsal server over HTTP, as a user's would be. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {JournalEvent, Participant} from '../../src/debate/events.ts';
import {withUnknownConfig} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {openJournal, readJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {parseDuelogicConfig} from '../../src/formats/duelogic/config.ts';
import {duelogicSeats, duelogic} from '../../src/formats/duelogic/duelogic.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import type {ServerFault} from '../../src/rehearsal/faults.ts';
import {serveRehearsal, type RehearsalServer} from '../../src/rehearsal/server.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import type {Provider} from '../../src/voices/providers.ts';
import type {QuirkStore} from '../../src/voices/quirks.ts';
import type {Voice} from '../../src/voices/voice.ts';
import {patientClock} from './patient-clock.ts';

const frameworks = ['utilitarian', 'virtue_ethics', 'deontological', 'libertarian', 'pragmatic'];

export type Held = {
	readonly state: DebateState;
	readonly events: readonly JournalEvent[];
	readonly file: string;
	readonly problems: readonly unknown[];
	readonly server: RehearsalServer;
};

/** Chairs on models of their own, judging on the arbiter's; `voices` puts others in their place. */
export async function held({
	chairs = 3,
	faults = [],
	timeoutMs = 1500,
	cuts = true,
	voices = {},
	about = {},
	front = async url => ({url}),
}: {
	chairs?: number;
	faults?: readonly ServerFault[];
	timeoutMs?: number;
	/** Whether speakers may be interrupted. */ cuts?: boolean;
	voices?: Readonly<Record<string, Voice>>;
	/** What is known of every voice. */ about?: Pick<Voice, 'price' | 'cacheFrom'>;
	/** What stands in front of the rehearsal server, by its address, and what is known of it. */
	front?: (url: string) => Promise<{url: string; quirks?: QuirkStore; row?: Pick<Provider, 'quirks'>}>;
} = {}): Promise<Held> {
	const server = await serveRehearsal({ttft: 5, tps: 20_000, burst: 8, faults, rehearse});
	const {url, quirks, row} = await front(server.url);
	const config = parseDuelogicConfig({
		chairs: frameworks.slice(0, chairs).map(framework => ({framework})),
		flow: {maxExchanges: 3},
		...(!cuts && {interruptions: {enabled: false}}),
	});
	const seats = duelogicSeats(config);
	const model = (id: string) => (id.startsWith('judge') ? 'arbiter' : id);
	const participants: Participant[] = seats.map(({id, role, framework}) => ({
		id,
		role,
		name: id,
		voice: `server:${model(id)}`,
		model: model(id),
		...(framework === undefined ? {} : {framework}),
	}));
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-held-')), 'debate.jsonl');
	using clock = patientClock();
	const debate = runDebate({
		protocol: withUnknownConfig(duelogic),
		config,
		subject: {text: 'Voting should be compulsory.'},
		title: 'Held',
		participants,
		seed: 7,
		pace: 0,
		timeoutMs,
		clock,
		voices: new Map(
			seats.map(({id}) => [
				id,
				voices[id] ??
					openAiVoice({
						id: `server:${model(id)}`,
						name: id,
						provider: 'server',
						model: model(id),
						row: {id: 'server', name: 'the server', baseUrl: url, ...row},
						...(quirks && {quirks}),
						...about,
					}),
			]),
		),
		journal: openJournal(file),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'test',
		debateId: 'held',
		startedAt: '2026-01-01T00:00:00.000Z',
	});
	for await (const event of debate.events) void event;
	await debate.done;
	await server.close();
	const {events, problems} = readJournal(file);
	return {state: fold(events), events, file, problems, server};
}
