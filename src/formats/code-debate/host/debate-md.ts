/** A DEBATE.md that anyone writes, for watching, verifying and exporting. */
import type {RunEvent} from '../../../debate/events.ts';
import {cleanText} from '../../../debate/text/intake.ts';
import {withUnknownConfig, type Protocol} from '../../../debate/protocol.ts';
import {fold} from '../../../debate/reduce.ts';
import type {DebateState} from '../../../debate/state.ts';
import {realClock} from '../../../engine/clock.ts';
import {codeNamed} from './code-subject.ts';
import {readBounded} from './debate-file.ts';
import {viewEffects, type SidesEnd} from './effects.ts';
import type {Journal} from '../../../engine/journal/journal.ts';
import {runDebate} from '../../../engine/run.ts';
import {packageVersion} from '../../../engine/host/package-root.ts';
import {CodeDebateConfig} from '../config.ts';
import {parseDebate, turnStateOf, type DebateFile} from '../file.ts';
import {rules, verifyDebate} from '../rules.ts';
import {endingOf} from '../narration.ts';
import type {FileReport, NativeFiles} from '../../contract.ts';
import {outsideVoice} from '../../../debate/seats.ts';
import {UsageError} from '../../../debate/usage-error.ts';
import {statSync} from 'node:fs';
import {basename, dirname} from 'node:path';

const pollMs = 1000;

/** By its name: Markdown is no journal. */
const isDebateFile = (file: string): boolean => basename(file).toLowerCase().endsWith('.md');

/** Every rule that the file breaks, and how the debate in it stands. */
function verifyDebateFile(file: string): FileReport {
	const debate = parseDebate(readBounded(file));
	const standing = turnStateOf(debate);
	const outcome =
		standing.is === 'over'
			? (endingOf(debate).reason ?? 'over')
			: standing.is === 'broken'
				? 'unfinished'
				: `unfinished, ${standing.is === 'turn' ? 'awaiting' : 'in the middle of'} "${standing.heading}" of Agent ${standing.role}`;
	return {
		file,
		events: debate.sections.length,
		outcome,
		faults: verifyDebate(debate).map(({line, rule, what, advice}) => ({
			line,
			what: `${rule}: ${what} (${rules[rule]})`,
			...(advice && {advice}),
		})),
	};
}

/**
 * The debate from its opening on, as it grows, to its consensus; the file may be empty yet. Throws `UsageError` for
 * Markdown that is something else.
 */
function followDebateFile(protocol: Protocol, file: string, signal: AbortSignal): AsyncIterable<RunEvent> {
	refuseOthers(file);
	return view(protocol, file, signal);
}

/** The debate as it stands now. Throws `UsageError` for Markdown that is something else. */
async function readDebateFile(protocol: Protocol, file: string, signal: AbortSignal): Promise<DebateState> {
	refuseOthers(file);
	const events: RunEvent[] = [];
	const end = Promise.resolve({why: 'it has no consensus yet'});
	for await (const event of view(protocol, file, signal, end)) events.push(event);
	return fold(events);
}

function refuseOthers(file: string): void {
	const {title, sections, preamble} = parseDebate(readBounded(file));
	if (title !== undefined || sections.length > 0 || preamble.trim() === '') return;
	throw new UsageError({
		what: 'Not a Code Debate',
		value: file,
		from: 'the command line',
		todo: 'Name a file that begins with "# Code Debate: <subject>", a debate.jsonl, or the folder that holds one.',
	});
}

async function* view(
	protocol: Protocol,
	file: string,
	signal: AbortSignal,
	ended?: Promise<SidesEnd>,
): AsyncGenerator<RunEvent> {
	const debate = parseDebate(readBounded(file));
	const text = cleanText(debate.title?.subject ?? '') || basename(file);
	const code = ended ? undefined : await codeNamed(debate.title?.subject ?? '', dirname(file));
	const participants = (['A', 'B'] as const).map(role => {
		const tool = debate.sections.find(({signature}) => signature?.role === role)?.signature?.tool;
		return {
			id: role.toLowerCase(),
			role: 'agent',
			voice: outsideVoice,
			name: tool === undefined ? `Agent ${role}` : cleanText(tool),
		};
	});
	const running = runDebate({
		protocol,
		config: CodeDebateConfig.parse({file}),
		subject: {text, source: file, ...(code !== undefined && {code})},
		title: text,
		participants,
		voices: new Map(),
		seed: 0,
		pace: 0,
		timeoutMs: 0,
		journal: unkept(file),
		signal,
		headless: true,
		appVersion: packageVersion(),
		debateId: file,
		startedAt: begunAt(debate, file),
		clock: realClock(0),
		effects: viewEffects({file, pollMs, ...(ended && {ended})}),
	});
	yield* running.events;
	await running.done;
	signal.throwIfAborted();
}

/** When its first section was signed; of a file without any, when it was last written. ISO 8601. */
function begunAt({sections}: DebateFile, file: string): string {
	const signed = sections.map(({signature}) => Date.parse(signature?.at ?? '')).find(at => !Number.isNaN(at));
	return new Date(signed ?? statSync(file).mtimeMs).toISOString();
}

/** A journal that nobody keeps: the file itself is what lasts. */
const unkept = (file: string): Journal => ({
	file,
	close: () => undefined,
	append: event => ({event: {...event, hash: ''}, line: ''}),
});

/** The files of the format whose protocol this is. */
export function debateFiles(own: Protocol<CodeDebateConfig>): NativeFiles {
	const protocol = withUnknownConfig(own);
	return {
		shape: 'file',
		recognize: isDebateFile,
		follow: (file, signal) => followDebateFile(protocol, file, signal),
		verify: file => [verifyDebateFile(file)],
		unit: 'sections',
		read: (file, signal) => readDebateFile(protocol, file, signal),
	};
}
