/** Checks what a user wants to do about a seat, and puts the new voice there if it can be done. */
import {reasonOf} from '../../debate/text/reason.ts';
import type {UserAction} from '../../debate/events.ts';
import {holderToRestore, isPerson, personLabel, personVoice, type Seat} from '../../debate/seats.ts';
import {humanVoice} from '../../voices/human-voice.ts';
import type {Voice} from '../../voices/voice.ts';
import type {TurnContext} from './turn-context.ts';

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
