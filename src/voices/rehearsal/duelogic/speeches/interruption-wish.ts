/** Decides whether a chair should interrupt, from the last sentences heard; mostly finds no reason to. */
import {at, hash} from '../../language/random.ts';
import type {ChairCard} from '../../request/notation.ts';
import {quotedIn, shortened} from '../../language/quotes.ts';
import type {Composer, ComposerInput} from '../../request/composer.ts';
import {countWords, sentencesOf} from '../../language/text.ts';
import {agrees, admits, attributes, isAbsolute, isDecisive, isOverclaim, strengthens} from '../phrases/cues.ts';
import {openerFor, triggerPhrase} from './interruption.ts';
import {chairOf, mentions} from '../chairs/speaker.ts';
import {isSaid, supportFor} from '../chairs/support.ts';
import {isStraw} from '../phrases/cues.ts';

type InterruptionWish = {
	readonly reason: string;
	readonly severity: 'low' | 'medium' | 'high';
	readonly chair: string | null;
	readonly quote: string | null;
	readonly line: string | null;
	readonly opener: string | null;
};

const none: InterruptionWish = {reason: 'none', severity: 'low', chair: null, quote: null, line: null, opener: null};

type CutInCandidate = Pick<InterruptionWish, 'reason' | 'severity'> & {
	readonly card: ChairCard;
	readonly quote: string;
};

const rank = {high: 3, medium: 2, low: 1} as const;

export const wish: Composer = input => {
	const {prompt, task} = input;
	const heard = task.blocks.find(({name}) => name === 'heard')?.body ?? '';
	const target = chairOf(prompt, task.attributes['target']);
	const ids = (task.attributes['candidates'] ?? '').split(/[\s,]+/u);
	const candidates = prompt.chairs.filter(({id}) => ids.includes(id) && id !== target?.id);
	if (!target || candidates.length === 0) return none;
	const open = sentencesOf(heard).filter(sentence => !admits(sentence) && !strengthens(sentence) && !agrees(sentence));
	const moods = sentencesOf(heard).length < 3 ? [] : open.flatMap(sentence => moodToCut(input, sentence, candidates));
	const found = [...open.flatMap(sentence => reasonsToCut(input, sentence, candidates)), ...moods].sort(
		(one, other) => rank[other.severity] - rank[one.severity],
	)[0];
	return found ? wishOf(input, found, target) : none;
};

function wishOf(
	{seed, topic}: ComposerInput,
	{reason, severity, card, quote}: CutInCandidate,
	target: ChairCard,
): InterruptionWish {
	const opener = openerFor(reason, target, hash(quote, seed));
	return {
		reason,
		severity,
		chair: card.id,
		quote,
		line: `${opener} ${lines[reason] ?? ''} “${shortened(triggerPhrase(quote, topic), 6)}”.`,
		opener,
	};
}

const lines: Readonly<Record<string, string>> = {
	straw_man_detected: 'I never said',
	factual_correction: 'Nobody here said',
	direct_challenge: 'I want a reason for',
	pivotal_point: 'Everything hangs on',
	clarification_needed: 'I need to understand',
};

/** What in a sentence would make one of the others interrupt. */
function reasonsToCut(input: ComposerInput, sentence: string, candidates: readonly ChairCard[]): CutInCandidate[] {
	const {prompt, seed} = input;
	const named = candidates.find(card => mentions(sentence, card));
	const theirs = prompt.turns.filter(({speaker}) => speaker === named?.id);
	const anyone = named ?? at(candidates, hash(sentence, seed));
	const quote = phraseOf(sentence);
	if (quote === undefined) return [];
	if (named && isStraw(sentence) && !supportFor(sentence, theirs))
		return [{reason: 'straw_man_detected', severity: 'high', card: named, quote}];
	if (
		named &&
		attributes(sentence) &&
		theirs.length > 0 &&
		quotedIn(sentence).some(
			phrase =>
				countWords(phrase) >= 4 &&
				!isSaid(
					phrase,
					prompt.turns.map(({text}) => text),
				),
		)
	)
		return [{reason: 'factual_correction', severity: 'high', card: named, quote}];
	if (isOverclaim(sentence)) return [{reason: 'direct_challenge', severity: 'medium', card: anyone, quote}];
	if (isDecisive(sentence) && !sentence.includes('?'))
		return [{reason: 'pivotal_point', severity: 'medium', card: anyone, quote}];
	return named && sentence.includes('?') ? [{reason: 'direct_challenge', severity: 'low', card: named, quote}] : [];
}

/** Sometimes a chair is impatient with an absolute claim, or has lost the thread. */
function moodToCut({seed}: ComposerInput, sentence: string, candidates: readonly ChairCard[]): CutInCandidate[] {
	const quote = phraseOf(sentence);
	if (quote === undefined || sentence.includes('“')) return [];
	const mood = hash(sentence, seed + 1) % 12;
	const card = at(candidates, hash(sentence, seed));
	if (mood < 2 && isAbsolute(sentence)) return [{reason: 'direct_challenge', severity: 'low', card, quote}];
	return mood === 2 && countWords(sentence) > 18
		? [{reason: 'clarification_needed', severity: 'medium', card, quote}]
		: [];
}

/** The most words quoted, since an interruption must be written quickly. */
const mostQuoted = 9;

/** The words that prompted it, verbatim: the core of a straw man, or the beginning of the sentence. */
function phraseOf(sentence: string): string | undefined {
	const straw = /\bwe should simply [^,.;!?]+/iu.exec(sentence)?.[0];
	const words = (straw ?? sentence)
		.split(/\s+/u)
		.slice(0, mostQuoted)
		.join(' ')
		.replace(/[\s.,;:!?—–-]+$/u, '');
	return countWords(words) >= 4 ? words : undefined;
}
