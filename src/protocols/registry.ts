/** Every way to debate that there is. */
import {withUnknownConfig, type Protocol} from '../debate/protocol.ts';
import {adversarialSpec} from './adversarial-spec/adversarial-spec.ts';
import {builderReviewer} from './builder-reviewer/builder-reviewer.ts';
import {codeDebateProtocol} from './code-debate/code-debate.ts';
import {duelogic} from './duelogic/duelogic.ts';
import {modelDuel} from './model-duel/model-duel.ts';

/** Protocols by id. Each checks again the config it is handed, so that callers need not know its shape. */
export const protocols: Readonly<Record<string, Protocol>> = {
	duelogic: withUnknownConfig(duelogic),
	'adversarial-spec': withUnknownConfig(adversarialSpec),
	'builder-reviewer': withUnknownConfig(builderReviewer),
	'code-debate': withUnknownConfig(codeDebateProtocol),
	'model-duel': withUnknownConfig(modelDuel),
};
