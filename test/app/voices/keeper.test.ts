/** Who keeps the ledger of claims: the host, or the voice that the user named for it, from the start to the end. */
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {eventsIn} from '../../../src/app/files/read-debate.ts';
import {BatchFile, batchItems} from '../../../src/app/batch/batch-file.ts';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {arguingSeats} from '../../../src/debate/seats.ts';
import {motionPair} from '../../../src/formats/motion/options.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';

const debates = [
	['duelogic', 'arbiter', ['--set', 'flow.maxExchanges=3']],
	['motion', 'moderator', ['--style', 'short']],
] as const;

async function held(format: string, more: readonly string[]): Promise<{home: string; file: string}> {
	const home = freshFolder();
	const args = ['run', format, '--topic', 'Zoos should be closed.', '--voice', 'rehearsal', '--seed', '4', ...more];
	const {code, stderr} = await rostrum([...args, '--headless', '--out', home, '--export', ''], {home});
	expect(code, stderr).toBe(0);
	const [folder = ''] = readdirSync(home).filter(name => name.includes('zoos'));
	return {home, file: join(home, folder, 'debate.jsonl')};
}

const ledgerCalls = (events: readonly JournalEvent[]): readonly string[] =>
	events.flatMap(event => (event.type === 'voice-call' && event.purpose === 'ledger' ? [event.participant] : []));

describe.each(debates)('a %s debate', (format, host, more) => {
	it('has its host keep the ledger, and no seat for it', async () => {
		const {file} = await held(format, more);
		const events = [...eventsIn(file)];
		expect(new Set(ledgerCalls(events))).toEqual(new Set([host]));
		expect(fold(events).seats.map(({id}) => id)).not.toContain('keeper');
	});

	it('has the named keeper keep it, also where it goes on; who argues stays the same', async () => {
		const {home, file} = await held(format, [...more, '--keeper', 'rehearsal']);
		const events = [...eventsIn(file)];
		const whole = fold(events);
		expect(new Set(ledgerCalls(events))).toEqual(new Set(['keeper']));
		expect(whole.seats.at(-1)).toMatchObject({id: 'keeper', role: 'keeper', voice: 'rehearsal'});
		expect(arguingSeats(whole.seats)).toHaveLength(2);
		expect(whole.formats.ledger.claims.length).toBeGreaterThan(0);

		const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
		const cut = freshFolder();
		mkdirSync(join(cut, 'cut'));
		const journal = join(cut, 'cut', 'debate.jsonl');
		writeFileSync(journal, `${lines.slice(0, Math.floor(lines.length / 2)).join('\n')}\n`);
		const before = ledgerCalls([...eventsIn(journal)]).length;
		// The settings of whoever goes on with it name nobody.
		const {code, stderr} = await rostrum(['resume', join(cut, 'cut'), '--headless', '--export', ''], {home});
		expect(code, stderr).toBe(0);
		const after = ledgerCalls([...eventsIn(journal)]);
		expect(after.length).toBeGreaterThan(before);
		expect(new Set(after)).toEqual(new Set(['keeper']));
		expect((await rostrum(['verify', journal], {home})).code).toBe(0);
	});
});

it('a format without a ledger of claims has no seat for a keeper', async () => {
	const home = freshFolder();
	const args = [
		'run',
		'model-duel',
		'--topic',
		'Say what a mutex is.',
		'--voice',
		'rehearsal',
		'--keeper',
		'rehearsal',
	];
	const {code, stderr} = await rostrum([...args, '--headless', '--out', home, '--export', ''], {home});
	expect(code, stderr).toBe(0);
	const [folder = ''] = readdirSync(home).filter(name => name.includes('mutex'));
	expect(fold(eventsIn(join(home, folder, 'debate.jsonl'))).seats.map(({id}) => id)).not.toContain('keeper');
});

it('of a batch is named in its file, and changes no folder of a batch that names none', () => {
	const file = {topics: ['Tea is better.'], debaters: ['rehearsal', 'rehearsal'], formats: ['motion'], swap: false};
	const itemOf = (more: object) => batchItems(BatchFile.parse({...file, ...more}), () => motionPair)[0];
	expect(itemOf({keeper: 'ollama:qwen3'})?.input.options['keeper']).toBe('ollama:qwen3');
	expect(itemOf({})?.input.options).not.toHaveProperty('keeper');
	expect(itemOf({keeper: 'ollama:qwen3'})?.folder).not.toBe(itemOf({})?.folder);
});
