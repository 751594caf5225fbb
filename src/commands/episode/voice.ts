/** `rostrum voice`: speaks a debate, and writes it as sound with captions and chapters. */
import {dirname, join, resolve} from 'node:path';
import {castVoices} from '../../app/audio/cast-voices.ts';
import {findVoice, installedEngine, type SpeechVoice} from '../../app/audio/speech-engines.ts';
import {voiceEpisode, type AudioFormat} from '../../app/audio/voice-episode.ts';
import {NoSound} from '../../app/audio/wav.ts';
import {debatesFolder} from '../../app/files/debate-folder.ts';
import {exportOptions} from '../../app/files/export-options.ts';
import {editsOf} from '../../app/files/edited-version.ts';
import {findJournal} from '../../app/files/find-debate.ts';
import {eventsIn} from '../../app/files/read-debate.ts';
import {readShow, writeShow} from '../../app/show/show-file.ts';
import {fold} from '../../debate/reduce.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {exitCodes} from '../../hosts/contract/exit-codes.ts';
import {
	choiceOption,
	flagOption,
	numberOption,
	pairsOption,
	refuseTwice,
	textOption,
	type Input,
} from '../../hosts/contract/options.ts';
import {homeFiles} from '../../settings/home.ts';
import {episodeFrom, type Episode} from '../../transcripts/episode/episode.ts';
import type {Segment} from '../../transcripts/episode/segments.ts';
import {clock, formatCount} from '../../transcripts/wording.ts';
import type {Run} from '../cli/command.ts';
import {settingFlags, voiceOptionRows} from '../../app/cli/option-rows.ts';
import type {CommandContext} from '../../app/cli/context.ts';
import {findSpeech} from '../../app/audio/live/open-speech.ts';
import {replayDebate} from '../../app/screens/debate-session.ts';
import {show} from '../../app/session/render-session.ts';
import type {Configuration} from '../../settings/settings.ts';
import {isInteractive} from '../../settings/terminal.ts';
import {languageOf} from '../../transcripts/ear/languages/find.ts';
import {speechPace} from '../../debate/text/words.ts';

export const run: Run = async ({args: [named = '.'], options}, context) => {
	const {cwd, stderr, stdout, signal} = context;
	const configuration = context.configure(settingFlags(options, voiceOptionRows));
	const {settings, home} = configuration;
	const journal = findJournal(named, cwd, debatesFolder(settings.out, homeFiles(home).transcripts, cwd));
	if (flagOption(options, 'live')) return speakLive(journal, options, {configuration, context});
	const how = exportOptions(options, cwd);
	const edits = flagOption(options, 'edited') ? editsOf(journal) : undefined;
	const spoken = {...how, coldOpen: flagOption(options, 'coldOpen'), ...(edits && {edits})};
	const episode = episodeFrom(fold(eventsIn(journal)), spoken);
	if (episode.segments.length === 0)
		throw new UsageError({what: 'Nothing was said in this debate', value: named, todo: 'Name another one.'});
	const cast = await castOf(episode, options, {home, configuration});
	for (const [name, voice] of cast.names) stderr.write(`${name}: ${voice}\n`);
	const characters = episode.segments.reduce((sum, {spoken}) => sum + spoken.length, 0);
	stderr.write(`About ${clock(episode.length)}, ${formatCount(characters)} characters to speak\n`);
	const since = performance.now();
	try {
		const voiced = await voiceEpisode(episode, cast.of, {
			output: resolve(cwd, textOption(options, 'output') ?? join(dirname(journal), 'episode')),
			stereo: flagOption(options, 'stereo'),
			formats: formatsOf(options),
			wpm: episode.wpm,
			timeoutMs: settings.timeout,
			atOnce: 2,
			signal,
			progress: (done, found) => stderr.write(progressLine(episode.segments, done, found, performance.now() - since)),
		});
		for (const note of voiced.missing) stderr.write(`${note}\n`);
		stderr.write(
			`${clock(voiced.length * 1000)}, ${voiced.loudness.toFixed(1)} LUFS, true peak ${voiced.peak.toFixed(1)} dB\n`,
		);
		stdout.write(`${voiced.files.join('\n')}\n`);
		return exitCodes.ok;
	} catch (error) {
		if (!(error instanceof NoSound)) throw error;
		stderr.write(`rostrum: ${error.message}. What was spoken is kept: the same command goes on from there.\n`);
		return exitCodes.unwell;
	}
};

/** Plays it on the stage, spoken. */
async function speakLive(
	journal: string,
	options: Input['options'],
	{configuration, context}: {readonly configuration: Configuration; readonly context: CommandContext},
): Promise<number> {
	refuseTwice(options, 'seat');
	const {cwd, signal, configure} = context;
	const state = fold(eventsIn(journal));
	const {pronunciations = []} = exportOptions(options, cwd);
	const named = pairsOption(options, 'seat', '--seat');
	const ear = {language: languageOf(state), pronunciations};
	const open = await findSpeech({seats: state.seats, ear, named}, configuration);
	const speech = open(join(dirname(journal), 'audio'));
	const speed = (numberOption(options, 'wpm', {flag: '--wpm', from: 60}) ?? speechPace) / speechPace;
	try {
		const session = replayDebate(journal, {cwd, signal, configure, speed, speech});
		const headless = flagOption(options, 'headless') || !isInteractive(context);
		const code = await show(session, context, {
			headless,
			json: false,
			settings: configuration.settings,
			notices: configuration.notices,
		});
		const {trouble} = speech.state();
		if (trouble !== undefined) context.stderr.write(`The sound ended early: ${trouble}\n`);
		return code;
	} finally {
		speech.close();
	}
}

type SpokenCast = {readonly names: ReadonlyMap<string, string>; readonly of: (segment: Segment) => SpeechVoice};

/** Keeps with the show which voices were given out, so that the next episode has the same. */
async function castOf(
	episode: Episode,
	options: Input['options'],
	{home, configuration}: {readonly home: string; readonly configuration: Configuration},
): Promise<SpokenCast> {
	refuseTwice(options, 'seat');
	const folder = textOption(options, 'dir') ?? homeFiles(home).show;
	const show = readShow(folder);
	const engine = configuration.settings.speech ?? (await installedEngine());
	const seats = pairsOption(options, 'seat', '--seat');
	const names = castVoices(episode.state, episode.segments, {
		seats,
		show: configuration.settings.speech === undefined ? show.voices : {},
		engine: engine ?? '',
		language: episode.language,
	});
	const dumb = episode.segments.find(({name}) => !names.has(name));
	if (dumb)
		throw new UsageError({
			what: `There is no voice for ${dumb.name}`,
			todo: 'Install espeak-ng, name a voice a speaker with --seat, such as --seat chair_1=piper:en.onnx, or an engine with --engine openai.',
		});
	if (show.title !== '') writeShow(folder, {...show, voices: {...show.voices, ...Object.fromEntries(names)}});
	const voices = new Map([...names].map(([name, spec]) => [name, findVoice(spec, configuration)]));
	const of = ({name}: Segment): SpeechVoice => {
		const voice = voices.get(name);
		if (!voice) throw new UsageError(`There is no voice for ${name}.`);
		return voice;
	};
	return {names, of};
}

const formatNames = ['wav', 'mp3', 'm4a'] as const;

/** WAV and MP3 unless said otherwise. */
function formatsOf(options: Input['options']): readonly AudioFormat[] {
	const chosen = choiceOption(options, 'format', [...formatNames, 'all']);
	if (chosen === undefined) return ['wav', 'mp3'];
	return chosen === 'all' ? formatNames : formatNames.filter(name => name === chosen);
}

function progressLine(segments: readonly Segment[], done: number, found: number, ms: number): string {
	const {name = ''} = segments[done - 1] ?? {};
	const spoken = done - found;
	const left = spoken > 0 ? `, ${clock((ms / spoken) * (segments.length - done))} left` : '';
	return `${done} of ${segments.length}, ${name}${found > 0 ? `, ${found} there already` : ''}${left}\n`;
}
