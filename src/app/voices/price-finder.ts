/** Prices of voices before they are created, from cached model lists. */
import type {Configuration} from '../../settings/settings.ts';
import {cacheMinimum} from '../../voices/cache-minimum.ts';
import {parseVoiceSpec, providerOf} from '../../voices/voice-spec.ts';
import {withUserProviders} from '../../voices/providers.ts';
import type {Voice} from '../../voices/voice.ts';
import {isFree} from './reachable-providers.ts';
import {knownModel, readKnownModels} from './known-models.ts';

type VoicePrice = NonNullable<Voice['price']>;

/** A voice's price, if known, and whether its server caches repeated prompts. */
export type Priced = {readonly price?: VoicePrice; readonly caches: boolean};

/** Looks up a voice as written by the user; models without a cached price have none. Throws `VoiceSpecError`. */
export function priceFinder(configuration: Pick<Configuration, 'settings' | 'home'>): (written: string) => Priced {
	const providers = withUserProviders(configuration.settings.providers);
	const known = readKnownModels(configuration.home);
	return written => {
		const spec = parseVoiceSpec(written, providers);
		if (isFree(spec, providers)) return {price: {input: 0, output: 0}, caches: false};
		const row = providerOf(spec, providers);
		if (!row || spec.model === undefined) return {caches: false};
		return {...priceOf(knownModel(known, row, spec.model)?.price), caches: cacheMinimum(row, spec.model) !== undefined};
	};
}

function priceOf(
	price: {readonly input: number; readonly output: number; readonly cached?: number | undefined} | undefined,
): Pick<Priced, 'price'> {
	if (!price) return {};
	const {input, output, cached} = price;
	return {price: {input, output, ...(cached !== undefined && {cached})}};
}
