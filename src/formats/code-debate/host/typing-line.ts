/** Relays typing between the viewer and the sides it started: what people are to type, and what they typed. */
import {z} from 'zod';
import type {UserAction, WantedTurn} from '../../../debate/events.ts';
import {parseJsonIfValid} from '../../../debate/text/parse-json.ts';
import type {RelayedTyping} from './effects.ts';

const Choice = z.object({value: z.string(), label: z.string()});
const Field = z.object({
	label: z.string(),
	key: z.string().exactOptional(),
	about: z.string().exactOptional(),
	choices: z.array(Choice).exactOptional(),
	optional: z.literal(true).exactOptional(),
	initial: z.string().exactOptional(),
	wrong: z.string().exactOptional(),
});
const Part = z.object({call: z.string(), text: z.string(), field: Field});
const Wanted = z.object({
	type: z.literal('turn-wanted'),
	call: z.string(),
	participant: z.string(),
	kind: z.string(),
	words: z.int().exactOptional(),
	field: Field.exactOptional(),
	before: z.array(Part).exactOptional(),
	reading: z.object({name: z.string(), text: z.string()}).exactOptional(),
});

export type TypingLine = RelayedTyping & {
	/** Handles a line that a side has written. */ readonly hear: (line: string) => void;
};

/** `send` hands a line to the side of a seat. */
export function typingLine(send: (seat: string, line: string) => void): TypingLine {
	const open = new Map<string, WantedTurn>();
	let listener: ((wanted: WantedTurn) => void) | undefined;
	return {
		hear(line) {
			// A killed side may leave half a line.
			const read = Wanted.safeParse(parseJsonIfValid(line));
			if (!read.success) return;
			const {type: _type, ...wanted} = read.data;
			// A side asks for one thing at a time.
			open.set(wanted.participant, wanted);
			listener?.(wanted);
		},
		listen(heard) {
			listener = heard;
			for (const wanted of open.values()) heard(wanted);
			return () => void (listener = undefined);
		},
		tell(action) {
			if (!('participant' in action)) return;
			open.delete(action.participant);
			send(action.participant, JSON.stringify(action satisfies UserAction));
		},
	};
}
