/** What can be done with a debate held before, wherever it is shown: to name it, and to hold it against another. */
import {dirname} from 'node:path';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {debatesFolder, findJournal, rememberedFolders} from '../files/debate-folders.ts';
import {keepName} from '../files/debate-name.ts';
import {recentDebates, sampleDebates, type RecentDebate} from './recent-debates.ts';
import type {DebateDetails} from './debate-look.ts';

export type HeldPort = {
	/** All debates held before, the newest first, and recordings that come with Rostrum. */
	readonly others: () => readonly RecentDebate[];
	/** Rejects with the signal's reason, or with why a journal cannot be read. */
	readonly details: (path: string, signal: AbortSignal) => Promise<DebateDetails>;
	/** An empty name takes one away. Rejects where it cannot be kept. */
	readonly rename: (path: string, name: string) => Promise<void>;
};

/** Of each folder, as many as anyone looks through with keys. */
const most = 100;

export const heldPort = ({settings, home}: Configuration, cwd: string): HeldPort => ({
	others() {
		const folders = [
			debatesFolder(settings.out, home, cwd),
			...rememberedFolders(homeFiles(home).folders).filter(place => !place.endsWith('.jsonl')),
		];
		const all = [...folders.flatMap(folder => recentDebates(folder, most)), ...sampleDebates()];
		return [...new Map(all.toReversed().map(debate => [debate.path, debate])).values()].toReversed();
	},
	details: async (path, signal) =>
		(await import('./debate-look.ts')).readDetails(dirname(findJournal(path, cwd)), signal),
	rename: async (path, name) => keepName(findJournal(path, cwd), name),
});
