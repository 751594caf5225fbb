/** Sentences about the proceedings ("First the matter that the arbiter raised."), which nobody quotes. English only. */
import {countWords} from '../../debate/text/words.ts';

/** A longer sentence, or one with so many words behind a colon, says something of its own. */
const most = {words: 25, behindColon: 4} as const;

const patterns = [
	/\b(?:the|our|your) (?:arbiter|host|moderator)\b.*\b(?:ask|asks|asked|raise|raised|put|puts|wants|wanted|concern|concerns|named|called)\b/iu,
	/^(?:first|now|so|then|before anything else|to begin)?,?\s*(?:let me|allow me to|i will|i shall|i want to|i would like to) (?:first |now |briefly |at once )?(?:answer|take up|respond to|reply to|address (?:the|your|that)|turn to|come to|deal with|settle|begin with|start with)\b/iu,
	/^(?:first|now|so|then|before anything else|to begin)?,?\s*(?:to |as to |on )?(?:the|your|that) (?:question|matter|point) (?:that |which )?(?:(?:was|were|has been|i was|you|the arbiter) )*(?:put|asked|raised)\b/iu,
	/^(?:you asked|i was asked|i have been asked|i am asked)\b/iu,
] as const;

/** Whether a sentence only says what its speaker is about to do, or was asked to. A question never does. */
export function isProcedural(sentence: string): boolean {
	const text = sentence.trim();
	if (/[?？]["”’')]*$/u.test(text) || countWords(text) > most.words) return false;
	const behind = text.slice(text.indexOf(':') + 1);
	if (behind !== text && countWords(behind) > most.behindColon) return false;
	return patterns.some(pattern => pattern.test(text));
}
