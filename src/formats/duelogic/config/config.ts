/**
 * The settings of a Duelogic debate: fields, defaults and bounds. A partial config is completed from the defaults.
 * Fields with a description are shown when a debate is set up.
 */
import {z} from 'zod';
import {expected, expectedFields, configErrors, describeValue} from '../../../debate/config-errors.ts';
import {frameworks, OwnFrameworks, type Framework} from './frameworks.ts';

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

const text = (what: string) => z.string(expected(what)).trim().min(1, expected(what));
const flag = z.boolean(expected('true or false'));
const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, expected(values.join(', ')));
const wholeNumber = (from: number, to: number) =>
	z
		.int(expected(`${from} to ${to}`))
		.min(from, expected(`${from} to ${to}`))
		.max(to, expected(`${from} to ${to}`));
const number = (what: string, allowed: (value: number) => boolean) =>
	z.number(expected(what)).refine(allowed, expected(what));
const closed = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields, expectedFields(Object.keys(fields)));
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
			.describe('When the arbiter steps in: relaxed never, moderate on a major fault, strict on any.'),
	}),
	flow: closed({
		style: oneOf(['structured', 'conversational'])
			.default('conversational')
			.describe('In turn, or whoever was addressed speaks next.'),
		maxExchanges: wholeNumber(3, 30).default(8).describe('Rounds of replies between the openings and the closing.'),
		targetDurationMinutes: number('a number of minutes above 0', value => value > 0)
			.default(45)
			.describe('The exchange ends early after this much speech, in minutes.'),
	}).prefault({}),
	interruptions: closed({
		enabled: flag.default(true).describe('Whether anyone may be cut off.'),
		allowChairInterruptions: flag.default(true).describe('Chairs may cut each other off.'),
		allowArbiterInterruptions: flag.default(true).describe('The arbiter may cut a chair off.'),
		aggressiveness: wholeNumber(1, 5)
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
	contextTokens: wholeNumber(4000, 10_000_000)
		.default(100_000)
		.describe('The context window of the smallest model, in tokens; at 60 % of it the transcript is condensed.'),
});
export type DuelogicConfig = z.infer<typeof Config>;

/** Schema of `debate-start.config`: completes a partial config and rejects invalid values. */
export const duelogicConfig: z.ZodType<DuelogicConfig> = z.preprocess(
	fill,
	Config.superRefine(checkAcross, {when: () => true}),
);

/**
 * Completes a partial config. Throws an `Error` with one line per fault, such as `flow.maxExchanges: got 99, may be 3
 * to 30`.
 */
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
