import SrtParser from 'srt-parser-2';
import {describe, expect, it} from 'vitest';
import {WebVTTParser} from 'webvtt-parser';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import {cutToLimit} from '../../../src/exports/dialogue.ts';
import {hostileTexts} from '../hostile-texts.ts';
import {journalAt, recordedJournals} from '../recorded.ts';
import {sampleEvents} from '../sample.ts';

const make = (id: string, events: readonly JournalEvent[], options = {}): string =>
	exportKinds[id]?.write(fold(events), options) ?? '';

/** The sample with a text in the place of every turn and name. */
const saying = (text: string): JournalEvent[] =>
	sampleEvents().map((event): JournalEvent => {
		if (event.type === 'turn-end' && event.text !== '') return {...event, text};
		if (event.type !== 'debate-start') return event;
		const participants = event.participants.map(seat => ({...seat, name: `${seat.name} ${text.slice(0, 40)}`}));
		return {...event, title: text.slice(0, 200), subject: {text}, participants};
	});

/** A parser that is not ours takes it without a complaint. */
function vttCues(text: string) {
	const {cues, errors} = new WebVTTParser().parse(text, 'captions');
	expect(errors).toEqual([]);
	return cues;
}

const everything = [
	...recordedJournals.map(({name, journal}) => ({name, events: journalAt(journal)})),
	...hostileTexts.map(({name, text}) => ({name, events: saying(text)})),
];

describe('captions', () => {
	it.each(everything)('in WebVTT are read by a parser that is not ours: $name', ({events}) => {
		const cues = vttCues(make('vtt', events));
		for (const [place, {startTime, endTime}] of cues.entries()) {
			expect(endTime).toBeGreaterThan(startTime);
			expect(startTime).toBeGreaterThanOrEqual(cues[place - 1]?.startTime ?? 0);
		}
	});

	it.each(everything)('in SRT are read by a parser that is not ours: $name', ({events}) => {
		const text = make('srt', events);
		const cues = new SrtParser().fromSrt(text);
		expect(cues).toHaveLength(text.match(/^\d\d:\d\d:\d\d,\d{3} --> /gmu)?.length ?? 0);
		for (const [place, {id, startSeconds, endSeconds}] of cues.entries()) {
			expect(id).toBe(String(place + 1));
			expect(endSeconds).toBeGreaterThan(startSeconds);
			expect(startSeconds).toBeGreaterThanOrEqual(cues[place - 1]?.endSeconds ?? 0);
		}
	});

	it('name the speaker, fit on the screen, and lose no word', () => {
		const events = journalAt(recordedJournals.at(-1)?.journal ?? '');
		const cues = vttCues(make('vtt', events));
		expect(cues[0]?.text).toMatch(/^<v Rehearsal Host>/u);
		const lines = cues.flatMap(({text}) => text.replace(/^<v [^>]*>/u, '').split('\n'));
		expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(32);
		expect(lines.join(' ')).toContain('Until next time, question kindly, argue fairly, and stay curious');
	});
});

describe('captions that can be read', () => {
	const text = (content: string): string => content.replace(/^<v [^>]*>/u, '');

	it.each(recordedJournals)('stand long enough, on two lines of 32: $name', ({journal}) => {
		const events = journalAt(journal);
		const cues = new SrtParser().fromSrt(make('srt', events));
		const spoken = vttCues(make('vtt', events));
		expect(spoken.map(({startTime, endTime}) => [startTime.toFixed(3), endTime.toFixed(3)])).toEqual(
			cues
				.slice(0, spoken.length)
				.map(({startSeconds, endSeconds}) => [startSeconds.toFixed(3), endSeconds.toFixed(3)]),
		);
		for (const {text: content, startSeconds, endSeconds} of cues) {
			const lines = content.split('\n');
			expect(lines.length, content).toBeLessThanOrEqual(2);
			for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(32);
			expect(endSeconds - startSeconds, content).toBeLessThanOrEqual(7.001);
		}
		const {segments} = Object(JSON.parse(make('transcript-json', events)));
		const said = segments.map(({body}: {body: string}) => body).join(' ');
		expect(spoken.map(cue => text(cue.text).replaceAll('\n', ' ')).join(' ')).toBe(
			said.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/gu, ' '),
		);
	});

	it('give short sentences one caption, and none less than a second', () => {
		const events = sampleEvents().map((event): JournalEvent =>
			event.type === 'turn-end' && event.text !== '' ? {...event, text: 'No. Never. Not once. I said no.'} : event,
		);
		const cues = vttCues(make('vtt', events));
		for (const {startTime, endTime} of cues) expect(endTime - startTime).toBeGreaterThan(0.999);
		expect(cues.some(cue => text(cue.text).includes('No. Never.'))).toBe(true);
	});

	it('count hours', () => {
		const cues = vttCues(
			make('vtt', saying('Every sentence of this takes its time, and there are many. '.repeat(400))),
		);
		expect(cues.at(-1)?.startTime).toBeGreaterThan(3600);
		for (const [place, {startTime}] of cues.entries())
			expect(startTime).toBeGreaterThanOrEqual(cues[place - 1]?.startTime ?? 0);
	});

	it('are of sixteen characters a line in Chinese, and no word stands alone', () => {
		const said = '我们应该先问清楚，这个决定究竟影响了哪些人，然后再谈它是否公平。';
		const cues = vttCues(make('vtt', saying(said)));
		const lines = cues.flatMap(cue => text(cue.text).split('\n'));
		expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(16);
		expect(lines.some(line => /^[，。、]/u.test(line))).toBe(false);
	});
});

describe('Podcasting 2.0 files', () => {
	it.each(everything)('have the fields of their specifications: $name', ({events}) => {
		const transcript: unknown = JSON.parse(make('transcript-json', events));
		expect(transcript).toMatchObject({version: '1.0.0', segments: expect.any(Array)});
		const entry = {
			speaker: expect.any(String),
			startTime: expect.any(Number),
			endTime: expect.any(Number),
			body: expect.stringMatching(/\S/u),
		};
		const {segments} = Object(transcript);
		for (const segment of segments) expect(segment).toEqual(entry);
		const {version, chapters, ...rest} = Object(JSON.parse(make('chapters', events)));
		expect(version).toBe('1.2.0');
		expect(Object.keys(rest)).toEqual(['title', 'description']);
		for (const chapter of chapters)
			expect(chapter).toEqual({
				startTime: expect.any(Number),
				title: expect.stringMatching(/\S/u),
				endTime: expect.any(Number),
			});
	});
});

describe('a dialogue for speech services', () => {
	it('keeps each request within its limit, and loses no word', () => {
		const events = journalAt(recordedJournals.at(-1)?.journal ?? '');
		const {dialogue, requests} = Object(JSON.parse(make('dialogue', events, {limit: 500})));
		const sizes = new Map<number, number>();
		for (const {text, request} of dialogue) sizes.set(request, (sizes.get(request) ?? 0) + String(text).length);
		expect(sizes.size).toBe(requests);
		expect(Math.max(...sizes.values())).toBeLessThanOrEqual(500);
		const whole = Object(JSON.parse(make('dialogue', events, {limit: 100_000})));
		const words = (lines: readonly {readonly text: string}[]) =>
			lines
				.map(({text}) => text)
				.join(' ')
				.split(/\s+/u);
		expect(words(dialogue)).toEqual(words(whole.dialogue));
	});

	it('cuts at sentences, else at words, else anywhere', () => {
		expect(cutToLimit('One two. Three four. Five.', 16)).toEqual(['One two.', 'Three four.', 'Five.']);
		expect(cutToLimit('one two three four', 9)).toEqual(['one two', 'three', 'four']);
		expect(cutToLimit('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
	});
});

describe('the table of scores', () => {
	it('has a line a score and one an item, and no cell that a spreadsheet would run', () => {
		const events = journalAt(recordedJournals.at(-1)?.journal ?? '');
		const lines = make('csv', events).trimEnd().split('\r\n');
		expect(lines[0]).toMatch(/^debate,turn,segment,round,speaker/u);
		expect(lines.filter(line => line.includes(',score,')).length).toBeGreaterThan(10);
		expect(lines.filter(line => line.includes(',item,S1,')).length).toBeGreaterThan(5);
		const evil = make(
			'csv',
			sampleEvents().map((event): JournalEvent =>
				event.type === 'evaluation' ? {...event, reason: '=HYPERLINK("x")', adherenceScore: null} : event,
			),
		);
		expect(evil).toContain(`"'=HYPERLINK(""x"")"`);
	});

	it('has the points of formats that give no scores', () => {
		const code = recordedJournals.find(({name}) => name === 'code-debate')?.journal ?? '';
		expect(make('csv', journalAt(code))).toMatch(/,point,P1,agreed,/u);
	});

	it.each([
		[
			'motion',
			[/,all,verdict,,against,-1\.5,/u, /,ground,conduct,even,/u, /,decisive,/u, /,point of information,,taken,/u],
		],
		['builder-reviewer', [/,1,.*,step,s1,done,/u, /,alert,s3,warning,/u, /,decision,,accept,/u, /,end,,accepted,/u]],
	])('has what a %s finds', (format, lines) => {
		const table = make('csv', journalAt(recordedJournals.find(({name}) => name === format)?.journal ?? ''));
		for (const line of lines) expect(table).toMatch(line);
	});
});

describe('edited words', () => {
	it.each(['md', 'podcast', 'vtt', 'srt', 'transcript-json', 'chapters', 'dialogue'])(
		'are said to be that in %s',
		id => {
			expect(make(id, sampleEvents(), {edits: {}})).toMatch(/Edited[^]*after[^]*debate/u);
			expect(make(id, sampleEvents())).not.toContain('Edited after the debate');
		},
	);
});
