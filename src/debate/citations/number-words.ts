/** Numbers, months, money and units as English, German, French, Spanish and Chinese write them. */

/** How a text is to be read: words such as `once` and `elf`, and what a comma in a number is, depend on it. */
export type NumberReading = 'English' | 'continental';

const valuesOf = (words: string, from = 1, step = 1): readonly (readonly [string, number])[] =>
	words.split(' ').flatMap((each, place) => each.split('/').map(word => [word, from + place * step] as const));

const english = new Map([
	...valuesOf('one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'),
	...valuesOf('seventeen eighteen nineteen', 17),
	...valuesOf('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
]);

const spanish = valuesOf(
	'uno/una/un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno/veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta',
);
const continental = new Map([
	...spanish,
	...valuesOf('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
	...valuesOf(
		'cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas',
		100,
		100,
	),
	...valuesOf(
		'un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt/vingts',
	).map(([word, value]) => [word, word.startsWith('vingt') ? 20 : value] as const),
	...valuesOf('trente quarante cinquante soixante septante huitante/octante nonante', 30, 10),
	...valuesOf(
		'ein/eins/eine/einer/einem/einen zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
	),
	...valuesOf('zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
]);
export const numberWords: Readonly<Record<NumberReading, ReadonlyMap<string, number>>> = {
	English: english,
	continental,
};

/** They mean one before a scale, and are no number by themselves. */
export const articles = new Set('one a an ein eins eine einer einem einen un une uno una 一'.split(' '));

/** What multiplies the number before it; a thousand and more end a group. */
const scales = {
	million: 1e6,
	millions: 1e6,
	millionen: 1e6,
	millón: 1e6,
	millones: 1e6,
	mio: 1e6,
	mn: 1e6,
	milliarde: 1e9,
	milliarden: 1e9,
	milliard: 1e9,
	milliards: 1e9,
	mrd: 1e9,
	bn: 1e9,
	万: 1e4,
	萬: 1e4,
	亿: 1e8,
	億: 1e8,
} as const;
export const scaleWords: Readonly<Record<NumberReading, ReadonlyMap<string, number>>> = {
	English: new Map<string, number>([
		...Object.entries(scales),
		...Object.entries({hundred: 100, dozen: 12, thousand: 1e3, billion: 1e9, trillion: 1e12, tn: 1e12}),
	]),
	continental: new Map<string, number>([
		...Object.entries(scales),
		...valuesOf('hundert/cent/cents', 100),
		...valuesOf('mil/mille/tausend', 1000),
		...valuesOf('dutzend/douzaine/docena', 12),
		...valuesOf('billion/billionen/billions/billón/billones', 1e12),
	]),
};

/** Letters right behind a number, as they are written: 1.5M, 7B, 40k. */
export const prefixes: Readonly<Record<string, number>> = {k: 1e3, K: 1e3, M: 1e6, B: 1e9, T: 1e12, m: 1e6, b: 1e9};
/** Of these, the small ones mean a unit unless money stands before the number. */
export const onlyOfMoney = new Set(['m', 'b']);

export const chineseDigits: ReadonlyMap<string, number> = new Map(
	valuesOf('〇/零 一 二/两/兩 三 四 五 六 七 八 九', 0),
);
export const chineseScales: Readonly<Record<string, number>> = {
	十: 10,
	百: 100,
	千: 1e3,
	万: 1e4,
	萬: 1e4,
	亿: 1e8,
	億: 1e8,
};

/** The number of a month by its name, or the first letters of it. */
export const months: ReadonlyMap<string, number> = new Map([
	...valuesOf('january february march april may june july august september october november december'),
	...valuesOf('jan feb mar apr may jun jul aug sep/sept oct nov dec'),
	...valuesOf('januar/jänner februar märz april mai juni juli august september oktober november dezember'),
	...valuesOf('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
	...valuesOf('enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre'),
]);

/** Signs of money by its words, which stand before or behind a number. */
export const currencies: ReadonlyMap<string, string> = new Map(
	Object.entries({
		$: '$ dollar dollars usd us$ dólar dólares',
		'€': '€ euro euros eur',
		'£': '£ pound pounds gbp pfund livres libras',
		'¥': '¥ yen jpy',
		元: '元 yuan rmb cny',
		chf: 'chf franken francs',
		crowns: 'crown crowns krone kronen couronnes coronas',
	}).flatMap(([sign, words]) => words.split(' ').map(word => [word, sign] as const)),
);

/** Signs of units by their words behind a number. */
export const units: ReadonlyMap<string, string> = new Map(
	Object.entries({
		km: 'kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros',
		m: 'metre metres meter meters mètre mètres metro metros',
		cm: 'centimetre centimetres centimeter centimeters zentimeter centimètre centimètres centímetro centímetros',
		mm: 'millimetre millimetres millimeter millimeters millimètre millimètres milímetro milímetros',
		kg: 'kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos',
		g: 'gram grams gramm gramme grammes gramo gramos',
		kwh: 'kilowattstunden kilowattstunde kilowattheure kilowattheures',
		ha: 'hectare hectares hektar hectárea hectáreas',
		mw: 'megawatt megawatts megavatios',
		gw: 'gigawatt gigawatts gigavatios',
		'm^2': 'quadratmeter',
		'km^2': 'quadratkilometer',
	}).flatMap(([sign, words]) => words.split(' ').map(word => [word, sign] as const)),
);
/** What stands before a unit, and raises it. */
export const raised: Readonly<Record<string, number>> = {square: 2, cubic: 3};

const markers: Readonly<Record<NumberReading, ReadonlySet<string>>> = {
	English: new Set('the of and to is was were that for it with are be at from this not by as has have'.split(' ')),
	continental: new Set(
		'der die das und ist nicht mit den von zu auf für im des dem ein eine wurde le la les et du une est dans que pour pas au sur el los las y del una en por con para se fue años jahre ans'.split(
			' ',
		),
	),
};

/** By the small words of a text: English, where it has no more of the others. */
export function readingOf(text: string): NumberReading {
	const words =
		text
			.slice(0, 20_000)
			.toLowerCase()
			.match(/\p{L}+/gu) ?? [];
	const count = (reading: NumberReading): number => words.filter(word => markers[reading].has(word)).length;
	return count('continental') > count('English') ? 'continental' : 'English';
}
