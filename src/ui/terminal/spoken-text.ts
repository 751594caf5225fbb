/**
 * What stands on the screen as words to be heard: keys by their names, signs as what they mean, and nothing that is
 * only to be seen. Pure.
 */
import type {Row, Span} from '../../view/rows.ts';
import type {Tone} from '../../view/theme.ts';

/** Keys and punctuation that a screen reader passes over, or calls by a name that nobody looks for. */
const keyNames: Readonly<Record<string, string>> = {
	'↑↓': 'up and down',
	'←→': 'left and right',
	'← →': 'left and right',
	'↑': 'up',
	'↓': 'down',
	'←': 'left',
	'→': 'right',
	'?': 'question mark',
	'/': 'slash',
	':': 'colon',
	'<': 'less than',
	'>': 'greater than',
	'</>': 'less than and greater than',
	'{': 'left brace',
	'}': 'right brace',
	'{}': 'left and right brace',
	'[': 'left bracket',
	']': 'right bracket',
	'+': 'plus',
	'-': 'minus',
	PgUp: 'page up',
	PgDn: 'page down',
	esc: 'escape',
};

/** `m M` are two keys, and the case of one is heard. */
export const spokenKey = (keys: string): string =>
	keyNames[keys] ??
	keys
		.split(' ')
		.map(key => keyNames[key] ?? (/^[A-Z]$/u.test(key) ? `shift ${key.toLowerCase()}` : key))
		.join(' ');

/** Signs in their order: those that mean something as words, the others left out. */
const meanings: readonly (readonly [RegExp, string])[] = [
	[/[✓✗—] (?=(?:yes|no|none|loose|exact|named|concrete|plan|framework|carries|minor|major)\b)/gu, ''],
	[/✓/gu, 'yes'],
	[/✗/gu, 'no'],
	[/●●●/gu, 'three of three'],
	[/●●○/gu, 'two of three'],
	[/●○○/gu, 'one of three'],
	[/○○○/gu, 'none of three'],
	[/↑↓/gu, 'up and down'],
	[/←\s?→/gu, 'left and right'],
	[/↑/gu, 'up'],
	[/↓/gu, 'down'],
	[/\bPgUp PgDn\b/gu, 'page up and page down'],
	[/(?<=^|\s)[—–](?=\s*(?:[·,]|$))/gu, 'none'],
	[/⚖(?=\s*→)/gu, 'the arbiter'],
	[/\s*→\s*/gu, ' to '],
	[/↯/gu, 'cut in'],
	[/≡/gu, 'agreed'],
	[/−(?=\d)/gu, 'minus '],
	[/\b1 ×/gu, 'once'],
	[/×/gu, 'times'],
	[/\s*[·›]\s*/gu, ', '],
	// Lines, blocks, bars, pointers and marks of seats.
	[/[\u2500-\u25FF❯‖⚖✎★✚▍]/gu, ' '],
];

/** A text as it is read aloud. */
export function spokenText(text: string): string {
	const words = meanings.reduce(
		(said, [sign, meaning]) => said.replaceAll(sign, meaning),
		text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/gu, ' '),
	);
	return words
		.replaceAll(/\s+/gu, ' ')
		.replaceAll(/ (?=,)/gu, '')
		.replaceAll(/(?:, )+(?=, )/gu, '')
		.replace(/^[,\s]+/u, '')
		.replace(/[,\s]+$/u, '');
}

const textOf = (spans: readonly Span[]): string => spans.map(({text}) => text).join('');

/** What colour and a sign say to the eye, said first. */
const alarms: Partial<Readonly<Record<Tone, string>>> = {error: 'Error: ', warning: 'Note: ', good: ''};

/**
 * A row as it is read aloud, empty where there is nothing to hear: as the row itself has it, or its words without what
 * is only to be seen.
 */
export function spokenRow({spans, right = [], spoken}: Row): string {
	if (spoken !== undefined) return spoken;
	const alarm = alarms[spans.find(({text}) => text.trim() !== '')?.tone ?? 'plain'];
	const words = [textOf(spans), textOf(right)]
		.map(text => spokenText(alarm === undefined ? text : text.replace(/^\s*[✓✗!]\s/u, '')))
		.filter(text => text !== '')
		.join(', ');
	return words === '' ? '' : (alarm ?? '') + words;
}

/** One of a list, where it has the focus; of the others nothing is said until they have it. */
export const spokenChoice = (text: string, chosen: boolean, place: number, of: number): string =>
	chosen ? `${spokenText(text)}, ${place + 1} of ${of}` : '';

/** Those of `now` that were not among `before`, each as often as it is more often there. */
export function newTexts(now: readonly string[], before: readonly string[]): readonly string[] {
	const left = new Map<string, number>();
	for (const text of before) left.set(text, (left.get(text) ?? 0) + 1);
	return now.filter(text => {
		const known = left.get(text) ?? 0;
		if (known > 0) left.set(text, known - 1);
		return known === 0 && text !== '';
	});
}
