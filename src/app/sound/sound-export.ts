/** The sound of a debate for the screens: what will be spoken, and the speaking itself, as `rostrum voice` does it. */
import {existsSync} from 'node:fs';
import {basename} from 'node:path';
import type {Configuration} from '../../settings/settings.ts';
import {episodeInSteps, type Episode} from '../../exports/episode.ts';
import {formatOf} from '../../formats/index.ts';
import {clock, formatCount, money} from '../../languages/wording.ts';
import {soundOf, soundsBeside} from '../files/debate-folders.ts';
import {usualFormats, voiceEpisode, type SoundStep} from './voice-episode.ts';
import {NoSound} from './wav.ts';
import {readForExport, type WatchedWrite, type WrittenExport} from '../files/exports.ts';
import {resultPatiently} from '../files/read-debate.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Segment} from '../../exports/segments.ts';
import {assignSpeechVoices, findVoice, speechCost, speechPriceSource} from './speech-engines.ts';
import {installedEngine} from './speech-programs.ts';
import type {SpeechVoice} from './speech-voice.ts';
import {ownPace, piecesOf, soundFile, type SpokenPiece} from './spoken-sentences.ts';
import {readShow, writeShow, type Show} from './show-file.ts';

/** What is kept, wherever it stopped. */
const kept = 'what was spoken is kept, and the next time goes on from there';

/** Who speaks with which voice, how long it will be and what it costs, and the beginning of what is said. */
export async function previewSound(journal: string, configuration: Configuration): Promise<string> {
	const plan = await planned(journal, configuration);
	const {names, episode} = plan;
	const widest = Math.max(...[...names.keys()].map(({length}) => length));
	return [
		'Spoken as episode.wav, and episode.mp3 where ffmpeg is installed, with captions and chapters timed by the sound.',
		'"rostrum voice" has other voices and formats.',
		'',
		...speechTexts(plan, soundsBeside(soundOf(journal))).map(text => `${text}.`),
		'',
		...[...names].map(([name, voice]) => `${name.padEnd(widest)}  ${voice}`),
		'',
		...episode.segments.slice(0, 12).flatMap(({name, spoken}) => [`${name}: ${spoken}`, '']),
	].join('\n');
}

/** Rejects with what to tell the user where it is stopped or an engine fails. */
export async function writeSpeech(
	journal: string,
	configuration: Configuration,
	{signal = new AbortController().signal, progress}: WatchedWrite = {},
): Promise<WrittenExport> {
	const plan = await planned(journal, configuration, signal);
	plan.keepVoices();
	const {episode, voiceOf} = plan;
	const progressAt = soundProgress();
	try {
		const {files, length, missing} = await voiceEpisode(episode, voiceOf, {
			output: soundOf(journal),
			stereo: false,
			formats: usualFormats,
			wpm: episode.wpm,
			timeoutMs: configuration.settings.timeout,
			atOnce: 2,
			signal,
			show: plan.show,
			progress: step => {
				const at = progressAt(step);
				progress?.(at.share, {what: at.text, ...(at.msLeft !== undefined && {seconds: at.msLeft / 1000})});
			},
		});
		const [path = '', ...others] = files;
		return {path, note: [`${clock(length * 1000)} long, with ${namesOf(others)}`, ...missing].join('; ')};
	} catch (error) {
		if (signal.aborted) throw new Error(`stopped; ${kept}`, {cause: error});
		if (error instanceof NoSound) throw new Error(`${error.message.replaceAll(/\s+/gu, ' ')}; ${kept}`, {cause: error});
		throw error;
	}
}

const namesOf = (files: readonly string[]): string => files.map(file => basename(file)).join(', ');

async function planned(journal: string, configuration: Configuration, signal?: AbortSignal): Promise<SpeechPlan> {
	const {state} = await readForExport(journal, undefined, signal);
	return planSpeech(
		await resultPatiently(episodeInSteps(state, {format: formatOf(state.start?.protocol), coldOpen: true}), signal),
		configuration,
	);
}

// What it takes to speak a debate: the voices, how long it will be, what is there already, and what it costs.

type SpeechPlan = {
	readonly episode: Episode;
	/** As written, by the name of who speaks. */
	readonly names: ReadonlyMap<string, string>;
	readonly voiceOf: (segment: Segment) => SpeechVoice;
	/** The show whose voices are used, and of which it may be an episode. */
	readonly show: Show;
	/** Keeps with the show which voices were given out, so that the next episode has the same. */
	readonly keepVoices: () => void;
};

type Wishes = {
	/** By seat id or name. */
	readonly seats?: Readonly<Record<string, string>>;
	/** The show whose voices are used. */
	readonly show?: string | undefined;
};

/** Throws `UsageError` where nothing was said, or somebody has no voice. */
export async function planSpeech(
	episode: Episode,
	{settings, home, keyOf}: Configuration,
	{seats = {}, show: folder = homeFiles(home).show}: Wishes = {},
): Promise<SpeechPlan> {
	if (episode.segments.length === 0)
		throw new UsageError({what: 'Nothing was said in this debate', todo: 'Name another one.'});
	const show = readShow(folder);
	const names = assignSpeechVoices(episode.state, episode.segments, {
		seats,
		show: settings.speech === undefined ? show.voices : {},
		engine: settings.speech ?? (await installedEngine()) ?? '',
		language: episode.language,
	});
	const dumb = episode.segments.find(({name}) => !names.has(name));
	if (dumb)
		throw new UsageError({
			what: `There is no voice for ${dumb.name}`,
			todo: 'Install espeak-ng, name a voice a speaker with --seat, such as --seat chair_1=piper:en.onnx, or an engine with --engine openai.',
		});
	// Who speaks with the same voice shares it, and what it keeps running.
	const found = new Map(Array.from(new Set(names.values()), spec => [spec, findVoice(spec, {settings, keyOf})]));
	const voices = new Map(Array.from(names, ([name, spec]) => [name, found.get(spec)]));
	return {
		episode,
		names,
		show,
		voiceOf({name}) {
			const voice = voices.get(name);
			if (!voice) throw new UsageError(`There is no voice for ${name}.`);
			return voice;
		},
		keepVoices() {
			if (show.title === '') return;
			const bySeat = episode.segments.flatMap(({speaker, name}) => {
				const voice = names.get(name);
				return voice === undefined ? [] : [[speaker, voice] as const];
			});
			writeShow(folder, {...show, voices: {...show.voices, ...Object.fromEntries(bySeat)}});
		},
	};
}

/** How long it will be, how much of it is kept in `folder` already, and what the rest costs. */
export function speechTexts({episode, voiceOf}: SpeechPlan, folder: string): readonly string[] {
	const {segments, length, wpm} = episode;
	const pieces = piecesOf(segments, voiceOf);
	const left = pieces.filter(
		({text, voice}) => !existsSync(soundFile(folder, {spoken: text, voice, wpm: ownPace(voice, wpm)})),
	);
	const there = pieces.length - left.length;
	return [
		`About ${clock(length)}, ${formatCount(charactersIn(segments))} characters to speak`,
		...(there === 0 ? [] : [`${there} of ${pieces.length} sentences are spoken already and will not be again`]),
		...costTexts(left),
	];
}

const charactersIn = (segments: readonly Segment[]): number =>
	segments.reduce((sum, {spoken}) => sum + spoken.length, 0);

/** Nothing where this machine speaks, or no more is to be spoken. */
function costTexts(left: readonly SpokenPiece[]): readonly string[] {
	const paid = left.filter(({voice}) => voice.isLocal !== true);
	if (paid.length === 0) return [];
	const costs = paid.map(({text, segment, voice: {price}}) => {
		const {spoken, start, end} = segment;
		const ms = ((end - start) * text.length) / Math.max(1, spoken.length);
		return price && speechCost(price, {characters: text.length, ms});
	});
	const known = costs.filter(cost => cost !== undefined);
	const sum = known.reduce((all, cost) => all + cost, 0);
	const unknown = new Set(paid.flatMap(({voice}) => (voice.price ? [] : [voice.key.replace(/#.*$/u, '')])));
	return [
		...(known.length === 0 ? [] : [`About ${money(sum)} (${speechPriceSource})`]),
		...(unknown.size === 0 ? [] : [`No price is known of ${[...unknown].join(', ')}`]),
	];
}

/** How far it is: the share of all work, what is being done, and the milliseconds that the speaking still takes. */
export type SoundProgress = {readonly share: number; readonly text: string; readonly msLeft: number | undefined};

/** Of all the work: how much comes before, and how much a part of it is. */
const shares = {speak: [0, 0.7], mix: [0.7, 0.1], level: [0.8, 0.1], write: [0.9, 0.1]} as const;

/** To be called with each step. What was there already says nothing of how long the others take. */
export function soundProgress(): (step: SoundStep) => SoundProgress {
	const since = performance.now();
	return ({what, done, of, found}) => {
		const [before, part] = shares[what];
		const spoken = what === 'speak' ? done - found : 0;
		const msLeft = spoken > 0 && done < of ? ((performance.now() - since) / spoken) * (of - done) : undefined;
		return {share: before + (part * done) / Math.max(1, of), text: stepText({what, done, of, found}), msLeft};
	};
}

function stepText({what, done, of, found}: SoundStep): string {
	if (what === 'speak') return `${done} of ${of} sentences spoken${found > 0 ? `, ${found} there already` : ''}`;
	if (what === 'mix') return `${done} of ${of} parts mixed`;
	return what === 'level' ? `loudness measured, ${done}%` : `written, ${done}%`;
}
