/** Watches of turns whose decisions are written down here. */
import type {Cut, SoFar, TurnWatch} from '../../src/debate/protocol.ts';

export const cutBy = (interrupter: string, {sentences}: SoFar, sentence = sentences.length): Cut => ({
	interrupter,
	reason: 'direct_challenge',
	trigger: sentences[sentence - 1]?.trim() ?? '',
	sentence,
	urgency: 0.9,
	opener: 'No',
	line: '',
});

/** Looks once, when so many sentences are written, and has `b` cut the last of them. */
export const cutAfter = (count: number, more: Partial<TurnWatch> = {}): TurnWatch => ({
	lookAt: ({sentences}, _heard, looks) => (sentences.length >= count && looks.length === 0 ? count : undefined),
	look: async written => cutBy('b', written),
	allows: () => true,
	isPast: () => false,
	missed: async () => {},
	...more,
});
