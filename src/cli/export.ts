/** `rostrum export`: makes an article, script, captions or data of a debate. */
import {resolve} from 'node:path';
import type {CliContext, CommandContext} from '../app/context.ts';
import {shareFormat, writeDataset, writeShare} from '../app/files/share.ts';
import {writeStudio} from '../app/files/studio.ts';
import {whole} from '../exports/pieces.ts';
import {exitCodes} from '../formats/contract.ts';
import {homeFiles} from '../settings/home.ts';
import type {Run} from './command.ts';
import {writeOutput, writePieces} from './write-output.ts';
import {codeDebateEnding, thresholdIn, withThreshold} from '../formats/code-debate/options.ts';
import {debatesFolder, findJournal} from '../app/files/debate-folders.ts';
import {nativeFilesAt} from '../formats/index.ts';
import {castFormat, pictureFormat} from '../exports/export-names.ts';
import {findFormat, pictures, writeFormat} from '../app/files/export-formats.ts';
import {drawPicture} from '../app/files/card-picture.ts';
import {exportOptions} from '../app/files/export-options.ts';
import {readForExport} from '../app/files/exports.ts';
import {readShow} from '../app/sound/show-file.ts';
import {flagOption, textOption, type Input} from '../formats/options.ts';
import {editDebate, editsOf} from '../app/files/edit-text.ts';
import type {Edits} from '../exports/episode.ts';
import type {FrameSize} from '../ui/recording/stage-frames.tsx';
import {UsageError} from '../debate/usage-error.ts';
import {eventsIn} from '../app/files/read-debate.ts';
import {pipedFile} from '../engine/host/named-file.ts';

export const run: Run = async ({args: [named = '.'], options}, context) => {
	const {cwd, env, stderr, signal, configure} = context;
	const {settings, home} = configure();
	const wanted = textOption(options, 'to') ?? 'md';
	if (wanted === shareFormat.id) return share(pipedFile(cwd, named) ?? named, options, context);
	if (wanted === 'studio') return studio(pipedFile(cwd, named) ?? named, options, context);
	const output = textOption(options, 'output');
	if (wanted === 'dataset') return dataset(pipedFile(cwd, named) ?? named, options, context);
	const isPicture = wanted === pictureFormat || (pictures.includes(wanted) && output?.endsWith('.png') === true);
	const format = wanted === castFormat ? undefined : findFormat(wanted === pictureFormat ? 'svg' : wanted, '--to');
	const journal = findJournal(pipedFile(cwd, named) ?? named, cwd, debatesFolder(settings.out, home, cwd));
	if (!format) {
		await writeCastOf(journal, options, context);
		return exitCodes.ok;
	}
	const native = await nativeFilesAt(journal, 'file');
	const edits = native?.read ? undefined : editsFor(journal, options, env);
	const {
		state: asHeld,
		mark,
		heard,
	} = native?.read
		? {state: await native.read(journal, signal), mark: undefined, heard: undefined}
		: await readForExport(journal, notice => void stderr.write(`${notice}\n`), signal);
	const state = withThreshold(asHeld, thresholdIn(options));
	const voices = wanted === 'tts' ? readShow(homeFiles(home).show).voices : undefined;
	const how = {...exportOptions(options, cwd), ...(edits && {edits}), journal: mark, voices, heard};
	const text = writeFormat(format, state, how);
	if (isPicture) writeOutput(await pictureOr(whole(text)), output, context);
	else await writePieces(text, output, context);
	const ending = codeDebateEnding(state);
	if (ending === undefined) return exitCodes.ok;
	stderr.write(`${ending.says}\n`);
	return ending.code;
};

/** The page and the card in a folder: the one that is named, or one beside the journal. */
async function share(named: string, options: Input['options'], context: CommandContext): Promise<number> {
	const {cwd, signal, stdout, stderr} = context;
	const {settings, home} = context.configure();
	const journal = findJournal(named, cwd, debatesFolder(settings.out, home, cwd));
	const output = textOption(options, 'output');
	const {path, note} = await writeShare(journal, {signal}, output === undefined ? undefined : resolve(cwd, output));
	if (note !== undefined) stderr.write(`${note}\n`);
	stdout.write(`${path}\n`);
	return exitCodes.ok;
}

/** The tables in a folder: the one that is named, or one beside the journal. */
async function dataset(named: string, options: Input['options'], context: CommandContext): Promise<number> {
	const {cwd, signal, stdout} = context;
	const {settings, home} = context.configure();
	const output = textOption(options, 'output');
	const journal = findJournal(named, cwd, debatesFolder(settings.out, home, cwd));
	stdout.write(`${await writeDataset(journal, signal, output === undefined ? undefined : resolve(cwd, output))}\n`);
	return exitCodes.ok;
}

/** What a studio works from, in a folder: the one that is named, or one beside the journal. */
async function studio(named: string, options: Input['options'], context: CommandContext): Promise<number> {
	const {cwd, env, signal, stdout, stderr} = context;
	const {settings, home} = context.configure();
	const journal = findJournal(named, cwd, debatesFolder(settings.out, home, cwd));
	const output = textOption(options, 'output');
	const edits = editsFor(journal, options, env);
	const how = {...exportOptions(options, cwd), ...(edits && {edits}), voices: readShow(homeFiles(home).show).voices};
	const told = (notice: string): void => void stderr.write(`${notice}\n`);
	const folder = output === undefined ? undefined : resolve(cwd, output);
	stdout.write(`${await writeStudio(journal, how, {told, signal, folder})}\n`);
	return exitCodes.ok;
}

/** A picture as PNG. Throws `UsageError` where no program of this machine makes one. */
async function pictureOr(card: string): Promise<Uint8Array> {
	const drawn = await drawPicture(card);
	if ('png' in drawn) return drawn.png;
	throw new UsageError({
		what: `A PNG cannot be made here: ${drawn.missing}`,
		from: '--to',
		value: pictureFormat,
		todo: 'Install one of these programs, or take --to svg.',
	});
}

/** The stage as a terminal recording. It is drawn here, and on no terminal. */
async function writeCastOf(journal: string, options: Input['options'], context: CliContext): Promise<void> {
	const {castLines} = await import('../ui/recording/cast.ts');
	const {signal} = context;
	const size = sizeOption(textOption(options, 'size') ?? '100x30');
	// It is read twice, and told of once.
	const told = new Set<string>();
	const tell = (notice: string): void => {
		if (!told.has(notice)) context.stderr.write(`${notice}\n`);
		told.add(notice);
	};
	const edits = editsFor(journal, options, context.env);
	const episode = {...exportOptions(options, context.cwd), ...(edits && {edits})};
	const lines = castLines(() => eventsIn(journal, tell), size, episode, {signal});
	await writePieces(lines, textOption(options, 'output'), context);
}

function sizeOption(text: string): FrameSize {
	const [, columns, rows] = /^(\d{2,3})x(\d{2,3})$/u.exec(text) ?? [];
	const size = {columns: Number(columns), rows: Number(rows)};
	if (size.columns >= 40 && size.columns <= 400 && size.rows >= 15 && size.rows <= 200) return size;
	throw new UsageError({
		what: 'Not a size',
		value: text,
		from: '--size',
		todo: 'Give columns and rows, from 40x15 to 400x200, such as 100x30.',
	});
}

/** The edited words, edited now or before; undefined where the journal's own are wanted. */
function editsFor(journal: string, options: Input['options'], env: CliContext['env']): Edits | undefined {
	if (flagOption(options, 'edit')) return editDebate(journal, env);
	return flagOption(options, 'edited') ? editsOf(journal) : undefined;
}
