/** What an export has to say of itself: who here is a person and who is not, and whether words were changed. */
import {isPerson, type Holder} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {isRehearsal, rehearsalLabel} from '../wording.ts';
import type {Episode} from './episode.ts';

export const editedNote = 'Edited after the debate: these are not the words as they were said';

/** In plain text, one or two sentences; empty before anybody has spoken. */
export function noteOf({state, edited}: Pick<Episode, 'state' | 'edited'>): string {
	return [disclosure(state), edited ? `${editedNote}.` : ''].filter(part => part !== '').join(' ');
}

/** Who here is a person and who is not; listeners who spoke up aside. Empty before anybody has spoken. */
export function disclosure({turns}: DebateState): string {
	const heard = [
		...new Map(
			turns.flatMap(({by, text, speaker}) => (by && text !== '' ? [[`${speaker} ${by.name}`, by] as const] : [])),
		).values(),
	];
	const rehearsed = heard.filter(isRehearsal);
	const people = heard.filter(isPerson);
	const listener = turns.some(({kind}) => kind === 'barge-in') ? ' A listener who spoke up is not one of them.' : '';
	if (heard.length === 0) return '';
	if (people.length > 0)
		return `${listNames(people)} ${people.length === 1 ? 'is a person' : 'are people'}; all other speakers are ${rehearsed.length + people.length === heard.length ? `programs that rehearse a debate (${rehearsalLabel})` : `AI${exceptFor(rehearsed)}`}.${listener}`;
	if (rehearsed.length === heard.length)
		return `No human and no AI model speaks here: all voices are programs that rehearse a debate (${rehearsalLabel}).${listener}`;
	return `All speakers are AI${exceptFor(rehearsed)}.${listener}`;
}

const exceptFor = (rehearsed: readonly Holder[]): string =>
	rehearsed.length === 0
		? ''
		: `, but for ${listNames(rehearsed)}: a program that rehearses a debate (${rehearsalLabel})`;

const listNames = (holders: readonly Holder[]): string => inWords(holders.map(({name}) => name));

/** `A, B and C`. */
export const inWords = (names: readonly string[]): string =>
	names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
