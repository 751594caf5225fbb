/** Shows a session: on the screen, as plain text, or as JSON lines; and says by the exit code how it ended. */
import {Interrupted, type CliContext} from '../app/context.ts';
import {exitCodes} from '../formats/contract.ts';
import {withOwnCommand} from '../settings/terminal.ts';
import {once} from 'node:events';
import type {Outcome} from '../debate/events.ts';
import type {SessionEvent} from '../debate/state.ts';
import type {Settings} from '../settings/schema.ts';
import type {Session} from '../app/session/session.ts';
import {screenOptions} from './terminal/screen-options.ts';
import {UsageError} from '../debate/usage-error.ts';
import type {AudiencePlace} from '../app/audience/place.ts';
import {fold} from '../debate/reduce.ts';
import {formatOf} from '../formats/index.ts';
import {protocolOf} from '../app/files/exports.ts';
import {eventsIn} from '../app/files/read-debate.ts';
import type {RunningSession} from '../app/session/start-session.ts';

export type Manner = {
	readonly headless: boolean;
	readonly json: boolean;
	readonly settings: Settings;
	/** For the user, before it begins. */ readonly notices: readonly string[];
	/** Where the page for listeners is to be served, if it is. */
	readonly audience?: AudiencePlace | undefined;
};

/** How long votes are waited for that are owed when a debate is over off the screen, in milliseconds. */
const votesOwedMs = 60_000;

/** Serves the page for listeners, and says where off the screen: there it stands on the stage. */
async function openAudience({audience: port, live, act}: Session, {stderr}: CliContext, {audience, headless}: Manner) {
	if (!audience) return;
	if (!port)
		throw new UsageError({
			what: 'This kind of debate cannot be followed on a page',
			from: '--audience',
			todo: 'Watch the journal of a debate instead, or leave it out.',
		});
	await port.open(audience);
	// It begins when the user closes the code that listeners come by.
	if (!headless && live) act({action: 'pause'});
	const {address = '', reach = '', qr = []} = port.look() ?? {};
	if (headless) stderr.write(`${stderr.isTTY ? `${qr.join('\n')}\n` : ''}Listeners: ${address}\n${reach}\n`);
}

async function closeAudience({audience}: Session, {stderr}: CliContext, {headless}: Manner): Promise<void> {
	if (headless && audience?.look()?.open === 'after') {
		stderr.write('Listeners have a minute to say where they stand now.\n');
		await audience.settle(votesOwedMs);
	}
	await audience?.close();
}

/** Shows a debate that is being held, and gives the exit code of its outcome. */
export async function renderSession(
	{session, past, done, journal}: RunningSession,
	context: CliContext,
	manner: Manner,
): Promise<number> {
	const {folder = ''} = session;
	if (manner.headless) context.stderr.write(`${past.length > 0 ? 'Goes on in' : 'Kept in'} ${folder}\n`);
	await openAudience(session, context, manner);
	await display(session, context, manner, past.length);
	await closeAudience(session, context, manner);
	const ending = done.catch((error: unknown) => {
		if (error instanceof Interrupted)
			context.stderr.write(withOwnCommand(exportsMissing(session.resumeWith), context.env));
		throw error;
	});
	await Promise.all([session.leave?.(), ending]);
	const {outcome, reason, unfinished: lacking, movedTo} = await ending;
	if (movedTo !== undefined) context.stderr.write(`Its journal was deleted while it ran. It is kept in ${movedTo}\n`);
	if (lacking !== undefined) {
		const text = `Unfinished: ${lacking}\nGo on, once that is mended, with: ${session.resumeWith ?? ''}\n`;
		context.stderr.write(withOwnCommand(text, context.env));
		return exitCodes.unwell;
	}
	if (manner.headless)
		context.stderr.write(
			outcome === undefined
				? withOwnCommand(unfinished(reason, session.resumeWith), context.env)
				: `Ended: ${outcome}${reason === undefined ? '' : `, ${reason}`}\n`,
		);
	if (outcome === undefined && reason !== undefined) return exitCodes.notAccepted;
	const code = codeOf(outcome);
	if (code !== exitCodes.ok) return code;
	return movedTo === undefined ? codeOfFormat(journal, context) : exitCodes.unwell;
}

const exportsMissing = (resumeWith = ''): string =>
	`The debate is over; its exports were not all written. Write them with: ${resumeWith}\n`;

const unfinished = (halted: string | undefined, resumeWith = ''): string =>
	halted === undefined
		? `Not finished; go on with: ${resumeWith}\n`
		: `Halted, for you to decide: ${halted}\nGo on with: ${resumeWith} --decide go-on, or stop, or send-back --comment "what must be changed"\n`;

/** Whether the debate comes to what the user asked for, or to be told of; what it comes to instead is said. */
function codeOfFormat(journal: string, {stderr}: CliContext): number {
	const {endsWith} = formatOf(protocolOf(journal)) ?? {};
	const ending = endsWith?.(fold(eventsIn(journal)));
	if (!ending) return exitCodes.ok;
	stderr.write(`${ending.says}\n`);
	return ending.code;
}

/** Shows a debate that is over, or that another process holds. */
export async function show(session: Session, context: CliContext, manner: Manner): Promise<number> {
	await openAudience(session, context, manner);
	try {
		return await display(session, context, manner, 0);
	} finally {
		await session.audience?.close();
	}
}

/** Without an outcome it was suspended, and can be resumed. */
function codeOf(outcome: Outcome | undefined): number {
	switch (outcome) {
		case undefined:
			return exitCodes.interrupted;
		case 'degraded':
		case 'failed':
			return exitCodes.unwell;
		case 'budget':
			return exitCodes.budget;
		case 'completed':
		case 'consensus':
		case 'deadlock':
		case 'stopped':
			return exitCodes.ok;
		default:
			return outcome satisfies never;
	}
}

/**
 * Until it ends or is left. `skip` is how many events JSON readers have from before. Gives 0, or 130 where it was
 * interrupted.
 */
async function display(
	session: Session,
	context: CliContext,
	{headless, json, settings, notices}: Manner,
	skip: number,
): Promise<number> {
	for (const notice of notices) context.stderr.write(`${notice}\n`);
	try {
		if (json) await writeEvents(session.events, context, skip);
		else if (headless) await writeText(session, context);
		else {
			const {showSession} = await import('./app/show.tsx');
			const {how, text} = await showSession(session, screenOptions(context, settings));
			context.stdout.write(withOwnCommand(text, context.env));
			return how === 'interrupt' ? exitCodes.interrupted : exitCodes.ok;
		}
		return exitCodes.ok;
	} catch (error) {
		if (
			error instanceof Interrupted ||
			(context.signal.aborted && error instanceof Error && error.name === 'AbortError')
		)
			return exitCodes.interrupted;
		throw error;
	}
}

/** The journal's own lines: what is only for live panes is left out. */
async function writeEvents(events: AsyncIterable<SessionEvent>, {stdout}: CliContext, skip: number): Promise<void> {
	for await (const event of events) {
		if ('seq' in event && event.seq > skip) await write(stdout, `${JSON.stringify(event)}\n`);
	}
}

async function writeText({events}: Session, {stdout, stderr}: CliContext): Promise<void> {
	const {plainLines} = await import('./plain/plain-lines.ts');
	// What is piped is wrapped by whoever shows it: a path or a command stays in one line.
	const plain = plainLines(stdout.isTTY ? stdout.columns : Infinity);
	for await (const event of events) {
		for (const {stream, text} of plain.push(event)) await write(stream === 'out' ? stdout : stderr, `${text}\n`);
	}
}

/** Waits where the reader is slower than we are. */
async function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
	if (!stream.write(text)) await once(stream, 'drain');
}
