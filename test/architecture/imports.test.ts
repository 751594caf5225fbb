import {describe, expect, it} from 'vitest';
import {findCycles, importsOf, withoutComments} from './imports.ts';

const only = (source: string) =>
	importsOf(source).map(
		({target, typeOnly, dynamic}) => `${target}${typeOnly ? ' type' : ''}${dynamic ? ' later' : ''}`,
	);

describe('the reading of imports', () => {
	it.each([
		[`import {a} from './a.ts';`, ['./a.ts']],
		[`import a, {type B} from "./a.ts";`, ['./a.ts']],
		[`import * as a from 'a';\nimport 'b';`, ['a', 'b']],
		[`import type {A} from './a.ts';`, ['./a.ts type']],
		[`import {type A, type B} from './a.ts';`, ['./a.ts type']],
		[`import {type A, b} from './a.ts';`, ['./a.ts']],
		[`import {\n\ta,\n\tb,\n} from './a.ts';`, ['./a.ts']],
		[
			`export {a} from './a.ts';\nexport * from './b.ts';\nexport type {C} from './c.ts';`,
			['./a.ts', './b.ts', './c.ts type'],
		],
		[`const load = () => import('./a.ts');`, ['./a.ts later']],
		[`const {default: A} = await import("a");`, ['a later']],
		[`// import {a} from './a.ts';\n/* import './b.ts' */`, []],
		[`const text = "no // comment"; import {a} from './a.ts';`, ['./a.ts']],
		[`export const from = 'x';`, []],
	])('%s', (source, expected) => {
		expect(only(source)).toEqual(expected);
	});

	it('keeps the lines where they are', () => {
		expect(withoutComments('a\n/* b\nc */\nd // e\nhttp://f')).toBe('a\n\n\nd \nhttp://f');
	});

	it('finds circles, and only where there are any', () => {
		const graph = (...edges: readonly (readonly [string, readonly string[]])[]) => findCycles(new Map(edges));
		expect(graph(['a', ['b']], ['b', ['c']], ['c', ['b']])).toEqual([['b', 'c']]);
		expect(graph(['a', ['b', 'c']], ['b', ['c']], ['c', []])).toEqual([]);
		expect(graph(['a', ['b']], ['b', ['a', 'c']], ['c', ['d']], ['d', ['c']])).toEqual([
			['c', 'd'],
			['a', 'b'],
		]);
	});
});
