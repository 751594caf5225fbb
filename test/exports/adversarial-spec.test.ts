import {expect, it} from 'vitest';
import {specSections} from '../../src/formats/adversarial-spec/adversarial-spec.ts';
import {debate} from '../formats/adversarial-spec/run-spec.ts';

it('a transcript of a debate on a specification shows each edit, its issue, and what became of it', async () => {
	const {state} = await debate({config: {personas: ['security', 'oncall', 'qa'], accept: 'all'}});
	expect(specSections(state)).toEqual([
		'## Edits',
		[
			'**Line 9, accepted**: i1 Fast is no number, raised by security, oncall, qa, support 100 %. A number in place of a word.',
			'',
			'    - The service must respond fast.',
			'    + The service must respond within 200 ms at the 99th percentile.',
		].join('\n'),
	]);
});
