/** One web page that needs nothing else: a debate to read and to hear, in the order of a magazine. */
import {formatNameOf, type OutcomePoint, type ShowingSentence} from './format-parts.ts';
import {escapeMarkup} from '../debate/text/intake.ts';
import {claimsByChair, claimText, toldStanding} from '../debate/ledger.ts';
import {dimensions} from '../debate/rubric.ts';
import type {Claim} from '../debate/claims.ts';
import type {Turn} from '../debate/state.ts';
import {isGraded, unscoredReason} from './scores.ts';
import {clock, hasRehearsal, speakerIn, speakerOfTurn, counted} from '../languages/wording.ts';
import {episodeWords, inWords, nameIn, partName} from '../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {arguingSeats} from '../debate/seats.ts';
import {cardOf, socialCard} from './card.ts';
import {shortened} from './chapter-names.ts';
import {standingIn} from './claims.ts';
import {markdownHtml} from './markdown-html.ts';
import {behindTranscript, staging, voiceOf, type Behind} from './markdown.ts';
import {disclosure, type Episode} from './episode.ts';
import {saidAt} from './segments.ts';
import {editorNote, hookIn} from './edition.ts';
import {howIn, pointText} from './outcome-points.ts';
import {claimAnchor, courseHtml} from './page/course.ts';
import {pageAssets} from './page/assets.ts';
import {anchorOf, seatMark, turnHtml} from './page/turn.ts';
import {references} from './references.ts';

/** The page may load nothing but its own sound, and send nothing; its only script and style are its own. */
const policyFor = ({sound}: PageFiles): string =>
	[
		"default-src 'none'",
		`script-src 'sha256-${pageAssets.scriptHash}'`,
		`style-src 'sha256-${pageAssets.styleHash}'`,
		...(sound === undefined ? [] : ["media-src 'self'"]),
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');

/** Files beside the page, by name: the sound that it plays, and the picture that is shown of a link to it. */
type PageFiles = {readonly sound?: string | undefined; readonly picture?: string | undefined};

export function* html(episode: Episode, files: PageFiles = {}): Generator<string> {
	for (const part of partsOf(episode, files)) if (part !== '') yield `${part}\n`;
}

function* partsOf(episode: Episode, files: PageFiles): Generator<string> {
	const {language, length, format} = episode;
	const words = episodeWords(language);
	const {page} = words;
	const parts = behindTranscript(episode, false, true);
	yield* [
		'<!doctype html>',
		`<html lang="${language}">`,
		...head(episode, words, files),
		`<body data-length="${Math.round(length)}"${format?.traits?.inWriting ? ' data-read="true"' : ''} data-words="${escapeMarkup(JSON.stringify(scriptWords(page)))}">`,
		`<a class="skip" href="#transcript">${page.skip}</a>`,
		header(episode, words),
		player(episode, words, files),
		'<main>',
		...sectionsOf(parts.first),
		courseHtml(episode, words),
		contents(episode, words),
		pullQuote(episode, words),
		`<section class="said" aria-labelledby="transcript"><h2 id="transcript" tabindex="-1">${page.transcript}</h2>`,
		tools(words),
	];
	yield* transcript(episode, words);
	yield* [
		'</section>',
		outcome(episode, words),
		claims(episode, words),
		...behind(episode, words, parts),
		'</main>',
		footer(episode),
		`<script>${pageAssets.script}</script>`,
		'</body>',
		'</html>',
	];
}

// What is told of the page to those who show a link to it.

function head(episode: Episode, words: EpisodeWords, files: PageFiles): readonly string[] {
	const {state, facts, language} = episode;
	const {file, width, height} = socialCard.png;
	const title = escapeMarkup(facts.title);
	const about = escapeMarkup(descriptionOf(episode, words));
	const {name = '', version = ''} = state.start?.app ?? {};
	return [
		'<head>',
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<meta http-equiv="Content-Security-Policy" content="${policyFor(files)}">`,
		'<meta name="referrer" content="no-referrer">',
		`<title>${title}</title>`,
		`<meta name="description" content="${about}">`,
		`<meta name="generator" content="${escapeMarkup(`${name} ${version}`)}">`,
		`<meta name="rostrum-speakers" content="${escapeMarkup(disclosure(state, words))}">`,
		`<meta property="og:type" content="article">`,
		`<meta property="og:title" content="${title}">`,
		`<meta property="og:description" content="${about}">`,
		`<meta property="og:locale" content="${language}">`,
		`<meta property="og:image" content="${escapeMarkup(files.picture ?? file)}">`,
		`<meta property="og:image:width" content="${width}">`,
		`<meta property="og:image:height" content="${height}">`,
		`<meta property="og:image:alt" content="${title}">`,
		'<meta name="twitter:card" content="summary_large_image">',
		`<style>${pageAssets.style}</style>`,
		'</head>',
	];
}

/** What search engines and chats show of a page, in at most 200 characters: who argues, and what they are. */
function descriptionOf({state, facts}: Episode, words: EpisodeWords): string {
	const names = inWords(
		words,
		facts.speakers.map(({name}) => name),
	);
	const argue = fillSlots(words.notes.argue[facts.speakers.length > 1 ? 1 : 0], {names});
	if (facts.standfirst !== undefined) return shortened(facts.standfirst, 200);
	return shortened([argue, disclosure(state, words)].filter(part => part !== '').join(words.space), 200);
}

/** What the script of the page says. */
const scriptWords = ({of, play, pause, found, hit, unheard}: EpisodeWords['page']) => ({
	of,
	play,
	pause,
	found,
	hit,
	unheard,
});

// Kicker and title, standfirst, who speaks, when and how long: what a reader needs before the first word.

/** A longer proposition unfolds. */
const longestMotion = 200;

function header(episode: Episode, words: EpisodeWords): string {
	const {state, facts, format, edited} = episode;
	const {page, labels} = words;
	const notes = [
		disclosure(state, words),
		hasRehearsal(state) ? fillSlots(page.rehearsed, {label: labels.rehearsal}) : '',
		edited ? `${words.script.edited}${words.notes.stop}` : '',
		editorNote(state, words) ?? '',
	].filter(note => note !== '');
	return [
		'<header>',
		`<p class="kicker" dir="auto">${escapeMarkup(formatNameOf(format, state))}</p>`,
		`<h1 dir="auto">${escapeMarkup(facts.title)}</h1>`,
		...(facts.standfirst === undefined
			? []
			: [`<p class="standfirst" dir="auto">${escapeMarkup(facts.standfirst)}</p>`]),
		...motion(facts.proposition),
		cast(episode, words),
		`<p class="when">${when(episode, words)}</p>`,
		...notes.map(note => `<p class="note">${escapeMarkup(note)}</p>`),
		'</header>',
	].join('\n');
}

function motion(proposition: string | undefined): readonly string[] {
	if (proposition === undefined) return [];
	const text = escapeMarkup(proposition);
	return proposition.length <= longestMotion
		? [`<p class="motion" dir="auto">${text}</p>`]
		: [
				`<details class="motion"><summary dir="auto">${escapeMarkup(shortened(proposition.replaceAll(/\s+/gu, ' '), longestMotion))}</summary><p dir="auto">${text}</p></details>`,
			];
}

/** Everybody who spoke, by sign and colour, with what they argue from and what speaks for them. */
function cast({state, segments}: Episode, words: EpisodeWords): string {
	const spoke = new Set(segments.map(({speaker}) => speaker));
	const argue = arguingSeats(state.seats);
	const seats = [...argue, ...state.seats.filter(seat => !argue.includes(seat) && spoke.has(seat.id))];
	const items = seats.map(seat => {
		const from = nameIn(words, seat.framework ?? seat.persona ?? seat.role);
		const names = [...new Set([...seat.formerly.map(({name}) => name), seat.name])].join(', ');
		const {kind, sign} = seatMark(state, seat.id);
		return [
			`<li class="${kind}">`,
			sign === '' ? '' : `<span class="sign" aria-hidden="true">${sign}</span> `,
			`<strong dir="auto">${escapeMarkup(names)}</strong> <span dir="auto">${escapeMarkup(from)}</span> <span class="voice" dir="auto">${escapeMarkup(voiceOf(seat, words))}</span></li>`,
		].join('');
	});
	return `<h2 class="visually-hidden">${words.page.cast}</h2><ul class="cast">${items.join('')}</ul>`;
}

/** The day, how long it takes to say, and how much was said. */
function when({facts, language, format}: Episode, {page}: EpisodeWords): string {
	const {counts, date, length} = facts;
	const day = new Date(`${date}T00:00:00Z`);
	const shown = Number.isNaN(day.getTime())
		? date
		: new Intl.DateTimeFormat(language, {dateStyle: 'long', timeZone: 'UTC'}).format(day);
	return [
		`<time datetime="${date}">${escapeMarkup(shown)}</time>`,
		...(format?.traits?.inWriting ? [] : [clock(length)]),
		counted(page.words, counts.words),
		counted(page.turns, counts.turns),
	].join(' · ');
}

/** The sound with the browser's own controls; without one, a replay in silence that only a script can give. */
function player({length}: Episode, {page}: EpisodeWords, {sound}: PageFiles): string {
	const silent = sound === undefined;
	return [
		`<section class="player" aria-label="${page.replay}"${silent ? ' hidden' : ''}>`,
		...(silent ? [] : [`<audio id="sound" src="${escapeMarkup(sound)}" preload="metadata" controls></audio>`]),
		'<div class="bar" id="silent" hidden>',
		`<button type="button" id="play" aria-pressed="false">${page.play}</button>`,
		`<label><span>${page.position}</span> <input type="range" id="position" min="0" max="${Math.max(1, Math.round(length / 1000))}" step="1" value="0" aria-valuetext="${fillSlots(page.of, {time: '0:00', length: clock(length)})}"></label>`,
		`<span id="time">0:00 / ${clock(length)}</span>`,
		`<label><span>${page.speed}</span> <select id="speed"><option value="0.75">0.75×</option><option value="1" selected>1×</option><option value="1.5">1.5×</option><option value="2">2×</option><option value="4">4×</option></select></label>`,
		'</div>',
		'<p id="now" class="visually-hidden" role="status" aria-live="polite"></p>',
		'</section>',
	].join('\n');
}

/** Search, light or dark and the keys: all of them need the script, which shows them. */
function tools({page}: EpisodeWords): string {
	const key = (letter: string): string => `<kbd>${letter}</kbd>`;
	const keys = Object.fromEntries(['k', 'j', 'l', 'p', 'n', 't'].map(letter => [letter, key(letter)]));
	return [
		'<div class="tools" role="search" hidden>',
		`<label>${page.search} <input type="search" id="search" autocomplete="off"></label>`,
		`<span id="hits" hidden><button type="button" id="before">${page.previous}</button> <button type="button" id="after">${page.next}</button></span>`,
		'<span id="found" role="status"></span>',
		`<details><summary>${page.keys}</summary><p>${fillSlots(page.keyList, {...keys, slash: key('/')})}</p></details>`,
		`<button type="button" id="theme">${page.theme}</button>`,
		'</div>',
	].join('\n');
}

// What is worth a look before the talk itself.

/** The parts of the debate; nothing where it has one. */
function contents(episode: Episode, {headings}: EpisodeWords): string {
	const {chapters, segments} = episode;
	const starts = segments.filter(({section}, place) => section !== undefined || place === 0);
	if (chapters.length < 2) return '';
	const items = chapters.map(
		({title, start}, place) =>
			`<li><a href="#${anchorOf(starts[place]?.id ?? '')}"><span class="at">${clock(start)}</span> <span dir="auto">${escapeMarkup(title)}</span></a></li>`,
	);
	return `<nav class="wide" aria-label="${headings.chapters}"><h2>${headings.chapters}</h2><ol class="chapters">${items.join('')}</ol></nav>`;
}

/** What an editor chose to be heard first; else where two speakers meet most directly. */
function pullQuote({state, format, language}: Episode, {quotes}: EpisodeWords): string {
	const {exchange} = cardOf(state, format, language);
	if (exchange.length === 0 || format?.traits?.inWriting) return '';
	const before = hookIn(state)?.before;
	const said = exchange.map(
		({speaker, name, text, turnId}) =>
			`<blockquote class="${seatMark(state, speaker).kind}"><p dir="auto">${quotes[0]}${escapeMarkup(text)}${quotes[1]}</p><footer><a href="#${anchorOf(turnId)}" dir="auto">${escapeMarkup(`${seatMark(state, speaker).sign} ${name}`.trim())}</a></footer></blockquote>`,
	);
	const lead = before === undefined ? '' : `<p class="lead" dir="auto">${escapeMarkup(before)}</p>`;
	return `<div class="hook">${lead}${said.join('')}</div>`;
}

/** A part with a heading of its own for each chapter. */
function* transcript({state, segments, chapters}: Episode, words: EpisodeWords): Generator<string> {
	let chapter = 0;
	for (const [place, segment] of segments.entries()) {
		const begins = segment.section !== undefined || place === 0;
		if (begins) yield `<h3 dir="auto">${escapeMarkup(chapters[chapter++]?.title ?? segment.section ?? '')}</h3>`;
		yield turnHtml({state, words}, segment);
	}
}

// What stands behind the talk.

const section = (id: string, title: string, parts: readonly string[]): string =>
	`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${parts.join('\n')}\n</section>`;

/** What came of it: what was settled and what stayed open, and the question that a listener is left with. */
function outcome({state, segments, facts: {points, question}}: Episode, words: EpisodeWords): string {
	const {code, page, brackets} = words;
	if (!points || points.settled.length + points.open.length === 0) return '';
	const linked = ({turnId, sentence}: ShowingSentence): string => {
		const said = saidAt(segments, turnId, sentence) ?? {turnId, at: 0};
		return `<a href="#${anchorOf(said.turnId)}" dir="auto">${escapeMarkup(`${speakerIn(state, turnId)}, ${clock(said.at)}`)}</a>`;
	};
	const howOf = ({shows, ...point}: OutcomePoint): string => {
		const told = shows ? shows.map(linked).join('; ') : escapeMarkup(howIn(point, words));
		return told === '' ? '' : ` <span class="how">${brackets[0].trim()}${told}${brackets[1]}</span>`;
	};
	const list = (title: string, all: readonly OutcomePoint[]): readonly string[] =>
		all.length === 0
			? []
			: [
					`<h3>${title}</h3><ul>${all.map(point => `<li><span dir="auto">${escapeMarkup(pointText(point, words))}</span>${howOf(point)}</li>`).join('')}</ul>`,
				];
	const isAsked = question !== undefined && !points.open.some(({text}) => text === question);
	return section('outcome', page.outcome, [
		...list(page.settled, points.settled),
		...list(page.open, points.open),
		...(isAsked ? [`<p class="question" dir="auto">${escapeMarkup(question)}</p>`] : []),
		...(code === 'en' ? [`<p class="note">${escapeMarkup(points.basis)}</p>`] : []),
	]);
}

/** When a turn begins to be heard, in milliseconds. */
const startOf = (segments: Episode['segments'], id: string): number =>
	segments.find(({turn}) => turn.id === id)?.start ?? 0;

/** Every claim with the turns that made, met and settled it. */
function claims(episode: Episode, words: EpisodeWords): string {
	const {state} = episode;
	const chairs = claimsByChair(state);
	if (chairs.length === 0) return '';
	return section('claims', words.headings.claims, [
		`<p class="note">${words.ledger.legend}</p>`,
		...chairs.map(
			({seat, claims: own}) =>
				`<h3 dir="auto">${escapeMarkup(`${seatMark(state, seat.id).sign} ${seat.name}`.trim())}</h3><ul class="claims">${own.map(claim => claimHtml(episode, claim, words)).join('')}</ul>`,
		),
	]);
}

function claimHtml({state, segments}: Episode, claim: Claim, words: EpisodeWords): string {
	const {page, standings, quotes, space} = words;
	const {settled, narrowed = []} = claim;
	const link = (said: Pick<Claim, 'turnId' | 'sentence'>, what: string): string => {
		const {turnId, at} = saidAt(segments, said.turnId, said.sentence) ?? {turnId: said.turnId, at: 0};
		const told = fillSlots(page.inTurn, {what, name: speakerIn(state, turnId), time: clock(at)});
		return `<a href="#${anchorOf(turnId)}" dir="auto">${escapeMarkup(told)}</a>`;
	};
	const against = state.formats.ledger.claims.filter(other => other.against === claim.id);
	const steps = [
		link(claim, page.made),
		...against.map(other => link(other, fillSlots(page.met, {claim: other.id}))),
		...narrowed.map((one, place) => {
			const left = narrowed[place + 1]?.before ?? claim.claim;
			return `${link(one, page.narrowed)}: <span dir="auto">${escapeMarkup(left)}</span>`;
		}),
		settled ? link(settled, standings[toldStanding(claim)]) : standingIn(state, claim, words),
	];
	const how = settled
		? `${space}<span dir="auto">${quotes[0]}${escapeMarkup(settled.sentence.trim())}${quotes[1]}</span>`
		: '';
	return `<li id="${claimAnchor(claim)}"><b>${claim.id}</b> <span dir="auto">${escapeMarkup(claimText(claim))}</span> <span class="how">${steps.join(' · ')}${how}</span></li>`;
}

/** How each score comes about: what was reached of each dimension, of what could be reached of it in that turn. */
function workings(episode: Episode, words: EpisodeWords): string {
	const {state} = episode;
	const scored = state.turns.filter(({evaluation}) => evaluation);
	if (scored.length === 0) return '';
	const {page, score} = words;
	const heads = [page.courseHeads[1], page.total, ...dimensions.map(name => score.dimensions[name])];
	const head = heads.map(name => `<th scope="col">${name}</th>`).join('');
	const rows = scored.map(turn => `<tr id="score-${anchorOf(turn.id)}">${workingOf(episode, turn, words)}</tr>`);
	return section('workings', page.workings, [
		`<p class="note">${page.sums}</p>`,
		`<div class="scroll" role="group" aria-labelledby="workings" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
	]);
}

function workingOf({state, segments}: Episode, turn: Turn, {code, page, score}: EpisodeWords): string {
	const {evaluation} = turn;
	const at = startOf(segments, turn.id);
	const who = `<th scope="row"><a href="#${anchorOf(turn.id)}" dir="auto">${escapeMarkup(`${speakerOfTurn(state, turn)} ${clock(at)}`)}</a></th>`;
	if (!evaluation) return who;
	const {working, cap, adherenceScore, contested = []} = evaluation;
	if (adherenceScore === null) {
		const reason = code === 'en' ? `: ${unscoredReason(state, evaluation) ?? 'no usable judgement came'}` : '';
		return `${who}<td colspan="${dimensions.length + 1}">${escapeMarkup(`${page.notScored}${reason}`)}</td>`;
	}
	const weights = working.reduce((sum, {weight}) => sum + weight, 0);
	const cells = dimensions.map(name => {
		const term = working.find(({dimension}) => dimension === name);
		if (!term) return '–';
		const [reached, most] = [term.points, (100 * term.weight) / weights].map(Math.round);
		return `${reached} / ${Math.max(reached ?? 0, most ?? 0)}`;
	});
	const from = String(Math.round(working.reduce((sum, {points}) => sum + points, 0)));
	const total = cap ? fillSlots(score.heldDown, {score: String(adherenceScore), from}) : String(adherenceScore);
	const differ = isGraded(evaluation) && contested.length > 0 ? page.contested : '';
	return `${who}<td>${escapeMarkup(`${total}${differ}`)}</td>${cells.map(cell => `<td>${cell}</td>`).join('')}`;
}

/** What the article has behind its transcript: scores, verdict and votes, sources, and how it was made. */
function behind(episode: Episode, words: EpisodeWords, parts: Behind): readonly string[] {
	const {state, facts, format} = episode;
	const verdict = parts.first.length + parts.found.length > 0 ? undefined : format?.verdict?.(state, words);
	const told = verdict ? [`## ${partName(words, 'verdict', undefined)}`, verdict.whole] : [];
	const cited = references(state, words, words.page.sources);
	return [
		...sectionsOf(parts.scores),
		workings(episode, words),
		...sectionsOf([
			...told,
			...parts.found,
			...parts.votes,
			...parts.afterVotes,
			...(words.code === 'en' ? cited : cited.slice(0, 3)),
			...parts.record,
			staging({state, words}, {...facts, name: undefined}, formatNameOf(format, state)),
			...parts.troubles,
		]),
	];
}

/** Blocks of Markdown, a section for each heading of theirs. */
function sectionsOf(blocks: readonly string[]): readonly string[] {
	const sections: string[][] = [];
	for (const block of blocks.flatMap(text => markdownHtml(text))) {
		const last = block.startsWith('<h2') ? undefined : sections.at(-1);
		if (last) last.push(block);
		else sections.push([block]);
	}
	return sections.map(parts => `<section>${parts.join('\n')}</section>`);
}

function footer({state, facts}: Episode): string {
	const {name = '', version = ''} = state.start?.app ?? {};
	return `<footer><p>${escapeMarkup(`${name} ${version} · ${facts.date}`)}</p></footer>`;
}
