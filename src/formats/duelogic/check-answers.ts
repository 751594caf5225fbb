/** Checks a judge’s answers against the numbered sentences, and applies the second look at what decides. */
import {z} from 'zod';
import {
	isInvention,
	itemsOwed,
	rubric,
	takenBack,
	unlessFound,
	worthOf,
	type Dimension,
	type Owed,
	type RubricItem,
} from '../../debate/rubric.ts';
import {numberedSentences, type NumberedSentence, phraseFault, wordsOf} from '../../debate/judged-text.ts';
import {sentenceIn} from '../../debate/ledger.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import type {Turn} from '../../debate/state.ts';
import {turnName} from '../../debate/prompt.ts';
import {isQuestion} from '../../debate/text/sentences.ts';
import {firstWords} from '../../debate/text/words.ts';

// What a judge answers: a required key for each item that must be found, and a list of what else it found. What is not
// listed finds nothing, so that a verdict costs what it finds.

/** One answer as it came: nothing of it is believed yet. */
const RawAnswer = z.object({
	answer: z.string(),
	/** Number of a sentence of the judged turn. */
	sentence: z.int().nullable().optional(),
	/** Words that stand in that sentence. */
	phrase: z.string().nullable().optional(),
	/** Name of an opponent’s turn, or of an earlier turn of the speaker. */
	other_turn: z.string().nullable().optional(),
	/** Number of a sentence of that turn, or its first words. */
	other_sentence: z.union([z.int(), z.string()]).nullable().optional(),
});
export type RawAnswer = z.infer<typeof RawAnswer>;

/** Answers by item. */
export type RawAnswers = Readonly<Record<string, RawAnswer>>;

const evidence = {sentence: z.int(), phrase: z.string()};
/** `other` is a turn and a sentence of it, by its number or its first words, `t4 2`; empty where an item needs none. */
const withOther = {...evidence, other: z.string()};

/**
 * The schema of a verdict about a turn that owes this, in a debate whose turns owe `all` or less. It asks for all of it
 * each time: a schema goes before the prompt, which with another one would be read anew.
 */
export function verdictFor(owed: Owed, all: Owed = owed): z.ZodType {
	const items = itemsOwed(all);
	const notDue = items.filter(item => item.required && !itemsOwed(owed).includes(item)).map(({id}) => id);
	const key = [...items.map(({id}) => id), 'but', ...notDue].join();
	const made = schemas.get(key) ?? z.preprocess(value => withNone(listed(value), notDue), newSchema(items));
	schemas.set(key, made);
	return made;
}

const schemas = new Map<string, z.ZodType>();

/** What is not owed may be left out. */
function withNone(value: unknown, ids: readonly string[]): unknown {
	const {data} = AnyObject.safeParse(value);
	return data ? {...Object.fromEntries(ids.map(id => [id, 'none'])), ...data} : value;
}

const newSchema = (items: readonly RubricItem[]): z.ZodType =>
	z.object({
		...Object.fromEntries(items.filter(({required}) => required).map(item => [item.id, findingOf(item)])),
		found: z.array(z.object({item: z.enum(items.flatMap(listings)), ...withOther})),
	});

const findingOf = ({answers: [, ...found], proof}: RubricItem) =>
	z.union([z.literal('none'), z.object({answer: z.enum(found), ...(proof === 'both' ? withOther : evidence)})]);

/** What may be listed of an item, such as `S2 concrete`. */
const listings = (item: RubricItem): readonly string[] =>
	item.required ? [] : item.answers.slice(1).map(answer => `${item.id} ${answer}`);

const Verdict = z
	.object({found: z.array(z.object({item: z.string(), ...withOther}))})
	.catchall(z.union([z.literal('none'), z.object({answer: z.string(), ...evidence, other: z.string().optional()})]));

const ListedAnswer = RawAnswer.extend({other: z.string().optional()});
type ListedAnswer = z.infer<typeof ListedAnswer>;
const OneByOne = z.record(z.string(), ListedAnswer);

/**
 * A verdict with an object for every item, as earlier versions recorded it and some models give it, in our form; so is
 * one that leaves an empty list out.
 */
function listed(value: unknown): unknown {
	const {data} = OneByOne.safeParse(value);
	if (!data) return inWord(value);
	const proofOf = ({sentence, phrase, other_turn, other_sentence, other}: ListedAnswer) => ({
		sentence: sentence ?? 0,
		phrase: phrase ?? '',
		other: other ?? [other_turn, other_sentence].filter(part => part != null).join(' '),
	});
	const answers = rubric.flatMap((item): {item: RubricItem; raw: ListedAnswer}[] => {
		const raw = data[item.id];
		return raw ? [{item, raw}] : [];
	});
	// An answer that broke off in the middle is none, and is asked for again.
	if (answers.some(({item, raw}) => item.required && raw.answer !== 'none' && raw.phrase == null)) return value;
	return {
		...Object.fromEntries(
			answers
				.filter(({item}) => item.required)
				.map(({item, raw}) => [item.id, raw.answer === 'none' ? 'none' : {answer: raw.answer, ...proofOf(raw)}]),
		),
		found: answers
			.filter(({item, raw}) => !item.required && raw.answer !== item.answers[0])
			.map(({item, raw}) => ({item: `${item.id} ${raw.answer}`, ...proofOf(raw)})),
	};
}

const AnyObject = z.record(z.string(), z.unknown());
const Nothing = z.object({answer: z.literal('none')});

/** What was not found is often answered as an object too. */
function inWord(value: unknown): unknown {
	const {data} = AnyObject.safeParse(value);
	if (!data) return value;
	return Object.fromEntries(
		Object.entries(data).map(([id, each]) => [id, Nothing.safeParse(each).success ? 'none' : each]),
	);
}

/** Answers by item, of a verdict as it came or was recorded; undefined where it is none. */
export function readVerdict(value: unknown): RawAnswers | undefined {
	const {data} = Verdict.safeParse(listed(value));
	if (!data) return undefined;
	const {found, ...owed} = data;
	return Object.fromEntries([
		...found
			.toReversed()
			.toSorted(byGravity)
			.map(({item, ...proof}) => {
				const [id = '', answer = ''] = item.split(' ');
				return [id, rawAnswer(answer, proof)];
			}),
		...Object.entries(owed).map(([id, finding]) => [
			id,
			finding === 'none' ? {answer: finding} : rawAnswer(finding.answer, finding),
		]),
	]);
}

/** Faults that a judge is asked about in plain words, by item. */
const plainFaults = {straw_man: 'X1', false_quotation: 'X2', unanswered_question: 'evaded_direct_question'} as const;
/** The answers to a few plain questions about a turn: a finding is proven by the number of its sentence alone. */
export const PlainVerdict = z.object({
	restates: z.int(),
	restated: z.enum(['gist', 'exactly']),
	theirs: z.string(),
	admits: z.int(),
	admitted: z.enum(['cost', 'thinking']),
	argues: z.int(),
	fault: z.enum(['none', 'straw_man', 'false_quotation', 'unanswered_question']),
	fault_sentence: z.int(),
	fault_theirs: z.string(),
});

/** Plain answers as a verdict: code copies the words of the sentences that they name. */
export function fromPlain(value: unknown, judged: Pick<JudgedText, 'text' | 'unheard' | 'inCopy'>): unknown {
	const plain = PlainVerdict.safeParse(value).data;
	if (!plain) return undefined;
	const {restates, restated, theirs, admits, admitted, argues, fault, fault_sentence, fault_theirs} = plain;
	const {heard, unheard} = judgedSentences(judged);
	const at = (sentence: number, other = '') => {
		const said = [...heard, ...unheard].find(({number}) => number === sentence);
		return {sentence, phrase: firstWords(judged.inCopy(said?.text ?? ''), plainPhrase), other};
	};
	return {
		S1: restates > 0 ? {answer: restated === 'exactly' ? 'exact' : 'loose', ...at(restates, theirs)} : 'none',
		C1: admits > 0 ? {answer: admitted === 'thinking' ? 'framework' : 'plan', ...at(admits)} : 'none',
		F1: argues > 0 ? {answer: 'carries', ...at(argues)} : 'none',
		found: fault === 'none' ? [] : [{item: `${plainFaults[fault]} major`, ...at(fault_sentence, fault_theirs)}],
	};
}

/** Words of a sentence that stand for it. */
const plainPhrase = 6;

/** Of an item that is listed twice the last one counts: the gravest, and of two alike the one that came first. */
const byGravity = (one: {readonly item: string}, other: {readonly item: string}): number =>
	Number(isGrave(one)) - Number(isGrave(other));
const isGrave = ({item}: {readonly item: string}): boolean => / (?:major|concrete)$/u.test(item);

type FoundProof = {readonly sentence: number; readonly phrase: string; readonly other?: string | undefined};

function rawAnswer(answer: string, {sentence, phrase, other = ''}: FoundProof): RawAnswer {
	const {turn, rest = ''} = /^\W*(?<turn>\w+)\W*(?<rest>[^]*)$/u.exec(other)?.groups ?? {};
	const number = /^(?:sentence )?(?<number>\d+)\W*$/u.exec(rest)?.groups?.['number'];
	return {
		answer,
		sentence,
		phrase,
		other_turn: turn ?? null,
		other_sentence: number === undefined ? (rest === '' ? null : rest) : Number(number),
	};
}

// A turn that was cut and taken up again is one text to its judges, under the name of its first part: no sentence is
// sent twice, and an opponent's turn has the numbers by which it was judged itself.

/** A turn with all it was taken up with; `cutAfter` is the last sentence before the first cut. */
export type WholeTurn = Turn & {readonly parts?: readonly Turn[]; readonly cutAfter?: number};

/** How a turn that was cut was finished: the speaker's answer to who cut in. */
export function resumptionOf(turns: readonly Turn[], turn: Turn): Turn | undefined {
	if (!turn.cut) return undefined;
	const cutIn = turns.find(({kind, replyTo}) => kind === 'interruption' && replyTo === turn.id);
	return turns.find(
		({kind, replyTo, speaker, text}) =>
			kind === 'resumption' && replyTo === cutIn?.id && speaker === turn.speaker && text.trim() !== '',
	);
}

/** The turns, each with how it was resumed as far as that is among them; `judged` is resumed as its judges are told. */
export function wholeTurns(
	turns: readonly Turn[],
	judged?: {readonly turn: Turn; readonly resumptions: readonly Turn[]},
): readonly WholeTurn[] {
	const resumptionsOf = (turn: Turn): readonly Turn[] =>
		turn.id === judged?.turn.id ? judged.resumptions : [resumptionOf(turns, turn) ?? []].flat();
	const parts = turns.map(turn => ({turn, next: resumptionsOf(turn)}));
	const resumed = new Set(parts.flatMap(({next}) => next));
	return parts.filter(({turn}) => !resumed.has(turn)).map(({turn, next}) => joined(turn, next));
}

const joined = (turn: Turn, resumptions: readonly Turn[]): WholeTurn =>
	resumptions.reduce<WholeTurn>((whole, next) => withNext(whole, next), turn);

/** The same object for the same parts: what was made of it is made once. */
const withNext = memoizeRecent((whole: WholeTurn, next: Turn): WholeTurn => ({
	...whole,
	text: joinedText(whole.text, [next]),
	cutAfter: whole.cutAfter ?? numberedSentences(whole.text).length,
	parts: [...(whole.parts ?? [whole]), next],
}));

/** What was said before the cut and after it, as one text. */
export const joinedText = (text: string, resumptions: readonly Turn[]): string =>
	[text.trimEnd(), ...resumptions.map(each => each.text.trim())].join(' ').trimEnd();

/** The part in which a sentence of the whole was said, and the sentence as that part numbers it. */
export function partWith(
	{id, parts = []}: WholeTurn,
	sentence: NumberedSentence,
): {readonly turnId: string; readonly sentence: NumberedSentence} {
	let before = 0;
	for (const part of parts) {
		const own = numberedSentences(part.text);
		const there = own[sentence.number - before - 1];
		// Two parts that meet within a sentence have one number less together.
		if (there) return there.text === sentence.text ? {turnId: part.id, sentence: there} : {turnId: id, sentence};
		before += own.length;
	}
	return {turnId: id, sentence};
}

/** What is judged: a text, and the turns that it may be held against. */
export type JudgedText = {
	/** Cut and resumed is one text. */
	readonly text: string;
	/** What was written behind a cut and nobody heard. */
	readonly unheard?: string;
	/** Dimensions that the last prompt of a turn which was cut did not ask for. */
	readonly unasked?: ReadonlySet<Dimension>;
	readonly opponents: readonly WholeTurn[];
	/** The speaker's own turns before it. */
	readonly earlier: readonly Turn[];
	readonly owed: Owed;
	/** A sentence as the judge's copy has it, without names. */
	readonly inCopy: (sentence: string) => string;
	/** The questions that its last prompt had the speaker answer; unknown where nobody kept them. */
	readonly asked?: Turn['asked'];
	/** What others said to the speaker besides: interruptions and the host's questions. */
	readonly beside?: readonly Turn[];
};

/** The sentences that were heard, and behind them, numbered on, those that were written and not heard. */
export function judgedSentences({
	text,
	unheard = '',
}: Pick<JudgedText, 'text' | 'unheard'>): Readonly<Record<'heard' | 'unheard', readonly NumberedSentence[]>> {
	const heard = numberedSentences(text);
	const behind = text.length + 1;
	return {
		heard,
		unheard: numberedSentences(unheard).map(({number, start, end, ...sentence}) => ({
			...sentence,
			number: heard.length + number,
			start: behind + start,
			end: behind + end,
		})),
	};
}

/**
 * An answer once it is checked. Only one that is `standing` counts for or against the speaker; what is `excused` leaves
 * the sum.
 */
export type CheckedAnswer = {
	readonly item: RubricItem;
	readonly answer: string;
	readonly state: 'nothing' | 'standing' | 'void' | 'refused' | 'excused';
	/** Why it is void or refused, in a few words. */
	readonly why?: string;
	readonly sentence?: NumberedSentence;
	readonly phrase?: string;
	readonly other?: {readonly turnId: string; readonly sentence?: NumberedSentence};
};

/** Checks every answer that is owed. An item that depends on another one which finds nothing finds nothing either. */
export function checkAnswers(raw: RawAnswers, judged: JudgedText): readonly CheckedAnswer[] {
	const {heard, unheard} = judgedSentences(judged);
	const sentences = [...heard, ...unheard];
	const checked = itemsOwed(judged.owed)
		.map(item => check(item, raw[item.id], judged, sentences))
		.map(answer => asHeard(answer, judged, heard.length));
	const marked = quotedIsQuotation(trueIsPerhapsBent(checked, judged), judged);
	return settleDependents(
		oneBonusASentence(inOrder(repeated(oneMeritASentence(marked, sentences.length), judged.earlier))),
	);
}

/** What was not heard is no merit and no fault; an item that it alone has, or that was not asked for, is excused. */
export function asHeard(answer: CheckedAnswer, {unasked}: JudgedText, heard: number): CheckedAnswer {
	const {item, state, sentence} = answer;
	if (state === 'nothing' && item.required && unasked?.has(item.dimension))
		return {...answer, state: 'excused', why: 'it was not asked for once the turn was cut'};
	if (state !== 'standing' || (sentence?.number ?? 0) <= heard) return answer;
	const why = 'it was written, and cut off before anybody heard it';
	return {...answer, state: worthOf(item.id, answer.answer) > 0 ? 'excused' : 'nothing', why};
}

const isGiven = ({state}: CheckedAnswer): boolean => state === 'standing' || state === 'excused';

function check(
	item: RubricItem,
	raw: RawAnswer | undefined,
	judged: JudgedText,
	sentences: readonly NumberedSentence[],
): CheckedAnswer {
	if (raw === undefined && item.required) return {item, answer: '', state: 'void', why: 'no answer'};
	if (raw === undefined) return {item, answer: item.answers[0], state: 'nothing'};
	// Nothing behind the last sentence takes back what it says.
	const isLast = raw.sentence === numberedSentences(judged.text).length;
	const answer = raw.answer === takenBack && isLast ? 'major' : raw.answer;
	if (!item.answers.includes(answer)) return {item, answer, state: 'void', why: `"${answer}" is not an answer`};
	if (answer === item.answers[0]) return {item, answer, state: 'nothing'};
	const own = item.proof === 'sentence' || item.proof === 'both' ? ownSentence(raw, sentences, judged.inCopy) : {};
	const other = item.proof === 'sentence' ? {} : otherSentence(item, raw, judged);
	const voided = own.why ?? other.why;
	const missing = voided === undefined ? notThere(item, raw, judged, {own, other}) : undefined;
	const why = voided ?? missing;
	return {
		item,
		answer,
		state: voided !== undefined ? 'void' : missing === undefined ? 'standing' : 'nothing',
		...(why === undefined ? {} : {why}),
		...(own.sentence && {sentence: own.sentence}),
		...(raw.phrase == null ? {} : {phrase: raw.phrase}),
		...(other.turnId !== undefined && {
			other: {turnId: other.turnId, ...(other.sentence && {sentence: other.sentence})},
		}),
	};
}

type Proven = {readonly sentence?: NumberedSentence; readonly turnId?: string; readonly why?: string};

function ownSentence(raw: RawAnswer, sentences: readonly NumberedSentence[], inCopy: JudgedText['inCopy']): Proven {
	const sentence = sentences.find(({number}) => number === raw.sentence);
	if (!sentence) return {why: raw.sentence == null ? 'no sentence named' : `there is no sentence ${raw.sentence}`};
	const fault = phraseFault(raw.phrase ?? null, inCopy(sentence.text));
	if (fault === undefined) return {sentence};
	const why = {
		missing: 'no phrase given',
		too_short: 'the phrase is too short',
		not_in_sentence: 'the phrase does not stand in that sentence',
	}[fault];
	return {sentence, why};
}

function otherSentence({proof}: RubricItem, raw: RawAnswer, {opponents, earlier, beside = []}: JudgedText): Proven {
	// Older prompts named how a turn was resumed apart from it.
	const turns =
		proof === 'earlier_turn' ? earlier : [...opponents, ...beside, ...opponents.flatMap(({parts = []}) => parts)];
	const named = raw.other_turn == null ? undefined : turnName(raw.other_turn);
	const turn = turns.find(({id}) => named !== undefined && turnName(id) === named);
	if (!turn) return {why: named === undefined ? 'no other turn named' : `${named} is not a turn to hold it against`};
	if (proof === 'earlier_turn') return {turnId: turn.id};
	const {other_sentence: place} = raw;
	const words = typeof place === 'string' ? sentenceIn(turn.text, place) : undefined;
	const sentence = numberedSentences(turn.text).find(({number, text}) => number === place || text === words);
	return sentence ? partWith(turn, sentence) : {turnId: turn.id, why: `${named} has no such sentence`};
}

// What code can see, code decides: whether a question is one and was put to the speaker, whether words are quoted,
// whether a quotation is true, what comes first, and what was said before.

/** Why code sees that what a judge found is not there, or undefined. */
function notThere(
	{proof, ownWords}: RubricItem,
	{phrase}: RawAnswer,
	judged: JudgedText,
	{own, other}: {readonly own: Proven; readonly other: Proven},
): string | undefined {
	if (proof === 'question') return notAsked(other, judged);
	if (!own.sentence) return undefined;
	return ownWords && isQuoted(phrase ?? '', own.sentence, judged) ? 'the words are quoted from somebody' : undefined;
}

/** A quotation that stands word for word may have its sense turned all the same: whether it does, judges look again. */
function trueIsPerhapsBent(answers: readonly CheckedAnswer[], judged: JudgedText): readonly CheckedAnswer[] {
	const found = answers.find(({item, state}) => item.id === 'X2' && state === 'standing');
	const sentence = found?.sentence?.text ?? '';
	if (!found || quotationsIn(sentence).length === 0 || falseQuotations(sentence, judged).length > 0) return answers;
	return answers.map((answer): CheckedAnswer => {
		if (answer === found) return {...answer, state: 'nothing', why: 'the quotation is true word for word'};
		return answer.item.id === 'misrepresented_opponent' && answer.state !== 'standing'
			? {...found, item: answer.item, answer: 'major'}
			: answer;
	});
}

/** The quotations of a sentence that nobody said to the speaker. */
function falseQuotations(sentence: string, {opponents, beside = [], earlier}: JudgedText): readonly string[] {
	const inWords = (text: string): string => ` ${wordsOf(text).join(' ')} `;
	const own = earlier.map(({text}) => inWords(text));
	// What an opponent has quoted from the speaker is the speaker's own.
	const said = [...opponents, ...beside].map(({text}) =>
		inWords(
			quotationsIn(text).reduce(
				(rest, {text: quotation}) =>
					own.some(words => words.includes(inWords(quotation))) ? rest.replaceAll(quotation, ' … ') : rest,
				text,
			),
		),
	);
	return quotationsIn(sentence)
		.map(({text}) => text)
		.filter(quotation => !said.some(text => text.includes(inWords(quotation))));
}

/** Words in quotation marks that no opponent said are a false quotation, also where they are argued against. */
function quotedIsQuotation(answers: readonly CheckedAnswer[], judged: JudgedText): readonly CheckedAnswer[] {
	const straw = answers.find(({item, state}) => item.id === 'X1' && state === 'standing');
	if (!straw?.sentence || falseQuotations(straw.sentence.text, judged).length === 0) return answers;
	return answers.map((answer): CheckedAnswer => {
		if (answer === straw) return {...answer, state: 'nothing', why: 'its words are quoted: a false quotation'};
		return answer.item.id === 'X2' && answer.state !== 'standing' ? {...straw, item: answer.item} : answer;
	});
}

function notAsked({sentence, turnId}: Proven, {asked, earlier}: JudgedText): string | undefined {
	const put = asked?.some(one => one.turnId === turnId && sentence && one.sentence.includes(sentence.text));
	// What the host asks for where it steps in may have no question mark.
	if (!sentence || (!isQuestion(sentence.text) && put !== true)) return 'it is no question';
	const words = ` ${wordsOf(sentence.text).slice(-4).join(' ')} `;
	if (earlier.some(({text}) => ` ${wordsOf(text).join(' ')} `.includes(words)) && wordsOf(sentence.text).length >= 4)
		return 'it quotes the speaker’s own question';
	return put !== false ? undefined : 'the speaker was not asked to answer it';
}

/** Fewer words between quotation marks are a word that is mentioned, no quotation. */
const leastQuoted = 4;
const quotationMarks =
	/“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|「[^「」]*」|『[^『』]*』|"[^"]*"|(?<![\p{L}\p{N}])‘[^‘]*?’(?![\p{L}\p{N}])/gu;

/** Quotations with the places of their words, in UTF-16 units; they may go over several sentences. */
const quotationsIn = (text: string): readonly {readonly text: string; readonly start: number; readonly end: number}[] =>
	[...text.matchAll(quotationMarks)]
		.map(([quotation], at, all) => ({text: quotation, start: all[at]?.index ?? 0}))
		.filter(({text: quotation}) => wordsOf(quotation).length >= leastQuoted)
		.map(({text: quotation, start}) => ({text: quotation, start, end: start + quotation.length}));

/** Whether the phrase stands in its sentence only within quotation marks. */
function isQuoted(phrase: string, {start, end, text}: NumberedSentence, judged: JudgedText): boolean {
	const {inCopy} = judged;
	const whole = `${judged.text}\n${judged.unheard ?? ''}`;
	const outside = quotationsIn(whole).reduce(
		(rest, quotation) => {
			const [from, to] = [Math.max(0, quotation.start - start), Math.min(end, quotation.end) - start];
			return to <= from ? rest : rest.slice(0, from) + ' | '.padEnd(to - from, ' ') + rest.slice(to);
		},
		whole.slice(start, end),
	);
	return outside !== text && phraseFault(phrase, inCopy(outside)) !== undefined;
}

/** An admission is taken back by what comes behind it. */
function inOrder(answers: readonly CheckedAnswer[]): readonly CheckedAnswer[] {
	const admitted = answers.find(answer => answer.item.id === 'C1' && isGiven(answer))?.sentence?.number ?? 0;
	return answers.map(answer =>
		answer.item.id === 'C4' && answer.state === 'standing' && (answer.sentence?.number ?? 0) < admitted
			? {...answer, state: 'nothing', why: 'it stands before the admission'}
			: answer,
	);
}

/** Shorter sentences may come again by chance. */
const leastRepeated = 6;

/** What the speaker said word for word in an earlier turn is no new admission, and earns nothing more. */
function repeated(answers: readonly CheckedAnswer[], earlier: readonly Turn[]): readonly CheckedAnswer[] {
	const said = earlier.map(({id, text}) => ({id, words: ` ${wordsOf(text).join(' ')} `}));
	const before = (answer: CheckedAnswer): string | undefined => {
		const words = wordsOf(answer.sentence?.text ?? '');
		if (!isGiven(answer) || words.length < leastRepeated) return undefined;
		return said.find(turn => turn.words.includes(` ${words.join(' ')} `))?.id;
	};
	const admission = answers.find(({item}) => item.id === 'C1');
	const admitted = admission && before(admission);
	return answers.map((answer): CheckedAnswer => {
		if (answer.item.id === 'C5' && admitted !== undefined && answer.state !== 'void')
			return {item: answer.item, answer: 'no', state: 'standing', other: {turnId: admitted}};
		const turnId = isBonus(answer) && answer.item.dependsOn === 'C1' ? before(answer) : undefined;
		return turnId === undefined
			? answer
			: {...answer, state: 'nothing', why: `said word for word in ${turnName(turnId)}`};
	});
}

/** A merit that another one has to be there for. */
const isBonus = (answer: CheckedAnswer): boolean =>
	answer.item.finds === 'merit' && answer.item.dependsOn !== undefined && isGiven(answer);

/** A sentence carries one bonus: the one that is worth most. */
function oneBonusASentence(answers: readonly CheckedAnswer[]): readonly CheckedAnswer[] {
	const worth = ({item, answer}: CheckedAnswer): number => worthOf(item.id, answer);
	const best = (one: CheckedAnswer): CheckedAnswer | undefined =>
		answers
			.filter(other => isBonus(other) && other.sentence?.number === one.sentence?.number)
			.toSorted((other, another) => worth(another) - worth(other))[0];
	return answers.map(answer =>
		isBonus(answer) && best(answer) !== answer
			? {...answer, state: 'nothing', why: `sentence ${answer.sentence?.number} has one merit already`}
			: answer,
	);
}

/** What a sentence is at fault for, the gravest first: it is one fault, by whatever names it was found. */
const faultRank = ({item, answer}: CheckedAnswer): number =>
	isInvention(item) ? 0 : answer === 'major' ? 1 : answer === 'minor' ? 2 : 3;

const isHonestyFault = ({item, state, sentence}: CheckedAnswer): boolean =>
	item.dimension === 'intellectualHonesty' && state === 'standing' && sentence !== undefined;

export function oneFaultASentence(answers: readonly CheckedAnswer[]): readonly CheckedAnswer[] {
	const gravest = (one: CheckedAnswer): CheckedAnswer | undefined =>
		answers
			.filter(other => isHonestyFault(other) && other.sentence?.number === one.sentence?.number)
			.toSorted((other, another) => faultRank(other) - faultRank(another))[0];
	return answers.map(answer =>
		isHonestyFault(answer) && gravest(answer) !== answer
			? {...answer, state: 'nothing', why: `sentence ${answer.sentence?.number} has one fault already`}
			: answer,
	);
}

/**
 * One sentence, one merit: a sentence named for what two dimensions require is void for all of them. A turn with fewer
 * sentences than dimensions cannot fill them all; those behind the first to name a sentence then find nothing.
 */
function oneMeritASentence(answers: readonly CheckedAnswer[], sentences: number): readonly CheckedAnswer[] {
	const carrying = answers.filter(answer => answer.item.required && answer.sentence !== undefined && isGiven(answer));
	const taken = Map.groupBy(carrying, ({sentence}) => sentence?.number);
	const short = sentences < carrying.length;
	return answers.map(answer => {
		const sharing = carrying.includes(answer) ? (taken.get(answer.sentence?.number) ?? []) : [];
		if (sharing.length < 2) return answer;
		if (!short) return {...answer, state: 'void', why: `sentence ${answer.sentence?.number} is named for two parts`};
		return sharing[0] === answer ? answer : {...answer, state: 'nothing', why: 'too few sentences for every part'};
	});
}

/** Without a restatement there is nothing to bend, and without an admission nothing to take back. */
export function settleDependents(answers: readonly CheckedAnswer[]): readonly CheckedAnswer[] {
	const stands = (id: string): boolean => answers.some(answer => answer.item.id === id && isGiven(answer));
	return answers.map(answer =>
		answer.item.dependsOn === undefined || stands(answer.item.dependsOn) || answer.state === 'nothing'
			? answer
			: {...answer, state: 'nothing'},
	);
}

/** Why a judge's answers are of no use as a whole: a deciding one is void, or a third of all are. */
export function unusable(answers: readonly CheckedAnswer[]): string | undefined {
	const voided = answers.filter(({state}) => state === 'void');
	const deciding = voided.find(({item}) => item.required === true || isInvention(item));
	if (deciding) return `its answer to ${deciding.item.id} is void: ${deciding.why ?? 'no reason'}`;
	if (voided.length * 3 >= answers.length) return `${voided.length} of its ${answers.length} answers are void`;
	return undefined;
}

/** The answers that count, by item, as `turn-score.ts` takes them. */
export const countedAnswers = (
	answers: readonly CheckedAnswer[],
): {
	readonly standing: ReadonlyMap<string, string>;
	/** What leaves the sum: written and not heard, or `none` where it was not asked for. */
	readonly excused: ReadonlyMap<string, string>;
} => ({
	standing: new Map(
		answers.flatMap(({item, answer, state}): [string, string][] => {
			if (state === 'standing') return [[item.id, answer]];
			const unless = unlessFound(item.id);
			return unless === undefined ? [] : [[item.id, unless]];
		}),
	),
	excused: new Map(answers.flatMap(({item, answer, state}) => (state === 'excused' ? [[item.id, answer]] : []))),
});
