/** Cached model lists of servers in ROSTRUM_HOME, so that prices are known without a request. */
import {z} from 'zod';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {homeFiles} from '../../settings/home.ts';
import {ListedModel} from '../../voices/model-list.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';

const Known = z.record(
	z.string(),
	z.object({baseUrl: z.string(), askedAt: z.iso.datetime(), models: z.array(ListedModel)}),
);
/** Model lists by `listKey`. */
export type KnownModels = z.infer<typeof Known>;

/** The cached lists; empty if the file is missing or unreadable, as it is only a cache. */
export function readKnownModels(home: string): KnownModels {
	try {
		return Known.parse(JSON.parse(readRegularFile(homeFiles(home).models)));
	} catch (error) {
		if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return {};
		throw error;
	}
}

export const writeKnownModels = (home: string, known: KnownModels): void =>
	writeWhole(homeFiles(home).models, `${JSON.stringify(known)}\n`);

/** The key of a provider's list. Custom addresses share one id, so they use the address. */
export const listKey = ({id, baseUrl}: {readonly id: string; readonly baseUrl: string}): string =>
	id === 'custom' ? baseUrl : id;

/** A model as its server last described it, unless the server's address has changed since. */
export const knownModel = (
	known: KnownModels,
	row: {readonly id: string; readonly baseUrl: string},
	model: string,
): ListedModel | undefined => {
	const list = known[listKey(row)];
	return list?.baseUrl === row.baseUrl ? list.models.find(one => one.id === model) : undefined;
};
