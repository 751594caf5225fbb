import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {UsageError} from '../../../../src/debate/usage-error.ts';
import {readDebateFile} from '../../../../src/formats/code-debate/host/debate-file.ts';
import {codeDebate} from '../../../../src/formats/code-debate/code-debate.ts';
import {debateFiles} from '../../../../src/formats/code-debate/host/debate-md.ts';

const {verify, read} = debateFiles(codeDebate);

it('a DEBATE.md of 100 MB is refused in words wherever it is read', async () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-large-')), 'DEBATE.md');
	writeFileSync(file, '# Code Debate: x\n\n');
	const megabyte = `${'## Opening\n'.repeat(1000)}${'a'.repeat(990_000)}`;
	for (let written = 0; written < 100; written++) writeFileSync(file, megabyte, {flag: 'a'});
	const signal = new AbortController().signal;
	expect(() => readDebateFile(file)).toThrow(UsageError);
	expect(() => verify(file)).toThrow(/The file has .* bytes; a Code Debate has at most 16,000,000/u);
	await expect(read?.(file, signal)).rejects.toThrow(UsageError);
});

it('a DEBATE.md of 400,000 sections is refused at once, and one of many is checked', () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-sections-')), 'DEBATE.md');
	const sections = (count: number) => `# Code Debate: x\n${'\n## Response 1\n\nT\n'.repeat(count)}`;
	writeFileSync(file, sections(400_000));
	expect(() => verify(file)).toThrow(/The file has 400,000 sections; a Code Debate has at most 20,000/u);
	writeFileSync(file, sections(300));
	expect(verify(file)).toHaveLength(1);
});
