import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect} from 'vitest';
import {withUnknownConfig} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/reduce.ts';
import {openJournal, readJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {parseDuelogicConfig} from '../../src/formats/duelogic/config.ts';
import {duelogicSeats, duelogic} from '../../src/formats/duelogic/duelogic.ts';
import {listModels} from '../../src/voices/model-list.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {baseUrl, live, model} from './live-model.ts';

live(
	'holds a short Duelogic debate on a real model, however small: the journal is sound and no score is made up',
	async () => {
		const row = {id: 'live', name: 'the live server', baseUrl, atOnce: 1};
		const {contextTokens: takes = 6000} = (await listModels(row, {timeoutMs: 5000})).find(({id}) => id === model) ?? {};
		const config = parseDuelogicConfig({
			chairs: [{framework: 'utilitarian'}, {framework: 'virtue_ethics'}],
			flow: {maxExchanges: 3},
			podcastMode: {enabled: false},
			contextTokens: takes,
		});
		const seats = duelogicSeats(config);
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-live-')), 'debate.jsonl');
		const debate = runDebate({
			protocol: withUnknownConfig(duelogic),
			config,
			subject: {text: 'Voting should be compulsory.'},
			title: 'Live',
			seed: 7,
			pace: 0,
			timeoutMs: 120_000,
			participants: seats.map(({id, role, framework}) => ({
				id,
				role,
				name: id,
				voice: `live:${model}`,
				...(framework === undefined ? {} : {framework}),
			})),
			voices: new Map(
				seats.map(({id}) => [
					id,
					openAiVoice({id: `live:${model}`, name: id, provider: 'live', model, row, contextTokens: takes}),
				]),
			),
			journal: openJournal(file),
			signal: new AbortController().signal,
			headless: true,
			appVersion: 'live',
			debateId: 'live',
			startedAt: new Date().toISOString(),
		});
		for await (const event of debate.events) void event;
		const {outcome} = await debate.done;
		const {events, problems} = readJournal(file);
		const state = fold(events);
		expect(problems).toEqual([]);
		expect(['completed', 'degraded']).toContain(outcome);
		expect(state.turns.filter(({text}) => text.trim() !== '').length).toBeGreaterThan(4);
		for (const {evaluation} of state.turns) {
			if (evaluation?.adherenceScore === null) expect(evaluation.reason).toBeTruthy();
			for (const item of evaluation?.items ?? []) if (item.match === 'exact') expect(item.quote).toBeTruthy();
		}
	},
);
