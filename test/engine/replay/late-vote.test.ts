import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {endingIn} from '../../../src/debate/state.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {openJournal, parseJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {appendLate, resume} from '../../../src/engine/replay/resume.ts';
import {statisticsOf} from '../../../src/exports/statistics.ts';
import {folder, runToy} from '../toy.ts';

const vote = (listener: string, stance: number) =>
	({type: 'user-action', data: {action: 'vote', listener, when: 'after', stance}}) as const;

async function ended() {
	const file = path.join(folder(), 'debate.jsonl');
	await runToy({file});
	return file;
}

it('takes votes behind the end, in the chain, at the hour at which the debate ended', async () => {
	const file = await ended();
	const before = readJournal(file).events;
	await appendLate(file, vote('Ann', 2));
	const told = await appendLate(file, vote('Bo', -1));
	const {events, problems} = readJournal(file);
	expect(problems).toEqual([]);
	expect(events).toHaveLength(before.length + 2);
	expect(events.at(-1)).toEqual(told);
	expect(events.at(-1)?.at).toBe(before.at(-1)?.at);
	expect(statisticsOf(fold(events)).votes.map(({listener, after}) => [listener, after])).toEqual([
		['Ann', 2],
		['Bo', -1],
	]);
	expect(fold(events).outcome).toBe('completed');
	expect(endingIn(events)?.outcome).toBe('completed');
	expect(() => resume(file, () => undefined)).toThrow('is finished (completed)');
});

it('takes nothing else behind the end', async () => {
	const file = await ended();
	await appendLate(file, vote('Ann', 0));
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	const last = readJournal(file).events.at(-1);
	const journal = openJournal(file, last?.hash);
	journal.append({type: 'user-action', data: {action: 'pause'}, seq: lines.length + 1, at: last?.at ?? 0});
	journal.close();
	expect(parseJournal(readFileSync(file, 'utf8')).problems).toEqual([
		{line: lines.length + 1, what: 'comes after debate-end'},
	]);
});

it('refuses a vote on a debate that has not ended, or whose journal is damaged', async () => {
	const file = await ended();
	const text = readFileSync(file, 'utf8');
	appendFileSync(file, '{"half a line');
	await expect(appendLate(file, vote('Ann', 1))).rejects.toThrow('its last line is cut short');
	writeFileSync(file, text.replace('"turn-end"', '"turn-ond"'));
	await expect(appendLate(file, vote('Ann', 1))).rejects.toThrow(/line \d+/u);
	writeFileSync(file, `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
	await expect(appendLate(file, vote('Ann', 1))).rejects.toThrow('which it has not come to');
});
