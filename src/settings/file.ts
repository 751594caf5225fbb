/** The JSON files under ROSTRUM_HOME: read as they stand, written whole and for their owner alone. */
import {reasonOf} from '../debate/text/words.ts';
import {isRecord, jsonFaultIn, parseJsonIfValid} from '../debate/text/json.ts';
import {chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {decodeText, encodeText} from '../debate/text/text-file.ts';
import {basename, dirname} from 'node:path';
import {errorCode, isDiskRefusal, UsageError} from '../debate/usage-error.ts';
import {homeFiles, rostrumHome} from './home.ts';
import type {Environment} from '../debate/protocol.ts';

export type Content = Readonly<Record<string, unknown>>;

/** Reads a JSON object; no file is an empty one. Throws `UsageError` with the place where a file is none: it stays. */
export function readSettingsFile(file: string): Content {
	const text = readIfThere(file);
	return text === undefined ? {} : parseObject(text, file);
}

/**
 * The settings of a home as they stand in the file, unchecked and untouched: for what is wanted before anything is
 * loaded.
 */
export function peekSettings(env: Environment): Content {
	return readSettingsFile(homeFiles(rostrumHome(env)).settings);
}

/** The same for a file of secrets; one that others could read is closed to them, and `notice` tells the user. */
export function readSecretsFile(file: string): {readonly content: Content; readonly notice?: string} {
	const content = readSettingsFile(file);
	if (process.platform === 'win32' || Object.keys(content).length === 0 || (statSync(file).mode & 0o077) === 0)
		return {content};
	chmodSync(file, 0o600);
	return {
		content,
		notice: `${file} could be read by other users of this machine; its mode is now 0600. To be safe, replace the keys in it.`,
	};
}

/**
 * Sets one entry, or takes it away where `value` is undefined. Throws `UsageError` where the file cannot be read, which
 * stays as it is then, or where it or its folder cannot be written.
 */
export async function writeSettingsFile(file: string, name: string, value: unknown): Promise<void> {
	readSettingsFile(file);
	const {default: Conf} = await import('conf');
	try {
		store(Conf, file, name, value);
	} catch (error) {
		if (errorCode(error) === undefined || isDiskRefusal(error)) throw error;
		throw new UsageError(
			{
				what: `The file cannot be written: ${refusalOf(error)}`,
				from: file,
				todo: 'Check the permissions of the file and its folder.',
			},
			{cause: error},
		);
	}
}

function store(Conf: typeof import('conf').default, file: string, name: string, value: unknown): void {
	mkdirSync(dirname(file), {recursive: true, mode: 0o700});
	const savedAs = existsSync(file) ? decodeText(readFileSync(file)).savedAs : 'utf-8';
	const conf = new Conf<Record<string, unknown>>({
		cwd: dirname(file),
		configName: basename(file, '.json'),
		configFileMode: 0o600,
		accessPropertiesByDotNotation: false,
		projectName: 'rostrum',
		// A text that was saved with a byte order mark is saved with one again.
		deserialize: () => JSON.parse(decodeText(readFileSync(file)).text),
		serialize: content => `${savedAs === 'utf-8' ? '' : '\uFEFF'}${JSON.stringify(content, undefined, '\t')}`,
	});
	if (value === undefined) conf.delete(name);
	else conf.set(name, value);
	if (savedAs.startsWith('utf-16'))
		writeFileSync(file, encodeText(decodeText(readFileSync(file)).text, savedAs), {mode: 0o600});
}

/** What the system says, without the call and the temporary file that it was for. */
const refusalOf = (error: unknown): string => reasonOf(error).replace(/, \w+(?: '.*)?$/su, '');

function readIfThere(file: string): string | undefined {
	try {
		// A pipe or a device there would be waited for without end.
		if (statSync(file, {throwIfNoEntry: false})?.isFile() === false) throw new Error('it is not a file');
		return decodeText(readFileSync(file)).text;
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return undefined;
		throw new UsageError(
			{
				what: `The file cannot be read: ${refusalOf(error)}`,
				from: file,
				todo: 'Check its permissions, or remove it.',
			},
			{cause: error},
		);
	}
}

/** Its text is not told: it may be a key. */
function parseObject(text: string, file: string): Content {
	const content = parseJsonIfValid(text);
	if (isRecord(content)) return content;
	const at = content === undefined ? jsonFaultIn(text) : {line: 1, column: 1};
	throw new UsageError({
		what: `${content === undefined ? 'The file is not valid JSON' : 'The file is not a JSON object'}: line ${at.line}, column ${at.column}`,
		from: file,
		todo: 'Correct it there, or move it away to do without it. Nothing was started, and the file is as it was.',
	});
}
