/** What lies beside an episode's sound, by the ending of the file's name. */
import {chaptersJson} from '../captions/chapters.ts';
import {srt} from '../captions/srt.ts';
import {transcriptJson} from '../captions/transcript-json.ts';
import {vtt} from '../captions/vtt.ts';
import {whole} from '../pieces.ts';
import type {Episode} from '../episode/episode.ts';

export const episodeTexts = (episode: Episode): Readonly<Record<string, string>> => ({
	vtt: whole(vtt(episode)),
	srt: whole(srt(episode)),
	'transcript.json': whole(transcriptJson(episode)),
	'chapters.json': chaptersJson(episode),
});
