/** Opens the effects of a Code Debate: a side writes to the file; a viewer starts the sides and follows their file. */
import {existsSync, readdirSync, rmdirSync, rmSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as wait} from 'node:timers/promises';
import {execa} from 'execa';
import {z} from 'zod';
import {type UserAction, type WantedTurn, type Budget, Notice, VoiceCall} from '../../../debate/events.ts';
import {parseJsonIfValid} from '../../../debate/text/json.ts';
import {type RelayedTyping, type SideNews, type SidesEnd, sideEffects, viewEffects} from './effects.ts';
import {type EffectContext, type EffectHandlers, exitCodes} from '../../contract.ts';
import {CodeDebateConfig} from '../config.ts';
import {DebateUnfinished} from '../../../engine/context.ts';
import {signalGroup} from '../../../voices/agents/agent-process.ts';
import {argumentsFor, shownCode, subjectFor} from './code-subject.ts';
import {diskRefusalIn} from '../../../debate/usage-error.ts';
import {endingIn} from '../../../debate/state.ts';
import {readJournal} from '../../../engine/journal/journal.ts';
import {parseDebate, turnStateOf} from '../file.ts';
import {readDebateFile, takeResponderLock, takeSide} from './debate-file.ts';
import {copyFiles, triedFor} from './git-subject.ts';
import {quotationEffects} from './hold-quotations.ts';
import {evidenceEffects} from './run-evidence.ts';
import {titleOf, type CodeSubject, type SubjectRequest} from '../subject.ts';

// Relays typing between the viewer and the sides it started: what people are to type, and what they typed.

const Choice = z.object({value: z.string(), label: z.string()});
const Field = z.object({
	label: z.string(),
	key: z.string().exactOptional(),
	about: z.string().exactOptional(),
	choices: z.array(Choice).exactOptional(),
	optional: z.literal(true).exactOptional(),
	initial: z.string().exactOptional(),
	wrong: z.string().exactOptional(),
});
const Part = z.object({call: z.string(), text: z.string(), field: Field});
const Wanted = z.object({
	type: z.literal('turn-wanted'),
	call: z.string(),
	participant: z.string(),
	kind: z.string(),
	words: z.int().exactOptional(),
	field: Field.exactOptional(),
	before: z.array(Part).exactOptional(),
	reading: z.object({name: z.string(), text: z.string()}).exactOptional(),
});

type TypingLine = RelayedTyping & {
	/** Handles a line that a side has written. */ readonly hear: (line: string) => void;
};

/** `send` hands a line to the side of a seat. */
export function typingLine(send: (seat: string, line: string) => void): TypingLine {
	const open = new Map<string, WantedTurn>();
	let listener: ((wanted: WantedTurn) => void) | undefined;
	return {
		hear(line) {
			// A killed side may leave half a line.
			const read = Wanted.safeParse(parseJsonIfValid(line));
			if (!read.success) return;
			const {type: _type, ...wanted} = read.data;
			// A side asks for one thing at a time.
			open.set(wanted.participant, wanted);
			listener?.(wanted);
		},
		listen(heard) {
			listener = heard;
			for (const wanted of open.values()) heard(wanted);
			return () => void (listener = undefined);
		},
		tell(action) {
			if (!('participant' in action)) return;
			open.delete(action.participant);
			send(action.participant, JSON.stringify(action satisfies UserAction));
		},
	};
}

// Runs the sides of a Code Debate as processes: each is a `rostrum join`, and none outlives this one.

/**
 * `ended` resolves with each side's last message when all have ended by themselves, or one cannot go on. `stop` ends
 * them and waits until they are gone.
 */
type RunningSides = {
	readonly ended: Promise<SidesEnd>;
	readonly stop: () => Promise<void>;
	readonly typing: RelayedTyping;
};

type SidesOptions = EffectContext & {readonly config: CodeDebateConfig; readonly file: string};

/** Milliseconds between asking a side to end and ending it. */
const graceMs = 3000;

function startSides(starting: SidesOptions): RunningSides {
	const {sides} = starting.config;
	const roles = sides === 'both' ? ['a', 'b'] : [sides];
	const running: SideProcess[] = [];
	const typing = typingLine((seat, line) => running.find(({role}) => role === seat)?.write(line));
	running.push(...roles.map(role => startSide(starting, role, typing.hear)));
	const over = Promise.all(running.map(({end}) => end));
	return {
		typing,
		ended: endOf(running, {file: starting.file, both: sides === 'both'}),
		async stop() {
			for (const {kill} of running) kill('SIGTERM');
			await Promise.race([over, wait(graceMs, undefined, {ref: false})]);
			for (const {kill} of running) kill('SIGKILL');
		},
	};
}

/**
 * Resolves as soon as one side has ended without a consensus in the file: the other would wait in vain. Where an
 * outside agent has the other side, it gets a moment more to write.
 */
async function endOf(running: readonly SideProcess[], {file, both}: {file: string; both: boolean}): Promise<SidesEnd> {
	const ends = running.map(async ({end}) => {
		const {said, spent, refused} = await end;
		const over = turnStateOf(parseDebate(readDebateFile(file)?.text ?? '')).is === 'over';
		if (over) return new Promise<never>(() => undefined);
		if (!both && said === '') await wait(graceMs, undefined, {ref: false});
		return {why: said || 'our sides ended without a consensus', spent, ...(refused && {refused})};
	});
	const all = Promise.all(running.map(({end}) => end)).then(async () => {
		await wait(graceMs, undefined, {ref: false});
		return {why: 'our sides ended without a consensus'};
	});
	return Promise.race([all, ...ends]);
}

/** Where a side that we start keeps its journal. */
const journalOf = (folder: string, side: string): string => join(folder, `agent-${side}.jsonl`);

type SideProcess = {
	readonly role: string;
	readonly write: (line: string) => void;
	/** Why it ended, in words; empty where it ended well. */
	readonly end: Promise<{readonly said: string; readonly spent: boolean; readonly refused: Error | undefined}>;
	readonly kill: (signal: NodeJS.Signals) => void;
};

/**
 * Starts one side in its own process group. It ends when its standard input does, and so when we end, however we do.
 * With an earlier journal it resumes its role.
 */
function startSide(options: SidesOptions, side: string, hear: (line: string) => void): SideProcess {
	const args = argumentsOf(options, side);
	const child = execa(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...args], {
		// A side reads the repository that this debate was started in, wherever this program was.
		cwd: options.cwd,
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
		detached: true,
		reject: false,
		cleanup: true,
		env: options.hiddenVariables,
	});
	const journal = journalOf(options.folder, side);
	const end = child.then(({exitCode, stderr}) => ({
		spent: exitCode === exitCodes.budget,
		said:
			exitCode === exitCodes.ok || exitCode === exitCodes.undecided ? '' : exitMessage(journal, side, exitCode, stderr),
		// It wrote no end: this debate is not over either.
		refused:
			exitCode === exitCodes.unwell && !hasEnded(journal)
				? (diskRefusalIn(stderr, {syscall: `side ${side.toUpperCase()}`, path: journal}) ?? unfinishedIn(stderr, side))
				: undefined,
	}));
	createInterface({input: child.stdout}).on('line', hear);
	return {
		role: side,
		write: line => void (child.stdin.writable && child.stdin.write(`${line}\n`)),
		end,
		kill(signal) {
			if (child.exitCode === null) signalGroup(child.pid, signal);
		},
	};
}

/** Of a side that waited in vain, or lacks what its user alone can bring, by what it said. */
export function unfinishedIn(said: string, side: string): DebateUnfinished | undefined {
	const why = /^Unfinished: (?<why>.*)$/mu.exec(said)?.groups?.['why'];
	return why === undefined ? undefined : new DebateUnfinished(`Agent ${side.toUpperCase()}: ${why}`);
}

const hasEnded = (journal: string): boolean =>
	existsSync(journal) && endingIn(readJournal(journal).events) !== undefined;

/** The command line of a side's `rostrum join`. */
function argumentsOf(
	{config, file, folder, subject, participants, seed, timeoutMs, waitForMs = 0, budget, resumed, sandbox}: SidesOptions,
	side: string,
): string[] {
	const journal = journalOf(folder, side);
	const voice = participants.find(({id}) => id === side)?.voice ?? 'rehearsal';
	const isBoth = config.sides === 'both';
	const asked = config.request
		? argumentsFor(config.request)
		: ['--topic', subject.text, ...(subject.context === undefined ? [] : ['--context', subject.context])];
	const options = {
		side,
		voice,
		journal,
		pace: 'instant',
		seed,
		timeout: timeoutMs,
		// The other side may be waiting for its server.
		wait: config.timeoutSeconds + (isBoth ? waitForMs / 1000 : 0),
		'wait-for': waitForMs === 0 ? 'off' : `${waitForMs / 60_000}m`,
		poll: config.pollSeconds,
		sandbox,
		depth: config.depth,
		evidence: config.evidence,
		...(config.check !== undefined && {check: config.check}),
		...(config.setup !== undefined && {setup: config.setup}),
	};
	// Between two of our own sides, none has to wait for the other to read the file.
	const settings = {
		rounds: config.rounds,
		points: config.points,
		settleSeconds: isBoth ? 0 : config.settleSeconds,
		evidenceSeconds: config.evidenceSeconds,
		sides: config.sides,
	};
	return [
		'join',
		file,
		'--relay',
		'--headless',
		...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
		...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
		...(config.allowPartial ? ['--allow-partial'] : []),
		...(config.skip ?? []).flatMap(pattern => ['--skip', pattern]),
		...(budget ? ['--budget', shareOf(budget, isBoth ? 2 : 1)] : []),
		// A side with a journal knows what it is about.
		...(resumed && existsSync(journal) ? [] : asked),
	];
}

/** The side's own reason, by its journal; else the last that it said. */
function exitMessage(journal: string, side: string, code: number | undefined, stderr: string): string {
	const who = `Agent ${side.toUpperCase()}`;
	const ending = existsSync(journal) ? endingIn(readJournal(journal).events) : undefined;
	const last = stderr.trim().split('\n').at(-1) ?? '';
	if (code === exitCodes.budget) return `${who}: ${ending?.reason ?? last.replace(/^Ended: budget, /u, '')}`;
	if (ending?.reason === undefined) return `${who} ended with ${code ?? 'a signal'}: ${last}`;
	return ending.reason.startsWith(who) ? ending.reason : `${who}: ${ending.reason}`;
}

/** Each side gets a share of the budget, for as separate processes neither knows what the other has spent. */
export const shareOf = ({usd, tokens}: Budget, sides: number): string =>
	[
		...(usd === undefined ? [] : [`${Math.max(1e-6, Math.floor((usd / sides) * 1e6) / 1e6).toFixed(6)}usd`]),
		...(tokens === undefined ? [] : [`${Math.max(1, Math.floor(tokens / sides))}tok`]),
	].join(',');

/** The seconds of a signature: `2026-11-21T14:30:00Z`. */
const timeOfSigning = (): string => new Date().toISOString().replace(/\.\d+Z$/u, 'Z');

export async function openCodeDebateEffects(about: EffectContext): Promise<EffectHandlers> {
	const config = CodeDebateConfig.parse(about.config);
	const pollMs = config.pollSeconds * 1000;
	if (config.part === 'side') {
		takeSide(config.file, config.role);
		// One that was cut off had its place until then.
		if (config.role === 'B') await takeResponderLock(config.file);
		const place = join(about.folder, `files-${config.role.toLowerCase()}`);
		const {reads} = config;
		// A resumed debate has the files that were read before it was suspended.
		if (reads && about.resumed) await copyFiles(reads, place);
		const evidence = evidenceEffects({...about, folder: `${place}-tried`, config});
		const filesToRead = async () => {
			if (reads) await copyFiles(reads, place);
			return {folder: place};
		};
		return {
			realTime: true,
			effects: {
				'files-to-read': filesToRead,
				...evidence.effects,
				...quotationEffects(
					config.quotes,
					config.files.map(({path: name}) => name),
				).effects,
				...sideEffects(
					{file: config.file, role: config.role, at: timeOfSigning},
					{pollMs, timeoutMs: config.timeoutSeconds * 1000, settleMs: config.settleSeconds * 1000},
				),
			},
			async close({outcome}) {
				if (outcome !== undefined) rmSync(place, {recursive: true, force: true});
				await evidence.clear();
				return undefined;
			},
		};
	}
	const {code, quotations} = await openCode(config, about);
	const file = resolve(about.folder, config.file);
	const sides = startSides({...about, config, file});
	return {
		realTime: true,
		code,
		sources: quotations.desk,
		effects: {
			...quotations.effects,
			...viewEffects({
				file,
				pollMs: Math.min(pollMs, 1000),
				ended: sides.ended,
				typing: sides.typing,
				toldBy: newsReader(seat => journalOf(about.folder, seat)),
			}),
		},
		async close() {
			await sides.stop();
			return undefined;
		},
	};
}

/** Reads what a side's voice was asked and told from the side's own journal, again only where that has grown. */
function newsReader(journalOfSeat: (seat: string) => string): (seat: string) => SideNews {
	const known = new Map<string, {readonly size: number; readonly news: SideNews}>();
	return seat => {
		const journal = journalOfSeat(seat);
		const size = statSync(journal, {throwIfNoEntry: false})?.size ?? 0;
		const before = known.get(seat);
		if (before?.size === size) return before.news;
		const events = size === 0 ? [] : readJournal(journal).events;
		const news = {
			calls: events.flatMap(event => (event.type === 'voice-call' ? [VoiceCall.parse(event)] : [])),
			notices: events.flatMap(event => (event.type === 'notice' ? [Notice.parse(event)] : [])),
		};
		known.set(seat, {size, news});
		return news;
	};
}

/** The code that a new debate is about, and what its quotations are held against. */
async function openCode(
	{request, skip}: CodeDebateConfig,
	about: EffectContext,
): Promise<{readonly code: EffectHandlers['code']; readonly quotations: ReturnType<typeof quotationEffects>}> {
	if (!request) return {code: undefined, quotations: quotationEffects(undefined, [])};
	if (about.resumed) {
		const {commit, base} = about.subject;
		const known = commit === undefined ? request : ({kind: 'commit', revision: commit} as const);
		const quotable = await triedFor(known, about.cwd, {...(commit !== undefined && {commit}), ...(base && {base})});
		return {code: undefined, quotations: quotationEffects(quotable, [])};
	}
	const subject = await readCode(request, skip, about);
	const code = shownCode(subject);
	const quotable = await triedFor(request, about.cwd, subject.revisions);
	return {
		code: {
			...(code !== undefined && {code}),
			// A name such as HEAD says nothing tomorrow.
			...(about.subject.text === titleOf(request) && {text: subject.title}),
			...subject.revisions,
		},
		quotations: quotationEffects(
			quotable,
			subject.files.map(({path}) => path),
		),
	};
}

/** Refuses an unreadable subject before the sides are started, and leaves no empty folder behind. */
async function readCode(
	request: SubjectRequest,
	skip: readonly string[] | undefined,
	{folder, cwd, handedOn}: EffectContext,
): Promise<CodeSubject> {
	try {
		return await subjectFor(request, cwd, handedOn, skip);
	} catch (error) {
		if (readdirSync(folder).length === 0) rmdirSync(folder);
		throw error;
	}
}
