import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {structuredPatch} from 'diff';
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {partsOf} from '../../../../src/debate/text/unified-diff.ts';
import {fitDiff} from '../../../../src/formats/builder-reviewer/diff.ts';

const place = mkdtempSync(path.join(tmpdir(), 'rostrum-fit-'));

/** A file after a diff, by git itself; undefined where git refuses it. */
function after(text: string, diff: string): string | undefined {
	const file = path.join(place, 'file.txt');
	writeFileSync(file, text);
	const {diff: input, located} = fitDiff(diff, name => (name === 'file.txt' ? text : undefined));
	try {
		execFileSync('git', ['apply', '--recount', ...(located ? ['--unidiff-zero'] : []), '-'], {
			cwd: place,
			input,
			stdio: 'pipe',
			env: {...process.env, GIT_CEILING_DIRECTORIES: place},
		});
	} catch {
		return undefined;
	}
	return readFileSync(file, 'utf8');
}

const names = '--- a/file.txt\n+++ b/file.txt\n';

describe('a diff in line feeds', () => {
	it.each([
		[
			'a file of Windows line ends',
			'one\r\ntwo\r\n',
			'@@ -1,2 +1,3 @@\n one\n-two\n+zwei\n+drei\n',
			'one\r\nzwei\r\ndrei\r\n',
		],
		[
			'mixed line ends, each in its place',
			'a\r\nb\nc\r\nd\n',
			'@@ -1,4 +1,4 @@\n a\n-b\n-c\n+B\n+C\n d\n',
			'a\r\nB\nC\r\nd\n',
		],
		['a file without a last line end, which it keeps', 'a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n+B\n', 'a\nB'],
		['a line above the last one, which has no line end', 'a\nb', '@@ -1,2 +1,2 @@\n-a\n+A\n b\n', 'A\nb'],
		['lines behind the last one, which had no line end', 'a\r\nb', '@@ -1,2 +1,3 @@\n a\n b\n+c\n', 'a\r\nb\r\nc'],
		[
			'a last line end that the diff adds',
			'a\nb',
			'@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
			'a\nb\n',
		],
		[
			'a last line end that the diff takes away',
			'a\nb\n',
			'@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n',
			'a\nb',
		],
		[
			'an end that the diff takes for one without',
			'a\nb\n',
			'@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n',
			'A\nb\n',
		],
		['an invisible mark at the beginning', '\uFEFFa\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n+B\n', '\uFEFFa\nB\n'],
		['letters that are written in two ways', 'e\u0301\nb\n', '@@ -1,2 +1,2 @@\n \u00E9\n-b\n+B\n', 'e\u0301\nB\n'],
		[
			'a secret that is not shown',
			'password = "kL9#mQ2$vX7!pR4z"\nb\n',
			'@@ -1,2 +1,2 @@\n password = "[redacted:password]"\n-b\n+B\n',
			'password = "kL9#mQ2$vX7!pR4z"\nB\n',
		],
		['wrong line numbers and counts', 'a\nb\nc\nd\n', '@@ -40,9 +40,1 @@\n b\n-c\n+C\n d\n', 'a\nb\nC\nd\n'],
		['no line numbers', 'a\nb\nc\n', '@@ @@\n a\n-b\n+B\n', 'a\nB\nc\n'],
		['no lines around', 'a\nb\nc\n', '@@ -2 +2 @@\n-b\n+B\n', 'a\nB\nc\n'],
		['lines that are only added', 'a\r\nb\r\n', '@@ -1,0 +2 @@\n+x\n', 'a\r\nx\r\nb\r\n'],
		['the nearest of the same lines', 'x\r\ny\r\nx\ny\n', '@@ -3,2 +3,2 @@\n x\n-y\n+Y\n', 'x\r\ny\r\nx\nY\n'],
		['a blank line behind it', 'a\nb\nc\n', '@@ -1,2 +1,2 @@\n a\n-b\n+B\n\n', 'a\nB\nc\n'],
		['all taken out', 'a\r\nb', '@@ -1,2 +0,0 @@\n-a\n-b\n', ''],
		['an empty file', '', '@@ -0,0 +1 @@\n+a\n', 'a\n'],
	])('fits %s', (_what, text, hunk, wanted) => {
		expect(after(text, names + hunk)).toBe(wanted);
	});

	it.each([
		['lines that are not there', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-c\n+C\n'],
		[
			'a line taken out whose secret is not known',
			'password = "kL9#mQ2$vX7!pR4z"\nb\n',
			'@@ -1,2 +1,1 @@\n-password = "[redacted:password]"\n b\n',
		],
		['no numbers, where the lines stand twice', 'x\ny\nx\ny\n', '@@ @@\n x\n-y\n+Y\n'],
	])('is left to git with %s', (_what, text, hunk) => {
		expect(fitDiff(names + hunk, () => text).diff).toContain(hunk);
		expect(after(text, names + hunk)).toBeUndefined();
	});

	it('gets the headers that it lacks, for every file in it', () => {
		const {diff} = fitDiff(
			'--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n\n--- a/old name.txt\n+++ b/old name.txt\n@@ -1 +1 @@\n-a\n+b\n',
			path => (path === 'old name.txt' ? 'a\r\n' : undefined),
		);
		expect(diff).toBe(
			'diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\ndiff --git a/old name.txt b/old name.txt\n--- a/old name.txt\n+++ b/old name.txt\n@@ -1,1 +1,1 @@\n-a\r\n+b\r\n',
		);
	});

	it('gets the prefixes of names that it lacks', () => {
		expect(after('a\n', '--- file.txt\n+++ file.txt\n@@ -1 +1 @@\n-a\n+b\n')).toBe('b\n');
	});
});

describe('the parts of a diff', () => {
	it('know names that git has quoted, and what a line that looks like a header is', () => {
		const [part, ...rest] = partsOf(
			String.raw`diff --git "a/\303\251.txt" "b/\303\251.txt"` +
				'\n' +
				String.raw`--- "a/\303\251.txt"` +
				'\n' +
				String.raw`+++ "b/\303\251.txt"` +
				'\n@@ -1,2 +1 @@\n--- a rule\n-x\n+y',
		);
		expect(rest).toEqual([]);
		expect(part).toMatchObject({
			from: 'é.txt',
			to: 'é.txt',
			hunks: [
				{
					start: 1,
					lines: [
						{mark: '-', text: '-- a rule'},
						{mark: '-', text: 'x'},
						{mark: '+', text: 'y'},
					],
				},
			],
		});
	});
});

describe('any change that a model makes to what it was shown', () => {
	const words = fc.constantFrom('a', 'b', '', '\tx', 'é', 'y y', '-- z', '++ z', '@@ z', '}', '\\ n');
	const files = fc.record({
		lines: fc.array(fc.tuple(words, fc.constantFrom('\n', '\r\n')), {minLength: 1, maxLength: 14}),
		bare: fc.boolean(),
	});
	const edits = fc.array(fc.record({at: fc.nat(14), take: fc.nat(2), put: fc.array(words, {maxLength: 2})}), {
		minLength: 1,
		maxLength: 3,
	});

	it('is in the file, whose other lines keep every byte', () => {
		fc.assert(
			fc.property(
				files,
				edits,
				fc.integer({min: 0, max: 3}),
				fc.boolean(),
				({lines, bare}, changes, context, marked) => {
					const old = lines
						.map(([text, end], index) => text + (bare && index === lines.length - 1 && text !== '' ? '' : end))
						.join('');
					const shown = old.replaceAll('\r\n', '\n');
					const wanted = shown.split('\n');
					for (const {at, take, put} of changes)
						wanted.splice(Math.min(at, wanted.length - 1), Math.min(take, wanted.length - 1 - at), ...put);
					const {hunks} = structuredPatch('file.txt', 'file.txt', shown, wanted.join('\n'), '', '', {context});
					const written = hunks.flatMap(({oldStart, oldLines, newStart, newLines, lines: body}) => [
						`@@ -${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines} +${newLines === 0 ? newStart - 1 : newStart},${newLines} @@`,
						...body.filter(line => marked || !line.startsWith('\\ No newline')),
					]);
					const result = hunks.length === 0 ? old : after(old, `${names}${written.join('\n')}\n`);
					const trimmed = (text: string | undefined): string | undefined => (marked ? text : text?.replace(/\n$/u, ''));
					expect(trimmed(result?.replaceAll('\r\n', '\n'))).toBe(trimmed(wanted.join('\n')));
					if (new Set(lines.map(([, end]) => end)).size === 1)
						expect(new Set(result?.match(/\r?\n/gu) ?? []).size).toBeLessThan(2);
					if (!marked && result !== '') expect(result?.endsWith('\n')).toBe(old.endsWith('\n'));
				},
			),
			{numRuns: 120},
		);
	}, 60_000);
});
