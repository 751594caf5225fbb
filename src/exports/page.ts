/** One web page that needs nothing else: the debate to read, search and replay in its own time. */
import {formatNameOf, type OutcomePoint} from './format-parts.ts';
import {sanitize, escapeMarkup} from '../debate/text/intake.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {type Segment, momentsOf, sentencesOf} from './segments.ts';
import {isGraded, unjudgedIn, unscoredReason} from './scores.ts';
import {clock, formatCount, scoreWorking, voiceNote, hasRehearsal, percent} from '../languages/wording.ts';
import {episodeWords, inWords, nameIn, partName} from '../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {personLabel} from '../debate/seats.ts';
import {previewPicture} from './preview.ts';
import {shortened} from './chapter-names.ts';
import {markdownHtml, timesIn} from './markdown-html.ts';
import {disclosure, type Episode, type Told} from './episode.ts';
import {editorNote} from './edition.ts';
import {howIn} from './outcome-points.ts';
import {statisticsOf, type ChairStatistics} from './statistics.ts';
import {unjudged} from '../debate/views/judgements.ts';
import {referencesOf, signOf, standingInWords} from '../debate/views/citations.ts';
import {citationSigns} from './references.ts';
import {journalIn} from './journal-mark.ts';

/**
 * The script of the web page: plays, seeks, searches and links. It reads only numbers and text of the page's own
 * elements, and writes text, never markup.
 */
const pageScript = `
'use strict';
(() => {
	const one = id => document.getElementById(id);
	const turns = [...document.querySelectorAll('.turn')];
	const sentences = [...document.querySelectorAll('.s')];
	const words = JSON.parse(document.body.dataset.words || '{}');
	const filled = (text, slots) => text.replace(/\\{(\\w+)\\}/g, (_, name) => String(slots[name] ?? ''));
	const numberOf = (element, name) => Number(element.dataset[name]) || 0;
	const length = numberOf(document.body, 'length');
	const still = matchMedia('(prefers-reduced-motion: reduce)');
	const sound = one('sound');
	let silent = !sound;
	let at = 0, playing = false, before = 0, timer = 0, turn, sentence;

	const clock = ms => {
		const all = Math.floor(ms / 1000), hours = Math.floor(all / 3600);
		const two = number => String(number).padStart(2, '0');
		return (hours ? hours + ':' + two(Math.floor(all / 60) % 60) : Math.floor(all / 60)) + ':' + two(all % 60);
	};
	const lastBegun = (list, name) => {
		let low = 0, high = list.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (numberOf(list[middle], name) <= at) low = middle + 1;
			else high = middle;
		}
		return list[Math.max(0, low - 1)];
	};
	const move = (from, to, state) => {
		if (from === to) return;
		if (from) { from.classList.remove('current'); from.removeAttribute('aria-current'); }
		if (to) { to.classList.add('current'); if (state) to.setAttribute('aria-current', state); }
	};
	const show = follow => {
		const nextTurn = lastBegun(turns, 'start'), nextSentence = lastBegun(sentences, 'at');
		move(turn, nextTurn, 'true');
		move(sentence, nextSentence);
		if (playing && nextTurn && nextTurn !== turn) one('now').textContent = nextTurn.getAttribute('aria-label') || '';
		const moved = nextSentence !== sentence;
		turn = nextTurn;
		sentence = nextSentence;
		one('time').textContent = clock(at) + ' / ' + clock(length);
		const position = one('position');
		position.value = String(Math.round(at / 1000));
		position.setAttribute('aria-valuetext', filled(words.of, {time: clock(at), length: clock(length)}));
		if (follow && moved && sentence)
			sentence.scrollIntoView({block: 'center', behavior: still.matches ? 'auto' : 'smooth'});
	};
	const seek = (ms, follow) => {
		at = Math.min(Math.max(0, ms), length);
		before = document.timeline.currentTime;
		if (!silent) sound.currentTime = at / 1000;
		show(follow);
	};
	const tick = () => {
		const now = document.timeline.currentTime;
		const ms = silent ? at + (now - before) * Number(one('speed').value) : sound.currentTime * 1000;
		at = Math.min(length, sound && sound.ended && !silent ? length : ms);
		before = now;
		show(true);
		if (at >= length) play(false);
		else if (playing) timer = requestAnimationFrame(tick);
	};
	const play = on => {
		playing = on;
		cancelAnimationFrame(timer);
		if (on) {
			if (at >= length) seek(0, false);
			before = document.timeline.currentTime;
			timer = requestAnimationFrame(tick);
		}
		if (!silent && on) sound.play().catch(unheard);
		if (!silent && !on) sound.pause();
		one('play').textContent = on ? words.pause : words.play;
		one('play').setAttribute('aria-pressed', String(on));
		show(false);
	};
	const unheard = error => {
		if (silent || (error && error.name === 'AbortError')) return;
		silent = true;
		before = document.timeline.currentTime;
		one('found').textContent = words.unheard;
	};
	const toTurn = by => {
		const place = Math.min(Math.max(0, turns.indexOf(turn) + by), turns.length - 1);
		const target = turns[place];
		if (!target) return;
		seek(numberOf(target, 'start'), false);
		target.focus({preventScroll: true});
		target.scrollIntoView({block: 'start'});
	};

	let hits = [], chosen = -1;
	const plain = text => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
	const search = () => {
		for (const hit of hits) hit.classList.remove('found', 'chosen');
		const wanted = plain(one('search').value.trim());
		hits = wanted === '' ? [] : sentences.filter(each => plain(each.textContent || '').includes(wanted));
		for (const hit of hits) hit.classList.add('found');
		chosen = -1;
		one('found').textContent = wanted === '' ? '' : filled(words.found[hits.length === 1 ? 0 : 1], {count: hits.length});
	};
	const choose = by => {
		if (hits.length === 0) return;
		if (hits[chosen]) hits[chosen].classList.remove('chosen');
		chosen = chosen < 0 ? (by > 0 ? 0 : hits.length - 1) : (chosen + by + hits.length) % hits.length;
		const hit = hits[chosen];
		hit.classList.add('chosen');
		hit.scrollIntoView({block: 'center'});
		seek(numberOf(hit, 'at'), false);
		one('found').textContent = filled(words.hit, {place: chosen + 1, count: hits.length});
	};
	const theme = () => {
		const root = document.documentElement;
		const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
		root.dataset.theme = dark ? 'light' : 'dark';
	};
	const fromAddress = () => {
		const name = location.hash.slice(1);
		const time = /^t=(\\d+)$/.exec(name);
		if (time) return seek(Number(time[1]) * 1000, true);
		const target = turns.find(each => each.id === name);
		if (!target) return;
		seek(numberOf(target, 'start'), false);
		target.scrollIntoView({block: 'start'});
		target.focus({preventScroll: true});
	};

	one('play').addEventListener('click', () => play(!playing));
	one('speed').addEventListener('change', () => { if (sound) sound.playbackRate = Number(one('speed').value); });
	if (sound) {
		sound.addEventListener('error', unheard);
		sound.addEventListener('play', () => { if (!playing) play(true); });
		sound.addEventListener('pause', () => { if (playing && !sound.ended && !silent) play(false); });
	}
	one('position').addEventListener('input', () => seek(Number(one('position').value) * 1000, true));
	one('search').addEventListener('input', search);
	one('search').addEventListener('keydown', event => {
		if (event.key === 'Enter') { event.preventDefault(); choose(event.shiftKey ? -1 : 1); }
		if (event.key === 'Escape') { one('search').value = ''; search(); }
	});
	one('before').addEventListener('click', () => choose(-1));
	one('after').addEventListener('click', () => choose(1));
	one('theme').addEventListener('click', theme);
	addEventListener('hashchange', fromAddress);
	document.addEventListener('click', event => {
		const target = event.target instanceof Element ? event.target : null;
		const button = target && target.closest('.seek');
		if (button) seek(numberOf(button, 'at'), true);
		const link = target && target.closest('.share');
		if (link && navigator.clipboard) navigator.clipboard.writeText(link.href).then(() => {
			one('found').textContent = words.copied;
		}, () => { one('found').textContent = words.address; });
	});
	document.addEventListener('keydown', event => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target instanceof Element && event.target.closest('input, select')) return;
		const keys = {
			k: () => play(!playing), j: () => seek(at - 10000, true), l: () => seek(at + 10000, true),
			n: () => toTurn(1), p: () => toTurn(-1), t: theme,
			'/': () => one('search').focus(),
		};
		const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
		if (!act) return;
		event.preventDefault();
		act();
	});
	show(false);
	fromAddress();
})();
`;

/** The style of the web page: light and dark, with contrasts of at least 4.5 to 1 in both. */
const pageStyle = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1f;--dim:#55555f;--line:#d5d5dc;--mark:#fff1b8;--now:#e6f0ff;--link:#0b57c2;
--seat1:#0b6a7a;--seat2:#8a1f8a;--seat3:#1d6b2f;--seat4:#7a5200;--seat5:#a31d1d;--seat6:#2f3fa8}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--ground:#16161a;--ink:#ececf1;--dim:#a9a9b5;--line:#3a3a44;--mark:#5a4a00;--now:#1f2f4a;--link:#8ab8ff;
--seat1:#6fd3e3;--seat2:#e79be7;--seat3:#8fd69f;--seat4:#e3c06a;--seat5:#ff9d9d;--seat6:#a9b4ff}}
:root[data-theme=dark]{color-scheme:dark;--ground:#16161a;--ink:#ececf1;--dim:#a9a9b5;--line:#3a3a44;--mark:#5a4a00;--now:#1f2f4a;--link:#8ab8ff;
--seat1:#6fd3e3;--seat2:#e79be7;--seat3:#8fd69f;--seat4:#e3c06a;--seat5:#ff9d9d;--seat6:#a9b4ff}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1rem;background:var(--ground);color:var(--ink);font:1.05rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{line-height:1.2;margin:.5rem 0}
.note,.how,.score,footer,caption{color:var(--dim);font-size:.9rem}
caption{text-align:left;padding-bottom:.4rem}
a{color:var(--link)}
button,input,select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--dim);border-radius:.3rem;padding:.15rem .6rem;min-height:1.8rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.player{position:sticky;top:0;z-index:1;background:var(--ground);border-bottom:1px solid var(--line);padding:.5rem 0}
.row{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center;margin:.3rem 0}
#position{width:14rem;max-width:60vw}
nav ol{margin:.3rem 0;padding-left:1.5rem;max-height:40vh;overflow:auto}
nav button{border:0;text-align:left}
.turn{padding:.3rem .8rem;margin:.8rem 0;border-left:4px solid var(--line);scroll-margin-top:11rem}
.turn p{margin:.5rem 0}
.turn pre{overflow-x:auto;padding:.5rem;border:1px solid var(--line)}
.turn blockquote{margin:.5rem 0;padding-left:.8rem;border-left:2px solid var(--dim)}
ul.cited{list-style:none;padding:0;margin:.5rem 0;font-size:.9rem}
.turn.current{background:var(--now)}
.who span{color:var(--dim);font-size:.9rem}
.turn.current .who span,.turn.current .how,.turn.current .score{color:var(--ink)}
.share{padding:0 .4rem}
.s.current{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:3px}
.s.found{background:var(--mark)}
.s.chosen{outline:2px solid var(--link)}
.seat1{border-color:var(--seat1)}.seat1 strong{color:var(--seat1)}
.seat2{border-color:var(--seat2)}.seat2 strong{color:var(--seat2)}
.seat3{border-color:var(--seat3)}.seat3 strong{color:var(--seat3)}
.seat4{border-color:var(--seat4)}.seat4 strong{color:var(--seat4)}
.seat5{border-color:var(--seat5)}.seat5 strong{color:var(--seat5)}
.seat6{border-color:var(--seat6)}.seat6 strong{color:var(--seat6)}
.scroll{overflow-x:auto}
table{border-collapse:collapse}
th,td{border:1px solid var(--line);padding:.3rem .5rem;text-align:left}
.skip,.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:static;width:auto;height:auto;clip-path:none}
@media (max-width:40rem){main{display:flex;flex-direction:column}main>.said{order:-1}.player{position:static}.turn{scroll-margin-top:1rem}body{padding-bottom:4.5rem}
.bar{position:fixed;bottom:0;left:0;right:0;z-index:1;margin:0;padding:.5rem 1rem;flex-wrap:nowrap;background:var(--ground);border-top:1px solid var(--line)}
.bar label{display:flex;flex:1;min-width:0}.bar label:last-child{flex:none}.bar label span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}#position{flex:1;width:0;min-width:2rem;max-width:none}#time{white-space:nowrap;font-size:.85rem}}
@media print{.player,#theme,.seek,.share{display:none}}
`;

// One segment of a debate on its web page: who speaks, when, and every sentence with its time.

/** Seats have colours by their place, up to six. */
const mostColours = 6;

/** That it was no model who spoke. */
function noteIn({labels}: EpisodeWords, turn: Turn): string | undefined {
	const note = voiceNote(turn);
	return note === undefined ? undefined : note === personLabel ? labels.person : labels.rehearsal;
}

function turnHtml({state, words}: Told, segment: Segment): string {
	const {page} = words;
	const {id, name, speaker, turn, start, end, first, last, cut} = segment;
	const place = state.seats.findIndex(seat => seat.id === speaker);
	const seat = state.seats[place];
	const role =
		page.kinds[first ? turn.kind : 'goesOn'] ??
		(seat?.framework === undefined ? undefined : nameIn(words, seat.framework));
	const about = [role, noteIn(words, turn)].filter(part => part !== undefined).join(' · ');
	const anchor = anchorOf(id);
	return [
		`<article id="${anchor}" class="turn seat${place < 0 ? 0 : (place % mostColours) + 1}" data-start="${Math.round(start)}" data-end="${Math.round(end)}" tabindex="-1" aria-label="${escapeMarkup(name)}, ${clock(start)}">`,
		`<p class="who"><strong dir="auto">${escapeMarkup(name)}</strong> <span>${escapeMarkup(about)}</span> <button type="button" class="seek" data-at="${Math.round(start)}" aria-label="${escapeMarkup(fillSlots(page.playFrom, {time: clock(start)}))}">${clock(start)}</button> <a class="share" href="#${anchor}" aria-label="${escapeMarkup(fillSlots(page.linkTo, {name, time: clock(start)}))}">#</a></p>`,
		...spokenHtml(segment),
		...(cut ? [`<p class="how">${page.cutOff}</p>`] : []),
		...(last ? citedHtml(state, segment, words) : []),
		...(last ? scoreLine(state, segment, words) : []),
		'</article>',
	].join('\n');
}

/** An id that stands in a page and an address as it is; ids of turns are so already. */
const anchorOf = (id: string): string => id.replaceAll(/[^\w.-]/gu, '_');

function spokenHtml(segment: Segment): readonly string[] {
	const clean = sanitize(segment.text).trimEnd();
	return markdownHtml(clean, timesIn(clean, sentencesOf(segment), segment));
}

/** What the turn cites of the debate’s documents, each with its passage on tap. */
function citedHtml(state: DebateState, {turn}: Segment, {code, page, quotes}: EpisodeWords): readonly string[] {
	const own = referencesOf(state).filter(reference => reference.turn === turn);
	if (own.length === 0) return [];
	const items = own.map(({number, citation, passage, document}) => {
		const {quote} = citation;
		const said = quote === null ? '' : `${quotes[0]}${escapeMarkup(quote)}${quotes[1]}`;
		const standing = code === 'en' ? escapeMarkup(standingInWords(citation)) : '';
		const line = `${number} ${citationSigns[signOf(citation)]} ${[said, standing].filter(part => part !== '').join(': ')}`;
		if (!passage || !document) return `<li dir="auto">${line}</li>`;
		const where = escapeMarkup(`${document.title}, ${passage.place}`);
		return `<li dir="auto"><details><summary>${line}</summary><blockquote>${escapeMarkup(passage.text)}</blockquote><p class="how">${where}</p></details></li>`;
	});
	return [`<ul class="cited" aria-label="${page.sources}">${items.join('')}</ul>`];
}

/** How a score comes about is told by the program, in English; in other languages the score has to do. */
function scoreLine(state: DebateState, {turn: {evaluation}}: Segment, {code, page}: EpisodeWords): string[] {
	if (!evaluation) return [];
	const {adherenceScore, contested = []} = evaluation;
	const text =
		adherenceScore === null
			? `${page.notScored}${code === 'en' ? `: ${unscoredReason(state, evaluation) ?? 'no usable judgement came'}` : ''}`
			: `${fillSlots(page.adherence, {score: code === 'en' ? scoreWorking(evaluation) : String(adherenceScore)})}${isGraded(evaluation) && contested.length > 0 ? page.contested : ''}`;
	return [`<p class="score">${escapeMarkup(text)}</p>`];
}

/** SHA-256 of the page's script and style in base64: a test works them out. */
const hashes = {
	script: 'GRhTZA5piJ6pmyBGy5e6htT9uHJsFB0YAvEQgOtWQxM=',
	style: 'lWJa9xBw7FjX9NdYi5tSNYBe4UrtJU2mSUpIV0eElQU=',
} as const;

/** The page may load nothing but its own sound, and send nothing; its only script and style are its own. */
const policyFor = ({sound}: PageFiles): string =>
	[
		"default-src 'none'",
		`script-src 'sha256-${hashes.script}'`,
		`style-src 'sha256-${hashes.style}'`,
		...(sound === undefined ? [] : ["media-src 'self'"]),
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');

/** Files beside the page, by name: the sound that it plays, and the picture that is shown of a link to it. */
export type PageFiles = {readonly sound?: string | undefined; readonly picture?: string | undefined};

export function* html(episode: Episode, files: PageFiles = {}): Generator<string> {
	for (const part of partsOf(episode, files)) yield `${part}\n`;
}

function* partsOf(episode: Episode, files: PageFiles): Generator<string> {
	const {state, facts, language, length} = episode;
	const picture = escapeMarkup(files.picture ?? previewPicture.file);
	const words = episodeWords(language);
	const {page} = words;
	const told = {state, words};
	const title = escapeMarkup(facts.title);
	const about = escapeMarkup(descriptionOf(episode, words));
	yield* [
		'<!doctype html>',
		`<html lang="${language}">`,
		'<head>',
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<meta http-equiv="Content-Security-Policy" content="${policyFor(files)}">`,
		'<meta name="referrer" content="no-referrer">',
		`<title>${title}</title>`,
		`<meta name="description" content="${about}">`,
		`<meta name="generator" content="${escapeMarkup(`${state.start?.app.name ?? ''} ${state.start?.app.version ?? ''}`)}">`,
		`<meta name="rostrum-speakers" content="${escapeMarkup(disclosure(state, words))}">`,
		`<meta property="og:type" content="article">`,
		`<meta property="og:title" content="${title}">`,
		`<meta property="og:description" content="${about}">`,
		`<meta property="og:locale" content="${language}">`,
		`<meta property="og:image" content="${picture}">`,
		`<meta property="og:image:width" content="${previewPicture.width}">`,
		`<meta property="og:image:height" content="${previewPicture.height}">`,
		`<meta property="og:image:alt" content="${title}">`,
		'<meta name="twitter:card" content="summary_large_image">',
		`<style>${pageStyle}</style>`,
		'</head>',
		`<body data-length="${Math.round(length)}" data-words="${escapeMarkup(JSON.stringify(scriptWords(page)))}">`,
		`<a class="skip" href="#transcript">${page.skip}</a>`,
		header(episode, words),
		player(episode, words, files),
		'<main>',
		outcome(episode, words),
		`<section class="said" aria-labelledby="transcript"><h2 id="transcript" tabindex="-1">${page.transcript}</h2>`,
	];
	yield* transcript(episode, told);
	yield* [
		'</section>',
		scores(told),
		moments(episode, words),
		'</main>',
		footer(episode, words),
		`<script>${pageScript}</script>`,
		'</body>',
		'</html>',
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
const scriptWords = (page: EpisodeWords['page']) => ({
	of: page.of,
	play: page.play,
	pause: page.pause,
	found: page.found,
	hit: page.hit,
	copied: page.copied,
	address: page.address,
	unheard: page.unheard,
});

function header({state, facts, edited}: Episode, words: EpisodeWords): string {
	const {page, labels} = words;
	const notes = [
		disclosure(state, words),
		hasRehearsal(state) ? fillSlots(page.rehearsed, {label: labels.rehearsal}) : '',
		edited ? `${words.script.edited}${words.notes.stop}` : '',
		editorNote(state, words) ?? '',
	].filter(note => note !== '');
	return [
		'<header>',
		`<h1 dir="auto">${escapeMarkup(facts.title)}</h1>`,
		...(facts.proposition === undefined ? [] : [`<p dir="auto">${escapeMarkup(facts.proposition)}</p>`]),
		...(facts.standfirst === undefined ? [] : [`<p dir="auto">${escapeMarkup(facts.standfirst)}</p>`]),
		...notes.map(note => `<p class="note">${escapeMarkup(note)}</p>`),
		`<button type="button" id="theme">${page.theme}</button>`,
		'</header>',
	].join('\n');
}

function player({chapters, length}: Episode, {page, headings}: EpisodeWords, {sound}: PageFiles): string {
	const list = chapters.map(
		({title, start}) =>
			`<li><button type="button" class="seek" data-at="${Math.round(start)}"><span>${clock(start)}</span> <span dir="auto">${escapeMarkup(title)}</span></button></li>`,
	);
	const key = (letter: string): string => `<kbd>${letter}</kbd>`;
	const keys = Object.fromEntries(['k', 'j', 'l', 'p', 'n', 't'].map(letter => [letter, key(letter)]));
	return [
		`<section class="player" aria-label="${page.replay}">`,
		...(sound === undefined ? [] : [`<audio id="sound" src="${escapeMarkup(sound)}" preload="metadata"></audio>`]),
		'<div class="row bar">',
		`<button type="button" id="play" aria-pressed="false">${page.play}</button>`,
		`<label><span>${page.position}</span> <input type="range" id="position" min="0" max="${Math.max(1, Math.round(length / 1000))}" step="1" value="0" aria-valuetext="${fillSlots(page.of, {time: '0:00', length: clock(length)})}"></label>`,
		`<span id="time">0:00 / ${clock(length)}</span>`,
		`<label><span>${page.speed}</span> <select id="speed"><option value="0.75">0.75×</option><option value="1" selected>1×</option><option value="1.5">1.5×</option><option value="2">2×</option><option value="4">4×</option></select></label>`,
		'</div>',
		'<div class="row" role="search">',
		`<label>${page.search} <input type="search" id="search" autocomplete="off"></label>`,
		`<button type="button" id="before">${page.previous}</button> <button type="button" id="after">${page.next}</button>`,
		'<span id="found" role="status"></span>',
		'</div>',
		'<p id="now" class="visually-hidden" role="status" aria-live="polite"></p>',
		`<nav aria-label="${headings.chapters}"><details><summary>${headings.chapters}</summary><ol>${list.join('')}</ol></details></nav>`,
		`<details><summary>${page.keys}</summary><p>${fillSlots(page.keyList, {...keys, slash: key('/')})}</p></details>`,
		'</section>',
	].join('\n');
}

function outcome({facts: {points}}: Episode, words: EpisodeWords): string {
	const {code, page} = words;
	if (!points) return '';
	const howOf = (point: OutcomePoint): string => {
		const told = howIn(point, words);
		return told === '' ? '' : ` <span class="how">(${escapeMarkup(told)})</span>`;
	};
	const basis = code === 'en' ? `<p class="note">${escapeMarkup(points.basis)}</p>` : '';
	const list = (title: string, all: readonly OutcomePoint[]): string =>
		all.length === 0
			? ''
			: `<h3>${title}</h3><ul>${all.map(point => `<li><span dir="auto">${escapeMarkup(point.text)}</span>${howOf(point)}</li>`).join('')}</ul>`;
	return `<section aria-labelledby="outcome"><h2 id="outcome">${page.outcome}</h2>${list(page.settled, points.settled)}${list(page.open, points.open)}${basis}</section>`;
}

/** A part with a heading of its own for each chapter. */
function* transcript({segments, chapters}: Episode, told: Told): Generator<string> {
	let chapter = 0;
	for (const [place, segment] of segments.entries()) {
		const begins = segment.section !== undefined || place === 0;
		if (begins) yield `<h3 dir="auto">${escapeMarkup(chapters[chapter++]?.title ?? segment.section ?? '')}</h3>`;
		yield turnHtml(told, segment);
	}
}

/** Why there is neither score nor verdict, where judges sat who may not judge. */
function unjudgedPart({state, words}: Told): string {
	const why = unjudgedIn(state, words);
	if (why === undefined) return '';
	const heading = unjudged(state)?.missing === 'verdict' ? partName(words, 'verdict', undefined) : words.page.scores;
	return `<section aria-labelledby="scores"><h2 id="scores">${heading}</h2><p dir="auto">${escapeMarkup(why)}</p></section>`;
}

function scores({state, words}: Told): string {
	const {page} = words;
	const {chairs} = statisticsOf(state);
	if (chairs.every(each => each.scores.length === 0)) return unjudgedPart({state, words});
	const row = ({
		seat,
		mean,
		scores: course,
		steelMan,
		selfCritique,
		consistent,
		cutsMade,
		cutsSuffered,
	}: ChairStatistics) =>
		[
			`<th scope="row" dir="auto">${escapeMarkup(seat.name)}${seat.framework === undefined ? '' : `, ${escapeMarkup(nameIn(words, seat.framework))}`}</th>`,
			...[
				mean === undefined ? '–' : mean.toFixed(1),
				course.map(one => one ?? '?').join(' ') || '–',
				percent(steelMan),
				percent(selfCritique),
				percent(consistent),
				`${cutsMade} / ${cutsSuffered}`,
			].map(cell => `<td>${escapeMarkup(cell)}</td>`),
		].join('');
	return `<section aria-labelledby="scores"><h2 id="scores">${page.scores}</h2><div class="scroll" role="group" aria-labelledby="scores" tabindex="0"><table><caption>${page.caption}</caption><thead><tr>${page.heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${chairs.map(chair => `<tr>${row(chair)}</tr>`).join('')}</tbody></table></div></section>`;
}

function moments({state, segments}: Episode, words: EpisodeWords): string {
	const all = momentsOf(state, segments, words);
	if (all.length === 0) return '';
	const list = all.map(
		({at, text}) =>
			`<li><button type="button" class="seek" data-at="${Math.round(at)}">${clock(at)}</button> <span dir="auto">${escapeMarkup(text)}</span></li>`,
	);
	return `<section aria-labelledby="moments"><h2 id="moments">${words.page.moments}</h2><ul>${list.join('')}</ul></section>`;
}

function footer({state, facts, wpm, journal, format}: Episode, allWords: EpisodeWords): string {
	const {page} = allWords;
	const {start} = state;
	const {counts} = facts;
	const counted = (texts: readonly [string, string], count: number): string =>
		fillSlots(texts[count === 1 ? 0 : 1], {count: formatCount(count)});
	const about = fillSlots(page.footer, {
		turns: counted(page.turns, counts.turns),
		words: counted(page.words, counts.words),
		wpm: String(wpm),
		format: formatNameOf(format, state),
		date: facts.date,
		app: `${start?.app.name ?? ''} ${start?.app.version ?? ''}`,
		id: start?.debateId ?? '',
	});
	const mark = journal ? `<p class="journal">${escapeMarkup(sanitize(journalIn(journal, allWords)))}</p>` : '';
	return `<footer><p>${escapeMarkup(sanitize(about))}</p>${mark}</footer>`;
}
