import {execFileSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {subjectFor} from '../../../../src/formats/code-debate/host/code-subject.ts';
import {comment, sarif} from '../../../../src/formats/code-debate/report.ts';
import {Verdict, verdictJson} from '../../../../src/formats/code-debate/verdict.ts';
import {codeDebateThreshold} from '../../../../src/formats/code-debate/options.ts';
import {showSubject, type CodeSubject} from '../../../../src/formats/code-debate/subject.ts';
import {sarifFaults} from '../../../fixtures/code-debate/sarif-schema.ts';
import {debateAt, type Answers} from '../../../fixtures/code-debate/table.ts';

/** A line as it is committed, as everybody is shown it, and how grave it is. */
const lines: readonly (readonly [bytes: string | Buffer, shown: string, severity: 'major' | 'minor' | 'note'])[] = [
	['if (level !== "user\u202E // Check if admin\u2066 ") go();', 'user\\u202E // Check if admin\\u2066 "', 'major'],
	['if (role === "adm\u200Bin") go();', '"adm\\u200Bin"', 'major'],
	['const k\u00ADey = 1;', 'k\\u00ADey', 'major'],
	['const a = "x\uFEFFy";', '"x\\uFEFFy"', 'major'],
	['const \u0430dmin = true;', '\\u0430dmin', 'major'],
	['if (env\u01C3=PRODUCTION) go();', 'env\\u01C3=PRODUCTION', 'major'],
	['wait()\u037E stop()', 'wait()\\u037E stop()', 'major'],
	['// all good\u2028destroy();', 'all good\\u2028destroy();', 'major'],
	['echo("\u001B[2Kfine\b\b\bbad");', '\\u001B[2Kfine\\u0008\\u0008\\u0008bad', 'major'],
	['const tag = "a\u{E0041}\u{E0042}";', 'a\\u{E0041}\\u{E0042}', 'major'],
	[Buffer.from('// gr\xFC\xDFe', 'latin1'), 'gr\\xFC\\xDFe', 'minor'],
	[Buffer.from([0x2f, 0x2f, 0x20, 0x83, 0x5c, 0x83, 0x74]), '// \\x83\\\\x83t', 'minor'],
];
const repository = mkdtempSync(path.join(tmpdir(), 'rostrum-hidden-'));
let subject: CodeSubject;

beforeAll(async () => {
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], {cwd: repository});
	git('init', '-q');
	git('commit', '-q', '--allow-empty', '-m', 'Nothing');
	const parts = lines.flatMap(([bytes]) => [typeof bytes === 'string' ? Buffer.from(bytes) : bytes, Buffer.from('\n')]);
	// What is at home in other languages is hidden to nobody.
	const usual = '// Привет, запрос к API: می‌خواهم, 👨‍👩‍👧 ❤️, Δt = 3 μs, 日本語（全角）\r\n';
	writeFileSync(path.join(repository, 'all.js'), Buffer.concat([Buffer.from('\uFEFF'), ...parts, Buffer.from(usual)]));
	git('add', '.');
	git('commit', '-q', '-m', 'All of them');
	subject = await subjectFor({kind: 'commit', revision: 'HEAD'}, repository);
});

/** Sides that see nothing, and believe nothing. */
const blind: Answers = ({purpose, messages}) => {
	if (purpose === 'opening') return {summary: 'It is right.', points: []};
	if (purpose === 'review') return {findings: []};
	if (purpose === 'consensus') return {summary: 'That is it.', actions: []};
	const task = messages.findLast(({content}) => content.includes('<task'))?.content ?? '';
	const due = /due="(?<due>[^"]*)"/u.exec(task)?.groups?.['due']?.split(' ') ?? [];
	return {points: due.map(id => ({id, why: 'I see nothing of that there.', category: 'disagreed', withdrawn: true}))};
};

describe('hidden characters in a commit', () => {
	it('are shown as escapes at their lines, and named', () => {
		const {text} = showSubject(subject, 100_000);
		for (const [at, [, shown]] of lines.entries()) {
			expect(text.split('\n').find(line => line.startsWith(`${String(at + 1).padStart(5)} +`))).toContain(shown);
			expect(text).toMatch(new RegExp(String.raw`^- all\.js:${at + 1}: (?:U\+|0x)[0-9A-F]+, `, 'mu'));
		}
		expect(text).toContain('Привет, запрос к API: می‌خواهم, 👨‍👩‍👧 ❤️, Δt = 3 μs, 日本語（全角）');
		expect(subject.hidden).toHaveLength(lines.length);
		// eslint-disable-next-line no-control-regex -- that is what must not be there
		expect(text).not.toMatch(/[\u0000-\u0008\u200B\u202E\u2066\uFEFF\uFFFD]/u);
	});

	it('are points by code, upheld whatever the models say of them, each in SARIF at its line', async () => {
		const {state} = await debateAt({subject, a: blind, b: blind, config: {hidden: subject.hidden}});
		const {points, verdict} = Verdict.parse(JSON.parse(verdictJson(state)));
		expect(verdict).not.toBe('merge');
		expect(
			points.map(({place, outcome, severity, title}) => [place?.line, outcome, severity, title.split(':')[0]]),
		).toEqual(
			lines
				.map(([, , severity], at) => [at + 1, 'upheld', severity, 'hidden-character'])
				.toSorted((one, other) => order.indexOf(String(one[2])) - order.indexOf(String(other[2]))),
		);
		const report = JSON.parse(sarif(state));
		expect(sarifFaults(report)).toEqual([]);
		const results: {ruleId: string; locations: {physicalLocation: {region: {startLine: number}}}[]}[] =
			report.runs[0].results;
		expect(results.map(({ruleId}) => ruleId)).toEqual(lines.map(() => 'hidden-character'));
		expect(
			results.map(({locations}) => locations[0]?.physicalLocation.region.startLine).toSorted((a = 0, b = 0) => a - b),
		).toEqual(lines.map((_, at) => at + 1));
		expect(codeDebateThreshold(state, {failOn: 'major', failOnDisputed: false})).toBeDefined();
		expect(comment(state)).toContain(String.raw`adm\u200Bin`);
	});

	it('of many lines are one point a file, as grave as its gravest line', async () => {
		const many = lines.flatMap(([bytes]) => (typeof bytes === 'string' ? [bytes] : [])).join('\n');
		writeFileSync(path.join(repository, 'new.js'), `${many}\n${many}\n`);
		const {hidden = []} = await subjectFor({kind: 'files', paths: ['new.js']}, repository);
		expect(hidden.map(({file, severity, more}) => [file, severity, more])).toEqual([['new.js', 'major', 2 * 10 - 1]]);
	});
});
const order = ['major', 'minor', 'note'];
