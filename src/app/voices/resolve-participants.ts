/** Resolves the participants of a debate with their names and voice specs, without creating voices. */
import {editorSeat, keeperRole, outsideVoice, personLabel} from '../../debate/seats.ts';
import type {Participant} from '../../debate/events.ts';
import type {OpenSeat} from '../../debate/protocol.ts';
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
import {fillSeats} from './fill-seats.ts';
import type {FoundVoices} from './find-voices.ts';
import {sanitize} from '../../debate/text/intake.ts';
import {describeModel} from '../../voices/model-names.ts';

/** All participants, and the seats that our voices speak for. */
export type FilledSeats = {
	readonly participants: readonly Participant[];
	readonly seated: readonly (AssignedSeat & {readonly named: DisplayName})[];
	/** Notices for the user about the voices chosen. */
	readonly notices: readonly string[];
};

/** What free seats are filled from. */
type SeatingMeans = {readonly offered?: ReadonlySet<string>; readonly found?: FoundVoices | undefined};

/** Assigns a voice and a name to every seat. Throws `UsageError` for an unknown seat or voice. */
export function resolveParticipants(
	openSeats: readonly OpenSeat[],
	wishes: VoiceAssignments,
	configuration: Configuration,
	/** Models that the user did not choose, for which others may speak; and the voices that were found for free seats. */
	{offered = new Set(), found}: SeatingMeans = {},
): FilledSeats {
	const reachable = reachableFrom(configuration);
	const ours = assignVoices(
		fillSeats(
			withKeeper(
				withJudges(
					openSeats.filter(openSeat => !openSeat.outside),
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
	const names = nameSeats(
		ours,
		id => reachable.providers.find(row => row.id === id)?.name ?? id,
		configuration.settings.name,
	);
	const seated = ours.map((one, place) => ({
		...one,
		named: names[place] ?? {id: one.openSeat.id, name: one.openSeat.id, provider: rehearsalLabel},
	}));
	const strangers = openSeats
		.filter(openSeat => openSeat.outside)
		.map(({id, role, label}): Participant => ({id, role, name: label ?? id, voice: outsideVoice}));
	const order = openSeats.map(({id}) => id);
	const participants = [...seated.map(participantOf), ...strangers].toSorted(
		(one, other) => placeIn(order, one.id) - placeIn(order, other.id),
	);
	const unnamed = seated.some(({spec}) => spec.provider === 'human' && spec.name === undefined);
	return {
		participants,
		seated,
		notices: [
			...standIns(seated, wishes, offered),
			...(unnamed && configuration.settings.name === undefined ? [nameless] : []),
		],
	};
}

const placeIn = (order: readonly string[], id: string): number =>
	order.includes(id) ? order.indexOf(id) : order.length;

function participantOf({openSeat, voice, spec, named}: FilledSeats['seated'][number]): Participant {
	const {id, role, framework, persona} = openSeat;
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
	{voice, arbiter, judges, keeper, editor, seats}: VoiceAssignments,
	offered: ReadonlySet<string>,
): string[] {
	const written = new Set([voice, arbiter, ...judges, keeper, editor, ...Object.values(seats)]);
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
const nameless = `You are called ${guestName}: "rostrum config set name NAME" changes that.`;

/**
 * Names in seat order; `person` is what somebody who gave no name is called. A seat that shares another's voice shares
 * its name.
 */
export function nameSeats(
	seated: readonly AssignedSeat[],
	hostOf: (provider: string) => string,
	person = guestName,
): DisplayName[] {
	const leads = seated.filter(({openSeat}) => leaderOf(openSeat, seated) === undefined);
	const plain = new Map(leads.map(one => [one.openSeat.id, nameOf(one, leads, {hostOf, person})]));
	const names = new Map(
		toldApart(leads.map(({openSeat}) => ({openSeat, name: plain.get(openSeat.id)?.name ?? openSeat.id}))),
	);
	return seated.map(({openSeat}) => {
		const id = leaderOf(openSeat, seated)?.openSeat.id ?? openSeat.id;
		return {id: openSeat.id, name: sanitize(names.get(id) ?? id), provider: sanitize(plain.get(id)?.provider ?? '')};
	});
}

/** The seat whose voice this one shares. */
function leaderOf({id, like}: OpenSeat, seated: readonly AssignedSeat[]): AssignedSeat | undefined {
	const own = seated.find(({openSeat}) => openSeat.id === id);
	const other = seated.find(({openSeat}) => openSeat.id === like);
	return own && other && own.voice === other.voice ? other : undefined;
}

function nameOf(
	{openSeat, voice, spec}: AssignedSeat,
	leads: readonly AssignedSeat[],
	{hostOf, person}: {readonly hostOf: (provider: string) => string; readonly person: string},
): Omit<DisplayName, 'id'> {
	if (spec.provider === 'rehearsal') return {name: rehearsalName(openSeat, leads), provider: rehearsalLabel};
	if (spec.provider === 'human') return {name: spec.name ?? person, provider: personLabel};
	if (spec.model === undefined) return {name: voice, provider: spec.provider};
	const known = describeModel(spec.model, hostOf(spec.provider));
	const inside = spec.agentModel === undefined ? '' : ` (${describeModel(spec.agentModel, '').name})`;
	return {name: `${ownName(openSeat, spec.model) ?? known.name}${inside}`, provider: known.provider};
}

/** The config's display name applies only while the model it was given for is the one speaking. */
function ownName({modelId, displayName}: OpenSeat, model: string): string | undefined {
	if (modelId === undefined || displayName === undefined) return undefined;
	return modelId === model || modelId.endsWith(`/${model}`) ? displayName : undefined;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Debaters on rehearsal voices get the letter of their place among all debaters, those who serve them their role. */
function rehearsalName({id, role}: OpenSeat, leads: readonly AssignedSeat[]): string {
	if (role === 'arbiter') return 'Rehearsal Host';
	if (role === keeperRole) return 'Rehearsal Keeper';
	if (role === editorSeat) return 'Rehearsal Editor';
	const placeOf = (seats: readonly AssignedSeat[]): number => seats.findIndex(({openSeat}) => openSeat.id === id);
	if (role === 'judge') {
		const judges = leads.filter(({spec, openSeat}) => spec.provider === 'rehearsal' && openSeat.role === 'judge');
		return judges.length > 1 ? `Rehearsal Judge ${placeOf(judges) + 1}` : 'Rehearsal Judge';
	}
	const place = placeOf(
		leads.filter(({openSeat}) => !['arbiter', 'judge', keeperRole, editorSeat].includes(openSeat.role)),
	);
	return `Rehearsal ${letters[place] ?? String(place + 1)}`;
}

/** Appends the framework or role to duplicate names, and a number if that is not enough. */
function toldApart(seats: readonly {readonly openSeat: OpenSeat; readonly name: string}[]): [string, string][] {
	const counted = (names: readonly string[], name: string): number => names.filter(other => other === name).length;
	const names = seats.map(({name}) => name);
	const longer = seats.map(({openSeat, name}) =>
		counted(names, name) > 1 ? `${name} (${openSeat.label ?? openSeat.framework ?? openSeat.role})` : name,
	);
	return seats.map(({openSeat}, place) => {
		const name = longer[place] ?? openSeat.id;
		return [openSeat.id, counted(longer, name) > 1 ? `${name} ${counted(longer.slice(0, place), name) + 1}` : name];
	});
}
