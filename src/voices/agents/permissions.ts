/** What an agent may do: read and change files inside its workplace, and nothing else. */
import {lstatSync, realpathSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {z} from 'zod';
import type {Workplace} from '../../debate/protocol.ts';

/** The fields of an ACP permission request that matter here. */
type ToolCall = {
	readonly kind?: string | null | undefined;
	readonly locations?: readonly {readonly path: string}[] | null | undefined;
	readonly content?:
		| readonly ({readonly type: 'diff'; readonly path: string} | {readonly type: 'content' | 'terminal'})[]
		| null
		| undefined;
	readonly rawInput?: unknown;
};
type PermissionRequest = {
	readonly toolCall: ToolCall;
	readonly options: readonly {readonly kind: string; readonly optionId: string}[];
};
type PermissionResponse = {outcome: {outcome: 'selected'; optionId: string} | {outcome: 'cancelled'}};

/** Answers a permission request. Permission is granted once, never for good. */
export function answerPermission(
	{toolCall, options}: PermissionRequest,
	workplace: Workplace | undefined,
): PermissionResponse {
	const yes = workplace && mayDo(toolCall, workplace) ? options.find(({kind}) => kind === 'allow_once') : undefined;
	const no = options.find(({kind}) => kind === 'reject_once') ?? options.find(({kind}) => kind === 'reject_always');
	const chosen = yes ?? no;
	return {outcome: chosen ? {outcome: 'selected', optionId: chosen.optionId} : {outcome: 'cancelled'}};
}

/** Whether an answer allows nothing. */
export const wasRefused = ({outcome}: PermissionResponse, {options}: PermissionRequest): boolean =>
	outcome.outcome === 'cancelled' ||
	options.find(({optionId}) => optionId === outcome.optionId)?.kind.startsWith('allow') !== true;

const changing: readonly (string | null | undefined)[] = ['edit', 'delete', 'move'];

/** A search without a path covers the folder; everything else must name its files. */
function mayDo(call: ToolCall, {folder, may}: Workplace): boolean {
	const paths = pathsOf(call);
	const kind = call.kind ?? (call.content?.some(({type}) => type === 'diff') ? 'edit' : undefined);
	const known = changing.includes(kind) ? may === 'edit' : kind === 'read' || kind === 'search';
	return known && (paths.length > 0 || kind === 'search') && paths.every(path => isInside(folder, path));
}

/** Every path that a call names: its locations, its diffs, and anything in its input that looks like a path. */
const pathsOf = ({locations, content, rawInput}: ToolCall): string[] => [
	...(locations ?? []).map(({path}) => path),
	...(content ?? []).flatMap(each => (each.type === 'diff' ? [each.path] : [])),
	...pathsIn(rawInput),
];

function pathsIn(input: unknown, name = ''): string[] {
	if (typeof input === 'string') return namesPlaces(name, input) ? [input.replace(/[*?[{!].*$/su, '')] : [];
	if (Array.isArray(input)) return input.flatMap(one => pathsIn(one, name));
	return Object.entries(z.record(z.string(), z.unknown()).safeParse(input).data ?? {}).flatMap(([own, value]) =>
		pathsIn(value, own),
	);
}

/** Judged by the field's name, or by a glob that points outside the folder. */
const namesPlaces = (name: string, value: string): boolean =>
	value !== '' &&
	!value.includes('\n') &&
	(/path|file|dir|folder|destination|source|cwd|root|glob|include/iu.test(name) ||
		/^(?:~|\/|\.\.\/).*(?:\/\*|\*\*)/u.test(value));

/** Whether a path, with symlinks resolved, lies in a folder and not in a `.git`. A leading `~` counts as outside. */
function isInside(folder: string, path: string): boolean {
	if (path.startsWith('~')) return false;
	const [top, place] = [realOf(folder), realOf(resolve(folder, path))];
	if (top === undefined || place === undefined) return false;
	const parts = relative(top, place).split(sep);
	return parts[0] !== '..' && resolve(top, parts.join(sep)) === place && !parts.some(part => /^\.git$/iu.test(part));
}

/**
 * A path with symlinks resolved; if it does not exist yet, that of its nearest parent is. Undefined for a broken
 * link.
 */
function realOf(path: string): string | undefined {
	if (lstatSync(path, {throwIfNoEntry: false})) {
		try {
			return realpathSync(path);
		} catch (error) {
			if (error instanceof Error && 'code' in error) return undefined;
			throw error;
		}
	}
	const parent = dirname(path);
	const real = parent === path ? undefined : realOf(parent);
	return real === undefined ? undefined : join(real, basename(path));
}
