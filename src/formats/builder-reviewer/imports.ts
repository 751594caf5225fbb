/** Which files of a repository a file brings in, by its own words or by its name, in whatever language. Pure. */

/** What scripts write after `from`, `import` and `require`. */
const specifiers =
	/(?:\bfrom|\bimport|\brequire(?:_relative)?|\bimport\s*\(|\brequire\s*\()\s*\(?\s*["'](?<path>[^"'\n]+)["']/gu;
const included = /^\s*#\s*include\s*"(?<path>[^"\n]+)"/gmu;
const pythonFrom = /^\s*from\s+(?<module>\.*[\w.]*)\s+import\s+\(?(?<names>[\w, \t*]*)/gmu;
const pythonImport = /^\s*import\s+(?<module>[\w.]+)/gmu;
const rustUse = /^\s*(?:pub\s+)?use\s+(?:crate|super|self|\w+)::(?<path>[\w:]+)/gmu;

/** Ends of a path that code leaves out, the likeliest first. */
const endings = [
	'',
	...['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'py', 'rb', 'rs', 'json'].map(ending => `.${ending}`),
	...['ts', 'tsx', 'js', 'mjs', 'cjs'].map(ending => `/index.${ending}`),
	'/__init__.py',
	'/mod.rs',
];

/** Marks of a test in a file's name: `sum.test.ts`, `test_sum.py`, `sum_test.go`, `SumTest.java`. */
const testMarks = /^test[_-]|[._-](?:test|tests|spec|specs)(?=\.|$)|(?<=[a-z0-9])Tests?(?=\.|$)/gu;

/** The most files that are brought in by one. */
const most = 12;

/** Paths among `known` that a file brings in, in its own order; of a test, that which it is named after as well. */
export function importsOf(path: string, text: string, known: readonly string[]): string[] {
	const paths = new Set(known);
	const folder = path.split('/').slice(0, -1).join('/');
	const found = [
		...[...text.matchAll(specifiers)].flatMap(({groups}) => resolved(groups?.['path'] ?? '', folder, paths)),
		...[...text.matchAll(included)].flatMap(({groups}) => includedFiles(groups?.['path'] ?? '', folder, paths)),
		...(path.endsWith('.py') ? pythonModules(text, folder, paths) : []),
		...(path.endsWith('.rs')
			? [...text.matchAll(rustUse)].flatMap(({groups}) => byTail((groups?.['path'] ?? '').split('::'), paths))
			: []),
		...namesake(path, known),
	];
	return [...new Set(found)].filter(each => each !== path).slice(0, most);
}

/** A path from a folder, or one from the top that a name such as `@/` stands for. */
function resolved(written: string, folder: string, paths: ReadonlySet<string>): string[] {
	const isRelative = /^\.{1,2}(?:\/|$)/u.test(written);
	const place = isRelative ? joined(folder, written) : written.replace(/^[@~#]?\//u, '');
	const places = [place, place.replace(/\.[cm]?js$/u, '')];
	for (const ending of endings)
		for (const each of places) {
			const whole = each === '' ? ending.replace(/^\//u, '') : each + ending;
			if (paths.has(whole)) return [whole];
			if (isRelative || !each.includes('/')) continue;
			const below = [...paths].filter(known => known.endsWith(`/${each}${ending}`));
			if (below.length === 1) return below;
		}
	return [];
}

/** `a/b` and `../c` as `a/c`. */
function joined(folder: string, path: string): string {
	const parts = folder === '' ? [] : folder.split('/');
	for (const part of path.split('/')) {
		if (part === '..') parts.pop();
		else if (part !== '.' && part !== '') parts.push(part);
	}
	return parts.join('/');
}

/** A header, and what it is the header of. */
function includedFiles(written: string, folder: string, paths: ReadonlySet<string>): string[] {
	const header = [
		joined(folder, written),
		...[...paths].filter(path => path === written || path.endsWith(`/${written}`)),
	];
	const [found] = header.filter(path => paths.has(path));
	if (found === undefined) return [];
	const bare = found.replace(/\.\w+$/u, '');
	const own = ['c', 'cc', 'cpp', 'cxx', 'm'].map(ending => `${bare}.${ending}`);
	const name = bare.slice(bare.lastIndexOf('/') + 1);
	const beside = own.filter(path => paths.has(path));
	const elsewhere = [...paths].filter(path =>
		new RegExp(`(?:^|/)${name.replaceAll(/\W/gu, '.')}\\.(?:c|cc|cpp|cxx)$`, 'u').test(path),
	);
	return [...(beside.length > 0 ? beside : elsewhere.slice(0, 1)), found];
}

function pythonModules(text: string, folder: string, paths: ReadonlySet<string>): string[] {
	const from = [...text.matchAll(pythonFrom)].flatMap(({groups}) => {
		const {module = '', names = ''} = groups ?? {};
		const each = names.split(',').flatMap(name => /\w+/u.exec(name)?.[0] ?? []);
		return [
			...each.flatMap(name => pythonModule(`${module}${module.endsWith('.') ? '' : '.'}${name}`, folder, paths)),
			...pythonModule(module, folder, paths),
		];
	});
	return [
		...from,
		...[...text.matchAll(pythonImport)].flatMap(({groups}) => pythonModule(groups?.['module'] ?? '', folder, paths)),
	];
}

function pythonModule(module: string, folder: string, paths: ReadonlySet<string>): string[] {
	const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
	const parts = module
		.slice(dots)
		.split('.')
		.filter(part => part !== '');
	if (dots === 0) return byTail(parts, paths);
	const place = joined(folder, [...Array.from({length: dots - 1}, () => '..'), ...parts].join('/'));
	return [`${place}.py`, `${place}/__init__.py`].filter(path => paths.has(path)).slice(0, 1);
}

/** The only file with this path, from whichever folder a language looks for it. */
function byTail(parts: readonly string[], paths: ReadonlySet<string>): string[] {
	for (let length = parts.length; length > 0; length--) {
		const tail = parts.slice(0, length).join('/');
		const found = [...paths].filter(path =>
			['.py', '/__init__.py', '.rs', '/mod.rs'].some(
				ending => path === tail + ending || path.endsWith(`/${tail}${ending}`),
			),
		);
		if (found.length === 1) return found;
	}
	return [];
}

/** What a test is named after, the one in the nearest folder first. */
function namesake(path: string, known: readonly string[]): string[] {
	const name = path.slice(path.lastIndexOf('/') + 1);
	const bare = name.replaceAll(testMarks, '');
	if (bare === name) return [];
	const stem = bare.replace(/\.\w+$/u, '').toLowerCase();
	const isSame = (other: string): boolean => {
		const own = other.slice(other.lastIndexOf('/') + 1);
		return own.replace(/\.\w+$/u, '').toLowerCase() === stem && own.replaceAll(testMarks, '') === own;
	};
	const shared = (other: string): number => {
		const [one, two] = [path.split('/'), other.split('/')];
		const at = one.findIndex((part, place) => part !== two[place]);
		return at < 0 ? one.length : at;
	};
	const ending = /\.\w+$/u.exec(bare)?.[0].slice(0, 3) ?? '';
	return known
		.filter(other => isSame(other) && (/\.\w+$/u.exec(other)?.[0] ?? '').startsWith(ending))
		.toSorted((one, other) => shared(other) - shared(one))
		.slice(0, 2);
}
