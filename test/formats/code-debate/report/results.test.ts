import {describe, expect, it} from 'vitest';
import {findFormat} from '../../../../src/app/files/export-formats.ts';
import {outcomePointsOf} from '../../../../src/exports/outcome-points.ts';
import {comment, junit, review, sarif} from '../../../../src/formats/code-debate/report.ts';
import {Verdict, verdictJson} from '../../../../src/formats/code-debate/verdict.ts';
import {codeDebateInput, codeDebateThreshold, withThreshold} from '../../../../src/formats/code-debate/options.ts';
import {type CodeSubject} from '../../../../src/formats/code-debate/subject.ts';
import {parseDiff} from '../../../../src/formats/code-debate/diff-files.ts';
import {plainLines} from '../../../../src/ui/plain/plain-lines.ts';
import {revision, runDuel, scripted} from '../../model-duel/duel.ts';
import {debateAt, type Answers} from '../../../fixtures/code-debate/table.ts';
import {codeDebate} from '../../../../src/formats/code-debate/code-debate.ts';

const subject: CodeSubject = {
	kind: 'diff',
	title: 'diff main...HEAD',
	message: '',
	files: parseDiff('diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n'),
};
const raised = {file: 'a.js', line: 1, side: 'new', evidence: null};
const a: Answers = ({purpose, messages}) => {
	if (purpose === 'opening')
		return {
			summary: 'Three things.',
			points: [
				{...raised, title: 'A word', severity: 'note', claim: 'It could be *shorter*.', resolution: 'Shorten `x`.'},
				{...raised, title: 'Dropped', severity: 'minor', claim: 'Perhaps it is wrong.', resolution: 'Look.'},
				{...raised, title: 'Wrong', severity: 'major', claim: 'Wrong for a_b_c [1].', resolution: 'Mend it.'},
			],
		};
	if (purpose === 'consensus') return {summary: 'That is it.', actions: []};
	const due = /due="(?<due>[^"]*)"/u.exec(messages.findLast(({content}) => content.includes('<task'))?.content ?? '');
	return {
		points: (due?.groups?.['due'] ?? '')
			.split(' ')
			.map(id => ({id, why: 'It was right after all, as line 1 shows.', category: 'agreed', withdrawn: true})),
	};
};
const b: Answers = ({purpose, messages}) => {
	if (purpose === 'review') return {findings: []};
	const due = /due="(?<due>[^"]*)"/u.exec(messages.findLast(({content}) => content.includes('<task'))?.content ?? '');
	return {
		points: (due?.groups?.['due'] ?? '').split(' ').map((id, at) => ({
			id,
			tried: 'the line as it stands, with one value',
			why: 'Line 1 of a.js decides it for every value there is.',
			category: at === 1 ? 'disagreed' : 'agreed',
		})),
	};
};

const counts = {turns: 1, words: 1, interruptions: 0, interjections: 0, notScored: 0, calls: 1};
const statistics = {...counts, input: 1, cached: 0, output: 1, cost: 0, ms: 1};

describe('the results of a code debate', () => {
	const held = debateAt({subject, a, b});
	const [commit, base] = ['1'.repeat(40), '2'.repeat(40)];
	it('say nothing of what should be done about a withdrawn point', async () => {
		const [done, withdrawn] = review((await held).state).split('## Withdrawn');
		expect(done).toContain('To do: Mend it.');
		expect(withdrawn).toContain('Perhaps it is wrong.');
		expect(withdrawn).not.toMatch(/To do|counts as/u);
	});

	it('name the points that meet the threshold asked for now, whatever it was held with', async () => {
		const state = withThreshold((await held).state, {failOn: 'note', failOnShown: undefined});
		const {failed} = Verdict.parse(JSON.parse(verdictJson(state)));
		expect(failed).toMatchObject({failOn: 'note', failOnDisputed: false});
		expect(failed?.points).toHaveLength(2);
		expect(codeDebateThreshold(state)).toContain('--fail-on note is met by');
	});

	const known = async () => {
		const {state} = await held;
		if (!state.start) throw new Error('it did not start');
		return {...state, start: {...state.start, subject: {...state.start.subject, commit, base}}};
	};

	it('have the gravest point first, as it was written in the review, and the commits in each report', async () => {
		const state = await known();
		const verdict = Verdict.parse(JSON.parse(verdictJson(state)));
		expect(verdict.points.map(({severity}) => severity)).toEqual(['major', 'minor', 'note']);
		const text = review(state);
		expect(text.indexOf('Wrong for a_b_c [1].')).toBeLessThan(text.indexOf('It could be *shorter*.'));
		expect(text).toContain('To do: Shorten `x`.');
		for (const report of [text, comment(state), junit(state), sarif(state), verdictJson(state)])
			for (const hash of [commit, base]) expect(report).toContain(hash);
	});

	it('name the commit by its hash where it was called HEAD', async () => {
		const state = await known();
		const named = {
			...state,
			start: {...state.start, title: 'commit HEAD', subject: {text: 'commit HEAD', commit, base}},
		};
		const written = [review(named), comment(named), junit(named), findFormat('md', 'test').write(named)];
		for (const report of written) {
			expect(report).toContain('commit 1111111');
			expect(report).not.toContain('commit HEAD');
		}
	});

	it('have the Markdown of both sides in the transcript, below its own headings', async () => {
		const text = findFormat('md', 'test').write((await held).state);
		expect(text).toMatch(/^#### P1 \[major\]: Wrong/mu);
		expect(text).toContain('- P1: Mend it.');
		expect(text).toContain('*Resolution:* Shorten `x`.');
		expect(text).not.toMatch(/\\[#[*`]/u);
	});

	it('fail as test cases where they meet the threshold', async () => {
		const {state} = await held;
		const counts = (more: Parameters<typeof withThreshold>[1]) =>
			/<testsuites (?<counts>[^>]*)>/u.exec(junit(withThreshold(state, more)))?.groups?.['counts'];
		expect(counts({failOn: 'blocker', failOnShown: undefined})).toBe('tests="3" failures="0" errors="0" skipped="0"');
		expect(counts({failOn: 'note', failOnShown: undefined})).toBe('tests="3" failures="2" errors="0" skipped="0"');
		expect(counts({failOn: 'note', failOnShown: true})).toBe('tests="3" failures="0" errors="0" skipped="0"');
	});

	it('count a point that was taken back as settled, not as open', async () => {
		const points = outcomePointsOf((await held).state, codeDebate);
		expect(points?.open).toEqual([]);
		expect(points?.settled.map(({how}) => how)).toContain('raised by A, withdrawn');
	});

	it('are piped in whole lines, and told without the time that nobody speaks', async () => {
		const {state} = await held;
		if (!state.start) throw new Error('it did not start');
		const stamp = {seq: 1, at: 0, hash: ''};
		const plain = plainLines(Infinity);
		plain.push({...state.start, ...stamp});
		const long = `To take it: git -C ${'/a/long/folder'.repeat(12)} apply x.patch`;
		const lines = [
			...plain.push({type: 'notice', level: 'info', text: long, ...stamp}),
			...plain.push({type: 'debate-end', outcome: 'consensus', stats: statistics, ...stamp}),
		].map(({text}) => text);
		expect(lines).toContain(`[info] ${long}`);
		expect(lines.join('\n')).not.toContain('spoken');
	});

	it('are not begun for a comment that has no pull request', () => {
		expect(() => codeDebateInput({args: [], options: {commit: 'HEAD', comment: true}}, '/')).toThrow(
			'There is no pull request to comment on',
		);
	});
});

it('the final text of a duel stands alone in a file, as it was written', async () => {
	const text = '# Plan\n\n- call `structuredClone(x)`\n- P1 [blocker] first\n';
	const {state} = await runDuel({
		codex: scripted({revision: () => ({...revision, content: text})}),
	});
	const answer = findFormat('answer', 'test');
	expect(answer.file(state)).toBe('answer.md');
	expect(answer.write(state)).toBe(text);
});
