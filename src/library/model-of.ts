/** What statistics call whoever spoke. Pure. */
import {isPerson} from '../debate/seats.ts';

/**
 * The model of a voice: `anthropic/claude-sonnet-4` of `openrouter:anthropic/claude-sonnet-4`. People are all one; what
 * else is no model keeps its name.
 */
export function modelOf(voice: string): string {
	if (isPerson({voice})) return 'human';
	if (/^rehearsal\b/u.test(voice)) return 'rehearsal';
	if (voice.startsWith('agent:')) return voice;
	return (
		/^https?:\/\/[^#]*#(?<model>.+)$/u.exec(voice)?.groups?.['model'] ??
		/^[^:/]+:(?<model>.+)$/u.exec(voice)?.groups?.['model'] ??
		voice
	);
}
