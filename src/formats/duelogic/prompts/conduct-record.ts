/** What the record holds of each chair, for the closing: sentences worth naming, in words and never in means. */
import {claimsAgainst, concededClaims, openClaimsOf} from '../../../debate/formats/claims/ledger.ts';
import {quotableMerit} from '../../../debate/formats/duelogic/standing.ts';
import type {DebateState} from '../../../debate/state.ts';
import {questionsByName, type NamedQuestion} from '../seating/questions.ts';
import type {DuelogicDebate} from '../seating/seating.ts';
import {quotation} from './quotation.ts';
import {nameOf} from './shared-prefix.ts';

/** Words of a quotation in the record, and how many sentences of one kind a chair can have there. */
const [longest, mostOfAKind] = [18, 2];

/** Lines such as `chair_1 granted: “…”`; a chair of which nothing stands out has one that says so. */
export function conductLines(debate: DuelogicDebate, heard: DebateState): string[] {
	const questions = questionsByName(debate, heard);
	return debate.chairs.flatMap(({id}) => {
		const lines = [
			...meritLines(heard, id),
			...claimLines(heard, id),
			...questions.filter(({to}) => to === id).flatMap(question => questionLine(debate, question)),
		];
		return lines.length === 0 ? [`${id}: nothing stands out`] : lines.map(line => `${id} ${line}`);
	});
}

const merits = [
	['S1', 'put an opponent’s case fairly'],
	['C1', 'admitted'],
] as const;

/** What judges found and upheld, the latest first. */
const meritLines = ({turns}: DebateState, chair: string): string[] =>
	merits.flatMap(([item, verb]) => {
		const lines = turns.toReversed().flatMap(({speaker, evaluation}) => {
			const quote = speaker === chair && evaluation ? quotableMerit(evaluation, item)?.quote : undefined;
			return quote === undefined ? [] : [`${verb}: ${quotation(quote, longest)}`];
		});
		return [...new Set(lines)].slice(0, mostOfAKind);
	});

function claimLines({formats: {ledger}}: DebateState, chair: string): string[] {
	const given = concededClaims(ledger).filter(({status, holder, settled}) =>
		status === 'conceded' ? holder === chair : settled?.by === chair,
	);
	return [
		...given.slice(0, mostOfAKind).map(({claim}) => `gave way on: ${quotation(claim, longest)}`),
		...openClaimsOf(ledger, chair)
			.slice(0, mostOfAKind)
			.map(({claim}) => `claimed, and nobody answered: ${quotation(claim, longest)}`),
		...claimsAgainst(ledger, chair)
			.slice(0, 1)
			.map(({claim}) => `never met: ${quotation(claim, longest)}`),
	];
}

const questionLine = (debate: DuelogicDebate, {from, sentence, state}: NamedQuestion): string[] =>
	state === 'answered'
		? []
		: [
				`${state === 'evaded' ? 'evaded' : 'was left with'} ${nameOf(debate, from)}’s question: ${quotation(sentence, longest)}`,
			];
