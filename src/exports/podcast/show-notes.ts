/**
 * Show notes: what a podcast directory shows of a debate. Only what happened and what was said, in at most 4,000
 * characters.
 */
import {fillSlots} from '../../languages/debate/language.ts';
import {arguingSeats, isPerson, type Seat} from '../../debate/seats.ts';
import type {Claim} from '../../debate/formats/claims/ledger.ts';
import type {DebateState} from '../../debate/state.ts';
import {claimsByChair, claimText, standingOf} from '../../debate/views/claims.ts';
import {panelText} from '../../debate/views/motion.ts';
import {shortened} from '../episode/chapter-names.ts';
import {disclosure} from '../episode/disclosure.ts';
import type {Episode} from '../episode/episode.ts';
import {episodeWords, inWords, nameIn} from '../../languages/episode/find.ts';
import type {EpisodeWords} from '../../languages/episode/language.ts';
import {lastQuestion, outcomePointsOf, type OutcomePoint} from '../episode/points.ts';
import {escapeInline} from '../escape-markdown.ts';
import type {JournalMark} from '../journal-mark.ts';
import {agreementText, isGraded} from '../scores.ts';
import {statisticsOf} from '../statistics.ts';
import {costAtPrices, isRehearsal, stanceText} from '../wording.ts';
import {bestLine, quoteBy, stanceOf, type Quote} from './quotes.ts';

/** The longest that directories take, in characters, and how much of it they show at first. */
const longest = 4000;
const shownFirst = 100;

/** `rank` tells what goes first where there is no room for all. */
type NotesSection = {readonly title: string; readonly rank: number; readonly entries: readonly string[]};

export function showNotes(episode: Episode): string {
	const {state, chapters, language, edited, journal, format} = episode;
	const words = episodeWords(language);
	const {headings, script, notes} = words;
	const chairs = arguingSeats(state.seats);
	const taken = new Set<string>();
	const speakers = format?.traits?.inWriting ? [] : chairs;
	const sections: NotesSection[] = [
		{title: headings.takeaways, rank: 2, entries: takeaways(episode, words, taken)},
		{
			title: headings.chapters,
			rank: 1,
			entries: chapters.map(({title, start}) => `(${minutes(start)}) ${escapeInline(title)}`),
		},
		{title: headings.guests, rank: 0, entries: chairs.map(seat => guest(seat, words))},
		{
			title: headings.quotes,
			rank: 3,
			entries: speakers.flatMap(seat => quoted(bestLine(state, seat, language, taken), words)),
		},
		{title: headings.claims, rank: 6, entries: claimsIn(state, words)},
		{title: headings.links, rank: 5, entries: linksIn(state)},
		{title: headings.figures, rank: 4, entries: [...figures(state, words), ...recordIn(journal, words)]},
	];
	return fitSections(
		[
			hook(state, chairs, words),
			summary(state, chairs, words),
			escapeInline(disclosure(state, words)),
			edited ? `${script.edited}${notes.stop}` : '',
		].filter(part => part !== ''),
		sections,
	);
}

/** The paragraphs, and of the sections as many entries as there is room for. */
function fitSections(paragraphs: readonly string[], sections: readonly NotesSection[]): string {
	let room = longest - 1 - paragraphs.join('\n\n').length;
	const shown = new Map<NotesSection, string>();
	for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
		let text = `\n\n**${section.title}**\n`;
		for (const entry of section.entries) if (text.length + entry.length + 3 <= room) text += `\n- ${entry}`;
		if (!text.includes('\n- ')) continue;
		shown.set(section, text.trim());
		room -= text.length;
	}
	return [...paragraphs, ...sections.flatMap(section => shown.get(section) ?? [])].join('\n\n');
}

/** What it is about within the first hundred characters, which are all that most apps show; then who argues. */
function hook({start}: DebateState, chairs: readonly Seat[], words: EpisodeWords): string {
	const proposition = start?.subject.text.trim().replace(/\s+/gu, ' ') ?? '';
	const first = firstSentence(proposition);
	const rest =
		proposition.length > first.length ? ` ${inQuotes(escapeInline(shortened(proposition, 300)), words)}` : '';
	const names = inWords(
		words,
		chairs.map(({name}) => escapeInline(name)),
	);
	return `**${escapeInline(first)}**${rest} ${fillSlots(words.notes.argue[chairs.length > 1 ? 1 : 0], {names})}`;
}

const inQuotes = (text: string, {quotes: [open, close]}: EpisodeWords): string => `${open}${text}${close}`;

const firstSentence = (text: string): string => {
	const sentence = /^.*?(?:[.?!](?=\s|$)|[。？！])/u.exec(text)?.[0] ?? text;
	return shortened(sentence, shownFirst - 4);
};

function summary(state: DebateState, chairs: readonly Seat[], words: EpisodeWords): string {
	const {notes, brackets} = words;
	const frameworks = chairs.flatMap(({name, framework}) =>
		framework === undefined ? [] : [escapeInline(`${name}${brackets[0]}${nameIn(words, framework)}${brackets[1]}`)],
	);
	if (frameworks.length === 0) return '';
	const host = state.seats.find(({role}) => role === 'arbiter');
	return [
		fillSlots(notes.frameworks, {names: inWords(words, frameworks)}),
		notes.rules,
		host ? fillSlots(notes.host, {name: escapeInline(host.name)}) : '',
		courseOf(state, host !== undefined, words),
		endingOf(state, words),
		notes.winner,
	]
		.filter(part => part !== '')
		.join(words.space);
}

/** Why it ended is told by the program, in English: in other languages how it ended has to do. */
function endingOf({outcome, reason}: DebateState, {code, notes}: EpisodeWords): string {
	if (outcome === 'completed' || outcome === undefined) return '';
	const because = reason === undefined || code !== 'en' ? '' : `, ${shortened(escapeInline(reason), 200)}`;
	return fillSlots(notes.ended, {outcome: notes.outcomes[outcome] ?? outcome, reason: because});
}

/** How often they cut in and were stopped, in a sentence that also reads well where nothing of it happened. */
function courseOf(
	{turns, interruptions, interjections}: DebateState,
	hosted: boolean,
	{notes, times}: EpisodeWords,
): string {
	const rounds = Math.max(0, ...turns.map(({round}) => round ?? 0));
	if (rounds === 0) return '';
	const often = (count: number): string =>
		fillSlots(times[count === 1 ? 0 : count === 2 ? 1 : 2], {count: String(count)});
	const said = (none: string, some: string, count: number): string =>
		count === 0 ? none : fillSlots(some, {times: often(count)});
	const cuts = said(notes.noCuts, notes.cuts, interruptions.length);
	const steps = said(notes.noSteps, notes.steps, interjections.length);
	const lead = fillSlots(counted(notes.exchanges, rounds), {count: String(rounds)});
	return `${lead}${cuts}${hosted ? `${notes.and}${steps}` : ''}${notes.stop}`;
}

const counted = (texts: readonly [string, string], count: number): string => texts[count === 1 ? 0 : 1];

/** What each chair stood for and granted, the verdict, and what remained: three to seven where the debate has them. */
function takeaways({state, language, format}: Episode, words: EpisodeWords, taken: Set<string>): string[] {
	const {notes} = words;
	const chairs = arguingSeats(state.seats);
	// From rules 2 on the judges name whole sentences; before, a chair's own opening says better what it stands for.
	const graded = state.turns.some(({evaluation}) => evaluation && isGraded(evaluation));
	const held = chairs.flatMap(seat =>
		attributed(
			(graded ? quoteBy(state, seat, ['F1'], taken) : undefined) ??
				(format?.traits?.inWriting ? undefined : stanceOf(state, seat, language, taken)),
			notes.held,
			words,
		),
	);
	const admitted = chairs.flatMap(seat =>
		attributed(quoteBy(state, seat, ['C1', 'C3', 'C2'], taken), notes.admitted, words),
	);
	const points = outcomePointsOf(state);
	const settled = admitted.length > 0 ? [] : (points?.settled ?? []).map(point => settledText(point, words));
	const question = lastQuestion(state);
	const open =
		question === undefined
			? (points?.open ?? []).map(({text}) => fillSlots(notes.open, {text}))
			: [fillSlots(notes.remains, {quote: inQuotes(question, words)})];
	const chosen = [...verdictIn(state, words), ...held, ...admitted, ...settled.map(escapeInline).slice(0, 3)];
	return [...chosen.slice(0, 7 - Math.min(2, open.length)), ...open.slice(0, 2).map(escapeInline)];
}

/** A panel's verdict is told by the program, in English. */
const verdictIn = (state: DebateState, {code}: EpisodeWords): string[] => {
	const {panel} = state.formats.motion;
	return panel && code === 'en' ? [escapeInline(panelText(state, panel))] : [];
};

function settledText({text, how, granted}: OutcomePoint, words: EpisodeWords): string {
	const {notes} = words;
	if (!granted) return fillSlots(notes.settled, {text, how});
	const by = fillSlots(notes.granted, {name: granted.by});
	return fillSlots(notes.settled, {text: inQuotes(granted.sentence, words), how: by});
}

/** Claims of each chair in the notes, and characters of one. */
const [mostClaims, longestClaim] = [3, 140];

/** By the ledger: of each chair what nobody answered first, then what came of others, the newest first. */
function claimsIn(state: DebateState, words: EpisodeWords): string[] {
	return claimsByChair(state).flatMap(({seat, claims}) => {
		const isOpen = (claim: Claim): boolean => standingOf(claim) === 'open';
		const newest = claims.toReversed();
		const shown = [...newest.filter(isOpen), ...newest.filter(claim => !isOpen(claim))].slice(0, mostClaims);
		return shown.map(claim => {
			const [text, standing] = [shortened(claimText(claim), longestClaim), words.standings[standingOf(claim)]];
			return escapeInline(fillSlots(words.claim, {name: seat.name, claim: text, standing}));
		});
	});
}

const attributed = (quote: Quote | undefined, text: string, words: EpisodeWords): string[] =>
	quote
		? [
				fillSlots(text, {
					name: escapeInline(quote.seat.name),
					quote: inQuotes(escapeInline(quote.text), words),
				}),
			]
		: [];
const quoted = (quote: Quote | undefined, words: EpisodeWords): string[] =>
	quote
		? [
				`${inQuotes(escapeInline(quote.text), words)}${words.brackets[0]}${escapeInline(quote.seat.name)}${words.brackets[1]}`,
			]
		: [];

function guest(seat: Seat, words: EpisodeWords): string {
	const {labels, brackets, comma} = words;
	const label = isPerson(seat) ? labels.person : isRehearsal(seat) ? labels.rehearsal : undefined;
	const provider = seat.provider === undefined ? '' : fillSlots(labels.by, {provider: seat.provider});
	return escapeInline(
		[
			`${seat.name}${label === undefined ? provider : `${brackets[0]}${label}${brackets[1]}`}`,
			seat.framework === undefined ? undefined : fillSlots(labels.framework, {name: nameIn(words, seat.framework)}),
		]
			.filter(part => part !== undefined)
			.join(comma),
	);
}

/** Addresses that were named in the debate and are not spoken. */
function linksIn({turns, start}: DebateState): string[] {
	const found = [start?.subject.context ?? '', ...turns.map(({text}) => text)].flatMap(
		text => text.match(/https?:\/\/[^\s<>"”’)\]]+[^\s<>"”’)\].,;:!?]/gu) ?? [],
	);
	return [...new Set(found)]
		.filter(link => link.length <= 200)
		.slice(0, 12)
		.map(escapeInline);
}

function figures(state: DebateState, words: EpisodeWords): string[] {
	const {chairs, agreement, votes, judgeVotes, spending, cost} = statisticsOf(state);
	const {figures: texts, code} = words;
	const shift = votes.flatMap(vote => vote.shift ?? []);
	const count = (number: number): string => Math.round(number).toLocaleString(code);
	const spent = {
		count: count(spending.calls),
		tokens: count(spending.input + spending.output),
		cost: cost === null ? texts.unknownCost : costAtPrices(cost, state),
		seed: String(state.start?.seed ?? 0),
	};
	return [
		...chairs.flatMap(({seat, mean}) =>
			mean === undefined ? [] : [fillSlots(texts.mean, {name: escapeInline(seat.name), mean: mean.toFixed(0)})],
		),
		...(agreement ? [agreementText(agreement, texts.agreement)] : []),
		...(shift.length === 0
			? []
			: [
					fillSlots(counted(texts.shift, shift.length), {
						count: count(shift.length),
						changed: String(shift.filter(by => by !== 0).length),
					}),
				]),
		...judgeVotes.flatMap(({name, before, after}) =>
			before === undefined || after === undefined
				? []
				: [
						fillSlots(texts.judge, {
							name: escapeInline(name),
							before: stanceText(before),
							after: stanceText(after),
						}),
					],
		),
		fillSlots(counted(texts.spent, spending.calls), spent),
	];
}

/** The hash that ties what is published to the journal. */
function recordIn(journal: JournalMark | undefined, {figures: {journal: texts}}: EpisodeWords): string[] {
	if (!journal) return [];
	const {events, head, signedBy, fault} = journal;
	const isSigned = signedBy !== undefined && fault === undefined;
	const slots = {count: String(events), head, by: signedBy ?? ''};
	return [escapeInline(fillSlots(texts[isSigned ? 1 : 0], slots))];
}

/** `MM:SS`, or `H:MM:SS` from an hour on, as players read them. */
function minutes(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(seconds / 3600);
	return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
