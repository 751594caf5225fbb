/** What becomes of `--topic @FILE`. */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {normalizeInput} from '../../../src/app/plan/normalize-input.ts';
import {UsageError} from '../../../src/debate/usage-error.ts';

/** The options of a debate whose topic is in a file of this text. */
function optionsOf(text: string, more: Readonly<Record<string, string>> = {}, format = 'motion') {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-topic-'));
	const file = join(folder, 'topic.md');
	writeFileSync(file, text);
	const {options} = normalizeInput({args: [format], options: {topic: '@topic.md', ...more}}, folder, folder);
	return {file, options};
}

describe('a topic from a file', () => {
	it.each(['Tea before coffee', '# Tea before coffee\n', '\n\nTea before coffee\r\n\r\n'])(
		'of one line is the topic, and no context: %j',
		text => {
			const {options} = optionsOf(text);
			expect(options['topic']).toBe('Tea before coffee');
			expect(options).not.toHaveProperty('context');
		},
	);

	it.each([
		'# Tea before coffee\nIn offices.',
		'Tea before coffee\r\nIn offices.\r\n',
		'Tea before coffee\n\nIn offices.\nAnd at home.\n',
	])('of several lines, be they two, has its topic in the first and is the context: %j', text => {
		const {file, options} = optionsOf(text);
		expect(options).toMatchObject({topic: 'Tea before coffee', context: `@${file}`});
	});

	it('with a context of its own is refused where the file has one too', () => {
		const context = 'Only in summer.';
		expect(optionsOf('Tea before coffee\n', {context}).options).toMatchObject({topic: 'Tea before coffee', context});
		expect(() => optionsOf('Tea before coffee\nIn offices.', {context})).toThrow(UsageError);
		expect(() => optionsOf('Tea before coffee\nIn offices.', {context})).toThrow(/--context/u);
	});

	it('that has none is refused', () => {
		expect(() => optionsOf(' \n\n')).toThrow(/There is no topic in this file/u);
	});
});
