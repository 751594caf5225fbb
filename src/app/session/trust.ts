/**
 * Whether a debate may act: ask voices, run commands, read and write beside its journal. What this user's Rostrum wrote
 * may; of anything else the user is shown what it would do, and decides.
 */
import {existsSync, lstatSync, realpathSync} from 'node:fs';
import {dirname, sep} from 'node:path';
import type {EventOf} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {outsideVoice} from '../../debate/seats.ts';
import {endingIn, type DebateState} from '../../debate/state.ts';
import {isRecord} from '../../debate/text/json.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {RecordFile} from '../../formats/contract.ts';
import {formatOf} from '../../formats/index.ts';
import {money} from '../../languages/wording.ts';
import type {Configuration} from '../../settings/settings.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {parseVoiceSpec, providerOf, VoiceSpecError} from '../../voices/voice-spec.ts';
import {StartCancelled} from '../context.ts';
import {areOwnRecords, isOwn} from '../files/origin.ts';
import {eventsIn} from '../files/read-debate.ts';
import {estimate} from '../plan/estimate.ts';
import {priceFinder} from '../voices/model-facts.ts';

export type TrustCheck = {
	readonly configuration: Configuration;
	/** Journals that the user named with `--trust`. */
	readonly trusted?: readonly string[];
	/** Shows what a debate would do, a line each, and asks. Without it, nobody is there. */
	readonly askTrust?: ((lines: readonly string[]) => Promise<boolean>) | undefined;
};

/** What was accepted of a debate: the hash of its last line as it was shown; `own` where nothing had to be. */
export type Trusted = {readonly own: boolean; readonly head: string};

/** Throws `UsageError` where nobody may say yes, and `StartCancelled` where the user says no. */
export async function assertTrusted(
	file: string,
	{configuration, trusted = [], askTrust}: TrustCheck,
): Promise<Trusted> {
	refuseLink(file);
	const events = [...eventsIn(file)];
	const [start] = events;
	const head = events.at(-1)?.hash ?? '';
	// What is over is refused where it is opened.
	if (start?.type !== 'debate-start' || endingIn(events)) return {own: true, head};
	const records = (await formatOf(start.protocol)?.host?.records?.())?.(dirname(file), start.config) ?? [];
	const {home} = configuration;
	const ownRecords = areOwnRecords(
		records.map(record => record.file),
		start.debateId,
		home,
	);
	if (ownRecords && isOwn(file, home)) return {own: true, head};
	if (!ownRecords) refuseElsewhere(records, dirname(file));
	if (trusted.some(named => realpathSync(named) === realpathSync(file))) return {own: false, head};
	if (!askTrust) throw notOwn(file);
	if (!(await askTrust(whatItDoes(file, start, fold(events), records, configuration)))) throw new StartCancelled();
	return {own: false, head};
}

/** Throws `UsageError` for a link. */
export function refuseLink(file: string): void {
	if (!lstatSync(file, {throwIfNoEntry: false})?.isSymbolicLink()) return;
	throw new UsageError({
		what: 'This journal is a link, which is not followed to go on with a debate',
		value: file,
		from: 'what was named',
		todo: `Name the debate that it leads to: ${realpathSync(file)}.`,
	});
}

const notOwn = (file: string): UsageError =>
	new UsageError({
		what: 'Your Rostrum did not write this debate, or it was changed since: it acts only once you have seen what it would do',
		value: file,
		from: 'its journal',
		todo: `At a keyboard, "rostrum resume ${shellQuote(dirname(file))}" shows that and asks; elsewhere add --trust ${shellQuote(dirname(file))}. Replays and exports need neither.`,
	});

/** A record that somebody else wrote could have git clean up any folder: only its own. */
function refuseElsewhere(records: readonly RecordFile[], folder: string): void {
	const own = existsSync(folder) ? realpathSync(folder) + sep : folder;
	for (const {file, writes} of records)
		for (const path of writes)
			if (!(existsSync(path) ? realpathSync(path) : path).startsWith(own))
				throw new UsageError({
					what: 'This record names a folder outside of its debate, and your Rostrum did not write it',
					value: path,
					from: file,
					todo: 'Start the debate anew with "rostrum run".',
				});
}

/** What a debate would do if it went on: voices and where they are, its set-up, what it reads, and what it costs. */
function whatItDoes(
	file: string,
	start: EventOf<'debate-start'>,
	state: DebateState,
	records: readonly RecordFile[],
	configuration: Configuration,
): string[] {
	const {app, title, startedAt, subject, protocol, config, budget} = start;
	const defaults = formatOf(protocol)?.config.safeParse({}).data;
	const seats = state.seats.filter(({voice}) => voice !== outsideVoice);
	return [
		`debate: ${title}, ${protocol}, begun ${startedAt} by ${app.name} ${app.version}`,
		`folder: ${realpathSync(dirname(file))}`,
		...seats.map(({id, voice}) => `voice: ${id} is ${voice}${placeOf(voice, configuration)}`),
		...(subject.source === undefined ? [] : [`reads: ${subject.source}`]),
		...leaves(config, defaults).map(leaf => `set: ${leaf}`),
		...records.flatMap(({file: name, names}) => names.map(path => `record: ${name} names ${path}`)),
		`budget: ${budget ? JSON.stringify(budget) : 'none'}`,
		`price: ${priceText(start, seats, configuration)}`,
	];
}

/** The address that a voice is reached at. */
function placeOf(voice: string, {settings}: Configuration): string {
	const providers = withUserProviders(settings.providers);
	try {
		const row = providerOf(parseVoiceSpec(voice, providers), providers);
		return row?.baseUrl === undefined ? '' : ` at ${row.baseUrl}`;
	} catch (error) {
		if (error instanceof VoiceSpecError) return ', which is no voice here';
		throw error;
	}
}

/** Every value in a config that is not the default, by its path. */
function leaves(value: unknown, usual: unknown, path = ''): string[] {
	if (JSON.stringify(value) === JSON.stringify(usual) || value === undefined) return [];
	if (typeof value !== 'object' || value === null) return [`${path}: ${JSON.stringify(value)}`];
	return Object.entries(value).flatMap(([key, inner]) =>
		leaves(inner, isRecord(usual) ? usual[key] : undefined, path === '' ? key : `${path}.${key}`),
	);
}

function priceText(
	{protocol: id, config, subject}: EventOf<'debate-start'>,
	participants: DebateState['seats'],
	configuration: Configuration,
): string {
	const protocol = formatOf(id);
	if (!protocol?.config.safeParse(config).success) return 'not known';
	try {
		const {cost, tokens} = estimate({protocol, config, subject, participants, pace: 0}, priceFinder(configuration));
		return `all of it about ${tokens} tokens, ${cost === null ? 'at prices that are not known' : cost === 0 ? 'free' : money(cost)}; the rest less`;
	} catch (error) {
		if (error instanceof VoiceSpecError) return 'not known';
		throw error;
	}
}
