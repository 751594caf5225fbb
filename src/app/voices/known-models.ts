/** Model lists of servers, cached under ROSTRUM_HOME, so that prices are known without a request. */
import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {homeFiles} from '../../settings/home.ts';
import {ListedModel} from '../../voices/model-list.ts';
import {errorCode} from '../../debate/usage-error.ts';

const Known = z.record(
	z.string(),
	z.object({baseUrl: z.string(), askedAt: z.iso.datetime(), models: z.array(ListedModel)}),
);
/** By the provider's id. */
export type KnownModels = z.infer<typeof Known>;

/** What is kept; nothing where there is no file, or none that can be read: it is only a copy. */
export function readKnownModels(home: string): KnownModels {
	try {
		return Known.parse(JSON.parse(readFileSync(homeFiles(home).models, 'utf8')));
	} catch (error) {
		if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return {};
		throw error;
	}
}

export const writeKnownModels = (home: string, known: KnownModels): void =>
	writeWhole(homeFiles(home).models, `${JSON.stringify(known)}\n`);

/** What a provider's list is kept under; addresses of no provider share an id. */
export const listKey = ({id, baseUrl}: {readonly id: string; readonly baseUrl: string}): string =>
	id === 'custom' ? baseUrl : id;

/** A model as its server last described it at this address. */
export const knownModel = (
	known: KnownModels,
	row: {readonly id: string; readonly baseUrl: string},
	model: string,
): ListedModel | undefined => {
	const list = known[listKey(row)];
	return list?.baseUrl === row.baseUrl ? list.models.find(one => one.id === model) : undefined;
};
