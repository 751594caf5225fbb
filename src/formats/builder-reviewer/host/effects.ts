/** Effects of a run of builder and reviewer: its folder, its mailbox, its worktree, the user's check. */
import {rmSync, chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync, existsSync} from 'node:fs';
import {join, basename} from 'node:path';
import type {z} from 'zod';
import type {WantedTurn} from '../../../debate/events.ts';
import type {TextAnswer} from '../../../debate/form.ts';
import {DebateHalted} from '../../../engine/context.ts';
import {writeWhole, makeFolder, isFull} from '../../../engine/host/write-whole.ts';
import {
	type PersonAnswer,
	PersonQuestion,
	Apply,
	Check,
	Copy,
	buildEffects as names,
	HandIn,
	HandOver,
	Listen,
	FileRequest,
	OpenRun,
	Post,
	Take,
	type OpenedRun,
	type StepResult,
} from '../effects.ts';
import {patchOf, filesOf, logOf, otherSide, runIdOf, type BuildSide, type AcceptedMessage} from '../mailbox.ts';
import {GitFailed, must} from '../../../engine/host/git.ts';
import {
	headOf,
	type Worktree,
	assertUnchanged,
	closeWorktree,
	openWorktree,
	restore,
	listFiles,
	readFiles,
} from './worktree.ts';
import type {CheckResult} from '../../../debate/formats/builder-reviewer.ts';
import {bytesOfText} from '../../../debate/text/hidden.ts';
import {showCode} from '../../../debate/text/intake.ts';
import {type BuilderReviewerConfig, builderReviewerConfig} from '../config.ts';
import {type AskConsent, isOutside, mayRunOutside, type CheckSurroundings, runAsTried, prepare} from './checks.ts';
import type {Effects} from '../../../engine/floor.ts';
import {handOver} from './hand-over.ts';
import {importsOf} from '../imports.ts';
import {mailbox, type Mailbox} from './mailbox.ts';
import {
	endingInWords,
	inWords,
	RepositoryChanged,
	readRecord,
	recordIn,
	type SealRecord,
	type WorkRecord,
} from './repository.ts';
import {writeBaseTests, applyStep, changesOf, takeStep} from './worktree-steps.ts';
import {reasonOf} from '../../../debate/text/words.ts';
import type {EffectHandlers, RecordFile, EffectContext} from '../../contract.ts';
import {diskRefusalIn, isDiskRefusal} from '../../../debate/usage-error.ts';

// Asks a person how a run goes on: at the keyboard, or by what `rostrum resume` was told; else the run halts.

/** What a person decided before they were asked again; taken once. */
type GivenDecision = z.infer<typeof PersonAnswer>;
type PersonPort = {
	readonly isThere: boolean;
	given: GivenDecision | undefined;
};
type TypeHere = (wanted: WantedTurn) => Promise<TextAnswer | undefined>;

const pendingFile = join('decisions', 'pending.json');

/** Throws `DebateHalted` where nobody answers: what is asked stands in `decisions/pending.json` then. */
async function askPerson(
	folder: string,
	person: PersonPort,
	question: z.infer<typeof PersonQuestion>,
	type: TypeHere,
): Promise<GivenDecision> {
	const given = person.given ?? (person.isThere ? await typed(question, type) : undefined);
	person.given = undefined;
	if (given) {
		rmSync(join(folder, pendingFile), {force: true});
		return given;
	}
	const asked = {...question, options: choices.map(({value}) => value), patch: patchOf(question.cycle)};
	writeWhole(join(folder, pendingFile), `${JSON.stringify(asked, undefined, '\t')}\n`);
	throw new DebateHalted(question.text);
}

const consents = [
	{value: 'no', label: 'keep it in the sandbox'},
	{value: 'yes', label: 'let it run outside'},
] as const;

/** A yes that is given at the keyboard, at that moment; none is remembered or taken from a journal. */
function consentOf({isThere}: PersonPort, type: TypeHere): AskConsent {
	let asked = 0;
	return async question => {
		if (!isThere) return false;
		const field = {label: question, choices: consents};
		const said = await type({participant: 'reviewer', kind: 'approval', call: `outside-${++asked}`, field});
		return said?.text.trim() === 'yes';
	};
}

const choices = [
	{value: 'go on', label: 'go on as it is'},
	{value: 'send back', label: 'send back, with what must be changed'},
	{value: 'stop', label: 'stop; the patch is kept'},
] as const;

async function typed({text}: z.infer<typeof PersonQuestion>, type: TypeHere): Promise<GivenDecision | undefined> {
	const seat = {participant: 'reviewer', kind: 'approval'};
	const chosen = await type({...seat, call: 'decision', field: {label: text, choices}});
	const decision = choices.find(({value}) => value === chosen?.text.trim())?.value;
	if (decision !== 'send back') return decision && {decision, comments: []};
	const field = {label: 'to change', about: 'What must be changed?', optional: true} as const;
	const comment = (await type({...seat, call: 'comments', field}))?.text.trim() ?? '';
	return {decision, comments: comment === '' ? [] : [comment]};
}

// Copies of the worktree for agents that review: the files as the last step left them, and no repository, so that
// nothing an agent writes there comes back.

const copiesFolder = (folder: string): string => join(folder, 'review');

/** The seats that have a copy. */
const copiesIn = (folder: string): string[] =>
	lstatSync(copiesFolder(folder), {throwIfNoEntry: false})?.isDirectory() ? readdirSync(copiesFolder(folder)) : [];

/** Makes a seat's copy anew. Where git or the disk refuses, there is none, and the reason is given. */
async function copyForReview(
	work: Worktree,
	seat: string,
): Promise<{readonly folder: string} | {readonly problem: string}> {
	const place = join(copiesFolder(work.folder), basename(seat));
	const index = join(work.folder, `review-index-${basename(seat)}`);
	try {
		removeTree(place);
		mkdirSync(place, {recursive: true});
		await must(work.git, ['read-tree', headOf(work)], {indexFile: index});
		// Links become files that name their target: nothing leads out of the copy.
		await must(
			work.git,
			['-c', 'core.symlinks=false', 'checkout-index', '--all', '--force', '--quiet', `--prefix=${place}/`],
			{indexFile: index},
		);
		// Git that is run there must not find the repository that the run's folder may lie in.
		writeFileSync(join(place, '.git'), 'gitdir: nowhere\n');
		makeReadOnly(place);
		return {folder: place};
	} catch (error) {
		if (!(error instanceof GitFailed) && !isDiskError(error)) throw error;
		return {problem: error.message};
	} finally {
		rmSync(index, {force: true});
	}
}

/** Removes all copies; gives why one was left, if it was. */
function removeCopies(folder: string): string | undefined {
	try {
		removeTree(copiesFolder(folder));
		return undefined;
	} catch (error) {
		if (!isDiskError(error)) throw error;
		return `the reviewer’s copy ${copiesFolder(folder)} could not be removed: ${error.message}`;
	}
}

/** A disk that is full or broken stops the run, which can be resumed. */
const isDiskError = (error: unknown): error is Error =>
	error instanceof Error && 'code' in error && !isDiskRefusal(error);

/** Takes the right to write from everything, files first. */
function makeReadOnly(place: string): void {
	for (const entry of readdirSync(place, {withFileTypes: true})) {
		const path = join(place, entry.name);
		if (entry.isDirectory()) makeReadOnly(path);
		else chmodSync(path, lstatSync(path).mode & 0o555);
	}
	chmodSync(place, 0o555);
}

/** Removes a tree that may be read-only. Links are removed, never followed. */
function removeTree(place: string): void {
	if (!lstatSync(place, {throwIfNoEntry: false})?.isDirectory()) return rmSync(place, {force: true});
	chmodSync(place, 0o755);
	for (const entry of readdirSync(place, {withFileTypes: true}))
		if (entry.isDirectory()) removeTree(join(place, entry.name));
	rmSync(place, {recursive: true, force: true});
}

export type BuildEffects = {
	readonly effects: Effects;
	/**
	 * Removes the worktree where the script did not come to that; gives why it was left, if it was. Only for a run that
	 * has ended for good, however it did.
	 */
	readonly close: () => Promise<string | undefined>;
};

type BuildEffectOptions = {
	readonly config: BuilderReviewerConfig;
	/** Holds `runs/`; the config's own `runFolder` takes precedence over it. */
	readonly debateFolder: string;
	readonly resumed: boolean;
	/** Without it, the check runs in no sandbox. */
	readonly around?: CheckSurroundings;
	/** Without it, nobody is there to be asked. */
	readonly person?: PersonPort;
	readonly seal?: SealRecord;
};

/** A run's folder, mailbox and worktree, each opened when it is first needed. */
type OpenedRunFiles = Omit<BuildEffectOptions, 'resumed' | 'around' | 'person'> & {
	readonly person: PersonPort;
	readonly around: CheckSurroundings;
	readonly played: readonly BuildSide[];
	folder: string | undefined;
	mailbox: Mailbox | undefined;
	work: Worktree | undefined;
	/** Whether the person let the check out of the sandbox, since this process began. */
	outside: boolean | undefined;
	/** The commit that the check has run on last, whose files it may have changed. */
	checked: string | undefined;
};

/** How many paths of a repository the script knows; prompts show fewer. */
const mostFiles = 3000;

/** Effects are done once, whatever crash comes between; what was half done is undone where `resumed`. */
export async function openBuildEffects({
	config,
	debateFolder,
	resumed,
	around,
	person,
	seal,
}: BuildEffectOptions): Promise<BuildEffects> {
	const run: OpenedRunFiles = {
		config,
		debateFolder,
		person: person ?? {isThere: false, given: undefined},
		around: around ?? {choice: 'off', programs: [], handedOn: () => ({})},
		played: config.side === 'both' ? ['builder', 'reviewer'] : [config.side],
		folder: config.runFolder,
		mailbox: undefined,
		work: undefined,
		outside: undefined,
		checked: undefined,
		seal,
	};
	if (resumed) await undoUnfinished(run);
	return {
		effects: endingInWords(effectsOf(run)),
		close: async () => (hasRun(run) ? closeAll(run) : undefined),
	};
}

function effectsOf(run: OpenedRunFiles): Effects {
	const {config, played} = run;
	return {
		[names.open](input, signal, waitFor, type) {
			if (config.setup !== undefined) waitFor('builder', 'set-up');
			else if (config.check !== undefined) waitFor('builder', 'check');
			return open(run, OpenRun.parse(input), signal, consentOf(run.person, type));
		},
		async [names.post](input) {
			const {runId, taken, draft, key} = Post.parse(input);
			const posted = mailboxOf(run).post(draft, key, {runId, taken, played});
			writeRunFiles(run, [...taken, posted]);
			return posted;
		},
		async [names.listen](input, signal, waitFor) {
			const {runId, taken, withinMs} = Listen.parse(input);
			if (withinMs > 0 && config.side !== 'both') waitFor(otherSide(config.side), 'message');
			const found = await mailboxOf(run).listen({runId, taken, played}, withinMs, signal);
			if (found.taken.length > 0) writeRunFiles(run, [...taken, ...found.taken]);
			return found;
		},
		[names.apply]: async input => readable(await applyStep(await worktreeOf(run), Apply.parse(input))),
		[names.take]: async input => readable(await takeStep(await worktreeOf(run), Take.parse(input))),
		async [names.undo]() {
			await restore(await worktreeOf(run));
			return null;
		},
		[names.check](input, signal, waitFor, type) {
			if (config.check !== undefined) waitFor('builder', 'check');
			return check(run, signal, Check.parse(input), consentOf(run.person, type));
		},
		[names.handIn]: input => handIn(run, HandIn.parse(input).cycle),
		async [names.readFiles](input) {
			const {paths, room, imports} = FileRequest.parse(input);
			const work = await worktreeOf(run);
			const files = await readFiles(work, paths, room);
			return {files: imports ? [...(await importedBy(work, files)), ...files] : files};
		},
		async [names.copy](input) {
			const {seat} = Copy.parse(input);
			return copyForReview(await worktreeOf(run), seat);
		},
		[names.askPerson]: (input, _signal, _waitFor, type) =>
			askPerson(folderOf(run), run.person, PersonQuestion.parse(input), type),
		[names.handOver]: input =>
			handOver(folderOf(run), recordOf(run), {...HandOver.parse(input), runId: basename(folderOf(run))}),
		async [names.close]() {
			// What was left, and why, is told when the debate is closed.
			closeWorktree(recordOf(run));
			removeCopies(folderOf(run));
			return null;
		},
	};
}

/** What these files bring in, but for themselves. */
async function importedBy(work: Worktree, files: readonly {path: string; text?: string}[]) {
	const known = await listFiles(work);
	const imported = files.flatMap(({path, text}) => (text === undefined ? [] : importsOf(path, text, known)));
	return readFiles(
		work,
		[...new Set(imported)].filter(path => !files.some(file => file.path === path)),
	);
}

/** Gives what was left, if anything was. */
function closeAll(run: OpenedRunFiles): string | undefined {
	const left = [closeWorktree(recordOf(run)), removeCopies(folderOf(run))];
	return left.every(each => each === undefined) ? undefined : left.filter(each => each !== undefined).join('; ');
}

const hasRun = ({folder, debateFolder}: OpenedRunFiles): boolean =>
	folder !== undefined || existsSync(join(debateFolder, 'runs'));

/** After a crash the run is found again: its opening was recorded, and is not asked for any more. */
const folderOf = (run: OpenedRunFiles): string => (run.folder ??= onlyRun(run.debateFolder));
const mailboxOf = (run: OpenedRunFiles): Mailbox => (run.mailbox ??= mailbox(join(folderOf(run), 'mailbox')));
/** What was opened here goes before its record on disk, which a builder could have changed. */
const recordOf = (run: OpenedRunFiles): WorkRecord | undefined =>
	run.work ? {...run.work.record, steps: run.work.steps} : readRecord(folderOf(run));

async function worktreeOf(run: OpenedRunFiles): Promise<Worktree> {
	if (run.work) return run.work;
	const found = await openWorktree(folderOf(run), run.config.repo, run.seal);
	if ('problem' in found) throw new RepositoryChanged(found.problem);
	return (run.work = {...found, check: run.config.check});
}

/** A worktree that was changed is left to the next effect, which says so. */
async function undoUnfinished(run: OpenedRunFiles): Promise<void> {
	if (!hasRun(run) || !existsSync(recordOf(run)?.path ?? '')) return;
	try {
		const work = await worktreeOf(run);
		await restore(work);
		for (const seat of copiesIn(folderOf(run))) await copyForReview(work, seat);
	} catch (error) {
		if (inWords(error) === undefined) throw error;
	}
}

async function open(
	run: OpenedRunFiles,
	{title, startedAt, works}: {title: string; startedAt: string; works: boolean},
	signal: AbortSignal,
	ask: AskConsent,
): Promise<OpenedRun> {
	const folder = (run.folder ??= join(run.debateFolder, 'runs', runIdOf(startedAt, title)));
	makeFolder(folder);
	const opened = {
		runId: basename(folder),
		folder,
		mailbox: join(folder, 'mailbox'),
		workplace: join(folder, 'work'),
		uncommitted: 0,
		files: [],
		notes: [],
	};
	mailboxOf(run);
	if (!works) return opened;
	try {
		const found = await worktreeOf(run);
		const ready = await prepare(found, run.config, run.around, signal, ask);
		if ('problem' in ready) return {...opened, problem: ready.problem};
		const {work, notes} = ready;
		run.work = work;
		// What a record said before is not what the person says now.
		if (found.record.check === undefined) run.outside = isOutside(work.record);
		const {base, uncommitted, top} = work.record;
		return {
			...opened,
			uncommitted,
			notes,
			files: (await listFiles(work)).slice(0, mostFiles),
			...(top === undefined ? {} : {base}),
		};
	} catch (error) {
		const problem = error instanceof RepositoryChanged ? error.message : inWords(error);
		if (problem === undefined) throw error;
		return {...opened, problem};
	}
}

async function check(
	run: OpenedRunFiles,
	signal: AbortSignal,
	{baseTests}: z.infer<typeof Check>,
	ask: AskConsent,
): Promise<CheckResult | null> {
	const {check: command, checkTimeoutMs: timeoutMs, checkEnv} = run.config;
	if (command === undefined) return null;
	const work = await worktreeOf(run);
	// The check may use git itself.
	assertUnchanged(work);
	run.outside ??= await mayRunOutside(work, run.around, ask);
	const {outside} = run;
	if (baseTests || run.checked === headOf(work)) await restore(work);
	run.checked = headOf(work);
	if (baseTests) {
		if ((await writeBaseTests(work, command)).length === 0) return null;
	}
	const request = {command, cwd: work.record.path, timeoutMs, signal, env: run.around.handedOn(checkEnv ?? [])};
	const result = await runAsTried(work, run.config, run.around, outside, request);
	const refused = diskRefusalIn(result.output, {syscall: 'the check', path: work.record.path});
	// The disk failed, not the builder's work.
	if (!result.ok && refused && isFull(work.record.path)) throw refused;
	if (baseTests) await restore(work);
	return result;
}

async function handIn(run: OpenedRunFiles, cycle: number): Promise<StepResult> {
	const work = await worktreeOf(run);
	assertUnchanged(work);
	const changes = await changesOf(work, work.record.base, headOf(work));
	writeWhole(join(folderOf(run), patchOf(cycle)), bytesOfText(changes.diff));
	return readable(changes);
}

/** The files beside the mailbox that follow from its messages: those of the sides that are played here. */
function writeRunFiles(run: OpenedRunFiles, taken: readonly AcceptedMessage[]): void {
	const {side} = run.config;
	const at = (path: string): string => join(folderOf(run), path);
	for (const [path, text] of Object.entries(filesOf(taken, run.played)))
		// A patch that another program's builder has kept is its own.
		if (!path.startsWith('diffs/') || !existsSync(at(path))) writeWhole(at(path), text);
	if (side === 'both' || taken.at(-1)?.message.message_type !== 'session.end') return;
	// The other program writes its own log, if it writes one.
	const other = logOf(otherSide(side));
	if (!existsSync(at(other))) writeWhole(at(other), filesOf(taken, [otherSide(side)])[other] ?? '');
}

/** The records of a debate's runs. */
export function recordsIn(debateFolder: string, given: unknown): RecordFile[] {
	const {runFolder} = builderReviewerConfig.safeParse(given).data ?? {};
	const runs = join(debateFolder, 'runs');
	const named = existsSync(runs) ? readdirSync(runs).map(name => join(runs, name)) : [];
	return [...named, ...(runFolder === undefined ? [] : [runFolder])].flatMap(folder => recordIn(folder) ?? []);
}

/** A debate has one run. */
function onlyRun(debateFolder: string): string {
	const [name] = readdirSync(join(debateFolder, 'runs'));
	if (name === undefined) throw new Error(`there is no run in ${debateFolder}`);
	return join(debateFolder, 'runs', name);
}

/** Cleaned for readers and models, as everything that comes in; the patch file has the bytes. */
const readable = (worked: StepResult): StepResult =>
	worked.ok ? {...worked, diff: bounded(showCode(worked.diff))} : {...worked, reason: showCode(worked.reason)};

const longestDiff = 200_000;
const bounded = (diff: string): string =>
	diff.length <= longestDiff
		? diff
		: `${diff.slice(0, longestDiff)}\n… ${diff.length - longestDiff} more characters; the patch beside has all of it\n`;

export async function openBuilderReviewerEffects({
	config: given,
	folder,
	resumed,
	sandbox: choice,
	programs,
	handedOn,
	interactive,
	decision,
	sealRecord,
}: EffectContext): Promise<EffectHandlers> {
	const config = builderReviewerConfig.parse(given);
	const person = {isThere: interactive ?? false, given: decision};
	const build = await openBuildEffects({
		config,
		debateFolder: folder,
		resumed,
		around: {choice, programs, handedOn},
		person,
		seal: sealRecord,
	});
	return {
		...(config.side === 'both' ? {} : {realTime: true as const}),
		effects: build.effects,
		async close({outcome}) {
			// A suspended run is resumed in the same worktree.
			if (outcome === undefined) return undefined;
			try {
				const left = await build.close();
				return left === undefined ? undefined : `The run’s worktree was not removed: ${left}`;
			} catch (error) {
				return `The run’s worktree could not be removed: ${reasonOf(error)}`;
			}
		},
	};
}
