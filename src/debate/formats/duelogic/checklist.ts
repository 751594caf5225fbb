/** What each item of the judges' checklist asks, in a few words, as it is shown beside the answers. */

/** Rules 1, by which version 0.1.0 scored. */
const checklist1: Readonly<Record<string, string>> = {
	S1: 'restates an opponent’s real claim',
	S2: 'with the opponent’s reason',
	S3: 'so that they would sign it',
	S4: 'grants or has learned something',
	S5: 'makes it stronger than it was',
	S6: 'restates before it objects',
	C1: 'admits a weakness of its own framework',
	C2: 'tied to this proposition',
	C3: 'names the case it gets wrong',
	C4: 'does not take it back',
	F1: 'its main argument rests on its framework',
	V: 'argues from a foreign framework',
	X1: 'ascribes to an opponent what was not said',
};

/** Rules 2: S3 and C4 ask for what went wrong, and C5 whether the admission is a new one. */
const checklist2: Readonly<Record<string, string>> = {
	S1: 'restates an opponent’s real claim',
	S2: 'gives the opponent’s reason for it',
	S3: 'bends what it restates',
	S4: 'grants or has learned something',
	S5: 'adds a point of its own that helps the opponent',
	S6: 'restates before it makes its own case',
	C1: 'admits a weakness of its own side',
	C2: 'ties it to this proposition',
	C3: 'says what it gets wrong, or what would change its mind',
	C4: 'takes the admission back',
	C5: 'has not admitted this before',
	F1: 'its main argument rests on its framework',
	V: 'argues from a foreign framework',
	X1: 'ascribes to an opponent what nobody said',
};

/** What an item asks; undefined for one whose id says it, such as `cherry_picked`. */
export function checklistQuestion(id: string, rules = 1): string | undefined {
	const checklist = rules === 1 ? checklist1 : checklist2;
	return Object.hasOwn(checklist, id) ? checklist[id] : undefined;
}

/** Whether an item of rules 2 asks for a fault: to find nothing is then the good answer. */
export const asksForFault = (id: string): boolean => ['S3', 'C4', 'V', 'X1'].includes(id) || id.includes('_');

/** The item of rules 2 without which this one is of no account: nothing is bent where nothing is restated. */
export const dependsOn = (id: string): 'S1' | 'C1' | undefined =>
	/^S[2-5]$/u.test(id) ? 'S1' : /^C[2-5]$/u.test(id) ? 'C1' : undefined;
