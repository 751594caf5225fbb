/**
 * Annotates a turn by really looking at it: cue words, quotations held against what was said before, the vocabulary of
 * each framework. It knows nothing of what the speaker planned, and does as well with turns it did not write.
 */
import type {Block, ChairCard, PromptTurn, ParsedPrompt} from '../notation.ts';
import type {ComposerInput, Composer} from '../composer.ts';
import {bare, overlap, wordsOf, quotedIn, contentWords, firstWords, sentencesOf, stem} from '../text.ts';
import {
	chairOf,
	admits,
	agrees,
	attributes,
	isDodge,
	isOverclaim,
	isStraw,
	mentions,
	questionTo,
	clip,
	isSaid,
	nearestTo,
	supportFor,
	type Support,
	isDecisive,
	namesCase,
	reasons,
	restates,
	strengthens,
	takesBack,
} from '../argument/speaker.ts';
import {bankOf, banks} from '../argument/framework-banks.ts';

// The turn that a judge is shown, sentence by sentence, and what it is held against.

/** A turn in numbered sentences: the first one has the number 1; one that is not shown is empty. */
type NumberedTurn = PromptTurn & {readonly sentences: readonly string[]; readonly isPlain?: true};

/** A turn under judgement, and what it can be held against. */
type TurnUnderReview = {
	/** Its turns are those that the judge was shown. */
	readonly prompt: ParsedPrompt;
	readonly input: ComposerInput;
	readonly me: ChairCard;
	readonly turn: NumberedTurn;
	/** Those that are long enough to say something. */
	readonly sentences: readonly string[];
	/** The other chairs, and their turns before this one. */
	readonly others: readonly ChairCard[];
	readonly before: readonly NumberedTurn[];
	/** What the speaker admitted in earlier turns. */
	readonly admitted: readonly {readonly turn: string; readonly sentence: string}[];
};

function turnUnderReview(input: ComposerInput): TurnUnderReview | undefined {
	const {task} = input;
	const told = input.prompt.turns.map(fromTranscript);
	const at = told.findIndex(({id}) => id === task.attributes['turn']);
	const merged = task.blocks.find(({name}) => name === 'judged');
	const turn = merged ? readNumbered(merged) : told[at];
	const turns = at < 0 ? task.blocks.filter(({name}) => name === 'opponent').map(readNumbered) : told.slice(0, at);
	const me = turn && chairOf(input.prompt, turn.speaker);
	if (!turn || !me) return undefined;
	const others = input.prompt.chairs.filter(card => card.id !== me.id);
	return {
		prompt: {...input.prompt, turns},
		input,
		me,
		turn,
		sentences: turn.sentences.filter(isQuotable),
		others,
		before: turns.filter(({speaker}) => others.some(other => other.id === speaker)),
		admitted: [...admittedIn(task.blocks), ...admissionsIn(turns.filter(({speaker}) => speaker === me.id))],
	};
}

const readNumbered = ({attributes, body}: Block): NumberedTurn => ({
	id: attributes['turn'] ?? '',
	speaker: attributes['speaker'] ?? '',
	name: attributes['speaker'] ?? '',
	kind: 'reply',
	cut: false,
	...numberedIn(body),
});

/** Where its sentences have no numbers, they are named by their words. */
const fromTranscript = (turn: PromptTurn): NumberedTurn =>
	/^\[\d+\] /u.test(turn.text)
		? {...turn, ...numberedIn(turn.text)}
		: {...turn, sentences: sentencesOf(turn.text), isPlain: true};

function numberedIn(body: string): Pick<NumberedTurn, 'text' | 'sentences'> {
	const sentences: string[] = [];
	for (const {groups} of body.matchAll(/^\[(?<number>\d+)\] (?<text>.*)$/gmu))
		sentences[Number(groups?.['number']) - 1] = groups?.['text'] ?? '';
	const whole = Array.from(sentences, sentence => sentence ?? '');
	return {text: whole.filter(sentence => sentence !== '').join(' '), sentences: whole};
}

/** What the speaker's own earlier turns admitted, where the judge is shown them. */
const admissionsIn = (turns: readonly NumberedTurn[]): TurnUnderReview['admitted'] =>
	turns.flatMap(({id, sentences}) => sentences.filter(admits).map(sentence => ({turn: id, sentence})));

const admittedIn = (blocks: readonly Block[]): TurnUnderReview['admitted'] =>
	blocks
		.filter(({name}) => name === 'admitted_before')
		.flatMap(({body}) => [...body.matchAll(/^(?<turn>\w+): (?<sentence>.*)$/gmu)])
		.map(({groups}) => ({turn: groups?.['turn'] ?? '', sentence: groups?.['sentence'] ?? ''}));

/** The questions of a cross-check: what they are about, and the sentence. */
const questionsIn = ({
	task,
}: ComposerInput): readonly {readonly id: string; readonly about: string; readonly sentence: string}[] =>
	task.lines.flatMap(({key, text}) => {
		const {about = '', sentence = ''} = /^(?<about>\w+): (?<sentence>.*)$/u.exec(text)?.groups ?? {};
		return /^q\d+$/u.test(key) ? [{id: key, about, sentence}] : [];
	});

/** The number of the sentence in which these words stand, or of the one nearest to them. */
function numberOf(words: string, {sentences}: NumberedTurn): number {
	const at = sentences.findIndex(sentence => ` ${bare(sentence)} `.includes(` ${bare(words)} `));
	if (at >= 0) return at + 1;
	const near = sentences.map((sentence, index) => ({index, near: overlap(words, sentence)}));
	return (near.toSorted((one, other) => other.near - one.near)[0]?.index ?? 0) + 1;
}

/** Shorter sentences prove nothing. */
const isQuotable = (sentence: string): boolean => wordsOf(sentence).length >= 4;

// What a judge lists: straw men, misquotations, foreign ground, and the ways to be dishonest, each with the sentence it
// stands in.

type FoundViolation = {
	readonly id: string;
	readonly severity: 'minor' | 'major';
	readonly quote: string;
	readonly target_quote: string | null;
	readonly target_turn: string | null;
	readonly note: string;
};

type Foreign = readonly {readonly sentence: string; readonly framework: string}[];

function violationsIn(judged: TurnUnderReview, foreign: Foreign): FoundViolation[] {
	return [
		...judged.sentences.flatMap(sentence => strawMan(judged, sentence)),
		...judged.sentences.flatMap(sentence => misquotation(judged, sentence)),
		...foreign
			.slice(0, 2)
			.map(({sentence, framework}) => violation('V', 'major', sentence, `argues from the ${framework} framework`)),
		...evasion(judged),
		...overclaims(judged),
		...judged.sentences.flatMap(sentence =>
			cues.filter(({cue}) => cue.test(sentence)).map(({id, severity, note}) => violation(id, severity, sentence, note)),
		),
		...judged.sentences
			.filter(sentence => isInvented(judged, sentence))
			.slice(0, 1)
			.map(sentence => violation('invented_source', 'major', sentence, 'a source that nobody named')),
	].slice(0, 12);
}

const violation = (
	id: string,
	severity: FoundViolation['severity'],
	sentence: string,
	note: string,
	target?: Support,
): FoundViolation => ({
	id,
	severity,
	quote: clip(sentence),
	target_quote: target ? clip(target.sentence) : null,
	target_turn: target?.turn.id ?? null,
	note,
});

/** Ascribes something sweeping to an opponent, behind a word like "says", that nothing they said bears out. */
function strawMan({others, before}: TurnUnderReview, sentence: string): FoundViolation[] {
	if (!isStraw(sentence) || agrees(sentence)) return [];
	const other = others.find(card => mentions(sentence, card));
	const theirs = before.filter(({speaker}) => speaker === other?.id);
	if (!other || supportFor(sentence, theirs)) return [];
	const nearest = nearestTo(sentence, theirs);
	return nearest ? [violation('X1', 'major', sentence, `${other.name} said no such thing`, nearest)] : [];
}

/** A quotation next to a name, of words that nobody said. */
function misquotation({others, before, prompt, turn}: TurnUnderReview, sentence: string): FoundViolation[] {
	const other = others.find(card => mentions(sentence.replaceAll(/[“"][^”"]*[”"]/gu, ''), card));
	if (!other || prompt.digest !== undefined || !attributes(sentence)) return [];
	const texts = [
		...prompt.turns.filter(({id}) => id !== turn.id).map(({text}) => text),
		prompt.proposition ?? '',
		prompt.context ?? '',
	];
	const made = quotedIn(sentence).find(phrase => bare(phrase).split(' ').length >= 4 && !isSaid(phrase, texts));
	const nearest =
		made === undefined
			? undefined
			: nearestTo(
					made,
					before.filter(({speaker}) => speaker === other.id),
				);
	return nearest
		? [violation('misrepresented_opponent', 'major', sentence, `${other.name} did not say those words`, nearest)]
		: [];
}

/** A question by name that the turn turns away from, or does not come near. */
function evasion({prompt, me, turn, sentences}: TurnUnderReview): FoundViolation[] {
	const at = prompt.turns.findIndex(({id}) => id === turn.id);
	const question = questionTo({...prompt, turns: at < 0 ? prompt.turns : prompt.turns.slice(0, at)}, me);
	const dodge = sentences.find(isDodge);
	if (dodge !== undefined)
		return [violation('evaded_direct_question', question ? 'major' : 'minor', dodge, 'turns away from what was asked')];
	if (
		!question ||
		sentences.some(sentence => mentions(sentence, question.from) || overlap(sentence, question.sentence) >= 0.4)
	)
		return [];
	return [
		violation('evaded_direct_question', 'minor', sentences[0] ?? '', `does not answer ${question.from.name}`),
	].filter(({quote}) => quote !== '');
}

function overclaims({sentences}: TurnUnderReview): FoundViolation[] {
	const found = sentences.filter(isOverclaim);
	const grave = found.length > 1 || sentences.some(isDodge);
	return found
		.slice(0, 2)
		.map(sentence =>
			violation('overclaimed_certainty', grave ? 'major' : 'minor', sentence, 'more certain than anyone can be'),
		);
}

const cues: readonly {
	readonly id: string;
	readonly severity: FoundViolation['severity'];
	readonly cue: RegExp;
	readonly note: string;
}[] = [
	{
		id: 'false_equivalence',
		severity: 'minor',
		cue: /\b(?:no different from|exactly the same as|just as bad as)\b/iu,
		note: 'treats unlike things as one',
	},
	{
		id: 'moved_goalposts',
		severity: 'minor',
		cue: /\b(?:that was never (?:my|the) (?:point|claim|test)|what I (?:really|actually) meant)\b/iu,
		note: 'changes what had to be shown',
	},
	{
		id: 'cherry_picked',
		severity: 'minor',
		cue: /\b(?:the only (?:case|example|figure) (?:that|we|you)|one example is enough|leave the other cases)\b/iu,
		note: 'names only what suits it',
	},
];

/** A study or a percentage that neither the debate nor its context knows. */
function isInvented({prompt, turn}: TurnUnderReview, sentence: string): boolean {
	const source =
		/\b(?:(?:a|one|another|this|recent|new|several|many|all) (?:\w+ ){0,2}(?:study|studies|survey|surveys|report|meta-analysis)|studies|researchers?|scientists?)\b[^.!?]*\b(?:show\w*|prove\w*|found|finds|demonstrat\w*|confirm\w*)/iu.test(
			sentence,
		);
	const number = /\b\d+(?:[.,]\d+)?\s?(?:%|per ?cent)/iu.exec(sentence)?.[0];
	const known = [
		prompt.proposition ?? '',
		prompt.context ?? '',
		...prompt.turns.filter(({id}) => id !== turn.id).map(({text}) => text),
	];
	return source || (number !== undefined && !known.some(text => text.includes(number)));
}

/** An answer to an item; what is answered with its first one is not listed. */
type GradedAnswer = {
	readonly answer: string;
	readonly sentence?: number | null;
	readonly phrase?: string | null;
	readonly other_turn?: string | null;
	readonly other_sentence?: number | string | null;
};

type FoundSentence = {readonly sentence: string; readonly at: number; readonly target?: Support};

const nothing = {sentence: null, phrase: null, other_turn: null, other_sentence: null};

export const judge: Composer = input => {
	const review = turnUnderReview(input);
	if (!review) return {};
	const violations = violationsIn(review, foreignIn(review));
	const restatement = restatementIn(review, violations);
	const admission = admissionIn(review);
	const answers: Readonly<Record<string, GradedAnswer>> = {
		...steelMan(review, restatement, violations),
		...selfCritique(review, admission),
		F1: grounded(review, [restatement, admission], violations),
		...lapses(review, violations),
	};
	const listed = Object.entries(answers).filter(([id]) => isAsked(input, id));
	return {
		...Object.fromEntries(
			listed
				.filter(([id]) => mustBeFound.has(id))
				.map(([id, given]) => [id, isFinding(id, given) ? inForm(given, id === 'S1') : 'none']),
		),
		found: listed
			.filter(([id, given]) => !mustBeFound.has(id) && isFinding(id, given))
			.map(([id, given]) => {
				const {answer: found, ...proof} = inForm(given, true);
				return {item: `${id} ${found}`, ...proof};
			}),
	};
};

const mustBeFound: ReadonlySet<string> = new Set(['S1', 'C1', 'F1']);
const isFinding = (id: string, {answer: given}: GradedAnswer): boolean =>
	given !== 'none' && (given === 'no') === (id === 'C5');

/** An answer in the fields of a verdict. */
function inForm({answer: found, sentence, phrase, other_turn, other_sentence}: GradedAnswer, withOther: boolean) {
	const other = [other_turn, other_sentence].filter(part => part != null).join(' ');
	return {answer: found, sentence: sentence ?? 0, phrase: phrase ?? '', ...(withOther ? {other} : {})};
}

/** Whether an item stands in the checklist of the system message, and the task does not say that it is not owed. */
function isAsked({prompt, task}: ComposerInput, id: string): boolean {
	const left = /every item but (?<left>[^.]*)\./u.exec(task.prose)?.groups?.['left'] ?? '';
	if (/^[SC]\d$/u.test(id) && left.includes(`${id.charAt(0)}1`)) return false;
	return !prompt.system.includes('\n- F1 [') || prompt.system.includes(`\n- ${id} [`);
}

/** The second look at single sentences. */
export const crossCheck: Composer = input => ({
	looks: questionsIn(input).map(({id, about, sentence}) => {
		if (sentence === '') return {q: id, a: 0};
		return {q: id, a: isToTheScorer(sentence) ? 'to_scorer' : affirms(about, sentence) ? 'yes' : 'no'};
	}),
});

/** Which chair a closing blames, and the line of the record that says so: rehearsed closings blame by these words. */
export const closingCheck: Composer = ({task}) => {
	const linesOf = (wanted: string): string[] => (task.blocks.find(({name}) => name === wanted)?.body ?? '').split('\n');
	const chairs = linesOf('chairs').flatMap(line => {
		const [, id, name] = /^(chair_\d+): (.*), [^,]*$/u.exec(line) ?? [];
		return id === undefined || name === undefined ? [] : [{id, name}];
	});
	const record = linesOf('record');
	const blame =
		/\b(?:never got|went without|still owes|without an answer|stays open|remains open|unanswered|without a reply)\b|\bleft a question standing\b|\b(?:nor|neither) did\b/iu;
	return {
		faults: linesOf('closing').flatMap(line => {
			const {number, text = ''} = /^\[(?<number>\d+)\] (?<text>.*)$/u.exec(line)?.groups ?? {};
			const chair = chairs.find(({name}) => text.includes(name))?.id;
			if (chair === undefined || !blame.test(text)) return [];
			const borne = record.findIndex(one => one.includes(`] ${chair} `) && /question|never met/u.test(one));
			return [{sentence: Number(number), chair, fault: 'evasion', line: borne < 0 ? null : borne + 1}];
		}),
	};
};

const evidence = (
	review: TurnUnderReview,
	{sentence, target}: {readonly sentence: string; readonly target?: Support | undefined},
) => {
	const number = numberOf(sentence, review.turn);
	const there = target && review.before.find(({id}) => id === target.turn.id);
	return {
		sentence: number,
		phrase: (review.turn.sentences[number - 1] ?? '').split(/\s+/u).slice(0, 6).join(' '),
		other_turn: there?.id ?? null,
		other_sentence: there && target ? placeOf(target.sentence, there) : null,
	};
};

const placeOf = (words: string, turn: NumberedTurn): number | string => {
	const number = numberOf(words, turn);
	return turn.isPlain ? firstWords(turn.sentences[number - 1] ?? '', 5) : number;
};

const isAboutOthers = ({others}: TurnUnderReview, sentence: string): boolean =>
	others.some(other => mentions(sentence, other)) ||
	/\b(?:you (?:say|said|argue|argued|hold|put|told)|my opponents?|the other (?:chair|side))\b/iu.test(sentence);

function restatementIn(review: TurnUnderReview, violations: readonly FoundViolation[]): FoundSentence | undefined {
	const bad = new Set(violations.filter(({id}) => isBending(id)).map(({quote}) => quote));
	return review.sentences.flatMap((sentence, at): FoundSentence[] => {
		const target =
			isAboutOthers(review, sentence) &&
			(restates(sentence) || /[“"]/u.test(sentence)) &&
			!sentence.includes('?') &&
			!bad.has(clip(sentence))
				? supportFor(sentence, review.before)
				: undefined;
		return target ? [{sentence, at, target}] : [];
	})[0];
}

const isBending = (id: string): boolean => id === 'X1' || id === 'misrepresented_opponent';

/** S1 to S5: an opponent's claim, its reason, and what is granted or added. */
function steelMan(
	review: TurnUnderReview,
	found: FoundSentence | undefined,
	violations: readonly FoundViolation[],
): Readonly<Record<string, GradedAnswer>> {
	const none = {S1: 'none', S2: 'none', S3: 'no', S4: 'no', S5: 'no'};
	if (!found) return Object.fromEntries(Object.entries(none).map(([id, answer]) => [id, {answer, ...nothing}]));
	const {sentences} = review;
	const near = sentences.slice(found.at, found.at + 3);
	const reason = near.find(reasons);
	const granted = sentences.find(sentence => agrees(sentence) && !admits(sentence));
	const stronger = near.find(strengthens);
	const bent = violations.some(({id}) => isBending(id)) || isMocking(found.sentence);
	const isClose = /[“"]/u.test(found.sentence) || overlap(found.sentence, found.target?.sentence ?? '') >= 0.6;
	return {
		S1: {answer: isClose ? 'exact' : 'loose', ...evidence(review, found)},
		S2: answer(review, reason, reason !== undefined && namesCase(reason) ? 'concrete' : 'named', 'none'),
		S3: bent && isMocking(found.sentence) ? {answer: 'yes', ...evidence(review, found)} : {answer: 'no', ...nothing},
		S4: answer(review, granted, 'yes', 'no'),
		S5: answer(review, stronger, 'yes', 'no'),
	};
}

const answer = (review: TurnUnderReview, sentence: string | undefined, found: string, none: string): GradedAnswer =>
	sentence === undefined ? {answer: none, ...nothing} : {answer: found, ...evidence(review, {sentence})};

const isMocking = (sentence: string): boolean =>
	/\b(?:so-called|supposedly|ridiculous|absurd|silly|naive|nonsense|joke)\b/iu.test(sentence);

function admissionIn({sentences, others}: TurnUnderReview): FoundSentence | undefined {
	const at = sentences.findIndex(sentence => admits(sentence) && !others.some(other => mentions(sentence, other)));
	const sentence = sentences[at];
	return sentence === undefined ? undefined : {sentence, at};
}

/** C1 to C5: a limit of one's own, here, with a case, left standing, and new. */
function selfCritique(
	review: TurnUnderReview,
	found: FoundSentence | undefined,
): Readonly<Record<string, GradedAnswer>> {
	const none = {C1: 'none', C2: 'none', C3: 'no', C4: 'no', C5: 'yes'};
	if (!found) return Object.fromEntries(Object.entries(none).map(([id, each]) => [id, {answer: each, ...nothing}]));
	const {sentences, input, prompt, admitted} = review;
	const terms = new Set(contentWords(`${prompt.proposition ?? ''} ${input.topic.thing.join(' ')}`).map(stem));
	const tied = (text: string): boolean =>
		/\b(?:here|in this case|in our matter)\b/iu.test(text) || wordsOf(text).some(word => terms.has(stem(word)));
	const near = sentences.slice(found.at, found.at + 4);
	const place = near.slice(0, 3).find(tied);
	const next = sentences[found.at + 1];
	const isTakenBack = takesBack(next ?? '');
	const denied = /\bbut (?:that|it) (?:hardly|does not|doesn[’']t|never) matters?\b/iu.test(found.sentence);
	const earlier = admitted.find(({sentence}) => overlap(sentence, found.sentence) >= 0.7);
	return {
		C1: {answer: isAboutOwnThinking(found.sentence) ? 'framework' : 'plan', ...evidence(review, found)},
		C2: answer(review, place, place !== undefined && namesCase(place) ? 'concrete' : 'named', 'none'),
		C3: answer(review, near.find(namesCase), 'yes', 'no'),
		C4: answer(review, denied ? found.sentence : isTakenBack ? next : undefined, 'yes', 'no'),
		C5: earlier ? {answer: 'no', ...nothing, other_turn: earlier.turn} : {answer: 'yes', ...nothing},
	};
}

const isAboutOwnThinking = (sentence: string): boolean =>
	/\b(?:framework|view|ethics?|tradition|approach|account|principle|philosophy|way of (?:thinking|seeing)|school|sums?|rules?)\b/iu.test(
		sentence,
	);

/** F1: the sentence that speaks the framework's language most, behind the restatement where there is one. */
function grounded(
	review: TurnUnderReview,
	[restatement, admission]: readonly (FoundSentence | undefined)[],
	violations: readonly FoundViolation[],
): GradedAnswer {
	const {sentences, me, others} = review;
	const {terms} = bankOf(me);
	const from = restatement ? Math.min(restatement.at + 3, sentences.length - 2) : 0;
	const own = sentences
		.map((sentence, at) => ({sentence, at, hits: hits(sentence, terms)}))
		.filter(
			({sentence, at}) =>
				at >= from &&
				at !== admission?.at &&
				!admits(sentence) &&
				!others.some(other => mentions(sentence, other)) &&
				!sentence.includes('“'),
		);
	const total = own.reduce((sum, {hits: count}) => sum + count, 0);
	const best = own.toSorted((one, other) => other.hits - one.hits)[0];
	const deserted = violations.some(({id, severity}) => id === 'V' && severity === 'major') && total < 3;
	if (!best || total < 2 || deserted) return {answer: 'none', ...nothing};
	return {answer: total >= 3 ? 'carries' : 'named', ...evidence(review, best)};
}

const hits = (text: string, terms: RegExp): number =>
	new Set([...text.matchAll(terms)].map(([word]) => word.toLowerCase())).size;

/** V, X1 and the list of honesty: of each kind the gravest. */
function lapses(
	review: TurnUnderReview,
	violations: readonly FoundViolation[],
): Readonly<Record<string, GradedAnswer>> {
	const found: Record<string, GradedAnswer> = {};
	for (const {id, severity, quote, target_quote, target_turn} of violations) {
		if (found[id] !== undefined && severity === 'minor') continue;
		const there = review.before.find(turn => turn.id === target_turn);
		const target = there && target_quote !== null ? {sentence: target_quote, turn: there} : undefined;
		const question = id === 'evaded_direct_question' ? questionTo(review.prompt, review.me) : undefined;
		const asking = question && review.before.findLast(turn => turn.text.includes(question.sentence));
		if (id === 'evaded_direct_question' && !asking) continue;
		found[id] = {
			answer: severity,
			...evidence(review, {sentence: quote, target}),
			...(asking && question ? {other_turn: asking.id, other_sentence: placeOf(question.sentence, asking)} : {}),
		};
	}
	return found;
}

/** V: sentences that let another framework's question decide, with its name. */
function foreignIn({
	sentences,
	me,
	others,
	prompt,
}: TurnUnderReview): readonly {readonly sentence: string; readonly framework: string}[] {
	const own = bankOf(me).terms;
	const present = prompt.chairs.filter(({id}) => id !== me.id).map(({framework = ''}) => framework);
	const order = [...new Set([...present, ...Object.keys(banks)])].filter(id => id !== me.framework);
	return sentences
		.filter(
			sentence =>
				isDecisive(sentence) &&
				!sentence.includes('?') &&
				!agrees(sentence) &&
				!others.some(other => mentions(sentence, other)) &&
				hits(sentence, own) === 0,
		)
		.flatMap(sentence => {
			const scored = order
				.map(framework => ({framework, count: hits(sentence, banks[framework]?.terms ?? /(?!)/gu)}))
				.sort((one, other) => other.count - one.count);
			const best = scored[0];
			return best && best.count > 0 ? [{sentence, framework: best.framework.replaceAll('_', ' ')}] : [];
		});
}

const denial =
	/\b(?:do not|don[’']t|cannot|never|hardly|would not) (?:think|believe|accept|concede|admit|grant|see|say)\b/iu;

function affirms(about: string, sentence: string): boolean {
	switch (about) {
		case 'admission':
			return admits(sentence) && !denial.test(sentence);
		case 'restatement':
			return !/\bnever said\b/iu.test(sentence);
		case 'straw_man':
			return isStraw(sentence);
		case 'put_right':
			// Rehearsed speakers put nothing right.
			return false;
		default:
			return !isToTheScorer(sentence);
	}
}

const isToTheScorer = (sentence: string): boolean =>
	/\b(?:scores?|full marks|checklist|as a judge|judges? (?:should|must|will)|requirements? (?:is|are|has|have been) met)\b/iu.test(
		sentence,
	);
