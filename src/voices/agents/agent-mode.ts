/**
 * Holds an agent to a mode in which it asks before it does anything: some start in one that approves their own
 * commands, and then no question reaches us that could be refused.
 */
import {VoiceError} from '../voice.ts';
import type {AgentRow} from './agent-rows.ts';

/** Names of modes that ask, in the agents we know; a row may have its own. */
const askingModes = ['default', 'ask', 'read-only', 'manual', 'plan'];

const accepted = ({modes = askingModes}: AgentRow): readonly string[] => modes;

/** The fields of ACP that tell of modes, in its two ways: modes proper, and a session's options. */
type SessionModes = {
	readonly modes?: {readonly currentModeId: string; readonly availableModes: readonly {readonly id: string}[]} | null;
	readonly configOptions?: readonly ModeOption[] | null;
};
type ModeChoice = {readonly value: string};
type ModeOption = {readonly id: string; readonly category?: string | null} & (
	| {
			readonly type: 'select';
			readonly currentValue: string;
			readonly options: readonly (ModeChoice | {readonly options: readonly ModeChoice[]})[];
	  }
	| {readonly type: 'boolean'}
);

/** A request to the agent that changes its mode: by the mode, or by the option `configId`. */
export type SetMode = (
	change: {readonly modeId: string} | {readonly configId: string; readonly value: string},
) => Promise<unknown>;

type ModeState = {
	readonly current: string;
	readonly available: readonly string[];
	readonly set: (mode: string) => Promise<unknown>;
};

function modesOf({modes, configOptions}: SessionModes, set: SetMode): ModeState | undefined {
	if (modes)
		return {
			current: modes.currentModeId,
			available: modes.availableModes.map(({id}) => id),
			set: modeId => set({modeId}),
		};
	const option = modeOption(configOptions);
	if (option?.type !== 'select') return undefined;
	return {
		current: option.currentValue,
		available: option.options.flatMap(one => ('value' in one ? [one.value] : one.options.map(({value}) => value))),
		set: value => set({configId: option.id, value}),
	};
}

const modeOption = (options: SessionModes['configOptions']): ModeOption | undefined =>
	options?.find(({category, id}) => category === 'mode' || id === 'mode');

/** Puts a new session into a mode that asks. Throws an `unusable` `VoiceError` in words where that cannot be done. */
export async function holdMode(row: AgentRow, session: SessionModes, set: SetMode): Promise<void> {
	const state = modesOf(session, set);
	if (!state || accepted(row)[0] === state.current) return;
	const wanted = accepted(row).find(mode => state.available.includes(mode));
	if (wanted === undefined) throw refused(row, `its modes are ${state.available.join(', ')}`);
	if (wanted === state.current) return;
	try {
		await state.set(wanted);
	} catch (error) {
		throw refused(row, `it would not take the mode "${wanted}" and is in "${state.current}"`, error);
	}
}

/** Throws if a session's update says that the agent has left the modes that ask. */
export function assertHeld(
	row: AgentRow,
	update: {readonly currentModeId?: string; readonly configOptions?: readonly ModeOption[]},
): void {
	const option = modeOption(update.configOptions);
	const mode = update.currentModeId ?? (option?.type === 'select' ? option.currentValue : undefined);
	if (mode !== undefined && !accepted(row).includes(mode)) throw refused(row, `it changed its mode to "${mode}"`);
}

const refused = ({name, id}: AgentRow, why: string, cause?: unknown): VoiceError =>
	new VoiceError(
		'unusable',
		`${name} is not let in, for it might approve its own commands: ${why}. Name a mode in which it asks in the setting "agents" ("${id}": {"modes": […]}).`,
		{cause},
	);
