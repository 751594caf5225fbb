/** The JSON files under ROSTRUM_HOME: read as they stand, written whole and for their owner alone. */
import {reasonOf} from '../debate/text/words.ts';
import {isRecord} from '../debate/text/json.ts';
import {chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {decodeText, encodeText} from '../debate/text/text-file.ts';
import {basename, dirname} from 'node:path';
import {errorCode, isDiskRefusal, UsageError} from '../debate/usage-error.ts';
import {homeFiles, rostrumHome} from './home.ts';
import type {Environment} from '../debate/protocol.ts';

export type Content = Readonly<Record<string, unknown>>;

/** `notice` is for the user, where something was not as it should be. */
export type FileRead = {readonly content: Content; readonly notice?: string};

/**
 * Reads a JSON object. No file is an empty one; a file that is none is put aside as `.bad-<timestamp>`, never
 * overwritten.
 */
export function readSettingsFile(file: string, now: Date): FileRead {
	const text = readIfThere(file);
	if (text === undefined) return {content: {}};
	const content = parseObject(text);
	if (content) return {content};
	const aside = `${file}.bad-${now
		.toISOString()
		.replaceAll(/[^\dT]/gu, '')
		.slice(0, 15)}`;
	renameSync(file, aside);
	return {
		content: {},
		notice: `${file} is not a JSON object. It was renamed to ${aside}, and defaults are used.`,
	};
}

/**
 * The settings of a home as they stand in the file, unchecked and untouched: for what is wanted before anything is
 * loaded.
 */
export function peekSettings(env: Environment): Content {
	const text = readIfThere(homeFiles(rostrumHome(env)).settings);
	return (text === undefined ? undefined : parseObject(text)) ?? {};
}

/** The same for a file of secrets; one that others could read is closed to them. */
export function readSecretsFile(file: string, now: Date): FileRead {
	const read = readSettingsFile(file, now);
	if (process.platform === 'win32' || Object.keys(read.content).length === 0 || (statSync(file).mode & 0o077) === 0)
		return read;
	chmodSync(file, 0o600);
	return {
		...read,
		notice: `${file} could be read by other users of this machine; its mode is now 0600. To be safe, replace the keys in it.`,
	};
}

/**
 * Sets one entry, or takes it away where `value` is undefined. A file that cannot be read is put aside first. Throws
 * `UsageError` where the file or its folder cannot be written.
 */
export async function writeSettingsFile(
	file: string,
	name: string,
	value: unknown,
	now: Date,
): Promise<string | undefined> {
	const {notice} = readSettingsFile(file, now);
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
	return notice;
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

function parseObject(text: string): Content | undefined {
	try {
		const content: unknown = JSON.parse(text);
		return isRecord(content) ? content : undefined;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
