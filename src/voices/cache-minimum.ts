/** The prompt length from which providers cache a prompt's beginning. */
import {isLocal, type Provider} from './providers.ts';

/**
 * Tokens by model id; the first match wins. If sources differ, this is the larger number, to avoid false warnings.
 */
const byModel: readonly (readonly [RegExp, number])[] = [
	[/claude-(?:opus|fable|mythos)-5\b/u, 512],
	[/claude-(?:haiku-4[.-]5|opus-4[.-][5-7])\b/u, 4096],
	[/claude-(?:3[.-]5-|3-)?haiku/u, 2048],
	[/claude/u, 1024],
	[/gemini/u, 4096],
	[/minimax/u, 512],
];

/** The minimum of most providers. */
const usual = 1024;

/**
 * The shortest prompt, in tokens, that the server caches. Undefined for local servers, where caching does not affect
 * the cost.
 */
export function cacheMinimum(row: Pick<Provider, 'baseUrl'>, model: string): number | undefined {
	if (isLocal(row)) return undefined;
	return byModel.find(([id]) => id.test(model.toLowerCase()))?.[1] ?? usual;
}
