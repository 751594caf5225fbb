/** English, read aloud: abbreviations, units, sums of money and figures as its speakers say them. */
import english from '../../../data/languages/en.json' with {type: 'json'};
import {beforeNumber, EarWords, fromRoman, romanNumber, whole, type Language, type SpokenForm} from '../language.ts';

const {
	figures: {months, fractions, vulgar},
	...words
} = EarWords.parse(english.ear);

const teens =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
		' ',
	);
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** From 0 to 99. */
const inWords = (number: number): string =>
	number < 20
		? (teens[number] ?? '')
		: `${tens[Math.floor(number / 10)]}${number % 10 === 0 ? '' : `-${teens[number % 10]}`}`;

const weekdays: Readonly<Record<string, string>> = {
	Mon: 'Monday',
	Tue: 'Tuesday',
	Wed: 'Wednesday',
	Thu: 'Thursday',
	Fri: 'Friday',
};

const several = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

/** `1990` is `nineteen nineties`, `2010` is `twenty tens`. */
function decade(year: number): string {
	const [century, rest] = [Math.floor(year / 100), year % 100];
	if (year === 2000) return 'two thousands';
	return `${inWords(century)} ${rest === 0 ? 'hundreds' : several(inWords(rest))}`;
}

const firsts: Readonly<Record<number, string>> = {
	1: 'first',
	2: 'second',
	3: 'third',
	5: 'fifth',
	8: 'eighth',
	9: 'ninth',
	12: 'twelfth',
};
function ordinal(number: number): string {
	if (number > 20 && number % 10 > 0) return `${tens[Math.floor(number / 10)]}-${ordinal(number % 10)}`;
	return firsts[number] ?? `${inWords(number).replace(/y$/u, 'ie')}th`;
}

function fraction(above: number, below: number): string | undefined {
	const name = fractions[below];
	if (name === undefined || above >= below || (below === 10 && above > 1)) return undefined;
	return `${inWords(above)} ${above === 1 ? name : several(name)}`;
}

/** What people are counted in, and not metres. */
const counted =
	'people|persons?|adults?|children|kids|women|men|families|households|homes|houses|flats|jobs|workers?|employees|users?|customers?|subscribers?|followers?|readers?|viewers?|listeners?|visitors?|tourists?|patients?|students?|pupils|teachers?|voters?|votes?|citizens|residents|inhabitants|migrants|refugees|deaths|lives|tonnes|tons|barrels|acres|hectares|cars|vehicles|trips|journeys|downloads|copies|units|tokens|requests|rows|records|files|lines|pages|words|hits|views|shares|years|times|doses|tests|cases|Americans|Britons|Germans|Europeans|drivers|farmers|pensioners|taxpayers|members|players|animals|birds|trees|euros|dollars|pounds';
const modifiers = String.raw`(?:(?:more|new|registered|active|extra|young|older|poor|\p{L}+(?:ed|ing|ian|ish|ese|al|ic|an|ive|able|less|ional))\s){0,2}`;

const decadesBefore = String.raw`(?:the|their|his|her|my|our|your|its|early|mid|late|[Tt]he|one[’']s)`;
const seconds =
	'timeouts?|windows?|limits?|delays?|intervals?|mark|cap|TTL|tests?|clips?|videos?|ads?|spots?|countdown|wait|polls?|budget';

const figures: readonly SpokenForm[] = [
	// Decades and ages
	[/(?<=^|[.!?]\s)1000[’']?s(?=\sof(?!\p{L}))/gu, 'Thousands'],
	[/(?<![\p{L}\d.,])1000[’']?s(?=\sof(?!\p{L}))/gu, 'thousands'],
	[/(?<![\p{L}\d.,])100[’']?s(?=\sof(?!\p{L}))/gu, 'hundreds'],
	[/(?<![\p{L}\d.,$£€])(1[789]\d0|20[0-9]0)[’']?s(?![\p{L}\d])/gu, (_all, year) => decade(Number(year))],
	[
		new RegExp(String.raw`(?<=(?:the|early|mid|late)[\s-])(1[1-6]\d0)s(?![\p{L}\d])(?!\s(?:${seconds}))`, 'gu'),
		(_all, year) => decade(Number(year)),
	],
	[
		new RegExp(
			String.raw`(?<=(?<!\p{L})${decadesBefore}[\s-](?:[1-9]0[’']?s(?:,|,? (?:and|or|to)| ?[–/-])\s?)*|\d0[’']?s(?:,? (?:and|or|to)| ?[–/-])\s?|[’']|(?<!\p{L})[Mm]id[–-])[’']?([1-9]0)[’']?s(?![\p{L}\d])(?!\s(?:${seconds}))`,
			'gu',
		),
		(_all, number) => several(inWords(Number(number))),
	],
	[/[’'](?=(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies(?!\p{L}))/gu, ''],
	[
		/(?<!(?:in|takes?|took|within)\s)(?<!\p{L})([Oo]ver|[Uu]nder)([-–\s])(\d\d)s(?![\p{L}\d])/gu,
		(_all, side, link, number) => `${side}${link}${several(inWords(Number(number)))}`,
	],
	[
		/(?<=(?:the|among|of|for)\s)(\d\d)\s?[-–]\s?(\d\d)s(?!\p{L})/gu,
		(_all, from, to) => `${from} to ${several(inWords(Number(to)))}`,
	],
	[/(\d+)\s?(?:yo|y\/o|y\.o\.|yr[- ]old|yrs? old)(?!\p{L})/gu, '$1-year-old'],
	[/(?<![\p{L}\d.,])(\d+)-\s?(?:to|–|-)\s?(\d+)-year-old/gu, '$1- to $2-year-old'],
	// Millions, and what is called by its letter
	[
		new RegExp(String.raw`(?<![\p{L}\d.,$£€¥])(\d+(?:[.,]\d+)*)\s?m(?=\s${modifiers}(?:${counted})(?!\p{L}))`, 'gu'),
		'$1 million',
	],
	[
		/(?<=(?:population|total|audience|majority|electorate|workforce|readership) of (?:about |some |over |nearly |almost )?)(\d+(?:\.\d+)?)m(?!\p{L})/gu,
		'$1 million',
	],
	[/(?<![\p{L}\d.,])(\d+(?:\.\d+)?)m-strong(?!\p{L})/gu, '$1 million strong'],
	[
		/(?<![\p{L}\d.,])([248])K(?=[ -](?:video|TV|screen|resolution|monitor|display|UHD|content|footage|camera|stream|movie|Blu)s?(?!\p{L}))/giu,
		'$1 K',
	],
	[/(?<![\p{L}\d.,])(5|10)[kK](?=[ -](?:run|race|runner|event|walk)s?(?!\p{L}))/gu, '$1 K'],
	[
		/(?<![\p{L}\d.,])((?!(?:144|240|360|480|720|1080|1440|2160)p)\d+)p(?![\p{L}\d])/gu,
		(_all, number) => `${number} ${number === '1' ? 'penny' : 'pence'}`,
	],
	[/(?<![\p{L}\d.,])(\d+)(?:\s?mins)(?!\p{L})/gu, '$1 minutes'],
	// Clock times, durations, scores
	[
		/(?<![\d:.])(\d{1,2})(?:[:.](\d\d))?\s?([ap])\.?m\.?(?![\p{L}\d])/giu,
		(_all, hour, minute, half) =>
			`${hour}${minute === undefined || minute === '00' ? '' : `:${minute}`} ${half?.toLowerCase()}.m.`,
	],
	[/(?<![\d:.,])([1-9]|1[0-2]):00(?![\d:]|\s?[ap]\.?m)/giu, '$1 o’clock'],
	[
		/(?<![\p{L}\d.,])(\d+)\s?h\s?(\d\d?)(?:\s?m(?:in)?)?(?![\p{L}\d])/gu,
		(_all, hours, minutes) => `${hours} ${hours === '1' ? 'hour' : 'hours'} ${Number(minutes)} minutes`,
	],
	[
		/(?<![\p{L}\d.,])(\d+)\s?m\s?(\d\d?)\s?s(?![\p{L}\d])/gu,
		(_all, minutes, rest) => `${minutes} ${minutes === '1' ? 'minute' : 'minutes'} ${Number(rest)} seconds`,
	],
	[/(?<![\d:/.])50[:/]50(?![\d:/])/gu, 'fifty-fifty'],
	[/(?<![\d:/.])80\/20(?![\d:/])/gu, 'eighty-twenty'],
	[/(?<![\d:/.])9\/11(?![\d:/])/gu, 'nine eleven'],
	[/(?<![\d.,])(\d)[’'′](\d{1,2})(?:["”″])/gu, '$1 foot $2'],
	// Dates
	[
		/(?<![\d/])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)(?![\d/])/gu,
		(all, first, second, year) => {
			const [one, two] = [Number(first), Number(second)];
			if (one > 12 && two <= 12) return `${one} ${months[two - 1]} ${year}`;
			return two > 12 && one <= 12 ? `${two} ${months[one - 1]} ${year}` : all;
		},
	],
	[
		/(?<!\p{L})(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?(?=\s\d{1,4}(?!\d))/gu,
		(all, short) => monthOf(short) ?? all,
	],
	[
		/(?<=\d(?:st|nd|rd|th)?\s)(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:\.(?=\s\p{Ll}|\s\d|,)|(?![\p{L}.]))/gu,
		(all, short) => monthOf(short) ?? all,
	],
	[/(?<![\d/])((?:19|20)\d\d)\/(\d\d)(?![\d/])/gu, '$1 to $2'],
	// Fractions
	[/(?<![\d/.,])(\d+)[ \u00A0]1\/2(?![\d/])/gu, '$1 and a half'],
	[
		/(?<![\d/.,])(\d{1,2})\/(\d{1,2})(?![\d/])/gu,
		(all, above, below) => fraction(Number(above), Number(below)) ?? (below === '10' ? `${above} out of 10` : all),
	],
	[/(?<![\d/.,])(\d{1,3})\/100(?![\d/])/gu, '$1 out of 100'],
	[
		/(?<=(\d)?)\s?([½¼¾⅓⅔⅛])(\s(?!(?:an?|of|the|my|our|his|her|their|is|and|or|in|to)\s)\p{Ll})?/gu,
		(all, digit, sign = '', next = '') => {
			const [alone, behind] = vulgar[sign] ?? [sign, sign];
			if (digit !== undefined) return ` and ${behind}${next}`;
			return `${all.startsWith(' ') ? ' ' : ''}${alone}${next !== '' && sign === '½' ? ' a' : ''}${next}`;
		},
	],
	// Roman numerals
	[
		new RegExp(
			String.raw`(?<!\p{L})(World War|Part|Chapter|Title|Article|Volume|Vol\.|Book|Act|Scene|Phase|Type|Class|Stage|Section|Appendix|Schedule|Annex|Amendment|Tier|Grade|Division|Protocol|Vatican|Episode|Super Bowl|Mark|Basel|Solvency|Level)\s(${romanNumber})(?![\p{L}\d’'])(?!(?<=\sI)\s(?!of|and|to|errors?|is|ended|began|or|trials?)\p{Ll})`,
			'gu',
		),
		(_all, what, number = '') => `${what} ${fromRoman(number)}`,
	],
	[
		new RegExp(
			String.raw`(?<!\p{L})(Henry|Elizabeth|Charles|George|Edward|William|James|Richard|Louis|Napoleon|Philip|Francis|John Paul|Pius|Leo|Benedict|Nicholas|Alexander|Catherine|Frederick|Innocent|Gregory|Clement|Urban|Mary|Wilhelm|Ivan|Ramesses|Rameses|Ramses|Thutmose|Amenhotep|Seti|Ptolemy|Cleopatra|Darius|Xerxes)\s(?!I(?!\p{L})|X\p{L}{4})(${romanNumber})(?!\p{L})`,
			'gu',
		),
		(_all, name, number = '') =>
			`${name} the ${ordinal(fromRoman(number)).replace(/^./u, first => first.toUpperCase())}`,
	],
	[
		new RegExp(String.raw`(?<!\p{L})(${romanNumber})(?:th|st|nd|rd)?(?=[\s-](?:century|centuries)(?!\p{L}))`, 'gu'),
		(_all, number = '') => withEnding(fromRoman(number)),
	],
	[/(?<![\d.,])(\d+)\+(?=\s?(?:\p{L}|[.,;:)]|$))/gu, '$1 plus'],
	[/\bO\((?=[^()]{1,20}\))([^()]+)\)/gu, 'O of $1'],
];

const monthOf = (short = ''): string | undefined => months.find(month => month.startsWith(short.slice(0, 3)));
const withEnding = (number: number): string => {
	const ending = number > 10 && number < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
	return `${number}${ending}`;
};

/** `a 5 kilometre run`: what is counted before a noun has no plural. */
const attributive = (names: readonly (readonly [one: string, several: string])[]): SpokenForm => {
	const ones = new Map(names.map(([one, many]) => [many, one]));
	const before = String.raw`(?<=(?<!\p{L})(?:[Aa]n?|[Ee]very|[Ee]ach|[Nn]o|[Aa]nother)\s\d[\d.,]*(?: (?:thousand|million|billion|trillion))? )`;
	return [
		new RegExp(
			`${before}(${[...ones.keys()].join('|')})(?=\\s(?!(?:of|or|and|to|per|in|away|long|a|each)\\s)\\p{Ll})`,
			'gu',
		),
		(_all, many = '') => ones.get(many) ?? many,
	];
};

export const englishEarWords: Language = {
	...words,
	figures,
	figuresInWords: [
		attributive(
			[...Object.values(words.units), ...Object.values(words.currencies)].filter(([one, many]) => one !== many),
		),
	],
	abbreviations: [
		[/(?<!\p{L})(Mon|Tues?|Wed|Thu(?:rs?)?|Fri)\.(?=,?\s)/gu, (_all, day = '') => weekdays[day.slice(0, 3)] ?? day],
		[/(?<!\p{L})Art\.\s(?=[\dIVX])/gu, 'Article '],
		[/(?<!\p{L})lit\.\s(?=\(?\p{Ll}(?!\p{L}))/gu, 'letter '],
		[/(?<=\p{Lu}\p{L}+,?\s)([JS])r\.(?=,?\s\p{Ll}|,)/gu, (_all, which) => (which === 'J' ? 'Junior' : 'Senior')],
		[whole(String.raw`e\.\s?g\.,?`, 'giu'), 'for example'],
		[whole(String.raw`i\.\s?e\.,?`, 'giu'), 'that is'],
		[whole(String.raw`vs?\.(?=\s)`, 'giu'), 'versus'],
		[whole(String.raw`vs(?=\s)`, 'gu'), 'versus'],
		[whole(String.raw`etc\.(?=\s+\p{Lu}|\s*$)`, 'gmu'), 'and so on.'],
		[whole(String.raw`etc\.`), 'and so on'],
		[whole(String.raw`et al\.`), 'and others'],
		[whole(String.raw`cf\.`), 'compare'],
		[whole(String.raw`viz\.`), 'namely'],
		[whole(String.raw`ca\.|approx\.`), 'about'],
		[whole(String.raw`w\.r\.t\.|wrt`), 'with respect to'],
		[whole(String.raw`a\.k\.a\.|aka`), 'also known as'],
		[whole(String.raw`w\/o`), 'without'],
		[whole(String.raw`w\/(?=\s)`), 'with'],
		[whole(String.raw`n\/a`, 'giu'), 'not applicable'],
		[beforeNumber(String.raw`Nos?\.`), 'number '],
		[beforeNumber(String.raw`pp\.`), 'pages '],
		[beforeNumber(String.raw`p\.`), 'page '],
		[beforeNumber(String.raw`[Ff]ig\.`), 'figure '],
		[beforeNumber(String.raw`[Ss]ec\.`), 'section '],
		[beforeNumber(String.raw`[Cc]h\.`), 'chapter '],
		[beforeNumber(String.raw`[Vv]ol\.`), 'volume '],
		[whole(String.raw`Dr\.(?=\s)`), 'Doctor'],
		[whole(String.raw`Prof\.(?=\s)`), 'Professor'],
		[whole(String.raw`Mr\.(?=\s)`), 'Mister'],
		[whole(String.raw`Mrs\.(?=\s)`), 'Missus'],
		[whole(String.raw`St\.(?=\s\p{Lu})`), 'Saint'],
		[/\band\/or\b/gu, 'and or'],
		[/\b24\/7\b/gu, 'twenty-four seven'],
	],
};
