/** A motion debate, from top to bottom: introduction, openings, rebuttals, questions, rebuttals, closings, verdict. */
import {keepLedger} from '../../debate/ledger.ts';
import type {Floor, Prompt, Ending, Setup, SpeakOptions, TurnWatch} from '../../debate/protocol.ts';
import type {Turn, DebateState} from '../../debate/state.ts';
import {
	ledgerPrompt,
	sharedMessages,
	tokensFor,
	answerCheckPrompt,
	insistencePrompt,
	introductionPrompt,
	introductionText,
	newClaimsPrompt,
	readOutPrompt,
	rulingPrompt,
	answerPrompt,
	closingPrompt,
	openingPrompt,
	questionPrompt,
	rebuttalPrompt,
	resumptionPrompt,
	languageRule,
	researchTask,
} from './prompts.ts';
import {
	isArguing,
	benchOf,
	isOut,
	ledgerSeat,
	ledgerSeats,
	type MotionDebate,
	nameNow,
	MotionStance,
	AnswerCheck,
	NewClaims,
	type MotionConfig,
	createMotionDebate,
	nextOfSide,
	otherSide,
	sides,
	type MotionSpeakerSeat,
} from './seats.ts';
import {tag, promptOf, quotation} from '../../debate/prompt.ts';
import type {JudgeStanceEvent} from '../../debate/evaluation.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {numberedSentences} from '../../debate/judged-text.ts';
import type {MotionSide} from '../../debate/formats/motion.ts';
import {noVerdictText} from '../../debate/views/motion.ts';
import {watchForPoints} from './points-of-information.ts';
import {beginResearch, searchFor} from '../research.ts';
import {passagesShown} from '../sources.ts';
import {asksJudges, settleSupport} from '../support.ts';
import {askJudges, relabellingFor, verdictFacts} from './verdict.ts';

// Has the ledger of claims kept, by the moderator where nobody else was named: what is contested, what answers it, and
// what nobody has met.

/** `parts` are a speech and what it was taken up with after points of information. */
function readForLedger(debate: MotionDebate, floor: Floor, parts: readonly Turn[]): void {
	const said = parts.filter(({text}) => text.trim() !== '');
	const keeper = debate.keeper.id;
	if (said.length === 0 || floor.stopping || isOut(floor.heard, keeper)) return;
	keepLedger(
		{
			ledger: debate.ledger,
			protocol: 'motion',
			keeper,
			seats: ledgerSeats,
			seatOf: ledgerSeat,
			promptFor: (heard, read) => ledgerPrompt(debate, heard, read),
			isTold: isArguing,
			ruledOut: ({formats}, {id}) =>
				formats.motion.newClaims.flatMap(({turnId, sentences}) => (turnId === id ? sentences : [])),
		},
		floor,
		said,
	);
}

// Documents: who speaks next looks for passages, and judges say what those bear out that are cited in other words.

/** Begins the research of whoever speaks next for a side, beside what is being heard. */
function research(debate: MotionDebate, floor: Floor, side: MotionSide, name: string): void {
	const speaker = speakerFor(debate, floor, side);
	if (!speaker) return;
	const rules = {protocol: 'motion', languageRule: languageRule(debate)};
	beginResearch(debate, floor, speaker.id, {name, rules, task: () => researchTask(debate, floor.heard, speaker)});
}

/** What the openings stand on: found by the words of the motion, before anybody is asked. */
async function firstResearch(debate: MotionDebate, floor: Floor): Promise<void> {
	if (!debate.sources || debate.sources.whole) return;
	for (const side of sides) {
		const speaker = speakerFor(debate, floor, side);
		if (speaker) await searchFor(floor, speaker.id, [debate.subject.text]);
		research(debate, floor, side, 'opening');
	}
}

function checkSupport(debate: MotionDebate, floor: Floor, turn: Turn): void {
	const {heard} = floor;
	const {judges} = benchOf(debate, heard);
	if (!debate.config.verdict.enabled || floor.stopping || !asksJudges(turn)) return;
	const bench = {protocol: 'motion', judges, inCopy: relabellingFor(debate, heard, 'for')};
	floor.background(`support ${turn.id}`, async own => {
		await settleSupport(own, heard, [turn], bench);
	});
}

// Listeners may ask the moderator to step in, or speak themselves, at any time.

function relayListeners(debate: MotionDebate, floor: Floor): void {
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

// Where the judges stand on the motion, before the debate and after it; without effect on any verdict.

type When = JudgeStanceEvent['when'];

/** Asks every judge in the background what it thinks of the motion. */
function askStances(debate: MotionDebate, floor: Floor, when: When): void {
	const {heard} = floor;
	if (!debate.config.verdict.enabled || floor.stopping) return;
	floor.background(`stance ${when}`, async own => {
		const able = benchOf(debate, heard).judges.filter(judge => !isOut(heard, judge));
		const stances = await own.together(
			Object.fromEntries(
				able.map(judge => [
					judge,
					async (each: Floor): Promise<JudgeStanceEvent> => {
						const answer = await each.ask(judge, stancePrompt(debate, heard, judge, when), MotionStance, {
							purpose: 'stance',
							inWords: true,
						});
						return answer.ok
							? {type: 'judge-stance', judge, when, stance: answer.value.stance, reason: sentence(answer.value.reason)}
							: {type: 'judge-stance', judge, when, stance: null, reason: answer.reason};
					},
				]),
			),
		);
		for (const stance of stances) await own.record(stance);
	});
}

/** Before the debate, only the motion is shown. */
function stancePrompt(debate: MotionDebate, heard: DebateState, judge: string, when: When): Prompt {
	const wanted =
		when === 'before'
			? 'Nobody has argued yet. Where do you stand on the motion, by all you know yourself?'
			: 'You have heard the debate. Where do you stand on the motion now? Go by what was argued, not by how well; to stay where you were is an answer too.';
	const task = tag(
		'task',
		{kind: 'stance', speaker: judge, when, words: 30},
		`${wanted}\nThis once your own view is asked for; it counts in no verdict. First the reason: one sentence. Then the stance: a whole number from -3 (wholly against) over 0 (undecided) to 3 (wholly for).`,
	);
	return promptOf(
		sharedMessages(debate, when === 'before' ? {...heard, turns: []} : heard),
		`You are a judge.\n${task}`,
		{maxTokens: 300, temperature: 0},
	);
}

const sentence = (text: string): string => (splitSentences(text.replace(/\s+/gu, ' ').trim())[0] ?? '').trim();

/** Runs the debate on the given floor and returns how it ended. */
export async function script(setup: Setup<MotionConfig>, floor: Floor): Promise<Ending> {
	const debate = createMotionDebate(setup);
	const {style, verdict} = debate.config;
	relayListeners(debate, floor);

	await floor.segment('introduction');
	await firstResearch(debate, floor);
	const introduced = introduce(debate, floor);
	askStances(debate, floor, 'before');
	await introduced;

	await floor.segment('opening');
	await openFor(debate, floor, 'for');
	research(debate, floor, 'against', 'rebuttal 1');
	await openFor(debate, floor, 'against');

	await floor.segment('rebuttal', 1);
	research(debate, floor, 'for', 'rebuttal 1');
	for (const side of ['against', 'for'] as const) await rebut(debate, floor, side, 1);

	if (style === 'full') {
		await floor.segment('questions');
		for (const side of sides) research(debate, floor, side, 'rebuttal 2');
		for (const round of [1, 2])
			for (const side of ['for', 'against'] as const) await question(debate, floor, side, round);

		await floor.segment('rebuttal', 2);
		for (const side of ['for', 'against'] as const) await rebut(debate, floor, side, 2);
	}

	await floor.segment('closing');
	for (const side of ['against', 'for'] as const) await close(debate, floor, side);
	await floor.quiet();

	if (verdict.enabled && !floor.stopping) {
		await floor.segment('verdict');
		await decide(debate, floor);
		askStances(debate, floor, 'after');
	}
	return endingOf(debate, floor.heard);
}

async function introduce(debate: MotionDebate, floor: Floor): Promise<void> {
	await moderate(
		debate,
		floor,
		'introduction',
		introductionPrompt(debate, floor.heard),
		introductionText(debate, floor.heard),
	);
}

/** The moderator speaks; if its voice fails, a plain announcement takes its place. */
async function moderate(
	debate: MotionDebate,
	floor: Floor,
	kind: string,
	prompt: Prompt,
	otherwise: string,
): Promise<Turn> {
	const {id} = debate.moderator;
	if (!isOut(floor.heard, id)) {
		const turn = await floor.speak(id, prompt, {kind});
		if (turn.text.trim() !== '') return turn;
	}
	return floor.say(id, otherwise, {kind: 'announcement'});
}

/** The side's next speaker, or none where it has nobody left or the debate is being ended. */
const speakerFor = (debate: MotionDebate, floor: Floor, side: MotionSide): MotionSpeakerSeat | undefined =>
	floor.stopping ? undefined : nextOfSide(debate, floor.heard, side);

async function openFor(debate: MotionDebate, floor: Floor, side: MotionSide): Promise<void> {
	const speaker = speakerFor(debate, floor, side);
	if (speaker) await speak(debate, floor, speaker, 'opening', openingPrompt(debate, floor.heard, speaker));
}

async function rebut(debate: MotionDebate, floor: Floor, side: MotionSide, round: number): Promise<void> {
	const speaker = speakerFor(debate, floor, side);
	if (speaker) await speak(debate, floor, speaker, 'rebuttal', rebuttalPrompt(debate, floor.heard, speaker, round));
}

/** A speech that the other side may rise in. */
async function speak(
	debate: MotionDebate,
	floor: Floor,
	speaker: MotionSpeakerSeat,
	kind: 'opening' | 'rebuttal',
	prompt: Prompt,
): Promise<void> {
	await floor.quiet();
	const {points, words} = debate.config;
	let left = points.takenPerTurn;
	let most = words[kind];
	const watched = () => watchForPoints(debate, floor.heard, {speaker, words: most, left});
	const shown = passagesShown(prompt);
	let turn = await floor.speak(speaker.id, prompt, withWatch({kind}, watched()));
	const parts = [turn];
	checkSupport(debate, floor, turn);
	while (turn.cut && !floor.stopping && !isOut(floor.heard, speaker.id)) {
		const {interrupter: by, line: point, trigger} = turn.cut;
		left--;
		most = Math.round(words.rebuttal * 0.6);
		const offered = await floor.say(by, point, {kind: 'point', replyTo: turn.id});
		await floor.record({type: 'point', turnId: turn.id, by, point, trigger, taken: true});
		const going = resumptionPrompt(debate, floor.heard, speaker, {turn, shown, point, by});
		turn = await floor.speak(speaker.id, going, withWatch({kind: 'resumption', replyTo: offered.id}, watched()));
		checkSupport(debate, floor, turn);
		parts.push(turn);
	}
	readForLedger(debate, floor, parts);
}

const withWatch = (options: SpeakOptions, watch: TurnWatch | undefined): SpeakOptions =>
	watch === undefined ? options : {...options, watch};

/** One question, answered at once; an answer that is none is asked for once more. */
async function question(debate: MotionDebate, floor: Floor, side: MotionSide, round: number): Promise<void> {
	const [asker, answerer] = [speakerFor(debate, floor, side), speakerFor(debate, floor, otherSide(side))];
	if (!asker || !answerer) return;
	await floor.quiet();
	const asked = await floor.speak(asker.id, questionPrompt(debate, floor.heard, asker, round), {kind: 'question'});
	if (asked.text.trim() === '') return;
	for (let tries = 1; !floor.stopping && !isOut(floor.heard, answerer.id); tries++) {
		const prompt = answerPrompt(debate, floor.heard, answerer, asked, round);
		const answer = await floor.speak(answerer.id, prompt, {kind: 'answer', replyTo: asked.id});
		checkSupport(debate, floor, answer);
		readForLedger(debate, floor, [answer]);
		const check = await checkAnswer(debate, floor, asked, answer);
		const evaded = check.answered === false && tries > 1;
		await floor.record({
			type: 'answer-check',
			question: asked.id,
			turnId: answer.id,
			answered: check.answered,
			...(evaded ? {evaded: true as const} : {}),
			...(check.open === '' ? {} : {open: check.open}),
		});
		if (check.answered !== false || evaded || floor.stopping) return;
		await moderate(
			debate,
			floor,
			'insistence',
			insistencePrompt(debate, floor.heard, asked, answer),
			`${nameNow(debate, floor.heard, answerer.id)}, the question is still open. Please answer it.`,
		);
	}
}

async function checkAnswer(
	debate: MotionDebate,
	floor: Floor,
	asked: Turn,
	answer: Turn,
): Promise<{readonly answered: boolean | null; readonly open: string}> {
	if (answer.text.trim() === '') return {answered: false, open: 'nothing was said'};
	const checked = await floor.ask(
		debate.moderator.id,
		answerCheckPrompt(debate, floor.heard, asked, answer),
		AnswerCheck,
		{purpose: 'answer check', inWords: true},
	);
	return checked.ok ? {answered: checked.value.answered, open: checked.value.open.trim()} : {answered: null, open: ''};
}

/** A closing; what is new in it is pointed out, and is no claim of the ledger. */
async function close(debate: MotionDebate, floor: Floor, side: MotionSide): Promise<void> {
	const speaker = speakerFor(debate, floor, side);
	if (!speaker) return;
	await floor.quiet();
	const turn = await floor.speak(speaker.id, closingPrompt(debate, floor.heard, speaker), {kind: 'closing'});
	checkSupport(debate, floor, turn);
	if (turn.text.trim() === '' || floor.stopping) return;
	const late = await lateSentences(debate, floor, turn);
	if (late.length > 0) await floor.record({type: 'new-claim', turnId: turn.id, sentences: late});
	readForLedger(debate, floor, [turn]);
	if (late.length === 0) return;
	await moderate(
		debate,
		floor,
		'ruling',
		rulingPrompt(debate, floor.heard, turn, late),
		'That is new in a closing: the judges will pass over it.',
	);
}

const nobodyJudges =
	'There is no verdict: only a rehearsal would judge, and a rehearsal judges nobody but rehearsals. Who argued better is for the listeners to say.';

async function lateSentences(debate: MotionDebate, floor: Floor, turn: Turn): Promise<string[]> {
	const prompt = newClaimsPrompt(debate, floor.heard, turn);
	const found = await floor.ask(debate.moderator.id, prompt, NewClaims, {purpose: 'late claims', inWords: true});
	if (!found.ok) return [];
	return numberedSentences(turn.text).flatMap(({number, text}) =>
		found.value.sentences.includes(number) ? [text] : [],
	);
}

/** Where nobody may judge, the moderator says so in place of a verdict. */
async function decide(debate: MotionDebate, floor: Floor): Promise<void> {
	if (benchOf(debate, floor.heard).judges.length === 0) {
		await floor.say(debate.moderator.id, nobodyJudges, {kind: 'announcement'});
		return;
	}
	const verdict = await askJudges(debate, floor);
	const facts = verdictFacts(debate, floor.heard, verdict);
	await moderate(debate, floor, 'verdict', readOutPrompt(debate, floor.heard, facts), facts.join(' '));
}

/** Failed where a side has nobody left, degraded if anybody dropped out or no verdict came of it, else completed. */
function endingOf(debate: MotionDebate, {seats, formats}: DebateState): Ending {
	const gone = seats.filter(
		({id, out}) => out !== undefined && [...debate.speakers, debate.moderator].some(seat => seat.id === id),
	);
	const {panel, verdicts} = formats.motion;
	const reasons = [
		...(gone.length > 0 ? [`without ${gone.map(({name, out}) => `${name} (${out})`).join(', ')}`] : []),
		...(panel?.winner === null ? [noVerdictText(panel.judges, verdicts.length)] : []),
	];
	if (reasons.length === 0) return {outcome: 'completed'};
	const isEmpty = (side: MotionSide): boolean =>
		debate.speakers.every(speaker => speaker.side !== side || gone.some(({id}) => id === speaker.id));
	return {outcome: isEmpty('for') || isEmpty('against') ? 'failed' : 'degraded', reason: reasons.join('; ')};
}
