/** A setup as screens get it, over the sheets of all protocols as they are. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {loadSettings} from '../../../src/settings/settings.ts';
import {makeSetupPort, type SetupContext, type SetupDraftStore} from '../../../src/app/setup/setup-port.ts';
import type {SetupPort, Session} from '../../../src/app/session/session.ts';
import type {SetupChoice} from '../../../src/app/setup/setup.ts';

/** What a setup gets of the world; `start` is not expected to be called. */
export const setupWorld = (cwd: string, home: string): SetupContext => ({
	cwd,
	configure: flags => loadSettings(flags, {env: {ROSTRUM_HOME: home, PATH: ''}}),
	signal: new AbortController().signal,
	start: async () => Promise.reject(new Error('no debate is started here')),
});

/** Nothing of the machine's own: no key, no server, no agent, a home and a folder that nobody else has. */
export function ownWorld(): {readonly cwd: string; readonly home: string; readonly port: SetupPort} {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-home-'));
	const cwd = mkdtempSync(join(tmpdir(), 'rostrum-cwd-'));
	const kept: SetupDraftStore = {};
	return {
		cwd,
		home,
		port: makeSetupPort(setupWorld(cwd, home), kept),
	};
}

export const {sheets} = ownWorld().port;

/** A port that remembers what was started, and has a fixed list of voices. */
export function sampleSetup(
	session: () => Session,
	rest: Partial<SetupPort> = {},
): SetupPort & {readonly begun: SetupChoice[]} {
	const begun: SetupChoice[] = [];
	return {
		...ownWorld().port,
		begun,
		voices: async () => ({
			troubles: [],
			voices: [
				{voice: 'rehearsal', about: 'rehearsal, no model', price: {input: 0, output: 0}},
				{voice: 'agent:claude', about: 'Claude Code, a coding agent'},
				{voice: 'ollama:qwen3:8b', about: 'Qwen3 8B', contextTokens: 40_960, price: {input: 0, output: 0}},
				{
					voice: 'openrouter:anthropic/claude-sonnet-4',
					about: 'Claude Sonnet 4',
					contextTokens: 200_000,
					price: {input: 3, output: 15},
				},
				...Array.from({length: 40}, (_, index) => ({
					voice: `openrouter:maker/model-${index + 1}`,
					about: `Model ${index + 1}`,
					contextTokens: 131_072,
				})),
			],
		}),
		check: async () => undefined,
		async start(choice) {
			begun.push(choice);
			return session();
		},
		...rest,
	};
}
