/** The formats' hosts: one entry a format. Nothing else in the app names a format. */
import {specAction, specInput, specLayers, specOptions, specSetup, unsavedSpec} from './adversarial-spec/options.ts';
import {buildInput, buildOptions, buildSetup, checkNotices} from './builder-reviewer/options.ts';
import {notAccepted} from './builder-reviewer/host/not-accepted.ts';
import {codeDebateInput, codeDebateOptions, codeDebateSetup, codeDebateThreshold} from './code-debate/options.ts';
import type {EffectContext, EffectHandlers, FormatHost, NativeFiles} from './contract.ts';
import type {OptionRow} from './options.ts';
import {duelogicInput, duelogicLayers, duelogicOptions, duelogicSetup} from './duelogic/options.ts';
import {duelInput, duelOptions, duelQueue, duelSetup} from './model-duel/options.ts';
import {motionInput, motionOptions, motionPair, motionSetup} from './motion/options.ts';

/** By the id of the protocol. */
export const formatHosts: Readonly<Record<string, FormatHost>> = {
	'adversarial-spec': {
		options: specOptions,
		setup: specSetup,
		input: specInput,
		hasBackground: true,
		layers: specLayers,
		action: specAction,
		unsaved: unsavedSpec,
		effects: async () => (await import('./adversarial-spec/host/effects.ts')).openSpecEffects,
	},
	'builder-reviewer': {
		options: buildOptions,
		setup: buildSetup,
		input: buildInput,
		notices: checkNotices,
		notAccepted,
		verifyBeside: async (...given) => (await import('./builder-reviewer/host/run-folder.ts')).verifyRunBeside(...given),
		files: async () => (await import('./builder-reviewer/host/run-folder.ts')).runFolders,
		effects: async () => (await import('./builder-reviewer/host/effects.ts')).openBuilderReviewerEffects,
	},
	'code-debate': {
		options: codeDebateOptions,
		setup: codeDebateSetup,
		input: codeDebateInput,
		threshold: codeDebateThreshold,
		files: async () => (await import('./code-debate/host/debate-md.ts')).debateFiles,
		effects: async () => (await import('./code-debate/host/open-effects.ts')).openCodeDebateEffects,
	},
	'model-duel': {
		options: duelOptions,
		setup: duelSetup,
		input: duelInput,
		queue: duelQueue,
		files: async () => (await import('./model-duel/host/duel-log.ts')).duelLogs,
		effects: async () => (await import('./model-duel/host/effects.ts')).openDuelEffects,
	},
	motion: {options: motionOptions, setup: motionSetup, input: motionInput, pair: motionPair},
	duelogic: {options: duelogicOptions, input: duelogicInput, setup: duelogicSetup, layers: duelogicLayers},
};

/** The options that formats add to `run`. One that several formats have is a single row with the text of each. */
export function formatOptions(): OptionRow[] {
	const rows = new Map<string, OptionRow>();
	for (const row of Object.values(formatHosts).flatMap(({options = []}) => options)) {
		const name = row.flags.split(' ', 1)[0] ?? row.flags;
		const before = rows.get(name);
		rows.set(
			name,
			before && before !== row
				? {
						...before,
						flags: `${name} <${[...new Set([before.flags, row.flags].map(flags => flags.slice(name.length).replaceAll(/[\s<>[\]]/gu, '')))].join('|')}>`,
						about: `${before.about}; ${row.about}`,
					}
				: row,
		);
	}
	return [...rows.values()];
}

/** The native files that a path is one of, if any. */
export async function nativeFilesAt(path: string, shape: NativeFiles['shape']): Promise<NativeFiles | undefined> {
	for (const {files} of Object.values(formatHosts)) {
		const native = await files?.();
		if (native?.shape === shape && native.recognize(path)) return native;
	}
	return undefined;
}

const noEffects: EffectHandlers = {effects: {}, close: async () => undefined};

/** Opens the effects of a format; none if it has none. */
export async function openEffects(protocol: string, context: EffectContext): Promise<EffectHandlers> {
	const load = formatHosts[protocol]?.effects;
	return load ? (await load())(context) : noEffects;
}
