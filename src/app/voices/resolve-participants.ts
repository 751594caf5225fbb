/** Resolves the participants of a debate with their names and voice specs, without creating voices. */
import {keeperRole, outsideVoice, personLabel} from '../../debate/seats.ts';
import type {Participant} from '../../debate/events.ts';
import type {Casting} from '../../debate/protocol.ts';
import type {Configuration} from '../../settings/settings.ts';
import {rehearsalLabel} from '../../languages/wording.ts';
import {
	reachableFrom,
	assignVoices,
	withJudges,
	withKeeper,
	type AssignedSeat,
	type VoiceAssignments,
} from './assign-voices.ts';
import {castSeats} from './cast-seats.ts';
import type {FoundVoices} from './find-cast.ts';
import {sanitize} from '../../debate/text/intake.ts';
import {describeModel} from '../../voices/model-names.ts';

/** All participants, and the seats that our voices speak for. */
export type Cast = {
	readonly participants: readonly Participant[];
	readonly seated: readonly (AssignedSeat & {readonly named: DisplayName})[];
	/** Notices for the user about the voices chosen. */
	readonly notices: readonly string[];
};

/** What free seats are filled from. */
type CastingMeans = {readonly offered?: ReadonlySet<string>; readonly found?: FoundVoices | undefined};

/** Assigns a voice and a name to every seat. Throws `UsageError` for an unknown seat or voice. */
export function resolveParticipants(
	castings: readonly Casting[],
	wishes: VoiceAssignments,
	configuration: Configuration,
	/** Models that the user did not choose, for which others may speak; and the voices that were found for free seats. */
	{offered = new Set(), found}: CastingMeans = {},
): Cast {
	const reachable = reachableFrom(configuration);
	const ours = assignVoices(
		castSeats(
			withKeeper(
				withJudges(
					castings.filter(casting => !casting.outside),
					wishes.judges.length,
				),
				wishes,
			),
			wishes,
			{offered, found},
		),
		wishes,
		reachable,
	);
	const names = nameSeats(ours, id => reachable.providers.find(row => row.id === id)?.name ?? id);
	const seated = ours.map((one, place) => ({
		...one,
		named: names[place] ?? {id: one.casting.id, name: one.casting.id, provider: rehearsalLabel},
	}));
	const strangers = castings
		.filter(casting => casting.outside)
		.map(({id, role, label}): Participant => ({id, role, name: label ?? id, voice: outsideVoice}));
	const order = castings.map(({id}) => id);
	const participants = [...seated.map(participantOf), ...strangers].toSorted(
		(one, other) => placeIn(order, one.id) - placeIn(order, other.id),
	);
	return {participants, seated, notices: standIns(seated, wishes, offered)};
}

const placeIn = (order: readonly string[], id: string): number =>
	order.includes(id) ? order.indexOf(id) : order.length;

function participantOf({casting, voice, spec, named}: Cast['seated'][number]): Participant {
	const {id, role, framework, persona} = casting;
	return {
		id,
		role,
		voice,
		name: named.name,
		provider: named.provider,
		...(spec.model !== undefined && {model: spec.model}),
		...(framework !== undefined && {framework}),
		...(persona !== undefined && {persona}),
	};
}

/** One notice that lists the models that were chosen and are replaced by rehearsal voices. */
function standIns(
	seated: readonly AssignedSeat[],
	{voice, arbiter, judges, keeper, seats}: VoiceAssignments,
	offered: ReadonlySet<string>,
): string[] {
	const written = new Set([voice, arbiter, ...judges, keeper, ...Object.values(seats)]);
	const models = [...new Set(seated.flatMap(({standsIn}) => standsIn ?? []))].filter(
		model => written.has(model) || !offered.has(model),
	);
	if (models.length === 0) return [];
	return [
		`Rehearsal voices (no model) speak for ${models.join(', ')}: no key for them was found. OPENROUTER_API_KEY lets the models themselves speak.`,
	];
}

// Names participants after their models, adding to names that would be the same.

/** `provider` is the model's vendor, or says that there is no model. */
export type DisplayName = {readonly id: string; readonly name: string; readonly provider: string};

/** The name of a person who gave none. */
export const guestName = 'Guest';

/** Names in seat order. A seat that shares another's voice shares its name. */
export function nameSeats(seated: readonly AssignedSeat[], hostOf: (provider: string) => string): DisplayName[] {
	const leads = seated.filter(({casting}) => leaderOf(casting, seated) === undefined);
	const plain = new Map(leads.map(one => [one.casting.id, nameOf(one, leads, hostOf)]));
	const names = new Map(
		toldApart(leads.map(({casting}) => ({casting, name: plain.get(casting.id)?.name ?? casting.id}))),
	);
	return seated.map(({casting}) => {
		const id = leaderOf(casting, seated)?.casting.id ?? casting.id;
		return {id: casting.id, name: sanitize(names.get(id) ?? id), provider: sanitize(plain.get(id)?.provider ?? '')};
	});
}

/** The seat whose voice this one shares. */
function leaderOf({id, like}: Casting, seated: readonly AssignedSeat[]): AssignedSeat | undefined {
	const own = seated.find(({casting}) => casting.id === id);
	const other = seated.find(({casting}) => casting.id === like);
	return own && other && own.voice === other.voice ? other : undefined;
}

function nameOf(
	{casting, voice, spec}: AssignedSeat,
	leads: readonly AssignedSeat[],
	hostOf: (provider: string) => string,
): Omit<DisplayName, 'id'> {
	if (spec.provider === 'rehearsal') return {name: rehearsalName(casting, leads), provider: rehearsalLabel};
	if (spec.provider === 'human') return {name: spec.name ?? guestName, provider: personLabel};
	if (spec.model === undefined) return {name: voice, provider: spec.provider};
	const known = describeModel(spec.model, hostOf(spec.provider));
	const inside = spec.agentModel === undefined ? '' : ` (${describeModel(spec.agentModel, '').name})`;
	return {name: `${ownName(casting, spec.model) ?? known.name}${inside}`, provider: known.provider};
}

/** The config's display name applies only while the model it was given for is the one speaking. */
function ownName({modelId, displayName}: Casting, model: string): string | undefined {
	if (modelId === undefined || displayName === undefined) return undefined;
	return modelId === model || modelId.endsWith(`/${model}`) ? displayName : undefined;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Debaters on rehearsal voices get the letter of their place among all debaters, those who serve them their role. */
function rehearsalName({id, role}: Casting, leads: readonly AssignedSeat[]): string {
	if (role === 'arbiter') return 'Rehearsal Host';
	if (role === keeperRole) return 'Rehearsal Keeper';
	const placeOf = (seats: readonly AssignedSeat[]): number => seats.findIndex(({casting}) => casting.id === id);
	if (role === 'judge') {
		const judges = leads.filter(({spec, casting}) => spec.provider === 'rehearsal' && casting.role === 'judge');
		return judges.length > 1 ? `Rehearsal Judge ${placeOf(judges) + 1}` : 'Rehearsal Judge';
	}
	const place = placeOf(leads.filter(({casting}) => !['arbiter', 'judge', keeperRole].includes(casting.role)));
	return `Rehearsal ${letters[place] ?? String(place + 1)}`;
}

/** Appends the framework or role to duplicate names, and a number if that is not enough. */
function toldApart(seats: readonly {readonly casting: Casting; readonly name: string}[]): [string, string][] {
	const counted = (names: readonly string[], name: string): number => names.filter(other => other === name).length;
	const names = seats.map(({name}) => name);
	const longer = seats.map(({casting, name}) =>
		counted(names, name) > 1 ? `${name} (${casting.label ?? casting.framework ?? casting.role})` : name,
	);
	return seats.map(({casting}, place) => {
		const name = longer[place] ?? casting.id;
		return [casting.id, counted(longer, name) > 1 ? `${name} ${counted(longer.slice(0, place), name) + 1}` : name];
	});
}
