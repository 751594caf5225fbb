/** The rules of a DEBATE.md, and how a breach is reported. */
import type {SectionKind} from './file.ts';
import {maxRounds} from './turns.ts';

/** Each rule, with what it requires. */
export const rules = {
	'title-missing': 'the file begins with "# Code Debate: <subject>"',
	'title-form': 'the title is written "# Code Debate: <subject>", once, with a subject',
	'text-before-opening': 'only the title comes before "## Opening"',
	'opening-missing': 'the first section is "## Opening"',
	'opening-twice': 'there is one opening',
	'heading-unknown':
		'sections are Opening, Response N, Follow-up N and CONSENSUS; headings inside a section are at a deeper level than "##"',
	'heading-form': 'headings are written exactly "## Opening", "## Response N", "## Follow-up N", "## CONSENSUS"',
	order: 'after the opening and every follow-up comes a response, after every response a follow-up or the consensus',
	number: 'responses and follow-ups are numbered from 1, a follow-up like the response before it',
	rounds: `there are at most ${maxRounds} rounds`,
	'signature-missing': 'every section ends with "*— Agent A|B (tool), <timestamp>*"',
	'signature-role': 'A writes the opening and the follow-ups, B the responses',
	'signature-form': 'a signature is written "*— Agent A|B (tool), <timestamp>*"',
	'signature-time': 'a signature’s timestamp is a valid date and time',
	'time-order': 'no section is signed earlier than the one before it',
	'signature-twice': 'a section has one signature',
	'text-after-signature': 'only the divider follows a signature',
	'divider-missing': 'sections are divided by "---"',
	'divider-inside': 'a section contains no "---"',
	'section-empty': 'a section is not empty',
	'fence-unclosed': 'code fences are closed',
	'category-missing': 'every point of a reply is Agreed, Partially agreed or Disagreed',
	'reason-missing': 'Partially agreed and Disagreed are given with a reason',
	'point-unknown': 'a reply answers points that were raised',
	'point-unanswered': 'a reply answers every unresolved point that is waiting for its side',
	'point-settled': 'a point on which both agree is not addressed again',
	'finding-mark':
		'an independent finding is marked "same as other agent", "new finding" or "not reproduced / disagreed"',
	'finding-place': 'an independent finding names a file and line',
	'consensus-role': 'A writes the consensus; B does so only after waiting too long for A',
	'consensus-twice': 'there is one consensus',
	'consensus-missing': `after ${maxRounds} rounds the last writer appends the consensus`,
	'consensus-incomplete': 'a consensus names each point that is still disputed',
	'text-after-consensus': 'nothing follows the consensus',
} as const;
export type DebateRule = keyof typeof rules;

/** `line` counts from 1; `what` says what the file has instead. */
export type Breach = {
	readonly line: number;
	readonly rule: DebateRule;
	readonly what: string;
	/** Set where the rule is ours, and a side that knows the protocol's text alone need not know it. */
	readonly advice?: true;
};

const violations: ReadonlySet<DebateRule> = new Set<DebateRule>([
	'title-missing',
	'opening-missing',
	'opening-twice',
	'order',
	'number',
	'rounds',
	'signature-missing',
	'signature-role',
	'signature-twice',
	'category-missing',
	'consensus-twice',
	'consensus-missing',
	'text-after-consensus',
]);

/**
 * Marks what is advice. `kind` is that of the section the breach is in: a consensus need not be signed, and only a
 * response has to put its points in categories.
 */
export function graded(breach: Breach, kind: SectionKind | undefined): Breach {
	const {rule} = breach;
	const violation =
		violations.has(rule) &&
		!(rule === 'signature-missing' && kind === 'consensus') &&
		!(rule === 'category-missing' && kind !== 'response');
	return violation ? breach : {...breach, advice: true};
}
