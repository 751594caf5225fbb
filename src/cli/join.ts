/** `rostrum join`: one side of a Code Debate, against whoever takes the other. */
import {once} from 'node:events';
import {resolve} from 'node:path';
import {createInterface} from 'node:readline';
import type {CliContext} from '../app/context.ts';
import {UserAction} from '../debate/events.ts';
import type {SessionEvent} from '../debate/state.ts';
import {parseJsonIfValid} from '../debate/text/json.ts';
import type {RunningSession} from '../app/session/start-session.ts';
import {settingFlags, joinOptions} from '../app/plan/option-rows.ts';
import {isInteractive} from '../settings/terminal.ts';
import {evidenceIn, secondsOption, sideOption, thresholdIn} from '../formats/code-debate/options.ts';
import {takeSideLock} from '../formats/code-debate/host/debate-file.ts';
import {requestFrom} from '../formats/code-debate/host/code-subject.ts';
import {exitCodes} from '../formats/contract.ts';
import {findJournal} from '../app/files/debate-folders.ts';
import {completeDebates} from '../app/session/resume.ts';
import type {Run} from './command.ts';
import {onScreen} from './open-screen.ts';
import type {StartDialog} from '../app/plan/start-check.ts';
import {askAtKeyboard, confirmCost} from './confirm-cost.ts';
import {resumeDebate, startDebate} from '../app/session/debate-session.ts';
import {isFinished, ownSides, planSide, refuseFinished, sidesFolder, type Joining} from '../app/plan/join-plan.ts';
import {flagOption, listOption, textOption, type Input} from '../formats/options.ts';
import {renderSession, type Manner} from '../ui/show-session.ts';
import {parseAssignment} from '../app/plan/debate-config.ts';

// The end of a side that is its own process: people at the keyboard of the program that started it take part in it.
// What they do comes in on standard input, a JSON object a line; what is wanted of them goes out on standard output.

/** Listens to the program that started this one. What comes before there is a debate is kept for it. */
export function openRelay({stdin, stderr}: Pick<CliContext, 'stdin' | 'stderr'>): Relay {
	const early: UserAction[] = [];
	let act = (action: UserAction): void => void early.push(action);
	createInterface({input: stdin}).on('line', line => {
		const action = UserAction.safeParse(parseJsonIfValid(line));
		if (action.success) act(action.data);
		else stderr.write('A line on standard input was no action, and was left out.\n');
	});
	return {
		connect(taken) {
			act = taken;
			for (const action of early.splice(0)) act(action);
		},
	};
}

export type Relay = {
	/** Hands on what came so far, and what comes. */ readonly connect: (act: (action: UserAction) => void) => void;
};

/** Connects a debate with that program. What else would be written to standard output goes to standard error. */
export function relayed(
	running: RunningSession,
	relay: Relay,
	context: CliContext,
): {readonly running: RunningSession; readonly context: CliContext} {
	const {session} = running;
	relay.connect(action => session.act(action));
	async function* events(): AsyncGenerator<SessionEvent> {
		for await (const event of session.events) {
			if (event.type === 'turn-wanted') context.stdout.write(`${JSON.stringify(event)}\n`);
			yield event;
		}
	}
	return {
		running: {...running, session: {...session, events: events()}},
		context: {...context, stdout: context.stderr},
	};
}

export const run: Run = async (input, cli) => {
	const configuration = cli.configure(settingFlags(input.options, joinOptions));
	const json = flagOption(input.options, 'json');
	const headless = json || flagOption(input.options, 'headless') || !isInteractive(cli);
	const relay = flagOption(input.options, 'relay') ? openRelay(cli) : undefined;
	const signal = relay !== undefined || flagOption(input.options, 'leash') ? leashed(cli) : cli.signal;
	const joining = read(input, cli.cwd);
	if (relay && joining.journal !== undefined) await takeSideLock(joining.journal, signal);
	const show = {headless, json, settings: configuration.settings};
	const session = {...cli, signal, configuration, headless};
	// A side that was cut off behind the consensus still has its own end to write, and then what it owes.
	const {cutOff: before, ended} = ownSides(joining, sidesFolder(configuration, cli.cwd));
	const trusted = listOption(input.options, 'trust').map(each => findJournal(each, cli.cwd));
	if (before !== undefined) {
		const {running, notices} = await resumeDebate(before, {
			...session,
			trusted,
			askTrust: headless ? undefined : askAtKeyboard(cli),
			folder: sidesFolder(configuration, cli.cwd),
			people: relay !== undefined || !headless,
		});
		return showSide(running, cli, {...show, notices, relay});
	}
	const told: string[] = [];
	await completeDebates(isFinished(joining.file) && joining.journal === undefined ? ended : [], {
		configuration,
		recorder: cli.recorder,
		notice: text => void told.push(text),
	});
	if (told.length > 0) {
		cli.stderr.write(`${told.join('\n')}\n`);
		return exitCodes.ok;
	}
	refuseFinished(joining.file);
	const place = {cwd: cli.cwd, signal, interactive: !headless, people: relay !== undefined || !headless};
	const enter = async (dialog?: StartDialog) => planSide(joining, configuration, {...place, dialog});
	const {plan, entrance} = headless ? await enter() : await onScreen(cli, configuration, enter);
	if (!headless) await confirmCost(plan, cli);
	const running = await startDebate(plan, {
		...session,
		...(joining.journal !== undefined && {journalFile: joining.journal}),
		notice: text => void cli.stderr.write(`${text}\n`),
	});
	entrance.settle();
	return showSide(running, cli, {...show, notices: plan.notices, relay});
};

function showSide(
	running: RunningSession,
	cli: CliContext,
	{relay, ...manner}: Manner & {readonly relay: Relay | undefined},
): Promise<number> {
	if (!relay) return renderSession(running, cli, manner);
	const other = relayed(running, relay, cli);
	return renderSession(other.running, other.context, manner);
}

function read({args: [named = 'DEBATE.md'], options}: Input, cwd: string): Joining {
	const journal = textOption(options, 'journal');
	const wait = secondsOption(options, 'wait', '--wait');
	const poll = secondsOption(options, 'poll', '--poll');
	const {failOn, failOnShown, failOnDisputed, allowPartial} = thresholdIn(options);
	const skip = listOption(options, 'skip');
	return {
		file: resolve(cwd, named),
		side: sideOption(options),
		request: requestFrom(options, cwd),
		topic: textOption(options, 'topic'),
		context: textOption(options, 'context'),
		journal: journal === undefined ? undefined : resolve(cwd, journal),
		assignments: listOption(options, 'set').map(parseAssignment),
		config: {
			...(wait !== undefined && {timeoutSeconds: wait}),
			...(poll !== undefined && {pollSeconds: poll}),
			...(failOn && {failOn}),
			...(failOnShown && {failOnShown}),
			...(failOnDisputed && {failOnDisputed}),
			...(allowPartial && {allowPartial}),
			...(skip.length > 0 && {skip}),
			...evidenceIn(options),
		},
	};
}

/** A signal that is also given when standard input ends, as it does with the program that holds its other end. */
function leashed({stdin, signal}: CliContext): AbortSignal {
	const gone = new AbortController();
	void once(stdin.resume(), 'end').then(() =>
		gone.abort(new DOMException('The program that started this one has ended.', 'AbortError')),
	);
	return AbortSignal.any([signal, gone.signal]);
}
