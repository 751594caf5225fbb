/** A Duelogic debate, from top to bottom: introduction, openings, exchanges, synthesis. */
import type {InterruptionEvent} from '../../debate/events.ts';
import {turnName} from '../../debate/prompt.ts';
import type {Ending, Floor, Setup} from '../../debate/protocol.ts';
import {isRehearsal} from '../../debate/seats.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {checkedClosing} from './closing-check.ts';
import {DigestAnswer, type DuelogicConfig} from './config.ts';
import {judgeInBackground, nextUp, relayListeners, supportInBackground, turnToSpeakAbout} from './interjections.ts';
import {watchForInterruptions} from './interruptions.ts';
import {accountOf, afterCut, type OwedAccount} from './account.ts';
import {askJudgeStances} from './judge-stances.ts';
import {readForLedger} from './ledger.ts';
import {
	chairOf,
	createDebate,
	isCaseTurn,
	isOut,
	type ChairSeat,
	type DuelogicDebate,
	goesOn,
	nextSpeaker,
	questionTarget,
} from './seats.ts';
import {
	expectedAfterOpening,
	expectedAfterReply,
	expectedAtTheEnd,
	expectedReply,
	type ExchangeProgress,
} from './prefetch.ts';
import {
	arbiterPrompt,
	fallbackAnnouncement,
	questionPrompt,
	digestPrompt,
	fallbackDigest,
	turnsToCondense,
} from './arbiter-prompts.ts';
import {firstResearch, releaseResearch, research, settleResearch} from './research.ts';
import {passagesShown, type ShownBefore} from '../sources.ts';
import {interruptionPrompt, lastWordPrompt, openingPrompt, replyPrompt, resumptionPrompt} from './chair-prompts.ts';

/** Runs the debate on the given floor and returns how it ended. */
export async function script(setup: Setup<DuelogicConfig>, floor: Floor): Promise<Ending> {
	const debate = createDebate(setup);
	relayListeners(debate, floor);
	await tellLanguageOfRehearsal(debate, floor);

	await floor.segment('introduction');
	await firstResearch(debate, floor);
	for (const chair of debate.chairs) research(debate, floor, chair, 'opening');
	const introduced = introduce(debate, floor);
	askJudgeStances(debate, floor, 'before');
	await introduced;

	await floor.segment('opening');
	const opened = new Set<string>();
	for (const chair of debate.chairs) {
		opened.add(chair.id);
		if (floor.stopping || isOut(floor.heard, chair.id)) continue;
		await floor.quiet();
		await settleResearch(debate, floor);
		const prompt = openingPrompt(debate, floor.heard, chair);
		releaseResearch(debate);
		if (opened.size === debate.chairs.length) researchForFirst(debate, floor, chair);
		const turn = await floor.speak(chair.id, prompt, {
			kind: 'opening',
			prefetch: heard => expectedAfterOpening(debate, heard, opened),
		});
		supportInBackground(debate, floor, turn);
		if (turn.text.trim() !== '') readForLedger(debate, floor, turn);
	}

	for (let exchange = 1; !floor.stopping && goesOn(debate, exchange - 1, floor.heard); exchange++) {
		await floor.segment('exchange', exchange);
		const spoken = new Set<string>();
		await question(debate, floor, {exchange, spoken});
		for (
			let chair = await nextUp(debate, floor, {exchange, spoken});
			chair && !floor.stopping;
			chair = await nextUp(debate, floor, {exchange, spoken})
		) {
			spoken.add(chair.id);
			await reply(debate, floor, chair, {exchange, spoken});
		}
		if (!floor.stopping) await condense(debate, floor);
	}

	await floor.quiet();
	await floor.segment('synthesis');
	await lastWords(debate, floor);
	await close(debate, floor);
	askJudgeStances(debate, floor, 'after');
	return endingOf(debate, floor.heard);
}

/** Rehearsal voices speak English only: where the debate does not, that is said. */
async function tellLanguageOfRehearsal({language, chairs, arbiter}: DuelogicDebate, floor: Floor): Promise<void> {
	const rehearsed = [...chairs, arbiter].some(isRehearsal);
	if (!rehearsed || language.name === undefined || language.code === 'en') return;
	await floor.record({
		type: 'notice',
		level: 'warning',
		text: `This debate is held in ${language.name}; rehearsal voices speak English all the same.`,
	});
}

/** The arbiter opens the debate; if it cannot, an announcement takes its place. */
async function introduce(debate: DuelogicDebate, floor: Floor): Promise<void> {
	const {id} = debate.arbiter;
	if (!isOut(floor.heard, id)) {
		const turn = await floor.speak(id, arbiterPrompt(debate, floor.heard, 'introduction'), {
			kind: 'introduction',
			preamble: true,
			prefetch: heard => expectedAfterOpening(debate, heard, new Set()),
		});
		if (turn.text.trim() !== '') return;
	}
	await floor.say(id, fallbackAnnouncement(debate, 'introduction'), {kind: 'announcement'});
}

/** The arbiter's closing, or an announcement in its place. */
async function close(debate: DuelogicDebate, floor: Floor): Promise<void> {
	const {id} = debate.arbiter;
	const text = isOut(floor.heard, id) ? undefined : await checkedClosing(debate, floor);
	if (text !== undefined) await floor.say(id, text, {kind: 'synthesis'});
	else await floor.say(id, fallbackAnnouncement(debate, 'synthesis'), {kind: 'announcement'});
}

/** The host's question to one chair, once in every second exchange; not where the host has a fault to name. */
async function question(debate: DuelogicDebate, floor: Floor, progress: ExchangeProgress): Promise<void> {
	const target = questionTarget(debate, floor.heard, progress.exchange);
	if (target === undefined || floor.stopping) return;
	await floor.quiet();
	const {heard} = floor;
	const next = nextSpeaker(debate, heard, progress.spoken);
	if (next && (await turnToSpeakAbout(debate, floor)) !== null) return;
	const to = heard.turns.findLast(turn => isCaseTurn(turn) && turn.speaker === target);
	await floor.speak(debate.arbiter.id, questionPrompt(debate, heard, target), {
		kind: 'question',
		...(to ? {replyTo: to.id} : {}),
		prefetch: after => expectedReply(debate, after, progress),
	});
}

/** Each chair's last word, in seat order. A debate that was stopped goes straight to its closing. */
async function lastWords(debate: DuelogicDebate, floor: Floor): Promise<void> {
	const spoken = new Set<string>();
	for (const chair of debate.chairs) {
		spoken.add(chair.id);
		if (floor.stopping || isOut(floor.heard, chair.id)) continue;
		await settleResearch(debate, floor);
		const prompt = lastWordPrompt(debate, floor.heard, chair);
		releaseResearch(debate);
		const turn = await floor.speak(chair.id, prompt, {
			kind: 'last-word',
			prefetch: (heard, foreseen) => expectedAtTheEnd(debate, heard, spoken, foreseen),
		});
		supportInBackground(debate, floor, turn);
	}
}

/** A chair's turn in an exchange, with any interruption of it; the turn is judged in the background. */
async function reply(
	debate: DuelogicDebate,
	floor: Floor,
	chair: ChairSeat,
	progress: ExchangeProgress,
): Promise<void> {
	await settleResearch(debate, floor);
	const {heard} = floor;
	const to = heard.turns.findLast(turn => isCaseTurn(turn) && turn.speaker !== chair.id && turn.text.trim() !== '');
	const account = accountOf(debate, heard, chair.id, progress.exchange);
	const prompt = replyPrompt(debate, heard, chair, progress.exchange, account);
	releaseResearch(debate);
	researchForNext(debate, floor, chair, progress);
	const turn = await floor.speak(chair.id, prompt, {
		kind: 'reply',
		...(to ? {replyTo: to.id} : {}),
		owes: account.owes,
		asked: account.asked,
		// Strong models use the room that they have.
		watch: watchForInterruptions(debate, prompt.mostWords ?? prompt.words ?? 0),
		prefetch: (after, foreseen) =>
			lastOf(after, chair, 'reply').flatMap(last =>
				expectedAfterReply(debate, after, foreseen, progress, {turn: last, owed: account.owes, resumption: undefined}),
			),
	});
	if (turn.text.trim() === '') return;
	const resumption =
		turn.cut && !floor.stopping
			? await interrupt(debate, floor, {turn, account, shown: passagesShown(prompt)}, turn.cut, progress)
			: undefined;
	judgeInBackground(debate, floor, {turn, owed: account.owes, resumption});
	readForLedger(debate, floor, turn, resumption);
}

/** While the last chair opens, whoever replies first looks for what its claims will need. */
function researchForFirst(debate: DuelogicDebate, floor: Floor, chair: ChairSeat): void {
	const first = nextSpeaker(debate, floor.heard, new Set([chair.id]));
	if (first && goesOn(debate, 0, floor.heard)) research(debate, floor, first, 'beside the last opening');
}

/** While a chair speaks, whoever comes next looks for what it will need. */
function researchForNext(debate: DuelogicDebate, floor: Floor, chair: ChairSeat, progress: ExchangeProgress): void {
	const {heard} = floor;
	const left = nextSpeaker(debate, heard, progress.spoken);
	const isOver = !left && !goesOn(debate, progress.exchange, heard);
	const next = left ?? nextSpeaker(debate, heard, new Set([chair.id]));
	if (next && !isOver) research(debate, floor, next, `${progress.exchange} beside ${chair.id}`);
}

/** The interrupter speaks, then the interrupted chair answers and resumes. Returns the resumption, if any. */
async function interrupt(
	debate: DuelogicDebate,
	floor: Floor,
	{turn, account, shown}: ShownBefore & {readonly account: OwedAccount},
	cut: InterruptionEvent,
	progress: ExchangeProgress,
): Promise<Turn | undefined> {
	const chair = chairOf(debate, turn.speaker);
	const resumed = (heard: DebateState) =>
		resumptionPrompt(debate, heard, chair, {
			turn,
			account: afterCut(account, heard, turn),
			interrupter: cut.interrupter,
			shown,
		});
	const interruption = await floor.speak(
		cut.interrupter,
		interruptionPrompt(debate, floor.heard, chairOf(debate, cut.interrupter), cut),
		{
			kind: 'interruption',
			replyTo: turn.id,
			prefetch: heard =>
				lastOf(heard, chairOf(debate, cut.interrupter), 'interruption').map(() => ({
					speak: chair.id,
					prompt: resumed(heard),
				})),
		},
	);
	supportInBackground(debate, floor, interruption);
	if (isOut(floor.heard, chair.id) || floor.stopping) return undefined;
	const owed = afterCut(account, floor.heard, turn);
	const resumption = await floor.speak(chair.id, resumed(floor.heard), {
		kind: 'resumption',
		replyTo: interruption.id,
		owes: owed.owes,
		asked: owed.asked,
		prefetch: (heard, foreseen) =>
			lastOf(heard, chair, 'resumption').flatMap(last =>
				expectedAfterReply(debate, heard, foreseen, progress, {turn, owed: account.owes, resumption: last}),
			),
	});
	return resumption.text.trim() === '' ? undefined : resumption;
}

const lastOf = ({turns}: DebateState, {id}: ChairSeat, kind: string): Turn[] =>
	turns.filter(turn => turn.speaker === id && turn.kind === kind).slice(-1);

/** Once the transcript is too long for the models, all exchanges before the last are sent as a digest. */
async function condense(debate: DuelogicDebate, floor: Floor): Promise<void> {
	const part = turnsToCondense(debate, floor.heard);
	const last = part.at(-1);
	if (!last) return;
	const answer = await floor.ask(debate.arbiter.id, digestPrompt(debate, floor.heard, part), DigestAnswer, {
		purpose: 'digest',
	});
	debate.digests.push({upto: turnName(last.id), text: answer.ok ? answer.value.digest : fallbackDigest(debate, part)});
}

/** Completed, or degraded if a chair or the arbiter dropped out. */
function endingOf({chairs, arbiter}: DuelogicDebate, {seats}: DebateState): Ending {
	const gone = seats.filter(({id, out}) => out !== undefined && [...chairs, arbiter].some(seat => seat.id === id));
	if (gone.length === 0) return {outcome: 'completed'};
	return {outcome: 'degraded', reason: `without ${gone.map(({name, out}) => `${name} (${out})`).join(', ')}`};
}
