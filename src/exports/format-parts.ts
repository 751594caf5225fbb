/** What a format brings to the exports of its debates. Whoever asks for an export hands it in. */
import type {DebateState} from '../debate/state.ts';
import type {EpisodeWords} from '../languages/language.ts';

/**
 * Markdown blocks, headings included; empty where the debate has nothing to show yet. `detail` asks for the working,
 * too; `words` are those of the debate's language.
 */
type Sections = (state: DebateState, detail: boolean, words: EpisodeWords) => readonly string[];

/** What a format adds to the Markdown export. */
type MarkdownParts = {
	/** Sections that follow the transcript. */
	readonly afterTranscript?: Sections;
	/** Sections that follow the votes. */
	readonly afterVotes?: Sections;
	/** What is said is Markdown, and is to be seen as such; without it, every sign of it reads as it was written. */
	readonly keepsMarkdown?: true;
	/** The file's name, where it cannot be `debate.md`. */
	readonly file?: string;
};

/** An option of the command line, and the topic that a debate has with it where none is named. */
export type FieldOption = {readonly flag: string; readonly value: string; readonly topic: string};

/** All of it is optional: a debate of a format that is not known here has none. */
export type FormatParts = {
	/** What people call the format. */
	readonly name?: string;
	readonly markdown?: MarkdownParts;
	/** The option that stands for `--set` and this assignment, where there is one. */
	readonly optionFor?: (assignment: string) => FieldOption | undefined;
	readonly traits?: {
		/** Turns are documents and reports, worded by the format: nothing of them is a voice's own phrase. */
		readonly inWriting?: true;
		/** A numbered round is called by what is argued there alone. */
		readonly numbersRounds?: true;
	};
};

/** What a debate's format is called: its id where the format is not known here. */
export const formatNameOf = (format: FormatParts | undefined, {start}: Pick<DebateState, 'start'>): string =>
	format?.name ?? start?.protocol ?? '';
