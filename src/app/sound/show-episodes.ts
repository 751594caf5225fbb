/** Adds a debate that was spoken to a show, and writes the show's feed. */
import {existsSync, lstatSync, statSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';
import {z} from 'zod';
import {withEdition} from '../judging/edition-beside.ts';
import {fold} from '../../debate/reduce.ts';
import type {DebateState} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {sha256} from '../../engine/host/hash.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {episodeFrom, editedNote} from '../../exports/episode.ts';
import {titleOf} from '../../exports/facts.ts';
import {plainNotes} from '../../exports/show-notes.ts';
import {formatOf} from '../../formats/index.ts';
import {addressOf, feed} from '../../exports/feed.ts';
import {escapeMarkup} from '../../debate/text/intake.ts';
import {readWav} from './wav.ts';
import {slug, soundOf} from '../files/debate-folders.ts';
import {editsOf} from '../files/edit-text.ts';
import {eventsIn} from '../files/read-debate.ts';
import type {Show, ShowEpisode} from './show-file.ts';
import {copyRegular, readRegularBytes, readRegularFile} from '../../engine/host/regular-file.ts';

/** What lies beside the sound, by kind and ending. */
export const companions = {
	vtt: 'vtt',
	srt: 'srt',
	transcript: 'transcript.json',
	chapters: 'chapters.json',
	page: 'html',
	cover: 'cover.png',
	preview: 'preview.png',
} as const;

type Addition = {
	readonly journal: string;
	/** Where its sound is, without an ending; where `rostrum voice` puts it unless said. */
	readonly spoken?: string;
	readonly folder: string;
	/** The next free one where it is not given. */
	readonly number: number | undefined;
	readonly now: Date;
};

/** The show with the debate as an episode; one that is in it already keeps its number, GUID and date. */
export function addEpisode(
	show: Show,
	{journal, spoken: base = soundOf(journal), folder, number, now}: Addition,
): {readonly show: Show; readonly episode: ShowEpisode} {
	const state = withEdition(fold(eventsIn(journal)), journal);
	const sound = ['mp3', 'm4a', 'wav'].map(ending => `${base}.${ending}`).find(existsSync);
	if (sound === undefined || !state.start)
		throw new UsageError({
			what: 'The debate has not been spoken yet',
			value: dirname(journal),
			todo: `Run "rostrum voice" for it first.`,
		});
	const guid = state.start.debateId;
	const before = show.episodes.find(each => each.guid === guid);
	const chosen = number ?? numberIn(show, guid);
	const taken = show.episodes.find(each => each.number === chosen && each.guid !== guid);
	if (taken)
		throw new UsageError({
			what: `Number ${chosen} is that of "${taken.title}"`,
			from: '--number',
			todo: 'Give another.',
		});
	const name = `${String(chosen).padStart(3, '0')}-${slug(state.start.subject.text)}`;
	const files = copied(sound, name, folder, show.baseUrl);
	const spoken = chaptersBeside(sound);
	const episode: ShowEpisode = {
		number: chosen,
		guid,
		title: titleOf(state),
		description: notesOf(state, {journal, spoken}),
		published: before?.published ?? now.toISOString(),
		length: lengthOf(sound, spoken),
		files,
		bytes: statSync(join(folder, files['audio'] ?? '')).size,
		people: peopleOf(state, show),
	};
	const others = show.episodes.filter(each => each.guid !== guid);
	return {episode, show: {...show, episodes: [...others, episode].toSorted((one, other) => one.number - other.number)}};
}

/** The number that an episode has in a show, or else the next free one. */
export const numberIn = ({episodes}: Show, guid: string): number =>
	episodes.find(each => each.guid === guid)?.number ?? Math.max(0, ...episodes.map(({number}) => number)) + 1;

function copied(sound: string, name: string, folder: string, baseUrl: string): Record<string, string> {
	const base = join(dirname(sound), basename(sound, extname(sound)));
	const files: Record<string, string> = {audio: `${name}${extname(sound)}`};
	refuseLink(sound);
	copyRegular(sound, join(folder, files['audio'] ?? ''));
	for (const [kind, ending] of Object.entries(companions)) {
		if (!existsSync(`${base}.${ending}`)) continue;
		files[kind] = `${name}.${ending}`;
		refuseLink(`${base}.${ending}`);
		copyRegular(`${base}.${ending}`, join(folder, `${name}.${ending}`));
	}
	if (files['page'] !== undefined) renameIn(join(folder, files['page']), {sound, base, files, baseUrl});
	return files;
}

type Renaming = {
	readonly sound: string;
	readonly base: string;
	readonly files: Readonly<Record<string, string>>;
	readonly baseUrl: string;
};

/** The page plays the sound under its new name, and tells networks the whole address of its picture. */
function renameIn(page: string, {sound, base, files, baseUrl}: Renaming): void {
	const own = (path: string): string => escapeMarkup(basename(path));
	const picture = addressOf(baseUrl, files['preview'] ?? '');
	const text = readRegularFile(page)
		.replace(
			`<audio id="sound" src="${own(sound)}"`,
			() => `<audio id="sound" src="${escapeMarkup(files['audio'] ?? '')}"`,
		)
		.replace(
			`<meta property="og:image" content="${own(`${base}.${companions.preview}`)}"`,
			() => `<meta property="og:image" content="${escapeMarkup(picture)}"`,
		);
	writeWhole(page, text, 0o666);
}

/** What is published is a file of the debate: a link in a folder of somebody else's would publish what it leads to. */
function refuseLink(file: string): void {
	if (!lstatSync(file).isSymbolicLink()) return;
	throw new UsageError({
		what: 'A link beside a debate is not published, for it may lead to any file of yours',
		value: file,
		todo: 'Put the file itself there, or have "rostrum voice" make it.',
	});
}

/** Chapters that are timed by the sound, as `rostrum voice` writes them; in seconds. */
const SpokenChapters = z.object({
	description: z.string().default(''),
	chapters: z.array(z.object({startTime: z.number(), endTime: z.number().default(0), title: z.string().default('')})),
});
type SpokenChapters = z.infer<typeof SpokenChapters>;

/** Undefined where there are none. Throws `UsageError` for a file that has none. */
function chaptersBeside(sound: string): SpokenChapters | undefined {
	const file = `${join(dirname(sound), basename(sound, extname(sound)))}.chapters.json`;
	if (!existsSync(file)) return undefined;
	try {
		return SpokenChapters.parse(JSON.parse(readRegularFile(file)));
	} catch (error) {
		if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error;
	}
	throw new UsageError({what: 'No chapters of an episode', from: file, todo: 'Run "rostrum voice" for it again.'});
}

/** In seconds: the end of the last chapter, which fits the sound; of a WAV file by itself where there are none. */
function lengthOf(sound: string, spoken: SpokenChapters | undefined): number {
	if (spoken) return Math.max(1, ...spoken.chapters.map(({endTime}) => endTime));
	if (!sound.endsWith('.wav')) return 1;
	const {rate, samples} = readWav(readRegularBytes(sound));
	return samples.length / rate;
}

type NotesSource = {readonly journal: string; readonly spoken: SpokenChapters | undefined};

/** Of what is heard: its words, edited or not, and its chapters. */
function notesOf(state: DebateState, {journal, spoken}: NotesSource): string {
	const isEdited = spoken?.description.includes(editedNote) ?? false;
	const episode = episodeFrom(state, {
		...(isEdited && {edits: editsOf(journal)}),
		format: formatOf(state.start?.protocol),
	});
	const chapters = spoken?.chapters.map(({title, startTime, endTime}) => ({
		title,
		section: '',
		start: startTime * 1000,
		end: endTime * 1000,
	}));
	return plainNotes({...episode, chapters: chapters ?? episode.chapters});
}

/** Hosts and those who argue, by the names that the show credits them with. */
export const peopleOf = ({seats, turns}: DebateState, {hosts}: Show): ShowEpisode['people'] =>
	seats
		.filter(({id}) => turns.some(({speaker, text}) => speaker === id && text !== ''))
		.map(({id, name, role}) => ({name: hosts[id] ?? name, role: role === 'arbiter' ? 'host' : 'guest'}));

/** RFC 4122 version 5 in the namespace of Podcasting 2.0, of the address without its scheme and last slashes. */
export function showGuid(baseUrl: string): string {
	const name = baseUrl.replace(/^https?:\/\//u, '').replace(/\/+$/u, '');
	const hex = sha256('ead4c236-bf58-58c6-a2c6-a6b28d128cb6', name).slice(0, 32);
	const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20)}`;
}

/** Writes `feed.xml` beside the files that it names, and gives its path. */
export function writeFeed(folder: string, show: Show): string {
	const file = join(folder, 'feed.xml');
	writeWhole(file, feed(show), 0o666);
	return file;
}
