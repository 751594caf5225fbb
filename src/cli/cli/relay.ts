/**
 * The end of a side that is its own process: people at the keyboard of the program that started it take part in it.
 * What they do comes in on standard input, a JSON object a line; what is wanted of them goes out on standard output.
 */
import type {CliContext} from '../../app/cli/context.ts';
import {createInterface} from 'node:readline';
import {UserAction} from '../../debate/events.ts';
import type {SessionEvent} from '../../debate/state.ts';
import {parseJsonIfValid} from '../../debate/text/parse-json.ts';
import type {RunningSession} from '../../app/session/start-session.ts';

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
