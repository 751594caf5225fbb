/**
 * Makes the prompts of a recorded debate again: its script runs over the journal once more, as when it is resumed, and
 * nobody is asked. A prompt follows from the journal alone but for its layout.
 */
import type {Participant} from '../debate/events.ts';
import type {Protocol} from '../debate/protocol.ts';
import {sourceListOf} from '../debate/sources.ts';
import type {Voice} from '../voices/voice.ts';
import {DebateSuspended} from './context.ts';
import {type AskedPrompt, floorOf, scriptScope} from './floor.ts';
import type {Journal} from './journal/journal.ts';
import {stream} from './journal/recorder.ts';
import {openDebate} from './lifecycle.ts';
import type {KnownPast} from './replay/history.ts';
import {wireUp} from './run.ts';

/** What a prompt follows from beside the journal: what cached tokens cost, and whether all share one prompt. */
type PromptLayout = 'cheap' | 'dear' | 'one-prompt';

type RecordedDebate = {readonly past: KnownPast; readonly protocol: Protocol; readonly layout: PromptLayout};

/** How often what is begun when the script has caught up is waited for. */
const looks = 20;

/** Those of the steps that the script comes to, by step; the first event of the past is a debate's start. */
export async function remakePrompts(
	{past, protocol, layout}: RecordedDebate,
	steps: ReadonlySet<string>,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, AskedPrompt>> {
	const start = past.at(0);
	const made = new Map<string, AskedPrompt>();
	if (start?.type !== 'debate-start') return made;
	const {config, subject, participants} = start;
	const all = Promise.withResolvers<void>();
	const options = {
		protocol,
		config,
		subject,
		participants,
		title: start.title,
		seed: start.seed,
		debateId: start.debateId,
		startedAt: start.startedAt,
		past,
		signal,
		pace: 0,
		timeoutMs: Infinity,
		headless: true,
		appVersion: '',
		journal: unwritten,
		voices: new Map(participants.map(one => [one.id, mute(one)])),
		onPrompt(asked: AskedPrompt) {
			if (steps.has(asked.step)) made.set(asked.step, asked);
			if (made.size === steps.size) all.resolve();
		},
	};
	const {context, recorder, tasks} = wireUp(options, past, stream());
	const {over, clock, history} = context;
	openDebate(context, recorder, options, past);
	const cachedShares = Object.fromEntries(participants.map(({id}) => [id, layout === 'dear' ? 1 : 0]));
	const documents = past.checkpoint.state.sources;
	const sources = documents && sourceListOf(documents, {open: true, findsPages: true});
	const setup = {config, subject, participants, cachedShares, onePrompt: layout === 'one-prompt', sources};
	const script = protocol.script(setup, floorOf(context, scriptScope));
	const caughtUp = history.play().then(async () => {
		for (let look = 0; look < looks; look++) await clock.settle();
	});
	const stopped = Promise.withResolvers<void>();
	signal.addEventListener('abort', () => stopped.resolve(), {once: true});
	// A script that fails here is one that has changed: what it asked before that is what it asked.
	const ended = script.then(
		() => {},
		() => {},
	);
	await Promise.race([all.promise, stopped.promise, Promise.allSettled([caughtUp, Promise.race([ended, caughtUp])])]);
	over.abort(new DebateSuspended('all prompts are made'));
	await ended;
	await tasks.done();
	return made;
}

const unwritten: Journal = {
	file: '',
	append: event => ({event: {...event, hash: ''}, line: ''}),
	close() {},
};

/** Sits in a seat, and never answers. */
function mute({voice, name, provider = ''}: Participant): Voice {
	return {
		id: voice,
		name,
		provider,
		deterministic: voice === 'rehearsal',
		// oxlint-disable-next-line require-yield -- it has nothing to say
		async *answer(_request, {signal}) {
			await new Promise((_resolve, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason), {once: true});
			});
		},
	};
}
