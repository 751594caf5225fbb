import {expect, it} from 'vitest';
import {refuseForeignOptions} from '../../../src/app/plan/normalize-input.ts';

const given = (format: string, options: Record<string, unknown>) => () =>
	refuseForeignOptions({args: [format], options});

it('an option of another format is refused by the name of that format', () => {
	expect(given('builder-reviewer', {task: 'X'})).toThrow(
		'This option belongs to model-duel, and builder-reviewer does not have it: "--task"',
	);
	expect(given('duelogic', {checkTimeout: '5'})).toThrow(/belongs to builder-reviewer.*"--check-timeout"/u);
});

it('options of the format itself, shared ones and those of a format that is not known are left to others', () => {
	expect(given('model-duel', {task: 'X', voice: 'rehearsal', seed: '1'})).not.toThrow();
	expect(given('no-such-format', {task: 'X'})).not.toThrow();
});
