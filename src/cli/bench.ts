/** `rostrum bench`: which depth of a format pays on a user’s own models. */
import {join} from 'node:path';
import {questionsOf, runBench} from '../app/bench/run-bench.ts';
import {benchOptions, settingFlags} from '../app/plan/option-rows.ts';
import {UsageError} from '../debate/usage-error.ts';
import {exitCodes} from '../formats/contract.ts';
import {formatOf, formats} from '../formats/index.ts';
import {flagOption, listOption, numberOption} from '../formats/options.ts';
import {homeFiles} from '../settings/home.ts';
import type {Run} from './command.ts';
import {progressLine} from './judging-run.ts';

const mostVoices = 3;

export const run: Run = async ({args, options}, context) => {
	const [format = ''] = args;
	const bench = args.length > 1 ? undefined : await formatOf(format)?.bench?.();
	if (!bench)
		throw new UsageError({
			what: 'There is no such bench',
			value: args.join(' '),
			from: 'the command line',
			todo: `Say ${formats.flatMap(one => (one.bench ? [`"rostrum bench ${one.id} --voice V"`] : [])).join(' or ')}.`,
		});
	const voices = listOption(options, 'voice');
	if (voices.length === 0 || voices.length > mostVoices)
		throw new UsageError({
			what: voices.length === 0 ? 'No voice was named' : `At most ${mostVoices} voices are measured together`,
			from: '--voice',
			todo: 'Say which, such as --voice openai:gpt-4o, or two or three for a council of different models.',
		});
	const {voice: _measured, ...others} = options;
	const configuration = context.configure(settingFlags(others, benchOptions));
	const {home, settings} = configuration;
	const count = numberOption(options, 'items', {flag: '--items', from: 1}) ?? 12;
	const items = questionsOf(bench, settings.seed ?? 1).slice(0, count);
	const folder = join(homeFiles(home).benches, `${format}-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}`);
	context.stderr.write(
		`${items.length} questions, about 15 to 60 requests each. All answers are kept in ${folder}. --budget ends it before it costs more.\n`,
	);
	const progress = progressLine(context.stderr, voices.join(' + '));
	const {results, unfinished} = await runBench({
		format,
		bench,
		voices,
		items,
		folder,
		configuration,
		cwd: context.cwd,
		signal: context.signal,
		budget: settings.budget ?? {},
		onItem: done => progress.show(done, items.length),
	});
	progress.done();
	const {figures, text} = bench.report(results);
	context.stdout.write(
		flagOption(options, 'json') ? `${JSON.stringify({...figures, unfinished}, undefined, '\t')}\n` : text,
	);
	if (unfinished === undefined) return exitCodes.ok;
	context.stderr.write(`Not finished after ${results.length} of ${items.length}: ${unfinished}.\n`);
	if (context.signal.aborted) return exitCodes.interrupted;
	return settings.budget ? exitCodes.budget : exitCodes.unwell;
};
