/** A first-time user's walk: from the start to a debate of their own to a page and a card to share, by keys alone. */
import {mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {XMLValidator} from 'fast-xml-parser';
import {expect, test} from 'vitest';
import {homePort, type RostrumPort} from '../../src/app/setup/home-port.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {App} from '../../src/ui/app/app.tsx';
import {loadScreens} from '../../src/ui/app/use-navigation.ts';
import {ScreenReader, ScreenReaderProvider} from '../../src/ui/terminal/screen-reader.ts';
import {renderSized} from '../ui/support/render-sized.tsx';

await loadScreens();

const topic = 'Libraries should lend tools';
const enter = '\r';
const right = '\u001B[C';

/** A home of Rostrum in which nothing has happened, and no key, server or agent is found. */
async function firstStart(): Promise<{readonly port: RostrumPort; readonly debates: string}> {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-first-'));
	const cwd = mkdtempSync(path.join(tmpdir(), 'rostrum-here-'));
	const env = {
		ROSTRUM_HOME: home,
		ROSTRUM_PACE: 'instant',
		ROSTRUM_REHEARSAL_SPEED: '2000',
		ROSTRUM_SEED: '7',
		ROSTRUM_EXPORT: '',
		PATH: '',
	};
	const {stdin, stdout, stderr} = process;
	const context = {stdin, stdout, stderr, writeStyled: () => {}, cwd, env, signal: new AbortController().signal};
	const port = await homePort({...context, configure: flags => loadSettings(flags, context)});
	return {port, debates: path.join(home, 'transcripts')};
}

/** What was shared of the one debate: a file of its folder. */
const sharedIn = (debates: string, file: string): string =>
	readFileSync(path.join(debates, readdirSync(debates)[0] ?? '', 'share', file), 'utf8');

function expectShared(debates: string): void {
	expect(sharedIn(debates, 'index.html')).toContain(topic);
	const card = sharedIn(debates, 'card.svg');
	expect(XMLValidator.validate(card)).toBe(true);
	expect(card).toContain(topic);
	expect(card).toContain('--seed 7');
}

const nothing = () => {};
/** Milliseconds that a debate of eight exchanges may take on a busy machine. */
const wholeDebate = 60_000;

test('by sight', async () => {
	const {port, debates} = await firstStart();
	const app = renderSized(<App first={undefined} port={port} onShow={nothing} onEnd={nothing} onRedraw={nothing} />);
	await app.sees('What should they debate?');
	for (const letter of topic) await app.press(letter);
	await app.sees(topic);
	await app.press(enter);
	await app.sees('enter results', wholeDebate);
	await app.press(enter);
	await app.sees('Outcome completed');
	expect(app.text()).toContain(topic);
	expect(app.text()).not.toContain('on the clock');
	await app.press('e');
	await app.sees('❯ share');
	await app.press(enter);
	await app.sees('written to');
	expectShared(debates);
	app.unmount();
}, 90_000);

test('by sight, through the setup', async () => {
	const {port, debates} = await firstStart();
	const app = renderSized(<App first={undefined} port={port} onShow={nothing} onEnd={nothing} onRedraw={nothing} />);
	await app.sees('m more');
	await app.press('n');
	await app.sees('Choose a format');
	await app.press(enter);
	await app.sees('What is it about?');
	await app.press(topic);
	await app.press(enter);
	await app.press(right);
	await app.sees('Who takes part?');
	await app.press(right);
	await app.sees('Set the options');
	await app.press(right);
	await app.sees('rostrum run duelogic');
	await app.press(enter);
	await app.sees('enter results', wholeDebate);
	await app.press(enter);
	await app.sees('Outcome completed');
	await app.press('e');
	await app.sees('❯ share');
	await app.press(enter);
	await app.sees('written to');
	expectShared(debates);
	app.unmount();
}, 90_000);

test('by a screen reader, read from its log', async () => {
	const {port, debates} = await firstStart();
	let log = '';
	const speech = new ScreenReader(
		text => (log += text),
		() => 80,
	);
	const app = renderSized(
		<ScreenReaderProvider value={speech}>
			<App first={undefined} port={port} onShow={nothing} onEnd={nothing} onRedraw={nothing} />
		</ScreenReaderProvider>,
	);
	const hears = async (words: string) => {
		for (let tries = 0; !log.replaceAll(/\s+/gu, ' ').includes(words); tries++) {
			if (tries > 4000) throw new Error(`"${words}" was never said:\n${log.slice(-2000)}`);
			await sleep(5);
		}
	};
	await hears('What should they debate? Press t to type a topic');
	for (const letter of topic) await app.press(letter);
	await hears(`> ${topic}`);
	await app.press(enter);
	await hears('Keys: enter: results');
	log = '';
	await app.press(enter);
	await hears('Outcome completed');
	await hears('rostrum run duelogic');
	expect(log).not.toMatch(/[╭│▎█]/u);
	log = '';
	await app.press('e');
	await hears('Keys: enter: write');
	await app.press(enter);
	await hears('written to');
	expectShared(debates);
	app.unmount();
}, 90_000);
