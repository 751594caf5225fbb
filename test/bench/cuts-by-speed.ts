/**
 * Whole debates on voices of a given speed, in virtual time: how often, where and at what cost they are cut by a watcher
 * that always finds cause, and what looking costs where it never does.
 */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {EventOf, JournalEvent, Participant} from '../../src/debate/events.ts';
import {withUnknownConfig} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState, Turn} from '../../src/debate/state.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {steppedClock} from '../../src/engine/clock.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {parseDuelogicConfig} from '../../src/formats/duelogic/config.ts';
import {duelogicSeats, duelogic} from '../../src/formats/duelogic/duelogic.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {charactersPerToken, fitTurn, tokensOf} from '../../src/rehearsal/faults.ts';
import type {Voice, VoiceDelta, VoiceRequest} from '../../src/voices/voice.ts';
import {detail, row, type Row} from './report.ts';

type Speed = {readonly tokensPerSecond: number; readonly firstTokenMs: number};
type Watcher = 'always' | 'never' | 'nobody';

/** Tokens of a reply. */
const turnTokens = 300;

/** A row of cuts for each speed of a voice, at both paces; of what they and the looks cost, the most of all speeds. */
export async function* cutsBySpeed(): AsyncGenerator<Row> {
	const all: Costs[] = [];
	for (const tokensPerSecond of [20, 60, 200])
		for (const firstTokenMs of [300, 1500]) {
			const cuts: string[] = [];
			for (const pace of [0, 250]) {
				const costs = await measured({tokensPerSecond, firstTokenMs}, pace);
				cuts.push(costs.cuts);
				all.push(costs);
				yield* details(costs, pace);
			}
			yield row(
				`sentences behind the cause; cuts a reply; victims: ${tokensPerSecond} tokens a second, first token ${firstTokenMs / 1000} s, instant / 250 words a minute`,
				cuts.join(' / '),
				'≤ 1',
				'up to 9; 0; 82 of 82 one chair',
			);
		}
	const most = (of: (costs: Costs) => number): number => Math.max(...all.map(of));
	yield row(
		'output tokens wasted by cuts, looks and drafts where every reply is cut',
		`${most(({wasted}) => wasted).toFixed(1)} %`,
		'–',
		'39 %',
	);
	yield row('looks a reply that find nothing', most(({looks}) => looks).toFixed(1), '≤ 3', '9.7');
	yield row('their share of the prompt tokens', `${most(({share}) => share).toFixed(1)} %`, '≤ 15 %', '36 %');
	yield row(
		'wall time with them over the same debate without interruptions',
		most(({wall}) => wall).toFixed(3),
		'≤ 1.03',
	);
}

type Costs = {
	readonly cuts: string;
	readonly aborts: string;
	/** In percent, as is `share`. */
	readonly wasted: number;
	readonly looks: number;
	readonly share: number;
	readonly wall: number;
};

async function measured(speed: Speed, pace: number): Promise<Costs> {
	const [cut, watched, plain] = [
		await hold(speed, pace, 'always'),
		await hold(speed, pace, 'never'),
		await hold(speed, pace, 'nobody'),
	];
	const looks = callsOf(watched, 'wish');
	return {
		cuts: cutsIn(cut.state),
		...abortsIn(cut),
		looks: looks.length / repliesIn(watched.state).length,
		share: (100 * inputOf(looks)) / inputOf(callsOf(watched)),
		wall: msOf(watched) / msOf(plain),
	};
}

function* details({aborts, wasted, looks, share, wall}: Costs, pace: number): Generator<Row> {
	yield detail(
		`  ${pace === 0 ? 'instant' : `${pace} words a minute`}: requests aborted, at this share of their tokens; tokens wasted`,
		`${aborts}; ${wasted.toFixed(1)} %`,
	);
	yield detail(
		'  finding nothing: looks a reply; share of the prompt tokens; wall time',
		`${looks.toFixed(1)}; ${share.toFixed(1)} %; ${wall.toFixed(3)}`,
	);
}

type Held = {readonly state: DebateState; readonly events: readonly JournalEvent[]};

const repliesIn = ({turns}: DebateState): readonly Turn[] => turns.filter(({kind}) => kind === 'reply');
const callsOf = ({events}: Held, purpose?: string): readonly EventOf<'voice-call'>[] =>
	events.flatMap(event =>
		event.type === 'voice-call' && (purpose === undefined || event.purpose === purpose) ? [event] : [],
	);
const inputOf = (calls: readonly EventOf<'voice-call'>[]): number => sum(calls.map(({usage}) => usage?.input ?? 0));
const outputOf = (calls: readonly EventOf<'voice-call'>[]): number => sum(calls.map(({usage}) => usage?.output ?? 0));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
const msOf = ({state}: Held): number => state.stats?.ms ?? 0;

function cutsIn(state: DebateState): string {
	const cuts = repliesIn(state).filter(({cut}) => cut);
	const behind = cuts.map(({text, cut}) => splitSentences(text).length - (cut?.sentence ?? 0));
	const victims = Object.values(Object.groupBy(cuts, ({speaker}) => speaker)).map(list => list?.length ?? 0);
	return `${behind.length === 0 ? '–' : Math.max(...behind)}; ${(cuts.length / repliesIn(state).length).toFixed(2)}; ${victims.join(' and ') || 'none'}`;
}

/** Wasted is what was written and never heard, and what looks said. */
function abortsIn(held: Held): Pick<Costs, 'aborts' | 'wasted'> {
	const calls = callsOf(held);
	const aborted = calls.filter(({withdrawn}) => withdrawn === 'cut off');
	const shares = aborted.map(({usage}) => Math.min(1, (usage?.output ?? 0) / turnTokens));
	const unheard = sum(
		repliesIn(held.state)
			.filter(({cut}) => cut)
			.map(({text, usage}) => (usage?.output ?? 0) - Math.ceil(text.length / charactersPerToken))
			.filter(tokens => tokens > 0),
	);
	const cutOff =
		outputOf(aborted) -
		sum(
			repliesIn(held.state)
				.filter(({cut, usage}) => cut && !usage)
				.map(({text}) => Math.ceil(text.length / charactersPerToken)),
		);
	const drafts = outputOf(calls.filter(({withdrawn}) => withdrawn !== undefined && withdrawn !== 'cut off'));
	const looks = outputOf(calls.filter(({purpose}) => purpose === 'wish'));
	const at = shares.length === 0 ? 'none' : `${percent(Math.min(...shares), 1)}–${percent(Math.max(...shares), 1)}`;
	return {
		aborts: `${aborted.length} at ${at}`,
		wasted: (100 * (unheard + Math.max(0, cutOff) + drafts + looks)) / outputOf(calls),
	};
}

/** Two chairs and three exchanges at aggressiveness 5. */
async function hold(speed: Speed, pace: number, watcher: Watcher): Promise<Held> {
	const config = parseDuelogicConfig({
		chairs: ['utilitarian', 'virtue_ethics'].map(framework => ({framework})),
		flow: {maxExchanges: 3},
		interruptions: {enabled: watcher !== 'nobody', aggressiveness: 5},
	});
	const participants: Participant[] = duelogicSeats(config).map(({id, role, displayName, modelId, framework}) => ({
		id,
		role,
		name: displayName ?? modelId ?? id,
		voice: 'timed',
		...(framework === undefined ? {} : {framework}),
	}));
	const debate = runDebate({
		protocol: withUnknownConfig(duelogic),
		config,
		subject: {text: 'A self-driving car should always minimise total deaths.'},
		title: 'Bench',
		participants,
		seed: 7,
		pace,
		timeoutMs: 600_000,
		clock: steppedClock({hurry: true}),
		voices: new Map(participants.map(({id}) => [id, timedVoice(speed, watcher)])),
		journal: openJournal(path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-bench-')), 'debate.jsonl')),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'bench',
		debateId: 'bench',
		startedAt: '2026-01-01T00:00:00.000Z',
	});
	const events: JournalEvent[] = [];
	for await (const event of debate.events) if ('seq' in event) events.push(event);
	await debate.done;
	return {state: fold(events), events};
}

/** A rehearsal voice that writes token by token, replies of a fixed length, and finds cause in the last sentence or in none. */
const timedVoice = ({tokensPerSecond, firstTokenMs}: Speed, watcher: Watcher): Voice => ({
	id: 'timed',
	name: 'Timed',
	provider: 'rehearsal',
	deterministic: true,
	price: {input: 0, output: 0},
	async *answer(request, {signal, clock}): AsyncGenerator<VoiceDelta> {
		const text = answerTo(request, watcher);
		const began = clock.now();
		for (const [index, token] of tokensOf(text).entries()) {
			const due = began + Math.round(firstTokenMs + (1000 * index) / tokensPerSecond);
			if (due > clock.now()) await clock.sleep(due - clock.now(), signal);
			signal.throwIfAborted();
			yield {type: 'text', text: token};
		}
		yield {type: 'usage', usage: {input: inputTokens(request), output: Math.ceil(text.length / charactersPerToken)}};
		yield {type: 'finish', finish: 'stop'};
	},
});

const inputTokens = ({messages}: VoiceRequest): number =>
	Math.ceil(sum(messages.map(({content}) => content.length)) / charactersPerToken);

function answerTo(request: VoiceRequest, watcher: Watcher): string {
	const task = request.messages.at(-1)?.content ?? '';
	if (request.purpose === 'wish') {
		const numbers = [...task.matchAll(/^\[(\d+)\]/gmu)].map(([, number]) => Number(number));
		const chair = /candidates="(\w+)/u.exec(task)?.[1] ?? null;
		return watcher === 'always'
			? JSON.stringify({reason: 'straw_man_detected', severity: 'high', chair, sentence: numbers.at(-1)})
			: JSON.stringify({reason: 'none', severity: 'low', chair: null, sentence: null});
	}
	const {text} = rehearse(request.messages, {
		seed: request.seed ?? 0,
		...(request.maxTokens === undefined ? {} : {maxTokens: request.maxTokens}),
		...(request.schema && {schema: request.schema}),
	});
	return /<task kind="reply"/u.test(task) ? fitTurn(text, turnTokens) : text;
}
