/** Errors of an ACP connection, in words for the user. */
import {VoiceError} from '../voice.ts';
import type {AgentRow} from './agent-rows.ts';

/** The protocol's JSON-RPC code for "authentication required". */
const signInFirst = -32_000;

/** Whether the error is a JSON-RPC error sent by the agent, with this code if given. */
const hasCode = (error: unknown, wanted?: number): boolean =>
	error instanceof Error &&
	'code' in error &&
	typeof error.code === 'number' &&
	(wanted === undefined || error.code === wanted);

/** A `VoiceError` for what went wrong; what is none of ours is passed on as it is. */
export function agentError(error: unknown, {name}: AgentRow): unknown {
	if (error instanceof VoiceError || !(error instanceof Error)) return error;
	if (hasCode(error, signInFirst))
		return new VoiceError('unusable', `${name} needs you to sign in first: start it once on its own.`, {cause: error});
	if (hasCode(error)) return new VoiceError('server', `${name} reported an error: ${error.message}.`, {cause: error});
	return new VoiceError('network', `The connection to ${name} broke: ${error.message}.`, {cause: error});
}
