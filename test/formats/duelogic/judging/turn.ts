import type {Turn} from '../../../../src/debate/state.ts';

/** A turn of an exchange that was heard to its end. */
export const turn = (id: string, speaker: string, text: string, more: Partial<Turn> = {}): Turn => ({
	id,
	speaker,
	by: undefined,
	kind: 'reply',
	text,
	finish: 'complete',
	segment: 'exchange',
	round: 1,
	step: undefined,
	replyTo: undefined,
	amid: undefined,
	startedAt: 0,
	endedAt: 1,
	reason: undefined,
	usage: undefined,
	cost: undefined,
	contentHash: undefined,
	firstTokenMs: undefined,
	totalMs: undefined,
	evaluation: undefined,
	cut: undefined,
	interjection: undefined,
	...more,
});
