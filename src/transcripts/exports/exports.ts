/** The exports, by the name they have on the command line. */
import type {DebateState} from '../../debate/state.ts';
import {judgementRows} from '../../debate/views/judgements.ts';
import {chaptersJson} from '../captions/chapters.ts';
import {srt} from '../captions/srt.ts';
import {transcriptJson} from '../captions/transcript-json.ts';
import {vtt} from '../captions/vtt.ts';
import {svg} from '../card/svg.ts';
import {csv} from '../data/csv.ts';
import {dialogue} from '../data/dialogue.ts';
import {episodeFrom, type Episode, type EpisodeOptions} from '../episode/episode.ts';
import {formatExportOf} from '../formats/registry.ts';
import {html} from '../page/html.ts';
import {markdown} from '../markdown/markdown.ts';
import {podcast} from '../podcast/podcast.ts';
import {reviewExports} from '../review/exports.ts';
import {exportNames, type ExportId} from './export-names.ts';

export type ExportOptions = EpisodeOptions & {
	/** Characters a request of `dialogue`. */
	readonly limit?: number;
};

export type ExportKind = {
	/** The name on screen, and what it is in a line. */
	readonly name: string;
	readonly about: string;
	/** The file's name in the debate's folder. */
	readonly file: (state: DebateState) => string;
	/** The whole file; empty before the debate has started. */
	readonly write: (state: DebateState, options?: ExportOptions) => string;
	/** Set where only debates of this format have it. */
	readonly protocol?: string;
};

type ExportWriter = Pick<ExportKind, 'file' | 'write' | 'protocol'>;

/** Made of the episode, once there is one. */
const made = (file: string, write: (episode: Episode, options: ExportOptions) => string): ExportWriter => ({
	file: () => file,
	write: (state, options = {}) => (state.start ? write(episodeFrom(state, options), options) : ''),
});

const writers: Readonly<Record<ExportId, ExportWriter>> = {
	md: {file: state => formatExportOf(state).markdownFile ?? 'debate.md', write: markdown},
	podcast: {file: () => 'podcast.md', write: podcast},
	vtt: made('captions.vtt', vtt),
	srt: made('captions.srt', srt),
	'transcript-json': made('transcript.json', transcriptJson),
	chapters: made('chapters.json', chaptersJson),
	dialogue: made('dialogue.json', (episode, {limit}) => dialogue(episode, limit)),
	html: made('debate.html', html),
	svg: made('card.svg', svg),
	ranking: {
		file: () => 'ranking.jsonl',
		write: state =>
			judgementRows(state)
				.map(row => `${JSON.stringify(row)}\n`)
				.join(''),
	},
	csv: made('scores.csv', csv),
	...reviewExports,
};

const isId = (id: string): id is ExportId => Object.hasOwn(writers, id);

export const exportKinds: Readonly<Record<string, ExportKind>> = Object.fromEntries(
	Object.entries(exportNames).flatMap(([id, named]) => (isId(id) ? [[id, {...named, ...writers[id]}]] : [])),
);
