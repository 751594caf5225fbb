/** Effects that a format performs for its script: what a host gets to open them, and what it returns. */
import type {Outcome} from '../../debate/events.ts';
import type {RunOptions} from '../../engine/run.ts';

/** The debate whose effects are opened; `resumed` if it was started before. */
export type EffectContext = Pick<
	RunOptions,
	'config' | 'debateId' | 'subject' | 'participants' | 'seed' | 'timeoutMs' | 'budget'
> & {
	readonly folder: string;
	readonly resumed: boolean;
};

/** The effects a script may ask for, and what to do when the debate has ended or was suspended. */
export type EffectHandlers = {
	/** Set when programs other than our voices take part, so that the wall clock has to be used. */
	readonly realTime?: true;
	readonly effects: NonNullable<RunOptions['effects']>;
	/** Called without an outcome when the debate was suspended. Returns what went wrong, in words for the user. */
	readonly close: (ending: {readonly outcome?: Outcome; readonly reason?: string}) => Promise<string | undefined>;
};
