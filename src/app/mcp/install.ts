/** How known MCP clients are told of this server: an entry in their settings. */
import {existsSync, lstatSync, mkdirSync} from 'node:fs';
import path from 'node:path';
import {reasonOf} from '../../debate/text/words.ts';
import {isRecord} from '../../debate/text/json.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {decodeText, encodeText} from '../../debate/text/text-file.ts';
import {readRegularBytes} from '../../engine/host/regular-file.ts';

type Client = {
	readonly name: string;
	/** Its settings, below the user's home folder or the project's. */
	readonly file: (places: Places) => string;
	/** The keys under which servers stand; undefined where the settings are TOML. */
	readonly under?: readonly string[];
	readonly entry?: (command: readonly string[]) => Record<string, unknown>;
};

type Places = {readonly home: string; readonly cwd: string};

const usual = ([command = '', ...args]: readonly string[]): Record<string, unknown> => ({command, args});

/** Where the clients' own documentation has their servers. */
const clients: Readonly<Record<string, Client>> = {
	claude: {
		name: 'Claude Code, this project',
		file: ({cwd}) => path.join(cwd, '.mcp.json'),
		under: ['mcpServers'],
		entry: usual,
	},
	cursor: {
		name: 'Cursor',
		file: ({home}) => path.join(home, '.cursor', 'mcp.json'),
		under: ['mcpServers'],
		entry: usual,
	},
	gemini: {
		name: 'Gemini CLI',
		file: ({home}) => path.join(home, '.gemini', 'settings.json'),
		under: ['mcpServers'],
		entry: usual,
	},
	qwen: {
		name: 'Qwen Code',
		file: ({home}) => path.join(home, '.qwen', 'settings.json'),
		under: ['mcpServers'],
		entry: usual,
	},
	opencode: {
		name: 'OpenCode, this project',
		file: ({cwd}) => path.join(cwd, 'opencode.json'),
		under: ['mcp'],
		entry: command => ({type: 'local', command, enabled: true}),
	},
	codex: {name: 'Codex CLI', file: ({home}) => path.join(home, '.codex', 'config.toml')},
};

const toml = ([command = '', ...args]: readonly string[]): string =>
	`[mcp_servers.rostrum]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;

/** What stands in a client's settings, as text of its file. */
function written({under, entry}: Client, command: readonly string[]): string {
	if (!under || !entry) return toml(command);
	const whole = under.reduceRight<unknown>((inner, key) => ({[key]: inner}), {rostrum: entry(command)});
	return `${JSON.stringify(whole, undefined, 2)}\n`;
}

/** The entry for every known client, with the file that it belongs in. */
export const allEntries = (command: readonly string[], places: Places): string =>
	Object.entries(clients)
		.map(([id, client]) => `${client.name} (${id}): ${client.file(places)}\n\n${written(client, command)}`)
		.join('\n');

/**
 * Adds the entry to a client's settings, leaving everything else there as it was, and returns the file's path. Throws
 * `UsageError` for an unknown client and for settings that cannot be read.
 */
export function install(id: string, command: readonly string[], places: Places): string {
	const client = clients[id];
	if (!client)
		throw new UsageError({
			what: 'There is no such client',
			value: id,
			from: '--write',
			todo: `Name one of ${Object.keys(clients).join(', ')}.`,
		});
	const file = client.file(places);
	// What a link leads to may be private, and the place of the link a project that is shared.
	if (lstatSync(file, {throwIfNoEntry: false})?.isSymbolicLink())
		throw unreadable(file, 'it is a link, which is not followed');
	const {text: before, savedAs} = existsSync(file) ? settingsIn(file) : {text: '', savedAs: 'utf-8' as const};
	mkdirSync(path.dirname(file), {recursive: true});
	const made = client.under ? mergedJson(before, client, command, file) : mergedToml(before, command, file);
	writeWhole(file, encodeText(made, savedAs));
	return file;
}

function settingsIn(file: string): ReturnType<typeof decodeText> {
	try {
		return decodeText(readRegularBytes(file));
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		throw unreadable(file, reasonOf(error));
	}
}

function mergedJson(before: string, client: Client, command: readonly string[], file: string): string {
	const [key = ''] = client.under ?? [];
	const settings = before.trim() === '' ? {} : parsed(before, file);
	const servers = settings[key] ?? {};
	if (!isRecord(servers)) throw unreadable(file, `"${key}" is no object`);
	const merged = {...settings, [key]: {...servers, rostrum: client.entry?.(command)}};
	return `${JSON.stringify(merged, undefined, /^\t/mu.test(before) ? '\t' : 2)}\n`;
}

function mergedToml(before: string, command: readonly string[], file: string): string {
	if (/^\s*\[mcp_servers\.rostrum\]/mu.test(before)) throw unreadable(file, 'it has an entry for rostrum already');
	return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${before === '' ? '' : '\n'}${toml(command)}`;
}

function parsed(text: string, file: string): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw unreadable(file, reasonOf(error));
	}
	if (!isRecord(value)) throw unreadable(file, 'it is not an object');
	return value;
}

const unreadable = (file: string, why: string): UsageError =>
	new UsageError({
		what: `The client's settings cannot be added to: ${why}`,
		value: file,
		from: '--write',
		todo: 'Add the entry by hand; "rostrum mcp install" prints it.',
	});
