/** Whether the work that was asked for was accepted and handed over as asked: for the exit code. */
import {redCheckOf} from '../../../debate/formats/builder-reviewer.ts';
import type {DebateState} from '../../../debate/state.ts';
import {builderReviewerConfig} from '../config.ts';

/** Why it was not, in words; undefined where it was, or where the user or a failure ended the run. */
export function notAccepted({start, formats: {builderReviewer: build}}: DebateState): string | undefined {
	const config = builderReviewerConfig.safeParse(start?.config).data;
	const {end, handOver} = build;
	switch (end?.status) {
		case 'aborted':
			return 'The work was not accepted: the reviewer aborted it.';
		case 'halted':
			return 'The work was not accepted: the run was halted.';
		case 'deadlock':
			return 'The work was not accepted: the reviewer still asked for changes after the last cycle.';
		case 'accepted': {
			const red = redCheckOf(build);
			if (red !== undefined && config?.force !== true && handOver?.accept === 'none')
				return `The work was accepted and not handed over: ${red}.`;
			const isEmpty = (build.updates.findLast(({final}) => final)?.diff ?? '').trim() === '';
			return handOver && config && handOver.accept !== config.accept && config.accept !== 'none' && !isEmpty
				? 'The work was accepted and could not be handed over as asked.'
				: undefined;
		}
		default:
			return undefined;
	}
}
