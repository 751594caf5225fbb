/** Makes an edition of a debate that was held before, and keeps it beside the journal. */
import type {EditionEvent} from '../../debate/edition.ts';
import {withUnknownConfig} from '../../debate/protocol.ts';
import {fold} from '../../debate/reduce.ts';
import type {DebateState} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import {editing, EditingConfig} from '../../formats/editing.ts';
import {formatOf, formats} from '../../formats/index.ts';
import type {Configuration} from '../../settings/settings.ts';
import {eventsIn, noticeIn} from '../files/read-debate.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import {meansOf, refusePeople} from '../plan/resolve-plan.ts';
import {checkedPlan} from '../plan/start-check.ts';
import {resolveParticipants} from '../voices/resolve-participants.ts';
import {editionsFolder} from './edition-beside.ts';
import {runJudging, type JudgingRun} from './run-judging.ts';

export type PlannedEdit = {
	readonly journal: string;
	/** As it was held. */
	readonly old: DebateState;
	readonly plan: ReadyPlan;
	/** ROSTRUM_HOME. */
	readonly home: string;
};

/** Reads the debate and resolves who edits. Throws `UsageError` where it cannot be edited. */
export async function planEdit(
	journal: string,
	configuration: Configuration,
	signal: AbortSignal,
): Promise<PlannedEdit> {
	const {settings} = configuration;
	const editor = settings.editor ?? settings.arbiter ?? settings.voice;
	if (editor === undefined || editor === 'none' || editor.startsWith('rehearsal'))
		throw new UsageError({
			what: 'No editor was named',
			...(editor !== undefined && {value: editor}),
			from: 'the command line',
			todo: 'Say which model edits with --editor, such as --editor openrouter:openai/gpt-4o: a rehearsal has no words for it.',
		});
	const events = [...eventsIn(journal)];
	const notice = noticeIn(journal);
	const old = fold(events);
	refuseOthers(old, journal);
	const protocol = withUnknownConfig(editing(old, settings.judges.length));
	const wanted: EditingConfig = {debate: old.start?.debateId ?? '', upto: events.at(-1)?.hash ?? ''};
	const cast = resolveParticipants(
		protocol.openSeats(wanted),
		{judges: settings.judges, seats: {editor}},
		configuration,
	);
	refusePeople(cast, {protocol, config: wanted, interactive: false});
	const plan = await checkedPlan(
		{
			...cast,
			protocol,
			config: wanted,
			subject: old.start?.subject ?? {text: ''},
			title: `${old.start?.title ?? ''}, edited`,
			seed: settings.seed ?? old.start?.seed ?? 1,
			pace: 0,
			timeoutMs: settings.timeout,
			...meansOf({...settings, closing: false}, false),
			exports: [],
			folder: editionsFolder(journal),
			remembered: undefined,
			notices: [...configuration.notices, ...cast.notices, ...(notice === undefined ? [] : [notice])],
		},
		configuration,
		{signal, anyway: true},
	);
	return {journal, old, plan, home: configuration.home};
}

function refuseOthers({start, outcome}: DebateState, journal: string): void {
	const edited = formats.filter(({edit}) => edit).map(({id}) => id);
	if (!formatOf(start?.protocol)?.edit)
		throw new UsageError({
			what: 'Debates of this format have no edition',
			value: start?.protocol,
			from: journal,
			todo: `Name one of ${edited.join(' or ')}; "rostrum library list" lists what was held.`,
		});
	if (outcome === undefined)
		throw new UsageError({
			what: 'This debate has not ended',
			from: journal,
			todo: 'Go on with it first: "rostrum resume" takes its folder.',
		});
}

export type EditReport = Omit<JudgingRun, 'evaluations' | 'before'> & {readonly edition: EditionEvent | undefined};

/** Asks the editor once. The debate's own journal is only read. */
export async function editDebate({plan, home}: PlannedEdit, signal: AbortSignal): Promise<EditReport> {
	const {evaluations: _none, before: _nothing, ...run} = await runJudging(plan, {folder: plan.folder, home, signal});
	return {...run, edition: readJournal(run.file).events.findLast(event => event.type === 'edition')};
}
