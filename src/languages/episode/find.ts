/** What an episode says of itself, by the code of its language. */
import {debateLanguage} from '../debate/find.ts';
import {en as english} from '../debate/en.ts';
import {listIn} from '../debate/language.ts';
import {humanize} from '../../exports/wording.ts';
import {de} from './de.ts';
import {en} from './en.ts';
import {es} from './es.ts';
import {fr} from './fr.ts';
import type {EpisodeWords} from './language.ts';
import {zh} from './zh.ts';

const languages: readonly EpisodeWords[] = [en, de, fr, es, zh];

/** English where there are no words of the language. */
export const episodeWords = (code: string): EpisodeWords => languages.find(each => each.code === code) ?? en;

/** `A, B and C`, as the language writes it. */
export const inWords = ({code}: EpisodeWords, names: readonly string[]): string =>
	listIn(debateLanguage(code) ?? english, names);

/** A part, role or framework by its id. */
export const nameIn = ({names}: EpisodeWords, id: string): string => names[id] ?? humanize(id);

/** The heading of a part of the debate, with its number: `Exchange 2`. */
export function partName({names}: EpisodeWords, segment: string, round: number | undefined): string {
	const name = names[segment] ?? segment.replaceAll('_', ' ').replace(/^./u, first => first.toUpperCase());
	return round === undefined ? name : `${name} ${round}`;
}
