/** A debate as sound: spoken, laid out in its time, mixed, and with captions and chapters that fit what is heard. */
import {existsSync, renameSync, rmSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {z} from 'zod';
import {episodeTags, retimed, type Episode} from '../../exports/episode.ts';
import type {Segment} from '../../exports/segments.ts';
import {freeSlug, labels, markers} from '../../exports/studio.ts';
import {sha256} from '../../engine/host/hash.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {temporaryName, writeWhole} from '../../engine/host/write-whole.ts';
import {atPace, canMix, ffmpeg, mixParts, writeLane, writeMaster} from './mix.ts';
import {piecesOf, speakSegments, temposOf} from './spoken-sentences.ts';
import {soundsBeside} from '../files/debate-folders.ts';
import type {DrawnPicture} from '../files/card-picture.ts';
import {addComment, drawPictures, pictureFile, picturesOf, tagsShow, writePage, writeTexts} from './publish.ts';
import type {Show} from './show-file.ts';
import type {SpeechVoice} from './speech-voice.ts';
import {musicCues, musicTail, withMusic} from './music.ts';
import {laidOut, partsOf, timesOf, type PlacedSentence} from './timeline.ts';
import {NoSound} from './wav.ts';
import {arguingSeats} from '../../debate/seats.ts';

export type AudioFormat = 'wav' | 'mp3' | 'm4a';

/** What is written unless something else is asked for. */
export const usualFormats: readonly AudioFormat[] = ['wav', 'mp3'];

/** What is done after another: `found` of it was there already. Sentences, parts, or hundredths. */
export type SoundStep = {
	readonly what: 'speak' | 'mix' | 'level' | 'write';
	readonly done: number;
	readonly of: number;
	readonly found: number;
};

type VoiceOptions = {
	/** Path without an ending: `…/episode`. */
	readonly output: string;
	readonly stereo: boolean;
	readonly formats: readonly AudioFormat[];
	readonly wpm: number;
	readonly timeoutMs: number;
	readonly atOnce: number;
	readonly signal: AbortSignal;
	/** Whether each speaker's sound is written by itself, too, with labels for editors. */
	readonly tracks?: boolean;
	/** A sound file that is heard under it. */
	readonly music?: string | undefined;
	/** The show that it is, or may become, an episode of. */
	readonly show: Show;
	/** Whether it is added to that show next: then it has its number there. */
	readonly joining?: boolean;
	/** What draws its pictures: a program of this machine unless given. */
	readonly draw?: (svg: string) => Promise<DrawnPicture>;
	readonly progress: (step: SoundStep) => void;
};

type VoicedEpisode = {
	readonly files: readonly string[];
	/** Seconds. */
	readonly length: number;
	/** LUFS, and dB; undefined where nothing measured it. */
	readonly loudness: number | undefined;
	readonly peak: number | undefined;
	/** What could not be made, for the user. */
	readonly missing: readonly string[];
};

const targets = {mono: -19, stereo: -16} as const;

/** Rejects with `NoSound` where an engine fails; what was spoken until then is kept. */
export async function voiceEpisode(
	episode: Episode,
	voiceOf: (segment: Segment) => SpeechVoice,
	options: VoiceOptions,
): Promise<VoicedEpisode> {
	const {output, wpm, progress} = options;
	const folder = soundsBeside(output);
	const {length: pieces} = piecesOf(episode.segments, voiceOf);
	const asSpoken = await speakSegments(episode.segments, voiceOf, {
		...options,
		wpm,
		folder,
		progress: (done, found) => progress({what: 'speak', done, of: pieces, found}),
	}).finally(() => {
		for (const segment of episode.segments) voiceOf(segment).close?.();
	});
	const overlaps = await canMix();
	const tempos = temposOf(asSpoken, voiceOf, wpm);
	const tempoOf = (segment: Segment): number => tempos.get(voiceOf(segment)) ?? 1;
	const spoken = overlaps ? await atPace(asSpoken, tempoOf, options.signal) : asSpoken;
	const music = overlaps && options.music !== undefined;
	const placed = laidOut(spoken, {seed: episode.state.start?.seed ?? 0, overlaps, music});
	const times = timesOf(placed);
	const real = retimed(
		{...episode, music},
		episode.segments.map(segment => times.get(segment) ?? {start: 0, end: 0, sentences: []}),
		music ? musicTail : 0,
	);
	const texts = writeTexts(real, output);
	const {files, missing, ...measured} = overlaps
		? await mastered(real, placed, options)
		: await plain(real, placed, options);
	const tracks = options.tracks === true ? writeTracks(placed, output) : [];
	const pages = writePage(real, output, files, {show: options.show, joining: options.joining === true});
	return {...measured, missing, files: [...files, ...texts, ...pages, ...tracks], length: real.length / 1000};
}

/** A track as long as the whole for each speaker, and the labels of all that is said; gives their paths. */
function writeTracks(placed: readonly PlacedSentence[], output: string): string[] {
	const taken = new Set<string>();
	const rate = rateOf(placed);
	const tracks = Array.from(
		Map.groupBy(placed, ({segment}) => segment.name),
		([name, own]) => {
			const file = `${output}.track-${freeSlug(name, taken)}.wav`;
			writeLane(file, own, {rate, from: 0});
			return file;
		},
	);
	const heard = Array.from(timesOf(placed), ([{name}, {start, end}]) => ({name, start, end}));
	const lists = {'labels.txt': labels(heard), 'markers.csv': markers(heard)};
	for (const [ending, text] of Object.entries(lists)) writeWhole(`${output}.${ending}`, text, 0o666);
	return [...tracks, ...Object.keys(lists).map(ending => `${output}.${ending}`)];
}

const hundredths = (what: SoundStep['what'], share: number): SoundStep => ({
	what,
	done: Math.round(share * 100),
	of: 100,
	found: 0,
});

type MadeFiles = Omit<VoicedEpisode, 'length'>;

/** One behind the other as they were spoken, for want of anything that mixes. */
async function plain(
	episode: Episode,
	placed: readonly PlacedSentence[],
	{output, formats, music, draw}: VoiceOptions,
): Promise<MadeFiles> {
	const file = `${output}.wav`;
	writeLane(file, placed, {rate: rateOf(placed), from: 0});
	const others = formats.filter(format => format !== 'wav').map(format => `${format} was not made`);
	const why =
		'ffmpeg was not found: the sound is not brought to its pace and loudness, has one channel, and nobody speaks over another';
	const pictures = await drawPictures(episode, output, draw);
	return {
		files: [file, ...pictures.files],
		loudness: undefined,
		peak: undefined,
		missing: [why, ...(music === undefined ? [] : ['there is no music in it']), ...others, ...pictures.missing],
	};
}

const rateOf = (placed: readonly PlacedSentence[]): number =>
	placed.reduce((most, {sentence}) => Math.max(most, sentence.rate), 8000);

/** Mixed and as loud as it should be, in all formats; what is there of the same sound already stays as it is. */
async function mastered(
	episode: Episode,
	placed: readonly PlacedSentence[],
	options: VoiceOptions,
): Promise<MadeFiles> {
	const {output, stereo, signal, progress, formats} = options;
	const folder = soundsBeside(output);
	const channels = stereo ? 2 : 1;
	const {music} = options;
	const parts = partsOf(placed, music === undefined ? 0 : musicTail);
	const pans = pansOf(episode);
	const mixing = {rate: rateOf(placed), channels, folder, signal} as const;
	const words = await mixParts(parts, {
		...mixing,
		pans,
		progress: done => progress({what: 'mix', done, of: parts.length, found: 0}),
	});
	const files = music === undefined ? words : [await withMusic(words, music, musicCues(placed), mixing)];
	const record = join(folder, `${basename(output)}.made.json`);
	const metadata = ffmetadata(episode, episodeTags(episode, tagsShow(options.show, episode, options.joining === true)));
	const names = files.map(file => basename(file));
	const key = sha256(JSON.stringify([made, names, channels, formats, metadata, picturesOf(episode)]));
	const before = madeBefore(record, key);
	// A picture that could not be drawn is tried again.
	const isWhole = before?.files.includes(pictureFile(output, 'preview')) === true;
	if (before && (isWhole || (await drawPictures(episode, output, options.draw)).missing.length > 0)) return before;
	const wav = `${output}.wav`;
	const others = formats.filter(format => format !== 'wav').length;
	const {loudness, peak} = await writeMaster(wav, files, {
		channels,
		loudness: stereo ? targets.stereo : targets.mono,
		signal,
		length: episode.length / 1000,
		progress(found, written) {
			progress(found < 1 ? hundredths('level', found) : hundredths('write', written / (others + 1)));
		},
	});
	const pictures = await drawPictures(episode, output, options.draw);
	const sounds = await encoded(wav, episode, metadata, options);
	const all = {
		files: [...sounds.files, ...pictures.files],
		missing: [...sounds.missing, ...pictures.missing],
		loudness,
		peak,
	};
	if (sounds.missing.length === 0)
		writeWhole(record, JSON.stringify({...all, key, stamps: all.files.map(stampOf)} satisfies MadeRecord), 0o666);
	return all;
}

// What was made the last time, and of what: the same is not made again.

/** The version of what is made of mixed parts. */
const made = 2;

const MadeRecord = z.object({
	key: z.string(),
	files: z.array(z.string()).readonly(),
	/** Size and time of each file, as it was when it was written. */
	stamps: z.array(z.string()),
	loudness: z.number(),
	peak: z.number(),
	missing: z.array(z.string()).readonly(),
});
type MadeRecord = z.infer<typeof MadeRecord>;

function stampOf(file: string): string {
	const found = statSync(file, {throwIfNoEntry: false});
	return found ? `${found.size} ${found.mtimeMs}` : '';
}

/** Undefined where it is of something else, or its files are not as they were left. */
function madeBefore(record: string, key: string): MadeFiles | undefined {
	if (!existsSync(record)) return undefined;
	let content: unknown;
	try {
		content = JSON.parse(readRegularFile(record));
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
	const {data} = MadeRecord.safeParse(content);
	if (data?.key !== key || data.files.some((file, place) => stampOf(file) !== data.stamps[place])) return undefined;
	const {files, loudness, peak, missing} = data;
	return {files, loudness, peak, missing};
}

/** By name: those who argue sit from left to right; hosts and listeners in the middle. */
function pansOf({state}: Episode): ReadonlyMap<string, number> {
	const arguing = arguingSeats(state.seats);
	return new Map(
		arguing.map(({name}, place) => [name, arguing.length < 2 ? 0 : (2 * place) / (arguing.length - 1) - 1]),
	);
}

/** What is the same for every kind of file that ffmpeg encodes. */
const codecs: Readonly<Record<Exclude<AudioFormat, 'wav'>, readonly string[]>> = {
	mp3: ['-codec:a', 'libmp3lame', '-ar', '48000', '-b:a', '96k', '-id3v2_version', '3'],
	m4a: ['-codec:a', 'aac', '-b:a', '96k'],
};

/** The WAV file, and the same as MP3 or M4A with tags, chapters and cover where ffmpeg is installed. */
async function encoded(
	wav: string,
	episode: Episode,
	metadata: string,
	{output, formats, signal, progress}: VoiceOptions,
): Promise<{readonly files: readonly string[]; readonly missing: readonly string[]}> {
	const others = formats.filter(each => each !== 'wav');
	const length = episode.length / 1000;
	const files = formats.includes('wav') ? [wav] : [];
	const missing: string[] = [];
	const chapters = `${output}.ffmetadata`;
	const cover = pictureFile(output, 'cover');
	const picture = existsSync(cover) ? ['-i', cover] : [];
	const shown = picture.length === 0 ? [] : ['-map', '2:v', '-codec:v', 'copy', '-disposition:v:0', 'attached_pic'];
	const {comment = '', language = ''} = episodeTags(episode);
	for (const [place, format] of others.entries()) {
		writeWhole(chapters, metadata);
		const made = temporaryName(`${output}.${format}`);
		const sources = ['-i', wav, '-i', chapters, ...picture, '-map', '0:a', ...shown];
		const named =
			picture.length === 0 ? [] : ['-metadata:s:v', 'title=Cover', '-metadata:s:v', 'comment=Cover (front)'];
		const args = [...sources, '-map_metadata', '1', '-map_chapters', '1', ...named, ...codecs[format], made];
		try {
			await ffmpeg(args, {
				signal,
				progress(seconds) {
					const share = (place + 1 + Math.min(1, seconds / length)) / (others.length + 1);
					progress(hundredths('write', share));
				},
			});
			if (format === 'mp3' && comment !== '') addComment(made, comment, language);
			renameSync(made, `${output}.${format}`);
			files.push(`${output}.${format}`);
		} catch (error) {
			rmSync(made, {force: true});
			if (!(error instanceof NoSound)) throw error;
			missing.push(`${format} was not made: ${error.message}`);
		}
	}
	rmSync(chapters, {force: true});
	if (files.length === 0) return {files: [wav], missing};
	if (!formats.includes('wav')) rmSync(wav, {force: true});
	return {files, missing};
}

/** https://ffmpeg.org/ffmpeg-formats.html#Metadata-2 */
function ffmetadata(episode: Episode, tags: Readonly<Record<string, string>>): string {
	const escaped = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/[=;#\\]/gu, String.raw`\$&`);
	return [
		';FFMETADATA1',
		...Object.entries(tags).map(([tag, value]) => `${tag}=${escaped(value)}`),
		...episode.chapters.flatMap(({title, start, end}) => [
			'[CHAPTER]',
			'TIMEBASE=1/1000',
			`START=${Math.round(start)}`,
			`END=${Math.round(end)}`,
			`title=${escaped(title)}`,
		]),
		'',
	].join('\n');
}
