/** What the user is asked, one question after another: each is shown, and waits for the action that answers it. */
import type {Question, UserAction} from '../../debate/events.ts';
import {answers} from '../../debate/reduce.ts';
import {unlessAborted} from './ending.ts';

export type Questions = {
	/** Shows a question once those before it are answered, and gives the action that answers it. */
	ask(question: Question): Promise<UserAction>;
	/** Hears what the user does. */
	heed(action: UserAction): void;
	/** The one that is shown. */
	readonly open: Question | undefined;
};

/** Whoever waits when the debate ends is told why. */
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
		heed(action) {
			const answered = waiting.filter(
				({question}, place) => (place === 0 || action.action === 'stop') && answers(action, question),
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
