/** A query to an agent: rate limit, circuit breaker, answer cache, and what happens when it fails. */
import {z} from 'zod';
import type {Floor, Message, Prompt} from '../../debate/protocol.ts';
import {maxCritiqueBytes} from './document.ts';
import {isOut, type SpecState} from './spec-state.ts';
import {
	ChangeVote,
	SpecSeverity,
	Vote,
	type CountedVote,
	type NamedCheck,
	type SpecIssue,
} from '../../debate/formats/adversarial-spec.ts';

// The script's effects besides the floor: admission of queries, the answer cache, and files. JSON in, JSON out.

/** A query to be admitted; all of it forms the cache key. `text` is the current specification. */
export const AdmissionRequest = z.object({
	agent: z.string(),
	persona: z.string(),
	purpose: z.string(),
	text: z.string(),
	/** The agent's current voice and model, so that another's answers are never reused. */
	version: z.string(),
	messages: z.array(z.object({role: z.string(), content: z.string()})),
	parameters: z.record(z.string(), z.number()),
});
export type AdmissionRequest = Omit<z.infer<typeof AdmissionRequest>, 'messages'> & {
	readonly messages: readonly Message[];
};

/**
 * `go` after `waitedMs` of rate limiting, with the cache `key` for the answer; `kept` is a cached answer; `refused`
 * while the circuit breaker is open.
 */
export const Admission = z.discriminatedUnion('how', [
	z.object({how: z.literal('go'), waitedMs: z.number().nonnegative(), key: z.string().optional()}),
	z.object({how: z.literal('kept'), value: z.unknown()}),
	z.object({how: z.literal('refused'), reason: z.string()}),
]);
export type Admission = z.infer<typeof Admission>;

/** The outcome of an admitted query; `value` is cached under `key`. */
export const QueryOutcome = z.object({
	agent: z.string(),
	key: z.string().optional(),
	ok: z.boolean(),
	value: z.unknown().optional(),
});
export type QueryOutcome = z.infer<typeof QueryOutcome>;

/** Texts for the debate's folder, and for the user's file; the effects return paths. */
export const WriteFiles = z.object({refined: z.string(), report: z.string()});
const WrittenFiles = z.object({refined: z.string(), report: z.string()});
export const SaveRequest = z.object({original: z.string(), text: z.string()});
export const SaveResult = z.discriminatedUnion('saved', [
	z.object({saved: z.literal(true), file: z.string(), kept: z.string()}),
	z.object({saved: z.literal(false), why: z.string()}),
]);
export type SaveResult = z.infer<typeof SaveResult>;

const requestAdmission = async (floor: Floor, wish: AdmissionRequest): Promise<Admission> =>
	Admission.parse(await floor.perform('spec-admit', wish));
const reportQueryOutcome = async (floor: Floor, told: QueryOutcome): Promise<void> =>
	void (await floor.perform('spec-told', told));
export const writeFiles = async (
	floor: Floor,
	files: z.infer<typeof WriteFiles>,
): Promise<z.infer<typeof WrittenFiles>> => WrittenFiles.parse(await floor.perform('spec-write', files));
export const saveSpec = async (floor: Floor, wish: z.infer<typeof SaveRequest>): Promise<SaveResult> =>
	SaveResult.parse(await floor.perform('spec-save', wish));
/** Path of the backup of the user's file, or null. */
export const findBackup = async (floor: Floor): Promise<string | null> =>
	z
		.string()
		.nullable()
		.parse(await floor.perform('spec-kept', {}));

type Query<T> = {
	readonly agent: string;
	readonly persona: string;
	readonly purpose: string;
	readonly round: number;
	readonly prompt: Prompt;
	readonly schema: z.ZodType<T>;
};
/** `cached`: the answer came from the cache. */
type QueryReply<T> =
	{readonly ok: true; readonly value: T; readonly cached?: true} | {readonly ok: false; readonly reason: string};

/** Asks an agent. Never rejects because the agent failed: the reply says why. */
export async function query<T>(
	state: SpecState,
	floor: Floor,
	{agent, persona, purpose, round, prompt, schema}: Query<T>,
): Promise<QueryReply<T>> {
	const {agentQueryTimeout, agentQueryRetries} = state.config;
	const about = {type: 'spec-query' as const, agent, round, purpose};
	await floor.record({...about, state: 'waiting'});
	const parameters = {
		...(prompt.maxTokens === undefined ? {} : {maxTokens: prompt.maxTokens}),
		...(prompt.temperature === undefined ? {} : {temperature: prompt.temperature}),
	};
	const admitted = await requestAdmission(floor, {
		agent,
		persona,
		purpose,
		text: state.text,
		version: versionOf(floor, agent),
		messages: prompt.messages,
		parameters,
	});
	if (admitted.how === 'refused') return {ok: false, reason: admitted.reason};
	if (admitted.how === 'kept') {
		const kept = schema.safeParse(admitted.value);
		if (kept.success) {
			await floor.record({...about, state: 'kept'});
			return {ok: true, value: kept.data, cached: true};
		}
	}
	await floor.record({...about, state: 'asked', waitedMs: admitted.how === 'go' ? admitted.waitedMs : 0});
	const answer = await floor.ask(agent, prompt, schema, {
		purpose,
		limitMs: agentQueryTimeout,
		patience: {timeoutMs: agentQueryTimeout, retries: agentQueryRetries},
		mostBytes: maxCritiqueBytes,
	});
	await reportQueryOutcome(floor, {
		agent,
		...(admitted.how === 'go' && admitted.key !== undefined ? {key: admitted.key} : {}),
		ok: answer.ok,
		...(answer.ok ? {value: answer.value} : {}),
	});
	if (answer.ok) return answer;
	return {
		ok: false,
		reason: answer.timedOut
			? `Agent ${agent} timed out after ${agentQueryTimeout}ms and has been excluded from this round.`
			: `Agent ${agent} failed and has been excluded from this round: ${answer.reason}`,
	};
}

const versionOf = (floor: Floor, agent: string): string => {
	const seat = floor.heard.seats.find(({id}) => id === agent);
	return `${seat?.voice ?? ''} ${seat?.model ?? ''}`;
};

/** Asks an agent; without an answer, the agent is out for the rest of the round. */
export async function askAgent<T>(state: SpecState, floor: Floor, wish: Query<T>): Promise<QueryReply<T>> {
	const reply = await query(state, floor, wish);
	if (reply.ok) return reply;
	if (isOut(floor, wish.agent)) state.unusableAgents.add(wish.agent);
	else await floor.record({type: 'participant-out', participant: wish.agent, reason: reply.reason});
	await floor.record({type: 'notice', level: 'error', participant: wish.agent, text: reply.reason});
	return reply;
}

/** Readmits agents that were out in the last round, unless their voice cannot be used at all. */
export async function readmitAgents(state: SpecState, floor: Floor): Promise<void> {
	for (const {id} of state.agents)
		if (isOut(floor, id) && !state.unusableAgents.has(id))
			await floor.record({type: 'participant-back', participant: id, reason: 'asked again in the next round'});
}

// Answer schemas of the agents and the merging voice: flat, every key required or null, so that strict structured-
// output servers accept them.

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
