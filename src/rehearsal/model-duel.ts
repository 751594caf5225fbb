/** Composers for a model duel, by kind of task. */
import phrases from '../../data/rehearsal/phrases-duel.json' with {type: 'json'};
import {blocksOf, type ParsedPrompt} from './notation.ts';
import {contentWords, firstWords, withoutStop, countWords, sentencesOf, stem, wordsOf} from './text.ts';
import {shuffled, at} from './random.ts';
import type {Composer} from './composer.ts';
import {numberWord, pickSentence, type Slots} from './sentence-writer.ts';
import type {Decision} from '../debate/formats/model-duel.ts';

// A duel's task in forms that fit into sentences.

type DuelTask = {
	readonly request: string;
	readonly target: string | undefined;
	readonly doneWhen: string | undefined;
	/** The thing to make, as a noun phrase: `a retry policy for the login service`, or the quoted request. */
	readonly thing: string;
	/** The words that carry its meaning. */
	readonly terms: readonly string[];
};

const making =
	/^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|draft|design|plan|propose|define|create|prepare|build|make|develop|specify|outline|produce|implement|add)\s+(?:me\s+|us\s+)?(?<thing>(?:a|an|the|our|my|some|three|two|\d+)?\s*\S.*)$/iu;

function readDuelTask({system, proposition = 'the task'}: ParsedPrompt): DuelTask {
	const inside = blocksOf(blocksOf(system).find(({name}) => name === 'debate')?.body ?? '');
	const part = (name: string): string | undefined => inside.find(block => block.name === name)?.body || undefined;
	const [request = proposition] = proposition.split('\n');
	const made = making.exec(withoutStop(request))?.groups?.['thing'];
	const named = made?.split(/[.,;:]\s|\s(?:that|which|who)\s/u)[0] ?? `“${withoutStop(request)}”`;
	const thing = countWords(named) > 14 ? 'what was asked for' : named;
	return {
		request,
		target: part('target'),
		doneWhen: part('done-when'),
		thing,
		terms: contentWords(firstWords(made ?? named, 14)),
	};
}

// Weaknesses that can be detected in a text, and how to fix them, as data and small tests.

type RubricCriterion = 'correctness' | 'feasibility' | 'risk' | 'clarity' | 'testability';

/** A weakness, with the `sentence` it is in unless it concerns the whole text. */
type Weakness = {
	readonly mark: RubricCriterion;
	readonly claim: string;
	readonly evidence: string;
	readonly suggestedFix: string;
	readonly sentence: string | undefined;
};

/** Ambiguous and absolute words, and what to replace them with. */
const vagueWords: Readonly<Record<string, string>> = phrases.vagueWords;
const absolutes: Readonly<Record<string, string>> = phrases.absolutes;
/** Sentences of a first draft, as patterns; its steps have one weakness each (`weak`), or none. */
const {purposes, reasons, weak, sound, failing, checks, worsts} = phrases;

const wordIn = (words: Readonly<Record<string, string>>): RegExp =>
	new RegExp(
		String.raw`\b(?:${Object.keys(words)
			.sort((one, other) => other.length - one.length)
			.join('|')})\b`,
		'iu',
	);
const vague = wordIn(vagueWords);
const absolute = wordIn(absolutes);
const ownerless =
	/\b(?:will|is to|are to|should|must|can) be (?:\w+ly )?(?:\w+ed|done|made|kept|written|set|chosen|told)\b(?![^.]*\bby\b)/iu;

const quote = (text: string): string => `“${text.trim()}”`;
const says = (text: string, word: string): boolean => wordsOf(text).some(other => stem(other) === stem(word));

/** All weaknesses, in text order; those of the whole text come last. */
function weaknessesOf(text: string, commission: DuelTask): Weakness[] {
	return [...sentencesOf(text).flatMap(inSentence), ...missing(text, commission)];
}

function inSentence(sentence: string): Weakness[] {
	const found: Weakness[] = [];
	const add = (mark: RubricCriterion, claim: string, suggestedFix: string): void =>
		void found.push({mark, claim, evidence: quote(sentence), suggestedFix, sentence});
	const [loose] = vague.exec(sentence) ?? [];
	if (loose !== undefined)
		add(
			'clarity',
			`${quote(loose)} can be read in more than one way.`,
			`Say ${quote(vagueWords[loose.toLowerCase()] ?? '')} in place of ${quote(loose)}, or give a number of your own.`,
		);
	const [sweeping] = absolute.exec(sentence) ?? [];
	if (sweeping !== undefined)
		add(
			'correctness',
			`${quote(sweeping)} promises more than the draft shows.`,
			`Put ${quote(absolutes[sweeping.toLowerCase()] ?? '')} for ${quote(sweeping)}, or show why it holds without exception.`,
		);
	const [orphan] = ownerless.exec(sentence) ?? [];
	if (orphan !== undefined && loose === undefined)
		add(
			'feasibility',
			`Nobody is named for what ${quote(orphan)}.`,
			`Name who does it: add ${quote('by the owner of this plan')} there.`,
		);
	if (countWords(sentence) > 34)
		add(
			'clarity',
			'One sentence carries too many thoughts to be checked one by one.',
			'Make two sentences of it, one thing to do in each.',
		);
	return found;
}

function missing(text: string, {doneWhen, target, thing}: DuelTask): Weakness[] {
	const found: Weakness[] = [];
	const lacks = (words: string): boolean => !words.split(' ').some(word => says(text, word));
	const add = (mark: RubricCriterion, claim: string, evidence: string, suggestedFix: string): void =>
		void found.push({mark, claim, evidence, suggestedFix, sentence: undefined});
	if (lacks('fail fails failure error wrong undo rollback back'))
		add(
			'risk',
			`It does not say what happens when ${thing} goes wrong.`,
			'None of the words fail, error, wrong or undo stands in the draft.',
			'Add a last step: when a step fails, go back to the state before it and say so.',
		);
	const absent = contentWords(doneWhen ?? '').filter(word => !says(text, word));
	if (doneWhen !== undefined && absent.length > 0)
		add(
			'testability',
			`It cannot be held against its own mark of being done, ${quote(firstWords(withoutStop(doneWhen), 10))}.`,
			`${absent.slice(0, 3).map(quote).join(', ')} ${absent.length === 1 ? 'does' : 'do'} not occur in the draft.`,
			`Close with a check: done means ${withoutStop(doneWhen)}.`,
		);
	else if (doneWhen === undefined && lacks('check test measure verify done'))
		add(
			'testability',
			'Nothing in it tells when the work is done.',
			'None of the words check, test, measure or done stands in the draft.',
			`Close with a check: a stranger must be able to tell whether ${thing} is done.`,
		);
	if (target !== undefined && contentWords(target).every(word => !says(text, word)))
		add(
			'correctness',
			`It loses sight of whom it is for, ${quote(withoutStop(target))}.`,
			`${quote(withoutStop(target))} is not mentioned in the draft.`,
			`Say in the first sentence that this is for ${withoutStop(target)}.`,
		);
	if (!/\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/iu.test(text))
		add(
			'feasibility',
			'It names no figure to plan by.',
			'There is no number in the draft.',
			'Give the first step a limit: two days, and one person.',
		);
	return found;
}

// The critique of a draft: its weaknesses, quoted, with a fix each, and the marks that follow from them.

const mostIssues = 4;

const critique: Composer = ({prompt, random}) => {
	const text = prompt.turns.findLast(({kind}) => kind === 'draft')?.text ?? '';
	const commission = readDuelTask(prompt);
	const found = weaknessesOf(text, commission);
	// Weaknesses of the whole text are graver and come first; the others are picked at random.
	const inSentences = shuffled(
		found.filter(({sentence}) => sentence !== undefined),
		random,
	);
	const oneEach = inSentences.filter(
		({sentence}, place) => inSentences.findIndex(other => other.sentence === sentence) === place,
	);
	const chosen = [...found.filter(({sentence}) => sentence === undefined), ...oneEach].slice(0, mostIssues);
	const issues = chosen.length > 0 ? chosen : [unfounded(text, commission)];
	return {
		content: judgement(issues, commission),
		rubric: rubricOf(found),
		issues: issues.map(({claim, evidence, suggestedFix}) => ({claim, evidence, suggestedFix})),
	};
};

/** Five, less one per weakness of the criterion, and at least one. */
function rubricOf(found: readonly Weakness[]): Readonly<Record<RubricCriterion, number>> {
	const given = (mark: RubricCriterion): number =>
		Math.max(1, 5 - found.filter(weakness => weakness.mark === mark).length);
	return {
		correctness: given('correctness'),
		feasibility: given('feasibility'),
		risk: given('risk'),
		clarity: given('clarity'),
		testability: given('testability'),
	};
}

/** An objection that fits any text: a claim without evidence. */
function unfounded(text: string, {thing}: DuelTask): Weakness {
	const [sentence = thing] = sentencesOf(text);
	return {
		mark: 'correctness',
		claim: 'Its first claim stands without a reason.',
		evidence: `“${sentence}”`,
		suggestedFix: 'Follow it with one sentence that says why, and what would show it to be wrong.',
		sentence,
	};
}

function judgement(issues: readonly Weakness[], {thing}: DuelTask): string {
	const [gravest] = issues;
	const rest = issues.length - 1;
	const more =
		rest === 0
			? 'I found nothing else of weight.'
			: `${numberWord(rest)[0]?.toUpperCase() ?? ''}${numberWord(rest).slice(1)} more ${rest === 1 ? 'point needs' : 'points need'} an answer.`;
	return `The draft is a fair start on ${thing}, and I would not hand it over as it stands. ${gravest?.claim ?? ''} ${more}`;
}

// A first draft: a plan in steps that uses the task's own words, with the typical weaknesses of first drafts.

const draft: Composer = input => {
	const {random, prompt} = input;
	const {thing, target, doneWhen, terms} = readDuelTask(prompt);
	const words = terms.length > 0 ? shuffled(terms, random).map(term => `‘${term}’`) : [thing];
	const slots = (place: number): Slots => ({
		whole: target === undefined ? thing : `${thing} for ${withoutStop(target)}`,
		term: words[place % words.length],
		worst: at(worsts, random.below(worsts.length)),
		done: doneWhen && withoutStop(doneWhen),
	});
	const steps = shuffled([...shuffled(weak, random).slice(0, 3), ...shuffled(sound, random).slice(0, 2)], random).map(
		(step, place) => `${place + 1}. ${pickSentence(random, [step], slots(place))}`,
	);
	// First drafts often lack a plan for failures and a final check.
	const last = [
		random.below(2) === 0 ? pickSentence(random, failing, {}) : '',
		doneWhen !== undefined && random.below(3) === 0 ? pickSentence(random, checks, slots(0)) : '',
	].filter(text => text !== '');
	return [
		`${pickSentence(random, purposes, slots(0))} ${pickSentence(random, reasons, slots(1))}`,
		steps.join('\n'),
		...(last.length > 0 ? [last.join(' ')] : []),
	].join('\n\n');
};

// The answer to a critique: for each issue a change to the quoted words, an addition, or a reason to reject it.

type CritiqueIssue = {readonly ref: string; readonly claim: string; readonly evidence: string; readonly fix: string};
type IssueReply = {
	readonly text: string;
	readonly response: {readonly issueRef: string; readonly decision: Decision; readonly rationale: string};
};

const revision: Composer = ({prompt, task, random}) => {
	const draft = prompt.turns.findLast(({kind}) => kind === 'draft')?.text ?? '';
	const issues = task.blocks
		.filter(({name}) => name === 'issue')
		.map(({attributes, body}, place): CritiqueIssue => ({
			ref: attributes['ref'] ?? String(place + 1),
			claim: labelled(body, 'Claim'),
			evidence: labelled(body, 'Evidence'),
			fix: labelled(body, 'Suggested fix'),
		}));
	let text = draft;
	// Rejects one issue in four: accepting everything would be unrealistic.
	const responses = issues.map(issue => {
		const answer = random.below(4) === 0 && issues.length > 1 ? reject(text, issue) : accept(text, issue);
		({text} = answer);
		return answer.response;
	});
	return {
		content: text,
		decision: overall(responses.map(({decision}) => decision)),
		rubric: rubricOf(weaknessesOf(text, readDuelTask(prompt))),
		responses,
	};
};

const labelled = (body: string, label: string): string =>
	new RegExp(`^${label}:\\s*(.+)$`, 'imu').exec(body)?.[1]?.trim() ?? '';

function overall(decisions: readonly Decision[]): Decision {
	const [first = 'accepted'] = decisions;
	return decisions.every(decision => decision === first) ? first : 'partially_accepted';
}

const answer = (text: string, {ref}: CritiqueIssue, decision: Decision, rationale: string): IssueReply => ({
	text,
	response: {issueRef: ref, decision, rationale},
});

function reject(text: string, issue: CritiqueIssue): IssueReply {
	return answer(
		text,
		issue,
		'rejected',
		issue.evidence === ''
			? 'The point names nothing in the text that I could change.'
			: 'The words are meant as they stand: more would bind those who do the work to something that only they can settle.',
	);
}

/** Changes the quoted sentence if it can be found, else adds what was asked for. */
function accept(text: string, issue: CritiqueIssue): IssueReply {
	const quoted = /“(?<sentence>.+)”/su.exec(issue.evidence)?.groups?.['sentence'] ?? '';
	const sentence = quoted !== '' && text.includes(quoted) ? quoted : undefined;
	if (sentence === undefined) return add(text, issue);
	const better = mended(sentence, issue);
	if (better === sentence)
		return {
			...add(text, issue),
			response: {
				issueRef: issue.ref,
				decision: 'partially_accepted',
				rationale: 'The sentence stays, and what was missing is said at the end.',
			},
		};
	return answer(
		text.replace(sentence, () => better),
		issue,
		'accepted',
		`It now reads: “${better}”`,
	);
}

function mended(sentence: string, {claim}: CritiqueIssue): string {
	const word = /“(?<word>[^”]+)”/u.exec(claim)?.groups?.['word'] ?? '';
	const better = vagueWords[word.toLowerCase()] ?? absolutes[word.toLowerCase()];
	if (better !== undefined && sentence.includes(word)) return sentence.replace(word, () => better);
	if (ownerless.test(sentence)) return sentence.replace(ownerless, words => `${words} by the owner of this plan`);
	const [first, ...rest] = sentence.split(/;\s+/u);
	return rest.length === 0
		? sentence
		: `${first}. ${rest.map(part => `${part[0]?.toUpperCase() ?? ''}${part.slice(1)}`).join('. ')}`;
}

function add(text: string, issue: CritiqueIssue): IssueReply {
	const addition =
		issue.fix === ''
			? ''
			: sentencesOf(
					issue.fix.replace(
						/^(?:add a last step|close with a check|add|close with|say in the first sentence that|give the first step a limit):?\s*/iu,
						'',
					),
				).join(' ');
	if (addition === '') return answer(text, issue, 'rejected', 'The point names no change that I could make.');
	const sentence = `${addition[0]?.toUpperCase() ?? ''}${addition.slice(1)}`;
	return answer(`${text}\n\n${sentence}`, issue, 'accepted', `Added at the end: “${sentence}”`);
}

export const modelDuel: Readonly<Record<string, Composer>> = {draft, critique, revision};
