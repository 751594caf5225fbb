/** `rostrum run`: stages a debate. */
import {rostrumHome} from '../home-files.ts';
import {loadSettings} from '../settings.ts';
import {isInteractive} from '../terminal.ts';
import {arrange} from '../app/plan/arrange.ts';
import type {Run} from './cli/command.ts';
import {confirmCost} from './confirm-cost.ts';
import {extensions} from '../hosts/extension.ts';
import {hold} from '../app/session/hold.ts';
import {flagOption, settingFlags} from './cli/options.ts';
import {prepareAsking} from '../app/plan/prepare.ts';
import {present} from '../app/session/present.ts';
import {understand} from '../app/plan/understand.ts';
import {debateOptions} from './table.ts';

export const run: Run = async (given, around) => {
	const input = understand(given, rostrumHome(around.env), around.cwd);
	const instead = extensions[input.args[0] ?? '']?.instead?.(input);
	if (instead) return (await instead()).run(input, around);
	const configuration = loadSettings(settingFlags(input.options, debateOptions()));
	const json = flagOption(input.options, 'json');
	const headless = json || flagOption(input.options, 'headless') || !isInteractive(around);
	const plan = await prepareAsking(
		arrange(input, configuration, {cwd: around.cwd, interactive: !headless}),
		configuration,
		around.signal,
	);
	if (!headless) await confirmCost(plan, around);
	const held = await hold(plan, {
		signal: around.signal,
		headless,
		notice: text => void around.stderr.write(`${text}\n`),
	});
	return present(held, around, {headless, json, notices: plan.notices, settings: configuration.settings});
};
