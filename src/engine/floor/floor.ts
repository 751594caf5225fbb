/** The floor that a script gets: each call is a durable step. */
import {setImmediate as nextMacrotask} from 'node:timers/promises';
import type {UserAction} from '../../debate/events.ts';
import type {Floor} from '../../debate/protocol.ts';
import {typeForOther} from '../turns/people.ts';
import {saying} from '../turns/seats.ts';
import {untilOver} from '../context/debate-context.ts';
import {writtenTurn} from '../turns/turn-stream.ts';
import {ask, readAnswer} from './ask-step.ts';
import type {FloorContext} from './floor-context.ts';
import {beginTurn, turnStep} from './speak-step.ts';
import {scopeBelow, stepsOf} from './steps.ts';

/** The scope of the script itself: the debate waits for what is asked there. */
export const scriptScope = 'script';

type Child = (name: string) => Floor;

/** The floor of one scope; tasks and handlers get floors of scopes below it. */
export function floorOf(context: FloorContext, scope: string): Floor {
	const steps = stepsOf(context, scope);
	const child: Child = name => floorOf(context, scopeBelow(scope, name));
	const names = new Set<string>();
	const {log, seed, clock} = context;
	return {
		...tasksOf(context, child, name => unique(names, name)),
		get heard() {
			return log.heard();
		},
		get stopping() {
			return context.control.stopping;
		},
		speak: (participant, prompt, options) =>
			turnStep(context, {steps, child}, {what: `speak ${participant}`, participant, options, prompt}, turn =>
				beginTurn(context, turn, prompt),
			),
		say: (participant, text, options) =>
			turnStep(context, {steps, child}, {what: `${saying} ${participant}`, participant, options}, () =>
				writtenTurn(text),
			),
		segment: (segment, round) =>
			steps.fact(
				`segment ${segment}`,
				key => void log.emit({type: 'segment-start', segment, ...(round === undefined ? {} : {round})}, key),
			),
		async ask(participant, prompt, schema, options) {
			const value = await steps.value(
				`ask ${participant}`,
				step => ask(context, {participant, prompt, schema, options, step, inScript: scope === scriptScope}),
				step => context.onPrompt?.({step, participant, prompt, schema}),
			);
			return readAnswer(value, schema);
		},
		record: event => steps.fact(`record ${event.type}`, key => void log.emit(event, key)),
		quiet: () => quiet(context),
		async choose({id, text, options}, fallback) {
			const value = await steps.value(`choose ${id}`, async () => {
				const answer = await context.questions?.ask({id, text, options});
				return answer?.action === 'choose' ? answer.choice : fallback;
			});
			return typeof value === 'string' ? value : fallback;
		},
		async observe(what, read) {
			const value = await steps.value(`observe ${what}`, async () => read());
			return typeof value === 'string' ? value : null;
		},
		perform: (effect, input) => steps.value(`perform ${effect}`, key => perform(context, effect, input, key)),
		random: () => randomOf(seed, `${scope}/${steps.count()}`),
		now: async () => Number(await steps.value('now', async () => clock.now())),
	};
}

/** What runs concurrently with the script, each task with a floor of its own. */
function tasksOf(
	context: FloorContext,
	child: Child,
	unused: (name: string) => string,
): Pick<Floor, 'background' | 'together' | 'on'> {
	return {
		background(name, task) {
			const floor = child(unused(name));
			context.background(async () => {
				// The script makes its next request first.
				if (!context.clock.stepped) await nextMacrotask();
				await task(floor);
			});
		},
		together: tasks => Promise.all(Object.entries(tasks).map(([name, task]) => task(child(unused(name))))),
		on(action, handler) {
			let count = 0;
			context.handlers.set(action, data => {
				count++;
				const floor = child(`on-${action}-${count}`);
				if (isAction(data, action)) context.background(() => handler(data, floor));
			});
		},
	};
}

/** Waits until everybody who wants to speak amid the others, and is ready to, has been heard. */
async function quiet(context: FloorContext): Promise<void> {
	const {clock, pace, speakingLock} = context;
	// At full speed nothing is prefetched, so nothing can be about to be ready: only those who already wait are let in.
	const settle = () => (clock.stepped || pace.wordsAMinute > 0 ? clock.settle() : undefined);
	for (await settle(); speakingLock.busyAmid; await settle()) await untilOver(context, speakingLock.silence());
}

function perform(context: FloorContext, name: string, input: unknown, step: string): Promise<unknown> {
	const {effects, log, clock, over} = context;
	const effect = effects[name];
	if (!effect) return Promise.reject(new Error(`nothing here can perform "${name}"`));
	const waitFor = (participant: string, purpose: string): void =>
		log.live({type: 'voice-waiting', participant, purpose, since: clock.now(), thinking: 0});
	return effect(input, over.signal, waitFor, wanted => typeForOther(context, step, wanted));
}

const isAction = <A extends UserAction['action']>(
	data: UserAction,
	action: A,
): data is Extract<UserAction, {action: A}> => data.action === action;

function unique(names: Set<string>, name: string): string {
	if (names.has(name)) throw new Error(`two tasks of one scope are called "${name}"`);
	names.add(name);
	return name;
}

/** FNV-1a over the seed and the key, then the finaliser of MurmurHash3. */
function randomOf(seed: number, key: string): number {
	let hash = 0x81_1c_9d_c5 ^ seed;
	for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
