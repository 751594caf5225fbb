/** What a change does to the tests and to what the check runs: pointed out to reviewer and user. Pure. */
import {z} from 'zod';
import type {Touched} from '../../debate/formats/builder-reviewer.ts';
import {isRecord, parseJsonIfValid} from '../../debate/text/json.ts';

// Settings of tools that stand in sections of a file beside other things, such as `pyproject.toml`. Pure.

/** Sections of test runners, type checkers and linters, of a TOML or INI file. */
const toolSection =
	/^\[{1,2}\s*(?:tool[.:])?["']?(?:pytest|coverage|mypy|pyright|ruff|flake8|pylint|tox|nox|black|isort|bandit|pycodestyle)\b[^\]]*\]/u;

/** The file as it is now, with its tools' sections of before; undefined where they are the same. */
function withToolsOf(before: string | undefined, after: string | undefined): string | undefined {
	const [was, is] = [sectionsOf(before ?? ''), sectionsOf(after ?? '')];
	const tools = was.filter(section => toolSection.test(section)).map(ended);
	if (
		after !== undefined &&
		sameLines(
			tools,
			is.filter(section => toolSection.test(section)),
		)
	)
		return undefined;
	const own = after === undefined ? was : is;
	return [...own.filter(section => !toolSection.test(section)).map(ended), ...tools].join('');
}

/** A text cut before each line that begins a section. */
const sectionsOf = (text: string): string[] => text.split(/^(?=\[{1,2}[^\n[\]]+\]{1,2}\s*(?:[#;].*)?$)/mu);
const ended = (section: string): string => (section === '' || section.endsWith('\n') ? section : `${section}\n`);
const sameLines = (one: readonly string[], other: readonly string[]): boolean => linesIn(one) === linesIn(other);
const linesIn = (sections: readonly string[]): string =>
	sections
		.map(section => section.trim())
		.toSorted()
		.join('\n');

// Which files a check is made of, or rests on, by their names. Pure.

const lockFiles =
	/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|Gemfile\.lock|composer\.lock|mix\.lock|flake\.lock|packages\.lock\.json|gradle\.lockfile)$/u;
const snapshots =
	/(?:^|\/)__(?:snapshots|image_snapshots|screenshots)__\/|\.(?:snap|ambr|storyshot)$|(?:^|\/)(?:goldens?|snapshots|testdata\/golden)\/|\.(?:approved|golden|expected)\.\w+$/u;
const tests =
	/(?:^|\/)(?:tests?|__tests__|specs?|e2e|integration-tests|testing|cypress)\/|(?:^|\/)tests?\.\w+$|[._-](?:test|spec|tests|specs|cy)\.\w+$|(?:^|\/)test_[^/]+\.py$|(?:^|\/)(?:[A-Z]\w*)?Tests?\.(?:java|kt|kts|cs|swift|scala|php|vb)$|_test\.(?:go|rb|exs|cc|cpp|py|c|dart)$|_spec\.(?:rb|lua)$/u;
/** What runs tests, and nothing else. */
const runners =
	/(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|tox\.ini|noxfile\.py|pytest\.ini|conftest\.py|\.coveragerc|\.taprc|phpunit\.xml(?:\.dist)?|\.rspec|\.mocharc\.\w+|\.nycrc(?:\.\w+)?|\.c8rc(?:\.\w+)?|(?:vitest|jest|karma|playwright|cypress|ava|jasmine|web-test-runner|wtr|stryker)\.(?:config|conf|workspace|setup)\.\w+)$/u;
/** Settings of compilers, linters, bundlers and CI. */
const settings =
	/(?:^|\/)(?:tsconfig[\w.-]*\.json|\.?(?:eslint|oxlint|biome|babel|swc|prettier|stylelint)(?:rc|\.config|ignore)?(?:\.\w+)?|(?:vite|webpack|rollup|esbuild|turbo|nx|lerna)\.(?:config\.)?\w+|\.?mypy\.ini|\.?ruff\.toml|\.flake8|\.pylintrc|\.golangci\.\w+|(?:clippy|rustfmt)\.toml|Rakefile|\.gitlab-ci\.ya?ml)$|(?:^|\/)\.(?:github\/workflows|circleci|husky)\//u;
/** Settings of tests and tools beside what the package is and needs, in sections. */
const sectioned = /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/u;
/** What is built, and with what, which the check rests on besides. */
const builds = /(?:^|\/)(?:build\.gradle(?:\.kts)?|pom\.xml|build\.rs|CMakeLists\.txt|\.npmrc|\.pnpmfile\.cjs)$/u;
const generated =
	/(?:^|\/)(?:dist|build|out|target|coverage|vendor|third_party|node_modules|generated|__generated__|\.next)\/|\.(?:min\.(?:js|css)|bundle\.js|map|pb\.go|g\.dart|generated\.\w+)$|_pb2(?:_grpc)?\.py$/u;
const generatedMark = /^.{0,20}(?:@generated\b|Code generated .* DO NOT EDIT|DO NOT EDIT\b|AUTO-?GENERATED)/imu;

type FileKind =
	| 'lock file'
	| 'snapshot'
	| 'test'
	| 'runner'
	| 'manifest'
	| 'settings'
	| 'sectioned'
	| 'build'
	| 'generated'
	| undefined;

/** `named` are files that the check's command, or a script that it may run, names. */
function kindOf(path: string, text: string, named: ReadonlySet<string>): FileKind {
	if (lockFiles.test(path)) return 'lock file';
	if (snapshots.test(path)) return 'snapshot';
	if (/(?:^|\/)package\.json$/u.test(path)) return 'manifest';
	if (runners.test(path)) return 'runner';
	if (tests.test(path)) return 'test';
	if (named.has(path)) return 'runner';
	if (settings.test(path)) return 'settings';
	if (sectioned.test(path)) return 'sectioned';
	if (builds.test(path)) return 'build';
	return generated.test(path) || generatedMark.test(text.slice(0, 1000)) ? 'generated' : undefined;
}

/** Paths that a shell command names, without a leading `./`. */
const pathsInCommand = (command: string): string[] =>
	[...command.matchAll(/[\w@.+~/-]+/gu)].map(([word]) => word.replace(/^(?:\.\/)+/u, ''));

/** A changed file; `before` or `after` is absent where there is none, and empty for what is not a text. */
export type FileChange = {
	readonly path: string;
	readonly modes: {readonly before: string; readonly after: string};
	readonly before?: string | undefined;
	readonly after?: string | undefined;
};
/** The check's command, the paths of the base, and its manifests (`package.json`) with what they hold. */
export type CheckBase = {
	readonly command: string;
	readonly paths?: readonly string[];
	readonly manifests: Readonly<Record<string, string>>;
};
/** How a file of the check is put back: as it was in the base, deleted, or with this text. */
type PutBack = 'base' | 'deleted' | {readonly text: string};

const assertion =
	/\b(?:assert\w*|expect\w*|should|EXPECT_\w+|ASSERT_\w+|XCTAssert\w*|verify|raises|throws|panic!?|require\.\w+|t\.(?:is|ok|equal|deepEqual|same|like|not|true|false|truthy|Error|Errorf|Fatal|Fatalf)|fail)\b\s*[!(.[ ]|\bthrow new\b/u;
const skip =
	/\.(?:skip|todo|only|failing|fails|skipIf|runIf)\b|\b(?:xit|xdescribe|xtest|fit|fdescribe)\s*\(|@(?:Ignore|Disabled|unittest\.skip|pytest\.mark\.(?:skip|xfail)\w*)|#\[ignore|\bt\.Skip|\bskip:\s*true\b/u;

/** Everything that should be looked at, file by file. A new test is no reason for it. */
export function touchedBy(changes: readonly FileChange[], base: CheckBase): Touched[] {
	const named = filesNamed(base);
	return changes.flatMap(change => {
		const kind = kindOf(change.path, change.after ?? change.before ?? '', named);
		return [...touchedFile(change, kind, changes), ...modeChange(change)];
	});
}

/**
 * What puts a check's own files and settings back to what they were, for the check with the tests of the base, by path.
 * Not put back are lock files, generated files, and files that say what is built: the new code may need them.
 */
export function restored(changes: readonly FileChange[], base: CheckBase): Record<string, PutBack> {
	const named = filesNamed(base);
	return Object.fromEntries(
		changes.flatMap((change): [string, PutBack][] => {
			const {path, before, after} = change;
			const asBefore = before === undefined ? 'deleted' : 'base';
			const kind = kindOf(path, after ?? before ?? '', named);
			switch (kind) {
				case 'manifest':
					return textFor(path, withScriptsOf(before, after));
				case 'sectioned':
					return textFor(path, withToolsOf(before, after));
				case 'runner':
					return [[path, asBefore]];
				case 'settings':
					return before !== undefined || isAmongOld(path, base) ? [[path, asBefore]] : [];
				case 'test':
				case 'snapshot':
					return before === undefined ? [] : [[path, 'base']];
				case 'build':
				case 'lock file':
				case 'generated':
				case undefined:
					return [];
				default:
					return kind satisfies never;
			}
		}),
	);
}

const textFor = (path: string, text: string | undefined): [string, PutBack][] =>
	text === undefined ? [] : [[path, {text}]];

/** New settings of a package that is new are its own; beside files of the base they may change what those come to. */
const isAmongOld = (path: string, {paths = []}: CheckBase): boolean =>
	paths.some(other => other.startsWith(path.slice(0, path.lastIndexOf('/') + 1)));

/** Files that the command names, or a script of a manifest, which the command may run. */
const filesNamed = ({command, manifests}: CheckBase): ReadonlySet<string> =>
	new Set([
		...pathsInCommand(command),
		...Object.entries(manifests).flatMap(([path, text]) =>
			Object.values(scriptsIn(text)).flatMap(script =>
				pathsInCommand(script).map(word => path.slice(0, path.lastIndexOf('/') + 1) + word),
			),
		),
	]);

function touchedFile({path, before, after}: FileChange, kind: FileKind, all: readonly FileChange[]): Touched[] {
	const gone = before !== undefined && after === undefined;
	switch (kind) {
		case 'test':
			if (before === undefined)
				return weakened({path, before: '', after: after ?? ''}).filter(({what}) => isSkip(what));
			if (gone) return [{kind, path, what: movedTo(before, all) ?? 'deleted'}];
			return [
				...weakened({path, before, after: after ?? ''}),
				{kind, path, what: isAddition(before, after ?? '') ? 'lines added, none changed' : 'changed'} as const,
			].slice(0, 1);
		case 'snapshot':
			return before === undefined ? [] : [{kind, path, what: gone ? 'deleted' : 'overwritten'}];
		case 'manifest':
			return scriptChanges(before ?? '', after ?? '').map(what => ({kind: 'check', path, what}));
		case 'runner':
		case 'settings':
			return [{kind: 'check', path, what: gone ? 'deleted' : before === undefined ? 'added' : 'changed'}];
		case 'sectioned':
			return [{kind: 'check', path, what: sectionedChange(before, after)}];
		case 'build':
			return [
				{kind: 'check', path, what: `${gone ? 'deleted' : before === undefined ? 'added' : 'changed'}, ${stays}`},
			];
		case 'lock file':
		case 'generated':
			return [{kind, path, what: gone ? 'deleted' : before === undefined ? 'added' : 'changed'}];
		case undefined:
			// Tests that stand beside the code that they are for.
			return /#\[(?:cfg\(test\)|test)\]|import\.meta\.vitest/u.test(before ?? '')
				? weakened({path, before: before ?? '', after: after ?? ''})
				: [];
		default:
			return kind satisfies never;
	}
}

/** Said of what the check rests on and the second check has as it is now. */
const stays = 'and not put back for the check with the tests of the base';

const sectionedChange = (before: string | undefined, after: string | undefined): string => {
	const what = after === undefined ? 'deleted' : before === undefined ? 'added' : 'changed';
	return withToolsOf(before, after) === undefined ? `${what} beside the tools’ settings, ${stays}` : what;
};

/** Whether all lines of before are there still, in their order. */
function isAddition(before: string, after: string): boolean {
	const left = after.split('\n').values();
	return before.split('\n').every(line => left.some(each => each === line));
}

const isSkip = (what: string): boolean => what.startsWith('skips');

/** Assertions that are gone or were changed, and tests that are skipped now. */
function weakened({path, before, after}: {path: string; before: string; after: string}): Touched[] {
	const [was, is] = [before, after].map(text => text.split('\n').map(line => line.trim()));
	const left = [...(is ?? [])];
	const lost = (was ?? []).filter(line => {
		const place = left.indexOf(line);
		if (place >= 0) left.splice(place, 1);
		return place < 0 && assertion.test(line);
	});
	const skipped = left.filter(line => skip.test(line));
	const said = [
		...(lost.length === 0
			? []
			: [
					`weakened: ${lost.length} ${lost.length === 1 ? 'assertion' : 'assertions'} gone or changed, such as ${quoted(lost[0])}`,
				]),
		...(skipped.length === 0 ? [] : [`skips tests: ${quoted(skipped[0])}`]),
	];
	return said.length === 0 ? [] : [{kind: 'test', path, what: said.join('; ')}];
}

const longestQuote = 160;
const quoted = (line = ''): string => `“${line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line}”`;

/** Where a deleted test is now, word for word. */
function movedTo(text: string, all: readonly FileChange[]): string | undefined {
	const there = all.find(({before, after}) => before === undefined && after === text && text.trim() !== '');
	return there && `moved to ${there.path}`;
}

function modeChange({path, modes: {before, after}}: FileChange): Touched[] {
	const isChange = before !== after && ![before, after].includes('000000');
	return isChange ? [{kind: 'permission', path, what: `mode ${before} is ${after} now`}] : [];
}

/** Fields of a manifest that say how tests are run, and the settings of linters and compilers. */
const testFields = [
	'scripts',
	'jest',
	'mocha',
	'ava',
	'vitest',
	'c8',
	'nyc',
	'tap',
	'eslintConfig',
	'eslintIgnore',
	'babel',
	'prettier',
	'stylelint',
	'xo',
	'standard',
];
const Scripts = z.object({scripts: z.record(z.string(), z.string()).default({})}).catch({scripts: {}});
const scriptsIn = (manifest: string): Readonly<Record<string, string>> =>
	Scripts.parse(parseJsonIfValid(manifest) ?? {}).scripts;

function scriptChanges(before: string, after: string): string[] {
	const [was, is] = [scriptsIn(before), scriptsIn(after)];
	const scripts = [...new Set([...Object.keys(was), ...Object.keys(is)])]
		.filter(name => was[name] !== is[name])
		.map(
			name =>
				`script “${name}” ${was[name] === undefined ? 'is new' : `was ${quoted(was[name])}`}, ${is[name] === undefined ? 'is gone' : `is ${quoted(is[name])}`}`,
		);
	const [one, other] = [parseJsonIfValid(before), parseJsonIfValid(after)];
	const fields = testFields
		.slice(1)
		.filter(name => fieldOf(one, name) !== fieldOf(other, name))
		.map(name => `field “${name}” changed`);
	return [...scripts, ...fields];
}

const fieldOf = (manifest: unknown, name: string): string | undefined =>
	isRecord(manifest) ? JSON.stringify(manifest[name]) : undefined;

/** The manifest as it is now, with the scripts and test settings of before; undefined where they are the same. */
function withScriptsOf(before: string | undefined, after: string | undefined): string | undefined {
	const [was, is] = [parseJsonIfValid(before ?? ''), parseJsonIfValid(after ?? '')];
	if (!isRecord(was)) return undefined;
	if (!isRecord(is)) return before;
	if (scriptChanges(before ?? '', after ?? '').length === 0) return undefined;
	const own = Object.fromEntries(Object.entries(is).filter(([name]) => !testFields.includes(name)));
	const theirs = Object.fromEntries(Object.entries(was).filter(([name]) => testFields.includes(name)));
	return `${JSON.stringify({...own, ...theirs}, undefined, 2)}\n`;
}

// Cuts a check's output to what a reader needs: the names of what failed, what was said of it, and the end. Pure.

/** Warnings and progress of package managers and of Node itself, and what its stacks say of packages. */
const noise =
	/^\s*(?:npm (?:warn|notice|info|http|timing|verb)\b|warning (?:package\.json|"?@?[\w/-]+ > )|\(node:\d+\) .*Warning|\(Use `node --trace-)|^\s+at .*(?:\bnode_modules[/\\]|\(?\bnode:)/iu;
/** What a package manager says at the end of any script that failed. */
const epilogue =
	/^\s*(?:npm (?:error|ERR!)|ELIFECYCLE|error Command failed|info Visit https:\/\/yarnpkg|A complete log of)/iu;
const passed = /^\s*(?:✓|✔|√|PASS(?:ED)?\b|ok\b|\d+ passing\b)|\.\.\. ok\s*$|\bPASSED\b/u;
/** A line that names what failed, as test runners, compilers and linters write it. */
const failedName =
	/^\s*(?:not ok\b|FAIL(?:ED|URE)?\b|--- FAIL|✗|✘|✖|×|●|\[FAIL|\d+\) \S|ERROR collecting|test .* \.\.\. FAILED|---- .* stdout ----|error(?:\[\w+\])?(?: TS\d+)?: )|\berror TS\d+:|\.\.\. FAILED\s*$|::\S+ FAILED/u;
/** A line that says why. */
const reason =
	/(?:\b\w*(?:Error|Exception)\b|\bassert(?:ion)?\b|\bpanicked\b|\bTraceback\b|\bexpected\b|\breceived\b|\bactual\b|^E\s{2,}|\bfatal\b|\bmust be\b|\bcannot\b)/iu;

const longestLine = 600;
/** Lines shown before a failure and behind it: of each fewer where not all of them fit. */
const around = {before: 2, behind: [12, 8, 6, 4, 2]};
const leftOut = '…';

/**
 * At most `most` characters. What is short enough stays as it is, but for package managers' warnings; of what is
 * longer, the names of what failed come first, then what was said of each, then the end of the output.
 */
export function checkExcerpt(output: string, most: number): string {
	const lines = withoutNoise(output.split('\n'));
	const whole = lines.join('\n').trim();
	if (whole.length <= most) return whole;
	const names = [...new Set(lines.filter(isFailedName).map(line => line.trim()))];
	const head = within(names, Math.floor(most * 0.3));
	const room = most - head.length - 2 * (leftOut.length + 2);
	const tail = lastLines(lines, Math.floor(room * (names.length + reasonsIn(lines).length === 0 ? 1 : 0.25)));
	const detail = windowsWithin(lines, room - tail.length);
	return [head, detail, tail].filter(part => part !== '').join(`\n${leftOut}\n`);
}

/** The parts of an output that tell of failures, at most `most` characters. */
export const failuresIn = (output: string, most: number): string =>
	windowsWithin(withoutNoise(output.split('\n')), most);

/**
 * Paths of the repository that an output names, those that its failures name first. What passed is no part of a
 * failure, though it is told.
 */
export function filesFailing(output: string, paths: readonly string[], most: number): string[] {
	const failed = (text: string): string[] =>
		filesNamedIn(
			text
				.split('\n')
				.filter(line => !passed.test(line))
				.join('\n'),
			paths,
		);
	return [...new Set([...failed(failuresIn(output, most)), ...failed(checkExcerpt(output, most))])];
}

/** Whether a test is among those that an output says have failed. */
export const failsIn = (output: string, name: string): boolean =>
	output.split('\n').some(line => isFailedName(line) && line.includes(name.trim()));

/** Paths of the repository that a text names, in the order in which it names them. */
export function filesNamedIn(text: string, paths: readonly string[]): string[] {
	const tokens = new Set(
		[...text.matchAll(/[\p{L}\p{N}_@.+~/\\-]+\.[\p{L}\p{N}]+/gu)]
			.map(([token]) => token.replaceAll('\\', '/').replace(/^(?:\.\/)+/u, ''))
			.filter(token => !token.includes('node_modules/')),
	);
	const byName = Map.groupBy(paths, path => path.slice(path.lastIndexOf('/') + 1));
	const named = [...tokens].flatMap(token => {
		const alike = byName.get(token.slice(token.lastIndexOf('/') + 1)) ?? [];
		const whole = alike.filter(path => token === path || token.endsWith(`/${path}`));
		if (whole.length > 0) return whole.toSorted((one, other) => other.length - one.length).slice(0, 1);
		// In a monorepo, paths are told from the package on.
		const below = alike.filter(path => path.endsWith(`/${token}`));
		return below.length === 1 ? below : [];
	});
	return [...new Set(named)];
}

const isFailedName = (line: string): boolean => failedName.test(line) && !passed.test(line) && !epilogue.test(line);
const isReason = (line: string): boolean => reason.test(line) && !passed.test(line) && !epilogue.test(line);

/** The lines without what only names what passed: in TAP a comment does, such as of a test that expects an error. */
function telling(lines: readonly string[]): string[] {
	const isTap = lines.some(line => /^\s*(?:not )?ok \d/u.test(line));
	const isName = (line: string): boolean => isTap && /^\s*# (?!\w+ +\d+$)/u.test(line);
	return lines.filter(line => !passed.test(line) && !epilogue.test(line) && !isName(line));
}

const reasonsIn = (lines: readonly string[]): string[] => telling(lines).filter(isReason);

/** Without warnings, runs of blank lines, and the middle of lines that are too long. */
function withoutNoise(lines: readonly string[]): string[] {
	return lines
		.filter(line => !noise.test(line))
		.filter((line, place, all) => line.trim() !== '' || (all[place - 1] ?? '').trim() !== '')
		.map(line =>
			line.length <= longestLine
				? line
				: `${line.slice(0, longestLine / 2)} ${leftOut} ${line.slice(-longestLine / 2)}`,
		);
}

/** As much around each failure as lets all of them have their part of the room. */
function windowsWithin(lines: readonly string[], room: number): string {
	let shown: string[] = [];
	for (const behind of around.behind) {
		shown = windows(lines, behind);
		if (shown.join('\n').length < room) break;
	}
	return within(shown, room);
}

/** The lines around each failure, those that overlap as one, with a mark where something was left out. */
function windows(lines: readonly string[], behind: number): string[] {
	const wanted = new Set<number>();
	const reasons = new Set(reasonsIn(lines));
	const [widest = behind] = around.behind;
	let named = -Infinity;
	for (const [place, line] of lines.entries()) {
		const isName = isFailedName(line);
		if (isName) named = place;
		if (!isName && !reasons.has(line)) continue;
		// Where room is short, what a failure says of itself brings no more than its own line.
		const isPart = !isName && behind < widest && place - named <= widest;
		const [before, after] = isPart ? [0, 0] : [around.before, behind];
		for (let at = place - before; at <= place; at++) wanted.add(at);
		// What passed is no more of it.
		for (let at = place + 1; at <= place + after && !passed.test(lines[at] ?? ''); at++) wanted.add(at);
	}
	const told = new Set(telling(lines));
	const kept: string[] = [];
	let gap = false;
	for (const [place, line] of lines.entries()) {
		if (!wanted.has(place) || epilogue.test(line) || passed.test(line) || line === leftOut) {
			gap ||= kept.length > 0 && told.has(line);
			continue;
		}
		if (gap) kept.push(leftOut);
		gap = false;
		kept.push(line);
	}
	return kept;
}

/** As many of the first lines as there is room for. */
function within(lines: readonly string[], room: number): string {
	const kept: string[] = [];
	let left = room;
	for (const line of lines) {
		left -= line.length + 1;
		if (left < 0) break;
		kept.push(line);
	}
	return kept.join('\n');
}

const lastLines = (lines: readonly string[], room: number): string =>
	within(
		telling(lines)
			.filter(line => line.trim() !== '')
			.toReversed(),
		room,
	)
		.split('\n')
		.toReversed()
		.join('\n');

/** What a test says that needs a file, a right or a network which it has not in a sandbox. */
const confined =
	/\b(?:E(?:ACCES|PERM|ROFS|NOENT|NETUNREACH|NETDOWN|HOSTUNREACH|NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT)|getaddrinfo)\b|permission denied|operation not permitted|read-only file ?system|no such file|network is unreachable|could not resolve|fetch failed|timed? ?out/iu;

/** Whether a failure names the tests that failed, and none of what a sandbox keeps away: they would fail anywhere. */
export const isOfTests = (output: string): boolean =>
	output.split('\n').some(isFailedName) && !confined.test(output) && !lacking.test(output);

// Whether a check fails because its worktree has no dependencies. Pure.

const lacking =
	/Cannot find (?:module|package) ['"](?![./])[^'"]+['"]|ModuleNotFoundError: No module named|: (?:command )?not found\b|No such file or directory: ['"]node_modules|node_modules\b.*(?:missing|not found|does not exist)|Could not find gem|Your lock file does not contain|vendor\/autoload\.php|is not recognized as an internal|Cannot find type definition file/u;

/** What installs the dependencies, by the file that names them, the more exact first. */
const installers: readonly (readonly [string, string])[] = [
	['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
	['yarn.lock', 'yarn install --frozen-lockfile'],
	['bun.lock', 'bun install --frozen-lockfile'],
	['package-lock.json', 'npm ci'],
	['package.json', 'npm install'],
	['uv.lock', 'uv sync'],
	['poetry.lock', 'poetry install'],
	['requirements.txt', 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt'],
	['Gemfile.lock', 'bundle install'],
	['composer.lock', 'composer install'],
];

/**
 * A hint for the user where the output of a failed check says that something is not installed; `files` are the
 * repository's, `setup` is the command that was run, if one was.
 */
export function setupHint(output: string, files: readonly string[], setup: string | undefined): string | undefined {
	const line = output
		.split('\n')
		.find(each => lacking.test(each))
		?.trim();
	if (line === undefined) return undefined;
	const [, install] = installers.find(([name]) => files.includes(name)) ?? [];
	const todo =
		setup === undefined
			? `Set it up with --setup${install === undefined ? ', such as --setup "npm ci"' : ` "${install}"`}.`
			: `The set-up command, ${setup}, ran and did not bring it.`;
	return `The check fails for something that is not in the worktree (${line.slice(0, 200)}): that is a fresh checkout, without what git ignores, such as node_modules. ${todo}`;
}
