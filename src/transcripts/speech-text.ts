/** Text to be read aloud: visual markup is removed or spoken. */

const abbreviations: readonly (readonly [RegExp, string])[] = [
	[/\be\.g\.,?/giu, 'for example'],
	[/\bi\.e\.,?/giu, 'that is'],
	[/\bvs\.?(?=\s)/giu, 'versus'],
	[/\betc\.(?=\s+\p{Lu}|\s*$)/gmu, 'and so on.'],
	[/\betc\./giu, 'and so on'],
	[/\s&\s/gu, ' and '],
	[/(\d)\s?%/gu, '$1 percent'],
];

/**
 * Strips Markdown, list marks and references, and says abbreviations in full. Paragraphs stay; an item of a list
 * becomes a sentence.
 */
export function speechText(text: string): string {
	const plain = text
		.replace(/```[a-z]*\n?/giu, '')
		.replace(/!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)/gu, '$1')
		.replace(/\s?\[\^?\d{1,3}\]/gu, '')
		.replace(/^[ \t]*(?:[-+*•]|\d{1,3}[.)])[ \t]+(\S.*?)[ \t]*$/gmu, (_item, words: string) =>
			/[\p{L}\p{N}]$/u.test(words) ? `${words}.` : words,
		)
		.replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)/gmu, '')
		.replace(/(\*\*|__|\*|`|~~)(?=\S)(.{0,400}?\S)\1/gu, '$2');
	return abbreviations
		.reduce((said, [written, full]) => said.replace(written, full), plain)
		.replace(/[ \t]+/gu, ' ')
		.trim();
}
