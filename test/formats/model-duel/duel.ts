/** Runs a duel on the real engine, with voices that say what a test wants, and gives all that it left behind. */
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {openDuelEffects} from '../../../src/formats/model-duel/host/effects.ts';
import type {JournalEvent, RunEvent} from '../../../src/debate/events.ts';
import {withUnknownConfig} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {runDebate, type RunOptions, type RunningDebate} from '../../../src/engine/run.ts';
import {modelDuelConfig} from '../../../src/formats/model-duel/config.ts';
import {modelDuel} from '../../../src/formats/model-duel/model-duel.ts';
import type {Voice, VoiceDelta, VoiceRequest} from '../../../src/voices/voice.ts';
import {folder as newFolder} from '../../engine/toy.ts';

const task = '요청: Write a retry policy; 대상: the login service; 완료기준: three tests pass';
export const draftText = 'Retry every request five times. Wait one second between tries. Log each failure.';
export const rubric = {correctness: 2, feasibility: 4, risk: 2, clarity: 4, testability: 3};
export const issues = [
	{
		claim: 'Retrying every request repeats payments.',
		evidence: '“Retry every request five times.”',
		suggestedFix: 'Retry only what is idempotent.',
	},
	{
		claim: 'A fixed wait makes clients come back together.',
		evidence: '“Wait one second between tries.”',
		suggestedFix: 'Back off with jitter.',
	},
];
export const critique = {content: 'It is unsafe under load.', rubric, issues};
export const revision = {
	content: 'Retry idempotent requests up to five times. Back off with jitter. Log each failure.',
	decision: 'partially_accepted',
	rubric: {...rubric, correctness: 4, risk: 4},
	responses: [
		{issueRef: '1', decision: 'accepted', rationale: 'Payments are left out now.'},
		{issueRef: '2', decision: 'partially_accepted', rationale: 'Jitter is in; the limit stays.'},
	],
};

export type Answers = {readonly draft?: Reply; readonly critique?: Reply; readonly revision?: Reply};
/** What a voice answers at the nth request (from 1) for a purpose: text, a value as JSON, or what it does instead. */
export type Reply = (nth: number, request: VoiceRequest) => unknown;

/**
 * A voice that answers by purpose and keeps the requests it got. A reply may throw, or be a promise that hangs until
 * the signal aborts.
 */
export function scripted(answers: Answers, seen: VoiceRequest[] = []): Voice {
	const usual: Required<Answers> = {
		draft: () => draftText,
		critique: () => critique,
		revision: () => revision,
		...answers,
	};
	const count: Record<string, number> = {};
	return {
		id: 'scripted',
		name: 'Scripted',
		provider: 'test',
		deterministic: true,
		price: {input: 0, output: 0},
		async *answer(request, {clock, signal}): AsyncGenerator<VoiceDelta> {
			seen.push(request);
			const {purpose} = request;
			const nth = (count[purpose] = (count[purpose] ?? 0) + 1);
			const reply =
				purpose === 'draft' || purpose === 'critique' || purpose === 'revision' ? usual[purpose](nth, request) : '';
			await clock.sleep(100, signal);
			if (reply === 'hang') await clock.sleep(10_000_000, signal);
			for (const word of (typeof reply === 'string' ? reply : JSON.stringify(reply)).match(/\S+\s*|\s+/gu) ?? []) {
				yield {type: 'text', text: word};
				await clock.sleep(10, signal);
			}
			yield {type: 'usage', usage: {input: 10, output: 10}};
			yield {type: 'finish', finish: 'stop'};
		},
	};
}

export type Duel = Partial<Omit<RunOptions, 'journal' | 'past' | 'config'>> & {
	readonly codex?: Voice;
	readonly antigravity?: Voice;
	readonly config?: object;
	readonly task?: string;
	readonly folder?: string;
	readonly onEvent?: (event: RunEvent, debate: RunningDebate) => void;
};

export type Left = {
	readonly state: DebateState;
	readonly events: readonly JournalEvent[];
	readonly seen: readonly RunEvent[];
	readonly log: readonly Record<string, unknown>[];
	readonly logText: string;
	readonly folder: string;
	readonly done: Awaited<RunningDebate['done']>;
};

/** Runs a duel, or goes on with the one in the folder. */
export async function runDuel({
	codex = scripted({}),
	antigravity = scripted({}),
	config = {},
	task: text = task,
	folder = newFolder(),
	onEvent,
	...options
}: Duel = {}): Promise<Left> {
	const file = path.join(folder, 'debate.jsonl');
	const past = existsSync(file) ? readJournal(file).events : [];
	const whole = modelDuelConfig.parse(config);
	const desk = openDuelEffects({config: whole, folder, debateId: 'duel-1', resumed: past.length > 0});
	const debate = runDebate({
		protocol: withUnknownConfig(modelDuel),
		config: whole,
		subject: {text},
		title: 'Duel',
		seed: 7,
		pace: 0,
		timeoutMs: whole.stageTimeoutMs,
		participants: [
			{id: 'codex', name: 'Drafter', role: 'drafter', voice: 'scripted'},
			{id: 'antigravity', name: 'Critic', role: 'critic', voice: 'scripted'},
		],
		voices: new Map([
			['codex', codex],
			['antigravity', antigravity],
		]),
		signal: new AbortController().signal,
		headless: true,
		appVersion: '0.0.0',
		debateId: 'duel-1',
		startedAt: '2026-01-01T00:00:00.000Z',
		effects: desk.effects,
		...options,
		journal: openJournal(file, past.at(-1)?.hash ?? ''),
		past,
	});
	const seen: RunEvent[] = [];
	for await (const event of debate.events) {
		seen.push(event);
		onEvent?.(event, debate);
	}
	const done = await debate.done;
	const problem = await desk.close(done);
	if (problem !== undefined) throw new Error(problem);
	const {events} = readJournal(file);
	const logFile = whole.log ?? path.join(folder, 'model_duel.jsonl');
	const logText = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
	return {
		state: fold(events),
		events,
		seen,
		folder,
		done,
		logText,
		log: logText
			.split('\n')
			.slice(0, -1)
			.map(line => ({...JSON.parse(line)})),
	};
}
