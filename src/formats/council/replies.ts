/** What seats, clerk and writer answer: their forms, and what code holds each answer to. Pure. */
import {z} from 'zod';
import {cruxCalls, moveGrounds, type CouncilMove, type CouncilReason, type Crux} from '../../debate/formats/council.ts';
import {phraseFault} from '../../debate/judged-text.ts';
import {citationsOf} from '../../debate/sources.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {countWords} from '../../debate/text/words.ts';
import {isOpen, optionsOf, type CouncilConfig} from './config.ts';
import {abstain, none, numberIn} from './counting.ts';
import {exchangeSentences, type ExchangeSentence} from './prompts.ts';

const Text = z.string().trim().min(1, 'must not be empty');
const longest = (most: number) =>
	// Models miscount: a few words more are no fault.
	Text.refine(text => countWords(text) <= most * 1.5, `at most ${most} words`);

/** One of the options by its id or its words, a number, or words of one’s own. */
export const positionIn = (config: CouncilConfig) =>
	z.string().transform((given, context) => {
		const text = given.trim();
		const position = readPosition(config, text);
		if (position !== undefined) return position;
		const wanted = config.options
			? `one of ${[...optionsOf(config).map(([id]) => id), none].join(', ')}`
			: config.number === undefined
				? 'a sentence of at most 30 words'
				: `a number, in ${config.number}`;
		context.addIssue({code: 'custom', message: `got ${JSON.stringify(text)}, expected ${wanted}`, input: given});
		return z.NEVER;
	});

function readPosition(config: CouncilConfig, text: string): string | undefined {
	const said = plain(text);
	if (!isOpen(config)) {
		if (said === none && config.options) return none;
		if (config.number !== undefined) return numberIn(text)?.toString();
		return optionsOf(config).find(
			([id, option]) => said === id || said === plain(option) || said.startsWith(`${id}:`),
		)?.[0];
	}
	if (said === none) return none;
	return text === '' || countWords(text) > 45 ? undefined : text;
}

/** The one that is named, alone or with its words behind it. */
const idIn = (text: string, ids: readonly string[]): string | undefined =>
	ids.find(id => plain(text) === id || plain(text).startsWith(`${id}:`));

const plain = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/\s+/gu, ' ')
		.replaceAll(/^["'“”]|["'“”.]+$/gu, '')
		.trim();

export const answerReply = (config: CouncilConfig) =>
	z.object({
		answer: Text,
		position: positionIn(config),
		reasons: z
			.array(
				z.object({
					claim: longest(30),
					rests: z.enum(['fact', 'calculation', 'document', 'judgement']),
					cites: z.array(z.string()),
				}),
			)
			.min(1, 'at least one reason')
			.max(5),
		confidence: z.number().min(0).max(100),
		change: z.string(),
	});
export type AnswerReply = z.infer<ReturnType<typeof answerReply>>;

// The clerk.

const clerkCruxes = z.array(z.object({claim: Text, from: z.array(z.string())})).max(5);
const clerkGroups = z.array(z.object({position: Text, letters: z.array(z.string())}));
type ClerkReply = {cruxes: z.infer<typeof clerkCruxes>; groups?: z.infer<typeof clerkGroups> | undefined};

/** Groups are asked for where the question is open. */
export const clerkReply = (open: boolean): z.ZodType<ClerkReply> =>
	open ? z.object({groups: clerkGroups, cruxes: clerkCruxes}) : z.object({cruxes: clerkCruxes});

const mostCruxes = 3;

/** What cannot be used of the clerk’s answer; undefined where all can. `letters` are those that it was shown. */
export function clerkFault(
	{groups, cruxes}: ClerkReply,
	letters: readonly string[],
	reasons: readonly string[],
): string | undefined {
	const grouped = (groups ?? []).flatMap(group => group.letters);
	const wrong = letters.filter(letter => grouped.filter(each => each === letter).length !== 1);
	if (groups && (wrong.length > 0 || grouped.length !== letters.length))
		return `every letter of ${letters.join(', ')} stands in exactly one group, and no other does`;
	return cruxes.map(crux => cruxFault(crux, letters, reasons)).find(fault => fault !== undefined);
}

/** A claim comes from the reasons that were given, and says nothing of who or how many hold it. */
function cruxFault(
	{claim, from}: Pick<Crux, 'claim' | 'from'>,
	letters: readonly string[],
	reasons: readonly string[],
): string | undefined {
	const strange = from.filter(id => !reasons.includes(id));
	if (from.length === 0 || strange.length > 0)
		return `the claim “${claim}” is taken from ${from.length === 0 ? 'no reason' : `${strange.join(', ')}, which nobody gave`}`;
	const named = letters.some(letter =>
		new RegExp(String.raw`\b(?:answer|letter|seat)s?\s+${letter}\b|\b${letter}\d\b`, 'u').test(claim),
	);
	if (named || tellsCount(claim)) return `the claim “${claim}” names a letter or says how many hold it`;
	return countWords(claim) > 45 ? `the claim “${claim}” has more than 30 words` : undefined;
}

/** What is left of cruxes that were asked for twice: those without fault. */
export const usableCruxes = (
	cruxes: ClerkReply['cruxes'],
	letters: readonly string[],
	reasons: readonly string[],
): Crux[] =>
	cruxes
		.filter(crux => cruxFault(crux, letters, reasons) === undefined)
		.slice(0, mostCruxes)
		.map(({claim, from}, place) => ({id: `c${place + 1}`, claim, from}));

/** Whether a sentence tells who or how many agree: that is no ground for anybody. */
const tellsCount = (text: string): boolean =>
	/\b(?:majority|minority|consensus|unanimous(?:ly)?|outnumber\w*|outvoted?)\b|\b(?:most|all|both|none|half|two|three|four|five|six|\d+) (?:of (?:us|them|you)|of the (?:seats|answers|others|council|votes)|(?:other )?(?:seats|answers|members|voters) (?:agree|hold|say|think|voted?))\b|\b(?:everybody|everyone|nobody) (?:else )?(?:here )?(?:agrees?|holds?|votes?|thinks)\b/iu.test(
		text,
	);

// Ballots.

export const FirstBallotReply = z.object({
	signs: z.enum(['yes', 'amended']).optional(),
	amended: z.string().nullish(),
	cruxes: z.array(z.object({id: z.string(), holds: z.enum(cruxCalls), would_move: z.enum(['yes', 'no'])})),
});

export const MoveReply = z.object({
	crux: z.enum(cruxCalls).optional(),
	position: z.enum(['held', 'moved', 'narrowed']),
	to: z.string().nullish(),
	ground: z.string().nullish(),
	sentence: z.int().nullish(),
	fallen: z.string().nullish(),
	why_held: z.string().nullish(),
});
export type MoveReply = z.infer<typeof MoveReply>;

export const LastBallotReply = z.object({
	position: z.string(),
	ranking: z.array(z.string()),
});

export const RestateReply = z.object({plain: longest(25)});

/** What a move is held to. */
export type MoveCheck = {
	readonly seat: string;
	readonly turns: readonly Turn[];
	readonly held: string;
	/** Positions that may be moved to; undefined where any number may. */
	readonly positions: readonly string[] | undefined;
	readonly reasons: readonly CouncilReason[];
	readonly byPerson: boolean;
};

/** The move, where there is one, and what is wrong with it. A person’s needs no ground. */
export function moveOf(reply: MoveReply, check: MoveCheck): {readonly move?: CouncilMove; readonly fault?: string} {
	if (reply.position !== 'moved') return {};
	const to = moveTarget(reply.to, check);
	if (to === undefined || to === check.held)
		return {
			fault:
				to === undefined
					? `"to" is ${JSON.stringify(reply.to ?? null)}, which is no position`
					: 'it moves to where it was',
		};
	const sentence = exchangeSentences(check.turns).find(({number}) => number === reply.sentence);
	const ground = moveGrounds.find(each => each === reply.ground) ?? null;
	const fault = check.byPerson ? undefined : groundFault(reply, ground, sentence, check);
	return {
		move: {
			to,
			ground,
			sentence: sentence ? {turnId: sentence.turnId, text: sentence.text} : null,
			fallen: check.reasons.find(({id}) => id === reply.fallen)?.id ?? null,
			...(fault !== undefined && {uncounted: fault}),
			...(check.byPerson && {byPerson: true as const}),
		},
		...(fault !== undefined && {fault}),
	};
}

function moveTarget(given: MoveReply['to'], {positions}: MoveCheck): string | undefined {
	const text = (given ?? '').trim();
	if (positions === undefined) return numberIn(text)?.toString();
	return idIn(text, positions);
}

function groundFault(
	{sentence: number, fallen}: MoveReply,
	ground: CouncilMove['ground'],
	sentence: ExchangeSentence | undefined,
	{seat, turns, reasons}: MoveCheck,
): string | undefined {
	if (ground === null) return `a move needs one of the grounds ${moveGrounds.join(', ')}`;
	if (!sentence) return `there is no sentence ${number ?? 'named'}`;
	if (sentence.speaker === seat) return `sentence ${sentence.number} is its own`;
	if (tellsCount(sentence.text)) return `sentence ${sentence.number} says who or how many agree, which is no ground`;
	if (fallen && !reasons.some(({id}) => id === fallen)) return `${fallen} is no reason of its own`;
	if (ground !== 'quotation') return undefined;
	const turn = turns.find(({id}) => id === sentence.turnId);
	return turn && hasCheckedQuotation(turn, sentence.text)
		? undefined
		: `sentence ${sentence.number} has no quotation that code found in its document`;
}

const hasCheckedQuotation = (turn: Turn, sentence: string): boolean =>
	citationsOf(turn).some(
		({quote, standing}) => standing === 'verified' && quote !== null && phraseFault(quote, sentence) === undefined,
	);

/** The last ballot as it counts: what is no position is left out. */
export function lastBallotOf(
	{position, ranking}: z.infer<typeof LastBallotReply>,
	positions: readonly string[],
): {readonly position?: string; readonly ranking: string[]} {
	const all = [...positions, abstain];
	const own = idIn(position, all);
	return {
		...(own !== undefined && {position: own}),
		ranking: [...new Set(ranking.flatMap(each => idIn(each, all) ?? []))].filter(each => each !== abstain),
	};
}

// The writer.

/** Ids of reasons in brackets, as a text ends its paragraphs with them. */
const reasonIdsIn = (text: string): string[] =>
	[...text.matchAll(/\[([A-G]\d(?:\s*[,;]\s*[A-G]\d)*)\]/gu)].flatMap(([, ids = '']) => ids.split(/\s*[,;]\s*/u));

/** What is wrong with a written answer: a paragraph without a reason, or a reason that is not one of its own. */
export function writingFault(text: string, allowed: readonly string[]): string | undefined {
	const paragraphs = text
		.split(/\n\s*\n/u)
		.map(paragraph => paragraph.trim())
		.filter(paragraph => paragraph !== '');
	if (paragraphs.length === 0) return 'nothing was written';
	const strange = reasonIdsIn(text).filter(id => !allowed.includes(id));
	if (strange.length > 0) return `${[...new Set(strange)].join(', ')} may not be used: only ${allowed.join(', ')} may`;
	const bare = paragraphs.find(paragraph => !/\[[A-G]\d[^\]]*\]\s*[.!?]?\s*$/u.test(paragraph));
	return bare === undefined
		? undefined
		: `the paragraph that begins “${bare.slice(0, 60)}” does not end with ids of reasons`;
}

/** The turns of an exchange: on a crux or a challenge, and what the user said until then. */
export const exchangeTurns = ({turns}: DebateState, ids: readonly string[]): readonly Turn[] =>
	turns.filter(({id, kind, text}) => text.trim() !== '' && (ids.includes(id) || kind === 'barge-in'));
