/** Whole Duelogic debates on rehearsal voices, in-process and in virtual time. */
import {existsSync, mkdtempSync, readFileSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {z} from 'zod';
import type {Participant} from '../../../src/debate/events.ts';
import {withUnknownConfig} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {runDebate} from '../../../src/engine/run.ts';
import {parseDuelogicConfig} from '../../../src/formats/duelogic/config.ts';
import {duelogicSeats, duelogic} from '../../../src/formats/duelogic/duelogic.ts';
import {rehearsalVoice} from '../../../src/rehearsal/rehearse.ts';

const Preset = z.object({id: z.string(), propositions: z.array(z.string()), config: z.looseObject({})});

const folder = 'presets/duelogic';
export const presets = readdirSync(folder).map(file =>
	Preset.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
);

const newFile = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-rehearsed-')), 'debate.jsonl');

/** Virtual time, at every pace. */
const hurrying = () => Object.defineProperty(steppedClock({hurry: true}), 'hurry', {get: () => true, set() {}});

/** A debate of a preset at its defaults, or going on with the journal in `file`, as `rostrum run duelogic --preset ID --seed N --pace P` holds it. */
export async function rehearsed(
	preset: z.infer<typeof Preset>,
	{seed, pace = 0, file = newFile()}: {readonly seed: number; readonly pace?: number; readonly file?: string},
): Promise<{readonly state: DebateState; readonly file: string}> {
	const config = parseDuelogicConfig(preset.config);
	const participants: Participant[] = duelogicSeats(config).map(({id, role, displayName, modelId, framework}) => ({
		id,
		role,
		name: displayName ?? modelId ?? id,
		voice: 'rehearsal',
		...(framework === undefined ? {} : {framework}),
	}));
	const past = existsSync(file) ? readJournal(file).events : [];
	const debate = runDebate({
		protocol: withUnknownConfig(duelogic),
		config,
		subject: {text: preset.propositions[seed % preset.propositions.length] ?? ''},
		title: preset.id,
		participants,
		seed,
		pace,
		timeoutMs: 60_000,
		clock: hurrying(),
		voices: new Map(participants.map(({id}) => [id, rehearsalVoice()])),
		journal: openJournal(file, past.at(-1)?.hash ?? ''),
		past,
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'test',
		debateId: 'rehearsed',
		startedAt: '2026-01-01T00:00:00.000Z',
	});
	for await (const event of debate.events) void event;
	await debate.done;
	return {state: fold(readJournal(file).events), file};
}
