/** Scripts for engines of several voices: who says what with which voice, and where somebody cuts in or is cut off. */
import path from 'node:path';
import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {describe, expect, it} from 'vitest';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {fold} from '../../src/debate/reduce.ts';
import {episodeFrom} from '../../src/exports/episode.ts';
import {tts, type TtsForm} from '../../src/exports/tts.ts';
import {hostileTexts} from './hostile-texts.ts';
import {journalAt} from './recorded.ts';
import {sampleEvents} from './sample.ts';

const state = fold(journalAt(path.resolve('transcripts/sample-private-cars')));
const episode = episodeFrom(state);
const written = (form: TtsForm, options = {}): string => exportKinds['tts']?.write(state, {form, ...options}) ?? '';
const cuts = episode.segments.filter(({cut}) => cut).length;

describe('speaker tags', () => {
	it('stand before each turn, in one line, and what is not spoken stands above the first', () => {
		const [head = '', body = ''] = written('tags', {voices: {chair_1: 'Kore'}}).split('\n\n');
		expect(head.split('\n').every(line => line.startsWith('# '))).toBe(true);
		expect(head).toContain('# All speakers are AI.');
		expect(head).toMatch(/^# Speaker \d is (?:Mara|Tomas), voice Kore$/mu);
		const lines = body.trimEnd().split('\n');
		expect(lines).toHaveLength(episode.segments.length);
		expect(lines.every(line => /^Speaker [123]: \S/u.test(line))).toBe(true);
		expect(lines.filter(line => line.endsWith('—'))).toHaveLength(cuts);
		expect(lines.filter(line => /^Speaker \d: — /u.test(line))).toHaveLength(cuts);
	});
});

describe('SSML', () => {
	it('is well-formed, with a voice a turn, pauses, and a mark at each cut', () => {
		const text = written('ssml');
		expect(XMLValidator.validate(text)).toBe(true);
		const {speak} = new XMLParser({ignoreAttributes: false}).parse(text);
		expect(speak.voice).toHaveLength(episode.segments.length);
		expect(text.match(/<mark name="cut-/gu)).toHaveLength(cuts);
		expect(text).toContain('<!-- All speakers are AI. -->');
		// Nobody waits before cutting in.
		expect(speak.break).toHaveLength(episode.segments.length - 1 - cuts);
		expect(text).toContain('<break time="1900ms"/>');
	});

	it.each(hostileTexts)('has no element that was said: $name', ({text}) => {
		const said = fold(
			sampleEvents().map(event => (event.type === 'turn-end' && event.text !== '' ? {...event, text} : event)),
		);
		const ssml = [...tts(episodeFrom(said), {form: 'ssml'})].join('');
		expect(XMLValidator.validate(ssml)).toBe(true);
		expect(ssml.replace(/^<\?xml.*\n(?:<!--.*-->\n)?/u, '')).not.toMatch(/<(?!\/?(?:speak|voice|p|s|break|mark)\b)/u);
	});
});

describe.each([400, 800, 2000])('a limit of %d characters', limit => {
	it('is kept by each request of tags and SSML, and nothing is lost by it', () => {
		const words = (text: string): string => text.replaceAll(/<[^>]*>|Speaker \d:|\s/gu, '');
		const tagged = written('tags', {limit}).split('\n\n').slice(1);
		const ssml = written('ssml', {limit}).match(/<speak [^]*?<\/speak>\n/gu) ?? [];
		for (const request of [...tagged, ...ssml]) expect(request.length).toBeLessThanOrEqual(limit);
		for (const request of ssml) expect(XMLValidator.validate(request)).toBe(true);
		expect(words(tagged.join(''))).toBe(words(written('tags').split('\n\n').slice(1).join('')));
		expect(words(ssml.join(''))).toBe(words(written('ssml').replace(/^[^]*?(?=<speak)/u, '')));
	});
});

describe('turns', () => {
	it('name voice, delivery, pause and cuts, in requests as long as a service takes', () => {
		const {turns, note, voices} = JSON.parse(written('turns', {limit: 900, voices: {chair_1: 'Kore'}}));
		expect(note).toBe('All speakers are AI.');
		expect(voices.map(({tag}: {tag: string}) => tag)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 3']);
		expect(turns.filter(({cut}: {cut: boolean}) => cut)).toHaveLength(cuts);
		expect(turns.filter(({interrupts}: {interrupts: boolean}) => interrupts)).toHaveLength(cuts);
		const one = turns.find(({interrupts}: {interrupts: boolean}) => interrupts);
		expect(one).toMatchObject({pauseMs: 0, delivery: expect.stringContaining('you cut in on somebody')});
		expect(new Set(turns.map(({voice}: {voice: string}) => voice))).toContain('Kore');
		const lengths = new Map<number, number>();
		for (const {request, text} of turns) lengths.set(request, (lengths.get(request) ?? 0) + text.length);
		expect(Math.max(...lengths.values())).toBeLessThanOrEqual(900);
	});
});
