/** `rostrum models`: the models that protocols and presets name, with who would speak for each now; and the providers that can be named. */
import {readPresets} from '../presets.ts';
import {protocols} from '../protocols/index.ts';
import {homeFiles} from '../home-files.ts';
import {loadSettings} from '../settings.ts';
import {describeModel} from '../voices/model-names.ts';
import {exitCodes, type Run} from './command.ts';
import {reachableFrom} from './company.ts';
import {assembleConfig} from './debate-config.ts';
import {columns} from './listing.ts';
import {seat} from './seating.ts';


export const run: Run = async ({options}, {stdout, stderr}) => {
	const configuration = loadSettings({});
	for (const notice of configuration.notices) stderr.write(`${notice}\n`);
	const reachable = reachableFrom(configuration);
	const models = namedModels(homeFiles(configuration.home).presets).map(id => {
		const [seated] = seat([{id: 'seat', role: 'chair', modelId: id}], {judges: [], seats: {}}, reachable);
		return {id, ...describeModel(id, ''), voice: seated?.voice ?? 'rehearsal'};
	});
	const providers = reachable.providers.map(({id, name, baseUrl, keyVariable}) => ({id, name, baseUrl, ...(keyVariable !== undefined && {keyVariable}), ready: reachable.ready(id)}));
	if (options['json'] === true) stdout.write(`${JSON.stringify({models, providers}, undefined, '\t')}\n`);
	else {
		stdout.write(`Models that presets name, and the voice that speaks for them now:\n${columns(models.map(({id, name, provider, voice}) => [`  ${id}`, name, provider, voice]))}\n`);
		stdout.write(`Any model of these providers can speak, as PROVIDER:MODEL; "rehearsal" always can:\n${columns(providers.map(({id, name, keyVariable, ready}) => [`  ${id}`, name, readiness(keyVariable, ready)]))}`);
	}
	return exitCodes.ok;
};

function readiness(keyVariable: string | undefined, ready: boolean): string {
	if (keyVariable === undefined) return 'a server of your own, no key';
	return ready ? 'ready' : `wants ${keyVariable}`;
}

/** Ids of all models in the default config of a protocol or in a preset, in alphabetical order. */
function namedModels(homePresets: string): string[] {
	const presets = readPresets(homePresets);
	const ids = Object.values(protocols).flatMap(protocol => {
		const configs = [{}, ...presets.filter(preset => preset.protocol === protocol.id).map(({config}) => config)];
		return configs.flatMap(config => protocol.cast(assembleConfig(protocol, [{from: 'preset', config}], [])).flatMap(({modelId}) => modelId ?? []));
	});
	return [...new Set(ids)].sort();
}
