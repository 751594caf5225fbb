/** The builder's side: announcing the run, planning, handing in a cycle. */
import type {Answer, Floor, Workplace} from '../../debate/protocol.ts';
import {
	copyWorktree,
	readFiles,
	readWithImports,
	applyDiff,
	runCheck,
	takeChanges,
	undoChanges,
	type StepResult,
	handIn,
	RunOver,
} from './effects.ts';
import {
	failedBefore,
	namedByFailure,
	shortEnough,
	type ShownFile,
	stepPrompt,
	workPrompt,
	type StepAttempt,
	checkTag,
	alternativePrompt,
	planPrompt,
} from './prompts.ts';
import {type BuildRun, withWorkplace, type RunMessageBody} from './run.ts';
import {
	describeCheck,
	type Build,
	type CheckResult,
	lastCheck,
	type Metrics,
	type PlanStep,
	type PersonDecision,
	type Touched,
} from '../../debate/formats/builder-reviewer.ts';
import {StepAnswer, AlternativeAnswer, PlanAnswer} from './config.ts';
import {hasBlocks, parseBlocks, writeBlock, type EditBlock} from './edits.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {failsIn, setupHint} from './check-output.ts';
import {sharedLiterals} from './touched-checks.ts';
import {patchOf, planFile} from './mailbox.ts';

// Files that builder and reviewer ask to see before they answer.

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
	for (let rounds = 0; ; rounds++) {
		const answer = await ask(seen);
		if (!answer.ok || isDone(answer.value) || rounds === most.requests) return answer;
		const wanted = answer.value.read.filter(path => !seen.some(file => file.path === path));
		if (wanted.length === 0) return answer;
		const room = most.characters - seen.reduce((sum, {text}) => sum + (text?.length ?? 0), 0);
		seen = [...seen, ...(await readFiles(floor, wanted, Math.max(0, room)))];
	}
}

/** The files that a failure names, after what those bring in where short; who edits by itself reads them. */
async function namedFiles(run: BuildRun, floor: Floor): Promise<ShownFile[]> {
	if (run.works === 'itself') return [];
	const paths = namedByFailure(run, floor.heard.formats.builderReviewer);
	return paths.length === 0 ? [] : shortEnough(await readWithImports(floor, paths));
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

// A step of the builder's: carried out, checked, and tried again where the check fails.

type StepWork = {
	readonly worked: StepResult;
	readonly note: string;
	readonly answers: RunMessageBody<'execution.update'>['answers'];
};
type Attempt = Omit<StepAttempt, 'seen' | 'rejected'>;

/**
 * Carries out a step, runs the check, and reports. What git rejects is returned once; after that the step fails. A step
 * after which the check must pass is tried again where it does not: what was done stands, and is changed further.
 */
export async function carryOutStep(
	run: BuildRun,
	floor: Floor,
	step: PlanStep,
	cycle: number,
): Promise<RunMessageBody<'execution.update'>> {
	let done = await workOn(run, floor, {step, cycle});
	if (!done.worked.ok) return failedUpdate(step, cycle, done.note, done.worked.reason);
	let {worked} = done;
	let tests = await runCheck(floor);
	const notes = [done.note];
	const of = 1 + run.config.stepRetries;
	for (let attempt = 2; tests && isUnmet(floor, step, tests) && attempt <= of; attempt++) {
		await floor.record({
			type: 'notice',
			level: 'info',
			participant: 'builder',
			text: `The check ${describeCheck(tests)} after ${step.id}: try ${attempt} of ${of}.`,
		});
		const again = {diff: worked.diff, check: checkTag('check', tests, {of: step.id}), attempt, of};
		const next = await workOn(run, floor, {step, cycle, again});
		done = {...next, answers: [...(done.answers ?? []), ...(next.answers ?? [])]};
		notes.push(next.note);
		if (!next.worked.ok) notes.push(next.worked.reason);
		if (!next.worked.ok || next.worked.diff === worked.diff) break;
		({worked} = next);
		tests = await runCheck(floor);
	}
	const unmet = tests !== undefined && isUnmet(floor, step, tests);
	if (tests && unmet)
		notes.push(
			`Not done: the check ${describeCheck(tests)}${step.expect === undefined ? '' : ', and not with what the plan expects'}.`,
		);
	const note = notes.filter(text => text !== '').join(' ');
	return {
		cycle,
		step: step.id,
		final: false,
		status: unmet ? 'failed' : 'done',
		...(note === '' ? {} : {note}),
		diff: worked.diff,
		...(tests ? {tests} : {}),
		...(await toBeLookedAt(run, floor, worked)),
		...(done.answers && done.answers.length > 0 ? {answers: done.answers} : {}),
		metrics: metricsOf(
			floor.heard.formats.builderReviewer,
			worked,
			tests && `c${cycle}-${step.id} ${tests.ok ? 'passed' : 'failed'}`,
		),
	};
}

/** What reviewer and user should look at: what the check rests on, and values from a failing test. */
async function toBeLookedAt(
	run: BuildRun,
	floor: Floor,
	{diff, touched}: Extract<StepResult, {ok: true}>,
): Promise<{touched?: Touched[]}> {
	const {output, paths} = failedBefore(run, floor.heard.formats.builderReviewer);
	const files = paths.length === 0 ? [] : await readFiles(floor, paths);
	const all = [...touched, ...sharedLiterals(diff, files, output)];
	return all.length > 0 ? {touched: all} : {};
}

const failedUpdate = (
	{id}: PlanStep,
	cycle: number,
	note: string,
	reason: string,
): RunMessageBody<'execution.update'> => ({
	cycle,
	step: id,
	final: false,
	status: 'failed',
	note: [note, reason].filter(text => text !== '').join(' '),
	metrics: {},
});

/**
 * Whether a check fails where it must not. The plan may say that it does until a later step, and with what: words that
 * it quotes must be in the output then, and of the last step they were before anything was done. A test that the step
 * was to mend must not be among those that fail.
 */
function isUnmet(floor: Floor, {id, expect, passes = []}: PlanStep, tests: CheckResult): boolean {
	if (tests.ok) return false;
	if (passes.some(name => failsIn(tests.output, name))) return true;
	const {steps, baseline} = floor.heard.formats.builderReviewer;
	const quoted = quotedIn(expect ?? '');
	const isIn = (output: string): boolean => quoted.every(words => plain(output).includes(plain(words)));
	if (expect === undefined || !isIn(tests.output)) return true;
	return steps.at(-1)?.id === id && !(quoted.length > 0 && isIn(baseline?.output ?? ''));
}

const quotedIn = (text: string): string[] =>
	[...text.matchAll(/"(?<double>[^"]{3,})"|`(?<code>[^`]{3,})`|“(?<curly>[^”]{3,})”/gu)].map(
		({groups}) => groups?.['double'] ?? groups?.['code'] ?? groups?.['curly'] ?? '',
	);
const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').toLowerCase();

/** Diff sizes always; other metrics if the reviewer requested them. */
function metricsOf(
	{telemetry, updates}: Build,
	{files_changed, insertions, deletions, file_list}: Extract<StepResult, {ok: true}>,
	checked: string | undefined,
): Metrics {
	const history = updates.flatMap(({cycle, step, tests}) =>
		step !== undefined && tests ? [`c${cycle}-${step} ${tests.ok ? 'passed' : 'failed'}`] : [],
	);
	return {
		files_changed,
		insertions,
		deletions,
		...(telemetry.includes('file-list') ? {'file-list': file_list} : {}),
		...(telemetry.includes('check-history')
			? {'check-history': [...history, ...(checked === undefined ? [] : [checked])]}
			: {}),
	};
}

const workOn = (run: BuildRun, floor: Floor, attempt: Attempt): Promise<StepWork> =>
	run.works === 'itself' ? workInWorktree(run, floor, attempt) : workByDiff(run, floor, attempt);

async function workByDiff(run: BuildRun, floor: Floor, attempt: Attempt): Promise<StepWork> {
	const {step} = attempt;
	// Others are there for the asking: the plan has been made from them.
	const shown = step.files.length === 0 ? await namedFiles(run, floor) : await readFiles(floor, step.files);
	let rejected: StepAttempt['rejected'];
	for (;;) {
		const ask = (seen: readonly ShownFile[]) =>
			floor.ask('builder', stepPrompt(run, floor.heard, {...attempt, seen, rejected}), StepAnswer, {purpose: 'step'});
		const answer = await askShowingFiles(
			floor,
			shown,
			ask,
			({diff, edits, read}) => edits.length > 0 || diff !== '' || read.length === 0,
		);
		if (!answer.ok) return failedWork(floor, answer.reason);
		const {note, read} = answer.value;
		const {diff, edits} = changesIn(answer.value);
		if (diff === '' && edits.length === 0 && read.length > 0)
			return failedWork(floor, 'The builder asked for files and more files, and changed nothing.');
		const worked = await applyDiff(floor, {...nameOf(attempt), diff, edits: [...edits]});
		if (worked.ok || rejected) return {worked, note, answers: answersTo(floor, answer.value)};
		await floor.record({
			type: 'notice',
			level: 'warning',
			participant: 'builder',
			text: `The ${edits.length > 0 ? 'change' : 'diff'} of ${step.id} was sent back: ${worked.reason}`,
		});
		rejected = {diff: [...edits.map(writeBlock), diff].filter(part => part !== '').join('\n'), error: worked.reason};
	}
}

/** Blocks that a model wrote as text, where a diff was wanted, are blocks. */
const changesIn = ({diff, edits}: StepAnswer): {diff: string; edits: readonly EditBlock[]} =>
	hasBlocks(diff) ? {diff: '', edits: [...edits, ...parseBlocks(diff)]} : {diff, edits};

/** The requests with their own words, for whoever reads the answers. */
function answersTo(floor: Floor, {answers}: StepAnswer): StepWork['answers'] {
	const requests = floor.heard.formats.builderReviewer.feedback?.additional_checks ?? [];
	return answers.flatMap(({request: number, answer}) => {
		const request = requests[number - 1];
		return request === undefined ? [] : [{request, answer}];
	});
}

/** The agent edits the worktree itself; its changes are collected with git. */
async function workInWorktree(run: BuildRun, floor: Floor, attempt: Attempt): Promise<StepWork> {
	const prompt = workPrompt(run, floor.heard, {...attempt, seen: []});
	const turn = await floor.speak('builder', withWorkplace(run, prompt, 'edit'), {kind: 'work'});
	if (turn.finish === 'failed' || turn.finish === 'interrupted') {
		// What was left half done is not the next step's.
		await undoChanges(floor);
		return failedWork(floor, turn.reason ?? (turn.finish === 'failed' ? 'no answer' : 'The work was cut short.'));
	}
	return {worked: await takeChanges(floor, nameOf(attempt)), note: '', answers: undefined};
}

/** A voice that fails once fails its step; a builder that is out ends the run. */
function failedWork(floor: Floor, reason: string): StepWork {
	if (floor.heard.seats.some(({id, out}) => id === 'builder' && out !== undefined))
		throw new RunOver('failed', `the builder is out: ${reason}`);
	return {worked: {ok: false, reason}, note: '', answers: undefined};
}

/** Each try is a commit of its own; what it comes to is told together with those before it. */
function nameOf({step, cycle, again}: Attempt): {key: string; title: string; since?: string} {
	const key = `c${cycle}-${step.id}`;
	return again ? {key: `${key}-${again.attempt}`, title: step.title, since: key} : {key, title: step.title};
}

/** The announcement: goal, context, base commit, and the check's result before any change. */
export async function announcement(
	{config, subject, opened}: BuildRun,
	floor: Floor,
): Promise<RunMessageBody<'session.start'>> {
	const baseline = await runCheck(floor);
	const hint = baseline?.ok === false ? setupHint(baseline.output, opened.files, config.setup) : undefined;
	if (hint !== undefined) await floor.record({type: 'notice', level: 'warning', text: hint});
	return {
		goal: cleanText(subject.text),
		max_cycles: config.maxCycles,
		...(subject.context === undefined ? {} : {context: cleanText(subject.context)}),
		...(opened.base === undefined
			? {}
			: {repo: {base: opened.base, ...(opened.uncommitted > 0 ? {uncommitted: opened.uncommitted} : {})}}),
		...(config.check === undefined ? {} : {check: config.check}),
		...(baseline ? {baseline} : {}),
	};
}

/** `person` is what a person decided who sends a plan or the work back. */
export async function plan(
	run: BuildRun,
	floor: Floor,
	cycle: number,
	person?: PersonDecision,
): Promise<RunMessageBody<'plan.proposed'>> {
	const answer = await askShowingFiles(
		floor,
		await namedFiles(run, floor),
		seen =>
			floor.ask(
				'builder',
				withWorkplace(run, planPrompt(run, floor.heard, {cycle, seen, person}), 'read'),
				PlanAnswer,
				{
					purpose: 'plan',
				},
			),
		({steps}) => steps.length > 0,
	);
	if (!answer.ok) throw new RunOver('failed', `the builder gave no plan: ${answer.reason}`);
	const {summary, confidence, steps} = answer.value;
	if (steps.length === 0) throw new RunOver('failed', 'the builder asked for files and more files, and made no plan');
	return {
		cycle,
		summary,
		confidence,
		steps: withStepIds(floor.heard.formats.builderReviewer, steps),
		plan_path: planFile,
		...(person && {person}),
	};
}

/** Steps are numbered through the whole run, so that no two have the same name. */
export function withStepIds({messages}: Build, steps: PlanAnswer['steps']): PlanStep[] {
	const before = messages.flatMap(({message: {body, message_type: type}}) =>
		type === 'plan.proposed' ? body.steps : type === 'plan.feedback' ? (body.alternative?.steps ?? []) : [],
	);
	const last = Math.max(0, ...before.map(({id}) => Number(/^s(?<number>\d+)$/u.exec(id)?.groups?.['number'] ?? 0)));
	return steps.map(({estimate, expect, passes, ...step}, place) => ({
		id: `s${last + place + 1}`,
		...step,
		...(estimate === '' ? {} : {estimate}),
		...(expect === '' || isPass.test(expect) ? {} : {expect}),
		...(passes.length > 0 && {passes}),
	}));
}

/** Models say in words that nothing is expected. */
const isPass = /^(?:it |the check )?(?:must |should |will )?(?:pass|passes|passed|green|ok|none|nothing|n\/a|-)\.?$/iu;

/** Adopts the alternative plan, or declines it with a reason. */
export async function answerAlternative(
	run: BuildRun,
	floor: Floor,
	own: RunMessageBody<'plan.proposed'>,
	other: NonNullable<RunMessageBody<'plan.feedback'>['alternative']>,
): Promise<RunMessageBody<'plan.proposed'>> {
	const answer = await floor.ask(
		'builder',
		withWorkplace(run, alternativePrompt(run, floor.heard, other), 'read'),
		AlternativeAnswer,
		{purpose: 'alternative'},
	);
	if (!answer.ok)
		throw new RunOver('failed', `the builder did not say whether it takes the other plan: ${answer.reason}`);
	return {
		...own,
		...(answer.value.taken ? {summary: other.summary, steps: other.steps} : {}),
		alternative: answer.value,
	};
}

/** The next step without an update; undefined if the cycle is ready to hand in. */
export const nextStep = ({steps}: Build): PlanStep | undefined => steps.find(({update}) => update === undefined);

/** The whole cycle: all changes since the start, the last check, and the check with the tests as they were. */
export async function handInCycle(
	run: BuildRun,
	floor: Floor,
	cycle: number,
): Promise<RunMessageBody<'execution.update'>> {
	const worked = await handIn(floor, cycle);
	if (!worked.ok) throw new RunOver('failed', worked.reason);
	const build = floor.heard.formats.builderReviewer;
	const before = lastCheck(build, cycle);
	// One that failed is run once more: a flaky test is no reason to refuse the work, and is told.
	const tests = before?.ok || before?.timed_out ? before : await runCheck(floor);
	const baseTests = worked.touched.length > 0 ? await runCheck(floor, {baseTests: true}) : undefined;
	return {
		cycle,
		final: true,
		status: 'done',
		diff: worked.diff,
		diff_path: patchOf(cycle),
		...(tests ? {tests} : {}),
		...(await toBeLookedAt(run, floor, worked)),
		...(baseTests ? {base_tests: baseTests} : {}),
		metrics: {...metricsOf(build, worked, undefined), ...(before && !before.ok && tests?.ok ? {flaky: true} : {})},
	};
}
