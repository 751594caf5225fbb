/** What the header has no room for: the topic whole, what kind of debate it is, and who sits where. */
import {isPerson, isPlayed, isRehearsal, personLabel, type Seat} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {formatName, formatOf} from '../../formats/index.ts';
import {clock, humanize, plural, playedLabel, rehearsalLabel} from '../../languages/wording.ts';
import {displayOf} from '../../view/participants.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {readable, wrapText} from '../../view/wrap.ts';
import {costText} from '../board/costs.ts';
import {segmentText} from '../board/status.ts';
import {Reading} from '../kit/reading.tsx';
import {type CoveringProps, type DebateStore, useDebate} from '../stage/debate-store.ts';
import {idleContext} from '../terminal/keys.ts';

/** The header of a debate, opened. */
export function SubjectScreen({store, width, height, act}: CoveringProps) {
	useDebate(store);
	return (
		<Reading
			title={store.session.recorded ? 'The topic of this recording' : 'The topic'}
			rows={subjectRows(store, readable(width))}
			width={width}
			height={height}
			scope="reading"
			keyContext={idleContext}
			act={act}
		/>
	);
}

function subjectRows({state, spokenMs}: DebateStore, width: number): readonly Row[] {
	const {start} = state;
	if (!start) return [line('It is about to begin.', 'dim')];
	const {subject, title, protocol} = start;
	const named = title === subject.text ? formatName(protocol) : `${formatName(protocol)} · ${title}`;
	const about = formatOf(protocol)?.summary ?? '';
	const facts = [
		state.outcome ?? segmentText(state),
		plural(state.turns.length, 'turn'),
		`${clock(spokenMs)} aloud`,
		costText(state),
	];
	return [
		...subject.text.split('\n').flatMap(text => (text.trim() === '' ? [blank] : wrapText(text, width).map(strong))),
		blank,
		line(named),
		...wrapText(about, width).map(text => line(text, 'dim')),
		...wrapText(facts.join(' · '), width).map(text => line(text, 'dim')),
		blank,
		...seatRows(state, width),
	];
}

const strong = (text: string): Row => line(text, 'strong');

/** Who speaks in a seat, as its provider names it; a rehearsal and a person are called that. */
const speakerOf = (seat: Seat): string =>
	isRehearsal(seat)
		? rehearsalLabel
		: isPlayed(seat)
			? playedLabel
			: isPerson(seat)
				? personLabel
				: (seat.model ?? seat.provider ?? seat.voice);

/** Everybody who has a seat: in which part, and who speaks there. */
const seatRows = (state: DebateState, width: number): readonly Row[] =>
	state.seats.flatMap(seat => {
		const {sign, tone, name, part} = displayOf(state, seat.id);
		const what = part === '' ? humanize(seat.role) : part;
		const [first = '', ...rest] = wrapText(`${what} · ${speakerOf(seat)}`, Math.max(20, width - name.length - 5));
		return [
			row(span(`${sign} ${name}`, tone), span(` · ${first}`, 'dim')),
			...rest.map(text => line(`  ${text}`, 'dim')),
		];
	});
