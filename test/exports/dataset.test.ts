import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, it} from 'vitest';
import {z} from 'zod';
import type {DebateState} from '../../src/debate/state.ts';
import {fold} from '../../src/debate/reduce.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {datasetFiles, datasetTables} from '../../src/exports/dataset.ts';
import {Recording, sampleEvents, scored, start} from './sample.ts';

const sample = fold(sampleEvents());
type Table = keyof typeof datasetTables;
const names = z.object(datasetTables).keyof().options;
const columnsOf = (name: Table): string[] => Object.keys(datasetTables[name].shape);
const Held = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const rowsOf = (state: DebateState, name: Table) =>
	(datasetFiles(state).get(`${name}.jsonl`) ?? '')
		.split('\n')
		.filter(line => line !== '')
		.map(line => Held.parse(JSON.parse(line)));

it.each(names)('the rows of %s are what their schema says, in every form', name => {
	const rows = rowsOf(sample, name);
	for (const row of rows) {
		expect(datasetTables[name].strict().safeParse(row).error).toBeUndefined();
		expect(Object.keys(row).toSorted()).toEqual(columnsOf(name).toSorted());
	}
	const files = datasetFiles(sample);
	expect(files.get(`${name}.csv`)?.split('\r\n')).toHaveLength(rows.length + 2);
	expect(JSON.parse(files.get(`${name}.schema.json`) ?? '')).toMatchObject({required: columnsOf(name)});
});

it('has rows of what happened', () => {
	expect(rowsOf(sample, 'debates')).toMatchObject([{turns: sample.turns.length, cuts: sample.interruptions.length}]);
	expect(rowsOf(sample, 'turns').map(({was_cut}) => was_cut)).toContain(true);
	expect(rowsOf(sample, 'cuts')[0]).toMatchObject({
		turn: sample.interruptions[0]?.turnId,
		heard_words: expect.any(Number),
	});
	expect(rowsOf(sample, 'judgements').map(({kind}) => kind)).toContain('bench');
	expect(rowsOf(sample, 'votes').length).toBeGreaterThan(0);
});

it('leaves what was said with who said it, when a seat changes hands', () => {
	const told = new Recording();
	told.emit(start);
	told.say('chair_1', 'opening', '=1+1 is what I say.');
	told.emit({type: 'user-action', data: {action: 'take', participant: 'chair_1', name: 'Ada'}});
	const id = told.say('chair_1', 'reply', 'And I say something else.');
	told.emit(scored(id));
	expect(rowsOf(fold(told.events), 'turns').map(({name, voice, text}) => ({name, voice, text}))).toEqual([
		{name: 'Claude Sonnet 4', voice: 'openrouter:anthropic/claude-sonnet-4', text: '=1+1 is what I say.'},
		{name: 'Ada', voice: 'human:Ada', text: 'And I say something else.'},
	]);
	expect(datasetFiles(fold(told.events)).get('turns.csv')).toContain(`,'=1+1 is`);
});

it('has a vote in a browser only once it is closed', () => {
	const told = new Recording();
	told.emit(start);
	told.emit({type: 'audience', votes: [{listener: '0123456789abcdef', when: 'before', stance: 2}]});
	expect(rowsOf(fold(told.events), 'votes')).toEqual([]);
	told.emit({type: 'audience', closes: 'before'});
	expect(rowsOf(fold(told.events), 'votes')).toMatchObject([{kind: 'page', asked: 'before', stance: 2}]);
});

const page = readFileSync(join(packageRoot, 'docs/dataset.md'), 'utf8');
const queries = [...page.matchAll(/```sql\n(.*?)```/gsu)].map(([, query = '']) => query);

it('answers the queries of its page', () => {
	const tables = new DatabaseSync(':memory:');
	for (const name of names) {
		const columns = columnsOf(name);
		tables.exec(`CREATE TABLE ${name} (${columns.map(column => `"${column}"`).join(', ')})`);
		const insert = tables.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
		for (const row of rowsOf(sample, name)) {
			insert.run(
				...columns.map(column => {
					const value = row[column] ?? null;
					return typeof value === 'boolean' ? Number(value) : value;
				}),
			);
		}
	}
	expect(queries).toHaveLength(5);
	expect(tables.prepare(queries[0] ?? '').all().length).toBeGreaterThan(0);
	for (const query of queries) expect(() => tables.prepare(query).all()).not.toThrow();
	tables.close();
});
