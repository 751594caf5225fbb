/** docs/security.md is one table of promises, each with how it is kept and with tests that are there. */
import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {packageRoot} from '../../src/engine/host/package-root.ts';

const page = readFileSync(join(packageRoot, 'docs', 'security.md'), 'utf8');
const promised = page.slice(page.indexOf('## What is promised'), page.indexOf('## Not promised'));
const rows = promised
	.split('\n')
	.filter(line => line.startsWith('|'))
	.map(line => line.split('|').slice(1, -1))
	.map(cells => cells.map(cell => cell.trim()));
const isTest = (file: string): boolean =>
	/^test\/.*\.test\.tsx?$/u.test(file) && statSync(join(packageRoot, file), {throwIfNoEntry: false})?.isFile() === true;

it('names a promise, how it is kept and its test in each row of one table', () => {
	const [head, , ...promises] = rows;
	expect(head).toEqual(['promise', 'how it is kept', 'test']);
	expect(promises.length).toBeGreaterThan(30);
	for (const row of promises)
		expect(row).toEqual([expect.stringMatching(/./u), expect.stringMatching(/./u), expect.any(String)]);
});

it.each(rows.slice(2).map(([promise = '', , tests = '']) => [promise, tests] as const))(
	'has a test that is there for: %s',
	(_promise, tests) => {
		const files = tests.split(', ').map(file => file.replace(/^`(?<file>.*)`$/u, '$1'));
		expect(files.length).toBeGreaterThan(0);
		expect(files.filter(file => !isTest(file))).toEqual([]);
	},
);

it('says below it what is not promised', () => {
	expect(page.slice(page.indexOf('## Not promised'))).toMatch(/^- /mu);
});
