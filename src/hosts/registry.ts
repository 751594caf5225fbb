/**
 * What a protocol may add to the commands beside its script: options of its own, and files that it works with. One line
 * a protocol.
 */
import type {Budget, Outcome, Participant, Subject} from '../debate/events.ts';
import type {RunOptions} from '../engine/run.ts';
import {specInput, specInstead, specOptions, specSetup} from './adversarial-spec/host.ts';
import {buildInput, buildOptions, buildSetup} from './builder-reviewer/host.ts';
import {codeDebateInput, codeDebateOptions, codeDebateSetup} from './code-debate/host.ts';
import type {Input, OptionRow, Run} from '../commands/cli/command.ts';
import {duelogicSetup} from './duelogic/host.ts';
import {duelInput, duelInstead, duelOptions, duelSetup} from './model-duel/host.ts';
import type {SetupData} from './contract/setup-data.ts';

/** A debate as far as its files are concerned; `resumed` where it was begun before. */
export type EffectContext = {
	readonly config: unknown;
	readonly folder: string;
	readonly debateId: string;
	readonly resumed: boolean;
	readonly subject: Subject;
	readonly participants: readonly Participant[];
	readonly seed: number;
	readonly timeoutMs: number;
	readonly budget?: Budget;
};

/**
 * The effects that a script performs, and what is to be done when the debate has ended or was suspended: gives what
 * went wrong, in words for the user.
 */
export type EffectHandlers = {
	/** Set where others than our voices take part, whose time is that of the wall clock. */
	readonly realTime?: true;
	readonly effects: NonNullable<RunOptions['effects']>;
	readonly close: (ending: {readonly outcome?: Outcome; readonly reason?: string}) => Promise<string | undefined>;
};

export type FormatHost = {
	/** Options that `run` has for this protocol alone. */
	readonly options?: readonly OptionRow[];
	/**
	 * Puts its options into the words that every protocol knows: topic, seats, fields of the config. Throws `UsageError`.
	 */
	readonly input?: (input: Input, cwd: string) => Input;
	/** Takes over what `run` does, where its options say so. */
	readonly instead?: (input: Input) => (() => Promise<{readonly run: Run}>) | undefined;
	/** What is asked when a debate is set up, beside the described fields of its config. */
	readonly setup?: SetupData;
	/** Loaded when a debate begins. */
	readonly desk?: () => Promise<(about: EffectContext) => EffectHandlers | Promise<EffectHandlers>>;
};

/** By the protocol's id. */
export const formatHosts: Readonly<Record<string, FormatHost>> = {
	'adversarial-spec': {
		options: specOptions,
		setup: specSetup,
		input: specInput,
		instead: specInstead,
		desk: async () => (await import('./adversarial-spec/open-effects.ts')).adversarialSpecDesk,
	},
	'builder-reviewer': {
		options: buildOptions,
		setup: buildSetup,
		input: buildInput,
		desk: async () => (await import('./builder-reviewer/open-effects.ts')).builderReviewerDesk,
	},
	'code-debate': {
		options: codeDebateOptions,
		setup: codeDebateSetup,
		input: codeDebateInput,
		desk: async () => (await import('./code-debate/open-effects.ts')).codeDebateDesk,
	},
	'model-duel': {
		options: duelOptions,
		setup: duelSetup,
		input: duelInput,
		instead: duelInstead,
		desk: async () => (await import('./model-duel/open-effects.ts')).duelDesk,
	},
	duelogic: {setup: duelogicSetup},
};

/** The options that protocols add to `run`. One that several have is one row, with what each says of it. */
export function formatOptions(): OptionRow[] {
	const rows = new Map<string, OptionRow>();
	for (const row of Object.values(formatHosts).flatMap(({options = []}) => options)) {
		const name = row.flags.split(' ', 1)[0] ?? row.flags;
		const before = rows.get(name);
		rows.set(
			name,
			before
				? {
						...before,
						flags: `${name} <${[...new Set([before.flags, row.flags].map(flags => flags.slice(name.length).replaceAll(/[\s<>[\]]/gu, '')))].join('|')}>`,
						about: `${before.about}; ${row.about}`,
					}
				: row,
		);
	}
	return [...rows.values()];
}

const noDesk: EffectHandlers = {effects: {}, close: async () => undefined};

/** The desk of a protocol that has one, and an empty one otherwise. */
export async function openEffects(protocol: string, about: EffectContext): Promise<EffectHandlers> {
	const load = formatHosts[protocol]?.desk;
	return load ? (await load())(about) : noDesk;
}
