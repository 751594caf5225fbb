/**
 * The setup of a new debate as data: what is asked, what was answered, and what would be staged. The protocols bring
 * data, one screen serves them all.
 */
import type {Estimate} from '../plan/estimate.ts';
import type {FindVoices} from '../voices/voice-choices.ts';
import type {SeatStance, SetupQuestion} from '../../debate/form.ts';

/**
 * A field of the protocol's config, or a setting of ours (`path` is then its option, such as `--pace`). Values are
 * written as `--set` takes them.
 */
export type SetupField = {
	readonly path: string;
	readonly group: string;
	readonly label: string;
	/** Whether it is folded away at first. */
	readonly advanced: boolean;
	readonly about: string;
	readonly kind: 'flag' | 'choice' | 'number' | 'text';
	readonly choices: readonly string[];
	/** What it may be, in the words in which another value is refused. */
	readonly may: string;
	/** What it is unless it is set; empty where it is nothing then. */
	readonly standard: string;
};

/** The list of a config that seats are made from; seats of protocols without one are fixed. */
export type Table = {
	/** What a seat argues from: `framework`, `persona`. */
	readonly noun: string;
	readonly stances: readonly SeatStance[];
	readonly least: number;
	readonly most: number;
	/** A few words on how whoever sits there speaks, where the protocol takes them. */
	readonly manner?: string;
};

/** All that a protocol brings to its setup. */
export type ProtocolSetup = {
	readonly protocol: string;
	readonly name: string;
	readonly summary: string;
	/** The ways to say what is debated: one of them is taken. */
	readonly ways: readonly [SetupQuestion, ...SetupQuestion[]];
	/** What may be said beside it. */
	readonly beside: readonly SetupQuestion[];
	readonly table?: Table;
	readonly fields: readonly SetupField[];
	/** Topics to begin with. */
	readonly suggestions: readonly string[];
	readonly blank: SetupForm;
};

/** A seat of the protocol's table. Without a voice it has the one for all, or the protocol's own choice. */
export type SeatForm = {readonly stance: string; readonly manner?: string; readonly voice?: string};

/** What was answered for one protocol. What was left out has its default. */
export type SetupForm = {
	/** The `flag` of the way that is taken; answers to the others stay. */
	readonly way: string;
	readonly answers: Readonly<Record<string, string>>;
	readonly places: readonly SeatForm[];
	/** Voices of seats that are not at the table, by id. */
	readonly voices: Readonly<Record<string, string>>;
	/** The voice of every seat that has none of its own. */
	readonly everyone?: string;
	/** Fields by path. */
	readonly options: Readonly<Record<string, string>>;
};

/** US dollars a million tokens. */
type TokenPrice = {readonly input: number; readonly output: number};

/**
 * A seat as it would be taken. `place` counts the seats of the table; `own` is set where its voice was chosen for this
 * seat.
 */
export type SeatView = {
	readonly id: string;
	readonly label: string;
	readonly name: string;
	readonly voice: string;
	/** What judge-check came to, of a judge that was measured. */
	readonly judging?: {readonly label: string; readonly sentence: string};
	readonly place?: number;
	readonly own: boolean;
	readonly contextTokens?: number;
	readonly price?: TokenPrice;
};

/**
 * What a debate is expected to take. US dollars; null where a price is not known. With a cost that is not 0, starting
 * takes one more key.
 */
export type SetupEstimate = Pick<Estimate, 'minutes' | 'tokens' | 'cost'> &
	Partial<Pick<Estimate, 'pace' | 'payersOf' | 'voices' | 'prices' | 'proposal'>>;

/** What would be staged. Refusals are those of `rostrum run`, in its words. */
export type SetupPreview = {
	/** Empty where the config is refused. */
	readonly seats: readonly SeatView[];
	/** Why the config or a voice cannot be had. */
	readonly refused?: string;
	/** Why the file or address of the subject cannot be read. */
	readonly missing?: string;
	readonly estimate?: SetupEstimate;
	readonly notices: readonly string[];
	/** The server that is searched during the debate. */
	readonly searched?: string;
	/** The command line that stages the same. */
	readonly command: string;
};

/** One protocol's debate as it was set up. */
export type SetupChoice = {readonly protocol: string; readonly form: SetupForm};

export const steps = ['protocol', 'topic', 'seats', 'options', 'start'] as const;
type Step = (typeof steps)[number];

/** A setup under way: every protocol that was looked at keeps its form, so that nothing is lost by going back. */
export type SetupDraft = {
	readonly step: Step;
	readonly protocol: string;
	readonly forms: Readonly<Record<string, SetupForm>>;
};

/** All that the screen needs but the start itself, which is `SetupPort`'s. */
export type SetupOptions = {
	readonly sheets: readonly ProtocolSetup[];
	/** Voices that were found, those that are always there first; and what could not be asked. */
	readonly voices: FindVoices;
	/** The model that was found on this machine and speaks where nobody is named, if it does. */
	readonly found?: string;
	/** Reaches a voice; resolves with why it is refused, if it is. */
	readonly check: (voice: string) => Promise<string | undefined>;
	/** Keeps what is not finished for as long as the app runs; nothing starts afresh. */
	readonly saveDraft: (draft: SetupDraft | undefined) => void;
	readonly savedDraft: () => SetupDraft | undefined;
	readonly preview: (choice: SetupChoice) => SetupPreview;
	/** Paths that begin with what was written, for the last of several. */
	readonly complete: (written: string, takes: SetupQuestion['takes']) => readonly string[];
	/**
	 * The id that a preset of this name would have, and whether the user has one of that id. Throws where the name gives
	 * none.
	 */
	readonly presetId: (protocol: string, name: string) => {readonly id: string; readonly taken: boolean};
	/** Keeps it as a preset of the user's own, in the place of one of the same id, and gives the file. */
	readonly save: (choice: SetupChoice, name: string) => string;
};
