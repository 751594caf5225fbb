/** What judging a turn takes, in tokens, for estimates: measured in rehearsed debates (`npm run bench judging`). */
export const typicalJudging = {
	/** The rules and the checklist, the task behind what is judged, and the answer to all items. */
	checklist: 1260,
	task: 60,
	answer: 458,
	/** The second look at the sentences that decide: how often a turn has any, what is sent, what is answered. */
	crossChecks: 0.9,
	crossCheckPrompt: 330,
	crossCheckAnswer: 50,
} as const;
