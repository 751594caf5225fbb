/** The sound of a debate for the screens: what will be spoken, and the speaking itself, as `rostrum voice` does it. */
import {basename, dirname, join} from 'node:path';
import type {Configuration} from '../../settings/settings.ts';
import {episodeInSteps} from '../../exports/episode.ts';
import {formatOf} from '../../formats/index.ts';
import {clock} from '../../languages/wording.ts';
import {soundsBeside, usualFormats, voiceEpisode} from '../audio/voice-episode.ts';
import {NoSound} from '../audio/wav.ts';
import {readForExport, type WatchedWrite, type WrittenExport} from '../files/exports.ts';
import {resultPatiently} from '../files/patient.ts';
import {planSpeech, speechProgress, speechTexts, type SpeechPlan, type SpeechProgress} from './plan-speech.ts';

/** What is kept, wherever it stopped. */
const kept = 'what was spoken is kept, and the next time goes on from there';

/** The part of the work that goes into speaking; the rest is mixing. */
const speaking = 0.9;

/** Who speaks with which voice, how long it will be and what it costs, and the beginning of what is said. */
export async function previewSound(journal: string, configuration: Configuration): Promise<string> {
	const plan = await planned(journal, configuration);
	const {names, episode} = plan;
	const widest = Math.max(...[...names.keys()].map(({length}) => length));
	return [
		'Spoken as episode.wav, and episode.mp3 where ffmpeg is installed, with captions and chapters timed by the sound.',
		'"rostrum voice" has other voices and formats.',
		'',
		...speechTexts(plan, soundsBeside(journal)).map(text => `${text}.`),
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
	const progressAt = speechProgress(episode.segments.length);
	try {
		const {files, length, missing} = await voiceEpisode(episode, voiceOf, {
			output: join(dirname(journal), 'episode'),
			stereo: false,
			formats: usualFormats,
			wpm: episode.wpm,
			timeoutMs: configuration.settings.timeout,
			atOnce: 2,
			signal,
			progress: (done, found) => {
				progress?.((speaking * done) / episode.segments.length, told(progressAt(done, found)));
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

function told({done, of, found, msLeft}: SpeechProgress): {readonly what: string; readonly seconds?: number} {
	if (done === of) return {what: 'all is spoken, and being mixed'};
	const before = found > 0 ? `, ${found} there already` : '';
	return {what: `${done} of ${of} pieces spoken${before}`, ...(msLeft !== undefined && {seconds: msLeft / 1000})};
}

async function planned(journal: string, configuration: Configuration, signal?: AbortSignal): Promise<SpeechPlan> {
	const {state} = await readForExport(journal, undefined, signal);
	return planSpeech(
		await resultPatiently(episodeInSteps(state, {format: formatOf(state.start?.protocol)}), signal),
		configuration,
	);
}
