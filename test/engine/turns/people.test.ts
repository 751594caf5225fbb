import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import type {RunEvent, UserAction} from '../../../src/debate/events.ts';
import {withUnknownConfig, type Floor, type Protocol} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {parseJournal} from '../../../src/engine/journal/journal.ts';
import type {RunningDebate} from '../../../src/engine/run.ts';
import {recordingOf, replay} from '../../../src/engine/replay/replay.ts';
import {humanVoice, VoiceError, type Voice} from '../../../src/voices/voice.ts';
import {essence} from '../laws.ts';
import {folder, runToy, toyVoice, type Toy} from '../toy.ts';
import {cutAfter} from '../watches.ts';
import {every} from '../../hunt/every.ts';

const Anything = z.object({});
const say = (text: string) => ({messages: [{role: 'user' as const, content: text}], words: 40});
const prompt = (floor: Floor) =>
	say(floor.heard.turns.map(({by, text}) => `${by?.name ?? 'nobody'}: ${text}`).join(' '));

/** Two speakers in turns, one after the other; the second may be cut off by the first. */
const turns = (most: number, watched = false): Protocol =>
	withUnknownConfig({
		id: 'turns',
		name: 'Turns',
		summary: '',
		version: 1,
		config: Anything,
		minSpeakers: 2,
		estimate: () => ({words: 0, use: {}}),
		speakers: () => ['a', 'b'],
		humanSeats: () => ['a', 'b'],
		openSeats: () => [],
		async script(_setup, floor) {
			for (let turn = 0; turn < most && !floor.stopping; turn++) {
				const who = turn % 2 === 0 ? 'a' : 'b';
				const spoken = await floor.speak(who, prompt(floor), {
					kind: 'reply',
					...(watched && {watch: cutAfter(2)}),
				});
				if (spoken.cut) await floor.speak('b', prompt(floor), {kind: 'interruption'});
			}
			await floor.speak('host', prompt(floor), {kind: 'synthesis'});
			return {outcome: 'completed' as const};
		},
	});

const participants = [
	{id: 'a', name: 'Ann', voice: 'human:Ann'},
	{id: 'b', name: 'B', voice: 'toy'},
	{id: 'host', name: 'HOST', voice: 'toy'},
].map(seat => ({...seat, role: 'speaker'}));
const voices = (more: Readonly<Record<string, Voice>> = {}) =>
	new Map<string, Voice>(
		Object.entries({a: humanVoice('human:Ann', 'Ann'), b: toyVoice('b'), host: toyVoice('host'), ...more}),
	);
const models = {a: toyVoice('a')};

type Doing = (event: RunEvent, act: (action: UserAction) => void, debate: RunningDebate) => void;
const hold = (doing: Doing, toy: Toy = {}) =>
	runToy({
		protocol: turns(4),
		config: {},
		participants,
		voices: voices(),
		headless: false,
		pace: 0,
		clock: steppedClock({hurry: true}),
		findVoice: (spec, named) => ({...toyVoice(spec), name: named?.name ?? spec.toUpperCase()}),
		...toy,
		onEvent: (event, debate) => doing(event, debate.act, debate),
	});

/** Says something for everyone who is asked. */
const typing = (texts: readonly string[] = []): Doing => {
	let said = 0;
	return (event, act) => {
		if (event.type === 'turn-wanted')
			act({
				action: 'say',
				participant: event.participant,
				call: event.call,
				text: texts[said++] ?? `As I see it after ${event.call}. That is all.`,
			});
	};
};

const namesIn = (events: readonly RunEvent[]) =>
	fold(events).turns.map(turn => `${turn.by?.name ?? ''}: ${turn.finish ?? ''}`);

describe('a person in a seat', () => {
	it('is asked for each turn, and what they say is a turn like any other', async () => {
		const {events, seen, done} = await hold(typing(['First I say this. Then that.']));
		expect(done.outcome).toBe('completed');
		expect(seen.filter(({type}) => type === 'turn-wanted')).toEqual([
			expect.objectContaining({participant: 'a', kind: 'reply', words: 40}),
			expect.objectContaining({participant: 'a'}),
		]);
		const [first] = fold(events).turns;
		expect(first).toMatchObject({
			speaker: 'a',
			text: 'First I say this. Then that.',
			finish: 'complete',
			by: {name: 'Ann', voice: 'human:Ann'},
		});
		expect(events.filter(event => event.type === 'turn-delta' && event.turnId === first?.id)).toHaveLength(2);
		expect(events.some(event => event.type === 'voice-call' && event.participant === 'a')).toBe(false);
		expect(fold(seen).wanted).toEqual([]);
	});

	it('may let turns pass, again and again, and is not put out for it', async () => {
		const {events, done} = await hold(typing(['', ' ']));
		expect(done.outcome).toBe('completed');
		expect(namesIn(events)).toEqual(['Ann: failed', 'B: complete', 'Ann: failed', 'B: complete', 'HOST: complete']);
		expect(fold(events).turns[0]?.reason).toBe('let the turn pass');
	});

	it('is heard to the end: who cuts in speaks after it', async () => {
		const {events} = await hold(typing(['One. Two. Three.']), {protocol: turns(1, true), pace: 12_000});
		const state = fold(events);
		expect(state.turns.map(({kind, finish, text}) => [kind, finish, kind === 'reply' ? text : ''])).toEqual([
			['reply', 'complete', 'One. Two. Three.'],
			['interruption', 'complete', ''],
			['synthesis', 'complete', ''],
		]);
		expect(state.turns[0]?.cut?.interrupter).toBe('b');
	});

	it('may take a turn back while it is heard: its words go nowhere, and a resumed debate keeps that', async () => {
		const prompts: string[] = [];
		const hears = (id: string): Voice => {
			const voice = toyVoice(id);
			return {
				...voice,
				answer(request, signal) {
					prompts.push(JSON.stringify(request.messages));
					return voice.answer(request, signal);
				},
			};
		};
		let isTaken = false;
		const toy = {pace: 12_000, protocol: turns(2), voices: voices({b: hears('b'), host: hears('host')})};
		const {events, file, done} = await hold((event, act) => {
			if (event.type === 'turn-wanted')
				act({
					action: 'say',
					participant: 'a',
					call: event.call,
					text: isTaken ? 'I meant this.' : 'A slip here. It was stray.',
				});
			if (event.type !== 'turn-delta' || !event.text.includes('slip')) return;
			act({action: 'unsay', participant: 'a', call: 'script/1 speak a'});
			isTaken = true;
			// Once is enough, and nothing is left to take back.
			act({action: 'unsay', participant: 'a', call: 'script/1 speak a'});
		}, toy);
		const state = fold(events);
		expect(done.outcome).toBe('completed');
		expect(state.turns.map(({id, text}) => [id, text])).toEqual([
			['t1.2', 'I meant this.'],
			['t2', expect.any(String)],
			['t3', expect.any(String)],
		]);
		expect(state.notices.map(({text}) => text)).toEqual(['The turn was taken back by its speaker, and is said again.']);
		const taken = events.findIndex(event => event.type === 'user-action' && event.data.action === 'unsay');
		expect(JSON.stringify(fold(events))).not.toMatch(/slip|stray/u);
		expect(prompts.join(' ')).not.toMatch(/slip|stray/u);
		expect(events.filter(event => event.type === 'user-action' && event.data.action === 'unsay')).toHaveLength(1);
		// Nobody hears them in a replay.
		const words = [];
		for await (const event of replay(recordingOf(events), {
			rhythm: {speed: Infinity},
			signal: new AbortController().signal,
		}).events)
			if (event.type === 'turn-token' || event.type === 'turn-delta') words.push(event.text);
		expect(words.join('')).toMatch(/^I meant this\./u);
		// Cut off behind it, the turn is asked for again.
		const rest = path.join(folder(), 'debate.jsonl');
		writeFileSync(
			rest,
			`${readFileSync(file, 'utf8')
				.split('\n')
				.slice(0, taken + 1)
				.join('\n')}\n`,
		);
		const {events: resumed, seen} = await hold(typing(['Said anew.']), {...toy, pace: 0, file: rest});
		expect(parseJournal(readFileSync(rest, 'utf8')).problems).toEqual([]);
		expect(seen.filter(({type}) => type === 'turn-wanted')).toHaveLength(1);
		expect(fold(resumed).turns[0]).toMatchObject({text: 'Said anew.', finish: 'complete'});
		expect(JSON.stringify(fold(resumed))).not.toMatch(/slip|stray/u);
	});

	it('has what they say freed of secrets and of what cannot be shown', async () => {
		const {events} = await hold(
			typing(['My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH.\u001B[2J Done.']),
		);
		expect(fold(events).turns[0]?.text).not.toMatch(/sk-proj-|\u001B/u);
	});

	it('is told how long there is, and others may speak meanwhile', async () => {
		const {seen} = await hold(typing(), {turnTimeMs: 90_000});
		expect(seen.find(({type}) => type === 'turn-wanted')).toMatchObject({limitMs: 90_000});
	});

	it('is passed over by a skip, and let go by a stop with a closing', async () => {
		const skipped = await hold((event, act) => void (event.type === 'turn-wanted' && act({action: 'skip'})));
		expect(namesIn(skipped.events)[0]).toBe('Ann: failed');
		expect(skipped.done.outcome).toBe('completed');
		const stopped = await hold(
			(event, act) => void (event.type === 'turn-wanted' && act({action: 'stop', closing: true})),
		);
		expect(stopped.done.outcome).toBe('stopped');
		expect(namesIn(stopped.events)).toEqual(['Ann: failed', 'HOST: complete']);
	});

	it('is never asked for values that have no form', async () => {
		const protocol = withUnknownConfig({
			...turns(0),
			script: async (_setup: unknown, floor: Floor) => {
				const answer = await floor.ask('a', say('x'), Anything, {purpose: 'x'});
				return {outcome: 'completed', reason: answer.ok ? 'answered' : answer.reason};
			},
		});
		const {done, events} = await hold(() => {}, {protocol});
		expect(done.reason).toContain('a person sits there');
		expect(events.some(({type}) => type === 'participant-out' || type === 'voice-call')).toBe(false);
	});
});

describe('the laws, with people', () => {
	it('ends the same from every prefix, and asks for nothing that was said already', async () => {
		const whole = await hold(typing());
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		const wanted = essence(fold(whole.events));
		expect(fold(whole.seen)).toEqual(fold(whole.events));
		for (let kept = 1; kept < lines.length; kept += every(3, 1)) {
			const file = path.join(folder(), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
			const resumed = await hold(typing(), {file});
			expect(essence(fold(resumed.events)), `cut after line ${kept}: ${lines[kept - 1]?.slice(0, 100)}`).toEqual(
				wanted,
			);
			expect(parseJournal(readFileSync(file, 'utf8')).problems).toEqual([]);
			expect(resumed.events.filter(event => event.type === 'user-action')).toHaveLength(2);
		}
	});
});

describe('a person who types for a debate that goes on elsewhere', () => {
	const sent: (string | undefined)[] = [];
	const elsewhere = withUnknownConfig({
		...turns(0),
		async script(_setup: unknown, floor: Floor) {
			for (let part = 1; part <= 3; part++) await floor.perform('elsewhere', part);
			return {outcome: 'completed' as const};
		},
	});
	const effects: Toy['effects'] = {
		elsewhere: async (part, _signal, _waitFor, type) => {
			const text = (await type({call: `theirs ${String(part)}`, participant: 'a', kind: 'reply', field: {label: 'x'}}))
				?.text;
			sent.push(text);
			return text;
		},
	};

	it('says the same after a kill at every line, and each thing once', async () => {
		const whole = await hold(typing(['One.', 'Two.', 'Three.']), {protocol: elsewhere, effects});
		const saidIn = (events: readonly RunEvent[]) =>
			fold(events).actions.map(action => action.action === 'say' && action.text);
		expect(sent).toEqual(['One.', 'Two.', 'Three.']);
		expect(fold(whole.seen).wanted).toEqual([]);
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		for (let kept = 1; kept < lines.length; kept += every(3, 1)) {
			const file = path.join(folder(), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
			const left = ['One.', 'Two.', 'Three.'].slice(
				whole.events.slice(0, kept).filter(({type}) => type === 'user-action').length,
			);
			const resumed = await hold(typing(left), {protocol: elsewhere, effects, file});
			expect(saidIn(resumed.events), `cut after line ${kept}`).toEqual(['One.', 'Two.', 'Three.']);
			expect(
				resumed.events.filter(({type}) => type === 'step-end').map(event => 'value' in event && event.value),
			).toEqual(['One.', 'Two.', 'Three.']);
		}
	});

	it('changes what it has said before, also where that was not heard there before a kill', async () => {
		const parts = [{call: 'theirs 1', text: 'One.', field: {label: 'x'}}];
		const told: unknown[] = [];
		const asking: Toy['effects'] = {
			elsewhere: async (_part, _signal, _waitFor, type) => {
				told.push(await type({call: 'theirs 2', participant: 'a', kind: 'reply', field: {label: 'y'}, before: parts}));
				return 'done';
			},
		};
		const whole = await hold(
			(event, act) => {
				if (event.type === 'turn-wanted')
					act({action: 'say', participant: 'a', call: event.before?.[0]?.call ?? '', text: 'No. 1.'});
			},
			{protocol: elsewhere, effects: asking},
		);
		expect(told[0]).toEqual({call: 'theirs 1', text: 'No. 1.'});
		expect(fold(whole.seen).wanted).toEqual([]);
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		const at = whole.events.findIndex(({type}) => type === 'user-action');
		const file = path.join(folder(), 'debate.jsonl');
		writeFileSync(file, `${lines.slice(0, at + 1).join('\n')}\n`);
		told.splice(0);
		const resumed = await hold(typing(['Two.', 'Two.']), {protocol: elsewhere, effects: asking, file});
		expect(told[0]).toEqual({call: 'theirs 1', text: 'No. 1.'});
		expect(resumed.done.outcome).toBe('completed');
	});

	it('lets a thing pass as an empty text, and types nothing once they have left the seat', async () => {
		sent.splice(0);
		let asked = 0;
		await hold(
			(event, act) => {
				if (event.type !== 'turn-wanted') return;
				asked++;
				if (asked === 1) act({action: 'skip'});
				else if (asked === 2) act({action: 'replace', participant: 'a', voice: 'other'});
				else act({action: 'say', participant: 'a', call: event.call, text: 'Three.'});
			},
			{protocol: elsewhere, effects},
		);
		expect(sent).toEqual(['', undefined, 'Three.']);
	});
});

describe('an effect that gives nothing', () => {
	it('leaves a journal that can be read', async () => {
		const {events, file} = await hold(() => {}, {
			effects: {nothing: async () => undefined},
			protocol: withUnknownConfig({
				...turns(0),
				async script(_setup: unknown, floor: Floor) {
					await floor.perform('nothing', {});
					return {outcome: 'completed' as const};
				},
			}),
		});
		expect(parseJournal(readFileSync(file, 'utf8')).problems).toEqual([]);
		expect(events.at(-1)?.type).toBe('debate-end');
	});
});

describe('a seat', () => {
	it('is taken by a person from its next turn on, and given back', async () => {
		let [taken, wanted] = [false, 0];
		const {events} = await hold(
			(event, act) => {
				if (event.type === 'turn-delta' && !taken) {
					taken = true;
					act({action: 'take', participant: 'a', name: 'Bo'});
				}
				if (event.type !== 'turn-wanted') return;
				act({action: 'say', participant: 'a', call: event.call, text: 'My turn.'});
				if (++wanted === 1) act({action: 'give-back', participant: 'a'});
			},
			{
				voices: voices(models),
				participants: participants.map(seat => (seat.id === 'a' ? {...seat, name: 'Model A', voice: 'toy:a'} : seat)),
				protocol: turns(6),
			},
		);
		expect(namesIn(events)).toEqual([
			'Model A: complete',
			'B: complete',
			'Bo: complete',
			'B: complete',
			'Model A: complete',
			'B: complete',
			'HOST: complete',
		]);
		expect(fold(events).seats[0]).toMatchObject({
			name: 'Model A',
			voice: 'toy:a',
			formerly: [{name: 'Model A'}, {name: 'Bo', voice: 'human:Bo'}],
		});
	});

	it('that is given back while its person types is spoken from by the voice at once', async () => {
		const {events} = await hold(
			(event, act) => {
				if (event.type === 'turn-start' && fold(events0).turns.length === 0) act({action: 'take', participant: 'b'});
				if (event.type === 'turn-wanted') act({action: 'give-back', participant: event.participant});
				events0.push(event);
			},
			{
				voices: voices(models),
				protocol: turns(2),
				participants: participants.map(seat => (seat.id === 'a' ? {...seat, name: 'A', voice: 'toy'} : seat)),
			},
		);
		expect(namesIn(events)).toEqual(['A: complete', 'B: complete', 'HOST: complete']);
	});
	const events0: RunEvent[] = [];

	it.each<[UserAction, RegExp]>([
		[{action: 'take', participant: 'host'}, /no person can sit there/u],
		[{action: 'take', participant: 'a'}, /Ann sits there already/u],
		[{action: 'take', participant: 'zoe'}, /there is no seat "zoe"/u],
		[{action: 'give-back', participant: 'b'}, /no voice sat there before B/u],
	])('is not changed by %j, which is told and not recorded', async (action, why) => {
		let done = false;
		const {events} = await hold((event, act, debate) => {
			if (!done && event.type === 'turn-wanted') {
				done = true;
				act(action);
			}
			typing()(event, act, debate);
		});
		expect(events.find(event => event.type === 'notice')).toMatchObject({text: expect.stringMatching(why)});
		expect(events.filter(event => event.type === 'user-action').every(event => event.data.action === 'say')).toBe(true);
	});
});

const lost: Voice = {
	...toyVoice('b'),
	name: 'B',
	async *answer() {
		yield* [];
		throw new VoiceError('unusable', 'the key was refused (401)');
	},
};

describe('a voice that cannot go on', () => {
	const ofModels = {
		voices: voices({...models, b: lost}),
		participants: participants.map(seat => (seat.id === 'a' ? {...seat, name: 'A', voice: 'toy'} : seat)),
	};

	it('may be replaced, and the new one speaks the turn', async () => {
		const {events, done, seen} = await hold(
			(event, act) => void (event.type === 'question' && act({action: 'replace', participant: 'b', voice: 'other'})),
			ofModels,
		);
		expect(seen.find(({type}) => type === 'question')).toMatchObject({
			seat: 'b',
			text: 'B cannot go on: the key was refused (401)',
			options: ['try again', 'end the debate'],
		});
		expect(done.outcome).toBe('completed');
		expect(namesIn(events)).toEqual([
			'A: complete',
			'OTHER: complete',
			'A: complete',
			'OTHER: complete',
			'HOST: complete',
		]);
		expect(events.find(event => event.type === 'user-action')).toMatchObject({
			data: {
				action: 'replace',
				participant: 'b',
				voice: 'other',
				name: 'OTHER',
				because: expect.stringContaining('401'),
			},
		});
		expect(
			events.filter(event => event.type === 'turn-end' && event.finish === 'failed' && event.step === undefined),
		).toHaveLength(1);
	});

	it('ends the debate where the user does, or where too few are left', async () => {
		const ended = await hold(
			(event, act) =>
				void (event.type === 'question' && act({action: 'choose', question: event.id, choice: 'end the debate'})),
			ofModels,
		);
		expect(ended.done).toMatchObject({outcome: 'failed', reason: expect.stringContaining('401')});
		const headless = await hold(() => {}, {...ofModels, headless: true});
		expect(headless.done.outcome).toBe('failed');
	});

	it('that nobody needs may be gone on without', async () => {
		const {events, done, seen} = await hold(
			(event, act) =>
				void (event.type === 'question' && act({action: 'choose', question: event.id, choice: 'go on without it'})),
			{...ofModels, voices: voices({...models, host: lost})},
		);
		expect(seen.find(({type}) => type === 'question')).toMatchObject({
			seat: 'host',
			options: ['try again', 'go on without it', 'end the debate'],
		});
		expect(done.outcome).toBe('degraded');
		expect(events.filter(({type}) => type === 'participant-out')).toHaveLength(1);
	});

	it('is asked once more where the user says so', async () => {
		let tries = 0;
		const {done, seen} = await hold(
			(event, act) =>
				void (
					event.type === 'question' &&
					act({
						action: 'choose',
						question: event.id,
						choice: ++tries < 3 ? 'try again' : 'go on without it',
					})
				),
			{...ofModels, voices: voices({...models, host: lost})},
		);
		expect(seen.filter(({type}) => type === 'question')).toHaveLength(3);
		expect(done.outcome).toBe('degraded');
	});

	it('is asked about again where the debate was cut off meanwhile, from every line on', async () => {
		const answer: Doing = (event, act) =>
			void (event.type === 'question' && act({action: 'replace', participant: 'b', voice: 'other'}));
		const whole = await hold(answer, ofModels);
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		for (let kept = 1; kept < lines.length; kept += every(3, 1)) {
			const file = path.join(folder(), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
			// As the command does: whoever sat there last sits there again.
			const seat = fold(parseJournal(readFileSync(file, 'utf8')).events).seats.find(({id}) => id === 'b');
			const resumed = await hold(answer, {
				...ofModels,
				file,
				...(seat?.voice === 'other' && {voices: voices({...models, b: toyVoice('other')})}),
			});
			expect(essence(fold(resumed.events)), `cut after line ${kept}: ${lines[kept - 1]?.slice(0, 100)}`).toEqual(
				essence(fold(whole.events)),
			);
		}
	});

	it('comes back once another voice has its seat', async () => {
		let gone = false;
		const three = withUnknownConfig({
			...turns(0),
			async script(_setup: unknown, floor: Floor) {
				for (let round = 0; round < 3; round++)
					for (const who of ['host', 'a']) await floor.speak(who, prompt(floor), {kind: 'reply'});
				return {outcome: 'completed' as const};
			},
		});
		const {events, done} = await hold(
			(event, act) => {
				if (event.type === 'question') act({action: 'choose', question: event.id, choice: 'go on without it'});
				if (event.type === 'participant-out') gone = true;
				if (gone && event.type === 'turn-delta') act({action: 'replace', participant: 'host', voice: 'other'});
				if (event.type === 'turn-delta') gone = false;
			},
			{...ofModels, protocol: three, voices: voices({...models, host: lost})},
		);
		expect(events.find(({type}) => type === 'participant-back')).toMatchObject({
			participant: 'host',
			reason: 'OTHER sits there now',
		});
		expect(fold(events).turns.filter(({by}) => by?.name === 'OTHER').length).toBeGreaterThan(0);
		expect(done.outcome).toBe('completed');
	});

	it('is replaced on a wish by one that can be found only', async () => {
		let wished = false;
		const {events} = await hold(
			(event, act) => {
				if (event.type === 'turn-delta' && !wished) {
					wished = true;
					act({action: 'replace', participant: 'b', voice: 'nobody'});
					act({action: 'replace', participant: 'b', voice: 'third'});
				}
			},
			{
				...ofModels,
				voices: voices(models),
				findVoice(spec) {
					if (spec === 'nobody') throw new Error('"nobody" is no voice');
					return toyVoice(spec);
				},
			},
		);
		expect(events.find(event => event.type === 'notice')).toMatchObject({
			text: expect.stringContaining('"nobody" is no voice'),
		});
		expect(fold(events).seats.find(({id}) => id === 'b')).toMatchObject({voice: 'third', name: 'THIRD'});
	});
});
