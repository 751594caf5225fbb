/** All debate formats: the one list, and what is asked of it. Nothing else names them all. */
import {concessionsIn, type Concession} from '../debate/claims.ts';
import {claimText} from '../debate/ledger.ts';
import type {EventOf} from '../debate/events.ts';
import {withUnknownConfig} from '../debate/protocol.ts';
import type {FormatEvent} from '../debate/slices.ts';
import type {DebateState} from '../debate/state.ts';
import {humanize, speakerIn, speakerOf} from '../languages/wording.ts';
import {nameIn} from '../view/moments.ts';
import {span, type Span} from '../view/rows.ts';
import {signs} from '../view/theme.ts';
import {stanceText} from '../view/voting.ts';
import {adversarialSpec} from './adversarial-spec/adversarial-spec.ts';
import {specShown} from './adversarial-spec/shown.ts';
import {builderReviewer} from './builder-reviewer/builder-reviewer.ts';
import {buildShown} from './builder-reviewer/shown.ts';
import {codeDebate} from './code-debate/code-debate.ts';
import {codeDebateShown} from './code-debate/shown.ts';
import {council} from './council/council.ts';
import {councilShown} from './council/shown.ts';
import type {
	EffectContext,
	EffectHandlers,
	Format,
	FormatExtras,
	FormatPane,
	LibraryFacts,
	NativeFiles,
	ShownEvent,
	ShownEvents,
} from './contract.ts';
import {duelogic} from './duelogic/duelogic.ts';
import {modelDuel} from './model-duel/model-duel.ts';
import {duelShown} from './model-duel/shown.ts';
import {motion} from './motion/motion.ts';
import {motionShown} from './motion/shown.ts';
import type {OptionRow} from './options.ts';

/** A format that parses the config it is given, so that callers need not know its type. */
export function withAnyConfig<C>(format: Format<C>): Format {
	const extras: FormatExtras = format;
	return {...extras, ...withUnknownConfig(format)};
}

/** What is held where no format is named: the first of the list. */
export const defaultFormat: Format = withAnyConfig(duelogic);

/** In the order in which they are offered. */
export const formats: readonly Format[] = [
	defaultFormat,
	withAnyConfig(adversarialSpec),
	withAnyConfig(builderReviewer),
	withAnyConfig(codeDebate),
	withAnyConfig(modelDuel),
	withAnyConfig(motion),
	withAnyConfig(council),
];

/** Claims are shown by the cards, exports and the outcome, which read the ledger that the events are folded into. */
const ledgerShown: ShownEvent<EventOf<'ledger'>> = {
	plain: {
		stream: 'err',
		lines: (event, state) =>
			changesIn(state, event).map(change => `[ledger] ${speakerIn(state, event.turnId)} ${changeText(change)}`),
	},
	moment: (event, state) =>
		isChangeOfMind(event)
			? {
					at: event.at,
					turnId: event.turnId,
					ends: true,
					sign: span(signs.agreed, 'good'),
					who: [speakerSpan(state, event)],
					what: changesIn(state, event).map(changeText).join('; '),
					tone: 'plain',
				}
			: undefined,
	rows: null,
	outcome: null,
	findings: null,
	digest: null,
};

/** Whether a turn gave up, took back, narrowed or granted something. */
const isChangeOfMind = ({conceded, withdrawn, answered, narrowed = []}: EventOf<'ledger'>): boolean =>
	conceded.length + withdrawn.length + narrowed.length > 0 || answered.some(({granted}) => granted);

/** What of it stands. */
const changesIn = ({formats: {ledger}}: DebateState, {turnId}: EventOf<'ledger'>): readonly Concession[] =>
	concessionsIn(ledger).filter(change => change.turnId === turnId);

const changeNames = {
	conceded: 'gives up at least in part',
	withdrawn: 'takes back at least in part',
	granted: 'grants',
	narrowed: 'narrows to',
} as const satisfies Record<Concession['kind'], string>;

const changeText = ({kind, claim}: Concession): string =>
	`${changeNames[kind]}: ${(kind === 'narrowed' ? claim.claim : claimText(claim)).replace(/\.$/u, '')}`;

/** Whoever spoke the turn, in the colour of the seat. */
const speakerSpan = (state: DebateState, {turnId, speaker}: EventOf<'ledger'>): Span => ({
	...nameIn(state.seats, state.at)(speaker),
	text: speakerIn(state, turnId),
});

/** Where every recorded event is shown, those of several formats first: what is left out does not compile. */
export const shownEvents: ShownEvents<FormatEvent> = {
	'judge-stance': {
		plain: {stream: 'err', lines: (event, state) => [stanceLine(state, event)]},
		moment: null,
		// Votes and stances have a part of their own in each export.
		rows: null,
		outcome: null,
		findings: null,
		digest: null,
	},
	// Cards, exports and the outcome read the ledger that it is folded into.
	ledger: ledgerShown,
	...specShown,
	...buildShown,
	...codeDebateShown,
	...duelShown,
	...motionShown,
	...councilShown,
};

const stanceLine = (state: DebateState, {judge, when, stance, reason}: EventOf<'judge-stance'>): string =>
	`[stance ${when}] ${speakerOf(state, judge)}: ${stance === null ? 'no answer,' : `${stanceText(stance)},`} ${reason}`;

/** What the library keeps of a debate besides what all have. */
export const libraryFacts = (state: DebateState): LibraryFacts =>
	Object.assign({}, ...Object.values(shownEvents).map(({digest}) => digest?.(state) ?? {}));

/** The format that gives an answer, by its id: the one that tells programs what it came to. */
export const briefFormat: string = formats.find(({brief}) => brief !== undefined)?.id ?? defaultFormat.id;

/** Undefined for a format that is not known here, as a foreign journal may name one. */
export const formatOf = (id: string | undefined): Format | undefined => formats.find(format => format.id === id);

/** The pane of a debate's own format, where it has one. */
export const paneOf = ({start}: DebateState): FormatPane | undefined => formatOf(start?.protocol)?.pane;

/** What people read for a format's id: the id itself where it is not known here. */
export const formatName = (id: string): string => formatOf(id)?.name ?? id;

/** A format's name for a narrow screen. */
export const shortFormatName = (id: string): string => formatOf(id)?.shortName ?? formatName(id);

/** A turn's kind in words. */
export const kindName = (kind: string): string =>
	formats.flatMap(format => format.kindName?.(kind) ?? [])[0] ?? humanize(kind);

/**
 * The options that formats add to `run`. One that several formats have is a single row with the text of each; where it
 * is the same in all, it stands with the last of them.
 */
export function formatOptions(): OptionRow[] {
	const rows = new Map<string, OptionRow>();
	for (const row of formats.flatMap(({options = []}) => options)) {
		const name = nameOf(row);
		const before = rows.get(name);
		if (before === row) rows.delete(name);
		rows.set(name, before && before !== row ? joined(before, row) : row);
	}
	return [...rows.values()];
}

const nameOf = ({flags}: OptionRow): string => flags.split(' ', 1)[0] ?? flags;

/** One row for an option that formats mean differently: with the values and the text of each. */
function joined(one: OptionRow, other: OptionRow): OptionRow {
	const name = nameOf(one);
	const values = new Set([one, other].map(({flags}) => flags.slice(name.length).replaceAll(/[\s<>[\]]/gu, '')));
	return {...one, flags: `${name} <${[...values].join('|')}>`, about: `${one.about}; ${other.about}`};
}

/** The native files that a path is one of, if any. */
export async function nativeFilesAt(path: string, shape: NativeFiles['shape']): Promise<NativeFiles | undefined> {
	for (const {host} of formats) {
		const native = await host?.files?.();
		if (native?.shape === shape && native.recognize(path)) return native;
	}
	return undefined;
}

const noEffects: EffectHandlers = {effects: {}, close: async () => undefined};

/** Opens the effects of a format; none if it has none. */
export async function openEffects(format: string, context: EffectContext): Promise<EffectHandlers> {
	const open = await formatOf(format)?.host?.effects?.();
	return open ? open(context) : noEffects;
}

/** Documents, reports and reviews are read, and spoken by nobody. */
export function isRead(id: string | undefined): boolean {
	const traits = formatOf(id)?.traits;
	return traits?.inWriting === true || traits?.forWork === true;
}
