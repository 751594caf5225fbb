/** What a false citation costs, and who cuts in on one. What code has found is asked of no judge. */
import {oneLine} from '../../debate/text/words.ts';
import {fence, tag} from '../../debate/prompt.ts';
import type {Cut, SoFar, SpokenCitation} from '../../debate/protocol.ts';
import {documentOf, standingInWords} from '../../debate/views/citations.ts';
import {citationsOf, isContradicted, isFaulty, stands, type CitationEvent} from '../../debate/sources.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {numberedSentences} from '../../debate/judged-text.ts';
import type {CheckedAnswer} from './check-answers.ts';
import {rubricItem} from '../../debate/rubric.ts';
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

/** A judge’s answers with those that code gives; what it has found stands, whatever a judge has said of it. */
export function withSourceAnswers(
	answers: readonly CheckedAnswer[],
	{turn, text, resumption}: {readonly turn: Turn; readonly text: string; readonly resumption: Turn | undefined},
): readonly CheckedAnswer[] {
	const citations = [
		...citationsOf(turn).map(citation => ({citation, at: citation.offset})),
		...(resumption
			? citationsOf(resumption).map(citation => ({citation, at: turn.text.trimEnd().length + 1 + citation.offset}))
			: []),
	];
	const found = [
		...codeAnswer('invented_source', 'major', text, citations, each => isFaulty(each) && isNowhere(each)),
		...codeAnswer(
			'misrepresented_source',
			'major',
			text,
			citations,
			each => (['altered', 'halved'].includes(each.standing) && isFaulty(each)) || isContradicted(each),
		),
	];
	const minor = found.some(({item}) => item.id === 'misrepresented_source')
		? []
		: codeAnswer('misrepresented_source', 'minor', text, citations, isSlight);
	const all = [...found, ...minor];
	return all.length === 0
		? answers
		: [...answers.filter(({item}) => all.every(one => one.item.id !== item.id)), ...all];
}

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
	answer: 'minor' | 'major',
	text: string,
	citations: readonly {readonly citation: CitationEvent; readonly at: number}[],
	is: (citation: CitationEvent) => boolean,
): readonly CheckedAnswer[] {
	const first = citations.find(({citation}) => is(citation));
	const item = rubricItem(id);
	if (!first || !item) return [];
	const sentence = numberedSentences(text).findLast(({start}) => start < first.at);
	const by = first.citation.support ? 'the bench held it' : 'held';
	const why = `${by} ${againstDocuments}: ${standingInWords(first.citation)}`;
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
