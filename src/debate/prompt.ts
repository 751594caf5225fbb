/**
 * The one notation of our prompts: plain tags that real models read well and that rehearsal voices understand. A prompt
 * is: one system message that all seats share (`<debate>` with the proposition and a card a chair), one user message a
 * turn heard so far (`<turn>`), and a last user message, never stored, that says who speaks and what is wanted
 * (`<task>`). Everything that a model, a user or a file said is fenced, so that it cannot close or forge a tag.
 */
import type {Message} from './protocol.ts';

type TagAttributes = Readonly<Record<string, string | number | undefined>>;

/** Makes text safe inside our tags: a `<` that could open or close one of them becomes `‹`. */
export const fence = (text: string): string => text.replace(/<(?=\/?[a-z])/giu, '‹');

const attribute = (value: string | number): string => fence(String(value)).replaceAll('"', '”').replace(/\s+/gu, ' ');

/**
 * `<name key="value">body</name>`, the body on lines of its own; the body is taken as it is, so fence what is not ours.
 */
export function tag(name: string, attributes: TagAttributes, body: string): string {
	const opening = Object.entries(attributes)
		.filter((entry): entry is [string, string | number] => entry[1] !== undefined)
		.map(([key, value]) => ` ${key}="${attribute(value)}"`)
		.join('');
	return `<${name}${opening}>\n${body}\n</${name}>`;
}

/** A list of lines under a heading, as cards have them: `Heading:` and `- item` lines. Items are fenced. */
export const lines = (heading: string, items: readonly string[]): string =>
	[`${heading}:`, ...items.map(item => `- ${fence(item).replace(/\s*\n\s*/gu, ' ')}`)].join('\n');

/**
 * A turn's name in prompts: that of a turn said again after a crash (`t7.2`) is the first one's, so that prompts stay
 * the same.
 */
export const turnName = (id: string): string => id.replace(/\..*$/u, '');

/** One turn as a message, in the bytes that every later prompt repeats. */
export function turnMessage(
	turn: {
		id: string;
		speaker: string;
		name: string;
		kind: string;
		segment: string;
		finish?: string | undefined;
		text: string;
	},
	breakpoint = false,
): Message {
	const cut = turn.finish === 'interrupted' ? 'yes' : undefined;
	const content = tag(
		'turn',
		{id: turnName(turn.id), speaker: turn.speaker, name: turn.name, kind: turn.kind, segment: turn.segment, cut},
		fence(turn.text.trim()),
	);
	return {role: 'user', content, ...(breakpoint ? {breakpoint} : {})};
}
