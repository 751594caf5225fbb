/** The debate that the anchors measure: three chairs and eight exchanges, each speaker on a model of its own. */
import type {Participant} from '../../src/debate/events.ts';
import type {OpenSeat, Protocol} from '../../src/debate/protocol.ts';
import type {Voice, VoiceRequest} from '../../src/voices/voice.ts';

export type NotedRequest = {
	readonly model: string;
	readonly purpose: string;
	readonly text: string;
	/** The schema of its answer, which providers put before the messages. */
	readonly schema?: string;
	/** Tokens of its answer. */
	answer: number;
};

/** A voice that notes what it is asked. */
export const noting = (voice: Voice, model: string, requests: NotedRequest[]): Voice => ({
	...voice,
	async *answer(request: VoiceRequest, context) {
		const noted: NotedRequest = {
			model,
			purpose: request.purpose,
			text: request.messages.map(message => `${message.role}\n${message.content}\n`).join(''),
			...(request.schema && {schema: JSON.stringify(request.schema.json)}),
			answer: 0,
		};
		requests.push(noted);
		for await (const delta of voice.answer(request, context)) {
			if (delta.type === 'text') noted.answer += delta.text.length / 4;
			yield delta;
		}
	},
});

export const commonPrefix = (a: string, b: string): number => {
	let length = 0;
	while (length < a.length && a[length] === b[length]) length++;
	return length;
};

export function anchoredDebate(
	protocol: Protocol,
	more: object = {},
): {
	readonly config: unknown;
	readonly seats: readonly OpenSeat[];
	readonly participants: readonly Participant[];
} {
	const config = protocol.config.parse({
		mode: 'duelogic',
		...more,
		chairs: ['utilitarian', 'virtue_ethics', 'deontological'].map((framework, index) => ({
			position: `chair_${index + 1}`,
			framework,
			modelId: `model-${index + 1}`,
		})),
	});
	const seats = protocol.openSeats(config);
	const participants = seats.map((seat): Participant => ({
		id: seat.id,
		name: seat.id,
		role: seat.role,
		voice: `server:${seat.id}`,
		model: seat.like ?? seat.id,
		...(seat.framework ? {framework: seat.framework} : {}),
	}));
	return {config, seats, participants};
}
