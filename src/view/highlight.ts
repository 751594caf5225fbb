/** Colours of code. The grammars are read when code is first to be drawn; until then it has one colour. */
import type {Span} from './rows.ts';

type Highlighter = (code: string, language: string) => readonly Span[] | undefined;

let highlighter: Highlighter | undefined;
let loading: Promise<void> | undefined;
let version = 0;
/** Code that was coloured, the latest last: what streams in is coloured once a line. */
const known = new Map<string, readonly (readonly Span[])[]>();
const KEPT = 200;
/** Longer code keeps one colour: nobody reads it on a stage, and colouring takes its time. */
const LONGEST = 20_000;

/** Changes when there are colours where there were none. */
export const coloursVersion = (): number => version;

/** Resolves once the grammars are there. */
export function loadColours(): Promise<void> {
	loading ??= import('./grammars.ts').then(({highlight}) => {
		highlighter = highlight;
		version++;
	});
	return loading;
}

/** The lines of a piece of code; undefined where its language has no grammar, or is not known yet. */
export function colouredLines(code: string, language: string): readonly (readonly Span[])[] | undefined {
	const [name = ''] = language
		.trim()
		.toLowerCase()
		.split(/[\s,{:]/u);
	if (name === '' || code.length > LONGEST) return undefined;
	if (!highlighter) {
		void loadColours();
		return undefined;
	}
	const key = `${name}\n${code}`;
	const before = known.get(key);
	if (before) return before;
	const pieces = highlighter(code, name);
	if (!pieces) return undefined;
	const lines = inLines(pieces);
	known.set(key, lines);
	for (const old of known.keys()) if (known.size > KEPT) known.delete(old);
	return lines;
}

function inLines(pieces: readonly Span[]): readonly (readonly Span[])[] {
	const lines: Span[][] = [[]];
	for (const {text, tone} of pieces)
		for (const [index, part] of text.split('\n').entries()) {
			if (index > 0) lines.push([]);
			if (part !== '') lines.at(-1)?.push({text: part, tone});
		}
	return lines;
}
