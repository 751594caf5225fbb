/**
 * Reads the imports of a module out of its text: enough of the grammar for code that a formatter and a compiler have
 * seen.
 */

export type Import = {
	/** As written, such as `../debate/events.ts` or `zod`. */
	readonly target: string;
	/** Gone after compiling: `import type`, `export type`, or only `type` names between the braces. */
	readonly typeOnly: boolean;
	/** Loaded when the code runs: `import('…')`. */
	readonly dynamic: boolean;
};

const statement =
	/(?:^|[;\n])\s*(?:import|export)\s+(?<clause>(?:type\s+)?[\w*{][^;'"`]*?)\s*from\s*(?<quote>['"])(?<target>[^'"]+)\k<quote>/gu;
const bare = /(?:^|[;\n])\s*import\s*(?<quote>['"])(?<target>[^'"]+)\k<quote>/gu;
const call = /\bimport\s*\(\s*(?<quote>['"])(?<target>[^'"]+)\k<quote>/gu;

/** The text without comments; strings and templates are kept as they are, whatever they look like. */
export function withoutComments(source: string): string {
	const token =
		/(?<kept>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/gu;
	return source.replaceAll(token, (whole: string, kept: string | undefined) => kept ?? whole.replaceAll(/[^\n]/gu, ''));
}

export function importsOf(source: string): Import[] {
	const text = withoutComments(source);
	const of = (pattern: RegExp, dynamic: boolean): Import[] =>
		[...text.matchAll(pattern)].map(({groups}) => ({
			target: groups?.['target'] ?? '',
			typeOnly: onlyTypes(groups?.['clause'] ?? ''),
			dynamic,
		}));
	return [...of(statement, false), ...of(bare, false), ...of(call, true)];
}

function onlyTypes(clause: string): boolean {
	if (/^type\s/u.test(clause)) return true;
	const names =
		/^\{(?<names>[^}]*)\}$/u
			.exec(clause.trim())
			?.groups?.['names']?.split(',')
			.map(name => name.trim())
			.filter(Boolean) ?? [];
	return names.length > 0 && names.every(name => name.startsWith('type '));
}

/** One way round through a graph, as the names on it, or none. */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
	const done = new Set<string>();
	const visit = (name: string, path: readonly string[]): string[] | undefined => {
		if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
		if (done.has(name)) return undefined;
		for (const next of graph.get(name) ?? []) {
			const cycle = visit(next, [...path, name]);
			if (cycle) return cycle;
		}
		done.add(name);
		return undefined;
	};
	for (const name of graph.keys()) {
		const cycle = visit(name, []);
		if (cycle) return cycle;
	}
	return undefined;
}
