import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {pairsOption, refuseTwice} from '../../src/formats/options.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

describe('options that may be given several times', () => {
	it('do not take two values for one thing', () => {
		expect(() =>
			refuseTwice({seat: ['chair_1=rehearsal', 'chair_2=rehearsal', 'chair_1 = ollama:qwen3']}, 'seat'),
		).toThrow(
			/"chair_1" is given twice, as "chair_1=rehearsal" and as: "chair_1 = ollama:qwen3" \(from --seat\)\. Give --seat chair_1=… once/u,
		);
		expect(() => refuseTwice({seat: ['chair_1=rehearsal', 'chair_2=rehearsal']}, 'seat')).not.toThrow();
		expect(() => refuseTwice({}, 'seat')).not.toThrow();
	});

	it('let a user’s words go before those of a preset, which stand in front of them', () => {
		expect(pairsOption({seat: ['a=rehearsal', 'a=human']}, 'seat', '--seat')).toEqual({a: 'human'});
	});
});

it('a seat that is given twice ends the program before anything is said', async () => {
	const home = freshFolder();
	const {code, stdout, stderr} = await rostrum(
		['run', 'duelogic', '--topic', 'Cats', '--seat', 'chair_1=rehearsal', '--seat', 'chair_1=human', '--headless'],
		{home, cwd: home},
	);
	expect([code, stdout]).toEqual([2, '']);
	expect(stderr).toContain('chair_1=rehearsal');
	expect(stderr).toContain('chair_1=human');
});

it('a topic of any length is debated as it stands, from the command line and from a file', async () => {
	const topic = `${'A long case about trees and towns, told at length. '.repeat(100)}Should we plant more of them?`;
	for (const given of [topic, '@topic.md']) {
		const home = freshFolder();
		writeFileSync(join(home, 'topic.md'), topic);
		const {code, stdout} = await rostrum(
			[
				'run',
				'duelogic',
				'--topic',
				given,
				'--set',
				'flow.maxExchanges=3',
				'--voice',
				'rehearsal',
				'--seed',
				'1',
				'--headless',
				'--json',
				'--pace',
				'instant',
			],
			{home, cwd: home},
		);
		expect(code).toBe(0);
		expect(stdout.split('\n', 1)[0]).toContain(topic);
	}
});
