/** A debate as plain lines, as it happens: for pipes, plain terminals and screen readers. A fold of the same state as the panes. */
import type {JournalEvent, RunEvent} from '../debate/events.ts';
import {emptyState, reduce, type DebateState, type Turn} from '../debate/state.ts';
import {statisticsOf} from '../transcripts/statistics.ts';
import {clock, hasRehearsal, inWords, isRehearsal, kindInWords, money, percent, plural, rehearsalLabel, speakerOf} from '../transcripts/wording.ts';
import {wrapText} from './wrap.ts';

/** Content goes to `out`, everything else to `err`. */
export type PlainLine = {readonly stream: 'out' | 'err'; readonly text: string};

/** Folds events into lines no wider than `columns`. Live words are passed over: text comes by whole sentences. */
export function plainLines(columns = 80): {push(event: RunEvent): PlainLine[]} {
	let state = emptyState;
	/** What of a turn's text does not fill a line yet. */
	const rests = new Map<string, string>();

	const out = (...texts: readonly string[]): PlainLine[] => texts.map(text => ({stream: 'out', text}));
	const err = (...texts: readonly string[]): PlainLine[] => texts.flatMap(text => wrapText(text, columns)).map(text => ({stream: 'err', text}));

	function fill(id: string, text: string, ended: boolean): PlainLine[] {
		const lines = wrapText((rests.get(id) ?? '') + text, columns);
		const rest = ended ? '' : lines.pop() ?? '';
		rests.set(id, rest === '' || /\s$/u.test(text) ? rest && `${rest} ` : rest);
		return out(...lines.filter((line, index) => line !== '' || index > 0));
	}

	/** The turn that is broken into is closed for now, and said to go on. */
	function breakInto({amid}: Turn): PlainLine[] {
		return amid && rests.get(amid.turnId) ? [...fill(amid.turnId, '', true)] : [];
	}

	function tell(event: JournalEvent): PlainLine[] {
		switch (event.type) {
			case 'debate-start': return out(...wrapText(event.title, columns), ...wrapText(castOf(state), columns));
			case 'segment-start': return out('', `== ${inWords(event.segment)}${event.round === undefined ? '' : ` ${event.round}`} ==`);
			case 'turn-start': {
				const turn = turnOf(state, event.turnId);
				return turn ? [...breakInto(turn), ...out('', ...wrapText(labelOf(state, turn), columns))] : [];
			}
			case 'turn-delta': return fill(event.turnId, event.text, false);
			case 'turn-end': return endTurn(event.turnId);
			case 'evaluation': return err(scoreOf(state, event));
			case 'notice': return err(`[${event.level}] ${event.text}`);
			case 'participant-out': return err(`[out] ${speakerOf(state, event.participant)}: ${event.reason}`);
			case 'participant-back': return err(`[back] ${speakerOf(state, event.participant)}: ${event.reason}`);
			case 'debate-end': return [...out('', ...wrapText(endOf(state), columns)), ...err(...figuresOf(state))];
			default: return [];
		}
	}

	function endTurn(id: string): PlainLine[] {
		const turn = turnOf(state, id);
		const cut = turn?.finish === 'interrupted' ? ' —' : '';
		const lines = fill(id, cut, true);
		rests.delete(id);
		const failed = turn && (turn.finish === 'failed' || turn.finish === 'truncated') ? err(`[${turn.finish}] ${speakerOf(state, turn.speaker)}: ${turn.reason ?? 'no reason given'}`) : [];
		const host = turn?.amid && turnOf(state, turn.amid.turnId);
		return [...lines, ...failed, ...(host?.finish === undefined && host ? out('', `${speakerOf(state, host.speaker)} goes on:`) : [])];
	}

	return {
		push(event) {
			state = reduce(state, event);
			return 'seq' in event ? tell(event) : [];
		},
	};
}

const turnOf = (state: DebateState, id: string): Turn | undefined => state.turns.findLast(turn => turn.id === id);

function castOf(state: DebateState): string {
	const who = state.seats.map(seat => `${seat.name} (${inWords(seat.framework ?? seat.role)})`).join(', ');
	return `With ${who}.${hasRehearsal(state) ? ` ${state.seats.every(isRehearsal) ? 'All voices' : 'Some voices'}: ${rehearsalLabel}.` : ''}`;
}

function labelOf(state: DebateState, turn: Turn): string {
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const kind = kindInWords(turn);
	const cut = turn.kind === 'interruption' ? state.interruptions.find(({turnId}) => turnId === turn.replyTo) : undefined;
	const about = cut ? ` (${inWords(cut.reason)})` : kind === undefined && seat?.framework !== undefined ? ` (${inWords(seat.framework)})` : '';
	return `${speakerOf(state, turn.speaker)}${kind === undefined ? '' : ` ${kind}`}${about}:`;
}

function scoreOf(state: DebateState, {turnId, adherenceScore, working, reason, selfJudged}: Extract<JournalEvent, {type: 'evaluation'}>): string {
	const turn = turnOf(state, turnId);
	const who = turn ? speakerOf(state, turn.speaker) : turnId;
	if (adherenceScore === null) return `[not scored] ${who}: ${reason ?? 'no usable judgement came'}`;
	return `[score] ${who}: ${adherenceScore} = ${working.map(({points}) => Math.round(points)).join(' + ')}${selfJudged ? ' (self-judged)' : ''}`;
}

const endOf = ({outcome, reason}: DebateState): string => `== ${outcome ?? 'unfinished'}${reason === undefined ? '' : `: ${reason}`} ==`;

function figuresOf(state: DebateState): string[] {
	const {chairs, words, spokenMs, spending, cost} = statisticsOf(state);
	return [
		...chairs.map(({seat, mean, steelMan, selfCritique, cutsMade, cutsSuffered}) => `${seat.name}: adherence ${mean === undefined ? 'not scored' : mean.toFixed(1)}, steel-man ${percent(steelMan)}, self-critique ${percent(selfCritique)}, cut in ${cutsMade}, was cut ${cutsSuffered}`),
		`${plural(words, 'word')} (${clock(spokenMs)} spoken), ${plural(spending.calls, 'request')}, ${plural(spending.input + spending.output, 'token')}, cost ${money(cost)}`,
	];
}
