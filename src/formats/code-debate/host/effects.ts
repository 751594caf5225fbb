/** Effects of a Code Debate on the shared file: waiting for a turn, appending, and following as a viewer. */
import {statSync} from 'node:fs';
import {setTimeout as wait} from 'node:timers/promises';
import {type Notice, UserAction, type VoiceCall, type WantedTurn} from '../../../debate/events.ts';
import {cleanCode} from '../../../debate/text/intake.ts';
import {Append, AwaitTurn, NextSection, type Seal} from '../config.ts';
import {parseDebate, type DebateFile, type Role, type Section, turnStateOf, type TurnState} from '../file.ts';
import {roleOf} from '../points.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {appendSections, readDebateFile, type SideWriter, type FileReading} from './debate-file.ts';
import {waitForFile} from '../../../engine/host/file-watch.ts';
import type {Effects} from '../../../engine/floor.ts';

// What a side keeps of the file that it writes to, and how it notices that a section was altered, removed or forged:
// all that stood there when it last wrote stays as it was, and nobody else writes in its name.

/** Line ends, white space at the end of a line, and the divider behind a section are nobody's words. */
const hashOf = (text: string): string =>
	sha256(
		text
			.replaceAll(/\r\n?/gu, '\n')
			.replaceAll(/[^\S\n]+$/gmu, '')
			.trim()
			.replace(/(?:\n+-{3,})+$/u, ''),
	);

const sealOf = ({preamble, sections}: DebateFile): Seal => ({
	lead: hashOf(preamble),
	sections: sections.map(section => ({
		heading: section.heading,
		role: roleOf(section),
		hash: hashOf(section.raw),
	})),
});

/** What is wrong with the file for this side, as a sentence without its end; undefined where nothing is. */
function breachOf(file: DebateFile, role: Role, seal: Seal | null): string | undefined {
	const now = sealOf(file);
	const {lead, sections} = seal ?? {lead: now.lead, sections: []};
	const at = sections.findIndex((kept, place) => now.sections[place]?.hash !== kept.hash);
	const kept = sections[at];
	if (kept) {
		const stands = now.sections.some(({heading}) => heading === kept.heading);
		return `"${kept.heading}" of Agent ${kept.role} was ${stands ? 'altered' : 'removed'} after it was written`;
	}
	if (lead !== now.lead) return 'what stands before the opening was altered';
	const forged = file.sections.slice(sections.length).find(section => isIn(role, section));
	return forged && `"${forged.heading}" is signed by Agent ${role}, who has not written it`;
}

/** Whether a section is in this side's name. One that is still without signature is in nobody's. */
const isIn = (role: Role, section: Section): boolean =>
	section.signature ? section.signature.role === role : section.kind === 'consensus' && role === 'A';

// Waiting, appending and following.

type ViewOptions = {readonly file: string; readonly pollMs: number};

const cleanReading = ({text, checksum}: FileReading): FileReading => ({text: cleanCode(text), checksum});

/**
 * In milliseconds. `settleMs`: how long to leave the file alone after the other side wrote: a program that takes its
 * checksum only after writing would mistake a quicker answer for its own text, and wait forever.
 */
type SideTiming = {readonly pollMs: number; readonly timeoutMs: number; readonly settleMs: number};

/** How long an editor may have the file half written while it saves it, in milliseconds. */
const whileSaved = 200;

/** For one side. The other side is waited for at most `timeoutMs` after the file has last changed. */
export function sideEffects(pen: SideWriter, {pollMs, timeoutMs, settleMs}: SideTiming): Effects {
	const {file} = pen;
	const leaving = latch();
	return {
		leave: leaving.open,
		async 'await-turn'(input, signal, waitFor) {
			const {role, seal} = AwaitTurn.parse(input);
			const watched = watcher(file);
			const report = waitingReport(waitFor);
			return waitForFile(
				{file, pollMs: Math.min(pollMs, timeoutMs), signal, also: leaving.opened},
				(elapsed, again) => {
					const snapshot = watched();
					const {reading, standing, quietMs} = snapshot;
					report(snapshot);
					const came = (how: 'turn' | 'over' | 'timed-out' | 'left' | 'violation') => ({
						how,
						...cleanReading(reading),
						waitedMs: Math.round(elapsed),
					});
					const breach = snapshot.read && seal !== undefined ? breachOf(snapshot.file, role, seal) : undefined;
					if (breach !== undefined) {
						const confirmMs = Math.min(whileSaved, pollMs / 2);
						if (quietMs >= confirmMs) return {...came('violation'), why: breach};
						again(confirmMs - quietMs);
						return leaving.isOpen ? came('left') : undefined;
					}
					if (standing.is === 'over' && (standing.section.signature || quietMs >= Math.min(2 * pollMs, timeoutMs)))
						return came('over');
					if (standing.is === 'turn' && standing.role === role && reading.text !== '') return came('turn');
					if (leaving.isOpen) return came('left');
					return quietMs >= timeoutMs ? came('timed-out') : undefined;
				},
			);
		},
		async append(input, signal) {
			const untouched = Date.now() - (statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0);
			if (untouched < settleMs) await wait(Math.min(settleMs, settleMs - untouched), undefined, {signal});
			const result = await appendSections(pen, Append.parse(input));
			return result.done ? {done: true, ...cleanReading(result), seal: sealOf(parseDebate(result.text))} : result;
		},
	};
}

/** Why nobody is left; `spent` if a budget was used up, `refused` if a side's disk refused it, or its voice is away. */
export type SidesEnd = {readonly why: string; readonly spent?: boolean; readonly refused?: Error};

/** What people at this keyboard are to type for sides that are processes of their own. */
export type RelayedTyping = {
	/** Calls back with what is wanted now and from now on, until the function that it gives is called. */
	readonly listen: (heard: (wanted: WantedTurn) => void) => () => void;
	/** Hands an action on to the side of its participant. */
	readonly tell: (action: UserAction) => void;
};

/** What a side’s own journal says of its voice. */
export type SideNews = {readonly calls: readonly VoiceCall[]; readonly notices: readonly Notice[]};

type KnownCounts = Readonly<Record<string, number>>;

/** What both sides' journals have beyond so many calls and notices of each seat. */
const newsSince = (toldBy: (seat: string) => SideNews, calls: KnownCounts, notices: KnownCounts): SideNews => {
	const sides = ['a', 'b'].map(seat => ({seat, ...toldBy(seat)}));
	return {
		calls: sides.flatMap(side => side.calls.slice(calls[side.seat] ?? 0)),
		notices: sides.flatMap(({seat, notices: all}) =>
			all.slice(notices[seat] ?? 0).map(({type, level, text}) => ({type, level, text, participant: seat})),
		),
	};
};

/** For a viewer. `ended` resolves, with the reason, when nobody is left who could write. */
export function viewEffects({
	ended,
	file,
	pollMs,
	typing,
	toldBy = () => ({calls: [], notices: []}),
}: ViewOptions & {
	readonly ended?: Promise<SidesEnd>;
	readonly typing?: RelayedTyping;
	/** What each seat’s side has asked its voice and was told so far, where it is known. */
	readonly toldBy?: (seat: string) => SideNews;
}): Effects {
	const leaving = latch();
	const watched = watcher(file);
	let end: SidesEnd | undefined;
	void ended?.then(why => {
		end = why;
	});
	return {
		leave: leaving.open,
		'tell-side': async input => typing?.tell(UserAction.parse(input)),
		async 'next-section'(input, signal, waitFor, type) {
			const {seen, calls, notices} = NextSection.parse(input);
			const fresh = () => newsSince(toldBy, calls, notices);
			const report = waitingReport(waitFor);
			report(watched());
			const listenNoMore = typing?.listen(
				wanted =>
					void type(wanted).then(
						said => said && typing.tell({action: 'say', participant: wanted.participant, ...said}),
					),
			);
			return waitForFile(
				{file, pollMs, signal, also: Promise.race([leaving.opened, ...(ended ? [ended] : [])])},
				() => {
					// As if it had been ours: the debate stops without an end, and can be resumed.
					if (end?.refused) throw end.refused;
					const over = leaving.isOpen ? {why: 'left by the user'} : end;
					const snapshot = watched();
					report(snapshot);
					const complete = snapshot.file.sections.filter(({signature}) => signature).length;
					if (complete > seen || (snapshot.standing.is === 'over' && snapshot.quietMs >= 2 * pollMs))
						return {how: 'section', ...cleanReading(snapshot.reading), ...fresh()};
					if (over !== undefined) return {how: 'ended', ...cleanReading(snapshot.reading), ...over, ...fresh()};
					const news = fresh();
					return news.notices.length === 0 ? undefined : {how: 'told', ...cleanReading(snapshot.reading), ...news};
				},
			).finally(() => listenNoMore?.());
		},
	};
}

/** A promise that is opened once, with its state. */
function latch(): {readonly open: () => Promise<void>; readonly opened: Promise<void>; readonly isOpen: boolean} {
	const {promise, resolve} = Promise.withResolvers<void>();
	let isOpen = false;
	return {
		async open() {
			isOpen = true;
			resolve();
		},
		opened: promise,
		get isOpen() {
			return isOpen;
		},
	};
}

/** Milliseconds after which a section that nobody signs is no longer one that is being written. */
const unsignedMs = 15_000;

/** Who is awaited, how many words there are so far if a section is being written, and what keeps it from going on. */
function waitingFor({
	standing,
	file,
	quietMs,
}: FileSnapshot): readonly [participant: string, purpose: string] | undefined {
	if (standing.is === 'turn') return [standing.role.toLowerCase(), standing.heading];
	if (standing.is === 'broken') return [brokenBy(file), `a correction: ${standing.why}`];
	if (standing.is === 'over') return undefined;
	const {role, heading} = standing;
	return [
		role.toLowerCase(),
		quietMs < unsignedMs
			? `${heading}, ${file.sections.at(-1)?.body.match(/\S+/gu)?.length ?? 0} words so far`
			: `${heading}: Agent ${role} has written without a signature for ${Math.floor(quietMs / 5000) * 5} s`,
	];
}

/** The seat of whoever has signed the last section. */
const brokenBy = ({sections}: DebateFile): string => sections.at(-1)?.signature?.role.toLowerCase() ?? 'a';

/** Says whom it waits for whenever that changes. */
function waitingReport(waitFor: (participant: string, purpose: string) => void): (snapshot: FileSnapshot) => void {
	let last = '';
	return snapshot => {
		const due = waitingFor(snapshot);
		const now = due?.join(' ') ?? '';
		if (due && now !== last) waitFor(...due);
		last = now;
	};
}

type FileSnapshot = {
	readonly reading: FileReading;
	readonly file: DebateFile;
	readonly standing: TurnState;
	/** Whether the file was there at any time. */ readonly read: boolean;
	/** Milliseconds since it last changed. */ readonly quietMs: number;
};

/** Parses the file once per change. A missing file counts as unchanged: it may be about to be replaced. */
function watcher(path: string): () => FileSnapshot {
	let last: Omit<FileSnapshot, 'quietMs'> = {
		reading: {text: '', checksum: ''},
		file: parseDebate(''),
		standing: turnStateOf(parseDebate('')),
		read: false,
	};
	let changedAt: number | undefined;
	return () => {
		const now = performance.now();
		const reading = readDebateFile(path);
		if (reading && reading.checksum !== last.reading.checksum) {
			const file = parseDebate(reading.text);
			last = {reading, file, standing: turnStateOf(file), read: true};
			changedAt = now;
		}
		changedAt ??= now;
		return {...last, quietMs: now - changedAt};
	};
}
