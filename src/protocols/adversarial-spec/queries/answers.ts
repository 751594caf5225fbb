/**
 * Answer schemas of the agents and the merging voice: flat, every key required or null, so that strict structured-
 * output servers accept them.
 */
import {z} from 'zod';
import {SpecSeverity, Vote, type NamedCheck, type SpecIssue} from '../../../debate/formats/adversarial-spec/events.ts';

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

export const CritiqueAnswer = z.object({
	issues: z.array(IssueAnswer).max(40),
	checks: z.array(z.object({section: z.string(), quote: z.string()})).max(20),
	strongest_objection: z.string().nullable().optional(),
});
export type CritiqueAnswer = z.infer<typeof CritiqueAnswer>;

export const BallotAnswer = z.object({votes: z.array(z.object({issue: Words, vote: Vote, reason: Words})).max(400)});
export type BallotAnswer = z.infer<typeof BallotAnswer>;

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

/** For finding quotations regardless of case, whitespace and fencing. */
const normalizedQuote = (text: string): string =>
	text.replaceAll('‹', '<').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/** A quotation shorter than this many characters proves nothing. */
const minQuoteLength = 12;

/** Marks each check whose quotation occurs in the text. The text is normalised only if a verbatim search fails. */
export function checksIn(text: string, checks: CritiqueAnswer['checks']): NamedCheck[] {
	let whole: string | undefined;
	const stands = (quote: string): boolean =>
		text.includes(quote.trim()) || (whole ??= normalizedQuote(text)).includes(normalizedQuote(quote));
	return checks.map(({section, quote}) => ({
		section,
		quote,
		found: normalizedQuote(quote).length >= minQuoteLength && stands(quote),
	}));
}
