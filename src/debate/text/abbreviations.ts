/** Full stops that do not end a sentence, even before a capital letter or a number. */

/** Abbreviations that never end a sentence. */
const titles =
	/(?<![\p{L}\p{N}])(?:Dr|Mr|Mrs|Ms|Mx|Prof|Rev|Fr|Hon|Gen|Col|Lt|Sgt|Capt|Cmdr|Sen|Rep|Gov|Pres|Amb|Messrs|St|Mt|Ft|Hr|vs|v|cf|viz|e\.g|eg|i\.e|ie|ca|approx|resp|bzw|z\.B|d\.h|Figs?|Eqs?|Secs?|Chap|Ch|Arts?|Vols?|Nr|Jan|Feb|Aug|Sept|Oct|Nov|Dec)\.\s*$/u;
/** Abbreviations only before a number; otherwise ordinary words. */
const numbered = /(?<![\p{L}\p{N}])(?:No|Nos|no|nos|p|pp|par|para|Mar|Apr|Jun|Jul|Sep)\.\s*$/u;
/** Abbreviations that may end a sentence: dotted initials, single ones (but not the word "I"), suffixes of names. */
const perhaps = /(?<![\p{L}\p{N}])(?:(?:\p{L}\.){1,}\p{L}|(?!I\b)\p{Lu}|Ph\.D|Inc|Ltd|Co|Corp|Jr|Sr|Bros|et al)\.\s*$/u;
/** Words that often begin a sentence and rarely continue a name after an abbreviation. */
const starters = new Set(
	'a all also although an and another any are as at because both but by can could did do does each even every few first for from had has have he her here his how however i if in indeed is it its let look many maybe more most my nevertheless no nobody nor not nothing now of on once one only or other our perhaps she should since so some still such that the their then there these they this those though thus to under unless until was we well were what when where whether which while who why will with without would yes yet you your'.split(
		' ',
	),
);

const firstWord = /^[^\p{L}\p{Sentence_Terminal}\n]*([\p{L}\p{M}]+)/u;

/** Whether the sentence goes on after `before`, given what follows. Both may be cut to about forty characters. */
export function sentenceContinues(before: string, after: string): boolean {
	if (listNumber.test(before) || titles.test(before)) return true;
	if (numbered.test(before)) return /^\p{N}/u.test(after);
	return perhaps.test(before) && !starters.has(firstWord.exec(after)?.[1]?.toLowerCase() ?? 'the');
}

/** Whether `sentenceContinues` needs to see the whole next word. */
export const needsNextWord = (before: string): boolean => perhaps.test(before);

/** A list number at the start of a line, with nothing after it yet. */
const listNumber = /(?:^|\n)[ \t>]*\p{N}{1,3}[.)]\s*$/u;
