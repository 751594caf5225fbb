/**
 * The facts that an Adversarial Spec debate records: who is asked, what they find, what is agreed, and what becomes of
 * the text.
 */
import {z} from 'zod';
import {append, replace, type InPlaceArrays} from '../fold.ts';

export const SpecSeverity = z.enum(['critical', 'major', 'minor']);
export type SpecSeverity = z.infer<typeof SpecSeverity>;

/** Lines of the text that was criticised, from 1, both included. */
const LineRange = z.object({from: z.int().positive(), to: z.int().positive()});

/** One fault that an agent sees. `evidence` quotes the text or says what is missing from it; `confidence` is 0 to 1. */
export const SpecIssue = z.object({
	title: z.string().min(1),
	severity: SpecSeverity,
	section: z.string().optional(),
	lines: LineRange.optional(),
	claim: z.string().min(1),
	evidence: z.string().min(1),
	suggestedChange: z.string().min(1),
	confidence: z.number().min(0).max(1).optional(),
});
export type SpecIssue = z.infer<typeof SpecIssue>;

/** What an agent says it checked and found; `found` is set where its quotation stands in the text. */
export const NamedCheck = z.object({
	section: z.string(),
	quote: z.string(),
	found: z.boolean(),
	finding: z.string().optional(),
});
export type NamedCheck = z.infer<typeof NamedCheck>;

export const Vote = z.enum(['agree', 'disagree', 'abstain']);
export type Vote = z.infer<typeof Vote>;

/**
 * An agent's question: it waits for its rate limit, and then it is asked, until its answer comes or it is out. `kept`:
 * the cache has the answer.
 */
const SpecQuery = z.object({
	type: z.literal('spec-query'),
	agent: z.string().min(1),
	round: z.int().positive(),
	purpose: z.string().min(1),
	state: z.enum(['waiting', 'asked', 'kept']),
	/** Milliseconds in the queue. */
	waitedMs: z.number().nonnegative().optional(),
});
type SpecQuery = z.infer<typeof SpecQuery>;

/**
 * One agent's critique of the round's text. Without issues it is an approval, which is `void` where too little was
 * checked.
 */
export const SpecCritique = z.object({
	type: z.literal('spec-critique'),
	agent: z.string().min(1),
	round: z.int().positive(),
	turnId: z.string().min(1),
	issues: z.array(SpecIssue),
	checks: z.array(NamedCheck),
	strongestObjection: z.string().optional(),
	void: z.string().optional(),
	/** It came from the cache. */
	kept: z.literal(true).optional(),
});
export type SpecCritique = z.infer<typeof SpecCritique>;

/** `undecided`: neither side has what it needs. */
export const Standing = z.enum(['agreed', 'rejected', 'undecided']);
export type Standing = z.infer<typeof Standing>;

/** What a voter says of the change that an issue asks for, whatever it thinks of the fault. */
export const ChangeVote = z.enum(['accept', 'amend', 'reject']);
export type ChangeVote = z.infer<typeof ChangeVote>;

/** `vote` is about the fault: is it there, and should it be mended? The rest is about the change. */
const CountedVote = z.object({
	agent: z.string(),
	vote: Vote,
	reason: z.string(),
	/** Why an agreement was not counted. */ void: z.string().optional(),
	change: ChangeVote.optional(),
	/** The sentences that the voter would put in place of the suggested ones. */
	amendment: z.string().optional(),
	/** What the change would break. */
	breaks: z.string().optional(),
	/** Ids of issues whose changes contradict this one. */
	contradicts: z.array(z.string()).optional(),
});
export type CountedVote = z.infer<typeof CountedVote>;

/** An issue as one or more agents raised it, and what the round made of it. */
export const SpecGroup = z.object({
	id: z.string().min(1),
	title: z.string(),
	severity: SpecSeverity,
	round: z.int().positive(),
	raised: z.array(z.object({agent: z.string(), issue: SpecIssue})).min(1),
	votes: z.array(CountedVote),
	/** Share of those that answered who raised or endorse it, 0 to 1. */
	support: z.number().min(0).max(1),
	standing: Standing,
	by: z.enum(['threshold', 'weights']),
	/** The fault is agreed, but more voters reject the change than want it or amend it. */
	changeRejected: z.literal(true).optional(),
	/** Why it is for the author to decide, and between what, where it is a choice. */
	forAuthor: z.object({why: z.string(), options: z.array(z.string()).optional()}).optional(),
});
export type SpecGroup = z.infer<typeof SpecGroup>;

/** The count of a round. `thin`: fewer than half of those invited answered. */
export const SpecConsensus = z.object({
	type: z.literal('spec-consensus'),
	round: z.int().positive(),
	invited: z.array(z.string()),
	answered: z.array(z.string()),
	thin: z.boolean(),
	threshold: z.number(),
	groups: z.array(SpecGroup),
});
export type SpecConsensus = z.infer<typeof SpecConsensus>;

/**
 * Lines that take the place of others: from `line` (from 1) on, `removed` give way to `added`. Texts are lines without
 * their ends.
 */
export const SpecChange = z.object({
	line: z.int().positive(),
	removed: z.array(z.string()),
	added: z.array(z.string()),
});
export type SpecChange = z.infer<typeof SpecChange>;

/** What is wrong with a text. */
export const SpecFault = z.object({line: z.int().positive(), rule: z.string(), what: z.string()});
export type SpecFault = z.infer<typeof SpecFault>;

/**
 * What a round made of the text: changes against the text before it; none where it fell back, with the `faults` that
 * made it.
 */
export const SpecRefinement = z.object({
	type: z.literal('spec-refinement'),
	round: z.int().positive(),
	changes: z.array(SpecChange),
	faults: z.array(SpecFault),
	fellBack: z.boolean(),
	/** What became of each agreed issue, with the reason for a choice between opposite suggestions. */
	merged: z.array(z.object({groups: z.array(z.string()), reason: z.string(), done: z.boolean()})),
	/** Issues whose changes contradict each other, and what was made of them. */
	conflicts: z.array(z.object({issues: z.array(z.string()), reason: z.string()})).optional(),
});
export type SpecRefinement = z.infer<typeof SpecRefinement>;

/**
 * One edit of the original, disjoint from all others: the text from offset `from` to `to` (UTF-16 units) gives way to
 * `put`. An edit without issues is the user's own.
 */
export const SpecEdit = z.object({
	from: z.int().nonnegative(),
	to: z.int().nonnegative(),
	put: z.string(),
	/** Ids of the issues it answers. */
	issues: z.array(z.string()),
	reason: z.string(),
	/** Numbers in it that nobody voted on. */
	proposed: z.array(z.string()).optional(),
	byUser: z.literal(true).optional(),
	/** It came of the last round, and no agent has read its words. */
	unread: z.literal(true).optional(),
});
export type SpecEdit = z.infer<typeof SpecEdit>;

/**
 * The debate has come to its end and waits for the user: all changes against the original, and what stayed contested.
 * `edits` are the same changes by offsets, with the issues that they answer, in the same order.
 */
export const SpecReview = z.object({
	type: z.literal('spec-review'),
	round: z.int().positive(),
	question: z.string().min(1),
	changes: z.array(SpecChange),
	contested: z.array(SpecGroup),
	faults: z.array(SpecFault),
	edits: z.array(SpecEdit).optional(),
	/** The issues that the edits answer. */
	answered: z.array(SpecGroup).optional(),
	/** Where accepted edits are written; without it, there is no file to write to. */
	file: z.string().optional(),
});
export type SpecReview = z.infer<typeof SpecReview>;

/** What became of the user's file. `kept` is where its version before is. */
export const SpecOutcome = z.object({
	type: z.literal('spec-outcome'),
	saved: z.boolean(),
	accepted: z.int().nonnegative(),
	of: z.int().nonnegative(),
	file: z.string().optional(),
	kept: z.string().optional(),
	refined: z.string().optional(),
	note: z.string(),
	/** Indexes of the accepted changes of the review. */
	took: z.array(z.int().nonnegative()).optional(),
	/** Critical issues that are agreed and not mended, and the edits (by their indexes) that were not taken for them. */
	stands: z.array(z.string()).optional(),
	withheld: z.array(z.int().nonnegative()).optional(),
	/** Changes were accepted for a file, and could not be written to it. */
	refused: z.literal(true).optional(),
});
export type SpecOutcome = z.infer<typeof SpecOutcome>;

export const adversarialSpecEvents = [
	SpecQuery,
	SpecCritique,
	SpecConsensus,
	SpecRefinement,
	SpecReview,
	SpecOutcome,
] as const;
export type AdversarialSpecEvent = z.infer<(typeof adversarialSpecEvents)[number]>;

// What an Adversarial Spec debate has recorded so far.

/** A query, and when it was made or changed, on the debate's clock. */
export type TimedQuery = SpecQuery & {readonly at: number};

export type AdversarialSpecState = {
	/** Every issue as the latest round left it. */
	readonly issues: readonly SpecGroup[];
	readonly consensus: SpecConsensus | undefined;
	readonly refinement: SpecRefinement | undefined;
	/** In a view, the one that waits for the user. */
	readonly review: SpecReview | undefined;
	readonly outcome: SpecOutcome | undefined;
	/** How many queries were made, and how many of them the cache answered. */
	readonly queries: number;
	readonly cached: number;
	/** The latest query and the latest critique, by agent. */
	readonly queriesBy: Readonly<Record<string, TimedQuery>>;
	readonly critiquesBy: Readonly<Record<string, SpecCritique>>;
};

export const emptyAdversarialSpec: AdversarialSpecState = {
	issues: [],
	consensus: undefined,
	refinement: undefined,
	review: undefined,
	outcome: undefined,
	queries: 0,
	cached: 0,
	queriesBy: {},
	critiquesBy: {},
};

export function reduceAdversarialSpec(
	spec: AdversarialSpecState,
	event: AdversarialSpecEvent & {readonly at: number},
	own: InPlaceArrays = new WeakSet(),
): AdversarialSpecState {
	switch (event.type) {
		case 'spec-query':
			return {
				...spec,
				queriesBy: {...spec.queriesBy, [event.agent]: event},
				queries: spec.queries + Number(event.state !== 'waiting'),
				cached: spec.cached + Number(event.state === 'kept'),
			};
		case 'spec-critique':
			return {...spec, critiquesBy: {...spec.critiquesBy, [event.agent]: event}};
		case 'spec-consensus':
			return {
				...spec,
				issues: event.groups.reduce((issues, group) => withIssue(issues, group, own), spec.issues),
				consensus: event,
			};
		case 'spec-refinement':
			return {...spec, refinement: event};
		case 'spec-review':
			return {...spec, review: event};
		case 'spec-outcome':
			return {...spec, outcome: event};
		default:
			return event satisfies never;
	}
}

function withIssue(issues: readonly SpecGroup[], issue: SpecGroup, own: InPlaceArrays): readonly SpecGroup[] {
	const index = issues.findIndex(({id}) => id === issue.id);
	return index === -1 ? append(issues, issue, own) : replace(issues, index, issue, own);
}
