/** Composers for a builder-reviewer run, by kind of task. */
import type {Composer} from '../request/composer.ts';
import {alternative, plan, step} from './building.ts';
import {ack, decision, planFeedback, watch} from './reviewing.ts';

export const builderReviewer: Readonly<Record<string, Composer>> = {
	ack,
	plan,
	'plan-feedback': planFeedback,
	alternative,
	step,
	watch,
	decision,
};
