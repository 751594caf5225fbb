/** Judging a turn, as a plan: what is asked first, what is asked a second time, and what comes of the answers. Pure. */
import type {z} from 'zod';
import {takenUp} from '../../../debate/evidence/recall.ts';
import type {EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import type {Answer, Prompt} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {chairOf, isCaseTurn, turnsByEnd, type DuelogicDebate} from '../seating/seating.ts';
import {isOpponents} from '../seating/owed.ts';
import {answersFor, RawAnswers} from './answer-schema.ts';
import {benchOf} from './bench.ts';
import {checkAnswers, unusable, type CheckedAnswer} from './check-answers.ts';
import {
	CrossAnswers,
	crossAnswersFor,
	crossChecked,
	crossQuestions,
	questionsFor,
	type CrossAnswer,
	type CrossQuestion,
} from './cross-check.ts';
import {evaluate, type Bench, type JudgeReading} from './evaluate.ts';
import {faultsOf} from './faults.ts';
import {crossCheckPrompt, judgePrompt, type JudgedSpeech} from './judge-prompt.ts';
import {pointRules} from './point-rules.ts';
import {rulesVersion, type Owed} from './rubric.ts';
import {relabelling} from './seat-labels.ts';
import {joinedText, wholeTurns, type WholeTurn} from './whole-turns.ts';

/** Sentences of older turns that a judge is shown beside the recent ones. */
const mostRecalled = 5;

/** A request to a judge. */
export type JudgeRequest = {readonly judge: string; readonly prompt: Prompt; readonly schema: z.ZodType};
/** What came of the requests, by judge. */
export type JudgeAnswers = ReadonlyMap<string, Answer<unknown>>;

export type Judging = {
	/** The checklist, to each judge. */
	readonly first: readonly JudgeRequest[];
	/** The deciding sentences, to the others; nothing where none was named. */
	readonly second: (first: JudgeAnswers) => readonly JudgeRequest[];
	readonly evaluation: (first: JudgeAnswers, second: JudgeAnswers) => EvaluationEvent;
};

/** The judging of a turn that was heard; `resumptions` are how it was taken up again after each cut. */
export function judgingOf(
	debate: DuelogicDebate,
	heard: DebateState,
	turn: Turn,
	owed: Owed,
	resumptions: readonly Turn[] = [],
): Judging {
	const bench = benchOf([...debate.chairs, debate.arbiter, ...debate.judges]);
	const relabel = relabelling(debate, heard);
	const speech = speechOf(heard, turn, owed, resumptions, debate.subject.text);
	const judged = {
		text: speech.text,
		opponents: opponentsOf(before(heard, turn), turn.speaker),
		earlier: before(heard, turn).filter(other => other.speaker === turn.speaker && isCaseTurn(other)),
		owed,
		inCopy: relabel,
	};
	const firstReading = (answers: JudgeAnswers): readonly JudgeReading[] =>
		bench.judges.map(judge => readingOf(judge, answers.get(judge), raw => checkAnswers(raw, judged)));
	const questionsIn = (answers: JudgeAnswers): readonly CrossQuestion[] =>
		crossQuestions(usable(firstReading(answers)));
	return {
		first: bench.judges.map(judge => ({
			judge,
			prompt: judgePrompt(debate, judge, speech, relabel),
			schema: answersFor(owed),
		})),
		second: answers => {
			const questions = questionsIn(answers);
			return bench.judges.flatMap(judge => {
				const asked = questionsFor(judge, questions, bench.judges);
				const prompt = crossCheckPrompt(debate, judge, turn.speaker, asked, relabel);
				return asked.length > 0 ? [{judge, prompt, schema: crossAnswersFor(asked)}] : [];
			});
		},
		evaluation: (answers, crossAnswers) =>
			withFaults(debate, turn, owed, {
				rules: rulesOf(heard),
				bench,
				readings: firstReading(answers),
				questions: questionsIn(answers),
				given: givenIn(crossAnswers),
				ownLength: turn.text.length,
				resumption: resumptions[0],
			}),
	};
}

/** A debate that was begun under other rules is scored by them to its end. */
const rulesOf = ({turns}: DebateState): number =>
	turns.map(({evaluation}) => evaluation?.rules ?? 1).find(rules => pointRules.has(rules)) ?? rulesVersion;

/** A turn that was cut and never taken up again is not scored. */
export const notResumed = (debate: DuelogicDebate, turn: Turn): EvaluationEvent => ({
	type: 'evaluation',
	turnId: turn.id,
	judge: benchOf([...debate.chairs, debate.arbiter, ...debate.judges]).judges[0] ?? 'nobody',
	adherenceScore: null,
	reason: 'it was cut off and not taken up again',
	requiresInterjection: false,
	violations: [],
	items: [],
	working: [],
});

const before = ({turns}: DebateState, {id}: Turn): readonly Turn[] =>
	turns.slice(
		0,
		turns.findIndex(turn => turn.id === id),
	);

const upTo = ({turns}: DebateState, {id}: Turn): readonly Turn[] =>
	turns.slice(0, turns.findIndex(turn => turn.id === id) + 1);

const opponentsOf = (earlier: readonly Turn[], speaker: string): readonly WholeTurn[] =>
	wholeTurns(earlier).filter(other => isOpponents(other, speaker));

/** What is judged, with the opponents' turns since the speaker's last one (all of them where that would be none). */
function speechOf(
	heard: DebateState,
	turn: Turn,
	owed: Owed,
	resumptions: readonly Turn[],
	motion: string,
): JudgedSpeech {
	const earlier = before(heard, turn);
	const last = earlier.findLastIndex(other => other.speaker === turn.speaker && isCaseTurn(other));
	const opponents = opponentsOf(earlier, turn.speaker);
	const later = new Set(earlier.slice(last + 1).map(({id}) => id));
	const since = opponents.filter(({id}) => later.has(id));
	const recent = since.length > 0 ? since : opponents;
	const text = joinedText(turn.text, resumptions);
	const told = turnsByEnd(upTo(heard, resumptions.at(-1) ?? turn)).filter(
		other => isCaseTurn(other) || other.kind === 'interruption',
	);
	return {
		turn,
		text,
		owed,
		transcript: wholeTurns(told, {turn, resumptions}),
		opponents: recent,
		recalled: takenUp(
			text,
			opponents.filter(other => !recent.includes(other)),
			motion,
			mostRecalled,
		),
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
	const read = RawAnswers.safeParse(answer.value);
	if (!read.success) return {judge, reason: 'the recorded answer is not one to this checklist'};
	const answers = check(read.data);
	const why = unusable(answers);
	return why === undefined ? {judge, answers} : {judge, reason: why, raw: JSON.stringify(answer.value), answers};
}

const usable = (readings: readonly JudgeReading[]) =>
	readings.flatMap(reading => ('reason' in reading ? [] : [{judge: reading.judge, answers: reading.answers}]));

const givenIn = (answers: JudgeAnswers): readonly CrossAnswer[] =>
	[...answers].flatMap(([judge, answer]) => {
		if (!answer.ok) return [];
		const value = CrossAnswers.safeParse(answer.value).data ?? {};
		return Object.entries(value).map(([key, {affirms, to_the_scorer}]) => ({
			judge,
			key,
			affirms: affirms === 'yes',
			toTheScorer: to_the_scorer === 'yes',
		}));
	});

type BenchResult = {
	readonly rules: number;
	readonly bench: Bench;
	readonly readings: readonly JudgeReading[];
	readonly questions: readonly CrossQuestion[];
	readonly given: readonly CrossAnswer[];
	readonly ownLength: number;
	readonly resumption: Turn | undefined;
};

function withFaults(debate: DuelogicDebate, turn: Turn, owed: Owed, judgement: BenchResult): EvaluationEvent {
	const {rules, bench, questions, given, ownLength, resumption} = judgement;
	const crossed = crossChecked(usable(judgement.readings), questions, given, bench.judges);
	const readings = judgement.readings.map((reading): JudgeReading => {
		const settled = crossed.readings.find(({judge}) => judge === reading.judge);
		if (!settled) return reading;
		return crossed.unchecked.has(reading.judge)
			? {...settled, reason: 'its deciding answers could not be checked a second time'}
			: settled;
	});
	const {settled, ...evaluation} = evaluate(
		{turnId: turn.id, rules, owed, ownLength, ...(resumption && {resumedIn: resumption.id})},
		bench,
		readings,
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
