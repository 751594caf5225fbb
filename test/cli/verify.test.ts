import {cpSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {debate} from '../formats/duelogic/run-duelogic.ts';
import {fixtureRepo, run} from '../formats/builder-reviewer/run-build.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

const {runFolder} = await run({config: {repo: fixtureRepo(), check: 'node test.js'}});
const name = runFolder.split('/').at(-1) ?? '';
const debateFolder = join(runFolder, '..', '..');
const messageOf = (folder: string, part: string): string =>
	join(folder, 'mailbox', readdirSync(join(folder, 'mailbox')).find(file => file.includes(part)) ?? '');
const change = (file: string, from: string | RegExp, to: string): void =>
	writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

it.each<[string, (folder: string) => void, RegExp]>([
	[
		'a message that was half written',
		folder => change(messageOf(folder, 'plan.feedback'), /[^]{40}$/u, ''),
		/plan\.feedback-c1\.json:1: json: not valid JSON, perhaps incomplete/u,
	],
	[
		'a message of another run',
		folder => change(messageOf(folder, 'plan.feedback'), name, 'another'),
		/run: run_id is "another"/u,
	],
	[
		'a message out of its order',
		folder => rmSync(messageOf(folder, 'session.ack')),
		/order: plan\.proposed where session\.ack is due/u,
	],
	[
		'a file that is not there',
		folder => rmSync(join(folder, 'decisions', 'final.json')),
		/decisions\/final\.json:1: missing: /u,
	],
	[
		'a patch that somebody has changed',
		folder => change(join(folder, 'diffs', 'cycle-1.patch'), 'a + b', 'a - b'),
		/cycle-1\.patch:1: patch: is not the diff that was handed in for cycle 1/u,
	],
])('rostrum verify names %s, with file and line', async (_what, spoil, wanted) => {
	const folder = join(freshFolder(), name);
	cpSync(runFolder, folder, {recursive: true});
	expect(await rostrum(['verify', folder])).toMatchObject({code: 0, stdout: expect.stringContaining('sound')});
	spoil(folder);
	expect(await rostrum(['verify', folder])).toMatchObject({code: 3, stdout: expect.stringMatching(wanted)});
});

it.each<[string, (folder: string) => void, RegExp]>([
	[
		'a patch that somebody has changed',
		folder => change(join(folder, 'diffs', 'cycle-1.patch'), 'a + b', 'a - b'),
		/diffs\/cycle-1\.patch:1: patch: is not the diff that was handed in for cycle 1/u,
	],
	[
		'a message that somebody has changed, its diff and patch with it',
		folder => {
			for (const file of [messageOf(folder, 'final'), join(folder, 'diffs', 'cycle-1.patch')])
				change(file, 'a + b', 'a - b');
		},
		/final\S*\.json:1: message: is not the message that the journal recorded/u,
	],
	[
		'a message that is gone',
		folder => rmSync(messageOf(folder, 'plan.feedback')),
		/plan\.feedback\S*\.json:1: missing: the journal recorded this message/u,
	],
])('rostrum verify of a debate’s folder names %s against the journal', async (_what, spoil, wanted) => {
	const folder = freshFolder();
	cpSync(debateFolder, folder, {recursive: true});
	expect(await rostrum(['verify', folder])).toMatchObject({code: 0});
	spoil(join(folder, 'runs', name));
	expect(await rostrum(['verify', folder])).toMatchObject({code: 3, stdout: expect.stringMatching(wanted)});
});

it('rostrum verify names a score that does not follow from its items, though the journal is whole', async () => {
	const {events} = await debate({config: {flow: {maxExchanges: 3}}});
	const written = (change: (event: JournalEvent) => JournalEvent): string => {
		const file = join(freshFolder(), 'debate.jsonl');
		const journal = openJournal(file);
		for (const event of events) {
			const {hash: _hash, ...rest} = change(event);
			journal.append(rest);
		}
		journal.close();
		return file;
	};
	expect(await rostrum(['verify', written(event => event)])).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/^\S+debate\.jsonl: sound, [^\n]*\n$/u),
	});
	const better = written(event => (event.type === 'evaluation' ? {...event, adherenceScore: 99} : event));
	expect(await rostrum(['verify', better])).toMatchObject({
		code: 3,
		stdout: expect.stringMatching(/debate\.jsonl:\d+: the score of \S+ is 99, but its items come to \d+ \(rules 6\)/u),
	});
});

it('rostrum verify finds a debate of older rules sound, and says that its scores were not worked out again', async () => {
	expect(await rostrum(['verify', resolve('transcripts/sample-three-way-ethics')])).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/: sound, .*\n.*: \d+ scores were not worked out again: made by rules 1, /u),
	});
});
