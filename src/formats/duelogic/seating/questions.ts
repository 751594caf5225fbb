/** Questions that were put to a chair by name, and what became of them. */
import {findingOf} from '../../../debate/formats/duelogic/standing.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import {lastMention, namesOf} from './speaking-order.ts';
import {isCaseTurn, type DuelogicDebate} from './seating.ts';

export type NamedQuestion = {
	/** The turn that puts it. */
	readonly turnId: string;
	readonly from: string;
	readonly to: string;
	readonly sentence: string;
	/** `open` where the chair has not had its turn since. */
	readonly state: 'open' | 'answered' | 'evaded';
};

/** What ends a question, in any script, with what may close behind it. */
const isQuestion = /[?？؟][\s"'”’»)\]」』]*$/u;

/** Every question that names one chair, and the host's own, in the order in which they were put. */
export function questionsByName(debate: DuelogicDebate, heard: DebateState): readonly NamedQuestion[] {
	return heard.turns.flatMap((turn, place) =>
		askedIn(debate, heard, turn).map(({to, sentence}) => ({
			turnId: turn.id,
			from: turn.speaker,
			to,
			sentence,
			state: stateOf(heard.turns.slice(place + 1), to),
		})),
	);
}

/** What a chair has been asked by name since it last spoke, the latest first. */
export const openQuestionsTo = (debate: DuelogicDebate, heard: DebateState, chair: string): readonly NamedQuestion[] =>
	questionsByName(debate, heard)
		.filter(({to, state}) => to === chair && state === 'open')
		.toReversed();

function askedIn(
	debate: DuelogicDebate,
	heard: DebateState,
	turn: Turn,
): readonly {readonly to: string; readonly sentence: string}[] {
	if (!isCaseTurn(turn) && turn.kind !== 'interruption' && turn.kind !== 'question') return [];
	const questions = splitSentences(turn.text)
		.map(sentence => sentence.trim())
		.filter(sentence => isQuestion.test(sentence));
	const target = heard.turns.find(({id}) => id === turn.replyTo)?.speaker;
	if (turn.kind === 'question')
		return target === undefined || questions.length === 0 ? [] : [{to: target, sentence: turn.text.trim()}];
	return questions.flatMap(sentence => {
		const named = debate.chairs.filter(
			chair => chair.id !== turn.speaker && namesOf(debate, chair).some(name => lastMention(sentence, name) >= 0),
		);
		return named.length === 1 && named[0] ? [{to: named[0].id, sentence}] : [];
	});
}

function stateOf(after: readonly Turn[], chair: string): NamedQuestion['state'] {
	const answer = after.find(turn => turn.speaker === chair && isCaseTurn(turn) && turn.text.trim() !== '');
	if (!answer) return 'open';
	const evaded = answer.evaluation?.items.some(
		item => item.id === 'evaded_direct_question' && findingOf(item) === 'found',
	);
	return evaded === true ? 'evaded' : 'answered';
}
