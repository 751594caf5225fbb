import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {findFormat, writeFormat} from '../../../../src/app/files/export-formats.ts';
import {whole} from '../../../../src/exports/pieces.ts';
import {codeDebate} from '../../../../src/formats/code-debate/code-debate.ts';
import {debateFiles} from '../../../../src/formats/code-debate/host/debate-md.ts';
import {junit} from '../../../../src/formats/code-debate/report.ts';
import {Verdict, verdictJson} from '../../../../src/formats/code-debate/verdict.ts';

const section = (heading: string, body: string, role: 'A' | 'B', minute: number): string =>
	`## ${heading}\n\n${body}\n\n*— Agent ${role} (Tool), 2026-03-04T05:0${minute}:00Z*\n`;
const fileOf = (answer: string, consensus: string): string =>
	[
		'# Code Debate: a question\n',
		[
			section(
				'Opening',
				'Two things.\n\n### P1 [major]: One\n\nIt is wrong.\n\n### P2 [minor]: Two\n\nSo is this.',
				'A',
				1,
			),
			section(
				'Response 1',
				`### P1 — **Agreed**: One\n\nIt is.\n\n### P2 — **${answer}**: Two\n\nIt is not as said there.`,
				'B',
				2,
			),
			section('CONSENSUS', consensus, 'A', 3),
		].join('\n---\n\n'),
	].join('\n');

it.each([
	[
		'says so',
		'Agreed',
		'**Outcome: consensus.** All 2 points are resolved.\n\n**Verdict: merge after fixes.**',
		'consensus',
		'merge after fixes',
	],
	[
		'says another',
		'Disagreed',
		'**Outcome: consensus.** All 2 points are resolved.\n\n**Verdict: merge.**',
		'deadlock',
		'merge after fixes',
	],
	['says none', 'Disagreed', 'We are done.', 'deadlock', 'merge after fixes'],
])(
	'a file whose consensus %s has one outcome in each export, and its own date',
	async (_what, answer, consensus, outcome, verdict) => {
		const file = join(mkdtempSync(join(tmpdir(), 'rostrum-md-')), 'DEBATE.md');
		writeFileSync(file, fileOf(answer, consensus));
		const state = await debateFiles(codeDebate).read?.(file, new AbortController().signal);
		if (!state) throw new Error('it was not read');
		expect(Verdict.parse(JSON.parse(verdictJson(state)))).toMatchObject({outcome, verdict});
		expect(junit(state)).toContain(outcome === 'consensus' ? 'failures="2"' : 'skipped="1"');
		const text = whole(writeFormat(findFormat('md', 'a test'), state, {}));
		expect(text).toContain(`**Outcome**: ${outcome}`);
		expect([...text.matchAll(/\*\*Outcome: (\w+)\.\*\*/gu)].every(([, said]) => said === outcome)).toBe(true);
		expect([...text.matchAll(/\*\*Verdict: ([a-z ]+)\.\*\*/gu)].every(([, said]) => said === verdict)).toBe(true);
		expect(text).toContain('2026-03-04 at 05:01');
		expect(text).not.toContain(new Date().toISOString().slice(0, 10));
		if (consensus.includes('merge.')) expect(text).toContain('The file itself says “consensus”');
	},
);
