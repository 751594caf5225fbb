/** Numbers, units, sums of money, dates and signs in words, where a voice would say them wrong or not at all. */
import type {Language} from '../../languages/ear/language.ts';

const digits = String.raw`\d+(?:[.,]\d+)*`;
const space = String.raw`[ \u00A0\u202F]?`;

/** Text with its figures as the language says them. Digits stay digits where any voice reads them right. */
export function spokenFigures(text: string, language: Language): string {
	if (!/[\d≤≥≠≈→×÷=<>§#%&°€£$¥]/u.test(text)) return text;
	const said = [dates, grouping, money, units, ranges, signs].reduce(
		(before, rule) => rule(before, language),
		language.isUnspaced ? setApart(text) : text,
	);
	return language.isUnspaced ? joinedAgain(said) : said;
}

/** Figures as words of their own, without commas between thousands: voices of such a language stumble over them. */
const setApart = (text: string): string =>
	text
		.replace(/(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d])/gu, number => number.replaceAll(',', ''))
		.replace(/(?<![A-Za-z\d.])(\d+(?:\.\d+)?)\s?(k|K|M|mn|bn|B)(?![A-Za-z\d])/gu, inTenThousands)
		.replace(
			/(?<=\p{Script=Han})(?=[\d$€£¥￥+−-])|(?<=\d[A-Za-z°℃²³/]{1,5})(?=\p{Script=Han})|(?<=[\d%‰])(?=\p{Script=Han})/gu,
			' ',
		);

const factors: Readonly<Record<string, number>> = {k: 1e3, K: 1e3, M: 1e6, mn: 1e6, bn: 1e9, B: 1e9};

/** Such languages count in ten thousands and their square: `1.2bn` is 12亿. */
function inTenThousands(_all: string, number: string, factor: string): string {
	const value = Number(number) * (factors[factor] ?? 1);
	const [unit, name] = value >= 1e8 ? [1e8, '亿'] : value >= 1e4 ? [1e4, '万'] : [1, ''];
	return `${Number((value / unit).toFixed(4))}${name}`;
}

const joinedAgain = (text: string): string =>
	text.replace(/(?<=[\d\p{Script=Han}，。；：！？]) +(?=[\d\p{Script=Han}])/gu, '');

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

/** Groups of three set apart by `_` or a blank get the language's own sign; a minus is said. */
function grouping(text: string, {group, words}: Language): string {
	return text
		.replace(/(?<![\w.])\d{1,3}(?:[_\u00A0\u202F']\d{3})+(?![\w])/gu, number =>
			number.replace(/[_\u00A0\u202F']/gu, group),
		)
		.replace(/(?<=^|[\s([=<>≤≥≈])[-−](?=\d)/gmu, `${words.minus} `)
		.replace(/(?<=^|[\s([])\+(?=\d)/gmu, `${words.plus} `)
		.replace(/(?<=^|[\s(])[~≈]\s?(?=\d)/gmu, `${words.about} `);
}

const isOne = (number: string): boolean => /^1(?:[.,]0+)?$/u.test(number);

/** `$1.2bn` is `1.2 billion dollars`. */
function money(text: string, {code, currencies, multipliers: all, ofMoney}: Language): string {
	// Behind a sum, m is no metre.
	const multipliers = all['M'] === undefined ? all : {m: all['M'], ...all};
	const sign = alternatives(Object.keys(currencies));
	const times = alternatives(Object.keys(multipliers));
	const said = (number: string, factor: string | undefined, currency: string): string => {
		const [one, several] = currencies[currency] ?? [currency, currency];
		const many = factor === undefined ? '' : ` ${multipliers[factor] ?? factor}`;
		const name = isOne(number) && many === '' ? one : several;
		const link = ofMoney !== undefined && /million|milliard|millones/u.test(many) ? linkTo(name, ofMoney, code) : '';
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

/** French has `d’euros`, Spanish `de euros`. */
const linkTo = (name: string, link: string, code: string): string =>
	code === 'fr' && /^[aeiou]/u.test(name) ? `${link.slice(0, -1)}’` : `${link} `;

/** `60.6 s` is `60.6 seconds`, `10k` is `10 thousand`, `3x` is `3 times`. */
function units(text: string, {units: known, multipliers, words, before = {}}: Language): string {
	const unit = alternatives(Object.keys(known));
	const times = alternatives(Object.keys(multipliers));
	const range = String.raw`(?:\s?[-–]\s?${digits})?`;
	const measured = new RegExp(`(?<![\\p{L}\\d.,])(${digits}${range})${space}(${unit})(?![\\p{L}\\d²³/])`, 'gu');
	return text
		.replace(measured, (_all, number: string, symbol: string) => {
			const [one, several] = known[symbol] ?? [symbol, symbol];
			if (before[symbol] !== undefined) return `${before[symbol]}${number}`;
			return `${number} ${isOne(number) ? one : several}`;
		})
		.replace(
			new RegExp(`(?<![\\p{L}\\d.,])(${digits})(${times})(?![\\p{L}\\d])`, 'gu'),
			(_all, number: string, factor: string) => `${number} ${multipliers[factor] ?? factor}`,
		)
		.replace(
			new RegExp(`(?<![\\p{L}\\d.,])(${digits})\\s?[x×](?=[\\s.,;:)!?]|$)(?!\\s?\\d)`, 'gmu'),
			`$1 ${words.times}`,
		);
}

/** `5–10` is `5 to 10`; not where it may be a date, a telephone number or a sum. */
const ranges = (text: string, {words}: Language): string =>
	text
		.replace(new RegExp(`(?<![\\p{L}\\d.,–-])(${digits})\\s?–\\s?(${digits})(?![\\d–-])`, 'gu'), `$1 ${words.to} $2`)
		.replace(new RegExp(`(?<![\\p{L}\\d.,–-])(${digits})-(${digits})(?![\\d–-]|\\p{L})`, 'gu'), `$1 ${words.to} $2`);

const signs = (text: string, {words}: Language): string =>
	text
		.replace(/(?<=\d)\s?[×*]\s?(?=\d)/gu, ` ${words.times} `)
		.replace(/(?<=[\d\p{L}])\^(?=\d)/gu, ` ${words.power} `)
		.replace(/\s*≤\s*|\s<=\s/gu, ` ${words.atMost} `)
		.replace(/\s*≥\s*|\s>=\s/gu, ` ${words.atLeast} `)
		.replace(/\s*≠\s*|\s!==?\s/gu, ` ${words.differs} `)
		.replace(/\s={1,3}\s/gu, ` ${words.equals} `)
		.replace(/(?<=\d)\s?\+\s?(?=\d)/gu, ` ${words.plus} `)
		.replace(/(?<=\d)\s[-−]\s(?=\d)/gu, ` ${words.minus} `)
		.replace(/\s<\s(?=\d)/gu, ` ${words.less} `)
		.replace(/\s>\s(?=\d)/gu, ` ${words.more} `)
		.replace(/§+\s?(?=\d)/gu, `${words.section} `)
		.replace(/(?<![\p{L}\d&])#(?=\d)/gu, `${words.number} `)
		.replace(/\s&\s/gu, ` ${words.and} `);

/** The longest first, so that `km/h` is not read as `km`. */
const alternatives = (symbols: readonly string[]): string =>
	symbols
		.toSorted((one, other) => other.length - one.length)
		.map(symbol => symbol.replaceAll(/[$.*+?^()[\]{}|\\/]/gu, String.raw`\$&`))
		.join('|');
