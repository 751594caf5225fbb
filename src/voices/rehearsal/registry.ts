/**
 * The table of who composes what: protocol, then kind of task. A protocol adds its own by a folder with a composer a
 * file
 * and a record of them here. What is not in it is answered from the words given (general.ts, schema.ts).
 */
import {adversarialSpec} from './adversarial-spec/composers.ts';
import {builderReviewer} from './builder-reviewer/composers.ts';
import {codeDebate} from './code-debate/composers.ts';
import {duelogic} from './duelogic/composers.ts';
import {modelDuel} from './model-duel/composers.ts';
import type {Composer} from './request/composer.ts';

const byProtocol: Readonly<Record<string, Readonly<Record<string, Composer>>>> = {
	'adversarial-spec': adversarialSpec,
	'builder-reviewer': builderReviewer,
	'code-debate': codeDebate,
	duelogic,
	'model-duel': modelDuel,
};

export const composerFor = (protocol: string | undefined, kind: string): Composer | undefined =>
	byProtocol[protocol ?? '']?.[kind];
