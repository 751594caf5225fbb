/** How points look: their state, their severity, and whose they are. */
import type {PointSeverity} from '../../../debate/formats/code-debate/events.ts';
import {outcomeOf, type AgentRole, type LedgerPoint} from '../../../debate/formats/code-debate/state.ts';
import {seatStyle, signs, type Tone} from '../../../view/text/theme.ts';

type StateLook = {readonly sign: string; readonly tone: Tone; readonly name: string};

export const looks: Readonly<Record<LedgerPoint['state'], StateLook>> = {
	open: {sign: signs.empty, tone: 'dim', name: 'open'},
	agreed: {sign: signs.yes, tone: 'good', name: 'agreed'},
	partly: {sign: signs.drift, tone: 'warning', name: 'partly'},
	disagreed: {sign: signs.no, tone: 'error', name: 'disagreed'},
};

export const lookOf = (point: LedgerPoint): StateLook =>
	outcomeOf(point) === 'withdrawn' ? {sign: signs.out, tone: 'dim', name: 'withdrawn'} : looks[point.state];

export const severityTone: Readonly<Record<PointSeverity, Tone>> = {
	blocker: 'error',
	major: 'warning',
	minor: 'plain',
	note: 'dim',
};

/** A side's own sign and tone, as its seat has them. */
export const sideStyle: Readonly<Record<AgentRole, ReturnType<typeof seatStyle>>> = {A: seatStyle(0), B: seatStyle(1)};
