/** Finds who speaks a debate that is heard live, and what plays it. */
import {homeFiles} from '../../../settings/home.ts';
import type {Configuration} from '../../../settings/settings.ts';
import {UsageError} from '../../../debate/usage-error.ts';
import type {Ear} from '../../../exports/ear.ts';
import {readShow} from '../../show/show-file.ts';
import {castVoices} from '../cast-voices.ts';
import {findVoice, installedEngine, type SpeechVoice} from '../speech-engines.ts';
import {liveSpeech, type AudibleSpeech} from './live-speech.ts';
import {findPlayer, playerNames, type Player} from './players.ts';

/** Opens the speech of a debate whose sounds are kept in this folder. */
export type OpenSpeech = (folder: string) => AudibleSpeech;

export type SpokenDebate = {
	readonly seats: readonly {readonly id: string; readonly name: string}[];
	readonly ear: Ear;
	/** Voices by seat, from the command line. */
	readonly named?: Readonly<Record<string, string>>;
};

/** Whoever has no seat: a listener who barges in. */
const listener = 'listener';

/** Throws `UsageError` where nothing can speak or play. */
export async function findSpeech(
	{seats, ear, named = {}}: SpokenDebate,
	configuration: Configuration,
): Promise<OpenSpeech> {
	const {settings, home, programs} = configuration;
	const player = playerOr(settings.player, programs);
	const engine = settings.speech ?? (await installedEngine()) ?? '';
	const speakers = [...seats.map(({id, name}) => ({speaker: id, name})), {speaker: listener, name: listener}];
	const show = settings.speech === undefined ? readShow(homeFiles(home).show).voices : {};
	const cast = castVoices({seats}, speakers, {seats: named, show, engine, language: ear.language});
	const voices = new Map<string, SpeechVoice>();
	for (const {speaker, name} of speakers) {
		const spec = cast.get(name);
		if (spec !== undefined) voices.set(speaker, findVoice(spec, configuration));
		else if (speaker !== listener) throw noVoice(name);
	}
	const voiceOf = (speaker: string): SpeechVoice => {
		const voice = voices.get(speaker) ?? voices.get(listener) ?? voices.values().next().value;
		if (!voice) throw noVoice(speaker);
		return voice;
	};
	return folder => liveSpeech({voiceOf, player, ear, folder, timeoutMs: settings.timeout});
}

function playerOr(written: string | undefined, programs: readonly string[]): Player {
	const player = findPlayer(written, programs);
	if (player) return player;
	throw new UsageError({
		what: `No program that plays sound was found: ${playerNames}`,
		from: '--live',
		todo: 'Install one of them, or name another with --player.',
	});
}

const noVoice = (name: string): UsageError =>
	new UsageError({
		what: `There is no voice for ${name}`,
		from: '--live',
		todo: 'Install espeak-ng, or name what speaks with --engine, such as --engine openai.',
	});
