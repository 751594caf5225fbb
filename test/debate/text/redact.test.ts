import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {redact} from '../../../src/debate/text/redact.ts';
import {thorough} from '../../hunt/every.ts';
import {awsExample, harmless, secrets} from '../secrets.ts';

describe('redact', () => {
	test.each(secrets)('redacts the secret in %j', (text, secret, kind) => {
		for (const shown of [
			text,
			`It is "${text.replaceAll('"', "'")}", he said.`,
			`before\n${text}\nafter`,
			`- ${text} and more words`,
		]) {
			expect(redact(shown)).not.toContain(secret);
			expect(redact(shown)).toContain(`[redacted:${kind}]`);
		}
		expect(redact(`before\n${text}\nafter`)).toMatch(/^before\n[^]*\nafter$/u);
	});

	test.each(harmless)('leaves alone %j', text => {
		expect(redact(text)).toBe(text);
	});

	test('finds a secret after an escaped line end', () => {
		const [key] = secrets[0] ?? [''];
		expect(redact(JSON.stringify({content: `see\n${key}`}))).toBe(String.raw`{"content":"see\n[redacted:openai-key]"}`);
	});

	test('a truncated key is redacted to its end', () => {
		const block = secrets.find(([, , kind]) => kind === 'private-key')?.[0] ?? '';
		expect(redact(`${block.slice(0, 150)}\n\nand then words`)).toBe('[redacted:private-key]\n\nand then words');
	});

	test('is idempotent', () => {
		const part = fc.oneof(
			fc.constantFrom(...secrets.map(([text]) => text), ...harmless),
			fc.constantFrom(
				'password',
				'token',
				'API_KEY',
				'x_key',
				'=',
				': ',
				':',
				'"',
				"'",
				'\\"',
				' ',
				'\n',
				'bearer ',
				'://',
				'@',
				'u:',
				'--token ',
				'[redacted:x]',
				'[redacted:',
				']',
				'-----BEGIN PRIVATE KEY-----',
				'-----END PRIVATE KEY-----',
				'hunter2',
				'sk-',
				'eyJ',
				'.',
				',',
				'(',
				'&a=',
				'é',
			),
			fc.string({maxLength: 12}),
		);
		fc.assert(
			fc.property(fc.array(part, {maxLength: 12}), parts => {
				const once = redact(parts.join(''));
				expect(redact(once)).toBe(once);
			}),
			{numRuns: 800},
		);
	});

	test('makes no key block of words that were none before a secret in them was redacted', () => {
		const keys = 'sk-aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cDaB3dE5gH7jK9mN1p'.repeat(2);
		const once = redact(
			`-----BEGIN PRIVATE KEY-----Authorization: Bearer mF_9.B5f-4.1JqM22aZ${keys} more words\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n`,
		);
		expect(once).toContain('[redacted:token] more words\nMFkw');
		expect(redact(once)).toBe(once);
	});

	test('takes no marker for a part of a password in an address', () => {
		const once = redact('see ://:PASSWORD=пароль.верный"@');
		expect(once).toBe('see ://:PASSWORD=[redacted:password]"@');
		expect(redact(once)).toBe(once);
	});

	test('looks again at a value that looks like a secret once one in it was replaced', () => {
		const once = redact('API_KEY=swordfishpassword://#*#A');
		expect(once).not.toContain('swordfish');
		expect(redact(once)).toBe(once);
	});

	test('a long text of anything like a secret is read in one pass and hides none after it', () => {
		const units = [
			'a',
			'sk-',
			'eyJabcdefgh.',
			'://',
			'://a:',
			'password=',
			'password: ',
			'-----BEGIN PRIVATE KEY-----',
			'-----BEGIN PRIVATE KEY-----\n',
			'-----BEGIN ',
			'bearer ',
			'bearer aaaaaaaaaaaaaaaaaaaa',
			'"',
			'token"',
			'token="',
			String.raw`token=\"`,
			'token="\\',
			'a.b_key=',
			'12345678:',
			'SG.aaaaaaaaaaaaaaaaaaaa.',
			'\n',
			'[redacted:',
			'authorization: basic ',
		];
		for (const unit of units) {
			const text = `${unit.repeat(Math.ceil((thorough ? 300_000 : 100_000) / unit.length))}\n(${awsExample})`;
			expect(redact(text).endsWith('\n([redacted:aws-key-id])'), unit).toBe(true);
		}
	});
});
