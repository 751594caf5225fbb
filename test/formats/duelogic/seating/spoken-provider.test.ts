import {expect, it} from 'vitest';
import {spokenProvider} from '../../../../src/formats/duelogic/seats.ts';

it.each([
	{voice: 'openrouter:anthropic/claude-sonnet-5.5', provider: 'Anthropic', said: 'Anthropic'},
	{voice: 'ollama:some-model', provider: 'Ollama', said: 'Ollama'},
	{voice: 'http://127.0.0.1:8080/v1#some-model', provider: 'custom', said: undefined},
	{voice: 'mine:some-model', provider: 'mine', said: undefined},
	{voice: 'mine:claude-sonnet-5.5', provider: 'Anthropic', said: 'Anthropic'},
	{voice: 'rehearsal', provider: undefined, said: undefined},
])('a host says $said of $voice', ({said, ...seat}) => {
	expect(spokenProvider(seat)).toBe(said);
});
