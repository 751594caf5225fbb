/** How turns are judged, what the host calls out, where the judges stand: facts that several formats record. */
import {z} from 'zod';
import {agreementOf, type Agreement} from './judged-text.ts';
import {dimensions, rubricItem} from './rubric.ts';

export const Quality = z.enum(['strong', 'adequate', 'weak', 'absent']);
export type Quality = z.infer<typeof Quality>;

/** One item of the judge's checklist as counted: what was answered, and whether its quotation stands in the turn. */
export const ChecklistItem = z.object({
	id: z.string(),
	answer: z.enum(['yes', 'no', 'na']),
	severity: z.enum(['minor', 'major']).optional(),
	quote: z.string().optional(),
	match: z.enum(['exact', 'fuzzy', 'not_found', 'too_short']).optional(),
	/** Where the quotation stands in the turn's text, in UTF-16 units. */
	start: z.int().nonnegative().optional(),
	end: z.int().nonnegative().optional(),
	targetQuote: z.string().optional(),
	targetTurn: z.string().optional(),
	targetMatch: z.enum(['exact', 'fuzzy', 'not_found', 'too_short']).optional(),
	note: z.string().optional(),
	/** From rules 2 on: the graded answer as it was given, such as `exact` or `framework`. */
	grade: z.string().optional(),
	/**
	 * Set where the answer counts for nothing: void by the judge's own mistake, refused by the cross-check, or excused,
	 * since what it asks for was written and cut off before anybody heard it, or was not asked of a turn that was cut.
	 */
	state: z.enum(['void', 'refused', 'excused']).optional(),
	/** Number of the sentence in the judged text, from 1; `quote` is that whole sentence. */
	sentence: z.int().positive().optional(),
	/** The words that the judge copied from it. */
	phrase: z.string().optional(),
	/** Number of the sentence in `targetTurn`; `targetQuote` is that whole sentence. */
	targetSentence: z.int().positive().optional(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

export const Violation = z.enum([
	'straw_manning',
	'missing_steel_man',
	'missing_self_critique',
	'framework_inconsistency',
	'rhetorical_evasion',
	'false_quotation',
	'false_citation',
	'misstatement',
	'unsound_argument',
]);
export type Violation = z.infer<typeof Violation>;

/** One term of a score's working: `points` = 100 × weight × value / sum of the applicable weights, rounded for show. */
export const ScoreTerm = z.object({
	dimension: z.enum(dimensions),
	level: z.string(),
	value: z.number().min(0).max(1),
	weight: z.number().nonnegative(),
	points: z.number(),
});
export type ScoreTerm = z.infer<typeof ScoreTerm>;

/** One judge's part of an evaluation. */
export const JudgeVerdict = z.object({
	judge: z.string().min(1),
	/** Null where the verdict was of no use; `reason` then says why. */
	score: z.int().min(0).max(100).nullable(),
	reason: z.string().optional(),
	items: z.array(ChecklistItem),
});
export type JudgeVerdict = z.infer<typeof JudgeVerdict>;

/** A deciding sentence that was put to the bench a second time, by itself. */
const CrossCheck = z.object({
	id: z.string(),
	sentence: z.string(),
	/** The judges who had named it. */
	from: z.array(z.string()),
	answers: z.array(
		z.object({
			judge: z.string(),
			affirms: z.boolean(),
			toTheScorer: z.boolean(),
			takenBack: z.literal(true).optional(),
		}),
	),
});

/** What a second look is called that asks whether a question is answered which the speaker had evaded before. */
export const cameBack = 'came_back';
/** What one is called that asks whether the speaker puts right what was said of a source. */
export const putRight = 'put_right';

const ScoreWeights = z.object({
	steelManning: z.number().nonnegative(),
	selfCritique: z.number().nonnegative(),
	frameworkConsistency: z.number().nonnegative(),
	intellectualHonesty: z.number().nonnegative(),
});

export const EvaluationEvent = z.object({
	type: z.literal('evaluation'),
	turnId: z.string().min(1),
	/** Participant ids of those who judged, the first one leading. */
	judge: z.string().min(1),
	judges: z.array(z.string()).optional(),
	/** 0 to 100, or null where no usable judgement came (`reason` says why). */
	adherenceScore: z.int().min(0).max(100).nullable(),
	reason: z.string().optional(),
	steelManning: z
		.object({attempted: z.boolean(), quality: Quality, applicable: z.boolean(), notes: z.string().optional()})
		.optional(),
	selfCritique: z
		.object({attempted: z.boolean(), quality: Quality, applicable: z.boolean(), notes: z.string().optional()})
		.optional(),
	frameworkConsistency: z
		.object({
			consistent: z.boolean(),
			level: z.enum(['consistent', 'minor_drift', 'major_drift', 'abandoned']),
			violations: z.array(z.string()).optional(),
		})
		.optional(),
	intellectualHonesty: z
		.object({score: z.enum(['high', 'medium', 'low']), issues: z.array(z.string()).optional()})
		.optional(),
	requiresInterjection: z.boolean(),
	interjectionReason: z.string().optional(),
	violations: z.array(
		z.object({
			violation: Violation,
			major: z.boolean(),
			about: z.string().optional(),
			/** Set where judges graded it minor, or its speaker took it back in the same turn: the host lets it pass. */
			slight: z.literal(true).optional(),
		}),
	),
	items: z.array(ChecklistItem),
	working: z.array(ScoreTerm),
	/** A ceiling that was applied, e.g. a verified straw man at 55. */
	cap: z.object({at: z.int(), because: z.string()}).optional(),
	/** Lowest and highest score of the single judges, where more than one sat. */
	range: z.tuple([z.int(), z.int()]).optional(),
	selfJudged: z.boolean().optional(),
	/** The rules that the score follows; 1 where it is absent. The fields below are there from rules 2 on. */
	rules: z.int().positive().optional(),
	weights: ScoreWeights.optional(),
	owed: z.object({steelManning: z.boolean(), selfCritique: z.boolean()}).optional(),
	verdicts: z.array(JudgeVerdict).optional(),
	crossChecks: z.array(CrossCheck).optional(),
	/** Dimensions on which judges differ by two levels; nobody is accused by them. */
	contested: z.array(z.string()).optional(),
	/** Sentences that are addressed to whoever scores: evidence for nothing. */
	sway: z.array(z.object({start: z.int().nonnegative(), end: z.int().nonnegative(), text: z.string()})).optional(),
	/** What the judge answered, where it was of no use. */
	raw: z.string().optional(),
});
export type EvaluationEvent = z.infer<typeof EvaluationEvent>;

export const InterjectionEvent = z.object({
	type: z.literal('interjection'),
	/** The arbiter's turn that makes it. */
	turnId: z.string().min(1),
	target: z.string().optional(),
	violation: Violation.optional(),
	reason: z.string().optional(),
	by: z.enum(['arbiter', 'user']),
});
export type InterjectionEvent = z.infer<typeof InterjectionEvent>;

/** From −3, wholly against, to 3, wholly in favour; 0 is undecided. */
export const Stance = z.int().min(-3).max(3);

/** What a judge itself thinks of the proposition; it does not affect any score. */
export const JudgeStanceEvent = z.object({
	type: z.literal('judge-stance'),
	judge: z.string().min(1),
	when: z.enum(['before', 'after']),
	/** Null where no usable answer came; `reason` then says why. */
	stance: Stance.nullable(),
	/** In a sentence. */
	reason: z.string(),
});
export type JudgeStanceEvent = z.infer<typeof JudgeStanceEvent>;

export const evaluationEvents = [EvaluationEvent, InterjectionEvent, JudgeStanceEvent] as const;

// Which of a judge's answers stand, so that what they rest on may be quoted as a merit or shown as a fault.

/**
 * What became of an answer of rules 2: `found` counts for or against the speaker, `nothing` is no find, and the
 * others were given and do not count: by the judge's own mistake, refused at the second look, written and never
 * heard, or for want of what they depend on.
 */
export type ItemFinding = 'found' | 'nothing' | 'void' | 'refused' | 'excused' | 'set-aside';

export function findingOf({id, answer, grade, state}: ChecklistItem): ItemFinding {
	if (state !== undefined) return state;
	if (rubricItem(id)?.finds === 'repeat') return answer === 'yes' ? 'found' : grade === 'yes' ? 'nothing' : 'set-aside';
	if (answer === 'yes') return 'found';
	return grade === undefined || grade === 'none' || grade === 'no' ? 'nothing' : 'set-aside';
}

/** Items whose question was not open, since what they depend on was not found, are left out. */
export const itemsInQuestion = (items: readonly ChecklistItem[]): readonly ChecklistItem[] =>
	items.filter(item => {
		const parent = rubricItem(item.id)?.dependsOn;
		const open = parent === undefined || items.some(one => one.id === parent && findingOf(one) === 'found');
		return open || item.state !== undefined || (findingOf(item) === 'set-aside' && item.note !== undefined);
	});

/**
 * The item as a merit that may be quoted, or undefined: it stands with a quotation, was not bent or taken back, most
 * judges uphold it, and the bench does not contest its dimension.
 */
export function quotableMerit(evaluation: EvaluationEvent, id: string): ChecklistItem | undefined {
	const {items, rules = 1, contested = [], verdicts = []} = evaluation;
	const item = items.find(one => one.id === id);
	if (!item || item.answer !== 'yes') return undefined;
	if (rules === 1) return item.match === 'exact' || item.match === 'fuzzy' ? item : undefined;
	const {dimension, finds} = rubricItem(id) ?? {};
	const spoiled = items.some(one => {
		const other = rubricItem(one.id);
		const undoes = other?.finds === 'flaw' && other.dependsOn !== undefined && other.dimension === dimension;
		return undoes && findingOf(one) === 'found';
	});
	const usable = verdicts.filter(({score}) => score !== null);
	const upholding = usable.filter(one => one.items.some(other => other.id === id && findingOf(other) === 'found'));
	const stands = findingOf(item) === 'found' && upholding.length * 2 > usable.length;
	const isContested = contested.includes(dimension ?? '');
	return stands && finds === 'merit' && !spoiled && !isContested && item.quote !== undefined ? item : undefined;
}

/** Whether more than half of the judges who looked found that this turn answers a question which was evaded before. */
const comesBackTo = (evaluation: EvaluationEvent | undefined, question: string): boolean =>
	(evaluation?.crossChecks ?? []).some(
		({id, sentence, answers}) =>
			id === cameBack &&
			(sentence.includes(question) || question.includes(sentence)) &&
			answers.filter(({affirms}) => affirms).length * 2 > answers.length,
	);

/** Questions that judges found passed over, until they find that a later turn of the same speaker answers them. */
export const evadedIn = <T extends {readonly speaker: string; readonly evaluation?: EvaluationEvent | undefined}>(
	turns: readonly T[],
): readonly {readonly turn: T; readonly question: string}[] =>
	turns.flatMap((turn, place) => {
		const {evaluation, speaker} = turn;
		const isCalled = evaluation?.violations.some(({violation}) => violation === 'rhetorical_evasion');
		const found = evaluation?.items.find(
			item => rubricItem(item.id)?.proof === 'question' && findingOf(item) === 'found',
		);
		const question = isCalled ? found?.targetQuote : undefined;
		if (question === undefined) return [];
		const later = turns.slice(place + 1).filter(other => other.speaker === speaker);
		return later.some(other => comesBackTo(other.evaluation, question)) ? [] : [{turn, question}];
	});

// How far the judges of a debate agree, over all that they answered about the same turns.

/**
 * Agreement over every item that at least two usable verdicts answered; void answers are left out. Undefined where one
 * judge sat, or where all who sat are one voice: `voiceOf` gives a judge's voice.
 */
export function benchAgreement(
	evaluations: readonly EvaluationEvent[],
	voiceOf: (judge: string) => string,
): Agreement | undefined {
	const judges = [...new Set(evaluations.flatMap(({verdicts = []}) => verdicts.map(({judge}) => judge)))];
	if (new Set(judges.map(voiceOf)).size < 2) return undefined;
	return agreementOf(evaluations.flatMap(evaluation => rowsOf(evaluation, judges)));
}

/** A row for each item, with the answer of each judge. */
function rowsOf({verdicts = []}: EvaluationEvent, judges: readonly string[]): (string | undefined)[][] {
	const usable = verdicts.filter(({score}) => score !== null);
	const ids = new Set(usable.flatMap(({items}) => items.map(({id}) => id)));
	return [...ids].map(id =>
		judges.map(judge => {
			const item = usable.find(one => one.judge === judge)?.items.find(one => one.id === id);
			return item === undefined || item.state === 'void' ? undefined : item.grade;
		}),
	);
}
