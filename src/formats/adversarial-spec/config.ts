/** The settings of an Adversarial Spec debate, and its agents. Described fields are shown at setup. */
import {z} from 'zod';
import builtIn from '../../../data/formats/personas.json' with {type: 'json'};
import {expected, describeValue} from '../../debate/usage-error.ts';
import {closed, flag, number, text, whole} from '../config-fields.ts';
import {parseJsonOrText} from '../../debate/text/json.ts';

// Reviewer personas: five built in, and the schema of user-defined ones.

const line = z.string(expected('text')).trim().min(1, expected('text that is not empty'));

/** `checks` are questions asked of every text; `name` is the display name. */
export const Persona = closed({
	name: line,
	reads: line,
	checks: z.array(line, expected('a list of questions')).min(1, expected('at least one question')),
});
export type Persona = z.infer<typeof Persona>;

/** User-defined personas by id; ids are used in file names and messages. */
export const OwnPersonas = z.record(
	z.string().regex(/^[a-z][a-z0-9_-]*$/u, expected('an id of lowercase letters, digits, _ and -')),
	Persona,
);

export const builtInPersonas: Readonly<Record<string, Persona>> = builtIn;

const Config = closed({
	/**
	 * Voices such as `ollama:qwen3`, one per agent; if empty, one agent per persona on `--voice`. The first voice also
	 * merges.
	 */
	agents: z.array(text('a voice'), expected('a list of voices')).max(50, expected('at most 50 voices')).default([]),
	/** Persona ids, assigned to the agents in turn. */
	personas: z
		.array(text('a persona’s id'), expected('a list of personas'))
		.min(1, expected('at least one persona'))
		.max(50, expected('at most 50 personas'))
		.default(Object.keys(builtInPersonas)),
	maxRounds: whole(1, 20).default(3).describe('The most rounds of critique and refinement.'),
	consensusThreshold: number('a share above 0, up to 1', value => value > 0 && value <= 1)
		.default(0.5)
		.describe('The share of answering agents needed for consensus: 0.5 is five of ten.'),
	agentQueryTimeout: whole(1, 2_147_483_647, ' milliseconds')
		.default(120_000)
		.describe('How long a query may take, in milliseconds, including retries.'),
	agentQueryRetries: whole(0, 20).default(2).describe('How many times a failed query is retried.'),
	agentQueryRateLimit: number('a number of queries a second above 0', value => value > 0)
		.default(2)
		.describe('Queries per second for each agent, after a burst of ten.'),
	/** Weights by agent id for breaking ties; 1 if not given. */
	agentWeights: z
		.record(
			z.string(),
			number('a weight from 0', value => value >= 0),
			expected('an object with the weight of each agent'),
		)
		.default({}),
	grouping: z
		.enum(['model', 'offline'], expected('model or offline'))
		.default('model')
		.describe('Who decides that two issues are the same: model (the merging voice) or offline (built-in rules).'),
	temperature: number('a number from 0 to 2', value => value >= 0 && value <= 2)
		.optional()
		.describe('Passed to every model, if given.'),
	accept: z
		.enum(['none', 'all'], expected('none or all'))
		.default('none')
		.describe('What is accepted if nobody can be asked.'),
	verify: flag.default(false).describe('One agent checks once and changes nothing: pass or fail.'),
	preserveIntent: flag.default(true).describe('Goals and scope may be questioned, but are changed only with your yes.'),
	/** What the author decides on issues that are left open, by their ids: an option's number, or to take or drop it. */
	decide: z
		.array(z.object({issue: z.string(), how: z.union([z.int().positive(), z.enum(['take', 'drop'])])}))
		.default([]),
	/** What the reviewers should know besides the text; it is not under review. */
	background: text('text that is not empty').optional(),
	/** User-defined personas by id, kept in the config so that a journal is self-contained. */
	ownPersonas: OwnPersonas.default({}),
	/** The specification's file and the SHA-256 of its bytes when read; without both, nothing can be saved to it. */
	file: text('a file’s path').optional(),
	/** Lines of it with hidden characters, found by code. */
	hidden: z.array(z.object({line: z.int().positive(), names: z.string()})).optional(),
	fileHash: text('a SHA-256').optional(),
});
export type SpecConfig = z.infer<typeof Config>;

/** The config's schema; rejects unknown personas and fewer than two agents. */
export const specConfig: z.ZodType<SpecConfig> = Config.superRefine((config, context) => {
	const known = [...Object.keys(builtInPersonas), ...Object.keys(config.ownPersonas)];
	const refuse = (path: (string | number)[], got: unknown, wanted: string): void =>
		context.addIssue({code: 'custom', path, input: got, message: `got ${describeValue(got)}, expected ${wanted}`});
	for (const [place, id] of config.personas.entries())
		if (!known.includes(id)) refuse(['personas', place], id, known.join(', '));
	for (const id of Object.keys(config.ownPersonas))
		if (Object.hasOwn(builtInPersonas, id)) refuse(['ownPersonas', id], id, 'an id that is not built in');
	if (!config.verify && agentsOf(config).length < 2)
		refuse(
			[config.agents.length > 0 ? 'agents' : 'personas'],
			config.agents.length > 0 ? config.agents : config.personas,
			'at least two',
		);
	const ids = agentsOf(config).map(({id}) => id);
	for (const id of Object.keys(config.agentWeights))
		if (!ids.includes(id)) refuse(['agentWeights', id], id, `an agent of this debate: ${ids.join(', ')}`);
});

/** A reviewer; `voice` as written in the config. */
export type Agent = {readonly id: string; readonly persona: string; readonly card: Persona; readonly voice?: string};

/** The agents of a debate. Personas are assigned in turn; the second agent with a persona is `security-2`. */
export function agentsOf({
	agents,
	personas,
	ownPersonas,
	verify,
}: Pick<SpecConfig, 'agents' | 'personas' | 'ownPersonas' | 'verify'>): Agent[] {
	const count = verify ? 1 : agents.length > 0 ? agents.length : personas.length;
	const seen = new Map<string, number>();
	return Array.from({length: count}, (_, place) => {
		const persona = personas[place % personas.length] ?? '';
		const nth = (seen.get(persona) ?? 0) + 1;
		seen.set(persona, nth);
		const card = ownPersonas[persona] ?? builtInPersonas[persona] ?? {name: persona, reads: '', checks: []};
		const voice = agents[place];
		return {id: nth === 1 ? persona : `${persona}-${nth}`, persona, card, ...(voice !== undefined && {voice})};
	});
}

const variables = {
	agents: list,
	personas: list,
	maxRounds: parseJsonOrText,
	consensusThreshold: parseJsonOrText,
	agentQueryTimeout: parseJsonOrText,
	agentQueryRetries: parseJsonOrText,
	agentQueryRateLimit: parseJsonOrText,
	agentWeights: parseJsonOrText,
	preserveIntent: parseJsonOrText,
} as const satisfies Partial<Record<keyof SpecConfig, (text: string) => unknown>>;

/** The environment variable of a field: `maxRounds` is `ROSTRUM_SPEC_MAX_ROUNDS`. */
export const variableFor = (field: string): string =>
	`ROSTRUM_SPEC_${field.replaceAll(/[A-Z]/gu, letter => `_${letter}`).toUpperCase()}`;

/**
 * Config fields set in the environment: comma-separated lists, JSON for objects and numbers. Unparsable text is passed
 * on for the schema to reject.
 */
export function configFromEnvironment(
	environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(variables).flatMap(([field, read]) => {
			const given = environment[variableFor(field)];
			return given === undefined || given.trim() === '' ? [] : [[field, read(given)]];
		}),
	);
}

function list(given: string): unknown {
	return given.trim().startsWith('[')
		? parseJsonOrText(given)
		: given
				.split(',')
				.map(part => part.trim())
				.filter(part => part !== '');
}
