/**
 * A person at this keyboard. The engine asks the screen for their turns (engine/turns/people.ts), so this voice is
 * never asked.
 */
import {VoiceError, type Voice} from './voice.ts';

/** A person's voice under their name. Not deterministic, so debates with people run on the real clock. */
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
