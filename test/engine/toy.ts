/** A small debate with everything in it that the engine does: cuts, judgements beside, interjections amid, users. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {z} from 'zod';
import type {JournalEvent, RunEvent} from '../../src/debate/events.ts';
import {withUnknownConfig, type Floor, type Prompt, type Protocol, type TurnWatch} from '../../src/debate/protocol.ts';
import type {DebateState, Turn} from '../../src/debate/state.ts';
import {openJournal, readJournal} from '../../src/engine/journal/journal.ts';
import {checkpointOf} from '../../src/engine/replay/history.ts';
import {answersFileOf, answerStore} from '../../src/engine/replay/kept-answers.ts';
import {runDebate, type RunOptions, type RunningDebate} from '../../src/engine/run.ts';
import type {Voice, VoiceDelta, VoiceRequest} from '../../src/voices/voice.ts';

export const toyConfig = z.object({rounds: z.int().default(3)});

const Wish = z.object({cut: z.boolean()});
const Verdict = z.object({score: z.int(), bad: z.boolean()});

const promptOf = (heard: DebateState, tail: string): Prompt => ({
	messages: [
		{role: 'system', content: 'toy'},
		...heard.turns
			.filter(turn => turn.text !== '')
			.map(turn => ({role: 'user' as const, content: `${turn.speaker}: ${turn.text}`})),
		{role: 'user', content: tail},
	],
	words: 40,
});

const replyPrompt = (heard: DebateState, who: string, round: number) => promptOf(heard, `reply ${who} ${round}`);
const judgePrompt = (heard: DebateState, turn: Turn) => promptOf({...heard, turns: []}, `judge ${turn.text}`);

export const toyProtocol: Protocol<z.infer<typeof toyConfig>> = {
	id: 'toy',
	name: 'Toy',
	summary: 'A toy.',
	version: 1,
	config: toyConfig,
	minSpeakers: 2,
	estimate: () => ({words: 0, use: {}}),
	speakers: () => ['a', 'b'],
	openSeats: () => [
		{id: 'a', role: 'speaker'},
		{id: 'b', role: 'speaker'},
		{id: 'host', role: 'host'},
	],
	async script({config}, floor) {
		floor.on(
			'interject',
			async (action, own) =>
				void (await own.speak('host', promptOf(own.heard, `interject ${action.reason}`), {
					kind: 'interjection',
					amid: true,
				})),
		);
		await floor.segment('talk');
		for (let round = 1; round <= config.rounds && !floor.stopping; round++) {
			await floor.segment('talk', round);
			for (const who of floor.random() < 0.5 ? ['a', 'b'] : ['b', 'a']) {
				await floor.quiet();
				const other = who === 'a' ? 'b' : 'a';
				const turn = await floor.speak(who, replyPrompt(floor.heard, who, round), {
					kind: 'reply',
					watch: watchFor(other),
					prefetch: (heard, foreseen) => {
						const spoken = heard.turns.at(-1);
						if (!spoken) return [];
						const judging = judgePrompt(heard, spoken);
						const verdict = Verdict.safeParse(foreseen('host', judging));
						const next =
							verdict.success && verdict.data.bad
								? {speak: 'host', prompt: promptOf(heard, `interject ${spoken.id}`)}
								: {speak: other, prompt: replyPrompt(heard, other, round)};
						return [{ask: 'host', prompt: judging, schema: Verdict, name: 'judge'}, next];
					},
				});
				if (turn.cut)
					await floor.speak(other, promptOf(floor.heard, `cut-in ${round}`), {kind: 'interruption', replyTo: turn.id});
				floor.background(`judge ${turn.id}`, own => judge(turn, own));
			}
		}
		await floor.segment('end');
		await floor.speak('host', promptOf(floor.heard, 'closing'), {kind: 'synthesis'});
		return {outcome: 'completed'};
	},
};

/** Looks at every sentence end but the first, and sometimes wants to cut the last sentence. */
const watchFor = (other: string): TurnWatch => ({
	lookAt: ({sentences}, _heard, looks) =>
		sentences.length >= 2 && sentences.length > (looks.at(-1) ?? 0) ? sentences.length : undefined,
	async look({sentences, text}, _seen, floor) {
		const answer = await floor.ask('host', {messages: [{role: 'user', content: `wish ${text}`}]}, Wish, {
			purpose: 'wish',
		});
		return answer.ok && answer.value.cut
			? {
					interrupter: other,
					reason: 'direct_challenge' as const,
					trigger: sentences.at(-1) ?? '',
					sentence: sentences.length,
					urgency: 0.9,
					opener: 'No',
					line: 'No.',
				}
			: undefined;
	},
	allows: () => true,
	isPast: () => false,
	missed: async ({trigger}, turnId, floor) => {
		await floor.record({type: 'notice', level: 'info', participant: other, about: turnId, text: `Missed: ${trigger}`});
	},
});

async function judge(turn: Turn, floor: Floor): Promise<void> {
	const answer = await floor.ask('host', judgePrompt(floor.heard, turn), Verdict, {purpose: 'judge'});
	const verdict = answer.ok ? answer.value : undefined;
	await floor.record({
		type: 'evaluation',
		turnId: turn.id,
		judge: 'host',
		adherenceScore: verdict?.score ?? null,
		requiresInterjection: verdict?.bad ?? false,
		violations: [],
		items: [],
		working: [],
		...(answer.ok ? {} : {reason: answer.reason}),
	});
	if (!verdict?.bad) return;
	const spoken = await floor.speak('host', promptOf(floor.heard, `interject ${turn.id.split('.')[0]}`), {
		kind: 'interjection',
		amid: true,
	});
	await floor.record({type: 'interjection', turnId: spoken.id, target: turn.speaker, by: 'arbiter'});
}

const hash = (text: string): number =>
	Array.from(text).reduce((sum, char) => Math.imul(sum ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261);

/** A voice whose words and durations follow from the last message and the seed. */
export function toyVoice(id: string, answer: (request: VoiceRequest) => string = compose): Voice {
	return {
		id,
		name: id.toUpperCase(),
		provider: 'toy',
		deterministic: true,
		price: {input: 0, output: 0},
		async *answer(request, {signal, clock}): AsyncGenerator<VoiceDelta> {
			const text = answer(request);
			await clock.sleep((request.purpose === 'wish' ? 40 : 100) + (hash(text) % 97), signal);
			for (const word of text.match(/\S+\s*/gu) ?? []) {
				yield {type: 'text', text: word};
				await clock.sleep(11 + (word.length % 5), signal);
			}
			yield {type: 'usage', usage: {input: 10, output: 10}};
			yield {type: 'finish', finish: 'stop'};
		},
	};
}

export function compose(request: VoiceRequest): string {
	const tail = request.messages.at(-1)?.content ?? '';
	const dice = hash(`${request.seed ?? 0} ${tail}`);
	if (request.purpose === 'wish') return JSON.stringify({cut: dice % 4 === 0});
	if (request.purpose === 'judge') return JSON.stringify({score: dice % 101, bad: dice % 3 === 0});
	const sentences = 4 + (dice % 5);
	return Array.from(
		{length: sentences},
		(_, n) => `Sentence ${n + 1} of ${tail.slice(0, 20)} after ${request.messages.length} says ${(dice >>> n) % 1000}.`,
	).join(' ');
}

export const folder = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-'));

export type Toy = Partial<Omit<RunOptions, 'journal' | 'past'>> & {
	readonly file?: string;
	/** Keeps answers beside the journal, as a session does. */
	readonly keeps?: boolean;
	readonly onEvent?: (event: RunEvent, debate: RunningDebate) => void;
};

/** Runs the toy, or goes on with the journal in `file` if it holds one, and gives its whole journal. */
export async function runToy({
	file = path.join(folder(), 'debate.jsonl'),
	keeps,
	onEvent,
	...options
}: Toy = {}): Promise<{
	events: JournalEvent[];
	seen: RunEvent[];
	file: string;
	done: Awaited<RunningDebate['done']>;
}> {
	const past = existing(file);
	const last = past.at(-1);
	const debate = runDebate({
		protocol: withUnknownConfig(toyProtocol),
		config: toyConfig.parse({}),
		subject: {text: 'toy'},
		title: 'Toy',
		seed: 7,
		pace: 0,
		timeoutMs: 5000,
		participants: ['a', 'b', 'host'].map(id => ({id, name: id.toUpperCase(), role: 'speaker', voice: 'toy'})),
		voices: new Map(['a', 'b', 'host'].map(id => [id, toyVoice(id)])),
		signal: new AbortController().signal,
		headless: true,
		appVersion: '0.0.0',
		debateId: 'toy',
		startedAt: '2026-01-01T00:00:00.000Z',
		...options,
		journal: openJournal(file, last?.hash ?? ''),
		...(keeps && {answers: answerStore(answersFileOf(file), last && checkpointOf(past))}),
		past,
	});
	const seen: RunEvent[] = [];
	for await (const event of debate.events) {
		seen.push(event);
		onEvent?.(event, debate);
	}
	return {seen, file, done: await debate.done, events: readJournal(file).events};
}

function existing(file: string): JournalEvent[] {
	try {
		return readJournal(file).events;
	} catch {
		return [];
	}
}
