/** What is known of a model before it is asked: what its server told of it, and what is public of the rest. */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {cacheMinimum} from '../../voices/billing.ts';
import {isLocal, providers, type Provider, withUserProviders} from '../../voices/providers.ts';
import {ListedModel} from '../../voices/model-list.ts';
import type {VoicePrice} from '../../voices/voice.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {homeFiles} from '../../settings/home.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {PriceSource} from '../../debate/events.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {Settings} from '../../settings/schema.ts';
import {parseVoiceSpec, providerOf} from '../../voices/voice-spec.ts';

/** A model with its limits and prices, and where the prices are from. */
export type ModelFacts = Omit<ListedModel, 'price'> & {
	readonly price?: VoicePrice | undefined;
	readonly thinks?: boolean | undefined;
};

/** Looks up models of providers by id, without a request. */
export function modelFacts(home: string): (row: Provider, model: string) => ModelFacts {
	const known = readKnownModels(home);
	return (row, model) =>
		withPublicFacts(home, row, knownModel(known, row, model) ?? {id: model}, known[listKey(row)]?.askedAt);
}

/** A model as its server described it at that time; what the server left out is taken from what is public. */
export function withPublicFacts(
	home: string,
	row: Provider,
	{price, ...listed}: ListedModel,
	askedAt: string | undefined,
): ModelFacts {
	const found = publicFacts(home, row, listed.id);
	return {
		...found,
		...listed,
		...(price && {price: {...price, ...(askedAt !== undefined && {from: {source: row.name, date: dayOf(askedAt)}})}}),
	};
}

const dayOf = (time: string): string => time.slice(0, 10);

/** Public figures hold for the provider's own address alone: another server may ask what it likes. */
function publicFacts(home: string, {id, baseUrl}: Provider, model: string): Partial<ModelFacts> {
	if (!providers.some(row => row.id === id && row.baseUrl === baseUrl)) return {};
	const {date, source, models} = readModelData(home);
	const found = models[id]?.[model];
	if (!found) return {};
	const {context: contextTokens, answer: _answer, thinks, ...price} = found;
	return {
		...(contextTokens !== undefined && {contextTokens}),
		...(thinks && {thinks}),
		price: {...price, from: {source, date}},
	};
}

// Cached model lists of servers in ROSTRUM_HOME, so that prices are known without a request.

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
const knownModel = (
	known: KnownModels,
	row: {readonly id: string; readonly baseUrl: string},
	model: string,
): ListedModel | undefined => {
	const list = known[listKey(row)];
	if (list?.baseUrl !== row.baseUrl) return undefined;
	const found = list.models.find(one => [model, `${model}:latest`].includes(one.id));
	// A server that runs all that it lists runs a model of another name, too: there is one that takes any.
	const runsAll = list.models.length > 0 && list.models.every(({here}) => here === true);
	return found ?? (runsAll ? {id: model, here: true} : undefined);
};

// Public figures of models (prices, limits) for servers that tell none of their own: a dated list in the package, and a
// newer one in ROSTRUM_HOME once the user has fetched it.

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

// Prices of voices before they are created: their servers' own as cached, else public ones.

/**
 * A voice's price, if known, and whether its server caches repeated prompts. `payerOf` is the address of a server on
 * this machine of which the user has to say who pays for it.
 */
export type Priced = {readonly price?: VoicePrice; readonly caches: boolean; readonly payerOf?: string};

const nothing = {input: 0, output: 0};

/**
 * What a model costs, in dollars a million tokens: nothing where a provider gives it away, where its server runs it on
 * this machine and says so, or where the user has said that nobody pays.
 */
export function priceOf(
	row: Provider,
	{id, here, price}: Pick<ModelFacts, 'id' | 'here' | 'price'>,
	{payers}: Pick<Settings, 'payers'>,
): Pick<Priced, 'price' | 'payerOf'> {
	if (id.endsWith(':free')) return {price: nothing};
	if (!isLocal(row)) return price ? {price} : {};
	const payer = payers[row.baseUrl];
	if (here || payer === 'nobody') return {price: nothing};
	return price ? {price} : payer === undefined ? {payerOf: row.baseUrl} : {};
}

/** Looks up a voice as written by the user; models that nobody knows have no price. Throws `VoiceSpecError`. */
export function priceFinder(configuration: Pick<Configuration, 'settings' | 'home'>): (written: string) => Priced {
	const providers = withUserProviders(configuration.settings.providers);
	const factsOf = modelFacts(configuration.home);
	return written => {
		const spec = parseVoiceSpec(written, providers);
		// An agent's cost depends on the user's contract with its vendor.
		if (spec.provider === 'agent') return {caches: false};
		const row = providerOf(spec, providers);
		if (!row || spec.model === undefined) return {price: nothing, caches: false};
		const priced = priceOf(row, factsOf(row, spec.model), configuration.settings);
		return {...priced, caches: cacheMinimum(row, spec.model) !== undefined};
	};
}
