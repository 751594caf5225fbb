/** Spanish, read aloud: abbreviations, units, sums of money and figures as its speakers say them. */
import spanish from '../../../data/languages/es.json' with {type: 'json'};
import {beforeNumber, EarWords, fromRoman, romanNumber, whole, type Language, type SpokenForm} from '../language.ts';
import {spanishBothForms} from './both-forms.ts';

const {
	figures: {months, fractions, above, vulgar},
	...words
} = EarWords.parse(spanish.ear);

const ordinals = 'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo'.split(
	' ',
);
/** `1.ª` and `1.º`; `primer` and `tercer` before what they count. */
function ordinal(number: number, sign: string, isBefore: boolean): string | undefined {
	const word = ordinals[number - 1];
	if (word === undefined) return undefined;
	if (sign === 'ª') return word.replace(/o$/u, 'a');
	return isBefore && (number === 1 || number === 3) ? word.slice(0, -1) : word;
}

const queens = /^(?:Isabel|Catalina|María|Juana|Cristina|Margarita)$/u;

const figures: readonly SpokenForm[] = [
	[
		/(?<![\d/.,])(\d{1,2})(?:[ \u00A0]1\/2|\s?½)\s(\p{L}+)/gu,
		(_all, number, what = '') =>
			`${number} ${what} y ${/(?:as?|es)$/u.test(what) && !/(?:días?|meses|mes)$/u.test(what) ? 'media' : 'medio'}`,
	],
	[
		/(?<![\d/])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)(?![\d/])/gu,
		(all, day, month, year) =>
			months[Number(month) - 1] === undefined ? all : `${Number(day)} de ${months[Number(month) - 1]} de ${year}`,
	],
	[
		/(?<![\p{L}\d])(\d{1,2})\.?\s?([ºª])(?=(\s(?!(?:a|en|de|del|y|con|por|que|al)\s)\p{Ll})?)/gu,
		(all, number, sign = '', next) => ordinal(Number(number), sign, next !== undefined) ?? all,
	],
	[/(?<![\p{L}\d])([13])\.?er(?=\s\p{L})/gu, (_all, number) => (number === '1' ? 'primer' : 'tercer')],
	[/(?<=(?:los|Los|años|Años|década de los)\s)(?:(1[5-9]\d0|20\d0|[1-9]0)[’']?s)(?!\p{L})/gu, '$1'],
	[/(?<=(?:los|Los|años|Años)\s)[’'](?=\d0)/gu, ''],
	[/(?<=(?:años|los)\s\d0s?\sy\s)(\d0)s(?!\p{L})/gu, '$1'],
	[
		new RegExp(
			String.raw`(?<!\p{L})([Ss]iglos?|[Cc]apítulo|[Tt]omo|[Ll]ibro|[Pp]arte|[Aa]cto|[Tt]ítulo|[Aa]rtículo|[Ff]ase|[Tt]ipo|[Aa]nexo|Basilea|Vaticano)\s(${romanNumber})(?!\p{L})`,
			'gu',
		),
		(_all, what, number = '') => `${what} ${fromRoman(number)}`,
	],
	[
		new RegExp(String.raw`(?<=siglos?\s\d{1,2}\s[yae]l?\s)(${romanNumber})(?!\p{L})`, 'gu'),
		(_all, number = '') => String(fromRoman(number)),
	],
	[
		new RegExp(
			String.raw`(?<!\p{L})(Felipe|Carlos|Alfonso|Fernando|Isabel|Enrique|Luis|Napoleón|Juan Pablo|Juan|Pío|Benedicto|Guillermo|Jorge|Catalina|León|Pedro|Eduardo|Francisco|Jacobo|Ricardo|Nicolás|Alejandro)\s(${romanNumber})(?!\p{L})`,
			'gu',
		),
		(_all, name = '', number = '') => {
			const value = fromRoman(number);
			return `${name} ${value > 10 ? value : (ordinal(value, queens.test(name) ? 'ª' : 'º', false) ?? value)}`;
		},
	],
	[/(?<!\p{L})(?:I|1\.?ª) Guerra Mundial/gu, 'Primera Guerra Mundial'],
	[/(?<!\p{L})(?:II|2\.?ª) Guerra Mundial/gu, 'Segunda Guerra Mundial'],
	[/(?<![\d:.,])(\d{1,2}):00\s?(?:h|hs|horas)?(?![\p{L}\d:])/gu, (_all, hour) => String(Number(hour))],
	[/(?<=\d{1,2}:\d\d)\s?(?:hs?)(?!\p{L})/gu, ' horas'],
	[
		/(?<![\p{L}\d.,:])(\d{1,2})\s?h\s?(\d\d?)(?:\s?min)?(?![\p{L}\d])/gu,
		(_all, hours, minutes) => `${hours} ${hours === '1' ? 'hora' : 'horas'} ${Number(minutes)} minutos`,
	],
	[/(?<=\d\s)a\.\s?m\.(?!\p{L})/gu, 'de la mañana'],
	[/(?<=\d\s)p\.\s?m\.(?!\p{L})/gu, 'de la tarde'],
	[/(?<![\d/])((?:19|20)\d\d)\/(\d\d)(?![\d/])/gu, '$1 $2'],
	[/(?<![\d:/.])50[:/]50(?![\d:/])/gu, 'cincuenta cincuenta'],
	[/(?<![\d/.,])1\/2(?![\d/])/gu, 'medio'],
	[
		/(?<![\d/.,])(\d)\/(\d{1,2})(?![\d/])/gu,
		(all, number = '', below = '') => {
			const name = fractions[below];
			if (above[number] === undefined || name === undefined || Number(number) >= Number(below)) return all;
			return `${above[number]} ${name}${number === '1' ? '' : 's'}`;
		},
	],
	[
		/(?<=(\d)?)\s?([½¼¾⅓⅔])/gu,
		(all, digit, sign = '') => {
			const [alone, behind] = vulgar[sign] ?? [sign, sign];
			return digit === undefined ? `${all.startsWith(' ') ? ' ' : ''}${alone}` : ` ${behind}`;
		},
	],
	[
		/(?<![\p{L}\d.,])(\d[\d.,]*)\sM(?=\sde\s)/gu,
		(_all, number = '') => `${number} ${number === '1' ? 'millón' : 'millones'}`,
	],
	[/(?<![\d.,])(\d+)\+(?=\s?(?:\p{L}|[.,;:)]|$))/gu, '$1 o más'],
];

export const spanishEarWords: Language = {
	...words,
	bothForms: spanishBothForms,
	figures,
	abbreviations: [
		[whole(String.raw`p\.\s?ej\.`), 'por ejemplo'],
		[whole(String.raw`etc\.`), 'etcétera'],
		[whole(String.raw`cf\.`), 'véase'],
		[whole(String.raw`aprox\.`), 'aproximadamente'],
		[whole(String.raw`máx\.`), 'máximo'],
		[whole(String.raw`mín\.`), 'mínimo'],
		[whole(String.raw`a\.\s?C\.`), 'antes de Cristo'],
		[whole(String.raw`d\.\s?C\.`), 'después de Cristo'],
		[beforeNumber(String.raw`[Aa]rt\.`), 'artículo '],
		[beforeNumber(String.raw`[Cc]ap\.`), 'capítulo '],
		[beforeNumber(String.raw`[Vv]ol\.`), 'volumen '],
		[beforeNumber(String.raw`[Nn]\.?[ºo°]`), 'número '],
		[whole(String.raw`Uds\.`), 'ustedes'],
		[whole(String.raw`Ud\.`), 'usted'],
		[whole(String.raw`Dra\.(?=\s)`), 'doctora'],
		[/\b24\/7\b/gu, 'las veinticuatro horas'],
		[whole(String.raw`EE\.\s?UU\.`), 'Estados Unidos'],
		[beforeNumber(String.raw`[Nn]úm\.`), 'número '],
		[beforeNumber(String.raw`pág\.`), 'página '],
		[whole(String.raw`Sra\.(?=\s)`), 'señora'],
		[whole(String.raw`Sr\.(?=\s)`), 'señor'],
		[whole(String.raw`Dr\.(?=\s)`), 'doctor'],
		[/\by\/o\b/gu, 'y o'],
	],
};
