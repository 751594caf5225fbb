/** Files of the user's, as their programs save them: each is read in any encoding that it bears the mark of. */
import {appendFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {install} from '../../src/app/mcp/install.ts';
import {encodeText, type SavedAs} from '../../src/debate/text/text-file.ts';
import {readSpec, saveSpec} from '../../src/formats/adversarial-spec/host/spec-file.ts';
import {inboxTasks} from '../../src/formats/model-duel/host/duel-inbox.ts';
import {writeSettingsFile} from '../../src/settings/file.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

const ways: readonly SavedAs[] = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be'];
const short = [
	'run',
	'motion',
	'--style',
	'short',
	'--voice',
	'rehearsal',
	'--headless',
	'--pace',
	'instant',
	'--seed',
	'3',
];

/** A folder with a file in it, saved in this way. */
function folderWith(name: string, text: string, savedAs: SavedAs): string {
	const folder = freshFolder();
	writeFileSync(join(folder, name), encodeText(text, savedAs));
	return folder;
}

describe.each(ways)('saved as %s', savedAs => {
	it('the topic and the config of a debate are what the files say', async () => {
		const home = folderWith('topic.txt', 'Cafés should close at ten.\n', savedAs);
		writeFileSync(join(home, 'config.json'), encodeText('{"words":{"opening":60}}', savedAs));
		const {stdout, code} = await rostrum([...short, '--topic', '@topic.txt', '--config', 'config.json'], {home});
		expect(code).toBe(0);
		expect(stdout).toContain('Cafés should close at ten.');
		expect(stdout).not.toMatch(/[\uFFFD\uFEFF\u0000]/u);
	});

	it('a batch is read', async () => {
		const batch = {topics: ['Zoos should be closed.'], format: 'motion', debaters: ['rehearsal', 'rehearsal']};
		const home = folderWith('batch.json', JSON.stringify(batch), savedAs);
		const plain = folderWith('batch.json', JSON.stringify(batch), 'utf-8');
		const args = ['batch', 'batch.json', '--dry-run'];
		const [read, wanted] = [await rostrum(args, {home}), await rostrum(args, {home: plain})];
		expect([read.code, read.stderr.replaceAll(home, '')]).toEqual([wanted.code, wanted.stderr.replaceAll(plain, '')]);
	});

	it('a table of judgements is ranked, as a file and from a pipe', async () => {
		const table = 'a,b,winner,margin\nAnn,Ben,Ann,2\n';
		const home = folderWith('table.csv', table, savedAs);
		const {stdout} = await rostrum(['rank', 'table.csv', '--json'], {home});
		const plain = folderWith('table.csv', table, 'utf-8');
		expect(stdout).toBe((await rostrum(['rank', 'table.csv', '--json'], {home: plain})).stdout);
	});

	it('settings of an MCP client are added to, and saved as they were', () => {
		const cwd = folderWith('.mcp.json', '{"mcpServers": {"é": {"command": "x"}}}', savedAs);
		const file = install('claude', ['rostrum', 'mcp'], {home: cwd, cwd});
		const after = readFileSync(file);
		const added = {mcpServers: {é: {command: 'x'}, rostrum: {command: 'rostrum', args: ['mcp']}}};
		expect(after.equals(encodeText(`${JSON.stringify(added, undefined, 2)}\n`, savedAs))).toBe(true);
	});

	it('settings are changed, and saved as they were', async () => {
		const home = folderWith('settings.json', '{"theme": "light"}', savedAs);
		const file = join(home, 'settings.json');
		await writeSettingsFile(file, 'timeout', 5000);
		const content = {theme: 'light', timeout: 5000};
		expect(readFileSync(file).equals(encodeText(JSON.stringify(content, undefined, '\t'), savedAs))).toBe(true);
	});

	it('a specification is debated, and saved as it was', () => {
		const folder = folderWith('spec.md', '# Café\n\nOpens at ten.\n', savedAs);
		const {file, hash, text} = readSpec(join(folder, 'spec.md'));
		expect(text).toBe('# Café\n\nOpens at ten.\n');
		saveSpec({file, hash, original: text, text: text.replace('ten', 'nine')});
		expect(readFileSync(file).equals(encodeText('# Café\n\nOpens at nine.\n', savedAs))).toBe(true);
	});
});

it.each(['utf-8', 'utf-8 with a mark', 'utf-16le'] as const)(
	'a queue of tasks is followed, saved as %s',
	async savedAs => {
		const line = (taskId: string) => `${JSON.stringify({taskId, ackId: taskId, text: 'Zoos – ja?', duelMode: true})}\n`;
		const folder = freshFolder();
		mkdirSync(folder, {recursive: true});
		const file = join(folder, 'inbox.jsonl');
		writeFileSync(file, encodeText(line('a'), savedAs));
		const seen: string[] = [];
		const complaints: string[] = [];
		const options = {
			file,
			signal: new AbortController().signal,
			idleMs: 400,
			complain: (problem: string) => complaints.push(problem),
		};
		for await (const {taskId, text} of inboxTasks(options)) {
			seen.push(`${taskId} ${text}`);
			if (taskId === 'a') appendFileSync(file, Buffer.from(line('b'), savedAs === 'utf-16le' ? 'utf16le' : 'utf8'));
		}
		expect({seen, complaints}).toEqual({seen: ['a Zoos – ja?', 'b Zoos – ja?'], complaints: []});
	},
);

it('a file in another encoding is refused by its name and that of the encoding, and nothing is debated', async () => {
	const home = freshFolder();
	writeFileSync(join(home, 'topic.txt'), Buffer.from('Cafés should close at ten.', 'latin1'));
	const {code, stdout, stderr} = await rostrum([...short, '--topic', '@topic.txt'], {home});
	expect({code, stdout}).toEqual({code: 2, stdout: ''});
	expect(stderr).toMatch(/not text in UTF-8, but seems to be Windows-1252.*topic\.txt/su);
	writeFileSync(join(home, 'config.json'), Buffer.from('{"a": 1}', 'utf16le'));
	const config = await rostrum([...short, '--topic', 'Zoos should be closed.', '--config', 'config.json'], {home});
	expect(config.code).toBe(2);
	expect(config.stderr).toMatch(/UTF-16 without a byte order mark.*config\.json/su);
});
