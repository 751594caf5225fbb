/** `debate.md`: a debate as a document, from how it was staged to what it came to. */
import type {EvaluationEvent} from '../debate/events.ts';
import type {DebateState, Seat} from '../debate/state.ts';
import {harmless, harmlessInline} from './harmless.ts';
import {arguing, goals, statisticsOf, type Statistics} from './statistics.ts';
import {timelineOf, type Stretch} from './timeline.ts';
import {clock, grouped, hasRehearsal, inWords, isRehearsal, kindInWords, money, percent, plural, rehearsalLabel, speakerOf} from './wording.ts';

export function markdown(state: DebateState): string {
	const {start} = state;
	if (!start) return '';
	const statistics = statisticsOf(state);
	const timeline = timelineOf(state);
	const parts = [
		`# ${harmlessInline(start.title)}`,
		...(start.subject.text === start.title ? [] : [`> ${harmlessInline(start.subject.text)}`]),
		...(hasRehearsal(state) ? [`*${rehearsalLabel}: the words marked so come from Rostrum’s built-in rehearsal voices, not from a language model.*`] : []),
		...(start.subject.context === undefined ? [] : [`**Context.** ${harmless(start.subject.context)}`]),
		'## How it was staged', staging(state), outcome(state),
		'## Transcript', timesLine, ...timeline.flatMap(stretch => stretchLines(state, stretch)),
		...(arguing(state.seats).length > 0 ? ['## Scores', scores(statistics), goalsLine] : []),
		...moments(state, timeline), ...votes(statistics),
		'## For the record', record(state, statistics),
	];
	return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function staging({start, seats}: DebateState): string {
	const rows = seats.map(seat => `| ${[seat.name, inWords(seat.role), seat.framework === undefined ? '–' : inWords(seat.framework), voiceOf(seat)].map(harmlessInline).join(' | ')} |`);
	return [`Held under ${start?.protocol ?? ''} on ${start?.startedAt.slice(0, 10) ?? ''}.`, '', '| who | seat | argues from | voice |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const voiceOf = (seat: Seat): string => (isRehearsal(seat) ? rehearsalLabel : [seat.model ?? seat.voice, seat.provider].filter(part => part !== undefined).join(', '));

function outcome({outcome: ended, reason}: DebateState): string {
	const why = reason === undefined ? '' : `: ${harmlessInline(reason)}`;
	return ended === undefined ? '**Unfinished**: this debate can be resumed.' : `**Outcome**: ${ended}${why}`;
}

const timesLine = '*Times are those of the words spoken at 150 a minute.*';

/** A stretch of speech under its speaker's name, with a heading where a segment or a round begins with it. */
function stretchLines(state: DebateState, {passage: {turn, text, first, last}, start, section}: Stretch): string[] {
	const kind = first ? kindInWords(turn) : 'goes on';
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const label = [
		`**${harmlessInline(speakerOf(state, turn.speaker))}**`,
		...(kind === undefined ? [] : [kind]),
		...(turn.kind === 'interruption' ? reasonOfCut(state, turn.replyTo) : []),
		...(first && seat?.framework !== undefined && kind === undefined ? [harmlessInline(inWords(seat.framework))] : []),
		clock(start),
		...(seat && isRehearsal(seat) ? [`*${rehearsalLabel}*`] : []),
	].join(' · ');
	const cut = last && turn.finish === 'interrupted' ? ' —' : '';
	const failed = last && (turn.finish === 'failed' || turn.finish === 'truncated') && turn.reason !== undefined ? [`*This turn is not whole: ${harmlessInline(turn.reason)}.*`] : [];
	return [...(section === undefined ? [] : [`### ${section}`]), label, `${harmless(text)}${cut}`, ...failed, ...(last && turn.evaluation ? [score(turn.evaluation)] : [])];
}

function reasonOfCut(state: DebateState, cutTurn: string | undefined): string[] {
	const cut = state.interruptions.find(({turnId}) => turnId === cutTurn);
	return cut ? [`${inWords(cut.reason)}, urgency ${cut.urgency.toFixed(2)}`] : [];
}

/** `Adherence 88 = 19 + 19 + 25 + 25`, what each term is, and what was found. */
function score(evaluation: EvaluationEvent): string {
	const {adherenceScore, working, cap, range, selfJudged, reason} = evaluation;
	if (adherenceScore === null) return `*Not scored: ${harmlessInline(reason ?? 'no usable judgement came')}.*`;
	const terms = working.map(({points}) => Math.round(points)).join(' + ');
	const levels = working.map(({dimension, level}) => `${dimensionNames[dimension]} ${inWords(level)}`).join(', ');
	const notes = [
		...(cap ? [`held at ${cap.at}: ${harmlessInline(cap.because)}`] : []), ...(range ? [`judges ranged from ${range[0]} to ${range[1]}`] : []), ...(selfJudged ? ['self-judged'] : []),
		...evaluation.violations.map(({violation, about}) => `${inWords(violation)}${about === undefined ? '' : ` (${harmlessInline(about)})`}`),
	];
	return `*Adherence ${adherenceScore} = ${terms} (${[levels, ...notes].join('; ')})*`;
}

const dimensionNames = {steelManning: 'steel-man', selfCritique: 'self-critique', frameworkConsistency: 'framework', intellectualHonesty: 'honesty'} as const;

function scores({chairs}: Statistics): string {
	const rows = chairs.map(({seat, mean, scores: course, steelMan, selfCritique, consistent, cutsMade, cutsSuffered, unscored}) => {
		const cells = [mean === undefined ? 'not scored' : mean.toFixed(1), course.map(one => one ?? '–').join(' '), percent(steelMan), percent(selfCritique), percent(consistent), `${cutsMade} / ${cutsSuffered}`, String(unscored)];
		return `| ${[harmlessInline(seat.name), ...cells].join(' | ')} |`;
	});
	return ['| chair | mean adherence | course | steel-man | self-critique | framework kept | cut in / was cut | not scored |', '| --- | --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

const goalsLine = `Goals: a steel-man in over ${goals.steelMan * 100} % of the turns, self-critique in over ${goals.selfCritique * 100} %.`;

function moments(state: DebateState, timeline: readonly Stretch[]): string[] {
	const name = (id: string | undefined) => (id === undefined ? 'whoever speaks next' : harmlessInline(speakerOf(state, id)));
	const time = (turnId: string, side: 'start' | 'end') => timeline.findLast(({passage}) => passage.turn.id === turnId)?.[side] ?? 0;
	const events = [
		...state.interruptions.map(({turnId, interrupter, interrupted, reason, trigger}) => ({at: time(turnId, 'end'), text: `${name(interrupter)} cut in on ${name(interrupted)} (${inWords(reason)}): “${harmlessInline(trigger)}”`})),
		...state.interjections.map(({turnId, target, violation, reason, by}) => ({at: time(turnId, 'start'), text: `The arbiter called on ${name(target)}${by === 'user' ? ', as a listener asked' : ''}: ${harmlessInline(violation === undefined ? reason ?? '' : inWords(violation))}`})),
	].toSorted((a, b) => a.at - b.at);
	const failures = [...state.notices.filter(({level}) => level !== 'info').map(({text}) => text), ...state.seats.flatMap(({out, name: who}) => (out === undefined ? [] : [`${who} was out: ${out}`]))];
	return [
		...(events.length === 0 ? [] : ['## Moments', events.map(({at, text}) => `- ${clock(at)} ${text}`).join('\n')]),
		...(failures.length === 0 ? [] : ['## What went wrong', failures.map(text => `- ${harmlessInline(text)}`).join('\n')]),
	];
}

function votes({votes: cast}: Statistics): string[] {
	const stance = (value: number | undefined) => (value === undefined ? '–' : value > 0 ? `+${value}` : String(value));
	const rows = cast.map(({listener, before, after, shift}) => `| ${harmlessInline(listener)} | ${stance(before)} | ${stance(after)} | ${stance(shift)} |`);
	return cast.length === 0 ? [] : ['## Listeners’ votes', ['| listener | before | after | shift |', '| --- | --- | --- | --- |', ...rows].join('\n')];
}

function record({start, interruptions, interjections}: DebateState, {words, spokenMs, spending, cost}: Statistics): string {
	const cached = spending.input > 0 ? ` (${percent(spending.cached / spending.input)} cached)` : '';
	return [
		`- ${plural(words, 'word')}, ${clock(spokenMs)} at 150 words a minute; ${plural(interruptions.length, 'interruption')}, ${plural(interjections.length, 'interjection')}`,
		`- ${plural(spending.calls, 'request')}: ${grouped(spending.input)} tokens in${cached}, ${grouped(spending.output)} out; cost ${money(cost)}`,
		`- Seed ${start?.seed ?? ''}, ${start?.app.name ?? ''} ${start?.app.version ?? ''}, debate ${start?.debateId ?? ''}`,
	].join('\n');
}
