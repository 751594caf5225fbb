/** A debate full of what terminals disagree about, on terminals that disagree. */
import {setTimeout as sleep} from 'node:timers/promises';
import type {Terminal} from '@xterm/headless';
import {describe, expect, test} from 'vitest';
import type {RunEvent} from '../../../src/debate/events.ts';
import {sampleDebate} from '../support/sample-debate.ts';
import {sampleSession} from '../support/sample-port.ts';
import {terminalScreen, type Widths} from '../support/terminal-screen.tsx';

const texts = [
	'Family: 👨\u200D👩\u200D👧\u200D👦, science: 👩🏽\u200D🔬, flags: 🇩🇪🇯🇵, keycaps 1\uFE0F\u20E3 #\uFE0F\u20E3, hearts ❤\uFE0F\u200D🔥 and scales ⚖\uFE0F 🏴\u200D☠\uFE0F. ',
	'漢字とかなカナで書かれた文は、とても長い行を埋めることができます。한국어도 마찬가지입니다. ',
	'هذه جملة عربية طويلة بما يكفي لملء السطر كله مع علامات: مُحَمَّدٌ، وعبرية: שָׁלוֹם עֲלֵיכֶם. ',
	`Combining: Z${'\u0323\u0328\u0301\u0302\u0308\u030A'.repeat(4)}algo q\u0303u\u0308x, देवनागरी में क्षत्रिय, தமிழ் த்தி, ภาษาไทยก้ำ. `,
	`One word: ${'Donaudampfschifffahrt'.repeat(15)}. And in emoji: ${'🙂🫠👍🏽'.repeat(40)}. `,
];

/** The sample debate with these texts in place of its own, up to a turn that is still said. */
function hostile(): RunEvent[] {
	const heard = new Map<string, string>();
	let said = 0;
	return sampleDebate({rounds: 1}).flatMap((event): RunEvent[] => {
		if (event.type === 'debate-end') return [];
		if (event.type === 'turn-end') return [{...event, text: heard.get(event.turnId) ?? ''}];
		if (event.type !== 'turn-delta') return [event];
		const text = texts[said++ % texts.length] ?? '';
		heard.set(event.turnId, (heard.get(event.turnId) ?? '') + text);
		return [{...event, text}];
	});
}

async function* bySentence(events: readonly RunEvent[]): AsyncGenerator<RunEvent> {
	for (const event of events) {
		if (event.type === 'turn-delta') await sleep(12);
		yield event;
	}
}

/** Whether nothing stands between two panes, where there are two. */
function gapStands(terminal: Terminal): boolean {
	const lines = Array.from({length: terminal.rows}, (_, row) => terminal.buffer.active.getLine(row));
	const right = lines[1]?.translateToString().indexOf('── Chairs') ?? -1;
	return right < 0 || lines.slice(1, -2).every(line => line?.translateToString(false, right - 2, right).trim() === '');
}

describe.each<[Widths, boolean]>([
	['graphemes', true],
	['plain', true],
	['code points', true],
	['graphemes', false],
	['code points', false],
])('a terminal that measures by %s, answering: %s', (widths, answers) => {
	test.each(
		answers
			? [
					[60, 20],
					[120, 40],
				]
			: [[80, 24]],
	)('%i × %i: header, footer and panes in every frame', async (columns = 0, rows = 0) => {
		const broken: string[] = [];
		let [frames, closed] = [0, false];
		let said = '';
		const screen = terminalScreen(
			{session: sampleSession([], {events: bySentence(hostile())}), widths, columns, rows, answers},
			lines => {
				if (closed || (frames === 0 && !lines.at(-1)?.includes('? help'))) return;
				frames++;
				said += lines.join('');
				const [head = ''] = lines;
				const whole =
					head.startsWith(' ROSTRUM') &&
					/ quit|\? help/u.test(lines.at(-1) ?? '') &&
					(!answers || gapStands(screen.terminal));
				if (!whole) broken.push(lines.join('\n'));
			},
		);
		while (!screen.store.over) await sleep(20);
		await sleep(80);
		closed = true;
		screen.close();
		expect(frames).toBeGreaterThan(5);
		expect(['漢字', 'Donaudampf', '🙂', 'क'].filter(word => !said.includes(word))).toEqual([]);
		expect(broken.length, broken[0]).toBe(0);
	});
});

test.each<Widths>(['graphemes', 'code points'])(
	'resized again and again while such words stream, down to 30 × 8, it is whole at every size: by %s',
	async widths => {
		const screen = terminalScreen({session: sampleSession([], {events: bySentence(hostile())}), widths, answers: true});
		while (!screen.lines().at(-1)?.includes('? help')) await sleep(10);
		for (let turn = 0; turn < 25; turn++) {
			screen.resize({columns: 30 + ((turn * 37) % 131), rows: 8 + ((turn * 11) % 40)});
			const whole = () =>
				screen.lines()[0]?.startsWith(' ROSTRUM') && / quit|\? help/u.test(screen.lines().at(-1) ?? '');
			for (let tries = 0; !whole() && tries < 300; tries++) await sleep(10);
			expect(whole(), screen.lines().join('\n')).toBe(true);
		}
		screen.close();
	},
	20_000,
);

const words = ['विद्यार्थी', 'क्षत्रिय', 'প্রশ্ন', 'ក្រុម', 'น้ำทำ', 'ຄຳ'];

test.each<[Widths, boolean]>([
	['plain', true],
	['plain', false],
	['graphemes', true],
])('no letter is lost where joined ones are drawn apart: by %s, answering: %s', async (widths, answers) => {
	const events = hostile().map(event =>
		event.type === 'turn-end' ? {...event, text: `${words.map(word => `[${word}]`).join(' and ')}.`} : event,
	);
	const screen = terminalScreen({session: sampleSession(events), widths, answers, columns: 120, rows: 60});
	while (!screen.lines().join('').includes('[')) await sleep(10);
	screen.store.redraw();
	// Where vowel signs take no column of their own, blanks stand behind the word.
	const lines = (): string => screen.lines().join('\n').replaceAll(/ +\]/gu, ']');
	await expect.poll(() => words.filter(word => !lines().includes(`[${word}]`))).toEqual([]);
	screen.close();
	expect(screen.sent()).not.toContain('\uFDD0');
});

const joined = ['🙂', '👩🏽\u200D🔬'];

test('a terminal that joins emoji has them joined, once it has said so; any other has them apart', async () => {
	const draws = async (widths: Widths, answers: boolean, wanted: readonly boolean[]): Promise<void> => {
		const screen = terminalScreen({session: sampleSession(hostile()), widths, answers, rows: 60});
		while (!screen.lines().join('').includes('One word')) await sleep(10);
		screen.store.redraw();
		const drawn = () => joined.map(text => screen.sent().slice(screen.sent().lastIndexOf('\u001B[6n')).includes(text));
		await expect.poll(drawn).toEqual(wanted);
		screen.close();
	};
	await draws('graphemes', true, [true, true]);
	await draws('graphemes', false, [true, false]);
	await draws('code points', true, [true, false]);
});

test('auto-wrap, title and wheel are as they were once the screens are left, and what answers late is no key', async () => {
	const screen = terminalScreen({session: sampleSession(hostile()), answers: false});
	while (!screen.lines().at(-1)?.includes('? help')) await sleep(10);
	screen.press('\u001B[1;3R\u001B]11;rgb:ffff/ffff/ff');
	await sleep(20);
	screen.press('ff\u001B\\\u001B[2;');
	await sleep(20);
	screen.press('5R');
	await sleep(120);
	expect(screen.lines().join('\n')).toMatch(/^ ROSTRUM/u);
	expect(screen.terminal.buffer.active.type).toBe('alternate');
	screen.close();
	const sent = screen.sent();
	expect(sent.indexOf('\u001B[?7l')).toBeGreaterThan(sent.indexOf('\u001B[?1049h'));
	for (const [off, on] of [
		['\u001B[?7l', '\u001B[?7h'],
		['\u001B[22;2t', '\u001B[23;2t'],
		['\u001B[?1007h', '\u001B[?1007r'],
	] as const)
		expect(sent.lastIndexOf(on)).toBeGreaterThan(sent.lastIndexOf(off));
	expect(sent.lastIndexOf('\u001B[?7h')).toBeLessThan(sent.lastIndexOf('\u001B[?1049l'));
});

test('a console of few signs is drawn in ASCII, each sign in its column', async () => {
	const screen = terminalScreen({
		session: sampleSession(sampleDebate({rounds: 2})),
		options: {signs: 'ascii', window: false},
	});
	await expect.poll(() => screen.lines().join('\n')).toContain('-- Chairs ---');
	const lines = screen.lines().join('\n');
	screen.close();
	expect(lines.replaceAll(/[ -~\n]/gu, '')).toBe('');
	expect(screen.sent()).not.toContain('\u001B]');
});
