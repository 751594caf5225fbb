/** `debate.md`: the whole debate as a document. */
import {formatNameOf} from './format-parts.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {escapeInline, escapeMarkdown} from './escape-markdown.ts';
import {momentsOf, type Segment, sectionOf} from './segments.ts';
import {
	agreementText,
	contestedText,
	explainedItems,
	isGraded,
	leftOutOfMeans,
	unscoredReason,
	type ExplainedItem,
} from './scores.ts';
import {goals, type Statistics, statisticsOf} from './statistics.ts';
import {type OutcomePoint, type OutcomePoints, outcomePointsOf} from './points.ts';
import {
	clock,
	percent,
	plural,
	stanceText,
	dimensionNames,
	humanize,
	turnKindLabel,
	speakerOf,
	speakerOfTurn,
	violationNames,
	voiceNote,
	scoreWorking,
	formatCount,
	hasRehearsal,
	costAtPrices,
	money,
	rehearsalLabel,
} from '../languages/wording.ts';
import type {EvaluationEvent} from '../debate/formats/duelogic.ts';
import {isMotion} from '../debate/views/motion.ts';
import {unjudgedText} from '../debate/views/judgements.ts';
import {isPerson, isRehearsal, personLabel, type Holder} from '../debate/seats.ts';
import type {EventOf} from '../debate/events.ts';
import {journalText} from './journal-mark.ts';
import {editedNote, episodeInSteps, type Episode, type EpisodeOptions} from './episode.ts';
import {between} from './pieces.ts';
import {footnoteMarks, references, withFootnotes} from './references.ts';

// What `debate.md` says after the transcript: scores, moments, troubles, votes. Each is empty where there is nothing to
// say.

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

function scores(state: DebateState, statistics: Statistics, detail: boolean): string[] {
	const {chairs, agreement} = statistics;
	const unjudged = isMotion(state) ? undefined : unjudgedText(state);
	const why = unjudged === undefined ? [] : ['## Scores', escapeInline(unjudged)];
	if (chairs.every(({scores: course, cutsMade}) => course.length === 0 && cutsMade === 0)) return why;
	if (chairs.every(({scores: course}) => course.length === 0)) return [...why, ...unscored(chairs)];
	const rows = chairs.map(
		({seat, mean, scores: course, steelMan, selfCritique, consistent, cutsMade, cutsSuffered, unscored, words}) => [
			escapeInline(seat.name),
			mean === undefined ? '–' : mean.toFixed(1),
			course.length === 0 ? '–' : course.map(one => one ?? '?').join(' '),
			String(unscored),
			percent(steelMan),
			percent(selfCritique),
			percent(consistent),
			`${cutsMade} / ${cutsSuffered}`,
			String(words),
		],
	);
	return [
		'## Scores',
		table(
			[
				'chair',
				'mean adherence',
				'turn by turn',
				'not scored',
				'steel-man',
				'self-critique',
				'in its framework',
				'cut in / was cut',
				'words',
			],
			rows,
		),
		`*Shares are of the scored turns in which it was due. Goals: a steel-man in over ${goals.steelMan * 100} %, self-critique in over ${goals.selfCritique * 100} %. A turn that is not scored is a question mark, and counts in no mean.*`,
		...contestedTurns(chairs),
		...(agreement ? [`*${agreementText(agreement)}.*`] : []),
		...leftOutOfMeans(state, statistics).map(told => `*${told}.*`),
		...(detail ? [] : ['*How each score comes about stands in the transcript with `rostrum export --detail`.*']),
	];
}

/** Where nobody is scored: how much each said, and who cut in. */
const unscored = (chairs: Statistics['chairs']): string[] => [
	'## Speakers',
	table(
		['speaker', 'cut in / was cut', 'words'],
		chairs.map(({seat, cutsMade, cutsSuffered, words}) => [
			escapeInline(seat.name),
			`${cutsMade} / ${cutsSuffered}`,
			String(words),
		]),
	),
];

function contestedTurns(chairs: Statistics['chairs']): string[] {
	const some = chairs.filter(({contested}) => contested > 0);
	if (some.length === 0) return [];
	const named = some.map(({seat, contested}) => `${escapeInline(seat.name)} ${plural(contested, 'turn')}`).join(', ');
	return [`*Contested, so that nobody was called out for it: ${named}.*`];
}

/** What came of it, by points; empty where the format records none. */
function outcomePoints(points: OutcomePoints | undefined): string[] {
	if (!points) return [];
	const list = (all: readonly OutcomePoint[]): string =>
		all.map(({text, how}) => `- ${escapeInline(text)} *(${escapeInline(how)})*`).join('\n');
	return [
		...(points.settled.length === 0 ? [] : ['## What was settled', list(points.settled)]),
		...(points.open.length === 0 ? [] : ['## What stayed open', list(points.open)]),
		`*${escapeInline(points.basis)}*`,
	];
}

/** By the time at which they were heard. */
function moments(state: DebateState, segments: readonly Segment[]): string[] {
	const all = momentsOf(state, segments);
	return all.length === 0
		? []
		: ['## Moments', all.map(({at, text}) => `- ${clock(at)} ${escapeInline(text)}`).join('\n')];
}

/** What was told to the user while it ran, and who fell out. */
function troubles({notices, seats}: DebateState): string[] {
	const all = [
		...notices.filter(({level}) => level !== 'info').map(({text}) => text),
		...seats.flatMap(({out, name}) => (out === undefined ? [] : [`${name} was out at the end: ${out}`])),
	];
	return all.length === 0 ? [] : ['## What went wrong', all.map(text => `- ${escapeInline(text)}`).join('\n')];
}

const scale = '*From −3, against, to +3, in favour.*';

function votes({votes: cast}: Statistics): string[] {
	if (cast.length === 0) return [];
	return [
		'## Listeners’ votes',
		table(
			['listener', 'before', 'after', 'shift'],
			cast.map(({listener, before, after, shift}) => [
				escapeInline(listener),
				stanceText(before),
				stanceText(after),
				stanceText(shift),
			]),
		),
		scale,
	];
}

/** Where the judges stood themselves, and what they said for it. */
function judgeVotes({judgeVotes: judges}: Statistics): string[] {
	if (judges.length === 0) return [];
	const rows = judges.map(({name, before, after, shift}) => [
		escapeInline(name),
		stanceText(before),
		stanceText(after),
		stanceText(shift),
	]);
	const told = judges.flatMap(({name, answers: told}) =>
		told.map(
			({when, stance, reason}) =>
				`- ${escapeInline(name)}, ${when}${stance === null ? ' (no answer)' : ''}: ${escapeInline(reason)}`,
		),
	);
	return [
		'## The judges’ own stances',
		table(['judge', 'before', 'after', 'shift'], rows),
		told.join('\n'),
		`${scale.slice(0, -1)} They count in no score.*`,
	];
}

// The transcript of `debate.md`: who said what when, how it was scored, and who could not speak.

/**
 * What was heard, under a heading a part of the debate; a turn of which nothing was heard stands where it would have
 * been. `headings` are those of the parts, by the segment that begins each.
 */
function* transcript(
	state: DebateState,
	segments: readonly Segment[],
	headings: ReadonlyMap<Segment, string>,
	detail: boolean,
): Generator<string> {
	const places = new Map(state.turns.map((turn, place) => [turn.id, place]));
	const silent = state.turns.filter(({finish, text}) => finish === 'failed' && text.trim() === '');
	const silentBefore = (place: number): string[] =>
		silent.splice(0, silent.filter(({id}) => (places.get(id) ?? 0) < place).length).map(turn => silence(state, turn));
	for (const segment of segments) {
		yield* silentBefore(places.get(segment.turn.id) ?? 0);
		yield* segmentLines(state, segment, headings.get(segment), detail);
	}
	yield* silentBefore(Infinity);
}

const silence = (state: DebateState, turn: Turn): string =>
	`*${escapeInline(`${sectionOf(turn)}: ${speakerOfTurn(state, turn)} could not speak${turn.reason === undefined ? '' : `, ${turn.reason}`}`)}.*`;

const headingLine = (heading: string): string => `### ${escapeInline(heading)}`;

function segmentLines(
	state: DebateState,
	{turn, text, from, first, last, cut, start}: Segment,
	heading: string | undefined,
	detail: boolean,
): string[] {
	const broken =
		last && (turn.finish === 'failed' || turn.finish === 'truncated')
			? [`*The turn broke off here${turn.reason === undefined ? '' : `: ${escapeInline(turn.reason)}`}.*`]
			: [];
	const said = escapeMarkdown(withFootnotes(state, {turn, text, from}));
	return [
		...(heading === undefined ? [] : [headingLine(heading)]),
		labelOf(state, turn, first, start),
		footnoteMarks(cut ? cutOff(said) : said),
		...broken,
		...(detail && last && turn.evaluation ? scoreLines(state, turn.evaluation) : []),
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
		...(selfJudged ? ['judged by its own model'] : []),
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

/** In pieces, since the transcript is most of it. */
export function* markdownPieces(state: DebateState, options?: EpisodeOptions): Generator<string> {
	if (!state.start) return;
	const parts = article(yield* episodeInSteps(state, options), state.start, options?.detail === true);
	yield* between('\n\n', nonEmpty(parts));
	yield '\n';
}

function* nonEmpty(parts: Iterable<string>): Generator<string> {
	for (const part of parts) if (part !== '') yield part;
}

function* article(episode: Episode, start: EventOf<'debate-start'>, detail: boolean): Generator<string> {
	const {state, segments, edited, wpm, journal, format} = episode;
	const statistics = statisticsOf(state);
	const headings = headingsOf(episode);
	const {afterTranscript, afterVotes} = format?.markdown ?? {};
	const before = [
		'## How it was staged',
		staging(state, formatNameOf(format, state)),
		outcome(state),
		...outcomePoints(outcomePointsOf(state)),
		'## Transcript',
		`*Times are those of the words spoken at ${wpm} a minute.*`,
	];
	const after = [
		...(afterTranscript?.(state, detail) ?? []),
		...moments(state, segments),
		...troubles(state),
		...votes(statistics),
		...judgeVotes(statistics),
		...(afterVotes?.(state, detail) ?? []),
		...scores(state, statistics, detail),
		...references(state),
		'## For the record',
		[record(state, statistics, episode), ...(journal ? [`- ${escapeInline(journalText(journal))}`] : [])].join('\n'),
	];
	const named = [...headings.values()].map(headingLine);
	yield* [
		`# ${escapeInline(start.title)}`,
		...(start.subject.text === start.title ? [] : [escapeMarkdown(start.subject.text)]),
		...(edited ? [`*${editedNote}. The debate itself is in its journal.*`] : []),
		...(hasRehearsal(state)
			? [
					`*${rehearsalLabel}: the words marked so come from Rostrum’s built-in rehearsal voices, not from a language model.*`,
				]
			: []),
		...(start.subject.context === undefined ? [] : ['**Context**', escapeMarkdown(start.subject.context)]),
		contents([...before, ...named, ...after]),
		...before,
	];
	yield* transcript(state, segments, headings, detail);
	yield* after;
}

/** `Exchange 2: Who finds out?`, by the segment that begins the part. */
function headingsOf({segments, chapters}: Episode): ReadonlyMap<Segment, string> {
	const starts = segments.filter(({section}) => section !== undefined);
	return new Map(
		starts.map((segment, place) => {
			const {section = '', title = ''} = chapters[place] ?? {};
			return [segment, title.startsWith(section) ? title : `${section}: ${title}`];
		}),
	);
}

/** Links to the headings, by the names that hosts of Markdown give them. */
function contents(body: readonly string[]): string {
	const seen = new Map<string, number>();
	const lines = body.flatMap(part => {
		const heading = /^(?<level>##|###) (?<text>.*)$/u.exec(part)?.groups;
		if (!heading) return [];
		const name = anchorOf(heading['text'] ?? '');
		const count = seen.get(name) ?? 0;
		seen.set(name, count + 1);
		return [
			`${heading['level'] === '##' ? '' : '  '}- [${heading['text'] ?? ''}](#${name}${count === 0 ? '' : `-${count}`})`,
		];
	});
	return `## Contents\n\n${lines.join('\n')}`;
}

const anchorOf = (heading: string): string =>
	heading
		.replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
		.replaceAll(/\s/gu, '-');

function staging({start, seats}: DebateState, format: string): string {
	const argues = seats.some(({framework}) => framework !== undefined);
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const rows = seats.flatMap(seat =>
		[...seat.formerly, seat].map(({name, voice, model, provider}, place) => {
			const from = argues ? [seat.framework === undefined ? '–' : humanize(seat.framework)] : [];
			const role = `${humanize(seat.role)}${place === 0 ? '' : ', later'}`;
			return line([name, role, ...from, voiceOf({voice, model, provider})].map(escapeInline));
		}),
	);
	const head = ['who', 'seat', ...(argues ? ['argues from'] : []), 'voice'];
	const held = `${escapeInline(format)}, held on ${start?.startedAt.slice(0, 10) ?? ''} at ${start?.startedAt.slice(11, 16) ?? ''} UTC.`;
	return [held, '', line(head), line(head.map(() => '---')), ...rows].join('\n');
}

const voiceOf = (seat: Omit<Holder, 'name'>): string =>
	isPerson(seat)
		? personLabel
		: isRehearsal(seat)
			? rehearsalLabel
			: [seat.model ?? withoutServer(seat.voice), seat.provider].filter(part => part !== undefined).join(', ');

/** A voice that is an address is told by what stands behind it. */
const withoutServer = (voice: string): string => voice.replace(/^https?:\/\/[^#]*#?/u, '');

function outcome({outcome: ended, reason}: DebateState): string {
	const why = reason === undefined ? '' : `, ${escapeInline(reason)}`;
	return ended === undefined ? '**Unfinished**: this debate can be resumed.' : `**Outcome**: ${ended}${why}`;
}

function record(state: DebateState, {words, spending, cost}: Statistics, {length, wpm}: Episode): string {
	const {start, interruptions, interjections} = state;
	const cached = spending.input > 0 ? ` (${percent(spending.cached / spending.input)} cached)` : '';
	return [
		`- ${plural(words, 'word')}, ${clock(length)} at ${wpm} words a minute; ${plural(interruptions.length, 'interruption')}, ${plural(interjections.length, 'interjection')}`,
		`- ${plural(spending.calls, 'request')}: ${formatCount(spending.input)} tokens in${cached}, ${formatCount(spending.output)} out; cost ${costAtPrices(cost, state)}${spending.saved > 0 ? `, ${money(spending.saved)} saved by the cache` : ''}`,
		`- Seed ${start?.seed ?? ''}, ${escapeInline(`${start?.app.name ?? ''} ${start?.app.version ?? ''}, debate ${start?.debateId ?? ''}`)}`,
	].join('\n');
}
