/** A debate as sound: spoken, laid out in its time, mixed, and with captions and chapters that fit what is heard. */
import {existsSync, renameSync, rmSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {z} from 'zod';
import {episodeTags, retimed, type Episode} from '../../exports/episode.ts';
import type {Segment} from '../../exports/segments.ts';
import {episodeTexts} from '../../exports/captions.ts';
import {html} from '../../exports/page.ts';
import {whole} from '../../exports/pieces.ts';
import {showNotes} from '../../exports/show-notes.ts';
import {sha256} from '../../engine/host/hash.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {temporaryName, writeWhole} from '../../engine/host/write-whole.ts';
import {canMix, ffmpeg, mixParts, writeLane, writeMaster} from './mix.ts';
import {piecesOf, speakSegments} from './spoken-sentences.ts';
import type {SpeechVoice} from './speech-engines.ts';
import {laidOut, partsOf, timesOf, type PlacedSentence} from './timeline.ts';
import {NoSound} from './wav.ts';

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

/** Where the spoken pieces of a debate are kept: in a folder beside its journal or its sound. */
export const soundsBeside = (file: string): string => join(dirname(file), 'audio');

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
	const spoken = await speakSegments(episode.segments, voiceOf, {
		...options,
		wpm,
		folder,
		progress: (done, found) => progress({what: 'speak', done, of: pieces, found}),
	});
	const overlaps = await canMix();
	const placed = laidOut(spoken, {seed: episode.state.start?.seed ?? 0, overlaps});
	const times = timesOf(placed);
	const real = retimed(
		episode,
		episode.segments.map(segment => times.get(segment) ?? {start: 0, end: 0, sentences: []}),
	);
	const published = {...episodeTexts(real), 'notes.md': `${showNotes(real)}\n`, html: whole(html(real))};
	const texts = Object.entries(published).map(([ending, text]) => {
		writeWhole(`${output}.${ending}`, text, 0o666);
		return `${output}.${ending}`;
	});
	const made = overlaps ? await mastered(real, placed, options) : plain(placed, options);
	return {...made, files: [...made.files, ...texts], length: real.length / 1000};
}

const hundredths = (what: SoundStep['what'], share: number): SoundStep => ({
	what,
	done: Math.round(share * 100),
	of: 100,
	found: 0,
});

type MadeFiles = Omit<VoicedEpisode, 'length'>;

/** One behind the other as they were spoken, for want of anything that mixes. */
function plain(placed: readonly PlacedSentence[], {output, formats}: VoiceOptions): MadeFiles {
	const file = `${output}.wav`;
	writeLane(file, placed, {rate: rateOf(placed), from: 0});
	const others = formats.filter(format => format !== 'wav').map(format => `${format} was not made`);
	const why =
		'ffmpeg was not found: the sound is not brought to its loudness, has one channel, and nobody speaks over another';
	return {files: [file], loudness: undefined, peak: undefined, missing: [why, ...others]};
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
	const parts = partsOf(placed);
	const pans = pansOf(episode);
	const files = await mixParts(parts, {
		rate: rateOf(placed),
		channels,
		pans,
		folder,
		signal,
		progress: done => progress({what: 'mix', done, of: parts.length, found: 0}),
	});
	const record = join(folder, `${basename(output)}.made.json`);
	const key = sha256(JSON.stringify([made, files.map(file => basename(file)), channels, formats, ffmetadata(episode)]));
	const before = madeBefore(record, key);
	if (before) return before;
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
	const all = {...(await encoded(wav, episode, options)), loudness, peak};
	if (all.missing.length === 0)
		writeWhole(record, JSON.stringify({...all, key, stamps: all.files.map(stampOf)} satisfies MadeRecord), 0o666);
	return all;
}

// What was made the last time, and of what: the same is not made again.

/** The version of what is made of mixed parts. */
const made = 1;

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
	const arguing = state.seats.filter(({role}) => role !== 'arbiter' && role !== 'judge' && role !== 'synthesis');
	return new Map(
		arguing.map(({name}, place) => [name, arguing.length < 2 ? 0 : (2 * place) / (arguing.length - 1) - 1]),
	);
}

/** The WAV file, and the same as MP3 or M4A with chapters where ffmpeg is installed. */
async function encoded(
	wav: string,
	episode: Episode,
	{output, formats, signal, progress}: VoiceOptions,
): Promise<{readonly files: readonly string[]; readonly missing: readonly string[]}> {
	const others = formats.filter(each => each !== 'wav');
	const length = episode.length / 1000;
	const files = formats.includes('wav') ? [wav] : [];
	const missing: string[] = [];
	const chapters = `${output}.ffmetadata`;
	for (const [place, format] of others.entries()) {
		writeWhole(chapters, ffmetadata(episode));
		const made = temporaryName(`${output}.${format}`);
		const codec =
			format === 'mp3'
				? ['-codec:a', 'libmp3lame', '-ar', '48000', '-b:a', '96k', '-id3v2_version', '3']
				: ['-codec:a', 'aac', '-b:a', '96k'];
		const args = ['-i', wav, '-i', chapters, '-map', '0:a', '-map_metadata', '1', '-map_chapters', '1', ...codec, made];
		try {
			await ffmpeg(args, {
				signal,
				progress(seconds) {
					const share = (place + 1 + Math.min(1, seconds / length)) / (others.length + 1);
					progress(hundredths('write', share));
				},
			});
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
function ffmetadata(episode: Episode): string {
	const escaped = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/[=;#\\]/gu, String.raw`\$&`);
	return [
		';FFMETADATA1',
		...Object.entries(episodeTags(episode)).map(([tag, value]) => `${tag}=${escaped(value)}`),
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
