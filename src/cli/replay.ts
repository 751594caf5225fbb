/** `rostrum replay`: shows a recorded debate again. */
import {homeFiles} from '../settings/home.ts';
import {isInteractive} from '../settings/terminal.ts';
import type {Run} from './command.ts';
import {debatesFolder, findJournal} from '../app/files/debate-folders.ts';
import {flagOption, numberOption} from '../formats/options.ts';
import {replayDebate} from '../app/session/debate-session.ts';
import {openRecording} from '../app/files/read-debate.ts';
import {show} from '../ui/show-session.ts';
import {pipedFile} from '../engine/host/named-file.ts';

export const run: Run = async ({args: [named = '.'], options}, context) => {
	const {settings, home, notices} = context.configure();
	const json = flagOption(options, 'json');
	const headless = json || flagOption(options, 'headless') || !isInteractive(context);
	const file = findJournal(
		pipedFile(context.cwd, named) ?? named,
		context.cwd,
		debatesFolder(settings.out, homeFiles(home).transcripts, context.cwd),
	);
	const speed = numberOption(options, 'speed', {flag: '--speed', whole: false}) ?? (headless ? 0 : 1);
	const {recording, notice} = openRecording(file);
	const session = replayDebate(file, {
		cwd: context.cwd,
		configure: context.configure,
		speed: speed === 0 ? Number.POSITIVE_INFINITY : speed,
		signal: context.signal,
		recorder: context.recorder,
		recording,
	});
	return show(session, context, {
		headless,
		json,
		settings,
		notices: notice === undefined ? notices : [...notices, notice],
	});
};
