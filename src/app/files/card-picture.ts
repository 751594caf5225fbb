/** The results card as a PNG, drawn by a program of this machine that turns SVG into one. */
import {execa} from 'execa';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {readRegularBytes} from '../../engine/host/regular-file.ts';

type Converter = {
	readonly command: string;
	readonly args: (svg: string, png: string, size: PictureSize) => readonly string[];
};
type PictureSize = {readonly width: number; readonly height: number};

/** As root a browser starts without its sandbox only; the page is our own, and has no script. */
const browser: Converter['args'] = (svg, png, {width, height}) => [
	...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
	'--headless',
	'--disable-gpu',
	'--hide-scrollbars',
	'--default-background-color=00000000',
	`--window-size=${width},${height}`,
	`--screenshot=${png}`,
	pathToFileURL(svg).href,
];

/** In the order in which they are tried: those that draw SVG best and soonest come first. */
const converters: readonly Converter[] = [
	{command: 'rsvg-convert', args: (svg, png) => ['-o', png, svg]},
	{command: 'resvg', args: (svg, png) => [svg, png]},
	{command: 'inkscape', args: (svg, png) => [svg, '--export-type=png', `--export-filename=${png}`]},
	{command: 'magick', args: (svg, png) => ['-background', 'none', svg, png]},
	...['chromium', 'chromium-browser', 'google-chrome', 'chrome-headless-shell', 'chromium-headless-shell'].map(
		command => ({command, args: browser}),
	),
];

const converterNames = 'rsvg-convert, resvg, inkscape, magick or chromium';

/** Milliseconds for one program. */
const patience = 20_000;

/** Undefined with what stood in the way, where no program is installed or none of them made a picture. */
export type DrawnPicture = {readonly png: Uint8Array} | {readonly missing: string};

/** `path` is where the programs are looked for; the user's PATH unless given. Rejects with the signal's reason. */
export async function drawPicture(
	svg: string,
	{path, signal}: {readonly path?: string; readonly signal?: AbortSignal | undefined} = {},
): Promise<DrawnPicture> {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-card-'));
	const [source, target] = [join(folder, 'card.svg'), join(folder, 'card.png')];
	const failed: string[] = [];
	try {
		writeFileSync(source, svg);
		for (const {command, args} of converters) {
			const {exitCode, code} = await execa(command, args(source, target, sizeOf(svg)), {
				reject: false,
				timeout: patience,
				stdin: 'ignore',
				...(signal && {cancelSignal: signal}),
				...(path !== undefined && {env: {PATH: path}}),
			});
			signal?.throwIfAborted();
			if (code === 'ENOENT') continue;
			const png = exitCode === 0 ? pictureIn(target) : undefined;
			if (png) return {png};
			failed.push(command);
		}
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
	return {
		missing:
			failed.length === 0
				? `no program that makes one is installed (${converterNames})`
				: `${failed.join(' and ')} did not make one; others that can are ${converterNames}`,
	};
}

/** What a program left, if that is a picture. */
function pictureIn(file: string): Uint8Array | undefined {
	if (!existsSync(file)) return undefined;
	const bytes = readRegularBytes(file);
	return bytes.toString('latin1', 1, 4) === 'PNG' ? bytes : undefined;
}

function sizeOf(svg: string): PictureSize {
	const [, width, height] = /^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/u.exec(svg) ?? [];
	return {width: Number(width), height: Number(height)};
}
