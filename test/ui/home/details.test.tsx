/** What stands beside the list of debates: read when the cursor rests on one, and never in the drawing. */
import {cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test, vi} from 'vitest';
import {readDetails} from '../../../src/app/setup/debate-look.ts';
import {recentDebates, type RecentDebate} from '../../../src/app/setup/recent-debates.ts';
import type {RostrumPort} from '../../../src/app/setup/home-port.ts';
import {App} from '../../../src/ui/app/app.tsx';
import {loadScreens} from '../../../src/ui/app/use-navigation.ts';
import {ScreenReader, ScreenReaderProvider} from '../../../src/ui/terminal/screen-reader.ts';
import {samplePort} from '../support/sample-port.ts';
import {renderSized} from '../support/render-sized.tsx';
import {show} from '../support/show.tsx';

await loadScreens();

const sample = 'transcripts/sample-three-way-ethics';
const [up, down] = ['\u001B[A', '\u001B[B'];
const noSession = () => {
	throw new Error('No debate is to begin here.');
};

/** A folder with an ended debate, one that was left after 60 lines, and one whose 30th line is no longer whole. */
function debates(): readonly RecentDebate[] {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-look-'));
	cpSync(sample, path.join(folder, '3-ended'), {recursive: true});
	const lines = readFileSync(`${sample}/debate.jsonl`, 'utf8').split('\n');
	const left = lines.slice(0, 60);
	const torn = lines.map((line, place) => (place === 29 ? line.slice(0, 20) : line));
	for (const [name, kept] of [
		['2-left', left],
		['1-torn', torn],
	] as const) {
		mkdirSync(path.join(folder, name));
		writeFileSync(path.join(folder, name, 'debate.jsonl'), `${kept.join('\n')}\n`);
	}
	return recentDebates(folder, 8).map(debate => ({...debate, when: 'yesterday, 19:00'}));
}

/** A home screen with these debates; `read` counts which of them were read. */
function home(recent: readonly RecentDebate[]): {readonly port: RostrumPort; readonly read: string[]} {
	const read: string[] = [];
	const port = samplePort(noSession, {
		recent: recent.map(debate => ({...debate, path: path.basename(debate.path)})),
		async details(name, signal) {
			read.push(name);
			const held = recent.find(debate => path.basename(debate.path) === name);
			return readDetails(held?.path ?? name, signal);
		},
	});
	return {port, read};
}

test.for([
	[120, 40],
	[200, 60],
] as const)('an ended debate and an unfinished one, at %i by %i', async ([columns, rows]) => {
	const app = show({columns, rows, port: home(debates()).port});
	await app.sees('enter resume');
	await app.sees('Last words');
	expect(app.text()).toMatchSnapshot();
	await app.press('m');
	for (let place = 0; place < 4; place++) await app.press(down);
	await app.sees('enter replay');
	await app.sees('Best exchange');
	expect(app.text()).not.toContain('Last words');
	expect(app.text()).toMatchSnapshot();
	app.close();
});

test('only the debate that the cursor rests on is read', async () => {
	const {port, read} = home(debates());
	const app = show({columns: 120, rows: 40, port});
	await app.sees('enter resume');
	await app.press(`m${down}${down}${down}${down}${up}${down}`);
	await app.sees('Best exchange');
	await app.press(up);
	await app.sees('Other topics');
	// What is marked at first may have been read before a key came.
	expect(read.filter(one => one !== '2-left')).toEqual(['3-ended']);
	app.close();
});

test('a debate with a torn line is told as far as it can be read, with what is wrong', async () => {
	const app = show({columns: 120, rows: 40, port: home(debates()).port});
	await app.sees('enter resume');
	await app.press('m');
	for (let place = 0; place < 5; place++) await app.press(down);
	await app.sees('verify"');
	await app.sees('Last words');
	app.close();
});

test('what a debate says does nothing to the terminal', async () => {
	const recent = debates();
	const {port} = home(recent);
	const hostile: RostrumPort = {
		...port,
		async details(...asked) {
			const details = await port.details?.(...asked);
			if (!details) throw new Error('There is no debate.');
			const turns = details.state.turns.map(turn => ({...turn, text: 'Owned \u001B]0;title\u0007 by \u202Enobody.'}));
			return {...details, state: {...details.state, turns, open: []}};
		},
	};
	const app = show({columns: 120, rows: 40, port: hostile});
	await app.sees('Owned');
	expect(app.raw()).not.toMatch(/\u001B\]|\u0007|\u202E/u);
	app.close();
});

test('a debate whose folder is gone says so, and the list goes on', async () => {
	const recent = debates().map(debate => ({...debate, path: path.join(debate.path, 'moved')}));
	const app = show({columns: 120, rows: 40, port: home(recent).port});
	await app.sees('This debate is gone');
	await app.press(down);
	await app.sees('Other topics');
	app.close();
});

test('a screen reader is told of a debate once: nothing is read to it behind that', async () => {
	const {port, read} = home(debates());
	let log = '';
	const speech = new ScreenReader(
		text => (log += text),
		() => 80,
	);
	const nothing = () => {};
	const app = renderSized(
		<ScreenReaderProvider value={speech}>
			<App first={undefined} port={port} onShow={nothing} onEnd={nothing} onRedraw={nothing} />
		</ScreenReaderProvider>,
	);
	await vi.waitFor(() => expect(log).toContain('What should they debate?'));
	await app.press(up);
	await vi.waitFor(() => expect(log).toContain('enter resume'));
	// By the time that it is read for a listener who sees, it would have been for the other.
	const seen = show({columns: 120, rows: 40, port});
	await seen.sees('Last words');
	expect(read).toEqual(['2-left']);
	seen.close();
	app.unmount();
});
