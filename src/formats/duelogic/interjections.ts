/** What the arbiter says between turns and at a listener's wish, and what listeners say themselves. */
import type {Floor, SpeakOptions} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {asksJudges} from '../support.ts';
import {dueInterjection, interjectionAt, verdictToWaitFor} from './due-interjection.ts';
import {benchOf} from './evaluate.ts';
import {judgeTurn, supportIn, type TurnToJudge} from './judging.ts';
import {expectedNextSpeaker, type ExchangeProgress} from './prefetch.ts';
import {fallbackInterjection, interjectionPrompt, type Interjection} from './arbiter-prompts.ts';
import {nextSpeaker, isCaseTurn, isOut, type ChairSeat, type DuelogicDebate} from './seats.ts';

/** Judges a turn as heard at this point, if anybody may; the next turn does not wait for it. */
export function judgeInBackground(debate: DuelogicDebate, floor: Floor, judged: TurnToJudge): void {
	const {heard} = floor;
	if (benchOf(debate, heard).judges.length === 0) return;
	const {promise, resolve} = Promise.withResolvers<void>();
	debate.verdicts.set(judged.turn.id, promise);
	floor.background(`judge ${judged.turn.id}`, async floor => {
		try {
			await floor.record(await judgeTurn(debate, floor, heard, judged));
		} finally {
			resolve();
		}
	});
}

/** Has the bench look at what a turn cites that is not judged otherwise. */
export function supportInBackground(debate: DuelogicDebate, floor: Floor, turn: Turn): void {
	const {heard} = floor;
	if (floor.stopping || !asksJudges(turn)) return;
	floor.background(`support ${turn.id}`, async own => {
		await supportIn(debate, own, heard, [turn]);
	});
}

/** Who speaks next in this exchange. Before that the arbiter may step in, which may change it. */
export async function nextUp(
	debate: DuelogicDebate,
	floor: Floor,
	progress: ExchangeProgress,
): Promise<ChairSeat | undefined> {
	await floor.quiet();
	const next = nextSpeaker(debate, floor.heard, progress.spoken);
	if (!next || floor.stopping) return next;
	await stepIn(debate, floor, progress);
	return nextSpeaker(debate, floor.heard, progress.spoken);
}

/**
 * The turn that the arbiter has to say something about now. Where it has, it hears the verdict on the turn just heard
 * first; where it has not, nobody waits.
 */
export const turnToSpeakAbout = (debate: DuelogicDebate, floor: Floor): Promise<string | null> =>
	floor.observe('due', async () => {
		const waited = verdictToWaitFor(debate, floor.heard);
		if (waited) await debate.verdicts.get(waited.id);
		return dueInterjection(debate, floor.heard)?.turn.id ?? null;
	});

/** Which verdicts are there by now is for time to decide, and recorded. */
async function stepIn(debate: DuelogicDebate, floor: Floor, progress: ExchangeProgress): Promise<void> {
	const turnId = await turnToSpeakAbout(debate, floor);
	const turn = floor.heard.turns.find(({id}) => id === turnId);
	const due = turn && interjectionAt(debate, turn);
	if (!due) return;
	await interject(debate, floor, floor.heard, due, 'arbiter', {
		replyTo: turn.id,
		prefetch: after => (after.open.length === 0 ? expectedNextSpeaker(debate, after, progress) : []),
	});
}

/** The arbiter speaks, or an announcement replaces it; both are recorded. */
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
		: await floor.speak(id, interjectionPrompt(debate, heard, due), {...options, kind: 'interjection'});
	const turn =
		spoken && spoken.text.trim() !== ''
			? spoken
			: await floor.say(id, fallbackInterjection(debate, due), {...options, kind: 'announcement'});
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

/** Listeners may ask the arbiter to step in, or speak themselves, at the next sentence end of whoever is speaking. */
export function relayListeners(debate: DuelogicDebate, floor: Floor): void {
	floor.on('interject', async ({reason, target: wanted}, floor) => {
		const target = debate.chairs.find(({id}) => id === wanted)?.id;
		const last = floor.heard.turns.findLast(turn => turn.speaker === target && isCaseTurn(turn));
		const replyTo = last ? {replyTo: last.id} : {};
		await interject(debate, floor, floor.heard, {target, reason}, 'user', {...replyTo, amid: true});
	});
	floor.on('barge-in', async ({text}, floor) => {
		await floor.say('user', text, {kind: 'barge-in', amid: true});
	});
}
