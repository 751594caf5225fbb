/** Show notes quote nobody against what they meant. */
import {describe, expect, it} from 'vitest';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {standsAlone} from '../../../src/exports/best-exchange.ts';
import {journalAt, recordedJournals} from '../recorded.ts';

const script = (journal: string): string => exportKinds['podcast']?.write(fold(journalAt(journal))) ?? '';

describe('what a side is said to have held', () => {
	it('is where it stood, and not what it gave up later', () => {
		const notes = script('transcripts/sample-private-cars');
		const [, gone = ''] = /closure does it by (.*?)\./u.exec(notes) ?? [];
		expect(gone).toBe('taking away the answer');
		expect(notes).toContain('Mara held: “I am against closing city centres to private cars');
		expect(notes).not.toMatch(/held: “A charge and a closure/u);
	});

	it('is not the flaw of its own that it owned up to', () => {
		const notes = script('transcripts/sample-smartphones');
		expect(notes).toMatch(/Pro held: “.*I say yes, her school should put that phone out of reach/u);
		expect(notes).toContain("Con held: “I'm against the whole-day ban.”");
	});
});

describe('a sentence that is quoted alone', () => {
	it.each([
		[
			'names nobody who was named before it',
			'So what she had was a kindness.',
			'A widow had friends. So what she had was a kindness.',
		],
		[
			'is not filled up by the next',
			'Each driver wants only ten minutes.',
			'Each driver wants only ten minutes. Together they take the square.',
		],
		['is not taken back by the next', 'That would be cheap.', 'That would be cheap. But nobody would come.'],
	])('%s', (_, sentence, turn) => {
		expect(standsAlone(sentence, turn)).toBe(false);
	});

	it.each([
		[
			'To owe a person a reason makes her your neighbour.',
			'To owe a person a reason makes her your neighbour. I hold to that.',
		],
		['Nobody asked Mara, and she paid.', 'Nobody asked Mara, and she paid.'],
	])('may bring in whom it speaks of: %s', (sentence, turn) => {
		expect(standsAlone(sentence, turn)).toBe(true);
	});
});

describe('chapters', () => {
	it('are called by nothing that leans on what was said before, and by no list of which nothing is said', () => {
		for (const sample of ['private-cars', 'smartphones']) {
			const text = script(`transcripts/sample-${sample}`);
			const titles = [...text.matchAll(/^### (?:Opening: )?(.*) \([\d:]+\)$/gmu)].map(([, title]) => title);
			expect(titles.length).toBeGreaterThan(5);
			for (const title of titles) expect(title).not.toMatch(/^(?:Not|There|It|That|They)\b|^A parent who can't text/u);
		}
	});

	it('are not called by a claim that the moderator ruled out', () => {
		const journal = recordedJournals.find(({name}) => name === 'motion')?.journal ?? '';
		const ruled = fold(journalAt(journal)).formats.motion.newClaims.flatMap(({sentences}) => sentences);
		expect(ruled.length).toBeGreaterThan(0);
		const titles = [...script(journal).matchAll(/^### .*$/gmu)].join('\n');
		for (const sentence of ruled) expect(titles).not.toContain(sentence.trim().slice(0, 40));
	});
});

describe.each(['de', 'fr', 'es', 'zh'])('in %s', language => {
	const events = journalAt(recordedJournals.at(-1)?.journal ?? '').map((event): JournalEvent =>
		event.type === 'debate-start' ? {...event, config: {...Object(event.config), language}} : event,
	);
	const state = fold(events);
	const english =
		/How it was staged|argues from|held on|What (?:was|stayed|went)|Transcript\b|Scores|not scored|cut in|For the record|Contents|requests?\b|steel-man|Left open|spoken|\bof 100|against the|words a minute/u;

	it('the article is told in that language', () => {
		const article = exportKinds['md']?.write(state) ?? '';
		const told = article
			.split('\n')
			.filter(line => /^(?:#{1,2} |\*|\| |- )/u.test(line) && !line.includes('](#'))
			.join('\n');
		expect(told.match(english)).toBe(null);
	});

	it('the notes of a motion tell its verdict', () => {
		const motion = recordedJournals.find(({name}) => name === 'motion')?.journal ?? '';
		const told = fold(
			journalAt(motion).map((event): JournalEvent =>
				event.type === 'debate-start' ? {...event, config: {...Object(event.config), language}} : event,
			),
		);
		expect(exportKinds['podcast']?.write(told)).toMatch(
			/Rehearsal B (?:hat gewonnen \(dagegen\)|l’emporte \(contre\))|Ganó Rehearsal B \(en contra\)|Rehearsal B获胜（反对）/u,
		);
	});

	it('what somebody gave up is not told as settled in its favour', () => {
		const given = fold(
			journalAt('transcripts/sample-private-cars').map((event): JournalEvent =>
				event.type === 'debate-start' ? {...event, config: {...Object(event.config), language}} : event,
			),
		);
		const dropped =
			/Mara (?:gab zumindest teilweise auf:|a abandonné, au moins en partie :|abandonó, al menos en parte:|至少部分放弃了：) ?A charge binds everyone/u;
		expect(exportKinds['md']?.write(given)).toMatch(dropped);
		expect(exportKinds['html']?.write(given)).toMatch(dropped);
	});

	it('the card is, too', () => {
		const card = exportKinds['svg']?.write(state) ?? '';
		const own = card.replaceAll(/“[^”]*”|„[^“]*“|«[^»]*»/gu, '');
		expect(own.match(/spoken|Left open|of 100|cuts in|utilitarian|deontological|turns/u)).toBe(null);
	});
});
