/** The library as commands and screens get it: opened, and brought up to what lies in the folders. */
import {homeFiles} from '../../settings/home.ts';
import {openLibrary, type Library} from '../../library/library.ts';
import type {Configuration} from '../../settings/settings.ts';
import {debatesFolder} from '../files/debate-folder.ts';
import {rememberedFolders} from '../files/library-folders.ts';

/** A library with the folders that it is about. */
export type DebateLibrary = {readonly library: Library; readonly folders: readonly string[]};

/**
 * The folder of debates in use, that of ROSTRUM_HOME, and every folder that debates were written to from here before.
 */
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
