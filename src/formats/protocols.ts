/** All debate formats. */
import {withUnknownConfig, type Protocol} from '../debate/protocol.ts';
import {adversarialSpec} from './adversarial-spec/adversarial-spec.ts';
import {builderReviewer} from './builder-reviewer/builder-reviewer.ts';
import {codeDebateProtocol} from './code-debate/code-debate.ts';
import {duelogic} from './duelogic/duelogic.ts';
import {modelDuel} from './model-duel/model-duel.ts';
import {motion} from './motion/motion.ts';

/** Protocols by id. Each parses the config it is given, so callers need not know its type. */
export const protocols: Readonly<Record<string, Protocol>> = {
	duelogic: withUnknownConfig(duelogic),
	'adversarial-spec': withUnknownConfig(adversarialSpec),
	'builder-reviewer': withUnknownConfig(builderReviewer),
	'code-debate': withUnknownConfig(codeDebateProtocol),
	'model-duel': withUnknownConfig(modelDuel),
	motion: withUnknownConfig(motion),
};
