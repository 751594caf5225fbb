import {existsSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {checkJudge, planCheck, type CheckReport} from '../../../src/app/judging/check-judge.ts';
import {judgeResult, readLabelledSet} from '../../../src/app/judging/judge-results.ts';
import {costInWords} from '../../../src/cli/confirm-cost.ts';
import {looksOf, verdictOf} from '../../formats/duelogic/verdict.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import type {Voice} from '../../../src/voices/voice.ts';
import {rehearsalServer} from '../../fixtures/http-voice.ts';

const set = readLabelledSet();
/** A judge that takes the first sentence of every turn for an admission, affirms it, and counts its requests. */
async function judge() {
	let asked = 0;
	const {url} = await rehearsalServer([], {
		tps: 0,
		rehearse(messages) {
			asked++;
			const sent = messages.map(({content}) => content).join('\n');
			if (sent.includes('kind="cross_check"')) {
				return {text: JSON.stringify(looksOf(sent, () => 'yes'))};
			}
			const judged = sent.slice(sent.lastIndexOf(sent.includes('<judged') ? '<judged' : '<turn '));
			const phrase = /^\[1\] (?<text>.*)$/mu.exec(judged)?.groups?.['text'] ?? '';
			return {text: JSON.stringify(verdictOf({C1: {answer: 'plan', sentence: 1, phrase}}))};
		},
	});
	return {voice: `${url}#judge`, count: () => asked};
}

const freshHome = (): string => mkdtempSync(join(tmpdir(), 'rostrum-check-'));

type How = {
	readonly home?: string;
	readonly limit?: number;
	readonly stopAt?: number;
	readonly flags?: Readonly<Record<string, unknown>>;
};

async function check(voice: string, {home = freshHome(), limit = 6, stopAt, flags = {}}: How): Promise<CheckReport> {
	const leaving = new AbortController();
	const configuration = loadSettings(flags, {env: {ROSTRUM_HOME: home, PATH: ''}});
	const planned = await planCheck(voice, {set, limit, configuration, signal: leaving.signal});
	return checkJudge(planned, {
		home,
		signal: leaving.signal,
		onProgress: done => (done === stopAt ? leaving.abort() : undefined),
	});
}

it('measures a judge over HTTP, and keeps what it came to for whoever chooses one', async () => {
	const {voice} = await judge();
	const home = freshHome();
	const report = await check(voice, {home, limit: 8});
	expect(report).toMatchObject({outcome: 'completed', whole: false, fitness: 'unfit', before: 0});
	expect(report.figures).toMatchObject({turns: 8, usable: 8, stability: {same: 1}});
	expect(report.figures.traps.falseYes).toBeGreaterThan(0.5);
	expect(report.spending.calls).toBe(2 * (8 + 3 * 2));
	expect(judgeResult(home, voice)).toMatchObject({voice, turns: 8, sentence: report.sentence, fitness: 'unfit'});
	expect(judgeResult(home, 'another')).toBeUndefined();
});

it('goes on where it was stopped, and asks again at most what was being asked', async () => {
	const [{voice, count}, home] = [await judge(), freshHome()];
	const cut = await check(voice, {home, stopAt: 4});
	expect(cut).toMatchObject({outcome: undefined, reason: undefined});
	expect(judgeResult(home, voice)).toBeUndefined();
	const asked = count();
	const rest = await check(voice, {home});
	expect(rest).toMatchObject({outcome: 'completed', before: 4, file: cut.file});
	const whole = rest.spending.calls;
	expect(rest.figures.turns).toBe(6);
	expect(count() - asked).toBeLessThanOrEqual(2 * (9 - 4));
	expect(whole).toBeGreaterThanOrEqual(2 * 9);
});

it('gives up where nothing answers, and can be resumed', async () => {
	const report = await check('http://127.0.0.1:9/v1#m', {limit: 20, flags: {timeout: 1000}});
	expect(report.outcome).toBeUndefined();
	expect(report.reason).toMatch(/\S/u);
	expect(report.figures.turns).toBeLessThan(20);
});

it('ends where the budget is spent, and calls nobody fit or unfit by that', async () => {
	const [{voice}, home] = [await judge(), freshHome()];
	const report = await check(voice, {home, limit: 20, flags: {budget: '20000tok'}});
	expect(report).toMatchObject({outcome: 'budget', whole: false});
	expect(existsSync(join(home, 'judge-checks', 'results.json'))).toBe(false);
});

it('says what it will cost before a paid judge is asked, and nothing of a free one', async () => {
	const configuration = loadSettings({}, {env: {ROSTRUM_HOME: '/nonexistent', PATH: ''}});
	const {signal} = new AbortController();
	const {plan} = await planCheck('rehearsal', {set, limit: undefined, configuration, signal});
	expect(costInWords(plan)).toBeUndefined();
	const price = {input: 1, cached: 0.1, output: 4};
	const paid = new Map([...plan.voices].map(([id, voice]): [string, Voice] => [id, {...voice, price}]));
	expect(costInWords({...plan, voices: paid})).toMatch(
		/^These voices cost money: about [4-9]\d0,000 tokens, many of them repeated\. About \$\d\.\d\d /u,
	);
});
