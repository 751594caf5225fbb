/** Whole debates over HTTP in which what chairs and judges say is scripted; whatever is not scripted is rehearsed. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setImmediate} from 'node:timers/promises';
import type {JournalEvent, Participant} from '../../src/debate/events.ts';
import type {EvaluationEvent} from '../../src/debate/evaluation.ts';
import {withUnknownConfig, type Message} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {openJournal, readJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {parseDuelogicConfig} from '../../src/formats/duelogic/config.ts';
import {duelogicSeats, duelogic} from '../../src/formats/duelogic/duelogic.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import type {Voice, VoiceDelta} from '../../src/voices/voice.ts';
import {patientClock} from './patient-clock.ts';
import {queueBefore, type SentRequest} from './queue-before.ts';

/** A request as a script sees it. */
export type Asked = {
	readonly kind: string;
	/** The seat that is asked. */
	readonly seat: string;
	/** All that was sent behind the system message. */
	readonly task: string;
	/** How often this very task was asked before: 1 where it is sent back. */
	readonly before: number;
};

/** What is answered, or undefined for what a rehearsal voice would say. */
export type Script = (asked: Asked) => string | undefined;

export type ScriptedDebate = {
	readonly state: DebateState;
	readonly events: readonly JournalEvent[];
	readonly evaluations: readonly EvaluationEvent[];
	readonly file: string;
	/** Every request, in the order in which it came. */
	readonly requests: readonly Asked[];
	/** How many requests were waiting or answered as each came, itself included, and when; of a server that queues. */
	readonly sent: readonly SentRequest[];
};

type Options = {
	readonly judges?: readonly string[];
	/** Models by seat, where they are not called after it. */
	readonly models?: Readonly<Record<string, string>>;
	readonly config?: object;
	readonly subject?: string;
	/** What seats are called, where it is not their id. */
	readonly names?: Readonly<Record<string, string>>;
	/**
	 * Whether the server answers one request at a time, takes its time for each, and its row says so or not. Time passes
	 * quickly then.
	 */
	readonly queueing?: 'said' | 'unsaid';
	/** Words a minute at which it is heard, in time that passes quickly; 0 is at once. */
	readonly pace?: number;
	/** Whether what is spoken comes piece by piece, and none while a look is out, as from a writer that takes its time. */
	readonly unhurried?: boolean;
};

/** Milliseconds of the debate that pass in two of ours where it is heard at a pace. */
const [quickStep, quickTick] = [80, 2];

/** Two chairs and three exchanges; one judge, or those that are named. */
export async function scriptedDebate(
	script: Script,
	{
		judges = ['judge'],
		models = {},
		config: more = {},
		subject = 'Voting should be compulsory.',
		names = {},
		pace = 0,
		queueing,
		unhurried = false,
	}: Options = {},
): Promise<ScriptedDebate> {
	const requests: Asked[] = [];
	const server = await serveRehearsal({
		ttft: queueing ? 20 : 0,
		tps: queueing ? 4_000 : 1_000_000,
		// How an answer is cut into events is shown in test/voices/openai.
		burst: 40,
		rehearse: (messages, options) => {
			const asked = askedIn(messages, requests);
			requests.push(asked);
			const text = script(asked);
			return text === undefined ? rehearse(messages, options) : {...rehearse(messages, options), text};
		},
	});
	const queue = queueing ? await queueBefore(server.url) : undefined;
	const config = parseDuelogicConfig({
		chairs: ['utilitarian', 'virtue_ethics'].map(framework => ({framework})),
		flow: {style: 'structured', maxExchanges: 3},
		interruptions: {enabled: false},
		arbiter: {accountabilityLevel: 'moderate'},
		...more,
	});
	const seats = [
		...duelogicSeats(config).filter(({role}) => role !== 'judge'),
		...judges.map(id => ({id, role: 'judge' as const, framework: undefined})),
	];
	const modelOf = (id: string): string => models[id] ?? `maker-${id}/${id}`;
	const participants: Participant[] = seats.map(({id, role, framework}) => ({
		id,
		role,
		name: names[id] ?? id,
		voice: `server:${modelOf(id)}`,
		model: modelOf(id),
		...(framework === undefined ? {} : {framework}),
	}));
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-scripted-')), 'debate.jsonl');
	const looks = new Set<Promise<void>>();
	const isQuick = pace > 0 || queueing !== undefined;
	using clock = isQuick ? patientClock(quickStep, quickTick) : undefined;
	const voice = (id: string) => (unhurried ? waitingFor(looks, voiceOf(id)) : voiceOf(id));
	const voiceOf = (id: string) =>
		openAiVoice({
			id: `server:${modelOf(id)}`,
			name: id,
			provider: 'server',
			model: modelOf(id),
			row: {
				id: 'server',
				name: 'the server',
				baseUrl: queue?.url ?? server.url,
				...(queueing === 'said' && {atOnce: 1}),
			},
		});
	const debate = runDebate({
		protocol: withUnknownConfig(duelogic),
		config,
		subject: {text: subject},
		title: 'Scripted',
		participants,
		seed: 7,
		pace,
		...(clock && {clock}),
		timeoutMs: isQuick ? 600_000 : 20_000,
		voices: new Map(seats.map(({id}) => [id, voice(id)])),
		journal: openJournal(file),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'test',
		debateId: 'scripted',
		startedAt: '2026-01-01T00:00:00.000Z',
	});
	for await (const event of debate.events) void event;
	await debate.done;
	await queue?.close();
	await server.close();
	const {events} = readJournal(file);
	const state = fold(events);
	return {
		state,
		events,
		file,
		requests,
		sent: queue?.sent ?? [],
		evaluations: state.turns.flatMap(({evaluation}) => evaluation ?? []),
	};
}

/** A voice that speaks on only when every look is back that was taken at what it has said. */
const waitingFor = (looks: Set<Promise<void>>, voice: Voice): Voice => ({
	...voice,
	async *answer(request, context) {
		if (request.purpose === 'wish') {
			const {promise, resolve} = Promise.withResolvers<void>();
			looks.add(promise);
			try {
				yield* voice.answer(request, context);
			} finally {
				looks.delete(promise);
				resolve();
			}
			return;
		}
		for await (const delta of voice.answer(request, context)) {
			for (const piece of sentencesOf(delta)) {
				yield piece;
				await nextTurns(5);
				await Promise.all(looks);
			}
		}
	},
});

const sentencesOf = (delta: VoiceDelta): readonly VoiceDelta[] =>
	delta.type === 'text' ? splitSentences(delta.text).map(text => ({...delta, text})) : [delta];

/** A look is asked for a few steps behind the sentence that calls for it. */
async function nextTurns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await setImmediate();
}

function askedIn(messages: readonly Message[], earlier: readonly Asked[]): Asked {
	const task = messages
		.filter(({role}) => role !== 'system')
		.map(({content}) => content)
		.join('\n');
	const asking = messages.findLast(({content}) => content.includes('<task '))?.content ?? '';
	const [, kind = '', seat = ''] = /<task kind="([\w-]+)" speaker="([\w-]+)"/u.exec(asking) ?? [];
	const same = earlier.filter(other => other.seat === seat && task.startsWith(other.task));
	return {kind, seat, task, before: same.length};
}
