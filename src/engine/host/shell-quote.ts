/** A path as a shell takes it: for command lines that we tell the user. */
export const shellQuote = (path: string): string =>
	/^[\w./@:=+-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
