/** Words and tokens of a text, counted as a listener or a server would; and small wordings of errors and commands. */

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const unspacedRun = new RegExp(`${unspaced.source}+`, 'gu');
const unspacedEach = new RegExp(unspaced.source, 'gu');

/** Texts without any of these, as most, have no character of those scripts; quicker to find out. */
const maybeUnspaced = /[\u0E00-\u1FFF\u2E80-\uFFFF]/;
const hasUnspaced = (text: string): boolean => maybeUnspaced.test(text) && unspaced.test(text);

/** Words a minute of speech, by which the time of a debate is told. */
export const speechPace = 150;

/** Characters of such a script that are said in the time of an English word. */
export const charactersAWord = 1.6;

/** Counts runs of characters between white space; where words are not set apart, 1.6 characters as one. */
export function countWords(text: string): number {
	if (!hasUnspaced(text)) return text.match(/\S+/gu)?.length ?? 0;
	const characters = unspacedCharacters(text);
	const others = text.replaceAll(unspacedRun, ' ').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
	return others + Math.round(characters / charactersAWord);
}

/** The text as far as its first words go, with an ellipsis where it goes on. */
export function firstWords(text: string, most: number): string {
	if (countWords(text) <= most) return text;
	if (hasUnspaced(text))
		return `${Array.from(text)
			.slice(0, Math.floor(most * charactersAWord))
			.join('')}…`;
	return `${text.split(/\s+/u).slice(0, most).join(' ')}…`;
}

/** How many characters belong to scripts that set no spaces between words. */
const unspacedCharacters = (text: string): number => (hasUnspaced(text) ? (text.match(unspacedEach)?.length ?? 0) : 0);

/** With a capital letter first. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The words of a line of Markdown: of a heading without its marks, of any other as they stand. A mark that belongs to
 * the last word, as in `C#`, stays.
 */
export const headingText = (line: string): string =>
	(
		/^#{1,6}(?:[ \t]+(?<words>.*?))?(?:[ \t]+#+)?[ \t]*$/u.exec(line)?.groups?.['words'] ?? line.replace(/^#+$/u, '')
	).trim();

// Tokens of a text where nobody has counted them: four characters each, and one each where words are not set apart.

export function tokensIn(text: string): number {
	const dense = unspacedCharacters(text);
	return Math.ceil((text.length - dense) / 4 + dense);
}

/** What went wrong, in the words of whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Quotes a word for the shells of Unix, for command lines that are shown to the user. */
export function shellQuote(word: string): string {
	if (/^[\w./@:=+-]+$/u.test(word)) return word;
	// Double quotes are also understood on Windows; in them these characters mean something.
	return /["$`\\!]/u.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}

/** A text in one line, with single blanks. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** A text as a pattern that matches it to the letter, with or without the `u` flag. `RegExp.escape` needs Node 24. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
