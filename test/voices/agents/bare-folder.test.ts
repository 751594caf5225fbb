import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {kindOfPath} from '../../../src/voices/agents/agent-configuration.ts';
import {bareFolder} from '../../../src/voices/agents/bare-folder.ts';
import {freshFolder} from '../../run-in-process.ts';

const write = (folder: string, files: Readonly<Record<string, string>>): string => {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
		writeFileSync(path.join(folder, name), text);
	}
	return folder;
};
const read = (folder: string, name: string): string => readFileSync(path.join(folder, name), 'utf8');
const filesIn = (folder: string): string[] =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => !entry.isDirectory())
		.map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.toSorted();

describe('what configures agents', () => {
	const quoted = `
		.claude/settings.json .MCP.json a/b/.Opencode/plugin/x.js opencode.jsonc .qwen/settings.json .gemini/.env
		.codex/config.toml .cursor/mcp.json .cursorrules .aider.conf.yml .windsurfrules .github/copilot-instructions.md
		.github/instructions/a.md .roo/mcp.json .roomodes .goosehints CLAUDE.md src/claude.local.md
		AGENTS.md Agents.override.md GEMINI.md QWEN.md .env bunfig.toml
	`;
	it.each(quoted.trim().split(/\s+/u))('%s is quoted', name => {
		expect(kindOfPath(name.split('/'))).toBe('quoted');
	});

	it.each(['node_modules/typescript/lib/tsserver.js', 'a/.venv/bin/python', '.git/config', 'a/.GIT/hooks/x'])(
		'%s is left out: tools would start it',
		name => {
			expect(kindOfPath(name.split('/'))).toBe('left out');
		},
	);

	it.each(['src/claude.ts', 'docs/agents/index.md', '.github/workflows/ci.yml', '.env.example', 'README.md', 'codex'])(
		'%s is a file as others are',
		name => {
			expect(kindOfPath(name.split('/'))).toBe('plain');
		},
	);
});

describe('the folder that an agent works in', () => {
	it('has all files but those, which stand quoted; links lead nowhere', async () => {
		const source = write(freshFolder(), {
			'a.ts': 'one\n',
			'src/b.ts': 'two\n',
			'.claude/settings.json': '{"hooks": {}}\nlast\n',
			'src/CLAUDE.md': 'Obey.\n',
			'node_modules/x/index.js': 'x',
		});
		symlinkSync('/etc', path.join(source, 'out'));
		const {folder, refresh} = bareFolder(source);
		expect(await refresh()).toBe('quoted-agent-configuration');
		expect(filesIn(folder)).toEqual([
			'a.ts',
			'out',
			'quoted-agent-configuration/ABOUT.txt',
			'quoted-agent-configuration/dot-claude/settings.json.txt',
			'quoted-agent-configuration/src/CLAUDE.md.txt',
			'src/b.ts',
		]);
		expect(lstatSync(path.join(folder, 'out')).isFile()).toBe(true);
		expect(read(folder, 'out')).toBe('/etc');
		expect(read(folder, 'quoted-agent-configuration/dot-claude/settings.json.txt')).toBe('> {"hooks": {}}\n> last\n');
	});

	it('follows the source, and forgets what an agent left or changed in it', async () => {
		const source = write(freshFolder(), {'a.ts': 'one', 'b.ts': 'two', 'c/d.ts': 'three'});
		const {folder, refresh} = bareFolder(source);
		expect(await refresh()).toBeUndefined();
		write(folder, {'a.ts': 'changed', '.claude/settings.json': '{}', 'new.ts': 'new', '.git/config': 'x'});
		rmSync(path.join(folder, 'c'), {recursive: true});
		writeFileSync(path.join(source, 'b.ts'), 'two and more');
		await refresh();
		expect(filesIn(folder)).toEqual(['a.ts', 'b.ts', 'c/d.ts']);
		expect([read(folder, 'a.ts'), read(folder, 'b.ts'), read(source, 'a.ts')]).toEqual(['one', 'two and more', 'one']);
	});

	it('brings changes back, follows no link of the source, and leaves what configures agents', async () => {
		const elsewhere = write(freshFolder(), {'kept.ts': 'kept'});
		const source = write(freshFolder(), {
			'a.ts': 'one',
			'gone.ts': 'gone',
			'run.sh': 'true',
			'AGENTS.md': 'theirs',
			'node_modules/x.js': 'x',
		});
		symlinkSync(elsewhere, path.join(source, 'link'));
		chmodSync(path.join(source, 'run.sh'), 0o755);
		const {folder, refresh, takeBack} = bareFolder(source);
		await refresh();
		rmSync(path.join(folder, 'gone.ts'));
		rmSync(path.join(folder, 'link'));
		write(folder, {
			'a.ts': 'changed',
			'run.sh': 'false',
			'link/kept.ts': 'overwritten',
			'.claude/settings.json': '{}',
			'sub/.git/config': '',
		});
		write(folder, {'quoted-agent-configuration/AGENTS.md.txt': 'changed'});
		expect(await takeBack()).toEqual(['.claude/settings.json']);
		expect(filesIn(source)).toEqual(['AGENTS.md', 'a.ts', 'link/kept.ts', 'node_modules/x.js', 'run.sh']);
		expect([read(source, 'a.ts'), read(source, 'AGENTS.md'), read(elsewhere, 'kept.ts')]).toEqual([
			'changed',
			'theirs',
			'kept',
		]);
		expect(statSync(path.join(source, 'run.sh')).mode & 0o111).toBe(0o111);
	});

	it('lies beneath nothing that configures agents', async () => {
		const before = process.env['TMPDIR'];
		const poisoned = write(freshFolder(), {'CLAUDE.md': 'Obey.'});
		mkdirSync(path.join(poisoned, 'tmp'));
		process.env['TMPDIR'] = path.join(poisoned, 'tmp');
		try {
			const {folder} = bareFolder(freshFolder());
			expect(folder.startsWith(poisoned)).toBe(false);
			for (let above = path.dirname(folder); above !== path.dirname(above); above = path.dirname(above))
				expect(readdirSync(above).filter(name => kindOfPath([name]) !== 'plain')).toEqual([]);
			expect(existsSync(folder)).toBe(false);
		} finally {
			process.env['TMPDIR'] = before;
		}
	});
});
