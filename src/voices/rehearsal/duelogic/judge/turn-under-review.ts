/** The turn that a judge is shown, and what it is held against. */
import {blocksOf, readTurn, type Card, type Heard, type Scene} from '../../request/notation.ts';
import type {Stage} from '../../request/composer.ts';
import {sentencesOf, wordsOf} from '../../language/text.ts';
import {chairOf} from '../chairs/speaker.ts';

/** A turn under judgement, and what it can be held against. */
export type Judged = {
	readonly scene: Scene;
	readonly stage: Stage;
	readonly me: Card;
	readonly turn: Heard;
	readonly sentences: readonly string[];
	/** The other chairs, and their turns before this one. */
	readonly others: readonly Card[];
	readonly before: readonly Heard[];
};

/** The turn is repeated in the task where it was cut; otherwise it stands among the others. */
export function judgedIn(stage: Stage): Judged | undefined {
	const {scene, task} = stage;
	const id = task.attributes['turn'];
	const index = scene.turns.findIndex(turn => turn.id === id);
	const repeated = [...task.blocks, ...blocksOf(scene.asked)]
		.filter(({name}) => name === 'turn')
		.map(readTurn)
		.at(-1);
	const turn = repeated ?? scene.turns[index];
	const me = turn && (chairOf(scene, turn.speaker) ?? scene.chairs.find(({name}) => name === turn.name));
	if (!turn || !me) return undefined;
	const before = (index < 0 ? scene.turns : scene.turns.slice(0, index)).filter(({speaker}) => speaker !== me.id);
	const others = scene.chairs.filter(card => card.id !== me.id);
	return {
		scene,
		stage,
		me,
		turn,
		sentences: sentencesOf(turn.text).filter(isQuotable),
		others,
		before: before.filter(({speaker}) => others.some(other => other.id === speaker)),
	};
}

/** Shorter quotations prove nothing. */
const isQuotable = (sentence: string): boolean => wordsOf(sentence).length >= 4;
