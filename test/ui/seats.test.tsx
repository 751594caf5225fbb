import {describe, expect, test, vi} from 'vitest';
import type {JournalEvent, RunEvent, UserAction, WantedTurn} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {TypedDraft} from '../../src/app/files/beside-journal.ts';
import type {SeatingPort} from '../../src/app/plan/voice-options.ts';
import {DebateStore} from '../../src/ui/stage/debate-store.ts';
import {FormEditor} from '../../src/ui/stage/form-editor.ts';
import {keyContextOf} from '../../src/ui/stage/key-context.ts';
import {halted, sampleDebate} from './support/sample-debate.ts';
import {sampleSession} from './support/sample-port.ts';
import {expectToFit} from './support/expect-to-fit.ts';
import {show} from './support/show.tsx';
import {stopClock} from './support/stopped-clock.ts';

const enter = '\r';
const down = '\u001B[B';
const esc = '\u001B';
const shiftTab = '\u001B[Z';
const sizes = [
	[60, 20],
	[80, 24],
	[120, 40],
] as const;

const begun = sampleDebate({words: true}).slice(0, 700);
const last = begun.findLast((event): event is JournalEvent => 'seq' in event);
const acted = (data: UserAction): RunEvent => ({type: 'user-action', data, seq: 9999, at: last?.at ?? 0, hash: ''});
/** Up to the end of a turn: nobody speaks. */
const quiet = begun.slice(0, begun.findLastIndex(({type}) => type === 'turn-end') + 1);

const wanted = {
	type: 'turn-wanted',
	call: 'script/9 speak chair_2',
	participant: 'chair_2',
	kind: 'reply',
	words: 225,
} as const satisfies RunEvent;
const asked = {
	type: 'turn-wanted',
	call: 'script/9 ask chair_2#3',
	participant: 'chair_2',
	kind: 'critique',
	limitMs: 300_500,
} as const;
const inWords = {
	...asked,
	field: {label: 'issue 2', about: 'What else is wrong? Nothing: enter.', optional: true},
} as const satisfies RunEvent;
const again = {
	...asked,
	field: {
		label: 'issue 2, fix',
		initial: 'It repeats payments.',
		wrong: 'Say what to do instead: this repeats the claim.',
	},
} as const satisfies RunEvent;
const choices = ['accepted', 'partially accepted', 'rejected'].map(label => ({value: label.replace(' ', '_'), label}));
const oneOf = {
	...asked,
	field: {
		label:
			'issue 1 of 2: A retry after a time-out repeats a payment that has gone through, and nobody is told that it was made twice.',
		choices,
	},
} as const satisfies RunEvent;
const evidence = {
	label: 'issue 1, evidence',
	key: 'issue 1, evidence',
	about: 'What shows it? Quote the draft, or say where the words are missing.',
};
const toEvidence = {call: 'script/9 ask chair_2#3', text: '“every request”', field: evidence};
const before = [
	{
		call: 'script/9 ask chair_2#1',
		text: 'It repeats payments.',
		field: {label: 'issue 1', key: 'issue 1', about: 'What is wrong with it? One sentence.'},
	},
	{call: 'script/9 ask chair_2#2', text: 'rejected', field: {label: 'would you ship it?', key: 'ship', choices}},
	toEvidence,
];
const later = {...inWords, call: 'script/9 ask chair_2#4', before} as const satisfies RunEvent;
const lost = {
	type: 'question',
	id: 'seat chair_2 40',
	seat: 'chair_2',
	text: 'Grok 3 cannot go on: xAI refused the key (401): Incorrect API key provided. Check XAI_API_KEY, or choose another voice.',
	options: ['try again', 'go on without it', 'end the debate'],
} as const satisfies RunEvent;
const spent = {
	type: 'question',
	id: 'budget 41',
	budget: {usd: 0.5},
	text: 'The budget of $0.5 leaves too little for the next request ($0.4813 used, and it may take $0.0231; $0.0410 is kept for the closing).',
	options: ['close it with what is left', 'end now'],
} as const satisfies RunEvent;
const taken = acted({action: 'take', participant: 'chair_2', name: 'Bo'});

const seating: SeatingPort = {
	voices: async () => ({
		troubles: [],
		voices: [
			'rehearsal',
			'openrouter:openai/gpt-4o',
			'ollama:qwen3',
			'ollama:llama3.1:8b',
			'lmstudio:phi-4',
			'agent:claude',
			'agent:codex',
		].map(voice => ({
			voice,
			about: voice.startsWith('ollama') ? 'Qwen3' : voice,
			...(voice !== 'rehearsal' && {contextTokens: 128_000, price: {input: 2.5, output: 10}}),
		})),
	}),
	check: async voice =>
		voice.startsWith('nobody') ? '"nobody" is not a provider. Use one of openrouter, openai, ollama.' : undefined,
	person: {name: 'Ada', keep: async () => undefined},
	people: ['chair_1', 'chair_2', 'chair_3'],
	amount: text =>
		text.endsWith('tok')
			? {tokens: Number.parseInt(text, 10)}
			: `Write an amount such as 0.25usd or 50000tok, not "${text}"`,
};

const screens = {
	'a person’s turn': {
		events: [...quiet, taken, wanted],
		keys: ['What you call a duty\u001B\r', 'is a habit.'],
		sees: 'is a habit.',
	},
	'a person’s turn, with a limit': {
		events: [...quiet, taken, {...wanted, limitMs: 300_500}],
		keys: ['x'],
		sees: '5:00',
	},
	'a person’s turn, left to look around': {
		events: [...quiet, taken, wanted],
		keys: ['What you call', esc],
		sees: 't your turn',
	},
	'one thing of an answer': {events: [...quiet, taken, inWords], keys: ['It has no end.'], sees: 'It has no end.'},
	'one thing of an answer, not asked for yet': {
		events: [...quiet, taken, inWords],
		keys: [],
		sees: 'What else is wrong?',
	},
	'one thing of an answer, asked for again': {events: [...quiet, taken, again], keys: [], sees: 'repeats the claim'},
	'one thing of an answer, to choose': {events: [...quiet, taken, oneOf], keys: [down], sees: '❯ partially accepted'},
	'one thing of an answer, gone back to': {
		events: [...quiet, taken, later],
		keys: ['half a thou', shiftTab],
		sees: 'part 3 of 4',
	},
	'a choice, gone back to': {events: [...quiet, taken, later], keys: [shiftTab, shiftTab], sees: '❯ rejected'},
	'a turn of nothing': {events: [...quiet, taken, wanted], keys: [enter], sees: 'Type a reply'},
	'an interjection of nothing': {events: begun, keys: ['i', enter], sees: 'Say what they'},
	'the seats': {events: begun, keys: ['r'], sees: 'Which seat?'},
	'a seat': {events: begun, keys: ['r', enter], sees: 'take it yourself'},
	'a seat that a person has taken': {
		events: [...begun, taken],
		keys: ['r', down, enter],
		sees: 'give it back to Grok 3',
	},
	'the voices': {events: begun, keys: ['r', enter, down, enter, 'ollama'], sees: '❯ ollama:qwen3'},
	'a voice that is none': {
		events: begun,
		keys: ['r', enter, down, enter, 'nobody:x', enter],
		sees: 'is not a provider',
	},
	'a voice that cannot go on': {events: [...begun, lost], keys: [], sees: 'go on without it'},
	'the budget is used up': {events: [...begun, spent], keys: [], sees: 'close it with'},
	'another amount': {events: [...begun, spent], keys: [down, enter, 'lots', enter], sees: 'Write an amount'},
} as const;

const sessionOf = (events: readonly RunEvent[]) =>
	sampleSession([], {events: halted([...events], events.length + 1), seating});

describe.each(sizes)('at %i columns and %i rows', (columns, rows) => {
	stopClock();
	test.concurrent.for(Object.entries(screens))('%s', async ([, {events, keys, sees}], {expect}) => {
		const app = show({columns, rows, session: sessionOf(events)});
		await app.sees(
			events.some(({type}) => type === 'turn-wanted')
				? 'your turn'
				: events.some(({type}) => type === 'question')
					? 'choose'
					: 'space pause',
		);
		await app.settle();
		for (const key of keys) await app.press(key);
		await app.sees(sees);
		const text = app.text();
		app.close();
		expectToFit(text, columns, rows);
		expect(text).toMatchSnapshot();
	});
});

test('that it is a person’s turn stands before a name that has no room', async () => {
	const long = acted({action: 'take', participant: 'chair_2', name: 'Guest (Drafts and revises)'});
	const app = show({columns: 60, rows: 20, session: sessionOf([...quiet, long, wanted])});
	await app.sees('── ✎ Your turn, Guest (Drafts');
	expect(app.text()).toMatch(/0 of 225 words ──$/mu);
	app.close();
});

test('a turn is said as it was typed, over several lines, and is asked for no more', async () => {
	const session = sessionOf([...quiet, taken, wanted]);
	const app = show({session});
	await app.sees('your turn');
	for (const key of ['First.', '\u001B\r', 'Third', '\u001B[A', '\u001B[200~Second.\r\nAnd\u001B[201~', enter])
		await app.press(key);
	expect(session.sent).toEqual([
		{action: 'say', participant: 'chair_2', call: wanted.call, text: 'FirstSecond.\nAnd.\nThird'},
	]);
	expect(app.text()).not.toContain('your turn');
	app.close();
});

test('u takes one’s turn back, and its words stand in the field again', async () => {
	const taken2 = Promise.withResolvers<void>();
	const call = wanted.call;
	const said = acted({action: 'say', participant: 'chair_2', call, text: 'A stray thought.', name: 'Bo'});
	const of = {turnId: 't99', seq: 9999, at: last?.at ?? 0, hash: ''};
	const turn = {...of, type: 'turn-start', step: call, speaker: 'chair_2', kind: 'reply', segment: 'exchange'} as const;
	async function* events() {
		yield* [...quiet, taken, said, turn, {...of, type: 'turn-delta', text: 'A stray '} as const];
		await taken2.promise;
		yield acted({action: 'unsay', participant: 'chair_2', call});
		yield {...of, type: 'turn-end', text: 'A stray ', finish: 'failed', contentHash: '', totalMs: 0} as const;
		yield wanted;
		await new Promise(() => undefined);
	}
	const session = sampleSession([], {events: events(), seating});
	const app = show({session});
	await app.sees('u take back');
	await app.press('u');
	expect(session.sent).toEqual([{action: 'unsay', participant: 'chair_2', call}]);
	taken2.resolve();
	await app.sees('your turn');
	await app.sees('A stray thought.');
	await app.press(enter);
	expect(session.sent.at(-1)).toEqual({action: 'say', participant: 'chair_2', call, text: 'A stray thought.'});
	app.close();
	// By ear as well.
	const store = new DebateStore(sampleSession([], {events: halted([...quiet, taken, said], quiet.length + 3)}), {
		columns: 80,
	});
	await vi.waitFor(() => expect(keyContextOf(store).unavailable).not.toContain('unsay'));
	store.unsay();
	expect(store.takeLines().join(' ')).toContain('Your turn is taken back.');
	store.close();
});

test.each([
	['quit', 1],
	['No.', 0],
] as const)(
	'“%s” takes Enter %i times more: what looks like a command is not published at once',
	async (text, more) => {
		const session = sessionOf([...quiet, taken, wanted]);
		const app = show({session});
		await app.sees('your turn');
		for (const key of [text, enter]) await app.press(key);
		expect(session.sent).toHaveLength(1 - more);
		if (more > 0) {
			expect(app.text()).toContain('Say only “quit”? Enter once more says it');
			await app.press(enter);
		}
		expect(session.sent).toEqual([{action: 'say', participant: 'chair_2', call: wanted.call, text}]);
		app.close();
	},
);

test('an answer is given by a number, by a list, with what stood there, or with nothing where nothing is wanted', async () => {
	for (const [event, keys, text] of [
		[oneOf, ['3'], 'rejected'],
		[oneOf, [down, enter], 'partially_accepted'],
		[again, [' Not.', enter], 'It repeats payments. Not.'],
		[inWords, [enter], ''],
		[inWords, ['x', esc, 't', 'y', enter], 'xy'],
	] as const) {
		const session = sessionOf([...quiet, taken, event]);
		const app = show({session});
		await app.sees('your turn');
		await app.settle();
		for (const key of keys) await app.press(key);
		expect(session.sent).toEqual([{action: 'say', participant: 'chair_2', call: asked.call, text}]);
		app.close();
	}
});

test('a part that is gone back to is changed under its own call, or stands; what was begun after it is kept', async () => {
	const session = sessionOf([...quiet, taken, later]);
	const app = show({session});
	await app.sees('your turn');
	for (const key of ['half a thou', shiftTab, shiftTab, shiftTab, shiftTab]) await app.press(key);
	await app.sees('part 1 of 4');
	// As it was; a look at the next and back; a change; what was begun is still there.
	for (const key of [enter, shiftTab, '\t', '\t', ' and more', '\t']) await app.press(key);
	await app.sees('half a thou');
	expect(session.sent).toEqual([]);
	for (const key of [shiftTab, enter]) await app.press(key);
	expect(session.sent).toEqual([
		{action: 'say', participant: 'chair_2', call: before[2]?.call, text: '“every request” and more'},
	]);
	app.close();
});

test('a question that comes while a person types waits until they have said it', async () => {
	const session = sessionOf([...quiet, taken, wanted, spent]);
	const app = show({session});
	await app.sees('your turn');
	await app.press('Done. 1');
	expect(session.sent).toEqual([]);
	await app.press(enter);
	await app.sees('close it with');
	await app.press(enter);
	expect(session.sent.map(({action}) => action)).toEqual(['say', 'raise']);
	app.close();
});

test('a lost voice is asked once more, or replaced by one from the list, or by the user', async () => {
	for (const [keys, sent] of [
		[[enter], {action: 'choose', question: lost.id, choice: 'try again'}],
		[[down, enter, 'qwen3', enter], {action: 'replace', participant: 'chair_2', voice: 'ollama:qwen3'}],
		[[down, down, enter], {action: 'take', participant: 'chair_2'}],
		[[down, down, down, enter], {action: 'choose', question: lost.id, choice: 'go on without it'}],
	] as const) {
		const session = sessionOf([...begun, lost]);
		const app = show({session});
		await app.sees('go on without it');
		await app.settle();
		for (const key of keys) await app.press(key);
		expect(session.sent).toEqual([sent]);
		app.close();
	}
});

test('a draft that a crash left never hides an answer given after it, and a change begun over that answer is there', () => {
	const drafts: TypedDraft[] = [];
	const open = (left?: TypedDraft) => new FormEditor({left, keep: draft => void drafts.push(draft)});
	const backTo = (desk: FormEditor, wanted: WantedTurn): string => {
		desk.go(wanted, -1);
		return desk.textOf(wanted);
	};
	// Kept in the middle of the answer, and not once more before the crash.
	open().write({...later, call: toEvidence.call, field: evidence, before: before.slice(0, 2)}, '“every');
	expect(backTo(open(drafts.at(-1)), later)).toBe(toEvidence.text);
	// The same of an answer that was changed.
	const desk = open();
	expect(backTo(desk, later)).toBe(toEvidence.text);
	desk.write(later, `${toEvidence.text} and`);
	const left = drafts.at(-1);
	expect(backTo(open(left), later)).toBe(`${toEvidence.text} and`);
	const changed = {...later, before: [...before.slice(0, 2), {...toEvidence, text: `${toEvidence.text} and more`}]};
	expect(backTo(open(left), changed)).toBe(`${toEvidence.text} and more`);
	// Asked for once more, it has no answer to stand against what was typed.
	expect(open(left).textOf({...later, field: evidence, before: before.slice(0, 2)})).toBe(`${toEvidence.text} and`);
});

test('the time for a turn stands still in a pause', () => {
	const desk = new FormEditor();
	const turn = {...wanted, limitMs: 10_000};
	expect(desk.left(turn, false, 0)).toBe(10_000);
	expect(desk.left(turn, false, 4000)).toBe(6000);
	expect(desk.left(turn, true, 9000)).toBe(6000);
	expect(desk.left(turn, false, 20_000)).toBe(0);
	expect(desk.left({...wanted, call: 'another'}, false, 30_000)).toBeUndefined();
});

test('when the time is over a change that is being made is said, or what is written of what is wanted', () => {
	const desk = new FormEditor();
	desk.write(later, 'half a thought ');
	expect(desk.dueText(later)).toBe('half a thought');
	desk.go(later, -1);
	expect([desk.dueText(later), desk.asked(later).call]).toEqual(['half a thought', later.call]);
	desk.go(later, -1);
	desk.write(later, '“all of them”');
	expect([desk.dueText(later), desk.asked(later).call]).toEqual(['“all of them”', before[2]?.call]);
});

test('who sat where is told by each turn, whoever sits there now', () => {
	const state = fold([
		...quiet,
		taken,
		acted({action: 'replace', participant: 'chair_2', voice: 'ollama:qwen3', name: 'Qwen3'}),
	]);
	expect(state.turns.filter(({speaker}) => speaker === 'chair_2').every(({by}) => by?.name === 'Grok 3')).toBe(true);
	expect(state.seats.find(({id}) => id === 'chair_2')).toMatchObject({
		name: 'Qwen3',
		formerly: [{name: 'Grok 3'}, {name: 'Bo'}],
	});
});
