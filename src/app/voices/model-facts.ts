/** What is known of a model before it is asked: what its server told of it, and what is public of the rest. */
import {providers, type Provider} from '../../voices/providers.ts';
import type {ListedModel} from '../../voices/model-list.ts';
import type {VoicePrice} from '../../voices/voice.ts';
import {knownModel, listKey, readKnownModels} from './known-models.ts';
import {readModelData} from './model-data.ts';

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
