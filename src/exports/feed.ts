/** A show's feed: RSS 2.0 with the tags that podcast directories and Podcasting 2.0 apps read. */
import {escapeMarkup} from '../debate/text/intake.ts';

type FeedShow = {
	readonly title: string;
	readonly description: string;
	readonly author: string;
	readonly email: string;
	readonly language: string;
	readonly baseUrl: string;
	readonly link: string;
	readonly artwork: string;
	readonly category: string;
	readonly subcategory: string;
	readonly explicit: boolean;
	readonly guid: string;
	readonly episodes: readonly FeedEpisode[];
};

export type FeedEpisode = {
	/** Unset where it has no place in a show yet. */
	readonly number?: number | undefined;
	readonly guid: string;
	readonly title: string;
	readonly description: string;
	/** ISO 8601. */
	readonly published: string;
	/** Seconds, and bytes of the audio file. */
	readonly length: number;
	readonly bytes: number;
	/** File names by kind: audio, vtt, srt, transcript, chapters, page, cover. */
	readonly files: Readonly<Record<string, string>>;
	readonly people: readonly {readonly name: string; readonly role: 'host' | 'guest'}[];
};

const namespaces = [
	'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
	'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
	'xmlns:atom="http://www.w3.org/2005/Atom"',
	'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
].join(' ');

const audioTypes: Readonly<Record<string, string>> = {mp3: 'audio/mpeg', m4a: 'audio/x-m4a', wav: 'audio/wav'};
const transcriptTypes = {vtt: 'text/vtt', srt: 'application/x-subrip', transcript: 'application/json'} as const;

/** The newest episode first. Equal shows give equal bytes. */
export function feed(show: FeedShow): string {
	const items = show.episodes.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0));
	const newest = items[0]?.published;
	const image = addressOf(show.baseUrl, show.artwork);
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<rss version="2.0" ${namespaces}>`,
		'<channel>',
		element('title', show.title),
		element('link', show.link || show.baseUrl),
		element('description', show.description),
		element('language', show.language),
		...(newest === undefined ? [] : [element('lastBuildDate', new Date(newest).toUTCString())]),
		element('generator', 'Rostrum'),
		`<atom:link href="${escapeMarkup(addressOf(show.baseUrl, 'feed.xml'))}" rel="self" type="application/rss+xml"/>`,
		element('itunes:author', show.author),
		`<itunes:owner>${element('itunes:name', show.author)}${show.email === '' ? '' : element('itunes:email', show.email)}</itunes:owner>`,
		`<itunes:image href="${escapeMarkup(image)}"/>`,
		`<itunes:category text="${escapeMarkup(show.category)}">${show.subcategory === '' ? '' : `<itunes:category text="${escapeMarkup(show.subcategory)}"/>`}</itunes:category>`,
		element('itunes:explicit', String(show.explicit)),
		element('itunes:type', 'episodic'),
		element('podcast:guid', show.guid),
		element('podcast:medium', 'podcast'),
		...items.map(episode => feedItem(show, episode)),
		'</channel>',
		'</rss>',
		'',
	].join('\n');
}

/** The entry of one episode, which also stands by itself beside the sound. */
export function feedItem({baseUrl, explicit}: Pick<FeedShow, 'baseUrl' | 'explicit'>, episode: FeedEpisode): string {
	const {files, number, title, description, guid, published, length, bytes, people} = episode;
	const audio = files['audio'] ?? '';
	const type = audioTypes[audio.slice(audio.lastIndexOf('.') + 1)] ?? 'audio/mpeg';
	const address = (file: string): string => escapeMarkup(addressOf(baseUrl, file));
	const transcripts = Object.entries(transcriptTypes).flatMap(([kind, mime]) => {
		const file = files[kind];
		return file === undefined ? [] : [`<podcast:transcript url="${address(file)}" type="${mime}"/>`];
	});
	return [
		'<item>',
		element('title', title),
		...(files['page'] === undefined ? [] : [`<link>${address(files['page'])}</link>`]),
		element('description', description),
		element('content:encoded', notesHtml(description)),
		`<enclosure url="${address(audio)}" length="${bytes}" type="${type}"/>`,
		`<guid isPermaLink="false">${escapeMarkup(guid)}</guid>`,
		element('pubDate', new Date(published).toUTCString()),
		element('itunes:duration', String(Math.round(length))),
		...(number === undefined ? [] : [element('itunes:episode', String(number))]),
		element('itunes:episodeType', 'full'),
		...(files['cover'] === undefined ? [] : [`<itunes:image href="${address(files['cover'])}"/>`]),
		element('itunes:explicit', String(explicit)),
		...(number === undefined ? [] : [element('podcast:episode', String(number))]),
		...transcripts,
		...(files['chapters'] === undefined
			? []
			: [`<podcast:chapters url="${address(files['chapters'])}" type="application/json+chapters"/>`]),
		...people.map(({name, role}) => `<podcast:person role="${role}">${escapeMarkup(name)}</podcast:person>`),
		'</item>',
	].join('\n');
}

const element = (name: string, text: string): string => `<${name}>${escapeMarkup(text)}</${name}>`;

/** Plain notes as directories show them: paragraphs, and lists of the lines that begin with a dash. */
const notesHtml = (notes: string): string =>
	notes
		.split(/\n{2,}/u)
		.map(block => {
			const lines = escapeMarkup(block.trim()).split('\n');
			if (lines.every(line => line.startsWith('- ')))
				return `<ul>${lines.map(line => `<li>${line.slice(2)}</li>`).join('')}</ul>`;
			return `<p>${lines.join('<br>')}</p>`;
		})
		.join('');

/** An address as it is; a file's name below the base, or by itself where there is none yet. */
export function addressOf(baseUrl: string, file: string): string {
	if (file === '' || /^https?:\/\//u.test(file)) return file;
	const name = file.split('/').map(encodeURIComponent).join('/');
	return baseUrl === '' ? name : `${baseUrl.replace(/\/*$/u, '')}/${name}`;
}
