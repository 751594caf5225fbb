/** Chinese, read aloud: abbreviations, units, sums of money and figures as its speakers say them. */
import chinese from '../../../data/languages/zh.json' with {type: 'json'};
import {EarWords, fromRoman, romanNumber, type Language, type SpokenForm} from '../language.ts';

const numerals = Array.from('零一二三四五六七八九');
/** From 0 to 99. */
const inNumerals = (number: number): string => {
	const [tens, ones] = [Math.floor(number / 10), number % 10];
	if (tens === 0) return numerals[ones] ?? '';
	return `${tens === 1 ? '' : numerals[tens]}十${ones === 0 ? '' : numerals[ones]}`;
};

const vulgar: Readonly<Record<string, string>> = {
	'½': '二分之一',
	'¼': '四分之一',
	'¾': '四分之三',
	'⅓': '三分之一',
	'⅔': '三分之二',
};

const figures: readonly SpokenForm[] = [
	[
		/(?<![\d/])((?:19|20)\d\d)\/(\d{1,2})\/(\d{1,2})(?![\d/])/gu,
		(_all, year, month, day) => `${year}年${Number(month)}月${Number(day)}日`,
	],
	[
		/(?<![\d.])((?:19|20)\d\d)\.(\d{1,2})\.(\d{1,2})(?![\d.])/gu,
		(_all, year, month, day) => `${year}年${Number(month)}月${Number(day)}日`,
	],
	[/(?<![\d.])((?:1[5-9]|20)\d0)s(?![A-Za-z\d])/gu, '$1年代'],
	[
		/(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/gu,
		(_all, hour, minute) =>
			`${Number(hour)}点${minute === '00' ? '' : `${Number(minute) < 10 ? '零' : ''}${Number(minute)}分`}`,
	],
	[/(?<![\d:])(\d{1,3}):(\d)(?![\d:])/gu, '$1比$2'],
	[
		/(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/])/gu,
		(all, above, below) =>
			Number(above) < Number(below) ? `${inNumerals(Number(below))}分之${inNumerals(Number(above))}` : all,
	],
	[/(?<![\d/.])24\/7(?![\d/])/gu, '全天候'],
	[/[½¼¾⅓⅔]/gu, sign => vulgar[sign] ?? sign],
	[
		new RegExp(String.raw`(?<=第[\s\u2060]?)(${romanNumber})(?![A-Za-z])`, 'gu'),
		(_all, number = '') => inNumerals(fromRoman(number)),
	],
	[
		new RegExp(
			String.raw`(?<=(?:路易|亨利|查理|拿破仑|伊丽莎白|乔治|威廉|腓力|庇护|约翰·保罗|爱德华)[\s\u2060]?)(${romanNumber})(?![A-Za-z])`,
			'gu',
		),
		(_all, number = '') => `${inNumerals(fromRoman(number))}世`,
	],
	[/(?<![A-Za-z])No\.\s?(\d+)/giu, '第$1号'],
	[/(?<![\d.])(\d+)\s?\+(?=\s?(?:\p{Script=Han}|[，。；、）]|$))/gu, '$1以上'],
	[/(?<=\p{Script=Han}|\d)\/(?=[年月日天周人次吨个件])/gu, '每'],
	[
		/(?<=[\d%]\s?)(?:-|–|—|~|～)(?=\s?\d+(?:\.\d+)?\s?(?:%|年|月|日|岁|人|个|小时|分钟|倍|点|天|周|次|米|公里|元|亿|万))/gu,
		' 到 ',
	],
];

/** Chinese sets no blanks between words, and says a percentage before its number. */
export const chineseEarWords: Language = {
	...EarWords.parse(chinese.ear),
	figures,
	abbreviations: [],
};
