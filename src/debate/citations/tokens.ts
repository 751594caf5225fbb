/**
 * The words of a text as quotations are compared by: letters without their case and typography, numbers with their
 * sign, decimal mark and exponent. In scripts without spaces each character is a word.
 */

/** `start` and `end` are its place in the text, in UTF-16 units; `stop` says what ends right behind it. */
export type Token = {
	readonly word: string;
	readonly start: number;
	readonly end: number;
	readonly stop?: 'clause' | 'sentence';
};

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}`;
const digits = String.raw`\p{Nd}`;

/**
 * A number with its sign and exponent, a character of a script without spaces, or a run of letters: the apostrophe of
 * `don’t` belongs to it, a hyphen does not.
 */
const word = new RegExp(
	String.raw`(?<!(?![${unspaced}])\p{L}|${digits})[-+−]?${digits}+(?:[.,'’\u00A0\u202F]${digits}+)*(?:e[-+−]?${digits}+(?![\p{L}${digits}]))?[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]*|[${unspaced}]|(?:(?![${unspaced}])[\p{L}\p{M}\u00AD])+(?:['’‘ʼ](?:(?![${unspaced}])[\p{L}\p{M}\u00AD])+)*[⁻]?[²³]?|[%％‰$€£¥°½¼¾⅓⅔]`,
	'giu',
);
const exponents: Readonly<Record<string, string>> = {
	'⁰': '0',
	'¹': '1',
	'²': '2',
	'³': '3',
	'⁴': '4',
	'⁵': '5',
	'⁶': '6',
	'⁷': '7',
	'⁸': '8',
	'⁹': '9',
	'⁻': '-',
	'⁺': '+',
};
/** Letters that are raised to a power where a unit is: a note’s number behind any other word is no part of it. */
const unit = /^(?:k|c|m|d|h)?(?:m|cm|km|mm|s|ft|in|yd)$/iu;

/** How a sign is written out, so that `33 %` and `33 percent` are the same words. */
const spelled: Readonly<Record<string, string>> = {percent: '%', prozent: '%', pct: '%'};

/** Marks of Markdown, and the addresses of its links: blanked out, so that places stay. */
const blanked = (text: string): string =>
	text.replaceAll(/\]\([^()\s]*\)/gu, found => ' '.repeat(found.length)).replaceAll(/[*_`~#>|]/gu, ' ');

/** A word that was divided at the end of its line. */
const divided = /(?<=\p{L})[-‐]\s*\n\s*(?=\p{Ll})/gu;

export const hasDividedWords = (text: string): boolean => /\p{L}[-‐]\s*\n\s*\p{Ll}/u.test(text);

/** The words of a text, in order. With `joined`, a word that a line end divides is one. */
export function tokensOf(text: string, joined = false): readonly Token[] {
	const found: {word: string; start: number; end: number; stop?: 'clause' | 'sentence'}[] = [];
	const plain = blanked(text);
	const joints = joined ? new Set(Array.from(text.matchAll(divided), ({index}) => index)) : undefined;
	for (const match of plain.matchAll(word)) {
		const [start, end] = [match.index, match.index + match[0].length];
		const last = found.at(-1);
		const plainWord = normal(match[0]);
		if (last && joints?.has(last.end)) {
			last.word += plainWord;
			last.end = end;
			continue;
		}
		if (last) stopBetween(last, plain.slice(last.end, start));
		found.push({word: plainWord, start, end});
	}
	const last = found.at(-1);
	if (last) last.stop = 'sentence';
	return found;
}

function stopBetween(token: {stop?: 'clause' | 'sentence'}, between: string): void {
	if (/[.!?…。！？](?:["'”’»)\]」』]*)(?:\s|$)|[。！？]|\n\s*\n/u.test(between)) token.stop = 'sentence';
	else if (/[,;:—–()，、；：]|\s-\s/u.test(between)) token.stop = 'clause';
}

function normal(written: string): string {
	const raised = /[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+$/u.exec(written)?.[0] ?? '';
	const base = written.slice(0, written.length - raised.length);
	const isNumber = /\p{Nd}/u.test(base);
	const power =
		raised !== '' && (isNumber || unit.test(base))
			? `^${Array.from(raised, sign => exponents[sign] ?? '').join('')}`
			: '';
	if (isNumber)
		return (
			base
				.replace('−', '-')
				.replaceAll(/['’\u00A0\u202F]/gu, ' ')
				.replaceAll(' ', '')
				.normalize('NFKC') + power
		);
	const plain = base
		.normalize('NFKC')
		.replaceAll(/[’‘ʼ]/gu, "'")
		.replaceAll('\u00AD', '')
		.toLowerCase()
		.replaceAll('ß', 'ss')
		.replaceAll('ς', 'σ');
	return (Object.hasOwn(spelled, plain) ? (spelled[plain] ?? plain) : plain) + power;
}

const isUnspaced = new RegExp(`^[${unspaced}]$`, 'u');

/** How many words these are: of characters that stand for themselves, two count as one. */
export function countTokens(words: readonly string[]): number {
	const characters = words.filter(each => isUnspaced.test(each)).length;
	return words.length - characters + Math.floor(characters / 2);
}

/** The words alone. */
export const wordsIn = (text: string): readonly string[] => tokensOf(text).map(token => token.word);

// Words on which the sense of a sentence turns.

export type Weight = 'negation' | 'hedge' | 'figure';

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Of English, German, French, Spanish and Chinese. */
const negations = list(
	'not no never none nobody nothing nowhere neither nor without cannot hardly scarcely barely nicht kein keine keiner keines keinem keinen nie niemals nichts niemand weder ohne kaum ne pas jamais rien aucun aucune sans ni personne nunca jamás nada nadie ningún ninguno ninguna sin tampoco 不 没 沒 無 无 未 非',
);
const hedges = list(
	'may might could perhaps possibly probably likely about approximately nearly almost roughly some most often usually sometimes mostly partly mainly typically generally suggests suggest suggested appears appear seems seem only if unless vielleicht möglicherweise wahrscheinlich könnte könnten dürfte dürften etwa rund fast beinahe meist oft manchmal teilweise scheint nur wenn falls peut-être probablement environ presque pourrait pourraient souvent parfois semble semblent seulement si quizá quizás probablemente casi podría podrían suele aproximadamente parece solo 可 或 约 約 几',
);
/** Beside figures, as which numbers in words are compared. */
const numbers = list(
	'half third quarter twice double triple hundred thousand million billion trillion % ‰ ½ ¼ ¾ ⅓ ⅔ halb hälfte drittel viertel doppelt moitié tiers quart mitad tercio cuarto 百 千 万 萬 亿 億 半',
);

/** What makes a sentence hold only at times, and words of somebody else’s: only judges can say whether it is so. */
const conditions = list(
	'if unless provided assuming whether wenn falls sofern ob si pourvu condition siempre suponiendo 若 如',
);
const reporters = list(
	'claim claims claimed argue argues argued allege alleges alleged assert asserts asserted believe believes believed say says said according critics opponents supporters proponents myth rumour reportedly allegedly supposedly wrongly falsely conclude behaupten behauptet behauptete laut zufolge angeblich kritiker gegner meinen meint glauben glaubt selon prétend prétendent affirme affirment croit croient según afirma afirman sostiene sostienen cree creen supuestamente 称 稱 据 據',
);

/** What may govern the words around it. */
type Governing = 'negation' | 'condition' | 'reporter' | 'hedge';

export function governing(said: string): Governing | undefined {
	if (conditions.has(said)) return 'condition';
	if (reporters.has(said)) return 'reporter';
	const weight = weightOf(said);
	return weight === 'figure' ? undefined : weight;
}

/** Why a word weighs, if it does. */
export function weightOf(said: string): Weight | undefined {
	if (negations.has(said) || said.endsWith("n't")) return 'negation';
	if (/\p{Nd}/u.test(said) || numbers.has(said)) return 'figure';
	return hedges.has(said) ? 'hedge' : undefined;
}
