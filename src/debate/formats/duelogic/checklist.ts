/** What each item of the judges' checklist asks, in a few words: used in prompts, and shown beside the answers. */
export const checklist = {
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
} as const;

const byId: ReadonlyMap<string, string> = new Map(Object.entries(checklist));

/** What an item asks; undefined for one whose id says it, such as `cherry_picked`. */
export const checklistQuestion = (id: string): string | undefined => byId.get(id);
