import {expect, it} from 'vitest';
import {changedNames, filesNaming, movesIn} from '../../../src/formats/code-debate/around.ts';
import type {DiffFile} from '../../../src/formats/code-debate/diff-files.ts';

const moved = (was: string, path: string): DiffFile => ({path, was, change: 'renamed', hunks: []});
const names = (move: DiffFile, path: string, text: string): boolean =>
	filesNaming(movesIn([move]), [{path, number: 1, text}]).length === 1;

it.each([
	['lib/a.js', 'index.js', "const a = require('./lib/a');", true],
	['lib/a.js', 'lib/c.js', "import a from './a.js';", true],
	['lib/a.js', 'test/a.test.js', "import a from '../lib/a.js';", true],
	['lib/a.js', 'other/c.js', "import a from './a.js';", false],
	['lib/a.js', 'package.json', '"main": "lib/a.js",', true],
	['lib/a.js', 'README.md', 'It is a test of a thing.', false],
	['src/lib/a.ts', 'app/x.ts', "import {a} from '@/lib/a';", true],
	['lib/index.js', 'main.js', "import lib from './lib';", true],
	['pkg/a.py', 'main.py', 'from pkg.a import run', true],
	['pkg/a.py', 'main.py', 'from pkg import a', true],
	['pkg/a.py', 'pkg/b.py', 'from .a import run', true],
	['pkg/a.py', 'other/b.py', 'from .a import run', false],
	['src/a.h', 'src/b.c', '#include "a.h"', true],
	['src/a.rs', 'src/main.rs', 'mod a;', true],
	['java/com/x/Foo.java', 'java/com/y/Bar.java', 'import com.x.Foo;', true],
])('of %s, %s says "%s": it names it, or not (%s)', (was, path, text, named) => {
	expect(names(moved(was, was.replace(/[^/]+$/u, 'moved-$&')), path, text)).toBe(named);
});

it('many moves are searched for by their folders', () => {
	const moves = Array.from({length: 100}, (_, at) => moved(`old/${at}.js`, `new/${at}.js`));
	expect(movesIn(moves)).toEqual([{was: 'old/', now: 'new/', stem: 'old'}]);
	const [file] = filesNaming(movesIn(moves), [{path: 'main.js', number: 3, text: "import './old/7.js';"}]);
	expect(file?.about).toBe('still names old/, which is now new/');
});

it.each([
	['an import, whose callers are none of the change', "const dir = require('./dir');", '', []],
	['a line under git’s head of an import', '\tgo();', "const dir = require('./dir');", []],
	['a line under git’s head of a value', '\tgo();', 'const most = 3;', []],
	['a line under the head of its function', '\tgo();', 'function openAll(files) {', ['openAll']],
])('a change touches the function that it is in: %s', (_what, text, head, names) => {
	const file: DiffFile = {path: 'a.js', was: undefined, change: 'changed', hunks: [[{sign: '+', number: 9, text}]]};
	expect(changedNames([file], [[head]]).map(({name}) => name)).toEqual(names);
});
