/** A Duelogic debate, from top to bottom: introduction, openings, exchanges, synthesis. */
import type {InterruptionEvent} from '../../debate/events.ts';
import {turnName} from '../../debate/prompt.ts';
import type {Ending, Floor, Setup, SpeakOptions} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import type {DuelogicConfig} from './config/config.ts';
import {evaluate, interjectionDue} from './judging/evaluation.ts';
import {afterCase, afterOpening, afterReply, type Progress} from './prefetch.ts';
import {
	announcement,
	digestPrompt,
	excerpt,
	hostPrompt,
	interjectionPrompt,
	plainInterjection,
	toCondense,
	type Interjection,
	type Part,
} from './prompts/arbiter-prompts.ts';
import {askStances} from './judging/judge-stances.ts';
import {benchFor, judgedOf, judgePrompt, verdictOf} from './judging/judging.ts';
import {mayBegin, nextSpeaker} from './seating/speaking-order.ts';
import {DigestAnswer, JudgeAnswer} from './config/answers.ts';
import {holderOf, isOut, isOwnCase, tableOf, type Holder, type Table} from './seating/seating.ts';
import {interruptionPrompt, lengths, openingPrompt, replyPrompt, resumptionPrompt} from './prompts/chair-prompts.ts';
import {wishToInterrupt} from './interruptions/interruption-watch.ts';

/** Runs the debate on the floor it is given and says how it ended. */
export async function script(setup: Setup<DuelogicConfig>, floor: Floor): Promise<Ending> {
	const table = tableOf(setup);
	hearListeners(table, floor);

	await floor.segment('introduction');
	const introduced = host(table, floor, 'introduction');
	askStances(table, floor, 'before');
	await introduced;

	await floor.segment('opening');
	const opened = new Set<string>();
	for (const chair of table.chairs) {
		opened.add(chair.id);
		if (floor.stopping || isOut(floor.heard, chair.id)) continue;
		await floor.quiet();
		await floor.speak(chair.id, openingPrompt(table, floor.heard, chair), {
			kind: 'opening',
			ahead: heard => afterOpening(table, heard, opened),
		});
	}

	for (let exchange = 1; !floor.stopping && mayBegin(table, exchange, floor.heard); exchange++) {
		await floor.segment('exchange', exchange);
		const spoken = new Set<string>();
		for (
			let chair = nextSpeaker(table, floor.heard, spoken);
			chair && !floor.stopping;
			chair = nextSpeaker(table, floor.heard, spoken)
		) {
			spoken.add(chair.id);
			await reply(table, floor, chair, {exchange, spoken});
		}
		if (!floor.stopping) await condense(table, floor);
	}

	await floor.quiet();
	while (table.interjecting.size > 0) await Promise.allSettled(table.interjecting);
	await floor.segment('synthesis');
	await host(table, floor, 'synthesis');
	askStances(table, floor, 'after');
	return endingOf(table, floor.heard);
}

/** The arbiter opens or closes; where it cannot, we say so and do it plainly. */
async function host(table: Table, floor: Floor, part: Part): Promise<void> {
	const {id} = table.arbiter;
	if (!isOut(floor.heard, id)) {
		const turn = await floor.speak(id, hostPrompt(table, floor.heard, part), {
			kind: part,
			...(part === 'introduction' ? {ahead: heard => afterOpening(table, heard, new Set())} : {}),
		});
		if (turn.text.trim() !== '') return;
	}
	await floor.say(id, announcement(table, part), {kind: 'announcement'});
}

/** A chair's turn in an exchange, with the interruption it may suffer; then, beside what comes next, its judgement. */
async function reply(table: Table, floor: Floor, chair: Holder, progress: Progress): Promise<void> {
	await floor.quiet();
	const {heard} = floor;
	const to = heard.turns.findLast(turn => isOwnCase(turn) && turn.speaker !== chair.id);
	const turn = await floor.speak(chair.id, replyPrompt(table, heard, chair, progress.exchange), {
		kind: 'reply',
		...(to ? {replyTo: to.id} : {}),
		watch: wishToInterrupt(table, lengths.turn.expected),
		ahead: (after, foreseen) =>
			lastOf(after, chair, 'reply').flatMap(last => afterReply(table, after, foreseen, progress, last)),
	});
	if (turn.text.trim() === '') return;
	const resumption = turn.cut && !floor.stopping ? await interrupt(table, floor, turn, turn.cut, progress) : undefined;
	judgeBeside(table, floor, turn, resumption, progress);
}

/** The one who cut in speaks; then the one who was cut off answers and finishes the point. */
async function interrupt(
	table: Table,
	floor: Floor,
	turn: Turn,
	cut: InterruptionEvent,
	progress: Progress,
): Promise<Turn | undefined> {
	const chair = holderOf(table, turn.speaker);
	const resumed = (heard: DebateState, words: string) =>
		resumptionPrompt(table, heard, chair, {turn, interrupter: cut.interrupter, words});
	const interruption = await floor.speak(
		cut.interrupter,
		interruptionPrompt(table, floor.heard, holderOf(table, cut.interrupter), cut),
		{
			kind: 'interruption',
			replyTo: turn.id,
			ahead: heard =>
				lastOf(heard, holderOf(table, cut.interrupter), 'interruption').map(({text}) => ({
					speak: chair.id,
					prompt: resumed(heard, text),
				})),
		},
	);
	if (isOut(floor.heard, chair.id) || floor.stopping) return undefined;
	const resumption = await floor.speak(chair.id, resumed(floor.heard, interruption.text), {
		kind: 'resumption',
		replyTo: interruption.id,
		ahead: (heard, foreseen) =>
			lastOf(heard, chair, 'resumption').flatMap(last => afterReply(table, heard, foreseen, progress, turn, last)),
	});
	return resumption.text.trim() === '' ? undefined : resumption;
}

const lastOf = ({turns}: DebateState, {id}: Holder, kind: string): Turn[] =>
	turns.filter(turn => turn.speaker === id && turn.kind === kind).slice(-1);

/** Judges a turn as it was heard. What it says may be overtaken by the next turn, and never holds it up. */
function judgeBeside(table: Table, floor: Floor, turn: Turn, resumption: Turn | undefined, progress: Progress): void {
	const {heard} = floor;
	const judged = judgedOf(table, heard, turn, resumption);
	const bench = benchFor(table, heard, turn.speaker);
	floor.background(`judge ${turn.id}`, async floor => {
		const verdicts = await floor.together(
			Object.fromEntries(
				bench.judges.map(({id}) => [
					id,
					async (floor: Floor) =>
						verdictOf(
							id,
							await floor.ask(id, judgePrompt(table, heard, id, judged), JudgeAnswer, {purpose: 'judge'}),
							judged,
						),
				]),
			),
		);
		const evaluation = evaluate(table, judged, bench, verdicts);
		await floor.record(evaluation);
		const due = interjectionDue(table.config, evaluation, turn.speaker);
		// The closing is the arbiter's own turn: it has the record to go by and does not cut into itself.
		if (!due || floor.heard.segment === 'synthesis') return;
		const interjecting = interject(table, floor, heard, due, 'arbiter', {
			replyTo: turn.id,
			ahead: after => (after.open.length === 0 ? afterCase(table, after, progress) : []),
		});
		table.interjecting.add(interjecting);
		await interjecting.finally(() => table.interjecting.delete(interjecting));
	});
}

/** The arbiter steps in, at the next sentence end of whoever speaks. */
async function interject(
	table: Table,
	floor: Floor,
	heard: DebateState,
	due: Interjection,
	by: 'arbiter' | 'user',
	options: Omit<SpeakOptions, 'kind'>,
): Promise<void> {
	const {id} = table.arbiter;
	const spoken = isOut(floor.heard, id)
		? undefined
		: await floor.speak(id, interjectionPrompt(table, heard, due), {...options, kind: 'interjection', amid: true});
	const turn =
		spoken && spoken.text.trim() !== ''
			? spoken
			: await floor.say(id, plainInterjection(table, due), {...options, kind: 'announcement', amid: true});
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

/** Listeners may have the arbiter step in, or speak themselves, at any time. */
function hearListeners(table: Table, floor: Floor): void {
	floor.on('interject', async ({reason, target: wanted}, floor) => {
		const target = table.chairs.find(({id}) => id === wanted)?.id;
		const last = floor.heard.turns.findLast(turn => turn.speaker === target && isOwnCase(turn));
		await interject(table, floor, floor.heard, {target, reason}, 'user', last ? {replyTo: last.id} : {});
	});
	floor.on('barge-in', async ({text}, floor) => {
		await floor.say('user', text, {kind: 'barge-in', amid: true});
	});
}

/**
 * Where the transcript has become too long for the models, the exchanges before the last are sent as a digest from now
 * on.
 */
async function condense(table: Table, floor: Floor): Promise<void> {
	const part = toCondense(table, floor.heard);
	const last = part.at(-1);
	if (!last) return;
	const answer = await floor.ask(table.arbiter.id, digestPrompt(table, floor.heard, part), DigestAnswer, {
		purpose: 'digest',
	});
	table.digests.push({upto: turnName(last.id), text: answer.ok ? answer.value.digest : excerpt(table, part)});
}

/** Completed, or degraded where it went on without someone. */
function endingOf({chairs, arbiter}: Table, {seats}: DebateState): Ending {
	const gone = seats.filter(({id, out}) => out !== undefined && [...chairs, arbiter].some(seat => seat.id === id));
	if (gone.length === 0) return {outcome: 'completed'};
	return {outcome: 'degraded', reason: `without ${gone.map(({name, out}) => `${name} (${out})`).join(', ')}`};
}
