/** What is at stake while a chair speaks: claims of the others that stand open, in their holders' words. */
import {isLong, takenUp} from '../../../debate/evidence/recall.ts';
import {wordsOf} from '../../../debate/evidence/phrase.ts';
import {numberedSentences} from '../../../debate/evidence/numbered.ts';
import {openClaimsOf} from '../../../debate/formats/claims/ledger.ts';
import type {DebateState} from '../../../debate/state.ts';
import {isCaseTurn, type DuelogicDebate} from '../seating/seating.ts';

/** Sentences of a chair's last turn that stand for it where the text takes up little of what it said. */
const lastSentences = 2;

export type OpenClaim = {readonly holder: string; readonly words: string};

/**
 * Claims of these chairs, at most `most` of each: those that the ledger has open, what the text takes up first.
 * Before it knows any, sentences of theirs that the text takes up, then the ones with which they last ended.
 */
export function openClaims(
	{subject}: DuelogicDebate,
	{turns, formats}: DebateState,
	chairs: readonly string[],
	text: string,
	most: number,
): readonly OpenClaim[] {
	return chairs.flatMap(holder => {
		const open = openClaimsOf(formats.ledger, holder).map(({sentence}) => ({text: sentence}));
		if (open.length > 0) {
			const touched = takenUp(text, open, subject.text, most).map(({from}) => from);
			const claims = [...touched, ...open].map(({text: claim}) => claim.replaceAll(/\s+/gu, ' '));
			return [...new Set(claims)].slice(0, most).map(words => ({holder, words}));
		}
		const own = turns.filter(turn => turn.speaker === holder && isCaseTurn(turn) && turn.text.trim() !== '');
		const last = numberedSentences(own.at(-1)?.text ?? '').slice(-lastSentences);
		const near = takenUp(text, own, subject.text, most).map(({sentence}) => sentence);
		const words = [...near, ...last].map(sentence => sentence.text.replaceAll(/\s+/gu, ' '));
		return [...new Set(words)].slice(0, most).map(claim => ({holder, words: claim}));
	});
}

/** How many rarer words of one claim a sentence must have. */
const leastShared = 2;
/** A word that stands in more than this share of the turns is not rare. */
const rareShare = 0.34;

/** Whether a sentence has rarer words of a claim in it: not those of the motion, nor those that everybody uses. */
export function touchesClaim(
	{subject}: DuelogicDebate,
	{turns}: DebateState,
	sentence: string,
	claims: readonly OpenClaim[],
): boolean {
	const motion = new Set(wordsOf(subject.text));
	const said = new Set(wordsOf(sentence).filter(word => isLong(word) && !motion.has(word)));
	if (said.size < leastShared) return false;
	const shared = claims.map(({words}) => [...new Set(wordsOf(words))].filter(word => said.has(word)));
	if (!shared.some(words => words.length >= leastShared)) return false;
	const texts = turns.filter(({text}) => text !== '').map(({text}) => new Set(wordsOf(text)));
	const isRare = (word: string): boolean =>
		texts.filter(words => words.has(word)).length <= Math.max(2, rareShare * texts.length);
	return shared.some(words => words.filter(isRare).length >= leastShared);
}
