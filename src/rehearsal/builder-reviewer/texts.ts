/** The texts that the rehearsed builder writes, as data. */

/** Marks of something left open in a text. */
export const putOff = /^.*\b(?:TBD|TODO|FIXME)\b.*$/u;

/** The texts of a first cycle. `late` is the line left open in one of them, `settled` replaces it later. */
export const texts = [
	{
		name: 'brief.md',
		title: 'Write the brief: what is wanted, for whom, and when it is done',
		note: [
			'The brief (says|sets down) what is wanted before anybody (begins|builds).',
			'I (put|wrote) the limits down first, since the rest hangs on them.',
		],
		lines: [
			'# {thing}',
			'',
			'What it is for: whoever meets {one} for the first time (finds their way|knows what to do) without asking.',
			'What it is not: a (history|theory) of {two}, however (tempting|interesting) that would be.',
			'',
			'## Done when',
			'',
			'- somebody who was not here can say in a sentence what {three} comes to',
			'- every example was tried (once|by hand) and the date stands beside it',
		],
		late: 'Who decides about {one}: TBD',
		settled:
			'whoever (owns|answers for) {one}, after hearing two people who use it; the (decision|reason) is kept in this file',
	},
	{
		name: 'steps.md',
		title: 'Work it out in steps that can be checked one by one',
		note: [
			'Each step can be (looked at|checked) by itself, and the (hardest|riskiest) comes first.',
			'The steps (lead|go) from what is known about it to what has to be tried.',
		],
		lines: [
			'# Steps',
			'',
			'1. Look at how {one} (stands|works) today, and copy out three (plain|typical) cases.',
			'2. Say what {two} has to do in each of them, in words that a (newcomer|stranger) understands.',
			'3. Try it on the case that is most likely to (break|fail), and keep what went wrong.',
			'4. Settle {three} with those who will have to live with it.',
		],
		late: '5. Undo: TBD, if {three} turns out to be wrong',
		settled: 'put the earlier version back, tell those who rely on {three}, and begin with a smaller (piece|change)',
	},
	{
		name: 'checks.md',
		title: 'Write down how to tell that it works, and what to do when it does not',
		note: [
			'Now anybody can tell (whether it holds|that it is done), me included.',
			'The checks are (few|short) on purpose, so that they are made.',
		],
		lines: [
			'# Checks',
			'',
			'| what | how one sees it |',
			'| --- | --- |',
			'| {one} is complete | nothing in the brief is left without a step |',
			'| {two} is right | the three cases (come out|end) as they were written down |',
			'',
			'When a check fails, (go back to|begin again at) the step before it, and say so.',
		],
		late: 'How often {one} is looked at again: TODO',
		settled: 'once a month, and whenever {two} has changed; the one who looks (signs|writes) the date here',
	},
] as const;
