/** What a floor needs of the running debate, beyond its turns. */
import type {z} from 'zod';
import type {Prompt} from '../../debate/protocol.ts';
import type {UserAction, WantedTurn} from '../../debate/events.ts';
import type {TextAnswer} from '../../debate/form.ts';
import type {Prefetch} from '../turns/prefetch.ts';
import type {TurnContext} from '../turns/turn-context.ts';

export type FloorContext = TurnContext & {
	readonly prefetch: Prefetch;
	/** The script's handlers of user actions. */
	readonly handlers: Map<UserAction['action'], (action: UserAction) => void>;
	readonly effects: Effects;
	/** Gets each prompt that the script makes, of steps that are recalled too. */
	readonly onPrompt?: ((asked: AskedPrompt) => void) | undefined;
};

/** A prompt of a step; with a schema where a value is asked for. */
export type AskedPrompt = {
	readonly step: string;
	readonly participant: string;
	readonly prompt: Prompt;
	readonly schema?: z.ZodType;
};

/** Side effects supplied by the host, by name. */
export type Effects = Readonly<Record<string, Effect>>;

/**
 * A side effect supplied by the host; JSON in, JSON out. `waitFor` shows on the screen which participant it waits for,
 * and why. `type` asks a person to type what a debate elsewhere wants of them; it gives undefined if a voice is to
 * speak instead.
 */
type Effect = (
	input: unknown,
	signal: AbortSignal,
	waitFor: (participant: string, purpose: string) => void,
	type: (wanted: WantedTurn) => Promise<TextAnswer | undefined>,
) => Promise<unknown>;
