/** Which providers can be used from here: known, and with a key where they need one. */
import type {Configuration} from '../../settings/settings.ts';
import {providerOf, type VoiceSpec} from '../../voices/voice-spec.ts';
import {isLocal, withUserProviders, type Provider} from '../../voices/providers.ts';
import type {ReachableProviders} from './assign-voices.ts';

/** Which providers there are, and which of them have what they need. */
export function reachableFrom({settings, keyOf}: Pick<Configuration, 'settings' | 'keyOf'>): ReachableProviders {
	const providers = withUserProviders(settings.providers);
	const ready = (id: string): boolean => {
		const row = providers.find(provider => provider.id === id);
		return row !== undefined && !lacksKey(row, {settings, keyOf});
	};
	return {providers, ready};
}

/** A server of the user's own may do without the key that the provider proper wants. */
export const lacksKey = (row: Provider, {settings, keyOf}: Pick<Configuration, 'settings' | 'keyOf'>): boolean =>
	row.keyVariable !== undefined && keyOf(row) === undefined && settings.providers[row.id] === undefined;

/** What runs on this machine costs nothing, and neither does what a provider offers as free. */
export function isFree(spec: VoiceSpec, providers: readonly Provider[]): boolean {
	// What an agent costs is between it and its maker.
	if (spec.provider === 'agent') return false;
	const row = providerOf(spec, providers);
	return row === undefined || spec.model?.endsWith(':free') === true || isLocal(row);
}
