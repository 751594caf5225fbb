/** A debate to hand on as a folder: its page and its results card, which need nothing else, or its tables. */
import {existsSync, mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {socialCard} from '../../exports/card.ts';
import {datasetFiles} from '../../exports/dataset.ts';
import {whole} from '../../exports/pieces.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {formatOf} from '../../formats/index.ts';
import {drawPicture} from './card-picture.ts';
import {findFormat, writeFormat} from './export-formats.ts';
import {readForExport, type WatchedWrite, type WrittenExport} from './exports.ts';

export const shareFormat = {
	id: 'share',
	name: 'share',
	about: 'the page and the results card in one folder, to send or to put on a web server',
} as const;

const files = {page: 'index.html', card: 'card.svg', picture: 'card.png'} as const;

/** What will be in the folder, in words. */
export const aboutShare = (journal: string): string =>
	[
		join(dirname(journal), 'share'),
		'',
		`${files.page}    the debate to read, search and replay, in any browser`,
		`${files.card}      the results as a picture, and as ${files.picture} where a program of this machine draws it`,
		`${socialCard.png.file}   what chats show of a link to the page`,
		'',
		'The folder needs nothing else, and loads nothing from elsewhere.',
		'',
	].join('\n');

/**
 * Writes the folder beside the journal, or where it is told to, and gives its path. A folder that holds another page
 * stays, and the new one gets a number.
 */
export async function writeShare(
	journal: string,
	{signal, progress}: WatchedWrite = {},
	wanted = join(dirname(journal), 'share'),
): Promise<WrittenExport> {
	const {state, mark, heard} = await readForExport(journal, undefined, signal);
	const made = (id: string): string => whole(writeFormat(findFormat(id, 'the share'), state, {journal: mark, heard}));
	const [page, card] = [made('html'), made('svg')];
	progress?.(0.5);
	const folder = freeFolder(wanted, files.page, page);
	mkdirSync(folder, {recursive: true});
	writeWhole(join(folder, files.page), page, 0o666);
	writeWhole(join(folder, files.card), card, 0o666);
	for (const [picture, name] of [
		[card, files.picture],
		[made('social'), socialCard.png.file],
	] as const) {
		const drawn = await drawPicture(picture, signal && {signal});
		if ('missing' in drawn) return {path: folder, note: `without pictures: ${drawn.missing}`};
		writeWhole(join(folder, name), drawn.png, 0o666);
	}
	return {path: folder};
}

/**
 * Writes the debate's tables beside the journal, or into the folder that is named, and gives its path. A folder that
 * holds anything else, another state of the debate included, stays, and the new one gets a number.
 */
export async function writeDataset(
	journal: string,
	signal?: AbortSignal,
	wanted = join(dirname(journal), 'dataset'),
): Promise<string> {
	const {state} = await readForExport(journal, undefined, signal);
	const tables = datasetFiles(state, formatOf(state.start?.protocol));
	const folder = freeFolder(wanted, 'debates.jsonl', tables.get('debates.jsonl') ?? '');
	mkdirSync(folder, {recursive: true});
	for (const [name, text] of tables) writeWhole(join(folder, name), text, 0o666);
	return folder;
}

/** The folder itself, if it is free or its file says this text; else with the first number behind it that is free. */
export function freeFolder(wanted: string, name: string, text: string): string {
	for (let number = 1; ; number++) {
		const folder = number === 1 ? wanted : `${wanted}-${number}`;
		const file = join(folder, name);
		if (!existsSync(folder) || (existsSync(file) && readRegularFile(file) === text)) return folder;
	}
}
