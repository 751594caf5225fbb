/** A chair as speaker: its card, phrase bank, side and sentence writer, and how it refers to the others. */
import {
	memoizeText,
	quotable,
	quotableQuestion,
	quotedIn,
	escapePattern,
	sentencesOf,
	bare,
	contentWords,
	overlap,
	stem,
	wordsOf,
} from '../text.ts';
import {hash, at, type Random} from '../random.ts';
import {type ChairCard, type ParsedPrompt, type PromptTurn, claimsIn, seatLetter} from '../notation.ts';
import {type DebateSide, sentenceWriter, type SentenceWriter, type Slots} from '../sentence-writer.ts';
import type {ComposerInput} from '../composer.ts';
import {topicOf} from '../topic.ts';
import type {FrameworkBank} from './framework-banks.ts';
import {asClause, bankOf, cardSlots, labelOf} from './framework-banks.ts';

// Patterns that recognise, in any text, what a sentence does.

/** The sentence without its quotations. */
const unquoted = (sentence: string): string => sentence.replaceAll(/“[^”]*”/gu, ' ');

/** Claims more than anyone can know, or allows no exception. */
export const isAbsolute = (sentence: string): boolean => absolute.test(sentence);
const absolute =
	/\b(?:simply|merely|nothing but|always|never|everyone|everybody|nobody|no one|whatever|whoever|anything at all|all of the|everything|the only thing|do(?:es)? ?n[o’']t care|does not care|do not care|couldn[’']t care|forget(?:s)? (?:about )?(?:everyone|the)|no matter)\b/iu;

/** Makes a view sound as if no reasonable person could hold it. */
export const isSweeping = (claim: string): boolean => sweeping.test(claim);
const sweeping =
	/\b(?:simply|merely|nothing but|whatever (?:it|happens|the|anyone|comes)|whoever (?:dies|pays|suffers)|no matter (?:what|who|how)|forget(?:s)? (?:about )?(?:everyone|the|all)|do(?:es)? ?n[o’']t care|does not care|do not care|couldn[’']t care|never (?:look|ask|think|do|mind|decide|count|listen)|(?:nobody|no one|everyone|everybody|we all) (?:should|must|has to|ought)|should (?:always|never|all)|at any (?:price|cost)|only thing (?:that )?(?:counts|matters)|everything else|anything goes)\b/iu;

/** Claims that an open question is settled. */
export const isOverclaim = (sentence: string): boolean => overclaim.test(unquoted(sentence));
const overclaim =
	/\bobviously\b|\beveryone knows\b|\bevery sane person\b|\bno (?:serious|sane|reasonable|honest) person\b|\bundeniabl[ey]\b|\bbeyond (?:any |all )?doubt\b|\bwithout any doubt\b|\bno (?:possible |conceivable )?doubt\b|\b(?:nobody|no one) (?:can|could) (?:seriously |reasonably |honestly )?(?:doubt|deny)\b|\bis certain to\b|\b(?:it|this) is (?:an )?(?:proven|settled|a fact)\b|\b(?:100|a hundred) per ?cent\b/iu;

/** Lets one thing decide the whole question. */
export const isDecisive = (sentence: string): boolean => decisive.test(unquoted(sentence));
const decisive =
	/\b(?:settles|decides|decided by|deciding (?:reason|ground)|comes down to|boils down to|trumps|overrides|outweighs everything|only (?:question|thing|test)|one (?:question|thing) that|(?:all|what|nothing else) (?:really |truly )?(?:that )?matters|by that (?:test|ground) alone|alone decides|rest (?:my|our) case|stands or falls)\b/iu;

/** Evades a question. */
export const isDodge = (sentence: string): boolean => dodge.test(unquoted(sentence));
const dodge =
	/\bnot the (?:real |right )?question\b|\brather (?:talk|speak) about\b|\bI (?:pass|leave it|move on)\b|\btalk about something else\b|\bmore (?:important|pressing) (?:things|matters)\b|\bleave that aside\b|\bthat is beside the point\b|\bnot going to (?:answer|get into|be drawn)\b|\bbe drawn into\b|\bask (?:me )?something else\b|\bnext question\b/iu;

/** Says what someone believes. */
export const attributes = (sentence: string): boolean => attribution.test(sentence);
const attribution =
	/\b(?:says?|said|tells?|told|argues?|argued|claims?|claimed|thinks?|believes?|holds?|wants?|insists?|insisted|would have (?:us|you)|according to|for (?:him|her|them)|view is|position is|case is|(?:his|her|their) (?:view|position|answer|plan|idea)|proposes?|suggests?|maintains?|admits? that)\b/iu;

/** Restates someone fairly. */
export const restates = (sentence: string): boolean => restating.test(sentence);
const restating =
	/\b(?:strongest|fairest|best|full strength|fair(?:ly)?|point(?:ed)?|case|argument|argued|argues|said|says|told us|put it|words|line|line is|view|reading|version|worr(?:y|ies)|remind(?:s|ed)|shows?|showed|insists?|asks us|claim(?:s|ed)?|holds|right (?:that|to|about)|weight in|wrote down|took down|noted down|speaks? for|stands for)\b/iu;

/** Gives a reason. */
export const reasons = (sentence: string): boolean =>
	/\b(?:because|since|for the reason|the reason|so that|otherwise|that is why|after all|rests on|, for)\b/iu.test(
		sentence,
	);

/** Concedes or has learned something. */
export const agrees = (sentence: string): boolean => agreement.test(sentence);
const agreement =
	/\bI (?:agree|accept|grant|concede|am persuaded|share|have learned|learned|take (?:that|the point)|could not agree more|would sign)\b|\bwe (?:share|agree|have in common)\b|\b(?:is|are|was|were) (?:quite |surely |entirely |absolutely )?right (?:that|to|about|in|on)\b|\b(?:a |that is |that’s a )?(?:fair|good|real|serious) point\b|\bhave in common\b|\bI have (?:learned|taken)\b|\bgranted\b|\bright about this\b|\bpersuaded me\b|\bwithout conditions\b/iu;

/** Makes a case stronger than it was put. */
export const strengthens = (sentence: string): boolean =>
	/\b(?:even stronger|even more strongly|at (?:its|their|her|his|your) (?:strongest|best)|in its strongest form|go(?:es)? further than|stronger than (?:they|she|he|you) put|I would add to it|to strengthen|full strength|strongest (?:form|version|reading|line|point|case)|fairest (?:reading|version))\b/iu.test(
		sentence,
	);

/** Admits a weakness of the speaker's own view. */
export const admits = memoizeText((sentence): boolean => {
	const said = sentence.replaceAll(/\b(?:in|to) my (?:view|opinion|judgement|eyes|mind)\b/giu, '');
	return (admission.test(said) || ownWeakness.test(said)) && !boast.test(said);
});
const weakness = String.raw`(?:weak\w*|limit\w*|blind\w*|struggl\w*|fails?|falls? short|shaky|thin ice|trouble|overlook\w*|loses? sight|no eye|misses|neglects?|bad at|poor at|runs? out|cannot answer|can[’']t answer|goes? wrong|gets? (?:it |this |that )?wrong|uneasy|hard to (?:answer|defend)|silent|slow to see|no good answer|least sure|sore spot|makes me pause|troubles me|keeps me awake|worries me|(?:inclined|tends?) to (?:forget|pass|overlook)|little to say|cost(?:s)? of)`;
const admission = new RegExp(
	String.raw`\bmy (?:own )?(?:framework|view|position|tradition|approach|account|theory|side|school|chair|case|creed|principle|philosophy)\b[^.!?]*\b${weakness}|\b${weakness}\b[^.!?]*\b(?:(?:of|on|in|about|for|against|to) (?:(?:my|our) (?:own )?(?:framework|view|position|tradition|approach|account|theory|side|school|chair|case|creed|principle)|myself))\b`,
	'iu',
);
const ownWeakness =
	/\bblind spot, (?:and |not least )?mine\b|\b(?:weak|sore) spot in my\b|\bweakness on my\b|\b(?:I|we) (?:admit|confess|must own|have to own|own up|must admit|have to admit|concede|should admit|grant)\b[^.!?]*\b(?:(?:my|our) (?:own )?(?:framework|view|position|tradition|approach|account|theory|side|school|chair|case|creed|principles?)|that (?:we|I))\b[^.!?]*\b(?:weak\w*|limits?|blind|struggl\w*|fail\w*|wrong|cannot|can[’']t|trouble|no answer|hard|miss\w*|overlook\w*|neglects?)|\bwhere (?:my|our) (?:own )?\w+ (?:is|are|goes) (?:weakest|blind|wrong)|\b(?:utilitarian|libertarian|kantian|virtue ethic|communitarian|cosmopolitan|pragmatis|care ethic|deontolog)\w*\b[^.!?]*\b(?:has a blind spot|has no (?:good )?answer|struggles?|can license|has trouble)/iu;
/** A "weakness" that is really praise. */
const boast =
	/\b(?:only|sole|one) (?:flaw|fault|weakness|limit|problem|blind spot)\b[^.!?]*\b(?:too (?:much|deeply|honest\w*|good|kind\w*|generous\w*|well|far ahead)|cares? too|perfection\w*)|\bno (?:weakness|limits?|blind spots?)\b/iu;

/** Names a case the speaker gets wrong, or what would change its mind. */
export const namesCase = (sentence: string): boolean =>
	/\bchange my mind\b|\bthink again\b|\bI (?:would|could|may|might) be (?:badly )?(?:wrong|mistaken)\b|\bget(?:s)? (?:it |this |that )?wrong\b|\bwrong (?:about|when|if)\b|\b(?:would|could|may|might) (?:mislead|fail|betray|lead me astray|hurt|be wrong)\b|\bleads? me (?:astray|wrong)\b|\bI would (?:switch|give way|withdraw|move|turn|take back|let it go|do it|have to)\b|\bgive up (?:half|most)\b|\bmisfires?\b|\b(?:bites|shows|hurts) when\b|\binto error\b|\b(?:fails?|goes blind|betray|mislead|show|tell|hurts?|wrong)\b[^.!?]*\bwhen\b|\bwhen (?:the|someone|somebody|two|a|my|nobody|millions)\b/iu.test(
		sentence,
	);

/** Takes an admission back. */
export const takesBack = (sentence: string): boolean =>
	/^(?:but|yet|still|however|even so|that said|then again|anyway)\b[^.!?]*\b(?:hardly|does not matter|doesn[’']t matter|small|rare|theoretical|trivial|no real|nothing|irrelevant|not (?:really )?(?:a problem|serious)|exaggerated|easily (?:answered|fixed))\b/iu.test(
		sentence,
	);

/** Whether a sentence attributes something sweeping to someone without quoting them. */
export const isStraw = (sentence: string): boolean =>
	!/[?“]/u.test(sentence) && attributes(sentence) && isSweptUp(sentence);

/** Whether the attributed part, after the attributing verb, is sweeping. */
function isSweptUp(sentence: string): boolean {
	const said =
		/\b(?:says?|said|tells?|told|argues?|argued|claims?|claimed|thinks?|believes?|holds?|wants?|insists?|according to|would have (?:us|you)|view is|position is|plan is|proposes?|suggests?)\b/iu.exec(
			sentence,
		);
	return said !== null && isSweeping(sentence.slice(said.index));
}

// Decides which side each chair takes, from how its framework leans, such that both sides are represented.

/** What a proposition asks for, judged by its wording. */
const features = {
	compels:
		/compuls|mandator|\bban(?:s|ned|ning)?\b|prohibit|\brequir|oblig|\bforc|\btax|confiscat|outlaw|conscript|go to the public|illegal|restrict|regulat|abolish|must\b/iu,
	permits: /\ballow|\bfree to\b|\blegali|permitt|right to|decriminal|withdraw|\bsell|\bchoose\b|for sale/iu,
	deceives: /\blie\b|\blying\b|deceiv|break a promise|betray|secre|\bsteal|tortur|\bkill|\bspy/iu,
	risks:
		/\brelease|experiment|\bgene\b|gene-|nuclear|self-driving|\bai\b|artificial intelligence|robot|\bclon|geoengineer|untested|before we/iu,
	shares: /\bshare|\bgive\b|abroad|foreign|refugee|migrant|\breturn|\baid\b|open border|global|by need/iu,
} as const;
type Feature = keyof typeof features;
const asked: readonly Feature[] = ['compels', 'permits', 'deceives', 'risks', 'shares'];

/** The features of a proposition, with sign -1 if it opposes them. */
export const featuresOf = (proposition: string): {readonly features: readonly Feature[]; readonly sign: 1 | -1} => ({
	features: asked.filter(feature => features[feature].test(proposition)),
	sign: /\bnot\b|\bnever\b|\bwrong\b|\bimmoral\b/iu.test(proposition) ? -1 : 1,
});

/** How each framework leans on these features, from -2 (against) to 2 (for). */
const leanings: Readonly<Record<string, Readonly<Record<Feature, number>>>> = {
	utilitarian: {compels: 1, permits: 1, deceives: 1, risks: 1, shares: 2},
	virtue_ethics: {compels: -1, permits: -1, deceives: -2, risks: -1, shares: 1},
	deontological: {compels: -1, permits: -1, deceives: -2, risks: -1, shares: 1},
	pragmatic: {compels: 1, permits: 1, deceives: 1, risks: 2, shares: -1},
	libertarian: {compels: -2, permits: 2, deceives: -1, risks: 1, shares: -1},
	communitarian: {compels: 2, permits: -2, deceives: -1, risks: -1, shares: -2},
	cosmopolitan: {compels: -1, permits: 1, deceives: -1, risks: 1, shares: 2},
	precautionary: {compels: 1, permits: -1, deceives: -1, risks: -2, shares: -1},
	autonomy_centered: {compels: -2, permits: 2, deceives: -2, risks: 1, shares: 1},
	care_ethics: {compels: -1, permits: -2, deceives: 1, risks: -1, shares: 2},
};

/**
 * Each chair's side. Chairs without a leaning join the smaller side; if all agree, the one with the weakest leaning
 * switches.
 */
export function stancesOf({chairs, proposition = ''}: ParsedPrompt, seed: number): ReadonlyMap<string, DebateSide> {
	const {features: found, sign} = featuresOf(proposition);
	const leans = chairs.map(card => ({card, lean: sign * leanOf(card, found)}));
	const sides = new Map<string, DebateSide>();
	for (const {card, lean} of leans) if (lean !== 0) sides.set(card.id, lean > 0 ? 'for' : 'against');
	for (const {card} of leans) if (!sides.has(card.id)) sides.set(card.id, smallerSide(sides, card, seed));
	const only = [...new Set(sides.values())];
	const weakest = leans.toSorted(
		(one, other) => Math.abs(one.lean) - Math.abs(other.lean) || other.card.seat - one.card.seat,
	)[0];
	if (only.length === 1 && chairs.length > 1 && weakest)
		sides.set(weakest.card.id, only[0] === 'for' ? 'against' : 'for');
	return sides;
}

function leanOf({framework}: ChairCard, found: readonly Feature[]): number {
	const leaning = leanings[framework ?? ''];
	return leaning ? found.reduce((sum, feature) => sum + leaning[feature], 0) : 0;
}

function smallerSide(sides: ReadonlyMap<string, DebateSide>, {id}: ChairCard, seed: number): DebateSide {
	const pro = [...sides.values()].filter(side => side === 'for').length;
	if (pro !== sides.size - pro) return pro < sides.size - pro ? 'for' : 'against';
	return hash(id, seed) % 2 === 0 ? 'for' : 'against';
}

export type Speaker = {
	readonly me: ChairCard;
	readonly bank: FrameworkBank;
	readonly writer: SentenceWriter;
	readonly round: number;
	readonly stance: DebateSide;
};

/** Kinds of turns in which a chair argues its own case. */
const ownCase = new Set(['opening', 'reply', 'resumption', 'rebuttal', 'answer', 'closing']);

/** The chair whose turn it is; undefined if the cards lack its seat. */
export function speakerOf(input: ComposerInput): Speaker | undefined {
	const {prompt, task, seed} = input;
	const me = chairOf(prompt, task.speaker);
	if (!me) return undefined;
	const round = task.kind === 'opening' ? 0 : (task.round ?? ownTurns(prompt, me.id).length);
	const stance = stancesOf(prompt, seed).get(me.id) ?? 'for';
	const writer = writerAt(input, {round, seat: me.seat, stance, slots: cardSlots(me)});
	return {me, bank: bankOf(me), writer, round, stance};
}

export const writerAt = (
	{prompt, topic, seed, random}: ComposerInput,
	at: {round: number; seat: number; stance?: DebateSide; slots?: Slots},
): SentenceWriter =>
	sentenceWriter({
		seed,
		random,
		place: {round: at.round, seat: at.seat, seats: Math.max(1, prompt.chairs.length)},
		said: prompt.turns.map(({text}) => text),
		...(at.stance === undefined ? {} : {stance: at.stance}),
		slots: {...topicSlots(topic), ...at.slots},
	});

const topicSlots = ({thing, name, motion, domain}: ComposerInput['topic']): Slots => ({
	thing,
	topic: name,
	motion,
	who: domain.who,
	place: domain.place,
	good: domain.good,
});

export const chairOf = ({chairs}: ParsedPrompt, id: string | undefined): ChairCard | undefined =>
	chairs.find(card => card.id === id);

export const ownTurns = ({turns}: ParsedPrompt, id: string): readonly PromptTurn[] =>
	turns.filter(({speaker, kind}) => speaker === id && ownCase.has(kind));

/** How to refer to a chair: by name, or by framework if the name has brackets, which do not read well in a sentence. */
export const named = (card: ChairCard): string => (isForTheEye(card) ? `the ${labelOf(card)}` : card.name);
/** How to address a chair. */
export const called = (card: ChairCard): string => (isForTheEye(card) ? labelOf(card) : card.name);

const isForTheEye = ({name}: ChairCard): boolean => /[([]/u.test(name);

/** Whether a text mentions a chair by name or framework. */
export const mentions = (text: string, card: ChairCard): boolean =>
	[card.name, labelOf(card), labelOf(card).replace(/ chair$/iu, '')].some(
		name => name.length > 2 && wholeWord(name).test(text),
	);

const wholeWord = memoizeText(name => new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(name)}(?![\\p{L}\\p{N}])`, 'iu'));

/** Matches talk about the debate itself. */
const aside =
	/\b(?:the others|arbiter|microphone|reminded|warned|(?:shown|proved) wrong|test alone|one-eyed|unfinished|incomplete|turn|excuses?|correction|(?:test|question) (?:my|that (?:matters|counts))|answers?|debate|sentence|straw man|quot\w*|framework|argu\w*|chair|vote|verdict|opponents?|listeners?|listened|minutes|rounds?|clock|notes|patience|case|conclusion|regret|against me|in favour|supports?|oppose|perfect|monstrous|takes more|adds more|proposition|proposal|tonight|today)\b/iu;

/** The sentences of a turn that make its own case: no admissions, nothing about other chairs. */
export function ownCaseIn({chairs}: ParsedPrompt, {text, speaker}: PromptTurn): string[] {
	const others = chairs.filter(({id}) => id !== speaker);
	const sentences = sentencesOf(text);
	const granted = new Set(
		sentences.flatMap((sentence, at) =>
			others.some(other => mentions(sentence, other))
				? [at, at + 1, ...(sentence.includes('“') ? [at + 2, at + 3] : [])]
				: [],
		),
	);
	const admitted = new Set(sentences.flatMap((sentence, at) => (admits(sentence) ? [at, at + 1, at + 2] : [])));
	return sentences.filter(
		(sentence, at) => !granted.has(at) && !admitted.has(at) && !aside.test(sentence) && !namesCase(sentence),
	);
}

/**
 * A short phrase of a chair's case that nobody has quoted yet, the newest first. If there is none, one quoted before
 * or any other sentence will do.
 */
export function phraseOf(prompt: ParsedPrompt, card: ChairCard): string | undefined {
	const used = new Set(prompt.turns.flatMap(({text}) => quotedIn(text)));
	const {terms, lens} = bankOf(card);
	const turns = ownTurns(prompt, card.id)
		.toSorted((one, other) => Number(one.kind !== 'resumption') - Number(other.kind !== 'resumption'))
		.toReversed();
	const withoutTopic = topicBreaker(prompt, lens);
	const cases = turns.map(turn => ownCaseIn(prompt, turn).map(withoutTopic));
	const tries = [
		...cases.map(sentences => ({text: sentences.filter(sentence => sentence.search(terms) >= 0), used, least: 4})),
		...cases.map(sentences => ({text: sentences, used, least: 3})),
		...cases.map(sentences => ({text: sentences, used: new Set<string>()})),
		...turns.map(({text}) => ({
			text: sentencesOf(text).filter(
				sentence =>
					!/[“”]|\barbiter\b/iu.test(sentence) &&
					!admits(sentence) &&
					!prompt.chairs.some(other => mentions(sentence, other)),
			),
			used,
		})),
	];
	for (const {text, ...taste} of tries) {
		const phrase = quotable(text, {terms, ...taste});
		if (phrase !== undefined) return phrase;
	}
	return undefined;
}

/** A phrase of what the ledger says is open from this chair, in its own words; undefined if nothing quotable is. */
export function phraseOfClaim({prompt, task}: ComposerInput, card: ChairCard): string | undefined {
	const letter = seatLetter(card.seat);
	const body = task.blocks.find(({name}) => name === 'ledger')?.body ?? '';
	const said = ownTurns(prompt, card.id).map(({text}) => text);
	const used = new Set(prompt.turns.flatMap(({text}) => quotedIn(text)));
	const {terms, lens} = bankOf(card);
	const claims = claimsIn(body).filter(
		({id, claim}) => id.startsWith(letter) && said.some(text => text.includes(claim)),
	);
	return quotable(
		claims.map(({claim}) => topicBreaker(prompt, lens)(claim)),
		{terms, used, least: 3},
	);
}

/**
 * Returns a function that splits sentences at names of the topic and of places, and drops what people in examples do,
 * so that no phrase contains half of one.
 */
function topicBreaker(prompt: ParsedPrompt, lens: readonly string[]): (sentence: string) => string {
	const {thing, domain} = topicOf(prompt);
	const [people, rest] = [domain.who, [...thing, ...domain.place, ...lens]].map(texts =>
		texts.map(escapePattern).join('|'),
	);
	const topic = new RegExp(`(?:${people})[^,.;:]*|${rest}`, 'giu');
	return sentence => sentence.replaceAll(topic, ' — ');
}

export type DirectQuestion = {readonly from: ChairCard; readonly sentence: string; readonly phrase: string};
export type HostQuestion = {readonly from: string; readonly phrase: string};

/** The last question put to a chair by name since its last turn. */
export function questionTo(prompt: ParsedPrompt, me: ChairCard): DirectQuestion | undefined {
	for (const turn of sinceOwn(prompt, me).toReversed()) {
		const from = chairOf(prompt, turn.speaker);
		const question = from && from.id !== me.id ? questionIn(turn, me) : undefined;
		if (from && question) return {from, ...question};
	}
	return undefined;
}

export function hostQuestionTo(prompt: ParsedPrompt, me: ChairCard): HostQuestion | undefined {
	const turn = sinceOwn(prompt, me).findLast(({kind}) => kind === 'question');
	const question = turn && questionIn(turn, me);
	return turn && question && {from: turn.name, phrase: question.phrase};
}

function sinceOwn({turns}: ParsedPrompt, me: ChairCard): readonly PromptTurn[] {
	return turns.slice(turns.findLastIndex(({speaker, kind}) => speaker === me.id && ownCase.has(kind)) + 1);
}

function questionIn(
	{text}: PromptTurn,
	me: ChairCard,
): {readonly sentence: string; readonly phrase: string} | undefined {
	const sentence = sentencesOf(text).findLast(part => part.includes('?') && mentions(part, me));
	const phrase = sentence === undefined ? undefined : quotableQuestion(sentence);
	return sentence === undefined || phrase === undefined ? undefined : {sentence, phrase};
}

/** Whom a turn answers: the speaker of the turn it replies to, or else the last other speaker. */
export function opponentOf({prompt, task}: ComposerInput, me: ChairCard): ChairCard | undefined {
	const answered = prompt.turns.find(({id}) => id === task.attributes['to']);
	const last = prompt.turns.findLast(({speaker, kind}) => speaker !== me.id && ownCase.has(kind));
	const ids = [answered?.speaker, last?.speaker, prompt.chairs.find(({id}) => id !== me.id)?.id];
	return ids.map(id => chairOf(prompt, id)).find(card => card !== undefined && card.id !== me.id);
}

/** A blind spot of a chair as a clause: those on its card in turn, then those its framework is known for. */
export function blindSpot({me, writer}: Speaker): string | undefined {
	const spots = me.blindSpots;
	if (spots.length === 0 || Math.floor(writer.place.round / spots.length) % 2 === 1) return undefined;
	return asClause(at(spots, writer.turnIn('blind spots', spots.length)));
}

/** The length of a turn within its range, as a fraction. */
export const lengthOf = (random: Random): number => 0.2 + random.next() * 0.45;

// Finds out whether a restatement is backed by what was actually said.

/** The sentence that backs a restatement, and the turn it is from. */
export type Support = {readonly sentence: string; readonly turn: PromptTurn};

/** How much meaning a paraphrase must share with its source, and how many words at least. */
const leastShare = 0.5;
const leastWords = 3;

/** What backs a restatement: the source of its quotation, or a sentence that means much the same. */
export function supportFor(sentence: string, turns: readonly PromptTurn[]): Support | undefined {
	const phrases = quotedIn(sentence)
		.map(bare)
		.filter(phrase => phrase.split(' ').length >= 3);
	const said = turns
		.toReversed()
		.flatMap(turn => sentencesOf(turn.text).map(text => ({sentence: text, turn})))
		.filter(({sentence: text}) => wordsOf(text).length >= 4 && !text.includes('?'));
	if (phrases.length > 0) return said.find(({sentence: text}) => phrases.some(phrase => bare(text).includes(phrase)));
	return said.find(({sentence: text}) => overlap(sentence, text) >= leastShare && shared(sentence, text) >= leastWords);
}

/** The most similar thing that was said, however different. */
export function nearestTo(sentence: string, turns: readonly PromptTurn[]): Support | undefined {
	const said = turns
		.flatMap(turn => sentencesOf(turn.text).map(text => ({sentence: text, turn})))
		.filter(({sentence: text}) => wordsOf(text).length >= 4);
	return said
		.map(each => ({...each, near: overlap(sentence, each.sentence)}))
		.sort((one, other) => other.near - one.near)[0];
}

/** Whether a phrase occurs verbatim in any of these texts. */
export const isSaid = (phrase: string, texts: readonly string[]): boolean =>
	texts.some(text => ` ${bare(text)} `.includes(` ${bare(phrase)} `));

const shared = (one: string, other: string): number => {
	const stems = new Set(contentWords(other).map(stem));
	return contentWords(one)
		.map(stem)
		.filter(word => stems.has(word)).length;
};

/** Quotations have at most 25 words. */
export const clip = (sentence: string): string =>
	sentence
		.split(/\s+/u)
		.slice(0, 25)
		.join(' ')
		.replace(/[\s,;:—–-]+$/u, '');
