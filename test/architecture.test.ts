/** The layers, and the few rules that keep them: what may import what, who may touch the process, how large a file may be. */
import {basename, join, posix} from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../src/engine/host/package-root.ts';
import {readRegularFile} from '../src/engine/host/regular-file.ts';
import {
	exportedNames,
	fileCycles,
	formats,
	formatsInEngine,
	formatsNamed,
	formatsSeen,
	formatsServed,
	isData,
	linesOf,
	pagesOfOne,
	shortPages,
	typesDefinedTwice,
	wideLines,
} from './architecture/measures.ts';
import {importedTables, ownImports, readModules, type Module} from './architecture/modules.ts';

const modules = readModules();

/** The layer that a file belongs to. */
const layerOf = (path: string): string => path.slice(0, path.indexOf('/'));

const base = ['debate', 'languages', 'rehearsal', 'voices', 'engine', 'exports', 'view'];
const features = ['formats', 'library', 'ratings', 'settings'];

/** What each layer may import of ours: the table in docs/architecture.md. */
const allowed: Readonly<Record<string, readonly string[]>> = {
	debate: [],
	languages: ['debate'],
	voices: ['debate'],
	rehearsal: ['debate', 'voices'],
	engine: ['debate', 'voices'],
	sources: ['debate', 'languages', 'engine'],
	exports: ['debate', 'languages'],
	view: ['debate', 'languages', 'exports'],
	formats: ['debate', 'languages', 'voices', 'engine', 'sources', 'exports', 'view'],
	library: ['debate'],
	ratings: ['debate'],
	settings: ['debate', 'voices'],
	app: [...base, ...features, 'sources'],
	ui: [...base, ...features, 'app'],
	cli: [...base, ...features, 'app', 'ui'],
};

/** What of a format may touch the machine: its host, and its options, which read the files that they name. */
const touchesMachine = (path: string): boolean =>
	/^formats\/(?:[^/]+\/(?:host\/|options\.ts$)|user-file\.ts$)/u.test(path);

/** Packages and the only places that may import them. */
const confined: Readonly<Record<string, RegExp>> = {
	ink: /^ui\//u,
	react: /^ui\//u,
	'ink-select-input': /^ui\//u,
	'@agentclientprotocol/sdk': /^voices\/agents\//u,
	openai: /^voices\/openai\//u,
	cockatiel: /^engine\//u,
	commander: /^cli\//u,
	conf: /^settings\//u,
	'node:sqlite': /^library\/|^sources\/|^formats\/adversarial-spec\/host\//u,
	'@mozilla/readability': /^sources\//u,
	linkedom: /^sources\//u,
	unpdf: /^sources\//u,
	mammoth: /^sources\//u,
	keyv: /^formats\/adversarial-spec\/host\//u,
	hono: /^app\/audience\/serve\.ts$/u,
	'@hono/node-server': /^app\/audience\/serve\.ts$/u,
	uqr: /^app\/audience\/open-audience\.ts$/u,
};

/** Packages that only turn values into values, which pure layers may use. */
const purePackages = ['zod', 'diff', 'jsonrepair', 'marked', 'yaml', 'refractor', 'string-width'];

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
					.map(({path}) => `imports ${path}`);
			}),
		).toEqual([]);
	});

	it('import tables of their own folder in data', () => {
		expect(
			every(module => importedTables(module).filter(path => posix.dirname(path) !== `../data/${layerOf(module.path)}`)),
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

	it.each(['formats', 'rehearsal'])('keep each format in %s to itself', layer => {
		const formatOf = (path: string): string | undefined => {
			const [first, second = ''] = path.replace(/\.ts$/u, '').split('/');
			return first === layer && formats.includes(second) ? second : undefined;
		};
		expect(
			every(module => {
				const own = formatOf(module.path);
				if (own === undefined) return [];
				const others = ownImports(module).filter(({path}) => ![undefined, own].includes(formatOf(path)));
				return others.map(({path}) => `imports ${path}`);
			}),
		).toEqual([]);
	});

	it('leave the pure ones pure', () => {
		const touching =
			/\b(?:Date\.now|new Date\(\)|performance\.now|Math\.random|randomUUID|setTimeout|setInterval|fetch\(|process\.|globalThis)/u;
		expect(
			every(module => {
				const isPure = ['debate', 'languages', 'exports', 'view', 'formats', 'ratings'].includes(layerOf(module.path));
				if (!isPure || touchesMachine(module.path)) return [];
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

	it('name a format by its id only where it is defined, spoken and rehearsed', () => {
		expect(formatsNamed(modules)).toEqual([]);
	});

	it('ask a format’s definition, and import nothing of one format but what is named here', () => {
		expect(formatsSeen(modules)).toEqual([
			// The words for each ground of a verdict, in five languages.
			'languages/language.ts imports debate/formats/motion.ts',
			// The screen on which a specification’s review is answered.
			'ui/screens/spec-review.tsx imports formats/adversarial-spec/view.ts',
			'ui/screens/spec-review.tsx imports formats/adversarial-spec/review-view.ts',
		]);
	});

	it('give a format commands and tools of its own, which grow no more', () => {
		expect(formatsServed(modules).length).toBeLessThanOrEqual(37);
	});

	it('load what serves listeners only when a page is asked for', () => {
		const loads = modules.flatMap(module => ownImports(module).filter(({path}) => path.endsWith('/open-audience.ts')));
		expect(loads.filter(({typeOnly}) => !typeOnly).map(({dynamic}) => dynamic)).toEqual([true]);
	});

	it('load what a format does in the world only when it does it', () => {
		expect(
			every(module =>
				/^formats\/(?<id>[^/]+)\/\k<id>\.ts$/u.test(module.path)
					? ownImports(module).flatMap(({path, dynamic}) => (path.includes('/host/') && !dynamic ? [path] : []))
					: [],
			),
		).toEqual([]);
	});

	it('have no circle of files, types and dynamic imports included', () => {
		expect(fileCycles(modules)).toEqual([]);
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
		const own = ['cli/cli.ts', 'settings/settings.ts'];
		const found = (module: Module): string[] =>
			[...module.code.matchAll(/\bprocess\.(?:exit|env|cwd)\b|\bconsole\./gu)].map(([what]) => what);
		expect(every(module => (own.includes(module.path) ? [] : found(module)))).toEqual([]);
	});

	it('is read through one door, which opens nothing but files', () => {
		// The program's own files, what the system tells of processes, and descriptors that are open already.
		const own = /^(?:engine\/host\/(?:regular-file|named-file|package-root)|settings\/file|cli\/help)\.ts$/u;
		const around =
			/\b(?:readFileSync|readFile|copyFileSync|createReadStream)\((?!descriptor\b|[`'"]\/proc\/|log, \{fd:)|\bopenSync\((?!folder\b)[^,]+, 'r'\)/u;
		const isOwnReader = (path: string): boolean => own.test(path) || path === 'formats/code-debate/host/git-subject.ts';
		expect(
			every(module => {
				const found = isOwnReader(module.path) ? null : around.exec(module.code);
				return found && module.code.includes("from 'node:fs") ? [found[0]] : [];
			}),
		).toEqual([]);
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

/** The rows of the decision: a folder of `src`, and its lines at most. */
const budgets = new Map(
	[
		...readRegularFile(join(packageRoot, 'docs/decisions/0028-lines-by-folder.md')).matchAll(
			/^\| (?<folder>\w+) \| (?<most>\d+) \|/gmu,
		),
	].map(({groups}) => [groups?.['folder'] ?? '', Number(groups?.['most'])]),
);

describe('growth', () => {
	it('of a folder is decided: its lines stand in docs/decisions/0028, with what a user got', () => {
		const sizes = [...Map.groupBy(modules, ({path}) => layerOf(path))].map(
			([folder, files]) => [folder, files.reduce((sum, {source}) => sum + linesOf(source), 0)] as const,
		);
		expect(sizes.filter(([folder, lines]) => !(lines <= (budgets.get(folder) ?? 0)))).toEqual([]);
	});

	// Only downwards; a format that is new brings its own (the council: 130 names), and so do an editor and a depth.
	// Names, comparisons, highlights and shares of debates took 24, a bench of formats 13.
	it.each([
		['exported names', exportedNames(modules), 4259],
		['files with one importer in the same folder', pagesOfOne(modules).length, 86],
	])('of %s is none', (_what, count, most) => expect(count).toBeLessThanOrEqual(most));
});

describe('a file', () => {
	it('has at most 700 lines, tables apart', () => {
		expect(
			every(module =>
				isData(module.path) || linesOf(module.source) <= 700 ? [] : [`${linesOf(module.source)} lines`],
			),
		).toEqual([]);
	});

	it('has 60 lines or stands beside its only importer', () => {
		// A system of its own, as data.
		const alone = ['voices/sandbox/seatbelt.ts'];
		expect(shortPages(modules).filter(fault => !alone.some(path => fault.startsWith(`${path}:`)))).toEqual([]);
	});

	it('stands at most two folders deep below its layer', () => {
		expect(every(({path}) => (path.split('/').length <= 4 ? [] : ['is too deep']))).toEqual([]);
	});

	it('has no line over 120 columns but prose', () => {
		expect(wideLines(modules)).toEqual([]);
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
				// The list of formats is a definition, and nothing else is called so.
				const barrel = name === 'index' && path !== 'formats/index.ts' ? ['is a barrel'] : [];
				return [...vague, ...shape, ...barrel];
			}),
		).toEqual([]);
	});
});
