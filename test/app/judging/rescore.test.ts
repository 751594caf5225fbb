import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {checkEvents} from '../../../src/app/files/check-journal.ts';
import {planRescore, rescoreDebate, type RescoreReport} from '../../../src/app/judging/rescore.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {rulesVersion} from '../../../src/debate/rubric.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';
import {rehearsalServer} from '../../fixtures/http-voice.ts';

const fixtures = resolve('test/fixtures');
const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'rostrum-rescore-'));

/** A debate of 0.1.0 in a folder of its own. */
function copyOf(debate: string): string {
	const folder = freshFolder();
	cpSync(join(fixtures, debate), folder, {recursive: true});
	return join(folder, 'debate.jsonl');
}

/** Of one user: what another one’s judges left is not gone on with. */
const home = freshFolder();

async function rescore(
	journal: string,
	judges: readonly string[],
	{stopAt, budget}: {readonly stopAt?: number; readonly budget?: string} = {},
): Promise<RescoreReport> {
	const leaving = new AbortController();
	const flags = {judges, ...(budget === undefined ? {} : {budget})};
	const configuration = loadSettings(flags, {env: {ROSTRUM_HOME: home, PATH: ''}});
	const planned = await planRescore(journal, configuration, leaving.signal);
	return rescoreDebate(planned, {
		signal: leaving.signal,
		onProgress: done => (done === stopAt ? leaving.abort() : undefined),
	});
}

/** Three exchanges of two chairs. */
const debate = 'strong-models';

describe('a debate of 0.1.0', () => {
	it('is scored by the present rules, and its own journal stays as it was', async () => {
		const journal = copyOf(debate);
		const before = readFileSync(journal);
		const report = await rescore(journal, ['rehearsal']);
		expect(readFileSync(journal).equals(before)).toBe(true);
		expect(report.outcome).toBe('completed');
		expect(report.turns.length).toBeGreaterThan(3);
		for (const {turn, before: then, now} of report.turns) {
			expect(then?.rules).toBeUndefined();
			expect(now).toMatchObject({turnId: turn.id, rules: rulesVersion});
		}
	});

	it('has its new scores in a journal of their own, which can be checked', async () => {
		const journal = copyOf(debate);
		const {file, turns} = await rescore(journal, ['rehearsal']);
		expect(dirname(file)).toBe(join(dirname(journal), 'rescores'));
		const {events, problems} = readJournal(file);
		expect(problems).toEqual([]);
		expect(checkEvents(events)).toEqual([]);
		const scored = events.filter(({type}) => type === 'evaluation');
		expect(scored).toHaveLength(turns.length);
		const forged = events.map(event =>
			event.type === 'evaluation' && event.adherenceScore !== null
				? {...event, adherenceScore: event.adherenceScore === 100 ? 99 : event.adherenceScore + 1}
				: event,
		);
		expect(checkEvents(forged).length).toBeGreaterThan(0);
	});

	it('is not judged by a judge who is shown what was found before', async () => {
		const seen: string[] = [];
		const {url} = await rehearsalServer([], {
			tps: 0,
			rehearse(messages, options) {
				seen.push(messages.map(({content}) => content).join('\n'));
				return rehearse(messages, options);
			},
		});
		await rescore(copyOf(debate), [`${url}#judge`]);
		expect(seen.length).toBeGreaterThan(3);
		for (const text of seen) expect(text).not.toMatch(/adherence|\bPro\b|\bCon\b/u);
	});

	it('goes on where it was stopped; by other judges it begins anew', async () => {
		const journal = copyOf(debate);
		const cut = await rescore(journal, ['rehearsal'], {stopAt: 2});
		expect(cut.outcome).toBeUndefined();
		const rest = await rescore(journal, ['rehearsal']);
		expect(rest).toMatchObject({outcome: 'completed', file: cut.file});
		expect(rest.before).toBeGreaterThanOrEqual(2);
		const whole = await rescore(copyOf(debate), ['rehearsal']);
		expect(rest.turns.map(({now}) => now?.adherenceScore)).toEqual(whole.turns.map(({now}) => now?.adherenceScore));
		await rescore(journal, ['rehearsal', 'rehearsal']);
		expect(readdirSync(join(dirname(journal), 'rescores')).filter(name => name.endsWith('.jsonl'))).toHaveLength(2);
	});

	it('keeps what was paid for where the budget ends it', async () => {
		const report = await rescore(copyOf(debate), ['rehearsal'], {budget: '12000tok'});
		expect(report.outcome).toBe('budget');
		expect(report.turns.filter(({now}) => now).length).toBeGreaterThan(0);
		expect(readJournal(report.file).problems).toEqual([]);
	});
});

it('a bench of three gives a range and each verdict', async () => {
	const {url} = await rehearsalServer([], {tps: 0});
	const {turns} = await rescore(copyOf(debate), [`${url}#one`, `${url}#two`, `${url}#three`]);
	for (const {now} of turns) expect(now?.verdicts).toHaveLength(3);
});

it.each([
	['another format', 'journals-0.1.0/model-duel', ['rehearsal'], /Only Duelogic debates/u],
	['no judge', debate, [], /No judge was named/u],
	['a person as judge', debate, ['human'], /A person cannot sit as judge/u],
])('refuses %s', async (_, name, judges, message) => {
	const journal = copyOf(name);
	await expect(rescore(journal, judges)).rejects.toThrow(message);
	expect(existsSync(join(dirname(journal), 'rescores'))).toBe(false);
});

it('refuses what is no journal', async () => {
	const file = join(freshFolder(), 'debate.jsonl');
	writeFileSync(file, 'no journal\n');
	await expect(rescore(file, ['rehearsal'])).rejects.toThrow(/Not a debate journal/u);
});
