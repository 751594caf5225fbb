/** The builder's side: announcing the run, planning, handing in a cycle. */
import type {PersonDecision, PlanStep} from '../../debate/formats/builder-reviewer/events.ts';
import {lastCheck, type Build} from '../../debate/formats/builder-reviewer/state.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Floor} from '../../debate/protocol.ts';
import {AlternativeAnswer, PlanAnswer} from './answers.ts';
import {alternativePrompt, planPrompt} from './builder-prompts.ts';
import {setupHint} from './evidence/setup-hint.ts';
import {handIn, runCheck} from './effects.ts';
import {patchOf, planFile} from './mailbox/run-files.ts';
import {askShowingFiles, namedFiles} from './reading.ts';
import {RunOver, withWorkplace, type RunMessageBody, type BuildRun} from './run.ts';
import {metricsOf} from './stepping.ts';

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
	return steps.map(({estimate, expect, ...step}, place) => ({
		id: `s${last + place + 1}`,
		...step,
		...(estimate === '' ? {} : {estimate}),
		...(expect === '' || isPass.test(expect) ? {} : {expect}),
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
	_run: BuildRun,
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
		...(worked.touched.length > 0 ? {touched: worked.touched} : {}),
		...(baseTests ? {base_tests: baseTests} : {}),
		metrics: {...metricsOf(build, worked, undefined), ...(before && !before.ok && tests?.ok ? {flaky: true} : {})},
	};
}
