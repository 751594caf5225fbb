/** Judging a turn, as a plan: what is asked first, what is asked a second time, and what comes of the answers. Pure. */
import type {z} from 'zod';
import {evadedIn, type EvaluationEvent, type Violation} from '../../debate/evaluation.ts';
import {
	type CheckedAnswer,
	type RawAnswers,
	checkAnswers,
	readVerdict,
	verdictFor,
	unusable,
	type JudgedText,
	joinedText,
	oneFaultASentence,
	fromPlain,
	PlainVerdict,
	wholeTurns,
	type WholeTurn,
} from './check-answers.ts';
import {
	crossAnswersFor,
	crossChecked,
	crossQuestions,
	ownQuestionsFor,
	questionsFor,
	readCrossAnswers,
	sentencesPutRight,
	type CrossAnswer,
	type CrossQuestion,
} from './second-look.ts';
import {type Settled, benchOf, evaluate, type Bench, type JudgeReading} from './evaluate.ts';
import {accountWhenSpoken} from './account.ts';
import {frameworkLevelOf, honestyLevelOf} from './turn-score.ts';
import {isInvention, takenBack, type Dimension, type Owed} from '../../debate/rubric.ts';
import {takenUp, type Relabeller} from '../../debate/judged-text.ts';
import type {Answer, Prompt, Floor} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {chairOf, isCaseTurn, sharesWords, turnsByEnd, type DuelogicDebate, isOpponents} from './seats.ts';
import {withSupport, type SupportEvent} from '../../debate/sources.ts';
import {asksJudges, settleSupport} from '../support.ts';
import {honestyWords, violationOf} from './record.ts';
import {isHeldAgainstDocuments, misreportedIn, withSourceAnswers, type CitingText} from './sources.ts';
import {
	crossCheckPrompt,
	everOwed,
	judgePrompt,
	judgeTask,
	plainJudgePrompt,
	type JudgedSpeech,
	relabelling,
} from './judge-prompt.ts';
import {behindShared} from './shared-prefix.ts';

// What a scored turn did wrong, for the arbiter: only what the bench upholds, and nothing that it contests.

type ConductFault = EvaluationEvent['violations'][number];

/** The gravest first, each violation once. `name` and `framework` are the speaker's, for the sentence that says it. */
function faultsOf(
	bench: Settled,
	owed: Owed,
	{name, framework}: {readonly name: string; readonly framework: string},
): readonly ConductFault[] {
	const {values, contested, upheld} = bench;
	const settled = (dimension: Dimension): boolean => !contested.includes(dimension);
	const drift = frameworkLevelOf(values.frameworkConsistency ?? 1);
	const drifted = quotation(upheld.get('V'));
	const lapses = settled('intellectualHonesty') ? honestyFaultsOf(bench, name) : [];
	const all = [
		...lapses.filter(({violation}) => violation !== 'unsound_argument'),
		fault(
			'missing_steel_man',
			owed.steelManning && settled('steelManning') && values.steelManning === 0,
			true,
			`${name} objected without restating any opponent’s claim`,
		),
		fault(
			'missing_self_critique',
			owed.selfCritique && settled('selfCritique') && values.selfCritique === 0,
			true,
			`${name} admitted no limit of their own side`,
		),
		fault(
			'framework_inconsistency',
			settled('frameworkConsistency') && drift !== 'consistent',
			drift !== 'minor_drift',
			`${name} left the ${framework}’s framework${upheld.has('V') ? ` (${drifted ?? ''})` : ''}`,
		),
		...lapses.filter(({violation}) => violation === 'unsound_argument'),
	];
	const found = all.filter(one => one !== undefined).toSorted((one, other) => Number(other.major) - Number(one.major));
	return found.filter(({violation}, index) => found.findIndex(other => other.violation === violation) === index);
}

/** What the bench upholds against honesty, each once: grave with low honesty, or as an invention not taken back. */
function honestyFaultsOf({values, upheld}: Settled, name: string): readonly ConductFault[] {
	const isLow = honestyLevelOf(values.intellectualHonesty ?? 1) === 'low';
	const byViolation = Map.groupBy(upheld.values(), ({item, why}) =>
		isHeldAgainstDocuments(why) ? 'false_citation' : violationOf(item.id),
	);
	return honestyWords.flatMap(([violation, words]) => {
		const answers = byViolation.get(violation) ?? [];
		const [first] = answers;
		if (!first) return [];
		const isBack = first.answer === takenBack;
		const isMajor = answers.some(({answer}) => answer === 'major');
		const how = isBack ? ', and took it back in the same turn' : '';
		const said = answers.flatMap(answer => quotation(answer) ?? []).join('; ');
		const grave = isInvention(first.item) ? !isBack : isLow && isMajor;
		return fault(violation, true, grave, `${name} ${words}${how} (${said})`, !isMajor) ?? [];
	});
}

const fault = (
	violation: Violation,
	there: boolean,
	major: boolean,
	about: string,
	slight = false,
): ConductFault | undefined => (there ? {violation, major, about, ...(slight && {slight})} : undefined);

function quotation(answer: CheckedAnswer | undefined): string | undefined {
	const text = answer?.sentence?.text ?? answer?.other?.sentence?.text;
	if (!answer || text === undefined) return undefined;
	return isInvention(answer.item) ? `“${text}”` : `${answer.item.id.replaceAll('_', ' ')}: “${text}”`;
}

/** Sentences of older turns that a judge is shown beside the recent ones. */
const mostRecalled = 5;

export type JudgeRequest = {readonly judge: string; readonly prompt: Prompt; readonly schema: z.ZodType};
/** What came of the requests, by judge. */
export type JudgeAnswers = ReadonlyMap<string, Answer<unknown>>;

type Judging = {
	/** The checklist, to each judge. */
	readonly first: readonly JudgeRequest[];
	/** A few plain questions, to each judge that answered and failed the form. */
	readonly plain: (first: JudgeAnswers) => readonly JudgeRequest[];
	/** Verdicts, with those that plain questions came to. */
	readonly withPlain: (first: JudgeAnswers, plain: JudgeAnswers) => JudgeAnswers;
	/**
	 * What moves the score, to the others; nothing where nothing does. `support` is what the bench found of statements
	 * that cite, here and in what follows.
	 */
	readonly second: (first: JudgeAnswers, support?: readonly SupportEvent[]) => readonly JudgeRequest[];
	/** What no other judge looked at, to the judge that found it, in a request of its own. */
	readonly third: (
		first: JudgeAnswers,
		second: JudgeAnswers,
		support?: readonly SupportEvent[],
	) => readonly JudgeRequest[];
	readonly evaluation: (
		first: JudgeAnswers,
		second: JudgeAnswers,
		third?: JudgeAnswers,
		support?: readonly SupportEvent[],
	) => EvaluationEvent;
};

/** The judging of a turn that was heard; `resumptions` are how it was taken up again after each cut. */
export function judgingOf(
	debate: DuelogicDebate,
	heard: DebateState,
	turn: Turn,
	owed: Owed,
	resumptions: readonly Turn[] = [],
): Judging {
	const bench = benchOf(debate, heard);
	// What all share has names in it.
	const relabel = debate.onePrompt ? (text: string) => text : relabelling(debate, heard);
	const speech = speechOf(debate, heard, turn, owed, resumptions);
	const {unasked} = accountWhenSpoken(debate, heard, turn, resumptions);
	const judged: JudgedText = {...heldAgainst(debate, heard, speech), unasked, inCopy: relabel};
	const read = (answers: JudgeAnswers): readonly JudgeReading[] =>
		bench.judges.map(judge => readingOf(judge, answers.get(judge), raw => checkAnswers(raw, judged)));
	const stakes = {judged, weights: debate.config.weights};
	const again = takenUpAgain(heard, turn, speech.text);
	const questionsIn = (answers: JudgeAnswers, support: readonly SupportEvent[]): readonly CrossQuestion[] =>
		crossQuestions(usable(read(answers)), stakes, again, misreportedIn(citedIn(support)));
	const citedIn = (support: readonly SupportEvent[]): CitingText => citingText(turn, resumptions, judged.text, support);
	const spoken = {speaker: turn.speaker, text: speech.text, unheard: speech.unheard};
	const lookAgain = (judge: string, asked: readonly CrossQuestion[]): JudgeRequest[] => {
		const prompt = () => behindShared(debate, heard, crossCheckPrompt(debate, judge, spoken, asked, relabel));
		return asked.length === 0 ? [] : [{judge, prompt: prompt(), schema: crossAnswersFor(asked)}];
	};
	return {
		first: bench.judges.map(judge => ({
			judge,
			prompt: checklistPrompt(debate, heard, judge, speech, relabel),
			schema: verdictFor(owed, everOwed(debate)),
		})),
		plain: answers => plainRequests(debate, [...answers].filter(isMisformed), speech, relabel),
		withPlain: (answers, plain) => new Map([...answers, ...plainVerdicts(plain, judged)]),
		second: (answers, support = []) => {
			const questions = questionsIn(answers, support);
			return bench.judges.flatMap(judge => lookAgain(judge, questionsFor(judge, questions, bench.judges)));
		},
		third: (answers, second, support = []) => {
			if (bench.judges.length === 1) return [];
			const [questions, given] = [questionsIn(answers, support), givenIn(second)];
			return bench.judges.flatMap(judge => lookAgain(judge, ownQuestionsFor(judge, questions, given)));
		},
		evaluation(answers, second, third = new Map(), support = []) {
			return withFaults(debate, turn, judged, {
				bench,
				readings: read(answers),
				questions: questionsIn(answers, support),
				given: [...givenIn(second), ...givenIn(third)],
				silent: bench.judges.length > 1 ? silentIn(second) : new Set(),
				ownLength: turn.text.length,
				cited: citedIn(support),
			});
		},
	};
}

/** Whether a judge answered, and in no form that can be read. */
const isMisformed = ([, answer]: readonly [string, Answer<unknown>]): boolean => !answer.ok && answer.raw !== undefined;

const plainRequests = (
	debate: DuelogicDebate,
	failed: readonly (readonly [judge: string, Answer<unknown>])[],
	speech: JudgedSpeech,
	relabel: Relabeller,
): readonly JudgeRequest[] =>
	failed.map(([judge]) => ({
		judge,
		prompt: plainJudgePrompt(debate, judge, speech, relabel),
		schema: PlainVerdict,
	}));

const plainVerdicts = (plain: JudgeAnswers, judged: JudgedText) =>
	[...plain].flatMap(([judge, answer]) =>
		answer.ok ? [[judge, {ok: true as const, value: fromPlain(answer.value, judged)}] as const] : [],
	);

const citingText = (
	turn: Turn,
	[resumption]: readonly Turn[],
	text: string,
	support: readonly SupportEvent[],
): CitingText => ({
	turn: withSupport(turn, support),
	text,
	resumption: resumption && withSupport(resumption, support),
});

const checklistPrompt = (
	debate: DuelogicDebate,
	heard: DebateState,
	judge: string,
	speech: JudgedSpeech,
	relabel: Relabeller,
): Prompt =>
	debate.onePrompt
		? behindShared(debate, heard, judgeTask(debate, judge, speech))
		: judgePrompt(debate, judge, speech, relabel);

/** What a turn says, and what its judges may hold it against. */
const heldAgainst = (
	debate: DuelogicDebate,
	heard: DebateState,
	speech: JudgedSpeech,
): Omit<JudgedText, 'unasked' | 'inCopy'> => {
	const {turn, text, unheard, owed} = speech;
	const told = before(heard, turn);
	return {
		text,
		unheard,
		owed,
		asked: speech.asked,
		opponents: opponentsOf(told, turn.speaker),
		beside: besideTurns(debate, told, speech),
		earlier: told.filter(other => other.speaker === turn.speaker && isCaseTurn(other)),
	};
};

/** Questions that one turn is asked about again, at most. */
const mostTakenUp = 2;

/** What was found to be evaded by this speaker before this turn, and not to be answered since. */
const evadedBefore = (heard: DebateState, turn: Turn): readonly string[] =>
	evadedIn(before(heard, turn).filter(({speaker}) => speaker === turn.speaker)).map(({question}) => question);

const takenUpAgain = (heard: DebateState, turn: Turn, text: string): readonly string[] =>
	evadedBefore(heard, turn)
		.filter(question => sharesWords(text, question))
		.slice(0, mostTakenUp);

/** A turn that was cut and never taken up again is not scored. */
const notResumed = (turn: Turn, {judges}: Bench): EvaluationEvent => ({
	type: 'evaluation',
	turnId: turn.id,
	judge: judges[0] ?? 'nobody',
	adherenceScore: null,
	reason: 'it was cut off and not taken up again',
	requiresInterjection: false,
	violations: [],
	items: [],
	working: [],
});

/** Who cut in on the turn, and what the host asked: a judge is shown both, and may name them. */
const besideTurns = (
	debate: DuelogicDebate,
	told: readonly Turn[],
	{turn, transcript, askedBy}: JudgedSpeech,
): readonly Turn[] => [
	...transcript.filter(({speaker, kind}) => speaker !== turn.speaker && kind === 'interruption'),
	...told.filter(other => other.speaker === debate.arbiter.id && asksAsHost(other)),
	...askedBy.filter(({kind}) => kind === 'barge-in'),
];

const before = ({turns}: DebateState, {id}: Turn): readonly Turn[] =>
	turns.slice(
		0,
		turns.findIndex(turn => turn.id === id),
	);

const upTo = ({turns}: DebateState, {id}: Turn): readonly Turn[] =>
	turns.slice(0, turns.findIndex(turn => turn.id === id) + 1);

const opponentsOf = (earlier: readonly Turn[], speaker: string): readonly WholeTurn[] =>
	wholeTurns(earlier).filter(other => isOpponents(other, speaker));

/** The host's questions, and what it asked where it stepped in: a judge reads of these turns what they ask alone. */
const asksAsHost = ({kind, segment, text}: Turn): boolean =>
	segment === 'exchange' && ['question', 'interjection', 'announcement'].includes(kind) && text.trim() !== '';

/** What is judged, with the opponents' turns since the speaker's last one (all of them where that would be none). */
function speechOf(
	debate: DuelogicDebate,
	heard: DebateState,
	turn: Turn,
	owed: Owed,
	resumptions: readonly Turn[],
): JudgedSpeech {
	const earlier = before(heard, turn);
	const last = earlier.findLastIndex(other => other.speaker === turn.speaker && isCaseTurn(other));
	const opponents = opponentsOf(earlier, turn.speaker);
	const later = new Set(earlier.slice(last + 1).map(({id}) => id));
	const since = opponents.filter(({id}) => later.has(id));
	const recent = since.length > 0 ? since : opponents;
	const text = joinedText(turn.text, resumptions);
	const {asked} = accountWhenSpoken(debate, heard, turn, resumptions);
	const told = turnsByEnd(upTo(heard, resumptions.at(-1) ?? turn)).filter(
		other => isCaseTurn(other) || other.kind === 'interruption' || asksAsHost(other),
	);
	return {
		turn,
		text,
		unheard: resumptions.length === 0 ? '' : (turn.cut?.unheard ?? ''),
		owed,
		transcript: wholeTurns(told, {turn, resumptions}),
		opponents: recent,
		recalled: takenUp(
			text,
			opponents.filter(other => !recent.includes(other)),
			debate.subject.text,
			mostRecalled,
		),
		hostAsked: earlier.slice(last + 1).filter(asksAsHost),
		asked,
		askedBy: heard.turns.filter(({id}) => asked.some(({turnId}) => turnId === id)),
		admissions: earlier.flatMap(({id, speaker, evaluation}) => {
			const admission = evaluation?.items.find(item => item.id === 'C1' && item.answer === 'yes')?.quote;
			return speaker === turn.speaker && admission !== undefined ? [{turnId: id, sentence: admission}] : [];
		}),
	};
}

function readingOf(
	judge: string,
	answer: Answer<unknown> | undefined,
	check: (raw: RawAnswers) => readonly CheckedAnswer[],
): JudgeReading {
	if (!answer) return {judge, reason: 'was not asked'};
	if (!answer.ok) return {judge, reason: answer.reason, ...(answer.raw === undefined ? {} : {raw: answer.raw})};
	// A journal may hold what another version recorded under this key.
	const read = readVerdict(answer.value);
	if (!read) return {judge, reason: 'the recorded answer is not one to this checklist'};
	const answers = check(read);
	const why = unusable(answers);
	return why === undefined ? {judge, answers} : {judge, reason: why, raw: JSON.stringify(answer.value), answers};
}

type UsableReading = {readonly judge: string; readonly answers: readonly CheckedAnswer[]};

const usable = (readings: readonly JudgeReading[]): readonly UsableReading[] =>
	readings.flatMap(reading => ('reason' in reading ? [] : [{judge: reading.judge, answers: reading.answers}]));

const givenIn = (answers: JudgeAnswers): readonly CrossAnswer[] =>
	[...answers].flatMap(([judge, answer]) => (answer.ok ? readCrossAnswers(judge, answer.value) : []));

const silentIn = (answers: JudgeAnswers): ReadonlySet<string> =>
	new Set([...answers].flatMap(([judge, {ok}]) => (ok ? [] : [judge])));

type BenchResult = {
	readonly bench: Bench;
	readonly readings: readonly JudgeReading[];
	readonly questions: readonly CrossQuestion[];
	readonly given: readonly CrossAnswer[];
	/** Judges that gave no second look at what others found: they have no say in what those decide. */
	readonly silent: ReadonlySet<string>;
	readonly ownLength: number;
	readonly cited: CitingText;
};

function withFaults(debate: DuelogicDebate, turn: Turn, judged: JudgedText, judgement: BenchResult): EvaluationEvent {
	const {owed} = judged;
	const {bench, questions, given, ownLength, cited} = judgement;
	const {resumption} = cited;
	const right = sentencesPutRight(questions, given);
	const crossed = crossChecked(usable(judgement.readings), questions, given, {
		judged,
		weights: debate.config.weights,
	});
	const readings = judgement.readings.map((reading): JudgeReading => {
		const settled = crossed.readings.find(({judge}) => judge === reading.judge);
		if (!settled) return reading;
		if (judgement.silent.has(reading.judge)) return {...settled, reason: 'it gave no second look at what others found'};
		return crossed.unchecked.has(reading.judge)
			? {...settled, reason: 'its deciding answers could not be checked a second time'}
			: settled;
	});
	const witnessed = readings.map(reading =>
		reading.answers
			? {
					...reading,
					answers: withSourceAnswers(oneFaultASentence(reading.answers), cited, right),
				}
			: reading,
	);
	const {settled, ...evaluation} = evaluate(
		{turnId: turn.id, owed, ownLength, heardLength: judged.text.length, ...(resumption && {resumedIn: resumption.id})},
		bench,
		witnessed,
		{questions, answers: given, sway: crossed.sway},
		debate.config.weights,
	);
	const {name, frameworkProfile} = chairOf(debate, turn.speaker);
	const violations = settled ? faultsOf(settled, owed, {name, framework: frameworkProfile.name}) : [];
	const gravest = violations.find(({major}) => major);
	return {
		...evaluation,
		requiresInterjection: gravest !== undefined,
		...(gravest?.about === undefined ? {} : {interjectionReason: gravest.about}),
		violations: [...violations],
	};
}

// Judges a turn on the floor: the checklist, then the second look at what decides.

/** A turn as it was heard, with what it owed and how it was resumed after a cut. */
export type TurnToJudge = {readonly turn: Turn; readonly owed: Owed; readonly resumption: Turn | undefined};

/** The evaluation of a turn and its resumption; without a score where judges failed, or where it was never resumed. */
export async function judgeTurn(
	debate: DuelogicDebate,
	floor: Floor,
	heard: DebateState,
	{turn, owed, resumption}: TurnToJudge,
): Promise<EvaluationEvent> {
	if (turn.cut && !resumption) return notResumed(turn, benchOf(debate, heard));
	const resumptions = resumption ? [resumption] : [];
	const judging = judgingOf(debate, heard, turn, owed, resumptions);
	const verdicts = async (): Promise<JudgeAnswers> => {
		const formed = await askAll(floor, judging.first, '');
		return judging.withPlain(formed, await askAll(floor, judging.plain(formed), 'plain '));
	};
	const [first, support] = await Promise.all([verdicts(), supportIn(debate, floor, heard, [turn, ...resumptions])]);
	const second = await askAll(floor, judging.second(first, support), 'check ');
	const third = await askAll(floor, judging.third(first, second, support), 'check own ');
	return judging.evaluation(first, second, third, support);
}

/** What the bench finds of statements in these turns that cite; nothing is asked where there are none. */
export async function supportIn(
	debate: DuelogicDebate,
	floor: Floor,
	heard: DebateState,
	turns: readonly Turn[],
): Promise<readonly SupportEvent[]> {
	if (!turns.some(asksJudges)) return [];
	const {judges} = benchOf(debate, heard);
	const bench = {protocol: 'duelogic', judges, inCopy: relabelling(debate, heard)};
	const [found = []] = await floor.together({support: own => settleSupport(own, heard, turns, bench)});
	return found;
}

/** `prefix` tells requests of one scope apart. */
export async function askAll(floor: Floor, requests: readonly JudgeRequest[], prefix: string): Promise<JudgeAnswers> {
	if (requests.length === 0) return new Map();
	const asked = requests.map(({judge, prompt, schema}) => [
		`${prefix}${judge}`,
		async (own: Floor) => [judge, await own.ask(judge, prompt, schema, {purpose: 'judge'})] as const,
	]);
	return new Map(await floor.together(Object.fromEntries(asked)));
}
