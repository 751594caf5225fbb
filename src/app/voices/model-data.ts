/**
 * Public figures of models (prices, limits) for servers that tell none of their own: a dated list in the package, and a
 * newer one in ROSTRUM_HOME once the user has fetched it.
 */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {PriceSource} from '../../debate/events.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import {homeFiles} from '../../settings/home.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';

const Dollars = z.number().nonnegative();
const Price = z.object({input: Dollars, cached: Dollars.optional(), output: Dollars});

/** Prices are US dollars a million tokens, `above` those of prompts of more than `tokens`; limits are in tokens. */
export const PublicModel = Price.extend({
	context: z.int().positive().optional(),
	answer: z.int().positive().optional(),
	/** It thinks before it answers. */
	thinks: z.boolean().optional(),
	above: z.array(Price.extend({tokens: z.int().positive()})).optional(),
});
export type PublicModel = z.infer<typeof PublicModel>;

/** Models by provider and id. */
export const ModelData = PriceSource.extend({models: z.record(z.string(), z.record(z.string(), PublicModel))});
export type ModelData = z.infer<typeof ModelData>;

const packaged = join(packageRoot, 'data', 'models.json');

/** The newer of the package's list and the fetched one; a fetched one that is damaged counts as none. */
export function readModelData(home: string): ModelData {
	const ours = kept(packaged);
	const fetched = readFetched(homeFiles(home).modelData);
	return fetched && fetched.date >= ours.date ? fetched : ours;
}

function readFetched(file: string): ModelData | undefined {
	try {
		return kept(file);
	} catch (error) {
		if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
		throw error;
	}
}

const read = new Map<string, {readonly stamp: number; readonly data: ModelData}>();

/** Read again only where the file has changed: the setup asks for prices at every key. */
function kept(file: string): ModelData {
	const stamp = statSync(file).mtimeMs;
	const known = read.get(file);
	if (known?.stamp === stamp) return known.data;
	const data = ModelData.parse(JSON.parse(readRegularFile(file)));
	read.set(file, {stamp, data});
	return data;
}
