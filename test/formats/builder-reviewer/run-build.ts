/**
 * Runs of builder and reviewer on the real engine: a repository made for the test, and voices whose answers are written
 * down here.
 */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Build, BuildMessage} from '../../../src/debate/formats/builder-reviewer.ts';
import type {JournalEvent, Outcome} from '../../../src/debate/events.ts';
import {withUnknownConfig} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {openBuildEffects, type BuildEffects} from '../../../src/formats/builder-reviewer/host/effects.ts';
import {openJournal, readJournal, type Journal} from '../../../src/engine/journal/journal.ts';
import {runDebate, type RunningDebate} from '../../../src/engine/run.ts';
import {builderReviewer} from '../../../src/formats/builder-reviewer/builder-reviewer.ts';
import {builderReviewerConfig} from '../../../src/formats/builder-reviewer/config.ts';
import type {Voice, VoiceDelta, VoiceRequest} from '../../../src/voices/voice.ts';

/** A task as a voice is asked it. */
export type Asked = {
	readonly kind: string;
	readonly speaker: string;
	readonly text: string;
	readonly attribute: (name: string) => string;
	readonly request: VoiceRequest;
};
export type Answers = (asked: Asked) => unknown;

/** Where a builder works with hands of its own. Never the folder of the tests. */
export function workplaceOf({request}: Asked): string {
	if (request.workplace === undefined) throw new Error('the request names no workplace');
	return request.workplace.folder;
}

export const folder = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-build-'));

export const git = (cwd: string, ...args: readonly string[]): string =>
	execFileSync('git', ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org', ...args], {
		cwd,
		env: {...process.env, ...hours},
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});

/** Always the same commits: what rehearsal voices say follows from their names too. */
const hours = {GIT_AUTHOR_DATE: '2026-01-01T12:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T12:00:00Z'};

/** Copies of a repository that is made once: git is started often enough. */
export function copiesOf(make: () => string): () => string {
	let made: string | undefined;
	return () => {
		made ??= make();
		const repo = folder();
		cpSync(made, repo, {recursive: true, preserveTimestamps: true});
		return repo;
	};
}

/** A small package with a test that fails until `add` adds, and work of the user's own. */
export const fixtureRepo = copiesOf(newRepo);

/** A repository with one of the projects of `test/fixtures/builder-reviewer` as its only commit. */
export function repoOf(project: 'failing' | 'flaky' | 'monorepo'): string {
	const repo = folder();
	cpSync(path.join(import.meta.dirname, '../../fixtures/builder-reviewer', project), repo, {recursive: true});
	git(repo, 'init', '--quiet', '--initial-branch=main', '--template=');
	mkdirSync(path.join(repo, '.git', 'hooks'));
	git(repo, 'add', '.');
	git(repo, 'commit', '--quiet', '-m', 'Sums');
	// In a copy the files have other inodes than the index says.
	appendFileSync(path.join(repo, '.git', 'config'), '[core]\n\tcheckStat = minimal\n\ttrustctime = false\n');
	return repo;
}

function newRepo(): string {
	const repo = repoOf('failing');
	// The user's own work, staged and not.
	writeFileSync(path.join(repo, 'notes.txt'), 'my own notes\n');
	writeFileSync(path.join(repo, 'package.json'), `${readFileSync(path.join(repo, 'package.json'), 'utf8')}\n`);
	git(repo, 'add', 'notes.txt');
	return repo;
}

/** Everything of the user's, byte for byte: files but for the folder `except`, and all that git has. */
export const userState = (repo: string, except?: string): string => hashOf(repo, except);

/** The user's files, index and configuration, where work was taken into the repository as a branch. */
export const userFiles = (repo: string): string => {
	const files = ['HEAD', 'index', 'config'].map(file => readFileSync(path.join(repo, '.git', file), 'base64'));
	return [hashOf(repo, path.join(repo, '.git')), ...files].join(' ');
};

function hashOf(folder: string, except: string | undefined): string {
	const hash = createHash('sha256');
	const walk = (place: string): void => {
		for (const entry of readdirSync(place, {withFileTypes: true}).sort((a, b) => a.name.localeCompare(b.name))) {
			const file = path.join(place, entry.name);
			if (file === except) continue;
			hash.update(`${file}\0`);
			if (entry.isDirectory()) walk(file);
			else hash.update(entry.isSymbolicLink() ? readlinkSync(file) : readFileSync(file));
		}
	};
	walk(folder);
	return hash.digest('hex');
}

export const addDiff = (from: string, to: string): string =>
	`diff --git a/sum.js b/sum.js\n--- a/sum.js\n+++ b/sum.js\n@@ -1,4 +1,4 @@\n // Sums, with a <b>tag</b> in a comment.\n export function add(a, b) {\n-\treturn ${from};\n+\treturn ${to};\n }\n`;

export const newFile = (name: string, lines: readonly string[]): string =>
	`diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1,${lines.length} @@\n${lines.map(line => `+${line}\n`).join('')}`;

export const planOf = (...titles: readonly string[]) => ({
	summary: `A plan of ${titles.length}.`,
	confidence: 0.7,
	steps: titles.map(title => ({title, files: ['sum.js'], tools: ['git apply'], estimate: 'small'})),
	read: [],
});

/** What a quiet, content reviewer and a builder without ideas answer. */
function usual({kind}: Asked): unknown {
	switch (kind) {
		case 'plan':
			return planOf('Mend the sum');
		case 'plan-feedback':
			return {risk: 'low', notes: ['Keep it small.'], additional_checks: [], alternative: null};
		case 'alternative':
			return {taken: false, reason: 'Mine is shorter.'};
		case 'step':
			return {diff: addDiff('a - b', 'a + b'), note: 'It adds now.', read: []};
		case 'watch':
			return {severity: 'none', reason: '', evidence: null};
		case 'decision':
			return {decision: 'accept', rationale: 'The check passes.', comments: []};
		case 'commit':
			return {title: 'Add instead of subtracting', body: 'The sum was a difference.'};
		default:
			throw new Error(`nobody expects ${kind}`);
	}
}

export function scripted(id: string, asked: Asked[], answers: Answers): Voice {
	return {
		id,
		name: id,
		provider: 'test',
		deterministic: true,
		price: {input: 0, output: 0},
		async *answer(request, {signal, clock}): AsyncGenerator<VoiceDelta> {
			await clock.sleep(5, signal);
			const each = readTask(request);
			asked.push(each);
			const given = answers(each) ?? usual(each);
			yield {type: 'text', text: typeof given === 'string' ? given : JSON.stringify(given)};
			yield {type: 'finish', finish: 'stop'};
		},
	};
}

function readTask(request: VoiceRequest): Asked {
	const text = request.messages.at(-1)?.content ?? '';
	const opening =
		/<task([^>]*)>/u.exec(request.messages.findLast(({content}) => content.includes('<task'))?.content ?? '')?.[1] ??
		'';
	const attribute = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'u').exec(opening)?.[1] ?? '';
	return {kind: attribute('kind'), speaker: attribute('speaker'), text, attribute, request};
}

export type Wanted = {
	readonly config?: object;
	readonly goal?: string;
	readonly answers?: Answers;
	readonly voices?: ReadonlyMap<string, Voice>;
	/** What the journal calls the voice of a seat, such as `agent:mine`. */
	readonly called?: Readonly<Record<string, string>>;
	/** The debate's folder; one that holds a journal is gone on with. */
	readonly at?: string;
	readonly onEvent?: (event: JournalEvent, debate: RunningDebate) => void;
	/** The process is gone right after this effect (from 1) was done, and before it was recorded. */
	readonly crashAfter?: number | undefined;
	/** The same, right before it is done. */
	readonly crashBefore?: number | undefined;
	/** What a person decided on a run that was halted. */
	readonly decision?: {decision: 'go on' | 'stop' | 'send back'; comments: string[]} | undefined;
	/** The process is gone when its journal has so many lines. */
	readonly crashAt?: number | undefined;
};

export type Ran = {
	readonly at: string;
	readonly runFolder: string;
	readonly events: JournalEvent[];
	readonly state: DebateState;
	readonly build: Build;
	readonly messages: BuildMessage[];
	readonly asked: Asked[];
	readonly outcome: Outcome | undefined;
	readonly reason: string | undefined;
};

export async function run({
	config: partial = {},
	goal = 'Mend the sum',
	answers = () => undefined,
	voices,
	called = {},
	at = folder(),
	onEvent,
	crashAfter,
	crashBefore,
	crashAt,
	decision,
}: Wanted = {}): Promise<Ran> {
	const config = builderReviewerConfig.parse(partial);
	const file = path.join(at, 'debate.jsonl');
	mkdirSync(at, {recursive: true});
	const past = existsSync(file) ? readJournal(file).events : [];
	const asked: Asked[] = [];
	const participants = builderReviewer
		.openSeats(config)
		.map(({id, role, outside}) => ({id, role, name: id, voice: outside ? 'outside' : (called[id] ?? 'test:scripted')}));
	const seats =
		voices ??
		new Map(participants.filter(({voice}) => voice !== 'outside').map(({id}) => [id, scripted(id, asked, answers)]));
	const person = {isThere: false, given: decision};
	const desk = await openBuildEffects({config, debateFolder: at, resumed: past.length > 0, person});
	const gone = new AbortController();
	const journal = openJournal(file, past.at(-1)?.hash ?? '');
	const debate = runDebate({
		protocol: withUnknownConfig(builderReviewer),
		config,
		subject: {text: goal},
		title: goal,
		participants,
		voices: seats,
		seed: 7,
		pace: 0,
		timeoutMs: 60_000,
		signal: gone.signal,
		headless: true,
		appVersion: '0.0.0',
		debateId: 'test',
		startedAt: '2026-01-02T03:04:05.000Z',
		journal: crashAt === undefined ? journal : {...journal, append: cutOff(journal, crashAt, gone)},
		past,
		effects: crashing(desk.effects, gone, {crashAfter, crashBefore}),
	});
	for await (const event of debate.events) if ('seq' in event) onEvent?.(event, debate);
	const {outcome, reason} = await debate.done;
	// What was still written after the crash was never written.
	if (crashAt !== undefined)
		writeFileSync(file, `${readFileSync(file, 'utf8').split('\n').slice(0, crashAt).join('\n')}\n`);
	if (outcome !== undefined) await desk.close();
	const {events} = readJournal(file);
	const state = fold(events);
	const runs = path.join(at, 'runs');
	const runFolder = config.runFolder ?? path.join(runs, existsSync(runs) ? (readdirSync(runs)[0] ?? '') : '');
	return {
		at,
		runFolder,
		events,
		state,
		build: state.formats.builderReviewer,
		messages: state.formats.builderReviewer.messages.map(({message}) => message),
		asked,
		outcome,
		reason,
	};
}

function cutOff(journal: Journal, lines: number, gone: AbortController): Journal['append'] {
	return event => {
		const written = journal.append(event);
		if (event.seq === lines) gone.abort();
		return written;
	};
}

function crashing(
	effects: BuildEffects['effects'],
	gone: AbortController,
	{crashAfter, crashBefore}: Pick<Wanted, 'crashAfter' | 'crashBefore'>,
): BuildEffects['effects'] {
	let begun = 0;
	const crash = () => {
		gone.abort();
		return new Promise(() => undefined);
	};
	return Object.fromEntries(
		Object.entries(effects).map(([name, perform]) => [
			name,
			async (...given: Parameters<typeof perform>) => {
				const place = ++begun;
				if (place === crashBefore) return crash();
				const value = await perform(...given);
				return place === crashAfter ? crash() : value;
			},
		]),
	);
}

export const kinds = (messages: readonly BuildMessage[]): string[] => messages.map(({message_type: type}) => type);
