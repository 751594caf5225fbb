import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openCache} from '../../../src/formats/adversarial-spec/host/effects.ts';
import {debate, specText} from './run-spec.ts';

const config = {personas: ['security', 'qa']};
const fresh = () =>
	openCache({
		file: path.join(mkdtempSync(path.join(tmpdir(), 'kept-')), 'a.sqlite'),
		onTrouble: text => {
			throw new Error(text);
		},
	});

describe('answers that are kept', () => {
	it('let the same debate again ask no model, and say so', async () => {
		const cache = await fresh();
		const first = await debate({config, cache});
		const second = await debate({config, cache});
		expect(first.asked.length).toBe(6);
		expect(second.asked).toEqual([]);
		expect(second.notices).toContain(
			`${first.asked.length} of ${first.asked.length} answers came from the cache; no model was asked for them.`,
		);
		expect(second.of('spec-critique').every(({kept}) => kept)).toBe(true);
		expect(second.done).toEqual(first.done);
		await cache.close();
	});

	it.each([
		['another text', {config, spec: `${specText}\nMore.\n`}],
		['another persona', {config: {personas: ['pm', 'performance']}}],
		['another model', {config, version: '-2'}],
		['another parameter', {config: {...config, temperature: 0.4}}],
	])('are not taken for %s', async (_, other) => {
		const cache = await fresh();
		await debate({config, cache});
		const again = await debate({...other, cache});
		expect(again.of('spec-query').filter(({state}) => state === 'kept')).toEqual([]);
		expect(again.asked.length).toBeGreaterThan(0);
		await cache.close();
	});
});
