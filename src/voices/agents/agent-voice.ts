/** Coding agents as voices: `agent:claude`, `agent:opencode#model`. */
import type {Voice} from '../voice.ts';
import {acpAnswerer} from './acp.ts';
import type {LaunchAgent} from './agent-process.ts';
import {answerOnce} from './one-shot.ts';
import type {AgentRow} from './agent-rows.ts';

export type AgentVoiceOptions = {
	/** As written in settings, such as `agent:claude`. */
	readonly id: string;
	readonly name: string;
	/** The vendor, for display. */
	readonly provider: string;
	readonly row: AgentRow;
	/** Starts its program in a sandbox. */
	readonly within?: LaunchAgent | undefined;
	/** Rostrum's version, which ACP agents are told. */
	readonly version?: string;
};

/**
 * A coding agent as a voice. ACP agents start on the first request and stay for the debate, others start for every
 * answer. Only a request's workplace lets them touch files.
 */
export function agentVoice({id, name, provider, row, within, version = '0'}: AgentVoiceOptions): Voice {
	return {
		id,
		name,
		provider,
		model: row.model ?? row.id,
		deterministic: false,
		reportsUsage: true,
		answer:
			row.speaks === 'acp'
				? acpAnswerer(row, {within, version})
				: (request, context) => answerOnce(row, request, context, within),
	};
}
