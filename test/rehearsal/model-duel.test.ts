import {describe, expect, it} from 'vitest';
import {some} from '../hunt/every.ts';
import {rehearsalVoice} from '../../src/rehearsal/rehearse.ts';
import {runDuel} from '../formats/model-duel/duel.ts';

const tasks = [
	'요청: Write a retry policy; 대상: the login service; 완료기준: three tests pass',
	'Plan the move of our blog to a new host.',
	'Should we keep the old import script?',
	'요청: 배포 절차를 정리; 대상: 운영 팀; 완료기준: 되돌리기 연습 1회',
	'Explain https://example.org/?a=1&b=<c> to a child; use "quotes" and `code`.',
];
const seeds = some([1, 2, 3, 4, 5, 6, 7, 8], 2);

const rehearsals = tasks.flatMap(task => seeds.map(seed => ({task, seed})));
const run = ({task, seed}: {task: string; seed: number}) =>
	runDuel({task, seed, codex: rehearsalVoice(), antigravity: rehearsalVoice()});
type Rehearsed = {readonly each: {task: string; seed: number}} & Awaited<ReturnType<typeof run>>;
let held: Rehearsed[] | undefined;
/** Each is held once for all tests. */
async function allRehearsed(): Promise<Rehearsed[]> {
	if (held) return held;
	held = [];
	for (const each of rehearsals) held.push({each, ...(await run(each))});
	return held;
}
const textsOf = (issues: unknown): {claim: string; evidence: string; suggestedFix: string}[] =>
	JSON.parse(JSON.stringify(issues));

describe('a duel of rehearsal voices', () => {
	it('ends normally with every task and seed', async () => {
		for (const {each, done} of await allRehearsed()) expect(done, JSON.stringify(each)).toEqual({outcome: 'completed'});
	});

	it('only quotes the draft verbatim', async () => {
		let quotations = 0;
		for (const {each, log} of await allRehearsed()) {
			const draft = String(log[1]?.['content']);
			for (const {evidence} of textsOf(log[2]?.['issues'])) {
				if (!/^“.*”$/su.test(evidence) || evidence.includes('do not occur')) continue;
				quotations++;
				expect(draft, JSON.stringify(each)).toContain(evidence.slice(1, -1));
			}
		}
		expect(quotations).toBeGreaterThan(rehearsals.length);
	});

	it('accepts some points and rejects others, and changes the text for those it accepts', async () => {
		const decisions = new Set<string>();
		for (const {each, log} of await allRehearsed()) {
			const responses: {decision: string; rationale: string}[] = JSON.parse(JSON.stringify(log[3]?.['responses']));
			for (const {decision, rationale} of responses) {
				decisions.add(decision);
				const [, words] = /^(?:It now reads|Added at the end): “(.*)”$/su.exec(rationale) ?? [];
				if (words !== undefined && responses.filter(other => other.rationale.startsWith('It now')).length < 2)
					expect(String(log[3]?.['content']), JSON.stringify(each)).toContain(words);
			}
			if (responses.some(({decision}) => decision === 'accepted'))
				expect(log[3]?.['content']).not.toBe(log[1]?.['content']);
		}
		expect([...decisions]).toEqual(expect.arrayContaining(['accepted', 'rejected']));
	});

	it('uses the task’s own words, and only repeats itself with the same seed', async () => {
		const [one, again, other] = [
			await run({task: tasks[0] ?? '', seed: 1}),
			await run({task: tasks[0] ?? '', seed: 1}),
			await run({task: tasks[0] ?? '', seed: 2}),
		];
		expect(one.log[1]?.['content']).toContain('retry policy');
		expect(again.log.map(event => event['content'])).toEqual(one.log.map(event => event['content']));
		expect(other.log[1]?.['content']).not.toBe(one.log[1]?.['content']);
	});
});
