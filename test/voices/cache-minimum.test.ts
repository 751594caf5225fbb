import {expect, it} from 'vitest';
import {cacheMinimum} from '../../src/voices/billing.ts';

const cloud = {baseUrl: 'https://openrouter.ai/api/v1'};

it.each([
	['openai/gpt-5', 1024],
	['anthropic/claude-opus-5', 512],
	['anthropic/claude-haiku-4.5', 4096],
	['claude-opus-4-7', 4096],
	['anthropic/claude-sonnet-4', 1024],
	['anthropic/claude-3.5-haiku', 2048],
	['google/gemini-2.5-pro', 4096],
	['deepseek/deepseek-chat', 1024],
])('%s caches prompts of %i tokens and more', (model, tokens) => expect(cacheMinimum(cloud, model)).toBe(tokens));

it('the minimum is unknown for local servers', () => {
	for (const host of ['127.0.0.1', 'localhost', '[::1]'])
		expect(cacheMinimum({baseUrl: `http://${host}:8080/v1`}, 'qwen3')).toBeUndefined();
});
