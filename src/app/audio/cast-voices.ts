/** Who is spoken with which voice: as named, as kept by the show, else each with one of their own. */
import type {Segment} from '../../exports/segments.ts';
import {voicesOf} from './speech-engines.ts';

export type SpeechCasting = {
	/** By seat id: from the command line. */
	readonly seats: Readonly<Record<string, string>>;
	/** By the speaker's name or seat id: from the show. */
	readonly show: Readonly<Record<string, string>>;
	/** The engine that gives out voices to all others. */
	readonly engine: string;
	readonly language: string;
};

/** The voice of each who speaks, by name; `taken` in order, so that equal debates get equal voices. */
export function castVoices(
	{seats: all}: {readonly seats: readonly {readonly name: string}[]},
	segments: readonly Pick<Segment, 'speaker' | 'name'>[],
	{seats, show, engine, language}: SpeechCasting,
): ReadonlyMap<string, string> {
	const speakers = new Map(segments.map(({speaker, name}) => [name, speaker]));
	const order = [...all.map(({name}) => name), ...speakers.keys()].filter(name => speakers.has(name));
	const cast = new Map<string, string>();
	const free = voicesOf(engine, language);
	for (const name of new Set(order)) {
		const id = speakers.get(name) ?? '';
		const named = seats[id] ?? seats[name] ?? show[name] ?? show[id];
		if (named !== undefined) cast.set(name, named);
	}
	const taken = new Set(cast.values());
	const left = free.filter(voice => !taken.has(voice));
	let next = 0;
	for (const name of new Set(order)) {
		if (cast.has(name)) continue;
		const voice = left.length > 0 ? left[next++ % left.length] : free[next++ % Math.max(1, free.length)];
		if (voice !== undefined) cast.set(name, voice);
	}
	return cast;
}
