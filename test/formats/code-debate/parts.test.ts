/** A subject that does not fit in a model's context is debated in parts: nothing of it is lost, and none is too long. */
import {expect, it} from 'vitest';
import {DebateReply, EvidenceReply} from '../../../src/formats/code-debate/answers.ts';
import {codeDebate} from '../../../src/formats/code-debate/code-debate.ts';
import {CodeDebateConfig} from '../../../src/formats/code-debate/config.ts';
import {debatedCode} from '../../../src/formats/code-debate/debated-code.ts';
import {parseDiff} from '../../../src/formats/code-debate/diff-files.ts';
import {partsOfSubject, showSubject, type CodeSubject} from '../../../src/formats/code-debate/subject.ts';
import {verdictFor} from '../../../src/formats/code-debate/verdict.ts';
import {debateAt, type Answers} from '../../fixtures/code-debate/table.ts';

const bad = 'eval(request.body)';

/** Files of functions of ten lines; the last line of the last file is the bad one. */
function change(counts: readonly number[]): CodeSubject {
	const diffs = counts.map((count, file) => {
		const lines = Array.from({length: count}, (_, at) =>
			at % 10 === 0 ? `export function f${file}x${at}() {` : at % 10 === 9 ? '}' : `\tstep(${file}, ${at});`,
		);
		if (file === counts.length - 1) lines[count - 1] = bad;
		const path = `src/${file}.js`;
		const head = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${count} @@`;
		return [head, ...lines.map(line => `+${line}`), ''].join('\n');
	});
	return {kind: 'commit', title: 'commit 0123456789ab: Change', message: 'All of it', files: parseDiff(diffs.join(''))};
}

const room = 64_000;

/** Raises what it sees with its own eyes, and agrees to it. */
const looking: Answers = ({purpose, messages}) => {
	const subject = messages[1]?.content ?? '';
	const [, line] = /^ *(\d+) \+ eval\(request\.body\)/mu.exec(subject) ?? [];
	const file = /=== (?<path>\S+)(?: \[added\])? ===(?![\s\S]*=== )/u.exec(subject)?.groups?.['path'];
	const point = {title: 'Runs what it is sent', severity: 'blocker', file, line: Number(line), claim: 'It is run.'};
	const points = line === undefined ? [] : [point];
	if (purpose === 'opening') return {summary: 'Read.', points};
	if (purpose === 'review') return {findings: points};
	return {points: [{id: 'P1', tried: 'a request with code in it', why: '', category: 'agreed'}]};
};

it.each([
	['1,502 lines in one file', [1502], 1],
	['20,000 lines in forty files', Array.from({length: 40}, () => 500), 10],
	['one file of 6,000 lines', [10, 6000], 3],
])('%s are read whole, and the bad line at their end is found', async (_, counts, least) => {
	const subject = change(counts);
	const longest: number[] = [];
	const counting: Answers = request => {
		longest.push(request.messages[1]?.content.length ?? 0);
		return looking(request);
	};
	const {state, text} = await debateAt({subject, a: counting, b: counting, room, parts: 40});
	const verdict = verdictFor(state);
	expect(verdict).toMatchObject({verdict: 'do not merge', coverage: {state: 'whole'}});
	expect(verdict?.points).toMatchObject([{outcome: 'upheld', place: {line: counts.at(-1)}}]);
	expect(text.match(/^Part \d+ of/gmu)?.length ?? 1).toBeGreaterThanOrEqual(least);
	expect(Math.max(...longest)).toBeLessThan(room * 1.02);
});

it('a part has each changed line once, and functions whole where they fit', () => {
	const subject = change([3000, 20, 4000]);
	const shown = showSubject(subject, room, 40);
	const parts = partsOfSubject(shown.text, shown.parts);
	const lines = parts.flatMap(part => part.split('\n').filter(line => /^ *\d+ \+/u.test(line)));
	expect(lines).toHaveLength(7020);
	expect(new Set(lines.filter(line => line.includes('step('))).size).toBe(
		lines.filter(line => line.includes('step(')).length,
	);
	for (const part of parts) expect(part).toContain('The files of this change:');
	const first = parts.map(part => /^=== .*\n *\d+ \+ (?<line>.*)$/mu.exec(part)?.groups?.['line'] ?? '');
	for (const line of first) expect(line).toMatch(/^export function/u);
	const code = debatedCode({
		type: 'debate-start',
		v: 1,
		debateId: 'x',
		startedAt: '2026-01-01T00:00:00Z',
		protocol: 'code-debate',
		title: 'x',
		subject: {text: 'x', context: shown.text},
		config: {part: 'side', kind: 'commit'},
		participants: [],
		seed: 1,
		app: {name: 'rostrum', version: '0', protocolVersion: 1},
	});
	expect(code?.map(file => file.lines.length)).toEqual([3000, 20, 4000]);
});

it('what more parts than are allowed would hold is told as not read', () => {
	const {coverage, parts, leftOut} = showSubject(change([3000, 20, 4000]), room, 2);
	expect(parts).toHaveLength(2);
	expect(coverage?.shown).toBeLessThan(7020);
	expect(coverage?.named[0]?.why).toBe('2 parts of the model’s context have no room for it');
	expect(leftOut).toContain('lines of src/2.js');
});

it('a line that no part has room for is told as not read, alone in its file or not', () => {
	const wide = `export const data = "${'x'.repeat(room)}";`;
	const file = (path: string, ...lines: readonly string[]) =>
		`diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map(line => `+${line}\n`).join('')}`;
	const files = parseDiff(file('alone.js', wide) + file('among.js', 'first();', wide, 'last();'));
	const {coverage, text} = showSubject({kind: 'commit', title: 'x', message: '', files}, room, 40);
	expect(coverage).toMatchObject({lines: 4, shown: 2, files: 2, whole: 0});
	expect(text).toContain('1 of 3 lines of among.js; 1 of 1 lines of alone.js');
});

it('answers all that both sides can have raised, and shows all that is asked about', () => {
	const ids = (letter: string, count: number) => Array.from({length: count}, (_, at) => `${letter}${at + 1}`);
	const point = {category: 'agreed', why: ''};
	expect(DebateReply.safeParse({points: ids('P', 80).map(id => ({id, ...point}))}).success).toBe(true);
	expect(EvidenceReply.safeParse({points: ids('F', 40).map(id => ({id, evidence: null}))}).success).toBe(true);
});

it('is estimated by its parts, and by what a reply is sent of it', () => {
	const tokens = (config: object): number => {
		const {use} = codeDebate.estimate({
			config: CodeDebateConfig.parse({request: {kind: 'commit', revision: 'HEAD'}, ...config}),
			subject: {text: 'commit HEAD'},
			participants: [],
		});
		return Object.values(use).reduce((sum, {input, output}) => sum + input + output, 0);
	};
	const [one, ten] = [1, 10].map(parts => tokens({depth: 'quick', size: {tokens: 150_000, parts}}));
	expect(one).toBeGreaterThan(300_000);
	expect((ten ?? 0) - (one ?? 0)).toBeGreaterThan(18 * 1000);
	expect(tokens({depth: 'full', size: {tokens: 10_000, parts: 1}})).toBeLessThan(70_000);
	expect(tokens({depth: 'quick'})).toBeLessThan(tokens({depth: 'full'}) / 4);
});
