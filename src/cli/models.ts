/**
 * `rostrum models`: the models that servers have, with what they take and cost; and, where nothing is looked for, those
 * that presets name with who would speak for each now.
 */
import {reasonOf} from '../debate/text/words.ts';
import {exitCodes} from '../formats/contract.ts';
import {readPresets} from '../app/plan/presets.ts';
import {formats} from '../formats/index.ts';
import {homeFiles} from '../settings/home.ts';
import {describeModel} from '../voices/model-names.ts';
import {askServers, type ServedModels} from '../app/voices/ask-servers.ts';
import {fetchModelData} from '../app/voices/fetch-model-data.ts';
import {readModelData, type ModelFacts} from '../app/voices/model-facts.ts';
import {pricesText} from '../languages/wording.ts';
import type {Configuration} from '../settings/settings.ts';
import type {Run} from './command.ts';
import {reachableFrom, assignVoices, type ReachableProviders} from '../app/voices/assign-voices.ts';
import {assembleConfig} from '../app/plan/debate-config.ts';
import {ago, columns} from '../app/library/listing.ts';
import {flagOption} from '../formats/options.ts';

export const run: Run = async ({args: [query = ''], options}, {stdout, stderr, signal, configure}) => {
	const configuration = configure();
	const refresh = flagOption(options, 'refresh');
	const fetched = refresh ? [await refreshed(configuration, signal)] : [];
	const {served, troubles} = await askServers(configuration, {now: new Date(), refresh, signal});
	for (const notice of [...configuration.notices, ...fetched, ...troubles]) stderr.write(`${notice}\n`);
	const reachable = reachableFrom(configuration);
	const found = served
		.map(one => ({...one, models: one.models.filter(model => fits(one, model, query))}))
		.filter(({models}) => models.length > 0);
	const listed = found.flatMap(({provider, models, age}) =>
		models.map(model => ({voice: `${provider.id}:${model.id}`, ...model, ageMs: age})),
	);
	const named =
		query === ''
			? namedModels(homeFiles(configuration.home).presets).map(id => ({
					id,
					...describeModel(id, ''),
					voice: voiceNow(id, reachable),
				}))
			: [];
	const providers =
		query === ''
			? reachable.providers.map(({id, name, baseUrl, keyVariable}) => ({
					id,
					name,
					baseUrl,
					...(keyVariable !== undefined && {keyVariable}),
					ready: reachable.ready(id),
				}))
			: [];
	if (options['json'] === true) {
		stdout.write(`${JSON.stringify({listed, ...(query === '' && {models: named, providers})}, undefined, '\t')}\n`);
		return exitCodes.ok;
	}
	for (const one of found)
		stdout.write(
			`${headingOf(one)}:\n${columns(one.models.map(model => [`  ${one.provider.id}:${model.id}`, contextOf(model), priceOf(model, one.provider)]))}\n`,
		);
	if (query !== '' && found.length === 0)
		stderr.write(`No model of the servers that can be reached has "${query}" in its name.\n`);
	if (query !== '') return exitCodes.ok;
	stdout.write(
		`Models that presets name, and the voice that speaks for them now:\n${columns(named.map(({id, name, provider, voice}) => [`  ${id}`, name, provider, voice]))}\n`,
	);
	const rows = providers.map(({id, name, keyVariable, ready}) => {
		const answers = served.some(({provider}) => provider.id === id);
		return [`  ${id}`, name, readiness(keyVariable, ready, answers)];
	});
	stdout.write(`Any model of these providers can speak, as PROVIDER:MODEL; "rehearsal" always can:\n${columns(rows)}`);
	return exitCodes.ok;
};

/** Fetches what is public of models; says what came of it. */
async function refreshed({home, settings}: Configuration, signal: AbortSignal): Promise<string> {
	try {
		const {source, models} = await fetchModelData({home, address: settings.modelData, now: new Date(), signal});
		const count = Object.values(models).reduce((sum, list) => sum + Object.keys(list).length, 0);
		return `${source} told prices and limits of ${count.toLocaleString('en')} models.`;
	} catch (error) {
		signal.throwIfAborted();
		const {source, date} = readModelData(home);
		return `${reasonOf(error)} Those of ${source}, ${date}, are still used.`;
	}
}

const fits = ({provider}: ServedModels, {id}: ModelFacts, query: string): boolean =>
	query
		.toLowerCase()
		.split(/\s+/u)
		.every(word => `${provider.id}:${id}`.toLowerCase().includes(word));

const headingOf = ({provider, models, age}: ServedModels): string =>
	`${provider.name}, ${models.length} ${models.length === 1 ? 'model' : 'models'}${age === 0 ? '' : `, asked ${ago(age)}`}`;

const contextOf = ({contextTokens, loaded, thinks}: ModelFacts): string =>
	[
		contextTokens === undefined ? 'context unknown' : `${contextTokens.toLocaleString('en')} tokens`,
		...(loaded ? ['loaded'] : []),
		...(thinks ? ['thinks'] : []),
	].join(', ');

/** With their source, where that is not the server itself. */
const priceOf = ({price}: ModelFacts, {name}: ServedModels['provider']): string =>
	price === undefined
		? ''
		: `$${price.input} in, $${price.output} out a million${price.from?.source === name ? '' : ` (${pricesText([{prices: price.from}])})`}`;

function readiness(keyVariable: string | undefined, ready: boolean, answers: boolean): string {
	if (keyVariable === undefined) return answers ? 'runs on this machine' : 'a server of your own, no key';
	return ready ? 'ready' : `wants ${keyVariable}`;
}

function voiceNow(id: string, reachable: ReachableProviders): string {
	const [seated] = assignVoices([{id: 'seat', role: 'chair', modelId: id}], {judges: [], seats: {}}, reachable);
	return seated?.voice ?? 'rehearsal';
}

/** Ids of all models in the default config of a protocol or in a preset, in alphabetical order. */
function namedModels(homePresets: string): string[] {
	const presets = readPresets(homePresets);
	const ids = formats.flatMap(protocol => {
		const configs = [{}, ...presets.filter(preset => preset.protocol === protocol.id).map(({config}) => config)];
		return configs.flatMap(config =>
			protocol
				.openSeats(assembleConfig(protocol, [{from: 'preset', config}], []))
				.flatMap(({modelId}) => modelId ?? []),
		);
	});
	return [...new Set(ids)].sort();
}
