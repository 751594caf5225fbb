/** French, read aloud: abbreviations, units, sums of money and figures as its speakers say them. */
import {beforeNumber, fromRoman, romanNumber, same, whole, type Language, type SpokenForm} from '../language.ts';
import {frenchBothForms} from './both-forms.ts';

const ordinals =
	'premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième vingt-et-unième'.split(
		' ',
	);
const ordinal = (number: number): string => ordinals[number - 1] ?? `${number}e`;

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');
const fractionNames: Readonly<Record<string, string>> = {
	3: 'tiers',
	4: 'quart',
	5: 'cinquième',
	6: 'sixième',
	8: 'huitième',
	10: 'dixième',
};
const above: Readonly<Record<string, string>> = {
	1: 'un',
	2: 'deux',
	3: 'trois',
	4: 'quatre',
	5: 'cinq',
	7: 'sept',
	9: 'neuf',
};
const vulgar: Readonly<Record<string, readonly [alone: string, behind: string]>> = {
	'½': ['un demi', 'et demi'],
	'¼': ['un quart', 'un quart'],
	'¾': ['trois quarts', 'trois quarts'],
	'⅓': ['un tiers', 'un tiers'],
	'⅔': ['deux tiers', 'deux tiers'],
};

const figures: readonly SpokenForm[] = [
	[
		/(?<![\d/.,])(\d{1,2})(?:[ \u00A0]1\/2|\s?½)\s(\p{L}+)/gu,
		(_all, number, what = '') =>
			`${number} ${what} et ${/^(?:heures?|minutes?|années?|semaines?|journées?|tonnes?|fois)$/u.test(what) ? 'demie' : 'demi'}`,
	],
	[
		/(?<![\d/])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)(?![\d/])/gu,
		(all, day, month, year) =>
			months[Number(month) - 1] === undefined
				? all
				: `${day === '1' || day === '01' ? 'premier' : Number(day)} ${months[Number(month) - 1]} ${year}`,
	],
	[
		/(?<=\d\s)(janv|févr|avr|juil|sept|oct|nov|déc)\.(?!\p{L})/gu,
		(all, short = '') => months.find(month => month.startsWith(short)) ?? all,
	],
	[
		/(?<!\p{L})(siècle\s|chapitre\s|tome\s|livre\s|partie\s|acte\s|titre\s|article\s|phase\s|type\s|annexe\s|Louis\s|Henri\s|Charles\s|Napoléon\s|François\s|Philippe\s|Jean-Paul\s|Pie\s|Benoît\s|Guillaume\s|Édouard\s|Élisabeth\s|Vatican\s|Bâle\s)([IVX]+)(?=er(?!\p{L}))(?:er)/giu,
		(_all, what) => `${what}premier`,
	],
	[
		new RegExp(String.raw`(?<!\p{L})(${romanNumber})(er|re|ère|e|ème)(?!\p{L})`, 'gu'),
		(_all, number = '', ending = '') =>
			fromRoman(number) === 1 ? (ending === 'er' ? 'premier' : 'première') : ordinal(fromRoman(number)),
	],
	[
		new RegExp(
			String.raw`(?<!\p{L})((?:[Cc]hapitre|[Tt]ome|[Ll]ivre|[Pp]artie|[Aa]cte|[Tt]itre|[Aa]rticle|[Pp]hase|[Tt]ype|[Aa]nnexe|Louis|Henri|Charles|Napoléon|François|Philippe|Jean-Paul|Pie|Benoît|Guillaume|Édouard|Élisabeth|Vatican|Bâle))\s(${romanNumber})(?!\p{L})`,
			'gu',
		),
		(_all, what, number = '') => `${what} ${fromRoman(number)}`,
	],
	[/(?<![\p{L}\d.,])1(er|re|ère)s?(?!\p{L})/gu, (_all, ending) => (ending === 'er' ? 'premier' : 'première')],
	[/(?<![\p{L}\d.,])2(nde?|d|de)(?!\p{L})/gu, (_all, ending = '') => (ending.endsWith('e') ? 'seconde' : 'second')],
	[
		/(?<![\p{L}\d.,])(\d{1,2})(?:e|ème|ième)(s?)(?!\p{L})/gu,
		(_all, number, ending = '') => `${ordinal(Number(number))}${ending}`,
	],
	[/(?<=années\s)[’'](?=\d0)/gu, ''],
	[
		/(?<![\p{L}\d.,:])(\d{1,2})\s?h\s?(\d\d)(?:\s?min)?(?![\p{L}\d])/gu,
		(_all, hours, minutes) =>
			`${hours} ${hours === '1' || hours === '0' ? 'heure' : 'heures'}${minutes === '00' ? '' : ` ${Number(minutes)}`}`,
	],
	[
		/(?<![\d:.,])(\d{1,2}):(\d\d)(?![\d:])/gu,
		(_all, hours, minutes) =>
			`${Number(hours)} ${Number(hours) < 2 ? 'heure' : 'heures'}${minutes === '00' ? '' : ` ${Number(minutes)}`}`,
	],
	[/(?<![\d/])((?:19|20)\d\d)\/(\d\d)(?![\d/])/gu, '$1 $2'],
	[/(?<![\d:/.])50[:/]50(?![\d:/])/gu, 'cinquante-cinquante'],
	[/(?<![\d/.,])1\/2(?![\d/])/gu, 'un demi'],
	[
		/(?<![\d/.,])(\d)\/(\d{1,2})(?![\d/])/gu,
		(all, number = '', below = '') => {
			const name = fractionNames[below];
			if (above[number] === undefined || name === undefined || Number(number) >= Number(below)) return all;
			return `${above[number]} ${name}${number === '1' || name === 'tiers' ? '' : 's'}`;
		},
	],
	[
		/(?<=(\d)?)\s?([½¼¾⅓⅔])/gu,
		(all, digit, sign = '') => {
			const [alone, behind] = vulgar[sign] ?? [sign, sign];
			return digit === undefined
				? `${all.startsWith(' ') ? ' ' : ''}${alone}`
				: ` ${sign === '½' ? '' : 'et '}${behind}`;
		},
	],
	[
		/(?<![\p{L}\d.,])(\d[\d,\u00A0\u202F ]*)\sM(?=\sd[e’'])/gu,
		(_all, number = '') => `${number} ${/^[01](?:,\d+)?$/u.test(number) ? 'million' : 'millions'}`,
	],
	[/(?<![\d.,])(\d+)\+(?=\s?(?:\p{L}|[.,;:)]|$))/gu, '$1 et plus'],
];

export const frenchEarWords: Language = {
	code: 'fr',
	bothForms: frenchBothForms,
	figures,
	one: /^[01](?:,\d+)?$/u,
	oneMany: {millions: 'million', milliards: 'milliard'},
	coins: {$: ['cent', 'cents'], '€': ['centime', 'centimes'], '£': ['penny', 'pence']},
	chess: {
		pieces: {R: 'roi', K: 'roi', D: 'dame', Q: 'dame', T: 'tour', F: 'fou', B: 'fou', C: 'cavalier', N: 'cavalier'},
		takes: 'prend',
		check: 'échec',
		mate: 'mat',
		becomes: 'devient',
		castles: ['petit roque', 'grand roque'],
	},
	ofMoney: 'de',
	abbreviations: [
		[whole(String.raw`p\.\s?ex\.`), 'par exemple'],
		[whole(String.raw`c\.-à-d\.`), 'c’est-à-dire'],
		[whole(String.raw`etc\.`), 'et cetera'],
		[whole(String.raw`cf\.`), 'voir'],
		[whole(String.raw`env\.`), 'environ'],
		[whole(String.raw`c\.[-‑ ]?à[-‑ ]?d\.`), 'c’est-à-dire'],
		[whole(String.raw`max\.`), 'maximum'],
		[whole(String.raw`min\.(?=\s\d)`), 'minimum'],
		[whole(String.raw`av\. J\.-C\.`), 'avant Jésus-Christ'],
		[whole(String.raw`apr\. J\.-C\.`), 'après Jésus-Christ'],
		[beforeNumber(String.raw`[Aa]rt\.`), 'article '],
		[beforeNumber(String.raw`chap\.`), 'chapitre '],
		[beforeNumber(String.raw`vol\.`), 'volume '],
		[whole(String.raw`MM\.(?=\s\p{Lu})`), 'Messieurs'],
		[whole(String.raw`Mlle(?=\s\p{Lu})`), 'Mademoiselle'],
		[/\b24\/7\b/gu, 'vingt-quatre heures sur vingt-quatre'],
		[beforeNumber(String.raw`n[°o]`), 'numéro '],
		[beforeNumber(String.raw`p\.`), 'page '],
		[whole(String.raw`M\.(?=\s\p{Lu})`), 'Monsieur'],
		[whole(String.raw`Mme(?=\s\p{Lu})`), 'Madame'],
		[whole(String.raw`Dr(?=\s\p{Lu})`), 'Docteur'],
		[/\bet\/ou\b/gu, 'et ou'],
	],
	units: {
		ms: ['milliseconde', 'millisecondes'],
		s: ['seconde', 'secondes'],
		min: ['minute', 'minutes'],
		h: ['heure', 'heures'],
		mm: ['millimètre', 'millimètres'],
		cm: ['centimètre', 'centimètres'],
		m: ['mètre', 'mètres'],
		km: ['kilomètre', 'kilomètres'],
		'km/h': ['kilomètre à l’heure', 'kilomètres à l’heure'],
		g: ['gramme', 'grammes'],
		kg: ['kilogramme', 'kilogrammes'],
		l: ['litre', 'litres'],
		ml: ['millilitre', 'millilitres'],
		mg: ['milligramme', 'milligrammes'],
		t: ['tonne', 'tonnes'],
		ha: ['hectare', 'hectares'],
		'm²': ['mètre carré', 'mètres carrés'],
		'km²': ['kilomètre carré', 'kilomètres carrés'],
		'm³': ['mètre cube', 'mètres cubes'],
		'm/s': ['mètre par seconde', 'mètres par seconde'],
		ko: ['kilooctet', 'kilooctets'],
		To: ['téraoctet', 'téraoctets'],
		GB: ['gigaoctet', 'gigaoctets'],
		MB: ['mégaoctet', 'mégaoctets'],
		kW: ['kilowatt', 'kilowatts'],
		MW: ['mégawatt', 'mégawatts'],
		GW: ['gigawatt', 'gigawatts'],
		TWh: ['térawattheure', 'térawattheures'],
		MWh: ['mégawattheure', 'mégawattheures'],
		Hz: ['hertz', 'hertz'],
		GHz: ['gigahertz', 'gigahertz'],
		dB: ['décibel', 'décibels'],
		mn: ['minute', 'minutes'],
		'‰': ['pour mille', 'pour mille'],
		'°C': ['degré Celsius', 'degrés Celsius'],
		'°': ['degré', 'degrés'],
		Go: ['gigaoctet', 'gigaoctets'],
		Mo: ['mégaoctet', 'mégaoctets'],
		kWh: ['kilowattheure', 'kilowattheures'],
		'%': ['pour cent', 'pour cent'],
	},
	currencies: {
		$: ['dollar', 'dollars'],
		'€': ['euro', 'euros'],
		'£': ['livre', 'livres'],
		CHF: ['franc suisse', 'francs suisses'],
		US$: ['dollar américain', 'dollars américains'],
		EUR: ['euro', 'euros'],
		USD: ['dollar', 'dollars'],
		'¥': ['yen', 'yens'],
		ct: ['centime', 'centimes'],
	},
	multipliers: {
		k: 'mille',
		M: 'millions',
		Md: 'milliards',
		Mds: 'milliards',
		Mrd: 'milliards',
		bn: 'milliards',
		...same('mille', 'million', 'millions', 'milliard', 'milliards'),
	},
	decimal: ',',
	group: ' ',
	words: {
		minus: 'moins',
		plus: 'plus',
		plusMinus: 'plus ou moins',
		by: 'par',
		dividedBy: 'divisé par',
		ratio: 'contre',
		squared: 'au carré',
		cubed: 'au cube',
		version: 'version',
		versionPoint: 'point',
		to: 'à',
		times: 'fois',
		power: 'puissance',
		percent: 'pour cent',
		per: 'par',
		about: 'environ',
		equals: 'égale',
		differs: 'n’est pas',
		less: 'inférieur à',
		more: 'supérieur à',
		atMost: 'au plus',
		atLeast: 'au moins',
		and: 'et',
		or: 'ou',
		line: 'ligne',
		dot: 'point',
		section: 'paragraphe',
		number: 'numéro',
		question: 'question',
		answer: 'réponse',
		point: 'point',
		quarter: 'trimestre',
		someCode: 'le code de la transcription',
		code: 'Ici figure un morceau de code, à lire dans la transcription.',
	},
	ordinals: [
		'Premièrement',
		'Deuxièmement',
		'Troisièmement',
		'Quatrièmement',
		'Cinquièmement',
		'Sixièmement',
		'Septièmement',
		'Huitièmement',
		'Neuvièmement',
		'Dixièmement',
	],
};
