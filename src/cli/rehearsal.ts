/** What a pipe or a CI log gets from the bare command: something to read, without a key and without a question. */
import type {CliContext} from '../app/context.ts';
import {defaultFormat} from '../formats/index.ts';
import {loadSettings} from '../settings/settings.ts';
import {startSession} from '../app/session/start-session.ts';
import {planWithVoices} from '../app/plan/attach-voices.ts';
import {allRehearsed} from '../app/voices/assign-voices.ts';
import {renderSession} from '../ui/show-session.ts';

/** Stages the first topic of the first preset, at its shortest, on rehearsal voices. Gives the exit code. */
export async function rehearsal(context: CliContext): Promise<number> {
	const configuration = loadSettings({}, context);
	const settings = {...configuration.settings, ...allRehearsed};
	const input = {args: [defaultFormat.id], options: {set: defaultFormat.shortest}};
	const plan = planWithVoices(input, {...configuration, settings}, {cwd: context.cwd, interactive: false});
	return renderSession(
		await startSession(plan, {
			cwd: context.cwd,
			signal: context.signal,
			recorder: context.recorder,
			configuration,
			headless: true,
		}),
		context,
		{
			headless: true,
			json: false,
			notices: plan.notices,
			settings,
		},
	);
}
