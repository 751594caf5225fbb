/**
 * Planted defects: ten small commits with one known bug each and ten clean ones, reviewed by sides that find the bug or
 * miss it. What comes out is checked in every form that a program reads.
 */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {XMLParser} from 'fast-xml-parser';
import {beforeAll, describe, expect, it} from 'vitest';
import {z} from 'zod';
import type {PointSeverity} from '../../../../src/debate/formats/code-debate.ts';
import {readSubject} from '../../../../src/formats/code-debate/host/git-subject.ts';
import {codeDebateThreshold} from '../../../../src/formats/code-debate/options.ts';
import {showSubject, type CodeSubject} from '../../../../src/formats/code-debate/subject.ts';
import {parseDiff} from '../../../../src/formats/code-debate/diff-files.ts';
import {annotations, comment, junit, sarif} from '../../../../src/formats/code-debate/report.ts';
import {Verdict, verdictJson} from '../../../../src/formats/code-debate/verdict.ts';
import {every} from '../../../hunt/every.ts';
import {sarifFaults} from '../../../fixtures/code-debate/sarif-schema.ts';
import {debateAt, type Answers} from '../../../fixtures/code-debate/table.ts';

/** A file before, after, and after with the bug; the bug's line, and how grave it is. */
type Planted = readonly [
	file: string,
	before: string,
	clean: string,
	bug: string,
	line: number,
	severity: PointSeverity,
];
const planted: readonly Planted[] = [
	['limit.js', 'x', 'if (count >= limit) stop();', 'if (count > limit) stop();', 1, 'major'],
	[
		'total.js',
		'x',
		'let sum = 0;\nfor (const n of all) sum += n;',
		'let sum;\nfor (const n of all) sum += n;',
		1,
		'major',
	],
	['read.js', 'x', 'const text = await read(file);', 'const text = read(file);', 1, 'major'],
	['query.py', 'x', 'db.execute(sql, (name,))', 'db.execute(sql % name)', 1, 'blocker'],
	['run.sh', 'x', 'set -e\nrm -r -- "$dir"', 'set -e\nrm -r -- $dir', 2, 'blocker'],
	['cache.go', 'x', 'mu.Lock()\ndefer mu.Unlock()', 'mu.Lock()', 1, 'major'],
	['date.js', 'x', 'new Date(year, month - 1, day)', 'new Date(year, month, day)', 1, 'major'],
	['retry.ts', 'x', 'catch (error) { report(error); }', 'catch {}', 1, 'minor'],
	['Makefile', 'x', 'all: build test', 'all: biuld test', 1, 'minor'],
	['häßlich name.js', 'x', 'export const ok = true;', 'export const ok = "true";', 1, 'note'],
];

const repository = mkdtempSync(join(tmpdir(), 'rostrum-planted-'));
const git = (...args: readonly string[]): string =>
	execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], {
		cwd: repository,
		encoding: 'utf8',
	});
const commits = new Map<string, string>();

/** Every third one, with bugs of each weight that stops a change or does not; every other one in test:deep. */
const tried = planted.filter((_, place) => place % every(3, 2) === 0);

beforeAll(() => {
	git('init', '-q');
	for (const [file, before, clean, bug] of tried)
		for (const [kind, text] of [
			['before', before],
			['clean', clean],
			['before again', before],
			['bug', bug],
		] as const) {
			writeFileSync(join(repository, file), `${text}\n`);
			git('add', '-A');
			git('commit', '-q', '--allow-empty', '-m', `${file} ${kind}`);
		}
	for (const [, id = '', what = ''] of git('log', '--format=%H %s').matchAll(/^(\w+) (.*)$/gmu)) commits.set(what, id);
}, 60_000);

const point = ([file, , clean, , line, severity]: Planted) => ({
	title: 'The bug',
	severity,
	file,
	line,
	claim: 'With 100% of the cases at the border\nit goes wrong: ::error::',
	evidence: {kind: 'input', text: 'the border'},
	resolution: `Write ${clean.split('\n')[0]}`,
});

/** `finds`: whether it sees the bug by itself; `agrees`: what it makes of the other side's point. */
const side =
	(bug: Planted | undefined, finds: boolean, agrees: 'agreed' | 'disagreed'): Answers =>
	({purpose, messages}) => {
		const points = bug && finds ? [point(bug)] : [];
		if (purpose === 'opening') return {summary: points.length > 0 ? 'One thing is wrong.' : 'It is right.', points};
		if (purpose === 'review') return {findings: points};
		const task = messages.findLast(({content}) => content.includes('<task'))?.content ?? '';
		const due = /due="(?<due>[^"]*)"/u.exec(task)?.groups?.['due']?.split(' ') ?? [];
		return {
			points: due.map(id => ({
				id,
				tried: 'the value right at the border',
				why: 'The code at this line decides it.',
				category: finds ? 'agreed' : agrees,
			})),
		};
	};

const Sarif = z.object({
	runs: z.array(z.object({results: z.array(z.object({level: z.string(), ruleId: z.string()}))})),
});
const levels = {blocker: 'error', major: 'error', minor: 'warning', note: 'note'} as const;

describe.each(tried.map(each => [each[0], each] as const))('a change of %s', (file, bug) => {
	const review = async (kind: 'clean' | 'bug', a: Answers, b: Answers) => {
		const subject = await readSubject({kind: 'commit', revision: commits.get(`${file} ${kind}`) ?? ''}, repository);
		const {state} = await debateAt({subject, a, b});
		const report = sarif(state);
		expect(sarifFaults(JSON.parse(report))).toEqual([]);
		return {
			state,
			verdict: Verdict.parse(JSON.parse(verdictJson(state))),
			results: Sarif.parse(JSON.parse(report)).runs.flatMap(({results}) => results),
			lines: annotations(state)
				.split('\n')
				.filter(line => line !== '' && !/^::(?:debug::|notice title=What was read::)/u.test(line)),
			cases: z
				.object({testsuites: z.object({'@_failures': z.string(), '@_skipped': z.string()})})
				.parse(new XMLParser({ignoreAttributes: false}).parse(junit(state))).testsuites,
			posted: comment(state),
		};
	};
	const [, , , , line, severity] = bug;

	it('that is clean is let through', async () => {
		const {state, verdict, results, lines, posted} = await review(
			'clean',
			side(undefined, false, 'agreed'),
			side(undefined, false, 'agreed'),
		);
		expect(verdict).toMatchObject({outcome: 'consensus', verdict: 'merge', points: []});
		expect([results, lines]).toEqual([[], []]);
		expect(codeDebateThreshold(state, {failOn: 'note', failOnDisputed: true})).toBeUndefined();
		expect(posted).toContain('## Review: merge\n');
	});

	it.each([
		['both find', true, true],
		['only A finds, and B sees on looking', true, false],
		['only B finds, and A sees on looking', false, true],
	] as const)('with a bug that %s is stopped at its line', async (_, first, second) => {
		const {state, verdict, results, lines, cases} = await review(
			'bug',
			side(bug, first, 'agreed'),
			side(bug, second, 'agreed'),
		);
		expect(verdict.outcome).toBe('consensus');
		const outcome = severity === 'note' && first !== second ? 'noted' : 'upheld';
		expect(verdict.points).toMatchObject([{outcome, severity, place: {file, line, side: 'new'}}]);
		expect(verdict.verdict).toBe(
			severity === 'blocker' ? 'do not merge' : severity === 'note' ? 'merge' : 'merge after fixes',
		);
		expect(results).toMatchObject([{ruleId: outcome, level: levels[severity]}]);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain(`file=${file},line=${line},`);
		expect(lines[0]).toMatch(/::With 100%25 of the cases at the border(?:%0A| )it/u);
		expect(cases['@_failures']).toBe(severity === 'note' ? '0' : '1');
		expect(codeDebateThreshold(state, {failOn: severity})).toContain('P1');
		expect(codeDebateThreshold(state, {failOn: 'blocker'}) === undefined).toBe(severity !== 'blocker');
	});

	// A note has no reply that could dispute it.
	it.skipIf(severity === 'note')(
		'with a bug that B does not believe in stays disputed, and counts only where that is asked for',
		async () => {
			const stubborn: Answers = request => {
				const said = side(bug, true, 'disagreed')(request);
				return request.purpose === 'follow-up'
					? JSON.parse(JSON.stringify(said).replaceAll('"agreed"', '"disagreed"'))
					: said;
			};
			const {state, verdict, results, cases} = await review('bug', stubborn, side(bug, false, 'disagreed'));
			expect(verdict.outcome).toBe('deadlock');
			expect(verdict.points).toMatchObject([{outcome: 'disputed'}]);
			expect(results).toMatchObject([{ruleId: 'disputed', level: 'note'}]);
			expect([cases['@_failures'], cases['@_skipped']]).toEqual(['0', '1']);
			expect(codeDebateThreshold(state, {failOn: 'note'})).toBeUndefined();
			expect(codeDebateThreshold(state, {failOnDisputed: true})).toContain('P1');
		},
	);

	it.skipIf(severity === 'note')('with a point that its writer drops has nothing to act on', async () => {
		const {state, verdict, results, lines} = await review(
			'bug',
			side(bug, true, 'agreed'),
			side(bug, false, 'disagreed'),
		);
		expect(verdict).toMatchObject({outcome: 'consensus', verdict: 'merge', points: [{outcome: 'withdrawn'}]});
		expect([results, lines]).toEqual([[], []]);
		expect(codeDebateThreshold(state, {failOn: 'note', failOnDisputed: true})).toBeUndefined();
	});

	it('with a bug that nobody sees goes through, and nothing is made up', async () => {
		const {verdict} = await review('bug', side(bug, false, 'agreed'), side(bug, false, 'agreed'));
		expect(verdict).toMatchObject({outcome: 'consensus', points: []});
	});
});

describe('a point without a place among the new files', () => {
	const subject: CodeSubject = {
		kind: 'diff',
		title: 'diff main...HEAD',
		message: '',
		files: parseDiff(
			'diff --git a/gone.js b/gone.js\ndeleted file mode 100644\n--- a/gone.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\ndiff --git a/kept.js b/kept.js\n--- a/kept.js\n+++ b/kept.js\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n',
		),
	};
	const raised = {severity: 'minor', claim: 'It is missing.', evidence: null, resolution: 'Add it.'};
	const a: Answers = ({purpose}) =>
		purpose === 'opening'
			? {
					summary: 'Three gaps.',
					points: [
						{...raised, title: 'No word in the changelog', file: null, line: null, side: 'new'},
						{...raised, title: 'What went away was used', file: 'gone.js', line: 1, side: 'old'},
						{...raised, title: 'The old line was right', file: 'kept.js', line: 1, side: 'old'},
					],
				}
			: {summary: 'That is it.', actions: [], points: []};
	const b = side(undefined, false, 'agreed');

	it('has one in SARIF and annotations, where an uploader takes it, and says what it is about', async () => {
		const {state} = await debateAt({subject, a, b});
		const {start} = state;
		if (!start) throw new Error('it did not start');
		const code = showSubject(subject, 10_000).text;
		const withCode = {...state, start: {...start, subject: {...start.subject, code}}};
		const report = JSON.parse(sarif(withCode));
		expect(sarifFaults(report)).toEqual([]);
		const results = PlacedResults.parse(report).runs.flatMap(run => run.results);
		expect(
			results.map(({locations, message}) => [
				locations.map(
					({physicalLocation: {artifactLocation, region}}) => `${artifactLocation.uri}:${region.startLine}`,
				),
				message.text.split('\n').at(-1),
			]),
		).toEqual([
			[['kept.js:1'], 'This is about the change as a whole.'],
			[['kept.js:1'], 'This is about `gone.js:1` as it was before the change.'],
			[['kept.js:1'], 'This is about `kept.js:1` as it was before the change.'],
		]);
		expect(annotations(withCode).match(/file=kept\.js,line=1/gu)).toHaveLength(3);
		// Where nothing is known of the code, a point without a place is told, and takes no other with it.
		const bare = JSON.parse(sarif(state));
		expect(sarifFaults(bare)).toEqual([]);
		expect(PlacedResults.parse(bare).runs[0]?.results).toHaveLength(2);
		expect(JSON.stringify(bare)).toContain('P1 (upheld, minor): No word in the changelog.');
	});
});

const PlacedResults = z.object({
	runs: z.array(
		z.object({
			results: z.array(
				z.object({
					message: z.object({text: z.string()}),
					locations: z
						.array(
							z.object({
								physicalLocation: z.object({
									artifactLocation: z.object({uri: z.string()}),
									region: z.object({startLine: z.number()}),
								}),
							}),
						)
						.min(1),
				}),
			),
		}),
	),
});
