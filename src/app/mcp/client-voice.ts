/** The model of the connected client as a voice, by MCP sampling: debates work without any key. */
import type {Server} from '@modelcontextprotocol/sdk/server/index.js';
import {reasonOf} from '../../debate/text/words.ts';
import type {Message} from '../../debate/protocol.ts';
import {promptMessages} from '../../voices/agents/agent-prompt.ts';
import {VoiceError, type Voice} from '../../voices/voice.ts';

/** What a client is asked for where a request sets no limit. */
const usualTokens = 2000;

/** Undefined where the client does not offer its model. */
export function clientVoice(server: Server): Voice | undefined {
	if (!server.getClientCapabilities()?.sampling) return undefined;
	return {
		id: 'client',
		name: 'Client',
		provider: server.getClientVersion()?.name ?? 'MCP client',
		deterministic: false,
		// The client pays, by its own rules.
		price: {input: 0, output: 0},
		async *answer(request, {signal, timeoutMs}) {
			const messages = promptMessages(request);
			const {content, stopReason} = await server
				.createMessage(
					{
						messages: conversation(messages),
						systemPrompt: messages
							.filter(({role}) => role === 'system')
							.map(({content: text}) => text)
							.join('\n\n'),
						maxTokens: request.maxTokens ?? usualTokens,
						...(request.temperature !== undefined && {temperature: request.temperature}),
					},
					{signal, timeout: timeoutMs},
				)
				.catch((error: unknown) => {
					signal.throwIfAborted();
					const why = reasonOf(error);
					throw new VoiceError('refused-request', `The client's model did not answer: ${why}`, {cause: error});
				});
			const text = content.type === 'text' ? content.text : '';
			if (text === '') throw new VoiceError('empty', "The client's model answered without words.");
			yield {type: 'text', text};
			yield {type: 'finish', finish: stopReason === 'maxTokens' ? 'length' : 'stop'};
		},
	};
}

/** Everything but the system's words; a conversation begins with the user. */
const conversation = (messages: readonly Message[]) =>
	messages
		.filter(({role}) => role !== 'system')
		.map(({role, content}) => ({
			role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
			content: {type: 'text' as const, text: content},
		}));
