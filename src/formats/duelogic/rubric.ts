/**
 * The graded checklist: what a judge is asked of a turn, and which answers there are. docs/protocols/duelogic.md
 * explains it; what each answer is worth stands below.
 */

/** The number of the rules by which turns are scored. A journal of others keeps the scores that it carries. */
export const rulesVersion = 6;

/** Rules whose answers are worth the same: their scores can be worked out again. */
export const sameSums: ReadonlySet<number> = new Set([rulesVersion]);

/** The answer about words that no opponent said, where their speaker takes them back in the same turn. */
export const takenBack = 'taken_back';

export type Dimension = 'steelManning' | 'selfCritique' | 'frameworkConsistency' | 'intellectualHonesty';

/** What proves an answer: a sentence of the turn, one of an opponent's beside it, or the number of an earlier turn. */
type Proof = 'sentence' | 'both' | 'question' | 'earlier_turn';

export type RubricItem = {
	readonly id: string;
	readonly dimension: Dimension;
	/** The possible answers; the first one finds nothing, and needs no proof. */
	readonly answers: readonly [string, ...string[]];
	readonly proof: Proof;
	/** Asked a second time of the bare sentence, by every other judge. */
	readonly deciding?: true;
	/** Where this item finds nothing, the answer to it is of no account. */
	readonly dependsOn?: 'S1' | 'C1';
	/** The question, for the judge. */
	readonly asks: string;
};

const noYes = ['no', 'yes'] as const;
const severities = ['none', 'minor', 'major'] as const;

const honesty = (id: string, asks: string, proof: Proof = 'sentence'): RubricItem => ({
	id,
	dimension: 'intellectualHonesty',
	answers: severities,
	proof,
	asks,
});

export const rubric = [
	{
		id: 'S1',
		dimension: 'steelManning',
		answers: ['none', 'loose', 'exact'],
		proof: 'both',
		deciding: true,
		asks: 'Is a specific claim restated, as an opponent’s, that the opponent really made? loose: its gist, or a bent form of it; exact: with the limits and hedges the opponent gave it. With the opponent’s own sentence.',
	},
	{
		id: 'S2',
		dimension: 'steelManning',
		answers: ['none', 'named', 'concrete'],
		proof: 'sentence',
		dependsOn: 'S1',
		asks: 'Is the opponent’s reason for that claim given too? named: what it is; concrete: with a case, a person or a consequence of the opponent’s.',
	},
	{
		id: 'S3',
		dimension: 'steelManning',
		answers: noYes,
		proof: 'both',
		dependsOn: 'S1',
		asks: 'Is that restatement bent: does it hold a word that the opponent would strike out, or drop a hedge (some, often, may) of theirs? With both sentences.',
	},
	{
		id: 'S4',
		dimension: 'steelManning',
		answers: noYes,
		proof: 'sentence',
		dependsOn: 'S1',
		asks: 'Is something granted to the opponent, or learned from them? Courtesy and mockery are none.',
	},
	{
		id: 'S5',
		dimension: 'steelManning',
		answers: noYes,
		proof: 'sentence',
		dependsOn: 'S1',
		asks: 'Is a reason, a case or a consequence added that helps the opponent and that the opponent had not given, and marked as the speaker’s own addition?',
	},
	{
		id: 'C1',
		dimension: 'selfCritique',
		answers: ['none', 'plan', 'framework'],
		proof: 'sentence',
		deciding: true,
		asks: 'Is a weakness of the speaker’s own side admitted? plan: a cost or a risk of what they propose; framework: a limit of their way of thinking, and why it overlooks it. A reproach that is quoted, denied or worn as a virtue is none; so is a weakness that is not named.',
	},
	{
		id: 'C2',
		dimension: 'selfCritique',
		answers: ['none', 'named', 'concrete'],
		proof: 'sentence',
		dependsOn: 'C1',
		asks: 'Is that weakness tied to this motion? named: the motion is mentioned; concrete: by a case, a person or a consequence of it.',
	},
	{
		id: 'C3',
		dimension: 'selfCritique',
		answers: noYes,
		proof: 'sentence',
		dependsOn: 'C1',
		asks: 'Is it said which case the speaker’s framework gets wrong, or what would change their mind?',
	},
	{
		id: 'C4',
		dimension: 'selfCritique',
		answers: noYes,
		proof: 'sentence',
		dependsOn: 'C1',
		asks: 'Is the admission taken back or explained away later in the turn? By which sentence?',
	},
	{
		id: 'C5',
		dimension: 'selfCritique',
		answers: ['yes', 'no'],
		proof: 'earlier_turn',
		dependsOn: 'C1',
		asks: 'Is it an admission that this speaker has not made before? no: name the earlier turn that made it.',
	},
	{
		id: 'F1',
		dimension: 'frameworkConsistency',
		answers: ['none', 'named', 'carries'],
		proof: 'sentence',
		deciding: true,
		asks: 'Does the main argument rest on the core question of the speaker’s framework? named: the question is mentioned and not used; carries: without it the argument would fail. The sentence in which it works.',
	},
	{
		id: 'V',
		dimension: 'frameworkConsistency',
		answers: severities,
		proof: 'sentence',
		asks: 'Is anything argued from a foreign framework? minor: in passing; major: the argument rests on it. A point granted to an opponent is none.',
	},
	honesty(
		'evaded_direct_question',
		'Is a direct question, put to this speaker by name in the turn before, or what the host asked of it, left unanswered? minor: touched on; major: passed over. The question is the evidence.',
		'question',
	),
	honesty(
		'misrepresented_opponent',
		'Elsewhere than in the sentence of S1: is a claim that the opponent did make altered in what it says? Mockery alone is none.',
		'both',
	),
	honesty('cherry_picked', 'Is only the evidence named that suits the speaker, where the opponent gave other?'),
	honesty('moved_goalposts', 'Is what would have to be shown changed after it was shown?'),
	honesty('false_equivalence', 'Are things treated as alike that differ in what matters here?'),
	honesty('invented_source', 'Does the argument lean on a study, a number or a quotation that seems made up?'),
	honesty(
		'overclaimed_certainty',
		'Is something stated as settled that is not, where the argument needs it and nothing hedges it? A flourish is none.',
	),
	{
		id: 'X1',
		dimension: 'intellectualHonesty',
		answers: ['none', takenBack, 'major'],
		proof: 'both',
		deciding: true,
		asks: 'Is a claim ascribed to an opponent, without quotation marks, that no opponent made, and argued against? taken_back: the speaker says in this same turn that the opponent does not hold it, also once corrected. With the nearest thing that the opponent did say.',
	},
	{
		id: 'X2',
		dimension: 'intellectualHonesty',
		answers: ['none', takenBack, 'major'],
		proof: 'both',
		deciding: true,
		asks: 'Are words put into an opponent’s mouth that the opponent did not say, in these words or others: in quotation marks, also where they are argued against; or by “you said”, “you told us”, while the argument does not rest on them? taken_back as in X1. With the nearest thing that the opponent did say.',
	},
] as const satisfies readonly RubricItem[];

export type RubricId = (typeof rubric)[number]['id'];

/** What a turn owes beside its framework and honesty: fixed when its prompt is made. */
export type Owed = {readonly steelManning: boolean; readonly selfCritique: boolean};

/** The items that a turn is asked about: only what it owes. Honesty and framework are always owed. */
export const itemsOwed = (owed: Owed): readonly RubricItem[] =>
	rubric.filter(
		({dimension}) =>
			(dimension !== 'steelManning' || owed.steelManning) && (dimension !== 'selfCritique' || owed.selfCritique),
	);

/** Items that a turn must have, and every verdict answers: the others are listed where they are found. */
const required: ReadonlySet<string> = new Set<RubricId>(['S1', 'C1', 'F1']);
export const mustBeFound = ({id}: Pick<RubricItem, 'id'>): boolean => required.has(id);

/** What each answer is worth. Other numbers here are other rules, with a higher `rulesVersion`: docs/decisions/0021. */
type AnswerPoints = {
	/** Parts of a dimension, by answer; an item's first answer is worth nothing. */
	readonly worth: Readonly<Partial<Record<RubricId, Readonly<Record<string, number>>>>>;
	/** What is left of a steel-man that was bent, and of an admission that was taken back. */
	readonly bentAtMost: number;
	readonly takenBackAtMost: number;
	/** What is left of an argument on foreign ground, and what an aside there costs. */
	readonly foreignAtMost: number;
	readonly foreignAside: number;
	/** What a lapse costs, and what is left where a source was invented. */
	readonly lapses: Readonly<Record<string, number>>;
	readonly inventedAtMost: number;
	/** What a quotation costs that code has found altered: in its words, or in what it says. */
	readonly sourceLapses: Readonly<Record<string, number>>;
	/** From which value honesty is high, with at most one minor lapse, and from which it is medium. */
	readonly honestyLevels: {readonly high: number; readonly medium: number};
	/** What a straw man leaves of honesty, and the score at most; a false quotation likewise. */
	readonly honestyWithStrawMan: number;
	readonly strawManAtMost: number;
	readonly honestyWithFalseQuotation: number;
	readonly falseQuotationAtMost: number;
	/** The score at most, where a figure of a source was altered or its statement turned round, and not put right. */
	readonly misrepresentedSourceAtMost: number;
	/** The score at most, where either was taken back in the same turn; honesty then loses what a minor lapse costs. */
	readonly takenBackWordsAtMost: number;
};

export const answerPoints: AnswerPoints = {
	worth: {
		S1: {loose: 0.35, exact: 0.55},
		S2: {named: 0.1, concrete: 0.2},
		S4: {yes: 0.08},
		S5: {yes: 0.17},
		C1: {plan: 0.25, framework: 0.45},
		C2: {named: 0.1, concrete: 0.25},
		C3: {yes: 0.2},
		C5: {yes: 0.1},
		F1: {named: 0.6, carries: 1},
	},
	bentAtMost: 0.55,
	takenBackAtMost: 0.1,
	foreignAtMost: 0.05,
	foreignAside: 0.2,
	lapses: {minor: 0.15, major: 0.8},
	inventedAtMost: 0.1,
	sourceLapses: {minor: 0.15, major: 0.4},
	honestyLevels: {high: 0.85, medium: 0.2},
	honestyWithStrawMan: 0,
	strawManAtMost: 30,
	honestyWithFalseQuotation: 0.2,
	falseQuotationAtMost: 60,
	misrepresentedSourceAtMost: 60,
	takenBackWordsAtMost: 75,
};

/** What an answer adds to its dimension, as a share of it; 0 where it adds nothing. */
export const worthOf = (id: string, answer: string): number => {
	const worth: Readonly<Partial<Record<string, Readonly<Record<string, number>>>>> = answerPoints.worth;
	return worth[id]?.[answer] ?? 0;
};
