/**
 * The rubric of a judged turn, as one record: what each item asks, what its answers are worth, what proves it and how
 * it is looked at again. Checklist, points, second look, the words of all languages and the table in
 * docs/protocols/duelogic.md are derived from it: an item that is added does not compile until each of them has it.
 */

/** The number of the rules by which turns are scored. A journal of others keeps the scores that it carries. */
export const rulesVersion = 6;

/** What a score is made of, in the order in which it is shown. */
export const dimensions = ['steelManning', 'selfCritique', 'frameworkConsistency', 'intellectualHonesty'] as const;
export type Dimension = (typeof dimensions)[number];

/** All that a judge may answer to an item. */
export const rubricAnswers = [
	'none',
	'no',
	'yes',
	'minor',
	'major',
	'loose',
	'exact',
	'named',
	'concrete',
	'plan',
	'framework',
	'carries',
	'taken_back',
] as const;
type RubricAnswer = (typeof rubricAnswers)[number];

/** The answer about words that no opponent said, or no source, where their speaker takes them back in the same turn. */
export const takenBack = 'taken_back';

/**
 * What an answer does to its dimension, from 0 to 1. A dimension is what its answers add; where none can add it is 1.
 * It loses what answers take and is never more than one of them leaves.
 */
type AnswerEffect = {
	readonly adds?: number;
	readonly takes?: number;
	/** Taken once, however many items find it. */
	readonly once?: true;
	readonly leaves?: number;
	/** The whole score at most, from 0 to 100, and why. */
	readonly scoreAtMost?: number;
	readonly because?: string;
};

type ItemDefinition = {
	readonly id: string;
	readonly dimension: Dimension;
	/**
	 * A merit; a flaw of the merits in its dimension; a repeat, the exception to a merit; a lapse of honesty, whose id is
	 * its name; an invention, words that no opponent said; the order in which a turn proceeds.
	 */
	readonly finds: 'merit' | 'flaw' | 'repeat' | 'lapse' | 'invention' | 'order';
	/** The turn must have it, and each verdict answers it: others are listed where they are found. */
	readonly required?: true;
	/** Where that item finds nothing, the answer to this one is of no account. */
	readonly dependsOn?: 'S1' | 'C1';
	/** The answer that finds nothing, and needs no proof. */
	readonly nothing: RubricAnswer;
	/** What each other answer counts; an item of which nothing counts is only shown. */
	readonly counts: Readonly<Partial<Record<RubricAnswer, AnswerEffect>>>;
	/** What proves it: a sentence of the turn, an opponent's beside it, a question, or the number of an earlier turn. */
	readonly proof: 'sentence' | 'both' | 'question' | 'earlier_turn';
	/** It lies in words of the speaker's own: what is only quoted from somebody does not prove it. */
	readonly ownWords: boolean;
	/** What the second look at a finding is called; null where there is none. */
	readonly secondLook: string | null;
	/** Asked of no judge: code finds it. */
	readonly foundBy?: 'code';
	/** The question, for the judge. */
	readonly asks: string;
};

const lapse = {minor: {takes: 0.15}, major: {takes: 0.8}} as const;
const disowned = {
	takes: 0.15,
	once: true,
	scoreAtMost: 75,
	because: 'words that no opponent said, taken back in the same turn',
} as const;

/** Other numbers here are other rules, with a higher `rulesVersion`: docs/decisions/0021. */
const items = [
	{
		id: 'S1',
		dimension: 'steelManning',
		finds: 'merit',
		required: true,
		nothing: 'none',
		counts: {loose: {adds: 0.35}, exact: {adds: 0.55}},
		proof: 'both',
		ownWords: false,
		secondLook: 'restatement',
		asks: 'Is a specific claim restated, as an opponent’s, that the opponent really made? loose: its gist, or a bent form of it; exact: with the limits and hedges the opponent gave it. With the opponent’s own sentence.',
	},
	{
		id: 'S2',
		dimension: 'steelManning',
		finds: 'merit',
		dependsOn: 'S1',
		nothing: 'none',
		counts: {named: {adds: 0.1}, concrete: {adds: 0.2}},
		proof: 'sentence',
		ownWords: false,
		secondLook: 'restatement',
		asks: 'Is the opponent’s reason for that claim given too? named: what it is; concrete: with a case, a person or a consequence of the opponent’s.',
	},
	{
		id: 'S3',
		dimension: 'steelManning',
		finds: 'flaw',
		dependsOn: 'S1',
		nothing: 'no',
		counts: {yes: {leaves: 0.55}},
		proof: 'both',
		ownWords: false,
		secondLook: 'bent',
		asks: 'Is that restatement bent: does it hold a word that the opponent would strike out, or drop a hedge (some, often, may) of theirs? With both sentences.',
	},
	{
		id: 'S4',
		dimension: 'steelManning',
		finds: 'merit',
		dependsOn: 'S1',
		nothing: 'no',
		counts: {yes: {adds: 0.08}},
		proof: 'sentence',
		ownWords: true,
		secondLook: 'granted',
		asks: 'Is something granted to the opponent, or learned from them? Courtesy and mockery are none.',
	},
	{
		id: 'S5',
		dimension: 'steelManning',
		finds: 'merit',
		dependsOn: 'S1',
		nothing: 'no',
		counts: {yes: {adds: 0.17}},
		proof: 'sentence',
		ownWords: true,
		secondLook: 'added',
		asks: 'Is a reason, a case or a consequence added that helps the opponent and that the opponent had not given, and marked as the speaker’s own addition?',
	},
	{
		id: 'S6',
		dimension: 'steelManning',
		finds: 'order',
		foundBy: 'code',
		nothing: 'no',
		counts: {yes: {}},
		proof: 'sentence',
		ownWords: false,
		secondLook: null,
		asks: 'Does the restatement stand before the speaker’s own case?',
	},
	{
		id: 'C1',
		dimension: 'selfCritique',
		finds: 'merit',
		required: true,
		nothing: 'none',
		counts: {plan: {adds: 0.25}, framework: {adds: 0.45}},
		proof: 'sentence',
		ownWords: true,
		secondLook: 'admission',
		asks: 'Is a weakness of the speaker’s own side admitted? plan: a cost or a risk of what they propose; framework: a limit of their way of thinking, and why it overlooks it. A reproach that is quoted, denied or worn as a virtue is none; so is a weakness that is not named.',
	},
	{
		id: 'C2',
		dimension: 'selfCritique',
		finds: 'merit',
		dependsOn: 'C1',
		nothing: 'none',
		counts: {named: {adds: 0.1}, concrete: {adds: 0.25}},
		proof: 'sentence',
		ownWords: true,
		secondLook: 'tied',
		asks: 'Is that weakness tied to this motion? named: the motion is mentioned; concrete: by a case, a person or a consequence of it.',
	},
	{
		id: 'C3',
		dimension: 'selfCritique',
		finds: 'merit',
		dependsOn: 'C1',
		nothing: 'no',
		counts: {yes: {adds: 0.2}},
		proof: 'sentence',
		ownWords: true,
		secondLook: 'error',
		asks: 'Is it said which case the speaker’s framework gets wrong, or what would change their mind?',
	},
	{
		id: 'C4',
		dimension: 'selfCritique',
		finds: 'flaw',
		dependsOn: 'C1',
		nothing: 'no',
		counts: {yes: {leaves: 0.1}},
		proof: 'sentence',
		ownWords: false,
		secondLook: 'taken_back',
		asks: 'Is the admission taken back or explained away later in the turn? By which sentence?',
	},
	{
		id: 'C5',
		dimension: 'selfCritique',
		finds: 'repeat',
		dependsOn: 'C1',
		nothing: 'yes',
		counts: {yes: {adds: 0.1}, no: {}},
		proof: 'earlier_turn',
		ownWords: false,
		secondLook: null,
		asks: 'Is it an admission that this speaker has not made before? no: name the earlier turn that made it.',
	},
	{
		id: 'F1',
		dimension: 'frameworkConsistency',
		finds: 'merit',
		required: true,
		nothing: 'none',
		counts: {named: {adds: 0.6}, carries: {adds: 1}},
		proof: 'sentence',
		ownWords: false,
		secondLook: 'framework',
		asks: 'Does the main argument rest on the core question of the speaker’s framework? named: the question is mentioned and not used; carries: without it the argument would fail. The sentence in which it works.',
	},
	{
		id: 'V',
		dimension: 'frameworkConsistency',
		finds: 'flaw',
		nothing: 'none',
		counts: {minor: {takes: 0.2}, major: {leaves: 0.05}},
		proof: 'sentence',
		ownWords: true,
		secondLook: 'foreign',
		asks: 'Is anything argued from a foreign framework? minor: in passing; major: the argument rests on it. A point granted to an opponent is none.',
	},
	{
		id: 'evaded_direct_question',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		nothing: 'none',
		counts: lapse,
		proof: 'question',
		ownWords: false,
		secondLook: 'evaded',
		asks: 'Is a direct question, put to this speaker by name in the turn before, or what the host asked of it, left unanswered? minor: touched on; major: passed over. The question is the evidence.',
	},
	{
		id: 'misrepresented_opponent',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		nothing: 'none',
		counts: lapse,
		proof: 'both',
		ownWords: false,
		secondLook: 'misrepresented',
		asks: 'Elsewhere than in the sentence of S1: is a claim that the opponent did make altered in what it says? Mockery alone is none.',
	},
	{
		id: 'cherry_picked',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		nothing: 'none',
		counts: lapse,
		proof: 'sentence',
		ownWords: false,
		secondLook: 'cherry_picked',
		asks: 'Is only the evidence named that suits the speaker, where the opponent gave other?',
	},
	{
		id: 'moved_goalposts',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		nothing: 'none',
		counts: lapse,
		proof: 'sentence',
		ownWords: false,
		secondLook: 'moved_goalposts',
		asks: 'Is what would have to be shown changed after it was shown?',
	},
	{
		id: 'false_equivalence',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		nothing: 'none',
		counts: lapse,
		proof: 'sentence',
		ownWords: false,
		secondLook: 'false_equivalence',
		asks: 'Are things treated as alike that differ in what matters here?',
	},
	{
		id: 'invented_source',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		nothing: 'none',
		counts: {minor: {...lapse.minor, leaves: 0.1}, major: {...lapse.major, leaves: 0.1}},
		proof: 'sentence',
		ownWords: false,
		secondLook: 'invented_source',
		asks: 'Does the argument lean on a study, a number or a quotation that seems made up?',
	},
	{
		id: 'overclaimed_certainty',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		nothing: 'none',
		counts: lapse,
		proof: 'sentence',
		ownWords: true,
		secondLook: 'overclaimed_certainty',
		asks: 'Is something stated as settled that is not, where the argument needs it and nothing hedges it? A flourish is none.',
	},
	{
		id: 'X1',
		dimension: 'intellectualHonesty',
		finds: 'invention',
		nothing: 'none',
		counts: {taken_back: disowned, major: {leaves: 0, scoreAtMost: 30, because: 'a straw man that the bench affirmed'}},
		proof: 'both',
		ownWords: false,
		secondLook: 'straw_man',
		asks: 'Is a claim ascribed to an opponent, without quotation marks, that no opponent made, and argued against? taken_back: the speaker says in this same turn that the opponent does not hold it, also once corrected. With the nearest thing that the opponent did say.',
	},
	{
		id: 'X2',
		dimension: 'intellectualHonesty',
		finds: 'invention',
		nothing: 'none',
		counts: {
			taken_back: disowned,
			major: {leaves: 0.2, scoreAtMost: 60, because: 'a false quotation that the bench affirmed'},
		},
		proof: 'both',
		ownWords: false,
		secondLook: 'false_quotation',
		asks: 'Are words put into an opponent’s mouth that the opponent did not say, in these words or others: in quotation marks, also where they are argued against; or by “you said”, “you told us”, while the argument does not rest on them? taken_back as in X1. With the nearest thing that the opponent did say.',
	},
	{
		id: 'misrepresented_source',
		dimension: 'intellectualHonesty',
		finds: 'lapse',
		foundBy: 'code',
		nothing: 'none',
		counts: {
			minor: lapse.minor,
			taken_back: {takes: 0.4},
			major: {takes: 0.4, scoreAtMost: 60, because: 'a source that says otherwise, not put right'},
		},
		proof: 'sentence',
		ownWords: false,
		secondLook: null,
		asks: 'Is what a source says altered?',
	},
] as const satisfies readonly ItemDefinition[];

type OneItem = (typeof items)[number];

export type RubricId = OneItem['id'];
/** Items that find a fault of honesty: each is called by a name of its own. */
export type HonestyFault = Extract<OneItem, {readonly finds: 'lapse' | 'invention'}>['id'];
/** Items that a turn must have. */
export type RequiredId = Extract<OneItem, {readonly required: true}>['id'];
export type SecondLook = NonNullable<OneItem['secondLook']>;

export type RubricItem = ItemDefinition & {
	readonly id: RubricId;
	readonly secondLook: SecondLook | null;
	/** The possible answers; the first one finds nothing. */
	readonly answers: readonly [string, ...string[]];
};

/** In the order in which judges read it and answers are shown. */
export const rubric: readonly RubricItem[] = items.map(item => ({
	...item,
	answers: [item.nothing, ...Object.keys(item.counts).filter(answer => answer !== item.nothing)],
}));

const byId: ReadonlyMap<string, RubricItem> = new Map(rubric.map(item => [item.id, item]));

/** The item of a recorded answer; undefined for one of other rules. */
export const rubricItem = (id: string): RubricItem | undefined => byId.get(id);

const effects: ReadonlyMap<string, ReadonlyMap<string, AnswerEffect>> = new Map(
	items.map(({id, counts}) => [id, new Map<string, AnswerEffect>(Object.entries(counts))]),
);

/** What an answer does; nothing, where the rubric has no such answer. */
export const effectOf = (id: string, answer = ''): AnswerEffect => effects.get(id)?.get(answer) ?? {};

/** What an answer adds to its dimension, as a share of it; 0 where it adds nothing. */
export const worthOf = (id: string, answer: string): number => effectOf(id, answer).adds ?? 0;

/** The answer that counts for an item of which nothing is found: that an admission is new. Undefined for most. */
export function unlessFound(id: string): RubricAnswer | undefined {
	const item = rubricItem(id);
	return item?.counts[item.nothing] && item.nothing;
}

/** What a turn owes beside its framework and honesty: fixed when its prompt is made. */
export type Owed = {readonly steelManning: boolean; readonly selfCritique: boolean};

export const isOwed = (dimension: Dimension, owed: Readonly<Partial<Record<Dimension, boolean>>>): boolean =>
	owed[dimension] ?? true;

/** The items that a turn is asked about: only what it owes. Honesty and framework are always owed. */
export const itemsOwed = (owed: Owed): readonly RubricItem[] =>
	rubric.filter(({dimension, foundBy}) => foundBy === undefined && isOwed(dimension, owed));

/** Words that no opponent said. */
export const isInvention = ({finds}: Pick<RubricItem, 'finds'>): boolean => finds === 'invention';

/** Whether an item asks for a fault: to find nothing is then the good answer. */
export const asksForFault = (id: string): boolean =>
	['flaw', 'lapse', 'invention'].includes(rubricItem(id)?.finds ?? 'merit');
