/** What every part of the server is given, and how its tools answer. */
import type {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import type {Budget} from '../../debate/events.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {StageRecorder} from '../files/exports.ts';
import type {Configure} from '../../settings/settings.ts';
import {VoiceSpecError} from '../../voices/voice-spec.ts';
import type {Debates} from './debates.ts';

export type ServerOptions = {
	readonly configure: Configure;
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly recorder?: StageRecorder | undefined;
	/** The folders that clients may have read; by default the one that the server was started in. */
	readonly roots: readonly string[];
	/** What all debates together may spend; without it only voices that cost nothing speak. */
	readonly budget: Budget | undefined;
	readonly agents: boolean;
	/** How many debates run at once. */
	readonly atOnce: number;
	readonly notice: (text: string) => void;
};

export type Serving = ServerOptions & {readonly server: McpServer; readonly debates: Debates};

const answer = (text: string) => ({content: [{type: 'text' as const, text}]});

/** What the client can correct is an answer of the tool's, marked as an error. */
export async function answered(make: () => Promise<string>) {
	try {
		return answer(await make());
	} catch (error) {
		if (error instanceof UsageError || error instanceof VoiceSpecError)
			return {...answer(error.message), isError: true};
		throw error;
	}
}
