/** What a format brings to the exports of its debates. Whoever asks for an export hands it in. */
import type {DebateState} from '../debate/state.ts';
import type {EpisodeWords} from '../languages/language.ts';
import type {Untimed} from './segments.ts';

/**
 * Markdown blocks, headings included; empty where the debate has nothing to show yet. `detail` asks for the working,
 * too; `words` are those of the debate's language.
 */
type Sections = (state: DebateState, detail: boolean, words: EpisodeWords) => readonly string[];

/** What a format adds to the Markdown export. */
type MarkdownParts = {
	/** Sections that a reader wants first: what came of it, before who said what. */
	readonly beforeTranscript?: Sections;
	/** Sections that follow the transcript. */
	readonly afterTranscript?: Sections;
	/** Sections that follow the votes. */
	readonly afterVotes?: Sections;
	/** What is said is Markdown, and is to be seen as such; without it, every sign of it reads as it was written. */
	readonly keepsMarkdown?: true;
	/** The file's name, where it cannot be `debate.md`. */
	readonly file?: string;
};

/** A line of the table of scores (CSV): what it leaves out is empty. */
export type ScoreRow = Partial<Record<(typeof scoreColumns)[number], string | number | boolean | null | undefined>>;

/** The columns of the table of scores, in order. */
export const scoreColumns = [
	'debate',
	'turn',
	'segment',
	'round',
	'speaker',
	'model',
	'framework',
	'judge',
	'kind',
	'item',
	'value',
	'points',
	'finding',
	'quote',
	'edited',
] as const;

/** A point in a sentence, and how it came to stand as it does. */
export type OutcomePoint = {
	readonly text: string;
	readonly how: string;
	/**
	 * Who granted it, to whom; with the sentence where `text` is what they said themselves, else with `witness`, the
	 * one that grants another's claim. `noted` where only the ledger's keeper took it so.
	 */
	readonly granted?: {
		readonly sentence?: string;
		readonly by: string;
		readonly to?: string;
		readonly witness?: string;
		readonly noted?: boolean;
	};
	/** Who gave it up or took it back, with the sentence that did it. */
	readonly dropped?: {readonly kind: 'conceded' | 'withdrawn'; readonly by: string; readonly sentence: string};
	/** Whose claim it is, where it is left open. */
	readonly claimedBy?: string;
	/** The sentences that show it, where all of what `how` says are these. */
	readonly shows?: readonly ShowingSentence[];
};

/** A sentence, and the turn that said it. */
export type ShowingSentence = {readonly turnId: string; readonly sentence: string};

export type OutcomePoints = {
	readonly settled: readonly OutcomePoint[];
	readonly open: readonly OutcomePoint[];
	/** What both lists rest on, in a sentence. */
	readonly basis: string;
};

/** What the events of a kind come to in exports, by the debate's state; null where they deliberately leave nothing. */
export type ExportedEvent = {
	readonly rows: ((state: DebateState) => readonly ScoreRow[]) | null;
	/** What the debate settled and left open; undefined where it recorded none of it. */
	readonly outcome: ((state: DebateState) => OutcomePoints | undefined) | null;
};

/** A part of the debate that wants a name: what is heard in it, the names that are taken, the debate's language. */
export type UnnamedPart = {
	readonly segments: readonly Untimed[];
	readonly taken: ReadonlySet<string>;
	readonly code: string;
};

/** Who won and by how much: `result` alone, or with how it was checked; what its numbers count, and what decided it. */
type VerdictText = (
	state: DebateState,
	words: EpisodeWords,
) =>
	| {
			readonly result: string;
			readonly whole: string;
			readonly scale?: string;
			readonly decisive?: readonly OutcomePoint[];
	  }
	| undefined;

/** An option of the command line, and the topic that a debate has with it where none is named. */
export type FieldOption = {readonly flag: string; readonly value: string; readonly topic: string};

/** All of it is optional: a debate of a format that is not known here has none. */
export type FormatParts = {
	/** What people call the format. */
	readonly name?: string;
	readonly markdown?: MarkdownParts;
	/** Its own events by their types, and where each is shown. */
	readonly events?: Readonly<Record<string, ExportedEvent>>;
	/** What a part of the debate is about, by what it recorded of it. */
	readonly partName?: (state: DebateState, part: UnnamedPart) => string | undefined;
	readonly verdict?: VerdictText;
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
