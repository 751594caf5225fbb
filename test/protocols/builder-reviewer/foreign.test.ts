import {spawn} from 'node:child_process';
import {readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {followRun, verifyRunFolder} from '../../../src/commands/run-folder.ts';
import type {RunEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/state.ts';
import {buildOf} from '../../../src/debate/build.ts';
import {fixtureRepo, folder, kinds, newFile, planOf, run, type Asked} from './stage.ts';

/** What both scripts know: to send a message under a temporary name and rename it, and to wait for one of the other side. */
const shell = `
box=$1/mailbox; run=$(basename "$1"); log=$1/$2-log.jsonl; me=$2
send() { now=$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ); name=$(printf %s "$now" | tr -d ':.-')-$me-$1.json
	printf '{"schema_version":"0.1","timestamp":"%s","sender":"%s","run_id":"%s","message_type":"%s","body":%s}' "$now" "$me" "$run" "$1" "$2" > "$box/.$name.tmp"
	cat "$box/.$name.tmp" >> "$log"; echo >> "$log"; mv "$box/.$name.tmp" "$box/$name"; }
await() { tries=0; until ls "$box" 2>/dev/null | grep -q -- "$1"; do tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9; sleep 0.05; done; }
`;

const reviewer = `${shell}
await session.start
echo 'not json' > "$box/20200101T000000000Z-reviewer-junk.json"; touch -d '1 minute ago' "$box/20200101T000000000Z-reviewer-junk.json"
send session.ack '{"telemetry":["file-list"]}'
await plan.proposed
send plan.feedback '{"risk":"medium","notes":["Mind the tests."]}'
await execution.update-c1-s1
$3
await execution.update-c1-final
send review.decision '{"cycle":1,"decision":"accept","rationale":"Fine by me."}'
`;

const builder = `${shell}
await rejected
send session.start '{"goal":"Sweep the floor"}'
await session.ack
send plan.proposed '{"summary":"One sweep.","confidence":0.58,"steps":[{"id":"sweep","title":"Sweep"}]}'
await plan.feedback
send execution.update '{"step":"sweep","diff":"--- dust","tests":{"ok":true}}'
send execution.update '{"final":true,"diff":"","tests":{"ok":true}}'
await review.decision
send session.end '{"status":"accepted","artifacts":["floor"]}'
printf '{"summary":"One sweep.","steps":[{"id":"sweep"}]}' > "$1/plan.json"
`;

function start(script: string, runFolder: string, side: string, extra = ':'): Promise<number | null> {
	const file = path.join(folder(), 'side.sh');
	writeFileSync(file, script);
	const child = spawn('sh', [file, runFolder, side, extra], {stdio: ['ignore', 'ignore', 'inherit']});
	return new Promise(resolve => {
		child.once('close', resolve);
	});
}

const newRun = (): string => path.join(folder(), '2026-01-02-foreign');
const twoSteps = ({kind, attribute}: Asked) => (kind === 'plan' ? planOf('One', 'Two') : kind === 'step' ? {diff: newFile(`${attribute('step')}.md`, ['x']), note: 'x', read: []} : undefined);

describe('a side that is another program', () => {
	it('reviews: its messages are taken, its rubbish is set aside, and the run goes on', async () => {
		const runFolder = newRun();
		const other = start(reviewer, runFolder, 'reviewer');
		const {outcome, messages, build} = await run({config: {repo: fixtureRepo(), side: 'builder', runFolder, listenMs: 50}, answers: twoSteps});
		expect(await other).toBe(0);
		expect(outcome).toBe('completed');
		expect(kinds(messages)).toEqual(['session.start', 'session.ack', 'plan.proposed', 'plan.feedback', 'execution.update', 'execution.update', 'execution.update', 'review.decision', 'session.end']);
		expect(build.refused).toMatchObject([{rule: 'name'}].map(() => ({file: '20200101T000000000Z-reviewer-junk.json'})));
		expect(build.updates.at(-1)?.metrics).toMatchObject({'file-list': ['s1.md', 's2.md']});
		expect(readdirSync(path.join(runFolder, 'mailbox', 'rejected'))).toHaveLength(2);
		expect(verifyRunFolder(runFolder).findings).toEqual([]);
	}, 60_000);

	it('halts the builder with a critical alert before the next step', async () => {
		const runFolder = newRun();
		const other = start(reviewer.replace('\n$3\n', '\nsend execution.alert \'{"severity":"critical","reason":"Stop at once."}\'; exit 0\n'), runFolder, 'reviewer');
		const {outcome, reason, build} = await run({config: {side: 'builder', runFolder, listenMs: 20_000}, answers: twoSteps});
		await other;
		expect(outcome).toBe('stopped');
		expect(reason).toContain('Stop at once.');
		expect(build.updates.map(({step}) => step)).toEqual(['s1']);
		expect(build.end?.status).toBe('halted');
	}, 60_000);

	it('builds: what it reports is watched and judged', async () => {
		const runFolder = newRun();
		const other = start(builder, runFolder, 'builder');
		const {outcome, messages, asked} = await run({config: {side: 'reviewer', runFolder}});
		expect(await other).toBe(0);
		expect(outcome).toBe('completed');
		expect(kinds(messages)).toEqual(['session.start', 'session.ack', 'plan.proposed', 'plan.feedback', 'execution.update', 'execution.update', 'review.decision', 'session.end']);
		expect(asked.map(({kind}) => kind)).toEqual(['ack', 'plan-feedback', 'watch', 'decision']);
		expect(asked.find(({kind}) => kind === 'watch')?.text).toContain('--- dust');
		expect(verifyRunFolder(runFolder).findings).toEqual([]);
	}, 60_000);

	it('that does not come ends the run, and says where it was waited for', async () => {
		const runFolder = newRun();
		const {outcome, reason} = await run({config: {side: 'builder', runFolder, otherSideMs: 100}});
		expect(outcome).toBe('failed');
		expect(reason).toContain(path.join(runFolder, 'mailbox'));
	}, 30_000);
});

describe('watching a run of other programs', () => {
	it('tells it as it comes, to its end', async () => {
		const runFolder = newRun();
		const events: RunEvent[] = [];
		const running = run({config: {side: 'reviewer', runFolder}});
		const other = start(builder, runFolder, 'builder');
		await running;
		await other;
		for await (const event of followRun(runFolder, AbortSignal.timeout(20_000))) events.push(event);
		const state = fold(events);
		expect(state.outcome).toBe('completed');
		expect(state.start?.subject.text).toBe('Sweep the floor');
		expect(state.turns.map(({speaker}) => speaker)).toEqual(['builder', 'reviewer', 'builder', 'reviewer', 'builder', 'builder', 'reviewer', 'builder']);
		expect(state.turns.every(({finish, text}) => finish === 'complete' && text !== '')).toBe(true);
		expect(buildOf(state)).toMatchObject({cycle: 1, feedback: {risk: 'low'}, end: {status: 'accepted'}});
	}, 60_000);
});
