import {expect, it} from 'vitest';
import {normalizeInput} from '../../src/app/plan/normalize-input.ts';
import {formatOptions} from '../../src/formats/index.ts';
import {freshFolder} from '../run-in-process.ts';

it.each(['duelogic', 'motion'])('--language is the language of a %s debate, and --set goes before it', format => {
	const input = {args: [format], options: {language: 'French', set: ['tone=heated']}};
	const {options} = normalizeInput(input, freshFolder(), '.');
	expect(options['set']).toEqual(['language="French"', 'tone=heated']);
});

it('is one option, though two formats have it', () => {
	expect(formatOptions().filter(({flags}) => flags.startsWith('--language'))).toEqual([
		expect.objectContaining({flags: '--language <LANGUAGE>'}),
	]);
});
