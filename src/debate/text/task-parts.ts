/** Splits a task that names its parts: `요청: …; 대상: …; 완료기준: …`, or `Request: …; Target: …; Done when: …`. */

export type TaskParts = {
	/** What to do; the whole task if it names no parts. */
	readonly request: string;
	/** What or whom it is for. */
	readonly target?: string;
	/** How to tell that it is done. */
	readonly doneWhen?: string;
};

const names = {request: '요청|request', target: '대상|target', doneWhen: '완료\\s?기준|done when'} as const;
type TaskPart = keyof typeof names;

/** A label is at the beginning, or after a semicolon or a line break. */
const label = new RegExp(
	String.raw`(?:^|[;；\n])[^\S\n]*(?:${Object.entries(names)
		.map(([part, words]) => `(?<${part}>${words})`)
		.join('|')})\s*[:：]`,
	'giu',
);

/** Splits a task; a part named twice keeps both texts, and text before the first label belongs to the request. */
export function taskParts(task: string): TaskParts {
	const labels = [...task.matchAll(label)];
	const parts: Record<TaskPart, string[]> = {request: [task.slice(0, labels[0]?.index)], target: [], doneWhen: []};
	for (const [place, found] of labels.entries()) {
		const text = task.slice(found.index + found[0].length, labels[place + 1]?.index);
		parts[partOf(found.groups)].push(text);
	}
	const [request, target, doneWhen] = [parts.request, parts.target, parts.doneWhen].map(joined);
	if (!request) return {request: task.trim()};
	return {request, ...(target ? {target} : {}), ...(doneWhen ? {doneWhen} : {})};
}

const partOf = (groups: Readonly<Record<string, string | undefined>> = {}): TaskPart =>
	groups['target'] !== undefined ? 'target' : groups['doneWhen'] === undefined ? 'request' : 'doneWhen';

/** The semicolon that closes the last part is punctuation, not text. */
const joined = (texts: readonly string[]): string =>
	texts
		.map(text =>
			text
				.trim()
				.replace(/[;；]$/u, '')
				.trim(),
		)
		.filter(text => text !== '')
		.join('\n');
