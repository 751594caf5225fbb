/**
 * Quirks of models in ROSTRUM_HOME: one file per address and model, so that processes do not overwrite each other's.
 */
import {createHash} from 'node:crypto';
import {readdirSync, unlinkSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {packageVersion} from '../../engine/host/package-root.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {homeFiles} from '../../settings/home.ts';
import {Quirks, type QuirkStore} from '../../voices/quirks.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';

const Kept = z.object({key: z.string(), learntAt: z.iso.datetime(), app: z.string().optional(), quirks: Quirks});
/** `key` comes from `quirkKey`. */
type StoredQuirks = z.infer<typeof Kept>;

/** Quirks expire, in milliseconds, since servers and models change. */
const lastsMs = 30 * 86_400_000;

/** What another version of Rostrum learned may be asked in another way now. */
const isFresh = ({learntAt, app}: StoredQuirks, now: Date): boolean =>
	app === packageVersion() && now.getTime() - Date.parse(learntAt) < lastsMs;

const fileOf = (home: string, key: string): string =>
	join(homeFiles(home).quirks, `${createHash('sha256').update(key).digest('hex').slice(0, 24)}.json`);

/** The quirks in a file; undefined if it is unreadable, as they can be learned again. */
function read(file: string): StoredQuirks | undefined {
	try {
		return Kept.parse(JSON.parse(readRegularFile(file)));
	} catch (error) {
		if (errorCode(error) !== undefined || error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
		throw error;
	}
}

/** Reads each key from disk only once. */
export function openQuirks(home: string, now: () => Date = () => new Date()): QuirkStore {
	const known = new Map<string, Quirks | undefined>();
	/** Keys whose quirks come from an earlier run. */
	const inherited = new Set<string>();

	function inherit(key: string): Quirks | undefined {
		const kept = read(fileOf(home, key));
		if (!kept || kept.key !== key || !isFresh(kept, now())) return undefined;
		inherited.add(key);
		return kept.quirks;
	}

	return {
		get(key) {
			if (!known.has(key)) known.set(key, inherit(key));
			return known.get(key);
		},
		set(key, quirks) {
			known.set(key, quirks);
			inherited.delete(key);
			keep(home, {key, learntAt: now().toISOString(), app: packageVersion(), quirks});
		},
		doubt(key) {
			if (!inherited.delete(key)) return false;
			known.set(key, undefined);
			return true;
		},
	};
}

/** A failed write is ignored: it costs one request next time, and `rostrum doctor` reports an unwritable home. */
function keep(home: string, kept: StoredQuirks): void {
	try {
		writeWhole(fileOf(home, kept.key), `${JSON.stringify(kept)}\n`);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
	}
}

/** All stored quirks, sorted by key; expired ones are deleted. */
export function readQuirks(home: string, now: Date): StoredQuirks[] {
	const folder = homeFiles(home).quirks;
	const all = namesIn(folder).flatMap(name => read(join(folder, name)) ?? []);
	for (const {key} of all.filter(one => !isFresh(one, now))) remove(fileOf(home, key));
	return all.filter(one => isFresh(one, now)).toSorted((one, other) => one.key.localeCompare(other.key));
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).filter(name => name.endsWith('.json'));
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return [];
		throw error;
	}
}

/** Forgets a model's quirks, so that they are learned again. */
export const forgetQuirks = (home: string, key: string): void => remove(fileOf(home, key));

/** Another process may already have removed it. */
function remove(file: string): void {
	try {
		unlinkSync(file);
	} catch (error) {
		if (errorCode(error) !== 'ENOENT') throw error;
	}
}
