/**
 * You: a voice whose turns are typed at this keyboard. The engine asks the screen for them (engine/people.ts), so that
 * nothing is ever asked of it here.
 */
import {VoiceError, type Voice} from './voice.ts';

/**
 * A person's voice under their name. Not deterministic, so that a debate with a person in it runs on the real clock.
 */
export const humanVoice = (id: string, name: string): Voice => ({
	id,
	name,
	provider: 'a person',
	person: true,
	deterministic: false,
	price: {input: 0, output: 0},
	answer() {
		throw new VoiceError('refused-request', `${name} is a person, and is asked for turns on the screen alone.`);
	},
});
