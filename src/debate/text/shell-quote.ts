/** Quotes a word for the shells of Unix, for command lines that are shown to the user. */
export function shellQuote(word: string): string {
	if (/^[\w./@:=+-]+$/u.test(word)) return word;
	// Double quotes are also understood on Windows; in them these characters mean something.
	return /["$`\\!]/u.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
