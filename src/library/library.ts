/** The library: an index over all journals, for search and statistics. */
import {type Filter, finderOf, type Finder} from './find.ts';
import {indexOpener, isRefused, isUnusable, resetTables, removeIndex, type OpenedIndex} from './schema.ts';
import {countsOf, type Counts} from './statistics.ts';
import {transaction, writerOf, type Writer} from './write.ts';

export type Library = Finder &
	Writer & {
		/** What is in the index: each journal's stamp, by its path. */
		readonly stamps: () => Map<string, string>;
		readonly statistics: (filter: Filter) => Counts;
		/** Empties the index. */
		readonly clear: () => void;
		/** How often the index was emptied, also when its file was damaged: what was put in before is gone. */
		readonly rebuilds: () => number;
		/** What the user should know, such as that the index had to be rebuilt. */
		readonly notices: () => readonly string[];
		readonly close: () => void;
	};

/**
 * Opens the index in this file, creating it if needed. Several processes may use it at once: one waits so many
 * milliseconds for another.
 */
export async function openLibrary(file: string, {waitMs = 5000} = {}): Promise<Library> {
	const open = await indexOpener(file, waitMs);
	const notices: string[] = [];
	let rebuilds = 0;
	const reopen = (refused?: unknown): IndexQueries => {
		const opened = open(refused);
		if (opened.notice !== undefined) notices.push(opened.notice);
		return queriesOf(opened);
	};
	let current = reopen();
	const rebuild = (error: unknown): void => {
		current.db.close();
		rebuilds++;
		if (isRefused(error)) {
			current = reopen(error);
			return;
		}
		removeIndex(file);
		current = reopen();
		notices.push('The library’s index was damaged. It is being rebuilt from the journals.');
	};

	/** Runs a query; if the file is damaged, or cannot be written, starts a new index and runs the query on that. */
	const guarded =
		<A extends readonly unknown[], R>(query: (index: IndexQueries) => (...args: A) => R) =>
		(...args: A): R => {
			try {
				return query(current)(...args);
			} catch (error) {
				if (!isUnusable(error) && !isRefused(error)) throw error;
				rebuild(error);
				return query(current)(...args);
			}
		};

	return {
		debates: guarded(inSnapshot(index => index.debates)),
		search: guarded(inSnapshot(index => index.search)),
		passages: guarded(inSnapshot(index => index.passages)),
		choices: guarded(inSnapshot(index => index.choices)),
		statistics: guarded(inSnapshot(index => index.statistics)),
		count: guarded(index => index.count),
		put: guarded(index => index.put),
		drop: guarded(index => index.drop),
		stamps: guarded(index => index.stamps),
		clear: guarded(index => () => {
			index.clear();
			rebuilds++;
		}),
		rebuilds: () => rebuilds,
		notices: () => notices,
		close: () => current.db.close(),
	};
}

type IndexQueries = ReturnType<typeof queriesOf>;

function queriesOf({db}: OpenedIndex) {
	const stamps = db.prepare('SELECT path, stamp FROM debates');
	return {
		db,
		...finderOf(db),
		...writerOf(db),
		clear: () => transaction(db, () => resetTables(db)),
		stamps: () => new Map(stamps.all().map(({path, stamp}) => [String(path), String(stamp)])),
		statistics: (filter: Filter) => countsOf(db, filter),
	};
}

/** Makes all reads of a query see the same index, even if another process replaces a debate between two of them. */
const inSnapshot =
	<A extends readonly unknown[], R>(query: (index: IndexQueries) => (...args: A) => R) =>
	(index: IndexQueries) =>
	(...args: A): R => {
		index.db.exec('BEGIN');
		try {
			return query(index)(...args);
		} finally {
			if (index.db.isTransaction) index.db.exec('ROLLBACK');
		}
	};
