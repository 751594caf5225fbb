/** Opens a text in the user's editor, which has the terminal until it exits. */
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {cleanText} from '../../debate/text/intake.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';

/**
 * Returns the edited and cleaned text; undefined if it is unchanged or the editor failed. `file` holds the text
 * meanwhile.
 */
export function editText(text: string, file: string, editor: string): string | undefined {
	writeFileSync(file, text, {mode: 0o600});
	const {status} = open(editor, file);
	const edited = cleanText(readRegularFile(file));
	return status === 0 && edited !== text ? edited : undefined;
}

/** With the system's shell, as git does; on Windows, whose shell reads quotes in its own way, without. */
function open(editor: string, file: string): {readonly status: number | null} {
	if (process.platform !== 'win32') return spawnSync(`${editor} ${shellQuote(file)}`, {shell: true, stdio: 'inherit'});
	const [program = 'notepad', ...args] = wordsOf(editor);
	return spawnSync(program, [...args, file], {stdio: 'inherit'});
}

/** The editor may include options, such as `code --wait`, and quotes around a path with spaces. */
export const wordsOf = (command: string): string[] =>
	[...command.matchAll(/"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<plain>[^\s"']+)/gu)].map(
		({groups}) => groups?.['double'] ?? groups?.['single'] ?? groups?.['plain'] ?? '',
	);
