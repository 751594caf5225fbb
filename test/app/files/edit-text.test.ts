import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {editText, wordsOf} from '../../../src/app/files/edit-text.ts';

it.each([
	['code --wait', ['code', '--wait']],
	['"C:\\Program Files\\Editor\\edit.exe" -n', ['C:\\Program Files\\Editor\\edit.exe', '-n']],
	["vim -c 'set wrap'", ['vim', '-c', 'set wrap']],
	['', []],
])('an editor without a shell: %s', (editor, words) => {
	expect(wordsOf(editor)).toEqual(words);
});

it.skipIf(process.platform === 'win32')('a command line with options edits a file with any name', () => {
	const file = join(mkdtempSync(join(tmpdir(), "rostrum-it's a ")), 'edited $HOME.md');
	const editor = `${JSON.stringify(process.execPath)} -e 'require("fs").appendFileSync(process.argv[1], " more")'`;
	expect(editText('text', file, editor)).toBe('text more');
	expect(editText('text', file, 'true')).toBeUndefined();
	expect(editText('text', file, 'false')).toBeUndefined();
});
