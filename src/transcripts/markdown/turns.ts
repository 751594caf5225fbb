/** The transcript of `debate.md`: who said what when, how it was scored, and who could not speak. */
import type {EvaluationEvent} from '../../debate/formats/duelogic/events.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {escapeMarkdown, escapeInline} from '../escape-markdown.ts';
import {sectionOf, type Stretch} from '../timeline.ts';
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
 * What was heard, under a heading a segment or round; a turn of which nothing was heard stands where it would have
 * been.
 */
export function transcript(state: DebateState, timeline: readonly Stretch[]): string[] {
	const places = new Map(state.turns.map((turn, place) => [turn.id, place]));
	const silent = state.turns.filter(({finish, text}) => finish === 'failed' && text.trim() === '');
	const silentBefore = (place: number): string[] =>
		silent.splice(0, silent.filter(({id}) => (places.get(id) ?? 0) < place).length).map(turn => silence(state, turn));
	return [
		...timeline.flatMap(stretch => [
			...silentBefore(places.get(stretch.passage.turn.id) ?? 0),
			...stretchLines(state, stretch),
		]),
		...silentBefore(Infinity),
	];
}

const silence = (state: DebateState, turn: Turn): string =>
	`*${escapeInline(`${sectionOf(turn)}: ${speakerOfTurn(state, turn)} could not speak${turn.reason === undefined ? '' : `, ${turn.reason}`}`)}.*`;

function stretchLines(state: DebateState, {passage: {turn, text, first, last}, start, section}: Stretch): string[] {
	const broken =
		last && (turn.finish === 'failed' || turn.finish === 'truncated')
			? [`*The turn broke off here${turn.reason === undefined ? '' : `: ${escapeInline(turn.reason)}`}.*`]
			: [];
	return [
		...(section === undefined ? [] : [`### ${escapeInline(section)}`]),
		labelOf(state, turn, first, start),
		last && turn.finish === 'interrupted' ? cutOff(escapeMarkdown(text)) : escapeMarkdown(text),
		...broken,
		...(last && turn.evaluation ? [score(turn.evaluation)] : []),
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

/** How the score comes about, what each term is, and what was found. */
function score(evaluation: EvaluationEvent): string {
	const {adherenceScore, working, cap, range, selfJudged, reason, violations: found} = evaluation;
	if (adherenceScore === null) return `*Not scored: ${escapeInline(reason ?? 'no usable judgement came')}.*`;
	const notes = [
		working.map(({dimension, level}) => `${dimensionNames[dimension]} ${humanize(level)}`).join(', '),
		...(cap ? [`at most ${cap.at} for ${cap.because}`] : []),
		...(range ? [`judges ranged from ${range[0]} to ${range[1]}`] : []),
		...(selfJudged ? ['self-judged'] : []),
		...found.map(({violation, about}) =>
			about === undefined ? violationNames[violation] : `${violationNames[violation]}: ${about}`,
		),
	].filter(note => note !== '');
	return `*Adherence ${scoreWorking(evaluation)}${notes.length === 0 ? '' : ` (${notes.map(escapeInline).join('; ')})`}*`;
}
