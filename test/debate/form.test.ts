/** A form is filled in by what was said, and by what was said again. */
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	fillIn,
	optionalTextField,
	textField,
	choiceField,
	type FormProgress,
	type Filling,
	type Form,
	type TextAnswer,
} from '../../src/debate/form.ts';
import {openingForm} from '../../src/formats/code-debate/compose-section.ts';
import {critiqueForm} from '../../src/formats/model-duel/forms.ts';
import {answered} from './answered.ts';

const said = (...pairs: readonly (readonly [number, string])[]): readonly TextAnswer[] =>
	pairs.map(([call, text]) => ({call: `#${call}`, text}));
const textsOf = ({parts}: FormProgress): readonly string[] => parts.map(({text}) => text);

/** A list, a choice, and what depends on it. */
function* shopping(): Filling<unknown> {
	const things: string[] = [];
	for (let thing; (thing = yield* optionalTextField({label: `thing ${things.length + 1}`})) !== undefined;)
		things.push(thing);
	const way = yield* choiceField({label: 'way'}, [
		{value: 'walk', label: 'walk'},
		{value: 'ride', label: 'ride'},
	]);
	const how = yield* textField(way === 'walk' ? {label: 'which path'} : {label: 'which bus'}, text =>
		text === 'none' ? 'Name one.' : undefined,
	);
	const when = yield* textField({label: 'when'});
	return {things, way, how, when};
}

const filled = said([1, 'bread'], [2, 'tea'], [3, ''], [4, 'walk'], [5, 'by the river']);

describe('a changed answer', () => {
	it('replaces the first one and keeps those after it', () => {
		const changed = fillIn(shopping, [...filled, ...said([1, 'rice'])]);
		expect(textsOf(changed)).toEqual(['rice', 'tea', '', 'walk', 'by the river']);
		expect(changed.next).toMatchObject({asks: {label: 'when'}});
		expect(changed.parts.map(({call, field}) => [call, field.label])).toEqual([
			['#1', 'thing 1'],
			['#2', 'thing 2'],
			['#3', 'thing 3'],
			['#4', 'way'],
			['#5', 'which path'],
		]);
	});

	it('may lengthen or end a list: what is not asked for any more is left out, the rest is not asked for again', () => {
		expect(fillIn(shopping, [...filled, ...said([3, 'jam'])]).next).toMatchObject({asks: {label: 'thing 4'}});
		expect(textsOf(fillIn(shopping, [...filled, ...said([3, 'jam'], [7, ''])]))).toEqual([
			'bread',
			'tea',
			'jam',
			'',
			'walk',
			'by the river',
		]);
		expect(textsOf(fillIn(shopping, [...filled, ...said([2, ''])]))).toEqual(['bread', '', 'walk', 'by the river']);
		expect(textsOf(fillIn(shopping, [...filled, ...said([2, ''], [2, 'milk'])]))).toEqual([
			'bread',
			'milk',
			'',
			'walk',
			'by the river',
		]);
	});

	it('may make another question of the next one, whose answer comes back with the first', () => {
		const other = [...filled, ...said([4, 'ride'])];
		expect(fillIn(shopping, other).next).toMatchObject({asks: {label: 'which bus'}});
		expect(textsOf(fillIn(shopping, [...other, ...said([4, 'walk'])]))).toEqual([
			'bread',
			'tea',
			'',
			'walk',
			'by the river',
		]);
	});

	it('is asked for once more where it cannot be, with what is wrong, and those after it come back', () => {
		const wrong = [...filled, ...said([6, 'now']).slice(1), ...said([5, 'none'])];
		expect(fillIn(shopping, wrong)).toMatchObject({
			parts: {length: 4},
			next: {asks: {label: 'which path', initial: 'none', wrong: 'Name one.'}},
		});
		expect(textsOf(fillIn(shopping, [...wrong, ...said([7, 'by the lake'])]))).toEqual([
			'bread',
			'tea',
			'',
			'walk',
			'by the lake',
		]);
	});

	it('stays with what it was about, where that is called by another answer', () => {
		const form = openingForm(3, []);
		const point = said(
			[1, 'Nearly.'],
			[2, 'No end'],
			[3, 'It asks for ever.'],
			[4, 'major'],
			[5, ''],
			[6, ''],
			[7, ''],
		);
		expect(fillIn(form, point).next).toMatchObject({value: {points: [{title: 'No end', claim: 'It asks for ever.'}]}});
		const renamed = fillIn(form, [...point.slice(0, 5), ...said([2, 'No ceiling'])]);
		expect(renamed.parts[2]).toMatchObject({text: 'It asks for ever.', field: {label: 'point 1: No ceiling'}});
	});
});

it('an empty required field passes on the whole answer', () => {
	expect(answered(shopping, '', 'walk', ' ')).toEqual({passed: true});
});

it('what a form comes to follows from the answers that stand, whatever was said before', () => {
	const texts = fc.constantFrom('One.', 'Two.', '3', '', 'walk', 'ride', 'none');
	const steps = fc.array(fc.tuple(fc.nat(40), texts), {maxLength: 60});
	fc.assert(
		fc.property(fc.constantFrom<Form>(shopping, critiqueForm, openingForm(3, [])), steps, (form, moves) => {
			let given: readonly TextAnswer[] = [];
			for (const [place, text] of moves) {
				const {parts, next} = fillIn(form, given);
				if (!('asks' in next)) break;
				const call = parts[place]?.call ?? `#${given.length + 1}`;
				// Nobody is let go on with nothing where something is wanted.
				if (text === '' && !(parts[place]?.field ?? next.asks).optional) continue;
				given = [...given, {call, text}];
			}
			const {parts, next} = fillIn(form, given);
			const straight = fillIn(
				form,
				parts.map(({text}, place) => ({call: `#${place + 1}`, text})),
			);
			expect(textsOf(straight)).toEqual(parts.map(({text}) => text));
			if ('value' in next) expect(straight.next).toEqual(next);
		}),
	);
});
