/** What `judge-check` and `rescore` have in common: the cost beforehand, and what an unfinished run leaves. */
import type {CliContext} from '../app/context.ts';
import type {JudgingRun} from '../app/judging/run-judging.ts';
import type {ReadyPlan} from '../app/plan/attach-voices.ts';
import {exitCodes} from '../formats/contract.ts';
import {isInteractive} from '../settings/terminal.ts';
import {confirmCost, costInWords} from './confirm-cost.ts';

/** Says what a paid run will cost; on a terminal one key confirms it. Rejects with `Interrupted`. */
export async function sayCost(plan: ReadyPlan, json: boolean, context: CliContext): Promise<void> {
	if (isInteractive(context) && !json) return confirmCost(plan, context);
	const cost = costInWords(plan);
	if (cost !== undefined) context.stderr.write(`${cost}\n`);
}

export type EndedJudging = Pick<JudgingRun, 'outcome' | 'reason' | 'file'>;

export function unfinishedText({outcome, reason, file}: EndedJudging): string {
	const why = reason === undefined ? '' : ` (${reason})`;
	return outcome === undefined
		? `Not finished${why}: what was answered is kept in ${file}, and the same command goes on with it.`
		: `Not finished: ${outcome}${why}. What was answered is kept in ${file}.`;
}

export function judgingExitCode({outcome, reason}: EndedJudging): number {
	if (outcome === undefined) return reason === undefined ? exitCodes.interrupted : exitCodes.unwell;
	return outcome === 'completed' ? exitCodes.ok : outcome === 'budget' ? exitCodes.budget : exitCodes.unwell;
}

/** How far a long command is, on stderr: one line that is written over on a terminal, else one at each tenth. */
type ProgressLine = {
	readonly show: (done: number, all: number) => void;
	/** Ends the line. */
	readonly done: () => void;
};

export function progressLine(stderr: NodeJS.WriteStream, name: string): ProgressLine {
	let tenth = 0;
	let open = false;
	return {
		show(done, all) {
			if (stderr.isTTY) {
				stderr.write(`\r${name}: ${done} of ${all}`);
				open = true;
				return;
			}
			const now = Math.floor((10 * done) / all);
			if (now > tenth) stderr.write(`${name}: ${done} of ${all}\n`);
			tenth = Math.max(tenth, now);
		},
		done() {
			if (open) stderr.write('\n');
			open = false;
		},
	};
}
