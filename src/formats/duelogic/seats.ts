/** The seats of a Duelogic debate: who sits where, who speaks next, and what each of them owes or was asked. */
import {newReading, type LedgerReading} from '../../debate/ledger.ts';
import type {Participant, Subject} from '../../debate/events.ts';
import type {Setup} from '../../debate/protocol.ts';
import type {SourceList} from '../../debate/sources.ts';
import {isOwnServer, keeperOf, type Seat, castOf} from '../../debate/seats.ts';
import {countWords, escapePattern, speechPace} from '../../debate/text/words.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {frameworkOf, type DuelogicConfig, spokenLanguage, type SpokenLanguage} from './config.ts';
import {taskOf} from './exchange-tasks.ts';
import type {Framework} from './frameworks.ts';
import {evadedIn, findingOf} from '../../debate/evaluation.ts';
import {isLong, wordsOf} from '../../debate/judged-text.ts';
import {isQuestion, splitSentences} from '../../debate/text/sentences.ts';

/** A chair: `id` is its position, `name` the speaking model's name, `framework` the framework's id. */
export type ChairSeat = Participant & {readonly framework: string; readonly frameworkProfile: Framework};

/** Replaces the turns up to `upto` (a turn's name in prompts) once they are no longer sent verbatim. */
type TranscriptDigest = {readonly upto: string; readonly text: string};

/** What all parts of the script share. */
export type DuelogicDebate = {
	readonly config: DuelogicConfig;
	readonly subject: Subject;
	readonly chairs: readonly ChairSeat[];
	readonly arbiter: Participant;
	/** Who keeps the ledger of claims: the arbiter where nobody else was named. */
	readonly keeper: Participant;
	readonly language: SpokenLanguage;
	/** Those who were seated to judge; the arbiter judges where there are none. */
	readonly judges: readonly Participant[];
	/** It was held before, and is judged by whom the user named for that, whoever argued. */
	readonly judgedAnew?: true;
	/** What a cached prompt token costs of a fresh one, by participant, where that is known. */
	readonly cachedShares: Readonly<Record<string, number>>;
	/** Every request begins as the one before it did: all seats are one model that keeps one prompt. */
	readonly onePrompt: boolean;
	/** Appended to at the end of an exchange when the transcript is too long. */
	readonly digests: TranscriptDigest[];
	readonly ledger: LedgerReading;
	/** Settled once a turn's verdict is recorded, by turn. */
	readonly verdicts: Map<string, Promise<void>>;
	/** The documents that it stands on. */
	readonly sources: SourceList | undefined;
	/** How much of the research counts, once a prompt was foreseen with it; who is looking (research.ts). */
	readonly research: {pinned: number | undefined; readonly pending: Set<string>};
};

/** Builds the debate from its setup. Throws if a chair or the arbiter has no participant (a caller's bug). */
export function createDebate({
	config,
	subject,
	participants,
	cachedShares = {},
	onePrompt = false,
	sources,
}: Setup<DuelogicConfig>): DuelogicDebate {
	const seatOf = castOf(participants);
	const chairs = config.chairs.map(({position, framework, persona}): ChairSeat => {
		const seat = seatOf(position);
		return {
			...seat,
			framework,
			frameworkProfile: frameworkOf(config, framework),
			...(persona === undefined ? {} : {persona}),
		};
	});
	const judges = participants.filter(({role}) => role === 'judge');
	const arbiter = seatOf('arbiter');
	return {
		config,
		subject,
		chairs,
		arbiter,
		keeper: keeperOf(participants, arbiter),
		language: spokenLanguage(config, subject.text),
		judges,
		cachedShares,
		onePrompt,
		digests: [],
		ledger: newReading(),
		verdicts: new Map(),
		sources,
		research: {pinned: undefined, pending: new Set()},
	};
}

export const chairOf = (debate: DuelogicDebate, id: string): ChairSeat => {
	const seat = debate.chairs.find(chair => chair.id === id);
	if (!seat) throw new Error(`"${id}" is not a chair of this debate`);
	return seat;
};

/**
 * The debate with the names of the current voices: seats can change hands. The chair elements of the system message
 * keep the original names, so that prompts keep sharing their prefix.
 */
export const withCurrentNames = (debate: DuelogicDebate, {seats}: DebateState): DuelogicDebate => {
	const nameNow = (id: string, before: string): string => seats.find(seat => seat.id === id)?.name ?? before;
	return {
		...debate,
		chairs: debate.chairs.map(chair => ({...chair, name: nameNow(chair.id, chair.name)})),
		arbiter: {...debate.arbiter, name: nameNow(debate.arbiter.id, debate.arbiter.name)},
	};
};

export const seatIn = (heard: DebateState, id: string): Seat | undefined => heard.seats.find(seat => seat.id === id);
export const isOut = (heard: DebateState, id: string): boolean => seatIn(heard, id)?.out !== undefined;

/** Chairs that are not out, in seat order. */
export const activeChairs = (debate: DuelogicDebate, heard: DebateState): readonly ChairSeat[] =>
	debate.chairs.filter(({id}) => !isOut(heard, id));

/** Whether a chair makes its own case in this turn. Its last word is not one: that closes the debate. */
export const isCaseTurn = ({kind}: Turn): boolean => kind === 'opening' || kind === 'reply' || kind === 'resumption';

/**
 * A seat's provider as it is said, if it is: an address has no name on air, and neither has a server that is known by
 * nothing but its user's own id, as in `mine:some-model`.
 */
export const spokenProvider = (seat: Pick<Participant, 'provider' | 'voice'>): string | undefined =>
	isOwnServer(seat) ? undefined : seat.provider;

/** Non-empty turns by their ends, one heard within another before it: the list only grows at its end. */
export function turnsByEnd(turns: readonly Turn[]): Turn[] {
	const ids = new Set(turns.map(({id}) => id));
	const hostOf = (turn: Turn) => (turn.amid && ids.has(turn.amid.turnId) ? turn.amid.turnId : undefined);
	const within = Map.groupBy(turns, hostOf);
	const settled = (turn: Turn): Turn[] => [
		...(within.get(turn.id) ?? []).flatMap(settled),
		...(turn.finish === undefined ? [] : [turn]),
	];
	return (within.get(undefined) ?? []).flatMap(settled).filter(({text}) => text.trim() !== '');
}

/** Speaking time of these turns in minutes; `running` adds words of the turn in progress. */
export const spokenMinutes = (turns: readonly Turn[], running = 0): number =>
	(turns.reduce((sum, {text}) => sum + countWords(text), 0) + running) / speechPace;

// The speaking order, computed from the debate as heard. Pure, so that the next speaker can be predicted while the
// current one is still being heard.

/** At least this many exchanges take place, however long they take. */
export const minExchanges = 3;

/** Whether an exchange (from 1) may begin: within `maxExchanges`, and after the third within the target duration. */
export const mayBeginExchange = ({config}: DuelogicDebate, exchange: number, heard: DebateState): boolean =>
	exchange <= config.flow.maxExchanges &&
	(exchange <= minExchanges || spokenMinutes(heard.turns) <= config.flow.targetDurationMinutes);

/** Whether another exchange follows this one (0 before the first): not where it was announced as the last. */
export const goesOn = (debate: DuelogicDebate, exchange: number, heard: DebateState): boolean =>
	!(exchange > 0 && isLastExchange(debate, exchange, heard)) && mayBeginExchange(debate, exchange + 1, heard);

/** Words of a reply before any was heard. */
const usualReply = 225;

/**
 * Whether an exchange is the last: by number, or since the target duration will have passed at its end. Known when it
 * begins, and the same for all of its turns.
 */
export function isLastExchange({config, chairs}: DuelogicDebate, exchange: number, {turns}: DebateState): boolean {
	const {maxExchanges, targetDurationMinutes} = config.flow;
	if (exchange >= maxExchanges || exchange < minExchanges) return exchange >= maxExchanges;
	const before = turns.filter(({segment, round = 0}) => segment !== 'exchange' || round < exchange);
	const replies = before.filter(({kind}) => kind === 'reply');
	const each = replies.length === 0 ? usualReply : (spokenMinutes(replies) * speechPace) / replies.length;
	return spokenMinutes(before) + (chairs.length * each) / speechPace > targetDurationMinutes;
}

/** The chair that the host asks before this exchange: in every second one, each chair in turn; nobody if it is out. */
export function questionTarget(debate: DuelogicDebate, heard: DebateState, exchange: number): string | undefined {
	if (exchange % 2 !== 0 || isOut(heard, debate.arbiter.id)) return undefined;
	const chairs = activeChairs(debate, heard);
	const target = chairs[(exchange / 2 - 1) % Math.max(1, chairs.length)]?.id;
	return target === undefined || isCalledOn(heard, target) ? undefined : target;
}

/** Whether the arbiter stepped in at this chair, and it has not had its turn since. */
function isCalledOn({turns}: DebateState, chair: string): boolean {
	const last = turns.findLastIndex(({kind, speaker}) => kind === 'reply' && speaker === chair);
	const called = ({kind, interjection}: Turn) => kind === 'interjection' && interjection?.target === chair;
	return turns.slice(last + 1).some(called);
}

/** The next chair of an exchange, undefined at its end: in seat order, or conversationally whoever was addressed. */
export function nextSpeaker(
	debate: DuelogicDebate,
	heard: DebateState,
	spoken: ReadonlySet<string>,
): ChairSeat | undefined {
	const left = activeChairs(debate, heard).filter(({id}) => !spoken.has(id));
	if (debate.config.flow.style === 'structured') return left[0];
	return addressedChair(withCurrentNames(debate, heard), heard, left) ?? nextInSeatOrder(debate, heard, left);
}

function addressedChair(debate: DuelogicDebate, heard: DebateState, left: readonly ChairSeat[]): ChairSeat | undefined {
	const recent = sinceLastCase(heard);
	const ids = [
		...challenged(heard, recent),
		...recent.flatMap(({cut}) => (cut ? [cut.interrupted] : [])),
		...recent.toReversed().flatMap(({text, speaker}) => chairsNamedIn(debate, text, speaker)),
	];
	const id = ids.find(each => left.some(chair => chair.id === each));
	return left.find(chair => chair.id === id);
}

/** The last chair's turn with everything said during and after it. */
function sinceLastCase(heard: DebateState): Turn[] {
	const turns = turnsByEnd(heard.turns);
	const last = turns.findLastIndex(turn => isCaseTurn(turn) && turn.kind !== 'resumption');
	const host = turns[last];
	return turns.filter((turn, index) => index >= last || (host && turn.amid?.turnId === host.id));
}

/** Chairs that the arbiter or a listener has just addressed, or asked. */
const challenged = (heard: DebateState, recent: readonly Turn[]): string[] =>
	recent
		.filter(({kind}) => kind === 'interjection' || kind === 'announcement' || kind === 'question')
		.flatMap(({replyTo}) => heard.turns.find(({id}) => id === replyTo)?.speaker ?? []);

/** Ids of the chairs that a text names, the last named first. */
export function chairsNamedIn(debate: DuelogicDebate, text: string, speaker: string): string[] {
	const places = debate.chairs
		.filter(({id}) => id !== speaker)
		.map(chair => ({
			id: chair.id,
			at: Math.max(-1, ...namesOf(debate, chair).map(name => lastMention(text, name))),
		}));
	return places
		.filter(({at}) => at >= 0)
		.sort((a, b) => b.at - a.at)
		.map(({id}) => id);
}

/** How a chair may be addressed: its model's name, that name's first word if unique, and its framework. */
export function namesOf({chairs}: DuelogicDebate, {id, name, frameworkProfile}: ChairSeat): string[] {
	const first = name.split(/\s/u, 1)[0] ?? name;
	const shared = chairs.some(other => other.id !== id && other.name.startsWith(first));
	const same = chairs.some(other => other.id !== id && other.name === name);
	return [
		...(same ? [] : [name]),
		...(shared ? [] : [first]),
		frameworkProfile.name,
		frameworkProfile.name.replace(/\s+chair$/iu, ''),
	].filter(word => word.length > 1);
}

/** Where a name stands last in a text, or -1: it must not be part of a longer word. */
function lastMention(text: string, name: string): number {
	const escaped = escapePattern(name).replace(/\s+/gu, String.raw`\s+`);
	return [...text.matchAll(new RegExp(`(?<!${wordLetter})${escaped}(?!${wordLetter})`, 'giu'))].at(-1)?.index ?? -1;
}

/** Letters that would go on with a word. Scripts without spaces set nothing between a name and what follows. */
const wordLetter = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}]`;

/** In seat order after the last speaker, so that nobody speaks twice in a row if another chair is left. */
function nextInSeatOrder(
	debate: DuelogicDebate,
	heard: DebateState,
	left: readonly ChairSeat[],
): ChairSeat | undefined {
	const last = heard.turns.findLast(isCaseTurn)?.speaker;
	const from = debate.chairs.findIndex(({id}) => id === last) + 1;
	const round = [...debate.chairs.slice(from), ...debate.chairs.slice(0, from)];
	return round.find(({id}) => left.some(chair => chair.id === id));
}

// What a turn owes its listeners.

/** What an exchange is for, as it is known when it begins. */
export const taskIn = (debate: DuelogicDebate, heard: DebateState, exchange: number) =>
	taskOf(exchange, debate.config.flow.maxExchanges, isLastExchange(debate, exchange, heard));

/** Whether an exchange asks for one point only. */
export const isShort = (debate: DuelogicDebate, heard: DebateState, exchange: number): boolean =>
	!taskIn(debate, heard, exchange).duties.steelMan;

/** Whether a turn makes a case, or cuts in, against this speaker. */
export const isOpponents = (turn: Turn, speaker: string): boolean =>
	turn.speaker !== speaker && (isCaseTurn(turn) || turn.kind === 'interruption') && turn.text.trim() !== '';

// What a chair still has to answer, computed from the debate as heard.

/** Words that a chair has to answer first, and who said them. */
export type PendingAnswer = {
	readonly by: 'arbiter' | 'listener';
	readonly turnId: string;
	readonly speaker: string;
	readonly text: string;
};

/**
 * What the arbiter asked of this chair and it has not answered, what listeners said to it since it last spoke, and what
 * was addressed to whoever speaks next.
 */
export function pendingAnswers(heard: DebateState, chair: string): PendingAnswer[] {
	const own = heard.turns.findLastIndex(turn => turn.speaker === chair && isCaseTurn(turn));
	const any = heard.turns.findLastIndex(isCaseTurn);
	return heard.turns.flatMap((turn, index) => {
		const to = targetOf(heard, turn);
		if (to !== chair && to !== undefined) return [];
		const isOpen =
			index > (to === chair ? own : any) ||
			(to === chair && turn.kind === 'interjection' && isLeftByCut(heard.turns.slice(index + 1), chair, turn));
		return isOpen ? asPendingAnswer(turn) : [];
	});
}

/** What the arbiter asks for where it steps in: its questions, else its last sentence. */
export function demandsIn<T extends {readonly text: string}>(sentences: readonly T[]): readonly T[] {
	const questions = sentences.filter(({text}) => isQuestion(text));
	return questions.length > 0 ? questions : sentences.slice(-1);
}

/** The sentences of a text as they are compared: without what stands around them. */
const sentencesOf = (text: string): readonly string[] =>
	splitSentences(text)
		.map(sentence => sentence.trim())
		.filter(sentence => sentence !== '');

/** The same as sentences, of what the arbiter says to one chair. */
export const demandsOf = ({text}: Pick<Turn, 'text'>): readonly string[] =>
	demandsIn(sentencesOf(text).map(sentence => ({text: sentence}))).map(sentence => sentence.text);

/**
 * Whether what the arbiter asked of a chair is still to be answered although the chair has spoken: it was cut off, and
 * no sentence of its answer has the words of what was asked. Once a judge has read the answer, the judge says so.
 */
function isLeftByCut(after: readonly Turn[], chair: string, asking: Turn): boolean {
	const own = after.filter(turn => turn.speaker === chair && isCaseTurn(turn) && turn.text.trim() !== '');
	const [first] = own;
	if (!first?.cut) return false;
	const answering = own.filter(turn => turn === first || turn.kind === 'resumption');
	if (first.evaluation) return isEvaded(first, asking.id, asking.text) && own.length === answering.length;
	const asked = demandsOf(asking).join(' ');
	return own.every(({text}) => !sharesWords(text, asked));
}

const targetOf = (heard: DebateState, {replyTo}: Turn): string | undefined =>
	heard.turns.find(({id}) => id === replyTo)?.speaker;

function asPendingAnswer({id: turnId, kind, segment, speaker, text}: Turn): PendingAnswer[] {
	if (text.trim() === '') return [];
	if (kind === 'barge-in') return [{by: 'listener', turnId, speaker, text}];
	return kind === 'interjection' || (kind === 'announcement' && segment !== 'introduction')
		? [{by: 'arbiter', turnId, speaker, text}]
		: [];
}

const savedPointPrefix = 'Too late to cut in; kept for the next turn: ';

/** The notice that saves a chair's late point about a turn; as part of the journal it survives a crash. */
export const savedPointNotice = (chair: string, turnId: string, point: string) =>
	({
		type: 'notice',
		level: 'info',
		participant: chair,
		about: turnId,
		text: `${savedPointPrefix}${point.replace(/\s+/gu, ' ').trim()}`,
	}) as const;

/** A point that a chair wanted to make while `speaker` spoke, if that is known. */
export type SavedPoint = {readonly speaker: string | undefined; readonly point: string};

/** Points saved for this chair since it last spoke. */
export function savedPoints(heard: DebateState, chair: string): SavedPoint[] {
	const since = heard.turns.findLast(turn => turn.speaker === chair && isCaseTurn(turn))?.startedAt ?? -1;
	return heard.notices
		.filter(({participant, text, at}) => participant === chair && at > since && text.startsWith(savedPointPrefix))
		.map(({about, text}) => ({
			speaker: heard.turns.find(({id}) => id === about)?.speaker,
			point: text.slice(savedPointPrefix.length),
		}));
}

// Questions that were put to a chair by name, and what became of them.

export type NamedQuestion = {
	/** The turn that puts it. */
	readonly turnId: string;
	readonly from: string;
	readonly to: string;
	readonly sentence: string;
	/** `open` where the chair has not had its turn since. */
	readonly state: 'open' | 'answered' | 'evaded';
};

/** Every question that names one chair, and the host's own, in the order in which they were put. */
export function questionsByName(debate: DuelogicDebate, heard: DebateState): readonly NamedQuestion[] {
	return heard.turns.flatMap((turn, place) =>
		askedIn(debate, heard, turn).map(({to, sentence}) => ({
			turnId: turn.id,
			from: turn.speaker,
			to,
			sentence,
			state: stateOf(heard.turns.slice(place + 1), to, {turnId: turn.id, sentence}),
		})),
	);
}

/** What a chair has been asked by name since it last spoke, the latest first. */
export const openQuestionsTo = (debate: DuelogicDebate, heard: DebateState, chair: string): readonly NamedQuestion[] =>
	questionsByName(debate, heard)
		// Where the arbiter steps in, a chair is told whole what it said (pendingAnswers).
		.filter(({to, state, turnId}) => to === chair && state === 'open' && !isInterjected(heard, turnId))
		.toReversed();

const isInterjected = ({turns}: DebateState, id: string): boolean =>
	turns.find(turn => turn.id === id)?.kind === 'interjection';

/** The questions that a reply has to answer: those that it is told of, and no more than its words have room for. */
export function dueQuestions(
	debate: DuelogicDebate,
	heard: DebateState,
	chair: string,
	exchange: number,
): readonly NamedQuestion[] {
	const {answers} = taskIn(debate, heard, exchange).duties;
	const isTaken = isShort(debate, heard, exchange) && pendingAnswers(heard, chair).length > 0;
	return openQuestionsTo(debate, heard, chair).slice(0, isTaken ? 0 : answers);
}

/** Whether anybody waits for this chair's answer. */
export const isAsked = (debate: DuelogicDebate, heard: DebateState, chair: string): boolean =>
	openQuestionsTo(debate, heard, chair).length > 0 || pendingAnswers(heard, chair).length > 0;

function askedIn(
	debate: DuelogicDebate,
	heard: DebateState,
	turn: Turn,
): readonly {readonly to: string; readonly sentence: string}[] {
	if (turn.kind === 'interjection' && turn.interjection?.by === 'arbiter') {
		const to = turn.interjection.target;
		return to === undefined ? [] : demandsOf(turn).map(sentence => ({to, sentence}));
	}
	if (!isCaseTurn(turn) && turn.kind !== 'interruption' && turn.kind !== 'question') return [];
	const questions = sentencesOf(turn.text).filter(isQuestion);
	const target = heard.turns.find(({id}) => id === turn.replyTo)?.speaker;
	if (turn.kind === 'question')
		return target === undefined || questions.length === 0 ? [] : [{to: target, sentence: turn.text.trim()}];
	return questions.flatMap(sentence => {
		const named = debate.chairs.filter(
			chair => chair.id !== turn.speaker && namesOf(debate, chair).some(name => lastMention(sentence, name) >= 0),
		);
		const [chair] = named;
		// A question that is quoted in order to be answered is no question to whoever put it.
		return named.length === 1 && chair && !isQuotedFrom(sentence, chair.id, heard) ? [{to: chair.id, sentence}] : [];
	});
}

/** The last words of a quoted question, by which it is known again. */
const lastWords = 4;

function isQuotedFrom(question: string, chair: string, {turns}: DebateState): boolean {
	const end = wordsOf(question).slice(-lastWords);
	const said = (text: string): boolean => ` ${wordsOf(text).join(' ')} `.includes(` ${end.join(' ')} `);
	return end.length === lastWords && turns.some(({speaker, text}) => speaker === chair && said(text));
}

/** Evaded where the judge named this very question, until judges find that a later turn answers it. */
function stateOf(
	after: readonly Turn[],
	chair: string,
	{turnId, sentence}: Pick<NamedQuestion, 'turnId' | 'sentence'>,
): NamedQuestion['state'] {
	const answers = after.filter(
		turn => turn.speaker === chair && (isCaseTurn(turn) || turn.kind === 'last-word') && turn.text.trim() !== '',
	);
	const [first] = answers;
	if (!first) return 'open';
	const evaded = isEvaded(first, turnId, sentence);
	return evaded && evadedIn(answers).some(({turn}) => turn === first) ? 'evaded' : 'answered';
}

/** Whether a judge found that this turn leaves what was asked there unanswered. */
const isEvaded = ({evaluation}: Turn, turnId: string, asked: string): boolean =>
	(evaluation?.items ?? []).some(
		item =>
			item.id === 'evaded_direct_question' &&
			findingOf(item) === 'found' &&
			item.targetTurn === turnId &&
			asked.includes(item.targetQuote ?? asked),
	);

/** Whether a text has two of the question's longer words: a hint, and no answer. */
export function sharesWords(text: string, question: string): boolean {
	const said = new Set(wordsOf(text));
	const long = new Set(wordsOf(question).filter(isLong));
	return [...long].filter(word => said.has(word)).length >= 2;
}
