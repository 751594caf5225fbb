import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {journalsUnder} from '../../src/app/files/debate-folders.ts';
import {eventsIn} from '../../src/app/files/read-debate.ts';
import {fold} from '../../src/debate/reduce.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

it('a coding agent in a seat reads the documents in a folder of its own, which is gone afterwards', async () => {
	const home = freshFolder();
	const diary = join(home, 'diary');
	const reader = {
		command: process.execPath,
		args: [join(packageRoot, 'test/fixtures/acp-reader.ts'), diary],
		name: 'Reader',
	};
	writeFileSync(join(home, 'settings.json'), JSON.stringify({agents: {reader}}));
	const documents = join(import.meta.dirname, '..', 'fixtures', 'sources');
	const subject = ['--topic', 'Cities should cap rents.', '--sources', documents, '--set', 'flow.maxExchanges=3'];
	const seats = ['--voice', 'rehearsal', '--seat', 'chair_1=agent:reader', '--set', 'interruptions.enabled=false'];
	const {code, stderr} = await rostrum(
		['run', 'duelogic', ...subject, ...seats, '--headless', '--seed', '3', '--out', 'out'],
		{home},
	);
	const [journal = ''] = journalsUnder(join(home, 'out'));
	const folder = join(dirname(journal), 'documents');
	expect({code, stderr}).toEqual({code: 0, stderr: expect.any(String)});
	const lines = readFileSync(diary, 'utf8').trim().split('\n');
	expect(new Set(lines)).toEqual(
		new Set([expect.stringMatching(/^session in \S+\/rostrum-work-\w+\/work, which has S1-brief.pdf.txt/u)]),
	);
	expect(lines[0]).toContain('S6-housing-report.md.txt');
	expect(existsSync(folder)).toBe(false);
	expect(fold(eventsIn(journal)).turns.some(({speaker, text}) => speaker === 'chair_1' && text !== '')).toBe(true);
}, 60_000);
