/**
 * A debate as the screens get it: live, replayed or watched, which they know only by what they are told here; and its
 * exports.
 */
import type {VotedWhen} from '../../debate/audience.ts';
import type {JournalEvent, RunEvent, UserAction} from '../../debate/events.ts';
import type {DebateState, SessionEvent} from '../../debate/state.ts';
import type {AudibleSpeech} from '../sound/live-speech.ts';
import type {AudiencePlace} from '../audience/place.ts';
import type {DraftKeeper} from '../files/beside-journal.ts';
import {type ExportsPort, textExportsOf, type StageRecorder} from '../files/exports.ts';
import type {StartDialog} from '../plan/start-check.ts';
import type {SeatingPort} from '../plan/voice-options.ts';
import type {SetupChoice, SetupOptions} from '../setup/setup.ts';
import type {TurnCalls} from './turn-calls.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {HintName} from '../../settings/schema.ts';
import {castFormat} from '../../exports/export-names.ts';
import {aboutShare, shareFormat, writeShare} from '../files/share.ts';
import type {HeldPort} from '../setup/held-port.ts';
import type {PlayedTo} from '../../engine/replay/replay.ts';

/**
 * A debate to watch. Iterating `events` to its end, or its throwing (a bug, which ends the screens with it), is the
 * session's end.
 */
export type Session = {
	readonly events: AsyncIterable<SessionEvent>;
	/**
	 * Sends what the user does. A replay minds `pause`, `resume` and `step`; nothing else reaches one.
	 */
	readonly act: (action: UserAction) => void;
	/**
	 * Casts a vote. One that comes when the debate is over is written down behind its end, and given; of any other its
	 * events tell. Without it, no votes are taken then.
	 */
	readonly vote?: (vote: Extract<UserAction, {action: 'vote'}>) => Promise<RunEvent | undefined>;
	/** The page for listeners; without it, none can be served. */
	readonly audience?: AudiencePort;
	/** What the user should know before it begins. */
	readonly notices?: readonly string[];
	/** False for a replay. */
	readonly live: boolean;
	/** What is shown was held before: the stage says so, and promises nothing that is still to come. */
	readonly recorded?: true;
	/** Words a minute at which it starts, 0 for as fast as they come; of a replay only where it has `setPace`. */
	readonly initialPace: number;
	/** Where its files are. */
	readonly folder?: string;
	/** A command line that takes it up again after it was left, and one that shows it again. */
	readonly resumeWith?: string;
	readonly replayWith?: string;
	/**
	 * For a replay: the way to change its words a minute; or how many times as fast as it was it begins (1 unless said),
	 * and the way to change that. With neither it is only watched.
	 */
	readonly setPace?: (wordsAMinute: number) => void;
	readonly initialSpeed?: number;
	readonly setSpeed?: (times: number) => void;
	/**
	 * For a replay: goes by so many turns or segments, backwards where negative. After the end, `events` iterated again
	 * goes on from there.
	 */
	readonly seek?: (by: number, unit: 'turn' | 'segment') => void;
	/**
	 * Where a replay is: the number of the turn that is heard, and of how many; the debate's clock, and where that
	 * ends, in milliseconds.
	 */
	readonly place?: () => PlayedTo;
	/** The debate with the edition that lies beside its journal, where there is one. */
	readonly edited?: (state: DebateState) => DebateState;
	/** The turn that its transcript is opened at, once it is over, and the words in it that are marked. */
	readonly startAt?: {readonly turn: string; readonly words: string};
	/**
	 * Lets go of a session that the user leaves: aborts what runs so that it can be resumed, and resolves once its files
	 * are closed. Not called after its events have ended.
	 */
	readonly leave?: () => Promise<void>;
	/** Makes the debate in a format, to be looked at; writes it, and gives the path. */
	readonly exports?: ExportsPort;
	/** The requests that a turn took: its own, and those about it. Rejects where the files cannot be read. */
	readonly calls?: (turnId: string) => Promise<TurnCalls>;
	/** Keeps what is being typed beside the debate, so that it is there again when that is resumed. */
	readonly draft?: Pick<DraftKeeper, 'left' | 'keep'>;
	/** The sound of a debate that is spoken. */
	readonly speech?: Pick<AudibleSpeech, 'state' | 'turn'>;
	/**
	 * Lets the user edit a text in an editor of their own, which has the terminal meanwhile; undefined where it was left
	 * as it is or there is no editor.
	 */
	readonly edit?: (text: string) => string | undefined;
	/** Who could take a seat, for a live debate in which seats may change hands. */
	readonly seating?: SeatingPort;
	/** What is still to be explained when it is first seen, and the way to keep what is left of that. */
	readonly hints?: {readonly left: readonly HintName[]; readonly keep: (left: readonly HintName[]) => Promise<void>};
	/** The same debate held again, set up again with other voices, or shown again. */
	readonly again?: (dialog?: StartDialog) => Promise<Session>;
	readonly setup?: () => Promise<SetupPort>;
	readonly replay?: () => Promise<Session>;
	/** The best minute of it. Rejects where there is none. */
	readonly highlights?: () => Promise<Session>;
	/** Names it, and holds it against others. */
	readonly held?: HeldPort;
};

/** The page for listeners, as the user sees and steers it. */
export type AudiencePort = {
	/** Serves it. Rejects with the system's error where that cannot be. */
	readonly open: (place: AudiencePlace) => Promise<void>;
	/** Undefined while it is not served. */
	readonly look: () => AudienceLook | undefined;
	/** Called when there is something new to see; with an event that was written behind the debate's end. */
	readonly subscribe: (listener: (late?: JournalEvent) => void) => () => void;
	/** Closes the vote that is open. */
	readonly closeVote: () => Promise<void>;
	/** Puts a question to those who speak, or refuses it. */
	readonly decide: (question: string, fate: 'let-in' | 'refused') => Promise<void>;
	/** Once the debate is over: waits for votes that are owed, for so many milliseconds at most. */
	readonly settle: (ms: number) => Promise<void>;
	/** Serves it no longer; the vote of a debate that is over is closed. */
	readonly close: () => Promise<void>;
};

export type AudienceLook = {
	readonly address: string;
	/** The address as a code for cameras, in rows. */
	readonly qr: readonly string[];
	/** Who can reach it. */
	readonly reach: string;
	readonly listening: number;
	/** Which vote is open, and how many have voted; where they stand is told once it is closed. */
	readonly open: VotedWhen | undefined;
	readonly voted: {readonly before: number; readonly after: number};
	/** Questions that the user has not decided on, those most wanted first. */
	readonly questions: readonly {readonly id: string; readonly text: string; readonly count: number}[];
};

/** What the setup of a debate needs. */
export type SetupPort = SetupOptions & {
	readonly start: (choice: SetupChoice, dialog?: StartDialog) => Promise<Session>;
};

// The ways out of one debate: its texts, the recording of its stage, and its sound.

const soundFormat = 'sound';

type ExportMeans = {
	/** Asked when something is to be spoken: settings may have changed since. */
	readonly configure: () => Configuration;
	/** Without it there is no recording. */
	readonly recorder?: StageRecorder | undefined;
};

export function exportsOf(
	journal: string,
	protocol: string | undefined,
	{configure, recorder}: ExportMeans,
): ExportsPort {
	const texts = textExportsOf(journal, protocol);
	const sound = async () => import('../sound/sound-export.ts');
	return {
		formats: [
			shareFormat,
			...texts.formats,
			...(recorder ? [{id: castFormat, name: 'recording'}] : []),
			{id: soundFormat, name: 'sound'},
		],
		async preview(id) {
			if (id === shareFormat.id) return aboutShare(journal);
			if (id === castFormat && recorder) return recorder.preview(journal);
			if (id === soundFormat) return (await sound()).previewSound(journal, configure());
			return texts.preview(id);
		},
		async write(id, writing) {
			if (id === shareFormat.id) return writeShare(journal, writing);
			if (id === castFormat && recorder) return {path: await recorder.write(journal, writing)};
			if (id === soundFormat) return (await sound()).writeSpeech(journal, configure(), writing);
			return texts.write(id, writing);
		},
	};
}
