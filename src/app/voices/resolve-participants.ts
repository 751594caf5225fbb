/** Resolves the participants of a debate with their names and voice specs, without creating voices. */
import {outsideVoice} from '../../debate/seats.ts';
import type {Participant} from '../../debate/events.ts';
import type {Casting} from '../../debate/protocol.ts';
import type {Configuration} from '../../settings/settings.ts';
import {rehearsalLabel} from '../../languages/wording.ts';
import {nameSeats, type DisplayName} from './display-names.ts';
import {reachableFrom} from './reachable-providers.ts';
import {assignVoices, withJudges, type AssignedSeat, type VoiceAssignments} from './assign-voices.ts';

/** All participants, and the seats that our voices speak for. */
export type Cast = {
	readonly participants: readonly Participant[];
	readonly seated: readonly (AssignedSeat & {readonly named: DisplayName})[];
	/** Notices for the user about the voices chosen. */
	readonly notices: readonly string[];
};

/** Assigns a voice and a name to every seat. Throws `UsageError` for an unknown seat or voice. */
export function resolveParticipants(
	castings: readonly Casting[],
	wishes: VoiceAssignments,
	configuration: Configuration,
): Cast {
	const reachable = reachableFrom(configuration);
	const ours = assignVoices(
		withJudges(
			castings.filter(casting => !casting.outside),
			wishes.judges.length,
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
	return {participants, seated, notices: standIns(seated)};
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

/** One notice that lists the models replaced by rehearsal voices. */
function standIns(seated: readonly AssignedSeat[]): string[] {
	const models = [...new Set(seated.flatMap(({standsIn}) => standsIn ?? []))];
	if (models.length === 0) return [];
	return [
		`Rehearsal voices (no model) speak for ${models.join(', ')}: no key for them was found. OPENROUTER_API_KEY lets the models themselves speak.`,
	];
}
