/**
 * Composers by protocol and kind of task. A protocol adds a folder with a record of its composers here. All other
 * tasks are answered from the prompt's own words (general-answer.ts, schema-value.ts).
 */
import {adversarialSpec} from './adversarial-spec/composers.ts';
import {builderReviewer} from './builder-reviewer.ts';
import {codeDebate} from './code-debate/composers.ts';
import {duelogic} from './duelogic/composers.ts';
import {modelDuel} from './model-duel.ts';
import {motion} from './motion/composers.ts';
import type {Composer} from './composer.ts';

const byProtocol: Readonly<Record<string, Readonly<Record<string, Composer>>>> = {
	'adversarial-spec': adversarialSpec,
	'builder-reviewer': builderReviewer,
	'code-debate': codeDebate,
	duelogic,
	'model-duel': modelDuel,
	motion,
};

export const composerFor = (protocol: string | undefined, kind: string): Composer | undefined =>
	byProtocol[protocol ?? '']?.[kind];
