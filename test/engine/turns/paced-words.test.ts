import {expect, it} from 'vitest';
import {steppedClock} from '../../../src/engine/clock.ts';
import {writtenSpeech, type Told} from '../../fixtures/speech-output.ts';
import {runToy, toyConfig} from '../toy.ts';

const config = toyConfig.parse({rounds: 1});
/** So fast that nobody waits, and yet a pace. */
const pace = 10_000_000;
const hurried = () => ({config, pace, clock: steppedClock({hurry: true})});

it('a spoken debate says every sentence once, with the voice of its speaker, one after the other', async () => {
	const told: Told[] = [];
	const {events} = await runToy({...hurried(), speech: writtenSpeech(told, 1)});
	const speakers = new Map(
		events.flatMap(event => (event.type === 'turn-start' ? [[event.turnId, event.speaker] as const] : [])),
	);
	const heard = events.flatMap(event =>
		event.type === 'turn-delta' ? [{text: event.text, speaker: speakers.get(event.turnId)}] : [],
	);
	const begun = told.filter(({what}) => what === 'begins');
	expect(begun.map(({text, speaker}) => ({text, speaker}))).toEqual(heard);
	const order = told.filter(({what}) => what === 'begins' || what === 'ends').map(({what}) => what);
	expect(order).toEqual(heard.flatMap(() => ['begins', 'ends']));
});

it('words are shown while their sentence sounds, and it is heard when the sound has ended', async () => {
	const told: Told[] = [];
	await runToy({
		...hurried(),
		speech: writtenSpeech(told, 2),
		onEvent: event => {
			if (event.type === 'turn-token' || event.type === 'turn-delta') told.push({what: event.type, text: event.text});
		},
	});
	const [first] = told.filter(({what}) => what === 'begins');
	const from = told.findIndex(({what}) => what === 'begins');
	const ended = told.findIndex(({what, text}) => what === 'ends' && text === first?.text);
	const shown = told
		.slice(
			from,
			told.findIndex(({what}) => what === 'turn-delta'),
		)
		.filter(({what}) => what === 'turn-token');
	expect(shown.map(({text}) => text).join('')).toBe(first?.text);
	expect(told.findIndex(({what}) => what === 'turn-delta')).toBeGreaterThan(ended);
});

it('a debate whose sound fails or is off is the same debate', async () => {
	const silent = await runToy({...hurried(), speech: writtenSpeech([], 1, () => true)});
	const unspoken = await runToy(hurried());
	const turns = ({events}: typeof silent) =>
		events.flatMap(event => (event.type === 'turn-end' ? [`${event.turnId} ${event.finish} ${event.text}`] : []));
	expect(turns(silent)).toEqual(turns(unspoken));
});

it('pause, step and a change to instant reach the sound; a stop ends the debate while it sounds', async () => {
	const told: Told[] = [];
	let deltas = 0;
	const {done} = await runToy({
		...hurried(),
		speech: writtenSpeech(told, 60_000),
		onEvent: (event, debate) => {
			if (event.type === 'turn-token' && told.filter(({what}) => what === 'pause').length === 0) {
				debate.act({action: 'pause'});
				debate.act({action: 'step'});
				debate.act({action: 'resume'});
				debate.act({action: 'pace', pace: 0});
			}
			if (event.type === 'turn-delta' && ++deltas === 2) {
				debate.act({action: 'pace', pace});
				setTimeout(() => debate.act({action: 'stop', closing: false}), 5);
			}
		},
	});
	expect(told.map(({what}) => what).filter(what => /pause|resume|silence/u.test(what))).toEqual([
		'pause',
		'resume',
		'resume',
		'silence',
	]);
	expect(done.outcome).toBe('stopped');
});
