import {describe, expect, it} from 'vitest';
import {assign, overlay, parseAssignment} from '../../../src/app/plan/debate-config.ts';

const set = (config: unknown, text: string): unknown => assign(config, parseAssignment(text));

describe('--set', () => {
	it.each([
		['flow.maxExchanges=4', {flow: {style: 'structured', maxExchanges: 4}}],
		['flow.style=conversational', {flow: {style: 'conversational', maxExchanges: 8}}],
		['tone="heated"', {tone: 'heated'}],
		['mandates.requireSteelManning=false', {mandates: {requireSteelManning: false}}],
		['podcastMode={"enabled":false}', {podcastMode: {enabled: false}}],
		['note=a=b, c', {note: 'a=b, c'}],
		['empty=', {empty: ''}],
		['chairs.1.persona=a skipper', {chairs: [{framework: 'a'}, {framework: 'b', persona: 'a skipper'}]}],
		['chairs.2.framework=c', {chairs: [{framework: 'a'}, {framework: 'b'}, {framework: 'c'}]}],
	])('%s', (text, expected) => {
		expect(
			set({flow: {style: 'structured', maxExchanges: 8}, chairs: [{framework: 'a'}, {framework: 'b'}]}, text),
		).toMatchObject(expected);
	});

	it('does not modify its input', () => {
		const config = {chairs: [{framework: 'a'}]};
		set(config, 'chairs.0.framework=b');
		expect(config).toEqual({chairs: [{framework: 'a'}]});
	});

	it.each(['flow', '=4', 'flow..style=1', '__proto__.polluted=1', 'a.constructor.b=1'])(
		'rejects %j and shows the right form',
		text => {
			expect(() => parseAssignment(text)).toThrow(/\(from --set\)\. Write path=value/u);
		},
	);

	it.each([
		['chairs.9.persona=x', /"chairs" is a list of 1, .*"9".* from 0 to 1/u],
		['chairs.first.persona=x', /no place in it is called: "first"/u],
		['tone.mood=x', /"tone" holds no fields, so "tone\.mood" cannot be set: "heated"/u],
	])('rejects %s and names the path', (text, message) => {
		expect(() => set({chairs: [{}], tone: 'heated'}, text)).toThrow(message);
	});
});

describe('a partial config', () => {
	it('is merged field by field, with lists replaced as a whole', () => {
		const over = {flow: {maxExchanges: 3}, chairs: [{framework: 'c'}], tone: undefined};
		expect(overlay({flow: {style: 'structured', maxExchanges: 8}, chairs: [1, 2], tone: 'heated'}, over)).toEqual({
			flow: {style: 'structured', maxExchanges: 3},
			chairs: [{framework: 'c'}],
			tone: 'heated',
		});
	});

	it('cannot modify a prototype', () => {
		const over: unknown = JSON.parse('{"__proto__": {"polluted": 1}}');
		expect(overlay({}, over)).toEqual({});
		expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
	});
});
