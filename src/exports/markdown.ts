/** `debate.md`: the whole debate as a document. */
import {swingOf} from '../debate/audience.ts';
import type {Concession} from '../debate/claims.ts';
import {isSelfJudged} from '../debate/attribution.ts';
import {formatNameOf, type OutcomePoint, type OutcomePoints} from './format-parts.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {escapeInline, escapeMarkdown, keepInline, keepMarkdown} from './escape-markdown.ts';
import {momentsOf, type Segment, isMetInReply} from './segments.ts';
import {journalIn} from './journal-mark.ts';
import {episodeWords, nameIn, partName} from '../languages/find.ts';
import {fillSlots, wordFor, type EpisodeWords} from '../languages/language.ts';
import {
	agreementText,
	contestedText,
	explainedItems,
	isGraded,
	leftOutOfMeans,
	unjudgedIn,
	unscoredReason,
	type ExplainedItem,
} from './scores.ts';
import {goals, type Statistics, statisticsOf} from './statistics.ts';
import {editorNote} from './edition.ts';
import {outcomeText, type Facts} from './facts.ts';
import {howIn, pointText} from './outcome-points.ts';
import {
	clock,
	percent,
	stanceText,
	humanize,
	turnKindLabel,
	speakerAt,
	speakerOfTurn,
	scoreWorking,
	formatCount,
	hasRehearsal,
	costAtPrices,
	money,
	counted,
} from '../languages/wording.ts';
import type {EvaluationEvent} from '../debate/evaluation.ts';
import {unjudged} from '../debate/views/judgements.ts';
import {isPerson, isPlayed, isRehearsal, type Holder, type Seat} from '../debate/seats.ts';
import type {EventOf} from '../debate/events.ts';
import {disclosure, hasSound, type Told, type Episode} from './episode.ts';
import {noteIn} from './page/turn.ts';
import {between} from './pieces.ts';
import {footnoteMarks, footnotes, references, withFootnotes} from './references.ts';

/** What was said, and how it is written: in blocks and on a line. */
type ToldAs = Told & {readonly block: (text: string) => string; readonly inline: (text: string) => string};

// What `debate.md` says after the transcript: scores, moments, troubles, votes. Each is empty where there is nothing to
// say.

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

function scores({state, words}: Told, {counts}: Facts, statistics: Statistics, detail: boolean): string[] {
	const {chairs, agreement} = statistics;
	const {article, page, code} = words;
	const [, , course, ...rest] = page.heads;
	const told = unjudged(state)?.missing === 'scores' ? unjudgedIn(state, words) : undefined;
	const why = told === undefined ? [] : [`## ${page.scores}`, escapeInline(told)];
	if (chairs.every(({scores: course, cutsMade}) => course.length === 0 && cutsMade === 0)) return why;
	if (chairs.every(({scores: course}) => course.length === 0)) return [...why, ...unscored(chairs, words)];
	const rows = chairs.map(
		({
			seat,
			mean,
			scores: each,
			steelMan,
			selfCritique,
			consistent,
			cutsMade,
			cutsSuffered,
			unscored,
			words: count,
		}) => [
			escapeInline(seat.name),
			mean === undefined ? '–' : mean.toFixed(1),
			each.length === 0 ? '–' : each.map(one => one ?? '?').join(' '),
			String(unscored),
			percent(steelMan),
			percent(selfCritique),
			percent(consistent),
			`${cutsMade} / ${cutsSuffered}`,
			String(count),
		],
	);
	const shares = {steelMan: String(goals.steelMan * 100), selfCritique: String(goals.selfCritique * 100)};
	return [
		`## ${page.scores}`,
		table([article.chair, article.mean, course ?? '', article.notScored, ...rest, article.words], rows),
		`*${page.caption}*`,
		`*${fillSlots(article.scored, {scored: String(counts.scored), turns: String(counts.turns)})}*`,
		`*${fillSlots(article.shares, shares)}*`,
		...contestedTurns(chairs, words),
		...(agreement ? [`*${agreementText(agreement, words.figures.agreement)}${words.notes.stop}*`] : []),
		// Whom a mean leaves out is told by the program, in English.
		...(code === 'en' ? leftOutOfMeans(state, statistics).map(told => `*${told}.*`) : []),
		...(detail ? [] : [`*${fillSlots(article.detail, {command: '`rostrum export --detail`'})}*`]),
	];
}

/** Where nobody is scored: how much each said, and who cut in. */
const unscored = (chairs: Statistics['chairs'], {article, page}: EpisodeWords): string[] => [
	`## ${article.speakers}`,
	table(
		[article.speaker, page.heads.at(-1) ?? '', article.words],
		chairs.map(({seat, cutsMade, cutsSuffered, words: count}) => [
			escapeInline(seat.name),
			`${cutsMade} / ${cutsSuffered}`,
			String(count),
		]),
	),
];

function contestedTurns(chairs: Statistics['chairs'], {article, page, comma}: EpisodeWords): string[] {
	const some = chairs.filter(({contested}) => contested > 0);
	if (some.length === 0) return [];
	const named = some
		.map(({seat, contested}) => `${escapeInline(seat.name)} ${counted(page.turns, contested)}`)
		.join(comma);
	return [`*${fillSlots(article.contested, {names: named})}*`];
}

/** What came of it, by points; empty where the format records none. */
function outcomePoints(points: OutcomePoints | undefined, {words, inline}: ToldAs): string[] {
	if (!points || points.settled.length + points.open.length === 0) return [];
	const {code, page} = words;
	const howOf = (point: OutcomePoint): string => {
		const told = howIn(point, words);
		return told === '' ? '' : ` *(${escapeInline(told)})*`;
	};
	const list = (all: readonly OutcomePoint[]): string =>
		all.map(point => `- ${inline(pointText(point, words))}${howOf(point)}`).join('\n');
	return [
		...(points.settled.length === 0 ? [] : [`## ${page.settled}`, list(points.settled)]),
		...(points.open.length === 0 ? [] : [`## ${page.open}`, list(points.open)]),
		...(code === 'en' ? [`*${escapeInline(points.basis)}*`] : []),
	];
}

/** By the time at which they were heard. */
function moments({state, words, inline}: ToldAs, segments: readonly Segment[]): string[] {
	const all = momentsOf(state, segments, words);
	return all.length === 0
		? []
		: [`## ${words.page.moments}`, all.map(({at, text}) => `- ${clock(at)} ${inline(text)}`).join('\n')];
}

/** What was told to the user while it ran, and who fell out. */
function troubles({notices, seats}: DebateState, {article}: EpisodeWords): string[] {
	const all = [
		...notices.filter(({level}) => level !== 'info').map(({text}) => text),
		...seats.flatMap(({out, name}) => (out === undefined ? [] : [fillSlots(article.out, {name, reason: out})])),
	];
	return all.length === 0 ? [] : [`## ${article.troubles}`, all.map(text => `- ${escapeInline(text)}`).join('\n')];
}

function votes({votes: cast}: Statistics, {article}: EpisodeWords): string[] {
	if (cast.length === 0) return [];
	return [
		`## ${article.listenersVotes}`,
		table(
			[article.listener, article.before, article.after, article.shift],
			cast.map(({listener, before, after, shift}) => [
				escapeInline(listener),
				stanceText(before),
				stanceText(after),
				stanceText(shift),
			]),
		),
		`*${article.scale}*`,
	];
}

/** The flows between the three answers of an audience, of those who voted both times: whose gain it is, is not told. */
function audienceVotes({state, words}: Told): string[] {
	const swing = swingOf(state.audience);
	if (!swing) return [];
	const {article} = words;
	const {title, listeners, sides: names, both, nobody, open} = article.audience;
	const counted = swing.both === 0 ? nobody : fillSlots(both, {both: String(swing.both), voted: String(swing.voted)});
	const rows = swing.flows.map(({from, to, count}) => [names[from], names[to], String(count)]);
	return [
		`## ${title}`,
		...(rows.length === 0 ? [] : [table([article.before, article.after, listeners], rows)]),
		`*${counted}${swing.isClosed ? '' : `${words.space}${open}`}*`,
	];
}

/** Where the judges stood themselves, and what they said for it. */
function judgeVotes({judgeVotes: judges}: Statistics, {article, space}: EpisodeWords): string[] {
	if (judges.length === 0) return [];
	const rows = judges.map(({name, before, after, shift}) => [
		escapeInline(name),
		stanceText(before),
		stanceText(after),
		stanceText(shift),
	]);
	const told = judges.flatMap(({name, answers: told}) =>
		told.map(
			({when, stance, reason}) =>
				`- ${escapeInline(name)}, ${article[when]}${stance === null ? ` (${article.noAnswer})` : ''}: ${escapeInline(reason)}`,
		),
	);
	return [
		`## ${article.judgesStances}`,
		table([article.judge, article.before, article.after, article.shift], rows),
		told.join('\n'),
		`*${article.scale}${space}${article.noScore}*`,
	];
}

// The transcript of `debate.md`: who said what when, how it was scored, and who could not speak.

/**
 * What was heard, under a heading a part of the debate; a turn of which nothing was heard stands where it would have
 * been. `headings` are those of the parts, by the segment that begins each.
 */
function* transcript(
	told: ToldAs,
	segments: readonly Segment[],
	headings: ReadonlyMap<Segment, string>,
	detail: boolean,
): Generator<string> {
	const {state} = told;
	const places = new Map(state.turns.map((turn, place) => [turn.id, place]));
	const silent = state.turns.filter(({finish, text}) => finish === 'failed' && text.trim() === '');
	const silentBefore = (place: number): string[] =>
		silent.splice(0, silent.filter(({id}) => (places.get(id) ?? 0) < place).length).map(turn => silence(told, turn));
	for (const segment of segments) {
		yield* silentBefore(places.get(segment.turn.id) ?? 0);
		yield* segmentLines(told, segment, headings.get(segment), detail);
	}
	yield* silentBefore(Infinity);
}

function silence({state, words}: Told, turn: Turn): string {
	const part = partName(words, turn.segment, turn.round);
	const reason = turn.reason === undefined ? '' : `${words.comma}${turn.reason}`;
	return `*${escapeInline(fillSlots(words.article.silent, {part, name: speakerOfTurn(state, turn), reason}))}${words.notes.stop}*`;
}

const headingLine = (heading: string): string => `### ${escapeInline(heading)}`;

function segmentLines(
	told: ToldAs,
	{turn, text, from, first, last, cut, start}: Segment,
	heading: string | undefined,
	detail: boolean,
): string[] {
	const {state, words, block} = told;
	const broken =
		last && (turn.finish === 'failed' || turn.finish === 'truncated')
			? [
					`*${words.article.broken}${turn.reason === undefined ? '' : `: ${escapeInline(turn.reason)}`}${words.notes.stop}*`,
				]
			: [];
	const said = block(withFootnotes(state, {turn, text, from}));
	return [
		...(heading === undefined ? [] : [headingLine(heading)]),
		labelOf(told, turn, first, start),
		footnoteMarks(cut ? cutOff(said) : said),
		...broken,
		...(detail && last && turn.evaluation ? scoreLines(told, turn.evaluation) : []),
	];
}

/** With the dash of a cut, which must not stand in the line that closes a code block. */
const cutOff = (text: string): string =>
	/^[\s>]*`{3,}$/u.test(text.slice(text.lastIndexOf('\n') + 1)) ? `${text}\n\n—` : `${text} —`;

function labelOf(told: Told, turn: Turn, first: boolean, start: number): string {
	const {state, words} = told;
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const isEnglish = words.code === 'en';
	const kind = isEnglish ? (first ? turnKindLabel(turn) : 'goes on') : words.page.kinds[first ? turn.kind : 'goesOn'];
	const doing =
		kind === undefined
			? seat?.framework === undefined
				? []
				: [nameIn(words, seat.framework)]
			: [kind, ...(first ? why(told, turn) : [])];
	const voice = noteIn(words, turn);
	return [
		`**${escapeInline(speakerOfTurn(state, turn))}**`,
		...doing.map(escapeInline),
		clock(start),
		...(voice === undefined ? [] : [`*${voice}*`]),
	].join(' · ');
}

/** Why someone cut in, or what the arbiter calls out. */
function why({state, words}: Told, turn: Turn): string[] {
	const {article, page} = words;
	const cut =
		turn.kind === 'interruption' ? state.interruptions.find(({turnId}) => turnId === turn.replyTo) : undefined;
	if (cut) return [page.reasons[cut.reason] ?? humanize(cut.reason)];
	const {interjection} = turn;
	if (!interjection) return [];
	const target =
		interjection.target === undefined
			? []
			: [fillSlots(article.to, {name: speakerAt(state, interjection.target, turn.startedAt)})];
	return [
		...target,
		...(interjection.violation === undefined
			? []
			: [page.violations[interjection.violation] ?? interjection.violation]),
		...(interjection.by === 'user' ? [page.asked.replace(/^[,，、\s]+/u, '')] : []),
		...state.interjections.flatMap(call =>
			call.turnId === turn.id && isMetInReply(state, call) ? [page.notInReply.replace(/^[;；\s]+/u, '')] : [],
		),
	];
}

/** The score, and from rules 2 on what each item found. */
const scoreLines = ({state, words}: Told, evaluation: EvaluationEvent): string[] => [
	score({state, words}, evaluation),
	...(isGraded(evaluation) ? itemList(explainedItems(state, evaluation.items, words), words) : []),
];

/** How the score comes about, what each term is, and what was found. */
function score({state, words}: Told, evaluation: EvaluationEvent): string {
	const {adherenceScore, working, cap, range, violations: found} = evaluation;
	const by = state.turns.findLast(({id}) => id === evaluation.turnId)?.by;
	const {score: texts, page, comma, brackets} = words;
	if (adherenceScore === null) {
		const reason = unscoredReason(state, evaluation) ?? 'no usable judgement came';
		return `*${escapeInline(fillSlots(texts.notScored, {reason}))}*`;
	}
	const contested = contestedText(evaluation, words);
	const nameOf = (violation: string): string => page.violations[violation] ?? humanize(violation);
	const notes = [
		working
			.map(({dimension, level}) => `${texts.dimensions[dimension]} ${wordFor(texts.levels, level) ?? humanize(level)}`)
			.join(comma),
		...(cap ? [fillSlots(texts.atMost, {at: String(cap.at), reason: cap.because})] : []),
		...(range ? [fillSlots(texts.range, {from: String(range[0]), to: String(range[1])})] : []),
		...(contested === undefined ? [] : [contested]),
		...(isSelfJudged({by, evaluation}) ? [texts.ownModel] : []),
		...found.map(({violation, about}) => (about === undefined ? nameOf(violation) : `${nameOf(violation)}: ${about}`)),
	].filter(note => note !== '');
	const [open, close] = brackets;
	const told = notes.length === 0 ? '' : `${open}${notes.map(escapeInline).join('; ')}${close}`;
	return `*${fillSlots(page.adherence, {score: scoreWorking(evaluation, texts.heldDown)})}${told}*`;
}

/** A line an answer that found something; those that found nothing together. */
function itemList(items: readonly ExplainedItem[], words: EpisodeWords): string[] {
	const named = ({code, asks}: ExplainedItem): string => (code === undefined ? asks : `${code} ${asks}`);
	const told = items
		.filter(({finding}) => finding !== 'nothing')
		.map(item => `- ${escapeInline(`${named(item)}: ${[item.grade, ...groundsOf(item, words)].join('; ')}`)}`);
	const rest = items.filter(({finding}) => finding === 'nothing');
	const names = rest.map(({code, asks, grade}) => `${code ?? asks} ${grade}`).join(words.comma);
	const nothing = rest.length === 0 ? [] : [`- ${escapeInline(fillSlots(words.score.nothing, {names}))}`];
	const lines = [...told, ...nothing];
	return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Sentences are quoted only for answers that stand. */
const groundsOf = ({finding, quote, against, remark}: ExplainedItem, {quotes, score: texts}: EpisodeWords): string[] =>
	[
		finding === 'found' && quote !== undefined ? `${quotes[0]}${quote}${quotes[1]}` : undefined,
		finding === 'found' && against !== undefined ? fillSlots(texts.against, {what: against}) : undefined,
		remark,
	].filter(part => part !== undefined);

/** In pieces, since the transcript is most of it. */
export function* articlePieces(episode: Episode, detail = false): Generator<string> {
	const {start} = episode.state;
	if (!start) return;
	yield* between('\n\n', nonEmpty(article(episode, start, detail)));
	yield '\n';
}

function* nonEmpty(parts: Iterable<string>): Generator<string> {
	for (const part of parts) if (part !== '') yield part;
}

function* article(episode: Episode, start: EventOf<'debate-start'>, detail: boolean): Generator<string> {
	const {state, segments, facts, edited, wpm, format, language} = episode;
	const words = episodeWords(language);
	const {article: texts, page, script, notes, space} = words;
	const told: ToldAs = {
		state,
		words,
		...(format?.markdown?.keepsMarkdown
			? {block: keepMarkdown, inline: keepInline}
			: {block: escapeMarkdown, inline: escapeInline}),
	};
	const {block, inline} = told;
	const note = disclosure(state, words);
	const editedBy = editorNote(state, words);
	const headings = headingsOf(episode, words);
	const behind = behindTranscript(episode, detail);
	const before = [
		...behind.first,
		`## ${texts.staged}`,
		staging(told, facts, formatNameOf(format, state)),
		outcome(facts, words),
		...outcomePoints(facts.points, told),
		`## ${page.transcript}`,
		`*${hasSound(episode) ? texts.sound : fillSlots(texts.times, {wpm: String(wpm)})}*`,
	];
	const after = [
		...behind.found,
		...moments(told, segments),
		...behind.troubles,
		...behind.votes,
		...behind.afterVotes,
		...behind.scores,
		...references(state, words),
		...footnotes(state),
		...behind.record,
	];
	const named = [...headings.values()].map(headingLine);
	yield* [
		`# ${inline(facts.title)}`,
		...(facts.proposition === undefined ? [] : [block(facts.proposition)]),
		...(edited ? [`*${script.edited}${notes.stop}${space}${script.journal}*`] : []),
		...(facts.standfirst === undefined ? [] : [`**${escapeInline(facts.standfirst)}**`]),
		...(note === '' ? [] : [`*${escapeInline(note)}*`]),
		...(editedBy === undefined ? [] : [`*${escapeInline(editedBy)}*`]),
		...(hasRehearsal(state) ? [`*${fillSlots(texts.rehearsed, {label: words.labels.rehearsal})}*`] : []),
		...(start.subject.context === undefined ? [] : [`**${texts.context}**`, block(start.subject.context)]),
		contents([...before, ...named, ...after], texts.contents),
		...before,
	];
	yield* transcript(told, segments, headings, detail);
	yield* after;
}

/** What stands beside the transcript, part by part in Markdown, here and on the web page; `first` before it. */
export type Behind = Readonly<
	Record<'first' | 'found' | 'troubles' | 'votes' | 'afterVotes' | 'scores' | 'record', readonly string[]>
>;

/** `isExplained` where the working of the scores stands beside them. */
export function behindTranscript(episode: Episode, detail: boolean, isExplained = detail): Behind {
	const {state, facts, journal, format, language} = episode;
	const words = episodeWords(language);
	const told = {state, words};
	const statistics = statisticsOf(state);
	const {beforeTranscript, afterTranscript, afterVotes} = format?.markdown ?? {};
	const mark = journal ? [`- ${escapeInline(journalIn(journal, words))}`] : [];
	return {
		first: beforeTranscript?.(state, detail, words) ?? [],
		found: afterTranscript?.(state, detail, words) ?? [],
		troubles: troubles(state, words),
		votes: [...votes(statistics, words), ...audienceVotes(told), ...judgeVotes(statistics, words)],
		afterVotes: afterVotes?.(state, detail, words) ?? [],
		scores: scores(told, facts, statistics, isExplained),
		record: [`## ${words.article.record}`, [record(told, statistics, episode), ...mark].join('\n')],
	};
}

/** `Exchange 2: Who finds out?`, by the segment that begins the part. */
function headingsOf({segments, chapters}: Episode, words: EpisodeWords): ReadonlyMap<Segment, string> {
	const starts = segments.filter(({section}) => section !== undefined);
	return new Map(
		starts.map((segment, place) => {
			const {title = ''} = chapters[place] ?? {};
			const section = partName(words, segment.turn.segment, segment.turn.round);
			return [segment, title.startsWith(section) ? title : fillSlots(words.labels.chapter, {part: section, title})];
		}),
	);
}

/** Links to the headings, by the names that hosts of Markdown give them. */
function contents(body: readonly string[], title: string): string {
	const seen = new Map<string, number>();
	const lines = body.flatMap(part => {
		const heading = /^(?<level>##|###) (?<text>.*)$/u.exec(part)?.groups;
		if (!heading) return [];
		const name = anchorOf(heading['text'] ?? '');
		const count = seen.get(name) ?? 0;
		seen.set(name, count + 1);
		return [
			`${heading['level'] === '##' ? '' : '  '}- [${heading['text'] ?? ''}](#${name}${count === 0 ? '' : `-${count}`})`,
		];
	});
	return `## ${title}\n\n${lines.join('\n')}`;
}

const anchorOf = (heading: string): string =>
	heading
		.replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
		.replaceAll(/\s/gu, '-');

export function staging({state: {seats}, words}: Told, {name: title, date, time}: Facts, format: string): string {
	const {article, labels} = words;
	const called = title === undefined ? format : fillSlots(labels.chapter, {part: format, title});
	const argues = seats.some(({framework}) => framework !== undefined);
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const rows = seats.flatMap(seat =>
		[...seat.formerly, seat].map(({name, voice, model, provider}, place) => {
			const from = argues ? [seat.framework === undefined ? '–' : nameIn(words, seat.framework)] : [];
			const role = `${nameIn(words, seat.role)}${place === 0 ? '' : article.later}`;
			return line([name, role, ...from, voiceOf({voice, model, provider}, words)].map(escapeInline));
		}),
	);
	const [who, role, from, voice] = article.staging;
	const head = [who, role, ...(argues ? [from] : []), voice];
	const held = fillSlots(article.held, {format: escapeInline(called), date, time});
	return [held, '', line(head), line(head.map(() => '---')), ...rows].join('\n');
}

export const voiceOf = (
	seat: Pick<Seat, 'voice' | 'model' | 'provider'> | Omit<Holder, 'name'>,
	{labels}: EpisodeWords,
): string =>
	isPerson(seat)
		? labels.person
		: isRehearsal(seat)
			? labels.rehearsal
			: isPlayed(seat)
				? labels.played
				: [seat.model ?? withoutServer(seat.voice), seat.provider].filter(part => part !== undefined).join(', ');

/** A voice that is an address is told by what stands behind it. */
const withoutServer = (voice: string): string => voice.replace(/^https?:\/\/[^#]*#?/u, '');

/** Why it ended is told by the program, in English. */
function outcome({outcome: ended, reason}: Facts, words: EpisodeWords): string {
	const {code, article} = words;
	if (ended === undefined) return article.unfinished;
	const why = reason === undefined || code !== 'en' ? '' : `, ${escapeInline(reason)}`;
	return `${fillSlots(article.outcome, {outcome: outcomeText(ended, words)})}${why}`;
}

function record({state, words}: Told, {spending, cost}: Statistics, {facts, wpm}: Episode): string {
	const {start} = state;
	const {length, counts} = facts;
	const {article, page, card} = words;
	const share = percent(spending.cached / Math.max(1, spending.input));
	const lengths = {
		words: counted(page.words, counts.words),
		time: clock(length),
		wpm: String(wpm),
		cuts: counted(card.cuts, counts.cuts),
		steps: counts.interjections === 0 ? '' : `${words.comma}${counted(article.interjections, counts.interjections)}`,
		changes: counts.concessions === 0 ? '' : `${words.comma}${changesTold(facts, article.changesOfMind)}`,
	};
	const asked = {
		requests: counted(article.requests, spending.calls),
		input: formatCount(spending.input),
		cached: spending.input > 0 ? fillSlots(article.cached, {share}) : '',
		output: formatCount(spending.output),
		cost: costAtPrices(cost, state),
		saved: spending.saved > 0 ? fillSlots(article.saved, {money: money(spending.saved)}) : '',
	};
	const made = {
		seed: String(start?.seed ?? ''),
		app: `${start?.app.name ?? ''} ${start?.app.version ?? ''}`,
		id: start?.debateId ?? '',
	};
	return [
		`- ${fillSlots(article.lengths, lengths)}`,
		`- ${fillSlots(article.asked, asked)}`,
		`- ${escapeInline(fillSlots(article.made, made))}`,
	].join('\n');
}

/** How many claims were granted, given up and narrowed. */
function changesTold({concessions}: Facts, text: string): string {
	const of = (...kinds: readonly Concession['kind'][]): string =>
		String(concessions.filter(({kind}) => kinds.includes(kind)).length);
	return fillSlots(text, {granted: of('granted'), dropped: of('conceded', 'withdrawn'), narrowed: of('narrowed')});
}
