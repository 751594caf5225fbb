import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {colourless} from '../../src/view/theme.ts';
import {farewellText} from '../../src/ui/results/results-rows.ts';
import {halted, sampleDebate, PROPOSITION} from './support/sample-debate.ts';
import {samplePort, sampleSession, sampleSettings} from './support/sample-port.ts';
import {show} from './support/show.tsx';

const enter = '\r';
const escape = '\u001B';
const down = '\u001B[B';
const spoken = sampleDebate({words: true, rounds: 12});
/** In its first exchange, and for ever. */
const running = (rest: Parameters<typeof sampleSession>[1] = {}) =>
	sampleSession([], {events: halted(spoken, 600), ...rest});
const ended = (rest: Parameters<typeof sampleSession>[1] = {}) => sampleSession(sampleDebate(), rest);

test.concurrent('one key starts a running debate with the topic that is shown', async () => {
	const port = samplePort(() => running());
	const app = show({port});
	await app.sees('enter start');
	await app.press(enter);
	await app.sees('space pause');
	expect(port.started).toEqual([{presetId: 'three_way_ethics', protocol: 'duelogic', topic: PROPOSITION}]);
	app.close();
});

test.concurrent('where it costs money it asks first, and only then starts', async () => {
	const port = samplePort(() => running());
	const app = show({port});
	await app.sees('enter start');
	await app.press(down);
	await app.press(down);
	await app.press(enter);
	await app.sees('about $0.42');
	expect(port.started).toEqual([]);
	await app.press(enter);
	await app.sees('space pause');
	expect(port.started).toHaveLength(1);
	app.close();
});

test.concurrent('two arrows in one chunk move by two', async () => {
	const app = show({port: samplePort(() => running())});
	await app.sees('enter start');
	await app.press(down + down);
	expect(app.text()).toContain('❯ 3 Battle Royale');
	app.close();
});

test.concurrent('text and Enter in one chunk are both minded, and so are held backspaces', async () => {
	const port = samplePort(() => running());
	const app = show({port});
	await app.sees('enter start');
	await app.press('t');
	await app.press(`abcdef${'\u007F'.repeat(4)}xy${enter}`);
	await app.sees('space pause');
	expect(port.started).toEqual([{presetId: 'three_way_ethics', protocol: 'duelogic', topic: 'abxy'}]);
	app.close();
});

test.concurrent('a key that is no command begins a topic, at any speed; one that is does what it says', async () => {
	const port = samplePort(() => running());
	const app = show({port});
	await app.sees('enter start');
	for (const letter of 'Should 5G') await app.press(letter);
	await app.sees('Should 5G');
	await app.press('\u001B');
	await app.sees('t your topic');
	await app.press('/should cars');
	await app.sees('should cars');
	await app.press(enter);
	await app.sees('space pause');
	expect(port.started).toEqual([{presetId: 'three_way_ethics', protocol: 'duelogic', topic: 'should cars'}]);
	app.close();
	const other = show({port});
	await other.sees('enter start');
	await other.press('vx');
	await other.sees('── Who speaks?');
	other.close();
});

test.concurrent('a topic that is pasted where nothing is marked for it is taken whole', async () => {
	const app = show({port: samplePort(() => running())});
	await app.sees('enter start');
	await app.press('\u001B[200~should museums\ngive back?\u001B[201~');
	await app.sees('should museums give back?');
	app.close();
});

test.concurrent('the line for a topic is opened by a click on it, and an entry by a click on its line', async () => {
	const port = samplePort(() => running());
	const app = show({port});
	await app.sees('enter start');
	const click = async (words: string) => {
		const lines = app.text().split('\n');
		const row = lines.findIndex(line => line.includes(words));
		await app.press(`\u001B[<0;${(lines[row]?.indexOf(words) ?? 0) + 2};${row + 1}M`);
	};
	await click('What should they debate?');
	await app.sees('esc back');
	await app.press('\u001B');
	await app.sees('t your topic');
	await click('Classic Clash');
	await app.sees('space pause');
	expect(port.started).toEqual([
		{presetId: 'classic_clash', protocol: 'duelogic', topic: expect.stringContaining('self-driving')},
	]);
	app.close();
});

test.concurrent(
	'a topic that is too long is not cut: nothing is started with it, and the way by a file is told',
	async () => {
		const port = samplePort(() => running());
		const app = show({port, columns: 80, rows: 24});
		await app.sees('enter start');
		await app.press('t');
		await app.sees('esc back');
		await app.press(`\u001B[200~${'word '.repeat(5000)}\u001B[201~`);
		await app.sees('25,000 characters were not taken: a text here has at most 20,000.');
		await app.press(enter);
		await app.sees('write @ and its path');
		expect(app.shown.store).toBeUndefined();
		await app.press('Cats');
		await app.sees('Cats');
		expect(app.text()).not.toContain('not taken');
		app.close();
	},
);

test.concurrent(
	'a paste into a dialog is one text without markers and escapes, its lines as they were, and does not send itself',
	async () => {
		const session = running();
		const app = show({session});
		await app.sees('space pause');
		await app.press('b');
		await app.press('\u001B[200~first line\r\nsecond \u001B[31mred\u001B[0m\u0007 line\u001B[201~');
		await app.sees('first line');
		await app.sees('second red line');
		expect(session.sent).toEqual([]);
		await app.press(enter);
		expect(session.sent).toEqual([{action: 'barge-in', text: 'first line\nsecond red line'}]);
		app.close();
	},
);

test.concurrent('a paste where nothing is being written does nothing', async () => {
	const session = running();
	const app = show({session});
	await app.sees('space pause');
	await app.press('\u001B[200~q\rs b\u001B[201~');
	expect(session.sent).toEqual([]);
	expect(app.text()).toContain('space pause');
	app.close();
});

test.concurrent('what the user does reaches the debate', async () => {
	const session = running();
	const app = show({session});
	await app.sees('space pause');
	await app.press(' ');
	await app.press('s');
	await app.press('>');
	await app.press('<<');
	await app.press('i');
	await app.press(down);
	await app.press('be exact');
	await app.press(enter);
	await app.press('q');
	await app.press(down);
	await app.press(enter);
	expect(session.sent).toEqual([
		{action: 'pause'},
		{action: 'skip'},
		{action: 'pace', pace: 350},
		{action: 'pace', pace: 250},
		{action: 'pace', pace: 200},
		{action: 'interject', reason: 'be exact', target: 'chair_1'},
		{action: 'stop', closing: true},
	]);
	app.close();
});

test.concurrent('escape closes a dialog and sends nothing', async () => {
	const session = running();
	const app = show({session});
	await app.sees('space pause');
	for (const key of ['i', 'b', 'q', '/', '?']) {
		await app.press(key);
		expect(app.text()).not.toContain('space pause  i');
		await app.press(escape);
		await app.sees('space pause');
	}
	expect(session.sent).toEqual([]);
	app.close();
});

test.concurrent('resizing while it streams keeps what one reads, and the end when one follows', async () => {
	const app = show({session: sampleSession(spoken, {everyMs: 2}), columns: 120, rows: 30});
	await app.sees('exchange 2/8');
	for (const [columns, rows] of [
		[80, 24],
		[55, 15],
		[130, 40],
		[61, 18],
	] as const) {
		await app.resize(columns, rows);
		await app.sees('▍');
		expect(app.text().split('\n').length).toBeLessThanOrEqual(rows);
	}
	await app.press('\u001B[5~');
	await app.press('\u001B[5~');
	const lines = app.text().split('\n');
	const words =
		lines
			.slice(5)
			.find(line => /^ [ ▎▌] \w+ \w+ \w+ \w+/u.test(line))
			?.slice(3)
			.trim()
			.split(' ')
			.slice(0, 4)
			.join(' ') ?? 'nothing';
	await app.resize(76, 20);
	expect(
		app
			.text()
			.split('\n')
			.slice(4, 12)
			.join(' ')
			.replaceAll(/[▎▌\s]+/gu, ' '),
	).toContain(words);
	app.close();
});

test.each([
	['the help', '?', 'redraw or reread'],
	['a turn', 'w', 'Turn '],
	['what the arbiter is asked', 'i', 'Ask the arbiter to step in'],
	['what one has to say', 'b', 'Barge in'],
	['a search', '/', 'Search'],
	['the way out', 'q', 'End this debate?'],
	['the seats', 'r', 'esc back'],
])('Ctrl-C ends the screens at once from %s', async (_, key, sees) => {
	const app = show({session: running()});
	await app.sees('space pause');
	await app.press(key);
	await app.sees(sees);
	await app.press('\u0003');
	await app.waitUntilExit();
	expect(app.shown.ended).toBe('interrupt');
	app.close();
});

test.concurrent('leaving from home’s debate goes home, and lets the session go', async () => {
	let left = 0;
	const app = show({port: samplePort(() => running({leave: async () => void (left += 1)}))});
	await app.sees('enter start');
	await app.press(enter);
	await app.sees('space pause');
	await app.press('q');
	await app.press(enter);
	await app.sees('enter start');
	expect(left).toBe(1);
	await app.press('q');
	await app.waitUntilExit();
	expect(app.shown.ended).toBe('left');
	app.close();
});

test.concurrent('when it is over there are results, an export, a replay and another run', async () => {
	const app = show({session: ended()});
	await app.sees('enter results');
	await app.press(enter);
	await app.sees('Outcome completed');
	await app.press('e');
	await app.sees('$ rostrum run duelogic');
	expect(app.text()).not.toContain('written to');
	await app.press(enter);
	await app.sees('debate.svg, and as card.png');
	await app.press('\u001B[C');
	await app.sees('# md');
	await app.press('\u001B[C');
	await app.sees('# podcast');
	await app.press(enter);
	await app.sees('debate.podcast');
	await app.press(escape);
	await app.sees('Outcome completed');
	await app.press('p');
	await app.sees('enter results');
	await app.press(enter);
	await app.press('q');
	await app.waitUntilExit();
	expect(app.shown.ended).toBe('ended');
	app.close();
});

test.concurrent('what cannot be opened or written is said on the screen', async () => {
	const app = show({
		port: samplePort(() => running(), {
			start: async () => Promise.reject(new Error('the folder transcripts is not writable')),
		}),
	});
	await app.sees('enter start');
	await app.press(enter);
	await app.sees('the folder transcripts is not writable');
	app.close();
	const over = show({
		session: ended({
			exports: {
				formats: [{id: 'md', name: 'Markdown'}],
				preview: async () => 'words',
				write: async () => Promise.reject(new Error('no space left')),
			},
		}),
	});
	await over.sees('enter results');
	await over.press('e');
	await over.press(enter);
	await over.sees('not written: no space left');
	over.close();
});

test.concurrent('an export under way says how far it is, and is stopped before the screen is left', async () => {
	const app = show({
		session: ended({
			exports: {
				formats: [{id: 'html', name: 'Web page'}],
				preview: async () => 'words',
				write: async (_, {signal, progress} = {}) => {
					progress?.(0.425);
					await once(signal ?? new EventTarget(), 'abort');
					throw signal?.reason;
				},
			},
		}),
	});
	await app.sees('enter results');
	await app.press('e');
	await app.sees('words');
	await app.press(enter);
	await app.sees('being written: 42 %, about 1 s left · esc stops it');
	await app.press(escape);
	await app.sees('not written: stopped');
	await app.press(escape);
	await app.sees('enter results');
	app.close();
});

test.concurrent('a bug in the events ends the screens with it', async () => {
	async function* broken() {
		yield* sampleDebate().slice(0, 4);
		throw new TypeError('undefined is not a chair');
	}
	const app = show({session: ended({events: broken()})});
	await expect(app.waitUntilExit()).rejects.toThrow('undefined is not a chair');
	app.close();
});

test.concurrent('a replay takes no part: no interjection, its own speed and pause', async () => {
	const speeds: number[] = [];
	const session = running({live: false, setSpeed: times => void speeds.push(times)});
	const app = show({session});
	await app.sees('replay × 1');
	await app.press('ib');
	await app.press('>>');
	await app.press(' ');
	await app.sees('‖ paused');
	expect(speeds).toEqual([2, 4]);
	expect(session.sent).toEqual([{action: 'pause'}]);
	app.close();
});

test.concurrent('a word from the floor while it is paused is said to be taken', async () => {
	const events = sampleDebate();
	const upto = events.findIndex(({type}) => type === 'turn-delta') + 1;
	const before = events[upto];
	if (!before || !('seq' in before)) throw new Error('the sample has no words');
	const pause = {...before, type: 'user-action', data: {action: 'pause'}} as const;
	const asks = {...before, type: 'user-action', data: {action: 'interject', reason: 'What of the cost?'}} as const;
	const asked = [...events.slice(0, upto), pause, asks];
	const app = show({session: running({events: halted(asked, asked.length)}), columns: 80, rows: 24});
	await app.sees('‖ paused · taken: heard once it goes on');
	app.close();
	const quiet = show({session: running({events: halted(asked.slice(0, -1), asked.length - 1)})});
	await quiet.sees('‖ paused');
	expect(quiet.text()).not.toContain('taken');
	quiet.close();
});

test.concurrent('without colour there is weight, and the signs are still there', async () => {
	const app = show({session: ended(), paint: colourless});
	await app.sees('enter results');
	const codes = new Set(app.raw().match(/\u001B\[[\d;]*m/gu));
	expect([...codes].filter(code => /\[(?:3|4|9|10)\d/u.test(code))).toEqual([]);
	expect(codes.size).toBeGreaterThan(0);
	expect(app.text()).toContain('⚖ GPT-4o');
	app.close();
});

test.concurrent(
	'what stays on the primary screen says how it ended, where it lies and how to go on',
	async ({expect}) => {
		const app = show({session: ended()});
		await app.sees('enter results');
		expect(app.shown.store && farewellText(app.shown.store)).toMatchInlineSnapshot(`
			"A self-driving car should always minimise total deaths, even at its passenger’s expense.
			completed · 22 turns · 11:21 aloud · $0.09
			Adherence: Claude Sonnet 4 61, Grok 3 61, Gemini 2.5 Pro 74
			Files: transcripts/20261121-200000-a-self-driving-car
			Watch again with: rostrum replay transcripts/20261121-200000-a-self-driving-car
			"
		`);
		app.close();
		const cut = show({session: running()});
		await cut.sees('exchange 1/8');
		expect(cut.shown.store && farewellText(cut.shown.store)).toContain('Go on with: rostrum resume transcripts/');
		cut.close();
	},
);

test.concurrent(
	'a debate that runs elsewhere is watched from home, and a path with nothing there is said',
	async () => {
		const asked: string[] = [];
		const app = show({
			port: samplePort(() => running(), {
				async watch(path) {
					asked.push(path);
					if (path === 'nowhere') throw new Error('There is no debate here: "nowhere"');
					return running({live: false});
				},
			}),
		});
		await app.sees('m more');
		await app.press('w');
		await app.sees('esc back');
		await app.press(`nowhere${enter}`);
		await app.sees('There is no debate here: "nowhere"');
		await app.press('\u007F'.repeat('nowhere'.length));
		await app.press(`elsewhere${enter}`);
		await app.sees('following');
		expect(asked).toEqual(['nowhere', 'elsewhere']);
		app.close();
	},
);

test.concurrent('the debates that run are listed, live, and the marked one is opened', async () => {
	const asked: string[] = [];
	let gone = false;
	const debate = (name: string, running: boolean, state: string) => ({
		title: `${name} should vote.`,
		format: 'duelogic',
		path: name,
		running,
		spoken: '3:10 aloud',
		state,
	});
	const app = show({
		port: samplePort(() => running(), {
			watchable: async () => [
				debate('Cats', true, 'running'),
				debate('Dogs', !gone, gone ? 'stopped: its program has ended' : 'paused'),
			],
			watch: async path => (asked.push(path), running({live: false})),
		}),
	});
	await app.sees('m more');
	await app.press('w');
	await app.sees('Dogs should vote.');
	expect(app.text()).toMatch(/❯ ▸ Cats should vote\. .+Duelogic · 3:10 aloud · running/u);
	await app.press(down);
	gone = true;
	await app.sees('stopped: its program has ended');
	await app.press(enter);
	await app.sees('following');
	expect(asked).toEqual(['Dogs']);
	app.close();
});

test.concurrent('keys that are hit before the settings have been read wait for them', async () => {
	const settings = sampleSettings();
	const slow = {...settings, read: async () => (await sleep(150), settings.read())};
	const app = show({port: {...samplePort(() => running()), settings: slow}});
	await app.sees('m more');
	await app.press(`s${enter}nonsense${enter}`);
	await app.sees('does not fit');
	app.close();
});

test.concurrent('a setting is changed, kept, and put back to its default; a key is never seen', async () => {
	const port = samplePort(() => running());
	const settings = sampleSettings();
	let renewals = 0;
	const app = show({
		port: {
			...port,
			settings,
			renewed: async () => ({...port, settings, voicesFound: {...port.voicesFound, speaks: `renewed ${++renewals}`}}),
		},
	});
	await app.sees('m more');
	await app.press('s');
	await app.sees('Speaks in every seat');
	await app.press(`${enter}nonsense${enter}`);
	await app.sees('does not fit');
	await app.press(`${'\u007F'.repeat(8)}ollama:qwen3${enter}`);
	await app.sees('Voice for every seat: saved in');
	expect(app.text()).toContain('ollama:qwen3');
	await app.press('d');
	await app.sees('keep ollama:qwen3');
	await app.press(enter);
	await app.sees('enter change');
	expect(settings.kept.get('voice')).toBe('ollama:qwen3');
	await app.press('d');
	await app.sees('keep ollama:qwen3');
	await app.press(down + enter);
	await app.sees('✓ Voice for every seat: back to the');
	expect(settings.kept.get('voice')).toBeUndefined();
	await app.press(down + down + down + enter);
	await app.press(`sk-or-v1-secret${enter}`);
	await app.sees('Key for OpenRouter: saved');
	expect(settings.kept.get('keys.openrouter')).toBe('sk-or-v1-secret');
	expect(app.frames.join('')).not.toContain('sk-or');
	await app.press(escape);
	await app.sees('renewed 1');
	app.close();
});

test.concurrent('a health check that breaks off says so, can be made again, and ends when it is left', async () => {
	const signals: AbortSignal[] = [];
	const port = samplePort(() => running(), {
		async *health(signal) {
			signals.push(signal);
			yield [{area: 'folder', name: 'debates', ok: true, detail: 'transcripts'}];
			if (signals.length === 1) throw new Error('the disk is gone');
			await new Promise(resolve => signal.addEventListener('abort', resolve));
		},
	});
	const app = show({port});
	await app.sees('m more');
	await app.press('c');
	await app.sees('the disk is gone');
	await app.press('r');
	await app.sees('Checking…');
	expect(app.text()).not.toContain('the disk is gone');
	await app.press(escape);
	await app.sees('enter start');
	expect(signals.map(({aborted}) => aborted)).toEqual([true, true]);
	app.close();
});

test.each([
	['a topic', 't', 'esc back'],
	['the watch', 'w', 'Watch'],
	['a setting', `s${enter}`, 'enter save'],
	['a search in the library', 'l/', 'esc done'],
	['the price', down + down + enter, 'start it'],
])('Ctrl-C ends the screens from %s, and Ctrl-L draws them anew', async (_, keys, sees) => {
	const app = show({port: samplePort(() => running())});
	await app.sees('enter start');
	for (const key of keys.match(/\u001B\[B|./gsu) ?? []) await app.press(key);
	await app.sees(sees);
	await app.press('\u000C');
	expect(app.shown.redrawn).toBe(1);
	await app.sees(sees);
	await app.press('\u0003');
	await app.waitUntilExit();
	expect(app.shown.ended).toBe('interrupt');
	app.close();
});

test.concurrent('a list that becomes lower keeps what is marked in sight, and goes on from there', async () => {
	const app = show({port: {...samplePort(() => running()), settings: sampleSettings()}, rows: 40});
	await app.sees('m more');
	await app.press('s');
	await app.sees('Speaks in every seat');
	await app.press(down + down + down);
	const marked = /❯ (\S+)/u.exec(app.text())?.[1] ?? 'nothing';
	await app.resize(60, 10);
	expect(app.text()).toContain(`❯ ${marked}`);
	await app.press(down + down + '\u001B[A');
	expect(app.text()).toMatch(/❯ \S/u);
	await app.resize(60, 2);
	await app.press(down + enter + escape);
	await app.resize(80, 24);
	await app.sees('❯');
	app.close();
});

test.concurrent('home keeps its choice when the window becomes lower, and Enter starts it', async () => {
	const port = samplePort(() => running());
	const app = show({port, rows: 40});
	await app.sees('enter start');
	const first = /❯ (\S+ \S+)/u.exec(app.text())?.[1] ?? 'nothing';
	await app.press(down);
	await expect.poll(() => app.text()).not.toContain(`❯ ${first}`);
	const marked = /❯ (\S+ \S+)/u.exec(app.text())?.[1] ?? 'nothing';
	await app.resize(60, 12);
	await app.sees(`❯ ${marked}`);
	await app.settle();
	await app.press(enter);
	await app.sees('space pause');
	app.close();
});

test.concurrent('a window that keeps its new size is drawn anew', async ({expect}) => {
	const app = show({port: samplePort(() => running())});
	await app.sees('enter start');
	await app.settle();
	expect(app.shown.redrawn).toBe(0);
	await app.resize(90, 24);
	await expect.poll(() => app.shown.redrawn).toBe(1);
	expect(app.text()).toContain('enter start');
	app.close();
});

test.concurrent(
	'Esc leads from a replay back to the library it was opened from, and does nothing to a debate that is being held',
	async () => {
		const events = sampleDebate();
		const app = show({
			port: samplePort(() => running(), {
				replay: async () => sampleSession(events, {live: false}),
				read: async () => sampleSession(events, {live: false}),
			}),
		});
		await app.sees('enter start');
		await app.press('l');
		await app.sees('enter open');
		await app.press('p');
		await app.sees('esc back');
		await app.press(escape);
		await app.sees('enter open');
		await app.press(escape);
		await app.sees('enter start');
		await app.press(enter);
		await app.sees('space pause');
		await app.press(escape);
		await app.press('?');
		await app.sees('esc close');
		await app.press(escape);
		await app.sees('space pause');
		expect(app.shown.ended).toBeUndefined();
		app.close();
	},
);

test.concurrent('where nothing is behind a replay, Esc does not end the program', async () => {
	const app = show({session: sampleSession(sampleDebate(), {live: false})});
	await app.sees('enter results');
	expect(app.text()).not.toContain('esc back');
	await app.press(escape);
	await app.press(enter);
	await app.sees('Outcome');
	expect(app.shown.ended).toBeUndefined();
	app.close();
});

test.concurrent(
	'a search says in which turns its words are, goes to them from what is in sight, and says when there are no more',
	async () => {
		const app = show({session: ended({live: false}), columns: 80, rows: 24});
		await app.sees('enter results');
		await app.press('/');
		await app.press('nowhere to be found');
		await app.sees('no turn has these words');
		await app.press('\u007F'.repeat(30));
		await app.press('ledger');
		expect(app.text()).toMatch(/ in \d+ turns/u);
		await app.press(enter);
		expect(app.text()).toMatch(/ (\d+) of \1 turns/u);
		expect(app.text()).toMatch(/❯ .*ledger/u);
		for (let presses = 0; presses < 60 && !app.text().includes('no earlier match'); presses++) await app.press(enter);
		expect(app.text()).toMatch(/no earlier match.* 1 of \d+ turns/u);
		await app.press(down);
		await app.press(escape);
		await app.sees('enter results');
		expect(app.text()).not.toContain('❯');
		app.close();
	},
);
