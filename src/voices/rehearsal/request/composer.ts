/** What a composer works with: the scene, what is wanted, and chance. */
import type {Dice} from '../language/random.ts';
import type {Budget} from '../language/fit.ts';
import type {Scene, Task} from './notation.ts';
import type {Topic} from './topic.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export type Stage = {
	readonly scene: Scene;
	readonly task: Task;
	readonly topic: Topic;
	/** The same in all requests of a debate. */
	readonly seed: number;
	/** Follows from the seed and the last message. */
	readonly dice: Dice;
	/** What the whole answer has to fit, where it is to be a value. */
	readonly schema: JsonSchema | undefined;
};

/** Composes the answer to one kind of task: a text, or a value that is sent as JSON. */
export type Composer = (stage: Stage) => unknown;

/** The words of a task, or these where it sets none. */
export const budgetOf = ({words}: Task, min: number, max: number): Budget => words ?? {min, max};
