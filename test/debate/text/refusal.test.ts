import {describe, expect, it} from 'vitest';
import {refusalGate} from '../../../src/debate/text/refusal.ts';

/** What is heard of a text that comes letter by letter, and what of it was a refusal. */
function heard(text: string) {
	const gate = refusalGate();
	const pieces = (text.match(/[^]/gu) ?? []).map(gate.push);
	const {text: rest, refused} = gate.end();
	return {said: pieces.join('') + rest, refused, first: pieces.findIndex(piece => piece !== '')};
}

const refusals = [
	'I cannot help.',
	"I'm sorry, but I can't assist with that request.",
	"I can't help with that. Let me know if there is something else.",
	'As an AI language model, I am not able to participate in this debate.',
	'I must decline. It goes against my guidelines.',
	'I’m sorry. I won’t write such content.',
	'I am unable to continue this role-play. I’d be happy to discuss something else.',
	'Es tut mir leid, dabei kann ich nicht helfen.',
	'Ich kann bei dieser Anfrage nicht weiterhelfen. Gerne helfe ich bei etwas anderem.',
	'Je suis désolé, je ne peux pas vous aider avec cette demande.',
	'Lo siento, no puedo ayudar con eso.',
	'抱歉，我无法提供这方面的帮助。',
];

const speeches = [
	'I cannot help but notice that the motion says nothing of costs.',
	'I cannot support a law that punishes the poor for being poor.',
	'I’m sorry, but that is not what I said. I said that guests pay.',
	'I can’t argue with that.',
	'I can’t help you there: the study you name was withdrawn, and without it your third claim falls. So I ask again what remains of it.',
	'Unfortunately the figures tell another story.',
	'As an AI policy, the ban fails. It hits the small and spares the large.',
	'Leider kann ich Ihnen darin nicht folgen.',
	'Lo siento, pero los datos dicen otra cosa.',
	'我不能同意这个说法。',
	'I do not accept the premise.',
];

describe('a turn that is nothing but a refusal', () => {
	it.each(refusals)('is one, and not heard: %s', text => {
		expect(heard(text)).toEqual({said: '', refused: text, first: -1});
	});

	it.each(speeches)('is not: %s', text => {
		expect(heard(text)).toMatchObject({said: text, refused: undefined});
	});

	it('is not what is followed by an argument', () => {
		const text = `I can’t help with that. ${'The tax falls on the wrong people. '.repeat(3)}`;
		expect(heard(text)).toMatchObject({said: text, refused: undefined});
	});

	it('is ruled out within the first words of most turns, so that they are heard as they come', () => {
		for (const text of ['The motion is unfair.', 'We ask this.', 'My opponent errs.', 'It is so.', 'Guests pay.'])
			expect(heard(text).first).toBeLessThan(4);
	});
});
