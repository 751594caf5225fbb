/** What lies beside an episode's sound, by the ending of the file's name. */
import {chaptersJson} from '../captions/chapters.ts';
import {srt} from '../captions/srt.ts';
import {transcriptJson} from '../captions/transcript-json.ts';
import {vtt} from '../captions/vtt.ts';
import type {Episode} from '../episode/episode.ts';

export const episodeTexts = (episode: Episode): Readonly<Record<string, string>> => ({
	vtt: vtt(episode),
	srt: srt(episode),
	'transcript.json': transcriptJson(episode),
	'chapters.json': chaptersJson(episode),
});
