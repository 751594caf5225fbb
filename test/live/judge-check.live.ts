import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect} from 'vitest';
import {checkJudge, planCheck, reportText} from '../../src/app/judging/check-judge.ts';
import {readLabelledSet} from '../../src/app/judging/judge-results.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {baseUrl, live, model} from './live-model.ts';

/** The whole set takes a small model hours. */
const limit = Number(process.env['ROSTRUM_LIVE_TURNS'] ?? '20');

live('measures a real model as a judge, however small, and prints its figures', async () => {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-live-judge-'));
	const configuration = loadSettings({}, {env: {ROSTRUM_HOME: home, PATH: ''}});
	const {signal} = new AbortController();
	const set = readLabelledSet();
	const planned = await planCheck(`${baseUrl}#${model}`, {set, limit, configuration, signal});
	const report = await checkJudge(planned, {home, signal});
	process.stdout.write(`${reportText(report)}\n`);
	expect(report.outcome).toBe('completed');
	expect(report.figures.turns).toBe(limit);
});
