import {XMLParser} from 'fast-xml-parser';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {checkFeed, checkFiles, checkWritten, imageSize} from '../../../src/app/sound/check-show.ts';
import {addEpisode, showGuid, writeFeed} from '../../../src/app/sound/show-episodes.ts';
import {readShow, writeShow, type Show} from '../../../src/app/sound/show-file.ts';
import {feed} from '../../../src/exports/feed.ts';
import {hostileTexts} from '../../exports/hostile-texts.ts';

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-show-'));
const now = new Date('2026-11-22T12:00:00Z');

/** A PNG's signature and header, as far as its size is read. */
function picture(width: number, height: number): Buffer {
	const file = Buffer.alloc(33);
	file.write('\u0089PNG\r\n\u001A\n', 0, 'latin1');
	file.writeUInt32BE(width, 16);
	file.writeUInt32BE(height, 20);
	return file;
}

/** A debate's folder whose sound is there. */
function voiced(): string {
	const debate = folder();
	cpSync('transcripts/sample-three-way-ethics/debate.jsonl', path.join(debate, 'debate.jsonl'));
	mkdirSync(path.join(debate, 'sound'));
	writeFileSync(path.join(debate, 'sound', 'episode.mp3'), 'ID3 sound');
	writeFileSync(path.join(debate, 'sound', 'episode.vtt'), 'WEBVTT\n');
	writeFileSync(
		path.join(debate, 'sound', 'episode.chapters.json'),
		'{"chapters": [{"startTime": 83, "endTime": 2117.8, "title": "As it is heard"}]}',
	);
	return path.join(debate, 'debate.jsonl');
}

function complete(place: string): Show {
	writeFileSync(path.join(place, 'cover.png'), picture(1400, 1400));
	return {
		...readShow(place),
		title: 'Arguments',
		description: 'Hard questions, argued honestly.',
		author: 'A. N. Other',
		email: 'show@example.org',
		baseUrl: 'https://example.org/show/',
		link: 'https://example.org',
		artwork: 'cover.png',
		guid: showGuid('https://example.org/show/'),
		hosts: {arbiter: 'Ada'},
	};
}

describe('a show', () => {
	it('gives a feed that directories take, with transcript, chapters, people and a GUID that stays', () => {
		const place = folder();
		const {show} = addEpisode(complete(place), {journal: voiced(), folder: place, number: undefined, now});
		const xml = feed(show);
		expect([...checkFeed(xml), ...checkFiles(place, show)]).toEqual([]);
		const {rss} = new XMLParser({ignoreAttributes: false}).parse(xml);
		const {item} = rss.channel;
		expect(item).toMatchObject({
			'itunes:episode': 1,
			'itunes:duration': 2118,
			'podcast:transcript': {'@_type': 'text/vtt'},
			'podcast:chapters': {'@_type': 'application/json+chapters'},
			pubDate: 'Sun, 22 Nov 2026 12:00:00 GMT',
		});
		expect(item['podcast:person']).toContainEqual({'#text': 'Ada', '@_role': 'host'});
		expect(item.enclosure).toMatchObject({'@_length': '9', '@_type': 'audio/mpeg'});
		expect(item.enclosure['@_url']).toMatch(/^https:\/\/example\.org\/show\/001-[\w-]+\.mp3$/u);
		expect(String(item.description).length).toBeLessThan(4000);
		expect(String(item.description)).toMatch(/Chapters\n\n- \(01:23\) As it is heard\n\n/u);
		expect(String(item['content:encoded'])).toMatch(/<p>Chapters<\/p><ul><li>\(01:23\) As it is heard<\/li>/u);
		const again = addEpisode(show, {journal: voiced(), folder: place, number: undefined, now: new Date()});
		expect(feed(again.show)).toBe(xml);
	});

	it('has the page of an episode, which plays the sound under its new name', () => {
		const place = folder();
		const journal = voiced();
		const base = path.join(path.dirname(journal), 'sound', 'episode');
		writeFileSync(
			`${base}.html`,
			'<meta property="og:image" content="episode.preview.png"><audio id="sound" src="episode.mp3" preload="metadata">',
		);
		writeFileSync(`${base}.cover.png`, picture(1400, 1400));
		writeFileSync(`${base}.preview.png`, picture(1200, 630));
		const {show, episode} = addEpisode(complete(place), {journal, folder: place, number: undefined, now});
		const name = (episode.files['audio'] ?? '').replace(/\.mp3$/u, '');
		expect(readFileSync(path.join(place, `${name}.html`), 'utf8')).toBe(
			`<meta property="og:image" content="https://example.org/show/${name}.preview.png"><audio id="sound" src="${name}.mp3" preload="metadata">`,
		);
		const {item} = new XMLParser({ignoreAttributes: false}).parse(feed(show)).rss.channel;
		expect(item).toMatchObject({
			link: `https://example.org/show/${name}.html`,
			'itunes:image': {'@_href': `https://example.org/show/${name}.cover.png`},
		});
		expect(checkFiles(place, show)).toEqual([]);
	});

	it('says all that directories would refuse it for', () => {
		const place = folder();
		const findings = [...checkFeed(feed(readShow(place))), ...checkFiles(place, readShow(place))];
		const refused = findings.filter(({must}) => must).map(({what}) => what);
		for (const word of ['title', 'description', 'author', 'artwork', 'page', 'no episode'])
			expect(refused.join('\n')).toContain(word);
		// What is not there is missing, and not of the wrong kind as well.
		expect(refused.filter(what => what.includes('artwork'))).toHaveLength(1);
		expect(checkFeed('<rss><channel></rss>')[0]?.what).toMatch(/not well-formed XML/u);
		const small = complete(place);
		writeFileSync(path.join(place, 'cover.png'), picture(600, 500));
		expect(checkFiles(place, small)[0]?.what).toContain('600 by 500');
	});

	it('is checked by the feed that was written, and told where that is of before', () => {
		const place = folder();
		const {show} = addEpisode(complete(place), {journal: voiced(), folder: place, number: undefined, now});
		expect(checkWritten(place, show)).toEqual([]);
		const file = writeFeed(place, show);
		expect(checkWritten(place, show)).toEqual([]);
		const stale = expect.objectContaining({must: false, what: expect.stringContaining('rostrum show feed')});
		expect(checkWritten(place, {...show, title: 'Another'})).toEqual([stale]);
		writeFileSync(file, readFileSync(file, 'utf8').replace(/<guid.*<\/guid>/u, ''));
		expect(checkWritten(place, show)).toEqual([
			expect.objectContaining({must: true, what: expect.stringContaining('its GUID is missing')}),
			stale,
		]);
		writeFileSync(file, '<rss><channel');
		expect(checkWritten(place, show)[0]?.what).toMatch(/not well-formed XML/u);
	});

	it('is kept, and refused where its file is none', () => {
		const place = folder();
		writeShow(place, complete(place));
		expect(readShow(place)).toEqual(complete(place));
		writeFileSync(path.join(place, 'show.json'), '{"title": 3}');
		expect(() => readShow(place)).toThrow(/show cannot be read.*show\.json/u);
	});

	it('publishes no link, and is written through none', () => {
		const [place, home] = [folder(), folder()];
		const own = path.join(home, 'own.txt');
		writeFileSync(own, 'mine');
		const journal = voiced();
		const add = () => addEpisode(complete(place), {journal, folder: place, number: undefined, now});
		const [audio = ''] = Object.values(add().episode.files);
		rmSync(path.join(place, audio));
		symlinkSync(own, path.join(place, audio));
		add();
		expect([readFileSync(own, 'utf8'), readFileSync(path.join(place, audio), 'utf8')]).toEqual(['mine', 'ID3 sound']);
		const spoken = path.join(path.dirname(journal), 'sound', 'episode.mp3');
		rmSync(spoken);
		symlinkSync(own, spoken);
		expect(add).toThrow(/A link beside a debate is not published/u);
		expect(readFileSync(path.join(place, audio), 'utf8')).toBe('ID3 sound');
	});

	it('takes no debate that was not spoken, and no number twice', () => {
		const place = folder();
		const {show} = addEpisode(complete(place), {journal: voiced(), folder: place, number: 4, now});
		expect(show.episodes[0]?.number).toBe(4);
		const other = {...show, episodes: show.episodes.map(each => ({...each, guid: 'another'}))};
		expect(() => addEpisode(other, {journal: voiced(), folder: place, number: 4, now})).toThrow(/Number 4 is that of/u);
		const silent = folder();
		cpSync('transcripts/sample-three-way-ethics/debate.jsonl', path.join(silent, 'debate.jsonl'));
		expect(() =>
			addEpisode(show, {journal: path.join(silent, 'debate.jsonl'), folder: place, number: undefined, now}),
		).toThrow(/not been spoken/u);
	});

	it.each(hostileTexts)('is well-formed whatever it says: $name', ({text}) => {
		const place = folder();
		const {show} = addEpisode(complete(place), {journal: voiced(), folder: place, number: undefined, now});
		const episodes = show.episodes.map(each => ({
			...each,
			title: `x${text}`,
			description: text,
			people: [{name: text, role: 'guest' as const}],
		}));
		const findings = checkFeed(feed({...show, title: `x${text}`, description: `x${text}`.slice(0, 3000), episodes}));
		expect(findings.filter(({what}) => !what.includes('4,000') && !what.includes('no notes'))).toEqual([]);
	});
});

it('the size of a JPEG stands in its frame header', () => {
	const head = [
		0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x00, 0x00, 0xff, 0xc0, 0x00, 0x11, 0x08, 0x07, 0xd0, 0x05, 0x78, 0x03, 0x00,
		0x00,
	];
	expect(imageSize(Buffer.from(head))).toEqual({height: 2000, width: 1400});
	expect(imageSize(readFileSync('README.md'))).toBeUndefined();
});
