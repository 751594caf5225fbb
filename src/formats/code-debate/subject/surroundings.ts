/** How much of a file stands around its changes: all of a short one, else the functions that they are in. */
import type {DiffFile, SubjectLine} from './diff.ts';

/** Lines of a file that is shown whole, and of a hunk above which less than the whole function is shown. */
const [wholeLines, longHunk] = [160, 300];
/** Context with which git is asked for files that may be short. */
export const wideContext = 120;

/**
 * One diff of two: `functions` has whole functions around each change, `wide` has `wideContext` lines around it, and so
 * all of a short file. Files stay in the order of the first.
 */
export function withSurroundings(functions: readonly DiffFile[], wide: readonly DiffFile[]): DiffFile[] {
	const wider = new Map(wide.map(file => [file.path, file]));
	return functions.map(file => {
		if (file.change === 'added' || file.change === 'deleted') return {...file, shown: 'whole'};
		const other = wider.get(file.path);
		if (other && isWhole(other)) return {...other, shown: 'whole'};
		return {...file, hunks: file.hunks.flatMap(shortened), shown: 'functions'};
	});
}

/** It begins with the file's first line, and ends before the context does: at the file's last line. */
function isWhole({hunks}: DiffFile): boolean {
	const [only, ...more] = hunks;
	if (!only || more.length > 0 || only.length > wholeLines || only[0]?.number !== 1) return false;
	return only.length - 1 - only.findLastIndex(isChange) < wideContext;
}

const isChange = ({sign}: SubjectLine): boolean => sign !== ' ';

/** A hunk that has grown too long, as the blocks that are indented no less than its changes. */
function shortened(hunk: readonly SubjectLine[]): (readonly SubjectLine[])[] {
	if (hunk.length <= longHunk) return [hunk];
	const kept = new Set<number>();
	for (const [at, line] of hunk.entries()) if (isChange(line)) for (const near of blockAt(hunk, at)) kept.add(near);
	const parts: SubjectLine[][] = [];
	for (const [at, line] of hunk.entries()) {
		if (!kept.has(at)) continue;
		if (kept.has(at - 1)) parts.at(-1)?.push(line);
		else parts.push([line]);
	}
	return parts;
}

/** Lines on either side of a change in a long function, at least and at most. */
const [least, most] = [3, 60];

/** The places of the lines around one: up and down to the nearest line that is indented less, that line included. */
function blockAt(hunk: readonly SubjectLine[], at: number): number[] {
	const own = indentOf(hunk[at]?.text ?? '');
	const reach = (step: 1 | -1): number => {
		let end = at;
		for (let far = 1; far <= most; far++) {
			const line = hunk[at + step * far];
			if (!line) break;
			end = at + step * far;
			if (far >= least && indentOf(line.text) < own) break;
		}
		return end;
	};
	const [from, to] = [reach(-1), reach(1)];
	return Array.from({length: to - from + 1}, (_, place) => from + place);
}

const indentOf = (text: string): number =>
	text.trim() === '' ? Infinity : (/^\s*/u.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0);
