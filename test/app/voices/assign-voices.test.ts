import {describe, expect, it} from 'vitest';
import {nameSeats} from '../../../src/app/voices/resolve-participants.ts';
import {
	assignVoices,
	withJudges,
	withKeeper,
	type ReachableProviders,
	type VoiceAssignments,
} from '../../../src/app/voices/assign-voices.ts';
import type {OpenSeat} from '../../../src/debate/protocol.ts';
import {providers} from '../../../src/voices/providers.ts';

const cast: readonly OpenSeat[] = [
	{
		id: 'chair_1',
		role: 'chair',
		modelId: 'anthropic/claude-sonnet-4',
		displayName: 'Claude Sonnet 4',
		framework: 'utilitarian',
		label: 'Utilitarian Chair',
	},
	{
		id: 'chair_2',
		role: 'chair',
		modelId: 'x-ai/grok-3',
		displayName: 'Grok 3',
		framework: 'virtue_ethics',
		label: 'Virtue Ethics Chair',
	},
	{id: 'arbiter', role: 'arbiter', keepsLedger: true, modelId: 'openai/gpt-4o', displayName: 'GPT-4o'},
	{id: 'judge', role: 'judge', like: 'arbiter'},
];
const nobody: VoiceAssignments = {judges: [], seats: {}};
const reach = (...ready: string[]): ReachableProviders => ({providers, ready: id => ready.includes(id)});
const voicesOf = (wishes: Partial<VoiceAssignments>, ...ready: string[]): string[] =>
	assignVoices(withJudges(cast, wishes.judges?.length ?? 0), {...nobody, ...wishes}, reach(...ready)).map(
		({voice}) => voice,
	);
const namesOf = (wishes: Partial<VoiceAssignments>, ...ready: string[]): string[] => {
	const seated = assignVoices(withJudges(cast, wishes.judges?.length ?? 0), {...nobody, ...wishes}, reach(...ready));
	return nameSeats(seated, id => providers.find(row => row.id === id)?.name ?? id).map(({name}) => name);
};

describe('a bare model id', () => {
	it('uses OpenRouter if its key is set', () => {
		expect(voicesOf({}, 'openrouter', 'openai')).toEqual([
			'openrouter:anthropic/claude-sonnet-4',
			'openrouter:x-ai/grok-3',
			'openrouter:openai/gpt-4o',
			'openrouter:openai/gpt-4o',
		]);
	});

	it('uses OpenAI if it is theirs and that key is set, and rehearsal otherwise', () => {
		const seats = {chair_1: 'openai/gpt-4o', chair_2: 'x-ai/grok-3'};
		expect(voicesOf({seats}, 'openai')).toEqual(['openai:gpt-4o', 'rehearsal', 'openai:gpt-4o', 'openai:gpt-4o']);
		expect(voicesOf({}, 'openai'), 'nobody referees rehearsals').toEqual(Array(4).fill('rehearsal'));
		expect(voicesOf({})).toEqual(['rehearsal', 'rehearsal', 'rehearsal', 'rehearsal']);
	});

	it('is remembered if rehearsal stands in for it', () => {
		expect(assignVoices(cast, nobody, reach()).map(({standsIn}) => standsIn)).toEqual([
			'anthropic/claude-sonnet-4',
			'x-ai/grok-3',
			'openai/gpt-4o',
			'openai/gpt-4o',
		]);
	});
});

describe('a named voice', () => {
	it('for all covers every seat without one of its own', () => {
		expect(voicesOf({voice: 'ollama:qwen3'})).toEqual(['ollama:qwen3', 'ollama:qwen3', 'ollama:qwen3', 'ollama:qwen3']);
		expect(voicesOf({voice: 'ollama:qwen3', seats: {chair_2: 'rehearsal'}})).toEqual([
			'ollama:qwen3',
			'rehearsal',
			'ollama:qwen3',
			'ollama:qwen3',
		]);
	});

	it('for the arbiter also judges, unless a judge is named', () => {
		expect(voicesOf({voice: 'rehearsal', arbiter: 'ollama:qwen3'})).toEqual([
			'rehearsal',
			'rehearsal',
			'ollama:qwen3',
			'ollama:qwen3',
		]);
		expect(voicesOf({voice: 'rehearsal', arbiter: 'ollama:qwen3', judges: ['ollama:phi4']})).toEqual([
			'rehearsal',
			'rehearsal',
			'ollama:qwen3',
			'ollama:phi4',
		]);
	});

	it('given three times for judges seats three', () => {
		const seated = assignVoices(
			withJudges(cast, 3),
			{...nobody, judges: ['ollama:a', 'ollama:b', 'ollama:c']},
			reach(),
		);
		expect(
			seated.filter(({openSeat}) => openSeat.role === 'judge').map(({openSeat, voice}) => [openSeat.id, voice]),
		).toEqual([
			['judge', 'ollama:a'],
			['judge_2', 'ollama:b'],
			['judge_3', 'ollama:c'],
		]);
	});

	it.each([
		['as the keeper', {keeper: 'ollama:phi4'}],
		['for the keeper’s seat', {seats: {keeper: 'ollama:phi4'}}],
	])('%s seats one beside all others', (_, wish) => {
		const wishes = {...nobody, ...wish};
		const seated = assignVoices(withKeeper(cast, wishes), wishes, reach());
		expect(seated.at(-1)).toMatchObject({openSeat: {id: 'keeper', role: 'keeper'}, voice: 'ollama:phi4'});
		expect(seated.slice(0, -1).map(({voice}) => voice)).toEqual(cast.map(() => 'rehearsal'));
	});

	it('as the keeper seats nobody where nobody is named, and where no ledger is kept', () => {
		expect(withKeeper(cast, nobody)).toEqual(cast);
		const without = cast.filter(({keepsLedger}) => !keepsLedger);
		expect(withKeeper(without, {...nobody, keeper: 'ollama:phi4'})).toEqual(without);
	});

	it.each([
		[
			{seats: {chair_9: 'rehearsal'}},
			/no such seat: "chair_9" \(from --seat\)\. Seats here are chair_1, chair_2, arbiter, judge/u,
		],
		[{voice: 'qwen3'}, /Unknown voice: "qwen3" \(from --voice\)\./u],
		[{seats: {chair_1: 'nobody:x'}}, /"nobody:x" \(from --seat chair_1\).*openrouter/u],
		[{judges: ['ollama:']}, /from --judge/u],
	])('rejects %j with its source and the valid choices', (wishes, message) => {
		expect(() => voicesOf(wishes)).toThrow(message);
	});
});

describe('names', () => {
	it('are those of the models that actually speak', () => {
		expect(namesOf({}, 'openrouter')).toEqual(['Claude Sonnet 4', 'Grok 3', 'GPT-4o', 'GPT-4o']);
		expect(namesOf({seats: {chair_1: 'ollama:llama3.1:8b'}}, 'openrouter')[0]).toBe('Llama 3.1 8B');
	});

	it('get the framework or role appended if they are the same', () => {
		expect(namesOf({voice: 'openai:gpt-4o'})).toEqual([
			'GPT-4o (Utilitarian Chair)',
			'GPT-4o (Virtue Ethics Chair)',
			'GPT-4o (arbiter)',
			'GPT-4o (arbiter)',
		]);
	});

	it('say that rehearsal voices are rehearsal voices', () => {
		expect(namesOf({})).toEqual(['Rehearsal A', 'Rehearsal B', 'Rehearsal Host', 'Rehearsal Host']);
		expect(namesOf({arbiter: 'ollama:qwen3', judges: ['rehearsal']})).toEqual([
			'Rehearsal A',
			'Rehearsal B',
			'Qwen3',
			'Rehearsal Judge',
		]);
		// A letter is a seat's, whoever sits in the others.
		expect(namesOf({seats: {chair_1: 'ollama:qwen3'}}).slice(0, 2)).toEqual(['Qwen3', 'Rehearsal B']);
	});

	it('are a person’s own, as kept, but for one who is named with the seat', () => {
		const seats = {chair_1: 'human', chair_2: 'human:Bo'};
		const seated = assignVoices(cast, {...nobody, seats}, reach());
		const named = (person?: string) => nameSeats(seated, id => id, person).map(({name}) => name);
		expect(named('Ada').slice(0, 2)).toEqual(['Ada', 'Bo']);
		expect(named().slice(0, 2)).toEqual(['Guest', 'Bo']);
	});

	it('are numbered if even the framework is the same', () => {
		const twins = cast.map(openSeat => ({...openSeat, framework: 'utilitarian', label: 'Utilitarian Chair'}));
		const seated = assignVoices(twins, {...nobody, voice: 'openai:gpt-4o', arbiter: 'rehearsal'}, reach());
		expect(
			nameSeats(seated, id => id)
				.map(({name}) => name)
				.slice(0, 2),
		).toEqual(['GPT-4o (Utilitarian Chair) 1', 'GPT-4o (Utilitarian Chair) 2']);
	});
});
