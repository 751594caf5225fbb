/** The best exchange of a debate: where two speakers meet most directly. It is heard first, as a cold open. */
import {splitSentences} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';
import type {DebateState} from '../../debate/state.ts';
import {wordsOf} from '../../languages/ear/find.ts';
import {spokenText, type Ear} from '../ear/spoken.ts';
import {sharedWords} from './content-words.ts';
import {isProcedural} from './procedural.ts';
import {cutOff, type Heard, type Untimed} from './segments.ts';

/** Words of one voice, and of both. */
const length = {one: 70, least: 20} as const;

/** Roles whose holders argue with each other. */
const facing = new Set(['chair', 'speaker', 'for', 'against']);

/** Words of a turn, verbatim. */
type Excerpt<Of extends Heard = Heard> = {readonly of: Of; readonly text: string};

/** The best exchange as segments of kind `cold-open`. */
export const coldOpen = (state: DebateState, segments: readonly Untimed[], ear: Ear): Untimed[] =>
	bestExchange(state, segments, ear.language).map((excerpt, place) => asSegment(excerpt, place, ear));

/** The end of one turn and the beginning of the next; none where nobody answers anybody. */
export function bestExchange<Of extends Heard>(
	state: DebateState,
	segments: readonly Of[],
	language: string,
): readonly Excerpt<Of>[] {
	const places = new Map(state.turns.map((turn, place) => [turn, place / state.turns.length]));
	const seats = new Set(state.seats.filter(({role}) => facing.has(role)).map(({id}) => id));
	const arguing = segments.filter(({speaker, first, kind}) => seats.has(speaker) && (first || kind === 'interruption'));
	let best: {readonly pair: readonly [Excerpt<Of>, Excerpt<Of>]; readonly worth: number} | undefined;
	for (const [place, answer] of arguing.entries()) {
		const before = arguing[place - 1];
		if (!before || before.speaker === answer.speaker || answer.kind === 'opening') continue;
		const second = beginningOf(answer);
		if (second.text === '') continue;
		for (const first of [endOf(before), ...questionsTo(before, answer.name)]) {
			if (first.text === '' || countWords(first.text) + countWords(second.text) < length.least) continue;
			const worth = worthOf([first, second], language) + 0.3 * (places.get(answer.turn) ?? 0);
			if (!best || worth > best.worth) best = {pair: [first, second], worth};
		}
	}
	return best?.pair ?? [];
}

/** Cuts and direct questions are what listeners stay for; then that the answer takes up what was said, and how well. */
function worthOf([asked, answer]: readonly [Excerpt, Excerpt], code: string): number {
	const language = wordsOf(code);
	const cut = answer.of.kind === 'interruption' ? asked.of.turn.cut : undefined;
	const question = isQuestion(asked.text) ? 1.5 : 0;
	const addressed = asked.text.includes(answer.of.name) || answer.text.includes(asked.of.name) ? 0.5 : 0;
	const scores = [asked, answer].flatMap(({of}) => of.turn.evaluation?.adherenceScore ?? []);
	const score = scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length) / 100;
	return (
		(cut ? 1.5 + cut.urgency : 0) + question + addressed + score + 3 * sharedWords(asked.text, answer.text, language)
	);
}

/** Questions to somebody by name, each with the sentence before it. */
function questionsTo<Of extends Heard>(of: Of, name: string): Excerpt<Of>[] {
	const sentences = splitSentences(of.text);
	return sentences.flatMap((sentence, place) =>
		sentence.includes(name) && isQuestion(sentence) && countWords(sentence) <= length.one
			? [{of, text: `${sentences[place - 1] ?? ''}${sentence}`.trim()}]
			: [],
	);
}

/** The last three sentences of the last paragraph that argue, or as many as there is time for. */
function endOf<Of extends Heard>(of: Of): Excerpt<Of> {
	const kept: string[] = [];
	for (const sentence of splitSentences(lastParagraph(of.text)).toReversed()) {
		if (kept.length === 0 && isProcedural(sentence)) continue;
		if (kept.length >= 3 || countWords([sentence, ...kept].join('')) > length.one) break;
		kept.unshift(sentence);
	}
	return {of, text: kept.join('').trim()};
}

function beginningOf<Of extends Heard>(of: Of): Excerpt<Of> {
	const kept: string[] = [];
	for (const sentence of splitSentences(of.text)) {
		if (kept.length === 0 && isProcedural(sentence)) continue;
		if (kept.length >= 3 || countWords([...kept, sentence].join('')) > length.one) break;
		kept.push(sentence);
	}
	return {of, text: kept.join('').trim()};
}

const isQuestion = (text: string): boolean => /[?？]\s*$/u.test(text);

const lastParagraph = (text: string): string =>
	text
		.trim()
		.split(/\n\s*\n/u)
		.at(-1) ?? '';

function asSegment({of, text}: Excerpt<Untimed>, place: number, ear: Ear): Untimed {
	const said = spokenText(text, ear);
	const {section: _section, ...rest} = of;
	return {
		...rest,
		id: `${of.id}-open`,
		kind: place === 1 && of.kind === 'interruption' ? 'interruption' : 'cold-open',
		text,
		spoken: of.cut && place === 0 ? cutOff(said) : said,
		first: true,
		last: true,
		cut: of.cut && place === 0,
		...(place === 0 ? {section: 'Cold open'} : {}),
	};
}
