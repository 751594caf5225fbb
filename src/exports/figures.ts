/** Numbers, units, sums of money, dates and signs in words, where a voice would say them wrong or not at all. */
import {memoizeRecent} from '../debate/fold.ts';
import {escapePattern} from '../debate/text/words.ts';
import {fromRoman, saidIn, type Language} from '../languages/language.ts';

const digits = String.raw`\d+(?:[.,]\d+)*`;
const space = String.raw`[ \u00A0\u202F]?`;

/** Text with its figures as the language says them. Digits stay digits where any voice reads them right. */
export function spokenFigures(text: string, language: Language): string {
	if (!/[\dⅠ-Ⅻⅰ-ⅻ≤≥≠≈→×÷=<>§#%&°€£$¥½⅓⅔¼¾⅛²³±₂]|[IVX](?:[IVX]|er?(?!\p{L})|re(?!\p{L}))|O[-(]/u.test(text)) return text;
	const said = [
		numerals,
		dates,
		chess,
		ownFigures,
		versions,
		grouping,
		money,
		units,
		ranges,
		signs,
		lastFigures,
	].reduce((before, rule) => rule(before, language), language.isUnspaced ? setApart(text) : text);
	return language.isUnspaced ? joinedAgain(said) : said;
}

/** Numerals that are one sign: letters behind a name, as rules of a language know them, else figures. */
const numerals = (text: string): string =>
	text.replace(/(?<name>\p{Lu}\p{L}+\s)?(?<sign>[Ⅰ-Ⅻⅰ-ⅻ])/gu, (_all, name: string | undefined, sign: string) => {
		const letters = sign.normalize('NFKC').toUpperCase();
		return name === undefined ? String(fromRoman(letters)) : `${name}${letters}`;
	});

const ownFigures = (text: string, {figures}: Language): string => saidIn(text, figures);
const lastFigures = (text: string, {figuresInWords = []}: Language): string => saidIn(text, figuresInWords);

/** Figures as words of their own, without commas between thousands: voices of such a language stumble over them. */
const setApart = (text: string): string =>
	text
		.replace(/(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d])/gu, number => number.replaceAll(',', ''))
		.replace(/(?<![A-Za-z\d.])([248])K(?=\s?(?:视频|电视|屏|分辨率|画质|超高清|显示))/gu, `$1${border}K`)
		.replace(/(?<=[$€£¥￥]\s?)(\d+(?:\.\d+)?)()m(?![A-Za-z\d])/gu, inTenThousands)
		.replace(/(?<![A-Za-z\d.])(\d+(?:\.\d+)?)\s?(k|K|M|mn|bn|B)(?![A-Za-z\d])/gu, inTenThousands)
		.replace(/(?<=\p{Script=Han})(?=[A-Za-z])|(?<=[A-Za-z°℃²³#]|\d[万亿])(?=\p{Script=Han})/gu, border)
		.replace(/(?<=\p{Script=Han})(?=[\d$€£¥￥+−-])|(?<=[\d%‰])(?=\p{Script=Han})/gu, ' ');

/** Stands between scripts while the rules look for words, and is taken out again. */
const border = '\u2060';

const factors: Readonly<Record<string, number>> = {k: 1e3, K: 1e3, M: 1e6, mn: 1e6, bn: 1e9, B: 1e9};

/** Such languages count in ten thousands and their square: `1.2bn` is 12亿. */
function inTenThousands(_all: string, number: string, factor: string): string {
	const value = Number(number) * (factors[factor] ?? 1e6);
	const [unit, name] = value >= 1e8 ? [1e8, '亿'] : value >= 1e4 ? [1e4, '万'] : [1, ''];
	return `${Number((value / unit).toFixed(4))}${name}`;
}

const joinedAgain = (text: string): string =>
	text
		.replaceAll(border, '')
		.replace(
			/(?<=[\d\p{Script=Han}，。；：！？]) +(?=[\d\p{Script=Han}])| +(?=的平方|的立方)|(?<=\p{Script=Han}) +(?=[a-h][1-8](?!\d))/gu,
			'',
		)
		.replace(/(?<=\p{Script=Han}), (?=\p{Script=Han})|(?<=[a-h][1-8]), (?=\p{Script=Han})/gu, '，');

/** `2026-11-22` as the language writes a date out. */
const dates = (text: string, {code}: Language): string =>
	text.replace(/(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?![\d-])/gu, (given, year: string, month: string, day: string) => {
		const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
		if (date.getUTCMonth() !== Number(month) - 1) return given;
		return date.toLocaleDateString(code === 'en' ? 'en-GB' : code, {
			day: 'numeric',
			month: 'long',
			year: 'numeric',
			timeZone: 'UTC',
		});
	});

/** Moves as players write them: `Nf3`, `exd5+`, `O-O`; English letters count where the language has no such piece. */
function chess(text: string, {chess: {pieces, takes, check, mate, castles, becomes}}: Language): string {
	const letters = Object.keys(pieces).join('');
	const ending = (sign: string | undefined): string => (sign === '+' ? `, ${check}` : sign === '#' ? `, ${mate}` : '');
	return text
		.replace(/(?<![\p{L}\d-])[O0]-[O0](-[O0])?(?![\p{L}\d-])/gu, (_all, long?: string) => castles[long ? 1 : 0])
		.replace(
			new RegExp(`(?<![\\p{L}\\d])([${letters}])([a-h]?[1-8]?)(x?)([a-h][1-8])([+#]?)(?![\\p{L}\\d])`, 'gu'),
			(_all, piece: string, from: string, x: string, to: string, sign: string) =>
				`${[pieces[piece], from, x && takes, to].filter(Boolean).join(' ')}${ending(sign)}`,
		)
		.replace(
			new RegExp(`(?<![\\p{L}\\d])(?:([a-h])(x))?([a-h][1-8])(?:=([${letters}]))?([+#]?)(?![\\p{L}\\d])`, 'gu'),
			(all, from: string | undefined, _x, to: string, piece: string | undefined, sign: string) =>
				from === undefined && piece === undefined && sign === ''
					? all
					: `${[from, from && takes, to, piece && `${becomes} ${pieces[piece]}`].filter(Boolean).join(' ')}${ending(sign)}`,
		);
}

/** `v1.2.3` is `version 1 point 2 point 3`; voices take the second full stop for the end of a sentence. */
const versions = (text: string, {words}: Language): string =>
	text
		.replace(/(?<![\p{L}\d.])v\.?\s?(?=\d+(?:\.\d+)*(?![\p{L}\d]))/gu, `${words.version} `)
		.replace(/(?<![\p{L}\d.,-])(?:\d{1,2}(?:\.\d{1,3}){2}|\d{1,3}(?:\.\d{1,3}){3,})(?![\d,]|\.\d|\p{L})/gu, number =>
			/^\d{1,2}(?:\.\d{3})+$/u.test(number) ? number : number.split('.').join(` ${words.versionPoint} `),
		);

/** Groups of three set apart by `_` or a blank get the language's own sign; a minus is said. */
function grouping(text: string, {group, words}: Language): string {
	return text
		.replace(/(?<![\w.])\d{1,3}(?:[_\u00A0\u202F']\d{3})+(?![\w])/gu, number =>
			number.replace(/[_\u00A0\u202F']/gu, group),
		)
		.replace(/(?<=^|[\s(]|\d|\p{Script=Han})\s?±\s?(?=\d)/gmu, ` ${words.plusMinus} `)
		.replace(/(?<=^|[\s([=<>≤≥≈])[-−](?=[\d$€£¥])/gmu, `${words.minus} `)
		.replace(/(?<=^|[\s([])\+(?=[\d$€£¥])/gmu, `${words.plus} `)
		.replace(/(?<=^|[\s(])[~≈]\s?(?=[\d$€£¥])/gmu, `${words.about} `)
		.replace(/(?<=^|[\s(])<\s?(?=[\d$€£¥])/gmu, `${words.less} `)
		.replace(/(?<=^|[\s(])>\s?(?=[\d$€£¥])/gmu, `${words.more} `);
}

const isOne = (number: string, {one = /^1(?:[.,]0+)?$/u}: Language): boolean => one.test(number);

/** `$1.2bn` is `1.2 billion dollars`, `$3.50` is `3 dollars 50`. */
function money(text: string, language: Language): string {
	const {code, currencies, multipliers: all, ofMoney, decimal, coins = {}, coinLink = ' '} = language;
	// Behind a sum, m is no metre.
	const multipliers = all['M'] === undefined ? all : {m: all['M'], ...all};
	const sign = alternatives(Object.keys(currencies));
	const times = alternatives(Object.keys(multipliers));
	const inCoins = (number: string, currency: string): string | undefined => {
		const [large, small = ''] = number.split(decimal);
		const coin = coins[currency];
		if (coin === undefined || large === undefined || !/^\d\d$/u.test(small) || !/^\d+$/u.test(large)) return undefined;
		const count = Number(small);
		const coinName = coin[count === 1 ? 0 : 1];
		if (Number(large) === 0) return count === 0 ? undefined : `${count} ${coinName}`;
		const name = currencies[currency]?.[large === '1' ? 0 : 1] ?? currency;
		if (count === 0) return `${large} ${name}`;
		return `${large} ${name}${coinLink}${count < 10 ? `${count} ${coinName}` : small}`;
	};
	const said = (number: string, factor: string | undefined, currency: string): string => {
		const whole = factor === undefined ? inCoins(number, currency) : undefined;
		if (whole !== undefined) return whole;
		const [one, several] = currencies[currency] ?? [currency, currency];
		const many = factor === undefined ? '' : ` ${manyOf(number, multipliers[factor] ?? factor, language)}`;
		const name = isOne(number, language) && many === '' ? one : several;
		const link = ofMoney !== undefined && /milli|mill[oó]n/u.test(many) ? linkTo(name, ofMoney, code) : '';
		return `${number}${many} ${link}${name}`;
	};
	const before = new RegExp(`(?<![\\w$])(${sign})${space}(${digits})(?:${space}(${times})(?![\\p{L}]))?`, 'gu');
	const after = new RegExp(`(?<![\\w.,])(${digits})(?:${space}(${times}))?${space}(${sign})(?![\\p{L}\\d])`, 'gu');
	return text
		.replace(before, (_all, currency: string, number: string, factor?: string) => said(number, factor, currency))
		.replace(after, (_all, number: string, factor: string | undefined, currency: string) =>
			said(number, factor, currency),
		);
}

/** One million, several millions, where the language tells them apart. */
const manyOf = (number: string, many: string, language: Language): string =>
	isOne(number, language) ? (language.oneMany?.[many] ?? many) : many;

/** French has `d’euros`, Spanish `de euros`. */
const linkTo = (name: string, link: string, code: string): string =>
	code === 'fr' && /^[aeiou]/u.test(name) ? `${link.slice(0, -1)}’` : `${link} `;

/** What `units` looks for, made once a language. */
const unitPatterns = memoizeRecent(({units: known, multipliers, currencies}: Language) => {
	const unit = alternatives(Object.keys(known));
	const long = alternatives(Object.keys(known).filter(symbol => /^\p{L}{2,}$/u.test(symbol)));
	const times = alternatives(Object.keys(multipliers));
	const range = String.raw`(?:\s?[-–]\s?${digits})?`;
	const names = alternatives([...Object.values(known), ...Object.values(currencies)].flat());
	return {
		joined: new RegExp(`(?<![\\p{L}\\d.,-])(${digits})-(${long})(?=[\\s-]\\p{L})`, 'gu'),
		measured: new RegExp(`(?<![\\p{L}\\d.,])(${digits}${range})${space}(${unit})(?![\\p{L}\\d²³])`, 'gu'),
		// What hangs on a name is part of it: Llama-3.1-8B.
		multiplied: new RegExp(`(?<![\\p{L}\\d.,]|\\p{L}[\\p{L}\\d.-]*-)(${digits})(${times})(?![\\p{L}\\d])`, 'gu'),
		per: new RegExp(`(?<=\\d.{0,24}(?:${names}))\\s?/\\s?(\\p{L}+)(?![\\p{L}/])`, 'gu'),
	};
});

/** `60.6 s` is `60.6 seconds`, `10k` is `10 thousand`, `3x` is `3 times`. */
function units(text: string, language: Language): string {
	const {units: known, multipliers, words, before = {}} = language;
	const {joined, measured, multiplied, per} = unitPatterns(language);
	return text
		.replace(joined, (_all, number: string, symbol: string) => `${number}-${known[symbol]?.[0] ?? symbol}`)
		.replace(measured, (_all, number: string, symbol: string) => {
			const [one, several] = known[symbol] ?? [symbol, symbol];
			if (before[symbol] !== undefined) return `${before[symbol]}${number}`;
			return `${number} ${isOne(number, language) ? one : several}`;
		})
		.replace(/(?<!\d\s?)(?<!\p{L})(?:k?m²|m³)(?!\p{L})/gu, symbol => known[symbol]?.[0] ?? symbol)
		.replace(
			multiplied,
			(_all, number: string, factor: string) => `${number} ${manyOf(number, multipliers[factor] ?? factor, language)}`,
		)
		.replace(per, (_all, symbol: string) => ` ${words.per} ${known[symbol]?.[0] ?? symbol}`)
		.replace(
			new RegExp(`(?<![\\p{L}\\d.,])(${digits})\\s?[x×](?=[\\s.,;:)!?]|$)(?!\\s?\\d)`, 'gmu'),
			`$1 ${words.times}`,
		);
}

/** A number in brackets, or behind a plus, goes on as a telephone number does: that is no range. */
const rangePatterns = memoizeRecent(({words}: Language) => {
	const dialled = String.raw`\(\d{2,5}\)\s?|(?:\+|${words.plus} )\d[\d\s]{1,14}`;
	const from = String.raw`(?<![\p{L}\d.,–-]|${dialled})(${digits})`;
	return [
		new RegExp(String.raw`${from}\s?–\s?(${digits})(?![\d–-])`, 'gu'),
		new RegExp(String.raw`${from}-(${digits})(?![\d–-]|\p{L})`, 'gu'),
	];
});

/** `5–10` is `5 to 10`; not where it may be a date, a telephone number or a sum. */
const ranges = (text: string, language: Language): string =>
	rangePatterns(language)
		.reduce((said, pattern) => said.replace(pattern, `$1 ${language.words.to} $2`), text)
		.replace(
			/(?<![\p{L}\d:.,])(\d{1,3}):(\d{1,2})(?![\d:]|\s?(?:am|pm|a\.m|p\.m|Uhr|h)(?!\p{L}))/gu,
			(all, one, other) =>
				/^\d\d$/u.test(String(other)) && !/^(\d\d):\1$/u.test(all) ? all : `${one} ${language.words.ratio} ${other}`,
		);

const signs = (text: string, {words}: Language): string =>
	text
		.replace(/(?<=\d)\s?x\s?(?=\d)/gu, ` ${words.by} `)
		.replace(/(?<=\d)\s?[×*]\s?(?=\d)/gu, ` ${words.times} `)
		.replace(/(?<=\d)\s?÷\s?(?=\d)/gu, ` ${words.dividedBy} `)
		.replace(/(?<=[\d\p{L})])\^2(?!\d)|(?<=(?<!\p{L})[a-ln-zA-Z\d)])²/gu, ` ${words.squared}`)
		.replace(/(?<=[\d\p{L})])\^3(?!\d)|(?<=(?<!\p{L})[a-ln-zA-Z\d)])³/gu, ` ${words.cubed}`)
		.replace(/(?<=[\d\p{L}])\^[-−](?=\d)/gu, ` ${words.power} ${words.minus} `)
		.replace(/(?<=[\d\p{L}])\^(?=\d)/gu, ` ${words.power} `)
		.replace(/[₀-₉]/gu, sign => String.fromCharCode(sign.charCodeAt(0) - 0x20_50))
		.replace(/(?<!\p{L})([CF])#(?!\w)/gu, '$1 sharp')
		.replace(/(?<!\p{L})C\+\+(?!\w)/gu, 'C plus plus')
		.replace(/\s*≤\s*|\s<=\s/gu, ` ${words.atMost} `)
		.replace(/\s*≥\s*|\s>=\s/gu, ` ${words.atLeast} `)
		.replace(/\s*≠\s*|\s!==?\s/gu, ` ${words.differs} `)
		.replace(/\s={1,3}\s/gu, ` ${words.equals} `)
		.replace(/(?<=\d)\s?\+\s?(?=\d)/gu, ` ${words.plus} `)
		.replace(/(?<=\d)\s[-−]\s(?=\d)/gu, ` ${words.minus} `)
		.replace(/\s<\s(?=\d)/gu, ` ${words.less} `)
		.replace(/\s>\s(?=\d)/gu, ` ${words.more} `)
		.replace(
			new RegExp(`(${escapePattern(words.section)}\\s)?§+\\s?(?=\\d)`, 'giu'),
			(_all, said?: string) => said ?? `${words.section} `,
		)
		.replace(/(?<![\p{L}\d&])#(?=\d)/gu, `${words.number} `)
		.replace(/\s&\s/gu, ` ${words.and} `);

/** The longest first, so that `km/h` is not read as `km`. */
const alternatives = (symbols: readonly string[]): string =>
	symbols
		.toSorted((one, other) => other.length - one.length)
		.map(escapePattern)
		.join('|');
