/** Words for the ear: what is written for the eye is taken out or said. */

const abbreviations: readonly (readonly [RegExp, string])[] = [
	[/\be\.g\.,?/giu, 'for example'], [/\bi\.e\.,?/giu, 'that is'], [/\bvs\.?(?=\s)/giu, 'versus'], [/\betc\./giu, 'and so on'], [/\s&\s/gu, ' and '], [/(\d)\s?%/gu, '$1 percent'],
];

/** Strips Markdown, list marks and references, and says abbreviations in full. Paragraphs stay. */
export function spoken(text: string): string {
	const plain = text
		.replace(/```[a-z]*\n?/giu, '')
		.replace(/!?\[([^\]\n]*)\]\((?:[^)\n]*)\)/gu, '$1')
		.replace(/\[\^?\d+\]/gu, '')
		.replace(/^\s*(?:#{1,6}\s+|>\s?|[-+*•]\s+|\d{1,3}[.)]\s+)/gmu, '')
		.replace(/(\*\*|__|\*|`|~~)(?=\S)(.*?\S)\1/gu, '$2');
	return abbreviations.reduce((said, [written, full]) => said.replace(written, full), plain).replace(/[ \t]+/gu, ' ').trim();
}
