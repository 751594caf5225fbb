/** One web page that needs nothing else: the debate to read, search and replay in its own time. */
import {countWords} from '../../debate/text/words.ts';
import {sanitize} from '../../debate/text/sanitize.ts';
import {editedNote, disclosure} from '../episode/disclosure.ts';
import type {Episode} from '../episode/episode.ts';
import {outcomePointsOf, type OutcomePoint} from '../episode/points.ts';
import {statisticsOf, type ChairStatistics} from '../statistics.ts';
import {clock, hasRehearsal, humanize, percent, plural, rehearsalLabel} from '../wording.ts';
import {escapeMarkup} from '../../debate/text/escape-markup.ts';
import {journalText} from '../journal-mark.ts';
import {momentsOf} from '../episode/moments.ts';
import {pageScript} from './page-script.ts';
import {pageStyle} from './page-style.ts';
import {turnHtml} from './turn-html.ts';

/** The page may load nothing and send nothing; its only script and style are its own. */
const policy =
	"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function* html(episode: Episode): Generator<string> {
	for (const part of partsOf(episode)) yield `${part}\n`;
}

function* partsOf(episode: Episode): Generator<string> {
	const {state, language, length} = episode;
	const title = escapeMarkup(state.start?.title ?? '');
	yield* [
		'<!doctype html>',
		`<html lang="${language}">`,
		'<head>',
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<meta http-equiv="Content-Security-Policy" content="${policy}">`,
		'<meta name="referrer" content="no-referrer">',
		`<title>${title}</title>`,
		`<style>${pageStyle}</style>`,
		'</head>',
		`<body data-length="${length}">`,
		'<a class="skip" href="#transcript">Skip to the transcript</a>',
		header(episode),
		player(episode),
		'<main>',
		outcome(episode),
		'<section aria-labelledby="transcript"><h2 id="transcript" tabindex="-1">Transcript</h2>',
	];
	yield* transcript(episode);
	yield* [
		'</section>',
		scores(episode),
		moments(episode),
		'</main>',
		footer(episode),
		`<script>${pageScript}</script>`,
		'</body>',
		'</html>',
	];
}

function header({state, edited}: Episode): string {
	const {start} = state;
	const notes = [
		disclosure(state),
		hasRehearsal(state) ? `Words marked “${rehearsalLabel}” come from no language model.` : '',
		edited ? `${editedNote}.` : '',
	].filter(note => note !== '');
	const subject = start?.subject.text ?? '';
	return [
		'<header>',
		`<h1 dir="auto">${escapeMarkup(start?.title ?? '')}</h1>`,
		subject === start?.title ? '' : `<p class="subject" dir="auto">${escapeMarkup(subject)}</p>`,
		...notes.map(note => `<p class="note">${escapeMarkup(note)}</p>`),
		'<button type="button" id="theme">Light or dark</button>',
		'</header>',
	].join('\n');
}

function player({chapters, length}: Episode): string {
	const list = chapters.map(
		({title, start}) =>
			`<li><button type="button" class="seek" data-at="${start}"><span>${clock(start)}</span> <span dir="auto">${escapeMarkup(title)}</span></button></li>`,
	);
	return [
		'<section class="player" aria-label="Replay">',
		'<div class="row">',
		'<button type="button" id="play" aria-pressed="false">Play</button>',
		`<label>Position <input type="range" id="position" min="0" max="${Math.max(1, Math.round(length / 1000))}" step="1" value="0" aria-valuetext="0:00 of ${clock(length)}"></label>`,
		`<span id="time">0:00 / ${clock(length)}</span>`,
		'<label>Speed <select id="speed"><option value="0.75">0.75×</option><option value="1" selected>1×</option><option value="1.5">1.5×</option><option value="2">2×</option><option value="4">4×</option></select></label>',
		'</div>',
		'<div class="row" role="search">',
		'<label>Search <input type="search" id="search" autocomplete="off"></label>',
		'<button type="button" id="before">Previous</button> <button type="button" id="after">Next</button>',
		'<span id="found" role="status"></span>',
		'</div>',
		'<p id="now" class="visually-hidden" role="status" aria-live="polite"></p>',
		`<nav aria-label="Chapters"><details><summary>Chapters</summary><ol>${list.join('')}</ol></details></nav>`,
		'<details><summary>Keys</summary><p><kbd>k</kbd> plays and pauses, <kbd>j</kbd> and <kbd>l</kbd> go 10 seconds, <kbd>p</kbd> and <kbd>n</kbd> a turn, <kbd>/</kbd> searches, <kbd>t</kbd> changes light and dark.</p></details>',
		'</section>',
	].join('\n');
}

function outcome({state}: Episode): string {
	const points = outcomePointsOf(state);
	if (!points) return '';
	const list = (title: string, all: readonly OutcomePoint[]): string =>
		all.length === 0
			? ''
			: `<h3>${title}</h3><ul>${all.map(({text, how}) => `<li><span dir="auto">${escapeMarkup(text)}</span> <span class="how">(${escapeMarkup(how)})</span></li>`).join('')}</ul>`;
	return `<section aria-labelledby="outcome"><h2 id="outcome">What came of it</h2>${list('What was settled', points.settled)}${list('What stayed open', points.open)}<p class="note">${escapeMarkup(points.basis)}</p></section>`;
}

/** A part with a heading of its own for each chapter. */
function* transcript({state, segments, chapters}: Episode): Generator<string> {
	let chapter = 0;
	for (const [place, segment] of segments.entries()) {
		const begins = segment.section !== undefined || place === 0;
		if (begins) yield `<h3 dir="auto">${escapeMarkup(chapters[chapter++]?.title ?? segment.section ?? '')}</h3>`;
		yield turnHtml(state, segment);
	}
}

function scores({state}: Episode): string {
	const {chairs} = statisticsOf(state);
	if (chairs.every(each => each.scores.length === 0)) return '';
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
			`<th scope="row" dir="auto">${escapeMarkup(seat.name)}${seat.framework === undefined ? '' : `, ${escapeMarkup(humanize(seat.framework))}`}</th>`,
			...[
				mean === undefined ? '–' : mean.toFixed(1),
				course.map(one => one ?? '?').join(' ') || '–',
				percent(steelMan),
				percent(selfCritique),
				percent(consistent),
				`${cutsMade} / ${cutsSuffered}`,
			].map(cell => `<td>${escapeMarkup(cell)}</td>`),
		].join('');
	const heads = ['chair', 'mean', 'turn by turn', 'steel-man', 'self-critique', 'in its framework', 'cut in / was cut'];
	return `<section aria-labelledby="scores"><h2 id="scores">Scores</h2><div class="scroll" role="region" aria-labelledby="scores" tabindex="0"><table><caption>Adherence to the rules of the debate, 0 to 100. It says nothing of who is right.</caption><thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${chairs.map(chair => `<tr>${row(chair)}</tr>`).join('')}</tbody></table></div></section>`;
}

function moments({state, segments}: Episode): string {
	const all = momentsOf(state, segments);
	if (all.length === 0) return '';
	const list = all.map(
		({at, text}) =>
			`<li><button type="button" class="seek" data-at="${at}">${clock(at)}</button> <span dir="auto">${escapeMarkup(text)}</span></li>`,
	);
	return `<section aria-labelledby="moments"><h2 id="moments">Moments</h2><ul>${list.join('')}</ul></section>`;
}

function footer({state: {start, turns}, wpm, journal}: Episode): string {
	const words = turns.reduce((sum, {text}) => sum + countWords(text), 0);
	const mark = journal ? `<p class="journal">${escapeMarkup(sanitize(journalText(journal)))}</p>` : '';
	return `<footer><p>${escapeMarkup(sanitize(`${plural(turns.length, 'turn')}, ${plural(words, 'word')}, timed at ${wpm} words a minute; ${start?.protocol ?? ''}, ${start?.startedAt.slice(0, 10) ?? ''}; made with ${start?.app.name ?? ''} ${start?.app.version ?? ''}, debate ${start?.debateId ?? ''}`))}</p>${mark}</footer>`;
}
