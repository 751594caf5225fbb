/**
 * A debate as plain lines, as it happens: for pipes, plain terminals and screen readers. A fold of the same state as
 * the panes.
 */
import {swingOf} from '../../debate/audience.ts';
import type {EventOf, JournalEvent, UserAction} from '../../debate/events.ts';
import {isSelfJudged} from '../../debate/attribution.ts';
import {claimsByChair, unmetClaims} from '../../debate/ledger.ts';
import {sanitize} from '../../debate/text/intake.ts';
import {unjudgedText} from '../../debate/views/judgements.ts';
import {isPerson, isRehearsal, personLabel} from '../../debate/seats.ts';
import {emptyState, type DebateState, type SessionEvent, type Turn} from '../../debate/state.ts';
import {reduce} from '../../debate/reduce.ts';
import {agreementText, contestedText, leftOutOfMeans, rangeText, unscoredReason} from '../../exports/scores.ts';
import {factsOf} from '../../exports/facts.ts';
import {statisticsOf, type ChairStatistics} from '../../exports/statistics.ts';
import {
	clock,
	hasRehearsal,
	humanize,
	costAtPrices,
	money,
	percent,
	plural,
	rehearsalLabel,
	speakerOf,
	speakerOfTurn,
	scoreWorking,
	speakerIn,
	swingText,
	interruptionNames,
	turnKindLabel,
} from '../../languages/wording.ts';
import type {FormatEvent} from '../../debate/slices.ts';
import type {ShownEvent} from '../../formats/contract.ts';
import {formatOf, isRead, shownEvents} from '../../formats/index.ts';
import {wrapText} from '../../view/wrap.ts';
import {capitalised} from '../../debate/text/words.ts';

/** Content goes to `out`, everything else to `err`. */
type PlainLine = {readonly stream: 'out' | 'err'; readonly text: string};

/** Lines are filled to the terminal's width, but for very narrow ones and those that do not tell. */
const narrowest = 20;
const margin = '  ';

/**
 * Folds events into lines no wider than `wanted` columns. Live tokens are ignored: lines come as heard sentences fill
 * them. Text stays as it was said, unless it is to be read `aloud`: then marks of Markdown are left out.
 */
export const plainLines = (
	wanted = 80,
	{aloud = false}: {readonly aloud?: boolean} = {},
): {push(event: SessionEvent): PlainLine[]} => new PlainWriter(wanted, aloud);

class PlainWriter {
	readonly #columns: number;
	#state = emptyState;
	/** The end of each turn's text that does not fill a line yet, by turn. */
	readonly #rests = new Map<string, string>();
	readonly #markdown = new Map<string, PlainMarkdown>();
	/** Turns that were interrupted and have not continued yet. */
	readonly #broken = new Set<string>();

	readonly #aloud: boolean;

	constructor(wanted: number, aloud: boolean) {
		this.#aloud = aloud;
		this.#columns = wanted > 0 ? Math.max(narrowest, wanted) : 80;
	}

	push(event: SessionEvent): PlainLine[] {
		this.#state = reduce(this.#state, event);
		// A seek in a replay drops the sentence that was half said.
		if (event.type === 'jump') {
			this.#rests.clear();
			this.#markdown.clear();
			this.#broken.clear();
		}
		return 'seq' in event ? this.#linesFor(event) : [];
	}

	/** Rules are only to be seen. */
	#heading(text: string): string {
		return this.#aloud ? `${capitalised(text)}.` : `== ${text} ==`;
	}

	#linesFor(event: JournalEvent): PlainLine[] {
		switch (event.type) {
			case 'debate-start':
				return this.#out(event.title, seatsLine(this.#state));
			case 'segment-start':
				return this.#out(
					'',
					this.#heading(humanize(event.segment) + (event.round === undefined ? '' : ` ${event.round}`)),
				);
			case 'turn-start': {
				const turn = turnOf(this.#state, event.turnId);
				const label = this.#aloud ? labelAloud : labelOf;
				return turn ? [...this.#breakInto(turn), ...this.#out('', label(this.#state, turn))] : [];
			}
			case 'turn-delta':
				return [...this.#continueTurn(event.turnId), ...this.#fill(event.turnId, this.#wordsOf(event), false)];
			case 'turn-end':
				return this.#endTurn(event.turnId);
			case 'evaluation':
				return this.#err(scoreOf(this.#state, event, this.#aloud), ...swayOf(this.#state, event));
			case 'user-action':
				return this.#err(...changeOfSeat(this.#state, event.data));
			// `participant-out` has already given this reason.
			case 'notice':
				return this.#state.seats.find(({id}) => id === event.participant)?.out === event.text
					? []
					: this.#err(`[${event.level}] ${event.text}`);
			case 'audience':
				return this.#err(...audienceLines(event, this.#state));
			case 'edition':
				return this.#err(editionLine(event));
			case 'participant-out':
				return this.#err(`[out] ${speakerOf(this.#state, event.participant)}: ${event.reason}`);
			case 'participant-back':
				return this.#err(`[back] ${speakerOf(this.#state, event.participant)}: ${event.reason}`);
			case 'debate-end':
				return [
					...this.#out('', this.#heading(endOf(this.#state)), ...[unjudgedText(this.#state) ?? []].flat()),
					...this.#err(...figuresOf(this.#state)),
				];
			// A cut and a call are seen by the turn that makes them, a citation in what is said.
			case 'interruption':
			case 'interjection':
			case 'sources':
			case 'passages':
			case 'research':
			case 'citation':
			case 'support':
			// Requests and steps are the program's own.
			case 'voice-call':
			case 'step-end':
				return [];
			default:
				return this.#recorded(event);
		}
	}

	#recorded(event: FormatEvent & JournalEvent): PlainLine[] {
		const {plain}: ShownEvent<FormatEvent> = shownEvents[event.type];
		const lines = plain?.lines(event, this.#state) ?? [];
		return plain?.stream === 'out' ? this.#out(...lines) : this.#err(...lines);
	}

	#fill(id: string, text: string, ended: boolean): PlainLine[] {
		const whole = (this.#rests.get(id) ?? '') + sanitize(text);
		const lines = wrapText(whole, this.#columns - margin.length);
		const rest = ended ? '' : (lines.pop() ?? '');
		// A sentence may end with the indentation of the next line.
		const blanks = ended ? '' : whole.slice(whole.trimEnd().length);
		const isIndentation = blanks.includes('\n') || blanks === whole;
		this.#rests.set(id, rest !== '' || isIndentation ? rest + blanks.slice(blanks.lastIndexOf('\n') + 1) : '');
		return lines
			.filter((line, index) => line !== '' || index > 0)
			.map(line => ({stream: 'out', text: line === '' ? '' : margin + line}));
	}

	#wordsOf({turnId, text}: EventOf<'turn-delta'>): string {
		if (!this.#aloud) return text;
		const known = this.#markdown.get(turnId) ?? new PlainMarkdown();
		this.#markdown.set(turnId, known);
		return known.push(text);
	}

	/** Closes the line of the turn that this one interrupts. */
	#breakInto({amid}: Turn): PlainLine[] {
		return amid && this.#rests.get(amid.turnId)?.trim() ? this.#fill(amid.turnId, '', true) : [];
	}

	#endTurn(id: string): PlainLine[] {
		const turn = turnOf(this.#state, id);
		const blank = /\s$/u.test(this.#rests.get(id) ?? '') ? '' : ' ';
		const lines = this.#fill(id, turn?.finish === 'interrupted' ? `${blank}—` : '', true);
		this.#rests.delete(id);
		this.#markdown.delete(id);
		const failed =
			turn && (turn.finish === 'failed' || turn.finish === 'truncated')
				? this.#err(`[${turn.finish}] ${speakerOfTurn(this.#state, turn)}: ${turn.reason ?? 'no reason given'}`)
				: [];
		if (turn?.amid) this.#broken.add(turn.amid.turnId);
		return [...lines, ...failed];
	}

	#continueTurn(id: string): PlainLine[] {
		const turn = this.#broken.delete(id) ? turnOf(this.#state, id) : undefined;
		return turn ? this.#out('', `${speakerOfTurn(this.#state, turn)} goes on:`) : [];
	}

	#out(...texts: readonly string[]): PlainLine[] {
		return texts.flatMap(text => this.#own('out', text));
	}

	#err(...texts: readonly string[]): PlainLine[] {
		return texts.flatMap(text => this.#own('err', text));
	}

	/** Rostrum's own words start at the margin in one paragraph; speech is indented, so that it cannot pass for them. */
	#own(stream: PlainLine['stream'], text: string): PlainLine[] {
		return wrapText(sanitize(text).replace(/\s+/gu, ' '), this.#columns).map(line => ({stream, text: line}));
	}
}

const turnOf = (state: DebateState, id: string): Turn | undefined => state.turns.findLast(turn => turn.id === id);

function seatsLine(state: DebateState): string {
	const who = state.seats
		.map(seat => `${seat.name} (${humanize(seat.framework ?? seat.role)}${isPerson(seat) ? `, ${personLabel}` : ''})`)
		.join(', ');
	return `With ${who}.${hasRehearsal(state) ? ` ${state.seats.every(isRehearsal) ? 'All voices' : 'Some voices'}: ${rehearsalLabel}.` : ''}`;
}

/** The working of a score is read aloud where its turn is opened. */
function scoreOf(state: DebateState, evaluation: Extract<JournalEvent, {type: 'evaluation'}>, aloud: boolean): string {
	const {turnId, adherenceScore} = evaluation;
	const turn = turnOf(state, turnId);
	const who = turn ? speakerOfTurn(state, turn) : turnId;
	if (adherenceScore === null)
		return `[not scored] ${who}: ${unscoredReason(state, evaluation) ?? 'no usable judgement came'}`;
	const range = rangeText(evaluation);
	const remarks = [
		...(turn && isSelfJudged({...turn, evaluation}) ? ['judged by its own model'] : []),
		...(range === undefined ? [] : [`judges ${range}`]),
		contestedText(evaluation) ?? [],
	].flat();
	const score = aloud ? `Score of ${who}: ${adherenceScore} of 100` : `[score] ${who}: ${scoreWorking(evaluation)}`;
	return `${score}${remarks.length === 0 ? '' : ` (${remarks.join('; ')})`}`;
}

const swayOf = (state: DebateState, {turnId, sway = []}: Extract<JournalEvent, {type: 'evaluation'}>): string[] =>
	sway.map(({text}) => `[sway] ${speakerIn(state, turnId)} tried to sway the judge: “${text}”`);

/** What listeners asked, and how they moved once their vote is closed. */
function audienceLines({questions = [], decided, closes}: EventOf<'audience'>, {audience}: DebateState): string[] {
	const swing = closes === 'after' ? swingOf(audience) : undefined;
	const put = decided && audience?.questions.find(({id}) => id === decided.question);
	return [
		...questions.map(({text}) => `[audience] asks: ${text}`),
		...(put ? [`[audience] ${put.fate === 'let-in' ? 'let in' : 'refused'}: ${put.text}`] : []),
		...(swing ? [`[audience] ${swingText(swing)}`] : []),
	];
}

/** What the debate is called by its editor, or why there is no edition. */
const editionLine = ({title, standfirst = '', by, reason}: EventOf<'edition'>): string =>
	reason === undefined
		? `[edition] ${[title, standfirst, `edited by ${by.name}`].filter(Boolean).join(' · ')}`
		: `[edition] none: ${reason}`;

const endOf = ({outcome, reason}: DebateState): string =>
	`${outcome ?? 'unfinished'}${reason === undefined ? '' : `: ${reason}`}`;

function figuresOf(state: DebateState): string[] {
	const statistics = statisticsOf(state);
	const {chairs, agreement, spending, cost} = statistics;
	const {length, counts} = factsOf(state, formatOf(state.start?.protocol));
	return [
		...chairs.map(chairLine),
		...leftOutOfMeans(state, statistics),
		...(agreement ? [agreementText(agreement)] : []),
		...claimsByChair(state).map(chair => claimsLine(state, chair)),
		`${plural(counts.words, 'word')}${isRead(state.start?.protocol) ? '' : ` (${clock(length)} spoken)`}, ${plural(spending.calls, 'request')}, ${plural(spending.input + spending.output, 'token')}${spending.cached === 0 ? '' : ` (${percent(spending.cached / spending.input)} of what was sent cached)`}, cost ${costAtPrices(cost, state)}${spending.saved === 0 ? '' : `, ${money(spending.saved)} saved by the cache`}`,
	];
}

/** What can be said of a chair: of one that nobody judged, only how much it said. */
function chairLine({
	seat,
	scores,
	mean,
	steelMan,
	selfCritique,
	cutsMade,
	cutsSuffered,
	turns,
	words,
}: ChairStatistics): string {
	if (scores.length === 0) return `${seat.name}: ${plural(turns, 'turn')}, ${plural(words, 'word')}`;
	return `${seat.name}: adherence ${mean === undefined ? 'not scored' : mean.toFixed(1)}, steel-man ${percent(steelMan)}, self-critique ${percent(selfCritique)}, cut in ${cutsMade}, was cut ${cutsSuffered}`;
}

/** What a chair claimed, and which of it nobody answered. */
function claimsLine(state: DebateState, {seat, claims}: ReturnType<typeof claimsByChair>[number]): string {
	const unanswered = new Set(unmetClaims(state));
	const open = claims.filter(claim => unanswered.has(claim));
	const unmet =
		open.length === 0
			? ''
			: `: ${open
					.slice(-3)
					.map(({claim}) => `“${claim}”`)
					.join(', ')}`;
	return `${seat.name}: ${plural(claims.length, 'claim')}, ${open.length} not answered${unmet}`;
}

/** Who has sat down where, of those actions that change seats. */
function changeOfSeat({seats}: DebateState, action: UserAction): string[] {
	if (action.action !== 'take' && action.action !== 'give-back' && action.action !== 'replace') return [];
	const seat = seats.find(({id}) => id === action.participant);
	const before = seat?.formerly.at(-1);
	return seat && before
		? [`[seat] ${seat.name}${isPerson(seat) ? ` (${personLabel})` : ''} sits there now instead of ${before.name}`]
		: [];
}

// Markdown as plain words, as it streams in: for lines that are read aloud. What a mark says to the eye is left out.

const fence = /^\s*(?:`{3,}|~{3,})/u;
const rule = /^\s*(?:[-*_]\s*){3,}$/u;
const underHead = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$/u;

/** One text in pieces that end anywhere. Code stays as it is. */
export class PlainMarkdown {
	#fenced = false;
	#atStart = true;

	push(piece: string): string {
		const lines = piece.split('\n');
		const last = lines.length - 1;
		const read = lines.map((words, index) => this.#read(words, index > 0 || this.#atStart));
		this.#atStart = (lines[last] ?? '') === '' && (last > 0 || this.#atStart);
		return read.filter((words, index) => words !== undefined || index === last).join('\n');
	}

	#read(words: string, isStart: boolean): string | undefined {
		if (isStart && fence.test(words)) {
			this.#fenced = !this.#fenced;
			return undefined;
		}
		if (this.#fenced) return words;
		if (isStart && words.trim() !== '' && (rule.test(words) || underHead.test(words))) return undefined;
		return inlineWords(isStart ? withoutLineMark(words) : words);
	}
}

/** Of a heading, an item and a row of a table. */
function withoutLineMark(words: string): string {
	const row = /^\s*\|(.*)\|\s*$/u.exec(words)?.[1];
	if (row !== undefined)
		return row
			.split('|')
			.map(cell => cell.trim())
			.join(', ');
	return words.replace(/^\s{0,3}#{1,6}\s+/u, '').replace(/^(\s*)[*+](?=\s)/u, '$1-');
}

/**
 * What stands in backticks stays as it is. Marks stand at the edge of a word; a pair that goes over the end of a piece
 * loses its halves one by one.
 */
const inlineWords = (words: string): string =>
	words
		.split(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/u)
		.map((part, index) => (index % 3 === 0 ? withoutMarks(part) : index % 3 === 2 ? part : ''))
		.join('');

const withoutMarks = (words: string): string =>
	words
		.replaceAll(/!?\[([^\][]+)\]\(([^()\s]+)\)/gu, (_, label: string, address: string) =>
			label === address ? label : `${label} (${address})`,
		)
		.replaceAll(/(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])/gu, '')
		.replaceAll(/(?<!\w)_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?!\w)/gu, '')
		.replaceAll(/~~(?=\S)|(?<=\S)~~/gu, '')
		.replaceAll(/`+/gu, '');

// Who speaks and how, above what is said.

const cutBy = ({interruptions}: DebateState, turn: Turn) =>
	turn.kind === 'interruption' ? interruptions.find(({turnId}) => turnId === turn.replyTo) : undefined;

/** For files and pipes, whose words stay what they always were. */
function labelOf(state: DebateState, turn: Turn): string {
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const kind = turnKindLabel(turn);
	const cut = cutBy(state, turn);
	const about = cut
		? ` (${humanize(cut.reason)})`
		: kind === undefined && seat?.framework !== undefined
			? ` (${humanize(seat.framework)})`
			: '';
	return `${speakerOfTurn(state, turn)}${kind === undefined ? '' : ` ${kind}`}${about}:`;
}

/** For a screen reader, as the screens have it. */
function labelAloud(state: DebateState, turn: Turn): string {
	const cut = cutBy(state, turn);
	if (cut) return `${speakerOfTurn(state, turn)} cuts in and ${interruptionNames[cut.reason]}:`;
	return turn.kind === 'resumption' ? `${speakerOfTurn(state, turn)} resumes:` : labelOf(state, turn);
}
