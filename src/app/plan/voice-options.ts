/** The voices that could take a seat in a running debate, for the screens: what servers told of, agents, rehearsal. */
import {reasonOf} from '../../debate/text/words.ts';
import type {Budget} from '../../debate/events.ts';
import type {Protocol} from '../../debate/protocol.ts';
import {Settings} from '../../settings/schema.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {Voice} from '../../voices/voice.ts';
import {describeModel} from '../../voices/model-names.ts';
import {installedAgents} from '../voices/installed-agents.ts';
import {rehearsalLabel} from '../../languages/wording.ts';
import {reachableFrom} from '../voices/assign-voices.ts';
import type {VoiceFactory} from '../voices/create-voices.ts';
import {readKnownModels, withPublicFacts, type ModelFacts} from '../voices/model-facts.ts';

/** A voice as a user writes it, what it is called, and what is known of it. */
export type VoiceOption = {readonly voice: string; readonly name: string; readonly about: string};

/** What the screens need to let seats change hands. */
export type SeatingPort = {
	/** Voices that could speak; any other can be written. */
	readonly voices: () => readonly VoiceOption[];
	/** What is wrong with a voice as it was written, in words for the user; nothing where it can speak. */
	readonly check: (voice: string) => string | undefined;
	/** Ids of the seats that a person may take. */
	readonly people: readonly string[];
	/** An amount as a user writes it, such as `0.50usd`; a text says what is wrong with it. */
	readonly amount: (text: string) => Budget | string;
};

/** Models of providers that are ready, as far as their lists are known, agents that are installed, and rehearsal. */
export function voiceOptions(configuration: Configuration): readonly VoiceOption[] {
	const known = readKnownModels(configuration.home);
	const {providers, ready} = reachableFrom(configuration);
	const models = providers
		.filter(({id}) => ready(id))
		.flatMap(row => {
			const {id, name, baseUrl} = row;
			return known[id]?.baseUrl === baseUrl
				? known[id].models.map(model => ({
						voice: `${id}:${model.id}`,
						name: describeModel(model.id, name).name,
						about: aboutModel(withPublicFacts(configuration.home, row, model, known[id]?.askedAt)),
					}))
				: [];
		});
	const agents = installedAgents(configuration).map(({id, name}) => ({
		voice: `agent:${id}`,
		name,
		about: 'a coding agent',
	}));
	return [{voice: 'rehearsal', name: 'Rehearsal', about: rehearsalLabel}, ...models, ...agents];
}

const aboutModel = ({contextTokens, price}: ModelFacts): string =>
	[
		...(contextTokens === undefined ? [] : [`${Math.round(contextTokens / 1000)}k`]),
		...(price ? [`$${price.input} in, $${price.output} out`] : []),
	].join(' · ');

type Seating = {
	readonly protocol: Protocol;
	readonly config: unknown;
	readonly voices: ReadonlyMap<string, Voice>;
	readonly findVoice: VoiceFactory;
	readonly voiceOptions?: () => readonly VoiceOption[];
};

/** For a debate that runs: who sits there already comes first. */
export const seatingFor = (plan: Seating): SeatingPort => ({
	voices: () => {
		const sitting = new Map(
			[...plan.voices.values()]
				.filter(({person}) => !person)
				.map(({id, name}) => [id, {voice: id, name, about: 'speaks here already'}]),
		);
		return [...sitting.values(), ...(plan.voiceOptions?.() ?? []).filter(({voice}) => !sitting.has(voice))];
	},
	check(voice) {
		try {
			plan.findVoice(voice);
			return undefined;
		} catch (error) {
			return reasonOf(error);
		}
	},
	people: plan.protocol.humanSeats?.(plan.config) ?? [],
	amount(text) {
		const read = Settings.shape.budget.safeParse(text);
		return read.success && read.data ? read.data : `Write an amount such as 0.25usd or 50000tok, not "${text}"`;
	},
});
