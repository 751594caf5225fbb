import {expect, it} from 'vitest';
import {AudienceEvent, swingOf} from '../../../src/debate/audience.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {swingRows} from '../../../src/view/audience.ts';
import {beginning, ending, openingEnds, openRoom, secret, stamped, token} from './audience.ts';

const sent = (room: ReturnType<typeof openRoom>['room']): string =>
	Buffer.concat(room.frames.map(({bytes}) => bytes)).toString();

it('sends what was heard, and nothing else of a debate', () => {
	const {room} = openRoom([...beginning(), openingEnds(), ending()]);
	const text = `${sent(room)}${room.snapshot(3).toString()}${room.own(token(1)).toString()}`;
	expect(text).not.toContain(secret);
	const items = text.split('\n').flatMap(line => (line.startsWith('data: ') ? JSON.parse(line.slice(6)) : []));
	expect(items.map(({type}) => type)).toEqual([
		'start',
		'part',
		'turn',
		'said',
		'said',
		'cut',
		'end',
		'over',
		'room',
		'you',
	]);
	expect(items[0]).toEqual({
		type: 'start',
		title: 'Voting should be compulsory',
		format: 'toy',
		language: 'en',
		chairs: [
			{name: 'Ada', part: 'utilitarian', seat: 'seat1', sign: '●'},
			{name: 'Ben', part: 'utilitarian', seat: 'seat2', sign: '◆'},
		],
		votes: true,
		asks: true,
	});
	expect(items[4]).toEqual({type: 'said', turn: 't1', offset: 23, text: 'It is <b>cheap</b>.'});
});

it('keeps one vote a browser, the last, however often it votes', async () => {
	const {room, written} = openRoom();
	const votes = Array.from({length: 10_000}, (_, place) =>
		room.act('vote', token(1), {when: 'before', stance: (place % 7) - 3}),
	);
	const replies = await Promise.all(votes);
	expect(replies.filter(({status}) => status === 200)).toHaveLength(20);
	expect(replies.at(-1)).toMatchObject({status: 429});
	expect(written).toHaveLength(1);
	expect([...(room.state.audience?.votes.values() ?? [])]).toEqual([{before: 2}]);
	expect(AudienceEvent.parse(written[0])).toEqual(written[0]);
});

it('takes the vote before the first speech until that is over, and the other from the end until it is closed', async () => {
	const {room} = openRoom();
	const vote = async (when: string, stance: unknown) => (await room.act('vote', token(1), {when, stance})).status;
	expect(await vote('after', 1)).toBe(409);
	expect(await vote('before', -1)).toBe(200);
	expect(await vote('before', 4)).toBe(400);
	room.hear(openingEnds());
	expect(await vote('before', 1)).toBe(409);
	room.hear(ending());
	expect(await vote('after', 2)).toBe(200);
	expect(swingOf(room.state.audience)).toMatchObject({both: 1, isClosed: false});
	expect(sent(room)).not.toContain('swing');
	expect(
		swingRows(swingOf(room.state.audience), 80)
			.flatMap(({spans}) => spans.map(({text}) => text))
			.join(' '),
	).not.toMatch(/against/u);
	await room.close('after');
	expect(await vote('after', -2)).toBe(409);
	expect(sent(room)).toContain('{"type":"swing","both":1,"flows":[{"from":"against","to":"for","count":1}]}');
});

it('counts the flows from those alone who voted both times', () => {
	const listener = (place: number) => token(place).slice(16);
	const votes = (when: 'before' | 'after', stances: readonly number[]) =>
		stamped({type: 'audience', votes: stances.map((stance, place) => ({listener: listener(place), when, stance}))});
	const {audience} = fold([
		...beginning(),
		votes('before', [-3, -1, 0, 2, 1]),
		votes('after', [1, -2, 3, 0]),
		stamped({type: 'audience', closes: 'after'}),
	]);
	expect(swingOf(audience)).toEqual({
		both: 4,
		voted: 5,
		isClosed: true,
		flows: [
			{from: 'for', to: 'undecided', count: 1},
			{from: 'undecided', to: 'for', count: 1},
			{from: 'against', to: 'for', count: 1},
			{from: 'against', to: 'against', count: 1},
		],
	});
	expect(swingOf(fold(beginning()).audience)).toBeUndefined();
});

it('takes short questions, cleaned, once, and counts who else wants them', async () => {
	const {room, written} = openRoom();
	const ask = async (number: number, text: unknown) => (await room.act('question', token(number), {text})).status;
	expect(await ask(1, 'Who\u001B[31m\npays? sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEF')).toBe(200);
	expect(room.state.audience?.questions[0]?.text).toMatch(/^Who pays\? \S*$/u);
	expect(room.state.audience?.questions[0]?.text).not.toContain('abcdefghijkl');
	expect(await ask(1, ' \u0007 ')).toBe(400);
	expect(await ask(1, 'x'.repeat(201))).toBe(400);
	expect(await ask(1, {})).toBe(400);
	expect(await ask(2, 'Why?')).toBe(200);
	expect(await ask(3, 'WHY?')).toBe(409);
	for (const number of [1, 3, 3, 4]) await room.act('support', token(number), {question: 'q2'});
	expect(room.snapshot(0).toString()).toContain('{"id":"q2","text":"Why?","count":3,"isPut":false}');
	await room.decide('q2', 'refused');
	expect(room.snapshot(0).toString()).not.toContain('q2');
	expect((await room.act('support', token(9), {question: 'q2'})).status).toBe(409);
	expect(written.every(said => AudienceEvent.safeParse(said).success)).toBe(true);
});

it('shows objections behind the turn, one a listener and sentence, to sentences that were said', async () => {
	const {room} = openRoom();
	const object = async (number: number, offset: number) =>
		(await room.act('objection', token(number), {turn: 't1', offset})).status;
	expect(await Promise.all([object(1, 23), object(1, 23), object(2, 23), object(2, 5)])).toEqual([200, 200, 200, 409]);
	expect(sent(room)).not.toContain('heat');
	room.hear(openingEnds());
	await expect.poll(() => sent(room)).toContain('{"type":"heat","turn":"t1","offset":23,"count":2}');
	expect(room.state.audience?.objections.get('t1')?.get(23)).toBe(2);
});
