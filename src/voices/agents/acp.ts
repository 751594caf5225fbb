/**
 * Voices over the Agent Client Protocol: one process and one session per debate. Answers are streamed, and cancelled
 * when a turn is cut.
 */
import {existsSync, readdirSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {AgentRow} from './agent-rows.ts';
import {VoiceError, type VoiceContext, type VoiceDelta, type VoiceRequest} from '../voice.ts';
import {connect, explained, type AgentConnection, type Connecting} from './acp-connection.ts';
import {speak} from './acp-turn.ts';
import {agentError} from './agent-error.ts';
import {limitsWholeAnswer, deadlines} from './deadlines.ts';

// What `npx` still has to fetch before an adapter can start: announced, and given its time.

/** How long the first fetch of an adapter may take, in milliseconds. */
const fetchLimitMs = 20 * 60_000;

type PendingFetch = {readonly text: string; readonly limitMs: number};

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

/** Returns a function that answers requests one at a time over a connection that is opened on first use. */
export function acpAnswerer(
	row: AgentRow,
	{within, version}: Pick<Connecting, 'within' | 'version'>,
): (request: VoiceRequest, context: VoiceContext) => AsyncGenerator<VoiceDelta> {
	let line: Promise<AgentConnection> | undefined;
	let place: string | undefined;
	let last: Promise<unknown> = Promise.resolve();

	const connected = async (folder: string | undefined): Promise<AgentConnection> => {
		// A sandbox is made for one folder.
		if (within && folder !== place) {
			void line?.then(
				({child}) => child.end(),
				() => undefined,
			);
			line = undefined;
		}
		place = folder;
		const current = (line ??= connect(row, {folder, within, version}));
		const drop = () => {
			if (line === current) line = undefined;
		};
		// A dead process is replaced on the next request.
		void current.then(({child}) => child.exited.then(drop), drop);
		return current;
	};

	return async function* (request, context) {
		const turn = Promise.withResolvers<void>();
		const before = last;
		last = turn.promise;
		try {
			const whole = limitsWholeAnswer(request);
			const never = new Promise<never>(() => {});
			const clear = deadlines(row.name, context, whole, never);
			await clear.wait(before);
			const fetched = line ? undefined : pendingFetch(row);
			if (fetched) yield {type: 'notice', text: fetched.text};
			const opened = connected(request.workplace?.folder);
			let current = fetched
				? await deadlines(row.name, {...context, firstMs: fetched.limitMs}, false, never).wait(opened)
				: await clear.wait(opened);
			await clear.wait(current.idle);
			if (current.ending) {
				await clear.wait(current.child.exited);
				current = await clear.wait(connected(request.workplace?.folder));
			}
			yield* speak(row, current, request, context);
		} catch (error) {
			if (context.signal.aborted) throw context.signal.reason;
			throw await failureOf(error, row, line);
		} finally {
			turn.resolve();
		}
	};
}

/** The failure for the user: why the process ended, where it did. */
async function failureOf(error: unknown, row: AgentRow, line: Promise<AgentConnection> | undefined): Promise<unknown> {
	if (error instanceof VoiceError) return error;
	const child = await line?.then(
		current => current.child,
		() => undefined,
	);
	return agentError(child ? await explained(error, child) : error, row);
}
