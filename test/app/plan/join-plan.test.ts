import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {planSide} from '../../../src/app/plan/join-plan.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

it.each([
	[false, 90_000],
	[true, undefined],
])(
	'a side of its own waits for a server that is away, unless somebody is there to ask (%s)',
	async (interactive, ms) => {
		const cwd = mkdtempSync(join(tmpdir(), 'rostrum-side-'));
		const env = {ROSTRUM_HOME: cwd, ROSTRUM_WAITFOR: '90s'};
		const joining = {
			file: join(cwd, 'DEBATE.md'),
			side: 'A' as const,
			request: undefined,
			topic: 'Tabs or blanks.',
			context: undefined,
			journal: undefined,
			assignments: [],
			config: {},
		};
		const {signal} = new AbortController();
		const place = {cwd, signal, interactive, people: interactive};
		const {plan, entrance} = await planSide(joining, loadSettings({voice: 'rehearsal'}, {env}), place);
		entrance.settle();
		expect(plan.waitForMs).toBe(ms);
	},
);
