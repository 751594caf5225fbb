/**
 * Answer schemas of the agents and the merging voice: flat, every key required or null, so that strict structured-
 * output servers accept them.
 */
import {z} from 'zod';
import {
	ChangeVote,
	SpecSeverity,
	Vote,
	type CountedVote,
	type NamedCheck,
	type SpecIssue,
} from '../../../debate/formats/adversarial-spec/events.ts';

const Words = z.string().trim().min(1);
const LineNumber = z.int().positive().nullable().optional();

const IssueAnswer = z.object({
	title: Words,
	severity: SpecSeverity,
	section: z.string().nullable().optional(),
	line_from: LineNumber,
	line_to: LineNumber,
	claim: Words,
	evidence: Words,
	suggested_change: Words,
	confidence: z.number().min(0).max(1).nullable().optional(),
});

/** The most issues of one critique; the prompt says the same. */
export const mostIssues = 20;

export const CritiqueAnswer = z.object({
	issues: z.array(IssueAnswer).max(mostIssues),
	checks: z
		.array(z.object({section: z.string(), quote: z.string(), finding: z.string().nullable().optional()}))
		.max(20),
	strongest_objection: z.string().nullable().optional(),
});
export type CritiqueAnswer = z.infer<typeof CritiqueAnswer>;

/** Loose, since a voter that only says `vote` means the fault. */
const BallotVote = z.looseObject({
	issue: Words,
	fault: Vote.nullable().optional(),
	change: ChangeVote.nullable().optional(),
	amendment: z.string().nullable().optional(),
	breaks: z.string().nullable().optional(),
	contradicts: z.array(z.string()).max(40).nullable().optional(),
	reason: Words,
});
export const BallotAnswer = z.object({votes: z.array(BallotVote).max(400)});
export type BallotAnswer = z.infer<typeof BallotAnswer>;

/** A vote as recorded. */
export function voteOf(agent: string, given: BallotAnswer['votes'][number]): CountedVote {
	const {fault, change, amendment, breaks, contradicts, reason, issue} = given;
	const others = [...new Set(contradicts)].filter(id => id !== issue);
	return {
		agent,
		vote: fault ?? Vote.catch('abstain').parse(given['vote']),
		reason,
		...(change && {change}),
		...(amendment?.trim() && {amendment}),
		...(breaks?.trim() && {breaks}),
		...(others.length > 0 && {contradicts: others}),
	};
}

/** Groups of refs that are the same issue; those not named stay separate. */
export const GroupingAnswer = z.object({groups: z.array(z.array(Words)).max(400)});
export type GroupingAnswer = z.infer<typeof GroupingAnswer>;

/** `find` is a verbatim passage starting at `line`; empty to insert `replace` after that line. */
export const SynthesisAnswer = z.object({
	edits: z
		.array(
			z.object({
				issues: z.array(Words).min(1),
				line: z.int().nonnegative(),
				find: z.string(),
				replace: z.string(),
				reason: Words,
			}),
		)
		.max(400),
	left: z.array(z.object({issue: Words, reason: Words})).max(400),
	conflicts: z
		.array(z.object({issues: z.array(Words).min(2), reason: Words}))
		.max(100)
		.nullable()
		.optional(),
	choices: z
		.array(z.object({issue: Words, question: Words, options: z.array(Words).max(9)}))
		.max(100)
		.nullable()
		.optional(),
});
export type SynthesisAnswer = z.infer<typeof SynthesisAnswer>;

/** An issue as recorded; a line range outside the text is dropped. */
export function issueOf(
	{
		section,
		line_from: from,
		line_to: to,
		suggested_change: suggestedChange,
		confidence,
		...rest
	}: CritiqueAnswer['issues'][number],
	lastLine: number,
): SpecIssue {
	const range = from ? {from: Math.min(from, to ?? from), to: Math.max(from, to ?? from)} : undefined;
	return {
		...rest,
		suggestedChange,
		...(section ? {section} : {}),
		...(range && range.to <= lastLine ? {lines: range} : {}),
		...(confidence === null || confidence === undefined ? {} : {confidence}),
	};
}

/** For finding quotations regardless of case, whitespace, fencing, and quotation marks around them. */
const normalizedQuote = (text: string): string =>
	text
		.replaceAll('‹', '<')
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.replace(/^["'“”„«‘`]+|["'“”«»’`]+$/gu, '')
		.trim()
		.toLowerCase();

/** The numbers with which lines are shown, in whichever way a quotation repeats them. */
const withoutLineNumbers = (quote: string): string =>
	quote.replaceAll(/(^|\n)[ \t"'“„«]*(?:lines?[ \t]+)?\d+[ \t]*[|:][ \t]?/giu, '$1').replaceAll(/\s\d+\| /gu, ' ');

/** A quotation shorter than this many characters proves nothing. */
const minQuoteLength = 12;

/**
 * Marks each check whose quotation occurs in the text, with or without the line numbers that it is shown with. The text
 * is normalised only if a verbatim search fails.
 */
export function checksIn(text: string, checks: CritiqueAnswer['checks']): NamedCheck[] {
	let whole: string | undefined;
	const stands = (quote: string): boolean =>
		normalizedQuote(quote).length >= minQuoteLength &&
		(text.includes(quote.trim()) || (whole ??= normalizedQuote(text)).includes(normalizedQuote(quote)));
	return checks.map(({section, quote, finding}) => ({
		section,
		quote,
		found: stands(quote) || stands(withoutLineNumbers(quote)),
		...(finding?.trim() && {finding}),
	}));
}
