/** Opens a text in the user's editor, which has the terminal until it exits. */
import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {cleanText} from '../../debate/text/intake.ts';

/**
 * Returns the edited and cleaned text; undefined if it is unchanged or the editor failed. `file` holds the text
 * meanwhile.
 */
export function editText(text: string, file: string, editor: string): string | undefined {
	writeFileSync(file, text, {mode: 0o600});
	// The editor may include options, such as "code --wait".
	const {status} = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], {stdio: 'inherit'});
	const edited = cleanText(readFileSync(file, 'utf8'));
	return status === 0 && edited !== text ? edited : undefined;
}
