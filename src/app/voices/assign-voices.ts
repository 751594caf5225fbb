/** Assigns a voice to each seat of a protocol. Pure; `create-voices.ts` creates the voices. */
import type {OpenSeat} from '../../debate/protocol.ts';
import {editorSeat, keeperRole, keeperSeat} from '../../debate/seats.ts';
import {parseVoiceSpec, maskAddress, VoiceSpecError, type VoiceSpec} from '../../voices/voice-spec.ts';
import {type Provider, withUserProviders} from '../../voices/providers.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {Configuration} from '../../settings/settings.ts';

/** Voices as written by the user: the default, the arbiter's, the judges' in order, the keeper's, and seats' by id. */
export type VoiceAssignments = {
	readonly voice?: string | undefined;
	readonly arbiter?: string | undefined;
	readonly judges: readonly string[];
	readonly keeper?: string | undefined;
	readonly editor?: string | undefined;
	readonly seats: Readonly<Record<string, string>>;
};

/** Every seat rehearsed, whatever the settings name. */
export const allRehearsed = {
	voice: 'rehearsal',
	arbiter: undefined,
	judges: [],
	keeper: undefined,
	editor: undefined,
} satisfies Omit<VoiceAssignments, 'seats'>;

/** The known providers, and whether each is usable (has a key, or needs none). */
export type ReachableProviders = {
	readonly providers: readonly Provider[];
	readonly ready: (providerId: string) => boolean;
};

/**
 * `voice` is the full spec. `standsIn` is the requested model if no provider reaches it and rehearsal replaces it.
 */
export type AssignedSeat = {
	readonly openSeat: OpenSeat;
	readonly voice: string;
	readonly spec: VoiceSpec;
	readonly standsIn?: string;
};

/** A model id without a provider, such as `anthropic/claude-sonnet-4` or `qwen/qwen3-8b:free`. */
const bareModel = /^[\w.-]+\/[\w.:/-]+$/u;

/** Assigns a voice to every seat. Throws `UsageError` for an unknown seat or voice. */
export function assignVoices(
	openSeats: readonly OpenSeat[],
	wishes: VoiceAssignments,
	reachable: ReachableProviders,
): AssignedSeat[] {
	const ids = openSeats.map(({id}) => id);
	const stranger = Object.keys(wishes.seats).find(id => !ids.includes(id));
	if (stranger !== undefined)
		throw new UsageError({
			what: 'There is no such seat',
			value: stranger,
			from: '--seat',
			todo: `Seats here are ${ids.join(', ')}.`,
		});
	const seated = new Map<string, AssignedSeat>();
	const judges = openSeats.filter(({role}) => role === 'judge');
	for (const openSeat of inOrder(openSeats)) {
		const wish = assignedVoice(openSeat, wishes, judges.indexOf(openSeat));
		const like = openSeat.like === undefined ? undefined : seated.get(openSeat.like);
		if (wish === undefined && like && openSeat.modelId === undefined && openSeat.voice === undefined)
			seated.set(openSeat.id, {...like, openSeat});
		else
			seated.set(openSeat.id, {
				openSeat,
				...resolveVoice(
					wish ??
						pair(openSeat.voice, `the config of ${openSeat.id}`) ??
						pair(wishes.voice, '--voice') ??
						pair(openSeat.modelId, `the config of ${openSeat.id}`),
					reachable,
				),
			});
	}
	const named = (openSeat: OpenSeat): boolean => {
		const like = openSeats.find(({id}) => id === openSeat.like);
		const own = assignedVoice(openSeat, wishes, judges.indexOf(openSeat)) ?? openSeat.voice ?? wishes.voice;
		return own !== undefined || (like !== undefined && serves(like) && named(like));
	};
	return rehearsedTogether(
		openSeats.flatMap(({id}) => seated.get(id) ?? []),
		named,
	);
}

/** Seats that serve a debate instead of arguing in it. */
export const serves = ({role}: Pick<OpenSeat, 'role'>): boolean =>
	['arbiter', 'judge', keeperRole, editorSeat].includes(role);

/** Nobody is paid to host or judge rehearsal voices, unless the user named them for it. */
function rehearsedTogether(seats: readonly AssignedSeat[], named: (openSeat: OpenSeat) => boolean): AssignedSeat[] {
	const arguing = seats.filter(({openSeat}) => !serves(openSeat));
	if (arguing.length === 0 || arguing.some(({spec}) => spec.provider !== 'rehearsal')) return [...seats];
	return seats.map(seat =>
		!serves(seat.openSeat) || seat.spec.provider === 'rehearsal' || named(seat.openSeat)
			? seat
			: {openSeat: seat.openSeat, voice: 'rehearsal', spec: {provider: 'rehearsal'}},
	);
}

/** Adds judges up to the number of judges named: `judge`, `judge_2`, `judge_3`. */
export function withJudges(openSeats: readonly OpenSeat[], named: number): OpenSeat[] {
	const first = openSeats.find(({role}) => role === 'judge');
	const sitting = openSeats.filter(({role}) => role === 'judge').length;
	if (!first) return [...openSeats];
	return [
		...openSeats,
		...Array.from({length: Math.max(0, named - sitting)}, (_, more) => ({
			...first,
			id: `${first.id}_${sitting + more + 1}`,
		})),
	];
}

/** Named instead of an editor: the debate is not edited. */
export const noEditor = 'none';

/** Adds seats for the keeper of the ledger and the editor, where the user named one and a host would do it else. */
export function withKeeper(openSeats: readonly OpenSeat[], {keeper, editor, seats}: VoiceAssignments): OpenSeat[] {
	const host = openSeats.find(({keepsLedger}) => keepsLedger);
	if (!host) return [...openSeats];
	const isNamed = (voice: string | undefined, seat: string): boolean =>
		voice !== undefined || seats[seat] !== undefined;
	return [
		...openSeats,
		...(isNamed(keeper, keeperSeat) ? [{id: keeperSeat, role: keeperRole, like: host.id}] : []),
		...(editor !== noEditor && isNamed(editor, editorSeat) ? [{id: editorSeat, role: editorSeat, like: host.id}] : []),
	];
}

type VoiceText = {readonly text: string; readonly from: string};

const pair = (text: string | undefined, from: string): VoiceText | undefined =>
	text === undefined ? undefined : {text, from};

/** Seats that share another's voice come after those that have their own. */
const inOrder = (openSeats: readonly OpenSeat[]): OpenSeat[] => [
	...openSeats.filter(({like}) => like === undefined),
	...openSeats.filter(({like}) => like !== undefined),
];

function assignedVoice(
	{id, role}: OpenSeat,
	{arbiter, judges, keeper, editor, seats}: VoiceAssignments,
	place: number,
): VoiceText | undefined {
	if (seats[id] !== undefined) return {text: seats[id], from: `--seat ${id}`};
	if (role === 'arbiter') return pair(arbiter, '--arbiter');
	if (role === keeperRole) return pair(keeper, '--keeper');
	if (role === editorSeat) return pair(editor, '--editor');
	return role === 'judge' ? pair(judges[place], '--judge') : undefined;
}

/** Resolves a voice; rehearsal if none is given. Throws `UsageError` if it is unknown. */
export function resolveVoice(
	written: VoiceText | undefined,
	reachable: ReachableProviders,
): Omit<AssignedSeat, 'openSeat'> {
	if (written === undefined) return {voice: 'rehearsal', spec: {provider: 'rehearsal'}};
	const {text, from} = written;
	if (bareModel.test(text)) return reachBare(text, reachable);
	try {
		return {voice: text, spec: parseVoiceSpec(text, reachable.providers)};
	} catch (error) {
		if (error instanceof VoiceSpecError)
			throw new UsageError(
				{what: 'Unknown voice', value: maskAddress(text), from, todo: error.message},
				{cause: error},
			);
		throw error;
	}
}

/**
 * A bare model id uses OpenRouter if its key is set, else OpenAI if the model is theirs and that key is set, else
 * rehearsal.
 */
function reachBare(model: string, {ready}: ReachableProviders): Omit<AssignedSeat, 'openSeat'> {
	const own = /^openai\/(?<name>.+)$/u.exec(model)?.groups?.['name'];
	if (ready('openrouter')) return {voice: `openrouter:${model}`, spec: {provider: 'openrouter', model}};
	if (own !== undefined && ready('openai')) return {voice: `openai:${own}`, spec: {provider: 'openai', model: own}};
	return {voice: 'rehearsal', spec: {provider: 'rehearsal'}, standsIn: model};
}

// Which providers can be used: known ones that have a key or need none.

/** The providers, and whether each is usable. */
export function reachableFrom({settings, keyOf}: Pick<Configuration, 'settings' | 'keyOf'>): ReachableProviders {
	const providers = withUserProviders(settings.providers);
	const ready = (id: string): boolean => {
		const row = providers.find(provider => provider.id === id);
		return row !== undefined && !lacksKey(row, {settings, keyOf});
	};
	return {providers, ready};
}

/** A provider from the user's settings may not need the key that the original requires. */
export const lacksKey = (row: Provider, {settings, keyOf}: Pick<Configuration, 'settings' | 'keyOf'>): boolean =>
	row.keyVariable !== undefined && keyOf(row) === undefined && settings.providers[row.id] === undefined;
