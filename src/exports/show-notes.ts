/**
 * Show notes: what a podcast directory shows of a debate. Only what happened and what was said, in at most 4,000
 * characters.
 */
import {swingOf} from '../debate/audience.ts';
import {hasFallen, isSpokenBy, placesIn} from '../debate/attribution.ts';
import {quotableMerit} from '../debate/evaluation.ts';
import {memoizeRecent} from '../debate/fold.ts';
import {type Seat, isPerson, isPlayed, isRehearsal} from '../debate/seats.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {leansOnBefore, splitSentences} from '../debate/text/sentences.ts';
import {countWords} from '../debate/text/words.ts';
import {contentWords, sharedWords, standsAlone} from './best-exchange.ts';
import {wordsOf, episodeWords, inWords, nameIn} from '../languages/find.ts';
import {type Language, fillSlots, type EpisodeWords} from '../languages/language.ts';
import type {Claim} from '../debate/claims.ts';
import {claimsByChair, claimText, standingOf, unmetClaims} from '../debate/ledger.ts';
import {citedDocuments, signOf} from '../debate/views/citations.ts';
import {shortened} from './chapter-names.ts';
import {disclosure, type Episode, type Told} from './episode.ts';
import {chosenLine, editorNote} from './edition.ts';
import type {OutcomePoint, OutcomePoints} from './format-parts.ts';
import {outcomeText, type Facts} from './facts.ts';
import {witnessed} from './claims.ts';
import {grantIn, howIn, lastQuestion, pointText} from './outcome-points.ts';
import {escapeInline} from './escape-markdown.ts';
import {agreementText} from './scores.ts';
import {statisticsOf} from './statistics.ts';
import {makerOf, stanceText} from '../languages/wording.ts';

// Quotable sentences: each is verbatim from a turn, and chosen by what it says of the proposition.

type Quote = {readonly seat: Seat; readonly text: string};

/** The longest sentence to quote, in characters. */
const longestQuote = 260;

/**
 * The sentence of a chair's best-scored turn to which a judge answered yes by one of these items of its checklist, the
 * first item first; none that is in `taken`, to which it is then added.
 */
function quoteBy(state: DebateState, seat: Seat, items: readonly string[], taken: Set<string>): Quote | undefined {
	const turns = state.turns
		.filter(turn => isSpokenBy(turn, seat) && typeof turn.evaluation?.adherenceScore === 'number')
		.toSorted((a, b) => scoreOf(b) - scoreOf(a));
	const sentences = items.flatMap(item =>
		turns.flatMap(turn =>
			pointedAt(turn, item)
				.filter(text => !hasFallen(state, turn, text))
				.map(text => ({text, alone: standsAlone(text, turn.text)})),
		),
	);
	const inOrder = [...sentences.filter(({alone}) => alone), ...sentences.filter(({alone}) => !alone)];
	return take(
		seat,
		inOrder.map(({text}) => text),
		taken,
	);
}

/** Headings, lists, quotations, tables and code: a sentence out of them does not stand by itself. */
const notProse = /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||```)/u;

const proseOf = ({text}: Turn): readonly string[] =>
	text.split('\n').flatMap(line => (notProse.test(line) ? [] : splitSentences(line)));

/** Kinds of turns that cut in on another. */
const asides = new Set(['interruption', 'point']);

/** The part of a debate in which its sides say what they stand for. */
const opening = 'opening';

/** What a chair stood for: the sentence of its first turn that says most of the proposition, and takes a side. */
function stanceOf(state: DebateState, seat: Seat, code: string, taken: Set<string>): Quote | undefined {
	const turn = state.turns.find(each => isSpokenBy(each, seat) && !asides.has(each.kind) && each.text.trim() !== '');
	// Who begins by answering has said what it stands for nowhere.
	const opens = state.turns.some(({segment}) => segment === opening);
	if (!turn || (opens && turn.segment !== opening)) return undefined;
	const sentences = proseOf(turn).filter(
		sentence => !hasFallen(state, turn, sentence) && (takingSides.test(sentence) || isHeld(state, turn, sentence)),
	);
	return take(seat, byWorth(sentences, state.start?.subject.text ?? '', wordsOf(code)), taken);
}

/** Whether it is what the speaker stood by: it did not fall, and is no flaw of its own that it owned up to. */
function isHeld(state: DebateState, turn: Turn, sentence: string): boolean {
	const admits = ['C1', 'C2', 'C3'].some(item => pointedAt(turn, item).some(each => each.trim() === sentence.trim()));
	const leans = admits || leansOnBefore(sentence);
	return !hasFallen(state, turn, sentence) && !leans && standsAlone(sentence, turn.text);
}

/** The sentence that is most worth repeating: of one that scored well, full of what the debate is about, and short. */
function bestLine(state: DebateState, seat: Seat, code: string, taken: Set<string>): Quote | undefined {
	const chosen = chosenLine(state, seat);
	if (chosen !== undefined) return take(seat, [chosen], taken);
	const language = wordsOf(code);
	const mine = state.turns.filter(turn => isSpokenBy(turn, seat) && turn.kind !== 'interruption');
	const others = state.seats.flatMap(({id, name}) => (id === seat.id ? [] : [name]));
	const sentences = mine.flatMap(turn =>
		proseOf(turn)
			.filter(
				sentence =>
					countWords(sentence) >= 6 &&
					countWords(sentence) <= 28 &&
					!/[“”"«»„]/u.test(sentence) &&
					!others.some(name => sentence.includes(name)) &&
					isHeld(state, turn, sentence),
			)
			.map(text => ({text, worth: lineWorth(state, turn, text, language)})),
	);
	return take(
		seat,
		sentences.toSorted((one, other) => other.worth - one.worth).map(({text}) => text),
		taken,
	);
}

/** That an opponent took a sentence up again says most for it, then that the ledger has it as a claim. */
function lineWorth(state: DebateState, turn: Turn, sentence: string, language: Language | undefined): number {
	const place = placesIn(state.turns).get(turn.id) ?? -1;
	const answers = state.turns.slice(place + 1, place + 3).filter(({speaker}) => speaker !== turn.speaker);
	const echoed = Math.max(0, ...answers.map(({text}) => sharedWords(sentence, text, language)));
	const telling = contentWords(sentence, language).length;
	const isClaim = sentencesOfClaims(state.formats.ledger.claims).has(sentence.trim());
	return (
		2 * echoed * Math.min(1, telling / 6) + telling / countWords(sentence) + scoreOf(turn) / 200 + (isClaim ? 1 : 0)
	);
}

const sentencesOfClaims = memoizeRecent(
	(claims: readonly Claim[]): ReadonlySet<string> => new Set(claims.map(({sentence}) => sentence.trim())),
);

/** In which its speaker says where they stand. */
const takingSides =
	/\b(?:I am|I’m|I'm|I stand|I argue|I say|we say|my side says)\b.*\b(?:for|against|yes|no|favour|favor|keep|should)\b/iu;

function byWorth(said: readonly string[], proposition: string, language: Language | undefined): string[] {
	const sides =
		/(?<!\p{L})(?:yes|no|for|against|favour|favor|oppose|support|say|stand|should|für|gegen|ja|nein|pour|contre|oui|non|sí)(?!\p{L})|应当|应该|支持|反对|赞成/giu;
	const worth = (sentence: string): number =>
		2 * sharedWords(proposition, sentence, language) +
		Math.min(2, sentence.match(sides)?.length ?? 0) * 0.4 +
		(takingSides.test(sentence) ? 1.5 : 0);
	const sentences = said.filter(sentence => countWords(sentence) >= 5 && !/[“”"?？«»„]/u.test(sentence));
	return sentences.toSorted((one, other) => worth(other) - worth(one));
}

const scoreOf = ({evaluation}: Turn): number => evaluation?.adherenceScore ?? 0;

function pointedAt({text, evaluation}: Turn, id: string): string[] {
	const item = evaluation && quotableMerit(evaluation, id);
	if (!item) return [];
	// From rules 2 on the quotation is the whole sentence.
	if ((evaluation.rules ?? 1) > 1) return item.quote === undefined ? [] : [item.quote];
	const at = item.start;
	if (at === undefined) return [];
	let end = 0;
	return splitSentences(text).filter(sentence => {
		end += sentence.length;
		return end > at && end - sentence.length <= at;
	});
}

function take(seat: Seat, sentences: readonly string[], taken: Set<string>): Quote | undefined {
	const text = sentences
		.map(sentence => sentence.replaceAll('`', '').trim().replace(/\s+/gu, ' '))
		.find(sentence => sentence !== '' && sentence.length <= longestQuote && !taken.has(sentence));
	if (text === undefined) return undefined;
	taken.add(text);
	return {seat, text};
}

/** The longest that directories take, in characters, and how much of it they show at first. */
const longestNotes = 4000;
const shownFirst = 100;

/** `rank` tells what goes first where there is no room for all. */
type NotesSection = {readonly title: string; readonly rank: number; readonly entries: readonly string[]};

export function showNotes(episode: Episode): string {
	const {state, facts, chapters, language, edited, format} = episode;
	const words = episodeWords(language);
	const {headings, script, notes} = words;
	const {speakers: chairs} = facts;
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
		{title: headings.sources, rank: 5, entries: sourcesIn(state, words)},
		{title: headings.links, rank: 5, entries: linksIn(state)},
		{title: headings.figures, rank: 4, entries: figures(state, words)},
		{title: words.article.audience.title, rank: 4, entries: swing({state, words})},
	];
	return fitSections(
		[
			hook(facts, words),
			escapeInline(facts.standfirst ?? ''),
			summary(state, facts, words),
			escapeInline(disclosure(state, words)),
			escapeInline(editorNote(state, words) ?? ''),
			edited ? `${script.edited}${notes.stop}` : '',
		].filter(part => part !== ''),
		sections,
	);
}

/** The same as plain text, which directories show as it is. */
export const plainNotes = (episode: Episode): string =>
	showNotes(episode)
		.replaceAll(/\\(?=[!-/:-@[-`{-~])/gu, '')
		.replaceAll('**', '')
		.slice(0, longestNotes);

/** How listeners moved between the three answers, and of how many: nothing before the vote is closed. */
function swing({state, words: {article}}: Told): string[] {
	const found = swingOf(state.audience);
	if (found?.isClosed !== true || found.both === 0) return [];
	const {sides, both} = article.audience;
	return [
		...found.flows.map(({from, to, count}) => `${sides[from]} → ${sides[to]}: ${count}`),
		fillSlots(both, {both: String(found.both), voted: String(found.voted)}),
	];
}

/** The paragraphs, and of the sections as many entries as there is room for. */
function fitSections(paragraphs: readonly string[], sections: readonly NotesSection[]): string {
	let room = longestNotes - 1 - paragraphs.join('\n\n').length;
	const shown = new Map<NotesSection, string>();
	for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
		let text = `\n\n**${section.title}**\n`;
		for (const entry of section.entries) {
			if (text.length + entry.length + 3 > room) break;
			text += `\n- ${entry}`;
		}
		if (!text.includes('\n- ')) continue;
		shown.set(section, text.trim());
		room -= text.length;
	}
	return [...paragraphs, ...sections.flatMap(section => shown.get(section) ?? [])].join('\n\n');
}

/** What it is about within the first hundred characters, which are all that most apps show; then who argues. */
function hook({title, proposition, speakers: chairs}: Facts, words: EpisodeWords): string {
	const told = (proposition ?? title).replace(/\s+/gu, ' ');
	const whole = /[.?!…。？！]$/u.test(told) ? told : `${told}${words.notes.stop}`;
	const first = firstSentence(title);
	const rest = told !== first ? ` ${inQuotes(escapeInline(shortened(whole, 300)), words)}` : '';
	const names = inWords(
		words,
		chairs.map(({name}) => escapeInline(name)),
	);
	const stop = /[.?!…。？！]$/u.test(first) ? '' : words.notes.stop;
	return `**${escapeInline(first)}${stop}**${rest} ${fillSlots(words.notes.argue[chairs.length > 1 ? 1 : 0], {names})}`;
}

const inQuotes = (text: string, {quotes: [open, close]}: EpisodeWords): string => `${open}${text}${close}`;

const firstSentence = (text: string): string => {
	const sentence = /^.*?(?:[.?!](?=\s|$)|[。？！])/u.exec(text)?.[0] ?? text;
	return shortened(sentence, shownFirst - 4);
};

function summary(state: DebateState, facts: Facts, words: EpisodeWords): string {
	const {notes, brackets} = words;
	const {speakers: chairs} = facts;
	const frameworks = chairs.flatMap(({name, framework}) =>
		framework === undefined ? [] : [escapeInline(`${name}${brackets[0]}${nameIn(words, framework)}${brackets[1]}`)],
	);
	if (frameworks.length === 0) return '';
	const host = state.seats.find(({role}) => role === 'arbiter');
	return [
		fillSlots(notes.frameworks, {names: inWords(words, frameworks)}),
		notes.rules,
		host ? fillSlots(notes.host, {name: escapeInline(host.name)}) : '',
		courseOf(state, facts, host !== undefined, words),
		endingOf(facts, words),
		notes.winner,
	]
		.filter(part => part !== '')
		.join(words.space);
}

/** Why it ended is told by the program, in English: in other languages how it ended has to do. */
function endingOf({outcome, reason}: Facts, words: EpisodeWords): string {
	const {code, notes} = words;
	if (outcome === 'completed' || outcome === undefined) return '';
	const because = reason === undefined || code !== 'en' ? '' : `, ${shortened(escapeInline(reason), 200)}`;
	return fillSlots(notes.ended, {outcome: outcomeText(outcome, words), reason: because});
}

/** How often they cut in and were stopped, in a sentence that also reads well where nothing of it happened. */
function courseOf({turns}: DebateState, {counts}: Facts, hosted: boolean, {notes, times}: EpisodeWords): string {
	const rounds = Math.max(0, ...turns.map(({round}) => round ?? 0));
	if (rounds === 0) return '';
	const often = (count: number): string =>
		fillSlots(times[count === 1 ? 0 : count === 2 ? 1 : 2], {count: String(count)});
	const said = (none: string, some: string, count: number): string =>
		count === 0 ? none : fillSlots(some, {times: often(count)});
	const cuts = said(notes.noCuts, notes.cuts, counts.cuts);
	const steps = said(notes.noSteps, notes.steps, counts.interjections);
	const lead = fillSlots(counted(notes.exchanges, rounds), {count: String(rounds)});
	return `${lead}${cuts}${hosted ? `${notes.and}${steps}` : ''}${notes.stop}`;
}

const counted = (texts: readonly [string, string], count: number): string => texts[count === 1 ? 0 : 1];

/** Two points with so much in common say the same, from 0 to 1. */
const sameThing = 0.6;

/** What each chair stood for and granted, the verdict, and what remained: three to seven where the debate has them. */
function takeaways(episode: Episode, words: EpisodeWords, taken: Set<string>): string[] {
	const {state, facts, language, format} = episode;
	const {notes} = words;
	const {speakers: chairs, points} = facts;
	const held = chairs.flatMap(seat =>
		attributed(
			format?.traits?.inWriting
				? undefined
				: (stanceOf(state, seat, language, taken) ?? quoteBy(state, seat, ['F1'], taken)),
			notes.held,
			words,
		),
	);
	const admitted = chairs.flatMap(seat =>
		attributed(quoteBy(state, seat, ['C1', 'C3', 'C2'], taken), notes.admitted, words),
	);
	const verdict = format?.verdict?.(state, words);
	const settled = admitted.length > 0 ? [] : (points?.settled ?? []).map(point => settledText(point, words));
	if (state.edition && points) return editedTakeaways(episode, points, words);
	const question = lastQuestion(state);
	const open =
		question === undefined
			? (points?.open ?? []).map(({text}) => fillSlots(notes.open, {text}))
			: [fillSlots(notes.remains, {quote: inQuotes(question, words)})];
	const chosen = [
		...(verdict === undefined ? [] : [escapeInline(verdict.whole)]),
		...held,
		...admitted,
		...settled.map(escapeInline).slice(0, 3),
	];
	const apart = open.filter(
		(text, place) => !open.slice(0, place).some(other => sharedWords(text, other, wordsOf(language)) > sameThing),
	);
	return [...chosen.slice(0, 7 - Math.min(2, apart.length)), ...apart.slice(0, 2).map(escapeInline)];
}

/** The verdict, what was settled and what stayed open, and the question for the listener, as an editor put them. */
function editedTakeaways({state, facts, format}: Episode, points: OutcomePoints, words: EpisodeWords): string[] {
	const {notes} = words;
	const verdict = format?.verdict?.(state, words);
	return [
		...(verdict === undefined ? [] : [verdict.whole]),
		...points.settled.slice(0, 3).map(point => settledText(point, words)),
		...points.open.slice(0, 2).map(({text}) => fillSlots(notes.open, {text})),
		...(facts.question === undefined ? [] : [facts.question]),
	].map(escapeInline);
}

function settledText(point: OutcomePoint, words: EpisodeWords): string {
	const {text, granted, dropped} = point;
	const {notes} = words;
	if (dropped) return pointText(point, words);
	if (!granted) return fillSlots(notes.settled, {text, how: howIn(point, words)}).replace(/\s?[(（][)）]$/u, '');
	return fillSlots(notes.settled, {
		text: granted.sentence === undefined ? text : inQuotes(granted.sentence, words),
		how: grantIn(granted, words),
	});
}

/** Claims of each chair in the notes, and characters of one. */
const [mostClaims, longestClaim] = [3, 140];

/** By the ledger: of each chair in turn, what nobody answered first, then what came of others, the newest first. */
function claimsIn(state: DebateState, words: EpisodeWords): string[] {
	const chairs = claimsByChair(state).map(({seat, claims}) => {
		const isOpen = (claim: Claim): boolean => standingOf(claim) === 'open';
		const unmet = unmetClaims(state);
		const newest = claims.filter(claim => !isOpen(claim) || unmet.includes(claim)).toReversed();
		const shown = [...newest.filter(isOpen), ...newest.filter(claim => !isOpen(claim))].slice(0, mostClaims);
		return shown.map(claim => {
			const [text, standing] = [shortened(claimText(claim), longestClaim), witnessed(state, claim, words)];
			return escapeInline(fillSlots(words.claim, {name: seat.name, claim: text, standing}));
		});
	});
	// One of each side or none: no side is cut off for want of room.
	return Array.from({length: mostClaims}, (_, place) => chairs.flatMap(told => told[place] ?? []).join('\n- ')).filter(
		round => round !== '',
	);
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
	const label = isPerson(seat)
		? labels.person
		: isRehearsal(seat)
			? labels.rehearsal
			: isPlayed(seat)
				? labels.played
				: undefined;
	const maker = makerOf(seat);
	const provider = maker === undefined ? '' : fillSlots(labels.by, {provider: maker});
	return escapeInline(
		[
			`${seat.name}${label === undefined ? provider : `${brackets[0]}${label}${brackets[1]}`}`,
			seat.framework === undefined ? undefined : fillSlots(labels.framework, {name: nameIn(words, seat.framework)}),
		]
			.filter(part => part !== undefined)
			.join(comma),
	);
}

/** What was cited, each document with how often and how it stands, such as `Two Years of the Cap (3 word for word)`. */
function sourcesIn(state: DebateState, {citations, comma}: EpisodeWords): string[] {
	return citedDocuments(state).map(({document, references}) => {
		const counts = Map.groupBy(references, ({citation}) => signOf(citation));
		const standing = (['verified', 'altered', 'false', 'judged'] as const).flatMap(sign => {
			const of = counts.get(sign);
			if (!of) return [];
			return [`${of.length} ${citations[sign]}`];
		});
		return `${escapeInline(shortened(document.title, 120))} (${standing.join(comma)})`;
	});
}

/** Addresses that were named in the debate and are not spoken. */
function linksIn({turns, start}: DebateState): string[] {
	const found = [start?.subject.context ?? '', ...turns.map(({text}) => text)].flatMap(
		text => text.match(/https?:\/\/[^\s<>"”’)\]]+[^\s<>"”’)\].,;:!?]/gu) ?? [],
	);
	return [...new Set(found)]
		.filter(link => link.length <= 200 && !isOwnMachine(link))
		.slice(0, 12)
		.map(escapeInline);
}

/** Servers that only the machine or the house of whoever held the debate can reach. */
const isOwnMachine = (link: string): boolean =>
	/^https?:\/\/(?:[^/]*@)?(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[|[^/:.]+(?:[:/]|$)|[^/:]+\.(?:local|lan|internal)(?:[:/]|$))/u.test(
		link,
	);

function figures(state: DebateState, words: EpisodeWords): string[] {
	const {chairs, agreement, votes, judgeVotes} = statisticsOf(state);
	const {figures: texts, code} = words;
	const shift = votes.flatMap(vote => vote.shift ?? []);
	const count = (number: number): string => Math.round(number).toLocaleString(code);
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
	];
}

/** `MM:SS`, or `H:MM:SS` from an hour on, as players read them. */
function minutes(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(seconds / 3600);
	return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
