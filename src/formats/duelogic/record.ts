/** What the record of a debate holds of each chair: for the closing in words, and for the check of it every fault. */
import {citationFaults, citationLines, misplacedWords} from './sources.ts';
import {claimsAgainst, concededClaims, openClaimsOf, type Claim} from '../../debate/claims.ts';
import {findingOf, quotableMerit, type Violation} from '../../debate/evaluation.ts';
import type {DebateState} from '../../debate/state.ts';
import {isInvention, rubric, takenBack, type HonestyFault, type RequiredId} from '../../debate/rubric.ts';
import {isCaseTurn, questionsByName, type DuelogicDebate, type NamedQuestion} from './seats.ts';
import {nameOf} from './shared-prefix.ts';
import {isDoubt, isTakenUp} from '../../debate/ledger.ts';
import {fencedLine, turnName} from '../../debate/prompt.ts';
import {firstWords} from '../../debate/text/words.ts';
import {unsourcedClaims} from '../sources.ts';

// What the record holds of each chair, for the closing: sentences worth naming, in words and never in means.

/** Words of a quotation in the record, and how many sentences of one kind a chair can have there. */
const [longest, mostOfAKind] = [30, 2];

/** On one line, from its beginning: what somebody said is known by that. */
const quotation = (text: string, most: number): string => `“${firstWords(fencedLine(text), most)}”`;

/** Lines such as `chair_1 granted: “…”`; a chair of which nothing stands out has one that says so. */
export function conductLines(debate: DuelogicDebate, heard: DebateState): string[] {
	const questions = questionsByName(debate, heard);
	return debate.chairs.flatMap(({id}) => {
		const lines = [
			...meritLines(heard, id),
			...misstatementLines(debate, heard, id),
			...citationLines(heard, id),
			...claimLines(heard, id),
			...unsourcedLines(debate, heard, id),
			...questions.filter(({to}) => to === id).flatMap(question => questionLine(debate, question)),
		];
		return lines.length === 0 ? [`${id}: nothing stands out`] : lines.map(line => `${id} ${line}`);
	});
}

const merits = [
	['S1', 'put an opponent’s case fairly'],
	['C1', 'admitted'],
] as const satisfies readonly (readonly [RequiredId, string])[];

/** What judges found and upheld, the latest first. */
const meritLines = ({turns}: DebateState, chair: string): string[] =>
	merits.flatMap(([item, verb]) => {
		const lines = turns.toReversed().flatMap(({speaker, evaluation}) => {
			const quote = speaker === chair && evaluation ? quotableMerit(evaluation, item)?.quote : undefined;
			return quote === undefined ? [] : [`${verb}: ${quotation(quote, longest)}`];
		});
		return [...new Set(lines)].slice(0, mostOfAKind);
	});

/** What host and closing say of each fault of honesty, in the order in which equally grave ones are called. */
export const honestyWords = [
	['straw_manning', 'ascribed to an opponent what was not said'],
	['false_quotation', 'put words into an opponent’s mouth'],
	['false_citation', 'cited a document falsely'],
	['rhetorical_evasion', 'passed over a question'],
	['misstatement', 'bent what an opponent said'],
	['unsound_argument', 'argued unsoundly'],
] as const satisfies readonly (readonly [Violation, string])[];
type HonestyViolation = (typeof honestyWords)[number][0];

/** What each item is a case of; what stands against a document is a false citation before that. */
const violations: Readonly<Record<HonestyFault, HonestyViolation>> = {
	X1: 'straw_manning',
	X2: 'false_quotation',
	evaded_direct_question: 'rhetorical_evasion',
	misrepresented_opponent: 'misstatement',
	misrepresented_source: 'false_citation',
	cherry_picked: 'unsound_argument',
	moved_goalposts: 'unsound_argument',
	false_equivalence: 'unsound_argument',
	invented_source: 'unsound_argument',
	overclaimed_certainty: 'unsound_argument',
};
const byItem: ReadonlyMap<string, HonestyViolation> = new Map(Object.entries(violations));
/** Undefined for an item that finds no fault of honesty. */
export const violationOf = (item: string): HonestyViolation | undefined => byItem.get(item);

/** Straw men and false quotations that the bench upheld, each with both sentences. */
const misstatementLines = (debate: DuelogicDebate, {turns}: DebateState, chair: string): string[] =>
	turns.flatMap(({speaker, evaluation}) =>
		rubric.filter(isInvention).flatMap(({id}) => {
			const [violation, verb] = honestyWords.find(([one]) => one === violationOf(id)) ?? [];
			const called = speaker === chair && evaluation?.violations.some(one => one.violation === violation);
			const item = called ? evaluation?.items.find(one => one.id === id && findingOf(one) === 'found') : undefined;
			if (item?.quote === undefined) return [];
			const holder = turns.find(turn => turn.id === item.targetTurn)?.speaker;
			const said =
				holder === undefined || item.targetQuote === undefined
					? ''
					: `; ${nameOf(debate, holder)} had said: ${quotation(item.targetQuote, longest)}`;
			const back = item.grade === takenBack ? ', and took it back in the same turn' : '';
			return [`${verb}${back}: ${quotation(item.quote, longest)}${said}`];
		}),
	);

/** Whether somebody else, or this chair, has had a turn since the claim was made. */
const hadATurnSince = ({turns}: DebateState, {turnId}: Claim, isWho: (speaker: string) => boolean): boolean =>
	turns
		.slice(turns.findIndex(({id}) => id === turnId) + 1)
		.some(turn => isCaseTurn(turn) && isWho(turn.speaker) && turn.text.trim() !== '');

/** What somebody had a turn to meet and did not; a doubt of its holder's own is nobody's debt. */
const isPassedOver = (heard: DebateState, claim: Claim, isWho: (speaker: string) => boolean): boolean =>
	hadATurnSince(heard, claim, isWho) && !isDoubt(heard, claim) && !isTakenUp(heard, claim);

function claimLines(heard: DebateState, chair: string): string[] {
	const {ledger} = heard.formats;
	const given = concededClaims(ledger).filter(
		claim => !isDoubt(heard, claim) && (claim.status === 'conceded' ? claim.holder : claim.settled?.by) === chair,
	);
	return [
		...given.slice(0, mostOfAKind).map(({claim}) => `gave way on: ${quotation(claim, longest)}`),
		...openClaimsOf(ledger, chair)
			.filter(claim => isPassedOver(heard, claim, speaker => speaker !== chair))
			.slice(0, mostOfAKind)
			.map(({claim}) => `claimed, and nobody answered: ${quotation(claim, longest)}`),
		...claimsAgainst(ledger, chair)
			.filter(claim => isPassedOver(heard, claim, speaker => speaker === chair))
			.slice(0, 1)
			.map(({claim}) => `never met: ${quotation(claim, longest)}`),
	];
}

/** Claims of a chair's that another asked a source for, when nobody has cited one since. */
const unsourcedLines = ({language, subject}: DuelogicDebate, heard: DebateState, chair: string): string[] =>
	unsourcedClaims(heard, {
		asksForSource: language.words.asksForSource,
		topic: subject.text,
		isHolder: id => id === chair,
		argues: isCaseTurn,
	})
		.slice(0, mostOfAKind)
		.map(({claim}) => `was asked for a source, and nobody showed one: ${quotation(claim, longest)}`);

const questionLine = (debate: DuelogicDebate, {from, sentence, state}: NamedQuestion): string[] =>
	state === 'answered'
		? []
		: [
				`${state === 'evaded' ? 'evaded' : 'was left with'} ${nameOf(debate, from)}’s question: ${quotation(sentence, longest)}`,
			];

// Every fault that may be said of a chair in public, for the check of the closing: also what was mended since.

/** What may be said against somebody's arguing; `other` is what none of the rest names. */
export const faultKinds = [
	'evasion',
	'straw_man',
	'misquotation',
	'misstatement',
	'no_restatement',
	'no_admission',
	'left_framework',
	'other',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** `said` has the words that it rests on, where there are any. */
export type RecordedFault = {
	readonly chair: string;
	readonly fault: FaultKind;
	readonly text: string;
	readonly said?: string;
};

const faultOf: Readonly<Record<Violation, FaultKind>> = {
	straw_manning: 'straw_man',
	false_quotation: 'misquotation',
	false_citation: 'misquotation',
	misstatement: 'misstatement',
	rhetorical_evasion: 'evasion',
	missing_steel_man: 'no_restatement',
	missing_self_critique: 'no_admission',
	framework_inconsistency: 'left_framework',
	unsound_argument: 'other',
};

/** In the order of the chairs; a question evaded and answered later is among them. */
export function recordedFaults(debate: DuelogicDebate, heard: DebateState): readonly RecordedFault[] {
	const questions = questionsByName(debate, heard);
	return debate.chairs.flatMap(({id: chair}) => [
		...judgedFaults(heard, chair),
		...[...citationFaults(heard, chair), ...misplacedWords(heard, chair, true)].map(fault => ({chair, ...fault})),
		...questions
			.filter(({to}) => to === chair)
			.flatMap(question =>
				questionLine(debate, question).map(text => ({chair, fault: 'evasion' as const, text, said: question.sentence})),
			),
		...claimsAgainst(heard.formats.ledger, chair)
			.filter(claim => isPassedOver(heard, claim, speaker => speaker === chair))
			.map(({claim, sentence}) => ({
				chair,
				fault: 'evasion' as const,
				text: `never met: ${quotation(claim, longest)}`,
				said: `${claim} ${sentence}`,
			})),
		...calledOut(heard, chair),
	]);
}

const judgedFaults = ({turns}: DebateState, chair: string): readonly RecordedFault[] =>
	turns
		.filter(({speaker}) => speaker === chair)
		.flatMap(({id, evaluation}) =>
			(evaluation?.violations ?? []).map(({violation, about = violation.replaceAll('_', ' ')}) => ({
				chair,
				fault: faultOf[violation],
				text: `in ${turnName(id)}: ${about}`,
				said: about,
			})),
		);

/** What the host said to a chair by itself rests on a verdict; at a listener's wish it is on record all the same. */
const calledOut = ({turns}: DebateState, chair: string): readonly RecordedFault[] =>
	turns.flatMap(({interjection}) =>
		interjection?.target === chair
			? [
					{
						chair,
						fault: interjection.violation === undefined ? ('other' as const) : faultOf[interjection.violation],
						text: `was told by the host: ${quotation(interjection.reason ?? interjection.violation ?? 'a fault', longest)}`,
						...(interjection.reason === undefined ? {} : {said: interjection.reason}),
					},
				]
			: [],
	);
