import {appendFileSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {withUnknownConfig} from '../../../src/debate/protocol.ts';
import {resume} from '../../../src/engine/replay/resume.ts';
import {runToy, toyConfig, toyProtocol} from '../toy.ts';

const toy = withUnknownConfig(toyProtocol);

async function half(): Promise<string> {
	const stop = new AbortController();
	const {file} = await runToy({
		signal: stop.signal,
		onEvent(event) {
			if (event.type === 'turn-end') stop.abort();
		},
	});
	return file;
}

describe('a debate that cannot be gone on with is refused with the reason', () => {
	it('when it is finished', async () => {
		const {file} = await runToy({config: toyConfig.parse({rounds: 1})});
		expect(() => resume(file, () => toy)).toThrow(/is finished \(completed\)/u);
	});

	it('when its protocol has changed or is not known', async () => {
		const file = await half();
		expect(() => resume(file, () => ({...toy, version: 2}))).toThrow(
			/version 1 of Toy, and this Rostrum has version 2/u,
		);
		expect(() => resume(file, () => undefined)).toThrow(/protocol "toy", which this Rostrum does not know/u);
	});

	it('when its config would be another one now, with the difference', async () => {
		const file = await half();
		const changed = {
			...toy,
			config: toyConfig.extend({rounds: toyConfig.shape.rounds.transform(rounds => rounds + 1)}),
		};
		expect(() => resume(file, () => changed)).toThrow(/config\.rounds: 3 → 4/u);
	});

	it('when a line was changed', async () => {
		const file = await half();
		appendFileSync(file, '{"type":"notice"}\n');
		expect(() => resume(file, () => toy)).toThrow(/line \d+ has no hash/u);
	});
});

it('sets a torn last line aside and opens the journal behind the good ones', async () => {
	const file = await half();
	const good = readFileSync(file, 'utf8');
	appendFileSync(file, '{"type":"turn-de');
	const {torn, past, journal} = resume(file, () => toy);
	journal.close();
	expect(readFileSync(torn ?? '', 'utf8')).toBe('{"type":"turn-de');
	expect(readFileSync(file, 'utf8')).toBe(good);
	expect(past.at(-1)?.type).not.toBe('debate-end');
});

it('keeps every torn line that it sets aside', async () => {
	const file = await half();
	for (const torn of ['{"first', '{"second']) {
		appendFileSync(file, torn);
		resume(file, () => toy).journal.close();
	}
	expect(readFileSync(`${file}.torn`, 'utf8')).toBe('{"first');
	expect(readFileSync(`${file}.torn-2`, 'utf8')).toBe('{"second');
});
