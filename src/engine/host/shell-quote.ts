/** Quotes a path for a shell, for command lines that are shown to the user. */
export const shellQuote = (path: string): string =>
	/^[\w./@:=+-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
