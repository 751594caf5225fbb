/**
 * Annotates a turn by really looking at it: cue words, quotations held against what was said before, the vocabulary of
 * each framework. It knows nothing of what the speaker planned, and does as well with turns it did not write.
 */
import type {Composer, ComposerInput} from '../../request/composer.ts';
import {contentWords, overlap, stem, wordsOf} from '../../language/text.ts';
import {
	admits,
	agrees,
	isDecisive,
	isStraw,
	namesCase,
	reasons,
	restates,
	strengthens,
	takesBack,
} from '../phrases/cues.ts';
import {bankOf, banks} from '../frameworks/framework-banks.ts';
import {turnUnderReview, numberOf, questionsIn, type TurnUnderReview} from './turn-under-review.ts';
import {mentions, questionTo} from '../chairs/speaker.ts';
import {clip, supportFor, type Support} from '../chairs/support.ts';
import {violationsIn, type FoundViolation} from './violations.ts';

/** An answer as the schema has it; fields that an item does not ask for are left out when it is sent. */
type GradedAnswer = {
	readonly answer: string;
	readonly sentence?: number | null;
	readonly phrase?: string | null;
	readonly other_turn?: string | null;
	readonly other_sentence?: number | null;
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
	const asked = Object.entries(
		propertiesOf(input.schema) ??
			Object.fromEntries([...Object.keys(answers), ...idsIn(input)].map(id => [id, undefined])),
	);
	return Object.fromEntries(
		asked.map(([id, fields]) => [id, only(fields, answers[id] ?? {answer: 'none', ...nothing})]),
	);
};

/** The items of the checklist in the system message, where no schema names them. */
const idsIn = ({prompt}: ComposerInput): string[] =>
	[...prompt.system.matchAll(/^- (?<id>\w+) \[/gmu)].map(({groups}) => groups?.['id'] ?? '');

/** The second look at single sentences. */
export const crossCheck: Composer = input =>
	Object.fromEntries(
		questionsIn(input).map(({id, about, sentence}) => [
			id,
			{affirms: affirms(about, sentence) ? 'yes' : 'no', to_the_scorer: isToTheScorer(sentence) ? 'yes' : 'no'},
		]),
	);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

const propertiesOf = (schema: unknown): Readonly<Record<string, unknown>> | undefined =>
	isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : undefined;

/** The answer with the fields that its schema asks for. */
function only(schema: unknown, answer: GradedAnswer): GradedAnswer {
	const fields = propertiesOf(schema);
	if (!fields) return answer;
	const given: Readonly<Record<string, unknown>> = answer;
	return {answer: answer.answer, ...Object.fromEntries(Object.keys(fields).map(name => [name, given[name] ?? null]))};
}

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
		other_sentence: there && target ? numberOf(target.sentence, there) : null,
	};
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
			...(asking && question ? {other_turn: asking.id, other_sentence: numberOf(question.sentence, asking)} : {}),
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
		default:
			return !isToTheScorer(sentence);
	}
}

const isToTheScorer = (sentence: string): boolean =>
	/\b(?:scores?|full marks|checklist|as a judge|judges? (?:should|must|will)|requirements? (?:is|are|has|have been) met)\b/iu.test(
		sentence,
	);
