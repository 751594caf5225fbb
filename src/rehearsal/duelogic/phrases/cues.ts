/** Patterns that recognise, in any text, what a sentence does. */
import {memoizeText} from '../../language/text.ts';

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
