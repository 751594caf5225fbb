import {appendFileSync, copyFileSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {checkpointOf} from '../../../src/engine/replay/history.ts';
import {answersFileOf, answerStore} from '../../../src/engine/replay/kept-answers.ts';
import type {Voice} from '../../../src/voices/voice.ts';
import {every} from '../../hunt/every.ts';
import {compose, folder, runToy, toyVoice} from '../toy.ts';

/** Voices that cost money, as far as the engine can tell, and what was asked of them. */
function paidVoices(): {voices: Map<string, Voice>; asked: string[]} {
	const asked: string[] = [];
	const voices = ['a', 'b', 'host'].map((id): [string, Voice] => {
		const voice = toyVoice(id, request => {
			asked.push(`${id} ${JSON.stringify(request.messages)}`);
			return compose(request);
		});
		return [id, {...voice, deterministic: false}];
	});
	return {voices: new Map(voices), asked};
}

const Answered = z.object({answer: z.int(), participant: z.string(), text: z.string(), purpose: z.string()});
const answersIn = (file: string) =>
	existsSync(file)
		? readFileSync(file, 'utf8')
				.split('\n')
				.flatMap(line => (line.startsWith('{"asked"') ? [Answered.parse(JSON.parse(line))] : []))
		: [];

const openText = (events: readonly JournalEvent[], turnId: string): string =>
	fold(events).speech[turnId]?.sentences ?? 'none';

/** A copy of what the disk has now, as a killed process leaves it. */
function copyOf(file: string): string {
	const copy = path.join(folder(), 'debate.jsonl');
	copyFileSync(file, copy);
	if (existsSync(answersFileOf(file))) copyFileSync(answersFileOf(file), answersFileOf(copy));
	return copy;
}

/** Virtual time that nobody waits for, at any pace. */
const instantClock = () => Object.defineProperty(steppedClock({hurry: true}), 'hurry', {get: () => true, set() {}});
const paced = () => ({pace: 250, clock: instantClock(), keeps: true});

it('is never written through a link that somebody put beside a journal', async () => {
	const {voices} = paidVoices();
	const file = path.join(folder(), 'debate.jsonl');
	const own = path.join(folder(), 'own.txt');
	writeFileSync(own, 'mine\n');
	symlinkSync(own, answersFileOf(file));
	await expect(runToy({...paced(), file, voices, config: {rounds: 1}})).rejects.toThrow(/ELOOP/u);
	expect(readFileSync(own, 'utf8')).toBe('mine\n');
});

describe('an answer that was received whole', () => {
	it('is never asked for again, wherever the debate was cut off, at a reading pace', async () => {
		const {voices, asked} = paidVoices();
		const file = path.join(folder(), 'debate.jsonl');
		const cuts: {copy: string; asked: readonly string[]; kept: number}[] = [];
		let seen = 0;
		await runToy({
			...paced(),
			file,
			voices,
			onEvent(event) {
				if (!('seq' in event) || seen++ % every(10) !== 0) return;
				cuts.push({copy: copyOf(file), asked: [...asked], kept: answersIn(answersFileOf(file)).length});
			},
		});
		expect(new Set(asked).size).toBe(asked.length);
		for (const cut of cuts) {
			const before = readJournal(cut.copy).events;
			const later = paidVoices();
			const {done, events} = await runToy({...paced(), file: cut.copy, voices: later.voices});
			expect(done.outcome).toBe('completed');
			const again = later.asked.filter(one => cut.asked.includes(one));
			// What was asked and not answered at the cut may be asked again, and nothing else.
			expect(again.length, `cut after ${before.length} events`).toBeLessThanOrEqual(cut.asked.length - cut.kept);
			expect(events.slice(0, before.length)).toEqual(before);
			const calls = events.flatMap(event => (event.type === 'voice-call' && event.answer ? [event.answer] : []));
			expect(new Set(calls).size, 'each answer is counted once').toBe(calls.length);
			const kept = answersIn(answersFileOf(cut.copy)).map(({answer}) => answer);
			expect(kept.filter(answer => !calls.includes(answer))).toEqual([]);
		}
	}, 120_000);

	it('is said whole under a new id of its turn', async () => {
		const {voices} = paidVoices();
		const file = path.join(folder(), 'debate.jsonl');
		let copy: string | undefined;
		const keptReplies = (of: string) =>
			answersIn(answersFileOf(of)).flatMap(({purpose, text}) => (purpose === 'reply' ? [text] : []));
		const isKept = (turnId: string) =>
			keptReplies(file).some(text => text.startsWith(openText(readJournal(file).events, turnId)));
		await runToy({
			...paced(),
			file,
			voices,
			onEvent: event =>
				void (event.type === 'turn-delta' && isKept(event.turnId) ? (copy ??= copyOf(file)) : undefined),
		});
		const later = paidVoices();
		const {events} = await runToy({...paced(), file: copy ?? '', voices: later.voices});
		const again = fold(events).turns.find(({id}) => id.endsWith('.2'));
		expect(keptReplies(copy ?? '').some(text => text.startsWith(again?.text ?? 'none'))).toBe(true);
		const calls = (of: typeof events) => of.filter(event => event.type === 'voice-call' && event.call === again?.step);
		expect(calls(events)).toHaveLength(1);
		expect(calls(readJournal(copy ?? '').events)).toHaveLength(1);
	});

	it('is not taken for a new request that has the same words, once its step has ended', async () => {
		const {voices} = paidVoices();
		const {file, events} = await runToy({keeps: true, voices, clock: steppedClock({hurry: true})});
		expect(answersIn(answersFileOf(file)).length).toBeGreaterThan(5);
		expect(answerStore(answersFileOf(file), checkpointOf(events)).empty).toBe(true);
	});

	it('survives a torn line before it, and a torn line is passed over', async () => {
		const file = path.join(folder(), 'answers.jsonl');
		const answer = {step: 's', participant: 'a', voice: 'v', purpose: 'p', finish: 'stop', ms: 1} as const;
		const first = answerStore(file);
		await first.keep({...answer, asked: 'one', text: 'One.'}).synced;
		first.close();
		appendFileSync(file, '{"asked":"two","text":"Tw');
		const second = answerStore(file, checkpointOf([]));
		await second.keep({...answer, asked: 'three', text: 'Three.'}).synced;
		second.close();
		const third = answerStore(file, checkpointOf([]));
		expect(['one', 'two', 'three'].map(asked => third.take(asked)?.text)).toEqual(['One.', undefined, 'Three.']);
		expect(third.take('one')).toBeUndefined();
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});
});
