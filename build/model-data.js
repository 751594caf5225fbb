// `node build/model-data.js [VERSION]`: writes data/models.json, prices and limits of the models of the providers that
// Rostrum knows, from the figures of models.dev as the package @earendil-works/pi-ai (MIT) publishes them.
import {execFileSync} from 'node:child_process';
import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {bundling} from './bundling.js';

const providers = ['openrouter', 'openai', 'anthropic', 'google', 'xai', 'mistral', 'groq', 'deepseek'];
const folder = await mkdtemp(path.join(tmpdir(), 'rostrum-models-'));
try {
	const packed = `@earendil-works/pi-ai@${process.argv[2] ?? 'latest'}`;
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, packed], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const [tarball] = await readdir(folder);
	execFileSync('tar', ['xzf', tarball], {cwd: folder});
	const from = path.join(folder, 'package/dist/providers/data');
	const {generatedAt} = await readJson(path.join(from, '.manifest.json'));
	const lists = await Promise.all(
		providers.map(async id => [id, modelsOf(await readJson(path.join(from, `${id}.json`)))]),
	);
	const data = {date: generatedAt.slice(0, 10), source: 'models.dev', models: Object.fromEntries(lists)};
	await writeFile(path.join(bundling.absWorkingDir, 'data/models.json'), oneModelALine(data));
} finally {
	await rm(folder, {recursive: true, force: true});
}

/** @param {string} file */
async function readJson(file) {
	return JSON.parse(await readFile(file, 'utf8'));
}

/**
 * Models that talk, by id, without those whose price is not given.
 * @param {Record<string, Record<string, any>>} apis by the API that they are for
 */
function modelsOf(apis) {
	const priced = Object.values(apis)
		.flatMap(models => Object.values(models))
		.filter(({type, cost}) => type === 'chat' && cost.input > 0 && cost.output > 0)
		.toSorted((one, other) => (one.id < other.id ? -1 : 1));
	return Object.fromEntries(
		priced.map(({id, contextWindow, maxTokens, reasoning, cost: {tiers = [], ...cost}}) => [
			id,
			{
				context: contextWindow,
				answer: maxTokens,
				...(reasoning && {thinks: true}),
				...priceOf(cost),
				...(tiers.length > 0 && {
					above: tiers.map(({inputTokensAbove, ...tier}) => ({tokens: inputTokensAbove, ...priceOf(tier)})),
				}),
			},
		]),
	);
}

/** A price of 0 for cached tokens means that none is given. */
function priceOf({input, output, cacheRead}) {
	return {input, ...(cacheRead > 0 && {cached: cacheRead}), output};
}

/** So that what changed between two days can be read. */
function oneModelALine({date, source, models}) {
	const lists = Object.entries(models).map(([provider, list]) => {
		const lines = Object.entries(list).map(([id, model]) => `${JSON.stringify(id)}: ${JSON.stringify(model)}`);
		return `${JSON.stringify(provider)}: {\n${lines.join(',\n')}\n}`;
	});
	return `{"date": ${JSON.stringify(date)}, "source": ${JSON.stringify(source)}, "models": {\n${lists.join(',\n')}\n}}\n`;
}
