/** Files that builder and reviewer ask to see before they answer. */
import type {Answer, Floor, Workplace} from '../../debate/protocol.ts';
import {copyWorktree, readFiles} from './effects.ts';
import {namedByFailure, shortEnough, type ShownFile} from './prompt-parts.ts';
import type {BuildRun} from './run.ts';

/** How often files may be asked for before there must be an answer, and how many characters of them are shown. */
const most = {requests: 3, characters: 120_000};

/** Asks, and shows the files requested, until there is an answer. */
export async function askShowingFiles<T extends {readonly read: readonly string[]}>(
	floor: Floor,
	shown: readonly ShownFile[],
	ask: (seen: readonly ShownFile[]) => Promise<Answer<T>>,
	isDone: (value: T) => boolean,
): Promise<Answer<T>> {
	let seen = shown;
	for (let looks = 0; ; looks++) {
		const answer = await ask(seen);
		if (!answer.ok || isDone(answer.value) || looks === most.requests) return answer;
		const wanted = answer.value.read.filter(path => !seen.some(file => file.path === path));
		if (wanted.length === 0) return answer;
		const room = most.characters - seen.reduce((sum, {text}) => sum + (text?.length ?? 0), 0);
		seen = [...seen, ...(await readFiles(floor, wanted, Math.max(0, room)))];
	}
}

/** The files that a failure names, as far as they are short; one that edits by itself can read them. */
export async function namedFiles(run: BuildRun, floor: Floor, beside: readonly string[] = []): Promise<ShownFile[]> {
	if (run.works === 'itself') return [];
	const paths = namedByFailure(run, floor.heard.formats.builderReviewer).filter(path => !beside.includes(path));
	return paths.length === 0 ? [] : shortEnough(await readFiles(floor, paths));
}

/**
 * What a coding agent that reviews can read: a copy of the worktree, made anew for each of its answers. Undefined for
 * whoever has no tools, and beside another program's builder, where there is no worktree.
 */
export async function copyToRead({config}: BuildRun, floor: Floor, seat: string): Promise<Workplace | undefined> {
	const voice = floor.heard.seats.find(({id}) => id === seat)?.voice ?? '';
	if (config.side !== 'both' || !/^agent\b/u.test(voice)) return undefined;
	const copy = await copyWorktree(floor, seat);
	if (copy.folder !== undefined) return {folder: copy.folder, may: 'read'};
	await floor.record({
		type: 'notice',
		level: 'warning',
		participant: seat,
		text: `There is no copy of the worktree to read: ${copy.problem ?? ''}. It reads files by asking for them.`,
	});
	return undefined;
}
