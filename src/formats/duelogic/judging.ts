/** Judging a turn, as a plan: what is asked first, what is asked a second time, and what comes of the answers. Pure. */
import type {z} from 'zod';
import type {EvaluationEvent, Violation} from '../../debate/formats/duelogic.ts';
import {
	type CheckedAnswer,
	answersFor,
	RawAnswers,
	checkAnswers,
	unusable,
	CrossAnswers,
	crossAnswersFor,
	crossChecked,
	crossQuestions,
	questionsFor,
	type CrossAnswer,
	type CrossQuestion,
	joinedText,
	wholeTurns,
	type WholeTurn,
} from './check-answers.ts';
import {type Settled, benchOf, evaluate, type Bench, type JudgeReading} from './evaluate.ts';
import {frameworkLevelOf, honestyLevelOf} from './points.ts';
import type {Dimension, Owed} from './rubric.ts';
import {takenUp} from '../../debate/evidence.ts';
import type {Answer, Prompt, Floor} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {chairOf, isCaseTurn, turnsByEnd, type DuelogicDebate, isOpponents} from './seats.ts';
import {crossCheckPrompt, judgePrompt, type JudgedSpeech, relabelling} from './judge-prompt.ts';

// What a scored turn did wrong, for the arbiter: only what the bench upholds, and nothing that it contests.

type ConductFault = EvaluationEvent['violations'][number];

/** Major faults first, each violation once. `name` and `framework` are the speaker's, for the sentence that says it. */
function faultsOf(
	{values, contested, upheld}: Settled,
	owed: Owed,
	{name, framework}: {readonly name: string; readonly framework: string},
): readonly ConductFault[] {
	const settled = (dimension: Dimension): boolean => !contested.includes(dimension);
	const dishonest = honestyLevelOf(values.intellectualHonesty ?? 1) === 'low';
	const drift = frameworkLevelOf(values.frameworkConsistency ?? 1);
	const said = (...ids: string[]): string => ids.flatMap(id => quotation(upheld.get(id)) ?? []).join('; ');
	const evasions = [...upheld.keys()].filter(id => id.includes('_') && id !== 'misrepresented_opponent');
	const honest = settled('intellectualHonesty');
	const found: (ConductFault | undefined)[] = [
		fault(
			'straw_manning',
			honest && upheld.has('X1'),
			true,
			`${name} ascribed to an opponent what was not said (${said('X1')})`,
		),
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
			`${name} left the ${framework}’s framework${upheld.has('V') ? ` (${said('V')})` : ''}`,
		),
		fault(
			'straw_manning',
			honest && upheld.has('misrepresented_opponent'),
			dishonest,
			`${name} bent what an opponent said (${said('misrepresented_opponent')})`,
		),
		fault(
			'rhetorical_evasion',
			honest && evasions.length > 0,
			dishonest,
			`${name} argued past the point (${said(...evasions)})`,
		),
	];
	const all = found.filter(one => one !== undefined).toSorted((one, other) => Number(other.major) - Number(one.major));
	return all.filter(({violation}, index) => all.findIndex(other => other.violation === violation) === index);
}

const fault = (violation: Violation, there: boolean, major: boolean, about: string): ConductFault | undefined =>
	there ? {violation, major, about} : undefined;

function quotation(answer: CheckedAnswer | undefined): string | undefined {
	const text = answer?.sentence?.text ?? answer?.other?.sentence?.text;
	return answer && text !== undefined ? `${answer.item.id.replaceAll('_', ' ')}: “${text}”` : undefined;
}

/** Sentences of older turns that a judge is shown beside the recent ones. */
const mostRecalled = 5;

/** A request to a judge. */
export type JudgeRequest = {readonly judge: string; readonly prompt: Prompt; readonly schema: z.ZodType};
/** What came of the requests, by judge. */
export type JudgeAnswers = ReadonlyMap<string, Answer<unknown>>;

type Judging = {
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
				bench,
				readings: firstReading(answers),
				questions: questionsIn(answers),
				given: givenIn(crossAnswers),
				ownLength: turn.text.length,
				resumption: resumptions[0],
			}),
	};
}

/** A turn that was cut and never taken up again is not scored. */
const notResumed = (debate: DuelogicDebate, turn: Turn): EvaluationEvent => ({
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
	readonly bench: Bench;
	readonly readings: readonly JudgeReading[];
	readonly questions: readonly CrossQuestion[];
	readonly given: readonly CrossAnswer[];
	readonly ownLength: number;
	readonly resumption: Turn | undefined;
};

function withFaults(debate: DuelogicDebate, turn: Turn, owed: Owed, judgement: BenchResult): EvaluationEvent {
	const {bench, questions, given, ownLength, resumption} = judgement;
	const crossed = crossChecked(usable(judgement.readings), questions, given, bench.judges);
	const readings = judgement.readings.map((reading): JudgeReading => {
		const settled = crossed.readings.find(({judge}) => judge === reading.judge);
		if (!settled) return reading;
		return crossed.unchecked.has(reading.judge)
			? {...settled, reason: 'its deciding answers could not be checked a second time'}
			: settled;
	});
	const {settled, ...evaluation} = evaluate(
		{turnId: turn.id, owed, ownLength, ...(resumption && {resumedIn: resumption.id})},
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
	if (turn.cut && !resumption) return notResumed(debate, turn);
	const judging = judgingOf(debate, heard, turn, owed, resumption ? [resumption] : []);
	const first = await askAll(floor, judging.first, '');
	const second = await askAll(floor, judging.second(first), 'check ');
	return judging.evaluation(first, second);
}

async function askAll(floor: Floor, requests: readonly JudgeRequest[], prefix: string): Promise<JudgeAnswers> {
	if (requests.length === 0) return new Map();
	const asked = requests.map(({judge, prompt, schema}) => [
		`${prefix}${judge}`,
		async (own: Floor) => [judge, await own.ask(judge, prompt, schema, {purpose: 'judge'})] as const,
	]);
	return new Map(await floor.together(Object.fromEntries(asked)));
}
