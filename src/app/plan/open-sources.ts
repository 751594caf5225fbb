/** Opens the documents that a debate is to stand on, and says what of them is sent where. */
import type {Participant} from '../../debate/events.ts';
import type {SourceDesk, SourceDocument, SourcesState} from '../../debate/sources.ts';
import {byEnding} from '../../debate/views/citations.ts';
import {journalDesk} from '../../debate/citations/journal-corpus.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {languageOfText} from '../../languages/find.ts';
import {formatOf, formats} from '../../formats/index.ts';
import {flagOption, listOption, numberOption, textOption, type Input} from '../../formats/options.ts';
import type {Format} from '../../formats/contract.ts';
import type {Voice} from '../../voices/voice.ts';
import {isPerson} from '../../debate/seats.ts';
import {expandPath, isAddress} from '../../engine/host/expand-path.ts';
import type {DebatePlan} from '../../engine/lifecycle.ts';
import type {HeldDocuments} from '../../sources/fetched-files.ts';
import {queryFor, searchServer, type PageSearch} from '../../sources/web-search.ts';
import type {Configuration} from '../../settings/settings.ts';

/** Small documents stand in every prompt: so many tokens, and at most this share of the smallest context. */
const whole = {tokens: 4000, share: 0.25} as const;
const mostNamed = 6;

/** What the user named as sources. Throws `UsageError` for a format that does not read any. */
export function sourcesNamed(options: Input['options'], protocol: Pick<Format, 'name' | 'traits'>): readonly string[] {
	const named = listOption(options, 'sources').filter(path => path.trim() !== '');
	if (named.length === 0 || protocol.traits?.readsSources) return named;
	const able = formats.filter(({traits}) => traits?.readsSources).map(({id}) => id);
	throw new UsageError({
		what: `${protocol.name} does not argue from documents`,
		value: named.join(', '),
		from: '--sources',
		todo: `Leave it out, or run ${able.join(' or ')}.`,
	});
}

/**
 * Where pages are searched for, where the user said so: on the topic, and half of them during the debate where those
 * who speak look things up. What is asked for then may hold words of the user’s own documents, so that somebody has to
 * agree to it. Throws `UsageError`.
 */
export function searchNamed(
	options: Input['options'],
	protocol: Pick<Format, 'name' | 'traits'>,
	{keyOf, interactive}: Pick<Configuration, 'keyOf'> & {readonly interactive: boolean},
): PageSearch | undefined {
	const written = textOption(options, 'search');
	const most = numberOption(options, 'searchLimit', {flag: '--search-limit', from: 1, to: 10}) ?? usualPages;
	if (written === undefined) return undefined;
	sourcesNamed({sources: [written]}, protocol);
	const {server, keyVariable} = searchServer(written);
	const key = keyVariable === undefined ? undefined : keyOf({id: 'search', keyVariable})?.key;
	const isPrivate = listOption(options, 'sources').some(path => !isAddress(path));
	const isAgreed = interactive || !isPrivate || flagOption(options, 'searchWithSources');
	const wanted = protocol.traits?.looksUp ? Math.floor(most / 2) : 0;
	const during = isAgreed ? wanted : 0;
	const pages = {before: most - during, during};
	if (keyVariable === undefined || key !== undefined)
		return {server, key, ...pages, told: searchInWords(server, pages, wanted > during)};
	throw new UsageError({
		what: `This search server wants a key, and ${keyVariable} has none`,
		value: written,
		from: '--search',
		todo: `Set ${keyVariable}, or name a server that wants none.`,
	});
}

/** Pages that searches bring, unless the user says how many. */
const usualPages = 6;

/** What is searched for where, as whoever has to agree to it is told. */
function searchInWords(
	server: string,
	{before, during}: Pick<PageSearch, 'before' | 'during'>,
	lacks: boolean,
): string {
	const most = `${before + during} ${before + during === 1 ? 'page' : 'pages'} at most`;
	const {host} = new URL(server);
	return during === 0
		? `${host} is asked for pages on the topic, once, before the debate: ${most}.${lacks ? ' Nobody searches during it: what is asked would hold words of your documents, unless you add --search-with-sources.' : ''}`
		: `${host} is asked for pages: on the topic, and during the debate for what its speakers look for, which may hold words of what they read: ${most}.`;
}

type Sourced = Pick<DebatePlan, 'participants' | 'sources'> & {
	readonly protocol: {readonly id: string};
	/** What the user named, as it is written. */
	readonly sourcesNamed?: readonly string[];
	readonly subject: {readonly text: string};
	readonly search?: PageSearch | undefined;
	readonly voices: ReadonlyMap<string, Pick<Voice, 'contextTokens'>>;
	readonly notices: readonly string[];
};

/** The plan with its documents opened, where it names some. Whoever gets it closes them. Throws `UsageError`. */
export async function withSources<P extends Sourced>(
	plan: P,
	{cwd, signal}: {readonly cwd: string; readonly signal: AbortSignal},
): Promise<P> {
	const {sourcesNamed: named = [], search} = plan;
	if (plan.sources || (named.length === 0 && !search)) return plan;
	const topic = plan.subject.text;
	const smallest = Math.min(...[...plan.voices.values()].map(({contextTokens = Infinity}) => contextTokens));
	// Whoever has all of them before it looks nothing up.
	const wholeUpTo = search?.during ? 0 : Math.min(whole.tokens, Math.floor(smallest * whole.share));
	const means = {cwd, signal, search: search && {...search, topic}};
	const sources = ofFormat(await openNamed(named, means, wholeUpTo), plan.protocol);
	const searched = search ? [`Searched ${new URL(search.server).host} for “${queryFor(topic)}”.`] : [];
	return {...plan, sources, notices: [...new Set([...plan.notices, ...searched, ...toldOf(sources)])]};
}

/** Where people work on a text, what they quote without an id is mostly the text. */
const ofFormat = (desk: SourceDesk, {id}: {readonly id: string}): SourceDesk =>
	formatOf(id)?.traits?.forWork ? {...desk, onlyCited: true} : desk;

/** Opens documents; what has no more tokens than `wholeUpTo` is given as a whole. Throws `UsageError`. */
export async function openNamed(
	named: readonly string[],
	{
		cwd,
		signal,
		...means
	}: {
		readonly cwd: string;
		readonly signal: AbortSignal;
		readonly held?: HeldDocuments | undefined;
		readonly search?: (PageSearch & {readonly topic: string}) | undefined;
	},
	wholeUpTo = 0,
): Promise<SourceDesk> {
	// Loaded late: most debates stand on no documents, and most of those on none that is fetched.
	if (named.some(isAddress) || means.search || means.held?.documents.some(({fetched}) => fetched)) {
		const {openFetched} = await import('../../sources/fetched-files.ts');
		return openFetched({named, cwd, wholeUpTo}, {signal, ...means});
	}
	const {openSources} = await import('../../sources/desk.ts');
	return openSources({named, cwd, wholeUpTo}, signal);
}

/** Files that a preset or a batch names, from its folder. Throws `UsageError` for addresses: those the user names. */
export function filesNamedIn(what: 'preset' | 'batch', named: readonly string[], folder: string): readonly string[] {
	const address = named.find(isAddress);
	if (address === undefined) return named.map(path => expandPath(folder, path));
	throw new UsageError({
		what: `A ${what} names files and folders, and no network address`,
		value: address,
		from: `the ${what}’s "sources"`,
		todo: `Save the page as a file and name that${what === 'preset' ? ', or give the address with --sources' : ''}.`,
	});
}

/** Which files these are, and which were passed over. */
function toldOf({documents, left, whole: all}: SourceDesk): readonly string[] {
	const words = documents.reduce((sum, document) => sum + document.words, 0);
	const names = documents.slice(0, mostNamed).map(({number, name}) => `S${number} ${name}`);
	const more = documents.length - names.length;
	const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	return [
		...documents.flatMap(fetchedLine),
		`Sources: ${list}; ${words.toLocaleString('en')} words${all ? ', all of which stands in every prompt' : ''}.`,
		...(left.length === 0
			? []
			: [
					`Passed over: ${left.slice(0, mostNamed).join('; ')}${left.length > mostNamed ? `; and ${left.length - mostNamed} more` : ''}${left.length > 1 ? ` (${byEnding(left)})` : ''}.`,
				]),
		...unreadOf(documents),
	];
}

function fetchedLine({number, bytes, hash, fetched}: SourceDocument): readonly string[] {
	if (!fetched) return [];
	const {url, final, at} = fetched;
	const from = final === undefined ? url : `${url}, which led on to ${final}`;
	return [
		`Fetched S${number} from ${from}, at ${at.slice(0, 19)}Z: ${bytes.toLocaleString('en')} bytes, SHA-256 ${hash.slice(0, 16)}….`,
	];
}

/** What of the documents was not read, those first of which least was. */
function unreadOf(documents: readonly SourceDocument[]): readonly string[] {
	const told = documents
		.toSorted((one, other) => (one.share ?? 1) - (other.share ?? 1))
		.flatMap(({number, name, share = 1, left = []}) => {
			const parts = [...(share < 0.9 ? [`${Math.round(share * 100)} % of its characters were read`] : []), ...left];
			return parts.length === 0 ? [] : [`S${number} ${name}: ${parts.join(', ')}`];
		});
	const more = told.length - mostNamed;
	return told.length === 0
		? []
		: [`Left out of what was read: ${told.slice(0, mostNamed).join('; ')}${more > 0 ? `; and of ${more} more` : ''}.`];
}

/** To whom passages are sent. */
export function sentTo(named: readonly string[], participants: readonly Participant[]): readonly string[] {
	if (named.length === 0) return [];
	const servers = new Set(
		participants
			.filter(one => !isPerson(one) && one.voice !== 'rehearsal')
			.map(({provider, voice}) => provider ?? voice),
	);
	return servers.size === 0
		? []
		: [
				`Passages of ${named.join(', ')} are sent to ${[...servers].join(', ')}, without the secrets that are recognised in them.`,
			];
}

/** How the documents of a debate that goes on are found again. */
type Reopening = {
	readonly protocol: {readonly id: string};
	readonly named: readonly string[];
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly journal: string;
	/** Whether it may go on where some have changed. */
	readonly changed: boolean;
};

/**
 * The documents of a debate that goes on: opened again where they are named, else the passages that its journal has.
 * Throws `UsageError` where they have changed, and nobody said that it may go on all the same.
 */
export async function reopenSources(
	before: SourcesState | undefined,
	{protocol, named, cwd, signal, journal, changed}: Reopening,
): Promise<{readonly sources?: SourceDesk; readonly notices: readonly string[]}> {
	if (!before) {
		if (named.length === 0) return {notices: []};
		throw new UsageError({
			what: 'This debate was begun without documents',
			value: named.join(', '),
			from: '--sources',
			todo: 'Leave it out, or start a debate with them.',
		});
	}
	if (before.byCitation) return {notices: []};
	const isKept = named.length === 0 && before.documents.every(({fetched}) => fetched);
	const kept = isKept ? await openKept(before, {protocol, signal, journal, cwd}) : undefined;
	if (kept) return {sources: kept, notices: []};
	if (named.length === 0) {
		const told = before.whole
			? []
			: [
					'It goes on with the passages that its journal has, and looks for no others: name its documents with --sources.',
				];
		return {
			sources: ofFormat(
				journalDesk(before, text => languageOfText(text, 2)),
				protocol,
			),
			notices: told,
		};
	}
	const sources = ofFormat(
		await openNamed(named, {cwd, signal, held: {journal, documents: before.documents}}),
		protocol,
	);
	const changes = changesSince(before, sources);
	if (changes.length === 0 || changed)
		return {sources, notices: changes.length === 0 ? [] : [`The documents have changed: ${changes.join('; ')}.`]};
	sources.close();
	throw new UsageError({
		what: `The documents have changed since the debate began: ${changes.slice(0, 5).join('; ')}`,
		value: named.join(', '),
		from: '--sources',
		todo: 'Put the old ones back, leave --sources out, or add --changed-sources.',
	});
}

/** The pages of a debate that stands on no others, as they were kept; undefined where one is not there as it came. */
async function openKept(
	{documents, whole: isWhole}: SourcesState,
	{protocol, signal, journal, cwd}: Pick<Reopening, 'protocol' | 'signal' | 'journal' | 'cwd'>,
): Promise<SourceDesk | undefined> {
	if (isWhole) return undefined;
	const held = {journal, documents};
	const desk = await openNamed([], {cwd, signal, held}).catch((error: unknown) => {
		if (error instanceof UsageError) return undefined;
		throw error;
	});
	if (!desk) return undefined;
	if (changesSince({documents, byCitation: false}, desk).length === 0) return ofFormat(desk, protocol);
	desk.close();
	return undefined;
}

/** What has changed of the documents since the debate began, in words. */
export function changesSince(
	{documents: before, byCitation}: Pick<SourcesState, 'documents' | 'byCitation'>,
	{documents: now}: SourceDesk,
): readonly string[] {
	// Those that were listed as they were cited have numbers of their own, and there are others beside them.
	const keyOf = ({number, name}: SourceDocument): string => (byCitation ? name : String(number));
	const hashes = new Map(now.map(document => [keyOf(document), document.hash]));
	const changed = before.filter(document => hashes.get(keyOf(document)) !== document.hash);
	const added = byCitation ? [] : now.filter(({number}) => before.every(each => each.number !== number));
	return [
		...changed.map(
			document =>
				`S${document.number} ${document.name} ${hashes.has(keyOf(document)) ? 'is not what it was' : 'is missing'}`,
		),
		...added.map(({number, name}) => `S${number} ${name} is new`),
	];
}
