import {appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {RunEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {realClock} from '../../../src/engine/clock.ts';
import {statsOf, recorder, stream} from '../../../src/engine/journal/recorder.ts';
import {openJournal, parseJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {answersFileOf, answerStore, keptAnswersIn} from '../../../src/engine/replay/kept-answers.ts';
import {every} from '../../hunt/every.ts';
import {folder, runToy} from '../toy.ts';
import {processorMs} from '../../fixtures/processor.ts';

const sampleText = readFileSync('transcripts/sample-liberty-vs-community/debate.jsonl', 'utf8');

describe('the journal', () => {
	it('reads back what was written, without a fault', async () => {
		const {file, events} = await runToy();
		expect(events.length).toBeGreaterThan(20);
		expect(readJournal(file).problems).toEqual([]);
		expect(events.at(-1)?.type).toBe('debate-end');
	});

	it('names the line in which any one character was changed', async () => {
		const {file} = await runToy({config: {rounds: 1}});
		const text = readFileSync(file, 'utf8');
		for (let at = 0; at < text.length; at += every(111, 37)) {
			if (text[at] === '\n') continue;
			const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
			const line = text.slice(0, at).split('\n').length;
			const [problem] = parseJournal(changed).problems;
			// A changed hash is seen on its own line, for it no longer fits the line's text.
			expect(problem?.line, `character ${at}, line ${line}`).toBe(line);
		}
	});

	it('names the place where a line was removed, doubled or swapped', async () => {
		const {file} = await runToy({config: {rounds: 1}});
		const lines = readFileSync(file, 'utf8').split('\n');
		for (let index = 0; index < lines.length - 2; index++) {
			expect(parseJournal(lines.toSpliced(index, 1).join('\n')).problems[0]?.line).toBe(index + 1);
			expect(parseJournal(lines.toSpliced(index, 0, lines[index] ?? '').join('\n')).problems[0]?.line).toBe(index + 2);
		}
	});

	it('sets a torn last line apart, and nothing before it is lost', async () => {
		const {file, events} = await runToy({config: {rounds: 1}});
		appendFileSync(file, '{"type":"notice","lev');
		const read = readJournal(file);
		expect(read.torn).toBe('{"type":"notice","lev');
		expect(read.events).toHaveLength(events.length);
		expect(read.bytes).toBe(Buffer.byteLength(readFileSync(file, 'utf8')) - 21);
	});

	it.runIf(existsSync('/dev/full'))(
		'keeps what a full disk refuses, says so, and names the file at the end',
		async () => {
			const {
				events: [start],
			} = await runToy({config: {rounds: 1}});
			if (!start) throw new Error('the toy left no journal');
			const journal = openJournal('/dev/full', 'x');
			const {hash: _hash, ...fact} = start;
			expect(journal.append(fact).problem).toMatch(/\/dev\/full cannot be written .*ENOSPC/u);
			expect(() => journal.close()).toThrow(/\/dev\/full cannot be written/u);
		},
	);

	it('goes on elsewhere, whole, once its file is deleted, and its answers with it', async () => {
		const {
			events: [start],
		} = await runToy({config: {rounds: 1}});
		if (start?.type !== 'debate-start') throw new Error('the toy left no journal');
		const {hash: _hash, ...fact} = start;
		const [from, to] = [folder(), folder()];
		const journal = openJournal(path.join(from, 'debate.jsonl'), '', () => existsSync(from));
		journal.onDeleted?.(() => path.join(to, 'debate.jsonl'));
		const answers = answerStore(
			answersFileOf(journal.file),
			undefined,
			() => existsSync(from),
			() => answersFileOf(journal.file),
		);
		const answer = {step: 's', participant: 'a', voice: 'v', purpose: 'p', finish: 'stop', ms: 1} as const;
		journal.append(fact);
		await answers.keep({...answer, asked: 'one', text: 'One.'}).synced;
		rmSync(from, {recursive: true});
		await answers.keep({...answer, asked: 'two', text: 'Two.'}).synced;
		const note = {type: 'notice', level: 'info', text: 'on', seq: 2, at: fact.at} as const;
		expect(journal.append(note)).toMatchObject({moved: path.join(to, 'debate.jsonl')});
		expect(journal.append({...note, seq: 3}).moved).toBeUndefined();
		journal.close();
		answers.close();
		const {events, problems} = readJournal(path.join(to, 'debate.jsonl'));
		expect([events.map(({seq}) => seq), problems]).toEqual([[1, 2, 3], []]);
		expect(keptAnswersIn(path.join(to, 'answers.jsonl')).map(({text}) => text)).toEqual(['Two.']);
	});

	it('takes control characters out of what somebody put into a foreign journal', async () => {
		const {
			events: [start],
		} = await runToy({config: {rounds: 1}});
		if (start?.type !== 'debate-start') throw new Error('the toy left no journal');
		const file = path.join(folder(), 'debate.jsonl');
		const {hash: _hash, ...fact} = start;
		const journal = openJournal(file);
		journal.append({...fact, title: 'Fair \u001B[2Jand \u202Esquare'});
		journal.close();
		const {events, problems} = readJournal(file);
		expect(problems).toEqual([]);
		expect(events[0]).toMatchObject({title: 'Fair and square'});
	});

	it('is read in time that grows with its length, in lines without end too', () => {
		const file = path.join(folder(), 'debate.jsonl');
		writeFileSync(file, 'a'.repeat(30_000_000));
		const read = (): void => expect(readJournal(file)).toMatchObject({events: [], bytes: 0});
		expect(processorMs(read)).toBeLessThan(2500);
	});

	it('reports an empty file, begins in it, and refuses to begin over one that holds something', async () => {
		const file = path.join(folder(), 'debate.jsonl');
		writeFileSync(file, '');
		expect(readJournal(file).problems).toEqual([{line: 1, what: 'the journal is empty'}]);
		await runToy({file, config: {rounds: 1}});
		expect(readJournal(file)).toMatchObject({problems: []});
		const other = path.join(folder(), 'debate.jsonl');
		writeFileSync(other, '{');
		expect(() => openJournal(other)).toThrow(/EEXIST/u);
		const link = path.join(folder(), 'debate.jsonl');
		writeFileSync(`${link}.own`, '');
		symlinkSync(`${link}.own`, link);
		expect(() => openJournal(link)).toThrow(/EEXIST/u);
	});
});

it.each([
	['a later version', {v: 2}, 'written by rostrum 9.1.0 in version 2 of the format'],
	['an event of a later version', {type: 'hologram'}, 'it is a "hologram"'],
])('a journal with %s is called newer, not wrong', (_, change, words) => {
	const [line = ''] = sampleText.split('\n');
	const start: Record<string, unknown> = JSON.parse(line);
	const newer = {...start, app: {name: 'rostrum', version: '9.1.0', protocolVersion: 1}, ...change};
	const {problems} = parseJournal(`${JSON.stringify(newer)}\n`);
	expect(problems[0]?.what).toContain('is newer than this Rostrum');
	expect(problems[0]?.what).toContain(words);
});

it('has nothing behind an end that the disk refused once', async () => {
	const {file} = await runToy();
	const text = readFileSync(file, 'utf8');
	let ours = 0;
	const last = readJournal(file).events.at(-2)?.hash ?? '';
	const copy = path.join(folder(), 'debate.jsonl');
	writeFileSync(copy, `${text.split('\n').slice(0, -2).join('\n')}\n`);
	const state = fold(readJournal(copy).events);
	// The first write is refused, and the one at the closing is not.
	const journal = openJournal(copy, last, () => ours++ > 0);
	const record = recorder(journal, realClock(state.at), state, stream<RunEvent>(), () => undefined);
	record.emit({type: 'debate-end', outcome: 'stopped', stats: statsOf(state, state.at)});
	journal.close();
	expect(readJournal(copy)).toMatchObject({problems: []});
	expect(readJournal(copy).events.at(-1)).toMatchObject({type: 'debate-end', outcome: 'stopped'});
});
