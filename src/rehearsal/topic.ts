/** A debate's subject in forms that fit into sentences. */
import {domains, general, type Domain} from './domains.ts';
import {at} from './random.ts';
import {decapitalise, gerund, gerundOfParticiple} from './sentence-writer.ts';
import type {ParsedPrompt} from './notation.ts';
import {
	contentWords,
	countWords,
	memoizeText,
	withoutStop,
	wordsOf,
	danglers,
	stateVerbs,
	verbs,
	participles,
} from './text.ts';

export type Topic = {
	/** The proposition as a clause after "that": `voting should be compulsory`. */
	readonly motion: string;
	/** What is to be done or believed, as synonymous singular noun phrases: `compulsory voting`. */
	readonly thing: readonly string[];
	/** What a host calls it: the clearest of these, or its own words in quotation marks. */
	readonly name: string;
	/** `whether voting should be compulsory`. */
	readonly whether: string;
	/** The words that carry its meaning, in order. */
	readonly terms: readonly string[];
	/** People, places and goods of the proposition's field. */
	readonly domain: Domain;
	/** The context from the prompt, if there is any. */
	readonly context: string | undefined;
};

const known = new WeakMap<ParsedPrompt['inside'], Topic>();

/** The topic of a prompt’s debate, parsed once: it may be long and is the same for all requests. */
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
	const own = withoutStop(proposition.replaceAll(/\s+/gu, ' ')).replace(/[!]+$/u, '');
	const motion = decapitalise(asStatement(own.replace(/\?+$/u, '')));
	return {
		...wordingOf(own, motion),
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

/** `Should voting be compulsory` → `voting should be compulsory`; where the verb is not sure, it is unchanged. */
function asStatement(text: string): string {
	const house = /^this house (?:believes|thinks|holds) (?:that )?(.+)$/iu.exec(text)?.[1];
	if (house !== undefined) return house;
	const question = /^(should|must) (.+)$/iu.exec(text);
	const [, first = '', rest = ''] = question ?? [];
	const words = rest.split(' ');
	const split = verbAt(words);
	return split > 0 ? [...words.slice(0, split), first.toLowerCase(), ...words.slice(split)].join(' ') : text;
}

/** The index where a question's subject ends: the one word that can be a verb there; -1 where it is not sure. */
function verbAt(words: readonly string[]): number {
	const isVerb = (word: string): boolean => verbs.has(word.toLowerCase()) || word === 'not';
	if (/^(?:we|you|they|one|i|people|everyone|anyone|nobody|it)$/iu.test(words[0] ?? ''))
		return isVerb(words[1] ?? '') ? 1 : -1;
	const skip = /^(?:a|an|the|every|no|all|some|this|that|our|their|any)$/iu.test(words[0] ?? '') ? 2 : 1;
	const place = words.findIndex((word, index) => index >= skip && isVerb(word));
	const [before = '', verb = '', next = ''] = [words[place - 1], words[place], words[place + 1]];
	const isSure = verb === 'be' || (!isVerb(next) && !/^(?:a|an|the|to|of|and|or|who|that|which)$/iu.test(before));
	return place > 0 && isSure ? place : -1;
}

/** How a proposition is spoken of. */
type Wording = Pick<Topic, 'motion' | 'thing' | 'name' | 'whether'>;

/** Most words of a topic that is quoted in the middle of a sentence. */
const quotedWords = 14;

/** What is surely read, or else “this proposition” and its own words in quotation marks: nothing is guessed. */
function wordingOf(own: string, motion: string): Wording {
	const thing = thingsIn(motion);
	const name = thing?.[0];
	if (thing && name !== undefined) return {motion, thing, name, whether: `whether ${motion}`};
	const words = own.replaceAll(/["“”„«»]/gu, '');
	const quoted =
		/[\p{L}\p{N}]/u.test(words) && countWords(words) <= quotedWords && words.length <= 110 ? `“${words}”` : undefined;
	const [plain, named] = own.endsWith('?') ? forQuestion(own) : (['this proposition', 'the proposition'] as const);
	return {
		motion: plain,
		thing: quoted === undefined ? [plain] : [plain, `${named} ${quoted}`],
		name: quoted ?? 'this question',
		whether: `what to say to ${quoted ?? 'this question'}`,
	};
}

/** One can be for or against a yes, and the usual answer, but hardly a question. */
const forQuestion = (question: string): readonly [string, string] =>
	/^(?:should|must|ought|is|are|was|were|do|does|did|can|could|will|would|has|have)\b/iu.test(question)
		? ['a yes to this question', 'a yes to']
		: ['the usual answer to this question', 'the usual answer to'];

/** Noun phrases to speak about, the clearest first, and a short one for variety; undefined where no reading is sure. */
function thingsIn(motion: string): readonly string[] | undefined {
	if (!/^[A-Za-z][\w ,.;’'-]*$/u.test(motion) || countWords(motion) > longestRead) return undefined;
	for (const read of readings) {
		const found = read(motion)
			?.map(text => short(possessives(text)))
			.filter(text => text !== undefined);
		if (found && found.length > 0)
			return [...found, /^(?:the idea|keeping|a rule)/u.test(found[0] ?? '') ? 'this proposition' : 'the proposal'];
	}
	return undefined;
}

/** Words of the longest proposition that is analysed. */
const longestRead = 40;

const adverbs = String.raw`(?:(?:always|only|sometimes|still|also|first|simply|now|ever|generally|usually|instead|at least|at times|in general) )?`;
const modal = String.raw`(?:should|must|ought to|has to|have to|needs to|need to|would)`;

/** Readings, each of which turns one form of proposition into noun phrases, or returns undefined. */
const readings: readonly ((motion: string) => readonly string[] | undefined)[] = [
	motion =>
		match(
			motion,
			`^it (?:is|would be|can be|may be) (?:always |never |sometimes )?(?:wrong|immoral|unethical|unfair|a mistake|unacceptable|not (?:right|acceptable|fair)) (?:for .+? )?to (.+)$`,
			([act = '']) => done(act)?.map(text => `a rule against ${text}`),
		),
	motion => match(motion, `^it (?:is|would be|can be|may be) (?:[a-z]+ ){1,2}to (\\S+ .+)$`, ([act = '']) => done(act)),
	motion =>
		match(
			motion,
			`^(?:.+?,\\s*)?(.+?) ${modal} (?:not|never) be (\\S+)(.*)$`,
			([subject = '', state = '', rest = '']) =>
				isParticiple(state)
					? about(subject, whom => `a rule against ${gerundOfParticiple(state) ?? ''} ${whom} ${rest}`.trim())
					: undefined,
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} (?:not|never) (.+)$`, ([subject = '', act = '']) =>
			isState(act) ? [`the idea that ${motion}`] : keeping(subject, act),
		),
	motion =>
		match(
			motion,
			`^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (?:allowed|permitted|left free|free) to (.+)$`,
			([subject = '', act = '']) =>
				startsWithVerb(act) ? about(subject, whom => `letting ${whom} ${act}`) : undefined,
		),
	motion =>
		match(
			motion,
			`^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (required|forced|obliged|made|encouraged|expected|taught|trained) (to .+)$`,
			([subject = '', state = '', rest = '']) =>
				about(subject, whom => `${gerundOfParticiple(state) ?? 'asking'} ${whom} ${rest}`),
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (\\S+)$`, ([subject = '', state = '']) =>
			being(subject, state),
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}be (\\S+) (.+)$`, ([subject = '', state = '', rest = '']) =>
			being(subject, state, ` ${rest}`),
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}have (.+)$`, ([subject = '', rest = '']) =>
			/^(?:a|an|the|no|some|more|less|fewer|equal|free) \S/u.test(rest)
				? about(subject, whom => `giving ${whom} ${rest}`)
				: undefined,
		),
	motion =>
		match(motion, `^(?:.+?,\\s*)?(.+?) ${modal} ${adverbs}(\\S+ .+|\\S+)$`, ([subject = '', act = '']) =>
			isState(act) ? having(subject, act) : isPlainSubject(subject) ? done(act) : undefined,
		),
	motion =>
		match(
			motion,
			`^(\\w+ing\\b.*?) (?:is|are) (?:always |never |often )?(?:wrong|immoral|unethical|unacceptable)$`,
			([act = '']) => (isGerund(act) ? [`a rule against ${act}`] : undefined),
		),
	motion =>
		match(motion, `^(\\w{2,}ing (?:\\S+ ){1,5}?)(?:is|are|does|can|will|makes?) .+$`, ([act = '']) =>
			isGerund(act) ? [act] : undefined,
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

/** `voting` `compulsory` → compulsory voting; `zoos` `banned` → banning zoos. */
function being(subject: string, state: string, rest = ''): readonly string[] | undefined {
	if (isParticiple(state)) return about(subject, whom => `${gerundOfParticiple(state) ?? ''} ${whom}${rest}`);
	if (!isPlainState.test(state)) return undefined;
	const making = about(subject, whom => `making ${whom} ${state}${rest}`);
	return rest === '' && /^\w+$/u.test(subject) && /^\w+$/u.test(state) && !subject.endsWith('s')
		? making && [`${state} ${subject}`, ...making]
		: making;
}

/** What something can be made: neither a place nor an act, nor a participle of an unknown verb. */
const isPlainState =
	/^(?!(?:in|on|at|under|of|with|for|from|to|about|up|out|off|by|between|among|over|there|here|like|able|no|not|as|ever|only|both)$)(?!.*(?:ing|ed|tten|ken|ven|wn)$)[a-z][\w’'-]*$/iu;

/** A participle whose verb is known: `banned`, `kept`. */
const isParticiple = (word: string): boolean =>
	participles[word] !== undefined ||
	(word.endsWith('ed') &&
		[word.slice(0, -2), word.slice(0, -1), word.slice(0, -3), `${word.slice(0, -3)}y`].some(base => verbs.has(base)));

/** `eating meat`, of a verb that is known. */
function isGerund(act: string): boolean {
	const stem = /^(\w+)ing$/u.exec(act.split(' ')[0]?.toLowerCase() ?? '')?.[1] ?? '';
	return [stem, `${stem}e`, stem.slice(0, -1)].some(base => base !== '' && verbs.has(base));
}

const objects: Readonly<Record<string, string>> = {i: 'me', we: 'us', they: 'them'};

/** A subject without a clause of its own, or another verb. */
const isPlainSubject = (subject: string): boolean =>
	countWords(subject) <= 7 &&
	!/\b(?:who|whom|whose|which|that|what|when|where|why|how|whether|if|because|than|is|are|was|were|has|have|do|does|can|will|should|there|it|he|she|and|or|but|not|more|less)\b/iu.test(
		subject,
	);

/** A phrase about whoever is spoken of, as an object. */
const about = (subject: string, phrase: (whom: string) => string): readonly string[] | undefined =>
	isPlainSubject(subject) ? [phrase(objects[subject.toLowerCase()] ?? subject)] : undefined;

const keeping = (subject: string, act: string): readonly string[] | undefined =>
	/^(?:we|you|one|people|anyone|nobody|they|i)$/iu.test(subject)
		? done(act)?.map(text => `a rule against ${text}`)
		: startsWithVerb(act)
			? about(subject, whom => `keeping ${whom} from ${doing(act)}`)
			: undefined;

/** `having inheritance go to the public`: of one who is or has something, nothing is done. */
const having = (subject: string, act: string): readonly string[] | undefined =>
	/^(?:be|have) /u.test(act) || / (?:who|which|that) /u.test(subject)
		? undefined
		: about(headOf(subject), whom => `having ${whom} ${act}`);

const adverbial = /^(?:always|only|never|simply|first|also|still)$/iu;

const startsWithVerb = (act: string): boolean => {
	const [first = '', second = ''] = act.split(' ');
	return verbs.has((adverbial.test(first) ? second : first).toLowerCase());
};

/** An act as a noun, where its verb is known: `ban zoos` → `banning zoos`. */
const done = (act: string): readonly string[] | undefined => (startsWithVerb(act) ? [doing(act)] : undefined);

const isState = (act: string): boolean => stateVerbs.has(act.split(' ')[0]?.toLowerCase() ?? '');

const doing = (act: string): string => {
	const [verb = '', ...rest] = act.split(' ');
	const plain = adverbial.test(verb) ? rest : [verb, ...rest];
	return [gerund(plain[0] ?? verb), ...plain.slice(1)].join(' ');
};

const headOf = (subject: string): string =>
	subject.replace(/ (?:above|over|of|in|with|from|below|under|for|who|that|which|on|at)\b.*$/u, '');

const possessives = (text: string): string =>
	text.replaceAll(/\bits own\b|\bits\b/gu, 'the').replaceAll(/\b(?:his|her) own\b|\b(?:his|her)\b/gu, "one's");

/** Most words of a phrase in the middle of a sentence. */
const phraseWords = 10;

/** Strips conditions, comparisons and reasons; undefined where the phrase is still too long to be sure of its end. */
function short(text: string): string | undefined {
	const cut =
		text.split(
			/,| (?:when|if|before|unless|until|while|even|rather|because|so that|whenever|where|after|once|than|as long|provided|instead) /u,
		)[0] ?? text;
	const phrase = countWords(cut) > phraseWords ? (cut.split(/ (?:that|which|who|to) /u)[0] ?? cut) : cut;
	const words = phrase.trim().split(' ');
	while (phrase !== text && danglers.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
	const isWhole = !danglers.has(words.at(-1)?.toLowerCase() ?? '');
	return words.length > 1 && words.length <= phraseWords && isWhole ? words.join(' ') : undefined;
}
