import {chmodSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {expect, it} from 'vitest';
import {signalGroup} from '../../../src/voices/agents/agent-process.ts';

it('a process is ended on Windows with all that it started, as there are no groups', () => {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-taskkill-'));
	const taskkill = join(folder, 'taskkill');
	writeFileSync(taskkill, `#!/bin/sh\nprintf '%s ' "$@" > '${join(folder, 'asked')}'\n`);
	chmodSync(taskkill, 0o755);
	const before = process.env['PATH'];
	process.env['PATH'] = [folder, before].join(delimiter);
	try {
		signalGroup(4711, 'SIGTERM', 'win32');
		signalGroup(undefined, 'SIGTERM', 'win32');
	} finally {
		process.env['PATH'] = before;
	}
	expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('/pid 4711 /t /f ');
});
