/**
 * Matchups as data: what can be started as it is. Ours lie in `presets/<protocol>/` of the package, the user's own in
 * the same shape under ROSTRUM_HOME.
 */
import {readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {z} from 'zod';
import {reasonOf} from '../../debate/text/words.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import {readUserText} from '../../engine/host/regular-file.ts';
import {formatOf} from '../../formats/index.ts';

const said = z.string().min(1).optional();

/**
 * What the command line may say beside topic and config, by the long names of its options; `file` is what a debate is
 * about where its protocol takes one.
 */
const PresetOptions = z.strictObject({
	file: said,
	context: said,
	/** Files and folders; relative ones begin where the preset lies. */
	sources: z.array(z.string().min(1)).optional(),
	voice: said,
	arbiter: said,
	judge: z.array(z.string().min(1)).optional(),
	keeper: said,
	editor: said,
	seat: z.array(z.string().min(1)).optional(),
	pace: said,
	seed: said,
	budget: said,
	timeout: said,
});

/** One preset file. `config` is any part of the protocol's config; the protocol itself checks it. */
export const Preset = z.strictObject({
	id: z.string().regex(/^[\w-]+$/u, 'letters, digits, _ and - only'),
	name: z.string().min(1),
	description: z.string().min(1),
	/** What can be debated with it: propositions, tasks, questions. */
	propositions: z.array(z.string().min(1)).default([]),
	config: z.record(z.string(), z.unknown()).default({}),
	options: PresetOptions.prefault({}),
});

/** `file` is where it was read, for messages. */
export type Preset = z.infer<typeof Preset> & {readonly protocol: string; readonly file: string};

/**
 * Presets of the package, then the user's own, which take the place of ours where they have the same id; by file name
 * within each, a protocol's first one first. With `only`, those of that protocol alone are read. A file of the user's
 * that cannot be read is left out, and `onBroken` is told why.
 */
export function readPresets(homePresets: string, only?: string, onBroken?: (broken: BrokenPreset) => void): Preset[] {
	const all = new Map<string, Preset>();
	for (const folder of [join(packageRoot, 'presets'), homePresets]) {
		for (const protocol of namesIn(folder, 'folder').filter(name => only === undefined || name === only)) {
			for (const name of namesIn(join(folder, protocol), 'file')) {
				const preset = unlessBroken(join(folder, protocol, name), protocol, onBroken);
				if (preset) all.set(`${protocol}/${preset.id}`, preset);
			}
		}
	}
	const isFirst = ({protocol, id}: Preset): number => Number(formatOf(protocol)?.firstPreset === id);
	return [...all.values()].sort((one, other) => (one.protocol === other.protocol ? isFirst(other) - isFirst(one) : 0));
}

/** A preset file that cannot be read; its id is that of its name. */
export type BrokenPreset = {readonly id: string; readonly fault: UsageError};

function unlessBroken(file: string, protocol: string, onBroken?: (broken: BrokenPreset) => void): Preset | undefined {
	try {
		return readPreset(file, protocol);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		onBroken?.({id: basename(file, '.json'), fault: error});
		return undefined;
	}
}

/** The preset that is named. Throws `UsageError` listing those there are, or saying why its file cannot be read. */
export function namedPreset(homePresets: string, protocol: string, id: string): Preset {
	const broken: BrokenPreset[] = [];
	const presets = readPresets(homePresets, protocol, each => broken.push(each));
	const meant = broken.find(each => each.id === id || each.id === id.replaceAll('-', '_'));
	if (meant) throw meant.fault;
	return findPreset(presets, protocol, id);
}

/** Whether it comes with the package. */
export const isOurs = ({file}: Preset): boolean => file.startsWith(join(packageRoot, 'presets'));

function namesIn(folder: string, kind: 'file' | 'folder'): string[] {
	try {
		const entries = readdirSync(folder, {withFileTypes: true});
		return entries
			.filter(entry => (kind === 'folder' ? entry.isDirectory() : entry.name.endsWith('.json')))
			.map(({name}) => name)
			.sort();
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return [];
		throw error;
	}
}

/** Reads and checks one file. Throws `UsageError` that names it. */
function readPreset(file: string, protocol: string): Preset {
	const parsed = Preset.safeParse(parseJson(file), {jitless: true});
	if (!parsed.success)
		throw badPreset(
			file,
			parsed.error.issues.map(({path, message}) => `${path.join('.') || 'the whole'}: ${message}`).join('; '),
		);
	if (parsed.data.id !== basename(file, '.json'))
		throw badPreset(file, `id: "${parsed.data.id}" is not the file’s name`);
	return {...parsed.data, protocol, file};
}

function parseJson(file: string): unknown {
	try {
		const json: unknown = JSON.parse(readUserText(file));
		return json;
	} catch (error) {
		throw badPreset(file, reasonOf(error));
	}
}

const badPreset = (file: string, why: string): UsageError =>
	new UsageError({what: `A preset does not fit: ${why}`, from: file, todo: 'Correct or remove the file.'});

/** The preset that is meant; `-` may stand for `_`. Throws `UsageError` listing those there are. */
export function findPreset(presets: readonly Preset[], protocol: string, id: string): Preset {
	const own = presets.filter(preset => preset.protocol === protocol);
	const found = own.find(preset => preset.id === id) ?? own.find(preset => preset.id === id.replaceAll('-', '_'));
	if (found) return found;
	throw new UsageError({
		what: `There is no such preset of ${protocol}`,
		value: id,
		from: '--preset',
		todo: own.length === 0 ? 'That protocol has none.' : `Presets are ${own.map(preset => preset.id).join(', ')}.`,
	});
}
