/** What is being said, and what stands below it at the end: whom the debate waits for, or how it ended. */
import {escapePattern} from '../../debate/text/words.ts';
import type {WantedTurn} from '../../debate/events.ts';
import {paneOf} from '../../formats/index.ts';
import {clock, plural} from '../../languages/wording.ts';
import type {DebateStore} from '../stage/debate-store.ts';
import {approvalKind, displayOf, movingSign, thinkingText} from '../../view/participants.ts';
import {blank, line, row, span, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {readable, wrapText} from '../../view/wrap.ts';

/** The rows of the transcript's window; `found` is marked where it stands in them. */
export function transcriptRows(store: DebateStore, width: number, height: number, found = ''): readonly Row[] {
	const {transcript, state} = store;
	const wide = readable(width);
	transcript.paused = store.paused && !store.over;
	const below = transcript.following ? belowTheEnd(store, wide) : [];
	const room = Math.max(1, height - below.length);
	const rows = [...transcript.view(state, wide, room), ...below];
	const shown = rows.length > 0 && below.length === rows.length ? rows.slice(1) : rows;
	return found === '' ? shown : markWords(shown, found);
}

function belowTheEnd(store: DebateStore, width: number): readonly Row[] {
	if (store.over) return [blank, ...endRows(store, width)];
	const {waiting, wanted} = store;
	if (store.state.seats.length === 0) return [blank, line('Starting…', 'dim')];
	if (store.state.open.length > 0) return silenceRows(store);
	if (wanted) return [blank, typingRow(store, wanted)];
	if (!waiting) return askedRows(store);
	const {name, tone, sign} = displayOf(store.state, waiting.participant);
	const seconds = Math.floor(waiting.for / 1000);
	return [
		blank,
		row(
			span(`${seconds > 0 ? movingSign(waiting.for) : sign} `, tone),
			span(`waiting for ${name}${seconds > 0 ? ` · ${seconds} s` : ''}${thinkingText(waiting)}`, 'dim'),
		),
	];
}

/** That the voice of the running turn says nothing, and for how long. */
function silenceRows({signs: live, state}: DebateStore): readonly Row[] {
	const silence = live.silence(state);
	const id = state.open.at(-1);
	const speaker = state.turns.findLast(turn => turn.id === id)?.speaker;
	if (silence === undefined || speaker === undefined) return [];
	const {name, tone} = displayOf(state, speaker);
	const seconds = Math.floor(silence / 1000);
	return [row(span(`${movingSign(silence)} `, tone), span(`${name} has been silent for ${seconds} s`, 'dim'))];
}

/** Several that are asked at once, before the first of them is heard. */
function askedRows({state}: DebateStore): readonly Row[] {
	const asked = paneOf(state)?.asked?.(state) ?? [];
	const [first] = asked;
	if (!first) return [];
	const seconds = Math.floor(Math.max(...asked.map(({since}) => state.at - (since ?? state.at))) / 1000);
	return [
		blank,
		line(
			`${seconds > 0 ? movingSign(seconds * 1000) : signs.playing} waiting for ${asked.length === 1 ? displayOf(state, first.id).name : plural(asked.length, 'agent')}${seconds > 0 ? ` · ${seconds} s` : ''}`,
			'dim',
		),
	];
}

function typingRow({state, typingTimeLeft: leftToType}: DebateStore, {participant, kind}: WantedTurn): Row {
	const {name, tone} = displayOf(state, participant);
	const what = kind === approvalKind ? 'This is for you to decide' : `${name} is to speak, here at the keyboard`;
	return row(
		span(`${signs.user} `, tone),
		span(`${what}${leftToType === undefined ? '' : ` · ${clock(leftToType)} left`}`, 'dim'),
	);
}

function endRows({state, session}: DebateStore, width: number): readonly Row[] {
	if (state.outcome === undefined)
		return [line(session.live ? 'Interrupted; it can be resumed.' : 'The recording ends here.', 'warning')];
	const [first = '', ...rest] =
		state.reason === undefined ? [] : wrapText(`${state.outcome} · ${state.reason}`, width - 3);
	const why = first.slice(state.outcome.length);
	return [
		row(span(`${signs.rule}${signs.rule} `, 'dim'), span(state.outcome, 'strong'), span(why, 'dim')),
		...rest.map(text => line(`   ${text}`, 'dim')),
	];
}

/** Shows the words that were searched for in whatever case, also where they go over the end of a line. */
export function markWords(rows: readonly Row[], words: string): readonly Row[] {
	const wanted = words.toLowerCase();
	// Lower case may be longer than what it is of: places in it are none in the text.
	const inLine = new RegExp(escapePattern(words), 'giu');
	const texts = rows.map(({spans}) =>
		spans
			.map(({text}) => text)
			.join('')
			.toLowerCase(),
	);
	const over = rows.map((_, place) => overTheEnd(texts[place] ?? '', texts[place + 1] ?? '', wanted));
	return rows.map((each, place) =>
		markEdges(
			{...each, spans: each.spans.flatMap(piece => markSpan(piece, inLine))},
			over[place - 1]?.tail ?? 0,
			over[place]?.head ?? 0,
		),
	);
}

/** How many characters of the words stand at the end of a line, and how many at the beginning of the next. */
function overTheEnd(
	text: string,
	next: string,
	wanted: string,
): {readonly head: number; readonly tail: number} | undefined {
	const [end, start] = [text.trim(), next.trim()];
	for (let at = wanted.indexOf(' '); at >= 0; at = wanted.indexOf(' ', at + 1)) {
		if (end.endsWith(wanted.slice(0, at)) && start.startsWith(wanted.slice(at + 1)))
			return {head: at, tail: wanted.length - at - 1};
	}
	return undefined;
}

/** Marks so many characters of a line's words at their beginning and at their end. */
function markEdges(shown: Row, first: number, last: number): Row {
	if (first + last === 0) return shown;
	const text = shown.spans.map(piece => piece.text).join('');
	const [from, to] = [text.length - text.trimStart().length, text.trimEnd().length];
	return {...shown, spans: markPart(markPart(shown.spans, from, from + first), to - last, to)};
}

/** Marks what stands between two places of a line. */
function markPart(spans: readonly Span[], from: number, to: number): readonly Span[] {
	let at = 0;
	return spans.flatMap(({text, tone}): readonly Span[] => {
		const [start, end] = [Math.max(0, from - at), Math.max(0, to - at)];
		at += text.length;
		return [
			span(text.slice(0, start), tone),
			span(text.slice(start, end), 'found'),
			span(text.slice(end), tone),
		].filter(piece => piece.text !== '');
	});
}

function markSpan({text, tone}: Span, wanted: RegExp): readonly Span[] {
	const marked: Span[] = [];
	let from = 0;
	for (const {0: found, index} of text.matchAll(wanted)) {
		marked.push(span(text.slice(from, index), tone), span(found, 'found'));
		from = index + found.length;
	}
	return [...marked, span(text.slice(from), tone)];
}
