/** What runs alongside the running order: judging each turn, the interjections it calls for, and listeners' actions. */
import type {Floor, SpeakOptions} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {judgeTurn, type TurnToJudge} from './judging/judge-turn.ts';
import {requiredInterjection} from './judging/required-interjection.ts';
import {expectedNextSpeaker, type ExchangeProgress} from './prefetch.ts';
import {fallbackInterjection, interjectionPrompt, type Interjection} from './prompts/arbiter-prompts.ts';
import {isCaseTurn, isOut, type DuelogicDebate} from './seating/seating.ts';

/** Judges a turn as heard at this point. Never delays the next turn; the result may arrive after it. */
export function judgeInBackground(
	debate: DuelogicDebate,
	floor: Floor,
	judged: TurnToJudge,
	progress: ExchangeProgress,
): void {
	const {heard} = floor;
	const {turn} = judged;
	floor.background(`judge ${turn.id}`, async floor => {
		const evaluation = await judgeTurn(debate, floor, heard, judged);
		await floor.record(evaluation);
		const due = requiredInterjection(debate.config, evaluation, turn.speaker);
		// The closing is the arbiter's own turn: it has the record to go by and does not cut into itself.
		if (!due || floor.heard.segment === 'synthesis') return;
		const interjecting = interject(debate, floor, heard, due, 'arbiter', {
			replyTo: turn.id,
			prefetch: after => (after.open.length === 0 ? expectedNextSpeaker(debate, after, progress) : []),
		});
		debate.pendingInterjections.add(interjecting);
		await interjecting.finally(() => debate.pendingInterjections.delete(interjecting));
	});
}

/**
 * The arbiter speaks at the next sentence end of the current speaker, or an announcement replaces it; both are
 * recorded.
 */
async function interject(
	debate: DuelogicDebate,
	floor: Floor,
	heard: DebateState,
	due: Interjection,
	by: 'arbiter' | 'user',
	options: Omit<SpeakOptions, 'kind'>,
): Promise<void> {
	const {id} = debate.arbiter;
	const spoken = isOut(floor.heard, id)
		? undefined
		: await floor.speak(id, interjectionPrompt(debate, heard, due), {...options, kind: 'interjection', amid: true});
	const turn =
		spoken && spoken.text.trim() !== ''
			? spoken
			: await floor.say(id, fallbackInterjection(debate, due), {...options, kind: 'announcement', amid: true});
	const {target, violation, reason} = due;
	await floor.record({
		type: 'interjection',
		turnId: turn.id,
		...(target === undefined ? {} : {target}),
		...(violation === undefined ? {} : {violation}),
		reason,
		by,
	});
}

/** Listeners may ask the arbiter to step in, or speak themselves, at any time. */
export function relayListeners(debate: DuelogicDebate, floor: Floor): void {
	floor.on('interject', async ({reason, target: wanted}, floor) => {
		const target = debate.chairs.find(({id}) => id === wanted)?.id;
		const last = floor.heard.turns.findLast(turn => turn.speaker === target && isCaseTurn(turn));
		await interject(debate, floor, floor.heard, {target, reason}, 'user', last ? {replyTo: last.id} : {});
	});
	floor.on('barge-in', async ({text}, floor) => {
		await floor.say('user', text, {kind: 'barge-in', amid: true});
	});
}
