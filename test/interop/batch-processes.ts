/** Processes of the built program that hold a batch, each as if on a machine of its own, and what they leave. */
import {spawn, type ChildProcess} from 'node:child_process';
import {globSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {afterEach} from 'vitest';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {freshFolder, rostrum} from '../run-cli.ts';

export type Started = {
	readonly child: ChildProcess;
	/** What it wrote on stderr, and on stdout. */
	readonly told: () => string;
	readonly said: () => string;
	/** Its exit code. */
	readonly over: Promise<number | null>;
};

const started: ChildProcess[] = [];
/** One that stands still is ended too. */
afterEach(() => {
	for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A home with the batch `b.json`, and the packages and settings that are given. */
export function newHome(batch: object, {packages, settings}: {packages?: string; settings?: object} = {}): string {
	const home = freshFolder();
	writeFileSync(join(home, 'b.json'), JSON.stringify(batch));
	if (settings) writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
	if (packages !== undefined) symlinkSync(packages, join(home, 'packages'));
	return home;
}

/** A process of the built program that is not waited for. */
export function start(home: string, args: readonly string[]): Started {
	const child = spawn(process.execPath, [join(packageRoot, 'bin', 'rostrum.js'), ...args], {
		cwd: home,
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: home, ROSTRUM_REHEARSAL_SPEED: '2000'},
	});
	started.push(child);
	let [told, said] = ['', ''];
	child.stderr.setEncoding('utf8').on('data', (text: string) => void (told += text));
	child.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text));
	const over = new Promise<number | null>(resolve => child.once('close', resolve));
	return {child, told: () => told, said: () => said, over};
}

/** Waits for something; where it does not come, says what that is and what was told by then. */
export async function until(name: string, what: () => boolean, told: () => string, patienceMs = 60_000): Promise<void> {
	const limit = Date.now() + patienceMs;
	while (!what()) {
		if (Date.now() > limit) throw new Error(`${name} did not come. Told by then:\n${told()}`);
		await wait(20);
	}
}

/** The ranking of what lies in the home's folder. */
export const ranking = async (home: string): Promise<string> =>
	(await rostrum(['rank', 'held', '--json'], {home})).stdout;

export const journals = (home: string): string[] =>
	globSync('held/**/debate.jsonl', {cwd: home}).map(file => join(home, file));

export const startsAndEnds = (file: string): string[] | null =>
	readFileSync(file, 'utf8').match(/"type":"debate-(?:start|end)"/gu);

/** What `startsAndEnds` is of a journal that is whole. */
export const whole = ['"type":"debate-start"', '"type":"debate-end"'];

export const debateIdIn = (file: string): string | undefined =>
	/"debateId":"(?<id>[^"]+)"/u.exec(readFileSync(file, 'utf8'))?.groups?.['id'];

/** The journal of the home that was written last. */
export function readNewest(home: string): string {
	const [newest] = journals(home).toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
	return newest === undefined ? '' : readFileSync(newest, 'utf8');
}

/** Whether the worker of this home has got into its newest debate, and has not ended it. */
export function isWithin(home: string): boolean {
	const text = readNewest(home);
	return text.includes('"type":"turn-end"') && !text.includes('"type":"debate-end"');
}

/** Stops the process amid a debate. */
export async function pausedWithin({child, told}: Started, home: string): Promise<void> {
	for (;;) {
		await until('a debate of the worker', () => isWithin(home), told);
		child.kill('SIGSTOP');
		if (isWithin(home)) return;
		child.kill('SIGCONT');
	}
}
