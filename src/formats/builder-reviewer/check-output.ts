/**
 * What a check’s output says of failures: which tests, where, what was expected and what came; and the excerpt of it
 * that prompts get. Pure.
 */
import {isRecord, parseJsonIfValid} from '../../debate/text/json.ts';

/** `at` is up to three places of the repository, `file:line`; values are as the runner writes them. */
type TestFailure = {
	readonly name: string;
	readonly at: string;
	readonly expected: string;
	readonly got: string;
	/** What the runner says of it, in a few lines. */
	readonly says: string;
};

/** How runners head what they tell of a test that failed. */
const headings: readonly RegExp[] = [
	// TAP; a group’s line has the tests in it in braces behind it, or says that they failed.
	/^\s*(?<name>not ok\b(?!.*# *(?:TODO|SKIP)\b).*[^\s{])\s*$/iu,
	// pytest, unittest.
	/^_{3,} (?<name>.+?) _{3,}$/u,
	/^(?:FAIL|ERROR): (?<name>\S.*)$/u,
	// go, cargo.
	/^\s*--- FAIL: (?<name>\S.*?)(?: \([\d.]+s\))?$/u,
	/^---- (?<name>.+) stdout ----$/u,
	// node, jest, vitest.
	/^✖ (?<name>.+?)(?: \([\d.]+ms\))?$/u,
	/^\s*● (?<name>\S.*)$/u,
	/^\s*FAIL\s+(?<name>\S+ > .+)$/u,
];
/** `go test -v` tells what a test says before it says that it failed. */
const running = /^\s*=== (?:RUN|CONT|NAME) +(?<name>\S+)$/u;
/** What comes behind the last line of a failure. */
const ends =
	/^…(?:$| )|^\s*(?:(?:ok\b|--- PASS:|--- SKIP:|=== |={3,}|# Subtest:|[▶✔✓ℹ] |test at |failures:$|FAIL\t|PASS$)|\.\.\.$|Test Files |Tests:|Ran \d+ tests?\b)/u;
/** Stacks and frames, which say where and not what. */
const stack =
	/^\s*(?:at \S|stack(?: backtrace)?:|goroutine \d|\d+: \S|note: (?:run|Some)|Traceback|File ".*", line|[❯│|] |\S+ ❯ |\d+[|│] |(?:_ ){5})/u;
/** Places that are not the repository’s own. */
const foreign =
	/node_modules[/\\]|\bnode:|(?:site|dist)-packages|\/rustc\/|\/go\/src\/|\/lib(?:64)?\/python|\/\.pyenv\/|\/unittest\/case\.py|\bjava\.base\b/u;
const place =
	/(?:"(?<quoted>[^"\n]+)", line (?<from>\d+)|(?<path>[\w@.+~/\\-]*\.[A-Za-z]{1,6}):(?<line>\d+(?::\d+)?)\b)/gu;

/** A value by its key, in Go behind the place. */
const field = /^(?<indent>[\s#]*(?:\S+\.go:\d+: )?)(?<key>[A-Za-z]+): *(?<value>.*)$/u;
const keysOf: Readonly<Record<'expected' | 'got' | 'says', ReadonlySet<string>>> = {
	expected: new Set(['expected', 'want', 'wanted', 'right']),
	got: new Set(['actual', 'got', 'received', 'left']),
	says: new Set(['error', 'message']),
};

/** What is told of one test, and of nothing else. */
type FailureBlock = {readonly name: string; readonly lines: string[]};

/**
 * The failures that an output tells of, each once, and its lines without what is told of them: what was printed
 * besides, what was compiled, the counts.
 */
function testFailures(output: string): {readonly failures: TestFailure[]; readonly rest: string[]} {
	const lines = output.split('\n');
	const {blocks, blockOf} = blocksIn(lines);
	const read = new Map(blocks.map(block => [block, isGroup(block) ? 'group' : readFailure(block)] as const));
	const failures = [...read.values()].flatMap(each => (each === 'group' || each === undefined ? [] : [each]));
	const isTap = lines.some(line => /^(?:not ok|\s*ok \d)/u.test(line));
	return {
		// Runners tell them once as they happen, and once more at the end.
		failures: [
			...new Map(failures.map(each => [[each.name, each.at, each.expected, each.got].join('\0'), each])).values(),
		],
		rest: lines.filter((line, at) => {
			const block = blockOf[at];
			return (block === undefined || read.get(block) === undefined) && !(isTap && bookkeeping.test(line));
		}),
	};
}

/** What TAP says of tests whatever came of them. */
const bookkeeping = /^\s*(?:1\.\.\d+|---|\.\.\.|duration_ms: [\d.]+|type: '\w+'|# Subtest: .*|TAP version \d+)$/u;

/** A group that failed for the tests in it. */
const isGroup = ({lines}: FailureBlock): boolean =>
	lines.some(line => /failureType: 'subtestsFailed'|^\W*\d+ subtests? failed\W*$/u.test(line));

function blocksIn(lines: readonly string[]): {
	readonly blocks: FailureBlock[];
	readonly blockOf: (FailureBlock | undefined)[];
} {
	const blocks: FailureBlock[] = [];
	const blockOf: (FailureBlock | undefined)[] = [];
	const said = new Map<string, string[]>();
	const groups: TapGroup[] = [];
	let open: string[] | undefined;
	let block: FailureBlock | undefined;
	for (const line of lines) {
		const name = headings.map(heading => heading.exec(line)?.groups?.['name']).find(found => found !== undefined);
		const started = running.exec(line)?.groups?.['name'];
		if (name !== undefined) {
			open = [...(said.get(name) ?? [])];
			said.delete(name);
			block = {name: inGroups(name, line, groups), lines: open};
			blocks.push(block);
		} else if (started !== undefined) {
			open = said.get(started) ?? [];
			said.set(started, open);
			block = undefined;
		} else if (ends.test(line)) {
			open = undefined;
			block = undefined;
		} else open?.push(line);
		blockOf.push(block);
		noteGroup(line, groups);
	}
	return {blocks, blockOf};
}

type TapGroup = {readonly indent: number; readonly name: string};

/** Groups of TAP: subtests that began further left, or the comment before the line. */
function noteGroup(line: string, groups: TapGroup[]): void {
	const {indent, sub, name} = /^(?<indent> *)# (?<sub>Subtest: )?(?<name>\S.*)$/u.exec(line)?.groups ?? {};
	if (name === undefined || (sub === undefined && /^\w+ +[\d.]+$/u.test(name))) return;
	const at = (indent ?? '').length + (sub === undefined ? -1 : 0);
	groups.splice(groups.findIndex(group => group.indent >= at) >>> 0);
	groups.push({indent: at, name});
}

function inGroups(name: string, line: string, groups: readonly TapGroup[]): string {
	if (!name.startsWith('not ok')) return name;
	const indent = line.length - line.trimStart().length;
	const path = groups.filter(group => group.indent < indent).map(group => group.name);
	return path.length === 0 ? name : `${name} (in ${path.join(' > ')})`;
}

function readFailure({name, lines}: FailureBlock): TestFailure | undefined {
	const values = {expected: '', got: '', says: ''};
	const isField = new Set<number>();
	for (const [at, line] of lines.entries()) {
		const {key = '', indent = '', value = ''} = field.exec(line)?.groups ?? {};
		for (const what of ['expected', 'got', 'says'] as const) {
			if (!keysOf[what].has(key.toLowerCase())) continue;
			const through = endOfValue(lines, at, indent.length, value);
			for (let each = at; each <= through; each++) isField.add(each);
			if (values[what] === '') values[what] = valueOf(value, lines.slice(at + 1, through + 1));
		}
	}
	const at = placesIn(lines);
	const says = values.says === '' ? messageIn(lines, isField) : values.says;
	const {expected, got} = values.expected + values.got === '' ? valuesSaid(says) : values;
	return `${at}${expected}${got}${says}` === '' ? undefined : {name, at, expected, got, says};
}

/** What was expected and what came, where that is said in a sentence or as a diff that names its signs. */
function valuesSaid(says: string): {expected: string; got: string} {
	if (/^- Expected\b/mu.test(says) && /^\+ Received\b/mu.test(says)) {
		const [expected = '', got = ''] = ['-', '+'].map(sign =>
			says
				.split('\n')
				.filter(line => line.startsWith(sign) && !/^(?:- Expected|\+ Received)\b/u.test(line))
				.map(line => line.slice(1).trim())
				.join('\n'),
		);
		return {expected, got};
	}
	const {
		one,
		two,
		got = one,
		expected = two,
	} = /\bexpected:? (?<two>.+?),? (?:but )?(?:got|was|received):? (?<one>.+)$|(?:=|\bgot:?) (?<got>.+?)[,;] (?:want|expected):? (?<expected>.+)$/mu.exec(
		says,
	)?.groups ?? {};
	return {expected: expected ?? '', got: got ?? ''};
}

/** The last line of a value: a block below its key, a quoted text, or a bracketed one. */
function endOfValue(lines: readonly string[], at: number, indent: number, value: string): number {
	const isBlock = /^[|>]?[-+]?$/u.test(value);
	const closing = isBlock ? undefined : closes(value);
	if (!isBlock && closing === undefined) return at;
	let through = at;
	while (through + 1 < lines.length) {
		const next = lines[through + 1] ?? '';
		const depth = next.length - next.trimStart().length;
		if (isBlock && next.trim() !== '' && depth <= indent) break;
		through += 1;
		if (closing?.test(next)) break;
	}
	return through;
}

const closes = (value: string): RegExp | undefined =>
	value.startsWith('"') && !/^".*"$/u.test(value) ? /"\s*,?$/u : /[{[]$/u.test(value) ? /^\s*[}\]]+,?$/u : undefined;

const valueOf = (value: string, below: readonly string[]): string =>
	[/^[|>][-+]?$/u.test(value) ? '' : value.trim().replace(/,$/u, ''), dedent(below).join('\n').replace(/,$/u, '')]
		.filter(part => part.trim() !== '')
		.join('\n')
		.trimEnd();

function dedent(lines: readonly string[]): string[] {
	const depths = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
	return lines.map(line => line.slice(Math.min(...depths)).trimEnd());
}

const mostPlaces = 3;

function placesIn(lines: readonly string[]): string {
	const own = lines.filter(line => !foreign.test(line));
	// Where a test begins says less than where it failed.
	const found = [own.filter(line => !/^\s*location:/u.test(line)), own].map(some =>
		some.flatMap(line =>
			[...line.matchAll(place)].map(
				({groups: {quoted, from, path, line: number} = {}}) =>
					`${(quoted ?? path ?? '').replaceAll('\\', '/').replace(/^(?:\/\/|\.\/)/u, '')}:${from ?? number ?? ''}`,
			),
		),
	);
	const places = [...new Set(found.find(some => some.length > 0))];
	// A traceback of Python ends where it failed.
	return (own.some(line => /\.py\b/u.test(line)) ? places.slice(-mostPlaces) : places.slice(0, mostPlaces)).join(', ');
}

/** What is said beside values and places: of pytest the line that failed, and why. */
function messageIn(lines: readonly string[], isField: ReadonlySet<number>): string {
	const marked = lines.filter(line => /^[>E] /u.test(line));
	if (marked.length > 0) return dedent(marked.map(line => line.slice(1))).join('\n');
	if (lines.some(line => /^\s*---$/u.test(line))) return '';
	const first = lines.findIndex(line => stack.test(line) && !/^\s*Traceback/u.test(line));
	const isTrace = lines.some(line => /^\s*Traceback/u.test(line));
	const said = lines.filter(
		(line, at) =>
			line.trim() !== '' &&
			!isField.has(at) &&
			!stack.test(line) &&
			!/^-{5,}$|^thread '.+ panicked at /u.test(line) &&
			(isTrace || first < 0 || at < first),
	);
	return dedent(said).join('\n');
}

/** A failure’s own name, without what it stands in: what other lines of the output name it by. */
const ownName = ({name}: TestFailure): string =>
	name
		.replace(/^not ok(?: \d+)?(?: -)? /u, '')
		.replace(/ \(in .*\)$/u, '')
		.split(/::| [>›] |\.(?=\w)/u)
		.at(-1) ?? name;

/** How much of each failure is told, as room allows: lines and characters of what is said; characters of a value. */
const told = {
	says: [
		[30, 2000],
		[14, 700],
		[5, 300],
		[1, 120],
	],
	value: 400,
} as const;

/** What failed, as TAP, whatever ran it: where, what was expected and what came, at most `room` characters. */
function tellFailures(failures: readonly TestFailure[], room: number): string {
	const all = told.says.map(says => failures.map(failure => tellFailure(failure, says)).join('\n'));
	const fitting = all.find(text => text.length <= room);
	if (fitting !== undefined) return fitting;
	const kept: string[] = [];
	let left = room;
	for (const failure of failures) {
		const text = tellFailure(failure, [0, 0]);
		left -= text.length + 1;
		if (left < 0) break;
		kept.push(text);
	}
	return kept.join('\n');
}

function tellFailure(
	{name, at, expected, got, says}: TestFailure,
	[most, characters]: readonly [number, number],
): string {
	const [one, other] = aroundDifference(expected, got);
	const lines = says.split('\n');
	const message = clipped([...lines.slice(0, most), ...(lines.length > most ? ['…'] : [])].join('\n'), characters);
	return [
		name.startsWith('not ok') ? name : `not ok ${name}`,
		...fieldLines('at', at),
		...fieldLines('expected', one),
		...fieldLines('got', other),
		...(most === 0 ? [] : fieldLines('error', message)),
	].join('\n');
}

const fieldLines = (key: string, value: string): string[] => {
	if (value === '') return [];
	const lines = value.split('\n');
	return lines.length === 1 ? [`  ${key}: ${value}`] : [`  ${key}: |-`, ...lines.map(line => `    ${line}`)];
};

/** Two values, of long ones what stands around their first difference. */
function aroundDifference(one: string, other: string): [string, string] {
	if (one.length <= told.value && other.length <= told.value) return [one, other];
	let same = 0;
	while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++;
	const from = Math.max(0, same - told.value / 4);
	const part = (text: string): string => `${from > 0 ? '…' : ''}${clipped(text.slice(from), told.value)}`;
	return [part(one), part(other)];
}

const clipped = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most)}…`);

// Outputs that are written for machines, as their runner would tell them to people.

/** The output with the events of `go test -json` and the elements of JUnit’s XML put as text. */
const readableOutput = (output: string): string => withoutXml(withoutEvents(output));

const isEvent = /^\{"(?:Time|Action|ImportPath)":/u;

function withoutEvents(output: string): string {
	if (!/^\{"(?:Time|Action|ImportPath)":/mu.test(output)) return output;
	const said = new Map<string, string>();
	const failed: string[] = [];
	const rest: string[] = [];
	for (const line of output.split('\n')) {
		const event = isEvent.test(line) ? parseJsonIfValid(line) : undefined;
		if (!isRecord(event)) {
			// One that was cut off says nothing.
			if (!isEvent.test(line)) rest.push(line);
			continue;
		}
		const {Action: action, Test: test, Output: text} = event;
		if (typeof text === 'string' && typeof test === 'string') said.set(test, `${said.get(test) ?? ''}${text}`);
		else if (typeof text === 'string') rest.push(text.trimEnd());
		if (action === 'fail' && typeof test === 'string') failed.push(test);
	}
	const blocks = failed.map(test =>
		[
			`--- FAIL: ${test}`,
			...(said.get(test) ?? '').split('\n').filter(line => !/^\s*(?:=== |--- FAIL:)/u.test(line)),
		].join('\n'),
	);
	return [...blocks, ...rest].join('\n');
}

const attribute = /\s+(?<name>[\w:-]+)="(?<value>[^"]*)"/gu;
const testcase =
	/<testcase(?<own>(?:\s+[\w:-]+="[^"]*")*)\s*(?:\/>|>(?<body>[\s\S]*?)(?:<\/testcase>|(?=<testcase\b)|$))/gu;
const fault =
	/<(?:failure|error)(?<own>(?:\s+[\w:-]+="[^"]*")*)\s*(?:\/>|>(?<body>[\s\S]*?)(?:<\/(?:failure|error)>|$))/u;

function withoutXml(output: string): string {
	if (!/<testcase\b/u.test(output)) return output;
	return output
		.replaceAll(testcase, (...match) => caseInWords(groupsOf(match)))
		.replaceAll(/<\/?testsuites?\b(?:\s+[\w:-]+="[^"]*")*\s*\/?>|<\?xml[^>]*\?>|<!--[\s\S]*?-->/gu, '')
		.replaceAll(/\n\s*\n+/gu, '\n');
}

const groupsOf = (match: readonly unknown[]): Readonly<Record<string, unknown>> => {
	const last = match.at(-1);
	return isRecord(last) ? last : {};
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function caseInWords({own, body}: Readonly<Record<string, unknown>>): string {
	const found = fault.exec(textOf(body))?.groups;
	if (!found) return '';
	const {name = '', classname = '', file = '', line} = attributesIn(textOf(own));
	const message = attributesIn(found['own'] ?? '')['message'] ?? '';
	const text = unescaped((found['body'] ?? '').replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/u, '$1'));
	const [first = ''] = message.split('\n');
	return [
		`\nnot ok ${[classname, name].filter(part => part !== '').join(' > ')}`,
		...(file === '' || line === undefined ? [] : [`  at: ${file}:${line}`]),
		...(text.includes(first) ? [] : message.split('\n').map(each => `  ${each}`)),
		text,
		'...\n',
	].join('\n');
}

const attributesIn = (text: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		[...text.matchAll(attribute)].map(({groups}) => [groups?.['name'] ?? '', unescaped(groups?.['value'] ?? '')]),
	);

const entities: Readonly<Record<string, string>> = {lt: '<', gt: '>', quot: '"', apos: "'", amp: '&'};
const unescaped = (text: string): string =>
	text.replaceAll(/&(?:#x(?<hex>[\da-f]{1,5})|#(?<code>\d{1,6})|(?<name>\w{2,4}));/giu, (whole, hex, code, name) => {
		if (typeof name === 'string') return entities[name] ?? whole;
		return String.fromCodePoint(Number.parseInt(textOf(hex ?? code), hex === undefined ? 10 : 16));
	});

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

/** An output of so many characters is read at a glance, as it is. */
const short = 1500;

/**
 * At most `most` characters. What is short stays as it is, but for package managers' warnings; of what is longer, the
 * tests that failed come first, each with its place, what was expected and what came, then what else was said of
 * failures, then the end of the output.
 */
export function checkExcerpt(output: string, most: number): string {
	const readable = readableOutput(output);
	const whole = withoutNoise(readable.split('\n')).join('\n').trim();
	const {failures, rest} = testFailures(readable);
	const atOnce = failures.length === 0 ? most : readable === output ? Math.min(most, short) : 0;
	if (whole.length <= atOnce) return whole;
	const told = tellFailures(failures, Math.floor(most * 0.7));
	const lines = withoutNoise(rest).filter(line => !failures.some(failure => line.includes(ownName(failure))));
	const names = [...new Set(lines.filter(isFailedName).map(line => line.trim()))];
	const head = [told, within(names, Math.floor((most - told.length) * 0.3))].filter(part => part !== '').join('\n');
	const room = most - head.length - 2 * (leftOut.length + 2);
	const tellsFailure = head !== '' || reasonsIn(lines).length > 0;
	const ending = Math.floor(room * (tellsFailure ? 0.25 : 1));
	const tail = lastLines(lines, told === '' ? ending : Math.min(ending, 500));
	const detail = windowsWithin(lines, room - tail.length);
	return [head, detail, tail].filter(part => part !== '').join(`\n${leftOut}\n`);
}

/** What tells of failures in an output, at most `most` characters; failed tests of the `whole` come first. */
export function failuresIn(output: string, most: number, whole = output): string {
	const told = tellFailures(testFailures(readableOutput(whole)).failures, Math.floor(most * 0.7));
	const detail = windowsWithin(withoutNoise(testFailures(readableOutput(output)).rest), most - told.length - 2);
	return [told, detail].filter(part => part !== '').join(`\n${leftOut}\n`);
}

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
	readableOutput(output)
		.split('\n')
		.some(line => isFailedName(line) && line.includes(name.trim()));

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
