/** The input of a composer: the parsed prompt, the task and a random source. */
import type {Random} from '../language/random.ts';
import type {WordRange} from '../language/fit.ts';
import type {ParsedPrompt, Task} from './notation.ts';
import type {Topic} from './topic.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ComposerInput = {
	readonly prompt: ParsedPrompt;
	readonly task: Task;
	readonly topic: Topic;
	/** The same for all requests of a debate. */
	readonly seed: number;
	/** Seeded from `seed` and the last message. */
	readonly random: Random;
	/** The schema for the whole answer, if it is to be a value. */
	readonly schema: JsonSchema | undefined;
};

/** Composes the answer to one kind of task: a text, or a value to be sent as JSON. */
export type Composer = (input: ComposerInput) => unknown;

/** The task's word range, or the given one if it sets none. */
export const wordRangeOf = ({words}: Task, min: number, max: number): WordRange => words ?? {min, max};
