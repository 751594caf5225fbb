/** Writes and reads unified diffs as `git apply` accepts them. */

/** A diff that adds a new file with these lines. */
export const newFile = (path: string, lines: readonly string[]): string =>
	[
		`diff --git a/${path} b/${path}`,
		'new file mode 100644',
		'--- /dev/null',
		`+++ b/${path}`,
		`@@ -0,0 +1,${lines.length} @@`,
		...lines.map(line => `+${line}`),
		'',
	].join('\n');

const around = 3;

/** A diff that replaces one line of a file, by index from 0. */
export function changedLine(path: string, lines: readonly string[], place: number, line: string): string {
	const from = Math.max(0, place - around);
	const before = lines.slice(from, place);
	const behind = lines.slice(place + 1, place + 1 + around);
	const size = before.length + 1 + behind.length;
	return [
		`diff --git a/${path} b/${path}`,
		`--- a/${path}`,
		`+++ b/${path}`,
		`@@ -${from + 1},${size} +${from + 1},${size} @@`,
		...before.map(text => ` ${text}`),
		`-${lines[place] ?? ''}`,
		`+${line}`,
		...behind.map(text => ` ${text}`),
		'',
	].join('\n');
}

/** The lines that a diff adds, with their files. */
export function addedLines(diff: string): {readonly path: string; readonly line: string}[] {
	let path = '';
	return diff.split('\n').flatMap(line => {
		const named = /^\+\+\+ b\/(?<path>.+)$/u.exec(line)?.groups?.['path'];
		if (named !== undefined) path = named;
		return named === undefined && line.startsWith('+') && !line.startsWith('+++') ? [{path, line: line.slice(1)}] : [];
	});
}
