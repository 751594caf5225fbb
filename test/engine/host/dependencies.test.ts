import {existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {withDependencies} from '../../../src/engine/host/dependencies.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-lent-'));
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), {recursive: true});
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

it('lends installed packages for as long as a command runs, and touches none of them', async () => {
	const source = folderWith({
		'package.json': '{}',
		'node_modules/four/index.js': '4',
		'node_modules/@scope/five/index.js': '5',
		'app/package.json': '{}',
		'app/node_modules/six/index.js': '6',
		'vendor/own.txt': 'the user’s',
	});
	const tree = folderWith({'package.json': '{}', 'app/package.json': '{}', 'vendor/own.txt': 'committed'});
	const read = (path: string): string => readFileSync(join(tree, path), 'utf8');
	await withDependencies(source, tree, async readable => {
		expect(readable).toEqual(['node_modules', 'app/node_modules'].map(path => join(source, path)));
		expect(
			['node_modules/four/index.js', 'node_modules/@scope/five/index.js', 'app/node_modules/six/index.js'].map(read),
		).toEqual(['4', '5', '6']);
		expect(lstatSync(join(tree, 'node_modules/four')).isSymbolicLink()).toBe(true);
		// What a tool keeps beside the packages is its own.
		mkdirSync(join(tree, 'node_modules/.cache'));
	});
	expect([
		existsSync(join(tree, 'node_modules')),
		existsSync(join(tree, 'app/node_modules')),
		read('vendor/own.txt'),
	]).toEqual([false, false, 'committed']);
	expect(readdirSync(join(source, 'node_modules'))).toEqual(['@scope', 'four']);
	expect(readFileSync(join(source, 'node_modules/four/index.js'), 'utf8')).toBe('4');
	await expect(withDependencies(source, tree, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
	expect(existsSync(join(tree, 'node_modules'))).toBe(false);
});
