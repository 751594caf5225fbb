/** French, read aloud: abbreviations, units, sums of money and figures as its speakers say them. */
import french from '../../../data/languages/fr.json' with {type: 'json'};
import {beforeNumber, EarWords, fromRoman, romanNumber, whole, type Language, type SpokenForm} from '../language.ts';
import {frenchBothForms} from './both-forms.ts';

const {
	figures: {months, fractions, above, vulgar},
	...words
} = EarWords.parse(french.ear);

const ordinals =
	'premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième vingt-et-unième'.split(
		' ',
	);
const ordinal = (number: number): string => ordinals[number - 1] ?? `${number}e`;

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
			const name = fractions[below];
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
	...words,
	bothForms: frenchBothForms,
	figures,
	one: /^[01](?:,\d+)?$/u,
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
};
