/** `rostrum run`: stages a debate. */
import {settingFlags, debateOptions} from '../app/cli/option-rows.ts';
import {rostrumHome} from '../settings/home.ts';
import {isInteractive} from '../engine/host/terminal.ts';
import {resolvePlan} from '../app/plan/resolve-plan.ts';
import type {Run} from './cli/command.ts';
import {confirmCost} from './cli/confirm-cost.ts';
import {exitCodes} from '../hosts/contract/exit-codes.ts';
import {formatHosts} from '../hosts/registry.ts';
import {startDebate} from '../app/screens/debate-session.ts';
import {flagOption} from '../hosts/contract/options.ts';
import {attachCheckedVoices} from '../app/plan/attach-voices.ts';
import {renderSession} from '../app/session/render-session.ts';
import {normalizeInput} from '../app/plan/normalize-input.ts';

export const run: Run = async (given, around) => {
	const input = normalizeInput(given, rostrumHome(around.env), around.cwd);
	const host = formatHosts[input.args[0] ?? ''];
	const action = host?.action?.(input, around.cwd);
	if (action) {
		around.stdout.write(await action());
		return exitCodes.ok;
	}
	const queue = await host?.queue?.(input, around.cwd);
	const configuration = around.configure(settingFlags(input.options, debateOptions()));
	if (queue) return (await import('../app/session/run-queue.ts')).runQueue(queue, configuration, around);
	const json = flagOption(input.options, 'json');
	const headless = json || flagOption(input.options, 'headless') || !isInteractive(around);
	const plan = await attachCheckedVoices(
		resolvePlan(input, configuration, {cwd: around.cwd, interactive: !headless}),
		configuration,
		around.signal,
	);
	if (!headless) await confirmCost(plan, around);
	const {cwd, signal, configure} = around;
	const running = await startDebate(plan, {
		cwd,
		signal,
		configure,
		configuration,
		headless,
		notice: text => void around.stderr.write(`${text}\n`),
	});
	return renderSession(running, around, {headless, json, notices: plan.notices, settings: configuration.settings});
};
