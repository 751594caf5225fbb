/** What a review is shown beside the change: callers that did not change, declarations, and whole functions. */
import {execFileSync} from 'node:child_process';
import {chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {debatedCode} from '../../../../src/formats/code-debate/debated-code.ts';
import {declaredIn} from '../../../../src/formats/code-debate/around.ts';
import {shownCode, subjectFor} from '../../../../src/formats/code-debate/host/code-subject.ts';
import {readsFor, readSubject, triedFor} from '../../../../src/formats/code-debate/host/git-subject.ts';
import {locationFault, showSubject, type SubjectRequest} from '../../../../src/formats/code-debate/subject.ts';
import {some} from '../../../hunt/every.ts';

type Files = Readonly<Record<string, string>>;

function repository(before: Files, after: Files = {}) {
	const top = mkdtempSync(join(tmpdir(), 'rostrum-around-'));
	const git = (...args: readonly string[]): string =>
		execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
			cwd: top,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim();
	const write = (files: Files): void => {
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(dirname(join(top, name)), {recursive: true});
			writeFileSync(join(top, name), text);
		}
	};
	git('init', '-q', '-b', 'main');
	write(before);
	git('add', '-A');
	git('commit', '-q', '-m', 'Before');
	write(after);
	return {top, git, write};
}

const shown = async (request: SubjectRequest, cwd: string) => showSubject(await readSubject(request, cwd), 200_000);

describe('who calls what a change changes', () => {
	it('is not who has a name of its own that is the same, or only writes it in words', async () => {
		const {top, git, write} = repository({
			'src/limits.js': 'exports.most = function most(list) {\n\treturn list.length;\n};\n',
			'src/calls.js': "const limits = require('./limits');\n\nmodule.exports = list => limits.most(list) > 1;\n",
			'src/takes.js':
				"const {most} = require('./limits');\n\nclass Box {\n\tmost() {\n\t\treturn most(this.list);\n\t}\n}\n",
			'src/own.js': 'function most(a, b) {\n\treturn a > b ? a : b;\n}\n\nmodule.exports = list => most(...list);\n',
			'src/inside.js': 'module.exports = list => {\n\tconst most = list[0];\n\treturn most + 1;\n};\n',
			'test/told.js': "test('takes at most one', () => run());\n",
		});
		write({'src/limits.js': 'exports.most = function most(list) {\n\treturn list.length - 1;\n};\n'});
		git('commit', '-qam', 'Fewer');
		const {text} = await shown({kind: 'commit', revision: 'HEAD'}, top);
		expect(text).toContain('- src/calls.js: not changed; calls most');
		for (const file of ['src/calls.js', 'src/takes.js']) expect(text).toContain(`=== ${file} [unchanged] ===`);
		for (const file of ['src/own.js', 'src/inside.js', 'test/told.js']) expect(text).not.toContain(file);
	});
});

it('shows files of at most forty lines whole, and of longer ones what calls and is called', async () => {
	const limits = (most: number) => `const {clip} = require('./clip');\n\nexports.most = n => clip(n, ${most});\n`;
	const caller = (lines: number) =>
		`const {most} = require('./limits');\nconst seen = new Map();\n${'// …\n'.repeat(lines)}\nexports.read = n => seen.get(n) ?? most(n);\n`;
	const {top, git, write} = repository({
		'src/limits.js': limits(1),
		'src/short.js': caller(30),
		'src/long.js': caller(80),
		'src/clip.js': 'const least = 0;\n\nexports.clip = (n, most) => Math.max(least, Math.min(n, most));\n',
	});
	write({'src/limits.js': limits(2)});
	git('commit', '-qam', 'More');
	const {text} = await shown({kind: 'commit', revision: 'HEAD'}, top);
	const fileIn = (name: string) => text.split(`=== ${name} [unchanged] ===`)[1]?.split('\n===')[0];
	for (const words of ['const seen = new Map();', 'seen.get(n) ?? most(n)'])
		expect(fileIn('src/short.js')).toContain(words);
	expect(fileIn('src/long.js')).toContain('seen.get(n) ?? most(n)');
	expect(fileIn('src/long.js')).not.toContain('new Map()');
	expect(fileIn('src/clip.js')).toContain('const least = 0;');
});

it('names a caller in a file that changes elsewhere as other lines of it', async () => {
	const lines = (first: number) =>
		`exports.most = n => n + ${first};\n${padding(at => `// ${at}`)}\nexports.twice = n => exports.most(n) * 2;\n`;
	const {top, git, write} = repository({'src/limits.js': lines(1)});
	write({'src/limits.js': lines(2)});
	git('commit', '-qam', 'More');
	const {text} = await shown({kind: 'commit', revision: 'HEAD'}, top);
	expect(text).toContain('- src/limits.js: other lines of it, not changed; calls most');
});

/** Lines that say nothing, so that files are too long to be shown whole. */
const padding = (of: (at: number) => string): string => Array.from({length: 200}, (_, at) => of(at)).join('\n');

/** In each language: what returns another kind of value now, and the caller that still takes the old one. */
const languages = {
	TypeScript: {
		before: {
			'src/limits.ts': `${padding(at => `export const filler${at} = ${at};`)}\n\n/** In seconds. */\nexport function readTimeout(text: string): number {\n\treturn Number(text);\n}\n`,
			'src/deep/server.ts': `import {readTimeout} from '../limits.ts';\n\nexport class Server {\n\tstart(text: string): void {\n\t\tthis.wait(readTimeout(text) * 1000);\n\t}\n}\n`,
		},
		after: (before: string) => before.replace('Number(text)', 'Number(text) * 1000'),
		changed: 'src/limits.ts',
		caller: 'this.wait(readTimeout(text) * 1000);',
		head: 'start(text: string): void {',
		place: ['src/deep/server.ts', 5],
	},
	Python: {
		before: {
			'pkg/limits.py': `${padding(at => `FILLER_${at} = ${at}`)}\n\n\nclass Reader:\n    def read_timeout(self, text):\n        """In seconds."""\n        return int(text)\n`,
			'pkg/server.py': `from pkg.limits import Reader\n\n\nclass Server:\n    def start(self, text):\n        self.wait(Reader().read_timeout(text) * 1000)\n`,
		},
		after: (before: string) => before.replace('return int(text)', 'return int(text) * 1000'),
		changed: 'pkg/limits.py',
		caller: 'self.wait(Reader().read_timeout(text) * 1000)',
		head: 'def start(self, text):',
		place: ['pkg/server.py', 6],
	},
	Go: {
		before: {
			'limits/limits.go': `package limits\n\n${padding(at => `var filler${at} = ${at}`)}\n\n// ReadTimeout is in seconds.\nfunc ReadTimeout(text string) int {\n\tn, _ := strconv.Atoi(text)\n\treturn n\n}\n`,
			'server/server.go': `package server\n\nimport "example.org/x/limits"\n\nfunc (s *Server) Start(text string) {\n\ts.wait(limits.ReadTimeout(text) * 1000)\n}\n`,
		},
		after: (before: string) => before.replace('return n', 'return n * 1000'),
		changed: 'limits/limits.go',
		caller: 's.wait(limits.ReadTimeout(text) * 1000)',
		head: 'func (s *Server) Start(text string) {',
		place: ['server/server.go', 6],
	},
	C: {
		before: {
			'src/limits.c': `#include "limits.h"\n\n${padding(at => `static int filler_${at} = ${at};`)}\n\n/* In seconds. */\nint\nread_timeout(const char *text)\n{\n\treturn atoi(text);\n}\n`,
			'src/server.c': `#include "limits.h"\n\nstatic void start(struct server *s, const char *text)\n{\n\twait_for(s, read_timeout(text) * 1000);\n}\n`,
		},
		after: (before: string) => before.replace('atoi(text)', 'atoi(text) * 1000'),
		changed: 'src/limits.c',
		caller: 'wait_for(s, read_timeout(text) * 1000);',
		head: 'static void start(struct server *s, const char *text)',
		place: ['src/server.c', 5],
	},
} as const;

describe.each(Object.entries(languages))('a fault that shows in a caller alone, in %s', (_, language) => {
	const {before, changed, caller, head, place} = language;
	const text: string | undefined = Object.entries(before).find(([name]) => name === changed)?.[1];
	const after = {[changed]: language.after(text ?? '')};

	const ways = ['commit', 'range', 'working tree'] as const;

	it.each(language === languages.TypeScript ? ways : some(ways, 3))(
		'stands in the prompt of a %s, and may be named',
		async how => {
			const {top, git} = repository(before, after);
			if (how !== 'working tree') git('commit', '-q', '-a', '-m', 'After');
			const request: SubjectRequest =
				how === 'commit'
					? {kind: 'commit', revision: 'HEAD'}
					: how === 'range'
						? {kind: 'diff', range: 'HEAD~1..HEAD'}
						: {kind: 'diff'};
			// From a folder of the repository, too.
			for (const folder of [top, dirname(join(top, changed))]) {
				const {text: prompt, files} = await shown(request, folder);
				expect(prompt).toContain(`=== ${place[0]} [unchanged] ===`);
				expect(prompt).toContain(caller);
				expect(prompt).toContain(head);
				expect(prompt).toMatch(new RegExp(`- ${place[0]}: not changed; calls \\w*(?:read_?timeout)`, 'iu'));
				expect(locationFault(files, place[0], place[1])).toBeUndefined();
				// The changed file is too long to be whole: its function is.
				expect(prompt).toMatch(/read_?timeout\(.*text/iu);
				expect(prompt.match(/filler/giu)?.length ?? 0).toBeLessThan(5);
			}
		},
	);
});

describe('what a change calls', () => {
	it('is shown by its declaration, with what is said of it, the nearest where several have the name', async () => {
		const {top} = repository(
			{
				'a/run.ts': 'import {parseSize} from "./size.ts";\n\nexport function run() {\n\treturn 1;\n}\n',
				'a/size.ts': `${padding(at => `// ${at}`)}\n\nconst x = 1;\n/** In kilobytes, never negative. */\nexport function parseSize(\n\ttext: string,\n): number {\n\treturn hidden(text);\n}\n`,
				'b/size.ts': 'export function parseSize(other: boolean): string {\n\treturn "";\n}\n',
			},
			{'a/run.ts': 'import {parseSize} from "./size.ts";\n\nexport function run() {\n\treturn parseSize("1");\n}\n'},
		);
		const {text} = await shown({kind: 'diff'}, top);
		expect(text).toContain('- a/size.ts: not changed; declares parseSize');
		expect(text).toContain('In kilobytes, never negative.');
		expect(text).toContain('export function parseSize(\n');
		expect(text).toContain('): number {');
		expect(text).not.toContain('hidden(text)');
		expect(text).not.toContain('other: boolean');
	});
});

describe('code around a change', () => {
	const filling = (at: number): string => padding(line => `\tstep(${at}, ${line}, '${'x'.repeat(90)}');`);
	const many = Object.fromEntries(
		Array.from({length: 38}, (_, at) => [
			`far/${String(at).padStart(3, '0')}/use.js`,
			`function use${at}() {\n${filling(at)}\n\tuse(loadUser(${at}));\n${filling(at)}\n}\n`,
		]),
	);

	it('keeps to its budget, the nearest first, and takes no room from the change', async () => {
		const {top} = repository(
			{
				...many,
				'src/user.js': 'exports.loadUser = function (id) {\n\treturn id;\n};\n',
				'src/page.js': "const {loadUser} = require('./user.js');\n\nfunction page() {\n\treturn loadUser(1).name;\n}\n",
			},
			{'src/user.js': 'exports.loadUser = function (id) {\n\treturn null;\n};\n'},
		);
		const subject = await readSubject({kind: 'diff'}, top);
		const around = subject.files.filter(({change}) => change === 'unchanged');
		expect(around[0]?.path).toBe('src/page.js');
		const size = around.flatMap(({hunks}) => hunks.flat()).reduce((sum, {text}) => sum + text.length + 10, 0);
		expect(size).toBeGreaterThan(6000);
		expect(size).toBeLessThan(24_000);
		for (const {hunks, path} of around) if (path.startsWith('far/')) expect(hunks.flat().length).toBeLessThan(20);
		const small = showSubject(subject, 1600);
		expect(small.text).toContain('return null;');
		expect(small.text).toContain('loadUser(1).name');
		expect(small.text.length).toBeLessThan(2000);
	});

	it('is among the lines of its own file where that changed, too, and in the pane', async () => {
		const {top} = repository(
			{
				'a.js': `function first() {\n\treturn 1;\n}\n\n${padding(at => `function f${at}() {}`)}\n\nfunction last() {\n\treturn first() + 1;\n}\n`,
			},
			{},
		);
		writeFileSync(
			join(top, 'a.js'),
			`function first() {\n\treturn '1';\n}\n\n${padding(at => `function f${at}() {}`)}\n\nfunction last() {\n\treturn first() + 1;\n}\n`,
		);
		const subject = await subjectFor({kind: 'diff'}, top);
		const code = shownCode(subject) ?? '';
		expect(code).toContain('=== a.js [unchanged] ===');
		const files = debatedCode({
			type: 'debate-start',
			v: 1,
			debateId: 'd',
			startedAt: '2026-01-01T00:00:00Z',
			protocol: 'code-debate',
			title: 'x',
			subject: {text: 'x', code},
			config: {request: {kind: 'diff'}},
			participants: [],
			seed: 1,
			app: {name: 'rostrum', version: '0', protocolVersion: 1},
		} as const);
		expect(files?.map(({path}) => path)).toEqual(['a.js']);
		const lines = files?.[0]?.lines ?? [];
		const at = lines.findIndex(({text}) => text === 'function last() {');
		expect(lines[at]).toMatchObject({sign: ' ', number: 206, gap: true});
		expect(lines.slice(0, at).some(({sign}) => sign === '+')).toBe(true);
	});

	it('has neither secrets, nor what a link leads to, nor what a program wrote', async () => {
		const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
		const {top} = repository(
			{
				'src/a.js': 'exports.sendMail = () => 1;\n',
				'src/b.js': `const {sendMail} = require('./a.js');\nsendMail('${key}');\n`,
				'dist/c.js': 'sendMail(2);\n',
				'linked/d.js': 'sendMail(3);\n',
			},
			{'src/a.js': 'exports.sendMail = () => 2;\n'},
		);
		const outside = mkdtempSync(join(tmpdir(), 'rostrum-outside-'));
		writeFileSync(join(outside, 'd.js'), 'sendMail("private");\n');
		rmSync(join(top, 'linked'), {recursive: true});
		symlinkSync(outside, join(top, 'linked'));
		const {text} = showSubject(await subjectFor({kind: 'diff'}, top), 100_000);
		expect(text).toContain("sendMail('[redacted:openai-key, over 31 characters]');");
		expect(text).not.toMatch(/private|dist\/c\.js/u);
	});
});

describe('a pull request', () => {
	const {before} = languages.TypeScript;
	const change = languages.TypeScript.after(before['src/limits.ts']);

	/** A clone as a workflow has it, with a `gh` that knows the pull request. */
	function pulled(how: readonly string[]) {
		const origin = repository(before, {});
		origin.git('checkout', '-q', '-b', 'topic');
		origin.write({'src/limits.ts': change});
		origin.git('commit', '-q', '-a', '-m', 'Topic');
		const head = origin.git('rev-parse', 'HEAD');
		origin.git('checkout', '-q', 'main');
		origin.write({'other.ts': 'export const other = 1;\n'});
		origin.git('add', '-A');
		origin.git('commit', '-q', '-m', 'Meanwhile');
		origin.git('checkout', '-q', '--detach');
		origin.git('merge', '-q', '--no-ff', '-m', 'Merge', 'topic');
		origin.git('update-ref', 'refs/pull/7/merge', 'HEAD');
		origin.git('checkout', '-q', 'main');
		const place = mkdtempSync(join(tmpdir(), 'rostrum-pulled-'));
		for (const name of ['bin', 'gh']) mkdirSync(join(place, name));
		copyFileSync(resolve('test/fixtures/code-debate/gh.sh'), join(place, 'bin/gh'));
		chmodSync(join(place, 'bin/gh'), 0o755);
		writeFileSync(join(place, 'gh/diff'), `${origin.git('diff', 'main...topic')}\n`);
		writeFileSync(join(place, 'gh/head'), head);
		const work = join(place, 'work');
		execFileSync('git', ['init', '-q', '-b', 'unborn', work]);
		const git = (...args: readonly string[]) => execFileSync('git', args, {cwd: work, stdio: 'pipe', encoding: 'utf8'});
		git('remote', 'add', 'origin', `file://${origin.top}`);
		if (how.length > 0) {
			git('fetch', '-q', ...how);
			git('checkout', '-q', '--detach', 'FETCH_HEAD');
		}
		const env = {
			PATH: `${join(place, 'bin')}:${process.env['PATH'] ?? ''}`,
			ROSTRUM_FAKE_GH: join(place, 'gh'),
			GH_TOKEN: 'the-token',
		};
		return {work, head, env, write: (name: string, text: string) => writeFileSync(join(place, name), text)};
	}
	const request = {kind: 'pull-request', number: 7} as const;

	it.each([
		['the whole history', ['origin', '+refs/heads/*:refs/remotes/origin/*', 'refs/pull/7/merge'], true],
		['the merge and its parents, as with fetch-depth: 2', ['--depth=2', 'origin', 'refs/pull/7/merge'], true],
		['the merge alone, as actions/checkout has it', ['--depth=1', 'origin', 'refs/pull/7/merge'], false],
	] as const)('is read from the repository around it, of which there is %s', async (_, how, functions) => {
		const {work, head, env} = pulled(how);
		const subject = await readSubject(request, work, env);
		const {text, leftOut} = showSubject(subject, 100_000);
		expect(text).toContain(languages.TypeScript.caller);
		expect(text).toContain('+ \treturn Number(text) * 1000;');
		expect(subject.files.some(({shown: how}) => how === 'functions')).toBe(functions);
		expect(leftOut).toBeUndefined();
		expect(subject.revisions?.commit).toBe(head);
		// What shows a point can be run there, and an agent can read there.
		expect(await readsFor(request, work, subject.revisions)).toMatchObject({repo: work});
		expect((await triedFor(request, work, subject.revisions))?.revision).toMatch(/^[\da-f]{40}$/u);
	});

	it('that the repository lacks, or has otherwise, is what gh says of it, and it is told what is missing', async () => {
		const bare = pulled([]);
		const {text, leftOut} = showSubject(await readSubject(request, bare.work, bare.env), 100_000);
		expect(text).toContain('+ \treturn Number(text) * 1000;');
		expect(text).not.toContain('[unchanged]');
		expect(leftOut).toContain('git fetch origin pull/7/head');
		const other = pulled(['origin', '+refs/heads/*:refs/remotes/origin/*', 'refs/pull/7/merge']);
		other.write('gh/diff', 'diff --git a/x.js b/x.js\n--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n-1\n+2\n');
		const {files} = await readSubject(request, other.work, other.env);
		expect(files.map(({path}) => path)).toEqual(['x.js']);
	});
});

describe('a line', () => {
	it.each([
		['export default async function* loadAll(x) {', 'loadAll'],
		['func (s *Server) Handle(w http.ResponseWriter) {', 'Handle'],
		['    async def fetch_all(self, url: str) -> bytes:', 'fetch_all'],
		['static inline struct node *find_node(struct tree *t, int key)', 'find_node'],
		['int parse_line(const char *line);', 'parse_line'],
		['#define MAX_LINE 80', 'MAX_LINE'],
		['pub(crate) fn decode<T>(bytes: &[u8]) -> T {', 'decode'],
		['    public static int parseAll(String text) {', 'parseAll'],
		['\tasync refresh(id: string): Promise<void> {', 'refresh'],
		['exports.parse = function (text) {', 'parse'],
		['Parser.prototype.next = function () {', 'next'],
		['LIMIT: int = 3', 'LIMIT'],
		['  if (isReady(now)) {', undefined],
		['\treturn render(page) {', undefined],
		['  total = compute(x)', undefined],
		['  client.send(message);', undefined],
		['\tsetImmediate(() => {', undefined],
		["  it('works', async function () {", undefined],
		['} else if (other(x)) {', undefined],
		[`${'a* '.repeat(90)}b`, undefined],
	])('%s declares %s', (line, name) => {
		expect(declaredIn(line)).toBe(name);
	});
});
