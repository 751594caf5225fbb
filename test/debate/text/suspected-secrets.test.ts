import {expect, test} from 'vitest';
import {redact, suspectedSecrets} from '../../../src/debate/text/redact.ts';
import {processorMs} from '../../fixtures/processor.ts';

const key = `sk-ant-${'a1B2'.repeat(6)}`;

test.each([
	['a key glued to letters', `the value is x${key} here`, ['glued to other letters']],
	['a key in base64, which is redacted', `token ${Buffer.from(key).toString('base64')} here`, []],
	['a key that is redacted', `the key is ${key} here`, []],
	['plain prose', 'Should a risk-averse task-force vote? '.repeat(200), []],
	[
		'an image in base64',
		Buffer.from(Uint8Array.from({length: 4000}, (_, at) => (at * 37) % 251)).toString('base64'),
		[],
	],
])('%s', (_, text, expected) => {
	expect(suspectedSecrets(text)).toEqual(expected);
	if (expected.length > 0) expect(redact(text)).toBe(text);
});

test('takes time linear in the text', () => {
	const texts = ['aGVsbG8gd29ybGQgaGVsbG8g'.repeat(40_000), `${'a'.repeat(50)} `.repeat(20_000)];
	expect(processorMs(() => texts.map(suspectedSecrets))).toBeLessThan(5000);
});
