/**
 * The settings of a Model Duel. A partial config is completed from the defaults. Fields with a description are shown
 * when a duel is set up.
 */
import {z} from 'zod';
import {expected, expectedFields} from '../../debate/config-errors.ts';

const text = (what: string) => z.string(expected(what)).trim().min(1, expected(what));
const closed = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields, expectedFields(Object.keys(fields)));

/** The longest time that a timer takes, in milliseconds. */
const longest = 2_147_483_647;
const milliseconds = expected('a whole number of milliseconds, at least 1');

const Seat = closed({
	modelId: text('a model’s id'),
	modelDisplayName: text('a name').optional(),
	providerName: text('a name').optional(),
});
export type DuelSeat = z.infer<typeof Seat>;

export const mostCritics = 3;

/** The seats of the critics, the first of which is called as in the log. */
export const criticSeats = ({critics = 1}: Pick<ModelDuelConfig, 'critics'>): string[] =>
	Array.from({length: critics}, (_, place) => (place === 0 ? 'antigravity' : `antigravity_${place + 1}`));

export const modelDuelConfig = closed({
	/** The drafter and reviser; called `codex` in the log, whoever takes the role. */
	codex: Seat.default({modelId: 'openai/gpt-4o', modelDisplayName: 'GPT-4o', providerName: 'OpenAI'}),
	/** The critic, called `antigravity` in the log. A different maker's model finds more. */
	antigravity: Seat.default({
		modelId: 'google/gemini-2.5-pro',
		modelDisplayName: 'Gemini 2.5 Pro',
		providerName: 'Google',
	}),
	critics: z
		.int(expected('a whole number from 1 to 3'))
		.min(1, expected('a whole number from 1 to 3'))
		.max(mostCritics, expected('a whole number from 1 to 3'))
		.optional()
		.describe('How many critics attack the draft, none of whom reads another (default: 1).'),
	stageTimeoutMs: z
		.int(milliseconds)
		.min(1, milliseconds)
		.max(longest, milliseconds)
		.default(120_000)
		.describe('How long each stage may take, in milliseconds, including corrections.'),
	allowUnstructuredCritique: z
		.boolean(expected('true or false'))
		.default(false)
		.describe('Accepts a critique in plain prose if the critic gives no other.'),
	/** The file that the duel is logged in; without it, `model_duel.jsonl` in the debate's folder. */
	log: text('a file’s path').optional(),
	/** A text to begin with instead of a draft: the revision of the duel before. */
	previous: text('a text').optional(),
	/** From the bridge's queue; without one they are made up. */
	taskId: text('an id').optional(),
	ackId: text('an id').optional(),
});
export type ModelDuelConfig = z.infer<typeof modelDuelConfig>;
