/** The transcript of `debate.md`: who said what when, how it was scored, and who could not speak. */
import type {EvaluationEvent} from '../../debate/formats/duelogic/events.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {escapeMarkdown, escapeInline} from '../escape-markdown.ts';
import {contestedText, explainedItems, isGraded, unscoredReason, type ExplainedItem} from '../scores.ts';
import {sectionOf, type Segment} from '../episode/segments.ts';
import {
	clock,
	dimensionNames,
	humanize,
	turnKindLabel,
	speakerOf,
	speakerOfTurn,
	violationNames,
	voiceNote,
	scoreWorking,
} from '../wording.ts';

/**
 * What was heard, under a heading a part of the debate; a turn of which nothing was heard stands where it would have
 * been. `headings` are those of the parts, by the segment that begins each.
 */
export function* transcript(
	state: DebateState,
	segments: readonly Segment[],
	headings: ReadonlyMap<Segment, string>,
): Generator<string> {
	const places = new Map(state.turns.map((turn, place) => [turn.id, place]));
	const silent = state.turns.filter(({finish, text}) => finish === 'failed' && text.trim() === '');
	const silentBefore = (place: number): string[] =>
		silent.splice(0, silent.filter(({id}) => (places.get(id) ?? 0) < place).length).map(turn => silence(state, turn));
	for (const segment of segments) {
		yield* silentBefore(places.get(segment.turn.id) ?? 0);
		yield* segmentLines(state, segment, headings.get(segment));
	}
	yield* silentBefore(Infinity);
}

const silence = (state: DebateState, turn: Turn): string =>
	`*${escapeInline(`${sectionOf(turn)}: ${speakerOfTurn(state, turn)} could not speak${turn.reason === undefined ? '' : `, ${turn.reason}`}`)}.*`;

export const headingLine = (heading: string): string => `### ${escapeInline(heading)}`;

function segmentLines(
	state: DebateState,
	{turn, text, first, last, cut, start}: Segment,
	heading: string | undefined,
): string[] {
	const broken =
		last && (turn.finish === 'failed' || turn.finish === 'truncated')
			? [`*The turn broke off here${turn.reason === undefined ? '' : `: ${escapeInline(turn.reason)}`}.*`]
			: [];
	return [
		...(heading === undefined ? [] : [headingLine(heading)]),
		labelOf(state, turn, first, start),
		cut ? cutOff(escapeMarkdown(text)) : escapeMarkdown(text),
		...broken,
		...(last && turn.evaluation ? scoreLines(state, turn.evaluation) : []),
	];
}

/** With the dash of a cut, which must not stand in the line that closes a code block. */
const cutOff = (text: string): string =>
	/^`{3,}$/mu.test(text.slice(text.lastIndexOf('\n') + 1)) ? `${text}\n\n—` : `${text} —`;

function labelOf(state: DebateState, turn: Turn, first: boolean, start: number): string {
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const kind = first ? turnKindLabel(turn) : 'goes on';
	const doing =
		kind === undefined
			? seat?.framework === undefined
				? []
				: [humanize(seat.framework)]
			: [kind, ...(first ? why(state, turn) : [])];
	const voice = voiceNote(turn);
	return [
		`**${escapeInline(speakerOfTurn(state, turn))}**`,
		...doing.map(escapeInline),
		clock(start),
		...(voice === undefined ? [] : [`*${voice}*`]),
	].join(' · ');
}

/** Why someone cut in, or what the arbiter calls out. */
function why(state: DebateState, turn: Turn): string[] {
	const cut =
		turn.kind === 'interruption' ? state.interruptions.find(({turnId}) => turnId === turn.replyTo) : undefined;
	if (cut) return [`${humanize(cut.reason)}, urgency ${cut.urgency.toFixed(2)}`];
	const {interjection} = turn;
	if (!interjection) return [];
	const target = interjection.target === undefined ? [] : [`to ${speakerOf(state, interjection.target)}`];
	return [
		...target,
		...(interjection.violation === undefined ? [] : [violationNames[interjection.violation]]),
		...(interjection.by === 'user' ? ['as a listener asked'] : []),
	];
}

/** The score, and from rules 2 on what each item found. */
const scoreLines = (state: DebateState, evaluation: EvaluationEvent): string[] => [
	score(state, evaluation),
	...(isGraded(evaluation) ? itemList(explainedItems(state, evaluation.items)) : []),
];

/** How the score comes about, what each term is, and what was found. */
function score(state: DebateState, evaluation: EvaluationEvent): string {
	const {adherenceScore, working, cap, range, selfJudged, violations: found} = evaluation;
	if (adherenceScore === null)
		return `*Not scored: ${escapeInline(unscoredReason(state, evaluation) ?? 'no usable judgement came')}.*`;
	const contested = contestedText(evaluation);
	const notes = [
		working.map(({dimension, level}) => `${dimensionNames[dimension]} ${humanize(level)}`).join(', '),
		...(cap ? [`at most ${cap.at} for ${cap.because}`] : []),
		...(range ? [`judges ranged from ${range[0]} to ${range[1]}`] : []),
		...(contested === undefined ? [] : [contested]),
		...(selfJudged ? ['self-judged'] : []),
		...found.map(({violation, about}) =>
			about === undefined ? violationNames[violation] : `${violationNames[violation]}: ${about}`,
		),
	].filter(note => note !== '');
	return `*Adherence ${scoreWorking(evaluation)}${notes.length === 0 ? '' : ` (${notes.map(escapeInline).join('; ')})`}*`;
}

/** A line an answer that found something; those that found nothing together. */
function itemList(items: readonly ExplainedItem[]): string[] {
	const named = ({id, asks}: ExplainedItem): string => (humanize(id) === asks ? asks : `${id} ${asks}`);
	const told = items
		.filter(({finding}) => finding !== 'nothing')
		.map(item => `- ${escapeInline(`${named(item)}: ${[item.grade, ...groundsOf(item)].join('; ')}`)}`);
	const rest = items.filter(({finding}) => finding === 'nothing');
	const nothing = rest.map(({id, grade}) => `${humanize(id)} ${grade}`).join(', ');
	const lines = [...told, ...(rest.length === 0 ? [] : [`- ${escapeInline(`nothing found: ${nothing}`)}`])];
	return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Sentences are quoted only for answers that stand. */
const groundsOf = ({finding, quote, against, remark}: ExplainedItem): string[] =>
	[
		finding === 'found' && quote !== undefined ? `“${quote}”` : undefined,
		finding === 'found' && against !== undefined ? `held against ${against}` : undefined,
		remark,
	].filter(part => part !== undefined);
