/** What an agent is told: our messages as one text. */
import type {Message} from '../../debate/protocol.ts';
import {withSchemaInWords} from '../openai-request.ts';
import type {VoiceRequest} from '../voice.ts';

const manners = 'You take part in a debate by words alone. Use no tools, read and change no files, run no commands: everything you need is in these messages. Answer with what you say and nothing else.';

/** The messages, the schema in words where there is one; the last one is what is wanted. */
export const askedOf = ({messages, schema}: VoiceRequest): readonly Message[] => (schema ? withSchemaInWords(messages, schema.json, 'text') : messages);

/** Messages as one prompt; `first` tells an agent how to behave. An assistant's message is what it said itself. */
export function promptText(messages: readonly Message[], first: boolean): string {
	const parts = messages.map(({role, content}) => (role === 'assistant' ? `Your answer was:\n\n${content}` : content));
	return [...(first ? [manners] : []), ...parts].join('\n\n');
}
