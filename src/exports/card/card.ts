/** What a results card says of a debate, for the screen and for the picture. */
import type {DebateState} from '../../debate/state.ts';
import {memoizeRecent} from '../../debate/fold/memoize-recent.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {panelText} from '../../debate/views/motion.ts';
import {judgeVotesOf, votesOf, type StanceShift} from '../../debate/views/votes.ts';
import {markdownText} from '../ear/markdown-text.ts';
import {languageOf} from '../../languages/ear/find.ts';
import {bestExchange} from '../episode/best-exchange.ts';
import {shortened} from '../episode/chapter-names.ts';
import {outcomePointsOf} from '../episode/points.ts';
import {heardOf} from '../episode/segments.ts';
import {statisticsOf, type ChairStatistics} from '../statistics.ts';
import {clock, hasRehearsal, interruptionNames, plural, rehearsalLabel, speakerOf, violationNames} from '../wording.ts';
import type {FormatParts} from '../format-parts.ts';
import {commandFor} from './command.ts';

/** From −3 to +3, on average where several voted. */
export type CardSwing = {readonly who: string; readonly before: number; readonly after: number};

/** Verbatim but for marks of Markdown; `speaker` is the seat's id. */
export type CardQuotation = {readonly speaker: string; readonly name: string; readonly text: string};

/** `at` is milliseconds of the debate. */
export type CardMoment = {readonly at: number; readonly kind: 'cut' | 'call'; readonly text: string};

export type Card = {
	/** The matchup's name; empty where it has none of its own. */
	readonly title: string;
	readonly headline: string;
	readonly outcome: string;
	/** Lengths and counts, each a few words. */
	readonly facts: readonly string[];
	readonly sides: readonly ChairStatistics[];
	readonly swings: readonly CardSwing[];
	/** The panel's verdict on a motion, as a sentence. */
	readonly verdict: string | undefined;
	/** Where two speakers meet most directly: two quotations, or none. */
	readonly exchange: readonly CardQuotation[];
	/** The most urgent cuts, or what else happened, in order. */
	readonly moments: readonly CardMoment[];
	readonly openQuestion: string | undefined;
	readonly seed: number | undefined;
	/** A command that holds the same debate again, where what is debated can be typed. */
	readonly command: string | undefined;
};

/** As many as a card has room for, and characters of a quotation. */
const most = {moments: 3, quotation: 240} as const;

/** Computed again when the state changes. */
export const cardOf = memoizeRecent((state: DebateState, format: FormatParts | undefined): Card => {
	const {start, formats} = state;
	const {chairs, spokenMs} = statisticsOf(state);
	const headline = start?.subject.text ?? '';
	const cuts = state.interruptions.length;
	return {
		title: start && start.title !== headline ? start.title : '',
		headline,
		outcome: state.outcome ?? 'unfinished',
		facts: [
			plural(state.turns.length, 'turn'),
			`${clock(spokenMs)} spoken`,
			...(cuts > 0 ? [plural(cuts, 'interruption')] : []),
			...(hasRehearsal(state) ? [rehearsalLabel] : []),
		],
		sides: chairs,
		swings: swingsOf(state),
		verdict: formats.motion.panel ? panelText(state, formats.motion.panel) : undefined,
		exchange: exchangeOf(state),
		moments: momentsOf(state),
		openQuestion: outcomePointsOf(state)?.open[0]?.text,
		seed: start?.seed,
		command: start && commandFor(start, format?.optionFor),
	};
});

/** How listeners moved, and how judges did who were asked where they stand. */
function swingsOf(state: DebateState): CardSwing[] {
	const listeners = votesOf(state);
	const judges = judgeVotesOf(state);
	return [
		...swing(listeners.length === 1 ? (listeners[0]?.listener ?? '') : plural(listeners.length, 'listener'), listeners),
		...swing(judges.length === 1 ? (judges[0]?.name ?? '') : plural(judges.length, 'judge'), judges),
	];
}

function swing(who: string, votes: readonly StanceShift[]): CardSwing[] {
	const both = votes.flatMap(({before, after}) =>
		before === undefined || after === undefined ? [] : [{before, after}],
	);
	if (both.length === 0) return [];
	const mean = (when: 'before' | 'after') =>
		Math.round((both.reduce((sum, vote) => sum + vote[when], 0) / both.length) * 10) / 10;
	return [{who, before: mean('before'), after: mean('after')}];
}

function exchangeOf(state: DebateState): CardQuotation[] {
	const language = languageOf(state);
	return bestExchange(state, heardOf(state), language).map(({of: {speaker, name, cut}, text}, place) => {
		const said = markdownText(text, undefined).join(' ').trim();
		const whole = place === 0 ? lastSentences(said) : firstSentences(said);
		return {speaker, name, text: cut && place === 0 ? `${whole.replace(/[.…\s]+$/u, '')} —` : whole};
	});
}

/** What was said last: a question stands at the end. */
function lastSentences(said: string): string {
	const kept: string[] = [];
	for (const sentence of splitSentences(said).toReversed()) {
		if (kept.length > 0 && [sentence, ...kept].join('').length > most.quotation) break;
		kept.unshift(sentence);
	}
	return shortened(kept.join('').trim(), most.quotation);
}

function firstSentences(said: string): string {
	const kept: string[] = [];
	for (const sentence of splitSentences(said)) {
		if (kept.length > 0 && [...kept, sentence].join('').length > most.quotation) break;
		kept.push(sentence);
	}
	return shortened(kept.join('').trim(), most.quotation);
}

function momentsOf(state: DebateState): CardMoment[] {
	const name = (id: string | undefined) => (id === undefined ? 'everyone' : speakerOf(state, id));
	const cuts = state.interruptions
		.toSorted((one, other) => other.urgency - one.urgency)
		.map(({at, interrupter, interrupted, reason, trigger}): CardMoment => {
			const text = `${name(interrupter)} cuts in on ${name(interrupted)} and ${interruptionNames[reason]}: “${trigger}”`;
			return {at, kind: 'cut', text};
		});
	const calls = state.interjections.map(({at, target, violation, reason, by}): CardMoment => {
		const why = [violation && violationNames[violation], reason].filter(part => part !== undefined).join(', ');
		const asked = by === 'user' ? ', as a listener asked' : '';
		return {at, kind: 'call', text: `The arbiter calls on ${name(target)}${asked}${why === '' ? '' : `: ${why}`}`};
	});
	return [...cuts, ...calls].slice(0, most.moments).toSorted((one, other) => one.at - other.at);
}
