/** The library: an index over all journals, for search and statistics. */
import type {Filter} from './filter.ts';
import {finderOf, type Finder} from './find.ts';
import {indexOpener, isUnusable, resetTables, removeIndex} from './schema.ts';
import {countsOf, type Counts} from './statistics.ts';
import {transaction, writerOf, type Writer} from './write.ts';

export type Library = Finder &
	Writer & {
		/** What is in the index: each journal's stamp, by its path. */
		readonly stamps: () => Map<string, string>;
		readonly statistics: (filter: Filter) => Counts;
		/** Empties the index. */
		readonly clear: () => void;
		/**
		 * How many times the index was begun anew, be it that its file turned out to be damaged: what was put in before is
		 * gone then.
		 */
		readonly rebuilds: () => number;
		/** What the user should know, such as that the index had to be made anew. */
		readonly notices: () => readonly string[];
		readonly close: () => void;
	};

/** Opens the index in this file, or makes an empty one. Several processes may use it at once. */
export async function openLibrary(file: string): Promise<Library> {
	const open = await indexOpener(file);
	const notices: string[] = [];
	let renewals = 0;

	const use = () => {
		const {base, notice} = open();
		if (notice !== undefined) notices.push(notice);
		const stamps = base.prepare('SELECT path, stamp FROM debates');
		return {
			base,
			...finderOf(base),
			...writerOf(base),
			clear: () => transaction(base, () => resetTables(base)),
			stamps: () => new Map(stamps.all().map(({path, stamp}) => [String(path), String(stamp)])),
			statistics: (filter: Filter) => countsOf(base, filter),
		};
	};
	let now = use();
	const renew = (): void => {
		now.base.close();
		removeIndex(file);
		now = use();
		renewals++;
	};

	/**
	 * One moment of the index for all that a question reads: another process may put a debate in another's place between
	 * two readings.
	 */
	const atOnce =
		<A extends readonly unknown[], R>(ask: (parts: typeof now) => (...args: A) => R) =>
		(parts: typeof now) =>
		(...args: A): R => {
			parts.base.exec('BEGIN');
			try {
				return ask(parts)(...args);
			} finally {
				if (parts.base.isTransaction) parts.base.exec('ROLLBACK');
			}
		};

	/** A file that is found damaged while it is used is begun anew; what was asked is then asked of that. */
	const guarded =
		<A extends readonly unknown[], R>(ask: (parts: typeof now) => (...args: A) => R) =>
		(...args: A): R => {
			try {
				return ask(now)(...args);
			} catch (error) {
				if (!isUnusable(error)) throw error;
				renew();
				notices.push('The library’s index was damaged: it is made anew from the journals.');
				return ask(now)(...args);
			}
		};

	return {
		debates: guarded(atOnce(parts => parts.debates)),
		search: guarded(atOnce(parts => parts.search)),
		passages: guarded(atOnce(parts => parts.passages)),
		choices: guarded(atOnce(parts => parts.choices)),
		statistics: guarded(atOnce(parts => parts.statistics)),
		count: guarded(parts => parts.count),
		put: guarded(parts => parts.put),
		drop: guarded(parts => parts.drop),
		stamps: guarded(parts => parts.stamps),
		clear: guarded(parts => () => {
			parts.clear();
			renewals++;
		}),
		rebuilds: () => renewals,
		notices: () => notices,
		close: () => now.base.close(),
	};
}
