/** Estimates a Duelogic debate: the running order again, with typical lengths instead of text. */
import {mayJudge} from '../../debate/bench.ts';
import {tally, tokensAWord, type Expectation, type Setup} from '../../debate/protocol.ts';
import {emptyState} from '../../debate/state.ts';
import {speechPace} from '../../debate/text/words.ts';
import {askEditor} from '../editing.ts';
import {sourcesCost} from '../sources.ts';
import {briskness, isBrisk, type DuelogicConfig} from './config.ts';
import {minExchanges, createDebate, type DuelogicDebate} from './seats.ts';
import {exchangesInShort, sharedMessages, estimateTokens, isCacheCheap, leastWhole, longFrom} from './shared-prefix.ts';

/** What judging a turn takes, in tokens, for estimates: measured in rehearsed debates (`npm run bench price`). */
export const typicalJudging = {
	/** The rules and the checklist, the task behind what is judged, and the answer, as long as what it finds. */
	checklist: 1480,
	task: 60,
	answer: 90,
	/** The second look at the sentences that decide: how often a turn has any, what is sent, what is answered. */
	crossChecks: 1,
	crossCheckPrompt: 1000,
	crossCheckAnswer: 18,
} as const;

/** Words a turn, measured in real debates. */
const typicalWords = {
	opening: 215,
	brisk: {introduction: 50, opening: 76},
	briskest: {introduction: 42, opening: 64},
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
const taskTokens = {speech: 420, judging: 300, wish: 890, stance: 140, ledger: 230, closingCheck: 1500} as const;
const answerTokens = {wish: 12, stance: 45, ledger: 36, closingCheck: 80} as const;

/** Tokens of the system messages that are the ledger's own, and the host's. */
const systemTokens = {ledger: 300, host: 250} as const;

/** Tokens of the markup around a turn in a prompt. */
const turnOverheadTokens = 30;
const replyTokens = typicalWords.reply * tokensAWord + turnOverheadTokens;

/** How much of an older turn an excerpt keeps. */
const excerptShare = 0.3;

export function estimateDuelogic(setup: Setup<DuelogicConfig>): Expectation {
	const {config, participants} = setup;
	const {flow, interruptions, mandates, podcastMode} = config;
	const debate = createDebate(setup);
	const judges = mayJudge(debate.judges, participants).map(({id}) => id);
	const sum = tally();
	const system = estimateTokens(sharedMessages(debate, emptyState));
	const documents = sourcesCost(debate);
	const transcript = growing(system, sum);

	function speak(seat: string, words: number, times = 1, more = 0): void {
		const {shared, latest} = readBy(debate, seat, system, transcript.told);
		sum.ask(seat, {shared, own: latest + taskTokens.speech + more, output: words * tokensAWord, times});
		transcript.hear(words, times);
	}

	function speakAsHost(words: number, times = 1): void {
		if (debate.onePrompt) return speak(debate.arbiter.id, words, times);
		sum.ask(debate.arbiter.id, {...readOnTheWay(debate), output: words * tokensAWord, times});
		transcript.hear(words, times);
	}

	function reply(chair: string): void {
		askOfDocuments(sum, debate, chair, documents);
		speak(chair, typicalWords.reply, 1, documents.own);
		askLedger(sum, debate, transcript.told);
		for (const judge of judges) askJudge(sum, debate, judge, {sent: transcript.told, exchange: transcript.exchange});
		if (mandates.arbiterCanInterject)
			speakAsHost(typicalWords.interjection, typicalRates.interjection[config.arbiter.accountabilityLevel]);
		if (!interruptions.enabled || !interruptions.allowChairInterruptions) return;
		askWhoCutsIn(sum, debate);
		speak(chair, typicalWords.interruption, typicalRates.interruption);
		speak(chair, typicalWords.resumption, typicalRates.interruption);
	}

	const stances = config.judgeStances ? judges : [];
	const host = podcastMode.enabled ? typicalWords.podcast : typicalWords.plain;
	askStances(sum, stances, transcript.told);
	const opening = isBrisk(config) ? typicalWords[briskness(config)].opening : typicalWords.opening;
	speak(debate.arbiter.id, isBrisk(config) ? typicalWords[briskness(config)].introduction : host.introduction);
	for (const {id} of debate.chairs) {
		speak(id, opening, 1, documents.own);
		askLedger(sum, debate, transcript.told);
	}
	for (
		let exchange = 1;
		exchange <= flow.maxExchanges && (exchange <= minExchanges || sum.words <= flow.targetDurationMinutes * speechPace);
		exchange++
	) {
		transcript.begin();
		for (const {id} of debate.chairs) reply(id);
		if (exchange % 2 === 0) speakAsHost(typicalWords.question);
	}
	for (const {id} of debate.chairs) speak(id, typicalWords['last-word']);
	speak(debate.arbiter.id, host.synthesis);
	askStances(sum, stances, transcript.told);
	return withClosingCheck(askEditor(sum, setup.editor), judges).expected;
}

/** What all turns take in a prompt as they come: in a long debate the older ones are told in short. */
function growing(system: number, sum: ReturnType<typeof tally>) {
	let sent = system;
	/** What there was when each exchange began, the first one first. */
	const begun: number[] = [];
	return {
		hear(words: number, times: number): void {
			sum.say(words * times);
			sent += times * (words * tokensAWord + turnOverheadTokens);
		},
		begin: () => void begun.push(sent),
		get exchange() {
			return begun.length;
		},
		get told() {
			const inShort = exchangesInShort(begun.length);
			return sent - (1 - excerptShare) * ((begun[inShort] ?? sent) - (begun[0] ?? sent));
		},
	};
}

/** What the host says on the way it says about the latest turns alone. */
const readOnTheWay = ({chairs}: DuelogicDebate) => ({
	shared: systemTokens.host,
	own: chairs.length * replyTokens + taskTokens.judging,
});

/** The changes to the ledger of claims that a turn makes. */
function askLedger(sum: ReturnType<typeof tally>, {keeper, onePrompt}: DuelogicDebate, sent: number): void {
	const read = onePrompt
		? {shared: sent, own: taskTokens.ledger}
		: {shared: systemTokens.ledger, own: taskTokens.ledger + replyTokens};
	sum.ask(keeper.id, {...read, output: answerTokens.ledger});
}

function askWhoCutsIn(sum: ReturnType<typeof tally>, {judges}: DuelogicDebate): void {
	for (const {id} of judges.slice(0, 1))
		sum.ask(id, {own: taskTokens.wish, output: answerTokens.wish, times: typicalRates.wish});
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

/** The checklist over all turns, or over an excerpt of as many turns as there are chairs; then the second look. */
function askJudge(
	sum: ReturnType<typeof tally>,
	debate: DuelogicDebate,
	judge: string,
	{sent, exchange}: {readonly sent: number; readonly exchange: number},
): void {
	const excerpt = debate.chairs.length * replyTokens;
	const readsAll = debate.onePrompt || (isCacheCheap(debate, judge) && exchange < longFrom);
	sum.ask(
		judge,
		readsAll
			? {shared: sent, own: taskTokens.judging, output: typicalJudging.answer}
			: {shared: typicalJudging.checklist, own: excerpt + typicalJudging.task, output: typicalJudging.answer},
	);
	sum.ask(judge, {
		own: typicalJudging.crossCheckPrompt,
		output: typicalJudging.crossCheckAnswer,
		times: typicalJudging.crossChecks,
	});
}
