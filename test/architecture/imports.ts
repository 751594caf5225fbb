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

/** The circles of a graph: each set of nodes that reach one another (Tarjan's strongly connected components). */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
	const order = new Map<string, number>();
	const lowest = new Map<string, number>();
	const stack: string[] = [];
	const cycles: string[][] = [];
	const visit = (name: string): void => {
		order.set(name, order.size);
		lowest.set(name, order.size - 1);
		stack.push(name);
		for (const next of graph.get(name) ?? []) {
			if (!graph.has(next)) continue;
			if (!order.has(next)) visit(next);
			if (stack.includes(next)) lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(next) ?? 0));
		}
		if (lowest.get(name) !== order.get(name)) return;
		const component = stack.splice(stack.indexOf(name));
		if (component.length > 1 || graph.get(name)?.includes(name)) cycles.push(component.toSorted());
	};
	for (const name of graph.keys()) if (!order.has(name)) visit(name);
	return cycles;
}
