/**
 * The check before a debate starts: every voice of it is reached once, and who does not answer is named while nothing
 * has been spent. On a screen the user decides; elsewhere a debate that cannot go on without a seat is refused, unless
 * its server is to be waited for.
 */
import type {Protocol} from '../../debate/protocol.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {StartCancelled} from '../context.ts';
import {writeSetting, type Configuration} from '../../settings/settings.ts';
import type {Settings} from '../../settings/schema.ts';
import type {Voice} from '../../voices/voice.ts';
import {reachVoices, refusalOf, type ReachContext, type VoiceReach} from '../voices/reach-voices.ts';
import {voiceChoices, type FindVoices, type VoiceSearch} from '../voices/voice-choices.ts';
import {resolveParticipants, type FilledSeats} from '../voices/resolve-participants.ts';
import {priceFinder} from '../voices/model-facts.ts';
import {formatOf} from '../../formats/index.ts';
import {attachVoices, type ReadyPlan} from './attach-voices.ts';
import {estimateWithProposal} from './cheaper-voice.ts';
import {estimate, type Estimate} from './estimate.ts';
import {refusePeople, type ResolvedPlan} from './resolve-plan.ts';

/** A seat and the voice that is to speak there, as it is written. */
export type CheckedSeat = {
	readonly id: string;
	readonly role: string;
	/** What it argues from. */ readonly framework?: string | undefined;
	readonly voice: string;
};

/** A voice with the seats that it speaks for. */
export type SeatReach = VoiceReach & {readonly seats: readonly CheckedSeat[]};

/** What the user wants done about a voice that does not answer. */
export type StartAnswer =
	{readonly do: 'retry'} | {readonly do: 'voice'; readonly voice: string} | {readonly do: 'cancel'};

/** Shows the check as it goes on, and asks about whoever does not answer. */
export type StartDialog = {
	readonly show: (voices: readonly SeatReach[]) => void;
	readonly ask: (silent: SeatReach, means: StartMeans) => Promise<StartAnswer>;
	/** Whether a debate that somebody else wrote may do what these lines say. */
	readonly trust?: (lines: readonly string[]) => Promise<boolean>;
	/**
	 * Whether the user wants it for what the debate costs now: all of it, or with `rest` what is left of it. Undefined
	 * where that is asked once the check is over.
	 */
	readonly agree?: ((expected: Estimate, of: 'debate' | 'rest') => Promise<boolean>) | undefined;
	/** Who pays for the server at this address on this machine, which does not say which program it is. */
	readonly payer?: (address: string) => Promise<Payer | 'cancel'>;
};

/** What there is to choose another voice from, and to try it. */
export type StartMeans = {
	readonly voices: FindVoices;
	/** Resolves with why a voice is refused, if it is. */
	readonly check: (voice: string) => Promise<string | undefined>;
};

type Payer = Settings['payers'][string];

export type StartCheck = {
	readonly signal: AbortSignal;
	/** Whoever does not answer is only told of: what is held can be resumed at no loss. */
	readonly anyway?: boolean;
	/** Whoever is away is waited for in the debate, though the user did not ask for that. */
	readonly waits?: boolean;
	/** Without one, nobody is there to be asked. */
	readonly dialog?: StartDialog | undefined;
	/** The model of a connected MCP client. */
	readonly client?: Voice | undefined;
};

/** The plan with its voices, once each has been reached. Throws `UsageError`, and `StartCancelled`. */
export async function checkedPlan(
	planned: ResolvedPlan,
	configuration: Configuration,
	{client, ...check}: StartCheck,
): Promise<ReadyPlan> {
	// What can be refused without a request is refused before one is made.
	if (!check.dialog) attachVoices(planned, configuration, client);
	const table = {protocol: planned.protocol, config: planned.config, seats: seatsOf(planned.seated)};
	const {changes, notices} = await checkSeats(table, configuration, check);
	const arranged = Object.keys(changes).length === 0 ? planned : recast(planned, changes, configuration);
	if (arranged !== planned && check.dialog?.agree)
		await agree(check.dialog.agree, estimateWithProposal(arranged, configuration), 'debate');
	const known = check.dialog?.payer ? await withPayers(arranged, configuration, check.dialog.payer) : configuration;
	const output = (voice: string) => priceFinder(known)(voice).price?.output;
	const uneven = formatOf(arranged.protocol.id)?.unevenSeats?.(arranged.participants, output);
	return attachVoices({...arranged, notices: [...arranged.notices, ...notices, ...(uneven ?? [])]}, known, client);
}

/** Asks once who pays for servers of which that is not known, and keeps it. Throws `StartCancelled`. */
async function withPayers(
	{seated}: ResolvedPlan,
	configuration: Configuration,
	ask: NonNullable<StartDialog['payer']>,
): Promise<Configuration> {
	const priceOf = priceFinder(configuration);
	const unsaid = new Set(seated.flatMap(({voice}) => priceOf(voice).payerOf ?? []));
	if (unsaid.size === 0) return configuration;
	let {payers} = configuration.settings;
	for (const address of unsaid) {
		const payer = await ask(address);
		if (payer === 'cancel') throw new StartCancelled();
		payers = {...payers, [address]: payer};
		await writeSetting('payers', payers, configuration);
	}
	return {...configuration, settings: {...configuration.settings, payers}};
}

/** Asks about the cost of the rest of a debate in which others speak now. Throws `StartCancelled`. */
export async function agreeOnRest(
	seated: Parameters<typeof estimate>[0],
	configuration: Configuration,
	dialog: StartDialog | undefined,
): Promise<void> {
	if (dialog?.agree) await agree(dialog.agree, estimate(seated, priceFinder(configuration)), 'rest');
}

/** Whoever speaks was chosen while it was to start: what the user agreed to before was another price. */
async function agree(ask: NonNullable<StartDialog['agree']>, expected: Estimate, of: 'debate' | 'rest'): Promise<void> {
	const isAskedElsewhere = expected.payersOf !== undefined;
	if (expected.cost !== 0 && !isAskedElsewhere && !(await ask(expected, of))) throw new StartCancelled();
}

/**
 * Checks the voices of debates that are held one after another, each voice once; a server that is away is waited for in
 * them. Gives notices. Throws `UsageError` where one of the debates cannot go on without a voice.
 */
export async function checkOnce(
	plans: readonly Pick<ReadyPlan, 'protocol' | 'config' | 'seated'>[],
	configuration: Configuration,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const tables = plans.map(({protocol, config, seated = []}) => ({protocol, config, seats: seatsOf(seated)}));
	const voices = tables.flatMap(({seats}) => seats.map(({voice}) => voice));
	const found = await reachVoices(voices, {configuration, signal});
	const silent = found.filter(({is}) => is === 'silent');
	const told = tables.flatMap(table =>
		goOnWithout(withSeats(silent, table.seats), table, {waitFor: configuration.settings.waitFor, waits: true}),
	);
	return [...new Set([...noticesOf(found), ...told])];
}

const seatsOf = (seated: ResolvedPlan['seated']): CheckedSeat[] =>
	seated.map(({openSeat: {id, role, framework}, voice}) => ({id, role, framework, voice}));

type SeatTable = {
	readonly protocol: Pick<Protocol, 'name' | 'minSpeakers' | 'speakers' | 'humanSeats'>;
	readonly config: unknown;
	readonly seats: readonly CheckedSeat[];
};

/** Other voices for seats, as the user chose them, and what the user should know. */
type Checked = {readonly changes: Readonly<Record<string, string>>; readonly notices: readonly string[]};

/** Reaches the voices of these seats. Throws `UsageError`, and `StartCancelled`. */
export async function checkSeats(
	table: SeatTable,
	configuration: Configuration,
	{signal, dialog, anyway = false, waits = isAskedToWait(configuration)}: Omit<StartCheck, 'client'>,
): Promise<Checked> {
	const answering = new Map<string, VoiceReach>();
	const changes: Record<string, string> = {};
	for (;;) {
		const seats = table.seats.map(seat => ({...seat, voice: changes[seat.id] ?? seat.voice}));
		const told = (voices: readonly VoiceReach[]): readonly SeatReach[] => withSeats(voices, seats);
		const found = await reachVoices(
			seats.map(({voice}) => voice).filter(voice => !answering.has(voice)),
			{configuration, signal, onChange: voices => dialog?.show(told([...answering.values(), ...voices]))},
		);
		for (const one of found) if (one.is !== 'silent') answering.set(one.voice, one);
		const silent = told(found.filter(({is}) => is === 'silent'));
		const slow = [...answering.values()].filter(({voice}) => seats.some(seat => seat.voice === voice));
		if (silent.length === 0) return {changes, notices: noticesOf(slow)};
		if (anyway) return {changes, notices: [...noticesOf(slow), ...silent.map(silentNotice)]};
		if (!dialog) {
			const told = goOnWithout(silent, {...table, seats}, {waitFor: configuration.settings.waitFor, waits});
			return {changes, notices: [...noticesOf(slow), ...told]};
		}
		for (const one of silent) {
			const answer = await dialog.ask(one, meansFor(one, table, {configuration, signal}));
			if (answer.do === 'cancel') throw new StartCancelled();
			if (answer.do === 'voice') for (const {id} of one.seats) changes[id] = answer.voice;
		}
	}
}

function meansFor({seats}: SeatReach, {protocol, config}: SeatTable, context: ReachContext): StartMeans {
	const free = protocol.humanSeats?.(config) ?? [];
	const takesPeople = seats.every(({id}) => free.includes(id));
	const fitting = ({voices, ...rest}: VoiceSearch): VoiceSearch => ({
		...rest,
		voices: voices.filter(({voice}) => takesPeople || voice !== 'human'),
	});
	return {
		voices: async soFar =>
			fitting(await voiceChoices(context.configuration, context.signal, found => soFar?.(fitting(found)))),
		check: async voice =>
			!takesPeople && /^human(?::|$)/u.test(voice.trim())
				? `A person cannot sit as ${seats.map(({id}) => id).join(', ')} in ${protocol.name}.`
				: refusalOf(voice, context),
	};
}

const withSeats = (voices: readonly VoiceReach[], seats: readonly CheckedSeat[]): readonly SeatReach[] =>
	voices
		.map(one => ({...one, seats: seats.filter(({voice}) => voice === one.voice)}))
		.filter(one => one.seats.length > 0);

/** What is said of voices that answer late, or have to be fetched first. */
const noticesOf = (reached: readonly VoiceReach[]): string[] =>
	reached
		.filter(({is, says}) => is === 'slow' || says.startsWith('not fetched'))
		.map(({voice, says}) => `${voice}: ${says}.`);

/** The same words wherever they are read: what is wrong, and who would have spoken. */
const silentText = ({says, seats}: SeatReach): string =>
	`${says} Nobody speaks for ${seats.map(({id}) => id).join(', ')}.`;

const silentNotice = (one: SeatReach): string => `${one.voice} does not answer: ${silentText(one)}`;

/** A debate that begins without its server is no slip of the pen only where waiting was asked for. */
const isAskedToWait = ({given}: Configuration): boolean =>
	given.some(({name, kind}) => name === 'waitFor' && kind !== 'default');

/** Notices about seats that are waited for or that a debate can do without. Throws `UsageError` where it cannot. */
function goOnWithout(
	silent: readonly SeatReach[],
	table: SeatTable,
	{waitFor, waits}: Pick<Settings, 'waitFor'> & {readonly waits: boolean},
): string[] {
	const isWaitedFor = ({away = false}: SeatReach): boolean => away && waitFor !== 'off';
	const lost = silent.filter(one => !(waits && isWaitedFor(one)));
	const out = new Set(lost.flatMap(({seats}) => seats.map(({id}) => id)));
	if (canGoOn(table, out))
		return silent.map(one =>
			isWaitedFor(one)
				? `${one.voice} does not answer: ${one.says} It is waited for, ${waitFor} at most.`
				: silentNotice(one),
		);
	throw new UsageError(
		lost.map(one => ({
			what: silentNotice(one).replace(/\.$/u, ''),
			from: 'the choice of voices',
			todo: `${table.protocol.name} cannot start so, and nothing was spent. Start what is to answer, or name another voice: ${insteadOf(one)}.${isWaitedFor(one) ? ' With --wait-for 10m it is waited for.' : ''}`,
		})),
	);
}

const mostNamed = 3;
const insteadOf = ({instead}: SeatReach): string =>
	[...instead.slice(0, mostNamed), 'rehearsal'].map(voice => `--voice ${voice}`).join(', ');

/** Whether enough speakers are left; a format without a number of its own needs somebody in every role of them. */
function canGoOn({protocol, config, seats}: SeatTable, out: ReadonlySet<string>): boolean {
	const speakers = seats.filter(({id}) => protocol.speakers(config).includes(id));
	const left = speakers.filter(({id}) => !out.has(id));
	const lost = protocol.speakers(config).filter(id => out.has(id)).length;
	if (protocol.minSpeakers > 0) return protocol.speakers(config).length - lost >= protocol.minSpeakers;
	return speakers.every(({role}) => left.some(one => one.role === role));
}

/** The filled seats of a debate whose voices are known. Throws `UsageError`. */
export function seatedAs(
	{protocol, config}: Pick<ReadyPlan, 'protocol' | 'config'>,
	voices: readonly CheckedSeat[],
	configuration: Configuration,
): FilledSeats {
	const judges = voices.filter(({role}) => role === 'judge').map(({voice}) => voice);
	const seats = Object.fromEntries(voices.map(({id, voice}) => [id, voice]));
	return resolveParticipants(protocol.openSeats(config), {judges, seats}, configuration);
}

/** The same plan with other voices in some seats. Throws `UsageError`. */
function recast(
	{seated, ...planned}: ResolvedPlan,
	changes: Readonly<Record<string, string>>,
	configuration: Configuration,
): ResolvedPlan {
	const voices = seatsOf(seated).map(seat => ({...seat, voice: changes[seat.id] ?? seat.voice}));
	const {participants, seated: now} = seatedAs(planned, voices, configuration);
	refusePeople({participants}, {protocol: planned.protocol, config: planned.config, interactive: true});
	return {...planned, participants, seated: now};
}
