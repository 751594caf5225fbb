/** The host's question to one chair, for the listeners. */
import type {Composer} from '../../request/composer.ts';
import {hostAsks, hostProbes} from '../phrases/host-phrases.ts';
import {called, chairOf, writerAt} from '../chairs/speaker.ts';

export const question: Composer = input => {
	const {prompt, task} = input;
	const target = chairOf(prompt, task.attributes['target']);
	if (!target) return undefined;
	const round = task.round ?? prompt.turns.length;
	const writer = writerAt(input, {round, seat: target.seat});
	return writer.say(hostAsks, {called: called(target), probe: writer.phrase('host probe', hostProbes)});
};
