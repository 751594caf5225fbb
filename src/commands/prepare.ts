/** A debate that is ready to be staged: what was arranged, with its voices. */
import type {Configuration} from '../settings.ts';
import type {Voice} from '../voices/voice.ts';
import {arrange, type Arrangement, type Place} from './arrange.ts';
import type {Input} from './command.ts';
import {voiceFinder, voicesOf, type FindVoice} from './voices.ts';

/** A debate before it begins. */
export type Plan = Omit<Arrangement, 'seated'> & {readonly voices: ReadonlyMap<string, Voice>; readonly findVoice: FindVoice};

/** Throws `UsageError`. */
export const prepare = (input: Input, configuration: Configuration, place: Place): Plan => withVoices(arrange(input, configuration, place), configuration);

/** Makes the voices of a debate. Throws `UsageError` where one lacks a key. */
export function withVoices(arranged: Arrangement, configuration: Configuration): Plan {
	const findVoice = voiceFinder(configuration);
	return {...arranged, findVoice, voices: voicesOf(arranged.seated, findVoice)};
}
