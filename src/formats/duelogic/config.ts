/** The settings of a Duelogic debate; a partial config is completed. Described fields are shown at setup. */
import {z} from 'zod';
import {expected, configErrors, describeValue} from '../../debate/usage-error.ts';
import {closed, flag, number, oneOf, text, whole} from '../config-fields.ts';
import {frameworks, OwnFrameworks, type Framework} from './frameworks.ts';
import {InterruptionReason} from '../../debate/events.ts';
import {Stance} from '../../debate/evaluation.ts';
import {debateLanguage, languageCode, languageName, languageOfText, englishDebateWords} from '../../languages/find.ts';
import type {DebateLanguage} from '../../languages/language.ts';
import {fence} from '../../debate/prompt.ts';
import type {Prompt} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {countWords} from '../../debate/text/words.ts';

const positions = ['chair_1', 'chair_2', 'chair_3', 'chair_4', 'chair_5', 'chair_6'] as const;

/** Default models by seat, all different: debates between different models go best. */
const defaultModels = [
	{modelId: 'anthropic/claude-sonnet-4', modelDisplayName: 'Claude Sonnet 4', providerName: 'Anthropic'},
	{modelId: 'x-ai/grok-3', modelDisplayName: 'Grok 3', providerName: 'xAI'},
	{modelId: 'google/gemini-2.5-pro', modelDisplayName: 'Gemini 2.5 Pro', providerName: 'Google'},
	{modelId: 'deepseek/deepseek-chat', modelDisplayName: 'DeepSeek V3', providerName: 'DeepSeek'},
	{modelId: 'mistralai/mistral-large', modelDisplayName: 'Mistral Large', providerName: 'Mistral'},
	{modelId: 'meta-llama/llama-3.3-70b-instruct', modelDisplayName: 'Llama 3.3 70B', providerName: 'Meta'},
] as const;
const defaultArbiter = {modelId: 'openai/gpt-4o', modelDisplayName: 'GPT-4o'};

const weight = number('a number from 0', value => value >= 0).default(25);

const Chair = closed({
	position: oneOf(positions),
	framework: text('a framework’s id'),
	modelId: text('a model’s id'),
	modelDisplayName: text('a name').optional(),
	providerName: text('a name').optional(),
	persona: text('a few words on how this chair speaks')
		.optional()
		.describe('How this chair speaks, in a few words, such as: a retired skipper, dry and patient.'),
});

const Weights = closed({
	steelManning: weight.describe('The weight of stating the other side’s strongest case.'),
	selfCritique: weight.describe('The weight of admitting a limit of one’s own position.'),
	frameworkConsistency: weight.describe('The weight of keeping to the framework.'),
	intellectualHonesty: weight.describe('The weight of honest argument.'),
}).refine(weights => Object.values(weights).some(each => each > 0), expected('four numbers from 0, not all 0'));
export type Weights = z.infer<typeof Weights>;

const Config = closed({
	mode: z.literal('duelogic', expected('"duelogic"')).default('duelogic'),
	chairs: z
		.array(Chair, expected('a list of 2 to 6 chairs'))
		.min(2, expected('2 to 6 chairs'))
		.max(6, expected('2 to 6 chairs')),
	arbiter: closed({
		modelId: text('a model’s id'),
		modelDisplayName: text('a name').optional(),
		accountabilityLevel: oneOf(['relaxed', 'moderate', 'strict'])
			.default('moderate')
			.describe('When the arbiter steps in: relaxed never, moderate on a major fault, strict on any but a minor one.'),
	}),
	flow: closed({
		/** Optional, so that debates started before this field existed can resume. */
		start: oneOf(['full', 'brisk'])
			.optional()
			.describe(
				'full: the host introduces the show, and openings are as long as replies. brisk: 60 words of the host, openings of 90, or of 80 where more than three speak.',
			),
		style: oneOf(['structured', 'conversational'])
			.default('conversational')
			.describe('In turn, or whoever was addressed speaks next.'),
		maxExchanges: whole(3, 30).default(8).describe('Rounds of replies between the openings and the closing.'),
		targetDurationMinutes: number('a number of minutes above 0', value => value > 0)
			.default(45)
			.describe('The exchange ends early after this much speech, in minutes.'),
	}).prefault({}),
	interruptions: closed({
		enabled: flag.default(true).describe('Whether anyone may be cut off.'),
		allowChairInterruptions: flag.default(true).describe('Chairs may cut each other off.'),
		allowArbiterInterruptions: flag.default(true).describe('The arbiter may cut a chair off.'),
		aggressiveness: whole(1, 5)
			.default(3)
			.describe('How readily they interrupt: 1 hardly ever, 5 at every opportunity.'),
		cooldownSeconds: number('a number of seconds from 0', value => value >= 0)
			.default(60)
			.describe('The shortest time between two interruptions, in seconds.'),
	}).prefault({}),
	tone: oneOf(['respectful', 'spirited', 'heated']).default('spirited').describe('How the chairs speak to each other.'),
	podcastMode: closed({
		enabled: flag.default(true).describe('The arbiter hosts it as an episode of a show.'),
		showName: text('a name').default('Duelogic').describe('What the show is called.'),
		episodeNumber: z
			.int(expected('a whole number from 0'))
			.min(0, expected('a whole number from 0'))
			.optional()
			.describe('Mentioned in the introduction, if given.'),
		includeCallToAction: flag.default(true).describe('The closing asks listeners to subscribe and share.'),
	}).prefault({}),
	mandates: closed({
		requireSteelManning: flag
			.default(true)
			.describe('A chair states the other side’s strongest case before it answers.'),
		requireSelfCritique: flag.default(true).describe('A chair admits a limit of its own framework.'),
		arbiterCanInterject: flag.default(true).describe('The arbiter steps in between turns.'),
	}).prefault({}),
	language: text('a language, such as German or de')
		.optional()
		.describe('The language everybody speaks, such as German or de (default: that of the proposition).'),
	/** Optional, so that debates started before this field existed can resume. */
	judgeStances: flag
		.optional()
		.describe('Each judge says where it stands on the proposition itself, before the debate and after it.'),
	/** The user's own frameworks by id, kept in the config so that a journal is self-contained. */
	frameworks: OwnFrameworks.default({}),
	/** Weights of the four parts of a score; only their ratios matter. */
	weights: Weights.prefault({}),
	contextTokens: whole(4000, 10_000_000)
		.default(100_000)
		.describe('The context window of the smallest model, in tokens; at 60 % of it the transcript is condensed.'),
});
export type DuelogicConfig = z.infer<typeof Config>;

/** Schema of `debate-start.config`: completes a partial config and rejects invalid values. */
export const duelogicConfig: z.ZodType<DuelogicConfig> = z.preprocess(
	fill,
	Config.superRefine(checkAcross, {when: () => true}),
);

/** Completes a partial config. Throws an `Error`, a line per fault: `flow.maxExchanges: got 99, …`. */
export function parseDuelogicConfig(partial: unknown): DuelogicConfig {
	const parsed = duelogicConfig.safeParse(partial);
	if (parsed.success) return parsed.data;
	throw new Error(configErrors(parsed.error).join('\n'), {cause: parsed.error});
}

/** A framework by id, built in or the user's own. Throws if there is none. */
export function frameworkOf(config: Pick<DuelogicConfig, 'frameworks'>, id: string): Framework {
	const found = allFrameworks(config.frameworks)[id];
	if (!found) throw new Error(`there is no framework "${id}"`);
	return found;
}

const allFrameworks = (own: Readonly<Record<string, Framework>>): Readonly<Record<string, Framework>> => ({
	...own,
	...frameworks,
});

const Fields = z.record(z.string(), z.unknown());

/** Adds missing chair positions, chair models and the arbiter's model to a partial config. */
function fill(partial: unknown): unknown {
	const config = Fields.safeParse(partial ?? {});
	if (!config.success) return partial;
	const {chairs = defaultChairs, arbiter = {}} = config.data;
	return {
		...config.data,
		chairs: Array.isArray(chairs) ? chairs.map(seated(chairs)) : chairs,
		arbiter: withModel(arbiter, defaultArbiter),
	};
}

const defaultChairs = [{framework: 'utilitarian'}, {framework: 'virtue_ethics'}];

/** Gives a chair without a position the first free one. */
function seated(chairs: readonly unknown[]): (chair: unknown, index: number) => unknown {
	const taken = new Set(chairs.map(chair => Fields.safeParse(chair).data?.['position']));
	const free = positions.filter(position => !taken.has(position));
	return (chair, index) => {
		const known = Fields.safeParse(chair);
		if (!known.success) return chair;
		const position = known.data['position'] ?? free.shift() ?? `chair_${index + 1}`;
		return withModel({...known.data, position}, defaultModels[index] ?? {});
	};
}

/** Adds a default model with its display name; a seat that names its own model keeps its own display name. */
function withModel(seat: unknown, model: object): unknown {
	const fields = Fields.safeParse(seat);
	return fields.success && fields.data['modelId'] === undefined ? {...model, ...fields.data} : seat;
}

const Across = z.object({
	chairs: z
		.array(z.object({position: z.unknown(), framework: z.unknown()}).catch({position: undefined, framework: undefined}))
		.catch([]),
	frameworks: z.record(z.string(), z.unknown()).catch({}),
});

/** Checks that involve several fields. Runs even if single fields are invalid, so it assumes nothing about them. */
function checkAcross(config: unknown, context: z.core.$RefinementCtx): void {
	const across = Across.safeParse(config);
	if (!across.success) return;
	const {chairs, frameworks: own} = across.data;
	const known = [...Object.keys(frameworks), ...Object.keys(own)];
	for (const [index, {position, framework}] of chairs.entries()) {
		if (typeof framework === 'string' && !known.includes(framework))
			refuse(context, ['chairs', index, 'framework'], framework, known.join(', '));
		const twice = position !== undefined && chairs.slice(0, index).some(other => other.position === position);
		if (twice) refuse(context, ['chairs', index, 'position'], position, 'a position that no other chair has');
	}
	for (const id of Object.keys(own))
		if (Object.hasOwn(frameworks, id)) refuse(context, ['frameworks', id], id, 'an id that is not built in');
}

function refuse(context: z.core.$RefinementCtx, path: (string | number)[], got: unknown, wanted: string): void {
	context.addIssue({code: 'custom', path, input: got, message: `got ${describeValue(got)}, expected ${wanted}`});
}

// Answer schemas for interruption watchers and the arbiter: flat, short, every key required, so that strict
// structured-output servers accept them.

/**
 * Whether a chair wants to interrupt, in as few tokens as can be: `sentence` is the number of the sentence that caused
 * it. Urgency is looked up in interruption-rules.ts.
 */
export const InterruptionAnswer = z.object({
	reason: z.enum(['none', ...InterruptionReason.options]),
	severity: z.enum(['low', 'medium', 'high']),
	chair: z.string().nullable(),
	sentence: z.int().nullable(),
});
export type InterruptionAnswer = z.infer<typeof InterruptionAnswer>;

/** The reason comes first so that the model derives the number from it. */
export const StanceAnswer = z.object({reason: z.string().trim().min(1), stance: Stance});
export type StanceAnswer = z.infer<typeof StanceAnswer>;

export const DigestAnswer = z.object({digest: z.string().min(1)});

// The language that everybody in a debate speaks: the config's, or that of the proposition.

/** `words` are English where we have none of the language; `name` is undefined where nothing tells which it is. */
export type SpokenLanguage = {
	readonly code: string | undefined;
	readonly name: string | undefined;
	readonly words: DebateLanguage;
};

export function spokenLanguage({language}: Pick<DuelogicConfig, 'language'>, proposition: string): SpokenLanguage {
	const code = language === undefined ? languageOfText(proposition) : languageCode(language);
	const given = language ?? code;
	return {
		code,
		name: given === undefined ? undefined : languageName(given),
		words: (code === undefined ? undefined : debateLanguage(code)) ?? englishDebateWords,
	};
}

/** What the shared system message says about it. */
export const languageRule = ({name, code}: SpokenLanguage): string =>
	name === undefined
		? 'Use the language of the proposition.'
		: `Everybody speaks ${fence(name)}${code === 'en' ? '' : ', whatever language these instructions are in'}.`;

// How long turns are: the words asked for, and what a request may take at most.

/** Words of a turn. It is ended at a sentence before it has more than `max`. */
export type WordBudget = {readonly min: number; readonly max: number};

export const budgets = {
	turn: {min: 150, max: 300},
	/** For a turn that makes one point. */
	short: {min: 90, max: 150},
	lastWord: {min: 60, max: 90},
	resumption: {min: 40, max: 120},
	interruption: {min: 8, max: 40},
	question: {min: 10, max: 35},
	interjection: {min: 30, max: 75},
	podcast: {introduction: {min: 200, max: 350}, synthesis: {min: 350, max: 500}},
	plain: {introduction: {min: 60, max: 120}, synthesis: {min: 150, max: 250}},
	/** A turn may be a tenth longer, to end its thought. */
	brisk: {introduction: {min: 30, max: 54}, opening: {min: 60, max: 82}},
	/** Of more than three: the first reply comes as soon. */
	briskest: {introduction: {min: 30, max: 44}, opening: {min: 54, max: 72}},
} as const;

/** Whether the first reply comes soon: a short introduction, and short openings. */
export const isBrisk = ({flow}: Pick<DuelogicConfig, 'flow'>): boolean => flow.start === 'brisk';

/** How brisk a brisk debate of so many begins. */
export const briskness = ({chairs}: {readonly chairs: readonly unknown[]}): 'brisk' | 'briskest' =>
	chairs.length > 3 ? 'briskest' : 'brisk';

/** A range of words as prompts write it. */
export const rangeText = ({min, max}: WordBudget): string => `${min}-${max}`;

/** Tokens beside the words themselves: what a model thinks before it speaks, and ends of lines. */
const allowance = 600;
/** Languages' ratios are averages. */
const spread = 1.3;
/** The largest share of the smallest model's context that one turn of a chair may take. */
const maxContextShare = 0.12;

/** The limits of a turn's request: tokens, the expected words, and the words at which we end it. */
export function limitsOf(
	{config, language}: {readonly config: DuelogicConfig; readonly language: SpokenLanguage},
	{min, max}: WordBudget,
	share = maxContextShare,
): Pick<Prompt, 'maxTokens' | 'words' | 'mostWords'> {
	const tokens = Math.ceil(max * language.words.tokensAWord * spread) + allowance;
	return {
		maxTokens: Math.min(tokens, Math.floor(config.contextTokens * share)),
		words: Math.round((min + max) / 2),
		mostWords: max,
	};
}

/** The words of each chair so far, all its turns together. */
const wordsOf = ({turns}: DebateState, chair: string): number =>
	turns.reduce((sum, {speaker, text}) => (speaker === chair ? sum + countWords(text) : sum), 0);

/**
 * The budget of a chair's turn: whoever is behind in words has the larger one. `before` are the turns of which every
 * chair had as many.
 */
export function fairRange(
	range: WordBudget,
	chair: string,
	chairs: readonly string[],
	before: DebateState,
): WordBudget {
	const own = wordsOf(before, chair);
	const others = chairs.filter(id => id !== chair).map(id => wordsOf(before, id));
	const middle = Math.round((range.min + range.max) / 2);
	const behind = Math.max(0, ...others.map(words => words - own));
	const ahead = Math.max(0, ...others.map(words => own - words));
	if (behind >= ahead) return {...range, min: Math.min(middle, range.min + behind)};
	return {...range, max: Math.max(middle, range.max - ahead)};
}

// The obligations of a chair. `instruction` appears once, in the shared system message; `reminder` is in each prompt.
// What judges ask is not written here: chairs are told what honest arguing is, not what is counted.

type Obligation = {
	readonly key: 'steel_man' | 'self_critique' | 'framework' | 'honesty' | 'voice';
	/** The mandate that can disable it. */
	readonly mandate?: 'requireSteelManning' | 'requireSelfCritique';
	readonly instruction: string;
	readonly reminder: string;
};

const obligations: readonly Obligation[] = [
	{
		key: 'steel_man',
		mandate: 'requireSteelManning',
		instruction:
			'When you first meet an opponent’s claim, put it before you object: in two or three sentences, in their words and with their reason, hedges kept, so that they would sign it. What you can add in their favour comes after that, said to be yours. Once is enough.',
		reminder: 'claims of theirs that you have not met yet, first and as they put them.',
	},
	{
		key: 'self_critique',
		mandate: 'requireSelfCritique',
		instruction:
			'In every turn of substance let one doubt about your own way of thinking stand, in one to three sentences, where the argument runs into it: which case it gets wrong here and why it overlooks that, or what would change your mind. Each time another doubt, found in this case and not read off your blind spots, and not taken back.',
		reminder: 'one doubt, where it arises.',
	},
	{
		key: 'framework',
		instruction:
			'Argue from your core question to the end, above all where that is hard. Do not recite it: let it be heard in the argument. Any fact may be used, an opponent’s admission too, if it matters because of that question; another framework’s reasons you may grant, but not build on.',
		reminder: 'from your core question.',
	},
	{
		key: 'honesty',
		instruction:
			'Answer what you were asked before you bring anything new, and do not announce that it is new. Attack what was said, and nothing else. A case may be imagined if it sounds imagined; state a fact only if you are sure of it, and invent no source, number or quotation. You are a model: claim no memories and no life.',
		reminder: 'invent nothing.',
	},
	{
		key: 'voice',
		instruction:
			'Speak as in a conversation that listeners follow by ear: no headings, no lists, no stage directions. What goes beyond your words is not heard. No turn of yours begins or ends the way another one did.',
		reminder: 'for the ear.',
	},
];

/** The obligations that the config's mandates leave in force. */
export const obligationsOf = ({mandates}: Pick<DuelogicConfig, 'mandates'>): readonly Obligation[] =>
	obligations.filter(({mandate}) => mandate === undefined || mandates[mandate]);
