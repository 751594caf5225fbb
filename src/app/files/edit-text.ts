/** Hands a text to the user's own editor, which has the terminal until it is closed. */
import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {cleanText} from '../../debate/text/intake.ts';

/**
 * The edited text, made plain like all that comes in; undefined where it was left as it is, or the editor failed.
 * `file` is where it lies meanwhile.
 */
export function editText(text: string, file: string, editor: string): string | undefined {
	writeFileSync(file, text);
	// An editor may be named with options, such as "code --wait".
	const {status} = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], {stdio: 'inherit'});
	const edited = cleanText(readFileSync(file, 'utf8'));
	return status === 0 && edited !== text ? edited : undefined;
}
