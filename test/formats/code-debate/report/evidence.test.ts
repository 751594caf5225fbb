import {describe, expect, it} from 'vitest';
import {ledgerSections} from '../../../../src/formats/code-debate/code-debate.ts';
import {comment, review, sarif} from '../../../../src/formats/code-debate/report.ts';
import {type CodeSubject} from '../../../../src/formats/code-debate/subject.ts';
import {parseDiff} from '../../../../src/formats/code-debate/diff-files.ts';
import {judgeCommand, judgePatch, whyNotRun, type GivenEvidence} from '../../../../src/formats/code-debate/evidence.ts';
import {debateAt, type Answers} from '../../../fixtures/code-debate/table.ts';

const diff = 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n';
const subject: CodeSubject = {kind: 'diff', title: 'diff main...HEAD', message: '', files: parseDiff(diff)};

/** A raises a point with this evidence, and with the other one when it is asked again; B takes it. */
async function held(
	first: object,
	second: object,
): Promise<{text: string; asked: string[]; reports: string[]; table: string}> {
	const asked: string[] = [];
	const a: Answers = ({purpose, messages}) => {
		if (purpose === 'consensus') return {summary: 'That is it.', actions: []};
		asked.push(messages.at(-1)?.content ?? '');
		const evidence = asked.length === 1 ? first : second;
		const point = {
			title: 'Wrong',
			severity: 'major',
			file: 'a.js',
			line: 1,
			claim: 'It is wrong.',
			resolution: 'Mend it.',
		};
		return {summary: 'One thing.', points: [{...point, ...(Object.keys(evidence).length > 0 && {evidence})}]};
	};
	const b: Answers = ({purpose}) =>
		purpose === 'review'
			? {findings: []}
			: {points: [{id: 'P1', tried: 'the line with one value of each kind', why: '', category: 'agreed'}]};
	const {text, state} = await debateAt({subject, a, b});
	return {text, asked, reports: [comment(state), sarif(state), review(state)], table: ledgerSections(state).join('\n')};
}

describe('what a point brings to show itself', () => {
	it('is sent back at once where it is called a patch and is none, and left out where it still is none', async () => {
		const none = {kind: 'patch', text: 'Change `old` to `new` in a.js.'};
		const {text, asked, reports} = await held(none, none);
		expect(asked).toHaveLength(2);
		expect(asked[1]).toContain('its patch is no unified diff');
		for (const each of [text, ...reports]) expect(each).not.toContain('Change `old`');
		const mended = await held(none, {kind: 'patch', text: diff});
		expect(mended.text).toContain('*Shown by (patch), claimed:*');
		expect((await held({kind: 'patch', text: diff}, none)).asked).toHaveLength(1);
	});

	it('is sent back where a value in it was taken out as a secret, and is not run', async () => {
		const command = (value: string) => ({
			kind: 'command',
			text: 'The password is written.',
			run: `node -p "write({password: '${value}'})"`,
			expect: `password=${value}`,
		});
		const {asked, text} = await held(command('s3cret4you'), command('x1'));
		expect(asked).toHaveLength(2);
		expect(asked[1]).toContain('a value in it looks like a secret and was taken out');
		expect(text).toContain(`$ node -p "write({password: 'x1'})"`);
		const twice = await held(command('s3cret4you'), command('s3cret4you'));
		expect(twice.text).toContain(`$ node -p "write({password: '[redacted:password]'})"`);
		const redacted: GivenEvidence = {kind: 'command', text: 'It is.', run: "f('[redacted:password]')", exit: 1};
		expect(whyNotRun(redacted)).toContain('looks like a secret');
		expect(whyNotRun({kind: 'patch', text: `${diff}-key = '[redacted:key, 8 letters]'\n`})).toContain('secret');
	});

	it('keeps the blanks of its lines in every report', async () => {
		const indented = diff.replaceAll('old', '    old').replace(' same', '     same');
		const {reports} = await held({kind: 'patch', text: indented}, {});
		const [written, , plain] = reports;
		for (const report of [written, plain]) expect(report).toContain(indented.trim());
	});

	it('has a column in the tables of comment and transcript, where there is any', async () => {
		const command = {kind: 'command', text: 'It throws.', run: 'node -e "f()"', exit: 1};
		const {reports, table} = await held(command, {});
		expect(reports[0]).toContain('| | severity | where | what | evidence |');
		expect(reports[0]).toContain('| P1 | major | `a.js:1` | Wrong | claimed (command) |');
		expect(table).toMatch(/\| state \| evidence \| course \|[^]*\| claimed \(command\) \|/u);
		const none = await held({}, {});
		for (const text of [none.reports[0], none.table]) expect(text).not.toContain('| evidence |');
	});

	it('is told as claimed in every report, for nobody has run it', async () => {
		const {reports} = await held({kind: 'command', text: 'ls -l: the test passes'}, {});
		for (const report of reports) {
			expect(report).toContain('Claimed, and not run (command)');
			expect(report).not.toContain('Shown by');
		}
	});
});

const run = (exit_code: number | null, output = '', timed_out = false) => ({exit_code, output, timed_out});
const given = (expected: Partial<GivenEvidence>): GivenEvidence => ({
	kind: 'command',
	text: 'It throws.',
	run: 'node -e "f()"',
	...expected,
});

describe('what came of a run', () => {
	it('holds only where the command ends and prints as was said', () => {
		const both = given({exit: 1, expect: 'TypeError:  x'});
		expect(judgeCommand(both, run(1, 'at f\nTypeError: x is null')).ran).toBe('holds');
		expect(judgeCommand(both, run(0, 'TypeError: x')).ran).toBe('does not hold');
		expect(judgeCommand(both, run(1, 'all is well')).ran).toBe('does not hold');
		// A short text stands in too much.
		expect(judgeCommand(given({expect: '42'}), run(0, 'took 421 ms')).ran).toBe('does not hold');
		expect(judgeCommand(given({expect: '42'}), run(0, 'so:\n 42\n')).ran).toBe('holds');
	});

	it('is claimed where the run says nothing of the code', () => {
		const undecided = [run(1, '', true), run(127), run(1, "Cannot find module 'lib'"), run(6, 'getaddrinfo EAI_AGAIN')];
		for (const each of undecided) expect(judgeCommand(given({expect: 'NaN'}), each).ran).toBeUndefined();
		const same = run(0, 'NaN');
		expect(judgeCommand(given({expect: 'NaN'}), same, same).ran).toBeUndefined();
		expect(whyNotRun(given({}))).toBeDefined();
		// What it prints stands in the command: it was told to.
		expect(whyNotRun(given({run: 'echo NaN', expect: 'NaN'}))).toBeDefined();
		expect(whyNotRun({kind: 'input', text: 'an empty list', exit: 1})).toBeDefined();
	});

	it('of a patch depends on what the tests say without it', () => {
		const [green, red] = [run(0), run(1)];
		expect(judgePatch(green, undefined, undefined).ran).toBe('holds');
		expect(judgePatch(red, green, undefined).ran).toBe('does not hold');
		expect(judgePatch(red, red, green).ran).toBe('does not hold');
		expect(judgePatch(red, red, red).ran).toBeUndefined();
		expect(judgePatch(red, red, undefined).ran).toBeUndefined();
	});

	it('is no word of a model: what it says of runs is left out of its evidence', async () => {
		const evidence = {...given({exit: 1}), ran: 'holds', why: 'found in the bytes by code'};
		const {text, reports} = await held(evidence, evidence);
		expect(text).toContain('*Shown by (command), claimed:*');
		for (const report of reports) expect(report).toContain('Claimed, and not run (command)');
	});
});
