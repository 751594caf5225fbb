/** Whose words a turn's really are: a seat may change its voice in the course of a debate, or be taken by the user. Pure. */
import type {JournalEvent} from '../debate/events.ts';
import {isPerson} from '../debate/seats.ts';

/** The voice that each turn was spoken by, by the turn's id. */
export type VoicesByTurn = ReadonlyMap<string, string>;

export function voicesByTurn(events: readonly JournalEvent[]): VoicesByTurn {
	const seated = new Map<string, string>();
	const taken = new Set<string>();
	const spoken = new Map<string, string>();
	for (const event of events) {
		if (event.type === 'debate-start') for (const {id, voice} of event.participants) seated.set(id, voice);
		if (event.type === 'turn-start') spoken.set(event.turnId, taken.has(event.speaker) ? 'human' : seated.get(event.speaker) ?? event.speaker);
		if (event.type !== 'user-action') continue;
		const {data} = event;
		if (data.action === 'take') taken.add(data.participant);
		if (data.action === 'give-back' || data.action === 'replace') taken.delete(data.participant);
		if (data.action === 'replace') seated.set(data.participant, data.voice);
	}
	return spoken;
}

/** The model of a voice as statistics call it: `anthropic/claude-sonnet-4` of `openrouter:anthropic/claude-sonnet-4`. What is no model keeps its name. */
export function modelOf(voice: string): string {
	if (/^rehearsal\b/u.test(voice)) return 'rehearsal';
	if (isPerson({voice})) return 'human';
	if (voice.startsWith('agent:')) return voice;
	return /^https?:\/\/[^#]*#(?<model>.+)$/u.exec(voice)?.groups?.['model'] ?? /^[^:/]+:(?<model>.+)$/u.exec(voice)?.groups?.['model'] ?? voice;
}
