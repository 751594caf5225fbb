/** The folder of a studio: its grammar, its numbers and the limits of its requests. */
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {episodeFrom} from '../../src/exports/episode.ts';
import {studioFiles} from '../../src/exports/studio.ts';
import {hostileTexts} from './hostile-texts.ts';
import {journalAt} from './recorded.ts';
import {sampleEvents} from './sample.ts';

const limit = 900;
const episode = episodeFrom(fold(journalAt(path.resolve('transcripts/sample-private-cars'))), {coldOpen: true});
const files = studioFiles(episode, {limit, voices: {chair_1: 'Kore'}});
const fileNamed = (name: string): string => files.get(name) ?? '';

const lengthOf = (texts: readonly {readonly text: string}[]): number =>
	texts.reduce((sum, {text}) => sum + text.length, 0);

/** What each block behind the title page is, as Fountain’s rules for forced elements have it. */
const kindsIn = (script: string): (string | undefined)[] =>
	script
		.trimEnd()
		.split('\n\n')
		.slice(1)
		.filter(block => block !== '')
		.map(block => {
			const [first = '', ...rest] = block.split('\n');
			if (rest.length === 0) return {'.': 'scene', '!': 'action'}[first.charAt(0)];
			return rest.length === 1 && /^@[^()^]+ \(\d+\)$/u.test(first) && /^[^(~]/u.test(rest[0] ?? '')
				? 'speech'
				: undefined;
		});

describe('the screenplay', () => {
	it('numbers every cue, and names who cuts in', () => {
		const script = fileNamed('script.fountain');
		expect(kindsIn(script).filter(kind => kind === 'speech')).toHaveLength(episode.segments.length);
		expect(kindsIn(script)).not.toContain(undefined);
		expect(script).toMatch(/^Title: .+\nAuthor: .+\nDraft date: \d{4}-\d\d-\d\d\nNotes: .*All speakers are AI\./u);
		expect(script).toContain('\n\n.Introduction\n\n');
		expect(script).toMatch(/^!\[(\w+) cuts in, over \w+\]\n\n@\1 \(\d+\)\n— /mu);
	});

	it.each(hostileTexts)('has no element that was said: $name', ({text}) => {
		const said = sampleEvents().map(event =>
			event.type === 'turn-end' && event.text !== '' ? {...event, text} : event,
		);
		const script = studioFiles(episodeFrom(fold(said))).get('script.fountain') ?? '';
		expect(kindsIn(script)).not.toContain(undefined);
		expect(script).not.toMatch(/\[\[|\/\*/u);
	});
});

describe('the script to print', () => {
	it('has the cues of the screenplay in order, and no markup that was said', () => {
		const page = fileNamed('script.html');
		const numbers = Array.from(page.matchAll(/^<h3>(\d+)\. /gmu), ([, number]) => Number(number));
		expect(numbers).toEqual(episode.segments.map((_segment, place) => place + 1));
		const said = sampleEvents().map(event =>
			event.type === 'turn-end' && event.text !== '' ? {...event, text: 'A <b>bold</b> & <script>x</script>.'} : event,
		);
		const hostile = studioFiles(episodeFrom(fold(said))).get('script.html') ?? '';
		expect(hostile).not.toMatch(/<script|<b>/u);
	});
});

describe('reactions', () => {
	it('are the service’s own tags, where somebody cuts in or grants something, at most one a minute', () => {
		const tagged = [...fileNamed('elevenlabs.json').matchAll(/"text": "\[(\w+)\] /gu)].map(([, tag]) => tag);
		expect(new Set(tagged)).toEqual(new Set(['interrupting', 'sighs']));
		expect(tagged.length).toBeLessThanOrEqual(Math.ceil(episode.length / 60_000));
		expect(fileNamed('gemini.json')).not.toContain('[interrupting]');
	});
});

describe('lists', () => {
	it('of markers have the regions of the labels, in minutes and seconds', () => {
		const rows = fileNamed('markers.csv').trimEnd().split('\r\n');
		expect(rows[0]).toBe('#,Name,Start,End,Length');
		expect(rows).toHaveLength(episode.segments.length + 1);
		expect(rows.slice(1).every(row => /^R\d+,.+(?:,\d+:\d\d\.\d{3}){3}$/u.test(row))).toBe(true);
	});

	it('agree with the script: parts, labels and roles have each cue once', () => {
		const numbers = [...files]
			.filter(([name]) => name.startsWith('part-'))
			.flatMap(([, part]) => Array.from(part.matchAll(/^(\d+)\. /gmu), ([, number]) => Number(number)));
		expect(numbers.toSorted((one, other) => one - other)).toEqual(episode.segments.map((_segment, place) => place + 1));
		const labels = fileNamed('labels.txt').trimEnd().split('\n');
		expect(labels).toHaveLength(episode.segments.length);
		expect(labels.every(line => /^\d+\.\d{3}\t\d+\.\d{3}\t\d+ [^\t]+$/u.test(line))).toBe(true);
		const cues = fileNamed('roles.csv')
			.trimEnd()
			.split('\r\n')
			.slice(1)
			.map(row => Number(row.split(',')[2]));
		expect(cues.reduce((sum, count) => sum + count, 0)).toBe(episode.segments.length);
	});

	it.each([
		['It costs 40% of §5, says the NHS.', 'figure,40%,40 percent'],
		['It costs 40% of §5, says the NHS.', 'abbreviation,NHS,NHS'],
	])('of pronunciations, %s has %s', (text, row) => {
		const said = sampleEvents().map(event =>
			event.type === 'turn-end' && event.text !== '' ? {...event, text} : event,
		);
		const list = studioFiles(episodeFrom(fold(said))).get('pronunciations.csv') ?? '';
		expect(list.split('\r\n')).toContain(row);
	});
});

describe('requests', () => {
	it('hold the limit, and Gemini’s have two speakers at most', () => {
		const dialogue: {inputs: {text: string; voice_id: string}[]}[] = JSON.parse(fileNamed('elevenlabs.json'));
		expect(Math.max(...dialogue.map(({inputs}) => lengthOf(inputs)))).toBeLessThanOrEqual(limit);
		expect(
			dialogue
				.flatMap(({inputs}) => inputs)
				.map(({text}) => text.replace(/^\[\w+\] /u, ''))
				.join(' ')
				.replaceAll(/\s+/gu, ' '),
		).toBe(
			episode.segments
				.map(({spoken}) => spoken)
				.join(' ')
				.replaceAll(/\s+/gu, ' '),
		);
		expect(new Set(dialogue.flatMap(({inputs}) => inputs.map(({voice_id}) => voice_id)))).toContain('Kore');
		const bodies: {
			contents: {parts: {text: string}[]}[];
			generationConfig: {speechConfig: {multiSpeakerVoiceConfig?: {speakerVoiceConfigs: object[]}}};
		}[] = JSON.parse(fileNamed('gemini.json'));
		for (const {contents, generationConfig} of bodies) {
			const named = generationConfig.speechConfig.multiSpeakerVoiceConfig?.speakerVoiceConfigs;
			expect(named?.length ?? 2).toBe(2);
			expect(contents[0]?.parts[0]?.text.length).toBeLessThanOrEqual(limit);
		}
	});
});
