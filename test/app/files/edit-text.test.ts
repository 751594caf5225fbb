import {expect, it} from 'vitest';
import {wordsOf} from '../../../src/app/files/edit-text.ts';

it.each([
	['code --wait', ['code', '--wait']],
	['"C:\\Program Files\\Editor\\edit.exe" -n', ['C:\\Program Files\\Editor\\edit.exe', '-n']],
	["vim -c 'set wrap'", ['vim', '-c', 'set wrap']],
	['', []],
])('an editor without a shell: %s', (editor, words) => {
	expect(wordsOf(editor)).toEqual(words);
});
