/** Listeners may ask the moderator to step in, or speak themselves, at any time. */
import {tag} from '../../debate/prompt.ts';
import type {Floor} from '../../debate/protocol.ts';
import {promptOf, sharedMessages, tokensFor} from './prompts/shared-prefix.ts';
import {quotation} from './prompts/speaker-prompts.ts';
import {isArguing, isOut, nameNow, type MotionDebate} from './seating/seating.ts';

export function relayListeners(debate: MotionDebate, floor: Floor): void {
	floor.on('interject', async ({reason, target: wanted}, own) => {
		const target = debate.speakers.find(({id}) => id === wanted)?.id;
		const last = own.heard.turns.findLast(turn => turn.speaker === target && isArguing(turn));
		const options = {amid: true, ...(last ? {replyTo: last.id} : {})};
		const {id} = debate.moderator;
		const whom = target === undefined ? 'both sides' : nameNow(debate, own.heard, target);
		const task = tag(
			'task',
			{kind: 'interjection', speaker: id, words: '15-50', target},
			`A listener asks you to step in. Put it to ${whom}, in one or two sentences.\nReason: ${quotation(reason, 60)}`,
		);
		const prompt = promptOf(sharedMessages(debate, own.heard), task, {maxTokens: tokensFor(50), words: 40});
		const spoken = isOut(own.heard, id) ? undefined : await own.speak(id, prompt, {...options, kind: 'interjection'});
		const turn =
			spoken && spoken.text.trim() !== ''
				? spoken
				: await own.say(id, `A listener asks ${whom}: ${reason}`, {...options, kind: 'announcement'});
		await own.record({
			type: 'interjection',
			turnId: turn.id,
			...(target === undefined ? {} : {target}),
			reason,
			by: 'user',
		});
	});
	floor.on('barge-in', async ({text}, own) => {
		await own.say('user', text, {kind: 'barge-in', amid: true});
	});
}
