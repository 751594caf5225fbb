/** Which providers can be used: known ones that have a key or need none. */
import type {Configuration} from '../../settings/settings.ts';
import {providerOf, type VoiceSpec} from '../../voices/voice-spec.ts';
import {isLocal, withUserProviders, type Provider} from '../../voices/providers.ts';
import type {ReachableProviders} from './assign-voices.ts';

/** The providers, and whether each is usable. */
export function reachableFrom({settings, keyOf}: Pick<Configuration, 'settings' | 'keyOf'>): ReachableProviders {
	const providers = withUserProviders(settings.providers);
	const ready = (id: string): boolean => {
		const row = providers.find(provider => provider.id === id);
		return row !== undefined && !lacksKey(row, {settings, keyOf});
	};
	return {providers, ready};
}

/** A provider from the user's settings may not need the key that the original requires. */
export const lacksKey = (row: Provider, {settings, keyOf}: Pick<Configuration, 'settings' | 'keyOf'>): boolean =>
	row.keyVariable !== undefined && keyOf(row) === undefined && settings.providers[row.id] === undefined;

/** Local models are free, and so are those that a provider offers for free. */
export function isFree(spec: VoiceSpec, providers: readonly Provider[]): boolean {
	// An agent's cost depends on the user's contract with its vendor.
	if (spec.provider === 'agent') return false;
	const row = providerOf(spec, providers);
	return row === undefined || spec.model?.endsWith(':free') === true || isLocal(row);
}
