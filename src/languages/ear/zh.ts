/** Chinese, read aloud: abbreviations, units, sums of money and figures as its speakers say them. */
import {fromRoman, romanNumber, type Language, type SpokenForm} from '../language.ts';

const same = (name: string): readonly [string, string] => [name, name];

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
	code: 'zh',
	figures,
	chess: {
		pieces: {K: '王', Q: '后', R: '车', B: '象', N: '马'},
		takes: '吃',
		check: '将军',
		mate: '将杀',
		becomes: '升变为',
		castles: ['王车短易位', '王车长易位'],
	},
	isUnspaced: true,
	before: {'%': '百分之', '‰': '千分之'},
	abbreviations: [],
	units: {
		ms: same('毫秒'),
		s: same('秒'),
		min: same('分钟'),
		h: same('小时'),
		mm: same('毫米'),
		cm: same('厘米'),
		m: same('米'),
		km: same('公里'),
		'km/h': same('公里每小时'),
		mg: same('毫克'),
		g: same('克'),
		kg: same('公斤'),
		t: same('吨'),
		l: same('升'),
		L: same('升'),
		ml: same('毫升'),
		'm²': same('平方米'),
		'km²': same('平方公里'),
		'm³': same('立方米'),
		ha: same('公顷'),
		'°C': same('摄氏度'),
		'℃': same('摄氏度'),
		'°F': same('华氏度'),
		'°': same('度'),
		kB: same('千字节'),
		KB: same('千字节'),
		MB: same('兆字节'),
		GB: same('吉字节'),
		TB: same('太字节'),
		Hz: same('赫兹'),
		kHz: same('千赫'),
		MHz: same('兆赫'),
		GHz: same('吉赫'),
		W: same('瓦'),
		kW: same('千瓦'),
		MW: same('兆瓦'),
		GW: same('吉瓦'),
		kWh: same('千瓦时'),
		V: same('伏'),
		dB: same('分贝'),
		'%': same('百分之'),
		'‰': same('千分之'),
	},
	currencies: {
		$: same('美元'),
		USD: same('美元'),
		'€': same('欧元'),
		EUR: same('欧元'),
		'£': same('英镑'),
		'¥': same('元'),
		'￥': same('元'),
		CNY: same('元'),
		RMB: same('元'),
		CHF: same('瑞士法郎'),
	},
	multipliers: {k: '千', K: '千', M: '百万', B: '十亿', bn: '十亿', 万: '万', 亿: '亿', x: '倍'},
	decimal: '.',
	group: ',',
	words: {
		minus: '负',
		plus: '加',
		plusMinus: '正负',
		by: '乘',
		dividedBy: '除以',
		ratio: '比',
		squared: '的平方',
		cubed: '的立方',
		version: '版本',
		versionPoint: '点',
		to: '到',
		times: '乘以',
		power: '的次方',
		percent: '百分之',
		per: '每',
		about: '大约',
		equals: '等于',
		differs: '不等于',
		less: '小于',
		more: '大于',
		atMost: '至多',
		atLeast: '至少',
		and: '和',
		or: '或',
		line: '行',
		dot: '点',
		section: '第',
		number: '第',
		question: '问题',
		answer: '回答',
		point: '要点',
		quarter: '季度',
		someCode: '文字稿中的代码',
		code: '这里有一段代码，见文字稿。',
	},
	ordinals: ['第一', '第二', '第三', '第四', '第五', '第六', '第七', '第八', '第九', '第十'],
};
