import path from 'node:path';
import {expect, it} from 'vitest';
import {replaySession} from '../../../src/app/session/debate-session.ts';
import {watchSession} from '../../../src/app/session/watch-session.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {statusRow} from '../../../src/ui/board/status.ts';
import {resultsRows} from '../../../src/ui/results/results-rows.ts';
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import type {Row} from '../../../src/view/rows.ts';

const folder = path.resolve('transcripts/sample-private-cars');
const {signal} = new AbortController();
const configure = () => loadSettings({}, {env: {ROSTRUM_HOME: folder}});
const sessions: readonly (readonly [string, () => Promise<Session>])[] = [
	[
		'a replay',
		async () => replaySession(path.join(folder, 'debate.jsonl'), {rhythm: {speed: Infinity}, signal, configure}),
	],
	['what is watched', async () => watchSession(folder, {cwd: folder, folder, signal})],
];

/** Without the frame, in one line. */
const textOf = (rows: readonly Row[]): string =>
	rows
		.map(({spans}) => spans.map(({text}) => text).join(''))
		.join(' ')
		.replaceAll(/[│\s]+/gu, ' ');

it.each(sessions)('%s shows the edition that lies beside its journal', async (_what, open) => {
	const store = new DebateStore(await open());
	while (!store.over) await new Promise(resolve => setImmediate(resolve));
	const {state, index} = store;
	const title = 'Who may say no when nobody in particular is hurt';
	expect(textOf([statusRow(state, 0, 160)])).toContain(title);
	const results = textOf(resultsRows(state, index, undefined, 140, false));
	expect(results).toContain(title);
	for (const text of [
		state.edition?.standfirst?.split(' ').slice(0, 6).join(' ') ?? 'none',
		'written by an editor (played by a strong model, by hand)',
	])
		expect(results).toContain(text);
	store.close();
});
