import {globSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {freshFolder, rostrum} from '../../run-in-process.ts';

test('that a check would run without a sandbox is said when its debate is resumed, too', async () => {
	const home = freshFolder();
	const out = join(home, 'out');
	const how = ['--voice', 'rehearsal', '--seed', '1', '--headless', '--pace', 'instant', '--sandbox', 'off'];
	const started = ['run', 'builder-reviewer', '--topic', 'Write a note', '--check', 'true', '--out', out, ...how];
	const warning = 'without a sandbox, with your files and the network: the setting “sandbox” is off';
	const words = ({stderr}: {stderr: string}): string => stderr.replaceAll(/\s+/gu, ' ');
	expect(words(await rostrum(started, {home}))).toContain(warning);
	const [journal = ''] = globSync(join(out, '*', 'debate.jsonl'));
	const lines = readFileSync(journal, 'utf8').split('\n');
	writeFileSync(journal, `${lines.slice(0, 4).join('\n')}\n`);
	const resumed = ['resume', journal, '--headless', '--pace', 'instant'];
	expect(words(await rostrum(resumed, {home, env: {ROSTRUM_SANDBOX: 'off'}}))).toContain(warning);
}, 60_000);
