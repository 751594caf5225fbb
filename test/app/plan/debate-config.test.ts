import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {assembleConfig, parseAssignment} from '../../../src/app/plan/debate-config.ts';
import type {Protocol} from '../../../src/debate/protocol.ts';
import {formatOf} from '../../../src/formats/index.ts';

function duelogic(): Protocol {
	const found = formatOf('duelogic');
	if (!found) throw new Error('duelogic is not built in');
	return found;
}

const assemble = (layers: Parameters<typeof assembleConfig>[1], ...sets: string[]): unknown =>
	assembleConfig(duelogic(), layers, sets.map(parseAssignment));

describe('a config', () => {
	it('is the protocol’s default if nothing is given', () => {
		expect(assemble([])).toEqual(duelogic().config.parse({}));
	});

	it('gives precedence to later sources: preset, file, single fields', () => {
		const layers = [
			{from: 'preset', config: {tone: 'heated', flow: {maxExchanges: 5, style: 'structured'}}},
			{from: 'file', config: {flow: {maxExchanges: 6}}},
		];
		expect(assemble(layers)).toMatchObject({tone: 'heated', flow: {maxExchanges: 6, style: 'structured'}});
		expect(assemble(layers, 'flow.maxExchanges=7')).toMatchObject({
			flow: {maxExchanges: 7, style: 'structured', targetDurationMinutes: 45},
		});
	});

	it('adds another chair after the last one', () => {
		expect(assemble([], 'chairs.2.framework=libertarian')).toMatchObject({
			chairs: [
				{framework: 'utilitarian'},
				{framework: 'virtue_ethics'},
				{position: 'chair_3', framework: 'libertarian'},
			],
		});
	});

	it('names a model after itself if only its id was changed', () => {
		expect(assemble([], 'arbiter.modelId=mistralai/mistral-large')).toMatchObject({
			arbiter: {modelId: 'mistralai/mistral-large', modelDisplayName: 'Mistral Large'},
		});
		expect(assemble([{from: 'file', config: {arbiter: {modelId: 'a/b', modelDisplayName: 'Bea'}}}])).toMatchObject({
			arbiter: {modelDisplayName: 'Bea'},
		});
	});

	it('is rejected field by field, with the value, the valid ones, and the source', () => {
		const act = (): unknown =>
			assemble([{from: 'mine.json', config: {tone: 'angry', flow: {style: 'structured'}}}], 'flow.maxExchanges=99');
		expect(act).toThrow(/"tone" does not fit: got "angry", expected respectful, spirited, heated \(from mine\.json\)/u);
		expect(act).toThrow(/"flow\.maxExchanges" does not fit: got 99, expected 3 to 30 \(from --set\)/u);
	});

	it('names what is missing if the protocol requires something', () => {
		const strict: Protocol = {...duelogic(), id: 'strict', config: z.object({goal: z.string()})};
		expect(() => assembleConfig(strict, [], [])).toThrow(/"goal" does not fit/u);
		expect(assembleConfig(strict, [], [parseAssignment('goal=peace')])).toEqual({goal: 'peace'});
	});
});
