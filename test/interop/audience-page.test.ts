/** The page for listeners in a real browser: it follows, votes, asks and objects, sleeps and is back whole. */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {chromium, type Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {livePage} from '../../src/app/audience/live-page.ts';
import {serveAudience} from '../../src/app/audience/serve.ts';
import {ending, openingEnds, openRoom, stamped} from '../app/audience/audience.ts';
import {absent} from './absent.ts';
import {browserProgram} from './browser.ts';

const program = browserProgram();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const why = absent(
	'a headless Chromium',
	program !== undefined,
	'install chromium-headless-shell, or name one in ROSTRUM_CHROMIUM',
);

describe.skipIf(why !== '')(`the page for listeners in a browser${why}`, () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await chromium.launch({executablePath: program ?? '', args: ['--no-sandbox']});
	}, 60_000);
	afterAll(async () => browser?.close());

	it.each([390, 1280])(
		'follows a debate in %i columns, and what is done there reaches it',
		async width => {
			const {room} = openRoom();
			const path = 'abcdefghijkm';
			const names = ['127.0.0.1'];
			const page = async () => livePage('Voting');
			const means = {room, host: '127.0.0.1', names, path, page, bounds: {countedMs: 20}};
			const first = await serveAudience({...means, port: 0});
			const context = await browser.newContext({viewport: {width, height: 800}});
			const tab = await context.newPage();
			const troubles: string[] = [];
			tab.on('pageerror', error => troubles.push(String(error)));
			tab.on('console', message => void (message.text().includes('Security') && troubles.push(message.text())));
			tab.on('dialog', dialog => void dialog.dismiss().then(() => troubles.push('a dialog')));
			await tab.goto(`http://127.0.0.1:${first.port}/${path}/`);

			const said = tab.locator('.s');
			await expect.poll(async () => said.count()).toBe(2);
			expect(await said.nth(1).textContent()).toBe('It is <b>cheap</b>.');
			await tab.click('#scale button:nth-child(6)');
			await expect.poll(() => [...(room.state.audience?.votes.values() ?? [])]).toEqual([{before: 2}]);
			await expect.poll(async () => tab.getAttribute('#scale button:nth-child(6)', 'aria-pressed')).toBe('true');
			await tab.fill('#question', '<img src=x onerror=alert(1)> Who pays?');
			await tab.keyboard.press('Enter');
			await expect.poll(async () => tab.locator('#questions li').textContent()).toContain('<img src=x');
			await tab.click('#object');
			await expect.poll(async () => tab.locator('.s.mine').count()).toBe(1);
			const sideways = await tab.evaluate('document.documentElement.scrollWidth - innerWidth');
			expect(sideways).toBeLessThanOrEqual(0);

			room.hear(stamped({type: 'turn-delta', turnId: 't1', text: ' And it works.'}));
			await expect.poll(async () => tab.textContent('#heard')).toBe('And it works.');
			await first.close();
			room.hear(openingEnds());
			await expect.poll(() => room.state.audience?.objections.size).toBe(1);
			room.hear(ending());
			const again = await serveAudience({...means, port: first.port});
			await expect.poll(async () => tab.textContent('#state'), {timeout: 15_000}).toBe('over: completed');
			expect(await said.count()).toBe(3);
			await expect.poll(async () => tab.locator('.s.heat').getAttribute('data-count')).toBe('1');

			await tab.evaluate(axe);
			const findings = `axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0].html))`;
			expect(await tab.evaluate(findings)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
			await again.close();
		},
		60_000,
	);
});
