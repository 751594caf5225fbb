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
import {episodeInSteps, type Episode, type EpisodeOptions} from '../episode/episode.ts';
import {formatExportOf} from '../../formats/markdown-parts.ts';
import {html} from '../page/html.ts';
import {markdownPieces} from '../markdown/markdown.ts';
import {podcastPieces} from '../podcast/podcast.ts';
import {reviewExports} from '../../formats/code-debate/report/exports.ts';
import {whole} from '../pieces.ts';
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
	/** The same in pieces, so that a long one is never in memory as a whole. */
	readonly pieces: (state: DebateState, options?: ExportOptions) => Iterable<string>;
	/** Set where only debates of this format have it. */
	readonly protocol?: string;
};

type ExportWriter = Pick<ExportKind, 'file' | 'pieces' | 'protocol'>;

/** Made of the episode, once there is one. */
const made = (file: string, write: (episode: Episode, options: ExportOptions) => Iterable<string>): ExportWriter => ({
	file: () => file,
	*pieces(state, options = {}) {
		if (state.start) yield* write(yield* episodeInSteps(state, options), options);
	},
});

const writers: Readonly<Record<ExportId, ExportWriter>> = {
	md: {file: state => formatExportOf(state).markdownFile ?? 'debate.md', pieces: markdownPieces},
	podcast: {file: () => 'podcast.md', pieces: podcastPieces},
	vtt: made('captions.vtt', vtt),
	srt: made('captions.srt', srt),
	'transcript-json': made('transcript.json', transcriptJson),
	chapters: made('chapters.json', episode => [chaptersJson(episode)]),
	dialogue: made('dialogue.json', (episode, {limit}) => dialogue(episode, limit)),
	html: made('debate.html', html),
	svg: made('card.svg', episode => [svg(episode)]),
	ranking: {
		file: () => 'ranking.jsonl',
		pieces: state => judgementRows(state).map(row => `${JSON.stringify(row)}\n`),
	},
	csv: {
		file: () => 'scores.csv',
		pieces: (state, {edits} = {}) => (state.start ? csv({state, edited: edits !== undefined}) : []),
	},
	...reviewExports,
};

const isId = (id: string): id is ExportId => Object.hasOwn(writers, id);

const kindOf = (id: ExportId): ExportKind => {
	const writer = writers[id];
	return {...exportNames[id], ...writer, write: (state, options) => whole(writer.pieces(state, options))};
};

export const exportKinds: Readonly<Record<string, ExportKind>> = Object.fromEntries(
	Object.keys(exportNames).flatMap(id => (isId(id) ? [[id, kindOf(id)]] : [])),
);
