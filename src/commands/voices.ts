/** The voices of a debate: those that were chosen, made ready to speak, and those who take part under the names of these. */
import type {Participant} from '../debate/events.ts';
import type {Casting} from '../debate/protocol.ts';
import type {Configuration} from '../settings.ts';
import {parseVoiceSpec, providerOf, type VoiceSpec} from '../voices/catalog.ts';
import {describeModel} from '../voices/model-names.ts';
import {openAiVoice} from '../voices/openai.ts';
import {withOwn, type Provider} from '../voices/providers.ts';
import type {QuirkStore} from '../voices/quirks.ts';
import {rehearsalVoice} from '../voices/rehearsal/voice.ts';
import type {Voice} from '../voices/voice.ts';
import {nameSeats, noModel, type Named} from './names.ts';
import {seat, withJudges, type Reachable, type Seated, type Wishes} from './seating.ts';
import {UsageError} from './usage-error.ts';

/** Those who take part, the voice of each by id, and what the user should know about the choice. */
export type Company = {readonly participants: readonly Participant[]; readonly voices: ReadonlyMap<string, Voice>; readonly notices: readonly string[]};

/** Makes a voice of what the user wrote, under a name where it has one. Throws `UsageError` where it lacks a key or is no voice. */
export type FindVoice = (written: string, named?: Omit<Named, 'id'>) => Voice;

/** Seats a company. Throws `UsageError` before anything is asked of anybody. */
export function seatCompany(castings: readonly Casting[], wishes: Wishes, configuration: Configuration): Company {
	const reachable = reachableFrom(configuration);
	const seated = seat(withJudges(castings.filter(casting => !casting.outside), wishes.judges.length), wishes, reachable);
	const names = nameSeats(seated, id => reachable.providers.find(row => row.id === id)?.name ?? id);
	const find = voiceFinder(configuration);
	const voices = new Map(seated.map(({casting, voice}, place) => [casting.id, find(voice, names[place])]));
	const strangers = castings.filter(casting => casting.outside).map(({id, role, label}): Participant => ({id, role, name: label ?? id, voice: outside}));
	const order = castings.map(({id}) => id);
	const participants = [...seated.map((one, place) => participantOf(one, names[place])), ...strangers];
	return {voices, participants: participants.toSorted((one, other) => placeIn(order, one.id) - placeIn(order, other.id)), notices: standIns(seated)};
}

/** The voice of a participant who takes part by other means than ours. */
export const outside = 'outside';

const placeIn = (order: readonly string[], id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);

/** Which providers there are, and which of them have what they need. */
export function reachableFrom({settings, keyOf}: Configuration): Reachable {
	const providers = withOwn(settings.providers);
	const ready = (id: string): boolean => {
		const row = providers.find(provider => provider.id === id);
		return row !== undefined && !lacksKey(row, {settings, keyOf});
	};
	return {providers, ready};
}

/** A server of the user's own may do without the key that the provider proper wants. */
const lacksKey = (row: Provider, {settings, keyOf}: Pick<Configuration, 'settings' | 'keyOf'>): boolean =>
	row.keyVariable !== undefined && keyOf(row) === undefined && settings.providers[row.id] === undefined;

/** Voices for specs; what models turn out not to take is remembered for all of them together. */
export function voiceFinder(configuration: Configuration): FindVoice {
	const {providers} = reachableFrom(configuration);
	const quirks: QuirkStore = new Map();
	return (written, named) => {
		const spec = parseVoiceSpec(written, providers);
		if (spec.provider === 'rehearsal') return rehearsalVoice({name: named?.name ?? 'Rehearsal'});
		const row = providerOf(spec, providers);
		if (!row || spec.model === undefined) throw new UsageError({what: 'This voice cannot take a seat yet', value: written, from: 'the choice of voices', todo: 'Name a model, such as ollama:qwen3, or rehearsal.'});
		if (lacksKey(row, configuration)) throw noKey(written, row);
		const apiKey = configuration.keyOf(row)?.key;
		const described = describeModel(spec.model, row.name);
		return openAiVoice({
			id: written, name: named?.name ?? described.name, provider: described.provider, model: spec.model, row, quirks,
			...(isFree(spec.model, row.baseUrl) && {price: {input: 0, output: 0}}),
			...(spec.baseUrl !== undefined && {baseUrl: spec.baseUrl}), ...(apiKey !== undefined && {apiKey}),
		});
	};
}

/** What runs on this machine costs nothing, and neither does what a provider offers as free. */
const isFree = (model: string, baseUrl: string): boolean => model.endsWith(':free') || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);

const noKey = (written: string, {id, name, keyVariable = ''}: Provider): UsageError => new UsageError({
	what: `${name} wants a key, and there is none for this voice`, value: written, from: 'the choice of voices',
	todo: `Set ${keyVariable}, or keep one with "rostrum config set keys.${id} -", or choose another voice; --voice rehearsal needs none.`,
});

function participantOf({casting, voice, spec}: Seated, named: Named | undefined): Participant {
	const {id, role, framework, persona} = casting;
	return {
		id, role, voice, name: named?.name ?? id, provider: named?.provider ?? noModel,
		...modelOf(spec), ...(framework !== undefined && {framework}), ...(persona !== undefined && {persona}),
	};
}

const modelOf = ({model}: VoiceSpec): {model?: string} => (model === undefined ? {} : {model});

/** Says once for which models rehearsal voices stand in. */
function standIns(seated: readonly Seated[]): string[] {
	const models = [...new Set(seated.flatMap(({standsIn}) => standsIn ?? []))];
	if (models.length === 0) return [];
	return [`Rehearsal voices (no model) speak for ${models.join(', ')}: no key for them was found. OPENROUTER_API_KEY lets the models themselves speak.`];
}
