/** The one rule by which seats are filled that nobody is named for. Pure. */
import {makerOf} from '../../debate/bench.ts';
import type {OpenSeat} from '../../debate/protocol.ts';
import {editorSeat, keeperRole} from '../../debate/seats.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {serves, type VoiceAssignments} from './assign-voices.ts';
import type {FoundVoices, SeatableVoice} from './find-voices.ts';

/**
 * The openSeats with a voice for each free seat: different ones for the debaters as far as there are any, the models
 * that the format proposes where all of them are listed; the host from who remains; judges from the cheap ones, best of
 * a maker that does not debate. Where voices were looked for, no
 * model speaks by a name that only the format knows: it may have gone.
 */
export function fillSeats(
	openSeats: readonly OpenSeat[],
	wishes: VoiceAssignments,
	{offered, found}: {readonly offered: ReadonlySet<string>; readonly found: FoundVoices | undefined},
): OpenSeat[] {
	if (wishes.voice !== undefined || found === undefined) return [...openSeats];
	const free = openSeats.filter(openSeat => isFree(openSeat, wishes, offered));
	const debaters = openSeats.filter(openSeat => !serves(openSeat));
	const freeDebaters = free.filter(openSeat => !serves(openSeat) && openSeat.like === undefined);
	const seated = new Map(fillDebaters(freeDebaters, found));
	const arguing = debaters.flatMap(
		openSeat => seated.get(openSeat.id) ?? wishes.seats[openSeat.id] ?? openSeat.voice ?? openSeat.modelId ?? [],
	);
	if (!arguing.every(voice => /^(?:rehearsal|human)\b/u.test(voice)))
		for (const [id, voice] of fillServing(free, openSeats, {found, arguing, wishes})) seated.set(id, voice);
	return openSeats.map(openSeat => {
		const voice = seated.get(openSeat.id);
		if (voice !== undefined) return {...openSeat, voice};
		const {modelId: _gone, ...rest} = openSeat;
		return free.includes(openSeat) ? rest : openSeat;
	});
}

function isFree({id, role, voice, modelId, outside}: OpenSeat, wishes: VoiceAssignments, offered: ReadonlySet<string>) {
	if (outside || voice !== undefined || wishes.seats[id] !== undefined) return false;
	if (modelId !== undefined && !offered.has(modelId)) return false;
	if (role === 'arbiter') return wishes.arbiter === undefined;
	if (role === keeperRole || role === editorSeat) return false;
	return role !== 'judge' || wishes.judges.length === 0;
}

/** Debaters that the format proposes, where each of them can be had; else the best that were found, in turn. */
function fillDebaters(seats: readonly OpenSeat[], found: FoundVoices): [string, string][] {
	const proposed = seats.map(({modelId}) => modelId && proposedVoice(modelId, found));
	const wanted = new Set(proposed.map(voice => voice ?? ''));
	if (!wanted.has('') && wanted.size === seats.length)
		return seats.map(({id}, place): [string, string] => [id, proposed[place] ?? '']);
	const {debaters} = found;
	// An agent thinks long: it argues where there are not two others.
	const models = debaters.filter(({provider}) => provider !== 'agent');
	const pool = models.length > 1 || debaters.length === models.length ? models : debaters;
	return seats.flatMap(({id}, place): [string, string][] => {
		const voice = pool[place % pool.length]?.voice;
		return voice === undefined ? [] : [[id, voice]];
	});
}

const proposedVoice = (modelId: string, {served}: FoundVoices): string | undefined =>
	served.some(({provider, models}) => provider.id === 'openrouter' && models.some(({id}) => id === modelId))
		? `openrouter:${modelId}`
		: undefined;

type ServingMeans = {
	readonly found: FoundVoices;
	readonly arguing: readonly string[];
	readonly wishes: VoiceAssignments;
};

function fillServing(
	free: readonly OpenSeat[],
	openSeats: readonly OpenSeat[],
	{found, arguing, wishes}: ServingMeans,
): [string, string][] {
	const host = hostFor(found, arguing);
	const judges = [...judgesFor(found, arguing), host];
	const hosted = openSeats.find(({role}) => role === 'arbiter');
	const named = (hosted && wishes.seats[hosted.id]) ?? wishes.arbiter;
	let place = 0;
	return free.flatMap((openSeat): [string, string][] => {
		if (openSeat.role === 'arbiter') return [[openSeat.id, host]];
		// Whoever named the host named the judge that shares its voice.
		if (openSeat.role !== 'judge' || (named !== undefined && openSeat.like === hosted?.id)) return [];
		return [[openSeat.id, judges[place++ % judges.length] ?? host]];
	});
}

const hostFor = ({debaters, judges}: FoundVoices, arguing: readonly string[]): string => {
	const remaining = debaters.filter(({voice, provider}) => provider !== 'agent' && !arguing.includes(voice));
	const makers = new Set(arguing.map(makerOf));
	const other = remaining.find(({voice}) => !makers.has(makerOf(voice)));
	const [cheap] = judges.filter(({voice}) => !arguing.includes(voice));
	return (other ?? cheap ?? remaining[0] ?? debaters[0])?.voice ?? 'rehearsal';
};

function judgesFor({judges}: FoundVoices, arguing: readonly string[]): readonly string[] {
	const makers = new Set(arguing.map(makerOf));
	const kin = ({voice}: SeatableVoice): number => Number(makers.has(makerOf(voice)));
	return judges
		.filter(({voice}) => !arguing.includes(voice))
		.toSorted((one, other) => kin(one) - kin(other))
		.map(({voice}) => voice);
}

// Who sits where, in words.

/** The first voices in words: who was found, for a line of a screen. */
export const foundText = ({debaters}: FoundVoices): string =>
	`automatic: ${debaters
		.slice(0, 3)
		.map(({name}) => name)
		.join(', ')}${debaters.length > 3 ? ' …' : ''}`;

/** The options of a command line that seat the same: the commonest voice for all, the others by seat. */
export function seatWords(seats: readonly {readonly id: string; readonly voice: string}[]): readonly string[] {
	const groups = [...Map.groupBy(seats, ({voice}) => voice)].filter(([voice]) => !voice.startsWith('human'));
	const [common] = groups.toSorted(([, one], [, other]) => other.length - one.length);
	if (!common) return [];
	const others = seats.filter(({voice}) => voice !== common[0]);
	return [`--voice ${shellQuote(common[0])}`, ...others.map(({id, voice}) => `--seat ${shellQuote(`${id}=${voice}`)}`)];
}
