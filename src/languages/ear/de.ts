/** German, read aloud: abbreviations, units, sums of money and figures as its speakers say them. */
import german from '../../../data/languages/de.json' with {type: 'json'};
import {beforeNumber, EarWords, fromRoman, romanNumber, whole, type Language, type SpokenForm} from '../language.ts';
import {germanBothForms} from './both-forms.ts';

const {
	figures: {months, fractions, above, vulgar},
	...words
} = EarWords.parse(german.ear);

const small =
	'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
		' ',
	);
const tens = ['', 'zehn', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

/** `1990` is `neunzehnhundertneunzig`, `2010` is `zweitausendzehn`. */
const year = (number: number): string => {
	const century = number >= 2000 ? 'zweitausend' : `${small[Math.floor(number / 100)]}hundert`;
	return `${century}${tens[Math.floor((number % 100) / 10)]}`;
};

const irregular: Readonly<Record<number, string>> = {1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht'};
/** The stem of an ordinal, from 1 to 99. */
function ordinal(number: number): string {
	if (number < 20) return irregular[number] ?? `${small[number]}t`;
	const ones = number % 10 === 0 ? '' : `${number % 10 === 1 ? 'ein' : small[number % 10]}und`;
	return `${ones}${tens[Math.floor(number / 10)]}st`;
}

/** Words that begin a sentence and are no noun that an ordinal stands before. */
const noNoun = String.raw`(?:Der|Die|Das|Den|Dem|Ein|Eine|Es|Er|Sie|Ich|Wir|Ihr|Und|Aber|Doch|Denn|Dann|Da|Wer|Was|Wie|Wo|In|Im|Am|An|Auf|Bei|Für|Mit|Nach|Von|Zu|Zum|Zur|So|Wenn|Weil|Auch|Nur|Nicht|Heute|Hier)(?!\p{L})`;

/** Words behind which an ordinal ends in `-en`. */
const datives = [
	'(?:in|In|von|zu|mit|aus|nach|bei|seit|unter) der',
	'[AaIi]m|[Vv]om|[Zz]u[mr]|[Bb]eim|[Dd]e[mns]|(?:[Uu]nser|[Ii]hr|[Ss]ein|[Mm]ein)em|[Aa]b dem|[Bb]is zum',
].join('|');

const figures: readonly SpokenForm[] = [
	// Dates and ordinals
	[
		/(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)(?![\d])/gu,
		(all, day, month, number) =>
			months[Number(month) - 1] === undefined ? all : `${Number(day)}. ${months[Number(month) - 1]} ${number}`,
	],
	[
		/(?<=\d\.\s)(Jan|Feb|Mrz|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\.(?!\p{L})/gu,
		(all, short = '') => months.find(month => month.startsWith(short.slice(0, 3))) ?? all,
	],
	[
		new RegExp(String.raw`(?<!\p{L})(${datives})\s(\d{1,2})\.\s(?!${noNoun})(?=\p{Lu})`, 'gu'),
		(_all, before, number) => `${before} ${ordinal(Number(number))}en `,
	],
	[
		new RegExp(String.raw`(?<!\p{L})([Dd](?:er|ie|as)|[Ee]ine|[Jj]ede)\s(\d{1,2})\.\s(?!${noNoun})(?=\p{Lu})`, 'gu'),
		(_all, before, number) => `${before} ${ordinal(Number(number))}e `,
	],
	[
		new RegExp(String.raw`(?<!\p{L})([A-ZÄÖÜ]\p{Ll}+)\s(${romanNumber})\.?(?=\s\p{Ll}|\svon\s|[,;:)]|$|\s*\.)`, 'gu'),
		(all, name = '', number = '') =>
			rulers.has(name)
				? `${name} der ${ordinal(fromRoman(number)).replace(/^./u, first => first.toUpperCase())}e`
				: all,
	],
	[
		new RegExp(
			String.raw`(?<!\p{L})(Kapitel|Teil|Band|Artikel|Buch|Akt|Szene|Phase|Typ|Klasse|Stufe|Abschnitt|Anhang|Weltkrieg|Hartz|Basel|Grad|Titel)\s(${romanNumber})(?!\p{L})`,
			'gu',
		),
		(_all, what, number = '') => `${what} ${fromRoman(number)}`,
	],
	// Decades and ages
	[/(?<![\p{L}\d.,])(1[5-9]\d0|20\d0)-?er(?=[\s-]?Jahr|\s\p{Lu})/gu, (_all, number) => `${year(Number(number))}er`],
	[
		/(?<![\p{L}\d.,])(1[5-9]\d0|20\d0)-?er(n?)(?!\p{L})/gu,
		(_all, number, ending = '') => `${year(Number(number))}er${ending}`.replace(/^./u, first => first.toUpperCase()),
	],
	[
		/(?<![\p{L}\d.,])[’']?([1-9]0)-?er(n?)(?!\p{L})(?=([\s-]?(?:Jahr|Zone)|-|\s\p{Lu}\p{Ll}+)?)/gu,
		(_all, number, ending = '', noun) => {
			const word = `${tens[Number(number) / 10]}er${ending}`;
			return noun === undefined ? word.replace(/^./u, first => first.toUpperCase()) : word;
		},
	],
	[/(?<![\p{L}\d])Ü-?\s?(\d\d)(?!\d)/gu, 'über $1'],
	[/(?<![\p{L}\d])U-?\s?(\d\d)(?![\d-])/gu, 'unter $1'],
	[/(?<![\p{L}\d.,-])(\d\d?)\s?[-–]\s?(\d\d?)(?=-[Jj]ährig)/gu, '$1 bis $2'],
	// Many
	[/(?<![\d.,])1 (Million|Milliarde|Billion)e?n(?!\p{L})/gu, '1 $1'],
	[/(?<=\d\s?)Tsd\.?(?!\p{L})/gu, 'tausend'],
	// Clock times
	[
		/(?<![\d:.,])(\d{1,2})[:.](\d\d)\sUhr(?!\p{L})/gu,
		(_all, hour, minute) => `${Number(hour)} Uhr${minute === '00' ? '' : ` ${Number(minute)}`}`,
	],
	[
		/(?<![\d:.,])(\d{1,2})\s?h\s?(\d\d?)(?:\s?min)?(?![\p{L}\d])/gu,
		(_all, hours, minutes) => `${hours} ${hours === '1' ? 'Stunde' : 'Stunden'} ${Number(minutes)} Minuten`,
	],
	[/(?<![\d/])((?:19|20)\d\d)\/(\d\d)(?![\d/])/gu, '$1 $2'],
	[/(?<![\d:/.])50[:/]50(?![\d:/])/gu, 'fünfzig zu fünfzig'],
	// Fractions
	[
		/(?<![\d/.,])(\d{1,2})(?:[ \u00A0]1\/2(?![\d/])|\s?½)/gu,
		(_all, number) => `${number === '1' ? 'ein' : (small[Number(number)] ?? number)}einhalb`,
	],
	[/(?<![\d/.,])1\/2(?![\d/])/gu, 'ein halb'],
	[
		/(?<![\d/.,])(\d)\/(\d{1,2})(?![\d/])/gu,
		(all, number = '', below = '') =>
			above[number] !== undefined && fractions[below] !== undefined && Number(number) < Number(below)
				? `${above[number]} ${fractions[below]}`
				: all,
	],
	[
		/(?<=(\d)?)\s?([½¼¾⅓⅔])/gu,
		(all, digit, sign = '') => {
			const [alone, behind] = vulgar[sign] ?? [sign, sign];
			if (digit !== undefined) return sign === '½' ? behind : ` ${behind}`;
			return `${all.startsWith(' ') ? ' ' : ''}${alone}`;
		},
	],
	[/(?<![\d.,])(\d+)\+(?=\s?(?:\p{L}|[.,;:)]|$))/gu, '$1 plus'],
];

const rulers = new Set(
	'Ludwig Wilhelm Friedrich Karl Heinrich Otto Napoleon Elisabeth Georg Papst Benedikt Pius Leo Franz Josef Philipp Katharina Alexander Nikolaus Gregor Innozenz Klemens Ferdinand Maximilian Rudolf Leopold Paul Johannes'.split(
		' ',
	),
);

export const germanEarWords: Language = {
	...words,
	bothForms: germanBothForms,
	figures,
	abbreviations: [
		[whole(String.raw`z\.\s?B\.`), 'zum Beispiel'],
		[whole(String.raw`Z\.\s?B\.`), 'Zum Beispiel'],
		[whole(String.raw`d\.\s?h\.`), 'das heißt'],
		[whole(String.raw`D\.\s?h\.`), 'Das heißt'],
		[whole(String.raw`u\.\s?a\.`), 'unter anderem'],
		[whole(String.raw`u\.\s?U\.`), 'unter Umständen'],
		[whole(String.raw`i\.\s?d\.\s?R\.`), 'in der Regel'],
		[whole(String.raw`usw\.(?=\s+\p{Lu}|\s*$)`, 'gmu'), 'und so weiter.'],
		[whole(String.raw`usw\.`), 'und so weiter'],
		[whole(String.raw`etc\.`), 'et cetera'],
		[whole(String.raw`bzw\.`), 'beziehungsweise'],
		[whole(String.raw`ggf\.`), 'gegebenenfalls'],
		[whole(String.raw`evtl\.`), 'eventuell'],
		[whole(String.raw`vgl\.`), 'vergleiche'],
		[whole(String.raw`ca\.`), 'circa'],
		[whole(String.raw`sog\.`), 'sogenannte'],
		[whole(String.raw`inkl\.`), 'inklusive'],
		[beforeNumber(String.raw`Nr\.`), 'Nummer '],
		[beforeNumber(String.raw`S\.`), 'Seite '],
		[beforeNumber(String.raw`Abs\.`), 'Absatz '],
		[beforeNumber(String.raw`Art\.`), 'Artikel '],
		[whole(String.raw`Jh\.(?=\s+\p{Lu}|\s*$)`, 'gmu'), 'Jahrhundert.'],
		[whole(String.raw`Jh\.`), 'Jahrhundert'],
		[/(?<=\p{Ll})str\.(?=\s\d)/gu, 'straße'],
		[whole(String.raw`Mrd\.`), 'Milliarden'],
		[whole(String.raw`Mio\.`), 'Millionen'],
		[whole(String.raw`u\.\s?v\.\s?m\.`), 'und vieles mehr'],
		[whole(String.raw`v\.\s?a\.`), 'vor allem'],
		[whole(String.raw`o\.\s?Ä\.`), 'oder Ähnliches'],
		[whole(String.raw`bspw\.`), 'beispielsweise'],
		[whole(String.raw`max\.`), 'maximal'],
		[whole(String.raw`mind\.`), 'mindestens'],
		[whole(String.raw`n\.\s?Chr\.`), 'nach Christus'],
		[whole(String.raw`v\.\s?Chr\.`), 'vor Christus'],
		[beforeNumber(String.raw`Kap\.`), 'Kapitel '],
		[whole(String.raw`Dr\.(?=\s)`), 'Doktor'],
		[whole(String.raw`Prof\.(?=\s)`), 'Professor'],
		[/\bund\/oder\b/gu, 'und oder'],
	],
	counted:
		/^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhunderts?|Weltkriegs?)(?!\p{L})/u,
};
