/** `rostrum replay`: shows a recorded debate again. */
import {isInteractive} from '../settings/terminal.ts';
import type {Run} from './command.ts';
import {debatesFolder, findJournal} from '../app/files/debate-folders.ts';
import {flagOption, numberOption, type Input} from '../formats/options.ts';
import {noHints, pace, settingFlags} from '../app/plan/option-rows.ts';
import {wordsAMinute, type PaceSetting} from '../settings/schema.ts';
import {UsageError} from '../debate/usage-error.ts';
import type {Rhythm} from '../engine/replay/replay.ts';
import {replayDebate} from '../app/session/debate-session.ts';
import {openRecording} from '../app/files/read-debate.ts';
import {show} from '../ui/show-session.ts';
import {pipedFile} from '../engine/host/named-file.ts';

export const run: Run = async ({args: [named = '.'], options}, context) => {
	const {settings, home, notices} = context.configure(settingFlags(options, [pace, noHints]));
	const json = flagOption(options, 'json');
	const headless = json || flagOption(options, 'headless') || !isInteractive(context);
	const file = findJournal(
		pipedFile(context.cwd, named) ?? named,
		context.cwd,
		debatesFolder(settings.out, home, context.cwd),
	);
	const rhythm = rhythmOf(options, settings.pace, headless);
	const {recording, notice} = openRecording(file);
	const session = replayDebate(file, {
		cwd: context.cwd,
		configure: context.configure,
		rhythm,
		signal: context.signal,
		recorder: context.recorder,
		recording,
		hints: settings.hints,
		opening: flagOption(options, 'highlights') ? 'highlights' : !headless && 'pace' in rhythm ? 'hook' : undefined,
	});
	return show(session, context, {
		headless,
		json,
		settings,
		notices: notice === undefined ? notices : [...notices, notice],
	});
};

/** The speed that is asked for, or else a pace; at once where nobody watches and none was named. */
function rhythmOf(options: Input['options'], pace: PaceSetting, headless: boolean): Rhythm {
	const speed = numberOption(options, 'speed', {flag: '--speed', whole: false});
	if (speed !== undefined && options['pace'] !== undefined)
		throw new UsageError({
			what: 'A recording has one rhythm: a pace of its own, or its old one at some speed',
			value: String(speed),
			from: '--speed',
			todo: 'Leave out --speed or --pace.',
		});
	if (speed !== undefined) return {speed: speed === 0 ? Number.POSITIVE_INFINITY : speed};
	const words = wordsAMinute(headless && options['pace'] === undefined ? 'auto' : pace, !headless);
	return words === 0 ? {speed: Number.POSITIVE_INFINITY} : {pace: words};
}
