/** What the home screen says about voices: keys, local model servers, coding agents, and the default voice. */
import type {Configuration} from '../../settings/settings.ts';
import type {VoicesFound} from '../../view/voices-found.ts';
import type {findLocalServers} from '../../voices/model-list.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {installedAgents} from '../voices/installed-agents.ts';

type Servers = Awaited<ReturnType<typeof findLocalServers>>;

/** `troubles` are shown after the notices about settings. */
export function voicesFound(configuration: Configuration, here: Servers, troubles: readonly string[]): VoicesFound {
	const {settings, keyOf, notices} = configuration;
	const local = new Set(here.map(({provider}) => provider.id));
	const providers = withUserProviders(settings.providers);
	const keys = providers.flatMap(provider => {
		const key = keyOf(provider);
		return key ? [`${provider.name} (${key.from})`] : [];
	});
	const own = providers
		.filter(({id, ...provider}) => settings.providers[id] && !local.has(id) && !keyOf({id, ...provider}))
		.map(({name, baseUrl}) => `${name} (${baseUrl})`);
	const servers = [
		...here.map(
			({provider: {name}, models}) => `${name} (${models.length} ${models.length === 1 ? 'model' : 'models'})`,
		),
		...own,
	];
	const agents = [...new Set(installedAgents(configuration).map(({name}) => name))];
	return {keys, servers, agents, ...speaking(configuration, here, keys.length > 0), notices: [...notices, ...troubles]};
}

/** The voice of seats without an assignment, and how to get others. */
function speaking(
	{settings, home}: Configuration,
	here: Servers,
	keyed: boolean,
): Pick<VoicesFound, 'speaks' | 'hint'> {
	if (settings.voice !== undefined) return {speaks: `${settings.voice}, in every seat that is not named otherwise`};
	const first = here.flatMap(({provider, models}) => models.map(({id}) => `${provider.id}:${id}`))[0];
	const hint =
		first === undefined
			? `A key lets models speak: set OPENROUTER_API_KEY, or keep one in ${home} with "rostrum config set keys.openrouter -". So does a model server on this machine, such as Ollama. A new debate can have any voice in any seat.`
			: `"rostrum config set voice ${first}" lets that model speak everywhere. A new debate can have any voice in any seat.`;
	return {
		speaks: keyed
			? 'models where there is a key, else rehearsal voices (no model)'
			: 'the built-in rehearsal voices (no model)',
		hint,
	};
}
