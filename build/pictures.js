/**
 * Makes all pictures anew: `npm run pictures`, or `npm run pictures -- home setup` for some of them. The moving one of
 * the README (`stage`) is fifteen seconds around a cut in a recording; the others are screens of the built program, on
 * rehearsal voices and recordings, in a home and a repository of their own. It needs Chromium (named by CHROMIUM), and
 * ffmpeg for the moving one.
 */
import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {chromium} from 'playwright-core';

const folder = mkdtempSync(join(tmpdir(), 'rostrum-pictures-'));
const program = resolve('bin/rostrum.js');
const pictures = resolve('docs/pictures');
const recording = resolve('transcripts/sample-private-cars');
const moving = {columns: 100, rows: 30, before: 8, after: 7, framesASecond: 5, mostBytes: 1_500_000};

const topic = ['--topic', 'Voting should be compulsory.'];
const rehearsed = ['--voice', 'rehearsal', '--seed', '7', '--pace', 'instant'];
const atOnce = ['--speed', '1000000'];
const [down, right, left, enter] = ['\u001B[B', '\u001B[C', '\u001B[D', '\r'];

/** What is run, and what is done until it is drawn: text that is waited for, keys, or milliseconds of rest. */
const screens = {
	home: {size: [100, 28], args: [], steps: [{wait: 'm more'}, {press: down}, {rest: 1000}]},
	setup: {
		size: [94, 28],
		args: [],
		steps: [
			{wait: 'm more'},
			{press: 'n'},
			{wait: 'Choose a format'},
			{press: enter},
			{wait: 'What is it about'},
			{press: `Voting should be compulsory.${enter}`},
			{wait: 'On to who takes part'},
			{press: enter},
			{wait: 'Who takes part'},
			{press: right},
			{rest: 700},
			{press: right},
			{wait: 'Review and start'},
			{rest: 500},
		],
	},
	human: {
		size: [102, 30],
		args: ['run', 'duelogic', '--preset', 'classic-clash', ...topic, '--seat', 'chair_1=human:Ann', ...rehearsed],
		steps: [
			{wait: 'Ann, your turn'},
			{press: 'I will defend compulsory voting because a choice nobody makes is still made for them.'},
			{rest: 700},
		],
	},
	results: {
		size: [92, 40],
		args: ['replay', recording, ...atOnce],
		steps: [{wait: 'enter results'}, {press: enter}, {rest: 1500}],
	},
	'turn-detail': {
		size: [92, 30],
		args: ['replay', recording, ...atOnce],
		steps: [
			{wait: 'enter results'},
			{press: 'w'},
			{wait: 'other turns'},
			{press: left},
			{rest: 500},
			{press: left},
			{rest: 700},
		],
	},
	replay: {
		size: [92, 26],
		args: ['replay', recording],
		steps: [
			{wait: 'space pause'},
			...Array.from({length: 4}, () => [{press: right}, {rest: 300}]).flat(),
			{wait: 'cuts in'},
			{rest: 4000},
			{press: ' '},
			{wait: 'paused'},
		],
	},
	library: {
		size: [122, 32],
		args: ['library'],
		steps: [{wait: '/ search'}, {rest: 1500}, {press: '/'}, {rest: 500}, {press: 'neighbour'}, {rest: 2500}],
	},
	'model-duel': {
		size: [122, 36],
		args: ['run', 'model-duel', '--topic', 'How should a queue retry a failed job?', ...rehearsed],
		steps: [{wait: 'enter results'}, {rest: 500}],
	},
	'code-debate': {
		size: [122, 36],
		args: ['run', 'code-debate', '--preset', 'last-commit', ...rehearsed],
		steps: [{wait: 'enter results'}, {press: 'p'}, {rest: 700}],
	},
};

/** Colours of the terminal, which are legible on light and dark pages: it brings a ground of its own. */
const ground = '#16161a';
const ink = '#e6e6ec';
const palette = [
	'#3b3b46',
	'#f07178',
	'#8fd69f',
	'#e3c06a',
	'#8ab8ff',
	'#e79be7',
	'#6fd3e3',
	'#e6e6ec',
	'#8a8a98',
	'#ff9d9d',
	'#a9e6b6',
	'#f2d58c',
	'#a9c8ff',
	'#f0b8f0',
	'#97e4f0',
	'#ffffff',
];

/** A home in which the recordings were held, and a repository with a commit to debate. */
function prepare() {
	const [home, repository] = [join(folder, 'home'), join(folder, 'repository')];
	cpSync('transcripts', join(home, 'transcripts'), {recursive: true});
	mkdirSync(repository, {recursive: true});
	const env = {...process.env, GIT_AUTHOR_DATE: '2026-01-01T12:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T12:00:00Z'};
	const git = (...args) =>
		execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
			cwd: repository,
			env,
			stdio: 'pipe',
		});
	git('init', '--quiet');
	writeFileSync(join(repository, 'retry.ts'), 'export const ask = async (): Promise<void> => {};\n');
	git('add', '.');
	git('commit', '--quiet', '-m', 'Asks');
	writeFileSync(
		join(repository, 'retry.ts'),
		`import {ask} from './ask.ts';

export const wait = 1000;

/** Asks until there is an answer. */
export async function retry(): Promise<void> {
	for (;;) {
		try {
			return await ask();
		} catch {
			await new Promise(resolve => setTimeout(resolve, wait));
		}
	}
}
`,
	);
	git('add', '.');
	git('commit', '--quiet', '-m', 'Asks again until there is an answer');
	return {home, repository};
}

/** A screen of the program as a PNG; gives what was made. */
async function drawScreen(name, {home, repository}) {
	const {size, args, steps} = screens[name];
	const [cols, rows] = size;
	const terminal = new xterm.Terminal({cols, rows, allowProposedApi: true, scrollback: 0});
	const env = {
		HOME: home,
		ROSTRUM_HOME: name === 'library' ? home : join(folder, `home-of-${name}`),
		PATH: '/usr/bin:/bin',
		TERM: 'xterm-256color',
		COLORTERM: 'truecolor',
		LANG: 'C.UTF-8',
	};
	const app = spawn(process.execPath, [program, ...args], {name: 'xterm-256color', cols, rows, cwd: repository, env});
	app.onData(data => terminal.write(data));
	terminal.onData(data => app.write(data));
	try {
		for (const step of steps) {
			if (step.wait !== undefined) await shows(terminal, step.wait);
			if (step.press !== undefined) app.write(step.press);
			await rest(step.rest ?? 150);
		}
		const file = join(pictures, `${name}.png`);
		await draw([htmlOf(terminal, size)], size, [file], 2);
		return `docs/pictures/${name}.png: ${statSync(file).size} bytes`;
	} finally {
		app.kill();
	}
}

const rest = ms => new Promise(resolve => setTimeout(resolve, ms));
/** Milliseconds that a screen is waited for. */
const patience = 180_000;

async function shows(terminal, text) {
	for (const until = Date.now() + patience; ; await rest(50)) {
		const lines = Array.from({length: terminal.rows}, (_, row) =>
			terminal.buffer.active.getLine(row)?.translateToString(true),
		);
		if (lines.join('\n').includes(text)) return;
		if (Date.now() > until) throw new Error(`"${text}" did not come; the screen was:\n${lines.join('\n')}`);
	}
}

/** The moving picture; gives what was made. */
async function drawStage() {
	const {framesASecond, mostBytes} = moving;
	const frames = await framesOf(recordingOf(recording));
	const files = frames.map((_, index) => join(folder, `${String(index).padStart(4, '0')}.png`));
	await draw(frames, [moving.columns, moving.rows], files, 1);
	const filter =
		'split[a][b];[a]palettegen=max_colors=48:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
	const picture = join(pictures, 'stage.gif');
	execFileSync('ffmpeg', [
		'-y',
		'-loglevel',
		'error',
		'-framerate',
		String(framesASecond),
		'-i',
		join(folder, '%04d.png'),
		'-vf',
		filter,
		'-loop',
		'0',
		picture,
	]);
	const {size: bytes} = statSync(picture);
	if (bytes > mostBytes) throw new Error(`${picture} has ${bytes} bytes, and may have ${mostBytes}`);
	return `docs/pictures/stage.gif: ${frames.length} frames, ${bytes} bytes`;
}

/** The events of the debate's recording, as [seconds, kind, text]. */
function recordingOf(file) {
	const cast = join(folder, 'stage.cast');
	execFileSync(process.execPath, [
		program,
		'export',
		file,
		'--to',
		'cast',
		'--size',
		`${moving.columns}x${moving.rows}`,
		'-o',
		cast,
	]);
	return readFileSync(cast, 'utf8')
		.trim()
		.split('\n')
		.slice(1)
		.map(line => JSON.parse(line));
}

/** The screen around the first cut, as HTML, several times a second. */
async function framesOf(events) {
	const cut = events.find(([, , text]) => text.includes('cuts in'))?.[0];
	if (cut === undefined) throw new Error(`${recording} has no cut`);
	const {columns, rows, before, after, framesASecond} = moving;
	const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
	const frames = [];
	let next = 0;
	for (let at = cut - before; at < cut + after; at += 1 / framesASecond) {
		let text = '';
		while (next < events.length && events[next][0] <= at) text += events[next++][2];
		if (text !== '') await new Promise(resolve => terminal.write(text, resolve));
		frames.push(htmlOf(terminal, [columns, rows]));
	}
	return frames;
}

function htmlOf(terminal, [columns, rows]) {
	const lines = Array.from({length: rows}, (_, row) => {
		const line = terminal.buffer.active.getLine(row);
		return Array.from({length: columns}, (_, column) => cellHtml(line?.getCell(column))).join('');
	});
	return lines.join('\n');
}

function cellHtml(cell) {
	if (!cell || cell.getWidth() === 0) return '';
	const text = (cell.getChars() || ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
	const own = cell.isFgRGB()
		? `#${cell.getFgColor().toString(16).padStart(6, '0')}`
		: cell.isFgPalette()
			? (palette[cell.getFgColor()] ?? ink)
			: ink;
	const style = [
		cell.isInverse() ? `background:${own};color:${ground}` : `color:${own}`,
		...(cell.isBold() ? ['font-weight:bold'] : []),
		...(cell.isDim() ? ['opacity:.62'] : []),
		...(cell.isItalic() ? ['font-style:italic'] : []),
	];
	return text === ' ' && !cell.isInverse() ? ' ' : `<span style="${style.join(';')}">${text}</span>`;
}

/** A PNG a frame, in files of these names. */
async function draw(frames, [columns, rows], files, scale) {
	const size = {width: Math.ceil(columns * 8.43) + 36, height: rows * 16 + 20};
	const page = await browser.newPage({viewport: size, deviceScaleFactor: scale});
	await page.setContent(
		`<body style="margin:0;background:${ground}"><pre style="margin:0;padding:10px 14px;font:14px/16px 'DejaVu Sans Mono',Menlo,monospace"></pre></body>`,
	);
	for (const [index, html] of frames.entries()) {
		await page.locator('pre').evaluate((element, text) => void (element.innerHTML = text), html);
		writeFileSync(files[index], await page.screenshot());
	}
	await page.close();
}

const wanted = process.argv.slice(2);
const all = ['stage', ...Object.keys(screens)];
const unknown = wanted.filter(name => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(', ')}: they are ${all.join(', ')}`);
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
	args: ['--no-sandbox'],
});
try {
	const places = prepare();
	for (const name of wanted.length > 0 ? wanted : all)
		process.stdout.write(`${name === 'stage' ? await drawStage() : await drawScreen(name, places)}\n`);
} finally {
	await browser.close();
	rmSync(folder, {recursive: true, force: true});
}
