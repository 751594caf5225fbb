/** What of the home screen is its own: what is chosen, and what is being asked. */
import type {PresetCard, RecentDebate} from '../ports/port.ts';

/** Something that Enter opens. */
export type Chosen = {readonly preset: PresetCard} | {readonly recent: RecentDebate};

/**
 * `confirm` asks before money is spent, `discard` before a debate is ended for good; `starting` waits for a session.
 */
type HomeMode = 'list' | 'topic' | 'confirm' | 'discard' | 'starting' | 'help' | 'voices';

/** `topic` counts the suggested topics, forwards and backwards; `own` is one the user gave, for the confirmation. */
export type HomeView = {
	readonly chosen: number;
	readonly topic: number;
	readonly mode: HomeMode;
	readonly own: string | undefined;
	readonly problem: string | undefined;
};
export type SetHome = (change: Partial<HomeView>) => void;

/** What can be opened: presets first, then debates held before. */
export const choicesOf = (presets: readonly PresetCard[], recent: readonly RecentDebate[]): readonly Chosen[] => [
	...presets.map(preset => ({preset})),
	...recent.map(one => ({recent: one})),
];

/** The topic that a debate would have. */
export function topicOf(choice: Chosen | undefined, {own, topic}: Pick<HomeView, 'own' | 'topic'>): string | undefined {
	if (!choice || !('preset' in choice)) return undefined;
	const {propositions} = choice.preset;
	return own ?? propositions[((topic % propositions.length) + propositions.length) % propositions.length];
}

/** Whether starting it costs money, or might. */
export const costs = ({estimate}: PresetCard): boolean => estimate !== undefined && estimate.cost !== 0;
