/** Every command with names, ids, subjects and flags that would do something to a terminal. */
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {commands} from '../../src/cli/registry.ts';
import {openJournal, readJournal} from '../../src/engine/journal/journal.ts';
import {freshFolder, rostrum, type Ran} from '../run-in-process.ts';

/** Writes to the clipboard (OSC 52), sets the title, clears the screen (CSI), the same in C1, reorders, hides, tags. */
const nasty =
	'x\u001B]52;c;ZXZpbA==\u0007\u001B]0;owned\u001B\\\u001B[2J\u009B31m\u009D8;;http://evil\u009C\u202Eevil\u202C\u2066\u200B\u{E0041}\rz';
const acting =
	/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/u;

const home = freshFolder();

const json = (path: string, value: unknown): void => {
	mkdirSync(join(path, '..'), {recursive: true});
	writeFileSync(path, JSON.stringify(value));
};

beforeAll(() => {
	json(join(home, 'presets', 'model-duel', 'nasty.json'), {
		id: 'nasty',
		name: `Name ${nasty}`,
		description: `About ${nasty}`,
		propositions: [`Is it ${nasty} or not?`],
	});
	json(join(home, 'personas.json'), {nasty: {name: `Persona ${nasty}`, reads: nasty, checks: [`Is it ${nasty}?`]}});
	json(join(home, 'frameworks.json'), {
		nasty: {
			name: `Frame ${nasty}`,
			description: nasty,
			coreQuestion: `Why ${nasty}?`,
			strengthsToAcknowledge: [nasty],
			blindSpotsToAdmit: [nasty],
		},
	});
	json(join(home, 'settings.json'), {
		voice: 'rehearsal',
		[nasty]: nasty,
		agents: {mine: {command: nasty, name: nasty}},
	});
	writeFileSync(join(home, nasty.replaceAll('/', '')), nasty);
});

const expectQuiet = ({stdout, stderr}: Pick<Ran, 'stdout' | 'stderr'>, what: string): void => {
	for (const text of [stdout, stderr]) expect(acting.exec(text), `${what}: ${JSON.stringify(text)}`).toBeNull();
};

const filesUnder = (folder: string): string[] =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name));

describe('nothing that a terminal acts on is printed', () => {
	it.each(commands.map(({name}) => name))('%s, asked for what there is not', async name => {
		const [flag, value] = await Promise.all([
			rostrum([name, `--${nasty}`], {home}),
			rostrum([name, name === 'serve-rehearsal' ? '--port' : nasty, nasty], {home}),
		]);
		expect(flag).toMatchObject({code: 2, stdout: ''});
		expectQuiet(flag, 'unknown flag');
		expectQuiet(value, 'unknown value');
	});

	it.each([
		['presets'],
		['presets', '--json'],
		['personas'],
		['chairs'],
		['chairs', '--json'],
		['config', 'get'],
		['config', 'get', '--json'],
		['doctor'],
		['models'],
		['library'],
	])('%s %s', async (...args) => {
		const ran = await rostrum(args, {home});
		expectQuiet(ran, args.join(' '));
		if (args[1] === '--json') expect(() => JSON.parse(ran.stdout) as unknown).not.toThrow();
	});

	it('ids of models that a server lists', async () => {
		const server = createServer((_request, response) =>
			response.end(JSON.stringify({data: [{id: `maker/${nasty}`, context_length: 64_000}]})),
		);
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		const own = freshFolder();
		json(join(own, 'settings.json'), {
			providers: {mine: {baseUrl: `http://127.0.0.1:${port}/v1`, name: `Mine ${nasty}`}},
		});
		const [listed, found] = [await rostrum(['models'], {home: own}), await rostrum(['models', '--json'], {home: own})];
		expect(listed.stdout).toContain('mine:maker/x\\u001b]52;c;');
		expectQuiet(listed, 'models');
		expectQuiet(found, 'models --json');
		expect(JSON.parse(found.stdout)).toMatchObject({listed: [{id: `maker/${nasty}`}]});
	});

	it('a debate, its files, and all that is made of its journal', async () => {
		const out = freshFolder();
		const held = await rostrum(
			[
				'run',
				'model-duel',
				'--preset',
				'nasty',
				'--context',
				nasty,
				'--out',
				out,
				'--seed',
				'1',
				'--export',
				'md,podcast',
			],
			{home, cwd: out},
		);
		expect(held).toMatchObject({code: 0});
		expectQuiet(held, 'run');
		for (const file of filesUnder(out)) expect(acting.exec(readFileSync(file, 'utf8')), file).toBeNull();
	});

	it('a journal that somebody else wrote', async () => {
		const folder = freshFolder();
		const file = join(folder, 'debate.jsonl');
		const journal = openJournal(file);
		for (const event of readJournal('transcripts/sample-three-way-ethics/debate.jsonl').events.slice(0, 40)) {
			const {hash: _hash, ...rest} = event;
			journal.append(
				rest.type === 'debate-start' ? {...rest, title: nasty, subject: {...rest.subject, text: nasty}} : rest,
			);
		}
		journal.close();
		for (const args of [
			['verify', file],
			['replay', file],
			['replay', file, '--json'],
			['export', file],
			['export', file, '--to', 'podcast'],
			['library', 'list', '--out', folder],
			['library', 'search', 'evil', '--out', folder],
			['watch', folder],
		])
			expectQuiet(
				await rostrum(args, {home, watch: (_text, kill) => (args[0] === 'watch' ? kill('SIGTERM') : undefined)}),
				args.join(' '),
			);
	});

	it('the subject of a commit, in DEBATE.md too', async () => {
		const repo = freshFolder();
		const git = (...args: string[]): void =>
			void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {cwd: repo});
		git('init', '--quiet');
		writeFileSync(join(repo, 'a.js'), `// ${nasty}\nexport const a = 1;\n`);
		git('add', '.');
		git('commit', '--quiet', '-m', `Add ${nasty}`);
		const out = freshFolder();
		const ran = await rostrum(['run', 'code-debate', '--commit', 'HEAD', '--out', out, '--seed', '1'], {
			home: freshFolder(),
			cwd: repo,
		});
		expectQuiet(ran, 'code-debate');
		const written = filesUnder(out).filter(file => file.endsWith('.md') || file.endsWith('.jsonl'));
		expect(written.length).toBeGreaterThan(1);
		for (const file of written) expect(acting.exec(readFileSync(file, 'utf8')), file).toBeNull();
	}, 60_000);
});
