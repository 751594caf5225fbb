/** Answers by item and by question in the form in which a judge gives them. */
import type {RawAnswer} from '../../../src/formats/duelogic/check-answers.ts';
import {itemsOwed} from '../../../src/debate/rubric.ts';

type Given = Readonly<Record<string, Partial<RawAnswer> | undefined>>;

/** What a turn owes, by the task that its judge is given. */
export const owedIn = (task: string) => ({
	steelManning: !/item but [^.]*S1/u.test(task),
	selfCritique: !/item but [^.]*C1/u.test(task),
});

/** A verdict about a turn that owes this: what is not given finds nothing. */
export function verdictOf(given: Given, owed = {steelManning: true, selfCritique: true}): Record<string, unknown> {
	const all = itemsOwed(owed).map(item => {
		const {answer, sentence, phrase, other_turn, other_sentence} = {answer: item.answers[0], ...given[item.id]};
		const other = [other_turn, other_sentence].filter(part => part != null).join(' ');
		return {item, answer, proof: {sentence: sentence ?? 0, phrase: phrase ?? ''}, other};
	});
	return {
		...Object.fromEntries(
			all
				.filter(({item}) => item.required)
				.map(({item, answer, proof, other}) => [
					item.id,
					answer === 'none' ? answer : {answer, ...proof, ...(item.proof === 'both' ? {other} : {})},
				]),
		),
		found: all
			.filter(({item, answer}) => !item.required && answer !== item.answers[0])
			.map(({item, answer, proof, other}) => ({item: `${item.id} ${answer}`, ...proof, other})),
	};
}

export type LookAnswer = 'yes' | 'no' | 'to_scorer' | 'taken_back';

/** A second look at the questions of a task: `look` says what is affirmed; of what was not found, no sentence is named. */
export function looksOf(task: string, look: (question: string, kind: string) => LookAnswer): Record<string, unknown> {
	const parts = task.split(/^(?=- q\d+: )/mu).slice(1);
	return {
		looks: parts.map(part => {
			const [, key = '', kind = ''] = /^- (q\d+): (\w+)/u.exec(part) ?? [];
			const answer = look(part, kind);
			return {q: key, a: kind.startsWith('no_') ? (answer === 'yes' ? 0 : -1) : answer};
		}),
	};
}
