/** What is known of a change besides its lines: what its commits say, and where the lines come from that it touches. */
import {gitIn} from '../../../engine/host/git.ts';
import type {DiffFile} from '../subject/diff.ts';
import {ranked, rankOf} from '../subject/rank.ts';
import {git} from './subject-git.ts';

/** Changes whose lines' history is looked up. */
const mostBlamed = 8;

/** Which commit had last touched what is changed now, a line for each change; empty where there is no such history. */
export async function lastChanges(files: readonly DiffFile[], base: string, cwd: string): Promise<string> {
	const changes = ranked(files)
		.filter(file => file.change !== 'added' && !rankOf(file).machine)
		.flatMap(({path, was, hunks}) =>
			hunks.flatMap(hunk => {
				const removed = hunk.filter(({sign}) => sign === '-').map(({number}) => number);
				return removed.length === 0 ? [] : [{path: was ?? path, from: Math.min(...removed), to: Math.max(...removed)}];
			}),
		)
		.slice(0, mostBlamed);
	if (changes.length === 0) return '';
	const top = await topOf(cwd);
	const told = await Promise.all(changes.map(change => lastChange(change, base, top)));
	const lines = told.filter(line => line !== undefined);
	return lines.length === 0 ? '' : `Where the changed lines come from:\n${lines.join('\n')}`;
}

async function lastChange(
	{path, from, to}: {readonly path: string; readonly from: number; readonly to: number},
	base: string,
	top: string,
): Promise<string | undefined> {
	const {ok, out} = await gitIn(top)(['blame', '--porcelain', `-L${from},${to}`, base, '--', path]);
	if (!ok) return undefined;
	const commits = [
		...out.matchAll(
			/^(?<hash>[0-9a-f]{40}) \d+ \d+ \d+$[\s\S]*?^author-time (?<time>\d+)$[\s\S]*?^summary (?<summary>.*)$/gmu,
		),
	];
	const newest = commits.toSorted((one, other) => Number(other.groups?.['time']) - Number(one.groups?.['time']))[0]
		?.groups;
	if (!newest) return undefined;
	const day = new Date(Number(newest['time']) * 1000).toISOString().slice(0, 10);
	return `- ${path}:${from}${to > from ? `-${to}` : ''} was last changed in ${newest['hash']?.slice(0, 8)} (${day}): ${newest['summary']}`;
}

/** Paths of a diff are from there. */
const topOf = async (cwd: string): Promise<string> => (await git(['rev-parse', '--show-toplevel'], cwd)).trim() || cwd;

/** What the commits of a range say, and where the lines that they change come from. */
export async function rangeMessage(range: string | undefined, cwd: string): Promise<string> {
	const {from, dots, to} = /^(?<from>[^.].*?)?(?<dots>\.{2,3})(?<to>.*)$/u.exec(range ?? '')?.groups ?? {};
	if (range === undefined || dots === undefined) return '';
	const own = `${from || 'HEAD'}..${to || 'HEAD'}`;
	const {ok, out} = await gitIn(cwd)([
		'log',
		'--reverse',
		'--no-merges',
		'--max-count=30',
		'--format=%h %B',
		'--end-of-options',
		own,
		'--',
	]);
	return ok && out.trim() !== '' ? `The commits of this range:\n\n${out.trim().replaceAll(/\n{3,}/gu, '\n\n')}` : '';
}
