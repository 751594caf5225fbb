/** The library screen's port. */
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {LibraryFilter, LibraryPort, Since} from '../../ui/ports/library-port.ts';
import type {Filter} from '../../library/filter.ts';
import {exportsOf} from '../cast/exports-port.ts';
import {protocolOf} from '../files/exports.ts';
import {askLibrary, syncLibrary} from '../library/library-sync.ts';
import {openDebateLibrary} from '../library/open-library.ts';
import {moveToTrash} from '../library/trash.ts';

/** The most passages per debate that a screen gets: more than anyone browses with keys. */
const mostPassages = 200;

const {signal: never} = new AbortController();

export async function libraryPort(configuration: Configuration, cwd: string): Promise<LibraryPort> {
	const {library, folders} = await openDebateLibrary(configuration, cwd);
	return {
		async find(text, filter) {
			const asked = filterOf(filter, new Date());
			const isSearch = /[\p{L}\p{N}]/u.test(text);
			return askLibrary(library, {folders, signal: never}, () => ({
				entries: isSearch ? library.search(text, asked) : library.debates(asked),
				of: library.count(),
			}));
		},
		passages: async (path, text) => library.passages(path, text, mostPassages),
		choices: async () => library.choices(),
		async bring(onProgress, signal) {
			await syncLibrary(library, {folders, signal, onProgress});
			return library.notices();
		},
		exports: path => exportsOf(path, protocolOf(path), () => configuration),
		async remove(path) {
			const place = await moveToTrash(path, {trash: homeFiles(configuration.home).trash, folders});
			library.drop(path);
			return place;
		},
		close: library.close,
	};
}

const days: Readonly<Record<Since, number>> = {today: 0, week: 6, month: 29, year: 364};

/** Days start at midnight, local time. */
function filterOf({since, ...filter}: LibraryFilter, now: Date): Filter {
	return {
		...filter,
		...(since !== undefined && {
			since: new Date(now.getFullYear(), now.getMonth(), now.getDate() - days[since]).getTime(),
		}),
	};
}
