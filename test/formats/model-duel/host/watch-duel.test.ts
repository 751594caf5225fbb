import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {isDuelLog, followDuelLog} from '../../../../src/formats/model-duel/host/duel-log.ts';
import {emptyState} from '../../../../src/debate/state.ts';
import {reduce} from '../../../../src/debate/reduce.ts';
import {allRows} from '../../../../src/view/blocks.ts';
import {duelBlocks} from '../../../../src/formats/model-duel/pane.ts';
import {folder} from '../../../engine/toy.ts';
import {draftText, revision, runDuel} from '../duel.ts';

const rows = (state: typeof emptyState) =>
	allRows(duelBlocks(state, 100))
		.map(row => row.spans.map(({text}) => text).join(''))
		.join('\n');

describe('watching a log', () => {
	it('shows a duel as it grows, line by line, in the panes of a running one', async () => {
		const {logText, state: own} = await runDuel();
		const [first = '', ...rest] = logText.split('\n').slice(0, -1);
		const file = path.join(folder(), 'foreign.jsonl');
		writeFileSync(file, `${first}\n`);
		const stop = new AbortController();
		const shown: string[] = [];
		let state = emptyState;
		try {
			for await (const event of followDuelLog(file, stop.signal)) {
				state = reduce(state, event);
				if (event.type === 'segment-start') {
					shown.push(event.segment);
					const next = rest.shift();
					if (next !== undefined) appendFileSync(file, `${next}\n`);
				}
				if (event.type === 'debate-end') stop.abort();
			}
		} catch (error) {
			expect(error).toBe(stop.signal.reason);
		}
		expect(shown).toEqual(['request', 'draft', 'critique', 'revision']);
		expect(rows(state)).toContain(draftText.slice(0, 30));
		const bare = (text: string) => text.replace(/Codex|Antigravity|Drafter|Critic\b/gu, '').replace(/ +/gu, ' ');
		expect(bare(rows(state))).toBe(bare(rows(own)));
		expect(state).toMatchObject({
			outcome: 'completed',
			records: [{type: 'critique'}, {type: 'revision', decision: revision.decision}],
		});
	});

	it('goes to the newest duel of a log that holds many, and on to the next that begins', async () => {
		const {logText} = await runDuel();
		const another = (id: string) => logText.replaceAll('duel-1', id);
		const file = path.join(folder(), 'foreign.jsonl');
		writeFileSync(file, `no json\n${logText}${another('duel-2')}`);
		const stop = new AbortController();
		const starts: string[] = [];
		let state = emptyState;
		try {
			for await (const event of followDuelLog(file, stop.signal)) {
				state = reduce(state, event);
				if (event.type === 'debate-start') starts.push(event.debateId);
				if (event.type === 'debate-end' && starts.length === 1) appendFileSync(file, another('duel-3'));
				else if (event.type === 'debate-end') stop.abort();
			}
		} catch (error) {
			expect(error).toBe(stop.signal.reason);
		}
		expect(starts).toEqual(['duel-2', 'duel-3']);
		expect(state.turns).toHaveLength(3);
	});

	it('ends with the last duel of a log that nobody writes any more', async () => {
		const {logText} = await runDuel();
		const file = path.join(folder(), 'foreign.jsonl');
		writeFileSync(file, logText);
		const types: string[] = [];
		for await (const {type} of followDuelLog(file, AbortSignal.timeout(10_000))) types.push(type);
		expect(types.at(-1)).toBe('debate-end');
	});

	it('knows such a log from a journal by its first lines', async () => {
		const {folder: left, logText} = await runDuel();
		const file = path.join(folder(), 'other-name.jsonl');
		writeFileSync(file, logText);
		expect(isDuelLog(file)).toBe(true);
		expect(isDuelLog(path.join(left, 'debate.jsonl'))).toBe(false);
		expect(readFileSync(path.join(left, 'debate.jsonl'), 'utf8')).toContain('debate-start');
	});
});
