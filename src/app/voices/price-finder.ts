/** Prices of voices before they are created: their servers' own as cached, else public ones. */
import type {Configuration} from '../../settings/settings.ts';
import {cacheMinimum, withUserProviders} from '../../voices/providers.ts';
import {parseVoiceSpec, providerOf} from '../../voices/voice-spec.ts';
import type {VoicePrice} from '../../voices/voice.ts';
import {isFree} from './reachable-providers.ts';
import {modelFacts} from './model-facts.ts';

/** A voice's price, if known, and whether its server caches repeated prompts. */
export type Priced = {readonly price?: VoicePrice; readonly caches: boolean};

/** Looks up a voice as written by the user; models that nobody knows have no price. Throws `VoiceSpecError`. */
export function priceFinder(configuration: Pick<Configuration, 'settings' | 'home'>): (written: string) => Priced {
	const providers = withUserProviders(configuration.settings.providers);
	const factsOf = modelFacts(configuration.home);
	return written => {
		const spec = parseVoiceSpec(written, providers);
		if (isFree(spec, providers)) return {price: {input: 0, output: 0}, caches: false};
		const row = providerOf(spec, providers);
		if (!row || spec.model === undefined) return {caches: false};
		const {price} = factsOf(row, spec.model);
		return {...(price && {price}), caches: cacheMinimum(row, spec.model) !== undefined};
	};
}
