/** The exports as lists and help name them: data alone, which costs nothing to load. */
import {UsageError} from '../debate/usage-error.ts';

export type ExportName = {
	/** The name on screen. */
	readonly name: string;
	/** What it is, in a line. */
	readonly about: string;
};

/** By the name on the command line, in the order in which they are offered. */
export const exportNames = {
	md: {
		name: 'Markdown',
		about: 'an article with contents, what was settled and what stayed open, transcript, scores and moments',
	},
	highlights: {
		name: 'highlights',
		about: 'its best minute: the sharpest exchange, then its moments, with who and when',
	},
	podcast: {name: 'podcast script', about: 'show notes, and a script with cold open, cues, chapters and times'},
	vtt: {name: 'WebVTT', about: 'captions with a voice tag a speaker'},
	srt: {name: 'SRT', about: 'captions for players that read nothing else'},
	'transcript-json': {name: 'transcript', about: 'as Podcasting 2.0 apps read it'},
	chapters: {name: 'chapters', about: 'JSON chapters 1.2 that say what is argued when'},
	dialogue: {name: 'dialogue', about: 'speakers and texts for speech services, cut to --limit'},
	tts: {
		name: 'speech script',
		about: 'for engines that speak several voices: speaker tags, SSML or turns, by --form',
	},
	html: {name: 'web page', about: 'one page that needs nothing else: read, search and replay it, link to a turn'},
	svg: {name: 'card', about: 'the results as a picture'},
	cover: {name: 'cover', about: 'a square picture: title, names and a line of it, as players show it'},
	social: {name: 'link picture', about: 'title and a line of it in 1200 by 630, as chats show a link'},
	ranking: {name: 'verdicts', about: 'a motion’s verdicts for "rostrum rank", a JSON line each'},
	csv: {name: 'CSV', about: 'scores, and every item they rest on, as a table'},
	verdict: {name: 'verdict', about: 'code-debate: points, severities, places and outcomes as JSON'},
	sarif: {name: 'SARIF', about: 'code-debate: SARIF 2.1.0, for code scanning and editors'},
	annotations: {name: 'annotations', about: 'code-debate: GitHub workflow commands, one a point'},
	comment: {name: 'comment', about: 'code-debate: Markdown to post under a pull request'},
	junit: {name: 'JUnit', about: 'code-debate: a test case a point'},
	review: {name: 'review', about: 'code-debate: what was found, alone and as it was written, the gravest first'},
	answer: {name: 'answer', about: 'model-duel: the final text, alone and as it was written'},
	decision: {
		name: 'decision',
		about: 'council: the decision as a record with front matter, for a folder of decisions or a vault',
	},
	'decision-json': {
		name: 'decision (JSON)',
		about: 'council: the decision, its counts, seats, cruxes and moves as JSON',
	},
	votes: {name: 'votes', about: 'council: a line a seat, as a table'},
} as const satisfies Readonly<Record<string, ExportName>>;

export type ExportId = keyof typeof exportNames;

/** The stage as a terminal recording, which is drawn and not written like the others: see `ui/recording/`. */
export const castFormat = 'cast';

/** The results card as a picture, which a program of this machine makes. */
export const pictureFormat = 'png';

/** Formats that are no text of the debate's state. */
export const drawnFormats: readonly string[] = [castFormat, pictureFormat];

/** Throws `UsageError` for the first that is no export's name; `from` is who asks for them. */
export function checkExports(ids: readonly string[], from: string): void {
	for (const id of ids)
		if (!Object.hasOwn(exportNames, id) && !drawnFormats.includes(id)) throw unknownExport(id, from);
}

export const unknownExport = (id: string, from: string): UsageError =>
	new UsageError({
		what: 'There is no such format',
		value: id,
		from,
		todo: `Formats are ${[...Object.keys(exportNames), ...drawnFormats, 'share', 'dataset', 'studio'].join(', ')}.`,
	});

/** How a script for engines of several voices is written. */
export const ttsForms = ['tags', 'ssml', 'turns'] as const;
