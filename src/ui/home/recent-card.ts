/** Details of a debate held before that is chosen on the home screen. */
import {useEffect, useState} from 'react';
import {formatName, isRead} from '../../formats/index.ts';
import {heardText} from '../../debate/state.ts';
import {clock, humanize, plural, speakerOfTurn} from '../../languages/wording.ts';
import type {ChairStatistics} from '../../exports/statistics.ts';
import {costText} from '../board/costs.ts';
import {segmentText} from '../board/status.ts';
import type {DebateDetails} from '../../app/setup/debate-look.ts';
import type {RecentDebate} from '../../app/setup/recent-debates.ts';
import {spark} from '../../view/format.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {seatStyle, signs, type Tone} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';
import {reasonOf} from '../../debate/text/words.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import {entersTo, type Chosen} from './home-entries.ts';

/** What it is, what Enter does and where it lies; below that, as far as there is room, what was read of it. */
export function recentRows(
	recent: RecentDebate,
	details: DetailsRead | undefined,
	width: number,
	height: number,
): readonly Row[] {
	const {title, path, sample, when, format} = recent;
	const named = format === undefined ? [when] : [formatName(format), when];
	const about = [
		...wrapText(title, width).map(text => line(text, 'strong')),
		...wrapText(named.join(' · '), width).map(text => line(text, 'dim')),
	];
	const act = line(`enter ${entersTo(recent)}`);
	const where = (sample ? [] : wrapText(path, width)).map(text => line(text, 'dim'));
	const short = [
		[...about, blank, act, ...(where.length > 0 ? [blank, ...where] : [])],
		[...about, act, ...where],
		[...about, act],
	].find(rows => rows.length <= height);
	if (!short) return about;
	return details === undefined ? short : [...short, ...fitting(partsOf(details, width), height - short.length)];
}

/** The parts that fit, each with a blank line above it; the last of them may be cut off after three lines. */
function fitting(parts: readonly (readonly Row[])[], height: number): readonly Row[] {
	const rows: Row[] = [];
	for (const part of parts.filter(({length}) => length > 0)) {
		const room = height - rows.length - 1;
		if (room < Math.min(3, part.length)) break;
		rows.push(blank, ...part.slice(0, room));
	}
	return rows;
}

function partsOf(details: DetailsRead, width: number): readonly (readonly Row[])[] {
	if ('failed' in details) return [warning(details.failed, width)];
	const {state, statistics, facts: known, card, fault} = details;
	const facts = [
		state.outcome ?? segmentText(state),
		plural(known.counts.turns, 'turn'),
		...(isRead(state.start?.protocol) ? [] : [`${clock(known.length)} aloud`]),
		costText(state),
	];
	const told = [...wrapText(facts.join(' · '), width).map(text => line(text)), ...statistics.chairs.map(sideRow)];
	const quoted = card?.exchange ?? [];
	const words =
		quoted.length === 0
			? lastWords(details, width)
			: quoted.flatMap(({speaker, name, text}, place) => [
					...(place === 0 ? [] : [blank]),
					...said(details, {speaker, name, text: `“${text}”`}, width),
				]);
	return [
		fault === undefined ? [] : warning(fault, width),
		told,
		words.length === 0 ? [] : [line(quoted.length === 0 ? 'Last words' : 'Best exchange', 'dim'), ...words],
		(card?.moments ?? []).flatMap(({text}) => wrapText(text, width).map(each => line(each, 'dim'))),
		card?.openQuestion === undefined ? [] : wrapText(`Left open: ${card.openQuestion}`, width).map(text => line(text)),
	];
}

const warning = (text: string, width: number): readonly Row[] =>
	wrapText(`${signs.notice} ${text}`, width).map(each => line(each, 'warning'));

/** Of a side's scores, as many as tell its course. */
const COURSE = 12;

function sideRow({seat, scores, mean}: ChairStatistics, place: number): Row {
	const {sign, tone} = seatStyle(place);
	const from = seat.framework ?? seat.persona ?? seat.role;
	const scored =
		mean === undefined ? [] : [span(`  ${spark(scores, COURSE)}`, tone), span(` ${mean.toFixed(0)} of 100`)];
	return row(span(`${sign} `, tone), span(seat.name, tone), span(` · ${humanize(from)}`), ...scored);
}

type Saying = {readonly speaker: string; readonly name: string; readonly text: string};

/** Characters of the last turn that are enough to know it by. */
const ENOUGH = 600;

function lastWords(details: DebateDetails, width: number): readonly Row[] {
	const {state} = details;
	const turn = state.turns.findLast(each => heardText(state, each).trim() !== '');
	if (!turn) return [];
	const text = heardText(state, turn).trim();
	const end = text.length > ENOUGH ? `… ${text.slice(-ENOUGH).replace(/^\S*\s+/u, '')}` : text;
	return said(details, {speaker: turn.speaker, name: speakerOfTurn(state, turn), text: end}, width);
}

function said({statistics}: DebateDetails, {speaker, name, text}: Saying, width: number): readonly Row[] {
	const place = statistics.chairs.findIndex(({seat}) => seat.id === speaker);
	const {sign, tone}: {sign: string; tone: Tone} =
		place < 0 ? {sign: signs.arbiter, tone: 'arbiter'} : seatStyle(place);
	return [
		row(span(`${sign} `, tone), span(name, tone)),
		...wrapText(text.replaceAll(/\s+/gu, ' '), width - 2).map(each => line(`  ${each}`)),
	];
}

// What is shown is read once the cursor rests.

/** Milliseconds that the cursor rests on a debate before it is read. */
const REST = 120;

/** What was read of a debate, or why it could not be. */
export type DetailsRead = DebateDetails | {readonly failed: string};

/** The debate that the cursor rests on; undefined until it is read. Reading ends when the cursor moves on. */
export function useDetails(read: RostrumPort['details'], choice: Chosen | undefined): DetailsRead | undefined {
	const [known, set] = useState<{readonly path: string; readonly what: DetailsRead}>();
	const path = choice && 'recent' in choice ? choice.recent.path : undefined;
	useEffect(() => {
		if (!read || path === undefined) return undefined;
		const moved = new AbortController();
		const keep = (what: DetailsRead) => (moved.signal.aborted ? undefined : set({path, what}));
		const rest = setTimeout(() => {
			void read(path, moved.signal).then(keep, (error: unknown) => keep({failed: reasonOf(error)}));
		}, REST);
		return () => {
			clearTimeout(rest);
			moved.abort();
		};
	}, [read, path]);
	return known?.path === path ? known?.what : undefined;
}
