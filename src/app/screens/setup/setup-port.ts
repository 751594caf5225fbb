/** The setup screen's port, loaded when a setup is opened. */
import type {DebateEvent} from '../../../debate/events.ts';
import type {Protocol} from '../../../debate/protocol.ts';
import {readPresets} from '../../plan/presets.ts';
import {configErrors, UsageError} from '../../../debate/usage-error.ts';
import {homeFiles} from '../../../settings/home.ts';
import type {Configuration, Configure} from '../../../settings/settings.ts';
import type {Session, SetupPort} from '../../session/session.ts';
import type {SetupDraft} from './setup.ts';
import {resolvePlan} from '../../plan/resolve-plan.ts';
import {completePath} from './complete-path.ts';
import {findProtocol} from '../../plan/debate-config.ts';
import {hasPreset, presetIdOf, savePreset} from './save-preset.ts';
import {attachCheckedVoices, type ReadyPlan} from '../../plan/attach-voices.ts';
import {previewSetup, resolveSetup} from './preview.ts';
import {formFromDebate, type HeldDebate} from './form-from-debate.ts';
import {makeSheets, setupDataOf} from './sheets.ts';
import {voiceChoices} from './voice-choices.ts';

/** Keeps the draft while the setup is closed. */
export type SetupDraftStore = {draft?: SetupDraft | undefined};

type DebateStart = Pick<
	Extract<DebateEvent, {type: 'debate-start'}>,
	'protocol' | 'config' | 'subject' | 'participants'
>;

export type SetupContext = {
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly configure: Configure;
	/** Starts the debate. */
	readonly start: (plan: ReadyPlan, configuration: Configuration) => Promise<Session>;
};

/** Throws `UsageError` if the user's own files are invalid. */
export function makeSetupPort({cwd, signal, configure, start}: SetupContext, kept: SetupDraftStore): SetupPort {
	const configuration = configure();
	const {home} = configuration;
	const standing = (protocol: string): unknown =>
		resolvePlan({args: [protocol], options: {topic: protocol}}, configuration, {cwd, interactive: true}).config;
	const sheets = makeSheets(configuration, readPresets(homeFiles(home).presets), standing);
	const around = {cwd, configure, sheets};
	let voices: ReturnType<SetupPort['voices']> | undefined;
	return {
		sheets,
		saveDraft: draft => void (kept.draft = draft),
		savedDraft: () => kept.draft,
		preview: choice => previewSetup(choice, around),
		voices: () => (voices ??= voiceChoices(configuration, signal)),
		complete: (written, takes) => completePath(written, {cwd, folders: takes === 'folder'}),
		async start(choice) {
			const {arrangement, configuration: own} = resolveSetup(choice, around);
			return start(await attachCheckedVoices(arrangement, own, signal), own);
		},
		presetId(protocol, name) {
			const id = presetIdOf(name);
			return {id, taken: hasPreset(home, protocol, id)};
		},
		save: (choice, name) => savePreset(resolveSetup(choice, around), name, {home, cwd}),
	};
}

/** A setup filled in from an earlier debate, opened at the choice of voices. */
export function setupAgain(
	{protocol, config, subject, participants}: Omit<HeldDebate, 'speakers'> & {readonly protocol: Protocol},
	context: SetupContext,
): SetupPort {
	const kept: SetupDraftStore = {};
	const port = makeSetupPort(context, kept);
	const sheet = port.sheets.find(one => one.protocol === protocol.id);
	if (sheet)
		kept.draft = {
			step: 'seats',
			protocol: protocol.id,
			forms: {
				[protocol.id]: formFromDebate(
					{config, subject, participants, speakers: protocol.speakers(config)},
					sheet,
					setupDataOf(protocol.id),
				),
			},
		};
	return port;
}

/** The same from a journal. Throws `UsageError` if its protocol or config is no longer valid. */
export function setupFromJournal(
	{protocol: id, config, subject, participants}: DebateStart,
	context: SetupContext,
): SetupPort {
	const protocol = findProtocol(id);
	const parsed = protocol.config.safeParse(config);
	if (!parsed.success)
		throw new UsageError({
			what: 'The config of this debate is no longer valid',
			value: configErrors(parsed.error).join('; '),
			from: 'its journal',
			todo: 'Set up a new one.',
		});
	return setupAgain({protocol, config: parsed.data, subject, participants}, context);
}
