/** A debate as sound: spoken, laid out in its time, mixed, and with captions and chapters that fit what is heard. */
import {execa} from 'execa';
import {rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {retimed, type Episode} from '../../exports/episode.ts';
import {gapBefore, type Segment} from '../../exports/segments.ts';
import {episodeTexts} from '../../exports/captions.ts';
import {writeMix, type PlacedSound} from './mix.ts';
import {resampled, speakSegments, type SpokenSegment} from './segment-sounds.ts';
import type {SpeechVoice} from './speech-engines.ts';
import {readWav} from './wav.ts';
import {readRegularBytes} from '../../engine/host/regular-file.ts';

export type AudioFormat = 'wav' | 'mp3' | 'm4a';

/** What is written unless something else is asked for. */
export const usualFormats: readonly AudioFormat[] = ['wav', 'mp3'];

type VoiceOptions = {
	/** Path without an ending: `…/episode`. */
	readonly output: string;
	readonly stereo: boolean;
	readonly formats: readonly AudioFormat[];
	readonly wpm: number;
	readonly timeoutMs: number;
	readonly atOnce: number;
	readonly signal: AbortSignal;
	readonly progress: (done: number, found: number) => void;
};

type VoicedEpisode = {
	readonly files: readonly string[];
	/** Seconds. */
	readonly length: number;
	/** LUFS, and dB. */
	readonly loudness: number;
	readonly peak: number;
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
	const {output, stereo, signal} = options;
	const spoken = await speakSegments(episode.segments, voiceOf, {...options, folder: soundsBeside(output)});
	const rate = Math.max(...spoken.map(each => each.rate), 8000);
	const placed = placedSounds(spoken, rate, pansOf(episode));
	const wav = `${output}.wav`;
	const {loudness, peak} = await writeMix(wav, placed, {
		rate,
		channels: stereo ? 2 : 1,
		loudness: stereo ? targets.stereo : targets.mono,
		signal,
	});
	const times = placed.map(({start, length}) => ({
		start: (start / rate) * 1000,
		end: ((start + length) / rate) * 1000,
	}));
	const real = retimed(episode, times);
	const texts = Object.entries(episodeTexts(real)).map(([ending, text]) => {
		writeFileSync(`${output}.${ending}`, text);
		return `${output}.${ending}`;
	});
	const {files, missing} = await encoded(wav, real, options);
	return {files: [...files, ...texts], length: real.length / 1000, loudness, peak, missing};
}

/** One behind the other with the pauses of the list, and an interruption over the end of what it cuts. */
function placedSounds(
	spoken: readonly SpokenSegment[],
	rate: number,
	pans: ReadonlyMap<string, number>,
): PlacedSound[] {
	const placed: PlacedSound[] = [];
	for (const {segment, file, rate: own, length} of spoken) {
		const before = placed.at(-1);
		const gap = Math.round((gapBefore(segment) / 1000) * rate);
		placed.push({
			start: before ? Math.max(before.start, before.start + before.length + gap) : 0,
			length: own === rate ? length : Math.floor((length * rate) / own),
			load: () => resampled(readWav(readRegularBytes(file)), rate).samples,
			pan: pans.get(segment.speaker) ?? 0,
		});
	}
	return placed;
}

/** Those who argue sit from left to right; hosts and listeners in the middle. */
function pansOf({state}: Episode): ReadonlyMap<string, number> {
	const arguing = state.seats.filter(({role}) => role !== 'arbiter' && role !== 'judge' && role !== 'synthesis');
	return new Map(arguing.map(({id}, place) => [id, arguing.length < 2 ? 0 : (2 * place) / (arguing.length - 1) - 1]));
}

/** The WAV file, and the same as MP3 or M4A with chapters where ffmpeg is installed. */
async function encoded(
	wav: string,
	episode: Episode,
	{output, formats, signal}: VoiceOptions,
): Promise<{readonly files: readonly string[]; readonly missing: readonly string[]}> {
	const files = formats.includes('wav') ? [wav] : [];
	const missing: string[] = [];
	const chapters = `${output}.ffmetadata`;
	for (const format of formats.filter(each => each !== 'wav')) {
		writeFileSync(chapters, ffmetadata(episode));
		const codec =
			format === 'mp3'
				? ['-codec:a', 'libmp3lame', '-ar', '48000', '-b:a', '96k', '-id3v2_version', '3']
				: ['-codec:a', 'aac', '-b:a', '96k'];
		const {exitCode, stderr, shortMessage} = await execa(
			'ffmpeg',
			[
				'-y',
				'-v',
				'error',
				'-i',
				wav,
				'-i',
				chapters,
				'-map',
				'0:a',
				'-map_metadata',
				'1',
				'-map_chapters',
				'1',
				...codec,
				`${output}.${format}`,
			],
			{reject: false, cancelSignal: signal, stdin: 'ignore'},
		);
		if (exitCode === 0) files.push(`${output}.${format}`);
		else missing.push(`${format} was not made: ${stderr?.trim() || (shortMessage ?? '')}`);
	}
	rmSync(chapters, {force: true});
	if (files.length === 0) return {files: [wav], missing};
	if (!formats.includes('wav')) rmSync(wav, {force: true});
	return {files, missing};
}

/** https://ffmpeg.org/ffmpeg-formats.html#Metadata-2 */
function ffmetadata({chapters, state}: Episode): string {
	const escaped = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/[=;#\\]/gu, String.raw`\$&`);
	return [
		';FFMETADATA1',
		`title=${escaped(state.start?.title ?? '')}`,
		...chapters.flatMap(({title, start, end}) => [
			'[CHAPTER]',
			'TIMEBASE=1/1000',
			`START=${Math.round(start)}`,
			`END=${Math.round(end)}`,
			`title=${escaped(title)}`,
		]),
		'',
	].join('\n');
}
