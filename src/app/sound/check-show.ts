/** Checks a show's feed and files as podcast directories do, before they are uploaded. */
import {existsSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {z} from 'zod';
import {feed} from '../../exports/feed.ts';
import type {Show} from './show-file.ts';
import {readRegularBytes, readRegularFile} from '../../engine/host/regular-file.ts';

/** What is wrong, and where. `must`: directories refuse it; otherwise they recommend otherwise. */
type ShowFinding = {readonly must: boolean; readonly what: string};

/** Apple's categories, https://podcasters.apple.com/support/1691-apple-podcasts-categories */
const categories = [
	'Arts',
	'Business',
	'Comedy',
	'Education',
	'Fiction',
	'Government',
	'History',
	'Health & Fitness',
	'Kids & Family',
	'Leisure',
	'Music',
	'News',
	'Religion & Spirituality',
	'Science',
	'Society & Culture',
	'Sports',
	'Technology',
	'True Crime',
	'TV & Film',
];

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Item = z.object({
	title: text.optional(),
	description: text.optional(),
	pubDate: text.optional(),
	guid: z.union([text, z.object({'#text': text}).transform(given => given['#text'])]).optional(),
	enclosure: z.object({url: text, length: text, type: text}).optional(),
});
const Feed = z.object({
	rss: z.object({
		channel: z.object({
			title: text.optional(),
			link: text.optional(),
			description: text.optional(),
			language: text.optional(),
			'itunes:author': text.optional(),
			'itunes:explicit': text.optional(),
			'itunes:image': z.object({href: text}).optional(),
			'itunes:category': z.object({text}).optional(),
			'itunes:owner': z.object({'itunes:email': text.optional()}).optional(),
			'podcast:guid': text.optional(),
			item: z.array(Item).default([]),
		}),
	}),
});
type Channel = z.infer<typeof Feed>['rss']['channel'];

/** All findings of a feed as text; none where directories take it. */
export function checkFeed(xml: string): ShowFinding[] {
	const valid = XMLValidator.validate(xml);
	if (valid !== true) return [{must: true, what: `not well-formed XML, line ${valid.err.line}: ${valid.err.msg}`}];
	const parser = new XMLParser({ignoreAttributes: false, attributeNamePrefix: '', isArray: name => name === 'item'});
	const content = parsedBy(parser, xml);
	if (content === undefined)
		return [{must: true, what: 'not a feed: it is nested too deep, or holds what no feed has'}];
	const parsed = Feed.safeParse(content);
	if (!parsed.success)
		return [{must: true, what: `not a feed: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`}];
	const {channel} = parsed.data.rss;
	return [...checkChannel(channel), ...checkItems(channel)];
}

/** The same of what stands in `feed.xml`, which directories read, or of what would; and whether it is of today. */
export function checkWritten(folder: string, show: Show): ShowFinding[] {
	const file = join(folder, 'feed.xml');
	const now = feed(show);
	if (!existsSync(file)) return checkFeed(now);
	const written = readRegularFile(file);
	const isCurrent = written === now;
	return [
		...checkFeed(written),
		...should(isCurrent, 'feed.xml is not of the show as it is now: rostrum show feed writes it anew'),
	];
}

/** The parser refuses what would take all memory or stack: tags within tags without end, entities of entities. */
function parsedBy(parser: XMLParser, xml: string): unknown {
	try {
		const content: unknown = parser.parse(xml);
		return content;
	} catch {
		return undefined;
	}
}

const must = (holds: boolean, what: string): ShowFinding[] => (holds ? [] : [{must: true, what}]);
const should = (holds: boolean, what: string): ShowFinding[] => (holds ? [] : [{must: false, what}]);
const isFilled = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';
const isSecure = (address: string | undefined): boolean => address !== undefined && /^https:\/\/[^\s/]+/u.test(address);

function checkChannel(channel: Channel): ShowFinding[] {
	const {title, link, description, language} = channel;
	const image = channel['itunes:image']?.href;
	return [
		...must(isFilled(title), 'the show has no title: rostrum show set title …'),
		...must(isFilled(description), 'the show has no description: rostrum show set description …'),
		...must(description === undefined || description.length <= 4000, 'the description has more than 4,000 characters'),
		...must(
			isFilled(language) && /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/u.test(language),
			`"${language ?? ''}" is no language such as en or en-GB`,
		),
		...must(isSecure(link), `the show’s page "${link ?? ''}" is no https address: rostrum show set link …`),
		...must(isSecure(image), 'there is no artwork under an https address: rostrum show set artwork FILE, and baseUrl'),
		...must(!isFilled(image) || /\.(?:jpe?g|png)$/iu.test(image), 'the artwork is neither a JPEG nor a PNG'),
		...must(
			categories.includes(channel['itunes:category']?.text ?? ''),
			`"${channel['itunes:category']?.text ?? ''}" is no category of the directories: ${categories.join(', ')}`,
		),
		...must(['true', 'false'].includes(channel['itunes:explicit'] ?? ''), 'itunes:explicit is neither true nor false'),
		...must(isFilled(channel['itunes:author']), 'the show has no author: rostrum show set author …'),
		...should(isFilled(channel['itunes:owner']?.['itunes:email']), 'no email: directories verify an owner by it'),
		...should(isFilled(channel['podcast:guid']), 'no podcast:guid: it is made once a base URL is set'),
		...must(channel.item.length > 0, 'the show has no episode: rostrum show add DEBATE'),
	];
}

function checkItems({item: items}: Channel): ShowFinding[] {
	const seen = new Set<string>();
	return items.flatMap(({title, description, guid, pubDate, enclosure}) => {
		const name = title ?? 'an episode without a title';
		const isNew = guid !== undefined && !seen.has(guid);
		if (guid !== undefined) seen.add(guid);
		return [
			...must(isFilled(title), 'an episode has no title'),
			...must(isNew, `${name}: its GUID is missing or used twice`),
			...must(isSecure(enclosure?.url), `${name}: its sound is under no https address: rostrum show set baseUrl …`),
			...must(Number(enclosure?.length) > 0, `${name}: the length of its sound is not given`),
			...must(
				['audio/mpeg', 'audio/x-m4a'].includes(enclosure?.type ?? ''),
				`${name}: directories take MP3 or M4A, not ${enclosure?.type ?? 'nothing'}`,
			),
			...must(
				pubDate !== undefined && /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/u.test(pubDate),
				`${name}: its date is not written as RFC 2822 has it`,
			),
			...must((description ?? '').length <= 4000, `${name}: its notes have more than 4,000 characters`),
			...should(isFilled(description), `${name}: it has no notes`),
		];
	});
}

/** What the feed names and the folder lacks; artwork of a size that directories take. */
export function checkFiles(folder: string, {artwork, episodes}: Show): ShowFinding[] {
	const local = artwork !== '' && !/^https?:/u.test(artwork);
	return [
		...(local ? checkArtwork(join(folder, artwork), artwork) : []),
		...episodes.flatMap(({title, files, bytes}) => [
			...Object.values(files).flatMap(file => must(existsSync(join(folder, file)), `${title}: ${file} is not there`)),
			...must(
				sizeOf(join(folder, files['audio'] ?? '')) === bytes,
				`${title}: its sound was changed since it was added`,
			),
		]),
	];
}

const sizeOf = (file: string): number => statSync(file, {throwIfNoEntry: false})?.size ?? 0;

function checkArtwork(file: string, name: string): ShowFinding[] {
	if (!existsSync(file)) return [{must: true, what: `the artwork ${name} is not there`}];
	const size = imageSize(readRegularBytes(file));
	if (!size) return [{must: true, what: `the artwork ${name} is neither a JPEG nor a PNG`}];
	const {width, height} = size;
	return must(
		width === height && width >= 1400 && width <= 3000,
		`the artwork has ${width} by ${height} pixels: directories take squares of 1,400 to 3,000`,
	);
}

/** Width and height of a PNG or JPEG, in pixels; undefined for anything else. */
export function imageSize(file: Buffer): {readonly width: number; readonly height: number} | undefined {
	if (file.length >= 24 && file.toString('latin1', 1, 4) === 'PNG')
		return {width: file.readUInt32BE(16), height: file.readUInt32BE(20)};
	if (file.readUInt16BE(0) !== 0xffd8) return undefined;
	for (let at = 2; at + 9 < file.length;) {
		const marker = file.readUInt16BE(at);
		// Start of frame, but for tables that share its range (ITU-T T.81, table B.1).
		if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
			return {height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7)};
		at += 2 + file.readUInt16BE(at + 2);
	}
	return undefined;
}
