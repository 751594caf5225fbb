import {expect, test} from 'vitest';
import {gitPartsOf, partsOf, unquoted} from '../../../src/debate/text/unified-diff.ts';

/** A line that is taken out and one that is put in look like the names of a next file. */
const lookalike = [
	'diff --git a/x.sql b/x.sql',
	'--- a/x.sql',
	'+++ b/x.sql',
	'@@ -1,2 +1,2 @@',
	'--- a/old comment',
	'+++ b/new comment',
	' select 1;',
	'',
].join('\n');

test('the counts of a hunk say where it ends in a diff that git wrote', () => {
	const [part, ...others] = gitPartsOf(lookalike);
	expect(others).toEqual([]);
	expect(part?.hunks[0]?.lines.map(({mark, text}) => mark + text)).toEqual([
		'--- a/old comment',
		'+++ b/new comment',
		' select 1;',
	]);
});

test('wrong counts and a missing header do no harm in a diff that a model wrote', () => {
	const [part] = partsOf('--- a/x.ts\n+++ b/x.ts\n@@ -1,9 +1,9 @@\n-one\n+two\n three\n');
	expect(part).toMatchObject({from: 'x.ts', to: 'x.ts'});
	expect(part?.hunks[0]).toMatchObject({start: 1, next: 1});
	expect(part?.hunks[0]?.lines).toHaveLength(3);
});

test('a message before the first file is a part of its own', () => {
	expect(gitPartsOf(`Subject\n\n${lookalike}`).map(({header}) => header[0])).toEqual([
		'Subject',
		'diff --git a/x.sql b/x.sql',
	]);
});

test('names in quotes are the bytes of UTF-8, and other bytes are kept apart', () => {
	expect(unquoted(String.raw`"a/\303\244 \"b\"\tc"`)).toBe('a/ä "b"\tc');
	expect(unquoted('a/plain \\t name')).toBe('a/plain \\t name');
	expect(unquoted(String.raw`"\351"`)).toBe('\uDCE9');
});
