import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {verifyDuelLog} from '../../../src/formats/model-duel/host/duel-log.ts';
import {folder as newFolder} from '../../engine/toy.ts';
import {runDuel, scripted, type Left} from './duel.ts';
import {every} from '../../hunt/every.ts';

const essence = ({state, log}: Left) => ({
	turns: state.turns.map(({speaker, kind, text, finish}) => [speaker, kind, text, finish]),
	records: state.records.map(({type, issues, responses}: {type: string; issues?: unknown; responses?: unknown}) => [
		type,
		issues,
		responses,
	]),
	outcome: state.outcome,
	log: log.map(({timestamp: _time, eventHash: _hash, ...event}) => event),
});

it.each([
	['a duel that ends well', {}],
	['a duel whose critique fails', {critique: () => 'no'}],
])(
	'%s ends the same from every line of its journal, and no event is logged twice',
	async (_what, answers) => {
		const voices = () => ({codex: scripted(answers), antigravity: scripted(answers)});
		const whole = await runDuel(voices());
		const journal = readFileSync(path.join(whole.folder, 'debate.jsonl'), 'utf8').split('\n').slice(0, -1);
		const logged = whole.logText.split('\n').slice(0, -1);
		for (let kept = 1; kept < journal.length; kept += every(3, 1)) {
			const known = whole.events
				.slice(0, kept)
				.filter(event => event.type === 'step-end' && JSON.stringify(event.value).includes('eventId')).length;
			// A kill between an append and the journal's word of it leaves the log one event ahead.
			for (const inLog of known < logged.length ? [known, known + 1] : [known]) {
				const folder = newFolder();
				writeFileSync(path.join(folder, 'debate.jsonl'), `${journal.slice(0, kept).join('\n')}\n`);
				if (inLog > 0) writeFileSync(path.join(folder, 'model_duel.jsonl'), `${logged.slice(0, inLog).join('\n')}\n`);
				const resumed = await runDuel({...voices(), folder});
				expect(essence(resumed), `cut after line ${kept}, ${inLog} in the log`).toEqual(essence(whole));
				expect(verifyDuelLog(path.join(folder, 'model_duel.jsonl')).faults).toEqual([]);
			}
		}
	},
	60_000,
);
