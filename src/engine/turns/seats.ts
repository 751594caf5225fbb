/** Seats in a running debate: put out where a voice cannot go on, or changed where a user says so. */
import type {TurnContext} from './turn-context.ts';
import {DebateOver} from '../context.ts';
import {reasonOf} from '../../debate/text/words.ts';
import type {UserAction} from '../../debate/events.ts';
import {holderToRestore, isPerson, personLabel, personVoice, type Seat} from '../../debate/seats.ts';
import {isUnsaid, lastSaid} from '../../debate/state.ts';
import {humanVoice, type Voice} from '../../voices/voice.ts';

export const isOut = (context: TurnContext, participant: string): string | undefined =>
	context.log.heard().seats.find(seat => seat.id === participant)?.out;

/** Puts a seat out. Throws and ends the debate if too few speakers are left. */
export function putOut(context: TurnContext, participant: string, reason: string): void {
	if (isOut(context, participant) !== undefined) return;
	context.log.emit({type: 'participant-out', participant, reason});
	const left = stillIn(context);
	if (left.length >= context.quorum.minSpeakers) return;
	const over = new DebateOver(
		'failed',
		`${left.length} of ${context.quorum.speakers.length} speakers ${left.length === 1 ? 'is' : 'are'} left, and ${context.quorum.minSpeakers} are needed: ${nameOf(context, participant)} is out (${reason})`,
	);
	context.over.abort(over);
	throw over;
}

const stillIn = (context: TurnContext, but?: string): readonly string[] =>
	context.quorum.speakers.filter(id => id !== but && isOut(context, id) === undefined);

/** Names steps in which a text is said in a participant's place, without its voice. */
export const saying = 'say';

/**
 * Why a voice that has just failed is put out: its turn before failed too. Texts said in its place do not count, nor
 * failures of others who sat there before.
 */
export function failsAgain(context: TurnContext, participant: string, reason: string): string | undefined {
	const seat = context.log.heard().seats.find(({id}) => id === participant);
	if (context.control.overBudget !== undefined) return undefined;
	const last = context.log
		.heard()
		.turns.findLast(
			turn =>
				turn.speaker === participant &&
				turn.finish !== undefined &&
				turn.startedAt >= (seat?.since ?? 0) &&
				!turn.step?.includes(` ${saying} `),
		);
	return last?.finish === 'failed' ? `two turns failed running; the last: ${reason}` : undefined;
}

const again = 'try again';
const goOn = 'go on without it';
const end = 'end the debate';

/**
 * Asks the user about a seat whose voice cannot go on: they may have it asked once more, put another voice there, go on
 * without it or end the debate. If nobody can answer, the debate goes on without it. Nothing is recorded before that is
 * settled, so a debate that is cut off meanwhile asks again.
 */
export async function settleSeat(
	context: TurnContext,
	participant: string,
	reason: string,
): Promise<'asked-again' | 'lost'> {
	const {questions} = context;
	if (!questions || isOut(context, participant) !== undefined || context.control.stopping) return 'lost';
	const before = context.voices.get(participant);
	// Several requests may fail at once for the same voice: they wait for one answer.
	const settled =
		context.quorum.settling.get(participant) ??
		ask(context, participant, reason).finally(() => context.quorum.settling.delete(participant));
	context.quorum.settling.set(participant, settled);
	const retried = await settled;
	return retried || context.voices.get(participant) !== before ? 'asked-again' : 'lost';
}

/** Whether the same voice is to try again. Throws where the debate is to end. */
async function ask(context: TurnContext, participant: string, reason: string): Promise<boolean> {
	const enough =
		!context.quorum.speakers.includes(participant) ||
		stillIn(context, participant).length >= context.quorum.minSpeakers;
	const answer = await context.questions?.ask({
		id: `seat ${participant} ${context.log.state.seq}`,
		seat: participant,
		text: `${nameOf(context, participant)} cannot go on: ${reason}`,
		options: [again, ...(enough ? [goOn] : []), end],
	});
	const choice = answer?.action === 'choose' ? answer.choice : undefined;
	if (choice === again) return true;
	// Without enough speakers, the debate ends by itself.
	if (!enough || choice !== end) return false;
	const over = new DebateOver(
		'stopped',
		`ended by the user when ${nameOf(context, participant)} could not go on (${reason})`,
	);
	context.over.abort(over);
	throw over;
}

const nameOf = (context: TurnContext, participant: string): string =>
	context.log.heard().seats.find(seat => seat.id === participant)?.name ?? participant;

// Checks what a user wants to do about a seat, and puts the new voice there if it can be done.

/** Creates the voice that the user wrote, under a given name. Throws if it cannot. */
export type FindVoice = (spec: string, named?: {readonly name: string; readonly provider: string}) => Voice;

/** The action as it is recorded, with names. Undefined, after a notice that says why, if it cannot be done. */
export function validateSeatAction(
	context: TurnContext,
	action: UserAction,
	people: readonly string[],
	find: FindVoice | undefined,
): UserAction | undefined {
	if (action.action === 'say')
		return {
			...action,
			name: context.log.state.seats.find(({id}) => id === action.participant)?.name ?? action.participant,
		};
	if (action.action === 'unsay') {
		if (lastSaid(context.log.state)?.call === action.call) return action;
		if (isUnsaid(context.log.state, action.call)) return undefined;
		const text = 'Too late to take your last turn back: it is over, and was heard.';
		return void context.log.emit({type: 'notice', level: 'info', text});
	}
	if (action.action !== 'take' && action.action !== 'give-back' && action.action !== 'replace') return action;
	const seat = context.log.state.seats.find(({id}) => id === action.participant);
	const admitted = seat
		? seatAction(context, action, {seat, people, find})
		: `there is no seat "${action.participant}"`;
	if (typeof admitted !== 'string') return admitted;
	context.log.emit({type: 'notice', level: 'warning', text: `Nobody has changed seats: ${admitted}.`});
	return undefined;
}

type SeatOptions = {readonly seat: Seat; readonly people: readonly string[]; readonly find: FindVoice | undefined};

function seatAction(
	context: TurnContext,
	action: Extract<UserAction, {action: 'take' | 'give-back' | 'replace'}>,
	{seat, people, find}: SeatOptions,
): UserAction | string {
	try {
		if (action.action === 'take') return take(context, action, seat, people);
		if (!find) return 'no other voice can be found here';
		if (action.action === 'give-back') return giveBack(context, action, seat, find);
		return replace(context, action, seat, {people, find});
	} catch (error) {
		// Unknown voice, or one without its key: the user is told, and may try another.
		return reasonOf(error);
	}
}

const notForPeople = (seat: Seat): string =>
	`${seat.name} is asked for more than turns here, so that no person can sit there`;

function take(
	context: TurnContext,
	action: Extract<UserAction, {action: 'take'}>,
	seat: Seat,
	people: readonly string[],
): UserAction | string {
	if (isPerson(seat)) return `${seat.name} sits there already`;
	if (!people.includes(seat.id)) return notForPeople(seat);
	const name = action.name ?? unusedName(context);
	context.voices.set(seat.id, humanVoice(personVoice(name), name));
	return {...action, name};
}

function giveBack(
	context: TurnContext,
	action: Extract<UserAction, {action: 'give-back'}>,
	seat: Seat,
	find: FindVoice,
): UserAction | string {
	const to = holderToRestore(seat);
	if (!to) return `no voice sat there before ${seat.name}; replace it with one`;
	context.voices.set(seat.id, find(to.voice, {name: to.name, provider: to.provider ?? ''}));
	return action;
}

function replace(
	context: TurnContext,
	action: Extract<UserAction, {action: 'replace'}>,
	seat: Seat,
	{people, find}: {people: readonly string[]; find: FindVoice},
): UserAction | string {
	const voice = find(action.voice);
	if (voice.person && !people.includes(seat.id)) return notForPeople(seat);
	const name = toldApart(context, voice.name, seat.id);
	context.voices.set(seat.id, voice);
	const {questions} = context;
	const because = questions?.open?.seat === seat.id ? questions.open.text : undefined;
	const {model, price: {from: prices} = {from: undefined}} = voice;
	return {
		...action,
		name,
		provider: voice.person ? personLabel : voice.provider,
		...(model !== undefined && {model}),
		...(prices && {prices}),
		...(because !== undefined && {because}),
	};
}

const taken = ({log: {state}}: TurnContext, name: string, but?: string): boolean =>
	state.seats.some(seat => seat.id !== but && seat.name === name);

function unusedName(context: TurnContext): string {
	for (let number = 1; ; number++) {
		const name = number === 1 ? 'Guest' : `Guest ${number}`;
		if (!taken(context, name)) return name;
	}
}

/** The name, with a number if somebody else has it already. */
function toldApart(context: TurnContext, name: string, seat: string): string {
	for (let number = 1; ; number++) {
		const different = number === 1 ? name : `${name} ${number}`;
		if (!taken(context, different, seat)) return different;
	}
}
