/** On a screen, a model that was found on this machine speaks where the user named nobody and has no key. */
import {textOption, type Input} from '../../formats/options.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {awaitsVoice, findHere, localVoices} from '../voices/ask-servers.ts';
import {namedPreset} from './presets.ts';

type VoicedInput = {readonly input: Input; readonly notices: readonly string[]};

/** The input with the found model as everybody’s voice, and a notice of it; the same where none is wanted or found. */
export async function withFoundVoice(
	input: Input,
	configuration: Configuration,
	signal: AbortSignal,
): Promise<VoicedInput> {
	if (!awaitsVoice(configuration) || namesVoice(input, configuration)) return {input, notices: []};
	const [found] = localVoices(await findHere(configuration, signal));
	if (!found) return {input, notices: []};
	return {
		input: {...input, options: {...input.options, voice: found.voice}},
		notices: [
			`${found.name} speaks: it was found on this machine, and nobody was named. --voice names another, such as rehearsal.`,
		],
	};
}

/** Whether the user says who speaks for everybody, on the command line or in a preset. */
function namesVoice({args: [protocol = ''], options}: Input, {home}: Configuration): boolean {
	if (textOption(options, 'voice') !== undefined) return true;
	const id = textOption(options, 'preset');
	return id !== undefined && namedPreset(homeFiles(home).presets, protocol, id).options.voice !== undefined;
}
