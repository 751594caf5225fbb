/** What a debate needs to know of the language that everybody speaks in it, as data. */
import type {InterruptionReason} from '../../debate/events.ts';

export type DebateLanguage = {
	/** ISO 639-1. */
	readonly code: string;
	/** In English, as prompts call it. */
	readonly name: string;
	/** Tokens that a word takes on average; in Chinese, that the characters said in the time of a word take. */
	readonly tokensAWord: number;
	/** Frequent small words, by which the language of a text is recognised. */
	readonly frequent: ReadonlySet<string>;
	/** Between the last two of a list. */
	readonly and: string;
	/** Between the others. */
	readonly comma: string;
	readonly announcements: Announcements;
	/** How a chair may begin when it cuts in, by its reason. */
	readonly openers: Readonly<Record<InterruptionReason, readonly string[]>>;
};

/** What is said in the arbiter's place, with slots such as `{names}`. */
type Announcements = {
	readonly introduction: string;
	readonly chair: string;
	/** Of a chair whose provider has a name. */
	readonly chairFrom: string;
	readonly steelMan: string;
	readonly selfCritique: string;
	readonly framework: string;
	readonly closing: string;
	readonly show: string;
	readonly interjection: string;
	readonly whoeverIsNext: string;
};

/** A text with its slots filled. */
export const fillSlots = (text: string, slots: Readonly<Record<string, string>>): string =>
	text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => slots[name] ?? '');

/** A list as the language writes it. */
export const listIn = ({and, comma}: Pick<DebateLanguage, 'and' | 'comma'>, items: readonly string[]): string =>
	items.length < 2 ? items.join('') : `${items.slice(0, -1).join(comma)}${and}${items.at(-1) ?? ''}`;
