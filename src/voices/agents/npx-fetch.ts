/** What `npx` still has to fetch before an adapter can start: announced, and given its time. */
import {existsSync, readdirSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {AgentRow} from './agent-rows.ts';

/** How long the first fetch of an adapter may take, in milliseconds. */
const fetchLimitMs = 20 * 60_000;

export type PendingFetch = {readonly text: string; readonly limitMs: number};

/** Undefined where nothing is fetched, or npm's cache has it. `cache` is npm's cache folder. */
export function pendingFetch({name, command, fetches}: AgentRow, cache = npmCache()): PendingFetch | undefined {
	if (command !== 'npx' || !fetches || isFetched(fetches.package, cache)) return undefined;
	return {
		text: `${name} is reached through ${fetches.package}, which npx fetches now, once: about ${fetches.megabytes} MB.`,
		limitMs: fetchLimitMs,
	};
}

/** `npx` keeps each package in a folder of its own, named by a hash of what was asked for. */
function isFetched(name: string, cache: string): boolean {
	const folder = join(cache, '_npx');
	return (
		existsSync(folder) &&
		readdirSync(folder).some(hash => existsSync(join(folder, hash, 'node_modules', name, 'package.json')))
	);
}

const npmCache = (): string =>
	process.platform === 'win32' ? join(homedir(), 'AppData', 'Local', 'npm-cache') : join(homedir(), '.npm');
