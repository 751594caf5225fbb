/** What a false citation costs, and who cuts in on one. What code has found is asked of no judge. */
import {oneLine} from '../../debate/text/words.ts';
import {fence, tag} from '../../debate/prompt.ts';
import type {Cut, SoFar, SpokenCitation} from '../../debate/protocol.ts';
import {documentOf, standingInWords} from '../../debate/views/citations.ts';
import {citationsOf, isContradicted, isFaulty, stands, type CitationEvent} from '../../debate/sources.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {numberedSentences, type NumberedSentence} from '../../debate/judged-text.ts';
import type {CheckedAnswer} from './check-answers.ts';
import {rubricItem, takenBack} from '../../debate/rubric.ts';
import {passageTags} from '../sources.ts';

// For whoever cuts in on a citation.

/** For the chair that cuts in on a false citation: what code found, and the passage. */
export function citationCut(heard: DebateState, turn: Turn | undefined, trigger: string): readonly string[] {
	const faulty = turn && citationsOf(turn).findLast(each => isFaulty(each) && isIn(trigger, each.quote));
	if (!faulty || faulty.quote === null) return [];
	const passage = faulty.passage === null ? undefined : heard.sources?.passages[faulty.passage];
	return [
		`What was quoted, “${fence(faulty.quote)}”, was held against the documents: ${fence(standingInWords(faulty))}. If the passage bears it out all the same, say that instead.`,
		...(passage && heard.sources ? [tag('cited', {}, passageTags([passage], heard.sources.documents))] : []),
	];
}

const isIn = (trigger: string, quote: string | null): boolean =>
	quote !== null && trigger.includes(oneLine(quote).slice(-20));

/**
 * The cut that a false citation calls for, at the end of its sentence. `mayCut` are those who may, `urgency` and
 * `opener` those of a factual correction.
 */
export function objection(
	written: SoFar,
	citation: SpokenCitation,
	{mayCut, urgency, opener}: {readonly mayCut: readonly string[]; readonly urgency: number; readonly opener: string},
): Cut | undefined {
	const [interrupter] = mayCut;
	if (!isFaulty(citation) || interrupter === undefined) return undefined;
	return {
		interrupter,
		reason: 'factual_correction',
		trigger: oneLine(written.sentences[citation.sentence - 1] ?? ''),
		sentence: citation.sentence,
		urgency,
		opener,
		line: '',
	};
}

// What code has witnessed, as answers to the checklist.

/** A turn with what the bench found of its citations, and its text as it is judged, with how it was taken up again. */
export type CitingText = {readonly turn: Turn; readonly text: string; readonly resumption: Turn | undefined};

/** A citation in the sentence that bears it. */
type PlacedCitation = {readonly citation: CitationEvent; readonly sentence: NumberedSentence | undefined};

function placedIn({turn, text, resumption}: CitingText): readonly PlacedCitation[] {
	const sentences = numberedSentences(text);
	const behind = turn.text.trimEnd().length + 1;
	return [
		...citationsOf(turn).map(citation => ({citation, at: citation.offset})),
		...(resumption ? citationsOf(resumption) : []).map(citation => ({citation, at: behind + citation.offset})),
	].map(({citation, at}) => ({citation, sentence: sentences.findLast(({start}) => start < at)}));
}

/** Sentences that say otherwise than their source and behind which the speaker may have put that right. */
export function misreportedIn(cited: CitingText): readonly string[] {
	const last = numberedSentences(cited.text).length;
	const grave = placedIn(cited).filter(
		({citation, sentence}) => isGrave(citation) && sentence && sentence.number < last,
	);
	return [...new Set(grave.flatMap(({sentence}) => sentence?.text ?? []))];
}

/**
 * A judge’s answers with those that code gives; what it has found stands, whatever a judge has said of it. `right` are
 * sentences that the speaker put right: the gravest that was not counts.
 */
export function withSourceAnswers(
	answers: readonly CheckedAnswer[],
	cited: CitingText,
	right: ReadonlySet<string>,
): readonly CheckedAnswer[] {
	const citations = placedIn(cited);
	const isRight = ({sentence}: PlacedCitation): boolean => sentence !== undefined && right.has(sentence.text);
	const invented = citations.find(({citation}) => isFaulty(citation) && isNowhere(citation));
	const grave = citations.filter(({citation}) => isGrave(citation));
	const uncorrected = grave.find(one => !isRight(one));
	const slight = citations.find(({citation}) => isSlight(citation));
	const all = [
		...codeAnswer('invented_source', 'major', invented),
		...(grave.length > 0
			? codeAnswer('misrepresented_source', uncorrected ? 'major' : takenBack, uncorrected ?? grave[0])
			: codeAnswer('misrepresented_source', 'minor', slight)),
	];
	const fair = new Set(
		citations.flatMap(({citation, sentence}) => (citation.support?.answer === 'fair' ? [sentence?.number] : [])),
	);
	const fell = (answer: CheckedAnswer): boolean =>
		answer.item.id === 'invented_source' && answer.state === 'standing' && fair.has(answer.sentence?.number);
	return [
		...answers
			.filter(({item}) => all.every(one => one.item.id !== item.id))
			.map(answer =>
				fell(answer) ? {...answer, state: 'refused' as const, why: 'the bench found it fair to the document'} : answer,
			),
		...all,
	];
}

/** An altered figure or sense, what was cut out of its sense, or the opposite of what the passage says. */
const isGrave = (citation: CitationEvent): boolean =>
	(['altered', 'halved'].includes(citation.standing) && isFaulty(citation)) || isContradicted(citation);

const isNowhere = ({standing}: CitationEvent): boolean => standing === 'absent' || standing === 'unseen';

/** Other words that say the same, and words that are given to the wrong document. */
const isSlight = (citation: CitationEvent): boolean =>
	(citation.standing === 'altered' && citation.sense === undefined) ||
	(citation.standing === 'misplaced' && isFaulty(citation));

const againstDocuments = 'against the documents';

/** Whether an answer is what code or the bench found of a citation, by the reason that it gives. */
export const isHeldAgainstDocuments = (why: string | undefined): boolean => why?.includes(againstDocuments) ?? false;

function codeAnswer(
	id: 'invented_source' | 'misrepresented_source',
	answer: 'minor' | 'major' | typeof takenBack,
	found: PlacedCitation | undefined,
): readonly CheckedAnswer[] {
	const item = rubricItem(id);
	if (!found || !item) return [];
	const {citation, sentence} = found;
	const by = citation.support ? 'the bench held it' : 'held';
	const why = `${by} ${againstDocuments}: ${standingInWords(citation)}`;
	return [{item, answer, state: 'standing', why, ...(sentence && {sentence})}];
}

/** What the closing is told of a chair’s citations, in words. */
export function citationLines(heard: DebateState, chair: string): readonly string[] {
	const all = heard.turns.filter(({speaker}) => speaker === chair).flatMap(citationsOf);
	const sound = all.filter(citation => stands(citation) && !isFaulty(citation));
	return [
		...(sound.length > 0 ? ['quoted the documents word for word'] : []),
		...[...citationFaults(heard, chair), ...misplacedWords(heard, chair)].slice(0, mostFaults).map(({text}) => text),
	];
}

/** Faults of one chair that the closing is told of. */
const mostFaults = 3;

type CitationFault = {
	readonly fault: 'misquotation' | 'misstatement';
	readonly text: string;
	readonly said: string;
};

/**
 * Words of one document that were given to another, as the host may put it right. With `all`, also where nobody has
 * said that they were: whoever corrects that says nothing that code does not know.
 */
export function misplacedWords({turns, sources}: DebateState, chair: string, all = false): readonly CitationFault[] {
	const titleOf = (id: string | undefined): string | undefined =>
		sources && id !== undefined ? documentOf(sources, id)?.title : undefined;
	return turns
		.filter(({speaker}) => speaker === chair)
		.flatMap(citationsOf)
		.flatMap((citation): CitationFault[] => {
			const {standing, passage, named, givenTo, quote} = citation;
			const [theirs, other] = [titleOf(passage ?? undefined), titleOf(givenTo ?? named[0])];
			const isTold = all || givenTo === undefined || isFaulty(citation);
			if (
				standing !== 'misplaced' ||
				quote === null ||
				theirs === undefined ||
				other === undefined ||
				theirs === other ||
				!isTold
			)
				return [];
			const said = fence(quote);
			return [{fault: 'misstatement', text: `gave words of “${fence(theirs)}” to “${fence(other)}”: “${said}”`, said}];
		});
}

/** What a chair’s citations may be held against it for: false quotations, and what the passage says the opposite of. */
export function citationFaults({turns}: DebateState, chair: string): readonly CitationFault[] {
	return turns
		.filter(({speaker}) => speaker === chair)
		.flatMap(turn =>
			citationsOf(turn).flatMap((citation): CitationFault[] => {
				const what = fence(standingInWords(citation));
				if (isFaulty(citation) && citation.standing !== 'misplaced') {
					const said = fence(citation.quote ?? '');
					return [{fault: 'misquotation', text: `quoted falsely: “${said}” (${what})`, said}];
				}
				if (!isContradicted(citation)) return [];
				const said = fence((splitSentences(turn.text)[citation.sentence - 1] ?? '').trim());
				return [{fault: 'misstatement', text: `misreported a document: “${said}” (${what})`, said}];
			}),
		);
}
