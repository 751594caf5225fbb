/** Journals of a few turns, written as the engine writes them. */
import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {noStats, type DebateEvent, type EventOf} from '../../src/debate/events.ts';
import {sha256} from '../../src/engine/host/hash.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';

export type Said = {
	readonly by: 'chair_1' | 'chair_2';
	readonly text: string;
	/** Null for a judgement that was of no use. */ readonly score?: number | null;
};
export type Held = {
	readonly id?: string;
	readonly topic?: string;
	readonly title?: string;
	readonly protocol?: string;
	readonly startedAt?: string;
	readonly said?: readonly Said[];
	readonly ended?: boolean;
	readonly voices?: readonly [string, string];
	readonly roles?: readonly [string, string];
	/** Facts between the last turn and the end. */ readonly more?: readonly DebateEvent[];
};

const frameworks = ['libertarian', 'communitarian'];

function start({
	id = 'debate',
	topic = 'Voting should be compulsory.',
	title = topic,
	protocol = 'duelogic',
	startedAt = '2026-11-20T12:00:00.000Z',
	voices = ['openrouter:anthropic/claude-sonnet-4', 'openrouter:x-ai/grok-3'],
	roles = ['chair', 'chair'],
}: Held): EventOf<'debate-start'> {
	const participants = voices.map((voice, place) => ({
		id: `chair_${place + 1}`,
		name: `Speaker ${place + 1}`,
		role: roles[place] ?? '',
		voice,
		framework: frameworks[place] ?? '',
	}));
	return {
		type: 'debate-start',
		v: 1,
		debateId: id,
		startedAt,
		protocol,
		title,
		subject: {text: topic},
		config: {},
		participants,
		seed: 1,
		app: {name: 'rostrum', version: '0.1.0', protocolVersion: 1},
	};
}

const turn = ({by, text, score}: Said, place: number): DebateEvent[] => {
	const turnId = `t${place + 1}`;
	const value = (score ?? 0) / 100;
	return [
		{type: 'turn-start', turnId, speaker: by, kind: 'argument', segment: 'exchange', round: place + 1},
		{type: 'turn-delta', turnId, text},
		{type: 'turn-end', turnId, text, finish: 'complete', contentHash: sha256(text), totalMs: 10},
		...(score === undefined
			? []
			: [
					{
						type: 'evaluation' as const,
						turnId,
						judge: 'judge',
						adherenceScore: score,
						requiresInterjection: false,
						violations: [],
						items: [],
						working:
							score === null
								? []
								: [{dimension: 'steelManning' as const, level: 'strong', value, weight: 25, points: score}],
					},
				]),
	];
};

/** Writes a whole journal, folder and all. */
export function writeJournal(file: string, held: Held = {}): void {
	const {said = [], ended = true, more = []} = held;
	mkdirSync(dirname(file), {recursive: true});
	const journal = openJournal(file);
	const stats = {
		...noStats,
		turns: said.length,
		cost: 0.25,
		ms: 60_000,
	};
	const events: DebateEvent[] = [
		start(held),
		...said.flatMap(turn),
		...more,
		...(ended ? [{type: 'debate-end' as const, outcome: 'completed' as const, stats}] : []),
	];
	for (const [index, event] of events.entries()) journal.append({...event, seq: index + 1, at: index * 1000});
	journal.close();
}
