/** The layers, and the few rules that keep them: what may import what, who may touch the process, how large a file may be. */
import {basename} from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	crowdedFolders,
	fileCycles,
	folderCycles,
	formatsInEngine,
	isData,
	typesDefinedTwice,
	wideLines,
} from './architecture/measures.ts';
import {ownImports, readModules, type Module} from './architecture/modules.ts';

const modules = readModules();

/** The layer that a file belongs to; files beside the folders are on top with the commands. */
const layerOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'commands');

/** What each layer may import of ours: the table in docs/architecture.md. Commands may import everything. */
const allowed: Readonly<Record<string, readonly string[]>> = {
	debate: [],
	protocols: ['debate'],
	transcripts: ['debate'],
	voices: ['debate'],
	engine: ['debate', 'voices'],
	library: ['debate'],
	ratings: ['debate'],
	ui: ['debate', 'transcripts'],
	hosts: ['debate', 'voices', 'engine', 'protocols'],
	settings: ['debate', 'voices'],
	app: ['debate', 'protocols', 'transcripts', 'voices', 'engine', 'hosts', 'library', 'ratings', 'settings', 'ui'],
	commands: [
		'debate',
		'protocols',
		'transcripts',
		'voices',
		'engine',
		'hosts',
		'library',
		'ratings',
		'settings',
		'ui',
		'app',
	],
};

/** Packages and the only places that may import them. */
const confined: Readonly<Record<string, RegExp>> = {
	ink: /^ui\//u,
	react: /^ui\//u,
	'ink-select-input': /^ui\//u,
	'@agentclientprotocol/sdk': /^voices\/agents\/acp-(?:connection|turn)\.ts$/u,
	openai: /^voices\/openai\/openai-voice\.ts$/u,
	cockatiel: /^engine\//u,
	commander: /^commands\/(?:cli\/)?program\.ts$/u,
	conf: /^settings\/file\.ts$/u,
	'node:sqlite': /^library\/|^hosts\/adversarial-spec\/cache-file\.ts$/u,
	keyv: /^hosts\/adversarial-spec\/cache\.ts$/u,
};

/** Packages that only turn values into values, which pure layers may use. */
const purePackages = ['zod', 'diff', 'jsonrepair', 'marked', 'yaml'];

const every = (fault: (module: Module) => readonly string[]): string[] =>
	modules.flatMap(module => fault(module).map(what => `${module.path}: ${what}`));

describe('the layers', () => {
	it('are those of the table', () => {
		const layers = new Set(modules.map(({path}) => layerOf(path)));
		expect(layers.difference(new Set(Object.keys(allowed)))).toEqual(new Set());
		expect(modules.length).toBeGreaterThan(20);
	});

	it('import in one direction', () => {
		expect(
			every(module => {
				const layer = layerOf(module.path);
				return ownImports(module)
					.filter(({path}) => layerOf(path) !== layer && !allowed[layer]?.includes(layerOf(path)))
					.map(({path}) => `${layer} imports ${path}`);
			}),
		).toEqual([]);
	});

	it('let voices know the debate by its types alone', () => {
		expect(
			every(module =>
				ownImports(module)
					.filter(({path, typeOnly}) => !typeOnly && layerOf(module.path) === 'voices' && layerOf(path) === 'debate')
					.map(({path}) => path),
			),
		).toEqual([]);
	});

	it('let the app reach the screens by their ports alone', () => {
		expect(
			every(module =>
				ownImports(module)
					.filter(({path, typeOnly}) => layerOf(module.path) === 'app' && path.startsWith('ui/') && !typeOnly)
					.filter(({path, dynamic}) => !dynamic && !path.startsWith('ui/ports/'))
					.map(({path}) => path),
			),
		).toEqual([]);
	});

	it.each(['protocols', 'hosts'])('keep each format in %s to itself', layer => {
		const formatOf = (path: string): string | undefined =>
			new RegExp(String.raw`^(?:protocols|hosts)/([^/]+)/`, 'u').exec(path)?.[1];
		expect(
			every(module => {
				const own = formatOf(module.path);
				if (layerOf(module.path) !== layer || own === undefined || own === 'contract') return [];
				const others = ownImports(module).filter(({path}) => ![undefined, 'contract', own].includes(formatOf(path)));
				return others.map(({path}) => `imports ${path}`);
			}),
		).toEqual([]);
	});

	it('leave the pure ones pure', () => {
		const touching =
			/\b(?:Date\.now|new Date\(\)|performance\.now|Math\.random|randomUUID|setTimeout|setInterval|fetch\(|process\.|globalThis)/u;
		expect(
			every(module => {
				if (!['debate', 'protocols', 'transcripts', 'ratings'].includes(layerOf(module.path))) return [];
				const packages = module.imports
					.map(({target}) => target)
					.filter(target => !target.startsWith('.') && !purePackages.includes(target));
				const found = touching.exec(module.code);
				return [...packages.map(name => `imports ${name}`), ...(found ? [`uses ${found[0]}`] : [])];
			}),
		).toEqual([]);
	});

	it('know no format in the engine', () => {
		expect(formatsInEngine(modules)).toEqual([]);
	});

	it('have no circle of files, types and dynamic imports included', () => {
		expect(fileCycles(modules)).toEqual([]);
	});

	it('have no folders that import each other', () => {
		expect(folderCycles(modules)).toEqual([]);
	});
});

describe('the outside', () => {
	it.each(Object.entries(confined))('is %s only where %s', (name, place) => {
		const users = modules.filter(({imports}) =>
			imports.some(({target}) => target === name || target.startsWith(`${name}/`)),
		);
		expect(users.map(({path}) => path).filter(path => !place.test(path))).toEqual([]);
	});

	it('is the process only for cli.ts and the settings', () => {
		const own = ['cli.ts', 'settings/settings.ts'];
		const found = (module: Module): string[] =>
			[...module.code.matchAll(/\bprocess\.(?:exit|env|cwd)\b|\bconsole\./gu)].map(([what]) => what);
		expect(every(module => (own.includes(module.path) ? [] : found(module)))).toEqual([]);
	});

	it('is named with its extension, and found', () => {
		const paths = new Set(modules.map(({path}) => path));
		expect(
			every(module =>
				ownImports(module)
					.filter(({path}) => !paths.has(path))
					.map(({target}) => `imports ${target}`),
			),
		).toEqual([]);
	});
});

describe('a file', () => {
	const linesOf = ({source}: Module): number => source.split('\n').length - 1;

	it('has at most 300 lines, data apart', () => {
		expect(
			every(module => (isData(module.path) || linesOf(module) <= 300 ? [] : [`${linesOf(module)} lines`])),
		).toEqual([]);
	});

	it('has at most 100 lines by median', () => {
		const lengths = modules.map(linesOf).toSorted((one, other) => one - other);
		expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100);
	});

	it('has no line over 120 columns but prose', () => {
		expect(wideLines(modules)).toEqual([]);
	});

	it('stands in a folder that can be read at a glance', () => {
		expect(crowdedFolders(modules)).toEqual([]);
	});

	it('defines no type under a name that another file uses', () => {
		expect(typesDefinedTwice(modules)).toEqual([]);
	});

	it('is called after what it holds, in kebab-case, and no folder has a barrel', () => {
		expect(
			every(({path}) => {
				const name = basename(path).replace(/\.tsx?$/u, '');
				const vague = /^(?:utils?|helpers?|common|misc|shared|managers?|services?)$/u.test(name)
					? ['says nothing']
					: [];
				const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(name) ? [] : ['is not kebab-case'];
				return [...vague, ...shape, ...(name === 'index' ? ['is a barrel'] : [])];
			}),
		).toEqual([]);
	});
});
