/** A step of the builder's: carried out, checked, and tried again where the check fails. */
import {describeCheck, type Build} from '../../debate/formats/builder-reviewer/state.ts';
import type {Metrics, PlanStep} from '../../debate/formats/builder-reviewer/events.ts';
import type {Floor} from '../../debate/protocol.ts';
import {StepAnswer} from './answers.ts';
import {stepPrompt, workPrompt, type StepAttempt} from './builder-prompts.ts';
import {applyDiff, readFiles, runCheck, takeChanges, undoChanges, type StepResult} from './effects.ts';
import {hasBlocks, parseBlocks, writeBlock, type EditBlock} from './edits/parse-blocks.ts';
import {checkTag, type ShownFile} from './prompt-parts.ts';
import {askShowingFiles, namedFiles} from './reading.ts';
import {RunOver, withWorkplace, type RunMessageBody, type BuildRun} from './run.ts';

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
	const of = 1 + (mayStayRed(floor, step) ? 0 : run.config.stepRetries);
	for (let attempt = 2; tests && !tests.ok && attempt <= of; attempt++) {
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
	const note = notes.filter(text => text !== '').join(' ');
	return {
		cycle,
		step: step.id,
		final: false,
		status: 'done',
		...(note === '' ? {} : {note}),
		diff: worked.diff,
		...(tests ? {tests} : {}),
		...(worked.touched.length > 0 ? {touched: worked.touched} : {}),
		...(done.answers && done.answers.length > 0 ? {answers: done.answers} : {}),
		metrics: metricsOf(
			floor.heard.formats.builderReviewer,
			worked,
			tests && `c${cycle}-${step.id} ${tests.ok ? 'passed' : 'failed'}`,
		),
	};
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

/** The plan says so, and later steps are to put it right. */
const mayStayRed = (floor: Floor, {id, expect}: PlanStep): boolean =>
	expect !== undefined && floor.heard.formats.builderReviewer.steps.at(-1)?.id !== id;

/** Diff sizes always; other metrics if the reviewer requested them. */
export function metricsOf(
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
	const own = step.files.length === 0 ? [] : await readFiles(floor, step.files);
	const shown = [...own, ...(await namedFiles(run, floor, step.files))];
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
