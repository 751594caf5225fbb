/** `rostrum run`: stages a debate. */
import {settingFlags, debateOptions} from '../app/plan/option-rows.ts';
import {rostrumHome} from '../settings/home.ts';
import {isInteractive} from '../settings/terminal.ts';
import {refuseForeignOptions, normalizeInput} from '../app/plan/normalize-input.ts';
import {findVoices, findVoicesHeadless} from '../app/voices/find-voices.ts';
import {resolvePlan} from '../app/plan/resolve-plan.ts';
import {estimateWithProposal} from '../app/plan/cheaper-voice.ts';
import type {Run} from './command.ts';
import {confirmCost} from './confirm-cost.ts';
import {onScreen} from './open-screen.ts';
import type {ReadyPlan} from '../app/plan/attach-voices.ts';
import {UsageError} from '../debate/usage-error.ts';
import type {Configuration} from '../settings/settings.ts';
import {fold} from '../debate/reduce.ts';
import {eventsIn} from '../app/files/read-debate.ts';
import {exitCodes} from '../formats/contract.ts';
import {formatOf} from '../formats/index.ts';
import {startDebate} from '../app/session/debate-session.ts';
import {audienceIn} from '../app/audience/place.ts';
import {flagOption} from '../formats/options.ts';
import {checkedPlan, type StartDialog} from '../app/plan/start-check.ts';
import {withSources} from '../app/plan/open-sources.ts';
import {renderSession} from '../ui/show-session.ts';

export const run: Run = async (given, context) => {
	refuseForeignOptions(given);
	const json = flagOption(given.options, 'json');
	const headless = json || flagOption(given.options, 'headless') || !isInteractive(context);
	const {signal} = context;
	const input = normalizeInput(given, rostrumHome(context.env), context.cwd);
	const format = formatOf(input.args[0]);
	const action = format?.action?.(input, context.cwd);
	if (action) {
		context.stdout.write(await action());
		return exitCodes.ok;
	}
	const audience = audienceIn(given.options);
	const queue = await format?.host?.queue?.(input, context.cwd);
	const configuration = context.configure(settingFlags(input.options, debateOptions));
	if (queue)
		return (await import('../app/session/run-queue.ts')).runQueue(queue, configuration, context, renderSession);
	const found = await (headless ? findVoicesHeadless : findVoices)(configuration, signal);
	const planned = resolvePlan(input, configuration, {cwd: context.cwd, interactive: !headless, found});
	const {proposal} = estimateWithProposal(planned, configuration);
	const proposed = headless && proposal !== undefined ? [proposal] : [];
	const resolved = {...planned, notices: [...planned.notices, ...found.notices, ...proposed]};
	// The cost is asked below, whatever the check came to.
	const check = async (dialog?: StartDialog) =>
		checkedPlan(resolved, configuration, {signal, dialog: dialog && {...dialog, agree: undefined}});
	const seated = headless ? await check() : await onScreen(context, configuration, check);
	const plan = await withSources(await measured(seated, format, context.cwd, configuration.handedOn), context);
	if (!headless) await confirmCost(plan, context, proposal);
	const {cwd, recorder, configure} = context;
	const running = await startDebate(plan, {
		cwd,
		signal,
		recorder,
		configure,
		configuration,
		headless,
		notice: text => void context.stderr.write(`${text}\n`),
	});
	const manner = {headless, json, notices: plan.notices, settings: configuration.settings, audience};
	const code = await renderSession(running, context, manner);
	const ended = code === exitCodes.ok || code === exitCodes.threshold || code === exitCodes.undecided;
	if (!flagOption(input.options, 'comment') || !ended) return code;
	const {postComment} = await import('../app/session/post-comment.ts');
	try {
		const place = await postComment(fold(eventsIn(running.journal)), cwd, configuration.handedOn);
		context.stderr.write(`Posted: ${place}\n`);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		// What the review found is told by its exit code all the same.
		context.stderr.write(`${error.message}\n`);
		return code === exitCodes.ok ? exitCodes.unwell : code;
	}
	return code;
};

/** The plan with how much it has to work on, where its format can tell before it starts. */
async function measured(
	plan: ReadyPlan,
	format: ReturnType<typeof formatOf>,
	cwd: string,
	handedOn: Configuration['handedOn'],
): Promise<ReadyPlan> {
	const measure = await format?.host?.measure?.();
	const windows = [...plan.voices.values()].flatMap(({contextTokens}) => contextTokens ?? []);
	const isKnown = windows.length === plan.voices.size && windows.length > 0;
	const contextTokens = isKnown ? Math.min(...windows) : undefined;
	const found = await measure?.({config: plan.config, cwd, handedOn, contextTokens});
	return found ? {...plan, config: found.config, notices: [...plan.notices, ...found.notices]} : plan;
}
