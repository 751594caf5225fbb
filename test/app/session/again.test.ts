/** What follows a debate: the same again, also where it was interrupted and resumed. */
import {mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {checkedPlan} from '../../../src/app/plan/start-check.ts';
import {resolvePlan} from '../../../src/app/plan/resolve-plan.ts';
import {resumeDebate, startDebate} from '../../../src/app/session/debate-session.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {eventsIn} from '../../../src/app/files/read-debate.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

const {signal} = new AbortController();

/** A debate of rehearsal voices that was left after so many lines of its journal, resumed. */
async function resumed(lines: number) {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-again-'));
	const folder = join(home, 'out');
	const configure = () =>
		loadSettings({pace: 'instant', seed: '3', out: folder, export: ''}, {env: {ROSTRUM_HOME: home, PATH: ''}});
	const context = {cwd: home, signal, configure, configuration: configure(), headless: false};
	const asked = {preset: 'classic_clash', topic: 'Voting should be compulsory.', set: ['flow.maxExchanges=3']};
	const plan = resolvePlan({args: ['duelogic'], options: asked}, configure(), {cwd: home, interactive: true});
	const whole = await startDebate(await checkedPlan(plan, configure(), {signal}), context);
	await heard(whole.session);
	const left = join(folder, 'left');
	mkdirSync(left);
	const kept = readFileSync(whole.journal, 'utf8').split('\n').slice(0, lines);
	writeFileSync(join(left, 'debate.jsonl'), `${kept.join('\n')}\n`);
	const {running} = await resumeDebate(join(left, 'debate.jsonl'), {...context, folder});
	return {session: running.session, journal: running.journal};
}

/** Hears it to its end. */
async function heard({events}: Session): Promise<string[]> {
	const kinds: string[] = [];
	for await (const {type} of events) kinds.push(type);
	return kinds;
}

const startOf = (journal: string) => {
	const start = eventsIn(journal).find(({type}) => type === 'debate-start');
	if (start?.type !== 'debate-start') throw new Error('It did not start.');
	const {config, subject, participants, seed} = start;
	return {config, subject, seed, seats: participants.map(({id, voice, name}) => ({id, voice, name}))};
};

it('a debate that was resumed can be run again: the same, in a folder of its own, to its end', async () => {
	const {session, journal} = await resumed(60);
	expect(await heard(session)).toContain('debate-end');
	const again = await session.again?.();
	if (!again?.folder) throw new Error('It cannot be run again.');
	expect(again.folder).not.toBe(session.folder);
	const kinds = await heard(again);
	expect(kinds[0]).toBe('debate-start');
	expect(kinds).toContain('debate-end');
	expect(startOf(join(again.folder, 'debate.jsonl'))).toEqual(startOf(journal));
});
