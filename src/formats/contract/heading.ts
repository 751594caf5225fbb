/**
 * The words of a line of Markdown: of a heading without its marks, of any other as they stand. A mark that belongs to
 * the last word, as in `C#`, stays.
 */
export const headingText = (line: string): string =>
	(
		/^#{1,6}(?:[ \t]+(?<words>.*?))?(?:[ \t]+#+)?[ \t]*$/u.exec(line)?.groups?.['words'] ?? line.replace(/^#+$/u, '')
	).trim();
