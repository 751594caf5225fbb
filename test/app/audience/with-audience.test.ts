import {mkdtempSync, readFileSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {audiencePlace, loopbackPlace} from '../../../src/app/audience/place.ts';
import {checkedPlan} from '../../../src/app/plan/start-check.ts';
import {resolvePlan} from '../../../src/app/plan/resolve-plan.ts';
import {resumeSession} from '../../../src/app/session/resume.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {startSession} from '../../../src/app/session/start-session.ts';
import {swingOf} from '../../../src/debate/audience.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {token} from './audience.ts';

const {signal} = new AbortController();

async function begun() {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-audience-'));
	const configuration = loadSettings(
		{pace: 'instant', seed: '3', out: join(home, 'out'), export: 'md'},
		{env: {ROSTRUM_HOME: home}},
	);
	const options = {preset: 'classic_clash', topic: 'Voting should be compulsory.', set: ['flow.maxExchanges=3']};
	const arrangement = resolvePlan({args: ['duelogic'], options}, configuration, {cwd: home, interactive: false});
	const plan = await checkedPlan(arrangement, configuration, {signal});
	const means = {cwd: home, configuration, signal, headless: true};
	return {running: await startSession(plan, means), means: {...means, folder: configuration.settings.out ?? home}};
}

/** Reads a session to its end, as a screen does. */
async function shown({events}: Session): Promise<void> {
	for await (const event of events) if (event.type === 'debate-end') continue;
}

async function act(address: string, number: number, what: string, body: unknown) {
	const {origin} = new URL(address);
	const answer = await fetch(`${address}do/${what}`, {
		method: 'POST',
		headers: {'content-type': 'application/json', cookie: `rostrum_listener=${token(number)}`, origin},
		body: JSON.stringify(body),
	});
	await answer.arrayBuffer();
	return answer.status;
}

it('keeps votes and its address when the debate is cut off, takes the last ones behind its end, and counts the flow', async () => {
	const {running, means} = await begun();
	running.session.act({action: 'pause'});
	await running.session.audience?.open(loopbackPlace);
	const ended = shown(running.session);
	const {address = '', qr = []} = running.session.audience?.look() ?? {};
	expect(qr.length).toBeGreaterThan(10);
	expect(
		await Promise.all([
			act(address, 1, 'vote', {when: 'before', stance: -2}),
			act(address, 2, 'vote', {when: 'before', stance: 1}),
		]),
	).toEqual([200, 200]);
	expect(await act(address, 3, 'question', {text: 'Who pays for it?'})).toBe(200);
	await running.session.leave?.();
	await ended;
	await expect(fetch(address)).rejects.toThrow();

	const resumed = (await resumeSession(running.journal, means)).running;
	resumed.session.act({action: 'pause'});
	await resumed.session.audience?.open(loopbackPlace);
	const over = shown(resumed.session);
	expect(resumed.session.audience?.look()).toMatchObject({
		address,
		voted: {before: 2, after: 0},
		questions: [{id: 'q1', count: 0}],
	});
	expect(await act(address, 1, 'vote', {when: 'before', stance: -3})).toBe(200);
	await resumed.session.audience?.decide('q1', 'let-in');
	resumed.session.act({action: 'resume'});
	await over;
	expect(await act(address, 1, 'vote', {when: 'after', stance: 2})).toBe(200);
	const live = await (await fetch(address)).text();
	expect(live).toContain('id="vote"');
	await resumed.session.audience?.closeVote();
	const published = await (await fetch(address)).text();
	expect(published).toContain('How the audience moved');
	expect(published).not.toContain('id="vote"');
	await resumed.session.audience?.close();
	expect(readFileSync(join(resumed.journal, '..', 'debate.md'), 'utf8')).toContain(
		'| against | for | 1 |\n\n*Counted from the 1 of 2 voters who voted both times',
	);

	const {events, problems} = readJournal(resumed.journal);
	expect(problems).toEqual([]);
	const state = fold(events);
	expect(swingOf(state.audience)).toEqual({
		both: 1,
		voted: 2,
		isClosed: true,
		flows: [{from: 'against', to: 'for', count: 1}],
	});
	expect(state.turns.filter(({kind}) => kind === 'barge-in').map(({text}) => text)).toEqual(['Who pays for it?']);
	expect(readFileSync(resumed.journal, 'utf8')).not.toContain(token(1));
	expect(statSync(join(resumed.journal, '..', 'audience.json')).mode & 0o777).toBe(0o600);
});

it('serves this machine unless it is told otherwise, and says who can reach it', () => {
	const net = (address: string, internal = false) => ({
		family: 'IPv4' as const,
		address,
		internal,
		netmask: '',
		mac: '',
		cidr: `${address}/24`,
	});
	const interfaces = {lo: [net('127.0.0.1', true)], eth0: [net('192.168.1.7')], wlan0: [net('10.0.0.9')]};
	expect(audiencePlace(true, interfaces)).toBe(loopbackPlace);
	expect(audiencePlace('lan', interfaces)).toMatchObject({
		host: '192.168.1.7',
		names: ['192.168.1.7'],
		reach: 'Everybody in the network 192.168.1.0/24 (eth0) who is given this address can reach it, unencrypted.',
	});
	expect(audiencePlace('10.0.0.9', interfaces).host).toBe('10.0.0.9');
	expect(() => audiencePlace('0.0.0.0', interfaces)).toThrow(
		'That is no address of this machine: "0.0.0.0" (from --audience). Give nothing for this machine alone, lan or one of 192.168.1.7, 10.0.0.9.',
	);
	expect(() => audiencePlace('lan', {})).toThrow('This machine is in no local network');
});
