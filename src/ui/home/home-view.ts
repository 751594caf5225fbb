/** The view state of the home screen: what is chosen, and what is being asked. */
import type {PresetCard, RecentDebate} from '../ports/port.ts';

/** An entry of the list, opened by Enter. */
export type Chosen = {readonly preset: PresetCard} | {readonly recent: RecentDebate};

/**
 * `confirm` asks before money is spent, `discard` before a debate is ended for good; in `starting` a session is being
 * made.
 */
type HomeMode = 'list' | 'topic' | 'confirm' | 'discard' | 'starting' | 'help' | 'voices';

/**
 * `topic` indexes the suggested topics and wraps around at both ends; `own` is the user's topic while a confirmation is
 * asked for.
 */
export type HomeView = {
	readonly chosen: number;
	readonly topic: number;
	readonly mode: HomeMode;
	readonly own: string | undefined;
	readonly problem: string | undefined;
};
export type SetHome = (change: Partial<HomeView>) => void;

/** All entries: presets first, then recent debates. */
export const choicesOf = (presets: readonly PresetCard[], recent: readonly RecentDebate[]): readonly Chosen[] => [
	...presets.map(preset => ({preset})),
	...recent.map(one => ({recent: one})),
];

/** The topic that the debate would start with. */
export function topicOf(choice: Chosen | undefined, {own, topic}: Pick<HomeView, 'own' | 'topic'>): string | undefined {
	if (!choice || !('preset' in choice)) return undefined;
	const {propositions} = choice.preset;
	return own ?? propositions[((topic % propositions.length) + propositions.length) % propositions.length];
}

/** Whether starting it costs money. An unknown cost counts. */
export const costs = ({estimate}: PresetCard): boolean => estimate !== undefined && estimate.cost !== 0;
