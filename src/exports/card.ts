/** The results card: what it says of a debate, laid out in blocks, and drawn as SVG. */
import {memoizeRecent} from '../debate/fold.ts';
import {arguingSeats} from '../debate/seats.ts';
import {formatNameOf, type FormatParts, type OutcomePoint} from './format-parts.ts';
import {commandFor} from './debate-command.ts';
import {countWords} from '../debate/text/words.ts';
import type {DebateState} from '../debate/state.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {judgeVotesOf, unjudged, votesOf, type StanceShift} from '../debate/views/judgements.ts';
import {markdownText} from './ear.ts';
import {episodeWords, inWords, languageOf, nameIn} from '../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {leansOnBefore} from '../debate/text/sentences.ts';
import {bestExchange} from './best-exchange.ts';
import {cardMoments, type CardMoment} from './card-moments.ts';
import {besideName, shortened} from './chapter-names.ts';
import {chosenLine, editorNote} from './edition.ts';
import {factsOf, outcomeText, type Facts} from './facts.ts';
import {heardOf} from './segments.ts';
import {statisticsOf, type ChairStatistics} from './statistics.ts';
import {clock, counted, hasRehearsal, stanceText} from '../languages/wording.ts';
import {escapeMarkup} from '../debate/text/intake.ts';
import {disclosure, type Episode} from './episode.ts';

/** From −3 to +3, on average where several voted. */
export type CardSwing = {readonly who: string; readonly before: number; readonly after: number};

/** Verbatim but for marks of Markdown; `speaker` is the seat's id. */
export type CardQuotation = {
	readonly speaker: string;
	readonly name: string;
	readonly text: string;
	readonly turnId: string;
};

export type Card = {
	/** The matchup's name; empty where it has none of its own. */
	readonly title: string;
	readonly headline: string;
	/** What is debated, where the headline is not that. */
	readonly motion: string | undefined;
	readonly outcome: string;
	/** Lengths and counts, each a few words. */
	readonly facts: readonly string[];
	readonly sides: readonly ChairStatistics[];
	readonly swings: readonly CardSwing[];
	/** The judges' verdict as a sentence, or why nobody judged. */
	readonly verdict: string | undefined;
	/** Where two speakers meet most directly: two quotations, or none. */
	readonly exchange: readonly CardQuotation[];
	/** The most urgent cuts, or what else happened, in order. */
	readonly moments: readonly CardMoment[];
	readonly openQuestion: string | undefined;
	readonly seed: number | undefined;
	/** A command that holds the same debate again, where what is debated can be typed. */
	readonly command: string | undefined;
};

/** As many as a card has room for, and characters of a quotation. */
const most = {quotation: 240} as const;

/** Computed again when the state changes. */
export const cardOf = memoizeRecent((state: DebateState, format: FormatParts | undefined, language?: string): Card => {
	const {start} = state;
	const words = episodeWords(language ?? 'en');
	const {chairs} = statisticsOf(state);
	const facts = factsOf(state, format);
	const {title, name, outcome, points} = facts;
	return {
		title: name ?? '',
		headline: title,
		motion: facts.proposition,
		outcome: outcomeText(outcome, words),
		facts: factLines(state, facts, words),
		sides: chairs,
		swings: swingsOf(state, words),
		verdict: format?.verdict?.(state, words)?.result ?? unjudged(state)?.why,
		exchange: exchangeOf(state),
		moments: cardMoments(state, words),
		openQuestion: state.edition ? points?.open[0]?.text : (facts.question ?? leftBy(points?.open[0])),
		seed: start?.seed,
		command: start && withoutAddress(commandFor(start, format?.optionFor)),
	};
});

/** A claim that is left open is somebody's. */
const leftBy = (point: OutcomePoint | undefined): string | undefined =>
	point && (point.claimedBy === undefined ? point.text : besideName(point.text, point.claimedBy));

/** Lengths and counts, each a few words. */
const factLines = (state: DebateState, {length, counts}: Facts, {card, page, labels}: EpisodeWords): string[] => [
	counted(page.turns, counts.turns),
	fillSlots(card.spoken, {time: clock(length)}),
	...(counts.cuts > 0 ? [counted(card.cuts, counts.cuts)] : []),
	...(hasRehearsal(state) ? [labels.rehearsal] : []),
];

/** A picture is passed on: no command with the address of somebody's server is in it. */
const withoutAddress = (command: string | undefined): string | undefined =>
	command !== undefined && /https?:\/\//u.test(command) ? undefined : command;

/** How listeners moved, and how judges did who were asked where they stand. */
function swingsOf(state: DebateState, {card}: EpisodeWords): CardSwing[] {
	const listeners = votesOf(state);
	const judges = judgeVotesOf(state);
	const [listener, judge] = [listeners[0]?.listener ?? '', judges[0]?.name ?? ''];
	return [
		...swing(listeners.length === 1 ? listener : counted(card.listeners, listeners.length), listeners),
		...swing(judges.length === 1 ? judge : counted(card.judges, judges.length), judges),
	];
}

function swing(who: string, votes: readonly StanceShift[]): CardSwing[] {
	const both = votes.flatMap(({before, after}) =>
		before === undefined || after === undefined ? [] : [{before, after}],
	);
	if (both.length === 0) return [];
	const mean = (when: 'before' | 'after') =>
		Math.round((both.reduce((sum, vote) => sum + vote[when], 0) / both.length) * 10) / 10;
	return [{who, before: mean('before'), after: mean('after')}];
}

function exchangeOf(state: DebateState): CardQuotation[] {
	const language = languageOf(state);
	return bestExchange(state, heardOf(state), language).map(({of: {speaker, name, cut, turn}, text}, place) => {
		const said = markdownText(text, undefined).join(' ').trim();
		const whole = place === 0 ? lastSentences(said) : firstSentences(said);
		return {speaker, name, turnId: turn.id, text: cut && place === 0 ? `${whole.replace(/[.…\s]+$/u, '')} —` : whole};
	});
}

/** What was said last: a question stands at the end. */
function lastSentences(said: string): string {
	const kept: string[] = [];
	for (const sentence of splitSentences(said).toReversed()) {
		if (kept.length > 0 && [sentence, ...kept].join('').length > most.quotation) break;
		kept.unshift(sentence);
	}
	while (kept.length > 1 && leansOnBefore(kept[0] ?? '')) kept.shift();
	return shortened(kept.join('').trim(), most.quotation);
}

function firstSentences(said: string): string {
	const kept: string[] = [];
	for (const sentence of splitSentences(said)) {
		if (kept.length > 0 && [...kept, sentence].join('').length > most.quotation) break;
		kept.push(sentence);
	}
	return shortened(kept.join('').trim(), most.quotation);
}

// Text in lines, for pictures, which wrap nothing themselves.

/** A word with the blanks before it; in scripts that are written without blanks, a character with its punctuation. */
const words =
	/\s*(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}][\p{M}\p{P}]*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+)/gu;

/** Characters about twice as wide as a Latin letter, and marks that take no room of their own. */
const wide =
	/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF00-\uFF60]/gu;
const marks = /\p{M}/gu;

function widthInColumns(text: string): number {
	const bare = text.replaceAll(marks, '');
	return Array.from(bare).length + (bare.match(wide)?.length ?? 0);
}

/** At most `most` lines of so many columns, of which a wide character takes two; what has no room ends in `…`. */
export function wrapped(text: string, columns: number, most: number): string[] {
	const lines: string[] = [];
	for (const word of text.trim().match(words) ?? []) {
		const last = lines.at(-1);
		const joined = (last ?? '') + word.replace(/^\s+/u, ' ');
		if (last !== undefined && widthInColumns(joined) <= columns) lines[lines.length - 1] = joined;
		else lines.push(...pieces(word.trim(), columns));
	}
	return lines.length <= most ? lines : [...lines.slice(0, most - 1), ended(lines[most - 1] ?? '', columns - 2)];
}

/** A word that is wider than a line, in as many pieces as it takes. */
function pieces(word: string, columns: number): string[] {
	if (widthInColumns(word) <= columns) return [word];
	const characters = Array.from(word);
	const half = Math.ceil(characters.length / 2);
	return [characters.slice(0, half), characters.slice(half)].flatMap(some => pieces(some.join(''), columns));
}

function ended(line: string, columns: number): string {
	let kept = line;
	while (widthInColumns(kept) > columns) kept = Array.from(kept).slice(0, -1).join('');
	return `${kept.replace(/[\s,;:]+$/u, '')} …`;
}

/** One line of text at its base line. */
const textAt = (x: number, y: number, text: string, style: string): string =>
	`<text x="${x}" y="${y}" ${style}>${escapeMarkup(text)}</text>`;

// The parts of the results card, one below the other. Sizes are in the picture's units.

/** A part of the card: how high it is, and what is drawn from its upper edge down. */
type CardPart = {readonly height: number; readonly draw: (top: number) => readonly string[]};

const page = {width: 1200, margin: 60} as const;
const ink = {
	background: '#16161a',
	plain: '#ececf1',
	dim: '#a9a9b5',
	track: '#3a3a44',
	accent: '#e3c06a',
} as const;
const sideColours = ['#6fd3e3', '#e79be7', '#8fd69f', '#e3c06a', '#ff9d9d', '#a9b4ff'] as const;

const inner = page.width - 2 * page.margin;
const mono = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"';

const colourOf = (place: number): string =>
	place < 0 ? ink.plain : (sideColours[place % sideColours.length] ?? ink.plain);

/** Lines of one style, with a space below them. */
function textBlock(
	lines: readonly string[],
	{size, colour = ink.plain, style = '', below = 24}: {size: number; colour?: string; style?: string; below?: number},
): readonly CardPart[] {
	if (lines.length === 0) return [];
	const step = Math.round(size * 1.28);
	const draw = (top: number) =>
		lines.map((line, place) =>
			textAt(page.margin, top + size + place * step, line, `fill="${colour}" font-size="${size}"${style}`),
		);
	return [{height: lines.length * step + below, draw}];
}

const headBlocks = ({title, headline, motion, facts, outcome}: Card, more: readonly string[]): readonly CardPart[] => [
	...textBlock(wrapped(title, 70, 1), {size: 26, colour: ink.dim, below: 6}),
	...textBlock(wrapped(headline, 41, 3), {size: 44, style: ' font-weight="700"', below: 8}),
	...textBlock(motion === undefined ? [] : wrapped(motion, 80, 3), {size: 26, below: 8}),
	...textBlock([[outcome, ...facts, ...more].join(' · ')], {size: 24, colour: ink.dim, below: 34}),
];

/** Name, what it argues from, and its course with the mean, or its words where nothing was scored. */
const sideBlock = (
	{seat, mean, scores, words: spoken}: ChairStatistics,
	place: number,
	words: EpisodeWords,
): CardPart => ({
	height: 82,
	draw(top) {
		const colour = colourOf(place);
		const from = nameIn(words, seat.framework ?? seat.persona ?? seat.role);
		return [
			textAt(
				page.margin,
				top + 30,
				wrapped(seat.name, 32, 1)[0] ?? '',
				`fill="${colour}" font-size="30" font-weight="700"`,
			),
			textAt(page.margin, top + 60, wrapped(from, 40, 1)[0] ?? '', `fill="${ink.dim}" font-size="22"`),
			...(mean === undefined
				? [textAt(620, top + 36, counted(words.page.words, spoken), `fill="${ink.plain}" font-size="26"`)]
				: [
						...courseBars(scores, top, colour),
						textAt(1072, top + 44, mean.toFixed(0), `fill="${ink.plain}" font-size="34" font-weight="700"`),
						textAt(1072, top + 64, words.card.of100, `fill="${ink.dim}" font-size="16"`),
					]),
		];
	},
});

const course = {left: 620, width: 430, height: 54, most: 24} as const;

/** A bar a turn, from the first to the last, each as high as its score; a turn without a score is a line. */
function courseBars(scores: readonly (number | null)[], top: number, colour: string): string[] {
	const shown = scores.slice(-course.most);
	const step = Math.min(60, course.width / shown.length);
	return shown.flatMap((score, place) => {
		const at = `x="${(course.left + place * step).toFixed(1)}" width="${(step * 0.82).toFixed(1)}" rx="3"`;
		const height = Math.max(3, Math.round((course.height * (score ?? 0)) / 100));
		return [
			`<rect ${at} y="${top + 8}" height="${course.height}" fill="${ink.track}" opacity="0.5"/>`,
			`<rect ${at} y="${top + 8 + course.height - height}" height="${height}" fill="${score === null ? ink.dim : colour}"/>`,
		];
	});
}

/** A line from against to for, with where somebody stood before and after. */
const swingBlock = ({who, before, after}: CardSwing, {card}: EpisodeWords): CardPart => ({
	height: 78,
	draw(top) {
		const [left, width] = [620, 430];
		const at = (stance: number) => Math.round(left + (width * (stance + 3)) / 6);
		const line = (from: number, to: number, colour: string, thick: number) =>
			`<line x1="${from}" y1="${top + 22}" x2="${to}" y2="${top + 22}" stroke="${colour}" stroke-width="${thick}" stroke-linecap="round"/>`;
		const small = `fill="${ink.dim}" font-size="18"`;
		return [
			textAt(
				page.margin,
				top + 30,
				`${wrapped(who, 24, 1)[0] ?? ''}: ${stanceText(before)} → ${stanceText(after)}`,
				`fill="${ink.plain}" font-size="26"`,
			),
			line(left, left + width, ink.track, 6),
			line(at(before), at(after), ink.accent, 6),
			`<circle cx="${at(before)}" cy="${top + 22}" r="9" fill="${ink.background}" stroke="${ink.accent}" stroke-width="4"/>`,
			`<circle cx="${at(after)}" cy="${top + 22}" r="11" fill="${ink.accent}"/>`,
			textAt(left, top + 56, card.against, small),
			textAt(left + width, top + 56, card.for, `${small} text-anchor="end"`),
		];
	},
});

/** What was said, with a bar in the speaker's colour. */
function quotationBlock({name, text}: CardQuotation, place: number, {quotes}: EpisodeWords): CardPart {
	const colour = colourOf(place);
	const lines = wrapped(`${quotes[0]}${text}${quotes[1]}`, 78, 4);
	const height = 32 + lines.length * 34;
	return {
		height: height + 22,
		draw: top => [
			`<rect x="${page.margin}" y="${top}" width="5" height="${height - 4}" rx="2" fill="${colour}"/>`,
			textAt(page.margin + 22, top + 20, name, `fill="${colour}" font-size="22" font-weight="700"`),
			...lines.map((line, row) =>
				textAt(page.margin + 22, top + 54 + row * 34, line, `fill="${ink.plain}" font-size="26" font-style="italic"`),
			),
		],
	};
}

const momentBlocks = ({moments}: Card): readonly CardPart[] =>
	moments.flatMap(({text}) => textBlock(wrapped(text, 90, 2), {size: 22, colour: ink.accent, below: 8}));

const sentenceBlocks = (text: string | undefined): readonly CardPart[] =>
	text === undefined ? [] : textBlock(wrapped(text, 80, 2), {size: 26});

const openBlocks = ({openQuestion}: Card, {card}: EpisodeWords): readonly CardPart[] =>
	openQuestion === undefined
		? []
		: textBlock(wrapped(fillSlots(card.leftOpen, {text: openQuestion}), 84, 2), {size: 24, colour: ink.dim, below: 24});

/** Columns of the smallest letters between the margins. */
const small = 104;

/** Who here is a model, a program or a person. */
const speakersBlocks = (state: DebateState, words: EpisodeWords): readonly CardPart[] =>
	textBlock(wrapped([disclosure(state, words), editorNote(state, words)].filter(Boolean).join(words.space), small, 3), {
		size: 20,
		colour: ink.dim,
		below: 20,
	});

/** How to hold it again, and the seed that it was held with. */
function footBlock({command, seed}: Card): CardPart {
	const lines = command === undefined ? [] : wrapped(`$ ${command}`, 88, 9);
	const small = `fill="${ink.dim}" font-size="20"`;
	return {
		height: 54 + lines.length * 26,
		draw: top => [
			`<line x1="${page.margin}" y1="${top}" x2="${page.width - page.margin}" y2="${top}" stroke="${ink.track}" stroke-width="2"/>`,
			...lines.map((line, row) => textAt(page.margin, top + 34 + row * 26, line, `${small} ${mono}`)),
			textAt(
				page.margin,
				top + 38 + lines.length * 26,
				seed === undefined || command !== undefined ? '' : `seed ${seed}`,
				small,
			),
			textAt(
				page.margin + inner,
				top + 38 + lines.length * 26,
				'Rostrum',
				`${small} text-anchor="end" font-weight="700"`,
			),
		],
	};
}

const space = (height: number): CardPart => ({height, draw: () => []});

// The results card as one picture.

/** More sides than these do not fit on the card. */
const mostSides = 6;

export function svg(episode: Episode): string {
	const {width, height, drawn} = drawnCard(episode);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif">`,
		...drawn,
		'</svg>',
		'',
	].join('\n');
}

type DrawnCard = {readonly width: number; readonly height: number; readonly drawn: readonly string[]};

function drawnCard({state, facts, edited, format, language}: Episode): DrawnCard {
	const words = episodeWords(language);
	const card = {...cardOf(state, format, words.code), facts: factLines(state, facts, words)};
	const seats = arguingSeats(state.seats).map(({id}) => id);
	const blocks = [
		...headBlocks(card, [formatNameOf(format, state), ...(edited ? [words.script.edited] : [])]),
		...card.sides.slice(0, mostSides).map((side, place) => sideBlock(side, place, words)),
		...(card.sides.some(({mean}) => mean !== undefined)
			? textBlock(wrapped(words.page.caption, small, 2), {size: 20, colour: ink.dim})
			: []),
		...card.swings.map(each => swingBlock(each, words)),
		...sentenceBlocks(card.verdict),
		space(14),
		...card.exchange.map(quoted => quotationBlock(quoted, seats.indexOf(quoted.speaker), words)),
		...momentBlocks(card),
		...(card.moments.length > 0 ? [space(16)] : []),
		...openBlocks(card, words),
		...speakersBlocks(state, words),
		footBlock(card),
	];
	const height = 50 + blocks.reduce((sum, block) => sum + block.height, 0) + 10;
	const drawn = [
		`<title id="title">${escapeMarkup(card.headline)}</title>`,
		`<desc id="description">${escapeMarkup([description(card, words), disclosure(state, words)].filter(part => part !== '').join(' '))}</desc>`,
		`<rect width="${page.width}" height="${height}" rx="24" fill="${ink.background}"/>`,
		...stacked(blocks, 50),
	];
	return {width: page.width, height, drawn};
}

function stacked(blocks: readonly CardPart[], from: number): string[] {
	let top = from;
	return blocks.flatMap(block => {
		const drawn = block.draw(top);
		top += block.height;
		return drawn;
	});
}

/** The same for whoever hears the picture instead of seeing it. */
const description = ({sides, swings, exchange}: Card, {card, quotes}: EpisodeWords): string =>
	[
		fillSlots(card.between, {names: sides.map(({seat}) => seat.name).join(', ')}),
		...sides.flatMap(({seat, mean}) =>
			mean === undefined ? [] : [fillSlots(card.adherence, {name: seat.name, mean: mean.toFixed(0)})],
		),
		...swings.map(({who, before, after}) => fillSlots(card.moved, {who, before: String(before), after: String(after)})),
		...exchange.map(({name, text}) => `${name}: ${quotes[0]}${text}${quotes[1]}`),
	].join(' ');

// The cover of an episode, and the picture that chats and networks show of a link. Nothing on them ends in the middle.

/** Lines of a text in the largest letters in which it fits whole: columns of a line, lines, and the size of letters. */
type Fit = {readonly columns: number; readonly lines: number; readonly size: number};
type FittedLines = {readonly lines: readonly string[]; readonly size: number};

/** The first that fits without a word in two, its lines about as long as each other; undefined where none does. */
function fitted(text: string, fits: readonly Fit[]): FittedLines | undefined {
	const whole = text.trim().replaceAll(/\s+/gu, ' ');
	const isWhole = (lines: readonly string[]): boolean => [' ', ''].some(between => lines.join(between) === whole);
	for (const {columns, lines: most, size} of fits) {
		const lines = wrapped(whole, columns, most);
		if (!isWhole(lines)) continue;
		const half = Math.ceil(columns / 2);
		const narrower = Array.from({length: columns - half}, (_, more) => wrapped(whole, half + more, lines.length));
		return {lines: narrower.find(isWhole) ?? lines, size};
	}
	return undefined;
}

/** At so many units from the left, from `top` down, and what is below them. */
function linesAt(
	{lines, size}: FittedLines,
	{x, top, style}: {readonly x: number; readonly top: number; readonly style: string},
): {readonly drawn: readonly string[]; readonly bottom: number} {
	const step = Math.round(size * 1.16);
	const drawn = lines.map((line, row) =>
		textAt(x, top + Math.round(size * 0.82) + row * step, line, `${style} font-size="${size}"`),
	);
	return {drawn, bottom: top + lines.length * step};
}

/** A line of fewer words says nothing by itself. */
const leastWords = 5;

/**
 * A whole sentence of one who argues, with its speaker: the longest that has room, of those that an editor chose or
 * else of what two said to each other. `place` is that of its seat.
 */
function clashLine(
	state: DebateState,
	exchange: readonly CardQuotation[],
	most: number,
): {readonly line: string; readonly place: number} | undefined {
	const {quotes} = episodeWords(languageOf(state));
	const chairs = arguingSeats(state.seats);
	const seats = chairs.map(({id}) => id);
	const chosen = chairs.flatMap(seat => {
		const text = chosenLine(state, seat);
		return text === undefined ? [] : [{speaker: seat.id, name: seat.name, text}];
	});
	const said = (chosen.length > 0 ? chosen : exchange)
		.filter(({speaker}) => seats.includes(speaker))
		.toReversed()
		.flatMap(({text: whole, speaker, name}) =>
			splitSentences(whole)
				.map(text => ({text: text.trim(), speaker, name}))
				.filter(({text}) => text.length <= most && countWords(text) >= leastWords && !/[…“”"«»„]/u.test(text)),
		);
	const alone = said.filter(({text}) => !leansOnBefore(text));
	const [best] = (alone.length > 0 ? alone : said).toSorted((one, other) => other.text.length - one.text.length);
	return best && {line: `${quotes[0]}${best.text}${quotes[1]} – ${best.name}`, place: seats.indexOf(best.speaker)};
}

/** The side of a cover, which directories want square and at most so large, and of the square that it is drawn in. */
const coverSide = {pixels: 3000, units: 1000} as const;

const onCover = {
	title: [
		{columns: 12, lines: 4, size: 112},
		{columns: 15, lines: 5, size: 86},
		{columns: 20, lines: 6, size: 68},
		{columns: 27, lines: 9, size: 50},
	],
	line: [
		{columns: 30, lines: 2, size: 50},
		{columns: 36, lines: 3, size: 42},
	],
	names: [
		{columns: 10, lines: 1, size: 76},
		{columns: 14, lines: 2, size: 54},
		{columns: 19, lines: 2, size: 40},
	],
} as const;

/** Title, who argues, one line that they clash in, and their colours: to be read at a tenth of its size. */
export function cover({state, facts, format, language}: Episode): string {
	const {pixels, units} = coverSide;
	const title = fitted(facts.title, onCover.title) ?? {lines: wrapped(facts.title, 27, 9), size: 50};
	const clash =
		facts.proposition === undefined
			? clashLine(state, cardOf(state, format, language).exchange, 100)
			: {line: facts.proposition, place: -1};
	const said = clash && fitted(clash.line, onCover.line);
	const place = clash?.place ?? -1;
	const step = said ? Math.round(said.size * 1.16) : 0;
	const top = 730 - (said ? said.lines.length * step : 0);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${units} ${units}" width="${pixels}" height="${pixels}" role="img" aria-label="${escapeMarkup(facts.title)}" font-family="Georgia, 'Noto Serif', serif">`,
		`<rect width="${units}" height="${units}" fill="${ink.background}"/>`,
		...linesAt(title, {x: 70, top: 70, style: `fill="${ink.plain}" font-weight="700"`}).drawn,
		...(said ? linesAt(said, {x: 70, top, style: `fill="${colourOf(place)}" font-style="italic"`}).drawn : []),
		...namePanels(state),
		'</svg>',
		'',
	].join('\n');
}

/** More names than these are no cover's. */
const mostNames = 4;

/** Two stand side by side, more below each other, each on its colour. */
function namePanels({seats}: DebateState): readonly string[] {
	const argue = arguingSeats(seats).slice(0, mostNames);
	const beside = argue.length <= 2;
	const [top, height] = [770, 230];
	const [width, row] = beside ? [1000 / Math.max(1, argue.length), height] : [1000, height / argue.length];
	return argue.flatMap(({name}, place) => {
		const [x, y] = beside ? [place * width, top] : [0, top + place * row];
		const small = {lines: wrapped(name, beside ? 19 : 40, beside ? 2 : 1), size: 40};
		const fit = (beside ? fitted(name, onCover.names) : undefined) ?? small;
		const step = Math.round(fit.size * 1.16);
		const from = y + Math.round((row - fit.lines.length * step) / 2);
		return [
			`<rect x="${x}" y="${y}" width="${width}" height="${row}" fill="${colourOf(place)}"/>`,
			...linesAt(fit, {x: x + (x === 0 ? 70 : 40), top: from, style: `fill="${ink.background}" font-weight="700"`})
				.drawn,
		];
	});
}

const onSocialCard = {
	title: [
		{columns: 22, lines: 3, size: 72},
		{columns: 28, lines: 4, size: 56},
		{columns: 36, lines: 5, size: 44},
	],
	titleAbove: [
		{columns: 40, lines: 1, size: 46},
		{columns: 48, lines: 2, size: 38},
		{columns: 58, lines: 2, size: 32},
	],
	line: [
		{columns: 30, lines: 3, size: 58},
		{columns: 36, lines: 4, size: 48},
		{columns: 44, lines: 5, size: 40},
	],
} as const;

/** 1200 × 630, to be read at a third of its size: its name beside the page, and how it is drawn. */
export const socialCard = {
	png: {file: 'preview.png', width: 1200, height: 630},
	/** What is debated, a line of it, by whom, and what they are. */
	svg(state: DebateState, format: FormatParts | undefined): string {
		const {width, height} = socialCard.png;
		const words = episodeWords(languageOf(state));
		const {title} = factsOf(state, format);
		const names = inWords(
			words,
			arguingSeats(state.seats).map(({name}) => name),
		);
		return [
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeMarkup(`${title}: ${names}`)}" font-family="Georgia, 'Noto Serif', serif">`,
			`<rect width="${width}" height="${height}" fill="${ink.background}"/>`,
			...hooked(state, cardOf(state, format, words.code)),
			...nameBars(state),
			...wrapped(disclosure(state, words), 76, 2).map((line, row) =>
				textAt(70, height - 66 + row * 30, line, `fill="${ink.dim}" font-size="24"`),
			),
			'</svg>',
			'',
		].join('\n');
	},
} as const;

/** The title, and the line below it in larger letters; the title alone where there is no line. */
function hooked(state: DebateState, {headline: title, exchange, motion}: Card): readonly string[] {
	const clash = motion === undefined ? clashLine(state, exchange, 180) : {line: motion, place: -1};
	const said = clash && fitted(clash.line, onSocialCard.line);
	const above = fitted(title, onSocialCard.titleAbove);
	if (!clash || !said || !above) {
		const alone = fitted(title, onSocialCard.title) ?? {lines: wrapped(title, 36, 5), size: 44};
		return linesAt(alone, {x: 70, top: 70, style: `fill="${ink.plain}" font-weight="700"`}).drawn;
	}
	const {drawn, bottom} = linesAt(above, {x: 70, top: 60, style: `fill="${ink.plain}" font-weight="700"`});
	return [
		...drawn,
		...linesAt(said, {x: 70, top: bottom + 36, style: `fill="${colourOf(clash.place)}" font-style="italic"`}).drawn,
	];
}

function nameBars({seats}: DebateState): readonly string[] {
	const argue = arguingSeats(seats).slice(0, mostNames);
	const step = Math.round((socialCard.png.width - 140) / Math.max(1, argue.length));
	const y = socialCard.png.height - 170;
	return argue.flatMap(({name}, place) => [
		`<rect x="${70 + place * step}" y="${y}" width="${step - 20}" height="6" rx="3" fill="${colourOf(place)}"/>`,
		textAt(
			70 + place * step,
			y + 48,
			wrapped(name, Math.floor(step / 23), 1)[0] ?? '',
			`fill="${colourOf(place)}" font-size="34" font-weight="700"`,
		),
	]);
}
