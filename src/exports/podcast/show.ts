/** What a debate's config says of the show that it is an episode of. */
import {z} from 'zod';
import {fillSlots} from '../../languages/debate/language.ts';
import type {DebateState} from '../../debate/state.ts';
import type {EpisodeWords} from '../../languages/episode/language.ts';

const Podcast = z.object({
	podcastMode: z.object({enabled: z.boolean(), showName: z.string(), episodeNumber: z.number().optional()}),
});

/** `Duelogic, episode 12`; nothing where there is no show. */
export function episodeLabel({start}: DebateState, {labels}: EpisodeWords): string | undefined {
	const {data} = Podcast.safeParse(start?.config);
	if (!data?.podcastMode.enabled) return undefined;
	const {showName, episodeNumber} = data.podcastMode;
	return episodeNumber === undefined
		? showName
		: fillSlots(labels.episode, {show: showName, number: String(episodeNumber)});
}
