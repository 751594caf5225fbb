/** What the program does to the terminal around its screens: suspended, named, given back. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {journalsUnder} from '../../src/app/files/debate-folders.ts';
import {classicClash, openTerminal, patient, program} from './rostrum.ts';
import type {TerminalApp, TerminalOptions} from './term.ts';

const open = (options: TerminalOptions): TerminalApp =>
	openTerminal(mkdtempSync(path.join(tmpdir(), 'rostrum-home-')), {
		cwd: mkdtempSync(path.join(tmpdir(), 'rostrum-cwd-')),
		...options,
	});

const freshOut = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-out-'));

it.skipIf(process.platform === 'win32')(
	'Ctrl+Z gives the terminal back to the shell, and fg goes on where it was',
	async () => {
		const out = freshOut();
		const shell = open({file: 'bash', args: ['--norc', '--noprofile', '-i'], env: {PS1: 'shell> '}});
		await shell.waitFor('shell> ', patient);
		shell.write(
			`'${process.execPath}' '${program}' ${classicClash(out, '--pace', '600')
				.map(part => `'${part}'`)
				.join(' ')}\r`,
		);
		await shell.waitFor('space pause', patient);
		await shell.waitFor('introduction', patient);
		expect(shell.terminal.buffer.active.type).toBe('alternate');
		shell.write('\u001A');
		await shell.waitFor('Stopped', patient);
		expect(shell.terminal.buffer.active.type).toBe('normal');
		shell.write('echo $((6 * 7)) here\r');
		await shell.waitFor('42 here', patient);
		shell.write('fg\r');
		await shell.waitFor('following', patient);
		expect(shell.terminal.buffer.active.type).toBe('alternate');
		await shell.press(' ');
		await shell.waitFor('‖ paused', patient);
		shell.write('\u0003');
		await shell.waitFor('Go on with: rostrum resume', patient);
		const journal = journalsUnder(out)[0] ?? '';
		const actions = readJournal(journal).events.flatMap(event =>
			event.type === 'user-action' ? [event.data.action] : [],
		);
		expect(actions).toEqual(['pause', 'resume', 'pause']);
	},
	120_000,
);

it('names the window after the debate and how it stands, lets the wheel scroll, and gives both back', async () => {
	const out = freshOut();
	const app = open({args: [program, ...classicClash(out, '--pace', '600')]});
	const titles: string[] = [];
	app.terminal.onTitleChange(title => titles.push(title));
	const sent: string[] = [];
	app.onData(text => sent.push(text));
	await app.waitFor('following', patient);
	await app.press(' ');
	await app.waitFor('‖ paused', patient);
	app.write('\u0003');
	await app.exited;
	await app.settle();
	expect(titles).toContain('▸ Voting should be compulsory. · Rostrum');
	expect(titles).toContain('‖ Voting should be compulsory. · Rostrum');
	expect(titles.at(-1)).toBe('');
	const all = sent.join('');
	expect(all.indexOf('\u001B[22;2t')).toBeLessThan(all.indexOf('\u001B[23;2t'));
	expect(all).toContain('\u001B[?1007h');
	expect(all.indexOf('\u001B[?1007r')).toBeGreaterThan(all.indexOf('\u001B[?1007h'));
}, 120_000);

it.skipIf(process.platform === 'win32').each([
	['SIGHUP', 'the home screen', [], 'm more', [], 130],
	['SIGTERM', 'the library', ['library'], 'No debates yet', [], 130],
	[
		'SIGINT',
		'a debate that is over',
		classicClash('.', '--pace', 'instant', '--set', 'flow.maxExchanges=3'),
		'enter results',
		['v'],
		0,
	],
] as const)(
	'%s ends %s, and the terminal is given back',
	async (signal, _, args, sees, keys, exitCode) => {
		const app = open({args: [program, ...args]});
		await app.waitFor(sees, patient);
		await app.press(...keys);
		app.signal(signal);
		// One that ended well did, however its screen was left.
		expect((await app.exited).exitCode).toBe(exitCode);
		await app.settle();
		expect(app.terminal.buffer.active.type).toBe('normal');
		expect(app.terminal.modes.bracketedPasteMode).toBe(false);
	},
	60_000,
);
