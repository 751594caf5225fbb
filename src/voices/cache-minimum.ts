/** From how many tokens on a server keeps the beginning of a prompt for the next one that begins so. */
import {isLocal, type Provider} from './providers.ts';

/**
 * By the model's id, as makers write it; the first that fits counts. Where sources differ it is the larger number, so
 * that nobody is warned in vain.
 */
const byModel: readonly (readonly [RegExp, number])[] = [
	[/claude-(?:opus|fable|mythos)-5\b/u, 512],
	[/claude-(?:haiku-4[.-]5|opus-4[.-][5-7])\b/u, 4096],
	[/claude-(?:3[.-]5-|3-)?haiku/u, 2048],
	[/claude/u, 1024],
	[/gemini/u, 4096],
	[/minimax/u, 512],
];

/** What most servers begin at. */
const usual = 1024;

/** Undefined for a server on this machine: what it keeps is its own affair, and costs nothing. */
export function cacheMinimum(row: Pick<Provider, 'baseUrl'>, model: string): number | undefined {
	if (isLocal(row)) return undefined;
	return byModel.find(([id]) => id.test(model.toLowerCase()))?.[1] ?? usual;
}
