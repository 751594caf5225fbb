/** The text left on the primary screen after the app has closed. */
import {statisticsOf} from '../../exports/statistics.ts';
import {clock, plural} from '../../languages/wording.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {costText, spokenMs} from '../panes/status.ts';

/** Outcome, figures, files, and how to go on: plain lines without colour, each ended by a newline. */
export function farewellText({state, session, words, over}: DebateStore): string {
	if (!state.start) return '';
	const means = statisticsOf(state).chairs.flatMap(({seat, mean}) =>
		mean === undefined ? [] : [`${seat.name} ${Math.round(mean)}`],
	);
	const resumable = session.live && state.outcome === undefined;
	return [
		state.start.subject.text,
		`${state.outcome ?? (session.live ? 'not finished' : 'replay')}${state.reason === undefined ? '' : `: ${state.reason}`} · ${plural(state.turns.length, 'turn')} · ${clock(spokenMs(words))} spoken · ${costText(state)}`,
		...(means.length === 0 ? [] : [`Adherence: ${means.join(', ')}`]),
		...(session.folder === undefined ? [] : [`Files: ${session.folder}`]),
		...(resumable && session.resumeWith !== undefined ? [`Go on with: ${session.resumeWith}`] : []),
		...(over && !resumable && session.replayWith !== undefined ? [`Watch again with: ${session.replayWith}`] : []),
	]
		.map(text => `${text}\n`)
		.join('');
}
