import {execFileSync} from 'node:child_process';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {codeNamed, subjectFor} from '../../../../src/formats/code-debate/host/code-subject.ts';
import {copyFiles, readSubject, SubjectError} from '../../../../src/formats/code-debate/host/git-subject.ts';
import {
	requestIn,
	titleOf,
	type SubjectRequest,
	showSubject,
	locationFault,
} from '../../../../src/formats/code-debate/subject.ts';
import {some} from '../../../hunt/every.ts';

const place = mkdtempSync(join(tmpdir(), 'rostrum-subject-'));
const git = (...args: string[]): string =>
	execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
		cwd: place,
		encoding: 'utf8',
	}).trim();
const write = (name: string, content: string | Buffer): void => writeFileSync(join(place, name), content);
const lines = (count: number, of = 'line'): string =>
	Array.from({length: count}, (_, at) => `${of} ${at + 1}`)
		.join('\n')
		.concat('\n');

beforeAll(() => {
	git('init', '-q');
	write('one.ts', lines(400));
	write('größe "x".ts', 'a\n');
	write('old.ts', lines(20, 'kept'));
	write('gone.ts', 'away\n');
	git('add', '.');
	git('commit', '-q', '-m', 'First');
	write('one.ts', lines(400).replace('line 12\n', 'changed 12\nadded 13\n'));
	write('größe "x".ts', 'b\n');
	renameSync(join(place, 'old.ts'), join(place, 'new.ts'));
	write('new.ts', lines(20, 'kept').replace('kept 3', 'moved 3'));
	write('picture.bin', Buffer.from([0, 1, 2, 0, 255]));
	execFileSync('rm', [join(place, 'gone.ts')]);
	git('add', '-A');
	git('commit', '-q', '-m', 'Second: change things\n\nBecause.');
});

const refused = async (request: SubjectRequest, cwd = place): Promise<string> => {
	const error: unknown = await readSubject(request, cwd).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof SubjectError)) throw new Error(`not refused: ${String(error)}`);
	return `${error.message} | ${error.value ?? ''} | ${error.todo}`;
};

describe('a subject read with git', () => {
	it('keeps files and numbers of lines, with renames, binary files and names of any letters', async () => {
		const subject = await readSubject({kind: 'commit', revision: 'HEAD'}, place);
		expect(subject.title).toBe(`commit ${git('rev-parse', 'HEAD').slice(0, 12)}: Second: change things`);
		expect(subject.files.map(({path, was, change}) => [path, was, change])).toEqual([
			['gone.ts', undefined, 'deleted'],
			['größe "x".ts', undefined, 'changed'],
			['new.ts', 'old.ts', 'renamed'],
			['one.ts', undefined, 'changed'],
			['picture.bin', undefined, 'binary'],
		]);
		const shown = showSubject(subject, 100_000);
		expect(shown.text).toContain('   12 + changed 12\n   13 + added 13\n   14   line 13');
		expect(shown.text).toContain('   12 - line 12');
		expect(shown.text).toContain('=== new.ts (was old.ts) [renamed] ===');
		expect(locationFault(shown.files, 'one.ts', 13)).toBeUndefined();
		expect(locationFault(shown.files, 'one.ts', 390)).toMatch(
			/^line 390 of one\.ts is not in the subject; it shows lines /u,
		);
		expect(shown.text).toContain('- new.ts: all of it\n');
		expect(shown.text).toContain('- picture.bin: not shown, by rule: binary\n');
		expect(shown.text).toMatch(/- one\.ts:12 was last changed in [0-9a-f]{8} \(\d{4}-\d\d-\d\d\): First/u);
		expect(shown.text).toContain('Second: change things\n\nBecause.');
		expect(locationFault(shown.files, 'two.ts', 1)).toContain('there is no file "two.ts" in the subject');
	});

	it('can be a range, the working tree with files git does not know yet, files, or a review', async () => {
		expect((await readSubject({kind: 'diff', range: 'HEAD~1..HEAD'}, place)).files).toHaveLength(5);
		expect(await refused({kind: 'diff'})).toBe(
			'Nothing is changed in the working tree |  | Name a commit with --commit, or a range with --diff.',
		);
		write('fresh.ts', 'const fresh = 1;\n');
		expect((await readSubject({kind: 'diff'}, place)).files).toMatchObject([{path: 'fresh.ts', change: 'added'}]);
		write('review.md', 'At one.ts:12 it is wrong.\n');
		const review = showSubject(await readSubject({kind: 'review', path: 'review.md'}, place), 1000);
		expect(review.text).toContain('    1 At one.ts:12 it is wrong.');
		expect([locationFault(review.files, 'one.ts', 12), locationFault(review.files, 'review.md', 1)]).toEqual([
			undefined,
			undefined,
		]);
		expect(locationFault(review.files, 'one.ts', 13)).toBeDefined();
	});

	it('has code before prose, and last what programs write', async () => {
		const repo = mkdtempSync(join(tmpdir(), 'rostrum-ranked-'));
		const inRepo = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {cwd: repo});
		inRepo('init', '-q');
		const files: Record<string, string> = {
			'README.md': 'Read\n',
			'package-lock.json': lines(6000, '"entry":'),
			'src/zz.js': 'eval(input)\n',
			'src/api.pb.go': 'package api\n',
			'test/zz.test.js': 'ok\n',
			'vendor/x/y.js': 'y\n',
		};
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(join(repo, name, '..'), {recursive: true});
			writeFileSync(join(repo, name), text);
		}
		inRepo('add', '-A');
		inRepo('commit', '-q', '-m', 'All');
		const subject = await readSubject({kind: 'commit', revision: 'HEAD'}, repo);
		expect(subject.files.map(({path}) => path)).toEqual([
			'src/zz.js',
			'test/zz.test.js',
			'README.md',
			'package-lock.json',
			'src/api.pb.go',
			'vendor/x/y.js',
		]);
		const {text, leftOut} = showSubject(subject, 3000);
		expect(text).toContain('eval(input)');
		expect(text).toContain('- package-lock.json: not shown, by rule: lock file');
		expect(text).not.toContain('"entry":');
		expect(leftOut).toBeUndefined();
	});

	it('has the whole function around a change, of a long one the block, of imports and comments few lines', async () => {
		const repo = mkdtempSync(join(tmpdir(), 'rostrum-function-'));
		const inRepo = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {cwd: repo});
		inRepo('init', '-q');
		const body = (name: string, count: number, at: number, changed: string): string =>
			`function ${name}() {\n${Array.from({length: count}, (_, place) => (place === at ? `\t${changed}` : `\tstep(${place});`)).join('\n')}\n}\n\n`;
		const file = (changed: string): string =>
			body('first', 100, -1, '') + body('second', 30, 20, changed) + body('third', 100, -1, '');
		const long = (changed: string): string => body('long', 900, 450, `if (a) {\n\t\t${changed}\n\t}`);
		const light = (changed: string): string =>
			`import {a} from './${changed}.js';\n${body('one', 20, 10, `// ${changed}`)}${body('two', 10, -1, '')}`;
		const put = (changed: string): void => {
			writeFileSync(join(repo, 'a.js'), file(changed));
			writeFileSync(join(repo, 'long.js'), long(changed));
			writeFileSync(join(repo, 'small.js'), light(changed));
			inRepo('add', '-A');
			inRepo('commit', '-q', '-m', changed);
		};
		put('was()');
		put('is()');
		const {files} = await readSubject({kind: 'commit', revision: 'HEAD'}, repo);
		const texts = files.map(({hunks}) => hunks.flat().map(({text}) => text));
		expect(texts[0]?.slice(0, 2)).toEqual(['function second() {', '\tstep(0);']);
		expect(texts[0]?.some(text => text.includes('function first'))).toBe(false);
		expect(texts[1]).toContain('\tif (a) {');
		expect(texts[1]?.length).toBeLessThan(20);
		expect(texts[2]?.filter(text => text.includes('step('))).toHaveLength(6 + 2);
	});

	it('leaves out the debate’s own files, whoever reads it', async () => {
		const repo = mkdtempSync(join(tmpdir(), 'rostrum-own-'));
		execFileSync('git', ['init', '-q'], {cwd: repo});
		mkdirSync(join(repo, 'transcripts/one'), {recursive: true});
		for (const [name, text] of [
			['a.js', 'a\n'],
			['DEBATE.md', '# Code Debate: x\n'],
			['other.md', '# Code Debate: y\n'],
			['mine.jsonl', '{"type":"debate-start"}\n'],
			['transcripts/one/debate.jsonl', '{}\n'],
			['transcripts/one/verdict.json', '{}\n'],
		] as const)
			writeFileSync(join(repo, name), text);
		const {files} = await readSubject({kind: 'diff'}, repo);
		expect(files.map(({path}) => path)).toEqual(['a.js']);
	});

	it('has the code that a review is about beside it', async () => {
		write('review.md', 'At one.ts:12 it is wrong.\n');
		const request = {kind: 'commit', revision: 'HEAD', review: 'review.md'} as const;
		const subject = await readSubject(request, place);
		expect(subject.files[0]).toMatchObject({path: 'review.md', review: true});
		expect(subject.files.map(({path}) => path)).toContain('one.ts');
		expect(requestIn(subject.title)).toMatchObject({kind: 'commit', review: 'review.md'});
		expect(showSubject(subject, 100_000).text).toContain('    1 At one.ts:12 it is wrong.');
	});

	it('is not read where the attributes of the commit before it say so, which the change cannot', async () => {
		const repo = mkdtempSync(join(tmpdir(), 'rostrum-marks-'));
		const run = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {cwd: repo});
		run('init', '-q');
		mkdirSync(join(repo, 'dist'));
		writeFileSync(join(repo, '.gitattributes'), 'made/** linguist-generated\ndist/own.js -linguist-generated\n');
		run('add', '-A');
		run('commit', '-q', '-m', 'First');
		mkdirSync(join(repo, 'made'));
		for (const name of ['made/a.js', 'dist/own.js', 'b.js', 'c.sql']) writeFileSync(join(repo, name), 'x\n');
		writeFileSync(join(repo, '.gitattributes'), 'b.js linguist-generated\n');
		run('add', '-A');
		run('commit', '-q', '-m', 'Second');
		const subject = await subjectFor({kind: 'commit', revision: 'HEAD'}, repo, undefined, ['*.sql']);
		const {named = []} = showSubject(subject, 9000).coverage ?? {};
		expect(
			named
				.filter(({byRule}) => byRule)
				.map(({file, why}) => `${file}: ${why}`)
				.toSorted(),
		).toEqual(['c.sql: --skip *.sql', 'made/a.js: generated, by .gitattributes']);
		expect(named.filter(({byRule}) => !byRule).every(({lines, shown}) => lines === shown)).toBe(true);
	});

	it('that has 2 MB is cut to what fits, at whole lines, and says what was left out', async () => {
		write('huge.ts', lines(60_000, 'const value = someFunction(withArguments) //'));
		const subject = await readSubject({kind: 'files', paths: ['one.ts', 'huge.ts']}, place);
		const shown = showSubject(subject, 20_000);
		expect(shown.text.length).toBeLessThan(22_000);
		expect(shown.leftOut).toMatch(
			/^Left out, for it does not fit in the model’s context: \d+ of 60000 lines of huge\.ts\.$/u,
		);
		expect(shown.text.endsWith(shown.leftOut ?? '-')).toBe(true);
		const last = shown.files.find(({path}) => path === 'huge.ts')?.lines.at(-1)?.[1] ?? 0;
		expect(locationFault(shown.files, 'huge.ts', last)).toBeUndefined();
		expect(locationFault(shown.files, 'huge.ts', last + 1)).toContain('is not in the subject');
	});

	it('is refused in words that say what to do', async () => {
		expect(await refused({kind: 'commit', revision: 'nonsense'})).toBe(
			'git knows no such revision | nonsense | See "git log" for those there are.',
		);
		expect(await refused({kind: 'diff', range: '--output=x'})).toContain('Not a range of revisions | --output=x');
		expect(await refused({kind: 'commit', revision: 'HEAD'}, mkdtempSync(join(tmpdir(), 'rostrum-no-git-')))).toContain(
			'This folder is in no git repository',
		);
		expect(await refused({kind: 'files', paths: ['missing.ts']})).toContain('There is no such file | missing.ts');
	});
});

describe('the working tree of a repository that is not trusted', () => {
	const repo = mkdtempSync(join(tmpdir(), 'rostrum-untrusted-'));
	const inRepo = (...args: string[]): string =>
		execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
			cwd: repo,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});

	beforeAll(() => {
		inRepo('init', '-q');
		mkdirSync(join(repo, 'src'));
		for (const name of ['one.ts', 'src/passwd']) writeFileSync(join(repo, name), 'one\n');
		writeFileSync(join(repo, '.gitattributes'), '*.ts filter=evil diff=evil\n');
		inRepo('add', '.');
		inRepo('commit', '-q', '-m', 'One');
		writeFileSync(join(repo, 'one.ts'), 'two\n');
	});

	it('runs none of the programs that its configuration names', async () => {
		const ran = join(mkdtempSync(join(tmpdir(), 'rostrum-ran-')), 'ran');
		const program = `sh -c 'echo "$0" >> ${ran}; cat'`;
		const keys = ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process'];
		for (const key of [...keys, 'diff.external', 'diff.evil.command', 'diff.evil.textconv', 'gpg.program'])
			inRepo('config', key, `${program} ${key}`);
		inRepo('config', 'log.showSignature', 'true');
		expect((await readSubject({kind: 'diff'}, repo)).files).toMatchObject([{path: 'one.ts', change: 'changed'}]);
		expect((await readSubject({kind: 'commit', revision: 'HEAD'}, repo)).files).toHaveLength(3);
		const copy = join(mkdtempSync(join(tmpdir(), 'rostrum-copy-')), 'files');
		await copyFiles({repo, revision: inRepo('rev-parse', 'HEAD').trim()}, copy);
		expect(readFileSync(join(copy, 'one.ts'), 'utf8')).toBe('one\n');
		expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
	});

	it('leaves out links, and follows none', async () => {
		symlinkSync('/etc/passwd', join(repo, 'link.txt'));
		mkdirSync(join(repo, 'nested'));
		execFileSync('git', ['init', '-q'], {cwd: join(repo, 'nested')});
		const {files} = await readSubject({kind: 'diff'}, repo);
		expect(files.map(({path}) => path)).toEqual(['one.ts']);
	});

	it('refuses a file that a link leads to out of the folder, though it was named', async () => {
		symlinkSync('/etc', join(repo, 'settings'));
		symlinkSync('one.ts', join(repo, 'alias.txt'));
		for (const path of ['link.txt', 'settings/passwd'])
			await expect(readSubject({kind: 'files', paths: [path]}, repo)).rejects.toMatchObject({
				message: 'This leads out of the folder by a link',
				value: path,
				todo: expect.stringContaining('/etc/passwd'),
			});
		const {files} = await readSubject({kind: 'files', paths: ['alias.txt', process.execPath]}, repo);
		expect(files).toHaveLength(2);
	});

	it('is copied for agents without what links lead to', async () => {
		rmSync(join(repo, 'src'), {recursive: true});
		symlinkSync('/etc', join(repo, 'src'));
		const now = join(mkdtempSync(join(tmpdir(), 'rostrum-copy-')), 'files');
		await copyFiles({repo}, now);
		expect(readdirSync(now).sort()).toEqual(['.gitattributes', 'one.ts']);
		inRepo('add', 'link.txt');
		inRepo('commit', '-q', '-m', 'A link');
		const committed = join(mkdtempSync(join(tmpdir(), 'rostrum-copy-')), 'files');
		await copyFiles({repo, revision: inRepo('rev-parse', 'HEAD').trim()}, committed);
		expect(lstatSync(join(committed, 'link.txt')).isFile()).toBe(true);
		expect(readFileSync(join(committed, 'link.txt'), 'utf8')).toBe('/etc/passwd');
	});
});

describe('a title', () => {
	it.each<SubjectRequest>([
		{kind: 'commit', revision: '0123456789ab'},
		{kind: 'diff'},
		{kind: 'diff', range: 'main...HEAD'},
		{kind: 'diff', review: 'docs/the review.md'},
		{kind: 'pull-request', number: 12},
		{kind: 'files', paths: ['a.ts', 'src/b c.ts']},
		{kind: 'review', path: 'review.md'},
		{kind: 'text', text: 'Should it retry?'},
	])('asks for what it was made of: %o', request => {
		expect(
			requestIn(titleOf(request, request.kind === 'commit' || request.kind === 'pull-request' ? 'About it' : '')),
		).toEqual(request);
	});
});

describe('the code that the title of a file names', () => {
	it('is read around that file, a change only, and nothing where it cannot be', async () => {
		const head = git('rev-parse', '--short=12', 'HEAD');
		expect(await codeNamed(`commit ${head}: Second`, place)).toContain('=== one.ts ===');
		expect(await codeNamed('diff HEAD~1..HEAD (review one.ts)', place)).toContain('   12 + changed 12');
		for (const title of ['commit 0123456789ab: x', 'diff nowhere..HEAD', 'files one.ts', 'review one.ts', 'Which?'])
			expect(await codeNamed(title, place)).toBeUndefined();
		expect(await codeNamed(`commit ${head}: Second`, tmpdir())).toBeUndefined();
	});
});

describe('from a folder of the repository', () => {
	const repository = (): string => {
		const top = mkdtempSync(join(tmpdir(), 'rostrum-folders-'));
		const run = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {cwd: top});
		for (const folder of ['src/deep', 'docs', 'größe']) mkdirSync(join(top, folder), {recursive: true});
		writeFileSync(join(top, 'src/known.js'), 'one\n');
		run('init', '-q');
		run('add', '.');
		run('commit', '-q', '-m', 'First');
		run('config', 'diff.relative', 'true');
		run('config', 'diff.noprefix', 'true');
		writeFileSync(join(top, 'src/known.js'), 'two\n');
		for (const name of ['src/new.js', 'src/deep/new.js', 'docs/new.md', 'größe/new.js'])
			writeFileSync(join(top, name), 'new\n');
		return top;
	};

	it.each(some(['.', 'src', 'src/deep', 'docs', 'größe'], 2))(
		'%s, changed and new files are those of the whole repository, named from its top',
		async folder => {
			const {files} = await readSubject({kind: 'diff'}, join(repository(), folder));
			expect(files.map(({path, change}) => `${path} ${change}`).toSorted()).toEqual([
				'docs/new.md added',
				'größe/new.js added',
				'src/deep/new.js added',
				'src/known.js changed',
				'src/new.js added',
			]);
		},
	);

	it('files that are named are called by their paths from the top', async () => {
		const top = repository();
		const named = async (paths: string[], folder: string) =>
			(await readSubject({kind: 'files', paths}, join(top, folder))).files.map(({path}) => path);
		expect(await named(['new.js', '../known.js'], 'src/deep')).toEqual(['src/deep/new.js', 'src/known.js']);
		expect(await named(['new.md', join(top, 'src/known.js')], 'docs')).toEqual(['docs/new.md', 'src/known.js']);
	});
});

describe('a clone that lacks what is asked for', () => {
	const clone = (...options: string[]): string => {
		const origin = mkdtempSync(join(tmpdir(), 'rostrum-origin-'));
		const run = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {cwd: origin});
		run('init', '-q', '-b', 'main');
		run('config', 'uploadpack.allowFilter', 'true');
		for (const text of ['one', 'two', 'three']) {
			writeFileSync(join(origin, 'a.txt'), `${text}\n`);
			run('add', '.');
			run('commit', '-q', '-m', text);
		}
		run('checkout', '-q', '--orphan', 'apart');
		run('commit', '-q', '-m', 'apart');
		const place = join(mkdtempSync(join(tmpdir(), 'rostrum-clone-')), 'clone');
		execFileSync('git', ['clone', '-q', ...options, `file://${origin}`, place], {stdio: 'pipe'});
		return place;
	};

	it('says so, and the command that brings it', async () => {
		const partial = clone('--filter=blob:none', '--branch', 'main');
		expect(await refused({kind: 'commit', revision: 'HEAD'}, partial)).toContain('git fetch --refetch --no-filter');
		expect(await refused({kind: 'diff', range: 'HEAD~2..HEAD'}, partial)).toContain('git fetch --refetch --no-filter');
		const shallow = clone('--depth', '1', '--branch', 'main');
		expect(await refused({kind: 'commit', revision: 'HEAD'}, shallow)).toContain('git fetch --deepen=1');
		const apart = clone('--no-single-branch', '--branch', 'main');
		expect(await refused({kind: 'diff', range: 'main...origin/apart'}, apart)).toContain('git fetch --unshallow');
	});
});
