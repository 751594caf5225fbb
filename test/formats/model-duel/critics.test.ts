import {describe, expect, it} from 'vitest';
import type {Issue} from '../../../src/debate/formats/model-duel.ts';
import {duelOf} from '../../../src/formats/model-duel/view.ts';
import {mergeIssues, mergeMarks} from '../../../src/formats/model-duel/critiques.ts';
import {markdown} from '../../exports/written.ts';
import {VoiceError, type VoiceRequest} from '../../../src/voices/voice.ts';
import {draftText, issues, revision, rubric, runDuel, scripted, type Reply} from './duel.ts';

const [payments, fixedWait] = issues;
const unlogged: Issue = {
	claim: 'Nobody learns that all tries failed.',
	evidence: '“Log each failure.”',
	suggestedFix: 'Raise the last error.',
	severity: 'blocker',
};

const responses = (count: number) =>
	Array.from({length: count}, (_, place) => ({
		issueRef: String(place + 1),
		decision: 'accepted',
		rationale: 'It is mended.',
	}));

/** Two critics, and a drafter who answers as many issues as there are. */
function twoCritics(second: Reply, count: number) {
	const seen: VoiceRequest[] = [];
	return {
		seen,
		duel: runDuel({
			config: {critics: 2},
			codex: scripted({revision: () => ({...revision, responses: responses(count)})}, seen),
			participants: [
				{id: 'codex', name: 'Drafter', role: 'drafter', voice: 'scripted'},
				{id: 'antigravity', name: 'Ada', role: 'critic', voice: 'scripted'},
				{id: 'antigravity_2', name: 'Bea', role: 'critic', voice: 'scripted'},
			],
			voices: new Map([
				['codex', scripted({revision: () => ({...revision, responses: responses(count)})}, seen)],
				['antigravity', scripted({}, seen)],
				['antigravity_2', scripted({critique: second}, seen)],
			]),
		}),
	};
}

describe('two critics', () => {
	it('read nothing but the draft, and their issues become one list that the revision answers', async () => {
		const {seen, duel} = twoCritics(
			() => ({
				content: 'It hides failures.',
				rubric: {...rubric, clarity: 1},
				issues: [unlogged, {...payments, claim: 'Retrying every request repeats payments twice.', severity: 'major'}],
			}),
			3,
		);
		const {state, log, done} = await duel;
		expect(done.outcome).toBe('completed');
		for (const {messages} of seen.filter(({purpose}) => purpose === 'critique'))
			expect(JSON.stringify(messages)).not.toMatch(/unsafe under load|hides failures/u);
		const {points, critiques, marks} = duelOf(state) ?? {points: [], critiques: [], marks: undefined};
		expect(points.map(({issue}) => [issue.claim, issue.severity, issue.critics])).toEqual([
			[unlogged.claim, 'blocker', ['antigravity_2']],
			[payments?.claim, 'major', ['antigravity', 'antigravity_2']],
			[fixedWait?.claim, undefined, ['antigravity']],
		]);
		expect(points.map(({answer}) => answer?.decision)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(critiques.map(({turn}) => turn.speaker)).toEqual(['antigravity', 'antigravity_2']);
		expect(marks?.draft).toEqual({...rubric, clarity: 1});
		expect(log.filter(({type}) => type === 'critique')).toHaveLength(1);
		expect(markdown(state)).toContain('raised by Ada and Bea');
	});

	it('are enough if one of them is left, and the ending says which was not', async () => {
		const {duel} = twoCritics(() => {
			throw new VoiceError('unusable', 'no credit left');
		}, 2);
		const {state, log} = await duel;
		expect([state.outcome, state.reason]).toEqual([
			'degraded',
			expect.stringContaining('antigravity_2 gave no critique'),
		]);
		expect(log.map(({type}) => type)).toEqual(['request', 'draft', 'critique', 'revision', 'final']);
	});
});

describe('merging', () => {
	const one = {critic: 'a', issues: [payments, fixedWait].flatMap(issue => issue ?? [])};

	it('keeps issues apart that share a place and nothing else', () => {
		const other: Issue = {claim: 'Five is not reasoned.', evidence: '“Retry every request five times.”'};
		expect(mergeIssues([one, {critic: 'b', issues: [other]}], draftText)).toHaveLength(3);
	});

	it('never unites two issues of one critic, and loses none', () => {
		const twice = {critic: 'b', issues: [...one.issues, ...one.issues]};
		const merged = mergeIssues([one, twice], draftText);
		expect(merged.map(({critics}) => critics)).toEqual([['a', 'b'], ['a', 'b'], ['b'], ['b']]);
	});

	it('takes the lower middle mark', () => {
		expect(mergeMarks([{...rubric, risk: 5}, undefined, {...rubric, risk: 2}])).toEqual({...rubric, risk: 2});
		expect(mergeMarks([undefined])).toBeUndefined();
	});
});

describe('a revision over the limit of the task', () => {
	const task = 'Write a retry policy in at most 10 words.';
	const short = 'Retry idempotent requests five times, with jitter.';

	it('is asked for once more', async () => {
		const seen: VoiceRequest[] = [];
		const codex = scripted({revision: nth => (nth === 1 ? revision : {...revision, content: short})}, seen);
		const {state} = await runDuel({codex, task});
		expect(duelOf(state)?.revision?.text).toBe(short);
		expect(JSON.stringify(seen.at(-1)?.messages)).toContain(
			'a revised text of 14 words (counted by program), where the task allows at most 10',
		);
	});

	it('is handed over with a warning if it stays so', async () => {
		const {state, events} = await runDuel({task});
		expect(duelOf(state)?.revision?.text).toBe(revision.content);
		expect(events.filter(({type}) => type === 'notice')).toEqual([
			expect.objectContaining({text: 'The revised text has 14 words, and the task allows at most 10.'}),
		]);
	});
});

it('begins with the text of the duel before, which nobody is asked for', async () => {
	const seen: VoiceRequest[] = [];
	const {state} = await runDuel({config: {previous: 'An older text.'}, codex: scripted({}, seen)});
	expect(duelOf(state)?.draft?.text).toBe('An older text.');
	expect(seen.map(({purpose}) => purpose)).toEqual(['revision']);
});
