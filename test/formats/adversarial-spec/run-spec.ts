/** Adversarial Spec debates on the real engine, with agents whose answers are written down here. */
import {existsSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {EventOf, JournalEvent, Participant, RunEvent} from '../../../src/debate/events.ts';
import {withUnknownConfig} from '../../../src/debate/protocol.ts';
import type {SourceDesk} from '../../../src/debate/sources.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {openCache, type AnswerCache, specEffects} from '../../../src/formats/adversarial-spec/host/effects.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {runDebate, type RunningDebate} from '../../../src/engine/run.ts';
import {readSpec} from '../../../src/formats/adversarial-spec/host/spec-file.ts';
import {adversarialSpec, specSeats} from '../../../src/formats/adversarial-spec/adversarial-spec.ts';
import {specConfig} from '../../../src/formats/adversarial-spec/config.ts';
import type {ReviewChoice} from '../../../src/formats/adversarial-spec/review.ts';
import {VoiceError, type Voice, type VoiceDelta, type VoiceRequest} from '../../../src/voices/voice.ts';

export const specText = [
	'# Login service',
	'',
	'## Goals',
	'',
	'People sign in quickly and safely.',
	'',
	'## Behaviour',
	'',
	'The service must respond fast.',
	'Failed logins are retried.',
	'',
	'## Storage',
	'',
	'Sessions are kept.',
	'',
].join('\n');

/** What an agent sees. `seat` is its id, `round` from 1, `nth` the try at this very task from 1. */
export type Asked = {
	readonly kind: string;
	readonly seat: string;
	readonly round: number;
	readonly nth: number;
	readonly task: string;
	readonly request: VoiceRequest;
	readonly ids: readonly string[];
};
/** A value (sent as JSON), a text, an error that the voice fails with, or `hang`. */
type Reply = unknown;

const checks = [
	{section: 'Goals', quote: 'People sign in quickly and safely.'},
	{section: 'Behaviour', quote: 'Failed logins are retried.'},
	{section: 'Storage', quote: 'Sessions are kept.'},
];

export const issue = (title: string, line: number, more: object = {}) => ({
	title,
	severity: 'major',
	section: 'Behaviour',
	line_from: line,
	line_to: line,
	claim: `${title}: nobody can build or test this.`,
	evidence: `Line ${line}`,
	suggested_change: `Say it with a number, such as 200 ms at the 99th percentile (${title}).`,
	confidence: 0.8,
	...more,
});

export const critique = (issues: readonly object[] = [], more: object = {}) => ({
	issues,
	checks,
	strongest_objection: 'The numbers are guesses.',
	...more,
});

/** Everybody finds the vague word, agrees on everything, and the merging voice mends what it is asked to. */
function usual({kind, task, ids}: Asked): Reply {
	if (kind === 'spec-critique') return critique(task.includes('round="1"') ? [issue('Fast is no number', 9)] : []);
	if (kind === 'spec-ballot') return {votes: ids.map(id => ({issue: id, vote: 'agree', reason: 'The text says so.'}))};
	if (kind === 'spec-grouping') return {groups: [[...task.matchAll(/<issue ref="([^"]+)"/gu)].map(found => found[1])]};
	return {
		edits: [
			{
				issues: ids,
				line: 9,
				find: 'The service must respond fast.',
				replace: 'The service must respond within 200 ms at the 99th percentile.',
				reason: 'A number in place of a word.',
			},
		],
		left: [],
	};
}

export type Wanted = {
	readonly config?: object;
	readonly spec?: string;
	readonly folder?: string;
	readonly answers?: (asked: Asked) => Reply;
	readonly cache?: AnswerCache;
	/** What the user answers to a review; without it, nobody is there. */
	readonly choose?: (review: EventOf<'spec-review'>, nth: number) => ReviewChoice;
	readonly onEvent?: (event: RunEvent, debate: RunningDebate) => void;
	readonly signal?: AbortSignal;
	readonly openMs?: number;
	readonly version?: string;
	readonly sources?: SourceDesk;
};

export type Debated = {
	readonly state: DebateState;
	readonly events: readonly JournalEvent[];
	readonly asked: readonly Asked[];
	readonly folder: string;
	readonly specFile: string;
	readonly done: Awaited<RunningDebate['done']>;
	readonly of: <T extends JournalEvent['type']>(type: T) => Extract<JournalEvent, {type: T}>[];
	readonly notices: readonly string[];
	readonly spec: () => string;
};

/** Debates the specification in `folder`, or goes on with the debate there. */
export async function debate({
	config: partial = {},
	spec = specText,
	folder = mkdtempSync(path.join(tmpdir(), 'spec-')),
	answers = () => undefined,
	cache,
	choose,
	onEvent,
	signal = new AbortController().signal,
	openMs,
	version = '',
	sources,
}: Wanted = {}): Promise<Debated> {
	const specFile = path.join(folder, 'SPEC.md');
	if (!existsSync(specFile)) writeFileSync(specFile, spec);
	const file = path.join(folder, 'debate.jsonl');
	const past = existsSync(file) ? readJournal(file).events : [];
	const start = past.find(event => event.type === 'debate-start');
	const read = start ? undefined : readSpec(specFile);
	const config = specConfig.parse(
		start?.config ?? {...(read ? {file: read.file, fileHash: read.hash, hidden: read.hidden} : {}), ...partial},
	);
	const participants = specSeats(config).map(({id, role}): Participant => ({
		id,
		role,
		name: id,
		voice: `test${version}`,
	}));
	const asked: Asked[] = [];
	const kept =
		cache ??
		(await openCache({
			file: path.join(folder, 'cache.sqlite'),
			onTrouble: text => {
				throw new Error(text);
			},
		}));
	const debate = runDebate({
		protocol: withUnknownConfig(adversarialSpec),
		config,
		subject: start?.subject ?? {text: 'Login service', context: read?.text ?? spec},
		title: 'Login service',
		seed: 7,
		pace: 0,
		timeoutMs: 60_000,
		participants,
		voices: new Map(participants.map(({id}) => [id, voiceOf(id, each => answers(each) ?? usual(each), asked)])),
		signal,
		headless: choose === undefined,
		appVersion: '0.0.0',
		debateId: 'spec',
		startedAt: '2026-01-01T00:00:00.000Z',
		journal: openJournal(file, past.at(-1)?.hash ?? ''),
		past,
		...(sources && {sources}),
		effects: specEffects({
			cache: kept,
			rate: config.agentQueryRateLimit,
			folder,
			past,
			...(openMs !== undefined && {openMs}),
			...(config.file !== undefined &&
				config.fileHash !== undefined && {source: {file: config.file, hash: config.fileHash}}),
		}),
	});
	let reviews = past.filter(event => event.type === 'spec-review').length;
	const answer = (review: EventOf<'spec-review'>) =>
		debate.act({action: 'choose', question: review.question, choice: JSON.stringify(choose?.(review, reviews))});
	const open = past.findLast(event => event.type === 'spec-review');
	// A review that was open when the run was cut off is not announced again: the user answers what is on the screen,
	// once it is there.
	if (
		choose &&
		open &&
		!past.some(event => event.type === 'step-end' && event.step?.endsWith(` choose ${open.question}`))
	)
		setTimeout(() => answer(open), 300);
	for await (const event of debate.events) {
		onEvent?.(event, debate);
		if (event.type === 'spec-review' && choose) {
			reviews++;
			answer(event);
		}
	}
	const done = await debate.done;
	if (!cache) await kept.close();
	const {events} = readJournal(file);
	const state = fold(events);
	const isOf =
		<T extends JournalEvent['type']>(type: T) =>
		(event: JournalEvent): event is Extract<JournalEvent, {type: T}> =>
			event.type === type;
	return {
		state,
		events,
		asked,
		folder,
		specFile,
		done,
		of: type => events.filter(isOf(type)),
		notices: state.notices.map(({text}) => text),
		spec: () => readFileSync(specFile, 'utf8'),
	};
}

function voiceOf(seat: string, answer: (asked: Asked) => Reply, asked: Asked[]): Voice {
	const tries = new Map<string, number>();
	return {
		id: 'test',
		name: seat,
		provider: 'test',
		deterministic: true,
		price: {input: 0, output: 0},
		async *answer(request, {signal, clock}): AsyncGenerator<VoiceDelta> {
			const task = request.messages.find(({content}) => content.includes('<task '))?.content ?? '';
			const attribute = (name: string) => new RegExp(`<task[^>]* ${name}="([^"]*)"`, 'u').exec(task)?.[1] ?? '';
			const place = `${attribute('kind')} ${attribute('round')}`;
			const nth = (tries.get(place) ?? 0) + 1;
			tries.set(place, nth);
			const each = {
				kind: attribute('kind'),
				seat,
				round: Number(attribute('round')),
				nth,
				task,
				request,
				ids: [...task.matchAll(/<issue id="([^"]+)"/gu)].map(found => found[1] ?? ''),
			};
			asked.push(each);
			await clock.sleep(100, signal);
			const reply = answer(each);
			if (reply instanceof VoiceError) throw reply;
			if (reply === 'hang') await clock.sleep(10_000_000, signal);
			yield {type: 'text', text: typeof reply === 'string' ? reply : JSON.stringify(reply)};
			yield {type: 'usage', usage: {input: 10, output: 10}};
			yield {type: 'finish', finish: 'stop'};
		},
	};
}
