/** A turn as a step: recalled from the journal, or spoken now. */
import type {Floor, Prompt, SpeakOptions} from '../../debate/protocol.ts';
import type {Turn} from '../../debate/state.ts';
import {isTyped, typeTurn} from '../turns/people.ts';
import {isOut} from '../turns/seats.ts';
import {recallTurn, speak, type Speech} from '../turns/speak.ts';
import {streamTurn} from '../turns/stream-turn.ts';
import {writtenTurn, type TurnStream} from '../turns/turn-stream.ts';
import type {FloorContext} from './floor-context.ts';
import {scopeBelow, type Steps} from './steps.ts';

export type TurnStep = Omit<Speech, 'stream'>;

/** What a script calls for: `what` is the step's name. */
export type TurnCall = {
	readonly what: string;
	readonly participant: string;
	readonly options: SpeakOptions;
	/** Undefined where the words are ours. */ readonly prompt?: Prompt;
};

/** Speaks until a turn was heard: where nothing was heard of one and its seat was filled anew, it begins again. */
export async function turnStep(
	context: FloorContext,
	{steps, child}: {readonly steps: Steps; readonly child: (name: string) => Floor},
	{what, participant, options, prompt}: TurnCall,
	begin: (turn: TurnStep) => TurnStream,
): Promise<Turn> {
	const step = steps.next(what);
	if (prompt) context.onPrompt?.({step, participant, prompt});
	const name = step.slice(steps.scope.length + 1).replaceAll(' ', '-');
	const turn: TurnStep = {
		participant,
		options,
		step,
		scopeAt: place => scopeBelow(steps.scope, `${name}-${place}`),
		floorAt: place => child(`${name}-${place}`),
	};
	if (context.history.knows(turn.step)) return recallTurn(context, turn);
	for (;;) {
		const spoken = await speak(context, context.prefetch, {...turn, stream: begin(turn)});
		if (spoken) return spoken;
	}
}

/** The stream of a turn that is spoken now: typed by a person, claimed from the prefetched ones, or requested. */
export function beginTurn(context: FloorContext, {participant, options, step}: TurnStep, prompt: Prompt): TurnStream {
	const {kind, limitMs, amid} = options;
	const refused = isOut(context, participant) ?? (amid ? context.control.overBudget : undefined);
	// When the budget is used up, what is left of it is for the closing.
	if (refused !== undefined) return writtenTurn('', {finish: 'failed', reason: refused, totalMs: 0});
	if (isTyped(context, participant, step))
		return typeTurn(context, {participant, call: step, kind, words: prompt.words});
	const claimed = context.prefetch.claimTurn(participant, prompt, step);
	if (!amid) context.prefetch.withdraw();
	return claimed ?? streamTurn(context, {participant, prompt, purpose: kind, step, limitMs});
}
