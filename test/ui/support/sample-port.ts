/** What the home screen and a stage are given in tests. */
import type {RunEvent, UserAction} from '../../../src/debate/events.ts';
import {recordingOf, replay} from '../../../src/engine/replay/replay.ts';
import type {Finding} from '../../../src/app/session/health-check.ts';
import type {PresetCard, RostrumPort, VoicesPort} from '../../../src/app/setup/home-port.ts';
import type {Session} from '../../../src/app/session/session.ts';
import type {SettingRow, SettingsPort} from '../../../src/app/setup/settings-port.ts';
import {played, PROPOSITION} from './sample-debate.ts';
import {sampleLibrary} from './sample-library.ts';

const folder = 'transcripts/20261121-200000-a-self-driving-car';

/** A session that remembers what it was told in `sent`. */
export function sampleSession(
	events: readonly RunEvent[],
	rest: Partial<Session> & {everyMs?: number} = {},
): Session & {readonly sent: UserAction[]} {
	const sent: UserAction[] = [];
	return {
		events: played(events, rest.everyMs),
		act: action => void sent.push(action),
		sent,
		live: true,
		initialPace: 250,
		folder,
		resumeWith: `rostrum resume ${folder}`,
		replayWith: `rostrum replay ${folder}`,
		exports: {
			formats: [
				{id: 'md', name: 'Markdown'},
				{id: 'podcast', name: 'podcast script'},
				{id: 'svg', name: 'card'},
			],
			preview: async format =>
				`# ${format}\n\n${Array.from({length: 60}, (_, index) => `**Claude Sonnet 4** line ${index + 1}: the strongest thing my opponent said is that a passenger who is sacrificed never agreed to the sum.`).join('\n\n')}\n`,
			write: async format => ({
				path: `${folder}/debate.${format}`,
				...(format === 'svg' && {note: 'and as card.png'}),
			}),
		},
		async vote(vote) {
			sent.push(vote);
			return events.some(({type}) => type === 'debate-end')
				? {type: 'user-action', data: vote, seq: 100_000, at: 670_000, hash: ''}
				: undefined;
		},
		again: async () => sampleSession(events),
		replay: async () => sampleSession(events, {live: false}),
		...rest,
	};
}

/** The same recorded, played by the real player at its real rhythm. */
export function sampleReplay(events: readonly RunEvent[]): Session {
	const player = replay(recordingOf(events.flatMap(event => ('seq' in event ? [event] : []))), {
		rhythm: {speed: 1},
		signal: new AbortController().signal,
	});
	return {
		events: player.events,
		live: false,
		recorded: true,
		initialPace: 0,
		setSpeed: player.setSpeed,
		seek: (by, unit) => player.seek({by, unit}),
		place: player.place,
		act({action}) {
			if (action === 'pause') player.pause();
			if (action === 'resume') player.resume();
			if (action === 'step') player.step();
		},
	};
}

const names = ['Claude Sonnet 4', 'Grok 3', 'Gemini 2.5 Pro', 'GPT-4o'];
const labels = ['utilitarian', 'virtue ethics', 'deontological', 'libertarian'];

const samplePreset = (
	id: string,
	name: string,
	seats: number,
	cost: number | null,
	voice = 'rehearsal',
): PresetCard => ({
	id,
	name,
	protocol: 'duelogic',
	description: 'What adds up against what a good person would do.',
	propositions: [PROPOSITION, 'Voting should be compulsory.'],
	seats: names.slice(0, seats).map((seat, index) => ({name: seat, label: labels[index] ?? '', voice})),
	voiced: labels.slice(0, seats).map((label, index) => ({id: `chair_${index + 1}`, label, voice})),
	estimate: {minutes: 24, tokens: 61_000, cost},
});

/** A home whose last debate broke off. */
export const brokenOff = {
	recent: [
		{title: 'Voting should be compulsory.', path: 'transcripts/voting', finished: true, when: 'yesterday, 19:00'},
		{
			title: 'People should be allowed to sell a kidney.',
			path: 'transcripts/kidney',
			finished: false,
			when: '19 November, 19:00',
		},
	],
};

export function samplePort(
	session: () => Session,
	rest: Partial<RostrumPort> = {},
): RostrumPort & {readonly started: unknown[]} {
	const started: unknown[] = [];
	return {
		version: '0.1.0',
		voicesFound: {
			keys: [],
			servers: ['Ollama (3 models)'],
			agents: ['Claude Code', 'Codex'],
			speaks: 'the built-in rehearsal voices (no model)',
			hint: 'A key lets models speak: set OPENROUTER_API_KEY.',
			notices: [],
		},
		voices: sampleVoices(),
		presets: [
			samplePreset('three_way_ethics', 'Three-Way Ethics Showdown', 3, 0),
			samplePreset('classic_clash', 'Classic Clash', 2, 0),
			samplePreset('battle_royale', 'Battle Royale (4-way)', 4, 0.42, 'openrouter:openai/gpt-4o'),
		],
		recent: [
			{title: 'Voting should be compulsory.', path: 'transcripts/voting', finished: true, when: 'yesterday, 19:00'},
			{
				title: 'People should be allowed to sell a kidney.',
				path: 'transcripts/kidney',
				finished: true,
				when: '19 November, 19:00',
			},
		],
		samples: [],
		repository: false,
		start: async choice => {
			const {dialog: _, ...asked} = choice;
			started.push(asked);
			return session();
		},
		resume: async () => session(),
		replay: async () => session(),
		watch: async () => session(),
		library: async () => sampleLibrary(),
		read: async () => session(),
		settings: sampleSettings(),
		async *health() {
			yield findings;
		},
		started,
		...rest,
	};
}

/** A few voices of every kind. */
export const sampleVoices = (rest: Partial<VoicesPort> = {}): VoicesPort => ({
	find: async () => ({
		troubles: [],
		voices: [
			{voice: 'ollama:qwen3:8b', about: 'Qwen3 8B, loaded', contextTokens: 40_960, price: {input: 0, output: 0}},
			{voice: 'ollama:llama3.1:8b', about: 'Llama 3.1 8B', price: {input: 0, output: 0}},
			{
				voice: 'openrouter:anthropic/claude-sonnet-4',
				about: 'Claude Sonnet 4',
				contextTokens: 200_000,
				price: {input: 3, output: 15},
			},
			{voice: 'agent:claude', about: 'Claude Code, a coding agent'},
			{voice: 'human', about: 'a person at this keyboard; human:NAME gives a name', price: {input: 0, output: 0}},
			{voice: 'rehearsal', about: 'rehearsal, no model', price: {input: 0, output: 0}},
		],
	}),
	check: async voice => (voice.includes('nonsense') ? `nobody knows ${voice}` : undefined),
	kept: undefined,
	otherwise: 'automatic: as each format sets it, else rehearsal',
	keep: async () => undefined,
	seated: (card, voices) => ({
		...card,
		seats: card.seats.map((seat, place) => ({...seat, voice: voices[`chair_${place + 1}`] ?? seat.voice})),
		estimate: {
			minutes: 24,
			tokens: 61_000,
			cost: Object.values(voices).some(one => one.startsWith('openrouter')) ? 0.9 : 0,
		},
	}),
	...rest,
});

const setting = (row: Partial<SettingRow> & Pick<SettingRow, 'name' | 'label'>): SettingRow => ({
	group: row.name.startsWith('keys.') ? 'Keys' : 'Debates',
	about: 'What it does.',
	may: 'some word',
	value: '–',
	from: 'default',
	kind: 'default',
	initial: '',
	secret: false,
	choices: [],
	ways: [`rostrum config set ${row.name} VALUE`],
	...row,
});

/** Settings that can be changed; what fits none is refused. */
export function sampleSettings(): SettingsPort & {readonly kept: Map<string, string | undefined>} {
	const kept = new Map<string, string | undefined>();
	const rows = [
		setting({
			name: 'voice',
			label: 'Voice for every seat',
			about: 'Speaks in every seat that has no voice of its own.',
			may: 'a voice such as openrouter:anthropic/claude-sonnet-4, ollama:qwen3 or rehearsal',
		}),
		setting({
			name: 'pace',
			label: 'Pace',
			value: 'speech',
			from: 'ROSTRUM_PACE',
			kind: 'environment',
			initial: 'speech',
			about: 'How fast words appear.',
			may: 'auto, instant, reading, speech or a number of words a minute',
		}),
		setting({
			name: 'theme',
			label: 'Colours',
			value: 'automatic',
			initial: 'auto',
			choices: [
				{value: 'auto', label: 'automatic'},
				{value: 'light', label: 'for a light background'},
				{value: 'none', label: 'no colours'},
			],
			about: 'The colours of the screen.',
			may: 'automatic, for a light background, no colours',
		}),
		setting({
			name: 'keys.openrouter',
			label: 'Key for OpenRouter',
			secret: true,
			about: 'The key for this provider.',
			may: 'a key as the provider gave it to you',
		}),
	];
	return {
		file: '/home/ada/.rostrum/settings.json',
		kept,
		read: async () =>
			rows.map(row =>
				kept.has(row.name)
					? {
							...row,
							value: row.secret ? '••••' : (kept.get(row.name) ?? '–'),
							kind: 'file' as const,
							from: 'settings.json',
						}
					: row,
			),
		async change(name, value) {
			if (value === 'nonsense') throw new Error(`The setting "${name}" does not fit: "nonsense"`);
			kept.set(name, value);
			return undefined;
		},
	};
}

const findings: readonly Finding[] = [
	{area: 'folder', name: 'ROSTRUM_HOME', ok: true, detail: '/home/ada/.rostrum'},
	{
		area: 'server',
		name: 'unreachable',
		ok: false,
		detail: 'http://127.0.0.1:8080/v1 refused the connection; is the server running?',
	},
	{area: 'agent', name: 'agent:gemini', ok: null, detail: 'gemini was not found'},
];
