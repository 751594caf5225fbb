/** Parses voice specs such as `provider:model`, and finds their providers. */
import {isPlainAddress, providers, type Provider} from './providers.ts';

/**
 * A parsed voice. `rehearsal`, `human` and `client` (the model of a connected MCP client) have no model; for `agent` it
 * is the agent's name; `custom` has its own address; a `human` may have a name.
 */
export type VoiceSpec = {
	readonly provider: string;
	readonly model?: string;
	readonly baseUrl?: string;
	readonly name?: string;
	/** The model that an agent is to use: `agent:opencode#model`. */
	readonly agentModel?: string;
};

/** An invalid voice: quotes the input and lists what is valid. */
export class VoiceSpecError extends Error {
	override readonly name = 'VoiceSpecError';
}

const alone = ['rehearsal', 'human', 'client'];
/** Longer names would not fit where they are shown. */
const longestName = 40;
const written =
	'Write `provider:model` such as `openrouter:anthropic/claude-sonnet-4` or `ollama:qwen3`, `http://host:port/v1#model`, `agent:name` or `agent:name#model`, `rehearsal`, `human` or `human:Your name`';

/**
 * Parses a voice as written by a user. Throws `VoiceSpecError`, also for bare model ids such as
 * `anthropic/claude-sonnet-4`: their meaning depends on the available keys, which only the caller knows.
 */
export function parseVoiceSpec(spec: string, known: readonly Provider[] = providers): VoiceSpec {
	const text = spec.trim();
	if (alone.includes(text)) return {provider: text};
	if (/^https?:\/\//iu.test(text)) return address(text);
	const [provider, model] = halves(text, ':');
	if (provider === 'human' && model !== undefined) return person(text, model);
	if (model === undefined) throw new VoiceSpecError(`"${spec}" does not say who speaks. ${written}.`);
	if (alone.includes(provider))
		throw new VoiceSpecError(`"${spec}" names a model, but "${provider}" has none. Write \`${provider}\` alone.`);
	const ids = ['agent', ...known.map(({id}) => id)];
	if (!ids.includes(provider))
		throw new VoiceSpecError(
			`"${provider}" in "${spec}" is not a provider. Use one of ${ids.join(', ')}, or an address: \`http://host:port/v1#model\`.`,
		);
	if (model === '')
		throw new VoiceSpecError(
			`"${spec}" names no ${provider === 'agent' ? 'agent' : 'model'}. Put one behind the colon, such as \`${provider}:${example(provider)}\`.`,
		);
	return provider === 'agent' ? agent(spec, model) : {provider, model};
}

function agent(spec: string, written: string): VoiceSpec {
	const [model, agentModel] = halves(written, '#');
	if (model === '' || agentModel === '')
		throw new VoiceSpecError(
			`"${spec}" names no ${model === '' ? 'agent' : 'model behind the hash'}. Write \`agent:opencode\`, or \`agent:opencode#provider/model\`.`,
		);
	return {provider: 'agent', model, ...(agentModel !== undefined && {agentModel})};
}

/** The provider for a spec; undefined for voices that are not reached over HTTP. */
export function providerOf(spec: VoiceSpec, known: readonly Provider[] = providers): Provider | undefined {
	if (spec.baseUrl !== undefined) return {id: 'custom', name: new URL(spec.baseUrl).host, baseUrl: spec.baseUrl};
	return known.find(({id}) => id === spec.provider);
}

function person(text: string, written: string): VoiceSpec {
	const name = written.replaceAll(/\s+/gu, ' ').trim();
	if (name === '')
		throw new VoiceSpecError(`"${text}" has no name behind the colon. Write \`human:Your name\`, or \`human\` alone.`);
	if (/\p{C}/u.test(name))
		throw new VoiceSpecError(
			'The name behind `human:` has characters in it that cannot be seen. Write `human:Your name`.',
		);
	if (name.length > longestName)
		throw new VoiceSpecError(
			`The name in "${text}" has ${name.length} characters. Give one of at most ${longestName}.`,
		);
	return {provider: 'human', name};
}

function address(text: string): VoiceSpec {
	const [baseUrl, model] = halves(text, '#');
	if (!URL.canParse(baseUrl))
		throw new VoiceSpecError(
			`"${maskAddress(baseUrl)}" is not an address. Write one such as \`http://127.0.0.1:8080/v1#model\`.`,
		);
	if (!model)
		throw new VoiceSpecError(
			`"${maskAddress(text)}" names no model. Put it behind a hash: \`${maskAddress(baseUrl)}#model\`.`,
		);
	if (!isPlainAddress(baseUrl))
		throw new VoiceSpecError(
			`The address for "${model}" holds a user name, a password or a query, which would be shown and recorded. Add a provider with a key variable to the settings instead.`,
		);
	return {provider: 'custom', model, baseUrl: baseUrl.replace(/\/+$/u, '')};
}

/** A voice as written, with anything secret in its address masked. */
export const maskAddress = (text: string): string =>
	text.replace(/^(\s*https?:\/\/)[^/@\s]*@/iu, '$1…@').replace(/^(\s*https?:[^?#\s]*\?)[^#\s]*/iu, '$1…');

function halves(text: string, at: string): [string, string | undefined] {
	const index = text.indexOf(at);
	return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1).trim()];
}

function example(provider: string): string {
	if (provider === 'agent') return 'claude';
	if (provider === 'openrouter') return 'anthropic/claude-sonnet-4';
	return provider === 'openai' ? 'gpt-4o' : 'qwen3';
}
