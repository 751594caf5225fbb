/** The critique of a draft: by one critic, or by several who read nothing but the draft, their issues merged. */
import {issueSeverities, type Issue, type Rubric, type CritiqueEvent} from '../../debate/formats/model-duel.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {ExpectedRequest, Floor, Setup} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {DuelCritiqueAnswer, criticSeats, type ModelDuelConfig} from './config.ts';
import {critiqueForm} from './forms.ts';
import {StageFailure} from './log.ts';
import {critiquePrompt} from './prompts.ts';

// One list of issues out of what several critics say of a draft, none of whom has read another.

type CriticIssues = {readonly critic: string; readonly issues: readonly Issue[]};

/**
 * Issues that say the same become one that names all its critics: the gravest severity, the first one's words, and the
 * other's fix behind its own. In order of severity, then of how many raised it.
 */
export function mergeIssues(critiques: readonly CriticIssues[], draft: string): Issue[] {
	const merged: MergedIssue[] = [];
	for (const {critic, issues} of critiques)
		for (const issue of issues) {
			const same = merged.findIndex(other => !other.critics.includes(critic) && sayTheSame(other, issue, draft));
			const found = merged[same];
			if (found) merged[same] = unite(found, issue, critic);
			else merged.push({...issue, critics: [critic]});
		}
	return merged.toSorted((one, other) => rankOf(one) - rankOf(other) || other.critics.length - one.critics.length);
}

type MergedIssue = Issue & {readonly critics: string[]};

/** One without a severity stands between what is major and what is minor. */
const rankOf = ({severity}: Issue): number => (severity === undefined ? 1.5 : issueSeverities.indexOf(severity));

function unite(found: MergedIssue, issue: Issue, critic: string): MergedIssue {
	const severity = rankOf(issue) < rankOf(found) ? issue.severity : found.severity;
	const {suggestedFix: fix = issue.suggestedFix} = found;
	const other = issue.suggestedFix;
	const both = fix === undefined || other === undefined || overlap(fix, other) > 0.5 ? fix : `${fix} Or: ${other}`;
	return {
		...found,
		...(severity === undefined ? {} : {severity}),
		...(both === undefined ? {} : {suggestedFix: both}),
		critics: [...found.critics, critic],
	};
}

/** Shares of content words from which two claims are taken for one: by themselves, and about the same words. */
const alike = 0.6;
const alikeOnOnePlace = 0.4;

function sayTheSame(one: Issue, other: Issue, draft: string): boolean {
	const shared = overlap(one.claim, other.claim);
	return shared >= alike || (shared >= alikeOnOnePlace && quoteSamePlace(one, other, draft));
}

const quoteSamePlace = (one: Issue, other: Issue, draft: string): boolean =>
	quotesOf(one, draft).some(quote => quotesOf(other, draft).some(each => quote.includes(each) || each.includes(quote)));

/** What an issue quotes of the draft, word for word but for white space and case. */
function quotesOf({evidence = ''}: Issue, draft: string): string[] {
	const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
	const text = plain(draft);
	return [...evidence.matchAll(/[“"«„]([^”"»“]{12,})[”"»“]/gu)]
		.map(([, quote = '']) => plain(quote))
		.filter(quote => text.includes(quote));
}

/** The share of content words that two texts have in common, of all of both, 0 to 1 (Jaccard's index). */
function overlap(one: string, other: string): number {
	const [first, second] = [wordsOf(one), wordsOf(other)];
	const shared = [...first].filter(word => second.has(word)).length;
	return shared === 0 ? 0 : shared / (first.size + second.size - shared);
}

const wordsOf = (text: string): Set<string> =>
	new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => word.length > 3));

/** The lower median of each mark; undefined where nobody gave any. */
export function mergeMarks(marks: readonly (Rubric | undefined)[]): Rubric | undefined {
	const given = marks.filter(rubric => rubric !== undefined);
	const [first] = given;
	if (!first) return undefined;
	const median = (name: keyof Rubric): number =>
		given.map(rubric => rubric[name]).toSorted((one, other) => one - other)[Math.floor((given.length - 1) / 2)] ??
		first[name];
	return {
		correctness: median('correctness'),
		feasibility: median('feasibility'),
		risk: median('risk'),
		clarity: median('clarity'),
		testability: median('testability'),
	};
}

// Reads the points of a critique in plain prose. What a point does not say is left out.

type ProseCritique = {readonly content: string; readonly issues: Issue[]};

const listItem = /^\s{0,6}(?:[-*•–]|\(?\d{1,2}[.)]|#{1,6}\s*\d{1,2}[.)]?)\s+/u;
const heading = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)|[:：]\s*$/u;
const labelled =
	/^\s*(?:\*\*)?(?<name>evidence|because|근거|suggested fix|suggestion|fix|instead|제안|수정안?)(?:\*\*)?\s*[:：](?:\*\*)?\s*(?<text>.+)$/iu;
const praise =
	/^(?:overall|in general|in short|good|great|nice|well done|excellent|solid|lgtm|looks good|thanks|thank you|i like)\b/iu;
const objection =
	/\b(?:but|however|though|although|yet|not|no|never|missing|lacks?|lacking|unclear|wrong|fails?|ignores?|assumes?|should|must|needs?|risks?|without|weak|vague|instead|why|how)\b|n['’]t\b/iu;
/** A model that declines to answer, or says what it is, has said nothing of the draft. */
const refusal =
	/\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:['’]?t|not)|won['’]?t|must decline|cannot) (?:help|assist|do|provide|comply|fulfil|critique|review|answer|engage|continue)|as an ai\b|(?:unable|not able) to (?:help|assist|comply|provide|fulfil)|against my (?:guidelines|policy))|^\s*(?:sorry\b|죄송|도와드릴 수 없|申し訳|抱歉|无法|lo siento|je suis désolé|es tut mir leid)/iu;
/** Words of praise; where nothing objects, the point is none. */
const praising =
	/\b(?:good|great|nice(?:ly)?|well (?:done|written|structured)|excellent|solid|clear(?:ly)?|thorough|impressive|perfect(?:ly)?|strong|comprehensive|love|agree|no (?:issues|objections|problems|faults|complaints|changes|notes)|nothing (?:to|wrong|is wrong)|looks? (?:good|fine|right)|lgtm|ship it)\b/iu;
const quoted = /[“"«](?<quote>[^”"»]{8,})[”"»]/u;

/** Failed attempts at the requested JSON are not prose. */
const structured = /^(?:```(?:json)?\s*)?[{[]|"(?:content|issues|rubric|claim)"\s*:/iu;

/** Reads a critique of `draft`; undefined if it raises no point against it. */
export function readProse(raw: string, draft: string): ProseCritique | undefined {
	const content = cleanText(raw).trim();
	if (content === '' || structured.test(content)) return undefined;
	const issues = pointsIn(content)
		.filter(isAgainst)
		.map(point => issueOf(point, draft));
	return issues.length === 0 ? undefined : {content, issues};
}

/** The items of its lists; where it has none, its paragraphs. */
function pointsIn(text: string): string[] {
	const lines = text.split('\n');
	if (!lines.some(line => listItem.test(line)))
		return text
			.split(/\n\s*\n/u)
			.map(paragraph => withoutHeading(paragraph))
			.filter(point => point !== '');
	const points: string[][] = [];
	let open = false;
	for (const line of lines) {
		if (listItem.test(line) && !labelled.test(line.replace(listItem, ''))) points.push([line.replace(listItem, '')]);
		else if (open || listItem.test(line)) points.at(-1)?.push(line.replace(listItem, ''));
		open = points.length > 0 && line.trim() !== '';
	}
	return points.map(point => point.join('\n').trim()).filter(point => point !== '');
}

const withoutHeading = (paragraph: string): string =>
	paragraph
		.split('\n')
		.filter(line => !heading.test(line))
		.join('\n')
		.trim();

/** Neither praise nor a refusal is a point. Text in other languages counts. */
const isAgainst = (point: string): boolean => {
	if (refusal.test(point)) return false;
	const rest = point.replaceAll(
		/\b(?:no|not (?:a|any)|without) (?:issues?|objections?|problems?|faults?|complaints?|changes?|notes?)\b|\bnothing (?:to \w+|wrong|is wrong)\b|\bnot bad\b/giu,
		'',
	);
	return objection.test(rest) || !(praise.test(point) || praising.test(point));
};

function issueOf(point: string, draft: string): Issue {
	const lines = point.split('\n').map(line => ({line, label: labelled.exec(line)?.groups}));
	const said = (names: RegExp): string | undefined =>
		lines.find(({label}) => names.test(label?.['name'] ?? ''))?.label?.['text']?.trim();
	const claim = lines
		.filter(({label}) => !label)
		.map(({line}) => line.trim())
		.join(' ')
		.replaceAll('**', '')
		.trim();
	const quote = quoted.exec(point)?.groups?.['quote'];
	const evidence =
		said(/^(?:evidence|because|근거)$/iu) ?? (quote !== undefined && draft.includes(quote) ? quote : undefined);
	const suggestedFix = said(/^(?:suggest|fix|instead|제안|수정)/iu);
	return {claim: claim || point, ...(evidence ? {evidence} : {}), ...(suggestedFix ? {suggestedFix} : {})};
}

export type DuelSetup = Setup<ModelDuelConfig>;

export type DuelCritique = {
	readonly content: string;
	readonly rubric?: Rubric;
	readonly issues: Issue[];
	readonly unstructured?: true;
};

/** What the critics said: `attack` is the last of their turns, `silent` says who gave no critique, and why. */
type HeardCritique = {readonly critique: DuelCritique; readonly attack: Turn; readonly silent?: string};

type ExpectRevision = (heard: DebateState, critique: DuelCritique) => ExpectedRequest[];

/** Throws `StageFailure` where no critic gives a critique. */
export async function hearCritique(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	prefetch: ExpectRevision,
): Promise<HeardCritique> {
	const critics = criticSeats(duel.config);
	const [only = ''] = critics;
	if (critics.length > 1) return hearCritics(duel, floor, draft, critics, prefetch);
	const critique = await getCritique(duel, floor, draft, only);
	const attack = await floor.say(only, critique.content, {
		kind: 'critique',
		replyTo: draft.id,
		prefetch: heard => prefetch(heard, critique),
	});
	await floor.record(eventOf(critique, attack, draft));
	return {critique, attack};
}

async function hearCritics(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	critics: readonly string[],
	prefetch: ExpectRevision,
): Promise<HeardCritique> {
	const asked = await floor.together(
		Object.fromEntries(
			critics.map(critic => [`critique ${critic}`, (own: Floor) => tryCritic(duel, own, draft, critic)]),
		),
	);
	const given = asked.flatMap(answer =>
		typeof answer.critique === 'string' ? [] : [{...answer, critique: answer.critique}],
	);
	const silent = asked.flatMap(({critic, critique}) =>
		typeof critique === 'string' ? [`${critic} gave no critique: ${critique}`] : [],
	);
	for (const text of silent) await floor.record({type: 'notice', level: 'warning', text});
	if (given.length === 0) throw new StageFailure('critique', silent.join('; '));
	const rubric = mergeMarks(given.map(({critique}) => critique.rubric));
	const critique: DuelCritique = {
		content: given.map(({critic, critique: {content}}) => `${critic}: ${content}`).join('\n\n'),
		...(rubric ? {rubric} : {}),
		issues: mergeIssues(
			given.map(({critic, critique: {issues}}) => ({critic, issues})),
			draft.text,
		),
		...(given.some(each => each.critique.unstructured) ? {unstructured: true} : {}),
	};
	const turns: Turn[] = [];
	for (const [place, {critic, critique: own}] of given.entries())
		turns.push(
			await floor.say(critic, own.content, {
				kind: 'critique',
				replyTo: draft.id,
				...(place === given.length - 1 ? {prefetch: (heard: DebateState) => prefetch(heard, critique)} : {}),
			}),
		);
	const attack = turns.at(-1);
	if (!attack) throw new StageFailure('critique', 'nobody was heard');
	await floor.record({
		...eventOf(critique, attack, draft),
		critics: given.map(({critic, critique: own}, place) => ({
			critic,
			turnId: turns[place]?.id ?? attack.id,
			...(own.rubric ? {rubric: own.rubric} : {}),
		})),
	});
	return {critique, attack, ...(silent.length > 0 ? {silent: silent.join('; ')} : {})};
}

/** The critique, or why there is none. */
async function tryCritic(
	duel: DuelSetup,
	floor: Floor,
	draft: Turn,
	critic: string,
): Promise<{readonly critic: string; readonly critique: DuelCritique | string}> {
	try {
		return {critic, critique: await getCritique(duel, floor, draft, critic)};
	} catch (error) {
		if (error instanceof StageFailure) return {critic, critique: error.message};
		throw error;
	}
}

/** A critique that passes the schema, or, if the config allows it, plain prose that makes a point. */
async function getCritique(duel: DuelSetup, floor: Floor, draft: Turn, critic: string): Promise<DuelCritique> {
	const {stageTimeoutMs, allowUnstructuredCritique} = duel.config;
	const answer = await floor.ask(critic, critiquePrompt(duel, floor.heard, draft, critic), DuelCritiqueAnswer, {
		purpose: 'critique',
		limitMs: stageTimeoutMs,
		form: critiqueForm,
	});
	if (answer.ok) return answer.value;
	const prose = allowUnstructuredCritique && answer.whole ? readProse(answer.raw ?? '', draft.text) : undefined;
	if (!prose) throw new StageFailure('critique', answer.reason);
	await floor.record({
		type: 'notice',
		level: 'info',
		text: `The critique came as plain prose; ${prose.issues.length} point${prose.issues.length === 1 ? ' was' : 's were'} read from it, and it has no marks.`,
	});
	return {...prose, unstructured: true};
}

/** The requests for critiques, made while the draft is still being read aloud. */
export function expectCritiques(duel: DuelSetup, heard: DebateState): ExpectedRequest[] {
	const draft = heard.turns.findLast(({kind}) => kind === 'draft');
	const critics = criticSeats(duel.config);
	// Requests of several critics belong to tasks of their own, which cannot be made ahead.
	return draft && critics.length === 1
		? critics.map(ask => ({
				ask,
				prompt: critiquePrompt(duel, heard, draft, ask),
				schema: DuelCritiqueAnswer,
				name: 'critique',
				limitMs: duel.config.stageTimeoutMs,
			}))
		: [];
}

const eventOf = ({rubric, unstructured, issues}: DuelCritique, attack: Turn, draft: Turn): CritiqueEvent => ({
	type: 'critique',
	turnId: attack.id,
	of: draft.id,
	...(rubric ? {rubric} : {}),
	...(unstructured ? {unstructured} : {}),
	issues,
});
