/** The language of a debate: as its config says, or as its words tell. */
import {languageCode, languageOfText} from '../debate/find.ts';
import {heardText} from '../../debate/queries.ts';
import {isRecord} from '../../debate/is-record.ts';
import type {DebateState} from '../../debate/state.ts';
import {de} from './de.ts';
import {en} from './en.ts';
import {es} from './es.ts';
import {fr} from './fr.ts';
import type {Language} from './language.ts';
import {zh} from './zh.ts';

const languages: readonly Language[] = [en, de, fr, es, zh];

/** How much of a debate is looked at, in characters. */
const enough = 20_000;

/** A text with fewer different small words of a language does not tell. */
const leastWords = 3;

/** The code of the debate's language, ISO 639-1; English where nothing tells. */
export const languageOf = (state: DebateState): string =>
	languageOfPlan({config: state.start?.config, text: beginningOf(state)});

/** The same before anybody has spoken; `text` is what is debated. */
export function languageOfPlan({config, text}: {readonly config: unknown; readonly text: string}): string {
	const language = isRecord(config) ? config['language'] : undefined;
	const configured = typeof language === 'string' && language.length > 1 ? languageCode(language) : undefined;
	return configured ?? languageOfText(text, leastWords) ?? en.code;
}

/** The words of a language; undefined for one that has none here. */
export const wordsOf = (code: string): Language | undefined => languages.find(language => language.code === code);

function beginningOf(state: DebateState): string {
	const pieces = [state.start?.subject.text ?? ''];
	let length = 0;
	for (const turn of state.turns) {
		if (length > enough) break;
		const text = heardText(state, turn);
		pieces.push(text);
		length += text.length;
	}
	return pieces.join(' ').slice(0, enough);
}
