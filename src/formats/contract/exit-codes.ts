/** Exit codes of `rostrum`. A Code Debate reads them too, from the processes that play its sides. */
export const exitCodes = {
	ok: 0,
	bug: 1,
	usage: 2,
	unwell: 3,
	budget: 4,
	notAccepted: 5,
	threshold: 6,
	unsaved: 7,
	interrupted: 130,
} as const;
