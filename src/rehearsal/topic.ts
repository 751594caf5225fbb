/** A debate's subject in forms that fit into sentences. */
import {domains, general, type Domain} from './domains.ts';
import {at} from './random.ts';
import {decapitalise, gerund, gerundOfParticiple} from './sentence-writer.ts';
import type {ParsedPrompt} from './notation.ts';
import {
	contentWords,
	countWords,
	firstWords,
	memoizeText,
	withoutStop,
	wordsOf,
	danglers,
	stateVerbs,
	verbs,
} from './text.ts';

export type Topic = {
	/** The proposition as a clause after "that": `voting should be compulsory`. */
	readonly motion: string;
	/**
	 * What is to be done or believed, as synonymous singular noun phrases: `compulsory voting`, `making voting
	 * compulsory`.
	 */
	readonly thing: readonly string[];
	/** The words that carry its meaning, in order. */
	readonly terms: readonly string[];
	/** People, places and goods of the proposition's field. */
	readonly domain: Domain;
	/** The context from the prompt, if there is any. */
	readonly context: string | undefined;
};

const known = new WeakMap<ParsedPrompt['inside'], Topic>();

/**
 * The topic of a prompt's debate. It may be long and is the same for all requests of a debate, so it is parsed once.
 */
export function topicOf({
	inside,
	proposition = 'this question',
	context,
}: Pick<ParsedPrompt, 'inside' | 'proposition' | 'context'>): Topic {
	const topic = known.get(inside) ?? readTopic(proposition, context);
	known.set(inside, topic);
	return topic;
}

export function readTopic(proposition: string, context: string | undefined): Topic {
	const statement = asStatement(withoutStop(proposition.replaceAll(/\s+/gu, ' ')).replace(/[?!]+$/u, ''));
	const motion = decapitalise(statement);
	return {
		motion,
		thing: thingsIn(motion),
		terms: contentWords(motion),
		domain: domainOf(`${proposition} ${context ?? ''}`),
		context,
	};
}

/** The field with the most of its words in the text, or the general one. */
function domainOf(text: string): Domain {
	const words = wordsOf(text);
	const scored = domains
		.map(domain => ({domain, hits: words.filter(word => domain.words.test(word)).length}))
		.sort((a, b) => b.hits - a.hits);
	const best = at(scored, 0);
	return best.hits > 0 ? best.domain : general;
}

/** `Should voting be compulsory` → `voting should be compulsory`; other questions and statements are unchanged. */
function asStatement(text: string): string {
	const house = /^this house (?:believes|thinks|holds) (?:that )?(.+)$/iu.exec(text)?.[1];
	if (house !== undefined) return house;
	const question = /^(should|must|ought|is it|would it be|are|is) (.+)$/iu.exec(text);
	if (!question) return text;
	const [, first = '', rest = ''] = question;
	if (/^is it|^would it/iu.test(first))
		return `it ${/would/iu.test(first) ? 'would be' : 'is'} ${rest.replace(/^ever /u, '')}`;
	if (/^(?:is|are)$/iu.test(first)) return copula(first.toLowerCase(), rest) ?? text;
	const words = rest.split(' ');
	const split = verbAt(words);
	return split > 0 ? [...words.slice(0, split), first.toLowerCase(), ...words.slice(split)].join(' ') : text;
}

/** The index where a question's subject ends: the first word that can be a verb there. */
function verbAt(words: readonly string[]): number {
	if (/^(?:we|you|they|one|i|people|everyone|anyone|nobody|it)$/iu.test(words[0] ?? '')) return 1;
	const skip = /^(?:a|an|the|every|no|all|some|this|that|our|their|any)$/iu.test(words[0] ?? '') ? 2 : 1;
	return words.findIndex(
		(word, index) =>
			index >= skip &&
			(verbs.has(word.toLowerCase()) || word === 'not') &&
			!/^(?:a|an|the|to|of)$/iu.test(words[index - 1] ?? ''),
	);
}

function copula(verb: string, rest: string): string | undefined {
	const [, subject, predicate] = /^((?:the |a |an )?\S+) (.+)$/iu.exec(rest) ?? [];
	return subject === undefined || predicate === undefined ? undefined : `${subject} ${verb} ${predicate}`;
}

/** Only so many characters are analysed, since the cost is quadratic. */
const longestRead = 1000;

/** Noun phrases to speak about, the clearest first, and a short one for variety. */
function thingsIn(whole: string): readonly string[] {
	const motion =
		whole.length <= longestRead ? whole : whole.slice(0, whole.lastIndexOf(' ', longestRead)).slice(0, longestRead);
	for (const read of readings) {
		const found = read(motion)
			?.map(text => short(possessives(text)))
			.filter(text => countWords(text) > 1);
		if (found && found.length > 0)
			return [...found, /^(?:the idea|keeping|a rule)/u.test(found[0] ?? '') ? 'this proposition' : 'the proposal'];
	}
	return loose(motion);
}

/** The fallback when no reading applies: a choice, a bare phrase, or the claim itself. */
function loose(motion: string): readonly string[] {
	if (!/[a-z]{3}/iu.test(motion)) return ['this proposition'];
	const choice = /^(?!.*\b(?:should|is|are|will)\b)(.+?),? (?:or|versus|vs\.?) (.+)$/iu.exec(motion);
	if (choice && countWords(motion) <= 9) return [`the choice between ${choice[1]} and ${choice[2]}`];
	const isQuestion = /^(?:what|why|how|who|when|where|which)\b/iu.test(motion);
	const isPhrase =
		countWords(motion) <= 6 &&
		!isQuestion &&
		!/\b(?:is|are|was|were|will|would|can|cannot|do|does|has|have|more|should|must)\b/u.test(motion);
	if (isPhrase) return motion.endsWith('s') ? [`the question of ${motion}`] : [motion, `the question of ${motion}`];
	return countWords(motion) <= 11 && !isQuestion && !/^(?:should|do|does|can|could|will|would|is|are)\b/iu.test(motion)
		? [`the idea that ${motion}`, 'this claim']
		: ['this proposition'];
}

const adverbs = String.raw`(?:(?:always|only|sometimes|still|also|first|simply|now|ever|generally|usually|instead|at least|at times|in general) )?`;
const modal = String.raw`(?:should|must|ought to|has to|have to|needs to|need to|would)`;

/** Readings, each of which turns one form of proposition into noun phrases, or returns undefined. */
const readings: readonly ((motion: string) => readonly string[] | undefined)[] = [
	motion =>
		match(
			motion,
			`^it (?:is|would be|can be|may be) (?:always |never |sometimes )?(?:wrong|immoral|unethical|unfair|a mistake|unacceptable|not (?:right|acceptable|fair)) (?:for .+? )?to (.+)$`,
			([act = '']) => [`a rule against ${doing(act)}`],
		),
	motion => match(motion, `^it (?:is|would be|can be|may be) (?:.+? )?to (\\S+ .+)$`, ([act = '']) => [doing(act)]),
	motion =>
		match(
			motion,
			`^(?:.+?,\\s*)?(.+?) ${modal} (?:not|never) be (\\S+)(.*)$`,
			([subject = '', state = '', rest = '']) => against(gerundOfParticiple(state), subject, rest),
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} (?:not|never) (.+)$`, ([subject = '', act = '']) =>
			isState(act) ? [`the idea that ${motion}`] : [keeping(subject, act)],
		),
	motion =>
		match(
			motion,
			`^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (?:allowed|permitted|left free|free) to (.+)$`,
			([subject = '', act = '']) => [`letting ${subject} ${act}`],
		),
	motion =>
		match(
			motion,
			`^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (required|forced|obliged|made|encouraged|expected|taught|trained) (to .+)$`,
			([subject = '', state = '', rest = '']) => [`${gerundOfParticiple(state) ?? 'asking'} ${subject} ${rest}`],
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (\\S+)$`, ([subject = '', state = '']) =>
			being(subject, state),
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (\\S+) (.+)$`, ([subject = '', state = '', rest = '']) => [
			`${gerundOfParticiple(state) ?? 'making'} ${subject}${gerundOfParticiple(state) === undefined ? ` ${state}` : ''} ${rest}`,
		]),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}have (.+)$`, ([subject = '', rest = '']) => [
			`giving ${subject} ${rest}`,
		]),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}(\\S+ .+|\\S+)$`, ([subject = '', act = '']) =>
			isState(act) ? [`having ${headOf(subject)} ${act}`] : [doing(act)],
		),
	motion =>
		match(
			motion,
			`^(\\w+ing\\b.*?) (?:is|are) (?:always |never |often )?(?:wrong|immoral|unethical|unacceptable)$`,
			([act = '']) => [`a rule against ${act}`],
		),
	motion =>
		match(motion, `^(\\w{2,}ing (?:\\S+ ){1,5}?)(?:is|are|does|can|will|makes?) .+$`, ([act = '']) =>
			/(?:thing|king|ring)$/u.test(act.split(' ')[0] ?? '') ? undefined : [act],
		),
];

function match(
	motion: string,
	pattern: string,
	read: (groups: string[]) => readonly string[] | undefined,
): readonly string[] | undefined {
	const found = patternOf(pattern).exec(motion);
	return found ? read(found.slice(1).map(group => (group ?? '').trim())) : undefined;
}

/** Compiled once: a dozen patterns are tried on each request. */
const patternOf = memoizeText(pattern => new RegExp(pattern, 'iu'));

const against = (verb: string | undefined, subject: string, rest: string): readonly string[] | undefined =>
	verb === undefined ? undefined : [`a rule against ${verb} ${subject}${rest}`];

/** `voting` `compulsory` → compulsory voting; `zoos` `banned` → banning zoos. */
function being(subject: string, state: string): readonly string[] {
	const act = gerundOfParticiple(state);
	if (act !== undefined) return [`${act} ${subject}`];
	const making = `making ${subject} ${state}`;
	return /^\w+$/u.test(subject) && /^\w+$/u.test(state) && !subject.endsWith('s')
		? [`${state} ${subject}`, making]
		: [making];
}

const keeping = (subject: string, act: string): string =>
	/^(?:we|you|one|people|anyone|nobody|they|i)$/iu.test(subject)
		? `a rule against ${doing(act)}`
		: `keeping ${subject} from ${doing(act)}`;

const isState = (act: string): boolean => stateVerbs.has(act.split(' ')[0]?.toLowerCase() ?? '');

const doing = (act: string): string => {
	const [verb = '', ...rest] = act.split(' ');
	const plain = /^(?:always|only|never|simply|first|also|still)$/iu.test(verb) ? rest : [verb, ...rest];
	return [gerund(plain[0] ?? verb), ...plain.slice(1)].join(' ');
};

const headOf = (subject: string): string =>
	subject.replace(/ (?:above|over|of|in|with|from|below|under|for|who|that|which|on|at)\b.*$/u, '');

const possessives = (text: string): string =>
	text.replaceAll(/\bits own\b|\bits\b/gu, 'the').replaceAll(/\b(?:his|her) own\b|\b(?:his|her)\b/gu, "one's");

/** Strips conditions, comparisons and reasons from long noun phrases. */
function short(text: string): string {
	const cut =
		text.split(
			/,| (?:when|if|before|unless|until|while|even|rather|because|so that|whenever|where|after|once|than|as long|provided|instead) /u,
		)[0] ?? text;
	const words =
		countWords(cut) > 9 ? (cut.split(/ (?:that|which|who) /u)[0] ?? cut).trim().split(' ') : cut.trim().split(' ');
	const kept =
		words.length <= 9
			? words
			: firstWords(
					cut,
					words
						.slice(0, 9)
						.findLastIndex(word => word === 'to' || word === 'for' || word === 'against' || word === 'in'),
				).split(' ');
	while (kept.length > 2 && danglers.has(kept.at(-1)?.toLowerCase() ?? '')) kept.pop();
	return kept.join(' ');
}
