/** The web page of a debate in a real browser: play, seek, search, links, keys, and no finding by axe. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium, type Browser, type Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {WavWriter} from '../../src/app/sound/wav.ts';
import {episodeFrom} from '../../src/exports/episode.ts';
import {html} from '../../src/exports/page.ts';
import {hostileTexts} from '../exports/hostile-texts.ts';
import {journalAt, recordedJournals} from '../exports/recorded.ts';
import {sampleEvents} from '../exports/sample.ts';
import {absent} from './absent.ts';
import {browserProgram} from './browser.ts';

const program = browserProgram();
const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-page-'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function write(name: string, events: readonly JournalEvent[]): string {
	const file = path.join(folder, `${name.replaceAll(/\W/gu, '-')}.html`);
	writeFileSync(file, exportKinds['html']?.write(fold(events)) ?? '');
	return pathToFileURL(file).href;
}

const why = absent(
	'a headless Chromium',
	program !== undefined,
	'install chromium-headless-shell, or name one in ROSTRUM_CHROMIUM',
);

describe.skipIf(why !== '')(`the web page in a browser${why}`, () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await chromium.launch({executablePath: program ?? '', args: ['--no-sandbox']});
	}, 60_000);
	afterAll(async () => browser?.close());

	/** A page that may ask for nothing, and has no errors. */
	async function open(address: string): Promise<{readonly page: Page; readonly troubles: string[]}> {
		const page = await browser.newPage({viewport: {width: 900, height: 700}});
		const troubles: string[] = [];
		page.on('pageerror', error => troubles.push(String(error)));
		page.on('dialog', dialog => void dialog.dismiss().then(() => troubles.push('a dialog')));
		page.on('request', request => {
			if (!request.url().startsWith('file:')) troubles.push(request.url());
		});
		await page.goto(address);
		return {page, troubles};
	}

	async function findings(page: Page): Promise<unknown> {
		await page.evaluate(axe);
		return page.evaluate(
			`axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0].html))`,
		);
	}

	const duelogic = recordedJournals.at(-1)?.journal ?? '';

	it('plays, seeks, searches and links to a turn, by mouse and by keys', async () => {
		const {page, troubles} = await open(write('duelogic', journalAt(duelogic)));
		// Nothing is marked, or shaded in print, before it is heard.
		expect(await page.locator('.current').count()).toBe(0);
		await page.selectOption('#speed', '4');
		await page.click('#play');
		await expect.poll(() => page.locator('#position').inputValue()).not.toBe('0');
		expect(await page.textContent('#play')).toBe('Pause');
		await page.keyboard.press('k');
		expect(await page.textContent('#play')).toBe('Play');
		await page.locator('#position').fill('600');
		expect(await page.textContent('#time')).toMatch(/^10:00 \//u);
		await page.keyboard.press('Tab');
		await page.evaluate('document.activeElement.blur()');
		await page.keyboard.press('l');
		expect(await page.textContent('#time')).toMatch(/^10:10 \//u);
		await page.keyboard.press('/');
		await page.keyboard.type('STAKE a life on');
		expect(await page.textContent('#found')).toMatch(/^\d sentences?$/u);
		await page.keyboard.press('Enter');
		expect(await page.locator('.s.chosen').textContent()).toContain('stake a life on');
		expect(troubles).toEqual([]);
		const link = await page.locator('.turn .seek').nth(5).getAttribute('href');
		const {page: second, troubles: more} = await open(`${page.url().split('#')[0]}${link}`);
		expect(await second.locator('.turn.current').getAttribute('id')).toBe(link?.slice(1));
		expect(await second.evaluate('document.activeElement.id')).toBe(link?.slice(1));
		expect(more).toEqual([]);
	}, 60_000);

	it('plays the sound beside it, marks each sentence as it is heard, and goes where one seeks', async () => {
		const file = path.join(folder, 'heard.wav');
		const writer = new WavWriter(file, 8000, 1);
		writer.write(Float32Array.from({length: 8000 * 40}, (_, at) => 0.2 * Math.sin(at / 5)));
		writer.end();
		const episode = episodeFrom(fold(journalAt(duelogic)));
		const ten = episode.segments
			.slice(0, 4)
			.map((segment, place) => ({...segment, start: place * 10_000, end: (place + 1) * 10_000}));
		const address = path.join(folder, 'heard.html');
		writeFileSync(address, [...html({...episode, segments: ten, length: 40_000}, {sound: 'heard.wav'})].join(''));
		const {page, troubles} = await open(pathToFileURL(address).href);
		const soundIs = async (name: string) => page.evaluate(`document.getElementById('sound').${name}`);
		expect(await soundIs('paused')).toBe(true);
		await page.keyboard.press('k');
		await expect.poll(async () => soundIs('currentTime')).toBeGreaterThan(0.2);
		await page.locator('.turn .seek').nth(2).click();
		await expect.poll(async () => soundIs('currentTime')).toBeGreaterThan(20);
		await expect.poll(() => page.locator('.turn.current').count()).toBe(1);
		expect(await page.locator('.turn.current').getAttribute('data-start')).toBe('20000');
		const at = Number(await page.locator('.s.current').getAttribute('data-at'));
		expect(Number(await soundIs('currentTime')) * 1000).toBeGreaterThanOrEqual(at - 100);
		await page.keyboard.press('k');
		expect(await soundIs('paused')).toBe(true);
		expect(troubles).toEqual([]);
		// Where the file is gone, it plays in silence, and says so.
		rmSync(file);
		const {page: silent} = await open(pathToFileURL(address).href);
		await silent.click('#play');
		await expect.poll(async () => silent.textContent('#found')).toMatch(/plays in silence/u);
		await expect.poll(() => silent.locator('#position').inputValue()).not.toBe('0');
	}, 60_000);

	it('is read and heard without a script, and shows no control that needs one', async () => {
		const context = await browser.newContext({javaScriptEnabled: false});
		const page = await context.newPage();
		const address = path.join(folder, 'plain.html');
		const episode = episodeFrom(fold(journalAt(duelogic)));
		writeFileSync(address, [...html(episode, {sound: 'heard.wav'})].join(''));
		await page.goto(pathToFileURL(address).href);
		expect(await page.locator('audio[controls]').isVisible()).toBe(true);
		expect(await page.locator('.turn').last().isVisible()).toBe(true);
		expect(await page.locator('button:visible, input:visible, select:visible').count()).toBe(0);
		await context.close();
	}, 60_000);

	it.each(['light', 'dark'] as const)(
		'has no finding by axe, in %s',
		async colorScheme => {
			const {page} = await open(write('axe', journalAt(duelogic)));
			await page.emulateMedia({colorScheme});
			await page.click('.turn .seek');
			expect(await findings(page)).toEqual([]);
			await page.setViewportSize({width: 390, height: 844});
			expect(await findings(page)).toEqual([]);
			// What stays at the edge leaves the words their room, and no table is broken letter by letter.
			expect((await page.locator('.bar').boundingBox())?.height).toBeLessThan(60);
			expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
			for (const cell of await page.locator('.scroll td, .scroll th').all())
				expect((await cell.boundingBox())?.width ?? 99).toBeGreaterThan(50);
		},
		60_000,
	);

	it.each(recordedJournals)(
		'is sound for each format: $name',
		async ({name, journal}) => {
			const {page, troubles} = await open(write(name, journalAt(journal)));
			expect(await page.locator('.turn').count()).toBeGreaterThan(2);
			expect(await findings(page)).toEqual([]);
			expect(troubles).toEqual([]);
		},
		60_000,
	);

	it.each(hostileTexts)(
		'lets nothing that was said break out: $name',
		async ({text}) => {
			const events = sampleEvents().map((event): JournalEvent => {
				if (event.type === 'turn-end' && event.text !== '') return {...event, text};
				if (event.type !== 'debate-start') return event;
				const participants = event.participants.map(seat => ({...seat, name: text.slice(0, 60)}));
				return {...event, title: text, subject: {text}, participants};
			});
			const {page, troubles} = await open(write('hostile', events));
			expect(troubles).toEqual([]);
			expect(await page.locator('script').count()).toBe(1);
			expect(await page.locator('style').count()).toBe(1);
			expect(await page.locator('img, iframe, object, link, form').count()).toBe(0);
			expect(await page.locator('#play').count()).toBe(1);
		},
		60_000,
	);
});
