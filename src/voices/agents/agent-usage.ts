/** What an agent reports of a turn: tokens, cost and model, wherever it puts them. */
import {z} from 'zod';
import type {Usage} from '../../debate/events.ts';

const count = z.int().nonnegative();
const TokenCounts = z.object({
	inputTokens: count,
	outputTokens: count,
	totalTokens: count.nullish(),
	thoughtTokens: count.nullish(),
	cachedReadTokens: count.nullish(),
	cachedWriteTokens: count.nullish(),
});
type TokenCounts = z.infer<typeof TokenCounts>;

const Reported = z.object({usage: TokenCounts.optional().catch(undefined)});
const Chunk = z.object({_meta: Reported}).transform(({_meta: meta}) => meta);
const Models = z
	.object({_meta: z.object({quota: z.object({model_usage: z.array(z.object({model: z.string()})).length(1)})})})
	.transform(({_meta: {quota}}) => quota.model_usage);

/** The tokens of a whole turn, from the answer to its prompt (`PromptResponse.usage`). */
export function usageOfTurn(response: unknown): Usage | undefined {
	const {usage} = Reported.catch({}).parse(response);
	return usage && usageOf(usage);
}

/** The tokens of one request within a turn, from an update's `_meta`. */
export function usageOfUpdate(update: unknown): Usage | undefined {
	const usage = Chunk.safeParse(update).data?.usage;
	return usage && usageOf(usage);
}

/** The model of a turn, where only one has answered. */
export const modelOfTurn = (response: unknown): string | undefined => Models.safeParse(response).data?.[0]?.model;

/** Agents count cached and thought tokens inside the others or beside them: their total says which. */
function usageOf({inputTokens, outputTokens, totalTokens, ...also}: TokenCounts): Usage {
	const cached = also.cachedReadTokens ?? 0;
	const beside = cached + (also.cachedWriteTokens ?? 0);
	const total = totalTokens ?? inputTokens + outputTokens;
	const input = total >= inputTokens + outputTokens + beside ? inputTokens + beside : inputTokens;
	const reasoning = also.thoughtTokens ?? 0;
	return {
		input,
		output: total >= input + outputTokens + reasoning ? outputTokens + reasoning : outputTokens,
		...(cached > 0 && {cached}),
		...(reasoning > 0 && {reasoning}),
	};
}
