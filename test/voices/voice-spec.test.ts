import {describe, expect, test} from 'vitest';
import {parseVoiceSpec, providerOf, VoiceSpecError} from '../../src/voices/voice-spec.ts';
import {describeModel} from '../../src/voices/model-names.ts';
import {providers, withUserProviders} from '../../src/voices/providers.ts';

describe('voice specs', () => {
	test.each([
		['openrouter:anthropic/claude-sonnet-4', {provider: 'openrouter', model: 'anthropic/claude-sonnet-4'}],
		['ollama:llama3.1:8b', {provider: 'ollama', model: 'llama3.1:8b'}],
		[' rehearsal ', {provider: 'rehearsal'}],
		['human', {provider: 'human'}],
		['agent:claude', {provider: 'agent', model: 'claude'}],
		[
			'http://localhost:9000/v1/#my/model',
			{provider: 'custom', model: 'my/model', baseUrl: 'http://localhost:9000/v1'},
		],
	])('%s', (text, spec) => expect(parseVoiceSpec(text)).toEqual(spec));

	test.each([
		['anthropic/claude-sonnet-4', 'does not say who speaks'],
		['', '"" does not say'],
		['bedrock:claude', '"bedrock" in "bedrock:claude" is not a provider. Use one of agent, openrouter, openai'],
		['ollama:', 'names no model. Put one behind the colon, such as `ollama:qwen3`'],
		['agent:', 'names no agent'],
		['rehearsal:x', '"rehearsal" has none'],
		['http://localhost:9000/v1', 'Put it behind a hash: `http://localhost:9000/v1#model`'],
		['http://#x', 'is not an address'],
	])('rejects %s and says what to do', (text, words) => {
		expect(() => parseVoiceSpec(text)).toThrow(VoiceSpecError);
		expect(() => parseVoiceSpec(text)).toThrow(words);
	});

	test('rejects an address with a password without repeating the password', () => {
		expect(() => parseVoiceSpec('https://me:hunter22@host/v1#m')).toThrow(/holds a user name, a password or a query/u);
		expect(() => parseVoiceSpec('https://me:hunter22@host/v1#m')).not.toThrow(/hunter22/u);
	});

	test('the user’s own providers are known and override built-in ones', () => {
		const rows = withUserProviders({
			mine: {baseUrl: 'http://10.0.0.2:8080/v1/', keyVariable: 'MY_KEY'},
			openai: {baseUrl: 'https://proxy.example/v1', name: undefined},
		});
		const spec = parseVoiceSpec('mine:qwen3', rows);
		expect(providerOf(spec, rows)).toEqual({
			id: 'mine',
			name: 'mine',
			baseUrl: 'http://10.0.0.2:8080/v1',
			keyVariable: 'MY_KEY',
		});
		expect(providerOf({provider: 'openai', model: 'gpt-4o'}, rows)).toMatchObject({
			name: 'OpenAI',
			baseUrl: 'https://proxy.example/v1',
			keyVariable: 'OPENAI_API_KEY',
		});
		expect(rows).toHaveLength(providers.length + 1);
	});

	test('an address is a provider of its own, without a key', () => {
		expect(providerOf(parseVoiceSpec('http://localhost:9000/v1#m'))).toEqual({
			id: 'custom',
			name: 'localhost:9000',
			baseUrl: 'http://localhost:9000/v1',
		});
		expect(providerOf({provider: 'rehearsal'})).toBeUndefined();
	});
});

describe('model names', () => {
	test.each([
		['anthropic/claude-sonnet-4', 'Claude Sonnet 4', 'Anthropic'],
		['anthropic/claude-opus-4-1-20250805', 'Claude Opus 4.1', 'Anthropic'],
		['x-ai/grok-3', 'Grok 3', 'xAI'],
		['openai/gpt-4o', 'GPT-4o', 'OpenAI'],
		['gpt-4o', 'GPT-4o', 'OpenAI'],
		['openai/gpt-4.1-mini', 'GPT-4.1 mini', 'OpenAI'],
		['openai/gpt-oss-20b', 'GPT-OSS 20B', 'OpenAI'],
		['google/gemini-2.5-pro', 'Gemini 2.5 Pro', 'Google'],
		['deepseek/deepseek-r1:free', 'DeepSeek R1', 'DeepSeek'],
		['llama3.1:8b', 'Llama 3.1 8B', 'Meta'],
		['/models/SmolLM2-135M-Instruct.Q4_1.gguf', 'SmolLM2 135M', 'Hugging Face'],
		['qwen3-8b-q8_0.gguf', 'Qwen3 8B', 'Alibaba'],
		['meta-llama/llama-3.3-70b-instruct:free', 'Llama 3.3 70B', 'Meta'],
		['qwen3', 'Qwen3', 'Alibaba'],
		['house-model', 'House Model', 'Ollama'],
		['---', '---', 'Ollama'],
	])('%s is %s by %s', (id, name, provider) => expect(describeModel(id, 'Ollama')).toEqual({name, provider}));
});
