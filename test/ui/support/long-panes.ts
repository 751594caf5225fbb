/** Debates of the formats that have a pane of their own, of any length: every event as a protocol records it. */
import type {DebateEvent, JournalEvent, RunEvent} from '../../../src/debate/events.ts';
import {BuildMessage} from '../../../src/debate/formats/builder-reviewer.ts';
import type {SpecGroup} from '../../../src/debate/formats/adversarial-spec.ts';

type Emit = (event: DebateEvent) => void;
type Format = {
	readonly protocol: string;
	readonly seats: readonly {readonly id: string; readonly role: string}[];
	/** What is debated, beside its words. */
	readonly code?: string;
	/** What is there before the first exchange. */
	readonly begin?: (emit: Emit) => void;
	/** What one exchange adds; `n` counts from 1. */
	readonly exchange: (emit: Emit, n: number) => void;
	/** The speaker and the kind of the turn that runs at the end. */
	readonly running: {readonly speaker: string; readonly kind: string};
};

const words =
	'The retry never stops where the server answers 429 and the budget is spent, so that a caller waits for ever.';
const text = (n: number): string => `### Point ${n}\n\n${`${words} `.repeat(6)}\n\n**Agreed** on the ${n}th.`;

function turn(emit: Emit, turnId: string, speaker: string, kind: string, n: number): void {
	emit({type: 'turn-start', turnId, speaker, kind, segment: kind, round: n});
	emit({type: 'turn-end', turnId, text: text(n), finish: 'complete', contentHash: '', totalMs: 1});
}

const message = (emit: Emit, message_type: string, sender: string, body: object): void =>
	emit({
		type: 'message',
		file: 'x.json',
		message: BuildMessage.parse({
			schema_version: '0.1',
			timestamp: '2026-01-01T00:00:00Z',
			run_id: 'run',
			message_type,
			sender,
			body,
		}),
	});

const group = (n: number): SpecGroup => ({
	id: `i${n}`,
	title: `Issue ${n}: ${words}`,
	severity: 'major',
	round: n,
	votes: [],
	support: 0.5,
	standing: 'agreed',
	by: 'threshold',
	raised: ['one', 'two'].map(agent => ({
		agent,
		issue: {title: 'x', severity: 'major' as const, claim: words, evidence: 'x', suggestedChange: words},
	})),
});

const agents = ['one', 'two'].map(id => ({id, role: 'agent'}));

const codeDebate: Format = {
	protocol: 'code-debate',
	seats: [
		{id: 'a', role: 'agent'},
		{id: 'b', role: 'agent'},
	],
	running: {speaker: 'a', kind: 'response'},
	code: [
		'=== src/retry.ts ===',
		...Array.from({length: 400}, (_, at) => `${String(at + 1).padStart(5)} + const n${at} = 1;`),
	].join('\n'),
	exchange(emit, n) {
		for (const speaker of ['a', 'b'] as const) {
			const role = speaker === 'a' ? ('A' as const) : ('B' as const);
			turn(emit, `${speaker}${n}`, speaker, 'response', n);
			emit({
				type: 'section',
				turnId: `${speaker}${n}`,
				heading: `Response ${n}`,
				line: n,
				role,
				points: [
					{id: `P${n}`, title: words, by: role, state: 'agreed', place: `src/retry.ts:${(n % 400) + 1}`, why: words},
				],
			});
		}
	},
};

const builderReviewer: Format = {
	protocol: 'builder-reviewer',
	seats: [
		{id: 'builder', role: 'builder'},
		{id: 'reviewer', role: 'reviewer'},
	],
	running: {speaker: 'builder', kind: 'plan'},
	begin(emit) {
		message(emit, 'session.start', 'builder', {goal: 'Mend it', check: 'node test.js'});
		message(emit, 'plan.proposed', 'builder', {
			cycle: 1,
			summary: words,
			confidence: 0.7,
			steps: [{id: 's1', title: words, files: [], tools: []}],
		});
	},
	exchange(emit, n) {
		turn(emit, `t${n}`, 'builder', 'step', n);
		const tests = {ok: n % 2 === 0, timed_out: false, output: `${words}\n`.repeat(10)};
		message(emit, 'execution.update', 'builder', {
			cycle: n,
			step: 's1',
			final: false,
			status: 'done',
			diff: `@@ -1 +1 @@\n${`+${words}\n`.repeat(40)}`,
			tests,
			metrics: {},
		});
		message(emit, 'execution.alert', 'reviewer', {severity: 'warning', reason: words});
		message(emit, 'review.decision', 'reviewer', {cycle: n, decision: 'revise', comments: [words]});
	},
};

const adversarialSpec: Format = {
	protocol: 'adversarial-spec',
	seats: agents,
	running: {speaker: 'one', kind: 'critique'},
	exchange(emit, n) {
		for (const {id} of agents) {
			emit({type: 'spec-query', agent: id, round: n, purpose: 'critique', state: 'asked'});
			turn(emit, `${id}${n}`, id, 'critique', n);
			emit({
				type: 'spec-critique',
				agent: id,
				round: n,
				turnId: `${id}${n}`,
				issues: group(n).raised.map(({issue}) => issue),
				checks: [],
			});
		}
		emit({
			type: 'spec-consensus',
			round: n,
			invited: ['one', 'two'],
			answered: ['one', 'two'],
			thin: false,
			threshold: 0.5,
			groups: [group(n)],
		});
		emit({
			type: 'spec-refinement',
			round: n,
			changes: [{line: n, removed: [words], added: [words, words]}],
			faults: [],
			fellBack: false,
			merged: [],
		});
	},
};

/** A duel has three texts; what there can be many of is turns that were tried again. */
const modelDuel: Format = {
	protocol: 'model-duel',
	seats: agents,
	running: {speaker: 'one', kind: 'revision'},
	exchange(emit, n) {
		turn(emit, `d${n}`, 'one', 'draft', n);
		turn(emit, `c${n}`, 'two', 'critique', n);
		emit({
			type: 'critique',
			turnId: `c${n}`,
			of: `d${n}`,
			rubric: {correctness: 3, feasibility: 3, risk: 3, clarity: 3, testability: 3},
			issues: Array.from({length: 12}, () => ({claim: words, evidence: words})),
		});
	},
};

export const formats: Readonly<Record<string, Format>> = Object.fromEntries(
	[codeDebate, builderReviewer, adversarialSpec, modelDuel].map(format => [format.protocol, format]),
);

/** So many exchanges, and a turn that has begun. `more` gives another exchange's events, for a debate that goes on. */
export function longDebate(
	{protocol, seats, code, begin, exchange, running}: Format,
	exchanges: number,
): {readonly events: readonly JournalEvent[]; readonly more: () => readonly RunEvent[]} {
	let seq = 0;
	const told: JournalEvent[] = [];
	const emit: Emit = event => void told.push({...event, seq: ++seq, at: seq * 1000, hash: ''});
	let turns = 0;
	const start = () =>
		emit({
			type: 'turn-start',
			turnId: `running${++turns}`,
			speaker: running.speaker,
			kind: running.kind,
			segment: running.kind,
			round: exchanges,
		});
	const end = () =>
		emit({type: 'turn-end', turnId: `running${turns}`, text: words, finish: 'complete', contentHash: '', totalMs: 1});
	emit({
		type: 'debate-start',
		v: 1,
		debateId: 'long',
		startedAt: '2026-01-01T00:00:00.000Z',
		protocol,
		title: 'Long',
		subject: {text: words, ...(code !== undefined && {code})},
		config: {},
		seed: 1,
		participants: seats.map(seat => ({...seat, name: `Agent ${seat.id.toUpperCase()}`, voice: 'rehearsal'})),
		app: {name: 'rostrum', version: '0', protocolVersion: 1},
	});
	begin?.(emit);
	for (let n = 1; n <= exchanges; n++) exchange(emit, n);
	start();
	const events = told.splice(0);
	let next = exchanges;
	return {
		events,
		more() {
			end();
			exchange(emit, ++next);
			start();
			return told.splice(0);
		},
	};
}
