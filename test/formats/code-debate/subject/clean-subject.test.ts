import {expect, it} from 'vitest';
import {cleanSubject} from '../../../../src/formats/code-debate/subject.ts';
import {wholeFile} from '../../../../src/formats/code-debate/diff-files.ts';

const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
const block = [
	'-----BEGIN PRIVATE KEY-----',
	'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
	'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
	'-----END PRIVATE KEY-----',
];

it('a commit’s secrets go neither to a model nor into a file, escapes only as text, and lines keep their numbers', () => {
	const clean = cleanSubject({
		kind: 'commit',
		title: `commit 1a2b3c4: Add ${key} \u001B]52;c;ZQ==\u0007`,
		message: `Add ${key}\n\nbecause\u202E`,
		files: [wholeFile('a\u001B[2J.env', ['first', `\tOPENAI_API_KEY=${key}`, ...block, 'last\u009Bm'].join('\n'))],
	});
	expect(JSON.stringify(clean)).not.toContain('sk-proj-abc');
	expect(JSON.stringify(clean)).not.toMatch(/MIIE|BKcw|\u001B|\u202E|\u009B/u);
	expect(clean.message).toBe('Add [redacted:openai-key]\n\nbecause\\u202E');
	expect(clean.files[0]?.path).toBe('a\\u001B[2J.env');
	expect(clean.files[0]?.hunks.flat().map(({number, text}) => [number, text])).toEqual([
		[1, 'first'],
		[2, '\tOPENAI_API_KEY=[redacted:openai-key, over 31 characters]'],
		[3, '[redacted:private-key]'],
		[4, ''],
		[5, ''],
		[6, ''],
		[7, 'last\\u009Bm'],
	]);
});
