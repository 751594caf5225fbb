/** Path completion for input fields. */
import {expandPath} from '../../../engine/host/expand-path.ts';
import {errorCode} from '../../../debate/usage-error.ts';
import {readdirSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

const most = 50;

/**
 * Returns at most 50 completions in the form that was typed: relative paths stay relative, folders end with a slash.
 * Hidden files are included only after a dot.
 */
export function completePath(
	written: string,
	{cwd, folders = false}: {readonly cwd: string; readonly folders?: boolean},
): string[] {
	const folder =
		written.endsWith('/') || written === ''
			? written
			: dirname(written) === '.' && !written.startsWith('./')
				? ''
				: join(dirname(written), '/');
	const begun = written.endsWith('/') ? '' : basename(written);
	return entriesOf(expandPath(cwd, folder))
		.filter(
			({name, isFolder}) =>
				name.startsWith(begun) && (!name.startsWith('.') || begun.startsWith('.')) && (isFolder || !folders),
		)
		.slice(0, most)
		.map(({name, isFolder}) => `${folder}${name}${isFolder ? '/' : ''}`);
}

function entriesOf(folder: string): {readonly name: string; readonly isFolder: boolean}[] {
	try {
		return readdirSync(folder, {withFileTypes: true})
			.map(entry => ({name: entry.name, isFolder: entry.isDirectory()}))
			.sort((one, other) => one.name.localeCompare(other.name));
	} catch (error) {
		if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error) ?? '')) return [];
		throw error;
	}
}
