/** What a turn needs of the running debate, beyond its requests. */
import type {TextAnswer} from '../../debate/form.ts';
import type {SourceDesk} from '../../debate/sources.ts';
import type {CallContext} from '../calls/call-context.ts';
import type {SpeechOutput} from '../context.ts';
import type {History} from '../replay/history.ts';
import type {Pace, SpeakingLock} from './floor-lock.ts';

export type TurnContext = CallContext & {
	readonly pace: Pace;
	/** Speaks what is heard, where it is to be spoken. */
	readonly speech: SpeechOutput | undefined;
	readonly speakingLock: SpeakingLock;
	readonly history: History;
	readonly people: HumanTurns;
	readonly quorum: Quorum;
	/** Whether all seats are one model whose server answers one request at a time. */
	readonly onePrompt: boolean;
	/** Whether turns are speeches. */
	readonly spoken: boolean;
	/** The documents that chairs may cite. */
	readonly sources?: SourceDesk;
};

/** What a person says, or why they say nothing. */
export type Words = TextAnswer | {readonly passed: string};

/** The turns of people at the keyboard (people.ts). */
export type HumanTurns = {
	/** Milliseconds that a person has for a turn; undefined for as long as they want. */
	readonly limitMs: number | undefined;
	/**
	 * Who is being waited for, by the step that waits. `calls` are that step and the parts of the same answer that may
	 * be changed meanwhile.
	 */
	readonly waiting: Map<
		string,
		{readonly participant: string; readonly calls: readonly string[]; readonly answer: (words: Words) => void}
	>;
	/** Cancels the question to a seat's voice once a person sits there who can answer it. */
	readonly answering: Map<string, AbortController>;
};

/** Which seats the debate cannot do without (seats.ts). */
type Quorum = {
	/** Ids of the seats that count as speakers. */
	readonly speakers: readonly string[];
	readonly minSpeakers: number;
	/** Seats whose voice cannot go on, while the user decides about them. */
	readonly settling: Map<string, Promise<boolean>>;
};
