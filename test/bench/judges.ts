/** What judge-check says of the rehearsal judge, and of a judge that finds everything everywhere, over HTTP. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {checkJudge, planCheck} from '../../src/app/judging/check-judge.ts';
import {reportText} from '../../src/app/judging/report-text.ts';
import {readLabelledSet} from '../../src/app/judges/labelled-set.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {serveRehearsal} from '../../src/rehearsal/server/server.ts';
import {lie} from '../whole/liar.ts';

export async function judges(): Promise<void> {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-judges-'));
	const configuration = loadSettings({}, {env: {ROSTRUM_HOME: home, PATH: ''}});
	const {signal} = new AbortController();
	const liar = await serveRehearsal({ttft: 0, tps: 0, rehearse: messages => ({text: lie(messages)})});
	for (const voice of ['rehearsal', `${liar.url}#liar`]) {
		const set = readLabelledSet();
		const planned = await planCheck(voice, {set, limit: undefined, configuration, signal});
		process.stdout.write(`${reportText(await checkJudge(planned, {home, signal}))}\n`);
	}
	await liar.close();
}
