/** What `npm run house` counts and the architecture test holds. Each measure lists what breaks it, so an empty list is good. */
import {findCycles} from './imports.ts';
import {folderOf, ownImports, type Module} from './modules.ts';

const maxColumns = 120;

/** Files of data: the vocabulary of events, tables of keys and settings, and the word banks of the rehearsal voices. */
export const isData = (path: string): boolean =>
	/^debate\/events\.ts$|^rehearsal\/.*(?:phrases|domains|kinds)\.ts$|(?:^|\/)(?:frameworks|openers)\.ts$/u.test(path);

export const formats = [
	'duelogic',
	'model-duel',
	'code-debate',
	'adversarial-spec',
	'builder-reviewer',
	'motion',
	'council',
];

/** As Prettier counts: a tab is two columns wide. */
const columns = (line: string): number => Array.from(line.replaceAll('\t', '  ')).length;

/** The source with the insides of strings, templates and patterns taken out: prose that no formatter can break. */
const withoutProse = (source: string): string =>
	source.replaceAll(
		/(?<comment>\/\*[\s\S]*?\*\/|(?<![:\\/'"`\w])\/\/[^\n]*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`|(?<=[(=,:?[!&|>]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/gu,
		(whole: string, comment: string | undefined) => comment ?? whole.replaceAll(/[^\n]/gu, ''),
	);

export function wideLines(modules: readonly Module[]): string[] {
	return modules
		.filter(({path}) => !isData(path))
		.flatMap(({path, source}) =>
			withoutProse(source)
				.split('\n')
				.flatMap((line, index) =>
					columns(line) > maxColumns ? [`${path}:${index + 1}: ${columns(line)} columns`] : [],
				),
		);
}

/** Files by folder, largest first. */
export function folderSizes(modules: readonly Module[]): readonly {readonly folder: string; readonly files: number}[] {
	return [...Map.groupBy(modules, ({path}) => folderOf(path))]
		.map(([folder, files]) => ({folder, files: files.length}))
		.toSorted((one, other) => other.files - one.files);
}

/** How short a file is that should stand beside its only importer, in lines. */
const shortest = 60;

/**
 * Files whose only importer lies in the same folder, with their lines. One that is imported dynamically is loaded when it
 * is needed, and stands alone for that.
 */
export function pagesOfOne(modules: readonly Module[]): readonly {readonly path: string; readonly lines: number}[] {
	const imports = modules.flatMap(module => ownImports(module).map(one => ({...one, from: module.path})));
	const importers = Map.groupBy(imports, ({path}) => path);
	return modules.flatMap(({path, source}) => {
		const all = importers.get(path) ?? [];
		const files = new Set(all.map(({from}) => from));
		const [first] = files;
		const alone = files.size === 1 && first !== undefined && folderOf(first) === folderOf(path);
		return alone && !all.some(({dynamic}) => dynamic) && !isData(path) ? [{path, lines: linesOf(source)}] : [];
	});
}

/** Those of them that are too short to be a module of their own. */
export const shortPages = (modules: readonly Module[]): string[] =>
	pagesOfOne(modules).flatMap(({path, lines}) => (lines < shortest ? [`${path}: ${lines} lines`] : []));

/** Lines of a text, its last line break not counted as one more. */
export const linesOf = (source: string): number => source.split('\n').length - 1;

/** How many names are exported by their definitions. */
export const exportedNames = (modules: readonly Module[]): number =>
	modules.reduce(
		(sum, {code}) =>
			sum +
			(code.match(/^export (?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface) /gmu)?.length ?? 0),
		0,
	);

/** Circles of files; dynamic and type-only imports count. */
export const fileCycles = (modules: readonly Module[]): string[] =>
	findCycles(new Map(modules.map(module => [module.path, ownImports(module).map(({path}) => path)]))).map(inOneLine);

/** Files of the engine that import a format or name one. */
export const formatsInEngine = (modules: readonly Module[]): string[] =>
	modules
		.filter(({path}) => path.startsWith('engine/'))
		.flatMap(module => [
			...ownImports(module)
				.filter(({path}) => path.startsWith('formats/'))
				.map(({path}) => `${module.path} imports ${path}`),
			...formats.filter(id => module.code.includes(`'${id}'`)).map(id => `${module.path} names ${id}`),
		]);

/** Strings that name a format by its id outside its own folder, its rehearsal and the vocabulary of events. */
export const formatsNamed = (modules: readonly Module[]): string[] =>
	modules
		.filter(({path}) => !/^(?:formats|rehearsal|debate)\//u.test(path))
		.flatMap(({path, code}) => formats.filter(id => code.includes(`'${id}'`)).map(id => `${path} names ${id}`));

/** What is of one format: its events, what is read out of them, its folder. */
const ofOneFormat = new RegExp(
	String.raw`^(?:debate/(?:formats|views)/(?:${formats.join('|')})\.ts$|formats/(?:${formats.join('|')})/)`,
	'u',
);
const readsState =
	/\bformats(?:\.|: ?\{\s*)(?<slice>adversarialSpec|builderReviewer|codeDebate|council|modelDuel|motion)\b/gu;

/** Where they are at home, and where a command or a served tool is of one format as a whole. */
const isAtHome = (path: string): boolean => /^(?:formats|rehearsal|debate)\//u.test(path);
const servesFormats = (path: string): boolean => /^(?:app|cli)\//u.test(path);

/**
 * Files below and beside the formats that import one format's events, what is read out of them, or a part of its folder,
 * or that read its part of the state, instead of asking its definition. Of `app` and `cli`, events and state alone.
 */
export const formatsSeen = (modules: readonly Module[]): string[] =>
	modules
		.filter(({path}) => !isAtHome(path))
		.flatMap(module => [
			...ownImports(module)
				.filter(({path}) => ofOneFormat.test(path) && !(servesFormats(module.path) && path.startsWith('formats/')))
				.map(({path}) => `${module.path} imports ${path}`),
			...[...module.code.matchAll(readsState)].map(({groups}) => `${module.path} reads ${groups?.['slice'] ?? ''}`),
		]);

/** Parts of one format's folder that commands and tools of that format alone import. */
export const formatsServed = (modules: readonly Module[]): string[] =>
	modules
		.filter(({path}) => servesFormats(path))
		.flatMap(module =>
			ownImports(module)
				.filter(({path}) => ofOneFormat.test(path) && path.startsWith('formats/'))
				.map(({path}) => `${module.path} imports ${path}`),
		);

/** Names of types and classes that are defined in more than one place. */
export function typesDefinedTwice(modules: readonly Module[]): string[] {
	const definition = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class) (?<name>\w+)/gmu;
	const found = modules.flatMap(({path, code}) =>
		[...code.matchAll(definition)].map(({groups}) => ({name: groups?.['name'] ?? '', path})),
	);
	return [...Map.groupBy(found, ({name}) => name)].flatMap(([name, places]) =>
		places.length > 1 ? [`${name}: ${places.map(({path}) => path).join(', ')}`] : [],
	);
}

const inOneLine = (cycle: readonly string[]): string => `${cycle.length}: ${cycle.join(' ')}`;
