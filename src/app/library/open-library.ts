/** Opens the library for commands and screens. */
import {homeFiles} from '../../settings/home.ts';
import {openLibrary, type Library} from '../../library/library.ts';
import type {Configuration} from '../../settings/settings.ts';
import {debatesFolder} from '../files/debate-folder.ts';
import {rememberedFolders} from '../files/library-folders.ts';

/** A library and the folders that it covers. */
export type DebateLibrary = {readonly library: Library; readonly folders: readonly string[]};

/** Covers the debates folder in use, the one in ROSTRUM_HOME, and every remembered folder. */
export async function openDebateLibrary({settings, home}: Configuration, cwd: string): Promise<DebateLibrary> {
	const files = homeFiles(home);
	const folders = [
		...new Set([
			debatesFolder(settings.out, files.transcripts, cwd),
			files.transcripts,
			...rememberedFolders(files.folders),
		]),
	];
	return {library: await openLibrary(files.library), folders};
}
