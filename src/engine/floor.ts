/**
 * The floor a script gets: each call is a step with a key of its own, answered from the journal where it was made
 * before.
 */
import {setImmediate as nextMacrotask} from 'node:timers/promises';
import type {z} from 'zod';
import type {JournalEvent, UserAction, WantedTurn} from '../debate/events.ts';
import type {Said} from '../debate/form.ts';
import type {Answer, AskOptions, Floor, Prompt, Recordable, SpeakOptions} from '../debate/protocol.ts';
import type {Turn} from '../debate/state.ts';
import type {Prefetch} from './turns/prefetch.ts';
import {askVoice, RecordedAnswer, type VoiceAnswer} from './calls/ask-voice.ts';
import {turnStream, writtenTurn, type TurnStream} from './turns/turn-stream.ts';
import {filledIn, isTyped, sitsThere, typed, typedFor, unlessTaken} from './turns/people.ts';
import {isOut, putOut, saying, settleSeat} from './turns/seats.ts';
import {orOver, recallTurn, speak} from './turns/speak.ts';
import type {RunContext} from './context/run-context.ts';

type Handler = (action: UserAction) => void;

/**
 * Something the command brought along. `waitFor` shows whom it waits for, and what with; never written down. `type`
 * asks a person for what somebody elsewhere wants of them; nothing where a voice is to speak instead.
 */
export type Effect = (
	input: unknown,
	signal: AbortSignal,
	waitFor: (participant: string, purpose: string) => void,
	type: (wanted: WantedTurn) => Promise<Said | undefined>,
) => Promise<unknown>;

/** What a floor needs from whoever runs it, beside the world. */
export type FloorDeps = {
	readonly ahead: Prefetch;
	readonly handlers: Map<UserAction['action'], Handler>;
	readonly effects: Readonly<Record<string, Effect>>;
};

/**
 * Makes the floor of one scope. Keys are `scope/number what`, so a scope's calls must come in the same order each time.
 */
export function floorOf(world: RunContext, around: FloorDeps, scope: string): Floor {
	let calls = 0;
	const names = new Set<string>();
	const {ahead} = around;
	const stepOf = (what: string): string => {
		world.over.signal.throwIfAborted();
		calls++;
		return `${scope}/${calls} ${what}`;
	};
	const child = (name: string): Floor => floorOf(world, around, `${scope}/${name.replace(/[\s/]+/gu, '-')}`);

	/** A step that gives a value: recorded as `step-end`. */
	async function step(what: string, live: (key: string) => Promise<unknown>): Promise<unknown> {
		const key = stepOf(what);
		if (world.history.knows(key)) return valueOf(await orOver(world, world.history.ended(key)));
		// JSON knows no undefined.
		const value = (await orOver(world, live(key))) ?? null;
		world.emit({type: 'step-end', value}, key);
		return value;
	}

	async function fact(what: string, record: (key: string) => void): Promise<void> {
		const key = stepOf(what);
		if (world.history.knows(key)) await orOver(world, world.history.ended(key));
		else record(key);
	}

	async function turn(
		what: string,
		participant: string,
		options: SpeakOptions,
		begin: (key: string) => TurnStream,
	): Promise<Turn> {
		const key = stepOf(what);
		const place = (name: string) => child(`${key.slice(scope.length + 1).replaceAll(' ', '-')}-${name}`);
		if (world.history.knows(key)) return recallTurn(world, {participant, options, step: key, floorAt: place});
		for (;;) {
			const spoken = await speak(world, ahead, {participant, options, step: key, draft: begin(key), floorAt: place});
			if (spoken) return spoken;
		}
	}

	return {
		get heard() {
			return world.heard;
		},
		get stopping() {
			return world.stopping;
		},
		segment: (segment, round) =>
			fact(
				`segment ${segment}`,
				key => void world.emit({type: 'segment-start', segment, ...(round === undefined ? {} : {round})}, key),
			),
		speak: (participant, prompt, options) =>
			turn(`speak ${participant}`, participant, options, key => {
				const out = isOut(world, participant);
				if (out !== undefined) return writtenTurn('', {finish: 'failed', reason: out, totalMs: 0});
				// What is left of a budget is the closing’s.
				if (options.amid && world.overBudget !== undefined)
					return writtenTurn('', {finish: 'failed', reason: world.overBudget, totalMs: 0});
				if (isTyped(world, participant, key))
					return typed(world, {participant, call: key, kind: options.kind, words: prompt.words});
				const adopted = ahead.claimTurn(participant, prompt);
				if (!options.amid) ahead.withdraw();
				return adopted ?? turnStream(world, participant, prompt, options.kind, key, options.limitMs);
			}),
		say: (participant, text, options) =>
			turn(`${saying} ${participant}`, participant, options, () => writtenTurn(text)),
		async ask<T>(
			participant: string,
			prompt: Prompt,
			schema: z.ZodType<T>,
			{purpose, limitMs, patience, mostBytes, form, reading}: AskOptions,
		): Promise<Answer<T>> {
			const value = await step(`ask ${participant}`, async key => {
				const out = isOut(world, participant);
				if (out !== undefined) return {ok: false, reason: out};
				// What goes on beside the debate is not what it waits for.
				const since = world.clock.now();
				const waiting =
					scope === 'script'
						? (thinking: number) => world.recorder.live({type: 'voice-waiting', participant, purpose, since, thinking})
						: undefined;
				const ask = (signal: AbortSignal): Promise<VoiceAnswer<unknown>> =>
					ahead.claimAnswer(participant, prompt) ??
					askVoice(
						world,
						{
							participant,
							prompt,
							schema,
							purpose,
							step: key,
							limitMs,
							whileThinking: waiting,
							...(patience && {patience}),
							...(mostBytes !== undefined && {mostBytes}),
						},
						signal,
					);
				for (;;) {
					const given = form && (await filledIn(world, {participant, step: key, purpose, form, reading}));
					if (given) return given;
					if (sitsThere(world, participant))
						return {ok: false, reason: 'a person sits there, who is asked for nothing that has no form'};
					waiting?.(0);
					const answer = await (form ? unlessTaken(world, participant, ask) : ask(world.over.signal));
					if (!answer) continue;
					if (answer.ok || answer.out === undefined) return answer;
					if ((await settleSeat(world, participant, answer.out)) === 'replaced') continue;
					putOut(world, participant, answer.out);
					return answer;
				}
			});
			return readAnswer(value, schema);
		},
		record: (event: Recordable) => fact(`record ${event.type}`, key => void world.emit(event, key)),
		background(name, task) {
			const floor = child(unique(names, name));
			// What is beside the debate lets the next word be asked for first.
			world.background(async () => {
				if (!world.clock.stepped) await nextMacrotask();
				await task(floor);
			});
		},
		together: tasks => Promise.all(Object.entries(tasks).map(([name, task]) => task(child(unique(names, name))))),
		async quiet() {
			// At full speed nothing is asked ahead, so nothing can be about to be ready: only who waits already is let in.
			const settle = () => (world.clock.stepped || world.pace.wordsAMinute > 0 ? world.clock.settle() : undefined);
			for (await settle(); world.speakingLock.busyAmid; await settle())
				await orOver(world, world.speakingLock.silence());
		},
		on(action, handler) {
			let count = 0;
			around.handlers.set(action, data => {
				count++;
				const floor = child(`on-${action}-${count}`);
				if (isAction(data, action)) world.background(() => handler(data, floor));
			});
		},
		async choose({id, text, options}, fallback) {
			const value = await step(`choose ${id}`, async () => {
				const answer = await world.questions?.ask({id, text, options});
				return answer?.action === 'choose' ? answer.choice : fallback;
			});
			return typeof value === 'string' ? value : fallback;
		},
		perform: (effect, input) =>
			step(`perform ${effect}`, key => {
				const act = around.effects[effect];
				const waitFor = (participant: string, purpose: string): void =>
					world.recorder.live({type: 'voice-waiting', participant, purpose, since: world.clock.now(), thinking: 0});
				return act
					? act(input, world.over.signal, waitFor, wanted => typedFor(world, key, wanted))
					: Promise.reject(new Error(`nothing here can perform "${effect}"`));
			}),
		random() {
			calls++;
			return randomOf(world.seed, `${scope}/${calls}`);
		},
		now: async () => Number(await step('now', async () => world.clock.now())),
	};
}

const isAction = <A extends UserAction['action']>(
	data: UserAction,
	action: A,
): data is Extract<UserAction, {action: A}> => data.action === action;

const valueOf = (event: JournalEvent): unknown => (event.type === 'step-end' ? event.value : undefined);

function unique(names: Set<string>, name: string): string {
	if (names.has(name)) throw new Error(`two tasks of one scope are called "${name}"`);
	names.add(name);
	return name;
}

function readAnswer<T>(value: unknown, schema: z.ZodType<T>): Answer<T> {
	const answer = RecordedAnswer.parse(value);
	if (!answer.ok)
		return {
			ok: false,
			reason: answer.reason,
			...(answer.raw === undefined ? {} : {raw: answer.raw}),
			...(answer.whole ? {whole: true} : {}),
			...(answer.timedOut ? {timedOut: true} : {}),
		};
	return {ok: true, value: schema.parse(answer.value)};
}

/** The seed and the key make the number (FNV-1a, then the finaliser of MurmurHash3). */
function randomOf(seed: number, key: string): number {
	let hash = 0x81_1c_9d_c5 ^ seed;
	for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
