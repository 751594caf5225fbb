import {expect, test} from 'vitest';
import {bindings, type Scope} from '../../../src/ui/terminal/key-table.ts';
import {actionOf, helpFor, keyLine} from '../../../src/ui/terminal/keys.ts';

const scopes: readonly Scope[] = [
	'home',
	'setup',
	'library',
	'settings',
	'health',
	'stage',
	'results',
	'reading',
	'export',
	'working',
	'review',
	'columns',
];
const live = {live: true, steerable: true, over: false};

/** What debates and steps have not got: every one lacks all but one of those that share a key. */
const lacking = [
	['review', 'pick', 'take-format', 'review-on', 'steer'],
	['vote', 'hold', 'pick', 'review-on', 'steer'],
	['vote', 'hold', 'take-format', 'review-on', 'interject'],
] as const;

test('no key means two things at once', () => {
	for (const scope of scopes) {
		for (const unavailable of lacking) {
			const keys = bindings
				.filter(({scopes: where, action}) => where.includes(scope) && !unavailable.some(lack => lack === action))
				.flatMap(binding => binding.keys);
			expect(new Set(keys).size, scope).toBe(keys.length);
		}
	}
});

test('every key is in the help of its screen', () => {
	for (const scope of scopes) {
		expect(helpFor(scope)).toHaveLength(bindings.filter(binding => binding.scopes.includes(scope)).length);
	}
});

test('of a pair of keys that the key line shows as one, the help begins with both', () => {
	const shown = helpFor('stage', [], ['faster', 'next-turn', 'moment-before']).slice(0, 6);
	expect(shown.map(({keys}) => keys)).toEqual(['<', '>', '←', '→', 'm', 'M']);
});

test('every screen has its help, and what is read can be closed with the key that opened it', () => {
	for (const scope of scopes) expect(actionOf('?', scope, live), scope).toBe(scope === 'reading' ? 'close' : 'help');
	expect([actionOf('w', 'working', live), actionOf('e', 'export', live)]).toEqual(['close', 'close']);
});

test('Esc leads back from every screen but the first and a debate that is being held', () => {
	const over = {...live, over: true};
	expect(scopes.filter(scope => actionOf('esc', scope, live) === undefined)).toEqual(['home', 'stage']);
	expect([over, {...live, live: false}].map(moment => actionOf('esc', 'stage', moment))).toEqual(['back', 'back']);
});

test('a key counts where and when it is of use', () => {
	expect(actionOf('i', 'stage', live)).toBe('interject');
	expect(actionOf('i', 'home', live)).toBeUndefined();
	expect(actionOf('i', 'stage', {...live, live: false})).toBeUndefined();
	expect(actionOf('space', 'stage', {...live, live: false})).toBe('pause');
	expect(actionOf('space', 'stage', {live: false, steerable: false, over: false})).toBeUndefined();
	expect(actionOf('enter', 'stage', live)).toBeUndefined();
	expect(actionOf('enter', 'stage', {...live, over: true})).toBe('results');
	expect(actionOf('e', 'results', {...live, over: true, unavailable: ['export']})).toBeUndefined();
});

test('the key line names what counts now', () => {
	expect(keyLine('stage', live).map(({hint}) => hint)).toContain('interject');
	expect(keyLine('stage', {...live, over: true}).map(({hint}) => hint)).not.toContain('interject');
});

test('while it is paused the key line says how to resume', () => {
	const paused = keyLine('stage', {...live, paused: true});
	expect(paused.filter(({keys}) => keys === 'space' || keys === 'n')).toMatchObject([
		{keys: 'space', hint: 'resume'},
		{keys: 'n', hint: 'step'},
	]);
	expect(keyLine('stage', live).map(({keys}) => keys)).not.toContain('n');
});

test('what would come to nothing yet is not proposed, and the key is minded all the same', () => {
	const early = {...live, unavailable: ['vote'], tooEarly: ['review']};
	expect(keyLine('stage', early).map(({hint}) => hint)).not.toContain('review');
	expect(actionOf('v', 'stage', early)).toBe('review');
});
