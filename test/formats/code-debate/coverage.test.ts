import {describe, expect, it} from 'vitest';
import {isPartial, lesserCoverage, sumCoverage, verdictOf} from '../../../src/debate/formats/code-debate.ts';
import {ledgerSections} from '../../../src/formats/code-debate/code-debate.ts';
import {coverageText} from '../../../src/formats/code-debate/coverage.ts';
import {appendedText, escapeMarkdown, parseDebate, titleText} from '../../../src/formats/code-debate/file.ts';
import {codeDebateEnding, withThreshold} from '../../../src/formats/code-debate/options.ts';
import {codeDebateBlocks, ledgerRows, pointsRow} from '../../../src/formats/code-debate/pane.ts';
import {annotations, comment, junit, review, sarif} from '../../../src/formats/code-debate/report.ts';
import {cleanSubject, showSubject, type CodeSubject} from '../../../src/formats/code-debate/subject.ts';
import {parseDiff} from '../../../src/formats/code-debate/diff-files.ts';
import {Verdict, verdictJson} from '../../../src/formats/code-debate/verdict.ts';
import {shownEvents} from '../../../src/formats/index.ts';
import {allRows} from '../../../src/view/blocks.ts';
import {blank, type Row} from '../../../src/view/rows.ts';
import {debateAt} from '../../fixtures/code-debate/table.ts';

const added = (path: string, count: number, text = 'a line of code'): string =>
	`diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${count} @@\n${`+${text}\n`.repeat(count)}`;
const subjectOf = (...diffs: readonly string[]): CodeSubject => ({
	kind: 'commit',
	title: 'commit 0123456789ab: Change',
	message: '',
	files: parseDiff(diffs.join('')),
});
const named = (subject: CodeSubject, room = 50_000) =>
	Object.fromEntries((showSubject(subject, room).coverage?.named ?? []).map(({file, ...read}) => [file, read]));

describe('what is shown of a change', () => {
	it('is counted by file, and what is not read by rule apart', () => {
		const submodule =
			'diff --git a/lib b/lib\nindex 1111111..2222222 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n';
		const binary = 'diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n';
		const subject = subjectOf(
			added('src/a.ts', 3),
			added('package-lock.json', 900),
			added('vendor/x.js', 2),
			binary,
			submodule,
		);
		expect(showSubject(subject, 50_000).coverage).toMatchObject({
			lines: 3,
			shown: 3,
			files: 1,
			whole: 1,
			byRule: {files: 4, lines: 904},
		});
		expect(showSubject(subject, 50_000).text).not.toContain('900 +');
	});

	it.each([
		['build/make.js', undefined],
		['out/x.js', undefined],
		['icons/x.svg', undefined],
		['src/coverage/read.ts', undefined],
		['dist/x.js', 'generated'],
		['a/x.min.js', 'generated'],
		['third_party/x.c', 'vendored'],
		['go.sum', 'lock file'],
	])('has a rule for some names only: %s is %s', (path, why) => {
		expect(named(subjectOf(added(path, 2, '// @generated')))[path]?.why).toBe(why);
	});

	it('says of each file how many of its lines did not fit', () => {
		const read = named(subjectOf(added('src/a.ts', 500), added('src/b.ts', 500)), 8000);
		expect(read['src/a.ts']?.shown).toBeLessThan(500);
		expect(read['src/b.ts']).toMatchObject({lines: 500, shown: 0, why: expect.stringContaining('does not fit')});
	});

	it('is that of a file which the commit before the change has marked, or keeps', () => {
		const subject = subjectOf(added('src/a.ts', 3), added('dist/b.js', 3));
		const files = subject.files.map((file, at) => ({
			...file,
			unread: at === 0 ? 'generated, by .gitattributes' : null,
		}));
		expect(named({...subject, files})).toMatchObject({'src/a.ts': {byRule: true}, 'dist/b.js': {shown: 3}});
	});
});

const big = showSubject(subjectOf(added('src/a.ts', 500), added('a|`b.ts', 4), added('go.sum', 9)), 8000).coverage;

describe('a section', () => {
	const at = {role: 'A', at: '2026-01-01T00:00:00Z'} as const;
	it('says what was read before its own words, which cannot say it', () => {
		if (!big) throw new Error('nothing was counted');
		const said = '*Read: 1 of 1 line, 1 of 1 file whole.*\n\nWell.';
		const section = {heading: 'Opening', body: escapeMarkdown(said), ...at};
		const [opening] = parseDebate(appendedText(titleText('x'), [{...section, coverage: coverageText(big)}])).sections;
		expect(opening?.coverage).toEqual({
			...big,
			named: big.named.map(each => ({...each, file: each.file.replace('`', '')})),
		});
		expect(opening?.body).toBe(escapeMarkdown(said));
		const [bare] = parseDebate(appendedText(titleText('x'), [section])).sections;
		expect(bare?.coverage).toBeUndefined();
	});

	it('names 200 files, and counts the others', () => {
		const many = sumCoverage(
			Array.from({length: 6000}, (_, each) => ({file: `f${each}`, lines: 1, shown: each === 5999 ? 0 : 1})),
		);
		if (!many) throw new Error('nothing was counted');
		expect(coverageText(many)).toContain('and 5,800 more files');
		const [read] = parseDebate(
			appendedText(titleText('x'), [{heading: 'Opening', coverage: coverageText(many), body: 'Well.', ...at}]),
		).sections;
		expect(read?.coverage).toMatchObject({lines: 6000, shown: 5999, files: 6000, whole: 5999});
		expect(read?.coverage?.named[0]?.file).toBe('f5999');
		expect(read?.body).toBe('Well.');
	});
});

it('the side that was shown less counts', () => {
	const [less, more] = [200, 100].map(shown => sumCoverage([{file: 'a', lines: 200, shown}]));
	for (const pair of [
		[less, more],
		[more, less],
	] as const)
		expect(lesserCoverage(...pair)?.shown).toBe(100);
	expect(lesserCoverage(undefined, less)).toEqual(less);
	expect(verdictOf([], more)).toBe('undecided');
	expect(verdictOf([], undefined)).toBe('merge');
	expect(verdictOf([{state: 'agreed', severity: 'blocker'}], more)).toBe('do not merge');
});

describe('a debate on a part of a change', () => {
	const silent = ({purpose}: {purpose: string}) =>
		purpose === 'opening' ? {summary: 'It is fine.', points: []} : {findings: []};
	const held = debateAt({
		subject: subjectOf(added('src/a.ts', 500), added('go.sum', 9)),
		a: silent,
		b: silent,
		room: 8000,
	});

	it('is undecided, in each report and by its exit code', async () => {
		const {state, text} = await held;
		expect(text).toContain('**Verdict: undecided.**');
		const {verdict, coverage} = Verdict.parse(JSON.parse(verdictJson(state)));
		expect(verdict).toBe('undecided');
		expect(coverage).toMatchObject({state: 'partial', lines: 500, byRule: {files: 1, lines: 9}});
		const section = state.formats.codeDebate.sections[0];
		const told = {
			text,
			sarif: sarif(state),
			junit: junit(state),
			comment: comment(state),
			annotations: annotations(state),
			review: review(state),
			transcript: ledgerSections(state).join('\n'),
			stdout: section ? shownEvents.section.plain?.lines({...section, at: 0}, state).join('\n') : '',
			screen: ledgerRows(state, 400)
				.flatMap(({spans}) => spans.map(span => span.text))
				.join(''),
		};
		for (const [where, words] of Object.entries(told)) {
			expect(words, where).toMatch(/Not read: \d+ of 500 lines, in 1 of 1 file: src\/a.ts/u);
			expect(words, where).toMatch(/Not read by rule: 1 file with 9 lines: go.sum \(lock file\)/u);
		}
		expect(junit(state)).toContain('<failure type="undecided"');
		expect(junit(state)).not.toContain('name="nothing should be changed"');
		expect(codeDebateEnding(state)).toMatchObject({code: 8});
	});

	it('ends on the stage with that, and not with a consensus alone', async () => {
		const finding = {title: 'Slow', severity: 'minor', file: 'src/a.ts', line: 1, claim: 'It is.'};
		const raised = ({purpose}: {purpose: string}) =>
			purpose === 'opening' ? {summary: 'Slow.', points: [finding]} : {findings: []};
		const quick = {config: {depth: 'quick'}, runs: () => ({ran: 'holds' as const}), room: 8000};
		const {state} = await debateAt({subject: subjectOf(added('src/a.ts', 500)), a: raised, b: raised, ...quick});
		const closing = state.formats.codeDebate.sections.at(-1);
		const textOf = ({spans, right = []}: Row) => [...spans, ...right].map(({text}) => text).join('');
		const undecided = /undecided: \d+ of 500 lines not read$/u;
		expect(state.formats.codeDebate.resolved).toBe(1);
		expect(closing && shownEvents.section.moment?.({...closing, at: 0}, state)?.what).toMatch(undecided);
		expect(textOf(pointsRow(state) ?? blank)).toMatch(undecided);
		expect(state.reason).toMatch(/^0 of 1 points agreed, 1 noted; \d+ of 500 lines not read$/u);
		const end = allRows(codeDebateBlocks(state, 80)).map(textOf).join(' ');
		expect(end).toMatch(/lines not read +Not read: \d+ of 500 lines, in 1 of 1 file: src\/a\.ts/u);
	});

	it('counts where that is allowed, and says so in each report', async () => {
		const state = withThreshold((await held).state, {allowPartial: true});
		expect(Verdict.parse(JSON.parse(verdictJson(state)))).toMatchObject({verdict: 'merge', coverage: {allowed: true}});
		for (const report of [sarif, junit, comment, annotations, review])
			expect(report(state)).toContain('--allow-partial');
		expect(codeDebateEnding(state)).toBeUndefined();
		const {coverage} = state.formats.codeDebate;
		expect(coverage.A && isPartial(coverage.A)).toBe(true);
	});
});

describe('room', () => {
	const moves = Array.from(
		{length: 6000},
		(_, at) =>
			`diff --git a/old/${at}.js b/new/${at}.js\nsimilarity index 100%\nrename from old/${at}.js\nrename to new/${at}.js\n`,
	);
	const edit =
		'diff --git a/src/limit.js b/src/limit.js\n--- a/src/limit.js\n+++ b/src/limit.js\n@@ -1 +1 @@\n-const limit = 30;\n+const limit = 3;\n';

	it('is for lines before names: moves are folders and a number', () => {
		const {text, coverage} = showSubject(subjectOf(...moves, edit), 4000);
		expect(text).toContain('+ const limit = 3;');
		expect(text).toContain('- 6,000 files moved from old/ to new/: renamed, without another change');
		expect(coverage).toMatchObject({files: 6001, whole: 6001});
	});

	it('is not used up by names of files that have lines', () => {
		const {text, coverage} = showSubject(
			subjectOf(edit, ...Array.from({length: 3000}, (_, at) => added(`n/${at}.js`, 1, 'x'))),
			30_000,
		);
		expect(text.split('===')[0]?.length).toBeLessThan(1700);
		expect(text.length).toBeLessThanOrEqual(30_000);
		expect(coverage?.shown).toBeGreaterThan(500);
		expect(text).toMatch(/- [\d,]+ files in n\/: left out, for it does not fit/u);
	});

	it('goes to changes before what stands around them', () => {
		const around = Array.from({length: 100}, (_, at) => ` line ${at} of what stands there`).join('\n');
		const long = (name: string) =>
			`diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,101 +1,101 @@\n${around}\n-old ${name}\n+new ${name}\n`;
		const {text, coverage} = showSubject(subjectOf(long('a.js'), long('b.js')), 4800);
		expect(text).toContain('+ new b.js');
		expect(coverage).toMatchObject({lines: 4, shown: 4});
	});
});

describe('a change of form', () => {
	const linesOf = (texts: readonly string[], mark: string) => texts.map(text => `${mark}${text}\n`).join('');
	const hunk = (before: readonly string[], after: readonly string[]) =>
		`diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,${before.length} +1,${after.length} @@\n${linesOf(before, '-')}${linesOf(after, '+')}`;
	const plain = Array.from({length: 50}, (_, at) => `line ${at}`);
	it.each([
		['line ends from LF to CRLF in 50 lines', plain, plain.map(text => `${text}\r`)],
		['line ends from CRLF to LF in 50 lines', plain.map(text => `${text}\r`), plain],
		['byte order mark added in 1 line', ['x'], ['\uFEFFx']],
		['the encoding in 1 line', ['caf\uDCE9'], ['café']],
	])('is told in a line: %s', (words, before, after) => {
		const {text, coverage} = showSubject(subjectOf(hunk(before, after)), 9000);
		expect(text).toContain(`- a.js: nothing but this: ${words}`);
		expect(text).not.toContain('===');
		expect(coverage).toMatchObject({lines: before.length * 2, shown: before.length * 2});
	});

	it('hides no line that differs in more', () => {
		const after = plain.map(text => `${text}\r`).toSpliced(30, 1, 'evil();\r', 'more();\r');
		const {text} = showSubject(subjectOf(hunk(plain, after)), 9000);
		expect(text).toMatch(/31 - line 30\n +31 \+ evil\(\);\r?\n +32 \+ more\(\);/u);
		expect(text).toContain('line ends from LF to CRLF in 49 lines');
		expect(text).not.toContain('line 10');
	});

	it('says what becomes of a mode', () => {
		const mode = 'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n';
		expect(showSubject(subjectOf(mode), 9000).text).toContain('- run.sh: nothing but this: it can be run now');
	});
});

it('a change that marks files as not to be read has that raised and agreed by code', async () => {
	const empty = ({purpose}: {purpose: string}) =>
		purpose === 'opening' ? {summary: 'It is fine.', points: []} : {findings: []};
	const subject = cleanSubject(
		subjectOf(added('.gitattributes', 1, 'src/** linguist-generated'), added('src/a.ts', 1)),
	);
	const {state} = await debateAt({subject, a: empty, b: empty, config: {hidden: subject.hidden}});
	const {points} = Verdict.parse(JSON.parse(verdictJson(state)));
	expect(points).toMatchObject([{severity: 'minor', outcome: 'upheld', place: {file: '.gitattributes', line: 1}}]);
	const off = cleanSubject(subjectOf(added('.gitattributes', 1, 'src/** -linguist-generated')));
	expect(off.hidden).toEqual([]);
});
