/** Estimates a Duelogic debate: the running order again, with typical lengths instead of text. */
import {mayJudge} from '../../debate/bench.ts';
import {tally, tokensAWord, type Expectation, type Setup} from '../../debate/protocol.ts';
import {emptyState} from '../../debate/state.ts';
import {speechPace} from '../../debate/text/words.ts';
import {sourcesCost} from '../sources.ts';
import type {DuelogicConfig} from './config.ts';
import {minExchanges, createDebate, type DuelogicDebate} from './seats.ts';
import {sharedMessages, estimateTokens, isCacheCheap, leastWhole} from './shared-prefix.ts';

/** What judging a turn takes, in tokens, for estimates: measured in rehearsed debates (`npm run bench judging`). */
export const typicalJudging = {
	/** The rules and the checklist, the task behind what is judged, and the answer to all items. */
	checklist: 1260,
	task: 60,
	answer: 458,
	/** The second look at the sentences that decide: how often a turn has any, what is sent, what is answered. */
	crossChecks: 0.9,
	crossCheckPrompt: 330,
	crossCheckAnswer: 50,
} as const;

/** Words a turn, measured in real debates. */
const typicalWords = {
	opening: 215,
	reply: 190,
	interruption: 29,
	resumption: 48,
	interjection: 60,
	question: 26,
	'last-word': 74,
	podcast: {introduction: 265, synthesis: 380},
	plain: {introduction: 100, synthesis: 200},
} as const;

/** How many of each come with one reply. */
const typicalRates = {
	wish: 1.1,
	interruption: 0.25,
	interjection: {relaxed: 0, moderate: 0.08, strict: 0.25},
} as const;

/** Tokens of the last message of a prompt, and of answers that are not speech. */
const taskTokens = {speech: 420, judging: 300, wish: 550, stance: 140, ledger: 350, closingCheck: 1500} as const;
const answerTokens = {wish: 18, stance: 45, ledger: 65, closingCheck: 80} as const;

/** Tokens of the system message that is the ledger's own. */
const ledgerSystemTokens = 200;

/** Tokens of the markup around a turn in a prompt. */
const turnOverheadTokens = 30;
const replyTokens = typicalWords.reply * tokensAWord + turnOverheadTokens;

/** How much of an older turn an excerpt keeps. */
const excerptShare = 0.3;

export function estimateDuelogic(setup: Setup<DuelogicConfig>): Expectation {
	const {config, participants} = setup;
	const {flow, interruptions, mandates, podcastMode} = config;
	const level = config.arbiter.accountabilityLevel;
	const debate = createDebate(setup);
	const judges = mayJudge(debate.judges, participants).map(({id}) => id);
	const sum = tally();
	const system = estimateTokens(sharedMessages(debate, emptyState));
	const documents = sourcesCost(debate);
	let sent = system;

	function speak(seat: string, words: number, times = 1, more = 0): void {
		const {shared, latest} = readBy(debate, seat, system, sent);
		sum.ask(seat, {shared, own: latest + taskTokens.speech + more, output: words * tokensAWord, times});
		sum.say(words * times);
		sent += times * (words * tokensAWord + turnOverheadTokens);
	}

	/** The changes to the ledger of claims that a turn makes. */
	function askLedger(): void {
		sum.ask(debate.arbiter.id, {...ledgerRead(debate, sent), output: answerTokens.ledger});
	}

	function reply(chair: string): void {
		askOfDocuments(sum, debate, chair, documents);
		speak(chair, typicalWords.reply, 1, documents.own);
		askLedger();
		for (const judge of judges) askJudge(sum, debate, judge, sent);
		if (mandates.arbiterCanInterject)
			speak(debate.arbiter.id, typicalWords.interjection, typicalRates.interjection[level]);
		if (!interruptions.enabled || !interruptions.allowChairInterruptions) return;
		for (const {id} of debate.judges.slice(0, 1))
			sum.ask(id, {own: taskTokens.wish, output: answerTokens.wish, times: typicalRates.wish});
		speak(chair, typicalWords.interruption, typicalRates.interruption);
		speak(chair, typicalWords.resumption, typicalRates.interruption);
	}

	const stances = config.judgeStances ? judges : [];
	const host = podcastMode.enabled ? typicalWords.podcast : typicalWords.plain;
	askStances(sum, stances, sent);
	speak(debate.arbiter.id, host.introduction);
	for (const {id} of debate.chairs) {
		speak(id, typicalWords.opening, 1, documents.own);
		askLedger();
	}
	for (
		let exchange = 1;
		exchange <= flow.maxExchanges && (exchange <= minExchanges || sum.words <= flow.targetDurationMinutes * speechPace);
		exchange++
	) {
		for (const {id} of debate.chairs) reply(id);
		if (exchange % 2 === 0) speak(debate.arbiter.id, typicalWords.question);
	}
	for (const {id} of debate.chairs) speak(id, typicalWords['last-word']);
	speak(debate.arbiter.id, host.synthesis);
	askStances(sum, stances, sent);
	return withClosingCheck(sum, judges).expected;
}

function askStances(sum: ReturnType<typeof tally>, judges: readonly string[], sent: number): void {
	for (const judge of judges) sum.ask(judge, {shared: sent, own: taskTokens.stance, output: answerTokens.stance});
}

/** A chair’s search before a reply, and what a judge is asked of its citations. */
function askOfDocuments(
	sum: ReturnType<typeof tally>,
	{judges}: DuelogicDebate,
	chair: string,
	{research, support}: ReturnType<typeof sourcesCost>,
): void {
	const [judge] = judges;
	if (research) sum.ask(chair, research);
	if (support && judge) sum.ask(judge.id, support);
}

function withClosingCheck(sum: ReturnType<typeof tally>, judges: readonly string[]): ReturnType<typeof tally> {
	for (const judge of judges) sum.ask(judge, {own: taskTokens.closingCheck, output: answerTokens.closingCheck});
	return sum;
}

/** Where cached tokens are not cheap, older turns are sent as excerpts, and the latest ones anew each time. */
function readBy(debate: DuelogicDebate, seat: string, system: number, sent: number): {shared: number; latest: number} {
	if (isCacheCheap(debate, seat)) return {shared: sent, latest: 0};
	const latest = Math.min(sent - system, leastWhole(debate) * replyTokens);
	return {shared: system + excerptShare * (sent - system - latest), latest};
}

/** All turns, or the one that is read for the ledger. */
const ledgerRead = (debate: DuelogicDebate, sent: number): {shared: number; own: number} =>
	isCacheCheap(debate, debate.arbiter.id)
		? {shared: sent, own: taskTokens.ledger}
		: {shared: ledgerSystemTokens, own: taskTokens.ledger + replyTokens};

/** The checklist over all turns, or over an excerpt of as many turns as there are chairs; then the second look. */
function askJudge(sum: ReturnType<typeof tally>, debate: DuelogicDebate, judge: string, sent: number): void {
	const excerpt = debate.chairs.length * replyTokens;
	sum.ask(
		judge,
		isCacheCheap(debate, judge)
			? {shared: sent, own: taskTokens.judging, output: typicalJudging.answer}
			: {shared: typicalJudging.checklist, own: excerpt + typicalJudging.task, output: typicalJudging.answer},
	);
	sum.ask(judge, {
		own: typicalJudging.crossCheckPrompt,
		output: typicalJudging.crossCheckAnswer,
		times: typicalJudging.crossChecks,
	});
}
