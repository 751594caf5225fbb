/**
 * The notation of all prompts: plain tags that models read well and rehearsal voices can parse. A prompt is: one system
 * message that all seats share (`<debate>` with the proposition and a card a chair), one user message a turn heard so
 * far (`<turn>`), and a last user message, never stored, that says who speaks and what is wanted (`<task>`). Everything
 * that a model, a user or a file said is fenced, so that it cannot close or forge a tag.
 */
import type {Subject} from './events.ts';
import type {Message, Prompt} from './protocol.ts';
import {oneLine} from './text/words.ts';

type TagAttributes = Readonly<Record<string, string | number | undefined>>;

/** Makes text safe inside our tags: a `<` that could open or close one of them becomes `‹`. */
export const fence = (text: string): string => text.replace(/<(?=\/?[a-z])/giu, '‹');

/** Text that is safe inside our tags, on one line. */
export const fencedLine = (text: string): string => fence(oneLine(text));

const attribute = (value: string | number): string => fence(String(value)).replaceAll('"', '”').replace(/\s+/gu, ' ');

/** `<name key="value">body</name>`, the body on its own lines and not escaped: fence text from outside. */
export function tag(name: string, attributes: TagAttributes, body: string): string {
	const opening = Object.entries(attributes)
		.filter((entry): entry is [string, string | number] => entry[1] !== undefined)
		.map(([key, value]) => ` ${key}="${attribute(value)}"`)
		.join('');
	return `<${name}${opening}>\n${body}\n</${name}>`;
}

/** A tag that its attributes say all of. */
export const emptyTag = (name: string, attributes: TagAttributes): string =>
	tag(name, attributes, '').replace('\n\n', '');

/** How a seat speaks, as its card says it. */
export const personaLines = (persona: string | undefined): string[] =>
	persona === undefined ? [] : [`Persona: ${fence(persona).replace(/\s+/gu, ' ')}`];

/** What is debated, and what is known of it. */
export const subjectTags = ({text, context = ''}: Pick<Subject, 'text' | 'context'>): string[] => [
	propositionTag(text),
	...(context.trim() === '' ? [] : [tag('context', {}, fence(context.trim()))]),
];

/** The shared messages and the task. `limits.words` is the expected length. */
export const promptOf = (messages: readonly Message[], task: string, limits: Omit<Prompt, 'messages'>): Prompt => ({
	messages: [...messages, {role: 'user', content: task}],
	...limits,
});

/** On one line, in quotation marks, at most `most` words: the last ones, where the question usually is. */
export function quotation(text: string, most: number): string {
	const words = fence(text)
		.split(/\s+/u)
		.filter(word => word !== '');
	return `“${words.length > most ? `… ${words.slice(-most).join(' ')}` : words.join(' ')}”`;
}

/** How the seats of a debate are to speak, by its tone. */
export const tones = {
	respectful: 'Courteous and collegial: quarrel with ideas, never with those who hold them.',
	spirited: 'Lively and direct: argue with conviction, and aim your criticism well.',
	heated: 'Forceful and fierce: press hard, and make the disagreement one to remember.',
} as const;

/** What is debated, on one line. */
export const propositionTag = (text: string): string =>
	`<proposition>${fence(text.replaceAll(/\s+/gu, ' ').trim())}</proposition>`;

/** A list under a heading, as on cards: `Heading:` and `- item` lines. Items are fenced. */
export const lines = (heading: string, items: readonly string[]): string =>
	[`${heading}:`, ...items.map(item => `- ${fence(item).replace(/\s*\n\s*/gu, ' ')}`)].join('\n');

/**
 * A turn's name in prompts. A turn repeated after a crash (`t7.2`) keeps the name of the first (`t7`), so that prompts
 * stay the same.
 */
export const turnName = (id: string): string => id.replace(/\..*$/u, '');

/** One turn as a message; every later prompt repeats it byte for byte. */
export function turnMessage(
	turn: {
		id: string;
		/** Left out where the name alone says who it is. */
		speaker: string | undefined;
		name: string;
		kind: string | undefined;
		finish?: string | undefined;
		/** Its text is what was kept of it. */
		excerpt?: true | undefined;
		text: string;
	},
	breakpoint = false,
): Message {
	const cut = turn.finish === 'interrupted' ? 'yes' : undefined;
	const excerpt = turn.excerpt ? 'yes' : undefined;
	const content = tag(
		'turn',
		{id: turnName(turn.id), speaker: turn.speaker, name: turn.name, kind: turn.kind, cut, excerpt},
		fence(turn.text.trim()),
	);
	return {role: 'user', content, ...(breakpoint ? {breakpoint} : {})};
}

// Splits a task that names its parts: `요청: …; 대상: …; 완료기준: …`, or `Request: …; Target: …; Done when: …`.

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
