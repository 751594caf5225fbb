/** A paid voice that is chosen while a debate is to start: its price is asked about before anything is spent. */
import {createServer} from 'node:http';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {homePort} from '../../../src/app/setup/home-port.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {show} from '../support/show.tsx';

const enter = '\r';
const right = '\u001B[C';
const gone = 'http://127.0.0.1:47/v1#m';

/** A server that is not of this machine, as its address says, with one model that costs money. */
async function paidServer(): Promise<{readonly url: string; readonly words: string[]}> {
	const words: string[] = [];
	const http = createServer(({method, url = ''}, response) => {
		if (method === 'POST') words.push(url);
		const pricing = {prompt: '0.00001', completion: '0.00005'};
		if (method === 'GET' && url === '/v1/models') response.end(JSON.stringify({data: [{id: 'dear', pricing}]}));
		else response.writeHead(404).end();
	});
	await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		http.close();
		http.closeAllConnections();
	});
	const address = http.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return {url: `http://[::ffff:127.0.0.1]:${address.port}/v1`, words};
}

/** A home in which every seat has a voice that does not answer; the server that costs money has a name of its own. */
async function homeOf(url: string) {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-cost-'));
	writeFileSync(
		join(home, 'settings.json'),
		JSON.stringify({voice: gone, arbiter: 'rehearsal', judges: ['rehearsal'], providers: {shop: {baseUrl: url}}}),
	);
	const env = {ROSTRUM_HOME: home, ROSTRUM_EXPORT: '', PATH: ''};
	const {stdin, stdout, stderr} = process;
	const context = {stdin, stdout, stderr, writeStyled: () => {}, cwd: home, env, signal: new AbortController().signal};
	return homePort({...context, configure: flags => loadSettings(flags, context)});
}

async function chooseThePaidOne(app: ReturnType<typeof show>): Promise<void> {
	await app.sees('does not answer');
	await app.press('2');
	await app.sees('Who speaks instead of');
	await app.press('shop:dear');
	await app.press(enter);
	await app.sees('This takes');
}

test('from the home screen: not now starts nothing, and nothing was asked of the model', async () => {
	const {url, words} = await paidServer();
	const app = show({port: await homeOf(url)});
	await app.sees('What should they debate?');
	await app.press('Tea first');
	await app.press(enter);
	await chooseThePaidOne(app);
	expect(app.text()).toMatch(/This takes about \d+ min · .* tokens · about \$\d/u);
	await app.press('2');
	await app.sees('enter');
	expect(app.text()).toContain('What should they debate?');
	expect(words).toEqual([]);
	app.close();
});

test('from the setup: the debate starts once its cost was agreed to', async () => {
	const {url, words} = await paidServer();
	const app = show({port: await homeOf(url)});
	await app.sees('What should they debate?');
	await app.press('n');
	await app.sees('Choose a format');
	await app.press(enter);
	await app.sees('What is it about?');
	await app.press('Tea first');
	await app.press(enter);
	for (const title of ['Who takes part?', 'Set the options', 'Review and start']) {
		await app.press(right);
		await app.sees(title);
	}
	await app.press(enter);
	await chooseThePaidOne(app);
	expect(words).toEqual([]);
	await app.press('1');
	await expect.poll(() => words.length, {timeout: 10_000}).toBeGreaterThan(0);
	app.close();
});
