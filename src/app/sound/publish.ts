/** What is published with the sound of an episode: texts of its true times, pictures, page and feed entry. */
import {rmSync, statSync} from 'node:fs';
import {basename} from 'node:path';
import {episodeTexts} from '../../exports/captions.ts';
import {cover, socialCard} from '../../exports/card.ts';
import type {Episode, EpisodeShow} from '../../exports/episode.ts';
import {feedItem, type FeedEpisode} from '../../exports/feed.ts';
import {articlePieces} from '../../exports/markdown.ts';
import {html} from '../../exports/page.ts';
import {whole} from '../../exports/pieces.ts';
import {scriptPieces} from '../../exports/podcast.ts';
import {plainNotes, showNotes} from '../../exports/show-notes.ts';
import {readRegularBytes} from '../../engine/host/regular-file.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {drawPicture, type DrawnPicture} from '../files/card-picture.ts';
import {companions, numberIn, peopleOf} from './show-episodes.ts';
import type {Show} from './show-file.ts';

/** The show that an episode is of, as its tags name it: with its number where it is in it, or is `joining` it. */
export function tagsShow(show: Show, {state}: Episode, joining: boolean): EpisodeShow {
	const {title, author, episodes} = show;
	const guid = state.start?.debateId ?? '';
	const isKnown = joining || episodes.some(each => each.guid === guid);
	return {title, author, number: isKnown ? numberIn(show, guid) : undefined};
}

/** Captions, transcript, chapters, notes, script and article; gives their paths. */
export function writeTexts(episode: Episode, output: string): string[] {
	const texts = {
		...episodeTexts(episode),
		'notes.md': `${showNotes(episode)}\n`,
		'script.md': whole(scriptPieces(episode)),
		md: whole(articlePieces(episode)),
	};
	return Object.entries(texts).map(([ending, text]) => {
		writeWhole(`${output}.${ending}`, text, 0o666);
		return `${output}.${ending}`;
	});
}

/** The pictures of an episode as SVG, by the ending of the file that each becomes. */
export const picturesOf = (episode: Episode): Readonly<Record<keyof typeof pictureEndings, string>> => ({
	cover: cover(episode),
	preview: socialCard.svg(episode.state, episode.format),
});

const pictureEndings = {cover: 'cover.png', preview: 'preview.png'} as const;

/** Where an episode's picture stands. */
export const pictureFile = (output: string, kind: keyof typeof pictureEndings): string =>
	`${output}.${pictureEndings[kind]}`;

type DrawnFiles = {readonly files: readonly string[]; readonly missing: readonly string[]};

/** Writes the cover and the picture of a link, and draws both; one of an earlier run goes where it cannot be drawn. */
export async function drawPictures(
	episode: Episode,
	output: string,
	draw: (svg: string) => Promise<DrawnPicture> = drawPicture,
): Promise<DrawnFiles> {
	const pictures = picturesOf(episode);
	const kinds = ['cover', 'preview'] as const;
	const files = kinds.map(kind => `${output}.${kind}.svg`);
	for (const kind of kinds) writeWhole(`${output}.${kind}.svg`, pictures[kind], 0o666);
	for (const kind of kinds) {
		const file = pictureFile(output, kind);
		const drawn = await draw(pictures[kind]);
		if ('missing' in drawn) {
			rmSync(file, {force: true});
			return {files, missing: [`the cover and the picture of a link were not made: ${drawn.missing}`]};
		}
		writeWhole(file, drawn.png, 0o666);
		files.push(file);
	}
	return {files, missing: []};
}

/** The sound that a page plays: the smallest that browsers take. */
const played = ['mp3', 'm4a', 'wav'] as const;

/** The page that plays the sound, and the entry of a feed; gives their paths. `files` are those beside it. */
export function writePage(
	episode: Episode,
	output: string,
	files: readonly string[],
	{show, joining}: {readonly show: Show; readonly joining: boolean},
): string[] {
	const sound = played.map(ending => `${output}.${ending}`).find(file => files.includes(file));
	const picture = files.find(file => file === pictureFile(output, 'preview'));
	const page = `${output}.html`;
	const names = {sound: sound && basename(sound), picture: picture && basename(picture)};
	writeWhole(page, whole(html(episode, names)), 0o666);
	if (sound === undefined) return [page];
	const entry = `${output}.item.xml`;
	writeWhole(
		entry,
		`${feedItem(show, {...entryOf(episode, output, sound, show), number: tagsShow(show, episode, joining).number})}\n`,
		0o666,
	);
	return [page, entry];
}

function entryOf({state, ...episode}: Episode, output: string, sound: string, show: Show): FeedEpisode {
	const known = show.episodes.find(({guid}) => guid === state.start?.debateId);
	const beside = Object.entries(companions).map(([kind, ending]) => [kind, `${output}.${ending}`] as const);
	const there = beside.filter(([, file]) => statSync(file, {throwIfNoEntry: false}));
	return {
		guid: state.start?.debateId ?? '',
		title: episode.facts.title,
		description: plainNotes({state, ...episode}),
		published: known?.published ?? state.start?.startedAt ?? '',
		length: episode.length / 1000,
		bytes: statSync(sound).size,
		files: {audio: basename(sound), ...Object.fromEntries(there.map(([kind, file]) => [kind, basename(file)]))},
		people: peopleOf(state, show),
	};
}

// The comment of an MP3 file, which ffmpeg writes where few players look for it.

const headerLength = 10;

/** Adds a comment frame to the ID3v2.3 header of a file, which stays as it is where it has none such. */
export function addComment(file: string, comment: string, language: string): void {
	const bytes = readRegularBytes(file);
	if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes[3] !== 3 || bytes[5] !== 0) return;
	const size = sizeIn(bytes);
	const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
	const content = Buffer.concat([
		Buffer.from([1]),
		Buffer.from(language.padEnd(3).slice(0, 3), 'latin1'),
		utf16('\0'),
		utf16(comment),
	]);
	const head = Buffer.alloc(headerLength);
	head.write('COMM', 0, 'latin1');
	head.writeUInt32BE(content.length, 4);
	const header = Buffer.from(bytes.subarray(0, headerLength));
	writeSize(header, size + head.length + content.length);
	writeWhole(file, Buffer.concat([header, head, content, bytes.subarray(headerLength)]), 0o666);
}

/** The size in the header of an ID3v2 tag, in bytes: four bytes of seven bits each. */
const sizeIn = (bytes: Buffer): number => bytes.subarray(6, headerLength).reduce((sum, byte) => sum * 128 + byte, 0);

function writeSize(header: Buffer, size: number): void {
	for (let place = 0; place < 4; place++) header[6 + place] = (size >> (7 * (3 - place))) & 0x7f;
}
