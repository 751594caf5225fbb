/** What an export has to say of itself: who here is a person and who is not, and whether words were changed. */
import {fillSlots} from '../../languages/debate/language.ts';
import {isPerson, type Holder} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {isRehearsal} from '../wording.ts';
import type {Episode} from './episode.ts';
import {en} from '../../languages/episode/en.ts';
import {episodeWords, inWords} from '../../languages/episode/find.ts';
import type {EpisodeWords} from '../../languages/episode/language.ts';

export const editedNote = en.script.edited;

/** In plain text, one or two sentences in the episode's language; empty before anybody has spoken. */
export function noteOf({state, edited, language}: Pick<Episode, 'state' | 'edited' | 'language'>): string {
	const words = episodeWords(language);
	return [disclosure(state, words), edited ? `${words.script.edited}${words.notes.stop}` : '']
		.filter(part => part !== '')
		.join(words.space);
}

/** Who here is a person and who is not; listeners who spoke up aside. Empty before anybody has spoken. */
export function disclosure({turns}: DebateState, words: EpisodeWords = en): string {
	const heard = [
		...new Map(
			turns.flatMap(({by, text, speaker}) => (by && text !== '' ? [[`${speaker} ${by.name}`, by] as const] : [])),
		).values(),
	];
	if (heard.length === 0) return '';
	const rehearsed = heard.filter(isRehearsal);
	const people = heard.filter(isPerson);
	const {disclosure: texts, labels} = words;
	const slots = {rehearsal: labels.rehearsal, except: exceptFor(rehearsed, words), names: listNames(people, words)};
	const listener = turns.some(({kind}) => kind === 'barge-in') ? texts.listener : '';
	const noModels = rehearsed.length + people.length === heard.length;
	const others = noModels ? texts.otherPrograms : texts.otherModels;
	const all = rehearsed.length === heard.length ? texts.programs : texts.models;
	const said = people.length > 0 ? `${texts.people[people.length === 1 ? 0 : 1]}${others}` : all;
	return `${fillSlots(said, slots)}${listener}`;
}

const exceptFor = (rehearsed: readonly Holder[], words: EpisodeWords): string =>
	rehearsed.length === 0
		? ''
		: fillSlots(words.disclosure.except, {
				names: listNames(rehearsed, words),
				rehearsal: words.labels.rehearsal,
			});

const listNames = (holders: readonly Holder[], words: EpisodeWords): string =>
	inWords(
		words,
		holders.map(({name}) => name),
	);
