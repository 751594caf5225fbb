/** People at the keyboard: the screen is asked for their turns, and what they type comes back as a `say` action. */
import type {UserAction, WantedTurn} from '../../debate/events.ts';
import {isUnsaid, lastAbout} from '../../debate/state.ts';
import {fillIn, isPartCall, partCall, type Form, type Reading, type TextAnswer} from '../../debate/form.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Answer} from '../../debate/protocol.ts';
import {limitTime} from '../calls/ask-voice.ts';
import {typedTurn, writtenTurn, type TurnStream} from './write-turn.ts';
import {unlessAborted, untilOver, RequestCancelled} from '../context.ts';
import type {HumanTurns, TurnContext, Words} from './turn-context.ts';

type Wanted = Omit<WantedTurn, 'limitMs' | 'words' | 'reading' | 'hint'> & {
	readonly hint?: string | undefined;
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

/** What a person said in this step, possibly before the debate was cut off, unless they took it back. */
function saidFor({log}: TurnContext, step: string): string | undefined {
	const said = lastAbout(log.state, step);
	return said?.action === 'say' ? said.text : undefined;
}

/** Whether a person speaks this turn: one sits there now, or typed it and then left the seat. */
export const isTyped = (context: TurnContext, participant: string, step: string): boolean =>
	isHuman(context, participant) || (saidFor(context, step) ?? '') !== '';

export const isHuman = (context: TurnContext, participant: string): boolean =>
	context.voices.get(participant)?.person === true;

/** Passes every turn that is being typed. */
export function passAll({people}: TurnContext, passed: string): void {
	for (const {answer} of people.waiting.values()) answer({passed});
}

/** Applies a user action to the turns that wait for a person: words, or a change of who sits in the seat. */
export function hearPerson({people}: TurnContext, action: UserAction): void {
	if (action.action === 'say') deliver(people, action);
	if (action.action === 'take')
		people.answering.get(action.participant)?.abort(new RequestCancelled('a person has taken the seat'));
	if (action.action !== 'give-back' && action.action !== 'replace') return;
	for (const {participant, answer} of people.waiting.values())
		if (participant === action.participant) answer({passed: leftTheSeat});
}

/** Gives words to whoever waits for them, or for another part of the same answer. */
function deliver({waiting}: HumanTurns, {call, text}: TextAnswer): void {
	for (const {calls, answer} of waiting.values()) if (calls.includes(call)) answer({call, text});
}

/** What a voice answers; undefined if a person takes its seat meanwhile, who is then asked instead. */
export async function unlessTaken<T>(
	context: TurnContext,
	participant: string,
	ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
	const taken = new AbortController();
	const {answering} = context.people;
	answering.set(participant, taken);
	try {
		return await unlessAborted(taken.signal, ask(AbortSignal.any([taken.signal, context.over.signal])));
	} catch (error) {
		if (error === taken.signal.reason) return undefined;
		throw error;
	} finally {
		answering.delete(participant);
	}
}

/**
 * An answer that a person gives, one field after another. What was said before a crash is not asked for again.
 * Undefined if somebody else is to answer.
 */
export async function fillForm(
	context: TurnContext,
	{participant, step, purpose, form, reading}: FormQuestion,
): Promise<Answer<unknown> | undefined> {
	for (;;) {
		const said = answersFor(context, step);
		const {parts, next} = fillIn(form, said);
		if ('value' in next) return {ok: true, value: next.value};
		if ('passed' in next) return {ok: false, reason: letPass};
		if (!isHuman(context, participant)) return undefined;
		const given = await wordsOf(context, {
			participant,
			call: partCall(step, said.length + 1),
			kind: purpose,
			field: next.asks,
			before: parts,
			reading,
		});
		if ('passed' in given) return given.passed === leftTheSeat ? undefined : {ok: false, reason: given.passed};
	}
}

/**
 * What a person types for a debate that is run elsewhere, under the call id that it has there. Undefined if a voice is
 * to speak instead, and an empty text if they let it pass.
 */
export async function typeForOther(
	context: TurnContext,
	step: string,
	wanted: WantedTurn,
): Promise<TextAnswer | undefined> {
	const ownCall = (call: string): string => partCall(step, `${wanted.participant} ${call}`);
	const {call, before = []} = wanted;
	const known = [...before, {call, text: undefined}].map(there => ({
		...there,
		here: saidFor(context, ownCall(there.call)),
	}));
	// Said or changed here, and not yet known there.
	const unheard = known.find(({text, here}) => here !== undefined && cleanText(here) !== text);
	if (unheard?.here !== undefined) return {call: unheard.call, text: cleanText(unheard.here)};
	const given = await wordsOf(context, {
		...wanted,
		call: ownCall(call),
		before: before.map(part => ({...part, call: ownCall(part.call)})),
	});
	if ('text' in given)
		return {call: known.find(there => ownCall(there.call) === given.call)?.call ?? call, text: cleanText(given.text)};
	return given.passed === leftTheSeat ? undefined : {call, text: ''};
}

const answersFor = ({log}: TurnContext, step: string): TextAnswer[] =>
	log.state.actions.flatMap(action =>
		action.action === 'say' && isPartCall(action.call, step) ? [{call: action.call, text: cleanText(action.text)}] : [],
	);

/** A turn that a person types. What they said before a crash is not asked for again. */
export function typeTurn(context: TurnContext, wanted: Wanted): TurnStream {
	const said = saidFor(context, wanted.call);
	const began = context.clock.now();
	const coming = said === undefined ? wordsOf(context, wanted) : Promise.resolve({call: wanted.call, text: said});
	return typedTurn(coming.then(words => turnOf(words, context.clock.now() - began, context.sources !== undefined)));
}

/** Asks on the screen. A person's time limit is a setting of the user's; time limits of voices do not apply. */
function wordsOf(
	context: TurnContext,
	{participant, call, kind, words, field, before = [], reading, hint}: Wanted,
): Promise<Words> {
	const {waiting, limitMs} = context.people;
	return new Promise<Words>(resolve => {
		waiting.set(call, {
			participant,
			calls: [call, ...before.map(part => part.call)],
			answer(given) {
				waiting.delete(call);
				resolve(given);
			},
		});
		context.log.live({
			type: 'turn-wanted',
			call,
			participant,
			kind,
			...(words !== undefined && {words}),
			...(limitMs !== undefined && {limitMs}),
			...(field && {field}),
			...(before.length > 0 && {before}),
			...(reading && {reading}),
			...(hint !== undefined && {hint}),
		});
	});
}

function turnOf(words: Words, totalMs: number, cites: boolean): TurnStream {
	const text = 'text' in words ? words.text.trim() : '';
	return writtenTurn(
		text,
		text === ''
			? {finish: 'failed', reason: 'passed' in words ? words.passed : letPass, totalMs}
			: {finish: 'complete', totalMs},
		cites,
	);
}

/** How long a person can take a turn back at least, from its first word, in milliseconds. */
const leastToUnsayMs = 4_000;

/** Keeps a short turn open while its speaker may still see what they have said. At `instant`, nothing is kept open. */
export async function timeToUnsay(context: TurnContext, step: string): Promise<void> {
	const {log, clock, pace, control, over, questions} = context;
	const began = log.state.turns.findLast(turn => turn.step === step)?.startedAt ?? 0;
	const {signal, lift} = limitTime(context, over.signal, Math.max(0, began + leastToUnsayMs - clock.now()));
	const passed = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), {once: true}));
	const isOpen = () =>
		questions !== undefined && pace.wordsAMinute > 0 && control.cutShort === undefined && !isUnsaid(log.state, step);
	while (isOpen() && (!signal.aborted || log.state.paused))
		await untilOver(context, signal.aborted ? pace.touched() : Promise.race([passed, pace.touched()]));
	lift();
}
