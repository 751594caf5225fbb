/**
 * The stage with a debate of any length on it, in which words stream on: the screens of the app, bundled as the app is,
 * on the terminal that this program is given. What it is to do is its argument; what that took it writes to a file.
 */
import {writeFileSync} from 'node:fs';
import {setTimeout as wait} from 'node:timers/promises';
import {setFlagsFromString} from 'node:v8';
import {replaySession} from '../../src/app/session/debate-session.ts';
import type {JournalEvent, RunEvent} from '../../src/debate/events.ts';
import type {SessionEvent} from '../../src/debate/state.ts';
import {checkJournal} from '../../src/engine/journal/journal.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {showSession} from '../../src/ui/app/show.tsx';
import type {Session} from '../../src/app/session/session.ts';
import {StageTask, type StageResult} from './stage-task.ts';
import {scriptsOf, tokens} from './token-stream.ts';

const task = StageTask.parse(JSON.parse(process.argv[2] ?? ''));
// As `src/cli/cli.ts` does.
setFlagsFromString('--semi-space-growth-factor=1');
const [tickMs, warmUpMs] = [10, 2000];

/** Lets out as many tokens as are due, and measures what the time between takes. */
async function* streaming(next: Iterator<RunEvent | undefined>): AsyncGenerator<RunEvent> {
	const began = performance.now();
	let said = 0;
	let from: {readonly cpu: NodeJS.CpuUsage; readonly said: number} | undefined;
	for (;;) {
		const elapsed = performance.now() - began;
		if (!from && elapsed > warmUpMs) from = {cpu: process.cpuUsage(), said};
		if (from && elapsed > warmUpMs + task.seconds * 1000) return report(process.cpuUsage(from.cpu), said - from.said);
		// Nothing stands for a token at which no event ends.
		while (said < (elapsed / 1000) * task.tokensPerSecond) {
			const {value} = next.next();
			if (value === undefined) said++;
			else yield value;
		}
		await wait(tickMs);
	}
}

function report({user, system}: NodeJS.CpuUsage, tokens: number): void {
	const result: StageResult = {
		cpuMs: (user + system) / 1000,
		tokens,
		rssMb: process.memoryUsage.rss() / 1e6,
		peakMb: process.resourceUsage().maxRSS / 1000,
	};
	writeFileSync(task.result, JSON.stringify(result));
	process.exit(0);
}

async function* session(): AsyncGenerator<RunEvent> {
	const first: JournalEvent[] = [];
	let last = {seq: 0, at: 0};
	for (const read of checkJournal(task.journal)) {
		if ('what' in read) throw new Error(`line ${read.line} ${read.what}`);
		const {event} = read;
		last = event;
		if (first.length < 1000) first.push(event);
		yield event;
	}
	yield* streaming(tokens(scriptsOf(first), {...last, atOnce: task.atOnce}));
}

/** A recording that is played to its end at once, gone back in, and played to its end again. */
function recorded(): Session {
	const played = replaySession(task.journal, {
		rhythm: {speed: Number.POSITIVE_INFINITY},
		signal: new AbortController().signal,
		configure: loadSettings,
	});
	async function* events(): AsyncGenerator<SessionEvent> {
		yield* played.events;
		await wait(task.seconds * 500);
		played.seek?.(-20, 'turn');
		yield* played.events;
		await wait(task.seconds * 500);
		report(process.cpuUsage(), 0);
	}
	return {...played, events: events()};
}

if (task.raw) for await (const event of session()) process.stdout.write(event.type === 'turn-token' ? event.text : '');
else
	await showSession(
		task.recorded ? recorded() : {events: session(), act: () => undefined, live: true, initialPace: 0},
		{},
	);
