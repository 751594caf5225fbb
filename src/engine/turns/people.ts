/** People at the keyboard: the screen is asked for their turns, and what they say comes back as an action. */
import type {UserAction, WantedTurn} from '../../debate/events.ts';
import {fillIn, isPartOf, partOf, type Form, type Reading, type Said} from '../../debate/form.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Answer} from '../../debate/protocol.ts';
import {writtenTurn, type TurnStream} from './turn-stream.ts';
import {unlessAborted, RequestCancelled} from '../context/ending.ts';
import type {Words, RunContext} from '../context/run-context.ts';

type Wanted = Omit<WantedTurn, 'limitMs' | 'words' | 'reading'> & {
	readonly words?: number | undefined;
	readonly reading?: Reading | undefined;
};
type FormQuestion = {
	readonly participant: string;
	readonly step: string;
	readonly purpose: string;
	readonly form: Form;
	readonly reading?: Reading | undefined;
};

const leftTheSeat = 'left the seat';
const letPass = 'let the turn pass';

/** What a person said as this step before the debate was cut off. */
function saidFor({recorder}: RunContext, step: string): string | undefined {
	const said = recorder.state.actions.findLast(action => action.action === 'say' && action.call === step);
	return said?.action === 'say' ? said.text : undefined;
}

/** Whether a turn is a person's: one sits there, or has said it and left. */
export const isTyped = (world: RunContext, participant: string, step: string): boolean =>
	sitsThere(world, participant) || (saidFor(world, step) ?? '') !== '';

export const sitsThere = (world: RunContext, participant: string): boolean =>
	world.voices.get(participant)?.person === true;

/** Lets go all who are typing: their turns pass. */
export function passAll({people}: RunContext, passed: string): void {
	for (const {tell} of people.waiting.values()) tell({passed});
}

/** Hears what a person says in a turn that was asked of them, or that somebody else is to speak it. */
export function hearPerson({people}: RunContext, action: UserAction): void {
	if (action.action === 'say') tellWhoWaits(people, action);
	if (action.action === 'take')
		people.answering.get(action.participant)?.abort(new RequestCancelled('a person has taken the seat'));
	if (action.action !== 'give-back' && action.action !== 'replace') return;
	for (const {participant, tell} of people.waiting.values())
		if (participant === action.participant) tell({passed: leftTheSeat});
}

/** Whoever waits for this, or for something else of the same answer. */
function tellWhoWaits({waiting}: RunContext['people'], {call, text}: Said): void {
	for (const {calls, tell} of waiting.values()) if (calls.includes(call)) tell({call, text});
}

/** What a voice answers; nothing where a person has sat down in its seat meanwhile, who is asked then. */
export async function unlessTaken<T>(
	world: RunContext,
	participant: string,
	ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
	const taken = new AbortController();
	const {answering} = world.people;
	answering.set(participant, taken);
	try {
		return await unlessAborted(taken.signal, ask(AbortSignal.any([taken.signal, world.over.signal])));
	} catch (error) {
		if (error === taken.signal.reason) return undefined;
		throw error;
	} finally {
		answering.delete(participant);
	}
}

/**
 * An answer that a person gives, one thing after the other; what was said before a crash is not asked for again.
 * Nothing where somebody else is to give it.
 */
export async function filledIn(
	world: RunContext,
	{participant, step, purpose, form, reading}: FormQuestion,
): Promise<Answer<unknown> | undefined> {
	for (;;) {
		const said = answersTo(world, step);
		const {parts, next} = fillIn(form, said);
		if ('value' in next) return {ok: true, value: next.value};
		if ('passed' in next) return {ok: false, reason: letPass};
		if (!sitsThere(world, participant)) return undefined;
		const given = await wordsOf(world, {
			participant,
			call: partOf(step, said.length + 1),
			kind: purpose,
			field: next.asks,
			before: parts,
			reading,
		});
		if ('passed' in given) return given.passed === leftTheSeat ? undefined : {ok: false, reason: given.passed};
	}
}

/**
 * What a person types for a debate that goes on elsewhere, under the call that it is known by there; nothing where a
 * voice is to speak instead, and an empty text where they let it pass.
 */
export async function typedFor(world: RunContext, step: string, wanted: WantedTurn): Promise<Said | undefined> {
	const ownCall = (call: string): string => partOf(step, `${wanted.participant} ${call}`);
	const {call, before = []} = wanted;
	const known = [...before, {call, text: undefined}].map(there => ({
		...there,
		here: saidFor(world, ownCall(there.call)),
	}));
	// What was said, or changed, here and has not been heard there.
	const unheard = known.find(({text, here}) => here !== undefined && cleanText(here) !== text);
	if (unheard?.here !== undefined) return {call: unheard.call, text: cleanText(unheard.here)};
	const given = await wordsOf(world, {
		...wanted,
		call: ownCall(call),
		before: before.map(part => ({...part, call: ownCall(part.call)})),
	});
	if ('text' in given)
		return {call: known.find(there => ownCall(there.call) === given.call)?.call ?? call, text: cleanText(given.text)};
	return given.passed === leftTheSeat ? undefined : {call, text: ''};
}

const answersTo = ({recorder}: RunContext, step: string): Said[] =>
	recorder.state.actions.flatMap(action =>
		action.action === 'say' && isPartOf(action.call, step) ? [{call: action.call, text: cleanText(action.text)}] : [],
	);

/** A turn that a person types. What was said before a crash, and not heard to its end, is not asked for again. */
export function typed(world: RunContext, wanted: Wanted): TurnStream {
	const said = saidFor(world, wanted.call);
	const began = world.clock.now();
	const coming = said === undefined ? wordsOf(world, wanted) : Promise.resolve({call: wanted.call, text: said});
	return later(coming.then(words => draftOf(words, world.clock.now() - began)));
}

/** How long voices may take for a stage is not how long people have: their time is the user's to set. */
function wordsOf(
	world: RunContext,
	{participant, call, kind, words, field, before = [], reading}: Wanted,
): Promise<Words> {
	const {waiting, limitMs} = world.people;
	return new Promise<Words>(resolve => {
		waiting.set(call, {
			participant,
			calls: [call, ...before.map(part => part.call)],
			tell(given) {
				waiting.delete(call);
				resolve(given);
			},
		});
		world.recorder.live({
			type: 'turn-wanted',
			call,
			participant,
			kind,
			...(words !== undefined && {words}),
			...(limitMs !== undefined && {limitMs}),
			...(field && {field}),
			...(before.length > 0 && {before}),
			...(reading && {reading}),
		});
	});
}

function draftOf(words: Words, totalMs: number): TurnStream {
	const text = 'text' in words ? words.text.trim() : '';
	return writtenTurn(
		text,
		text === ''
			? {finish: 'failed', reason: 'passed' in words ? words.passed : letPass, totalMs}
			: {finish: 'complete', totalMs},
	);
}

/** A draft that is not there yet. */
function later(coming: Promise<TurnStream>): TurnStream {
	let there: TurnStream | undefined;
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
		ready: async () => void (await arrived),
		done: async () => (await arrived).done(),
		withdraw() {},
	};
}
