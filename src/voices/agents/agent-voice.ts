/** Coding agents as voices: `agent:claude`. */
import type {Voice} from '../voice.ts';
import {acpAnswerer} from './acp.ts';
import {answerOnce} from './one-shot.ts';
import type {AgentRow} from './agent-rows.ts';

export type AgentVoiceOptions = {
	/** As a user writes it, such as `agent:claude`. */
	readonly id: string;
	readonly name: string;
	/** Who makes it, as it is shown. */
	readonly provider: string;
	readonly row: AgentRow;
};

/**
 * A voice that is a program of the user's. One that speaks the protocol is started when it is first asked and stays for
 * the debate; others are started for every answer. It may touch nothing but what a request's workplace allows.
 */
export function agentVoice({id, name, provider, row}: AgentVoiceOptions): Voice {
	return {
		id,
		name,
		provider,
		model: row.id,
		deterministic: false,
		answer: row.speaks === 'acp' ? acpAnswerer(row) : (request, context) => answerOnce(row, request, context),
	};
}
