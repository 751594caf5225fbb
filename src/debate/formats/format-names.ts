/** What people read for a format's id. */
const names: Readonly<Record<string, string>> = {
	duelogic: 'Duelogic',
	motion: 'Motion',
	'model-duel': 'Model Duel',
	'code-debate': 'Code Debate',
	'builder-reviewer': 'Builder and Reviewer',
	'adversarial-spec': 'Adversarial Spec',
};

/** The same for a narrow screen. */
const shortNames: ReadonlyMap<string, string> = new Map([
	['builder-reviewer', 'Builder'],
	['adversarial-spec', 'Spec'],
]);

/** The id itself where a journal names a format that is not known here. */
export const formatName = (id: string): string => (Object.hasOwn(names, id) ? (names[id] ?? id) : id);

/** A shorter name, where the format has one. */
export const shortFormatName = (id: string): string => shortNames.get(id) ?? formatName(id);
