/** Evaluations as stored in the state: there is one a turn, so they share as much memory as possible. */
import type {ChecklistItem, EvaluationEvent, ScoreTerm} from './events.ts';

type EventStamp = {
	readonly seq: number;
	readonly at: number;
	readonly step?: string | undefined;
	readonly hash: string;
};

const judgements = new WeakMap<EvaluationEvent['items'], {readonly text: string; readonly kept: EvaluationEvent}>();

/**
 * An evaluation without its stamp. Quotations become slices of the turn's text, and values that many evaluations have
 * in common become one object. Folds over the same events share the result.
 */
export function compactEvaluation(event: EvaluationEvent & EventStamp, text: string): EvaluationEvent {
	const known = judgements.get(event.items);
	if (known?.text === text) return known.kept;
	const {seq: _seq, at: _at, step: _step, hash: _hash, ...evaluation} = event;
	const {steelManning, selfCritique, interjectionReason: reason, crossChecks} = evaluation;
	const items = evaluation.items.map(item => sliceQuote(item, text));
	const asCounted = JSON.stringify(evaluation.items);
	const kept = {
		...evaluation,
		items,
		working: sharedWorking(evaluation.working),
		violations: evaluation.violations.map(violation =>
			reason !== undefined && violation.about === reason ? {...violation, about: reason} : violation,
		),
		...(evaluation.verdicts && {
			verdicts: evaluation.verdicts.map(verdict => ({
				...verdict,
				// A judge who sits alone gave the very items that count.
				items: JSON.stringify(verdict.items) === asCounted ? items : verdict.items.map(item => sliceQuote(item, text)),
			})),
		}),
		...(crossChecks && {
			crossChecks: crossChecks.map(check => ({
				...check,
				sentence: sliceAt(text, check.sentence, text.indexOf(check.sentence)),
			})),
		}),
		...(steelManning && {steelManning: sharedQuality(steelManning)}),
		...(selfCritique && {selfCritique: sharedQuality(selfCritique)}),
	};
	// The compact evaluation may come in again, as the same event read from disk.
	for (const items of [event.items, kept.items]) judgements.set(items, {text, kept});
	return kept;
}

function sliceQuote(item: ChecklistItem, text: string): ChecklistItem {
	const {quote, start} = item;
	if (quote === undefined) return sharedItem(item);
	return start === undefined ? item : {...item, quote: sliceAt(text, quote, start)};
}

/** The same words as a slice of the text, where they stand in it there. */
const sliceAt = (text: string, words: string, start: number): string =>
	start >= 0 && text.startsWith(words, start) ? text.slice(start, start + words.length) : words;

const [longestShared, mostShared] = [600, 2000];

/** Gives the first of all equal values, if they are short; forgets them all once there are too many. */
function interner<T>(): (value: T) => T {
	const known = new Map<string, T>();
	return value => {
		const key = JSON.stringify(value);
		if (key.length > longestShared) return value;
		const first = known.get(key) ?? value;
		if (known.size >= mostShared) known.clear();
		known.set(key, first);
		return first;
	};
}

const sharedItem = interner<ChecklistItem>();
const sharedWorking = interner<ScoreTerm[]>();
const sharedQuality = interner<NonNullable<EvaluationEvent['steelManning']>>();
