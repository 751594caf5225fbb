import {createHash} from 'node:crypto';
import path from 'node:path';
import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import {withEdition} from '../../../src/app/judging/edition-beside.ts';
import {episodeFrom} from '../../../src/exports/episode.ts';
import {markdownHtml, timesIn} from '../../../src/exports/markdown-html.ts';
import {html} from '../../../src/exports/page.ts';
import {cover, socialCard} from '../../../src/exports/card.ts';
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

/** All of Markdown that a page draws. */
const everyMark =
	'# Won\n\n**a** *b* ~~c~~ `d` [e](https://example.org/x?y=1&z)\n\n- one\n- [x] two\n\n3. three\n\n> four\n\n| a | b |\n|---|---|\n| c | d |\n\n---\n\n```js\nlet e;\n```';

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

	it.each([
		...recordedJournals,
		...['flood-wall', 'private-cars', 'objection-deadline'].map(name => ({
			name,
			journal: path.resolve(`transcripts/sample-${name}/debate.jsonl`),
		})),
	])('has what each of its links leads to, once, in at most 120 kB: $name', ({journal}) => {
		const page = exportKinds['html']?.write(withEdition(fold(journalAt(journal)), journal)) ?? '';
		const ids = [...page.matchAll(/\sid="([^"]*)"/gu)].map(([, id]) => id);
		expect(ids).toEqual([...new Set(ids)]);
		for (const [, to] of page.matchAll(/href="#([^"]*)"/gu)) expect(ids).toContain(to);
		expect(Buffer.byteLength(page)).toBeLessThanOrEqual(120_000);
	});

	const edited = path.resolve('transcripts/sample-private-cars/debate.jsonl');
	const magazine = exportKinds['html']?.write(withEdition(fold(journalAt(edited)), edited)) ?? '';

	it('tells what an editor made of a debate, and who speaks, before the talk and what came of it behind', () => {
		const places = [
			'class="kicker"',
			'<h1',
			'class="standfirst"',
			'class="cast"',
			'<time',
			'class="player"',
			'class="course"',
			'class="hook"',
			'id="transcript"',
			'id="outcome"',
			'id="claims"',
			'id="workings"',
			'>For the record<',
		].map(part => magazine.indexOf(part));
		expect(places).not.toContain(-1);
		expect(places).toEqual(places.toSorted((one, other) => one - other));
	});

	it('adds each score up before its reader', () => {
		const rows = [...magazine.matchAll(/<tr id="score-[^]*?<\/tr>/gu)].map(([row]) => row);
		expect(rows.length).toBeGreaterThan(4);
		for (const row of rows) {
			const parts = [...row.matchAll(/<td>(\d+) \/ \d+<\/td>/gu)].map(([, part]) => Number(part));
			const [, score, from = score] = /<td>(\d+)(?:, held down from (\d+))?[^<]*<\/td>/u.exec(row) ?? [];
			const sum = parts.reduce((all, part) => all + part, 0);
			expect(Math.abs(sum - Number(from)), row).toBeLessThanOrEqual(2);
		}
	});

	it('marks a cut by a dash where it falls, and says it to those who hear the page', () => {
		const cut = fold(journalAt(edited)).turns.find(({finish}) => finish === 'interrupted');
		const turn = new RegExp(`<article id="${cut?.id}"[^]*?</article>`, 'u').exec(magazine)?.[0] ?? '';
		expect(turn).toMatch(/ —<\/span><\/p>\n<p class="visually-hidden">cut off<\/p>/u);
	});

	it('shows nothing without a script that needs one', () => {
		const shown = magazine.replaceAll(/<(section|div)\b[^>]* hidden>[^]*?<\/\1>/gu, '');
		expect(shown).not.toMatch(/<(?:button|input|select)/u);
		expect(magazine).toMatch(/<(?:button|input|select)/u);
	});

	// The browser itself judges in test/interop; here it is the marks that count.
	it.each(hostileTexts)('has no element or attribute that was said: $name', ({text}) => {
		const marks = (page: string) =>
			page
				.replace(/>[^<]*/gu, '>')
				.replace(/"[^"]*"/gu, '""')
				.match(/<[^>]*>/gu) ?? [];
		const kinds = (page: string) => [...new Set(marks(page))].sort();
		const benign = kinds(make('html', saying(everyMark)));
		for (const kind of kinds(make('html', saying(text)))) expect(benign).toContain(kind);
	});

	it('draws Markdown, each sentence with its time, and nothing else that was said as markup', () => {
		const page = make('html', saying(everyMark));
		const span = /<span class="s" data-at="\d+">/gu;
		const body = page.slice(page.indexOf('<article')).replaceAll(span, '').replaceAll('</span>', '');
		expect(body).toContain('<p class="heading" dir="auto"><strong>Won</strong></p>');
		expect(body).toContain(
			'<p dir="auto"><strong>a</strong> <em>b</em> <del>c</del> <code>d</code> <a href="https://example.org/x?y=1&amp;z" rel="noopener noreferrer nofollow">e</a> (example.org)</p>',
		);
		expect(body).toContain('<ul>\n<li><p dir="auto">one</p></li>\n<li>✓ <p dir="auto">two</p></li>\n</ul>');
		expect(body).toContain('<ol start="3">');
		expect(body).toContain(
			'<thead><tr><th scope="col" dir="auto">a</th><th scope="col" dir="auto">b</th></tr></thead>\n<tbody>\n<tr><td dir="auto">c</td>',
		);
		expect(body).toContain('<pre tabindex="0"><code>let e;</code></pre>');
		const times = [...page.matchAll(/class="s" data-at="(\d+)"/gu)].map(([, at]) => Number(at));
		expect(times).toEqual(times.toSorted((one, other) => one - other));
	});

	it('has no link that is not to the web, and no raw markup', () => {
		const page = make(
			'html',
			saying('[a](javascript:alert(1)) <b onclick=x>c</b> [d](https://me@example.org) ![e](https://f.org/g)'),
		);
		const body = page.slice(page.indexOf('<article'));
		expect(body).not.toMatch(/href="(?!#|https:\/\/f\.org\/g")|<img|<b /u);
		expect(body).toContain('a (javascript:alert(1))');
		expect(body).toContain('&lt;b onclick=x&gt;c&lt;/b&gt;');
	});

	it.each(['de', 'fr', 'es', 'zh'])('speaks %s where the debate does, down to its buttons', language => {
		const events = journalAt(recordedJournals.at(-1)?.journal ?? '').map((event): JournalEvent => {
			if (event.type !== 'debate-start') return event;
			return {...event, config: {...Object(event.config), language}};
		});
		const page = make('html', events);
		const own = page
			.replaceAll(/<(script|style)>[^]*?<\/\1>/gu, '')
			.replaceAll(/<(span class="s"|span dir="auto"|h3 dir="auto"|th scope="row").*?<\/(?:span|h3|th)>/gu, '');
		const english =
			/Skip to|Light or dark|>Play<|Speed|Search|Previous|Keys|plays|What (?:came|stayed|was)|cut off|Play from|Link to|No human|Words marked|Adherence|turn by turn|cut in|steps in|goes on|sentence|The arbiter|minute;|rehearsal, no/u;
		expect(own.match(english)).toBe(null);
	});

	it('tells who links to it what is debated, by whom, and what they are', () => {
		const page = make('html', journalAt(recordedJournals.at(-1)?.journal ?? ''));
		const about = /<meta name="description" content="([^"]*)">/u.exec(page)?.[1] ?? '';
		expect(about).toMatch(/argue it out\. No human and no AI model speaks here/u);
		expect(about.length).toBeLessThanOrEqual(200);
		expect(page).toContain(`<meta property="og:description" content="${about}">`);
		expect(page).toMatch(/<meta property="og:title" content="[^"]*[^."]">/u);
		expect(page).toContain('<meta property="og:image" content="preview.png">');
	});

	it('lets nothing run and look but its own script and style, by their hashes', () => {
		const page = make('html', sampleEvents());
		const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/u.exec(page) ?? [];
		const hashOf = (element: string): string => {
			const [, text = ''] = new RegExp(`<${element}>([^]*?)</${element}>`, 'u').exec(page) ?? [];
			return createHash('sha256').update(text).digest('base64');
		};
		expect(policy).toBe(
			`default-src 'none'; script-src 'sha256-${hashOf('script')}'; style-src 'sha256-${hashOf('style')}'; base-uri 'none'; form-action 'none'`,
		);
		expect(page).not.toMatch(/<[^>]* style=/u);
	});

	it('plays a sound that lies beside it, and may load nothing else', () => {
		const episode = episodeFrom(fold(sampleEvents()));
		const page = [...html(episode, {sound: 'a&b.mp3', picture: 'p.png'})].join('');
		expect(page).toContain('<audio id="sound" src="a&amp;b.mp3" preload="metadata" controls></audio>');
		expect(page).toContain("media-src 'self'");
		expect(page).toContain('<meta property="og:image" content="p.png">');
		expect(make('html', sampleEvents())).not.toContain('<audio');
	});

	it('has each sentence begin where it is heard, whatever is not spoken between', () => {
		const written =
			'First this. Nobody reads out a note. See [a page](https://example.org/x) now. The tax is 10 %. The end.';
		const heard = [
			{text: 'First this.', start: 1000, end: 2000},
			{text: 'See a page now.', start: 4000, end: 5000},
			{text: 'The tax is ten per cent.', start: 7000, end: 8000},
			{text: 'The end.', start: 9500, end: 9900},
		];
		const rows = markdownHtml(written, timesIn(written, heard, {start: 1000, end: 9900})).join('');
		const times = [...rows.matchAll(/data-at="(\d+)"/gu)].map(([, at]) => Number(at));
		expect([times[0], times[2], times[3], times[4]]).toEqual([1000, 4000, 7000, 9500]);
		expect(times[1]).toBeGreaterThan(1000);
		expect(times[1]).toBeLessThan(4000);
	});

	it('says that its words were edited', () => {
		expect(make('html', sampleEvents(), {edits: {}})).toContain('Edited after the debate');
	});
});

describe('the preview of a link', () => {
	it.each([
		...recordedJournals.map(({name, journal}) => ({name, events: journalAt(journal)})),
		...hostileTexts.map(({name, text}) => ({name, events: saying(text)})),
	])('is a picture of 1200 by 630 that says who speaks, within its edges: $name', ({events}) => {
		const picture = socialCard.svg(fold(events), undefined);
		expect(XMLValidator.validate(picture)).toBe(true);
		expect(picture).toMatch(/width="1200" height="630"/u);
		expect(picture).toMatch(/No human and no AI|AI|rehears/u);
		for (const [, x, y, size, text = ''] of picture.matchAll(
			/<text x="([\d.]+)" y="(\d+)" [^>]*font-size="(\d+)"[^>]*>([^<]*)</gu,
		)) {
			expect(Number(y)).toBeLessThan(630);
			// Letters are about this wide, the bold ones more, and Chinese ones as wide as they are high.
			const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}]/gu)?.length ?? 0;
			const width = (text.replaceAll(/&\w+;/gu, '&').length - wide) * (Number(size) > 24 ? 0.63 : 0.56) + wide;
			expect(Number(x) + width * Number(size), text).toBeLessThan(1200);
		}
	});
});

describe('the cover of an episode', () => {
	it.each(recordedJournals)('has title and names whole, in letters for a tenth of its size: $name', ({journal}) => {
		const episode = episodeFrom(fold(journalAt(journal)));
		const picture = cover(episode);
		expect(XMLValidator.validate(picture)).toBe(true);
		const {svg} = new XMLParser().parse(picture);
		const said = [svg.text].flat().join(' ');
		expect(said.startsWith(episode.facts.title)).toBe(true);
		for (const {name} of episode.facts.speakers) expect(said).toContain(name);
		expect(said).not.toMatch(/…|\$|rostrum/iu);
		const sizes = [...picture.matchAll(/font-size="(\d+)"/gu)].map(([, size]) => Number(size));
		expect(Math.min(...sizes)).toBeGreaterThanOrEqual(40);
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
