/** Who fills the seats nobody is named for. */
import {expect, test} from 'vitest';
import {resolveParticipants} from '../../../src/app/voices/resolve-participants.ts';
import {seatWords} from '../../../src/app/voices/fill-seats.ts';
import {findVoicesHeadless, newest, nobodyFound, type SeatableVoice} from '../../../src/app/voices/find-voices.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import type {VoiceAssignments} from '../../../src/app/voices/assign-voices.ts';

const providerOf: Readonly<Record<string, string>> = {
	ANTHROPIC_API_KEY: 'anthropic',
	GEMINI_API_KEY: 'google',
	MISTRAL_API_KEY: 'mistral',
	OPENAI_API_KEY: 'openai',
	OPENROUTER_API_KEY: 'openrouter',
};
const openSeats = [
	{id: 'chair_1', role: 'chair', modelId: 'anthropic/claude-sonnet-4'},
	{id: 'chair_2', role: 'chair', modelId: 'x-ai/grok-3'},
	{id: 'arbiter', role: 'arbiter', modelId: 'openai/gpt-4o'},
	{id: 'judge', role: 'judge', like: 'arbiter'},
];
const offered = new Set(openSeats.flatMap(({modelId}) => modelId ?? []));
const voice = (written: string): SeatableVoice => ({
	voice: written,
	name: written,
	provider: written.split(':')[0] ?? '',
});
const found = {
	...nobodyFound,
	debaters: ['openai:gpt-6.1-terra', 'openai:gpt-6-sol', 'agent:claude'].map(voice),
	judges: [voice('openai:gpt-6-luna')],
};

function seated(wishes: Partial<VoiceAssignments>, whom = found): readonly string[] {
	const configuration = loadSettings({}, {env: {ROSTRUM_HOME: '/nowhere', OPENAI_API_KEY: 'x'}});
	const all = {judges: [], seats: {}, ...wishes};
	return resolveParticipants(openSeats, all, configuration, {offered, found: whom}).participants.map(one => one.voice);
}

test('two chairs have different voices, and a cheap one hosts and judges', () => {
	expect(seated({})).toEqual(['openai:gpt-6.1-terra', 'openai:gpt-6-sol', 'openai:gpt-6-luna', 'openai:gpt-6-luna']);
});

test('who is named keeps the seat, and what was found fills the others', () => {
	expect(seated({seats: {chair_1: 'human:Ann'}, judges: ['openai:o3']})).toEqual([
		'human:Ann',
		'openai:gpt-6.1-terra',
		'openai:gpt-6-luna',
		'openai:o3',
	]);
	expect(new Set(seated({voice: 'rehearsal'}))).toEqual(new Set(['rehearsal']));
});

test('nobody is paid to referee rehearsal voices, unless somebody asked for it', () => {
	const rehearsed = {chair_1: 'rehearsal', chair_2: 'rehearsal'};
	expect(new Set(seated({seats: rehearsed}))).toEqual(new Set(['rehearsal']));
	expect(new Set(seated({}, {...nobodyFound, debaters: [], judges: []}))).toEqual(new Set(['rehearsal']));
	expect(seated({seats: rehearsed, arbiter: 'openai:o3'}).slice(2)).toEqual(['openai:o3', 'openai:o3']);
});

test('of a family the newest version is taken, whatever date its name ends with', () => {
	const ids = ['models/claude-sonnet-4-5', 'claude-sonnet-5-20260101', 'claude-sonnet-5-5', 'claude-sonnet-5-5-fast'];
	expect(newest(ids, ['claude-sonnet-{v}', 'claude-opus-{v}'])).toEqual(['claude-sonnet-5-5']);
});

test('the options of a cast seat the same again', () => {
	const seats = [
		{id: 'a', voice: 'x:1'},
		{id: 'b', voice: 'x:2'},
		{id: 'c', voice: 'x:1'},
	];
	expect(seatWords(seats)).toEqual(['--voice x:1', '--seat b=x:2']);
});

test.each(Object.entries(providerOf))(
	'without a screen, too, models are looked for where there is %s',
	async (key, id) => {
		const env = {
			ROSTRUM_HOME: '/nowhere',
			ROSTRUM_PROVIDERS: JSON.stringify({[id]: {baseUrl: 'http://127.0.0.1:9/v1'}}),
		};
		const signal = new AbortController().signal;
		const {notices} = await findVoicesHeadless(loadSettings({}, {env: {...env, [key]: 'x'}}), signal);
		expect(notices).toEqual([expect.stringContaining('None of its models is seated.')]);
		expect(await findVoicesHeadless(loadSettings({}, {env: {ROSTRUM_HOME: '/nowhere'}}), signal)).toEqual(nobodyFound);
	},
);
