/** `debate.md`: the whole debate as a document. */
import {isPerson, personLabel, type Holder} from '../../debate/seats.ts';
import type {EventOf} from '../../debate/events.ts';
import type {DebateState} from '../../debate/state.ts';
import {escapeMarkdown, escapeInline} from '../escape-markdown.ts';
import {journalText} from '../journal-mark.ts';
import {editedNote} from '../episode/disclosure.ts';
import {episodeInSteps, type Episode, type EpisodeOptions} from '../episode/episode.ts';
import {outcomePointsOf} from '../episode/points.ts';
import type {Segment} from '../episode/segments.ts';
import {judgeVotes, moments, outcomePoints, scores, troubles, votes} from './results.ts';
import {headingLine, transcript} from './turns.ts';
import {between} from '../pieces.ts';
import {statisticsOf, type Statistics} from '../statistics.ts';
import {
	clock,
	formatCount,
	hasRehearsal,
	humanize,
	isRehearsal,
	costAtPrices,
	money,
	percent,
	plural,
	rehearsalLabel,
} from '../wording.ts';

/** In pieces, since the transcript is most of it. */
export function* markdownPieces(state: DebateState, options?: EpisodeOptions): Generator<string> {
	if (!state.start) return;
	const parts = article(yield* episodeInSteps(state, options), state.start);
	yield* between('\n\n', nonEmpty(parts));
	yield '\n';
}

function* nonEmpty(parts: Iterable<string>): Generator<string> {
	for (const part of parts) if (part !== '') yield part;
}

function* article(episode: Episode, start: EventOf<'debate-start'>): Generator<string> {
	const {state, segments, edited, wpm, journal, format} = episode;
	const statistics = statisticsOf(state);
	const headings = headingsOf(episode);
	const {afterTranscript, afterVotes} = format?.markdown ?? {};
	const before = [
		'## How it was staged',
		staging(state),
		outcome(state),
		...outcomePoints(outcomePointsOf(state)),
		'## Transcript',
		`*Times are those of the words spoken at ${wpm} a minute.*`,
	];
	const after = [
		...(afterTranscript?.(state) ?? []),
		...scores(statistics),
		...moments(state, segments),
		...troubles(state),
		...votes(statistics),
		...judgeVotes(statistics),
		...(afterVotes?.(state) ?? []),
		'## For the record',
		[record(state, statistics, wpm), ...(journal ? [`- ${escapeInline(journalText(journal))}`] : [])].join('\n'),
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
	yield* transcript(state, segments, headings);
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

function staging({start, seats}: DebateState): string {
	const rows = seats.flatMap(seat =>
		[...seat.formerly, seat].map(
			({name, voice, model, provider}, place) =>
				`| ${[name, `${humanize(seat.role)}${place === 0 ? '' : ', later'}`, seat.framework === undefined ? '–' : humanize(seat.framework), voiceOf({voice, model, provider})].map(escapeInline).join(' | ')} |`,
		),
	);
	const held = `A ${escapeInline(start?.protocol ?? '')} debate of ${start?.startedAt.slice(0, 10) ?? ''}, ${start?.startedAt.slice(11, 16) ?? ''} UTC.`;
	return [held, '', '| who | seat | argues from | voice |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const voiceOf = (seat: Omit<Holder, 'name'>): string =>
	isPerson(seat)
		? personLabel
		: isRehearsal(seat)
			? rehearsalLabel
			: [seat.model ?? seat.voice, seat.provider].filter(part => part !== undefined).join(', ');

function outcome({outcome: ended, reason}: DebateState): string {
	const why = reason === undefined ? '' : `, ${escapeInline(reason)}`;
	return ended === undefined ? '**Unfinished**: this debate can be resumed.' : `**Outcome**: ${ended}${why}`;
}

function record(state: DebateState, {words, spending, cost}: Statistics, wpm: number): string {
	const {start, interruptions, interjections} = state;
	const cached = spending.input > 0 ? ` (${percent(spending.cached / spending.input)} cached)` : '';
	return [
		`- ${plural(words, 'word')}, ${clock((words / wpm) * 60_000)} at ${wpm} words a minute; ${plural(interruptions.length, 'interruption')}, ${plural(interjections.length, 'interjection')}`,
		`- ${plural(spending.calls, 'request')}: ${formatCount(spending.input)} tokens in${cached}, ${formatCount(spending.output)} out; cost ${costAtPrices(cost, state)}${spending.saved > 0 ? `, ${money(spending.saved)} saved by the cache` : ''}`,
		`- Seed ${start?.seed ?? ''}, ${escapeInline(`${start?.app.name ?? ''} ${start?.app.version ?? ''}, debate ${start?.debateId ?? ''}`)}`,
	].join('\n');
}
