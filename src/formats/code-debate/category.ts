/**
 * Which category the wording of an answer gives, by its grammar: the first word that agrees or disagrees, with its
 * negation and hedge, in English, German, French, Spanish and Chinese. What fits nothing gives none.
 */
import words from '../../../data/formats/category-words.json' with {type: 'json'};

export type Category = 'agreed' | 'partly' | 'disagreed';

/** What stands between the parts of a German verb. */
const apart = String.raw`(?:voll und ganz|ganz und gar|(?!\b(?:dass|weil|und|aber)\b)[^.;:!?,])`;

/** Alternatives of a pattern, by language. */
type LatinWords = Readonly<Record<'en' | 'de' | 'fr' | 'es', string>>;

const latinOf = ({en, de, fr, es}: LatinWords): string => [en, de, fr, es].join('|');

/** Words in Latin script end at their letters; Chinese ones stand in a row. */
const pattern = ({zh, ...latin}: LatinWords & {readonly zh: string}, flags = 'gu'): RegExp =>
	new RegExp(
		String.raw`(?<![\p{L}\p{N}])(?:${latinOf(latin)})(?![\p{L}\p{N}])|${zh}`.replaceAll('<apart>', apart),
		flags,
	);

/** Words that agree and disagree wherever they stand; one that disagrees and is negated agrees. */
const [agreeing, disagreeing] = [pattern(words.agreeing), pattern(words.disagreeing)];
/** The same where nothing but small words stands before them: elsewhere they speak of the code. */
const [affirming, denying] = [pattern(words.affirming), pattern(words.denying)];
/** A bare yes or no counts where nothing else in the sentence gives a category. */
const answering = {
	yes: /^[\s"'([]*(?:(?:yes|yep|ja|oui|sí)(?!\p{L})|是的?(?=$|[，。,.!])|对的?(?=$|[，。,.!]))\s*(?:[.,;:!—–，。]|$)/u,
	no: /^[\s"'([]*(?:(?:no|nope|nein|non|(?:absolutely|certainly|definitely|of course) not|by no means|not at all|auf keinen fall|keineswegs|(?:ganz und )?gar nicht|überhaupt nicht|pas du tout|en aucun cas|en absoluto|para nada|de ninguna manera)(?!\p{L})|绝不|否(?=$|[，。,.!])|不是?(?=$|[，。,.!]))\s*(?:[.,;:!—–，。]|$)/u,
} as const;
const negating = pattern(words.negating);
/** Behind a negation these make a hedge of it: "not fully agreed". */
const wholly = pattern(words.wholly, 'uy');
const hedging = pattern(words.hedging);
/** Words behind the category that take part of it back. */
const excepting = latinOf(words.excepting);
const contrasting = latinOf(words.contrasting);
/** Behind any of these it is not said that somebody agrees. */
const unsure = pattern(words.unsure);
/** What looks like a negation or a hedge and is none. */
const idioms = pattern(words.idioms);
/** The same where what is left says the contrary of what it seems to say, or says it without a word of its own. */
const agreedIdioms = pattern(words.agreedIdioms, 'u');
/** Sayings that disagree without a word of category. */
const disagreedIdioms = pattern(words.disagreedIdioms, 'u');
/** Words that say nothing of their own: pronouns, auxiliaries, what a wording begins with. */
const small = pattern(words.small);
const pointName = /(?<![\p{L}\p{N}])(?:p\d+|points?|finding|#?\d+)(?![\p{L}\p{N}])/gu;

type CategoryWord = {readonly at: number; readonly end: number; readonly agrees: boolean; readonly weak: boolean};

/** Ends of clauses. A comma is none in Latin script, where an aside may stand between a negation and its word. */
const clauseEnd =
	/[.;:!?\n…，。；：！？、|]|\s\/\s|\s[—–-]+\s|[—–]| {2,}|,?\s+(?:but|however|aber|jedoch|mais|pero|sino)\s/gu;

const lower = (text: string): string =>
	text
		.normalize('NFC')
		.toLowerCase()
		.replaceAll(/[’‘ʼ]/gu, "'")
		// French elides, and each of its words counts.
		.replaceAll(/(?<!\p{L})(?<elided>[cdjlmnst]|qu)'(?=\p{L})/gu, "$<elided>' ")
		.replaceAll(/`[^`\n]*`/gu, ' ');

const matches = (text: string, wanted: RegExp): {readonly at: number; readonly end: number}[] =>
	[...text.matchAll(wanted)].map(({0: found, index}) => ({at: index, end: index + found.length}));

const has = (text: string, wanted: RegExp): boolean => matches(text, wanted).length > 0;

/** Whether nothing stands here that says anything. */
const isSmall = (text: string): boolean =>
	!/\p{L}/u.test(
		[negating, hedging, small, pointName].reduce(
			(rest, words) => rest.replaceAll(words, ' '),
			text.replaceAll(new RegExp(wholly.source, 'gu'), ' '),
		),
	);

/** All words that give a category, in order; one that stands in another one is not a word of its own. */
function marksIn(text: string): CategoryWord[] {
	const found = [
		...matches(text, disagreeing).map(place => ({...place, agrees: false, weak: false})),
		...matches(text, agreeing).map(place => ({...place, agrees: true, weak: false})),
		...matches(text, denying).map(place => ({...place, agrees: false, weak: true})),
		...matches(text, affirming).map(place => ({...place, agrees: true, weak: true})),
	];
	return found
		.filter(({at, end, agrees}, place) =>
			found.every(
				(other, index) =>
					index === place ||
					end <= other.at ||
					at >= other.end ||
					end - at > other.end - other.at ||
					(end - at === other.end - other.at && (!agrees || other.agrees) && place < index),
			),
		)
		.filter(({at, weak}) => !weak || isSmall(text.slice(clauseStart(text, at), at)))
		.toSorted((one, other) => one.at - other.at);
}

const clauseStart = (text: string, at: number): number => matches(text.slice(0, at), clauseEnd).at(-1)?.end ?? 0;

const clauseEndAfter = (text: string, from: number): number => {
	const next = matches(text.slice(from), clauseEnd)[0];
	return next === undefined ? text.length : from + next.at;
};

/** How a stretch before a word changes it. */
function modifiersIn(stretch: string): {readonly negated: boolean; readonly hedged: boolean} {
	const text = stretch.replaceAll(/\s(?:at all|du tout)(?!\p{L})/gu, ' ');
	const isHedged = has(text, hedging);
	const found = matches(text, negating).map(({end}) => {
		const gap = /^(?:\s+(?:[\p{L}']+\s+){0,3}|\p{Script=Han}{0,2})/u.exec(text.slice(end))?.[0] ?? '';
		return placesIn(gap).some(skip => startsWith(text, end + skip, wholly)) ? 'hedge' : 'negation';
	});
	const hedged = isHedged || found.includes('hedge');
	// "Not fully" is one hedge, however many words of negation a language has for it.
	const both = hedged && !isHedged && found.includes('negation') && isOnlyPart(text);
	return {negated: found.includes('negation') && !both, hedged};
}

/** French and Spanish negate twice: "je ne suis pas entièrement d’accord" has one negation. */
const isOnlyPart = (text: string): boolean => /\b(?:ne|n')/u.test(text) && !/\b(?:sans|ni|jamais)\b/u.test(text);

const placesIn = (gap: string): number[] => Array.from({length: gap.length + 1}, (_, at) => at);

function startsWith(text: string, at: number, wanted: RegExp): boolean {
	const sticky = new RegExp(wanted.source, 'uy');
	sticky.lastIndex = at;
	return sticky.test(text);
}

/** What the rest of the clause does to a word: "einverstanden bin ich nicht", "agreed? no". */
const later = {
	negated:
		/^(?:\s+(?:it|this|i|we)\s+(?:is|am|are|do|can)?\s*(?:not|cannot)|\s+(?:to|with|on|by|in|con|en|por|avec|sur|par)?\s*(?:none|nothing|no part|nobody|no one|neither|nada|nadie|ningun\p{L}*|rien|personne|aucun\p{L}*)(?!\p{L})[^.;:!?\n]*|\s*,\s*(?:(?:i|we|it) (?:am|are|do|is) not|(?:je|nous) ne (?:l'|le)?\s*(?:suis|sommes) pas|(?:das )?(?:bin|sind) (?:ich|wir) (?:das )?nicht|no lo (?:estoy|estamos))|\s*(?:je |nous )?(?:ne |n')?\s*(?:le |la )?(?:suis|sommes|est|peux|puis)?\s*(?:pas|jamais|nullement|impossible)|\s+(?:no|nunca|jamás)(?:\s+(?:lo|estoy|estamos|es|hay|puedo)){0,2}|\s+(?:impossible|imposible|unmöglich|denied|withheld|missing|fehlt|denegad[oa])|\s*(?:是不可能的?|不了|不得|不能))\s*(?=$|[.;:!,—–?\n，。；！])/u,
	german:
		/^(?:(?!\s(?:dass|weil|denn|und|wenn)\s)[^.;:!?,—–\n])*?\s(?:nicht|nie|niemals|keineswegs|keinesfalls|kein\p{L}*|mitnichten)(?![\p{L}])/u,
	question: /^[^.;:!\n。；]{0,60}?(?:\?|？|吗)/u,
	no: /^[\s?？*"')]*(?:(?:no|not|never|nein|nicht|nie|keineswegs|non|pas|jamais|nunca|jamás)(?!\p{L})|不|没|否)/u,
	yes: /^[\s?？*"')]*(?:yes|ja|oui|sí|是|对)/u,
} as const;

const hedgedLater = new RegExp(
	[
		String.raw`^(?:(?!\s(?:that|dass|que|qu'|because|weil|car|porque)\b)[^,.;:!?—–\n，。；(]){0,80}?\s*[,;:—–(-]*\s*(?<![\p{L}])(?:${excepting})(?![\p{L}])`,
		String.raw`^[^.;!?\n]{0,160}?[,;—–(]\s*(?:${excepting}|${contrasting})(?![\p{L}])`,
		String.raw`^[^,.;:!?—–\n]{0,80}?\s(?:but|aber|mais|pero|though|although|obwohl|aunque)\s`,
		String.raw`^\s*[.!:]\s*(?:${contrasting}|only|nur|seulement|solo|sólo|except|außer|sauf|salvo)(?![\p{L}])`,
		String.raw`^[^.!?\n。！？]{0,60}?(?:${words.excepting.zh})`,
	].join('|'),
	'u',
);
const exceptedLater = new RegExp(
	String.raw`^(?:[^,.;:!?—–\n]){0,60}?\s*[,;—–(-]*\s*(?<![\p{L}])(?:except|apart from|save for|außer|bis auf|mit ausnahme|ausgenommen|sauf|excepté|hormis|à l' exception|salvo|excepto|menos|a excepción|in part|partly|partially|teilweise|zum teil|en partie|partiellement|en parte|parcialmente)(?![\p{L}])|^[^.!?。]{0,20}?除`,
	'u',
);
/** What may stand behind a word that agrees without changing it: its end, or what it agrees with. */
const complement = new RegExp(
	[
		String.raw`^(?:\s*$|\s{2,}|\s*[^\p{L}\p{N}\s])`,
		String.raw`^\s+(?:with|to|on|upon|that|about|this|these|it|the|and|as|here|in|at|for|fully|completely|entirely|wholly|totally|wholeheartedly|because|since|too|also|now|there|lines?|points?|both|i|we|your|an?|p?\d+)(?!\p{L})`,
		String.raw`^\s+(?:mit|zu|dass|und|in|bei|hier|weil|da|voll|ganz|völlig|damit|dem|den|auch|jetzt|von|was|zeilen?|punkt|ich|wir|meinerseits|bin|sind|diese[rmns]?|das|ihre[rmn]?|deine[rmn]?)(?!\p{L})`,
		String.raw`^\s+(?:avec|sur|pour|que|qu'|et|ici|car|à|en|le|la|les|ce|cet|cette|votre|ton|aussi|total|complet|entier|là-dessus|lignes?|point)(?!\p{L})`,
		String.raw`^\s+(?:con|en|que|y|aquí|por|a|al|el|la|los|las|este|esta|esto|su|tu|también|total|completo|línea|punto)(?!\p{L})`,
		String.raw`^(?:该|此|这|那|你|您|对方|上述|以上|其|第|所|并|且|他|它|的?$|的?\p{P}|的?(?:结论|意见|观点|看法|说法))`,
	].join('|'),
	'u',
);
/** "Agreed: no", "agreed = false": an answer behind the word, and nothing behind that. */
const answeredNo =
	/^\s*[:=(,/?—–：（，-]+\s*(?:(?:no|not|false|never|wrong|nein|nicht|nie|falsch|non|faux|jamais|pas|nunca|falso|said nobody|says nobody|said no one)(?!\p{L})|否|不是?|没有)\s*(?=$|[).,;:!）。，；])/u;
/** Two words of category that are joined speak of two things; side by side, the one is said of the other. */
const joining =
	/[,;，；、]|\s(?:and|but|or|nor|und|aber|oder|noch|et|mais|ou|ni|y|pero|o|e|while|whereas|während|tandis que|mientras)\s|[和但而或也]/u;
const neither = /(?<![\p{L}])(?:neither|weder|ni)(?![\p{L}])|既不|既非/u;

/** The category that a wording gives: by its first word of one, unless another in the sentence says the contrary. */
function readWording(wording: string): Category | undefined {
	const raw = lower(wording);
	const idiom = agreedIdioms.exec(raw.split(/[.\n]/u, 1)[0] ?? '');
	if (idiom) return hedgedLater.test(raw.slice(idiom.index + idiom[0].length)) ? 'partly' : 'agreed';
	const text = raw.replaceAll(idioms, ' ');
	if (disagreedIdioms.test(raw.split(/[.,\n，。]/u, 1)[0] ?? '')) return 'disagreed';
	const marks = marksIn(text);
	const [first, ...others] = marks;
	if (!first) return bareAnswer(text);
	const own = sayingOf(text, first, clauseStart(text, first.at), others);
	const sentence = /[.:!?\n。！？]|\s[—–-]\s/u.exec(text.slice(first.end))?.index ?? text.length;
	const next = others.find(({at, weak}) => !weak && at < first.end + sentence);
	const between = next && text.slice(first.end, next.at);
	const infinitive = next && /^(?:zuzustimmen|beizupflichten|abzulehnen)/u.test(text.slice(next.at));
	if (!next || !between || infinitive || !joining.test(between) || own === undefined) return own;
	const from = first.end + between.search(joining);
	const second = sayingOf(text, next, Math.max(from, clauseStart(text, next.at)), []);
	if (second === undefined || second === own) return own;
	return neither.test(text.slice(0, next.at)) ? undefined : 'partly';
}

function bareAnswer(text: string): Category | undefined {
	if (answering.no.test(text)) return 'disagreed';
	const yes = answering.yes.exec(text)?.[0];
	if (yes === undefined) return undefined;
	return hedgedLater.test(`${yes.replaceAll(/\P{L}+$/gu, '')}, ${text.slice(yes.length).trimStart()}`)
		? 'partly'
		: 'agreed';
}

/** What one word says with its negation and hedges; `start` is where its clause begins. */
function sayingOf(
	text: string,
	word: CategoryWord,
	start: number,
	others: readonly CategoryWord[],
): Category | undefined {
	const before = text.slice(start, word.at);
	const rest = text.slice(word.end);
	const turn = turnBehind(rest, text.slice(word.end, clauseEndAfter(text, word.end)));
	if (turn === 'asked' || has(before, unsure) || isAnsweredNo(text.slice(start, word.end), word)) return undefined;
	const {denied, hedged} = changeBefore(text, word, start);
	const agrees = isContradicted(text, word, others)
		? denied && !word.agrees
		: (denied || turn === 'denied') !== word.agrees;
	if (!agrees) {
		const isPart = hedged && !word.agrees && !conditional.test(before);
		return isPart || exceptedLater.test(rest) ? 'partly' : 'disagreed';
	}
	if (hedged || hedgedLater.test(rest)) return 'partly';
	// A word that is not known may turn the sense: "I withhold my agreement".
	const known = isSmall(before.slice(before.search(/[^,，]*$/u)));
	return known && (!word.agrees || complement.test(rest)) ? 'agreed' : undefined;
}

/** Behind these a hedge takes nothing from a disagreement: "I would rather disagree", "I can only disagree". */
const conditional = /\b(?:would|würde|serais|estaría|only|nur)\b/u;
const leadingNo = /^\s*(?:no|nein|non|不|没有)\s*[,，]/u;
const behindNo = (scope: string): string => scope.replace(/^\s*\p{L}+\s*[,，]/u, '');

/** "No, agreed": the two say contrary things, unless another negation stands between. */
const isAnsweredNo = (scope: string, {agrees}: CategoryWord): boolean =>
	agrees && leadingNo.test(scope) && !has(behindNo(scope), negating);

/** How what stands before a word in its clause changes it. */
function changeBefore(text: string, word: CategoryWord, start: number): {denied: boolean; hedged: boolean} {
	const scope = text.slice(start, word.end);
	const {negated, hedged} = modifiersIn(leadingNo.test(scope) ? behindNo(scope) : multiword(scope, word, start));
	return {denied: negated && (word.agrees || isDirect(scope, word.at - start)), hedged};
}

/** How what stands behind a word changes it: it may deny it, or ask for it and answer nothing. */
function turnBehind(rest: string, clause: string): 'denied' | 'asked' | undefined {
	const question = later.question.exec(rest)?.[0];
	const answer = question === undefined ? undefined : rest.slice(question.length);
	if (later.negated.test(rest) || answeredNo.test(rest) || later.german.test(clause.split(',', 1)[0] ?? ''))
		return 'denied';
	if (answer === undefined) return undefined;
	if (later.no.test(answer)) return 'denied';
	return later.yes.test(answer) ? undefined : 'asked';
}

/** Whether the next word of category in the clause says the contrary of the same thing. */
function isContradicted(text: string, {agrees, end}: CategoryWord, others: readonly CategoryWord[]): boolean {
	const beside = others.find(({at, weak}) => !weak && at < clauseEndAfter(text, end));
	return beside !== undefined && beside.agrees !== agrees && !joining.test(text.slice(end, beside.at));
}

/**
 * Whether a negation belongs to a word that disagrees: it stands in it, or only small words stand between. "It does not
 * leak, I disagree" denies the leak.
 */
const isDirect = (scope: string, at: number): boolean =>
	matches(scope, negating).some(
		({end}) => end > at || (!/[,，]/u.test(scope.slice(end, at)) && isSmall(scope.slice(end, at))),
	);

/** The scope of a word: what stands in it counts only where it is of several words with others between. */
const multiword = (scope: string, {at, end}: CategoryWord, start: number): string =>
	/\s/u.test(scope.slice(at - start)) && end - at > 14 ? scope : scope.slice(0, at - start);

const ownHeading = /^P\d+ — \*\*(?<category>Agreed|Partially agreed|Disagreed)\*\*(?=$|:|, withdrawn|\s\(`)/u;
const ownCategories: Readonly<Record<string, Category>> = {
	Agreed: 'agreed',
	'Partially agreed': 'partly',
	Disagreed: 'disagreed',
};

/**
 * The category that a text gives: our own headings as they are written, else what is in bold, else how its first line
 * puts it. What is quoted from the other side does not count.
 */
export function categoryIn(text: string): Category | undefined {
	const own = ownCategories[ownHeading.exec(text)?.groups?.['category'] ?? ''];
	if (own !== undefined) return own;
	const lines = text.split('\n').filter(line => !/^\s*>/u.test(line));
	for (const line of lines) {
		for (const {0: whole, index, groups} of line.matchAll(/\*\*(?<inside>[^*]+)\*\*/gu)) {
			const inside = groups?.['inside'] ?? '';
			if (marksIn(lower(inside)).length === 0) continue;
			const before = line.slice(0, index).replaceAll('*', '');
			const start = clauseStart(before, before.length);
			const led = isSmall(lower(before.slice(start))) ? before.slice(start) : '';
			return readWording(`${led}${inside}${line.slice(index + whole.length).replaceAll(/[*_]/gu, '')}`);
		}
	}
	const [first = ''] = lines.filter(line => line.trim() !== '');
	return readWording(first.replace(/^[\s#\d.)*_-]*(?:P\d+\b)?/u, '').replaceAll(/[*_]/gu, ''));
}
