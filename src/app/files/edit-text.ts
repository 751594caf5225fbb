/**
 * Texts in the user's own editor: any text, and the edited version of a debate. That is kept beside its journal, which
 * never changes.
 */
import {spawnSync} from 'node:child_process';
import {existsSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {z} from 'zod';
import type {Environment} from '../../debate/protocol.ts';
import {fold} from '../../debate/reduce.ts';
import type {DebateState} from '../../debate/state.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {languageOf} from '../../languages/find.ts';
import {editForm, editsIn, type Edits} from '../../exports/episode.ts';
import {untimedOf} from '../../exports/segments.ts';
import {eventsIn} from './read-debate.ts';
import {readRegularFile, readUserText} from '../../engine/host/regular-file.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {reasonOf, shellQuote} from '../../debate/text/words.ts';

const Edited = z.object({v: z.literal(1), debateId: z.string(), edits: z.record(z.string(), z.string())});

const fileOf = (journal: string): string => join(dirname(journal), 'edited.json');
/** The form as it was left, while it has faults. */
const formOf = (journal: string): string => join(dirname(journal), 'edited.txt');

/** Undefined where nothing was edited yet. Throws `UsageError` for a file that is none, or another debate's. */
function readEdits(journal: string, {start}: DebateState): Edits | undefined {
	const file = fileOf(journal);
	if (!existsSync(file)) return undefined;
	const text = readRegularFile(file);
	try {
		const {debateId, edits} = Edited.parse(JSON.parse(text));
		if (debateId === start?.debateId) return edits;
	} catch (error) {
		if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error;
	}
	throw new UsageError({
		what: 'Not an edited version of this debate',
		from: file,
		todo: 'Mend it, or remove it and edit again with --edit.',
	});
}

/** Throws `UsageError` where nothing was edited. */
export function editsOf(journal: string): Edits {
	const edits = readEdits(journal, fold(eventsIn(journal)));
	if (edits) return edits;
	throw new UsageError({
		what: 'This debate has no edited version',
		value: dirname(journal),
		from: '--edited',
		todo: 'Make one with "rostrum export FILE --to podcast --edit".',
	});
}

/**
 * Lets the user edit what was said, and keeps it. A form with faults is kept too, so that no work is lost: the next
 * `--edit` opens it. Throws `UsageError`.
 */
export function editDebate(journal: string, env: Environment): Edits {
	const editor = env['VISUAL'] || env['EDITOR'];
	if (!editor)
		throw new UsageError({
			what: 'No editor is set',
			from: '--edit',
			todo: 'Name one in EDITOR, such as EDITOR="code --wait".',
		});
	const state = fold(eventsIn(journal));
	const segments = untimedOf(state, {language: languageOf(state)});
	const before = readEdits(journal, state) ?? {};
	const form = formOf(journal);
	const left = existsSync(form) ? edited(form) : editForm(segments, before);
	const text = editText(left, form, editor) ?? left;
	const edits = editsIn(text, segments, form);
	writeWhole(
		fileOf(journal),
		`${JSON.stringify({v: 1, debateId: state.start?.debateId ?? '', edits}, undefined, '\t')}\n`,
	);
	rmSync(form, {force: true});
	return edits;
}

// Opens a text in the user's editor, which has the terminal until it exits.

/**
 * Returns the edited and cleaned text; undefined if it is unchanged or the editor failed. `file` holds the text
 * meanwhile.
 */
export function editText(text: string, file: string, editor: string): string | undefined {
	writeWhole(file, text);
	const {status} = open(editor, file);
	const after = cleanText(edited(file));
	return status === 0 && after !== text ? after : undefined;
}

/** What an editor saved. Throws `UsageError` for what is no text. */
function edited(file: string): string {
	try {
		return readUserText(file);
	} catch (error) {
		if (errorCode(error) !== 'ENOTTEXT') throw error;
		const what = `What was edited cannot be read: ${reasonOf(error)}`;
		throw new UsageError({what, from: file, todo: 'Save it as UTF-8, and edit again.'}, {cause: error});
	}
}

/** With the system's shell, as git does; on Windows, whose shell reads quotes in its own way, without. */
function open(editor: string, file: string): {readonly status: number | null} {
	if (process.platform !== 'win32') return spawnSync(`${editor} ${shellQuote(file)}`, {shell: true, stdio: 'inherit'});
	const [program = 'notepad', ...args] = wordsOf(editor);
	return spawnSync(program, [...args, file], {stdio: 'inherit'});
}

/** The editor may include options, such as `code --wait`, and quotes around a path with spaces. */
export const wordsOf = (command: string): string[] =>
	[...command.matchAll(/"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<plain>[^\s"']+)/gu)].map(
		({groups}) => groups?.['double'] ?? groups?.['single'] ?? groups?.['plain'] ?? '',
	);
