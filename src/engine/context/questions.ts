/** Questions to the user, one at a time: each is shown, and waits for the action that answers it. */
import type {Question, UserAction} from '../../debate/events.ts';
import {answers} from '../../debate/reduce.ts';
import {unlessAborted} from './ending.ts';

export type Questions = {
	/** Shows a question once those before it are answered, and resolves with the action that answers it. */
	ask(question: Question): Promise<UserAction>;
	/** Resolves the question that this action answers, if any. */
	answerWith(action: UserAction): void;
	/** The question that is shown now. */
	readonly open: Question | undefined;
};

/** Pending questions reject with the reason when the debate ends. */
export function questions(show: (question: Question) => void, over: AbortSignal): Questions {
	const waiting: {readonly question: Question; readonly resolve: (action: UserAction) => void}[] = [];
	const showFirst = () => {
		const [first] = waiting;
		if (first) show(first.question);
	};
	return {
		async ask(question) {
			over.throwIfAborted();
			const {promise, resolve} = Promise.withResolvers<UserAction>();
			waiting.push({question, resolve});
			if (waiting.length === 1) showFirst();
			return unlessAborted(over, promise);
		},
		answerWith(action) {
			const answered = waiting.filter(
				({question}, index) => (index === 0 || action.action === 'stop') && answers(action, question),
			);
			if (answered.length === 0) return;
			waiting.splice(0, waiting.length, ...waiting.filter(one => !answered.includes(one)));
			for (const {resolve} of answered) resolve(action);
			showFirst();
		},
		get open() {
			return waiting[0]?.question;
		},
	};
}
