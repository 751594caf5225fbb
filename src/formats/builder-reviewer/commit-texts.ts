/** Messages of the commits in which accepted work is handed over: what, why, and what the check said. Pure. */
import {describeCheck, type Build, type Update} from '../../debate/formats/builder-reviewer/state.ts';

export type CommitText = {readonly key: string; readonly title: string; readonly body: string};

/** The body of one commit with all of it, and the commits of the steps that were done, by their keys. */
export function commitTexts(build: Build): {readonly body: string; readonly steps: CommitText[]} {
	const titles = new Map(
		build.messages.flatMap(({message: {message_type: type, body}}) =>
			type === 'plan.proposed' ? body.steps.map(({id, title}) => [id, title] as const) : [],
		),
	);
	const done = build.updates.filter(({step, status}) => step !== undefined && status === 'done');
	const titleOf = ({step = ''}: Update): string => titles.get(step) ?? step;
	const decision = build.decisions.at(-1);
	const parts = [
		summaries(build),
		done.map(update => `- ${titleOf(update)}${update.note === undefined ? '' : `: ${update.note}`}`).join('\n'),
		checkLine(build.updates.findLast(({final}) => final)),
		decision?.rationale === undefined ? '' : `Reviewed: ${decision.rationale}`,
		(decision?.remarks ?? []).map(remark => `Remark: ${remark}`).join('\n'),
	];
	return {
		body: parts.filter(part => part.trim() !== '').join('\n\n'),
		steps: done.map(update => ({
			key: `c${update.cycle}-${update.step ?? ''}`,
			title: titleOf(update),
			body: [update.note ?? '', checkLine(update)].filter(part => part !== '').join('\n\n'),
		})),
	};
}

/** Of the last plan of each cycle: a later one tells what was mended, and not what was done at first. */
const summaries = ({messages}: Build): string => {
	const plans = messages.flatMap(({message: {message_type: type, body}}) =>
		type === 'plan.proposed' ? [[body.cycle, body.summary] as const] : [],
	);
	return [...new Map(plans).values()].join('\n\n');
};

const checkLine = (update: Update | undefined): string =>
	update?.tests ? `Check: ${update.tests.command ?? 'it'} ${describeCheck(update.tests)}` : '';
