/**
 * What a judge lists: straw men, misquotations, foreign ground, and the ways to be dishonest, each with the sentence it
 * stands in.
 */
import {quotedIn} from '../../language/quotes.ts';
import {bare, overlap} from '../../language/text.ts';
import {agrees, attributes, isDodge, isOverclaim, isStraw} from '../phrases/cues.ts';
import type {TurnUnderReview} from './turn-under-review.ts';
import {mentions, questionTo} from '../chairs/speaker.ts';
import {clip, isSaid, nearestTo, supportFor, type Support} from '../chairs/support.ts';

export type FoundViolation = {
	readonly id: string;
	readonly severity: 'minor' | 'major';
	readonly quote: string;
	readonly target_quote: string | null;
	readonly target_turn: string | null;
	readonly note: string;
};

type Foreign = readonly {readonly sentence: string; readonly framework: string}[];

export function violationsIn(judged: TurnUnderReview, foreign: Foreign): FoundViolation[] {
	return [
		...judged.sentences.flatMap(sentence => strawMan(judged, sentence)),
		...judged.sentences.flatMap(sentence => misquotation(judged, sentence)),
		...foreign
			.slice(0, 2)
			.map(({sentence, framework}) => violation('V', 'major', sentence, `argues from the ${framework} framework`)),
		...evasion(judged),
		...overclaims(judged),
		...judged.sentences.flatMap(sentence =>
			cues.filter(({cue}) => cue.test(sentence)).map(({id, severity, note}) => violation(id, severity, sentence, note)),
		),
		...judged.sentences
			.filter(sentence => isInvented(judged, sentence))
			.slice(0, 1)
			.map(sentence => violation('invented_source', 'major', sentence, 'a source that nobody named')),
	].slice(0, 12);
}

const violation = (
	id: string,
	severity: FoundViolation['severity'],
	sentence: string,
	note: string,
	target?: Support,
): FoundViolation => ({
	id,
	severity,
	quote: clip(sentence),
	target_quote: target ? clip(target.sentence) : null,
	target_turn: target?.turn.id ?? null,
	note,
});

/** Ascribes something sweeping to an opponent, behind a word like "says", that nothing they said bears out. */
function strawMan({others, before}: TurnUnderReview, sentence: string): FoundViolation[] {
	if (!isStraw(sentence) || agrees(sentence)) return [];
	const other = others.find(card => mentions(sentence, card));
	const theirs = before.filter(({speaker}) => speaker === other?.id);
	if (!other || supportFor(sentence, theirs)) return [];
	const nearest = nearestTo(sentence, theirs);
	return nearest ? [violation('X1', 'major', sentence, `${other.name} said no such thing`, nearest)] : [];
}

/** A quotation next to a name, of words that nobody said. */
function misquotation({others, before, prompt, turn}: TurnUnderReview, sentence: string): FoundViolation[] {
	const other = others.find(card => mentions(sentence.replaceAll(/[“"][^”"]*[”"]/gu, ''), card));
	if (!other || prompt.digest !== undefined || !attributes(sentence)) return [];
	const texts = [
		...prompt.turns.filter(({id}) => id !== turn.id).map(({text}) => text),
		prompt.proposition ?? '',
		prompt.context ?? '',
	];
	const made = quotedIn(sentence).find(phrase => bare(phrase).split(' ').length >= 4 && !isSaid(phrase, texts));
	const nearest =
		made === undefined
			? undefined
			: nearestTo(
					made,
					before.filter(({speaker}) => speaker === other.id),
				);
	return nearest
		? [violation('misrepresented_opponent', 'major', sentence, `${other.name} did not say those words`, nearest)]
		: [];
}

/** A question by name that the turn turns away from, or does not come near. */
function evasion({prompt, me, turn, sentences}: TurnUnderReview): FoundViolation[] {
	const at = prompt.turns.findIndex(({id}) => id === turn.id);
	const question = questionTo({...prompt, turns: at < 0 ? prompt.turns : prompt.turns.slice(0, at)}, me);
	const dodge = sentences.find(isDodge);
	if (dodge !== undefined)
		return [violation('evaded_direct_question', question ? 'major' : 'minor', dodge, 'turns away from what was asked')];
	if (
		!question ||
		sentences.some(sentence => mentions(sentence, question.from) || overlap(sentence, question.sentence) >= 0.4)
	)
		return [];
	return [
		violation('evaded_direct_question', 'minor', sentences[0] ?? '', `does not answer ${question.from.name}`),
	].filter(({quote}) => quote !== '');
}

function overclaims({sentences}: TurnUnderReview): FoundViolation[] {
	const found = sentences.filter(isOverclaim);
	const grave = found.length > 1 || sentences.some(isDodge);
	return found
		.slice(0, 2)
		.map(sentence =>
			violation('overclaimed_certainty', grave ? 'major' : 'minor', sentence, 'more certain than anyone can be'),
		);
}

const cues: readonly {
	readonly id: string;
	readonly severity: FoundViolation['severity'];
	readonly cue: RegExp;
	readonly note: string;
}[] = [
	{
		id: 'false_equivalence',
		severity: 'minor',
		cue: /\b(?:no different from|exactly the same as|just as bad as)\b/iu,
		note: 'treats unlike things as one',
	},
	{
		id: 'moved_goalposts',
		severity: 'minor',
		cue: /\b(?:that was never (?:my|the) (?:point|claim|test)|what I (?:really|actually) meant)\b/iu,
		note: 'changes what had to be shown',
	},
	{
		id: 'cherry_picked',
		severity: 'minor',
		cue: /\b(?:the only (?:case|example|figure) (?:that|we|you)|one example is enough|leave the other cases)\b/iu,
		note: 'names only what suits it',
	},
];

/** A study or a percentage that neither the debate nor its context knows. */
function isInvented({prompt, turn}: TurnUnderReview, sentence: string): boolean {
	const source =
		/\b(?:(?:a|one|another|this|recent|new|several|many|all) (?:\w+ ){0,2}(?:study|studies|survey|surveys|report|meta-analysis)|studies|researchers?|scientists?)\b[^.!?]*\b(?:show\w*|prove\w*|found|finds|demonstrat\w*|confirm\w*)/iu.test(
			sentence,
		);
	const number = /\b\d+(?:[.,]\d+)?\s?(?:%|per ?cent)/iu.exec(sentence)?.[0];
	const known = [
		prompt.proposition ?? '',
		prompt.context ?? '',
		...prompt.turns.filter(({id}) => id !== turn.id).map(({text}) => text),
	];
	return source || (number !== undefined && !known.some(text => text.includes(number)));
}
