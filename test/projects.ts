/** Which tests start programs or run commands, and which run in the test process alone. */
import {existsSync, globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {importsOf} from './architecture/imports.ts';

/** What a file imports in order to start a program. */
const starters = new Set(['node:child_process', '@lydell/node-pty', 'execa']);
/** A command may start programs of its own, and hold a whole debate. */
const known = new Map([[path.join('test', 'run-in-process.ts'), true]]);

/** Whether a file starts programs, itself or through a helper among the tests. */
function startsPrograms(file: string): boolean {
	const before = known.get(file);
	if (before !== undefined) return before;
	known.set(file, false);
	const starts = importsOf(readFileSync(file, 'utf8')).some(({target, typeOnly}) => {
		if (typeOnly) return false;
		if (!target.startsWith('.')) return starters.has(target);
		const helper = path.join(path.dirname(file), target);
		return helper.startsWith(`test${path.sep}`) && existsSync(helper) && startsPrograms(helper);
	});
	known.set(file, starts);
	return starts;
}

const isIn = (file: string, folder: string): boolean => file.startsWith(path.join('test', folder) + path.sep);
const files = globSync('test/**/*.test.{ts,tsx}').filter(file => !isIn(file, 'interop'));

/** `process` starts programs, runs commands or holds long debates; what needs programs that are not ours is in neither. */
export const testFiles = {
	fast: files.filter(file => !startsPrograms(file) && !isIn(file, 'whole')),
	process: files.filter(file => startsPrograms(file) || isIn(file, 'whole')),
};
