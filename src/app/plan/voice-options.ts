/** How seats of a running debate change hands, for the screens: who could take one, and what a larger budget is. */
import {reasonOf} from '../../debate/text/words.ts';
import type {Budget} from '../../debate/events.ts';
import type {Protocol} from '../../debate/protocol.ts';
import {Settings} from '../../settings/schema.ts';
import {writeSetting, type Configuration} from '../../settings/settings.ts';
import type {Voice} from '../../voices/voice.ts';
import type {VoiceFactory} from '../voices/create-voices.ts';
import type {ReachContext} from '../voices/reach-voices.ts';
import {voiceChoices, type FindVoices, type VoiceSearch} from '../voices/voice-choices.ts';

/** What the user is called in debates, once they were asked. */
export type OwnNamePort = {readonly name: string | undefined; readonly keep: (name: string) => Promise<void>};

export function personPort(configuration: Configuration): OwnNamePort {
	let {name} = configuration.settings;
	return {
		get name() {
			return name;
		},
		async keep(given) {
			name = given;
			await writeSetting('name', given, configuration);
		},
	};
}

/** What the screens need to let seats change hands. */
export type SeatingPort = {
	/** Voices that could speak; any other can be written. */
	readonly voices: FindVoices;
	/** Reaches a voice as it was written; resolves with what is wrong with it, in words for the user. */
	readonly check: (voice: string) => Promise<string | undefined>;
	/** Ids of the seats that a person may take. */
	readonly people: readonly string[];
	/** What the user is called, and the way to keep that. */
	readonly person: OwnNamePort;
	/** An amount as a user writes it, such as `0.50usd`; a text says what is wrong with it. */
	readonly amount: (text: string) => Budget | string;
};

type Seating = {
	readonly protocol: Protocol;
	readonly config: unknown;
	readonly voices: ReadonlyMap<string, Voice>;
	readonly findVoice: VoiceFactory;
};

/** For a debate that runs: who sits there already comes first. People take a seat at the keyboard, not by a voice. */
export const seatingFor = (plan: Seating, context: ReachContext): SeatingPort => ({
	person: personPort(context.configuration),
	async voices(soFar) {
		const sitting = new Map(
			[...plan.voices.values()]
				.filter(({person}) => !person)
				.map(({id, name}) => [id, {voice: id, about: `${name}, speaks here already`}]),
		);
		const seated = ({voices, troubles}: VoiceSearch): VoiceSearch => {
			const facts = new Map(voices.map(choice => [choice.voice, choice]));
			const here = [...sitting.values()].map(one => ({...facts.get(one.voice), ...one}));
			const others = voices.filter(({voice}) => voice !== 'human' && !sitting.has(voice));
			return {troubles, voices: [...here, ...others]};
		};
		return seated(await voiceChoices(context.configuration, context.signal, found => soFar?.(seated(found))));
	},
	async check(voice) {
		try {
			plan.findVoice(voice);
		} catch (error) {
			return reasonOf(error);
		}
		return (await import('../voices/reach-voices.ts')).refusalOf(voice, context);
	},
	people: plan.protocol.humanSeats?.(plan.config) ?? [],
	amount(text) {
		const read = Settings.shape.budget.safeParse(text);
		return read.success && read.data ? read.data : `Write an amount such as 0.25usd or 50000tok, not "${text}"`;
	},
});
