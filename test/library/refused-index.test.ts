/** The library on a disk that fills up: it says so, and shows what the journals say all the same. */
import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, it} from 'vitest';
import {askLibrary, syncLibrary} from '../../src/app/library/library-sync.ts';
import {openLibrary} from '../../src/library/library.ts';
import {every} from '../hunt/every.ts';
import {freshFolder} from '../run-in-process.ts';
import {writeJournal} from './journals.ts';

const {signal} = new AbortController();

function shelf(): string {
	const folder = freshFolder();
	for (const topic of ['alpha', 'beta', 'gamma'])
		writeJournal(join(folder, topic, 'debate.jsonl'), {topic: `${topic} `.repeat(400)});
	return folder;
}

describe.skipIf(process.platform === 'win32')('an index whose file may grow no further', () => {
	it('is built for this run only, wherever the disk was full', () => {
		const folder = shelf();
		const script = `
			import {syncLibrary} from './src/app/library/library-sync.ts';
			import {openLibrary} from './src/library/library.ts';
			const library = await openLibrary(process.argv[1]);
			await syncLibrary(library, {folders: [process.argv[2]], signal: new AbortController().signal});
			console.log(library.search('beta', {}).length, library.debates({}).length, library.notices().join(' '));
		`;
		const outcomes = new Set<string>();
		for (let kib = 8; kib <= 288; kib += 4 * every(20)) {
			const file = join(freshFolder(), 'index.sqlite');
			// Blocks of 512 bytes, as POSIX has it.
			const limited = `ulimit -f ${kib * 2}; exec "$0" --import tsx --input-type=module -e "$1" "$2" "$3"`;
			const {stdout, stderr, status} = spawnSync('sh', ['-c', limited, process.execPath, script, file, folder], {
				encoding: 'utf8',
			});
			expect([status, stderr], `${kib} KiB`).toEqual([0, '']);
			expect(stdout, `${kib} KiB`).toMatch(/^1 3 /u);
			outcomes.add(/for this run only/u.test(stdout) ? 'refused' : 'kept');
		}
		expect([...outcomes]).toContain('refused');
	}, 300_000);
});

describe('an index that is damaged at any place', () => {
	it('is rebuilt, or was not touched there', async () => {
		const folder = shelf();
		const file = join(freshFolder(), 'index.sqlite');
		const first = await openLibrary(file);
		await syncLibrary(first, {folders: [folder], signal});
		const whole = first.debates({}).map(({path}) => path);
		first.close();
		const bytes = readFileSync(file);
		for (let at = 0; at < bytes.length; at += 1024 * every(8)) {
			const damaged = Buffer.from(bytes);
			damaged.fill(0xa5, at, at + 600);
			writeFileSync(file, damaged);
			const library = await openLibrary(file);
			await syncLibrary(library, {folders: [folder], signal});
			const ask = <T>(query: () => T): Promise<T> => askLibrary(library, {folders: [folder], signal}, query);
			await ask(() => library.search('beta', {}));
			await ask(() => library.statistics({}));
			const found = await ask(() => library.debates({}));
			expect(found.map(({path}) => path).toSorted(), `bytes from ${at}`).toEqual(whole.toSorted());
			library.close();
		}
	}, 120_000);

	it('that another program holds is left to it', async () => {
		const folder = shelf();
		const file = join(freshFolder(), 'index.sqlite');
		(await openLibrary(file)).close();
		const other = new DatabaseSync(file);
		other.exec('BEGIN EXCLUSIVE');
		const library = await openLibrary(file, {waitMs: 50});
		await syncLibrary(library, {folders: [folder], signal});
		expect(library.debates({})).toHaveLength(3);
		expect(library.notices().join(' ')).toMatch(/cannot be stored in .* \(database is locked\).*for this run only/u);
		library.close();
		other.close();
	});
});
