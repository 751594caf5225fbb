/** Opens the effects of a Code Debate: a side writes to the file; a viewer starts the sides and follows their file. */
import type {EffectHandlers, EffectContext} from '../../contract/effects.ts';
import {existsSync, readdirSync, rmdirSync, rmSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {VoiceCall} from '../../../debate/events.ts';
import {sideEffects, viewEffects} from './effects.ts';
import {copyFiles} from './git-copy.ts';
import {readJournal} from '../../../engine/journal/journal.ts';
import {holdResponder, takeSide} from './debate-file.ts';
import {CodeDebateConfig} from '../config.ts';
import type {SubjectRequest} from '../subject/request.ts';
import {shownCode, subjectFor} from './code-subject.ts';
import {journalOf, startSides} from './start-sides.ts';

/** The seconds of a signature: `2026-11-21T14:30:00Z`. */
export const timeOfSigning = (): string => new Date().toISOString().replace(/\.\d+Z$/u, 'Z');

export async function openCodeDebateEffects(about: EffectContext): Promise<EffectHandlers> {
	const config = CodeDebateConfig.parse(about.config);
	const pollMs = config.pollSeconds * 1000;
	if (config.part === 'side') {
		takeSide(config.file, config.role);
		// One that was cut off had its place until then.
		if (config.role === 'B') await holdResponder(config.file);
		const place = join(about.folder, `files-${config.role.toLowerCase()}`);
		const {reads} = config;
		// A resumed debate has the files that were read before it was suspended.
		if (reads && about.resumed) await copyFiles(reads, place);
		const filesToRead = async () => {
			if (reads) await copyFiles(reads, place);
			return {folder: place};
		};
		return {
			realTime: true,
			effects: {
				'files-to-read': filesToRead,
				...sideEffects(
					{file: config.file, role: config.role, at: timeOfSigning},
					{pollMs, timeoutMs: config.timeoutSeconds * 1000, settleMs: config.settleSeconds * 1000},
				),
			},
			async close({outcome}) {
				if (outcome !== undefined) rmSync(place, {recursive: true, force: true});
				return undefined;
			},
		};
	}
	const code = config.request && !about.resumed ? await readCode(config.request, about) : undefined;
	const file = resolve(about.folder, config.file);
	const sides = startSides({...about, config, file});
	return {
		realTime: true,
		code,
		effects: viewEffects({
			file,
			pollMs: Math.min(pollMs, 1000),
			ended: sides.ended,
			typing: sides.typing,
			callsOf: seat => callsIn(journalOf(about.folder, seat)),
		}),
		async close() {
			await sides.stop();
			return undefined;
		},
	};
}

/** A side's voice calls, from its own journal: the viewer’s statistics count them. */
const callsIn = (journal: string): VoiceCall[] =>
	existsSync(journal)
		? readJournal(journal).events.flatMap(event => (event.type === 'voice-call' ? [VoiceCall.parse(event)] : []))
		: [];

/** Refuses an unreadable subject before the sides are started, and leaves no empty folder behind. */
async function readCode(request: SubjectRequest, {folder, cwd, handedOn}: EffectContext): Promise<string | undefined> {
	try {
		return shownCode(await subjectFor(request, cwd, handedOn));
	} catch (error) {
		if (readdirSync(folder).length === 0) rmdirSync(folder);
		throw error;
	}
}
