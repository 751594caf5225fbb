/**
 * The layers, and the few rules that keep them: what may import what, who may touch the process, how large a file may
 * be.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join, posix} from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../src/engine/host/package-root.ts';
import {findCycle, importsOf, withoutComments, type Import} from './architecture/imports.ts';

type Module = {
	readonly path: string;
	readonly source: string;
	readonly code: string;
	readonly imports: readonly Import[];
};

const source = join(packageRoot, 'src');
const modules: readonly Module[] = readdirSync(source, {recursive: true, encoding: 'utf8'})
	.filter(name => /\.tsx?$/u.test(name))
	.map(name => {
		const text = readFileSync(join(source, name), 'utf8');
		return {path: name.replaceAll('\\', '/'), source: text, code: withoutComments(text), imports: importsOf(text)};
	});

/** The layer that a file belongs to; files beside the folders are on top with the commands. */
const layerOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'commands');

/** What each layer may import of ours. Commands may import everything. */
const allowed: Readonly<Record<string, readonly string[]>> = {
	debate: [],
	protocols: ['debate'],
	transcripts: ['debate'],
	voices: ['debate'],
	engine: ['debate', 'voices', 'protocols'],
	library: ['debate'],
	ui: ['debate', 'transcripts'],
	commands: ['debate', 'protocols', 'transcripts', 'voices', 'engine', 'library', 'ui'],
};

/** Packages and the only places that may import them. */
const confined: Readonly<Record<string, RegExp>> = {
	ink: /^ui\//u,
	react: /^ui\//u,
	'ink-select-input': /^ui\//u,
	'@agentclientprotocol/sdk': /^voices\/agents\/acp\.ts$/u,
	openai: /^voices\/openai\.ts$/u,
	cockatiel: /^engine\//u,
	commander: /^commands\/program\.ts$/u,
	conf: /^settings-file\.ts$/u,
	'node:sqlite': /^library\/|^engine\/cache-file\.ts$/u,
	keyv: /^engine\/cache\.ts$/u,
};

/** Packages that only turn values into values, which pure layers may use. */
const purePackages = ['zod', 'diff', 'jsonrepair', 'yaml'];

/** Files that hold data, which may be longer than code: the vocabulary of events, and words of all kinds. */
const data =
	/^debate\/events\.ts$|(?:^|\/)(?:frameworks|phrases|grammar|domains|words|openers|banks?|concepts)\.ts$|^voices\/rehearsal\/duelogic\/[\w-]*phrases\.ts$/u;

const resolved = ({path}: Module, {target}: Import): string => posix.join(posix.dirname(path), target);
const ours = (module: Module): Import[] => module.imports.filter(({target}) => target.startsWith('.'));
const every = (fault: (module: Module) => readonly string[]): string[] =>
	modules.flatMap(module => fault(module).map(what => `${module.path}: ${what}`));

describe('the layers', () => {
	it('are those of the table', () => {
		expect(new Set(modules.map(({path}) => layerOf(path))).difference(new Set(Object.keys(allowed)))).toEqual(
			new Set(),
		);
		expect(modules.length).toBeGreaterThan(20);
	});

	it('import in one direction', () => {
		expect(
			every(module => {
				const layer = layerOf(module.path);
				return ours(module)
					.map(one => layerOf(resolved(module, one)))
					.filter(other => other !== layer && !allowed[layer]?.includes(other))
					.map(other => `${layer} imports ${other}`);
			}),
		).toEqual([]);
	});

	it('let voices know the debate by its types alone', () => {
		expect(
			every(module =>
				layerOf(module.path) === 'voices'
					? ours(module)
							.filter(one => !one.typeOnly && layerOf(resolved(module, one)) === 'debate')
							.map(({target}) => target)
					: [],
			),
		).toEqual([]);
	});

	it('keep each protocol to itself', () => {
		const folderOf = (path: string): string | undefined =>
			/^protocols\/(?<folder>[^/]+)\//u.exec(path)?.groups?.['folder'];
		expect(
			every(module => {
				const own = folderOf(module.path);
				const others = ours(module)
					.map(one => folderOf(resolved(module, one)))
					.filter(folder => folder !== undefined && folder !== own);
				return own === undefined ? [] : others.map(folder => `imports the protocol ${folder}`);
			}),
		).toEqual([]);
	});

	it('leave the pure ones pure', () => {
		const touching =
			/\b(?:Date\.now|new Date\(\)|performance\.now|Math\.random|randomUUID|setTimeout|setInterval|fetch\(|process\.|globalThis)/u;
		expect(
			every(module => {
				if (!['debate', 'protocols', 'transcripts'].includes(layerOf(module.path))) return [];
				const packages = module.imports
					.map(({target}) => target)
					.filter(target => !target.startsWith('.') && !purePackages.includes(target));
				const found = touching.exec(module.code);
				return [...packages.map(name => `imports ${name}`), ...(found ? [`uses ${found[0]}`] : [])];
			}),
		).toEqual([]);
	});

	it('have no way round, types included', () => {
		expect(
			findCycle(
				new Map(
					modules.map(module => [
						module.path,
						ours(module)
							.filter(({dynamic}) => !dynamic)
							.map(one => resolved(module, one)),
					]),
				),
			),
		).toBeUndefined();
	});
});

describe('the outside', () => {
	it.each(Object.entries(confined))('is %s only where %s', (name, place) => {
		const users = modules.filter(({imports}) =>
			imports.some(({target}) => target === name || target.startsWith(`${name}/`)),
		);
		expect(users.map(({path}) => path).filter(path => !place.test(path))).toEqual([]);
	});

	it('is the process only for cli.ts and settings.ts', () => {
		const own = ['cli.ts', 'settings.ts'];
		const found = (module: Module): string[] =>
			[...module.code.matchAll(/\bprocess\.(?:exit|env)\b|\bconsole\./gu)].map(([what]) => what);
		expect(every(module => (own.includes(module.path) ? [] : found(module)))).toEqual([]);
	});

	it('is named with its extension, and found', () => {
		const paths = new Set(modules.map(({path}) => path));
		expect(
			every(module =>
				ours(module)
					.filter(one => !paths.has(resolved(module, one)))
					.map(({target}) => `imports ${target}`),
			),
		).toEqual([]);
	});
});

describe('a file', () => {
	it('has at most 300 lines, data apart', () => {
		expect(
			every(({path, source: text}) =>
				data.test(path) || text.split('\n').length <= 301 ? [] : [`${text.split('\n').length - 1} lines`],
			),
		).toEqual([]);
	});

	it('has at most 100 lines by median', () => {
		const lengths = modules.map(({source: text}) => text.split('\n').length - 1).sort((one, other) => one - other);
		expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100);
	});

	it('is called after what it holds, in kebab-case, and no folder has a barrel', () => {
		expect(
			every(({path}) => {
				const name = basename(path).replace(/\.tsx?$/u, '');
				const vague = /^(?:utils?|helpers?|common|misc|shared|managers?|services?)$/u.test(name)
					? ['says nothing']
					: [];
				const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(name) ? [] : ['is not kebab-case'];
				return [...vague, ...shape, ...(name === 'index' && dirname(path) !== 'protocols' ? ['is a barrel'] : [])];
			}),
		).toEqual([]);
	});
});
