/** Full stops that do not end a sentence, even before a capital letter or a number. */

/** Abbreviations that never end a sentence. */
const titles =
	/(?<![\p{L}\p{N}])(?:Dr|Mr|Mrs|Ms|Mx|Prof|Rev|Fr|Hon|Gen|Col|Lt|Sgt|Capt|Cmdr|Sen|Rep|Gov|Pres|Amb|Messrs|St|Mt|Ft|Hr|vs|v|cf|viz|e\.g|eg|i\.e|ie|ca|approx|resp|bzw|z\.B|d\.h|Figs?|Eqs?|Secs?|Chap|Ch|Arts?|Vols?|Nr|Jan|Feb|Aug|Sept|Oct|Nov|Dec|Abs|Mio|Mrd|Hrn|Bd|Kap|[Vv]gl|[Ii]nkl|[Zz]zgl|[Gg]gf|[Ee]vtl|[Ss]og|MM|Mlle|Sra|Srta|Dra|Dña|Uds?|Núm|núm|págs?|z\.\s?B|d\.\s?h|u\.\s?U|z\.\s?T|i\.\s?d\.\s?R|p\.\s?ex|p\.\s?ej|c\.-à-d)\.\s*$/u;
/** Abbreviations only before a number; otherwise ordinary words. */
const numbered = /(?<![\p{L}\p{N}])(?:No|Nos|no|nos|p|pp|par|para|Mar|Apr|Jun|Jul|Sep|cap)\.\s*$/u;
/** Before a number a German page, else an initial. */
const pages = /(?<![\p{L}\p{N}.])S\.\s*$/u;
/** Abbreviations that may end a sentence: dotted initials, single ones (but not the word "I"), suffixes of names. */
const perhaps =
	/(?<![\p{L}\p{N}])(?:(?:\p{L}\.){1,}\p{L}|(?!I\b)\p{Lu}|Ph\.D|Inc|Ltd|Co|Corp|Jr|Sr|Bros|et al|u\.\s?a|u\.\s?ä|o\.\s?[äÄ]|EE\.\s?UU)\.\s*$/u;
/** Words that often begin a sentence and rarely continue a name after an abbreviation. */
const starters = new Set(
	'a all also although an and another any are as at because both but by can could did do does each even every few first for from had has have he her here his how however i if in indeed is it its let look many maybe more most my nevertheless no nobody nor not nothing now of on once one only or other our perhaps she should since so some still such that the their then there these they this those though thus to under unless until was we well were what when where whether which while who why will with without would yes yet you your'.split(
		' ',
	),
);

/** The same in German, French and Spanish; articles that begin names, such as "Le", are none of them. */
for (const word of 'aber alle auch danach dann darum das denn der dies diese dieser dieses doch dort eine er es hier ich ihr jede jeder jetzt kein keine nicht nun oder sie und warum wenn wer wie wir mais donc cela cette elle il nous vous quand pero ella ellos cuando esto esta usted nosotros'.split(
	' ',
))
	starters.add(word);

/** A number that may be an ordinal, as German writes them: `im 19. Jahrhundert`. */
const ordinal = /(?<![\p{L}\p{N}.,])(?:(\p{L}+)\s+)?\p{N}{1,3}\.\s*$/u;
/** Before an ordinal; what stands behind it is a noun. */
const articles = new Set(['der', 'das', 'dem', 'des', 'im', 'zum', 'vom', 'beim', 'jeder', 'jedem', 'jedes']);
/** What is counted in ordinals whatever stands before them. */
const counted =
	/^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert\p{L}*|Jahrtausend\p{L}*|Weltkrieg\p{L}*|Kapitel\p{L}*|Lebensjahr\p{L}*|Jahrestag\p{L}*|Auflage|Klasse)(?!\p{L})/u;

/** A single letter with another behind it: `z. B.` or `u. a.`, but not the word "I". */
const spelled = /(?<![\p{L}\p{N}.])(?:(?!I\b)\p{L}|EE)\.\s+$/u;
const nextSpelled = /^(?:\p{L}|UU)\./u;

const firstWord = /^[^\p{L}\p{Sentence_Terminal}\n]*([\p{L}\p{M}]+)/u;

/** Whether the sentence goes on after `before`, given what follows. Both may be cut to about forty characters. */
export function sentenceContinues(before: string, after: string): boolean {
	if (listNumber.test(before) || titles.test(before)) return true;
	if (numbered.test(before)) return /^\p{N}/u.test(after);
	if (pages.test(before) && /^\p{N}/u.test(after)) return true;
	if (spelled.test(before) && nextSpelled.test(after)) return true;
	if (isOrdinal(before, after)) return true;
	return perhaps.test(before) && !starters.has(firstWord.exec(after)?.[1]?.toLowerCase() ?? 'the');
}

/** Whether `sentenceContinues` needs to see the whole next word. */
export const needsNextWord = (before: string): boolean =>
	perhaps.test(before) || spelled.test(before) || ordinal.test(before);

function isOrdinal(before: string, after: string): boolean {
	const match = ordinal.exec(before);
	if (!match || !/^\p{Lu}/u.test(after)) return false;
	return counted.test(after) || articles.has(match[1]?.toLowerCase() ?? '');
}

/** A list number at the start of a line, with nothing after it yet. */
const listNumber = /(?:^|\n)[ \t>]*\p{N}{1,3}[.)]\s*$/u;
