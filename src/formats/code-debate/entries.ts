/** Extracts points and findings from a section: ours by their headings, others' by headings, lists or tables. */
import {PointSeverity, Evidence} from '../../debate/formats/code-debate.ts';
import {categoryIn, type Category} from './category.ts';
import {markFences, type MarkdownLine, type Section} from './file.ts';

// What a point says of itself in so many words: how grave it is, what shows it, and what is to be done.

const words = PointSeverity.options.join('|');
/** `[major]`, `(minor)`, `**blocker**`, or `Severity: note`. */
const severities = new RegExp(
	String.raw`[[(*](?<marked>${words})[\])*:,]|\bseverity\**\s*[:=]\s*\**(?<named>${words})\b`,
	'iu',
);

/** The severity that a text names. */
function severityIn(text: string): PointSeverity | undefined {
	const found = severities.exec(text)?.groups;
	return PointSeverity.safeParse((found?.['marked'] ?? found?.['named'] ?? '').toLowerCase()).data;
}

/** Removes a severity that a title carries in brackets. */
const withoutSeverity = (title: string): string =>
	title.replace(new RegExp(String.raw`^\s*[[(](?:${words})[\])]\s*:?\s*`, 'iu'), '');

const resolution = /^[ \t>-]*\**Resolution:?\**:?[ \t]*(?<text>\S.*)$/imu;
const ran = '(?:, (?:claimed|ran: (?<ran>holds|does not hold))(?: — (?<why>[^*:]+))?)?';
const evidence = new RegExp(
	String.raw`^[ \t>-]*\*Shown by \((?<kind>input|command|patch)\)${ran}:\*[ \t]*(?<text>.*)$`,
	'u',
);
const labelled = new RegExp(
	String.raw`^[ \t>-]*\*(?:Resolution|Shown by(?: \(\w+\))?${ran}|Tried|Agreed part|Disputed part|Set aside):\*`,
	'u',
);
/** What is too slight to be asked about, and is shown by nothing. */
const setAside = /^[ \t>-]*\*Set aside:\*/mu;
/** Where the code that shows a point begins below its label. */
const labelAlone = new RegExp(String.raw`^[ \t>-]*\*Shown by \(\w+\)${ran}:\*\s*$`, 'u');

/** A text without what it says that came of a run: only who has run it can say. */
export const withoutRuns = (text: string): string =>
	text
		.split('\n')
		.map(line =>
			evidence.test(line) ? line.replace(/, ran: (?:holds|does not hold)(?: — [^*:]+)?(?=:\*)/u, ', claimed') : line,
		)
		.join('\n');

/** What should be done, where a text says so in a line of its own. */
const resolutionIn = (text: string): string | undefined => resolution.exec(text)?.groups?.['text']?.trim();

/** What stands in an item of a list is indented by two; all else keeps its blanks, which a patch needs. */
const outdented = (lines: readonly string[]): string[] =>
	lines.some(line => /^ {2}\S/u.test(line) && evidence.test(line))
		? lines.map(line => line.replace(/^ {2}/u, ''))
		: [...lines];

/** What shows a point: the text behind the label, or the code block below it. */
function evidenceIn(text: string): Evidence | undefined {
	const {lines} = markFences(outdented(text.split('\n')));
	const at = lines.findIndex(line => !line.fenced && evidence.test(line.text));
	const found = evidence.exec(lines[at]?.text ?? '')?.groups;
	const kind = found?.['kind'];
	if (kind !== 'input' && kind !== 'command' && kind !== 'patch') return undefined;
	const told = found?.['text']?.trim() ?? '';
	const shown = told === '' ? blockAfter(lines.slice(at + 1)) : told;
	if (shown === '') return undefined;
	const [came, why] = [Evidence.shape.ran.parse(found?.['ran']), found?.['why']];
	return {kind, text: shown, ...(came && {ran: came}), ...(why !== undefined && {why})};
}

/** The contents of the first code block, if only blank lines stand before it. */
function blockAfter(lines: readonly {readonly text: string; readonly fenced: boolean}[]): string {
	const start = lines.findIndex(({text}) => text.trim() !== '');
	if (start < 0 || !lines[start]?.fenced) return '';
	const end = lines.findIndex(({fenced}, at) => at > start && !fenced);
	return lines
		.slice(start + 1, (end < 0 ? lines.length : end) - 1)
		.map(({text}) => text)
		.join('\n');
}

/** A text without its labelled lines, and without the code block that shows a point. */
export function withoutLabels(text: string): string {
	const {lines} = markFences(text.split('\n'));
	const kept: string[] = [];
	let shown = false;
	for (const {text: line, fenced} of lines) {
		if (!fenced && labelled.test(line)) shown = labelAlone.test(line);
		else if (!shown || (!fenced && line.trim() !== '')) {
			shown = false;
			kept.push(line);
		}
	}
	return kept
		.join('\n')
		.replaceAll(/\n{3,}/gu, '\n\n')
		.trim();
}

export const categories = {
	agreed: 'Agreed',
	partly: 'Partially agreed',
	disagreed: 'Disagreed',
} as const satisfies Record<Category, string>;

export const marks = ['same as other agent', 'new finding', 'not reproduced / disagreed'] as const;

/** What a text says of a point in so many words. */
type Labels = {
	readonly severity: PointSeverity | undefined;
	readonly evidence: Evidence | undefined;
	readonly resolution: string | undefined;
	/** The place is in the file as it was before the change. */
	readonly old?: true;
	/** Its writer says that the other side is not asked about it. */
	readonly aside?: true;
};

/** One point as a section has it. `line` is its line in the file. */
export type PointEntry = Labels & {
	/** As it is named: by `P3`, `point 3`, `#3`. */
	readonly id: string | undefined;
	/** Its number where it stands in a numbered list, which may be no more than the place in that list. */
	readonly numbered: string | undefined;
	readonly title: string;
	readonly place: string | undefined;
	readonly category: Category | undefined;
	/** Its writer gives the point up. */
	readonly withdrawn: boolean;
	/** What was said about it, without its first line where that is a heading. */
	readonly why: string;
	readonly line: number;
};

type SectionFinding = Labels & {
	readonly id: string | undefined;
	/** What stands in bold before the text. */
	readonly title: string | undefined;
	readonly text: string;
	readonly place: string | undefined;
	readonly mark: (typeof marks)[number] | undefined;
	readonly line: number;
};

type EntryBlock = {
	readonly head: string;
	readonly rest: string;
	readonly line: number;
	readonly numbered: string | undefined;
};

const heading = /^(?<marks>#{3,6})\s+(?<text>.*)$/u;
const item = /^(?:(?<number>\d+)[.)]|[-*+])\s+(?<text>.*)$/u;
const pointHeading = /^### P\d+\b/u;
const findingsStart = /^(?:#{3,6}\s+|\*\*)[^\n]*\bindependent findings\b/iu;
const ids = /\b(?:P|point\s+#?|finding\s+#?)(?<number>\d+)\b|#(?<hash>\d+)\b/iu;
/** `src/retry.ts:42`, `src/retry.ts:42-45`, `Makefile:3` in backticks, or a path alone in backticks. */
const places =
	/`(?<quoted>[^`\n:]+:\d+(?:[-–]\d+)?)`|(?<place>[\p{L}\p{N}_@./\\-]*[\p{L}\p{N}_@-]+\.\w+:\d+(?:[-–]\d+)?)|`(?<path>[\w@./\\ -]+\.\w+)`/u;
/** A place of ours in the file as it was before the change. */
const oldPlace = /`, old file[),]/u;
const givenUp = String.raw`(?:withdrawn|zurückgezogen|retirée?|retirad[oa]|撤回)(?![\p{Script=Latin}])`;
/** A writer gives its own point up: behind our category, or in bold. */
const withdrawing = new RegExp(String.raw`\*\*,? \(?${givenUp}|\*\*${givenUp}|^\P{L}*(?:P\d+)?\P{L}*${givenUp}`, 'iu');
/** An opening without points, as we write it, or as others say that they object to nothing. */
const noPoints =
	/^\*No points[^*]*\*\s*$|\blgtm\b|\blooks good\b|\bno (?:issues|problems|findings|points|objections|concerns|defects|bugs)\b|\bnothing (?:wrong|to (?:fix|change|object|add))\b/imu;

const bodyOf = (section: Section): readonly MarkdownLine[] =>
	markFences(section.body.split('\n')).lines.map((line, at) => ({...line, number: section.bodyLine + at}));

/** The place that a text names first. */
const placeIn = (text: string): string | undefined => {
	const found = places.exec(text)?.groups;
	return found?.['quoted'] ?? found?.['place'] ?? found?.['path'];
};

/** Splits the lines of a section in those of its points and those of its independent findings. */
function regions(section: Section): {
	readonly points: readonly MarkdownLine[];
	readonly findings: readonly MarkdownLine[];
} {
	const lines = bodyOf(section);
	const start = lines.findIndex(line => !line.fenced && findingsStart.test(line.text));
	if (start < 0) return {points: lines, findings: []};
	const depth = heading.exec(lines[start]?.text ?? '')?.groups?.['marks']?.length ?? 7;
	const after = lines.findIndex(
		(line, at) => at > start && !line.fenced && (heading.exec(line.text)?.groups?.['marks']?.length ?? 8) <= depth,
	);
	const end = after < 0 ? lines.length : after;
	return {points: [...lines.slice(0, start), ...lines.slice(end)], findings: lines.slice(start + 1, end)};
}

/** Cuts lines at those where a block begins. */
function blocks(lines: readonly MarkdownLine[], begins: (line: MarkdownLine) => string | undefined): EntryBlock[] {
	const found: {head: string; rest: string[]; line: number; numbered: string | undefined}[] = [];
	for (const line of lines) {
		const head = line.fenced ? undefined : begins(line);
		if (head !== undefined)
			found.push({head, rest: [], line: line.number, numbered: item.exec(line.text)?.groups?.['number']});
		else found.at(-1)?.rest.push(line.text);
	}
	return found.map(({rest, ...block}) => ({...block, rest: rest.join('\n').trim()}));
}

const atHeading =
	(depth: number) =>
	({text}: MarkdownLine): string | undefined =>
		heading.exec(text)?.groups?.['marks']?.length === depth ? heading.exec(text)?.groups?.['text'] : undefined;
const atItem = ({text}: MarkdownLine): string | undefined => item.exec(text)?.groups?.['text'];
const atRow = ({text}: MarkdownLine): string | undefined =>
	/^\|.*\|\s*$/u.test(text) && !/^[|\s:-]+$/u.test(text) ? text.replaceAll('|', '   ').trim() : undefined;
const atBold = ({text}: MarkdownLine): string | undefined => (text.startsWith('**') ? text : undefined);

/** Blocks under `### P3` as we write them, up to the next heading of that depth. */
const headingBlocks = (lines: readonly MarkdownLine[]): EntryBlock[] =>
	blocks(lines, line =>
		pointHeading.test(line.text)
			? line.text.replace(/^###\s+/u, '')
			: atHeading(3)(line) === undefined
				? undefined
				: '',
	).filter(({head}) => head !== '');

/** Splits a section into blocks: by our headings if it has them, else by the first pattern that matches any. */
function pointBlocks(lines: readonly MarkdownLine[], isPoint: (block: EntryBlock) => boolean): EntryBlock[] {
	const own = headingBlocks(lines);
	if (own.length > 0) return own;
	const ways = [3, 4, 5, 6].map(atHeading).concat(atRow, atItem, atBold);
	return ways.map(way => blocks(lines, way).filter(isPoint)).find(found => found.length > 0) ?? [];
}

function entryOf({head, rest, line, numbered}: EntryBlock, place: number): PointEntry {
	const named = ids.exec(head)?.groups;
	const id = named?.['number'] ?? named?.['hash'];
	const withdrawn = withdrawing.test(head);
	return {
		id: id === undefined ? undefined : `P${Number(id)}`,
		numbered,
		title: titleOf(head) || `Point ${place + 1}`,
		place: placeIn(head) ?? placeIn(rest),
		category: categoryIn(head) ?? (withdrawn ? undefined : categoryIn(rest)),
		withdrawn,
		why: rest === '' ? textOf(head) : rest,
		line,
		...labelsOf(head, rest),
	};
}

const labelsOf = (head: string, rest: string): Labels => ({
	severity: severityIn(head) ?? severityIn(rest.split('\n', 1)[0] ?? ''),
	evidence: evidenceIn(rest),
	resolution: resolutionIn(rest),
	...(oldPlace.test(head) && {old: true as const}),
	...(setAside.test(rest) && {aside: true as const}),
});

/** The longest title, in characters. */
const maxTitleLength = 120;

/** A text as a title: what is too long ends between two words, and shows that it does. */
export const headline = (text: string): string =>
	text.length <= maxTitleLength ? text : `${text.slice(0, maxTitleLength).replace(/\s+\S*$/u, '')} …`;

/** A first line without its id, category, place and marks. */
const titleOf = (head: string): string =>
	headline(
		withoutSeverity(textOf(head))
			.replace(/\s*\(?`[^`]*`(?:, old file)?\)?\s*$/u, '')
			.replaceAll(/[*`]/gu, '')
			.replaceAll(emphasised, '$1')
			.trim(),
	);

/** Between underscores that belong to no name, such as `_process` or `__init__`. */
const emphasised = /(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])/gu;

const textOf = (head: string): string =>
	head
		.replace(/^\**\s*(?:P\d+|point\s+#?\d+|#\d+)\**\s*/iu, '')
		.replace(/^\s*\[(?:blocker|major|minor|note)\]/iu, '')
		.replace(/^[\s:—–.-]*\**(?:(?:partially|partly)[ -]agreed?|disagreed?|agreed?)\**(?:, withdrawn)?/iu, '')
		.replace(/^[\s:—–.-]+/u, '')
		.trim();

/** The points of an opening, in order: one where none can be told apart, none where it objects to nothing. */
export function openingEntries(section: Section): PointEntry[] {
	const found = pointBlocks(regions(section).points, () => true).map(entryOf);
	if (found.length > 0 || section.body === '' || noPoints.test(section.body)) return found;
	return [
		{
			id: 'P1',
			numbered: undefined,
			withdrawn: false,
			...labelsOf(section.body.split('\n', 1)[0] ?? '', section.body),
			title: headline(section.body.split('\n', 1)[0] ?? ''),
			place: placeIn(section.body),
			category: undefined,
			why: section.body,
			line: section.bodyLine,
		},
	];
}

/**
 * The points of a reply; blocks that name neither a point nor a category are prose. A consensus answers points only
 * under headings of ours.
 */
export const replyEntries = (section: Section): PointEntry[] =>
	(section.kind === 'consensus'
		? headingBlocks(regions(section).points)
		: pointBlocks(
				regions(section).points,
				({head, rest}) =>
					ids.test(head) || withdrawing.test(head) || categoryIn(head) !== undefined || categoryIn(rest) !== undefined,
			)
	).map(entryOf);

/** The independent findings of a reply. */
export function findingsIn(section: Section): SectionFinding[] {
	return blocks(regions(section).findings, atItem).map(({head, rest, line}) => {
		const id = /^\W*P(?<number>\d+)\b/u.exec(head)?.groups?.['number'];
		const {title, told = findingText(`${head} ${withoutLabels(rest)}`.trim())} =
			/^\*\*(?<title>[^*]+?)[.:]?\*\*\s*(?<told>[\s\S]*)$/u.exec(findingText(`${head} ${withoutLabels(rest)}`.trim()))
				?.groups ?? {};
		return {
			id: id === undefined ? undefined : `P${Number(id)}`,
			title,
			text: told,
			place: placeIn(`${head} ${rest}`),
			mark: marks.find(mark => `${head} ${rest}`.toLowerCase().includes(mark)),
			line,
			...labelsOf(head, rest),
		};
	});
}

const findingText = (text: string): string =>
	text
		.replace(/^\**P\d+\**\s*/u, '')
		.replace(/^\[(?:blocker|major|minor|note)\]\s*/iu, '')
		.replace(/^\(?`[^`]*`(?:, old file)?\)?\s*/u, '')
		.replace(/^[\s—–:-]+/u, '')
		.replace(/[\s—–-]*[*_(]*(?:same as other agent|new finding|not reproduced \/ disagreed)[*_)]*.*$/iu, '')
		.trim();

// Which point each entry of a reply is about: by its id, else by file and line among all points, else not at all; by
// order only where entries name no place and there are as many of them as points that wait.

type Placed = {readonly id: string; readonly place: string | undefined};

/** The ids in the order of the entries; undefined for an entry that is about no point. */
export function matchEntries(
	entries: readonly PointEntry[],
	points: readonly Placed[],
	due: readonly Placed[],
): readonly (string | undefined)[] {
	const counted = entries.every(({numbered}, at) => numbered === undefined || Number(numbered) === at + 1);
	const named = entries.map(({id, place, numbered}) =>
		id === undefined && place === undefined && numbered !== undefined && !counted ? `P${Number(numbered)}` : id,
	);
	const byId = new Set(named.filter(id => id !== undefined));
	const byPlace = placed(
		entries.map(({place}, at) => (named[at] === undefined ? place : undefined)),
		points.filter(({id}) => !byId.has(id)),
	);
	const found = named.map((id, at) => id ?? byPlace[at]);
	const rest = entries.flatMap(({place}, at) => (found[at] === undefined && place === undefined ? [at] : []));
	const waiting = due.filter(({id}) => !found.includes(id));
	if (rest.length !== waiting.length || rest.length === 0) return found;
	return found.map((id, at) => id ?? waiting[rest.indexOf(at)]?.id);
}

/** Where several points are at one place, only as many entries that name it can be told apart, in order. */
function placed(places: readonly (string | undefined)[], points: readonly Placed[]): (string | undefined)[] {
	const candidates = places.map(place =>
		place === undefined ? [] : points.filter(point => isSame(point.place, place)),
	);
	return candidates.map((found, at) => {
		const rivals = candidates.flatMap((other, index) =>
			other[0] !== undefined && other[0] === found[0] ? [index] : [],
		);
		return found.length === rivals.length ? found[rivals.indexOf(at)]?.id : undefined;
	});
}

/** `src/retry.ts:42-45` in its parts; a path alone has no lines. */
function readPlace(place: string): {readonly path: string; readonly from?: number; readonly to?: number} {
	const {path = place, from, to} = /^(?<path>.*?):(?<from>\d+)(?:[-–](?<to>\d+))?$/u.exec(place)?.groups ?? {};
	const plain = path.replaceAll('\\', '/').replace(/^\.?\//u, '');
	return from === undefined ? {path: plain} : {path: plain, from: Number(from), to: Number(to ?? from)};
}

/** Whether two places are the same file and share a line, at most `apart` lines apart; a path's tail is enough. */
export function isSame(one: string | undefined, other: string | undefined, apart = 0): boolean {
	if (one === undefined || other === undefined) return false;
	const [left, right] = [readPlace(one), readPlace(other)];
	const file = left.path === right.path || left.path.endsWith(`/${right.path}`) || right.path.endsWith(`/${left.path}`);
	if (!file || left.from === undefined || right.from === undefined) return file && left.from === right.from;
	return left.from <= (right.to ?? right.from) + apart && right.from <= (left.to ?? left.from) + apart;
}
