/** Asks whoever reviews: one reviewer, or several, none of whom reads what another answers. */
import type {Answer, Floor} from '../../debate/protocol.ts';
import {reviewerSeats} from './config.ts';
import {RunOver, type BuildRun} from './run.ts';
import type {ReviewerAnswer} from './votes/merge-votes.ts';

export type ReviewerAnswers<T> = {
	readonly given: readonly ReviewerAnswer<T>[];
	/** Who gave none, and why. */
	readonly silent: readonly string[];
};

/** `ask` is given a reviewer's seat, and the floor to ask it on. Who of several gives no answer is reported. */
export async function askReviewers<T>(
	{config}: BuildRun,
	floor: Floor,
	purpose: string,
	ask: (seat: string, floor: Floor) => Promise<Answer<T>>,
): Promise<ReviewerAnswers<T>> {
	const seats = reviewerSeats(config);
	const [only = ''] = seats;
	if (seats.length === 1) {
		const answer = await ask(only, floor);
		return answer.ok
			? {given: [{reviewer: only, value: answer.value}], silent: []}
			: {given: [], silent: [answer.reason]};
	}
	const after = floor.heard.formats.builderReviewer.messages.length;
	const asked = await floor.together(
		Object.fromEntries(
			seats.map(seat => [
				`${purpose} ${seat} ${after}`,
				async (own: Floor) => ({reviewer: seat, answer: await ask(seat, own)}),
			]),
		),
	);
	for (const {reviewer, answer} of asked)
		if (!answer.ok)
			await floor.record({
				type: 'notice',
				level: 'warning',
				participant: reviewer,
				text: `One of ${seats.length} reviewers gave no answer (${purpose}): ${answer.reason}`,
			});
	return {
		given: asked.flatMap(({reviewer, answer}) => (answer.ok ? [{reviewer, value: answer.value}] : [])),
		silent: asked.flatMap(({reviewer, answer}) => (answer.ok ? [] : [`${reviewer}: ${answer.reason}`])),
	};
}

/** The answers, where there must be one. Throws `RunOver`. */
export function heardFrom<T>({given, silent}: ReviewerAnswers<T>, lacks: string): readonly ReviewerAnswer<T>[] {
	if (given.length > 0) return given;
	throw new RunOver('failed', `${lacks}: ${silent.join('; ')}`);
}
