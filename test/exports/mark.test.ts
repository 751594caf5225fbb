import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {episodeFrom, episodeTags} from '../../src/exports/episode.ts';
import {makerOf} from '../../src/languages/wording.ts';
import {journalAt} from './recorded.ts';

const held = journalAt(path.resolve('transcripts/sample-smartphones'));
const make = (id: string, events: readonly JournalEvent[] = held): string => exportKinds[id]?.write(fold(events)) ?? '';

/** Exports that are published, and the place in which each has its mark. */
const published: Readonly<Record<string, (text: string) => string | undefined>> = {
	podcast: text => /## Show notes[^]*?## Script/u.exec(text)?.[0],
	vtt: text => /NOTE\n[^]*?\n\n/u.exec(text)?.[0],
	srt: text => text.split('\n\n').slice(-3).join('\n'),
	'transcript-json': text => Object(JSON.parse(text)).note,
	chapters: text => Object(JSON.parse(text)).description,
	dialogue: text => Object(JSON.parse(text)).note,
	html: text => /<header>[^]*?<\/header>/u.exec(text)?.[0],
	svg: text => /<desc[^]*?<\/desc>/u.exec(text)?.[0],
	md: text => text.slice(0, text.indexOf('## Contents')),
	tts: text => text.slice(0, text.indexOf('\n\n')),
	csv: text => text.split('\r\n')[1],
};

describe.each(Object.entries(published))('what is published as %s', (id, placeOf) => {
	it('says that models spoke', () => {
		expect(placeOf(make(id))?.replaceAll('\n', ' ')).toContain('All speakers are AI');
	});

	it('has no address of a server', () => {
		expect(make(id)).not.toMatch(/127\.0\.0\.1|8451/u);
	});

	// Card and article name the matchup beside what is debated, and a table names neither.
	it.skipIf(['svg', 'md', 'csv'].includes(id))('is called by what is debated', () => {
		expect(make(id)).not.toMatch(/Classic Clash/u);
	});
});

describe('verdicts for programs', () => {
	it('say that models spoke, each in the form of its format', () => {
		const review = journalAt(path.resolve('test/fixtures/journals-0.1.0/code-debate'));
		const spoke = /No human and no AI model speaks here|AI/u;
		for (const id of ['verdict', 'sarif', 'junit', 'annotations', 'comment', 'review'])
			expect([id, spoke.test(make(id, review))]).toEqual([id, true]);
		const motion = journalAt(path.resolve('transcripts/sample-four-day-week'));
		const rows = make('ranking', motion).trim().split('\n');
		expect(rows.every(row => spoke.test(Object(JSON.parse(row)).note))).toBe(true);
	});
});

describe('an episode', () => {
	it('has tags that name what is debated, who speaks, and what they are', () => {
		const show = {title: 'Both Sides', author: 'Ada', number: 3};
		expect(episodeTags(episodeFrom(fold(held)), show)).toEqual({
			title: expect.stringMatching(/[^.]$/u),
			artist: 'Pro and Con',
			album: 'Both Sides',
			album_artist: 'Ada',
			track: '3',
			date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
			language: 'eng',
			genre: 'Podcast',
			publisher: 'Ada',
			encoded_by: 'rostrum',
			comment: 'All speakers are AI.',
		});
		expect(episodeTags(episodeFrom(fold(held)))).toMatchObject({album: 'rostrum', album_artist: 'Pro and Con'});
	});

	it('tells listeners nothing of tokens, seeds and hashes', () => {
		const notes = /## Show notes[^]*?## Script/u.exec(make('podcast'))?.[0];
		expect(notes).not.toMatch(/\bSHA\b|token|\bseed\b|request/iu);
		expect(make('md')).toMatch(/tokens in/u);
	});

	it('names a voice that is an address by its model', () => {
		expect(makerOf({name: 'Pro', provider: 'custom', model: 'qwen/some-model-7b'})).toBe('some-model-7b');
		expect(makerOf({name: 'Pro', provider: '10.0.0.7:8080', model: 'm'})).toBe('m');
		expect(makerOf({name: 'Ada', provider: 'custom', model: 'ada'})).toBe(undefined);
		expect(makerOf({name: 'Pro', provider: 'Anthropic', model: 'claude'})).toBe('Anthropic');
		expect(makerOf({name: 'Pro', provider: 'mine', voice: 'mine:pro', model: 'pro'})).toBe(undefined);
	});
});
