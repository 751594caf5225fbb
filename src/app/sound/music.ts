/** Music under an episode, at its script's cues: an intro and a bed, stings between chapters, and an end. */
import {existsSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {sha256} from '../../engine/host/hash.ts';
import {temporaryName} from '../../engine/host/write-whole.ts';
import {musicCueAt} from '../../exports/podcast.ts';
import {concatenated, ffmpeg, exact, measuredIn} from './mix.ts';
import {level as spokenLevel} from './spoken-sentences.ts';
import type {PlacedSentence} from './timeline.ts';
import {NoSound} from './wav.ts';

/** A stretch in which music is heard; all in milliseconds. */
export type MusicCue = {
	readonly from: number;
	readonly to: number;
	readonly fadeIn: number;
	readonly fadeOut: number;
};

/** Milliseconds: how long the bed lasts, how far a sting goes on under the words, and where the end begins and ends. */
const lengths = {bed: 25_000, sting: 1500, beforeEnd: 3000, afterEnd: 6000} as const;
/** Silence between the last word and the music behind it. */
const breath = 250;

/** How long music goes on behind the last word. */
export const musicTail = lengths.afterEnd;

/** Where music is heard, in order; none is heard over another. */
export function musicCues(placed: readonly PlacedSentence[]): MusicCue[] {
	const cues: MusicCue[] = [];
	let heard = 0;
	for (const [place, {segment, start, end}] of placed.entries()) {
		const before = placed[place - 1]?.segment;
		const kind = segment === before ? undefined : musicCueAt(segment, before);
		const from = heard === 0 ? 0 : heard + breath;
		if (kind === 'musicIn') {
			const spoken = placed.filter(other => other.segment.turn === segment.turn).at(-1)?.end ?? end;
			cues.push({from, to: Math.min(spoken, start + lengths.bed), fadeIn: 50, fadeOut: 4000});
		}
		if (kind === 'sting') cues.push({from, to: start + lengths.sting, fadeIn: 100, fadeOut: lengths.sting});
		heard = Math.max(heard, end);
	}
	cues.push({from: heard - lengths.beforeEnd, to: heard + lengths.afterEnd, fadeIn: 2500, fadeOut: 3500});
	return cues.flatMap((cue, place) => {
		const to = Math.min(cue.to, cues[place + 1]?.from ?? Infinity);
		return to - cue.from > cue.fadeIn ? [{...cue, to, fadeOut: Math.min(cue.fadeOut, to - cue.from)}] : [];
	});
}

/** How loud music is by itself, in LU below the words. */
const belowWords = 3;
/** What presses it down while somebody speaks: by almost 20 dB, and up again within a second. */
const ducking = 'sidechaincompress=threshold=0.01:ratio=12:attack=60:release=900:detection=rms';

type Bedding = {
	readonly rate: number;
	readonly channels: 1 | 2;
	/** Where what is made is kept. */
	readonly folder: string;
	readonly signal: AbortSignal;
};

/** The version of what is done with music. */
const bedded = 1;
const bedEnding = '.bed.flac';

/** The mixed parts with music under them, as one file: made once for equal ones. Rejects with `NoSound`. */
export async function withMusic(
	parts: readonly string[],
	music: string,
	cues: readonly MusicCue[],
	{rate, channels, folder, signal}: Bedding,
): Promise<string> {
	const {size, mtimeMs} = statSync(music);
	const names = parts.map(part => basename(part));
	const key = sha256(JSON.stringify([bedded, rate, channels, music, size, mtimeMs, names, cues])).slice(0, 32);
	const file = join(folder, `${key}${bedEnding}`);
	if (!existsSync(file)) await makeBed(file, parts, music, cues, {rate, channels, folder, signal});
	for (const name of readdirSync(folder))
		if (name.endsWith(bedEnding) && name !== basename(file)) rmSync(join(folder, name), {force: true});
	return file;
}

async function makeBed(
	file: string,
	parts: readonly string[],
	music: string,
	cues: readonly MusicCue[],
	{rate, channels, signal}: Bedding,
): Promise<void> {
	const meter = ['-map', '0:a:0', '-af', 'ebur128=framelog=verbose', '-f', 'null', '-'];
	const found = await ffmpeg(['-i', music, ...meter], {signal}).catch((error: unknown) => {
		if (!(error instanceof NoSound)) throw error;
		throw new NoSound(`the music cannot be read (--music ${music}): name a file that ffmpeg reads`);
	});
	const {loudness} = measuredIn(found);
	const gain = Number.isFinite(loudness) && loudness > -69 ? spokenLevel - belowWords - loudness : 0;
	const layout = channels === 2 ? 'stereo' : 'mono';
	const seconds = (ms: number): string => (ms / 1000).toFixed(3);
	const clips = cues.map(({from, to, fadeIn, fadeOut}, place) => {
		const length = to - from;
		return (
			`[m${place}]atrim=end=${seconds(length)},afade=t=in:d=${seconds(fadeIn)},` +
			`afade=t=out:st=${seconds(length - fadeOut)}:d=${seconds(fadeOut)},adelay=${Math.round(from)}:all=1[c${place}]`
		);
	});
	const graph = [
		`[1:a:0]aformat=sample_rates=${rate}:channel_layouts=${layout},volume=${gain.toFixed(2)}dB,` +
			`asplit=${cues.length}${cues.map((_, place) => `[m${place}]`).join('')}`,
		...clips,
		`${cues.map((_, place) => `[c${place}]`).join('')}amix=inputs=${cues.length}:normalize=0,apad[music]`,
		'[0:a]asplit[words][key]',
		`[music][key]${ducking}[bed]`,
		'[words][bed]amix=inputs=2:normalize=0:duration=first',
	].join(';');
	const made = temporaryName(file);
	try {
		await concatenated(parts, async input => {
			const sources = [...input, '-stream_loop', '-1', '-i', music];
			await ffmpeg([...sources, '-filter_complex', graph, ...exact, '-c:a', 'flac', '-f', 'flac', made], {signal});
		});
		renameSync(made, file);
	} finally {
		rmSync(made, {force: true});
	}
}
