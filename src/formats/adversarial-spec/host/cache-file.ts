/** The embedded store of cached answers: one table in a SQLite file, which several processes may use at once. */
import {closeSync, mkdirSync, openSync} from 'node:fs';
import {dirname} from 'node:path';

/** As Keyv wants a store; values are text that it has made. */
type Store = {
	readonly opts: object;
	readonly on: () => Store;
	readonly get: (key: string) => Promise<string | undefined>;
	readonly set: (key: string, value: string, ttl?: number) => Promise<void>;
	readonly delete: (key: string) => Promise<boolean>;
	readonly clear: () => Promise<void>;
	readonly disconnect: () => Promise<void>;
};

/** Opens or makes the file, and drops what has expired. Rejects where that cannot be done. */
export async function cacheFile(file: string): Promise<Store> {
	mkdirSync(dirname(file), {recursive: true, mode: 0o700});
	const {DatabaseSync} = await import('node:sqlite');
	// SQLite makes its files for everybody to read, and those beside this one as this one is.
	closeSync(openSync(file, 'a', 0o600));
	const base = new DatabaseSync(file, {timeout: 2000});
	base.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER)',
	);
	base.prepare('DELETE FROM answers WHERE expires < ?').run(Date.now());
	const read = base.prepare('SELECT value FROM answers WHERE key = ?');
	const write = base.prepare(
		'INSERT INTO answers (key, value, expires) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires',
	);
	const remove = base.prepare('DELETE FROM answers WHERE key = ?');
	const store: Store = {
		opts: {},
		// Keyv listens for errors here; ours are thrown where they happen.
		on: () => store,
		async get(key) {
			const value = read.get(key)?.['value'];
			return typeof value === 'string' ? value : undefined;
		},
		set: async (key, value, ttl) => void write.run(key, value, ttl === undefined ? null : Date.now() + ttl),
		delete: async key => remove.run(key).changes > 0,
		clear: async () => base.exec('DELETE FROM answers'),
		disconnect: async () => base.close(),
	};
	return store;
}
