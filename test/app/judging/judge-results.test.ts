import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {
	judgeNotices,
	judgeResult,
	keepCheckResult,
	type JudgeResult,
	labelledSetHash,
} from '../../../src/app/judging/judge-results.ts';
import {resolvePlan} from '../../../src/app/plan/resolve-plan.ts';
import type {Participant} from '../../../src/debate/events.ts';
import {rulesVersion} from '../../../src/debate/rubric.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

const freshHome = (): string => mkdtempSync(join(tmpdir(), 'rostrum-judges-'));

function keep(home: string, fitness: JudgeResult['fitness'], more: Partial<JudgeResult> = {}): void {
	keepCheckResult(home, {
		voice: 'rehearsal',
		at: '2026-01-01T00:00:00.000Z',
		rules: rulesVersion,
		set: labelledSetHash(),
		turns: 221,
		whole: true,
		fitness,
		sentence: `It is ${fitness}.`,
		journal: '',
		figures: {},
		...more,
	});
}

const judges = (...voices: readonly string[]): Participant[] =>
	voices.map((voice, place) => ({id: `judge_${place}`, role: 'judge', name: voice, voice}));

it('what was measured by other rules or on another set says nothing', () => {
	const home = freshHome();
	keep(home, 'unfit', {rules: rulesVersion - 1});
	keep(home, 'unfit', {set: 'another'});
	expect(judgeResult(home, 'rehearsal')).toBeUndefined();
});

it('the newest result counts, but a part of the set does not replace the whole', () => {
	const home = freshHome();
	keep(home, 'unfit');
	keep(home, 'fit', {turns: 20, whole: false});
	expect(judgeResult(home, 'rehearsal')?.fitness).toBe('unfit');
	keep(home, 'fit');
	expect(judgeResult(home, 'rehearsal')?.fitness).toBe('fit');
});

it('a debate with an unfit judge says so before it begins', () => {
	const home = freshHome();
	keep(home, 'unfit');
	const configuration = loadSettings({}, {env: {ROSTRUM_HOME: home, PATH: ''}});
	const input = {args: ['duelogic'], options: {topic: 'Voting should be compulsory.'}};
	const {notices} = resolvePlan(input, configuration, {cwd: home, interactive: false});
	expect(notices).toContain('rehearsal judges here. It is unfit.');
});

it('a judge that wants a second one is warned of where it sits alone', () => {
	const home = freshHome();
	keep(home, 'with_second');
	expect(judgeNotices(home, judges('rehearsal'))).toEqual([
		'rehearsal judges here alone, and should not: name a second judge. It is with_second.',
	]);
	expect(judgeNotices(home, judges('rehearsal', 'another'))).toEqual([]);
});
