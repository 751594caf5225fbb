/** A person takes a seat in the middle of a debate: what was said before stays the voice's that said it. */
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {speakerKeyOf} from '../../src/debate/attribution.ts';
import type {JournalEvent} from '../../src/debate/events.ts';
import {claimsByChair} from '../../src/debate/ledger.ts';
import {fold} from '../../src/debate/reduce.ts';
import {arguingSeats, personVoice} from '../../src/debate/seats.ts';
import type {DebateState, Turn} from '../../src/debate/state.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {countWords, escapePattern} from '../../src/debate/text/words.ts';
import {factsOf} from '../../src/exports/facts.ts';
import {statisticsOf} from '../../src/exports/statistics.ts';
import {formatOf, shownEvents} from '../../src/formats/index.ts';
import {speakerAt, speakerOfTurn} from '../../src/languages/wording.ts';
import {costRows, resultsRows} from '../../src/ui/results/results-rows.ts';
import {momentsIn} from '../../src/view/moments.ts';
import type {Row} from '../../src/view/rows.ts';
import {TurnIndex} from '../../src/view/turn-index.ts';
import {checkQuotations} from './quotations.ts';
import {journalAt, recordedJournals} from './recorded.ts';

const guest = 'Wilhelmina Quist';

/** The debate as recorded, but that a person takes a seat after half of what that seat says. */
function takenOver(events: readonly JournalEvent[]): {readonly state: DebateState; readonly seat: string} {
	const {seats, turns} = fold(events);
	const spoken = (seat: string) => turns.filter(({speaker, text}) => speaker === seat && text !== '');
	const seat = arguingSeats(seats).toSorted((a, b) => spoken(b.id).length - spoken(a.id).length)[0]?.id ?? '';
	const own = spoken(seat);
	const last = own[Math.ceil(own.length / 2) - 1];
	const place = events.findIndex(event => event.type === 'turn-end' && event.turnId === last?.id) + 1;
	const {at = 0, seq = 0, hash = ''} = events[place - 1] ?? {};
	const take = {type: 'user-action', data: {action: 'take', participant: seat, name: guest}, seq, at, hash} as const;
	// A person is asked nothing that costs.
	const after = events.slice(place).filter(event => event.type !== 'voice-call' || event.participant !== seat);
	return {state: fold([...events.slice(0, place), take, ...after]), seat};
}

const textOf = (rows: readonly Row[]): string => rows.map(({spans}) => spans.map(({text}) => text).join('')).join('\n');

/** The words of turns by who spoke them. */
function wordsBy(turns: readonly Turn[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const {speaker, by, text} of turns) {
		const key = speakerKeyOf({speaker, by});
		counts[key] = (counts[key] ?? 0) + countWords(text);
	}
	return counts;
}

/** The first plain words of a turn that no other turn has; nothing that could be found where there are none. */
const telling = ({turns}: DebateState, {id, text}: Turn): string =>
	splitSentences(text)
		.map(sentence => sentence.trim().slice(0, 40))
		.find(
			words =>
				/^\p{L}[\p{L}\d ,;.’]{39}$/u.test(words) && !turns.some(other => other.id !== id && other.text.includes(words)),
		) ?? '\0';

/** Exports that have whole turns, each below the name of who spoke it. */
const labelled = ['md', 'html', 'podcast', 'vtt', 'transcript-json', 'dialogue'];

const debates = [
	...recordedJournals,
	{name: 'council', journal: path.resolve('transcripts/sample-objection-deadline/debate.jsonl')},
];

describe.each(debates)('$name', ({journal}) => {
	const {state, seat} = takenOver(journalAt(journal));
	const index = new TurnIndex();
	index.update(state.turns);
	const own = state.turns.filter(({speaker, text}) => speaker === seat && text !== '');
	const model = state.seats.find(({id}) => id === seat)?.formerly[0]?.name ?? '';

	it('tells both as speakers, each with its own turns, words and scores', () => {
		const {speakers} = factsOf(state, formatOf(state.start?.protocol));
		expect(speakers.filter(({id}) => id === seat).map(each => each.name)).toEqual([model, guest]);
		const words = wordsBy(state.turns);
		for (const {
			seat: {id, name: called, voice},
			words: told,
			scores,
		} of statisticsOf(state).chairs) {
			const turns = state.turns.filter(({speaker, by}) => speaker === id && by?.name === called && by.voice === voice);
			expect(told).toBe(words[speakerKeyOf({speaker: id, by: turns[0]?.by})] ?? 0);
			expect(scores).toEqual(turns.flatMap(({evaluation}) => evaluation?.adherenceScore ?? []));
		}
	});

	it('gives each its own claims, and the price to whoever was paid', () => {
		for (const {
			seat: {name: called},
			claims,
		} of claimsByChair(state))
			for (const {turnId} of claims) {
				const turn = state.turns.find(({id}) => id === turnId);
				expect(turn && speakerOfTurn(state, turn)).toBe(called);
			}
		expect(textOf(costRows(state, 120))).not.toContain(guest);
		expect(Object.keys(state.spending).some(key => key.includes(personVoice(guest)))).toBe(false);
	});

	it('quotes nobody with the words of the other', () => {
		expect(checkQuotations(state).foreign).toEqual([]);
	});

	it('names above every turn who spoke it, in every export that has names there', () => {
		const labels = [model, guest].flatMap(called => [called, called.toUpperCase()]);
		const wrong = labelled.flatMap(id => {
			const text = exportKinds[id]?.write(state) ?? '';
			const called = (at: number): string =>
				labels.toSorted((one, other) => text.lastIndexOf(other, at) - text.lastIndexOf(one, at))[0] ?? '';
			return own.flatMap(turn => {
				const said = speakerOfTurn(state, turn);
				const places = [...text.matchAll(new RegExp(escapePattern(telling(state, turn)), 'gu'))];
				const isRight = places.some(({index: at}) => called(at).toLowerCase() === said.toLowerCase());
				return places.length === 0 || isRight ? [] : [`${id} ${turn.id}: not ${said}`];
			});
		});
		expect(wrong).toEqual([]);
	});

	it('names in moments and results who it was then', () => {
		const cuts = state.interruptions.filter(({fallen}) => fallen !== true);
		const shown = momentsIn(state, index, shownEvents).filter(({who}) => who.some(({text}) => text === ' → '));
		const namesIn = (text: string) => [model, guest].filter(called => text.includes(called.split(' ')[0] ?? ''));
		for (const {at, interrupter, interrupted} of cuts) {
			const moment = shown.find(each => each.at === at);
			const told = [interrupter, interrupted].map(id => speakerAt(state, id, at)).join(' ');
			expect(namesIn((moment?.who ?? []).map(({text}) => text).join(''))).toEqual(namesIn(told));
		}
		const results = textOf(resultsRows(state, index, undefined, 120, false));
		for (const {
			seat: {name: called},
		} of statisticsOf(state).chairs)
			expect(results).toContain(called);
	});
});
