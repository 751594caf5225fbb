/** People at the keyboard: the screen is asked for their turns, and what they say comes back as an action. */
import type {UserAction} from '../debate/events.ts';
import type {SpeakOptions} from '../debate/protocol.ts';
import {written, type Draft} from './draft.ts';
import type {Words, World} from './world.ts';

type Wanted = {readonly participant: string; readonly call: string; readonly words: number | undefined; readonly options: SpeakOptions};

/** What a person said as this step before the debate was cut off. */
function saidFor({recorder}: World, step: string): string | undefined {
	const said = recorder.state.actions.findLast(action => action.action === 'say' && action.call === step);
	return said?.action === 'say' ? said.text : undefined;
}

/** Whether a turn is a person's: one sits there, or has said it and left. */
export const isTyped = (world: World, participant: string, step: string): boolean => sitsThere(world, participant) || (saidFor(world, step) ?? '') !== '';

export const sitsThere = (world: World, participant: string): boolean => world.voices.get(participant)?.person === true;

/** Lets go all who are typing: their turns pass. */
export function passAll({people}: World, passed: string): void {
	for (const {tell} of people.waiting.values()) tell({passed});
}

/** Hears what a person says in a turn that was asked of them, or that somebody else is to speak it. */
export function hearPerson({people}: World, action: UserAction): void {
	if (action.action === 'say') people.waiting.get(action.call)?.tell({text: action.text});
	if (action.action !== 'give-back' && action.action !== 'replace') return;
	for (const {participant, tell} of people.waiting.values()) if (participant === action.participant) tell({passed: 'left the seat'});
}

/** A turn that a person types. What was said before a crash, and not heard to its end, is not asked for again. */
export function typed(world: World, wanted: Wanted): Draft {
	const said = saidFor(world, wanted.call);
	const began = world.clock.now();
	const coming = said === undefined ? wordsOf(world, wanted) : Promise.resolve({text: said});
	return later(coming.then(words => draftOf(words, world.clock.now() - began)));
}

function wordsOf(world: World, {participant, call, words, options}: Wanted): Promise<Words> {
	const {waiting, limitMs: own} = world.people;
	const limits = [own, options.limitMs].filter(limit => limit !== undefined);
	return new Promise<Words>(resolve => {
		waiting.set(call, {participant, tell(given) {
			waiting.delete(call);
			resolve(given);
		}});
		world.recorder.live({type: 'turn-wanted', call, participant, kind: options.kind, ...(words !== undefined && {words}), ...(limits.length > 0 && {limitMs: Math.min(...limits)})});
	});
}

function draftOf(words: Words, totalMs: number): Draft {
	const text = 'text' in words ? words.text.trim() : '';
	return written(text, text === '' ? {finish: 'failed', reason: 'passed' in words ? words.passed : 'let the turn pass', totalMs} : {finish: 'complete', totalMs});
}

/** A draft that is not there yet. */
function later(coming: Promise<Draft>): Draft {
	let there: Draft | undefined;
	const arrived = coming.then(draft => (there = draft));
	return {
		typed: true,
		get text() {
			return there?.text ?? '';
		},
		get end() {
			return there?.end;
		},
		get measured() {
			return there?.measured ?? {totalMs: 0};
		},
		whileThinking() {},
		next: async () => (await arrived).next(),
		ready: async () => void await arrived,
		done: async () => (await arrived).done(),
		withdraw() {},
	};
}
