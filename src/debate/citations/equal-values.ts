/**
 * Equal values are equal words: `sixteen` is 16, 55.5 per cent is 55.5 %, 1.5M is 1.5 million, 10²⁵ is 10^25,
 * 3 May 2020 is 2020-05-03, and $5 is 5 dollars. Numbers are compared by their value, to twelve digits.
 */
import {
	articles,
	chineseDigits,
	chineseScales,
	currencies,
	months,
	numberWords,
	onlyOfMoney,
	prefixes,
	raised,
	readingOf,
	scaleWords,
	units,
	type NumberReading,
} from './number-words.ts';
import {tokensOf, type Token} from './tokens.ts';

/** A word, or several that say one value: `written` is how they stand in the text. */
export type ComparedToken = Token & {
	readonly written?: string;
	readonly value?: number;
	/** Whether the number had a scale, such as a million. */
	readonly isScaled?: boolean;
};

type ComparedText = {readonly text: string; readonly tokens: readonly Token[]; readonly reading: NumberReading};
/** What was read from one token up to the one before `end`. */
type FoundNumber = {readonly value: number; readonly end: number; readonly isScaled?: boolean};

/** The words of a text as they are compared. With `joined`, a word that a line end divides is one. */
export function comparedTokens(
	text: string,
	{joined = false, reading = readingOf(text)}: {readonly joined?: boolean; readonly reading?: NumberReading} = {},
): readonly ComparedToken[] {
	const read: ComparedText = {text, tokens: tokensOf(text, joined), reading};
	const compared: ComparedToken[] = [];
	for (let at = 0; at < read.tokens.length;) {
		const mayBegin = beginsValue(wordOf(read, at), reading);
		const {tokens, end} = (mayBegin ? (dateAt(read, at) ?? amountAt(read, at)) : undefined) ?? wordAt(read, at);
		compared.push(...tokens);
		at = end;
	}
	return compared;
}

/** The tokens of a text as they are compared, only their words. */
export const comparedWords = (text: string, reading: NumberReading = readingOf(text)): readonly string[] =>
	comparedTokens(text, {reading}).map(({word}) => word);

/** Whether a text has these words in a row, its numbers read as the text's own are. */
export function hasInARow(text: string, words: string): boolean {
	const reading = readingOf(text);
	const [all, wanted] = [text, words].map(each => ` ${comparedWords(each, reading).join(' ')} `);
	return all?.includes(wanted ?? '') ?? false;
}

const others = [...months.keys(), ...currencies.keys(), ...chineseDigits.keys(), ...articles, '十', '百'];
const beginnings: Readonly<Record<NumberReading, ReadonlySet<string>>> = {
	English: new Set([...others, ...numberWords.English.keys()]),
	continental: new Set([...others, ...numberWords.continental.keys(), ...scaleWords.continental.keys()]),
};
/** Most words begin nothing, which is quick to find out. */
const beginsValue = (word: string, reading: NumberReading): boolean =>
	/\d/u.test(word) || beginnings[reading].has(word) || (reading === 'continental' && germanNumber.test(word));

type Replaced = {readonly tokens: readonly ComparedToken[]; readonly end: number};

/** What all of these tokens are, in one. */
function merged(read: ComparedText, [from, end]: readonly [number, number], word: string): ComparedToken {
	const {text, tokens} = read;
	const [first, last] = [tokens[from], tokens[end - 1]];
	const [start, stopAt] = [first?.start ?? 0, last?.end ?? 0];
	const written = text.slice(start, stopAt).replaceAll(/\s+/gu, ' ');
	return {word, start, end: stopAt, written, ...(last?.stop && isStopped(read, end - 1) && {stop: last.stop})};
}

const wordOf = ({tokens}: ComparedText, at: number): string => tokens[at]?.word ?? '';
const between = ({text, tokens}: ComparedText, at: number): string =>
	text.slice(tokens[at]?.end ?? 0, tokens[at + 1]?.start ?? 0);

/** Words whose full stop ends no sentence. */
const abbreviated = new Set(['mio', 'mrd', 'mn', 'bn']);
const isStopped = (read: ComparedText, at: number): boolean =>
	read.tokens[at]?.stop !== undefined && !(abbreviated.has(wordOf(read, at)) && /^\.\s+$/u.test(between(read, at)));

const percents = new Set(['per cent', 'pour cent', 'por ciento']);

/** A word that is no number, or the sign of what it counts: `dollars` is `$`, `square metres` are `m^2`. */
function wordAt(read: ComparedText, at: number): Replaced {
	const [word, next] = [wordOf(read, at), wordOf(read, at + 1)];
	const as = (sign: string, length: number): Replaced => ({
		tokens: [merged(read, [at, at + length], sign)],
		end: at + length,
	});
	if (percents.has(`${word} ${next}`)) return as('%', 2);
	if (between(read, at) === '^' && /^\d$/u.test(next)) return as(`${word}^${next}`, 2);
	const [power, unit] = [raised[word], units.get(next)];
	if (power !== undefined && unit !== undefined) return as(`${unit}^${power}`, 2);
	const sign = currencies.get(word) ?? units.get(word);
	if (sign !== undefined && sign !== word) return as(sign, 1);
	const token = read.tokens[at];
	return {tokens: token ? [token] : [], end: at + 1};
}

// Amounts: a number in digits or words, with its power, its scale, and the sign of what is counted.

function amountAt(read: ComparedText, at: number): Replaced | undefined {
	const sign = moneySign.test(wordOf(read, at)) ? currencies.get(wordOf(read, at)) : undefined;
	const money = sign === undefined ? undefined : numberAt(read, at + 1, true);
	if (sign !== undefined && money) return withSign(read, at, money, sign);
	const share = chinesePercentAt(read, at);
	if (share) return withSign(read, at, share, '%');
	const found = numberAt(read, at, false);
	return found && {tokens: [asToken(read, at, found)], end: found.end};
}

/** They stand before a number as well. */
const moneySign = /^(?:[$€£¥]|usd|eur|gbp|chf|jpy|cny)$/u;

/** A number whose sign stands before it: the sign is told behind it. Both have all of the place. */
function withSign(read: ComparedText, at: number, found: FoundNumber, sign: string): Replaced {
	const {stop: _, ...number} = asToken(read, at, found);
	const {written: _written, ...counted} = merged(read, [at, found.end], sign);
	return {tokens: [number, counted], end: found.end};
}

const asToken = (read: ComparedText, at: number, {value, end, isScaled}: FoundNumber): ComparedToken => ({
	...merged(read, [at, end], String(Number(value.toPrecision(12)))),
	value,
	...(isScaled && {isScaled}),
});

function numberAt(read: ComparedText, at: number, isMoney: boolean): FoundNumber | undefined {
	const found = digitsAt(read, at) ?? wordsAt(read, at) ?? chineseAt(read, at);
	if (!found) return undefined;
	const raisedTo = powerAt(read, found) ?? found;
	return timesPowerAt(read, raisedTo) ?? scaledAt(read, raisedTo, isMoney) ?? raisedTo;
}

const exactDigits = 15;
const grouped = {
	',': /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u,
	'.': /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/u,
} as const;

/** The value of digits; undefined of what is no number, such as `1.2.3` and `007`. */
function valueOfDigits(written: string, reading: NumberReading): number | undefined {
	const [plain = '', power] = written.split('^');
	const [group, mark] = reading === 'English' ? ([',', '.'] as const) : (['.', ','] as const);
	const isOther = grouped[mark].test(plain) && plain.split(mark).length > 2;
	const groups = grouped[group].test(plain) ? group : isOther ? mark : undefined;
	const digits = (groups === undefined ? plain : plain.replaceAll(groups, '')).replace(',', '.');
	if (!/^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/u.test(digits)) return undefined;
	if (digits.replaceAll(/\D/gu, '').length > exactDigits) return undefined;
	return power === undefined ? Number(digits) : raise(Number(digits), Number(power));
}

/** Of decimal numbers as they are written, so that no digit is lost on the way. */
const raise = (base: number, power: number): number => (base === 10 ? Number(`1e${power}`) : base ** power);

/** Behind these a number is a name: chapter 3.10 is not chapter 3.1. */
const numbered = new Set('version section chapter release abschnitt kapitel chapitre capítulo'.split(' '));

function digitsAt(read: ComparedText, at: number): FoundNumber | undefined {
	if (numbered.has(wordOf(read, at - 1))) return undefined;
	const value = valueOfDigits(wordOf(read, at), read.reading);
	return value === undefined || !Number.isFinite(value) ? undefined : {value, end: at + 1};
}

/** `10^25`, `10 to the 25th`, `ten to the power of minus three`. */
const powerWords = new Set(['hoch', 'puissance']);
function powerAt(read: ComparedText, {value, end}: FoundNumber): FoundNumber | undefined {
	const sign = between(read, end - 1);
	let at = end;
	if (/^\^\{?$/u.test(sign)) return raisedBy(read, value, at);
	if (isStopped(read, end - 1)) return undefined;
	if (powerWords.has(wordOf(read, at))) at += 1;
	else if (wordOf(read, at) === 'to' && wordOf(read, at + 1) === 'the') {
		at += 2;
		if (wordOf(read, at) === 'power' && wordOf(read, at + 1) === 'of') at += 2;
		else if (!/^(?:st|nd|rd|th)$/u.test(wordOf(read, at + 1)) && value !== 10) return undefined;
	} else return undefined;
	return raisedBy(read, value, at);
}

function raisedBy(read: ComparedText, base: number, at: number): FoundNumber | undefined {
	const isMinus = wordOf(read, at) === 'minus';
	const from = isMinus ? at + 1 : at;
	const power = digitsAt(read, from) ?? wordsAt(read, from);
	if (!power || !Number.isInteger(power.value)) return undefined;
	const isOrdinal = /^(?:st|nd|rd|th)$/u.test(wordOf(read, power.end)) && between(read, power.end - 1) === '';
	const value = raise(base, isMinus ? -power.value : power.value);
	return Number.isFinite(value) ? {value, end: isOrdinal ? power.end + 1 : power.end} : undefined;
}

/** `3.2 × 10^25`. */
function timesPowerAt(read: ComparedText, {value, end}: FoundNumber): FoundNumber | undefined {
	const isTimes = /^\s*[×·]\s*$/u.test(between(read, end - 1));
	const at = isTimes ? end : wordOf(read, end) === 'x' ? end + 1 : undefined;
	const ten = at === undefined ? undefined : digitsAt(read, at);
	const power =
		ten && (wordOf(read, ten.end - 1).includes('^') ? ten : ten.value === 10 ? powerAt(read, ten) : undefined);
	const exponent = power && Math.log10(power.value);
	return power && exponent !== undefined && Number.isInteger(exponent)
		? {value: Number(`${value}e${exponent}`), end: power.end}
		: undefined;
}

function scaledAt(read: ComparedText, {value, end}: FoundNumber, isMoney: boolean): FoundNumber | undefined {
	if (isStopped(read, end - 1)) return undefined;
	const token = read.tokens[end];
	const letter = token && read.text.slice(token.start, token.end);
	const prefix = letter !== undefined && between(read, end - 1) === '' ? prefixes[letter] : undefined;
	if (prefix !== undefined && (isMoney || !onlyOfMoney.has(letter ?? '')))
		return {value: value * prefix, end: end + 1, isScaled: true};
	const scale = scaleWords[read.reading].get(wordOf(read, end));
	if (scale === undefined) return undefined;
	const scaled = {value: Number((value * scale).toPrecision(exactDigits)), end: end + 1, isScaled: true};
	return scaledAt(read, scaled, isMoney) ?? scaled;
}

// Numbers in words.

/** How far a number has come: what is settled, and the thousand that is being said. */
type Sum = {readonly settled: number; readonly part: number};

/** A number of one word or several that begins here: `two thousand one hundred and fifty`, `nineteen fifty-six`. */
function wordsAt(read: ComparedText, from: number): FoundNumber | undefined {
	const {reading, tokens} = read;
	let [sum, end]: [Sum, number] = [{settled: 0, part: 0}, from];
	let isScaled = false;
	for (let at = from; at < tokens.length; at++) {
		const word = wordOf(read, at);
		const isJoint = at > from && joints.has(word) && isJoined(read, at);
		const next: Sum | undefined = isJoint ? sum : (scaledSum(read, at, sum, from) ?? addedSum(read, at, sum, from));
		if (next === undefined) break;
		isScaled ||= (scaleWords[reading].get(word) ?? 0) >= 1000;
		sum = next;
		if (!isJoint) end = at + 1;
		if (isStopped(read, at)) break;
	}
	const isArticle = end === from + 1 && articles.has(wordOf(read, from));
	if (end === from || isArticle) return undefined;
	return {value: sum.settled + sum.part, end, ...(isScaled && {isScaled})};
}

const joints = new Set(['and', 'y', 'et', 'und']);

/** `two hundred and five` is one number, `twenty and five` are two; `treinta y uno` is one. */
function isJoined(read: ComparedText, at: number): boolean {
	const {reading} = read;
	const [before, after] = [wordOf(read, at - 1), numberWords[reading].get(wordOf(read, at + 1))];
	if (after === undefined) return false;
	if (reading === 'English') return /^(?:hundred|thousand|million)$/u.test(before);
	return (numberWords[reading].get(before) ?? 0) >= 20 && after < 20;
}

function scaledSum(read: ComparedText, at: number, {settled, part}: Sum, from: number): Sum | undefined {
	const word = wordOf(read, at);
	const scale = scaleWords[read.reading].get(word);
	if (scale === undefined) return undefined;
	if (at === from)
		return isBare(word) ? {settled: scale >= 1000 ? scale : 0, part: scale >= 1000 ? 0 : scale} : undefined;
	if (scale < 1000) return part > 0 && part < 100 ? {settled, part: part * scale} : undefined;
	// `mil millones` is a thousand millions.
	if (part === 0) return settled > 0 && settled < scale ? {settled: settled * scale, part: 0} : undefined;
	return {settled: settled + part * scale, part: 0};
}

/** Scales that are numbers without one before them: `mil`, `cent`, `hundert`. */
const isBare = (word: string): boolean => /^(?:mil|mille|cent|hundert|tausend)$/u.test(word);

function addedSum(read: ComparedText, at: number, {settled, part}: Sum, from: number): Sum | undefined {
	const word = wordOf(read, at);
	const value =
		numberWords[read.reading].get(word) ??
		(read.reading === 'continental' ? germanValue(word) : undefined) ??
		(at === from && articles.has(word) && scaleWords[read.reading].has(wordOf(read, at + 1)) ? 1 : undefined);
	if (value === undefined) return undefined;
	if (at === from) return {settled, part: value};
	const score = frenchScore(word, part, value);
	if (score !== undefined) return {settled, part: score};
	if (value < roomIn(part) || (part === 0 && settled >= 1000)) return {settled, part: part + value};
	// Years are said in two halves.
	const isYear = part >= 11 && part <= 20 && value >= 10 && value < 100 && !joints.has(wordOf(read, at - 1));
	return isYear && read.reading === 'English' ? {settled, part: part * 100 + value} : undefined;
}

/** What may still be added to a number below a thousand. */
const roomIn = (part: number): number =>
	part === 0 || part % 100 === 0 ? 100 : part % 10 === 0 && part % 100 >= 20 ? 10 : 0;

/** `quatre-vingts` is 80, `quatre-vingt-dix` 90 and `soixante et onze` 71. */
function frenchScore(word: string, part: number, value: number): number | undefined {
	if (/^vingts?$/u.test(word) && part % 100 === 4) return part + 76;
	return (part % 100 === 60 || part % 100 === 80) && value >= 10 && value < 20 ? part + value : undefined;
}

const germanNumber = /hundert|tausend|und.*(?:zig|ssig)$/u;
const germanParts = /^(?:(?<thousands>.*?)tausend)?(?:(?<hundreds>.{3,}?)?hundert)?(?:und)?(?<rest>.*)$/u;

/** A number that German writes in one word: `zweihundertfünfundzwanzig`. */
function germanValue(word: string): number | undefined {
	if (!germanNumber.test(word)) return undefined;
	const {thousands, hundreds, rest = ''} = germanParts.exec(word)?.groups ?? {};
	const [, one, ten] = /^(?:(.+)und)?(.+)$/u.exec(rest) ?? [];
	const small = rest === '' ? 0 : germanSmall(ten ?? '') + (one === undefined ? 0 : germanSmall(one));
	const of = (part: string | undefined, sign: string): number =>
		!word.includes(sign) ? 0 : part === undefined || part === '' ? 1 : (germanValue(part) ?? germanSmall(part));
	const value = 1000 * of(thousands, 'tausend') + 100 * of(hundreds, 'hundert') + small;
	return Number.isNaN(value) ? undefined : value;
}

const germanSmall = (word: string): number => numberWords.continental.get(word) ?? Number.NaN;

// Chinese: each sign is a word of its own.

function chineseAt(read: ComparedText, from: number): FoundNumber | undefined {
	let [settled, part, digit, end]: [number, number, number | undefined, number] = [0, 0, undefined, from];
	for (; end < read.tokens.length; end++) {
		const sign = wordOf(read, end);
		const [value, scale] = [chineseDigits.get(sign), chineseScales[sign]];
		if (value !== undefined) digit = digit === undefined || digit === 0 ? value : digit * 10 + value;
		else if (scale === undefined || (end === from && scale !== 10)) break;
		else if (scale < 1e4) [part, digit] = [part + (digit ?? 1) * scale, undefined];
		else [settled, part, digit] = [(settled + part + (digit ?? 0)) * scale, 0, undefined];
		if (isStopped(read, end)) {
			end++;
			break;
		}
	}
	const isArticle = end === from + 1 && articles.has(wordOf(read, from));
	return end === from || isArticle ? undefined : {value: settled + part + (digit ?? 0), end};
}

/** 百分之三十 is 30 %. */
function chinesePercentAt(read: ComparedText, at: number): FoundNumber | undefined {
	if (!['百', '分', '之'].every((sign, place) => wordOf(read, at + place) === sign)) return undefined;
	return digitsAt(read, at + 3) ?? chineseAt(read, at + 3);
}

// Dates: 3 May 2020, May 3, 2020, 3. Mai, 3 de mayo, 2020-05-03, 2020年5月3日, May 2020. Day, month and year are words
// of their own in this order, so that a part of a date stands in it.

/** Where its parts stand; each is one token, and a month may be any that names it. */
type FoundDate = {readonly day?: number; readonly month: number; readonly year?: number; readonly end: number};

function dateAt(read: ComparedText, at: number): Replaced | undefined {
	const found = numericDateAt(read, at) ?? dayFirstAt(read, at) ?? monthFirstAt(read, at) ?? monthAloneAt(read, at);
	if (!found) return undefined;
	const {stop, ...whole} = merged(read, [at, found.end], '');
	const partAt = (place: number | undefined, word: (written: string) => string): ComparedToken[] => {
		const token = place === undefined ? undefined : read.tokens[place];
		if (!token) return [];
		return [{...whole, word: word(token.word), written: read.text.slice(token.start, token.end)}];
	};
	const tokens = [
		...partAt(found.day, day => String(Number(day))),
		...partAt(found.month, month => `month-${monthOf(month)}`),
		...partAt(found.year, year => year).map(token => ({...token, value: Number(token.word)})),
	];
	return {
		tokens: tokens.map((token, place) => (stop && place === tokens.length - 1 ? {...token, stop} : token)),
		end: found.end,
	};
}

const monthOf = (word: string): number | undefined =>
	months.get(word) ?? (/^(?:0?[1-9]|1[0-2])$/u.test(word) ? Number(word) : undefined);
const isDay = (word: string): boolean => /^(?:0?[1-9]|[12]\d|3[01])$/u.test(word);
const isYear = (word: string): boolean => /^[12]\d{3}$/u.test(word);
const isEnding = (read: ComparedText, at: number): boolean =>
	/^(?:st|nd|rd|th|er)$/u.test(wordOf(read, at)) && between(read, at - 1) === '';

function numericDateAt(read: ComparedText, at: number): FoundDate | undefined {
	if (!isYear(wordOf(read, at))) return undefined;
	const isChinese = wordOf(read, at + 1) === '年' && wordOf(read, at + 3) === '月';
	if (!isChinese && (between(read, at) !== '-' || between(read, at + 1) !== '-')) return undefined;
	const [month, day] = isChinese ? [at + 2, at + 4] : [at + 1, at + 2];
	if (monthOf(wordOf(read, month)) === undefined || !isDay(wordOf(read, day))) return undefined;
	const isClosed = isChinese && /^[日号]$/u.test(wordOf(read, day + 1));
	return {year: at, month, day, end: isClosed ? day + 2 : day + 1};
}

function dayFirstAt(read: ComparedText, at: number): FoundDate | undefined {
	if (!isDay(wordOf(read, at))) return undefined;
	const last = isEnding(read, at + 1) ? at + 1 : at;
	if (isStopped(read, last) && between(read, last).trim() !== '.') return undefined;
	const month = /^(?:of|de)$/u.test(wordOf(read, last + 1)) ? last + 2 : last + 1;
	return months.has(wordOf(read, month)) ? {day: at, month, ...yearAfter(read, month)} : undefined;
}

/** English writes months with a capital: `they may 3 times` has none. */
function isMonth(read: ComparedText, at: number): boolean {
	if (!months.has(wordOf(read, at))) return false;
	return read.reading === 'continental' || /^\p{Lu}/u.test(read.text.slice(read.tokens[at]?.start ?? 0));
}

function monthFirstAt(read: ComparedText, at: number): FoundDate | undefined {
	const isShort = between(read, at).trim() === '.';
	if (!isMonth(read, at) || (isStopped(read, at) && !isShort)) return undefined;
	const day = wordOf(read, at + 1) === 'the' ? at + 2 : at + 1;
	if (!isDay(wordOf(read, day))) return undefined;
	return {day, month: at, ...yearAfter(read, isEnding(read, day + 1) ? day + 1 : day)};
}

/** A month without a day. `May` and `March` are words as well: there a year or a preposition tells. */
function monthAloneAt(read: ComparedText, at: number): FoundDate | undefined {
	if (!isMonth(read, at)) return undefined;
	const {year, end} = yearAfter(read, at);
	const isSure =
		year !== undefined || !/^(?:may|mar|march)$/u.test(wordOf(read, at)) || isIn.test(wordOf(read, at - 1));
	return isSure ? {month: at, ...(year !== undefined && {year}), end} : undefined;
}

const isIn = /^(?:in|on|by|of|since|until|till|from|to|last|next|this|early|late|mid|before|after|during)$/u;

/** The year behind a day or a month, and the place behind it. */
function yearAfter(read: ComparedText, last: number): Pick<FoundDate, 'year' | 'end'> {
	const isApart = isStopped(read, last) && !/^\.?,?\s*$/u.test(between(read, last));
	const at = /^(?:de|del)$/u.test(wordOf(read, last + 1)) ? last + 2 : last + 1;
	return !isApart && isYear(wordOf(read, at)) ? {year: at, end: at + 1} : {end: last + 1};
}
