/** `debate.md`: the whole debate as a document. */
import {isPerson, personLabel, type Holder} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {escapeMarkdown, escapeInline} from '../escape-markdown.ts';
import {formatExportOf} from '../formats/registry.ts';
import {judgeVotes, moments, scores, troubles, votes} from './results.ts';
import {transcript} from './turns.ts';
import {statisticsOf, type Statistics} from '../statistics.ts';
import {timelineOf} from '../timeline.ts';
import {
	clock,
	formatCount,
	hasRehearsal,
	humanize,
	isRehearsal,
	money,
	percent,
	plural,
	rehearsalLabel,
} from '../wording.ts';

export function markdown(state: DebateState): string {
	const {start} = state;
	if (!start) return '';
	const statistics = statisticsOf(state);
	const timeline = timelineOf(state);
	const {afterTranscript, afterVotes} = formatExportOf(state);
	const parts = [
		`# ${escapeInline(start.title)}`,
		...(start.subject.text === start.title ? [] : [escapeMarkdown(start.subject.text)]),
		...(hasRehearsal(state)
			? [
					`*${rehearsalLabel}: the words marked so come from Rostrum’s built-in rehearsal voices, not from a language model.*`,
				]
			: []),
		...(start.subject.context === undefined ? [] : ['**Context**', escapeMarkdown(start.subject.context)]),
		'## How it was staged',
		staging(state),
		outcome(state),
		'## Transcript',
		'*Times are those of the words spoken at 150 a minute.*',
		...transcript(state, timeline),
		...(afterTranscript?.(state) ?? []),
		...scores(statistics),
		...moments(state, timeline),
		...troubles(state),
		...votes(statistics),
		...judgeVotes(statistics),
		...(afterVotes?.(state) ?? []),
		'## For the record',
		record(state, statistics),
	];
	return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

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

function record(
	{start, interruptions, interjections}: DebateState,
	{words, spokenMs, spending, cost}: Statistics,
): string {
	const cached = spending.input > 0 ? ` (${percent(spending.cached / spending.input)} cached)` : '';
	return [
		`- ${plural(words, 'word')}, ${clock(spokenMs)} at 150 words a minute; ${plural(interruptions.length, 'interruption')}, ${plural(interjections.length, 'interjection')}`,
		`- ${plural(spending.calls, 'request')}: ${formatCount(spending.input)} tokens in${cached}, ${formatCount(spending.output)} out; cost ${money(cost)}${spending.saved > 0 ? `, ${money(spending.saved)} saved by the cache` : ''}`,
		`- Seed ${start?.seed ?? ''}, ${escapeInline(`${start?.app.name ?? ''} ${start?.app.version ?? ''}, debate ${start?.debateId ?? ''}`)}`,
	].join('\n');
}
