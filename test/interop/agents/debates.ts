/** Whole debates with a real agent in a seat, held by the built program: what came of them, as cells of the table. */
import {spawn} from 'node:child_process';
import {mkdtempSync, readdirSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {changedRepository} from './changed-repository.ts';
import type {ModelServer} from './model-server.ts';
import {poisonedRepository} from './poisoned-repository.ts';
import {rowOf, type RealAgent} from './real-agents.ts';

export type Seated = {
	readonly agent: RealAgent;
	readonly file: string;
	readonly server: ModelServer;
	/** All that it starts has this in its environment. */
	readonly mark: string;
};
type Held = {readonly code: number | null; readonly events: readonly JournalEvent[]; readonly errors: string};

/** Nothing is there. */
const nowhere = 'http://127.0.0.1:9';

/** Holds a debate with the agent as `agent:ID`, in that folder. */
async function hold(
	{agent, file, server, mark}: Seated,
	args: readonly string[],
	{cwd, url = server.url, out: place}: {readonly cwd?: string; readonly url?: string; readonly out?: string} = {},
): Promise<Held> {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-home-')));
	const {command, args: own, env} = rowOf(agent, file, url, {mark});
	writeFileSync(join(home, 'settings.json'), JSON.stringify({agents: {[agent.id]: {command, args: own, env}}}));
	const program = join(packageRoot, 'bin', 'rostrum.js');
	const out = place ?? join(home, 'debates');
	const held = spawn(process.execPath, [program, 'run', ...args, '--headless', '--export', '', '--out', out], {
		cwd: cwd ?? home,
		env: {PATH: process.env['PATH'] ?? '', HOME: home, ROSTRUM_HOME: home},
		stdio: ['ignore', 'ignore', 'pipe'],
		timeout: 240_000,
	});
	const ended = new Promise<number | null>(resolve => held.on('close', resolve));
	const errors = await text(held.stderr);
	const code = await ended;
	const folder = readdirSync(out).toSorted().at(-1);
	if (folder === undefined) throw new Error(`no debate was held: ${errors}`);
	return {code, errors, events: readJournal(join(out, folder, 'debate.jsonl')).events};
}

function insist(is: boolean, what: string, {code, errors, events}: Held): void {
	if (is) return;
	const end = events.findLast(event => event.type === 'debate-end');
	throw new Error(
		`${what} (exit code ${code}; ${end?.outcome ?? 'no end'}, ${end?.reason ?? ''}; ${errors.slice(-300)})`,
	);
}

const shortDuel = [
	'duelogic',
	'--voice',
	'rehearsal',
	'--set',
	'flow.maxExchanges=3',
	'--set',
	'interruptions.enabled=false',
];

/** The turns that the agent spoke, by how they ended. */
const turnsOf = ({events}: Held, seat: string) =>
	events.flatMap(event => {
		if (event.type !== 'turn-end') return [];
		const start = events.find(one => one.type === 'turn-start' && one.turnId === event.turnId);
		return start?.type === 'turn-start' && start.speaker === seat ? [event] : [];
	});

const wasTold = ({events}: Held, what: RegExp): boolean =>
	events.some(event => event.type === 'notice' && what.test(event.text));

/** It is asked to run a command in every turn, and speaks all the same. */
export async function inDuelogic(seated: Seated): Promise<string> {
	seated.server.script = {rehearse: true, tool: {does: 'run', path: join(tmpdir(), 'rostrum-touched')}};
	const held = await hold(seated, [...shortDuel, '--seat', `chair_1=agent:${seated.agent.id}`]);
	const turns = turnsOf(held, 'chair_1');
	insist(held.code === 0 && turns.length > 2, 'it did not come to its end', held);
	insist(
		turns.every(({finish}) => finish === 'complete'),
		'not every turn is whole',
		held,
	);
	return wasTold(held, /was refused/u) ? 'completed; its commands refused, told' : 'completed';
}

/** Both sides read the change. */
export async function inCodeDebate(seated: Seated): Promise<string> {
	seated.server.script = {rehearse: true, tool: {does: 'read', path: 'notes.txt'}};
	const before = seated.server.requests.length;
	const held = await hold(seated, ['code-debate', '--diff', '--voice', `agent:${seated.agent.id}`], {
		cwd: changedRepository(),
	});
	insist(held.code === 0, 'it did not come to its end', held);
	const wasRead = seated.server.requests
		.slice(before)
		.some(request => JSON.stringify(request).includes('heron stands'));
	insist(wasRead, 'it read nothing', held);
	return 'decided, having read';
}

/** It writes a file in the step of its plan. */
export async function inBuilderReviewer(seated: Seated): Promise<string> {
	seated.server.script = {
		rehearse: true,
		tool: {does: 'edit', path: 'made.js', at: /<task kind="(?:step|work|execute)/u},
	};
	const seats = ['--voice', 'rehearsal', '--builder', `agent:${seated.agent.id}`];
	const goal = ['--goal', 'Add a file made.js', '--repo', '.', '--check', 'test -f limit.js', '--sandbox', 'off'];
	const held = await hold(seated, ['builder-reviewer', ...seats, ...goal], {cwd: changedRepository()});
	const built = held.events.some(event => JSON.stringify(event).includes('made.js'));
	insist(built, 'it did not write the file', held);
	return `built; ${held.events.findLast(event => event.type === 'debate-end')?.outcome ?? 'not ended'}`;
}

/** In a poisoned repository, in each format that gives it a folder or is held there. */
export async function inPoisonedRepository(seated: Seated): Promise<string> {
	const agent = `agent:${seated.agent.id}`;
	const poison = poisonedRepository();
	const documents = ['--sources', 'notes.txt'];
	const build = ['builder-reviewer', '--voice', 'rehearsal', '--goal', 'Add a file', '--repo', '.', '--check', 'true'];
	const debates: Readonly<Record<string, readonly string[]>> = {
		'code debate of a commit': ['code-debate', '--commit', 'HEAD', '--voice', agent],
		'code debate of the diff': ['code-debate', '--diff', '--voice', 'rehearsal', '--seat', `b=${agent}`],
		builder: [...build, '--builder', agent, '--sandbox', 'off'],
		reviewer: [...build, '--reviewer', agent, '--sandbox', 'off'],
		documents: [...shortDuel, ...documents, '--topic', 'Herons stand.', '--seat', `chair_1=${agent}`],
	};
	for (const [name, args] of Object.entries(debates)) {
		seated.server.script = {rehearse: true, tool: {does: 'read', path: 'limit.ts'}};
		const before = seated.server.requests.length;
		const held = await hold(seated, args, {cwd: poison.folder, out: join(poison.folder, 'transcripts')});
		const requests = seated.server.requests.slice(before);
		insist(requests.length > 0, `${name}: it was not asked`, held);
		const ran = poison.ran();
		insist(ran.length === 0, `${name}: ran ${ran.join(', ')}`, held);
	}
	return `nothing ran: ${Object.keys(debates).join(', ')}`;
}

const endsWithoutIt = async (seated: Seated, more: {readonly url?: string} = {}): Promise<string> => {
	const duel = [...shortDuel, '--timeout', '6000', '--seat', `chair_1=agent:${seated.agent.id}`];
	const held = await hold(seated, duel, more);
	insist(held.code === 3, 'it did not end as failed or degraded', held);
	const out = held.events.find(event => event.type === 'participant-out');
	insist(out?.type === 'participant-out' && out.participant === 'chair_1', 'its seat is not out', held);
	const turns = turnsOf(held, 'chair_1');
	insist(
		turns.every(({finish, text: words}) => finish === 'failed' && !words.includes('No luck')),
		'it spoke',
		held,
	);
	return 'seat out, said why';
};

/** Its model answers every request with an error. */
export async function failing(seated: Seated): Promise<string> {
	seated.server.script = {fault: 500};
	return endsWithoutIt(seated);
}

/** Its model falls silent. */
export async function silent(seated: Seated): Promise<string> {
	seated.server.script = {fault: 'stall'};
	return endsWithoutIt(seated);
}

/** Its model's server is out of reach. */
export const withoutNetwork = (seated: Seated): Promise<string> => endsWithoutIt(seated, {url: nowhere});
