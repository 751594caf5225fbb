/** What stays open of what was asked and claimed: until it is answered, and no longer. */
import {describe, expect, it} from 'vitest';
import type {Claim} from '../../../src/debate/claims.ts';
import {unmetClaims} from '../../../src/debate/ledger.ts';
import type {EvaluationEvent} from '../../../src/debate/evaluation.ts';
import {emptyState, type DebateState, type Turn} from '../../../src/debate/state.ts';
import {demandsOf, pendingAnswers} from '../../../src/formats/duelogic/seats.ts';
import {turn} from './judging/turn.ts';

const evaluation = (...items: EvaluationEvent['items']): EvaluationEvent => ({
	type: 'evaluation',
	turnId: 't',
	judge: 'judge',
	adherenceScore: 50,
	requiresInterjection: false,
	violations: [],
	items,
	working: [],
});
const cut: Turn['cut'] = {
	type: 'interruption',
	turnId: 't3',
	interrupter: 'chair_2',
	interrupted: 'chair_1',
	reason: 'pivotal_point',
	trigger: '',
	urgency: 0.6,
	atMs: 0,
	opener: '',
	line: '',
};
const before = turn('t1', 'chair_1', 'A toll answers to nobody.');
const host = turn('t2', 'arbiter', 'One step does not hold. So give us a reason that counts against that toll.', {
	kind: 'interjection',
	replyTo: 't1',
	interjection: {
		type: 'interjection',
		turnId: 't2',
		target: 'chair_1',
		violation: 'unsound_argument',
		by: 'arbiter',
	},
});
const stopped = turn('t3', 'chair_1', 'The square is ours.', {finish: 'interrupted', cut});
const breaksIn = turn('t4', 'chair_2', 'Ours, you say?', {kind: 'interruption', replyTo: 't3'});
const resumed = (text: string) => turn('t5', 'chair_1', text, {kind: 'resumption', replyTo: 't4'});
const pending = (...turns: readonly Turn[]) =>
	pendingAnswers({...emptyState, turns: [before, host, ...turns]}, 'chair_1').map(({by}) => by);

describe('what the host asks where it steps in', () => {
	it('is its question, or else its last sentence', () => {
		expect(demandsOf(host)).toEqual(['So give us a reason that counts against that toll.']);
		expect(demandsOf({...host, text: 'What of the toll? Be brief.'})).toEqual(['What of the toll?']);
	});

	it('stays open over a cut until it is answered', () => {
		expect(pending()).toEqual(['arbiter']);
		expect(pending(stopped, breaksIn)).toEqual(['arbiter']);
		expect(pending(stopped, breaksIn, resumed('And children play there.'))).toEqual(['arbiter']);
		expect(pending(stopped, breaksIn, resumed('One reason counts for me: nobody asked the children.'))).toEqual([]);
		expect(pending(turn('t3', 'chair_1', 'The square is ours.'))).toEqual([]);
	});

	it('stays open, or not, as the judge found', () => {
		const evaded = {id: 'evaded_direct_question', answer: 'yes' as const, grade: 'major', targetTurn: 't2'};
		const judged = (...items: EvaluationEvent['items']) => ({...stopped, evaluation: evaluation(...items)});
		const rest = resumed('And children play there.');
		expect(pending(judged(evaded), breaksIn, rest)).toEqual(['arbiter']);
		expect(pending(judged(), breaksIn, rest)).toEqual([]);
		expect(pending(judged(evaded), breaksIn, rest, turn('t6', 'chair_1', 'A last thought.'))).toEqual([]);
	});
});

describe('a claim that stands open', () => {
	const sentence = 'My rule turns back a slow car on behalf of nobody at all.';
	const claim: Claim = {
		id: 'A1',
		holder: 'chair_1',
		turnId: 't1',
		claim: 'The rule turns back a slow car for nobody.',
		sentence,
		against: undefined,
		status: 'open',
		settled: undefined,
	};
	const unmet = (own: Partial<Turn>, answer: string, more: Partial<Turn> = {}) => {
		const turns = [turn('t1', 'chair_1', sentence, own), turn('t2', 'chair_2', answer, more)];
		const state: DebateState = {
			...emptyState,
			turns,
			formats: {...emptyState.formats, ledger: {claims: [claim], read: ['t1', 't2']}},
		};
		return unmetClaims(state).map(({id}) => id);
	};

	it('was met by nobody where the other side spoke of something else', () => {
		expect(unmet({}, 'Benches are cheap.')).toEqual(['A1']);
	});

	it('is no debt of anybody where its holder narrowed it, or another claim stands against it', () => {
		const changed = (change: Partial<Claim>, more: readonly Claim[] = []) => {
			const turns = [turn('t1', 'chair_1', sentence), turn('t2', 'chair_2', 'Benches are cheap.')];
			const ledger = {claims: [{...claim, ...change}, ...more], read: ['t1', 't2']};
			return unmetClaims({...emptyState, turns, formats: {...emptyState.formats, ledger}}).map(({id}) => id);
		};
		expect(changed({})).toEqual(['A1']);
		const narrowed = [{turnId: 't1', by: 'chair_1', sentence, before: 'All cars.'}];
		expect(changed({narrowed})).toEqual([]);
		expect(changed({}, [{...claim, id: 'B1', holder: 'chair_2', turnId: 't2', against: 'A1'}])).toEqual([]);
	});

	it('is no debt of anybody where it is its holder’s own doubt', () => {
		const doubt = evaluation({id: 'C1', answer: 'yes', grade: 'framework', quote: sentence});
		expect(unmet({evaluation: doubt}, 'Benches are cheap.')).toEqual([]);
	});

	it('was not passed over where the other side put it again, in its words or to a judge’s eye', () => {
		expect(unmet({}, 'You turn back a slow car on behalf of nobody, and I call that honest.')).toEqual([]);
		const restated = evaluation({id: 'S1', answer: 'yes', grade: 'exact', targetTurn: 't1', targetQuote: sentence});
		expect(unmet({}, 'At midnight it serves none.', {evaluation: restated})).toEqual([]);
	});
});
