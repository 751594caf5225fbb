/**
 * What has to be known before a side of a Code Debate can begin: its role, its subject, its voice, and whether it is
 * one that was cut off.
 */
import {createHash, randomInt} from 'node:crypto';
import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Budget, JournalEvent, Participant} from '../../debate/events.ts';
import {endingIn} from '../../debate/state.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {isPerson} from '../../debate/seats.ts';
import {fold} from '../../debate/reduce.ts';
import {
	enterDebate,
	readDebateFile,
	type ClaimedRole,
	takeResponderLock,
} from '../../formats/code-debate/host/debate-file.ts';
import {readsFor, triedFor} from '../../formats/code-debate/host/git-subject.ts';
import {waitForFile} from '../../engine/host/file-watch.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import {isBeingWritten} from '../../engine/replay/resume.ts';
import {codeDebate} from '../../formats/code-debate/code-debate.ts';
import {evidenceNotices} from '../../formats/code-debate/options.ts';
import {CodeDebateConfig} from '../../formats/code-debate/config.ts';
import {parseDebate, turnStateOf} from '../../formats/code-debate/file.ts';
import {requestIn, type SubjectRequest, showSubject, type CodeSubject} from '../../formats/code-debate/subject.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {wordsAMinute} from '../../settings/schema.ts';
import {meansOf, refusePeople, makeSubject} from './resolve-plan.ts';
import {roomIn, subjectFor} from '../../formats/code-debate/host/code-subject.ts';
import {assembleConfig, findProtocol, type Assignment} from './debate-config.ts';
import {debatesFolder, journalsUnder} from '../files/debate-folders.ts';
import {guestName} from '../voices/resolve-participants.ts';
import type {ReadyPlan} from './attach-voices.ts';
import {checkSeats, type StartDialog} from './start-check.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {participantsWithVoices, voiceFactory} from '../voices/create-voices.ts';
import {formatCount} from '../../languages/wording.ts';
import {costOf} from '../../voices/usage.ts';
import type {Voice} from '../../voices/voice.ts';

export type Joining = {
	readonly file: string;
	readonly side: 'A' | 'B' | undefined;
	readonly request: SubjectRequest | undefined;
	readonly topic: string | undefined;
	readonly context: string | undefined;
	readonly journal: string | undefined;
	readonly assignments: readonly Assignment[];
	readonly config: Partial<CodeDebateConfig>;
};

export const sidesFolder = ({settings, home}: Configuration, cwd: string): string =>
	debatesFolder(settings.out, home, cwd);

/** Whether the file holds a debate that has its consensus. */
export function isFinished(file: string): boolean {
	const found = readDebateFile(file);
	return found !== undefined && turnStateOf(parseDebate(found.text)).is === 'over';
}

/** A debate that has its consensus is not joined. Throws `UsageError`. */
export function refuseFinished(file: string): void {
	if (!isFinished(file)) return;
	throw new UsageError({
		what: 'This debate is over: it has its consensus',
		value: file,
		from: 'the command line',
		todo: 'Move the file away to debate anew, or name another one.',
	});
}

const fingerprint = (body: string): string => createHash('sha256').update(cleanText(body)).digest('hex');

/** What the file's opening is, once it stands there. */
const openingIn = (file: string): string => {
	const opening = parseDebate(readDebateFile(file)?.text ?? '').sections.find(
		({kind, signature}) => kind === 'opening' && signature,
	);
	return opening ? fingerprint(opening.body) : '';
};

/** The journals of sides of this very debate that were held here: one that was cut off, and those that have ended. */
export function ownSides({file, side, journal}: Joining, folder: string): OwnSides {
	if (!existsSync(file)) return {cutOff: undefined, ended: []};
	const opening = openingIn(file);
	const candidates = journal === undefined ? journalsUnder(folder) : existsSync(journal) ? [journal] : [];
	// One that another process is writing is that process’s side.
	const own = candidates
		.filter(candidate => !isBeingWritten(candidate))
		.map(candidate => ({candidate, events: readJournal(candidate).events}))
		.filter(({events}) => isOwn(events, {file, side, opening}));
	return {
		cutOff: own.find(({events}) => !endingIn(events))?.candidate,
		ended: own.filter(({events}) => endingIn(events)).map(({candidate}) => candidate),
	};
}

type OwnSides = {readonly cutOff: string | undefined; readonly ended: readonly string[]};

function isOwn(
	events: readonly JournalEvent[],
	wanted: {file: string; side: string | undefined; opening: string},
): boolean {
	const start = events[0];
	if (start?.type !== 'debate-start' || start.protocol !== codeDebate.id) return false;
	const config = CodeDebateConfig.safeParse(start.config).data;
	if (
		config?.part !== 'side' ||
		config.file !== wanted.file ||
		(wanted.side !== undefined && wanted.side !== config.role)
	)
		return false;
	const told = fold(events).turns.find(turn => turn.kind === 'opening' && turn.finish === 'complete')?.text;
	const known = told === undefined ? config.opening : fingerprint(told);
	return known === '' || known === wanted.opening;
}

type Place = {
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly interactive: boolean;
	/** Whether people can be asked to type. */ readonly people: boolean;
	/** Asked about a voice that does not answer. */ readonly dialog?: StartDialog | undefined;
};

/**
 * Reads the subject, finds the role by opening the file or finding it open, and makes the plan. Throws `UsageError`.
 */
export async function planSide(
	joining: Joining,
	configuration: Configuration,
	{cwd, signal, interactive, people, dialog}: Place,
): Promise<{readonly plan: ReadyPlan; readonly entrance: ClaimedRole}> {
	const {file, side, assignments, config: given} = joining;
	if (!existsSync(dirname(file))) throw noSuchFolder(dirname(file));
	// Before the file is opened.
	refuseUnseen(configuration.settings.voice, side, people);
	const {settings, told} = await reachedSide(configuration, {signal, dialog});
	const {matter, entrance} = await enter(joining, {cwd, handedOn: configuration.handedOn}, signal);
	const id = entrance.role.toLowerCase();
	const openSeats = codeDebate.openSeats(CodeDebateConfig.parse({part: 'side', role: entrance.role}));
	const company = participantsWithVoices(
		openSeats,
		{voice: settings.voice, arbiter: undefined, judges: [], seats: {}},
		configuration,
	);
	const {shown, notices: ofParts} = shownTo(id, company, matter.subject, settings.budget);
	const protocol = findProtocol(codeDebate.id);
	const isAgent = company.participants.some(({id: seat, voice}) => seat === id && voice.startsWith('agent:'));
	const {copies, untried} = await copiesFor(given, matter, {cwd, configuration, isAgent});
	// A side whose journal is named is part of another program's debate, which writes its own.
	const exports = joining.journal === undefined ? settings.export : [];
	const own = {
		...given,
		...copies,
		part: 'side',
		// Where it was started by one of ours that has both sides, it is told so: then it takes the other's labels, too.
		sides: id,
		role: entrance.role,
		file,
		opening: openingIn(file),
		kind: matter.subject.kind,
		...whatIsShown(shown, given),
	};
	return {
		entrance,
		plan: {
			protocol,
			config: assembleConfig(protocol, [{from: 'the command line', config: own}], assignments),
			...company,
			participants: withSideNames(company.participants, id, entrance.role),
			findVoice: voiceFactory(configuration),
			subject: {text: matter.subject.title, context: shown.text === '' ? matter.subject.title : shown.text},
			title: matter.subject.title,
			seed: settings.seed ?? randomInt(2 ** 31),
			pace: wordsAMinute(settings.pace, interactive),
			timeoutMs: settings.timeout,
			...meansOf(settings, interactive),
			setup: {set: [], exports},
			exports,
			folder: debatesFolder(settings.out, configuration.home, cwd),
			remembered: homeFiles(configuration.home).folders,
			notices: [told, company.notices, matter.notices, ofParts, shown.leftOut ?? [], untried].flat(),
		},
	};
}

const whatIsShown = (
	{files, parts, hidden, coverage}: ReturnType<typeof showSubject>,
	{allowPartial}: Partial<CodeDebateConfig>,
): Partial<CodeDebateConfig> => ({
	files: [...files],
	parts: [...parts],
	hidden: [...hidden],
	...(coverage && {coverage: {...coverage, ...(allowPartial && {allowed: true})}}),
});

/** Tokens of a review besides the subject: what it is asked by, and what it answers. */
const [reviewInput, reviewOutput] = [1500, 1500];
/** Of a budget, what the reviews of all parts may take: the rest is for what is said of them. */
const reviewShare = 0.7;

/** How many parts of a subject a side can pay for; one at least. */
function mostPartsFor({tokens, voice, budget}: {tokens: number; voice: Voice | undefined; budget: Budget | undefined}) {
	const input = tokens + reviewInput;
	const cost = voice?.price && costOf({input, cached: 0, output: reviewOutput}, voice.price);
	const most = [
		Infinity,
		...(budget?.tokens === undefined ? [] : [(budget.tokens * reviewShare) / (input + reviewOutput)]),
		...(budget?.usd === undefined || !cost ? [] : [(budget.usd * reviewShare) / cost]),
	];
	return Math.max(1, Math.floor(Math.min(...most)));
}

/** The subject as a side is shown it, and what is told of one that does not fit as one. */
function shownTo(
	seat: string,
	{voices, participants}: Pick<ReadyPlan, 'voices' | 'participants'>,
	subject: CodeSubject,
	budget: Budget | undefined,
): {readonly shown: ReturnType<typeof showSubject>; readonly notices: readonly string[]} {
	const voice = voices.get(seat);
	const {tokens, characters: context} = roomIn(voice?.contextTokens);
	// Who scrolls has no window.
	const isTyped = participants.some(one => one.id === seat && isPerson(one));
	const shown = showSubject(subject, isTyped ? Infinity : context, mostPartsFor({tokens, voice, budget}));
	const {length} = shown.parts;
	const each = `${length} parts of at most ${formatCount(tokens)} tokens`;
	const told = `The change does not fit in what this voice takes at once: it is reviewed in ${each}, a request each, with one list of points.`;
	return {shown, notices: length === 0 ? [] : [told]};
}

/** What an agent reads, quotations are held against and evidence is run in, where that can be; else what is told. */
async function copiesFor(
	config: Partial<CodeDebateConfig>,
	{request, subject}: Matter,
	{cwd, configuration, isAgent}: {cwd: string; configuration: Configuration; isAgent: boolean},
): Promise<{copies: Partial<Pick<CodeDebateConfig, 'reads' | 'quotes' | 'tried'>>; untried: readonly string[]}> {
	const {settings, programs} = configuration;
	const untried = evidenceNotices({...config, request}, {sandbox: settings.sandbox, programs});
	const reads = isAgent ? await readsFor(request, cwd, subject.revisions) : undefined;
	const quotes = await triedFor(request, cwd, subject.revisions);
	const tried = untried.length === 0 ? quotes : undefined;
	return {copies: {...(reads && {reads}), ...(quotes && {quotes}), ...(tried && {tried})}, untried};
}

/** The settings with a voice that answers, and what was told. Throws `UsageError`, and `StartCancelled`. */
async function reachedSide(
	configuration: Configuration,
	check: Pick<Place, 'signal' | 'dialog'>,
): Promise<{readonly settings: Configuration['settings']; readonly told: readonly string[]}> {
	const {settings} = configuration;
	const seat = {id: 'side', role: 'agent', voice: settings.voice ?? 'rehearsal'};
	const {name, minSpeakers, humanSeats} = codeDebate;
	const protocol = {name, minSpeakers, speakers: () => [seat.id], ...(humanSeats && {humanSeats: () => [seat.id]})};
	const {changes, notices} = await checkSeats({protocol, config: undefined, seats: [seat]}, configuration, check);
	const voice = changes[seat.id];
	return {
		settings: voice === undefined ? settings : {...settings, voice},
		told: [...configuration.notices, ...notices],
	};
}

/** Reads what is debated, and claims a role in the file. */
async function enter(joining: Joining, place: SubjectPlace, signal: AbortSignal) {
	const {file, side} = joining;
	const rhythm = CodeDebateConfig.parse(joining.config);
	const title = side === 'B' || existsSync(file) ? await titleIn(file, rhythm, signal) : undefined;
	const matter = await matterFor(joining, title, place);
	const entrance =
		side === 'B' ? {role: 'B' as const, settle: () => undefined} : enterDebate(file, matter.subject.title);
	if (side === 'A' && entrance.role === 'B') throw openedByAnother(file);
	if (entrance.role === 'B') await takeResponder(joining.file, side);
	return {matter, entrance};
}

/** A rehearsal voice is called after the side that it takes. */
const withSideNames = (participants: readonly Participant[], id: string, role: 'A' | 'B'): Participant[] =>
	participants.map(one => (one.id === id && one.voice === 'rehearsal' ? {...one, name: `Rehearsal ${role}`} : one));

const openedByAnother = (file: string): UsageError =>
	new UsageError({
		what: 'Somebody else has opened this debate',
		value: file,
		from: '--side A',
		todo: 'Join it as B, or move the file away to debate anew.',
	});

const noSuchFolder = (folder: string): UsageError =>
	new UsageError({
		what: 'There is no such folder',
		value: folder,
		from: 'the command line',
		todo: 'Make it, or name a file in another one.',
	});

/** A person takes a side on the screen, or not at all. */
function refuseUnseen(voice: string | undefined, role: 'A' | 'B' = 'A', interactive: boolean): void {
	if (voice === undefined || !isPerson({voice})) return;
	const seat = {
		id: role.toLowerCase(),
		role: 'agent',
		name: /^human:(?<name>.+)$/u.exec(voice)?.groups?.['name'] ?? guestName,
		voice,
	};
	refusePeople(
		{participants: [seat]},
		{protocol: findProtocol(codeDebate.id), config: CodeDebateConfig.parse({part: 'side', role}), interactive},
	);
}

/** The subject in the title of a file that the other side opens; waited for where it is not there yet. */
async function titleIn(
	file: string,
	{pollSeconds, timeoutSeconds}: CodeDebateConfig,
	signal: AbortSignal,
): Promise<string> {
	const title = await waitForFile({file, pollMs: pollSeconds * 1000, signal}, elapsed => {
		const found = readDebateFile(file);
		const parsed = found && parseDebate(found.text);
		return (
			parsed?.title?.subject ??
			(parsed && parsed.sections.length > 0 ? '' : elapsed > timeoutSeconds * 1000 ? nobody : undefined)
		);
	});
	if (title === nobody)
		throw new UsageError({
			what: `Nobody has opened the debate in ${timeoutSeconds} s`,
			value: file,
			from: 'waiting',
			todo: 'Start the other side, or join without --side B to open it.',
		});
	return title;
}

/** Told from every title by its line end. */
const nobody = '\n';

/** Where it is read, and what `gh` gets of the environment for it. */
type SubjectPlace = {readonly cwd: string; readonly handedOn: Configuration['handedOn']};

type Matter = {readonly request: SubjectRequest; readonly subject: CodeSubject; readonly notices: readonly string[]};

/** What flags name, else what the title of the file names, else the words of the topic or the title. */
async function matterFor(
	{request, topic, context, config: {skip = []}}: Joining,
	title: string | undefined,
	{cwd, handedOn}: SubjectPlace,
): Promise<Matter> {
	if (request) return {request, subject: await subjectFor(request, cwd, handedOn, skip), notices: []};
	if (topic !== undefined || title === undefined || title === '')
		return {request: {kind: 'text', text: topic ?? ''}, subject: words(topic ?? '', context, cwd), notices: []};
	const asked = requestIn(title);
	if (asked.kind === 'text') return {request: asked, subject: words(title, context, cwd), notices: []};
	try {
		return {request: asked, subject: await subjectFor(asked, cwd, handedOn, skip), notices: []};
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return {
			request: {kind: 'text', text: title},
			subject: words(title, context, cwd),
			notices: [
				`The subject that the file names cannot be read here, so only its title and what the other side writes are known. ${error.message}`,
			],
		};
	}
}

function words(topic: string, given: string | undefined, cwd: string): CodeSubject {
	if (topic.trim() === '')
		throw new UsageError({
			what: 'There is nothing to debate',
			from: 'the command line',
			todo: 'Name it with --commit, --diff, --pr, --files, --review or --topic.',
		});
	const {text, context} = makeSubject(topic, given, cwd);
	return {
		kind: 'text',
		title: text.replaceAll(/\s+/gu, ' '),
		message: [text, context].filter(part => part !== undefined).join('\n\n'),
		files: [],
	};
}

// Who comes to a debate as its responder, and who comes too late.

/**
 * Takes the responder's place, which is free once: neither may a process of ours hold it, nor somebody have responded
 * already. Throws `UsageError`.
 */
async function takeResponder(file: string, side: 'A' | 'B' | undefined): Promise<void> {
	const responded = parseDebate(readDebateFile(file)?.text ?? '').sections.find(
		({kind, signature}) => kind === 'response' && signature?.role === 'B',
	);
	const tool = responded?.signature?.tool;
	// Who names the side knows that the one who had it is gone.
	if (responded && side === undefined) throw bothTaken(file, tool === undefined ? 'has responded' : `is ${tool}`);
	if (!(await takeResponderLock(file))) throw bothTaken(file, 'is another process');
}

const bothTaken = (file: string, who: string): UsageError =>
	new UsageError({
		what: `Both sides of this debate are taken: Agent B ${who}`,
		value: file,
		from: 'the command line',
		todo: 'Follow it with "rostrum watch", or name another file.',
	});
