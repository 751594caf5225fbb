/**
 * Annotates a turn by really looking at it: cue words, quotations held against what was said before, the vocabulary of
 * each
 * framework. It knows nothing of what the speaker planned, and does as well with turns it did not write.
 */
import type {Composer} from '../../request/composer.ts';
import {contentWords, stem, wordsOf} from '../../language/text.ts';
import {admits, agrees, isDecisive, namesCase, reasons, restates, strengthens, takesBack} from '../phrases/cues.ts';
import {bankOf, banks} from '../frameworks/framework-banks.ts';
import {turnUnderReview, type TurnUnderReview} from './turn-under-review.ts';
import {mentions} from '../chairs/speaker.ts';
import {clip, supportFor, type Support} from '../chairs/support.ts';
import {violationsIn, type FoundViolation} from './violations.ts';

type ChecklistAnswer = {
	readonly id: string;
	readonly answer: 'yes' | 'no' | 'na';
	readonly quote: string | null;
	readonly target_quote: string | null;
	readonly target_turn: string | null;
};

const allItems = ['S1', 'S2', 'S3', 'S4', 'S5', 'C1', 'C2', 'C3', 'C4', 'F1'];

export const judge: Composer = input => {
	const judged = turnUnderReview(input);
	if (!judged) return {items: [], violations: []};
	const violations = violationsIn(judged, foreignIn(judged));
	const found = {...steelMan(judged, violations), ...selfCritique(judged)};
	const asked = input.task.lines.map(({key}) => key).filter(key => allItems.includes(key));
	const items = (asked.length > 0 ? asked : allItems).map(id =>
		id === 'F1' ? grounded(judged, found['S1'], violations) : itemOf(id, found[id], judged),
	);
	return {items, violations};
};

type ChecklistFinding = {readonly sentence: string; readonly at: number; readonly target?: Support};

const itemOf = (id: string, found: ChecklistFinding | undefined, {before}: TurnUnderReview): ChecklistAnswer => ({
	id,
	answer: found ? 'yes' : id.startsWith('S') && before.length === 0 ? 'na' : 'no',
	quote: found ? clip(found.sentence) : null,
	target_quote: found?.target ? clip(found.target.sentence) : null,
	target_turn: found?.target?.turn.id ?? null,
});

/** S1 to S5: an opponent's claim, its reason, and what is granted. */
function steelMan(
	judged: TurnUnderReview,
	violations: readonly FoundViolation[],
): Record<string, ChecklistFinding | undefined> {
	const {sentences, before, others} = judged;
	const bad = new Set(
		violations.filter(({id}) => id === 'X1' || id === 'misrepresented_opponent').map(({quote}) => quote),
	);
	const restated = sentences.flatMap((sentence, at): ChecklistFinding[] => {
		const speaksOf =
			others.some(other => mentions(sentence, other)) ||
			/\b(?:you (?:say|said|argue|argued|hold|put|told)|my opponents?|the other (?:chair|side))\b/iu.test(sentence);
		const target =
			speaksOf && (restates(sentence) || /[“"]/u.test(sentence)) && !sentence.includes('?') && !bad.has(clip(sentence))
				? supportFor(sentence, before)
				: undefined;
		return target ? [{sentence, at, target}] : [];
	});
	const [first] = restated;
	if (!first) return {S4: undefined};
	const near = sentences.map((sentence, at) => ({sentence, at})).slice(first.at, first.at + 3);
	const reason = near.find(({sentence}) => reasons(sentence));
	return {
		S1: first,
		S2: reason,
		S3: bad.size === 0 && !isMocking(first.sentence) ? {sentence: first.sentence, at: first.at} : undefined,
		S4: sentences.map((sentence, at) => ({sentence, at})).find(({sentence}) => agrees(sentence) && !admits(sentence)),
		S5: near.find(({sentence}) => strengthens(sentence)),
	};
}

const isMocking = (sentence: string): boolean =>
	/\b(?:so-called|supposedly|ridiculous|absurd|silly|naive|nonsense|joke)\b/iu.test(sentence);

/** C1 to C4: a limit of one's own, here, with a case, and left standing. */
function selfCritique({
	sentences,
	others,
	input,
	prompt,
}: TurnUnderReview): Record<string, ChecklistFinding | undefined> {
	const at = sentences.findIndex(sentence => admits(sentence) && !others.some(other => mentions(sentence, other)));
	const sentence = sentences[at];
	if (sentence === undefined) return {};
	const terms = new Set(contentWords(`${prompt.proposition ?? ''} ${input.topic.thing.join(' ')}`).map(stem));
	const near = sentences.map((text, index) => ({sentence: text, at: index})).slice(at, at + 4);
	const takenBack =
		takesBack(sentences[at + 1] ?? '') ||
		/\bbut (?:that|it) (?:hardly|does not|doesn[’']t|never) matters?\b/iu.test(sentence);
	return {
		C1: {sentence, at},
		C2: near
			.slice(0, 3)
			.find(
				({sentence: text}) =>
					/\b(?:here|in this case|in our matter)\b/iu.test(text) || wordsOf(text).some(word => terms.has(stem(word))),
			),
		C3: near.find(({sentence: text}) => namesCase(text)),
		C4: takenBack ? undefined : {sentence, at},
	};
}

/** F1: the sentence that speaks the framework's language most, behind the restatement where there is one. */
function grounded(
	{sentences, me, others}: TurnUnderReview,
	restated: ChecklistAnswer | ChecklistFinding | undefined,
	violations: readonly FoundViolation[],
): ChecklistAnswer {
	const {terms} = bankOf(me);
	const from = restated && 'at' in restated ? Math.min(restated.at + 3, sentences.length - 2) : 0;
	const own = sentences
		.map((sentence, at) => ({sentence, at, hits: hits(sentence, terms)}))
		.filter(
			({sentence, at}) =>
				at >= from && !admits(sentence) && !others.some(other => mentions(sentence, other)) && !sentence.includes('“'),
		);
	const total = own.reduce((sum, {hits: count}) => sum + count, 0);
	const best = own.toSorted((one, other) => other.hits - one.hits)[0];
	const deserted = violations.some(({id, severity}) => id === 'V' && severity === 'major') && total < 3;
	return {
		id: 'F1',
		answer: best && total >= 2 && !deserted ? 'yes' : 'no',
		quote: best && total >= 2 && !deserted ? clip(best.sentence) : null,
		target_quote: null,
		target_turn: null,
	};
}

const hits = (text: string, terms: RegExp): number =>
	new Set([...text.matchAll(terms)].map(([word]) => word.toLowerCase())).size;

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
