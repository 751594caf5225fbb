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
const shortNames: Readonly<Record<string, string>> = {
	'builder-reviewer': 'Builder',
	'adversarial-spec': 'Spec',
};

/** A shorter name, where the format has one. */
export const shortFormatName = (id: string): string =>
	Object.hasOwn(shortNames, id) ? (shortNames[id] ?? id) : formatName(id);

/** The id itself where a journal names a format that is not known here. */
export const formatName = (id: string): string => (Object.hasOwn(names, id) ? (names[id] ?? id) : id);
