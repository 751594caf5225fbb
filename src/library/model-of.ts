/** The name that statistics use for a voice. Pure. */
import {isPerson} from '../debate/seats.ts';

/**
 * The model of a voice: `anthropic/claude-sonnet-4` for `openrouter:anthropic/claude-sonnet-4`. All people are `human`;
 * other voices without a model keep their name.
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
