/** What lies beside an episode's sound, by the ending of the file's name. */
import {chaptersJson} from './chapters.ts';
import {srt} from './srt.ts';
import {transcriptJson} from './transcript-json.ts';
import {vtt} from './vtt.ts';
import {whole} from '../pieces.ts';
import type {Episode} from '../episode/episode.ts';

export const episodeTexts = (episode: Episode): Readonly<Record<string, string>> => ({
	vtt: whole(vtt(episode)),
	srt: whole(srt(episode)),
	'transcript.json': whole(transcriptJson(episode)),
	'chapters.json': chaptersJson(episode),
});
