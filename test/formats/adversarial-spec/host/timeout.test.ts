import {expect, it} from 'vitest';
import {specLayers} from '../../../../src/formats/adversarial-spec/options.ts';

const files = {frameworks: '/none/frameworks.json', personas: '/none/personas.json'};
const timeoutFrom = (kind: string, variables: Readonly<Record<string, string>> = {}) =>
	specLayers({variables, files, timeout: {kind, from: '--timeout', ms: 5000}}).reduce<unknown>(
		(last, {config}) =>
			typeof config === 'object' && config !== null && 'agentQueryTimeout' in config ? config.agentQueryTimeout : last,
		undefined,
	);

it('an agent has as long as --timeout says; the format’s own variable outdoes a setting', () => {
	expect(timeoutFrom('flag')).toBe(5000);
	expect(timeoutFrom('file')).toBe(5000);
	const own = {ROSTRUM_SPEC_AGENT_QUERY_TIMEOUT: '7000'};
	expect(timeoutFrom('flag', own)).toBe(5000);
	expect(timeoutFrom('file', own)).toBe(7000);
});
