import {describe, expect, it} from 'vitest';
import {comment, review, sarif} from '../../../../src/formats/code-debate/report.ts';
import {parseDiff, type CodeSubject} from '../../../../src/formats/code-debate/subject.ts';
import {debateAt, type Answers} from '../../../fixtures/code-debate/table.ts';

const diff = 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n';
const subject: CodeSubject = {kind: 'diff', title: 'diff main...HEAD', message: '', files: parseDiff(diff)};

/** A raises a point with this evidence, and with the other one when it is asked again; B takes it. */
async function held(first: object, second: object): Promise<{text: string; asked: string[]; reports: string[]}> {
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
		return {summary: 'One thing.', points: [{...point, evidence}]};
	};
	const b: Answers = ({purpose}) =>
		purpose === 'review'
			? {findings: []}
			: {points: [{id: 'P1', tried: 'the line with one value of each kind', why: '', category: 'agreed'}]};
	const {text, state} = await debateAt({subject, a, b});
	return {text, asked, reports: [comment(state), sarif(state), review(state)]};
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

	it('is told as claimed in every report, for nobody has run it', async () => {
		const {reports} = await held({kind: 'command', text: 'ls -l: the test passes'}, {});
		for (const report of reports) {
			expect(report).toContain('Claimed, and not run (command)');
			expect(report).not.toContain('Shown by');
		}
	});
});
