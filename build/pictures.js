/**
 * Makes the moving picture of the README anew, from the recording of a debate with a cut: `npm run pictures`, or
 * `npm run pictures -- JOURNAL` for another debate. It needs Chromium (named by CHROMIUM) and ffmpeg.
 */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import xterm from '@xterm/headless';
import {chromium} from 'playwright-core';

const [journal = 'transcripts/sample-private-cars/debate.jsonl'] = process.argv.slice(2);
const picture = 'docs/pictures/stage.gif';
const size = {columns: 100, rows: 30};
const span = {before: 8, after: 7, framesASecond: 5};
const mostBytes = 1_500_000;

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

const folder = mkdtempSync(join(tmpdir(), 'rostrum-pictures-'));
try {
	const frames = await framesOf(recordingOf(journal));
	await draw(frames);
	const pattern = join(folder, '%04d.png');
	const filter =
		'split[a][b];[a]palettegen=max_colors=48:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
	execFileSync('ffmpeg', [
		'-y',
		'-loglevel',
		'error',
		'-framerate',
		String(span.framesASecond),
		'-i',
		pattern,
		'-vf',
		filter,
		'-loop',
		'0',
		picture,
	]);
	const {size: bytes} = statSync(picture);
	if (bytes > mostBytes) throw new Error(`${picture} has ${bytes} bytes, and may have ${mostBytes}`);
	process.stdout.write(`${picture}: ${frames.length} frames, ${bytes} bytes\n`);
} finally {
	rmSync(folder, {recursive: true, force: true});
}

/** The events of the debate's recording, as [seconds, kind, text]. */
function recordingOf(file) {
	const cast = join(folder, 'stage.cast');
	execFileSync(process.execPath, [
		'bin/rostrum.js',
		'export',
		file,
		'--to',
		'cast',
		'--size',
		`${size.columns}x${size.rows}`,
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
	if (cut === undefined) throw new Error(`${journal} has no cut`);
	const terminal = new xterm.Terminal({cols: size.columns, rows: size.rows, allowProposedApi: true, scrollback: 0});
	const frames = [];
	let next = 0;
	for (let at = cut - span.before; at < cut + span.after; at += 1 / span.framesASecond) {
		let text = '';
		while (next < events.length && events[next][0] <= at) text += events[next++][2];
		if (text !== '') await new Promise(resolve => terminal.write(text, resolve));
		frames.push(htmlOf(terminal));
	}
	return frames;
}

function htmlOf(terminal) {
	const lines = Array.from({length: size.rows}, (_, row) => {
		const line = terminal.buffer.active.getLine(row);
		return Array.from({length: size.columns}, (_, column) => cellHtml(line?.getCell(column))).join('');
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

/** A PNG a frame. */
async function draw(frames) {
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox'],
	});
	try {
		const page = await browser.newPage({viewport: {width: 880, height: 560}});
		await page.setContent(
			`<body style="margin:0;background:${ground}"><pre style="margin:0;padding:10px 14px;font:14px/18px 'DejaVu Sans Mono',Menlo,monospace"></pre></body>`,
		);
		for (const [index, html] of frames.entries()) {
			await page.locator('pre').evaluate((element, text) => void (element.innerHTML = text), html);
			writeFileSync(join(folder, `${String(index).padStart(4, '0')}.png`), await page.screenshot());
		}
	} finally {
		await browser.close();
	}
}
