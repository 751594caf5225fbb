/** Exports a journal as text, or to files next to it. */
import {closeSync, existsSync, fstatSync, readSync, rmSync, statSync} from 'node:fs';
import {basename, dirname, join, parse} from 'node:path';
import {z} from 'zod';
import {parseJsonIfValid} from '../../debate/text/json.ts';
import type {HeardSentence} from '../../exports/episode.ts';
import type {JournalEvent} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {writeWhole, writeWholeInPieces} from '../../engine/host/write-whole.ts';
import type {DebateState} from '../../debate/state.ts';
import {whole} from '../../exports/pieces.ts';
import {socialCard} from '../../exports/card.ts';
import type {JournalMark} from '../../exports/journal-mark.ts';
import {drawPicture} from './card-picture.ts';
import {castFormat, drawnFormats, pictureFormat} from '../../exports/export-names.ts';
import {
	castFile,
	exportFormats,
	exportKinds,
	findFormat,
	pictures,
	writeFormat,
	type ExportKind,
} from './export-formats.ts';
import {withEdition} from '../judging/edition-beside.ts';
import {breather, foldPatiently, eventsIn} from './read-debate.ts';
import {soundOf} from './debate-folders.ts';
import {checkSignature} from './sign-journal.ts';
import {openRegular, readRegularFile} from '../../engine/host/regular-file.ts';

/** What was written, and what is to be said of it: a picture beside it, or why there is none. */
export type WrittenExport = {readonly path: string; readonly note?: string};

/** Where a write is, in words, and the seconds that it still takes, where that does not follow from its share. */
export type WriteStep = {readonly what: string; readonly seconds?: number};

/** A write that can be watched and stopped: `progress` is told which part of it is done, from 0 to 1. */
export type WatchedWrite = {
	readonly signal?: AbortSignal;
	readonly progress?: (share: number, step?: WriteStep) => void;
};

/**
 * The ways out of a debate: makes it in a format, to be looked at; writes it, or rejects with the signal's reason or
 * with what to tell of it.
 */
export type ExportsPort = {
	/** `about` says what each is for. */
	readonly formats: readonly {readonly id: string; readonly name: string; readonly about?: string}[];
	readonly preview: (format: string) => Promise<string>;
	readonly write: (format: string, writing?: WatchedWrite) => Promise<WrittenExport>;
};

/** Draws the stage of a debate from beginning to end as a recording beside its journal. */
export type StageRecorder = {
	/** What will be recorded, and an early picture of it. */
	readonly preview: (journal: string) => Promise<string>;
	/** Returns the path. */
	readonly write: (journal: string, writing?: WatchedWrite) => Promise<string>;
};

/** The debate as text in this format, read line by line: the whole journal is never held. */
export async function makeExport(journal: string, format: ExportKind): Promise<string> {
	const {state, mark, heard} = await readForExport(journal);
	return whole(writeFormat(format, state, {journal: mark, heard}));
}

/** What comes before a journal's first fault, and what ties an export to it. `told` is called with the fault. */
export async function readForExport(
	journal: string,
	told?: (notice: string) => void,
	signal?: AbortSignal,
	read?: (seq: number) => void,
): Promise<ForExport> {
	let last: JournalEvent | undefined;
	function* noticing(): Generator<JournalEvent> {
		for (const event of eventsIn(journal, told)) {
			read?.(event.seq);
			yield (last = event);
		}
	}
	const state = withEdition(await foldPatiently(noticing(), signal), journal);
	const heard = heardBeside(journal);
	if (!state.start || !last) return {state, mark: undefined, heard};
	const head = {debateId: state.start.debateId, events: last.seq, head: last.hash};
	const signature = await checkSignature(journal, head);
	const signed = signature && 'by' in signature ? {signedBy: signature.by} : signature;
	return {state, mark: {events: head.events, head: head.head, ...signed}, heard};
}

const SoundTranscript = z.object({
	segments: z.array(z.object({startTime: z.number(), endTime: z.number(), body: z.string()})),
});

/** What the sound beside a journal says, as `rostrum voice` wrote it; undefined where there is none. */
function heardBeside(journal: string): readonly HeardSentence[] | undefined {
	const file = `${soundOf(journal)}.transcript.json`;
	if (!existsSync(file)) return undefined;
	const {data} = SoundTranscript.safeParse(parseJsonIfValid(readRegularFile(file)));
	return data?.segments;
}

/** What the screens can write of one journal as text. */
export const textExportsOf = (journal: string, protocol: string | undefined): ExportsPort => ({
	formats: exportFormats(protocol),
	preview: async id => makeExport(journal, findFormat(id, 'the choice of a format')),
	write: async (id, writing = {}) => {
		const {path, earlier} = await writeWatched(journal, id, writing);
		const picture = await pictureNote(id, path);
		const notes = [
			...(earlier === 'same' ? ['where it stood already'] : earlier === 'other' ? ['beside the earlier file'] : []),
			...(picture === undefined ? [] : [picture]),
		];
		return {path, ...(notes.length > 0 && {note: notes.join(', ')})};
	},
});

/** The format of the debate that a journal holds. */
export function protocolOf(journal: string): string | undefined {
	for (const event of eventsIn(journal)) return event.type === 'debate-start' ? event.protocol : undefined;
	return undefined;
}

/** A debate as exports are made of it. */
type ForExport = {
	readonly state: DebateState;
	readonly mark: JournalMark | undefined;
	readonly heard: readonly HeardSentence[] | undefined;
};

const placeOf = (journal: string, format: ExportKind, {state}: ForExport): string =>
	join(dirname(journal), format.file(state));

/**
 * The one writer of exports: what is there already is replaced when all is written, and stays where the writing is
 * stopped or the disk is full. Returns the path.
 */
async function writeExport(
	journal: string,
	format: ExportKind,
	debate: ForExport,
	{signal, progress}: WatchedWrite = {},
	path = placeOf(journal, format, debate),
): Promise<string> {
	const {state, mark, heard} = debate;
	const breathe = breather(signal);
	await writeWholeInPieces(path, async write => {
		let written = 0;
		for (const piece of writeFormat(format, state, {journal: mark, heard})) {
			write(piece);
			progress?.(Math.min(1, ++written / Math.max(1, state.turns.length)));
			signal?.throwIfAborted();
			await breathe();
		}
	});
	return path;
}

/** The part of an export's time that goes into reading the journal. */
const reading = 0.7;

/**
 * Reads the journal and writes one export of it, step by step. A file that is there already stays: it may have been
 * edited since. What differs from it gets a name of its own, such as `debate-2.md`.
 */
async function writeWatched(
	journal: string,
	id: string,
	{signal, progress}: WatchedWrite,
): Promise<{readonly path: string; readonly earlier?: 'same' | 'other'}> {
	const format = findFormat(id, 'the choice of a format');
	const total = lastSeq(journal);
	const debate = await readForExport(journal, undefined, signal, seq => {
		if (total !== undefined) progress?.((reading * seq) / total);
	});
	const usual = placeOf(journal, format, debate);
	const free = freeName(usual);
	const watched: WatchedWrite = {
		...(signal && {signal}),
		progress: share => progress?.(reading + (1 - reading) * share),
	};
	const path = await writeExport(journal, format, debate, watched, free);
	if (path === usual) return {path};
	if (readRegularFile(path) !== readRegularFile(usual)) return {path, earlier: 'other'};
	rmSync(path);
	return {path: usual, earlier: 'same'};
}

/** The name itself, or with the first number behind it that no file has. */
function freeName(path: string): string {
	const {dir, name, ext} = parse(path);
	for (let number = 2, free = path; ; number++) {
		if (!existsSync(free)) return free;
		free = join(dir, `${name}-${number}${ext}`);
	}
}

/** The number of a journal's last event, from the end of its file; undefined where it is not found there. */
function lastSeq(journal: string): number | undefined {
	const file = openRegular(journal);
	try {
		const {size} = fstatSync(file);
		const end = Buffer.alloc(Math.min(size, 65_536));
		readSync(file, end, 0, end.length, size - end.length);
		const found = [...end.toString('latin1').matchAll(/"seq":(\d+)/gu)].at(-1)?.[1];
		return found === undefined ? undefined : Number(found);
	} finally {
		closeSync(file);
	}
}

/** Writes the PNG of a picture too, where a program of this machine can make it, and says what came of that. */
async function pictureNote(id: string, path: string): Promise<string | undefined> {
	const picture = join(dirname(path), `${parse(path).name}.png`);
	if (!pictures.includes(id) || existsSync(picture)) return undefined;
	const drawn = await drawPicture(readRegularFile(path));
	if ('missing' in drawn) return `no PNG: ${drawn.missing}`;
	writeWhole(picture, drawn.png);
	return `and as ${basename(picture)}`;
}

const pngBeside = (journal: string): string => join(dirname(journal), 'card.png');
const previewBeside = (journal: string): string => join(dirname(journal), socialCard.png.file);

/** Writes the results card and the preview of a link as PNG next to a journal. Gives why not, where one is missing. */
export async function writePicture(journal: string, signal?: AbortSignal): Promise<string | undefined> {
	const drawn = await drawPicture(await makeExport(journal, findFormat('svg', 'the export')), {signal});
	if ('missing' in drawn) return `card.png was not written: ${drawn.missing}.`;
	writeWhole(pngBeside(journal), drawn.png);
	const shown = await drawPicture(await makeExport(journal, findFormat('social', 'the export')), {signal});
	if ('missing' in shown) return `${socialCard.png.file} was not written: ${shown.missing}.`;
	writeWhole(previewBeside(journal), shown.png);
	return undefined;
}

/** The formats that fit a debate of those that were asked for, and the one that programs look for where any were. */
function fittingFormats(ids: readonly string[], protocol: string): ExportKind[] {
	const always = ids.length > 0 && protocol === exportKinds['verdict']?.protocol ? ['verdict'] : [];
	const fitting = ids.filter(id => !drawnFormats.includes(id) && (exportKinds[id]?.protocol ?? protocol) === protocol);
	return [...new Set([...fitting, ...always])].map(id => findFormat(id, 'the choice of a format'));
}

/** Writes the exports that were asked for next to a journal. Rejects with the signal's reason. */
export async function writeExports(
	journal: string,
	ids: readonly string[],
	{protocol, signal}: {readonly protocol: string; readonly signal?: AbortSignal | undefined},
): Promise<void> {
	const formats = fittingFormats(ids, protocol);
	if (formats.length === 0) return;
	const debate = await readForExport(journal, undefined, signal);
	for (const format of formats) await writeExport(journal, format, debate, {...(signal && {signal})});
}

/** Rewrites the exports next to a journal that has grown. */
export async function refreshExports(journal: string): Promise<void> {
	const debate = await readForExport(journal);
	const protocol = debate.state.start?.protocol;
	for (const format of Object.values(exportKinds))
		if ((format.protocol ?? protocol) === protocol && existsSync(placeOf(journal, format, debate)))
			await writeExport(journal, format, debate);
}

/**
 * Those asked for that are not there, or are empty: what a crash after the debate's end left out. Of the journal only
 * its start is read, which says how the files are called.
 */
export function missingExports(journal: string, start: JournalEvent, ids: readonly string[]): string[] {
	const debate: ForExport = {state: fold([start]), mark: undefined, heard: undefined};
	const protocol = debate.state.start?.protocol ?? '';
	const isMissing = (path: string): boolean => (statSync(path, {throwIfNoEntry: false})?.size ?? 0) === 0;
	const drawn = [
		[castFormat, join(dirname(journal), castFile)],
		[pictureFormat, pngBeside(journal)],
	] as const;
	return [
		...Object.entries(exportKinds)
			.filter(([, format]) => fittingFormats(ids, protocol).includes(format))
			.filter(([, format]) => isMissing(placeOf(journal, format, debate)))
			.map(([id]) => id),
		...drawn.filter(([id, path]) => ids.includes(id) && isMissing(path)).map(([id]) => id),
	];
}
