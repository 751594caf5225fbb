/**
 * The course of a debate at a glance: one drawing, from left to right in time, whose every mark is a link, and the same
 * as a table. Shapes and names tell apart what colours tell apart as well.
 */
import {escapeMarkup} from '../../debate/text/intake.ts';
import type {Claim} from '../../debate/claims.ts';
import {claimText, standingOf, toldStanding, unmetClaims} from '../../debate/ledger.ts';
import {nameIn} from '../../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../../languages/language.ts';
import {clock} from '../../languages/wording.ts';
import {editedMoments} from '../edition.ts';
import type {Episode} from '../episode.ts';
import {standingIn} from '../claims.ts';
import {cutTime, momentsOf, saidAt, timeWithin, type Segment} from '../segments.ts';
import {anchorOf, seatMark} from './turn.ts';

/**
 * Something that happened in a turn, by its number on the drawing; `at` is milliseconds of the episode. One that would
 * cover the one before it stands in the second row of numbers, above that.
 */
type NumberedMoment = {
	readonly number: number;
	readonly row: 0 | 1;
	readonly at: number;
	readonly turnId: string;
	readonly text: string;
};

/** What became of a claim in a turn, or that it was made there. */
type ClaimMark = {
	readonly claim: Claim;
	readonly turnId: string;
	readonly at: number;
	readonly kind: 'open' | 'met' | 'granted' | 'dropped';
};

type Course = {
	readonly episode: Episode;
	readonly words: EpisodeWords;
	readonly moments: readonly NumberedMoment[];
	readonly marks: readonly ClaimMark[];
	/** Who spoke, by seat, in the order of the drawing. */
	readonly lanes: readonly string[];
};

/** Nothing where only one spoke: there is no course to see. */
export function courseHtml(episode: Episode, words: EpisodeWords): string {
	const lanes = lanesOf(episode);
	if (lanes.length < 2 || episode.length === 0) return '';
	const course = {episode, words, lanes, moments: numbered(episode, words), marks: marksOf(episode)};
	const {page} = words;
	return [
		`<section class="wide" aria-labelledby="course"><h2 id="course">${page.course}</h2>`,
		`<figure class="course">${drawing(course)}<figcaption>${legend(course)}</figcaption></figure>`,
		momentList(course),
		`<details><summary>${page.asTable}</summary>${table(course)}</details>`,
		'</section>',
	].join('\n');
}

/** Those who argue in the order of their seats, then the host and whoever else spoke. */
function lanesOf({state, segments}: Episode): readonly string[] {
	const spoke = new Set(segments.map(({speaker}) => speaker));
	const seated = state.seats.map(({id}) => id).filter(id => spoke.has(id));
	const argue = seated.filter(id => seatMark(state, id).sign !== '');
	return [...new Set([...argue, ...seated, ...spoke])];
}

/** The share of the drawing that the number of a moment takes on a narrow screen. */
const numberWidth = 0.06;

/** The moments that an editor chose; else what the program found. */
function numbered({state, segments, length}: Episode, words: EpisodeWords): readonly NumberedMoment[] {
	const chosen = editedMoments(state).flatMap(({turn, says, text}) => {
		const segment = segments.find(one => one.turn === turn && one.text.includes(text.trim()));
		return segment ? [{at: timeWithin(segment, text), turnId: turn.id, text: says}] : [];
	});
	const all = chosen.length > 0 ? chosen : momentsOf(state, segments, words);
	const placed: NumberedMoment[] = [];
	for (const [place, moment] of all.entries()) {
		const before = placed.at(-1);
		const isNear = before !== undefined && moment.at - before.at < numberWidth * length;
		placed.push({...moment, number: place + 1, row: isNear && before.row === 0 ? 1 : 0});
	}
	return placed;
}

function marksOf({state, segments}: Episode): readonly ClaimMark[] {
	const unmet = new Set(unmetClaims(state));
	return state.formats.ledger.claims.flatMap(claim => {
		const {turnId, sentence, settled} = claim;
		const made = saidAt(segments, turnId, sentence);
		const standing = standingOf(claim);
		const gave = settled && standing !== 'open' && standing !== 'answered' ? settled : undefined;
		const given = gave && saidAt(segments, gave.turnId, gave.sentence);
		return [
			...(made ? [{claim, ...made, kind: unmet.has(claim) ? ('open' as const) : ('met' as const)}] : []),
			...(given ? [{claim, ...given, kind: standing === 'granted' ? ('granted' as const) : ('dropped' as const)}] : []),
		];
	});
}

// The drawing. Places across are shares of its width, and down are pixels: it fits any width with plain letters.

const size = {row: 22, lane: 46, bar: 12, bottom: 22} as const;

/** The upper edge of a lane: below the numbers of the moments, and above everything where there is none. */
const laneTop = ({moments}: Course, lane: number): number =>
	8 + size.row * Math.max(0, ...moments.map(({row}) => row + 1)) + lane * size.lane;

function drawing(course: Course): string {
	const {episode, lanes} = course;
	const height = laneTop(course, lanes.length) + size.bottom;
	return [
		`<svg width="100%" height="${height}" aria-hidden="true">`,
		...chapterLines(course, height),
		...lanes.map((id, lane) => laneName(course, id, lane)),
		...episode.segments.map(segment => bar(course, segment)),
		...episode.segments.flatMap(segment => cutMark(course, segment)),
		...course.marks.map(mark => claimMark(course, mark)),
		...course.moments.map(moment => momentMark(course, moment, height)),
		`<text x="0" y="${height - 4}">0:00</text><text x="100%" y="${height - 4}" text-anchor="end">${clock(episode.length)}</text>`,
		'</svg>',
	].join('');
}

const across = ({episode: {length}}: Course, ms: number): string =>
	`${((100 * Math.min(ms, length)) / length).toFixed(1)}%`;

const linked = (id: string, title: string, inner: string, kind = ''): string =>
	`<a href="#${id}" tabindex="-1"${kind}><title>${escapeMarkup(title)}</title>${inner}</a>`;

const chapterLines = (course: Course, height: number): readonly string[] =>
	course.episode.chapters.slice(1).map(({start}) => {
		const x = across(course, start);
		return `<line class="chapter" x1="${x}" x2="${x}" y1="${laneTop(course, 0) - 4}" y2="${height - size.bottom}"/>`;
	});

function laneName(course: Course, id: string, lane: number): string {
	const {
		episode: {state, segments},
		words,
	} = course;
	const name = segments.find(({speaker}) => speaker === id)?.name ?? nameIn(words, id);
	const {kind, sign} = seatMark(state, id);
	return `<text class="name ${kind}" x="0" y="${laneTop(course, lane) + 10}">${escapeMarkup(`${sign} ${name}`.trim())}</text>`;
}

function bar(course: Course, segment: Segment): string {
	const {episode, lanes} = course;
	const {id, name, speaker, start, end} = segment;
	const width = Math.max(0.3, (100 * (end - start)) / episode.length).toFixed(1);
	const inner = `<rect class="${seatMark(episode.state, speaker).kind}" x="${across(course, start)}" y="${laneTop(course, lanes.indexOf(speaker)) + 15}" width="${width}%" height="${size.bar}"/>`;
	return linked(anchorOf(id), `${name}, ${clock(start)}`, inner);
}

/** A bolt where somebody was cut off, and a line to whoever cut in. */
function cutMark(course: Course, {cut, turn, end, speaker, name}: Segment): readonly string[] {
	const {episode, lanes, words} = course;
	const by = episode.segments.find(segment => segment.kind === 'interruption' && segment.turn.replyTo === turn.id);
	if (!cut || !by) return [];
	const [from, to] = [laneTop(course, lanes.indexOf(speaker)) + 21, laneTop(course, lanes.indexOf(by.speaker)) + 21];
	const [x, at] = [across(course, end), clock(cutTime(end))];
	const bolt = `<svg class="bolt" x="${x}" y="${from}"><path d="M3-9-4 2h4l-3 8 7-11H0z"/></svg>`;
	const title = `${name}: ${words.page.cutOff}, ${by.name}, ${at}`;
	return [linked(anchorOf(by.id), title, `<line class="cut" x1="${x}" x2="${x}" y1="${from}" y2="${to}"/>${bolt}`)];
}

function claimMark(course: Course, {claim, turnId, at, kind}: ClaimMark): string {
	const {episode, lanes, words} = course;
	const speaker = episode.state.turns.find(({id}) => id === turnId)?.speaker ?? claim.holder;
	const y = laneTop(course, Math.max(0, lanes.indexOf(speaker))) + 35;
	const x = across(course, at);
	const inner =
		kind === 'granted' || kind === 'dropped'
			? `<text class="given" x="${x}" y="${y + 5}" text-anchor="middle">${kind === 'granted' ? '✓' : '↺'}</text>`
			: `<circle class="${kind}" cx="${x}" cy="${y}" r="3.5"/>`;
	return linked(
		claimAnchor(claim),
		`${claim.id}: ${claimText(claim)} (${standingIn(episode.state, claim, words)})`,
		inner,
	);
}

function momentMark(course: Course, {number, row, at, turnId, text}: NumberedMoment, height: number): string {
	const {length} = course.episode;
	const x = across(course, Math.min(Math.max(at, length * 0.02), length * 0.98));
	const y = laneTop(course, 0) - 17 - size.row * row;
	const inner = `<line class="moment" x1="${x}" x2="${x}" y1="${y}" y2="${height - size.bottom}"/><circle class="moment" cx="${x}" cy="${y}" r="9"/><text class="number" x="${x}" y="${y + 4}" text-anchor="middle">${number}</text>`;
	return linked(anchorOf(turnId), text, inner);
}

/** Says of each shape what it stands for; only of those that are drawn. */
function legend({words: {page}, moments, marks, episode}: Course): string {
	const {number, cut, open, met, granted, dropped} = page.legend;
	const has = (kind: ClaimMark['kind']): boolean => marks.some(mark => mark.kind === kind);
	const shown = [
		...(moments.length > 0 ? [`<span class="disc">1</span> ${number}`] : []),
		...(episode.segments.some(segment => segment.cut) ? [`ϟ ${cut}`] : []),
		...(has('open') ? [`○ ${open}`] : []),
		...(has('met') ? [`● ${met}`] : []),
		...(has('granted') ? [`✓ ${granted}`] : []),
		...(has('dropped') ? [`↺ ${dropped}`] : []),
	];
	return shown.map(part => `<span>${part}</span>`).join(' ');
}

/** More moments than these unfold. */
const mostMoments = 6;

function momentList({moments, words}: Course): string {
	if (moments.length === 0) return '';
	const items = moments.map(
		({at, turnId, text}) =>
			`<li><a href="#${anchorOf(turnId)}">${clock(at)}</a> <span dir="auto">${escapeMarkup(text)}</span></li>`,
	);
	const list = `<ol class="moments">${items.join('')}</ol>`;
	const {page} = words;
	return moments.length > mostMoments
		? `<details><summary>${page.moments} (${moments.length})</summary>${list}</details>`
		: `<h3 class="visually-hidden">${page.moments}</h3>${list}`;
}

// The same as a table.

function table(course: Course): string {
	const {page} = course.words;
	const heads = page.courseHeads.map(head => `<th scope="col">${head}</th>`).join('');
	const rows = course.episode.segments.map(segment => row(course, segment));
	return `<div class="scroll" role="group" aria-labelledby="course" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function row(course: Course, segment: Segment): string {
	const {id, name, start} = segment;
	const what = happened(course, segment).join('; ');
	return `<tr><td><a href="#${anchorOf(id)}">${clock(start)}</a></td><th scope="row" dir="auto">${escapeMarkup(name)}</th><td>${what}</td></tr>`;
}

const isMade = ({kind}: ClaimMark): boolean => kind === 'open' || kind === 'met';

function happened({words, moments, marks}: Course, {turn, first, last, kind, cut}: Segment): readonly string[] {
	const {page, standings} = words;
	const kindName = page.kinds[first ? kind : 'goesOn'];
	const own = last ? marks.filter(({turnId}) => turnId === turn.id) : [];
	const link = (claim: Claim): string => `<a href="#${claimAnchor(claim)}">${claim.id}</a>`;
	const raised = own.filter(isMade).map(({claim}) => link(claim));
	return [
		...(kindName === undefined ? [] : [kindName]),
		...(raised.length === 0 ? [] : [fillSlots(page.raised, {claims: raised.join(' ')})]),
		...own.filter(mark => !isMade(mark)).map(({claim}) => `${standings[toldStanding(claim)]}: ${link(claim)}`),
		...moments
			.filter(({turnId}) => last && turnId === turn.id)
			.map(({number, text}) => `${number}. ${escapeMarkup(text)}`),
		...(cut ? [page.cutOff] : []),
	];
}

/** Where the page tells of a claim. */
export const claimAnchor = ({id}: Claim): string => `claim-${anchorOf(id)}`;
