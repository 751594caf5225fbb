/** The builder's side: announcing the run, planning, carrying out steps, handing in a cycle. */
import {lastCheck, type Build} from '../../debate/formats/builder-reviewer/state.ts';
import type {Metrics, PlanStep} from '../../debate/formats/builder-reviewer/events.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Answer, Floor, Prompt, Workplace} from '../../debate/protocol.ts';
import {applyDiff, handIn, readFiles, runCheck, takeChanges, undoChanges, type StepResult} from './effects.ts';
import {alternativePrompt, planPrompt, stepPrompt, workPrompt, type ShownFile, type StepAttempt} from './prompts.ts';
import {patchOf, planFile} from './mailbox/run-files.ts';
import {RunOver, type RunMessageBody, type BuildRun} from './run.ts';
import {AlternativeAnswer, PlanAnswer, StepAnswer} from './answers.ts';

/** The announcement: goal, context, base commit, and the check's result before any change. */
export async function announcement(
	{config, subject, opened}: BuildRun,
	floor: Floor,
): Promise<RunMessageBody<'session.start'>> {
	const baseline = await runCheck(floor);
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

export async function plan(run: BuildRun, floor: Floor, cycle: number): Promise<RunMessageBody<'plan.proposed'>> {
	const answer = await askShowingFiles(
		floor,
		[],
		seen =>
			floor.ask('builder', withWorkplace(run, planPrompt(run, floor.heard, cycle, seen), 'read'), PlanAnswer, {
				purpose: 'plan',
			}),
		({steps}) => steps.length > 0,
	);
	if (!answer.ok) throw new RunOver('failed', `the builder gave no plan: ${answer.reason}`);
	const {summary, confidence, steps} = answer.value;
	if (steps.length === 0) throw new RunOver('failed', 'the builder asked for files and more files, and made no plan');
	return {cycle, summary, confidence, steps: withStepIds(steps), plan_path: planFile};
}

export const withStepIds = (steps: PlanAnswer['steps']): PlanStep[] =>
	steps.map(({estimate, ...step}, place) => ({id: `s${place + 1}`, ...step, ...(estimate === '' ? {} : {estimate})}));

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

/**
 * Carries out a step, runs the check, and reports. A diff that git rejects is returned once; after that the step fails.
 */
export async function carryOutStep(
	run: BuildRun,
	floor: Floor,
	step: PlanStep,
	cycle: number,
): Promise<RunMessageBody<'execution.update'>> {
	const {worked, note} =
		run.works === 'itself'
			? await workInWorktree(run, floor, {step, cycle, seen: []})
			: await workByDiff(run, floor, step, cycle);
	if (!worked.ok)
		return {
			cycle,
			step: step.id,
			final: false,
			status: 'failed',
			note: [note, worked.reason].filter(text => text !== '').join(' '),
			metrics: {},
		};
	const tests = await runCheck(floor);
	const update = {
		cycle,
		step: step.id,
		final: false,
		status: 'done' as const,
		...(note === '' ? {} : {note}),
		diff: worked.diff,
		...(tests ? {tests} : {}),
	};
	return {
		...update,
		metrics: metricsOf(
			floor.heard.formats.builderReviewer,
			worked,
			tests && `${keyOf(cycle, step)} ${tests.ok ? 'passed' : 'failed'}`,
		),
	};
}

/** The whole cycle: all changes since the start, and the last check. */
export async function handInCycle(
	_run: BuildRun,
	floor: Floor,
	cycle: number,
): Promise<RunMessageBody<'execution.update'>> {
	const worked = await handIn(floor, cycle);
	if (!worked.ok) throw new RunOver('failed', worked.reason);
	const build = floor.heard.formats.builderReviewer;
	const tests = lastCheck(build, cycle) ?? (await runCheck(floor));
	return {
		cycle,
		final: true,
		status: 'done',
		diff: worked.diff,
		diff_path: patchOf(cycle),
		...(tests ? {tests} : {}),
		metrics: metricsOf(build, worked, undefined),
	};
}

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

type StepWork = {readonly worked: StepResult; readonly note: string};

async function workByDiff(run: BuildRun, floor: Floor, step: PlanStep, cycle: number): Promise<StepWork> {
	const shown = step.files.length === 0 ? [] : await readFiles(floor, step.files);
	let rejected: StepAttempt['rejected'];
	for (;;) {
		const ask = (seen: readonly ShownFile[]) =>
			floor.ask('builder', stepPrompt(run, floor.heard, {step, cycle, seen, rejected}), StepAnswer, {purpose: 'step'});
		const answer = await askShowingFiles(floor, shown, ask, ({diff, read}) => diff !== '' || read.length === 0);
		if (!answer.ok) return failedWork(floor, answer.reason);
		const {diff, note, read} = answer.value;
		if (diff === '' && read.length > 0)
			return {
				worked: {ok: false, reason: 'The builder asked for files and more files, and changed nothing.'},
				note: '',
			};
		const worked = await applyDiff(floor, {key: keyOf(cycle, step), title: step.title, diff});
		if (worked.ok || rejected) return {worked, note};
		await floor.record({
			type: 'notice',
			level: 'warning',
			participant: 'builder',
			text: `The diff of ${step.id} was sent back: ${worked.reason}`,
		});
		rejected = {diff, error: worked.reason};
	}
}

/** The agent edits the worktree itself; its changes are collected with git. */
async function workInWorktree(run: BuildRun, floor: Floor, trying: StepAttempt): Promise<StepWork> {
	const turn = await floor.speak('builder', withWorkplace(run, workPrompt(run, floor.heard, trying), 'edit'), {
		kind: 'work',
	});
	if (turn.finish === 'failed' || turn.finish === 'interrupted') {
		// What was left half done is not the next step's.
		await undoChanges(floor);
		return failedWork(floor, turn.reason ?? (turn.finish === 'failed' ? 'no answer' : 'The work was cut short.'));
	}
	return {
		worked: await takeChanges(floor, {key: keyOf(trying.cycle, trying.step), title: trying.step.title}),
		note: '',
	};
}

/** A builder that edits files itself gets access to the worktree. */
const withWorkplace = (run: BuildRun, prompt: Prompt, may: Workplace['may']): Prompt =>
	run.works === 'itself' ? {...prompt, workplace: {folder: run.opened.workplace, may}} : prompt;

/** A voice that fails once fails its step; a builder that is out ends the run. */
function failedWork(floor: Floor, reason: string): StepWork {
	if (floor.heard.seats.some(({id, out}) => id === 'builder' && out !== undefined))
		throw new RunOver('failed', `the builder is out: ${reason}`);
	return {worked: {ok: false, reason}, note: ''};
}

const keyOf = (cycle: number, {id}: PlanStep): string => `c${cycle}-${id}`;

/** How often the builder may ask for files before it must answer. */
const maxFileRequests = 3;

/** Asks, and shows the files requested, until there is an answer. */
async function askShowingFiles<T extends {readonly read: readonly string[]}>(
	floor: Floor,
	shown: readonly ShownFile[],
	ask: (seen: readonly ShownFile[]) => Promise<Answer<T>>,
	isDone: (value: T) => boolean,
): Promise<Answer<T>> {
	let seen = shown;
	for (let looks = 0; ; looks++) {
		const answer = await ask(seen);
		if (!answer.ok || isDone(answer.value) || looks === maxFileRequests) return answer;
		const wanted = answer.value.read.filter(path => !seen.some(file => file.path === path));
		if (wanted.length === 0) return answer;
		seen = [...seen, ...(await readFiles(floor, wanted))];
	}
}
