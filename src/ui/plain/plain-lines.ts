/**
 * A debate as plain lines, as it happens: for pipes, plain terminals and screen readers. A fold of the same state as
 * the panes.
 */
import type {JournalEvent, UserAction} from '../../debate/events.ts';
import {sanitize} from '../../debate/text/sanitize.ts';
import {isPerson, personLabel} from '../../debate/seats.ts';
import {emptyState, type DebateState, type SessionEvent, type Turn} from '../../debate/state.ts';
import {reduce} from '../../debate/reduce.ts';
import {statisticsOf, type ChairStatistics} from '../../transcripts/statistics.ts';
import {
	clock,
	hasRehearsal,
	humanize,
	isRehearsal,
	turnKindLabel,
	money,
	percent,
	plural,
	rehearsalLabel,
	speakerOf,
	speakerOfTurn,
	scoreWorking,
} from '../../transcripts/wording.ts';
import {recordLines} from './record-lines.ts';
import {wrapText} from '../text/wrap.ts';

/** Content goes to `out`, everything else to `err`. */
export type PlainLine = {readonly stream: 'out' | 'err'; readonly text: string};

/** Lines are filled to the terminal's width, but for very narrow ones and those that do not tell. */
const narrowest = 20;
const margin = '  ';

/**
 * Folds events into lines no wider than `wanted` columns. Live words are passed over: lines come as heard sentences
 * fill them.
 */
export function plainLines(wanted = 80): {push(event: SessionEvent): PlainLine[]} {
	const columns = wanted > 0 ? Math.max(narrowest, wanted) : 80;
	let state = emptyState;
	/** What of a turn's text does not fill a line yet. */
	const rests = new Map<string, string>();
	/** Turns that were broken into and have not said anything since. */
	const broken = new Set<string>();

	/**
	 * Our own words begin at the margin and never run on to another paragraph; what is said is set in, so that it cannot
	 * pass for them.
	 */
	const ours = (stream: 'out' | 'err', text: string): PlainLine[] =>
		wrapText(sanitize(text).replace(/\s+/gu, ' '), columns).map(text => ({stream, text}));
	const out = (...texts: readonly string[]): PlainLine[] => texts.flatMap(text => ours('out', text));
	const err = (...texts: readonly string[]): PlainLine[] => texts.flatMap(text => ours('err', text));

	function fill(id: string, text: string, ended: boolean): PlainLine[] {
		const lines = wrapText((rests.get(id) ?? '') + sanitize(text), columns - margin.length);
		const rest = ended ? '' : (lines.pop() ?? '');
		rests.set(id, rest === '' || /\s$/u.test(text) ? rest && `${rest} ` : rest);
		return lines
			.filter((line, index) => line !== '' || index > 0)
			.map(line => ({stream: 'out', text: line === '' ? '' : margin + line}));
	}

	/** The turn that is broken into is closed for now, and said to go on. */
	function breakInto({amid}: Turn): PlainLine[] {
		return amid && rests.get(amid.turnId) ? [...fill(amid.turnId, '', true)] : [];
	}

	function tell(event: JournalEvent): PlainLine[] {
		switch (event.type) {
			case 'debate-start':
				return out(event.title, castOf(state));
			case 'segment-start':
				return out('', `== ${humanize(event.segment)}${event.round === undefined ? '' : ` ${event.round}`} ==`);
			case 'turn-start': {
				const turn = turnOf(state, event.turnId);
				return turn ? [...breakInto(turn), ...out('', labelOf(state, turn))] : [];
			}
			case 'turn-delta':
				return [...takeUp(event.turnId), ...fill(event.turnId, event.text, false)];
			case 'turn-end':
				return endTurn(event.turnId);
			case 'evaluation':
				return err(scoreOf(state, event));
			case 'judge-stance':
				return err(...recordLines(state, event));
			case 'critique':
			case 'revision':
			case 'section':
			case 'message':
			case 'message-refused':
			case 'hand-over':
			case 'effectiveness':
			case 'spec-refinement':
			case 'spec-review':
				return out(...recordLines(state, event));
			case 'user-action':
				return err(...changeOfSeat(state, event.data));
			// That somebody is out was said with this very reason.
			case 'notice':
				return state.seats.find(({id}) => id === event.participant)?.out === event.text
					? []
					: err(`[${event.level}] ${event.text}`);
			case 'participant-out':
				return err(`[out] ${speakerOf(state, event.participant)}: ${event.reason}`);
			case 'participant-back':
				return err(`[back] ${speakerOf(state, event.participant)}: ${event.reason}`);
			case 'debate-end':
				return [...out('', endOf(state)), ...err(...figuresOf(state))];
			default:
				return [];
		}
	}

	function endTurn(id: string): PlainLine[] {
		const turn = turnOf(state, id);
		const cut = turn?.finish === 'interrupted' ? ' —' : '';
		const lines = fill(id, cut, true);
		rests.delete(id);
		const failed =
			turn && (turn.finish === 'failed' || turn.finish === 'truncated')
				? err(`[${turn.finish}] ${speakerOfTurn(state, turn)}: ${turn.reason ?? 'no reason given'}`)
				: [];
		if (turn?.amid) broken.add(turn.amid.turnId);
		return [...lines, ...failed];
	}

	function takeUp(id: string): PlainLine[] {
		const turn = broken.delete(id) ? turnOf(state, id) : undefined;
		return turn ? out('', `${speakerOfTurn(state, turn)} goes on:`) : [];
	}

	return {
		push(event) {
			state = reduce(state, event);
			// What was half said where a replay was left is not gone on with.
			if (event.type === 'jump') {
				rests.clear();
				broken.clear();
			}
			return 'seq' in event ? tell(event) : [];
		},
	};
}

const turnOf = (state: DebateState, id: string): Turn | undefined => state.turns.findLast(turn => turn.id === id);

function castOf(state: DebateState): string {
	const who = state.seats
		.map(seat => `${seat.name} (${humanize(seat.framework ?? seat.role)}${isPerson(seat) ? `, ${personLabel}` : ''})`)
		.join(', ');
	return `With ${who}.${hasRehearsal(state) ? ` ${state.seats.every(isRehearsal) ? 'All voices' : 'Some voices'}: ${rehearsalLabel}.` : ''}`;
}

function labelOf(state: DebateState, turn: Turn): string {
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const kind = turnKindLabel(turn);
	const cut =
		turn.kind === 'interruption' ? state.interruptions.find(({turnId}) => turnId === turn.replyTo) : undefined;
	const about = cut
		? ` (${humanize(cut.reason)})`
		: kind === undefined && seat?.framework !== undefined
			? ` (${humanize(seat.framework)})`
			: '';
	return `${speakerOfTurn(state, turn)}${kind === undefined ? '' : ` ${kind}`}${about}:`;
}

function scoreOf(state: DebateState, evaluation: Extract<JournalEvent, {type: 'evaluation'}>): string {
	const {turnId, adherenceScore, reason, selfJudged} = evaluation;
	const turn = turnOf(state, turnId);
	const who = turn ? speakerOfTurn(state, turn) : turnId;
	if (adherenceScore === null) return `[not scored] ${who}: ${reason ?? 'no usable judgement came'}`;
	return `[score] ${who}: ${scoreWorking(evaluation)}${selfJudged ? ' (self-judged)' : ''}`;
}

const endOf = ({outcome, reason}: DebateState): string =>
	`== ${outcome ?? 'unfinished'}${reason === undefined ? '' : `: ${reason}`} ==`;

function figuresOf(state: DebateState): string[] {
	const {chairs, words, spokenMs, spending, cost} = statisticsOf(state);
	return [
		...chairs.map(chairLine),
		`${plural(words, 'word')} (${clock(spokenMs)} spoken), ${plural(spending.calls, 'request')}, ${plural(spending.input + spending.output, 'token')}${spending.cached === 0 ? '' : ` (${percent(spending.cached / spending.input)} of what was sent cached)`}, cost ${money(cost)}${spending.saved === 0 ? '' : `, ${money(spending.saved)} saved by the cache`}`,
	];
}

/** What can be said of a chair: of one that nobody judged, only how much it said. */
function chairLine({
	seat,
	scores,
	mean,
	steelMan,
	selfCritique,
	cutsMade,
	cutsSuffered,
	turns,
	words,
}: ChairStatistics): string {
	if (scores.length === 0) return `${seat.name}: ${plural(turns, 'turn')}, ${plural(words, 'word')}`;
	return `${seat.name}: adherence ${mean === undefined ? 'not scored' : mean.toFixed(1)}, steel-man ${percent(steelMan)}, self-critique ${percent(selfCritique)}, cut in ${cutsMade}, was cut ${cutsSuffered}`;
}

/** Who has sat down where, of those actions that change seats. */
function changeOfSeat({seats}: DebateState, action: UserAction): string[] {
	if (action.action !== 'take' && action.action !== 'give-back' && action.action !== 'replace') return [];
	const seat = seats.find(({id}) => id === action.participant);
	const before = seat?.formerly.at(-1);
	return seat && before
		? [`[seat] ${seat.name}${isPerson(seat) ? ` (${personLabel})` : ''} sits there now instead of ${before.name}`]
		: [];
}
