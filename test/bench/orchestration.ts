/**
 * Three chairs, eight exchanges, interruptions on, against a server that plays the one of the anchors: what is lost
 * beside the speech itself?
 */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {SourceDesk} from '../../src/debate/sources.ts';
import type {Turn} from '../../src/debate/state.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {formatOf} from '../../src/formats/index.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {anchoredDebate, commonPrefix, noting, type NotedRequest} from './anchored-debate.ts';
import {detail, median, row, type Row} from './report.ts';

/**
 * Prompt tokens (4 characters each) in all, those shared with the request before to the same model, and those of the
 * longest beginning that it has seen, which providers keep for minutes.
 */
function prefixes(requests: readonly NotedRequest[]): {total: number; shared: number; seen: number} {
	const earlier = new Map<string, string[]>();
	const sums = {total: 0, shared: 0, seen: 0};
	for (const {model, text} of requests) {
		const before = earlier.get(model) ?? [];
		sums.total += text.length / 4;
		sums.shared += commonPrefix(before.at(-1) ?? '', text) / 4;
		sums.seen += Math.max(0, ...before.map(each => commonPrefix(each, text))) / 4;
		earlier.set(model, [...before, text]);
	}
	return {total: Math.round(sums.total), shared: Math.round(sums.shared), seen: Math.round(sums.seen)};
}

/**
 * Silence before each turn that follows another: from the end of one to the first word of the next, `beyond the model`
 * less its model's own first-token time.
 */
function silences(
	turns: readonly Turn[],
	firstWords: ReadonlyMap<string, number>,
	what: 'beyond the model' | 'in all',
): number[] {
	const inOrder = turns.filter(turn => !turn.amid);
	return inOrder.slice(1).flatMap((turn, index) => {
		const before = inOrder[index];
		const first = firstWords.get(turn.id);
		return before?.endedAt === undefined || first === undefined || turn.firstTokenMs === undefined
			? []
			: [first - before.endedAt - (what === 'in all' ? 0 : turn.firstTokenMs)];
	});
}

/** Silence in milliseconds before the turns in which the host names a fault, and before its checked closing. */
function hostWaits(turns: readonly Turn[]): {readonly faults: number; readonly closing: number} {
	const waits = {faults: 0, closing: 0};
	for (const [index, turn] of turns.entries()) {
		const wait = (turn.startedAt ?? 0) - (turns[index - 1]?.endedAt ?? turn.startedAt ?? 0);
		if (turn.kind === 'interjection') waits.faults += wait;
		if (turn.kind === 'synthesis') waits.closing += wait;
	}
	return waits;
}

/** With verdicts of 60 and of 150 tokens. */
export async function* orchestration(): AsyncGenerator<Row> {
	for (const jsonTokens of [60, 150]) yield* await measured(jsonTokens);
}

async function measured(jsonTokens: number): Promise<readonly Row[]> {
	const {events, wall, requests, ...times} = await played({jsonTokens});
	const state = fold(events);
	return rowsOf({
		jsonTokens,
		wall,
		state,
		requests,
		silent: silences(state.turns, times.firstWords, 'beyond the model'),
	});
}

/** `speed` is that of the server and of whoever listens, where it is more than the anchors’. */
type Playing = {
	readonly jsonTokens: number;
	readonly speed?: number;
	/** Words a minute that are heard; 0 for none that listens. */
	readonly pace?: number;
	readonly exchanges?: number;
	readonly about?: string;
	readonly sources?: SourceDesk;
};

/** The anchored debate against a server in real time. */
async function played({jsonTokens, speed = 1, pace = 0, exchanges, about, sources}: Playing) {
	const [ttft, tps] = [300 / speed, 60 * speed];
	const server = await serveRehearsal({ttft, tps, turnTokens: 220, jsonTokens, rehearse});
	const requests: NotedRequest[] = [];
	const protocol = formatOf('duelogic');
	if (!protocol) throw new Error('there is no duelogic');
	const more = exchanges === undefined ? {} : {flow: {maxExchanges: exchanges}};
	const {config, seats, participants} = anchoredDebate(protocol, more);
	const voices = new Map(
		seats.map(seat => {
			const model = seat.like ?? seat.id;
			return [
				seat.id,
				noting(
					openAiVoice({
						id: `server:${model}`,
						name: model,
						provider: 'server',
						model,
						row: {id: 'server', name: 'server', baseUrl: server.url, quirks: {thinksApart: true}},
					}),
					model,
					requests,
				),
			];
		}),
	);
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-bench-')), 'debate.jsonl');
	const began = performance.now();
	const debate = runDebate({
		protocol,
		config,
		subject: {text: about ?? 'A self-driving car should always minimise total deaths.'},
		...(sources && {sources}),
		title: 'Bench',
		participants,
		voices,
		seed: 7,
		pace: pace * speed,
		timeoutMs: 60_000,
		journal: openJournal(file),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'bench',
		debateId: 'bench',
		startedAt: new Date().toISOString(),
	});
	const events: JournalEvent[] = [];
	const firstWords = new Map<string, number>();
	for await (const event of debate.events) {
		if (event.type === 'turn-token' && !firstWords.has(event.turnId))
			firstWords.set(event.turnId, performance.now() - began);
		if (!('seq' in event)) continue;
		events.push(event);
	}
	const wall = performance.now() - began;
	await server.close();
	return {events, wall, requests, firstWords};
}

/** Three exchanges at six times the speed: silence between turns at reading pace, and what is lost at `instant`. */
export async function waitsOf(
	about: string,
	sources?: SourceDesk,
): Promise<{readonly silent: readonly number[]; readonly lost: number}> {
	const playing = {jsonTokens: 60, speed: 6, exchanges: 3, about, ...(sources && {sources})};
	const read = await played({...playing, pace: 250});
	const instant = await played(playing);
	const serial = fold(instant.events).turns.reduce((sum, {totalMs}) => sum + (totalMs ?? 0), 0);
	const silent = silences(fold(read.events).turns, read.firstWords, 'in all');
	return {silent: silent.map(ms => Math.max(0, ms)), lost: instant.wall / serial};
}

type Measured = {
	jsonTokens: number;
	wall: number;
	state: ReturnType<typeof fold>;
	requests: readonly NotedRequest[];
	silent: readonly number[];
};

function rowsOf({jsonTokens, wall, state, requests, silent}: Measured): readonly Row[] {
	const serial = state.turns.reduce((sum, turn) => sum + (turn.totalMs ?? 0), 0);
	const checks = requests.filter(request => request.purpose === 'wish');
	const {total, shared, seen} = prefixes(requests.filter(request => request.purpose !== 'wish'));
	const wishes = prefixes(checks);
	const reference = jsonTokens >= 150 ? '1.736' : '1.344';
	const waits = hostWaits(state.turns);
	const scored = state.turns.filter(({evaluation}) => evaluation);
	return [
		row(
			`wall time over the time its speakers take, verdicts of ${jsonTokens} tokens or more`,
			(wall / serial).toFixed(3),
			'≤ 1.03',
			reference,
		),
		detail(
			'without the waits of a host for the verdict on what was just heard; nor for its closing to be written and checked',
			`${((wall - waits.faults) / serial).toFixed(3)}; ${((wall - waits.faults - waits.closing) / serial).toFixed(3)}`,
			'–',
		),
		row(
			`silence between turns beyond the model’s first token, verdicts of ${jsonTokens} tokens or more, median / most`,
			`${median(silent).toFixed(0)} / ${Math.max(...silent).toFixed(0)} ms`,
			'≤ 20 ms',
			'2,590 / 3,660 ms',
		),
		detail(
			'turns, streams cut, interjections',
			`${state.turns.length}, ${state.interruptions.length}, ${state.interjections.length}`,
			'0 cut',
		),
		row(
			`prompt tokens new to their model, verdicts of ${jsonTokens} tokens or more, ${state.interruptions.length} replies cut (checks for cuts apart)`,
			Math.round(total - seen).toLocaleString('en-US'),
			'≤ 60,000',
			'93,546',
		),
		detail('part of the prompt tokens that their model has seen (checks apart)', (seen / total).toFixed(3), '0.704'),
		detail('not shared with the very request before, for servers that keep one', String(total - shared), '93,546'),
		detail('prompt tokens in all; of the checks', `${total}; ${wishes.total} in ${checks.length} checks`, '308,591'),
		detail(
			'turns scored',
			`${scored.filter(({evaluation}) => typeof evaluation?.adherenceScore === 'number').length} of ${scored.length}`,
			'none kept',
		),
	];
}
