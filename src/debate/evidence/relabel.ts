/** The judges' copy of what was said: labels instead of the names of models, people and holders. */

/** Replaces every name by its label. */
export type Relabeller = (text: string) => string;

/** `named` pairs names with their labels; where a name has several, the first one counts. */
export function relabeller(named: Iterable<readonly [name: string | undefined, label: string]>): Relabeller {
	const labels = new Map<string, string>();
	for (const [name = '', label] of named)
		for (const form of formsOf(name)) if (!labels.has(form)) labels.set(form, label);
	const names = [...labels.keys()].toSorted((one, other) => other.length - one.length);
	if (names.length === 0) return text => text;
	const anyName = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names.map(escaped).join('|')})(?![\p{L}\p{N}])`, 'giu');
	const byLowerCase = new Map([...labels].map(([name, label]) => [name.toLowerCase(), label]));
	return text => text.replaceAll(anyName, name => byLowerCase.get(name.toLowerCase()) ?? name);
}

/**
 * A name whole, and its first word where that is long enough to be a name: "Claude Sonnet 4" is called "Claude", too.
 */
function formsOf(name: string): string[] {
	const whole = name.trim();
	const [first = ''] = whole.split(/[\s\p{Pd}]+/u);
	return [whole, ...(first.length >= 4 && /^\p{Lu}/u.test(first) ? [first] : [])].filter(form => form.length >= 2);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
