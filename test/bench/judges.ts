/** What judge-check says of the rehearsal judge, and of a judge that finds everything everywhere, over HTTP. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {checkJudge, planCheck, reportText} from '../../src/app/judging/check-judge.ts';
import {readLabelledSet} from '../../src/app/judging/judge-results.ts';
import {type JudgeFigures, shareText} from '../../src/formats/duelogic/figures.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {lie} from '../whole/liar.ts';
import {row, type Row} from './report.ts';

/** The report of each is printed; kept are its figures, with those of the liar as reference. */
export async function* judges(): AsyncGenerator<Row> {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-judges-'));
	const configuration = loadSettings({}, {env: {ROSTRUM_HOME: home, PATH: ''}});
	const {signal} = new AbortController();
	const liar = await serveRehearsal({ttft: 0, tps: 0, rehearse: messages => ({text: lie(messages)})});
	const measured = async (voice: string): Promise<JudgeFigures> => {
		const set = readLabelledSet();
		const report = await checkJudge(await planCheck(voice, {set, limit: undefined, configuration, signal}), {
			home,
			signal,
		});
		process.stdout.write(`${reportText(report)}\n`);
		return report.figures;
	};
	const [ours, lies] = [await measured('rehearsal'), await measured(`${liar.url}#liar`)];
	await liar.close();
	yield row(
		'the rehearsal judge on 221 labelled turns: accuracy; false yes; found; traps it fell for; unusable verdicts',
		figuresOf(ours),
		'–',
		`a liar: ${figuresOf(lies)}`,
	);
}

const figuresOf = ({accuracy, falseYes, found, traps, unusable}: JudgeFigures): string =>
	[accuracy, falseYes, found, traps.falseYes, unusable].map(shareText).join('; ');
