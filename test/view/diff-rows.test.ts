import {expect, test} from 'vitest';
import {diffRows} from '../../src/view/pane-rows.ts';
import {layOutRow} from '../../src/view/rows.ts';

const shown = (diff: string, width = 40): string[] =>
	diffRows(diff, width).map(row =>
		layOutRow(row, width)
			.map(({text}) => text)
			.join('')
			.trimEnd(),
	);

test('a file begins with its name and what became of it, and the rest of its heading is left out', () => {
	const diff = [
		'diff --git a/new file.md b/new file.md',
		'new file mode 100755',
		'index 0000000..1234567',
		'--- /dev/null',
		'+++ b/new file.md',
		'@@ -0,0 +1,2 @@',
		'+# New',
		'+\tdeep',
		'diff --git "a/gr\\303\\266.md" "b/gr\\303\\266.md"',
		'index 1234567..7654321 100644',
		'--- "a/gr\\303\\266.md"',
		'+++ "b/gr\\303\\266.md"',
		'@@ -1,2 +1,1 @@',
		'--- a rule',
		' stays',
		'diff --git a/old.txt b/young.txt',
		'similarity index 100%',
		'rename from old.txt',
		'rename to young.txt',
		'diff --git a/logo.png b/logo.png',
		'deleted file mode 100644',
		'index 1234567..0000000',
		'Binary files a/logo.png and /dev/null differ',
		'',
	].join('\n');
	expect(shown(diff)).toEqual([
		'new file.md · new · can be run',
		'@@ -0,0 +1,2 @@',
		'+# New',
		'+    deep',
		'',
		'gr\\303\\266.md',
		'@@ -1,2 +1,1 @@',
		'--- a rule',
		' stays',
		'',
		'young.txt · was old.txt',
		'',
		'logo.png · deleted · no text',
	]);
});

test('a diff without headings of git’s is shown as it is, and what is too long goes on behind its sign', () => {
	expect(shown('--- a/x\n+++ b/x\n@@ -1 +1 @@\n+one two three four', 12)).toEqual([
		'--- a/x',
		'+++ b/x',
		'@@ -1 +1 @@',
		'+one two',
		' three four',
	]);
});
