/** `rostrum voice`: speaks a debate, and writes it as sound with captions and chapters. */
import {mkdirSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import {addEpisode, writeFeed} from '../app/sound/show-episodes.ts';
import {readShow, writeShow} from '../app/sound/show-file.ts';
import {usualFormats, voiceEpisode, type AudioFormat} from '../app/sound/voice-episode.ts';
import {NoSound} from '../app/sound/wav.ts';
import {debatesFolder, findJournal, soundOf, soundsBeside} from '../app/files/debate-folders.ts';
import {exportOptions} from '../app/files/export-options.ts';
import {editsOf} from '../app/files/edit-text.ts';
import {eventsIn} from '../app/files/read-debate.ts';
import {planSpeech, soundProgress, speechTexts, type SoundProgress} from '../app/sound/sound-export.ts';
import {withEdition} from '../app/judging/edition-beside.ts';
import {fold} from '../debate/reduce.ts';
import {UsageError} from '../debate/usage-error.ts';
import {exitCodes} from '../formats/contract.ts';
import {
	choiceOption,
	flagOption,
	numberOption,
	pairsOption,
	refuseTwice,
	textOption,
	type Input,
} from '../formats/options.ts';
import {formatOf} from '../formats/index.ts';
import {homeFiles} from '../settings/home.ts';
import {episodeFrom} from '../exports/episode.ts';
import {clock} from '../languages/wording.ts';
import type {Run} from './command.ts';
import {settingFlags, voiceOptionRows} from '../app/plan/option-rows.ts';
import type {CommandContext} from '../app/context.ts';
import {findSpeech} from '../app/sound/live-speech.ts';
import {replayDebate} from '../app/session/debate-session.ts';
import {show} from '../ui/show-session.ts';
import type {Configuration} from '../settings/settings.ts';
import {isInteractive} from '../settings/terminal.ts';
import {languageOf} from '../languages/find.ts';
import {speechPace} from '../debate/text/words.ts';

export const run: Run = async ({args: [named = '.'], options}, context) => {
	const {cwd, stderr, stdout, signal} = context;
	const configuration = context.configure(settingFlags(options, voiceOptionRows));
	const {settings, home} = configuration;
	const journal = findJournal(named, cwd, debatesFolder(settings.out, home, cwd));
	if (flagOption(options, 'live')) return speakLive(journal, options, {configuration, context});
	const how = exportOptions(options, cwd);
	const edits = flagOption(options, 'edited') ? editsOf(journal) : undefined;
	const music = musicFile(options, cwd);
	const spoken = {...how, coldOpen: flagOption(options, 'coldOpen'), ...(edits && {edits})};
	const output = resolve(cwd, textOption(options, 'output') ?? soundOf(journal));
	refuseTwice(options, 'seat');
	const showFolder = resolve(cwd, textOption(options, 'dir') ?? homeFiles(home).show);
	const wishes = {seats: pairsOption(options, 'seat', '--seat'), show: showFolder};
	const state = withEdition(fold(eventsIn(journal)), journal);
	const format = formatOf(state.start?.protocol);
	const plan = await planSpeech(episodeFrom(state, {...spoken, format}), configuration, wishes);
	plan.keepVoices();
	const {episode, names, voiceOf} = plan;
	for (const [name, voice] of names) stderr.write(`${name}: ${voice}\n`);
	for (const text of speechTexts(plan, soundsBeside(output))) stderr.write(`${text}\n`);
	const progressAt = soundProgress();
	const tell = progressTeller(stderr);
	try {
		const voiced = await voiceEpisode(episode, voiceOf, {
			output,
			stereo: flagOption(options, 'stereo'),
			tracks: flagOption(options, 'tracks'),
			formats: formatsOf(options),
			wpm: episode.wpm,
			timeoutMs: settings.timeout,
			atOnce: 2,
			signal,
			show: plan.show,
			joining: flagOption(options, 'publish'),
			music,
			progress: step => tell.at(progressAt(step)),
		});
		tell.end();
		for (const note of voiced.missing) stderr.write(`${note}\n`);
		const {length, loudness, peak} = voiced;
		const measured =
			loudness === undefined || peak === undefined
				? ''
				: `, ${loudness.toFixed(1)} LUFS, true peak ${peak.toFixed(1)} dB`;
		stderr.write(`${clock(length * 1000)}${measured}\n`);
		stdout.write(`${voiced.files.join('\n')}\n`);
		if (flagOption(options, 'publish')) publish(journal, output, showFolder, context);
		return exitCodes.ok;
	} catch (error) {
		tell.end();
		if (!(error instanceof NoSound)) throw error;
		stderr.write(`rostrum: ${error.message}. What was spoken is kept: the same command goes on from there.\n`);
		return exitCodes.unwell;
	}
};

/** Throws `UsageError` where there is no such file. */
function musicFile(options: Input['options'], cwd: string): string | undefined {
	const named = textOption(options, 'music');
	if (named === undefined) return undefined;
	const file = resolve(cwd, named);
	if (statSync(file, {throwIfNoEntry: false})?.isFile() === true) return file;
	throw new UsageError({
		what: 'There is no such sound file',
		value: file,
		from: '--music',
		todo: 'Name one that ffmpeg reads, such as theme.mp3.',
	});
}

/** Makes it an episode of the show, or makes that anew, and writes the feed. */
function publish(journal: string, spoken: string, folder: string, {stderr, stdout}: CommandContext): void {
	mkdirSync(folder, {recursive: true});
	const added = addEpisode(readShow(folder), {journal, spoken, folder, number: undefined, now: new Date()});
	writeShow(folder, added.show);
	stdout.write(`${writeFeed(folder, added.show)}\n`);
	stderr.write(`Episode ${added.episode.number} of ${added.show.title || 'a show without a title'}\n`);
}

/** Plays it on the stage, spoken. */
async function speakLive(
	journal: string,
	options: Input['options'],
	{configuration, context}: {readonly configuration: Configuration; readonly context: CommandContext},
): Promise<number> {
	refuseTwice(options, 'seat');
	const {cwd, signal, recorder, configure} = context;
	const state = withEdition(fold(eventsIn(journal)), journal);
	const {pronunciations = []} = exportOptions(options, cwd);
	const named = pairsOption(options, 'seat', '--seat');
	const ear = {language: languageOf(state), pronunciations};
	const open = await findSpeech({seats: state.seats, ear, named}, configuration);
	const speech = open(soundsBeside(soundOf(journal)));
	const speed = (numberOption(options, 'wpm', {flag: '--wpm', from: 60}) ?? speechPace) / speechPace;
	try {
		const session = replayDebate(journal, {cwd, signal, recorder, configure, rhythm: {speed}, speech});
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

const formatNames = ['wav', 'mp3', 'm4a'] as const;

function formatsOf(options: Input['options']): readonly AudioFormat[] {
	const chosen = choiceOption(options, 'format', [...formatNames, 'all']);
	if (chosen === undefined) return usualFormats;
	return chosen === 'all' ? formatNames : formatNames.filter(name => name === chosen);
}

/** Cells of the bar. */
const barLength = 24;
/** Lines are written for so many steps of the whole, where there is no terminal to draw a bar in. */
const fewLines = 20;

/** A bar that is drawn over itself in a terminal, and a line now and then elsewhere. */
function progressTeller(stderr: CommandContext['stderr']): {at: (progress: SoundProgress) => void; end: () => void} {
	let [last, isDrawn] = [-1, false];
	return {
		at({share, text, msLeft}) {
			const line = `${text}${msLeft === undefined ? '' : `, ${clock(msLeft)} left to speak`}`;
			if (stderr.isTTY) {
				const full = Math.round(share * barLength);
				const room = Math.max(10, (stderr.columns || 80) - barLength - 3);
				stderr.write(`\r\u001B[K${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${line.slice(0, room)}`);
				isDrawn = true;
				return;
			}
			const step = Math.floor(share * fewLines);
			if (step === last) return;
			last = step;
			stderr.write(`${line}\n`);
		},
		end() {
			if (isDrawn) stderr.write('\n');
			isDrawn = false;
		},
	};
}
