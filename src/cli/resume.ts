/** `rostrum resume`: goes on with a debate that was cut off, or discards it. */
import {dirname} from 'node:path';
import type {CliContext} from '../app/context.ts';
import {audienceIn} from '../app/audience/place.ts';
import {resumeOptions, settingFlags} from '../app/plan/option-rows.ts';
import {debatesFolder, findJournal} from '../app/files/debate-folders.ts';
import {renderSession} from '../ui/show-session.ts';
import {resumeDebate} from '../app/session/debate-session.ts';
import {assertTrusted} from '../app/session/trust.ts';
import {completeDebate, completedText, discardDebate, newestUnfinished} from '../app/session/resume.ts';
import {isInteractive} from '../settings/terminal.ts';
import {exitCodes, type HaltDecision} from '../formats/contract.ts';
import {UsageError} from '../debate/usage-error.ts';
import {choiceOption, flagOption, listOption, type Input} from '../formats/options.ts';
import type {StartDialog} from '../app/plan/start-check.ts';
import type {Run} from './command.ts';
import {askAtKeyboard} from './confirm-cost.ts';
import {onScreen} from './open-screen.ts';

export const run: Run = async ({args: [named], options}, context) => {
	const configuration = context.configure(settingFlags(options, resumeOptions));
	const json = flagOption(options, 'json');
	const audience = audienceIn(options);
	const headless = json || flagOption(options, 'headless') || !isInteractive(context);
	const folder = debatesFolder(configuration.settings.out, configuration.home, context.cwd);
	const trusted = listOption(options, 'trust').map(each => findJournal(each, context.cwd, folder));
	const file =
		named === undefined
			? (trusted[0] ?? newestUnfinished(folder, configuration.home))
			: findJournal(named, context.cwd, folder);
	if (flagOption(options, 'discard')) return discarded(file, configuration.home, context);
	const {cwd, signal, recorder, configure} = context;
	const decision = decisionIn(options);
	const about = {
		cwd,
		signal,
		recorder,
		configure,
		configuration,
		folder,
		headless,
		...(decision && {decision}),
		...sourcesIn(options),
	};
	const notice = (text: string): void => void context.stderr.write(`${text}\n`);
	const completed = await completeDebate(file, {configuration, recorder, notice});
	if (completed) {
		context.stderr.write(`${completedText(file, completed)}\n`);
		return exitCodes.ok;
	}
	const askTrust = headless ? undefined : askAtKeyboard(context);
	const accepted = await assertTrusted(file, {configuration, trusted, askTrust});
	const go = async (dialog?: StartDialog) => resumeDebate(file, {...about, accepted, dialog});
	const {running, notices} = headless ? await go() : await onScreen(context, configuration, go);
	return renderSession(running, context, {headless, json, notices, settings: configuration.settings, audience});
};

/** The documents that it stands on, where they are named. */
const sourcesIn = (options: Input['options']) => ({
	sourcesNamed: listOption(options, 'sources'),
	changedSources: flagOption(options, 'changedSources'),
});

/** What the user decided on a run that was halted for them. */
function decisionIn(options: Input['options']): HaltDecision | undefined {
	const how = choiceOption(options, 'decide', ['go-on', 'stop', 'send-back']);
	const comments = listOption(options, 'comment');
	if (how === 'send-back' && comments.length === 0)
		throw new UsageError({
			what: 'Nothing is said of what must be changed',
			from: '--decide send-back',
			todo: 'Say it with --comment "…", which can be repeated.',
		});
	if (how === undefined) return undefined;
	return {decision: how === 'go-on' ? 'go on' : how === 'send-back' ? 'send back' : 'stop', comments};
}

async function discarded(file: string, home: string, {stdout}: CliContext): Promise<number> {
	await discardDebate(file, home);
	stdout.write(`Discarded: ${dirname(file)}. What was said in it stays there, and it is offered no more.\n`);
	return exitCodes.ok;
}
