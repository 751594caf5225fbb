import {expect, test, vi} from 'vitest';
import type {RunEvent, UserAction} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {thorough} from '../../hunt/every.ts';
import {played, sampleDebate} from '../support/sample-debate.ts';

const sessionOf = (events: AsyncIterable<RunEvent>, rest: Partial<Session> = {}): Session => ({
	events,
	act() {},
	live: true,
	initialPace: 250,
	...rest,
});

async function over(store: DebateStore): Promise<void> {
	if (store.over) return;
	await new Promise<void>(resolve => {
		store.subscribe(() => (store.over ? resolve() : undefined));
	});
}

test('live words put together come to the same state as one by one', async () => {
	const events = sampleDebate({words: true});
	const store = new DebateStore(sessionOf(played(events)));
	await over(store);
	expect(store.state).toEqual(fold(events));
	store.close();
});

test('thousands of events are heard of a few times', async () => {
	const events = sampleDebate({rounds: 20, words: true});
	const store = new DebateStore(sessionOf(played(events)));
	let drawn = 0;
	store.subscribe(() => (drawn += 1));
	const began = performance.now();
	await over(store);
	expect(events.length).toBeGreaterThan(5000);
	expect(drawn).toBeLessThanOrEqual((performance.now() - began) / 30 + 3);
	store.close();
});

test('keys and timers get their turn while a flood of events comes in', async () => {
	const store = new DebateStore(sessionOf(played(sampleDebate({rounds: thorough ? 800 : 300, words: true}))));
	const order: string[] = [];
	setImmediate(() => order.push('a key'));
	await over(store);
	order.push('the end');
	expect(order).toEqual(['a key', 'the end']);
	store.close();
});

test('what throws in the events is kept for the screens to end with', async () => {
	async function* broken(): AsyncGenerator<RunEvent> {
		yield* sampleDebate({rounds: 1}).slice(0, 5);
		throw new Error('the hall is on fire');
	}
	const store = new DebateStore(sessionOf(broken()));
	await over(store);
	expect(store.failure).toEqual(new Error('the hall is on fire'));
	store.close();
});

test('a live debate is paused when it says so, a replay when it was told', async () => {
	const sent: UserAction[] = [];
	const act = (action: UserAction) => void sent.push(action);
	const live = new DebateStore(sessionOf(played(sampleDebate(), 1000), {act}));
	const replay = new DebateStore(sessionOf(played(sampleDebate(), 1000), {act, live: false, setSpeed() {}}));
	live.act({action: 'pause'});
	replay.act({action: 'pause'});
	expect([live.paused, replay.paused]).toEqual([false, true]);
	expect(sent).toEqual([{action: 'pause'}, {action: 'pause'}]);
	live.close();
	replay.close();
});

test('a session is left once, and not when it has ended by itself', async () => {
	let left = 0;
	const leave = async () => void (left += 1);
	const running = new DebateStore(sessionOf(played(sampleDebate({words: true}), 1000), {leave}));
	await running.leave();
	await running.leave();
	const ended = new DebateStore(sessionOf(played(sampleDebate()), {leave}));
	await over(ended);
	await ended.leave();
	expect(left).toBe(1);
	running.close();
});

test('what was known before it began is told first, however the debate was started', async () => {
	const store = new DebateStore(
		sessionOf(played(sampleDebate()), {notices: ['Rehearsal voices speak for openai/gpt-4o.']}),
		{columns: 80},
	);
	await over(store);
	expect(store.state.notices[0]).toMatchObject({level: 'info', text: 'Rehearsal voices speak for openai/gpt-4o.'});
	expect(store.takeLines().filter(line => line.includes('Rehearsal voices speak for'))).toEqual([
		'[info] Rehearsal voices speak for openai/gpt-4o.',
	]);
	store.close();
});

test('a vote goes by the session, which knows of the end before the screen hears of it', async () => {
	const vote = {action: 'vote', listener: 'Ann', when: 'after', stance: 2} as const;
	const before = sampleDebate().filter(({type}) => type !== 'debate-end');
	let went = (): void => {};
	const left = new Promise<void>(resolve => (went = resolve));
	async function* still(): AsyncGenerator<RunEvent> {
		yield* before;
		await left;
	}
	const store = new DebateStore(
		sessionOf(still(), {vote: async data => ({type: 'user-action', data, seq: 9999, at: 9_999_999, hash: ''})}),
	);
	await expect.poll(() => store.state.segment).toBe('synthesis');
	expect(store.state.outcome).toBeUndefined();
	await store.vote(vote);
	expect(store.state.actions).toContainEqual(expect.objectContaining(vote));
	went();
	await over(store);
	store.close();
});

test('once it is closed it sets no clock any more, though the session goes on', async () => {
	vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
	try {
		const [start, ...rest] = sampleDebate();
		const goOn = Promise.withResolvers<void>();
		async function* slow(): AsyncGenerator<RunEvent> {
			if (start) yield start;
			await goOn.promise;
			yield* rest.slice(0, 40);
			yield {type: 'voice-waiting', participant: 'chair_1', purpose: 'turn', since: 0, thinking: 0};
			await new Promise(() => {});
		}
		const store = new DebateStore(sessionOf(slow()));
		await vi.advanceTimersByTimeAsync(100);
		store.close();
		goOn.resolve();
		await vi.advanceTimersByTimeAsync(100);
		expect(store.state.turns.length).toBeGreaterThan(0);
		expect(vi.getTimerCount()).toBe(0);
	} finally {
		vi.useRealTimers();
	}
});

test.each([
	[['score', 'cut', 'claim', 'citation'], 'score'],
	[[], undefined],
] as const)(
	'of what is left to explain (%j), the first that is seen is explained once and kept',
	async (left, first) => {
		const events = sampleDebate();
		const seen: string[][] = [];
		const hints: NonNullable<Session['hints']> = {left, keep: async rest => void seen.push([...rest])};
		const store = new DebateStore(sessionOf(played(events), {hints}));
		const told = events.findIndex(({type}) => type === 'evaluation');
		const cut = events.findIndex(({type}) => type === 'interruption');
		await over(store);
		const expected = first === undefined ? undefined : cut >= 0 && cut < told ? 'cut' : first;
		expect(store.hint).toBe(expected);
		expect(seen).toEqual(first === undefined ? [] : [left.filter(name => name !== expected)]);
		store.close();
	},
);

test('by ear each thing that can be heard is explained, at its place, and none stays above the keys', async () => {
	const events = sampleDebate({words: true});
	const hints: NonNullable<Session['hints']> = {left: ['score', 'claim', 'cut'], keep: async () => {}};
	const store = new DebateStore(sessionOf(played(events), {hints}), {columns: 200});
	await over(store);
	const lines = store.takeLines();
	const told = lines.filter(line => /^(?:A score, |Claims: |A cut: )/u.test(line));
	expect(told.map(line => line.split(/[,:]/u)[0])).toEqual(['A score', 'A cut']);
	expect(store.hint).toBeUndefined();
	store.close();
});
