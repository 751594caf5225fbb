/** Written forms that stand for women and men, read with both: `Schüler*innen` is `Schülerinnen und Schüler`. */

// German: a star, a colon, a low line, a slash, brackets or a capital letter before the ending.

const mark = String.raw`(?:\\?\*|:|\\?_|·|•|\/-?)`;

/** Nouns whose stem before the mark is not their masculine: what one and what several are called. */
const germanNouns: readonly (readonly [ending: RegExp, one: string, several: string])[] = [
	[/ärzt$/iu, 'arzt', 'ärzte'],
	[/anwält$/iu, 'anwalt', 'anwälte'],
	[/bäuer$/iu, 'bauer', 'bauern'],
	[/köch$/iu, 'koch', 'köche'],
	[/rät$/iu, 'rat', 'räte'],
	[/gäst$/iu, 'gast', 'gäste'],
	[/vorständ$/iu, 'vorstand', 'vorstände'],
	[/jüd$/iu, 'jude', 'juden'],
	[/beamt$/iu, 'beamter', 'beamte'],
	[/chef$/iu, 'chef', 'chefs'],
	[/nachbar$/iu, 'nachbar', 'nachbarn'],
	[/held$/iu, 'held', 'helden'],
];

/** Endings of masculine nouns that take `-en`, and of those that have an `-e` before. */
const weak = /(?:ent|ant|ist|at|et|it|ot|ekt|graf|graph|soph|nom|arch)$/u;
const weakWithE =
	/(?:og|kund|kolleg|expert|zeug|türk|franzos|genoss|insass|gesell|sklav|erb|neff|gatt|pol|brit|schwed|dän|finn|russ|griech|chines|däne|schott|ir|tschech|slowak|serb|kroat|bulgar|rumän|ungar|laie|bot|pat|nachfahr|vorfahr|heid|schütz|jung|buddh)$/iu;

function masculine(stem: string): readonly [one: string, several: string] {
	for (const [ending, one, several] of germanNouns)
		if (ending.test(stem)) {
			const before = stem.replace(ending, '');
			const cased = (word: string): string =>
				before === '' ? word.replace(/^./u, first => first.toUpperCase()) : word;
			return [before + cased(one), before + cased(several)];
		}
	if (weakWithE.test(stem)) return [`${stem}e`, `${stem}en`];
	if (stem.endsWith('or')) return [stem, `${stem}en`];
	if (weak.test(stem)) return [stem, `${stem}en`];
	if (/(?:er|el|en)$/u.test(stem)) return [stem, stem];
	return [stem, `${stem}e`];
}

const dative = (several: string): string => (/[ns]$/u.test(several) ? several : `${several}n`);

/** What stands before a dative plural, with an adjective in between or not. */
const datives =
	/(?<!\p{L})(?:mit|von|bei|aus|zu|nach|seit|gegenüber|unter|zwischen|den|außer|vielen|allen|anderen|einigen|wenigen|meisten|diesen|unseren|ihren)\s(?:\p{Ll}+en\s)?$/iu;

/** The article or adjective as it stands before each: `jede*r` is `jede` and `jeder`. */
function articles(given: string): readonly [feminine: string, masculine: string] {
	const [first = '', second = ''] = given.split(new RegExp(mark, 'u'));
	if (second.length > 2)
		return /^(?:die|eine|keine|jede|ihre|sie)$/iu.test(first) || first.endsWith('er')
			? [first, second]
			: [second, first];
	if (second === 'e') return [`${first}e`, first];
	if (first.endsWith('r') && /^[ms]$/u.test(second)) return [first, `${first.slice(0, -1)}${second}`];
	if (first.endsWith('m') && second === 'r') return [`${first.slice(0, -1)}r`, first];
	return [first, `${first}${second}`];
}

const article = String.raw`\p{L}*\p{Ll}${mark}\p{Ll}{1,4}`;

/** `der*die`, whoever comes first; the feminine is said first. */
const pairs: Readonly<Record<string, string>> = {
	der: 'die',
	dem: 'der',
	den: 'die',
	des: 'der',
	er: 'sie',
	ihm: 'ihr',
	ihn: 'sie',
	sein: 'ihr',
	seine: 'ihre',
	seinen: 'ihren',
	seinem: 'ihrem',
	dieser: 'diese',
	jeder: 'jede',
};

function pairOf(one: string, other: string): readonly [feminine: string, masculine: string] | undefined {
	const [first, second] = [one.toLowerCase(), other.toLowerCase()];
	if (pairs[first] === second) return [other, one];
	return pairs[second] === first ? [one, other] : undefined;
}

const oneGerman = new RegExp(
	String.raw`(?<![\p{L}\d])((?:${article}\s){0,2})(\p{Lu}[\p{L}-]*?\p{Ll})(?:${mark}in|\(in\)|In)(?![\p{L}*_:(])`,
	'gu',
);
const severalGerman = new RegExp(
	String.raw`(?<![\p{L}\d])(\p{Lu}[\p{L}-]*?\p{Ll})(?:${mark}innen|\(innen\)|Innen)(-?\p{L}+)?(?![\p{L}*_])`,
	'gu',
);
const alone = new RegExp(String.raw`(?<![\p{L}\d/:*])(\p{L}{2,})(?:${mark})(\p{Ll}{1,6})(?![\p{L}\d/:*])`, 'gu');

export const germanBothForms = (text: string): string =>
	withoutCode(text, plain =>
		plain
			.replace(severalGerman, (all, stem: string, rest: string | undefined, place: number, whole: string) => {
				if (all.includes('Innen') && !/\p{Ll}{2}Innen/u.test(all)) return all;
				const [one, several] = masculine(stem);
				const women = `${stem}innen`;
				if (rest !== undefined) return `${women}- und ${rest.startsWith('-') ? one : compound(one, several)}${rest}`;
				return `${women} und ${datives.test(whole.slice(Math.max(0, place - 60), place)) ? dative(several) : several}`;
			})
			.replace(oneGerman, (all, before: string, stem: string) => {
				if (all.endsWith('In') && !/(?:er|ent|ant|ist|or|eur|og)In$/u.test(all)) return all;
				const given = before
					.trim()
					.split(/\s+/u)
					.filter(Boolean)
					.map(each => pairIn(each) ?? articles(each));
				const accusative = given.some(([, man]) => /(?:n|nen|den)$/iu.test(man) && !/^ein$|^kein$/iu.test(man));
				const [one, several] = masculine(stem);
				const oblique = weak.test(stem) || weakWithE.test(stem);
				const man = (accusative || given.some(([, word]) => word.endsWith('m'))) && oblique ? several : one;
				const both = [
					[...given.map(([woman]) => woman), `${stem}in`].join(' '),
					[...given.map(([, word]) => word), man].join(' '),
				];
				const link = /^jede/iu.test(before) ? 'und' : 'oder';
				return `${both[0]} ${link} ${keepsCase(before) ? (both[1] ?? '').replace(/^./u, first => first.toLowerCase()) : both[1]}`;
			})
			.replace(alone, (all, one: string, other: string) => {
				const pair = pairOf(one, other);
				if (pair) return `${sameCase(pair[0], one)} oder ${pair[1].toLowerCase()}`;
				if (!/^(?:e|r|n|m|s|en|er|es)$/u.test(other) || !/(?:e|r|m|ein)$/u.test(one)) return all;
				if (all.includes('/') && !/^(?:jede|eine?|keine?|\p{Lu}\p{L}{3,}e)$/iu.test(one)) return all;
				const [woman, man] = articles(all);
				return `${woman} ${/^jede/iu.test(one) ? 'und' : 'oder'} ${/^\p{Lu}\p{Ll}{3,}e$/u.test(one) && !/^(?:Jede|Eine|Keine)$/u.test(one) ? man : man.toLowerCase()}`;
			}),
	);

const pairIn = (given: string): readonly [string, string] | undefined => {
	const [first = '', second = ''] = given.split(new RegExp(mark, 'u'));
	const pair = pairOf(first, second);
	return pair && [sameCase(pair[0], first), pair[1].toLowerCase()];
};

const sameCase = (word: string, as: string): string =>
	/^\p{Lu}/u.test(as) ? word.replace(/^./u, first => first.toUpperCase()) : word.toLowerCase();

const keepsCase = (before: string): boolean => /^\p{Lu}/u.test(before);

/** `Bürgerrat`, but `Studentenausweis`. */
const compound = (one: string, several: string): string => (several.endsWith('en') ? several : one);

// French: a raised dot or brackets.

const dot = String.raw`(?:[·•‧]|\()`;

const frenchPairs: readonly (readonly [RegExp, string])[] = [
	[/(?<!\p{L})([Tt])ous[·•‧]tes(?!\p{L})|(?<!\p{L})([Tt])out[·•‧]es?[·•‧]s(?!\p{L})/gu, '$1$2outes et tous'],
	[/(?<!\p{L})([Cc])(?:elles[·•‧]ceux|eux[·•‧]elles)(?!\p{L})/gu, '$1elles et ceux'],
	[/(?<!\p{L})(?:ils[·•‧]elles|elles[·•‧]ils|iels)(?!\p{L})/gu, 'elles et ils'],
	[/(?<!\p{L})(?:il[·•‧]elle|elle[·•‧]il|iel)(?!\p{L})/gu, 'elle ou il'],
	[/(?<!\p{L})([Cc])hacun[·•‧]e(?!\p{L})/gu, '$1hacune et chacun'],
];

/** The feminine of a masculine and what stands behind its dot. */
function frenchFeminine(man: string, ending: string): string {
	if (/^(?:rice|trice)$/u.test(ending)) return `${man.replace(/teur$|eur$/u, '')}trice`;
	if (/^(?:euse|se)$/u.test(ending)) return `${man.replace(/eur$|eux$/u, '')}euse`;
	if (ending === 'ère') return `${man.replace(/er$/u, '')}ère`;
	if (/^(?:ve|fe)$/u.test(ending)) return `${man.replace(/f$/u, '')}ve`;
	return `${man}${ending}`;
}

const frenchWord = String.raw`(\p{L}+)${dot}(e|ne|le|te|ère|trice|rice|euse|se|ve)`;
const frenchSeveral = new RegExp(
	String.raw`(?<!\p{L})(?:([Ll]es|[Dd]es|[Aa]ux|[Cc]es|[Nn]os|[Vv]os|[Ll]eurs|[Mm]es|[Ss]es)\s)?${frenchWord}[·•‧)]s(?!\p{L})((?:\s\p{L}+[·•‧(]\p{Ll}{1,5}[·•‧)]s(?!\p{L}))*)`,
	'gu',
);
const frenchOne = new RegExp(
	String.raw`(?<!\p{L})(?:([Uu]n)[·•‧]e\s|([Ll]e)[·•‧/]la\s)?${frenchWord}\)?(?![\p{L}·•‧])`,
	'gu',
);

export const frenchBothForms = (text: string): string =>
	withoutCode(text, plain =>
		frenchPairs
			.reduce((said, [written, spoken]) => said.replace(written, spoken), plain)
			.replace(frenchSeveral, (_all, before: string | undefined, man: string, ending: string, rest: string) => {
				const article = before === undefined ? '' : `${before} `;
				const behind = rest.replaceAll(/[·•‧(]\p{Ll}{1,5}[·•‧)](?=s(?!\p{L}))/gu, '');
				return `${article}${frenchFeminine(man, ending)}s et ${article.toLowerCase()}${man}${/[sx]$/u.test(man) ? '' : 's'}${behind}`;
			})
			.replace(frenchOne, (_all, un: string | undefined, le: string | undefined, man: string, ending: string) => {
				const woman = frenchFeminine(man, ending);
				if (un !== undefined) return `${un}e ${woman} ou un ${man}`;
				if (le !== undefined) return `${le === 'Le' ? 'La' : 'la'} ${woman} ou le ${man}`;
				return `${woman} ou ${man}`;
			}),
	);

// Spanish: an at sign or a slash.

export const spanishBothForms = (text: string): string =>
	withoutCode(text, plain =>
		plain
			.replace(/(?<![\p{L}\d.@])\p{L}+@s(?:\s\p{L}+@s)*(?![\p{L}\d@]|\.\p{L})/gu, words =>
				feminineAndMasculine(words.replaceAll('@', 'a'), words.replaceAll('@', 'o')),
			)
			.replace(spanishSeveral, (_all, articles: string | undefined, stem: string) => {
				const [women, men] = /[eo]r(?:es)?$/u.test(stem)
					? [`${stem.replace(/es$/u, '')}as`, stem]
					: [`${stem.replace(/os$/u, '')}as`, stem];
				if (articles === undefined) return feminineAndMasculine(women, men);
				return feminineAndMasculine(`${articles.slice(0, 1)}as ${women}`, `los ${men}`);
			})
			.replace(/(?<!\p{L})([Ee])l\/la(?!\p{L})/gu, '$1l o la')
			.replace(/(?<!\p{L})([Uu])n\/a(?!\p{L})/gu, '$1na o un'),
	);

/** `los/as alumnos/as`, with its article in one gender or both. */
const spanishSeveral =
	/(?<!\p{L})(?:([Ll](?:os|as)(?:\/(?:l?[ao]s))?)\s)?(\p{L}+?(?:os|ores|eres))(?:\/as|\(as\))(?!\p{L})/gu;

const feminineAndMasculine = (women: string, men: string): string =>
	`${women} y ${men.replace(/^./u, first => first.toLowerCase())}`;

/** A text as `change` makes it around code. */
const withoutCode = (text: string, change: (plain: string) => string): string =>
	text
		.split(/(```[^]*?(?:```|$)|`[^`\n]*`)/u)
		.map((part, place) => (place % 2 === 1 ? part : change(part)))
		.join('');
