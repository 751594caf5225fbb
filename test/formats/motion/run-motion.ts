/** Motion debates on the real engine, spoken by rehearsal voices, with answers that a test puts in their place. */
import {existsSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {JournalEvent, Participant, RunEvent} from '../../../src/debate/events.ts';
import {withUnknownConfig, type Message} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {SourceDesk} from '../../../src/debate/sources.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {runDebate, type RunningDebate} from '../../../src/engine/run.ts';
import {motionConfig} from '../../../src/formats/motion/seats.ts';
import {motion} from '../../../src/formats/motion/motion.ts';
import {humanVoice, type Voice, type VoiceDelta, type VoiceRequest} from '../../../src/voices/voice.ts';
import {openAiVoice} from '../../../src/voices/openai/openai-voice.ts';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';
import {serveRehearsal, type RehearsalServer} from '../../../src/rehearsal/server.ts';

/** A request as a voice sees it: the kind of its task, who is asked, and how often that seat was asked for that kind. */
export type MotionRequest = {
	readonly kind: string;
	readonly seat: string;
	readonly nth: number;
	readonly request: Pick<VoiceRequest, 'messages'>;
};
/** What is answered instead of the rehearsal's own words; undefined for those. */
export type MotionAnswers = (asked: MotionRequest) => string | object | undefined;

export type Motioned = {
	readonly state: DebateState;
	readonly events: readonly JournalEvent[];
	readonly asked: readonly MotionRequest[];
	readonly file: string;
	readonly turns: (kind: string) => DebateState['turns'];
};

export type MotionWish = {
	readonly config?: object;
	readonly answers?: MotionAnswers;
	readonly seed?: number;
	readonly topic?: string;
	/** Models by seat, for who shares one. */
	readonly models?: Readonly<Record<string, string>>;
	readonly people?: readonly string[];
	/** Seats of rehearsal voices. */
	readonly rehearsed?: readonly string[];
	readonly file?: string;
	readonly sources?: SourceDesk;
	/** Whether voices are models of a server, in real time. */
	readonly overHttp?: boolean;
	readonly onEvent?: (event: RunEvent, debate: RunningDebate) => void;
};

export async function runMotion({
	config: partial = {},
	answers = () => undefined,
	seed = 7,
	topic = 'Zoos should be closed.',
	models = {},
	people = [],
	rehearsed = [],
	file = path.join(mkdtempSync(path.join(tmpdir(), 'motion-')), 'debate.jsonl'),
	onEvent,
	sources,
	overHttp = false,
}: MotionWish = {}): Promise<Motioned> {
	const config = motionConfig.parse(partial);
	const participants = motion.openSeats(config).map(({id, role, persona}): Participant => ({
		id,
		role,
		name: `Name of ${id}`,
		voice: people.includes(id) ? 'human:Ada' : rehearsed.includes(id) ? 'rehearsal' : `test:${models[id] ?? id}`,
		...(people.includes(id) || rehearsed.includes(id) ? {} : {model: models[id] ?? `maker-of-${id}/${id}`}),
		...(persona === undefined ? {} : {persona}),
	}));
	const asked: MotionRequest[] = [];
	const server = overHttp ? await serverOf(answers, asked) : undefined;
	const past = existsSync(file) ? readJournal(file).events : [];
	const debate = runDebate({
		protocol: withUnknownConfig(motion),
		config,
		subject: {text: topic},
		title: topic,
		participants,
		seed,
		pace: 0,
		timeoutMs: 60_000,
		...(!server && {clock: steppedClock({hurry: true})}),
		voices: new Map(
			participants.map(({id, voice, model = id}) => [
				id,
				people.includes(id)
					? humanVoice(voice, 'Ada')
					: server
						? servedVoice(voice, model, server.url)
						: voiceOf(id, answers, asked),
			]),
		),
		signal: new AbortController().signal,
		headless: people.length === 0,
		appVersion: '0.0.0',
		debateId: 'test',
		startedAt: '2026-01-01T00:00:00.000Z',
		journal: openJournal(file, past.at(-1)?.hash ?? ''),
		past,
		...(sources && {sources}),
	});
	for await (const event of debate.events) onEvent?.(event, debate);
	await debate.done;
	await server?.close();
	const {events} = readJournal(file);
	const state = fold(events);
	return {state, events, asked, file, turns: kind => state.turns.filter(turn => turn.kind === kind)};
}

const kindIn = (messages: readonly Message[]): string =>
	/<task kind="(?<kind>\w+)"/u.exec(messages.at(-1)?.content ?? '')?.groups?.['kind'] ?? '';

/** Notes what is asked, and what the test answers to it; undefined for the rehearsal's own words. */
function answered(
	seat: string,
	request: MotionRequest['request'],
	answers: MotionAnswers,
	asked: MotionRequest[],
): string | undefined {
	const kind = kindIn(request.messages);
	const nth = asked.filter(one => one.kind === kind && one.seat === seat).length + 1;
	const each = {kind, seat, nth, request};
	asked.push(each);
	const own = answers(each);
	return own === undefined || typeof own === 'string' ? own : JSON.stringify(own);
}

/** Knows who is asked by the task. */
const serverOf = (answers: MotionAnswers, asked: MotionRequest[]): Promise<RehearsalServer> =>
	serveRehearsal({
		ttft: 0,
		tps: 1_000_000,
		burst: 40,
		rehearse(messages, options) {
			const seat = /<task kind="\w+"[^>]* speaker="(\w+)"/u.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
			const text = answered(seat, {messages}, answers, asked);
			return text === undefined ? rehearse(messages, options) : {text};
		},
	});

const servedVoice = (id: string, model: string, baseUrl: string): Voice =>
	openAiVoice({id, name: model, provider: 'server', model, row: {id: 'server', name: 'the server', baseUrl}});

function voiceOf(seat: string, answers: MotionAnswers, asked: MotionRequest[]): Voice {
	return {
		id: `test:${seat}`,
		name: seat,
		provider: 'test',
		deterministic: true,
		price: {input: 0, output: 0},
		async *answer(request, {signal, clock}): AsyncGenerator<VoiceDelta> {
			const text =
				answered(seat, request, answers, asked) ??
				rehearse(request.messages, {
					seed: request.seed ?? 0,
					...(request.schema && {schema: request.schema}),
					...(request.maxTokens !== undefined && {maxTokens: request.maxTokens}),
				}).text;
			await clock.sleep(100, signal);
			for (const word of text.match(/\S+\s*/gu) ?? []) {
				yield {type: 'text', text: word};
				await clock.sleep(10, signal);
			}
			yield {type: 'usage', usage: {input: 10, output: 10}};
			yield {type: 'finish', finish: 'stop'};
		},
	};
}
