import {mkdirSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {followJournal} from '../../../src/app/session/watch-session.ts';
import {recentDebates} from '../../../src/app/setup/recent-debates.ts';
import {openJournal} from '../../../src/engine/journal/journal.ts';
import {folder, runToy} from '../../engine/toy.ts';

it('passes no terminal control sequences from a watched or listed journal', async () => {
	const {
		events: [start],
	} = await runToy({config: {rounds: 1}});
	if (start?.type !== 'debate-start') throw new Error('the toy left no journal');
	const debates = folder();
	mkdirSync(path.join(debates, 'foreign'));
	const file = path.join(debates, 'foreign', 'debate.jsonl');
	const {hash: _hash, ...fact} = start;
	const journal = openJournal(file);
	journal.append({...fact, title: 'Fair \u001B[2Jand \u202Esquare'});
	journal.close();
	const {signal} = new AbortController();
	const following = followJournal(file, signal);
	const watched = await following.next();
	await following.return(undefined);
	expect(watched.value).toMatchObject({title: 'Fair and square'});
	expect(
		recentDebates(debates, 5)
			.map(({title}) => title)
			.join(''),
	).not.toMatch(/[\u001B\u202E]/u);
	expect(recentDebates(debates, 5)).toHaveLength(1);
});
