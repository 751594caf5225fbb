import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cleanText, TextIntake} from '../../../src/debate/text/intake.ts';
import {thorough} from '../../hunt/every.ts';
import {awsExample, harmless, secrets} from '../secrets.ts';

function taken(text: string, sizes: readonly number[]): string {
	const intake = new TextIntake();
	let out = '';
	let at = 0;
	for (let n = 0; at < text.length; n++) {
		const size = sizes[n % sizes.length] ?? 1;
		out += intake.push(text.slice(at, at + size));
		at += size;
	}
	return out + intake.end();
}

const chunking = fc.array(fc.integer({min: 1, max: 24}), {minLength: 1, maxLength: 6});

describe('text intake', () => {
	test.each([
		['escape sequences', 'a\u001B[31mb\u001B]0;t\u0007c\u009B1md\u001B(Be\u001Bcf', 'abcdef'],
		['a clipboard text', 'a\u001B]52;c;ZXZpbA==\u001B\\b\u009D52;c;ZQ==\u009Cc\u001BP+q\u001B\\d', 'abcd'],
		['sequences that are never ended', 'a\u001B]0;title\nb\u001B[31\nc\u001B]8;;http://x\u001B[1md\u001B[', 'a\nb\ncd'],
		['line ends', 'a\r\nb\rc\u2028d\u0085e\tf', 'a\nb\nc\nd\ne    f'],
		['turned writing', 'a\u202Eb\u2066c\u200Ed\u061Ce', 'abcde'],
		['hidden text', 'a\u200Bb\u2060c\u00ADd\uFEFFe\u{E0041}\u{E007F}f\u3164g', 'abcdefg'],
		['a message in variation selectors', 'ok \uFE01😀\u{E0101}\u{E0102}\uFE0F', 'ok 😀'],
		['joiners that only hide', 'pass\u200Cword x\u200Dy', 'password xy'],
		[
			'joiners that spell',
			'می\u200Cخواهم क्\u200Dष 👩\u200D👩\u200D👧 ❤\uFE0F\u200D🔥',
			'می\u200Cخواهم क्\u200Dष 👩\u200D👩\u200D👧 ❤\uFE0F\u200D🔥',
		],
		['a joiner before a selector that does not stay', 'ष्\u200D\uFE0Fष 👩\u200D\u{E0101}👧', 'ष्\u200Dष 👩\u200D👧'],
		['half characters', 'a\uD83Db', 'a\uFFFDb'],
		['composition', 'e\u0301 \u1112\u1161\u11AB か\u3099', 'é 한 が'],
	])('%s', (_name, text, clean) => {
		expect(cleanText(text)).toBe(clean);
		expect(taken(text, [1])).toBe(clean);
	});

	test('a secret split by an invisible character is one', () => {
		expect(cleanText(`sk-\u200Bant-${'x1'.repeat(20)}`)).toBe('[redacted:anthropic-key]');
		expect(taken(`key sk-\u200Bant-${'x1'.repeat(20)} end`, [3])).toBe('key [redacted:anthropic-key] end');
	});

	test('a private key whose header holds the beginning of another block is one', () => {
		const text =
			'-----BEGIN PRIVATE KEY-----\nComment: -----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PRIVATE KEY-----';
		expect(cleanText(text)).toBe('[redacted:private-key]');
		expect(taken(text, [1])).toBe('[redacted:private-key]');
	});

	test('a letter that counts as an s where case does not is not parted from what follows', () => {
		expect(taken('\u017FAuthorization: Basic dXNlcjpwYXNzd29yZA==', [1])).toBe(
			cleanText('\u017FAuthorization: Basic dXNlcjpwYXNzd29yZA=='),
		);
	});

	test('a quote that a line end leaves open is looked at as far as there', () => {
		expect(taken('--token "password;¡bearer \nof', [1])).toBe(cleanText('--token "password;¡bearer \nof'));
	});

	test.each([
		['begins like a line of the key', '-----BEGIN PRIVATE KEY-----TheNameOfThisHeader: and\n'],
		[
			'ends in a line end that is spelt out',
			'-----BEGIN PRIVATE KEY-----Comment: and\\naB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD\\n-----END PRIVATE KEY-----',
		],
	])('a private key’s header that %s is not parted from it', (_what, text) => {
		expect(cleanText(text)).toMatch(/^\[redacted:private-key\]/u);
		expect(taken(text, [1])).toBe(cleanText(text));
	});

	test('chunks give the same result as the whole text, wherever it is split', () => {
		const part = fc.oneof(
			fc.constantFrom(...secrets.map(([text]) => text), ...harmless),
			fc.constantFrom(
				'password',
				'token',
				'API_KEY',
				'=',
				': ',
				'"',
				"'",
				'\\"',
				' ',
				' ',
				'\n',
				'bearer ',
				'://',
				'@',
				'u:',
				'--token ',
				'-----BEGIN PRIVATE KEY-----',
				'hunter2',
				'sk-',
				'.',
				'(',
				'é',
				'e\u0301',
				'\u200B',
				'\u200D',
				'\u001B',
				'\u001B[3',
				'1m',
				'\u001B]0;',
				'\u0007',
				'\u009B',
				'\r',
				'\r\n',
				'👩\u200D👧',
				'\uFE0F',
				'\u1112\u1161\u11AB',
				'ष्\u200D',
				'私',
			),
			fc.string({unit: 'grapheme', maxLength: 8}),
		);
		fc.assert(
			fc.property(fc.array(part, {maxLength: 10}), chunking, (parts, sizes) => {
				const text = parts.join('');
				expect(taken(text, sizes)).toBe(cleanText(text));
			}),
			{numRuns: 700},
		);
	});

	test('cleaning clean text changes nothing', () => {
		fc.assert(
			fc.property(fc.string({unit: 'binary', maxLength: 200}), text => {
				expect(cleanText(cleanText(text))).toBe(cleanText(text));
			}),
			{numRuns: 700},
		);
	});

	test('ordinary words are not held back', () => {
		const intake = new TextIntake();
		expect(intake.push('The vote ')).toBe('The vote ');
		expect(intake.push('is a du')).toBe('is a ');
		expect(intake.push('ty, the password ')).toBe('duty, the ');
		expect(intake.push('of citizens. ')).toBe('password of citizens. ');
		expect(intake.push('投票は義')).toBe('投票は');
		expect(intake.end()).toBe('義');
	});

	test('an escape sequence cannot swallow an answer', () => {
		const text = 'all that is said '.repeat(1000);
		expect(cleanText(`\u001B]0;${text}`).length).toBeGreaterThan(text.length - 5000);
		expect(cleanText(`\u001B[${'1'.repeat(100)} and so on`)).toMatch(/ and so on$/u);
	});

	test('an endless run is released in parts, and a secret at its end is still found', () => {
		const intake = new TextIntake();
		let out = '';
		for (let n = 0; n < 2000; n++) out += intake.push('abcdefghijklmnopqrst');
		expect(out.length).toBeGreaterThan(20_000);
		out += intake.push(`/${awsExample}/`) + intake.end();
		expect(out).toMatch(/\/\[redacted:aws-key-id\]\/$/u);
		expect(out).toHaveLength(40_000 + '/[redacted:aws-key-id]/'.length);
	});

	test('a long turn in small chunks comes through', () => {
		for (const unit of ['some words ', 'x', '-----BEGIN PRIVATE KEY-----\n', 'token="a ', '\u0301']) {
			const text = unit.repeat(Math.ceil((thorough ? 150_000 : 30_000) / unit.length));
			expect(taken(text, [4]).length).toBeGreaterThan(0);
		}
	});
});
