import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {exportKinds} from '../../../src/transcripts/exports/exports.ts';
import {hostileTexts} from '../hostile-texts.ts';
import {journalAt, recordedJournals} from '../recorded.ts';
import {sampleEvents} from '../sample.ts';

const make = (id: string, events: readonly JournalEvent[], options = {}): string =>
	exportKinds[id]?.write(fold(events), options) ?? '';

const saying = (text: string): JournalEvent[] =>
	sampleEvents().map((event): JournalEvent => {
		if (event.type === 'turn-end' && event.text !== '') return {...event, text};
		if (event.type !== 'debate-start') return event;
		const participants = event.participants.map(seat => ({...seat, name: text.slice(0, 60), framework: text}));
		return {...event, title: text, subject: {text}, participants};
	});

describe('the web page', () => {
	it('needs nothing from elsewhere, and has every turn under an address of its own', () => {
		for (const {journal} of recordedJournals) {
			const state = fold(journalAt(journal));
			const page = exportKinds['html']?.write(state) ?? '';
			expect(page).not.toMatch(/(?:src|href)="(?!#)|@import|url\(/u);
			expect(page).toContain("default-src 'none'");
			for (const {id, text} of state.turns) if (text.trim() !== '') expect(page).toContain(`<article id="${id}"`);
		}
	});

	// The browser itself judges in test/interop; here it is the marks that count.
	it.each(hostileTexts)('has no element or attribute that was said: $name', ({text}) => {
		const marks = (page: string) =>
			page
				.replace(/>[^<]*/gu, '>')
				.replace(/"[^"]*"/gu, '""')
				.match(/<[^>]*>/gu) ?? [];
		const kinds = (page: string) => [...new Set(marks(page))].sort();
		const benign = kinds(make('html', saying('Plain words? So it ends.')));
		for (const kind of kinds(make('html', saying(text)))) expect(benign).toContain(kind);
	});

	it('says that its words were edited', () => {
		expect(make('html', sampleEvents(), {edits: {}})).toContain('Edited after the debate');
	});
});

describe('the results card', () => {
	it.each([
		...recordedJournals.map(({name, journal}) => ({name, events: journalAt(journal)})),
		...hostileTexts.map(({name, text}) => ({name, events: saying(text)})),
	])('is well-formed XML to a parser that is not ours: $name', ({events}) => {
		const card = make('svg', events);
		expect(XMLValidator.validate(card)).toBe(true);
		const {svg} = new XMLParser().parse(card);
		expect(Object.keys(svg).toSorted()).toEqual(expect.arrayContaining(['desc', 'rect', 'text', 'title']));
		expect(card).not.toMatch(/<(?!\/?(?:svg|title|desc|rect|text|line|circle)\b)/u);
	});

	it('has a bar and a number a chair that was scored', () => {
		const card = make('svg', journalAt(recordedJournals.at(-1)?.journal ?? ''));
		expect(card.match(/font-weight="700">\d+<\/text>/gu)).toHaveLength(3);
		expect(card).toContain('rehearsal, no model');
	});
});
