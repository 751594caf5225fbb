import * as fc from 'fast-check';
import path from 'node:path';
import {globSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {DebateEvent, JournalEvent} from '../../src/debate/events.ts';
import {withEdition} from '../../src/app/judging/edition-beside.ts';
import {fold} from '../../src/debate/reduce.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {claimsByChair} from '../../src/debate/ledger.ts';
import {cardOf} from '../../src/exports/card.ts';
import {statisticsOf} from '../../src/exports/statistics.ts';
import {costRows} from '../../src/ui/results/results-rows.ts';
import {journalAt, recordedJournals} from './recorded.ts';
import {checkQuotations} from './quotations.ts';
import {detailed, podcast, markdown} from './written.ts';
import {Recording, scored, start} from './sample.ts';

const samples = globSync('transcripts/*/debate.jsonl').map(file => path.resolve(file));
const chairs = ['chair_1', 'chair_2'] as const;
const nouns = 'parliament ballot harvest furnace orchard ferry lantern census quarry harbour statute bakery'.split(' ');

/** One step of a generated debate; `seat` is whose turn it is, `to` who takes the seat first. */
const step = fc.record({
	seat: fc.constantFrom(...chairs),
	to: fc.constantFrom(undefined, undefined, 'a person', 'a model', 'given back'),
	cut: fc.boolean(),
	claims: fc.boolean(),
	drops: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

const seating = (participant: string, to: Step['to'], place: number): DebateEvent[] => {
	if (to === 'a person') return [{type: 'user-action', data: {action: 'take', participant, name: `Guest ${place}`}}];
	if (to === 'given back') return [{type: 'user-action', data: {action: 'give-back', participant}}];
	return to === undefined
		? []
		: [
				{
					type: 'user-action',
					data: {
						action: 'replace',
						participant,
						voice: `ollama:model-${place}`,
						name: `Model ${place}`,
						model: `model-${place}`,
					},
				},
			];
};

/** Every sentence has its turn's number in it, so that none is anybody else's. */
const speech = (place: number): string => {
	const [one, other, third] = [0, 1, 2].map(more => nouns[(place * 3 + more) % nouns.length]);
	return `A compulsory ${one} numbered ${place} is a duty that every voter owes to the ${other}. I say voting should be a ${third} with the number ${place}. Every ${other} of the year ${place} shows what a compulsory ${one} can cost.`;
};

function generated(steps: readonly Step[]): readonly JournalEvent[] {
	const told = new Recording();
	told.emit(start);
	told.emit({type: 'segment-start', segment: 'opening'});
	let claims = 0;
	const open: {id: string; seat: string}[] = [];
	steps.forEach(({seat, to, cut, claims: makes, drops}, place) => {
		if (place === 2) told.emit({type: 'segment-start', segment: 'exchange', round: 1});
		for (const action of seating(seat, to, place)) told.emit(action);
		const text = speech(place);
		const other = seat === 'chair_1' ? 'chair_2' : 'chair_1';
		const cuts = cut && place > 1;
		const turnId = told.say(seat, place < 2 ? 'opening' : 'reply', text, cuts ? {finish: 'interrupted'} : {});
		const sentence = (at: number): string => splitSentences(text)[at]?.trim() ?? '';
		const dropped = drops ? open.filter(claim => claim.seat === seat).slice(0, 1) : [];
		const added = makes
			? [{id: `${seat === 'chair_1' ? 'A' : 'B'}${++claims}`, claim: sentence(0), sentence: sentence(0)}]
			: [];
		told.emit({
			type: 'ledger',
			turnId,
			speaker: seat,
			new: added,
			answered: [],
			conceded: dropped.map(({id}) => ({claim: id, sentence: sentence(1)})),
			withdrawn: [],
		});
		open.push(...added.map(({id}) => ({id, seat})));
		told.emit(scored(turnId));
		if (!cuts) return;
		told.emit({
			type: 'interruption',
			turnId,
			interrupter: other,
			interrupted: seat,
			reason: 'direct_challenge',
			trigger: sentence(2),
			urgency: 0.7,
			atMs: place * 1000,
			opener: 'No:',
			line: 'no.',
		});
		told.say(other, 'interruption', `No: the number ${place} of yours is not the number ${place + 500} of mine.`, {
			replyTo: turnId,
		});
	});
	return told.events;
}

const runs = process.env['ROSTRUM_DEEP'] === '1' ? 200 : 12;

describe('what is published between quotation marks', () => {
	it('was said by the name beside it, in every export of every sample', () => {
		const all = [...samples, ...recordedJournals.map(({journal}) => journal)].flatMap(file => {
			const state = fold(journalAt(file));
			const edited = withEdition(state, file);
			return (edited === state ? [state] : [state, edited]).map(checkQuotations);
		});
		expect(all.flatMap(({foreign}) => foreign)).toEqual([]);
		expect(all.reduce((sum, {checked}) => sum + checked, 0)).toBeGreaterThan(100);
	});

	it('was said by the name beside it, whoever took and gave up a seat, cut in and went on', () => {
		let checked = 0;
		fc.assert(
			fc.property(fc.array(step, {minLength: 4, maxLength: 9}), steps => {
				const found = checkQuotations(fold(generated(steps)));
				checked += found.checked;
				expect(found.foreign).toEqual([]);
			}),
			{numRuns: runs, seed: 52},
		);
		expect(checked).toBeGreaterThan(runs * 5);
	});
});

describe('a person who takes a seat', () => {
	const steps: readonly Step[] = [
		{seat: 'chair_1', to: undefined, cut: false, claims: true, drops: false},
		{seat: 'chair_2', to: undefined, cut: false, claims: true, drops: false},
		{seat: 'chair_1', to: 'a person', cut: false, claims: true, drops: false},
		{seat: 'chair_2', to: undefined, cut: true, claims: false, drops: false},
	];
	const state = fold(generated(steps));

	it('has no words, claims or scores of the model before, nor that one any of theirs', () => {
		const words = Object.fromEntries(
			statisticsOf(state).chairs.map(({seat, words: count, turns, scores}) => [seat.name, {count, turns, scores}]),
		);
		expect(words).toMatchObject({
			'Claude Sonnet 4': {turns: 1, scores: [88]},
			'Guest 2': {scores: [88]},
		});
		const claims = claimsByChair(state).map(({seat, claims: own}) => [seat.name, own.map(({turnId}) => turnId)]);
		expect(claims).toEqual([
			['Claude Sonnet 4', ['t1']],
			['Guest 2', ['t3']],
			['Grok 3', ['t2']],
		]);
	});

	it('is quoted with their own sentence in the notes, and the model with its own', () => {
		const [notes] = podcast(state).split('## Script');
		expect(notes).toMatch(/Claude Sonnet 4 held: “[^”]*number 0[^”]*”/u);
		expect(notes).not.toMatch(/Guest 2 held: “[^”]*number 0/u);
		expect(markdown(state)).toContain('Guest 2 cut in on Grok 3, who had just said “Every');
	});
});

describe('what fell', () => {
	const fallen = 'A compulsory ballot is a duty that every voter owes to the parliament of this land.';
	const events = (falls: boolean): readonly JournalEvent[] => {
		const told = new Recording();
		told.emit(start);
		told.emit({type: 'segment-start', segment: 'opening'});
		const first = told.say('chair_1', 'opening', `${fallen} I say more of it another day.`);
		told.emit({
			type: 'ledger',
			turnId: first,
			speaker: 'chair_1',
			new: [{id: 'A1', claim: fallen, sentence: fallen}],
			answered: [],
			conceded: [],
			withdrawn: [],
		});
		told.say(
			'chair_2',
			'opening',
			'A compulsory ballot of the voter is no duty that the parliament of any land is owed.',
		);
		told.emit({type: 'segment-start', segment: 'exchange', round: 1});
		const last = told.say('chair_1', 'reply', 'I was wrong about that, and I take it back.');
		told.emit({
			type: 'ledger',
			turnId: last,
			speaker: 'chair_1',
			new: [],
			answered: [],
			conceded: [],
			withdrawn: falls ? [{claim: 'A1', sentence: 'I was wrong about that, and I take it back.'}] : [],
		});
		return told.events;
	};
	const quoted = (falls: boolean): string => podcast(fold(events(falls))).split('**Chapters**')[0] ?? '';

	it('is no highlight where judges found that it puts words into another’s mouth', () => {
		const told = new Recording();
		for (const event of events(false)) told.emit(event);
		const found = {id: 'X2', answer: 'yes', grade: 'taken_back', quote: fallen} as const;
		told.emit(scored('t1', {items: [found]}));
		expect(podcast(fold(told.events))).not.toContain(`held: “${fallen}”`);
	});

	it('is no highlight, though the opponent took it up', () => {
		expect(quoted(false)).toContain(`held: “${fallen}”`);
		expect(quoted(true)).not.toContain(`“${fallen}”`);
		expect(quoted(true)).toContain(`Claude Sonnet 4 took back, at least in part: ${fallen}`);
	});
});

describe('a recording that was played by hand', () => {
	const state = fold(journalAt(path.resolve('transcripts/sample-private-cars')));

	it('says so wherever it says who speaks, and shows no command that would fail', () => {
		expect(podcast(state)).toContain('- Mara (played by a strong model, by hand), framework: libertarian');
		expect(markdown(state)).toMatch(/\| Mara \|.*\| played by a strong model, by hand \|/u);
		expect(cardOf(state, undefined).command).toBeUndefined();
	});
});

describe('a person who is judged', () => {
	it.each([
		[undefined, true],
		['a person', false],
	] as const)('has no model of its own: %s', (to, own) => {
		const told = new Recording();
		told.emit(start);
		told.emit({type: 'segment-start', segment: 'exchange', round: 1});
		for (const action of seating('chair_1', to, 3)) told.emit(action);
		told.emit({...scored(told.say('chair_1', 'reply', speech(1))), selfJudged: true});
		expect(detailed(fold(told.events)).includes('judged by its own model')).toBe(own);
	});
});

describe('a price', () => {
	const call = (participant: string, voice: string, cost: number): DebateEvent => ({
		type: 'voice-call',
		call: `${voice} ${cost}`,
		participant,
		voice,
		purpose: 'speech',
		tries: 1,
		cost,
		ms: 1,
	});

	it('is that of the voice that was asked, whoever has the seat in the end', () => {
		const told = new Recording();
		told.emit(start);
		told.emit(call('chair_1', 'openrouter:anthropic/claude-sonnet-4', 2));
		for (const action of seating('chair_1', 'a model', 7)) told.emit(action);
		told.emit(call('chair_1', 'ollama:model-7', 0));
		const state = fold(told.events);
		const rows = costRows(state, 120).map(({spans}) => spans.map(({text}) => text).join(''));
		expect(rows.filter(row => row.includes('1 request '))).toEqual([
			expect.stringMatching(/Claude Sonnet 4 .*\$2\.00/u),
			expect.stringMatching(/Model 7 .*free/u),
		]);
	});
});
