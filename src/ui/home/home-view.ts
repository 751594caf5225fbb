/** The view state of the home screen: what is chosen, and what is being asked. */
import type {RecentDebate} from '../../app/screens/recent-debates.ts';
import type {PresetCard} from '../../app/screens/home-port.ts';

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
	/** What was typed before the field for a topic was there. */
	readonly typed: string;
	readonly problem: string | undefined;
};
export type SetHome = (change: Partial<HomeView>) => void;

/** Unfinished debates that stand above the presets. */
const mostUnfinished = 3;

/** All entries: the latest unfinished debates, the presets, then all others held before. */
export function choicesOf(presets: readonly PresetCard[], recent: readonly RecentDebate[]): readonly Chosen[] {
	const first = recent.filter(({finished}) => !finished).slice(0, mostUnfinished);
	return [
		...first.map(one => ({recent: one})),
		...presets.map(preset => ({preset})),
		...recent.filter(one => !first.includes(one)).map(one => ({recent: one})),
	];
}

/** What is marked at first: the default matchup, though unfinished debates stand above it. */
export const firstPreset = (choices: readonly Chosen[]): number =>
	Math.max(
		0,
		choices.findIndex(choice => 'preset' in choice),
	);

/** The topic that the debate would start with. */
export function topicOf(choice: Chosen | undefined, {own, topic}: Pick<HomeView, 'own' | 'topic'>): string | undefined {
	if (!choice || !('preset' in choice)) return undefined;
	const {propositions} = choice.preset;
	return own ?? propositions[((topic % propositions.length) + propositions.length) % propositions.length];
}

/** Whether starting it costs money. An unknown cost counts. */
export const costs = ({estimate}: PresetCard): boolean => estimate !== undefined && estimate.cost !== 0;
