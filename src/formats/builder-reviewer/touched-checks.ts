/** What a change does to the tests and to what the check runs: pointed out to reviewer and user. Pure. */
import {z} from 'zod';
import type {Touched} from '../../debate/formats/builder-reviewer.ts';
import {isRecord, parseJsonIfValid} from '../../debate/text/json.ts';
import {partsOf} from '../../debate/text/unified-diff.ts';

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

// Values that a change has from the test that fails: a fix that recognises its test is none. Pure.

/** Strings of a line in quotation marks, and numbers. */
const literals =
	/(?<quote>["'`])(?<text>(?:\\.|(?!\k<quote>)[^\\\n])*)\k<quote>|(?<![\w.$])-?(?<number>\d[\d_]*(?:\.\d+)?)\b/gu;
/** What code has anywhere: the smallest numbers, names of types, encodings and methods. */
const common =
	/^(?:[012]|10|100|1000|\s*|string|number|boolean|object|function|undefined|symbol|bigint|use strict|utf-?8|utf8|ascii|latin1|base64|hex|GET|POST|r|rb|w|wb|data|error|end|test|name|length|default)$/iu;
const bringsIn =
	/^\s*(?:import\b|export .* from\b|from\b.*\bimport\b|use\b|#include\b|require\b)|\brequire\(|\bimport\(/u;

function literalsIn(lines: readonly string[]): Set<string> {
	return new Set(
		lines
			.filter(line => !bringsIn.test(line))
			.flatMap(line => [...line.replace(/(?:^|\s)(?:\/\/|#|\*)\s.*$/u, '').matchAll(literals)])
			// A letter alone says nothing, where a figure does.
			.map(({groups}) => groups?.['number']?.replaceAll('_', '') ?? groups?.['text'] ?? '')
			.filter(value => value.length > 1 || /\d/u.test(value))
			.filter(value => !common.test(value)),
	);
}

/** The lines of a test that tell of what failed: its own block, and what the file defines for all of its tests. */
function failingLines(path: string, text: string, output: string): string[] {
	const lines = text.split('\n');
	const name = path.slice(path.lastIndexOf('/') + 1);
	const places = output
		.split('\n')
		.flatMap(line => (line.includes(name) ? [...line.matchAll(/(?::|line )(?<line>\d+)\b/gu)] : []))
		.map(({groups}) => Number(groups?.['line']))
		.filter(line => line <= lines.length);
	if (places.length === 0) return lines;
	const depth = (line = ''): number => (line.trim() === '' ? Infinity : line.length - line.trimStart().length);
	const wanted = new Set(
		lines.keys().filter(at => depth(lines[at]) === 0 && /^[\w$ :,{}[\]]+=/u.test(lines[at] ?? '')),
	);
	for (const place of places) {
		const from = lines.findLastIndex((line, at) => at < place && beginsTest.test(line));
		const to = lines.findIndex((line, at) => at >= place && depth(line) <= depth(lines[from]));
		for (let at = Math.max(0, from); at < (to < 0 ? lines.length : to); at++) wanted.add(at);
	}
	return lines.filter((_, at) => wanted.has(at));
}
const beginsTest =
	/^\s*(?:(?:it|test|t\.test|describe|specify)\b.*\(|(?:async )?def test|func (?:Test|\(.*\) Test)|(?:pub )?(?:async )?fn |(?:public )?void )/u;

const mostShared = 6;

/**
 * Literals that a change brings in outside of tests and that a failing test has too, a line for each file: `files` are
 * those that the failures in `output` name.
 */
export function sharedLiterals(
	diff: string,
	files: readonly {readonly path: string; readonly text?: string | undefined}[],
	output: string,
): Touched[] {
	const failing = files.flatMap(({path, text}) =>
		text !== undefined && tests.test(path) ? [{path, values: literalsIn(failingLines(path, text, output))}] : [],
	);
	return partsOf(diff).flatMap(({to, hunks}): Touched[] => {
		if (typeof to !== 'string' || kindOf(to, '', new Set()) !== undefined) return [];
		const lines = hunks.flatMap(hunk => hunk.lines);
		const known = literalsIn(lines.flatMap(({mark, text}) => (mark === '+' ? [] : [text])));
		const added = lines.filter(({mark}) => mark === '+').map(({text}) => text);
		return failing.flatMap(({path, values}): Touched[] => {
			const shared = [...literalsIn(added)].filter(value => values.has(value) && !known.has(value));
			const line = added.find(text => [...literalsIn([text])].some(value => shared.includes(value)));
			if (shared.length === 0) return [];
			const named = shared.slice(0, mostShared).map(value => quoted(value));
			return [
				{
					kind: 'shared literal',
					path: to,
					what: `has ${named.join(', ')} from the failing test ${path}: ${quoted(line?.trim())}`,
				},
			];
		});
	});
}
