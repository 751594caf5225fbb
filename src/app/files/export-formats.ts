/** The exports, by the name they have on the command line, and which of them a debate has. */
import type {DebateState} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {judgementRows} from '../../debate/views/judgements.ts';
import {chaptersJson, srt, transcriptJson, vtt} from '../../exports/captions.ts';
import {cover, socialCard, svg} from '../../exports/card.ts';
import {csv} from '../../exports/csv.ts';
import {dialogue} from '../../exports/dialogue.ts';
import {
	disclosure,
	episodeInSteps,
	heardEpisodeInSteps,
	type Episode,
	type EpisodeOptions,
} from '../../exports/episode.ts';
import {exportNames, unknownExport, type ExportId, type ExportName} from '../../exports/export-names.ts';
import type {FormatParts} from '../../exports/format-parts.ts';
import {articlePieces} from '../../exports/markdown.ts';
import {html} from '../../exports/page.ts';
import {highlightPieces} from '../../exports/highlights.ts';
import {whole} from '../../exports/pieces.ts';
import {tts, type TtsOptions} from '../../exports/tts.ts';
import {podcastPieces} from '../../exports/podcast.ts';
import {formatOf, formats} from '../../formats/index.ts';

export type ExportOptions = EpisodeOptions & TtsOptions;

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

/** What the debate's format brings. */
const partsOf = ({start}: DebateState): FormatParts | undefined => formatOf(start?.protocol);

type ExportWriter = Pick<ExportKind, 'file' | 'pieces' | 'protocol'>;

/** Made of the episode, once there is one. */
const made = (file: string, write: (episode: Episode, options: ExportOptions) => Iterable<string>): ExportWriter => ({
	file: () => file,
	*pieces(state, options = {}) {
		if (state.start) yield* write(yield* episodeInSteps(state, options), options);
	},
});

/** Timed by the sound, where there is one. */
const timed = (file: string, write: (episode: Episode, options: ExportOptions) => Iterable<string>): ExportWriter => ({
	file: () => file,
	*pieces(state, options = {}) {
		if (state.start) yield* write(yield* heardEpisodeInSteps(state, options), options);
	},
});

/** What debates of every format have. */
const common: Readonly<Partial<Record<ExportId, ExportWriter>>> = {
	md: {
		...timed('', (episode, {detail}) => articlePieces(episode, detail)),
		file: state => partsOf(state)?.markdown?.file ?? 'debate.md',
	},
	highlights: timed('highlights.md', highlightPieces),
	podcast: {file: () => 'podcast.md', pieces: podcastPieces},
	vtt: timed('captions.vtt', vtt),
	srt: timed('captions.srt', srt),
	'transcript-json': timed('transcript.json', transcriptJson),
	chapters: timed('chapters.json', episode => [chaptersJson(episode)]),
	dialogue: made('dialogue.json', (episode, {limit}) => dialogue(episode, limit)),
	tts: made('tts.txt', tts),
	html: timed('debate.html', episode => html(episode)),
	svg: timed('card.svg', episode => [svg(episode)]),
	cover: made('cover.svg', episode => [cover(episode)]),
	social: made('preview.svg', ({state, format}) => [socialCard.svg(state, format)]),
	ranking: {
		file: () => 'ranking.jsonl',
		pieces: state => judgementRows(state).map(row => `${JSON.stringify({...row, note: disclosure(state)})}\n`),
	},
	csv: {
		file: () => 'scores.csv',
		pieces: (state, {edits, format} = {}) => (state.start ? csv({state, edited: edits !== undefined, format}) : []),
	},
};

/** What only those of one format have. */
const own: readonly (readonly [string, ExportWriter])[] = formats.flatMap(({id: protocol, exports = {}}) =>
	Object.entries(exports).map(([id, {file, pieces}]) => [id, {file: () => file, pieces, protocol}] as const),
);

const writers: Readonly<Record<string, ExportWriter>> = {...common, ...Object.fromEntries(own)};

const kindOf = (name: ExportName, writer: ExportWriter): ExportKind => {
	const pieces: ExportKind['pieces'] = (state, options) => writer.pieces(state, {...options, format: partsOf(state)});
	return {...name, ...writer, pieces, write: (state, options) => whole(pieces(state, options))};
};

export const exportKinds: Readonly<Record<string, ExportKind>> = Object.fromEntries(
	Object.entries(exportNames).flatMap(([id, name]) => {
		const writer = writers[id];
		return writer ? [[id, kindOf(name, writer)]] : [];
	}),
);

export const exportFormats = (protocol: string | undefined): {id: string; name: string; about: string}[] =>
	Object.entries(exportKinds).flatMap(([id, kind]) =>
		kind.protocol === undefined || kind.protocol === protocol ? [{id, name: kind.name, about: kind.about}] : [],
	);

/** A debate in a format. Throws `UsageError` for one that debates of its kind do not have. */
export function writeFormat(
	{name, protocol, pieces}: ExportKind,
	state: DebateState,
	options?: ExportOptions,
): Iterable<string> {
	const own = state.start?.protocol;
	if (protocol === undefined || own === undefined || own === protocol) return pieces(state, options);
	throw new UsageError({
		what: `Only debates of ${protocol} have this export`,
		value: name,
		from: '--to',
		todo: `This is one of ${own}: formats for it are ${exportFormats(own)
			.map(({id}) => id)
			.join(', ')}.`,
	});
}

export const castFile = 'debate.cast';

/** Those that `png` makes a picture of. */
export const pictures: readonly string[] = ['svg', 'cover', 'social'];

/** Finds a format by id. Throws `UsageError` listing all formats. */
export function findFormat(id: string, from: string): ExportKind {
	const found = Object.hasOwn(exportKinds, id) ? exportKinds[id] : undefined;
	if (found) return found;
	throw unknownExport(id, from);
}
