/** How well issues are told apart, and many debates of specifications at once. */
import {execaNode} from 'execa';
import {fileURLToPath} from 'node:url';
import {z} from 'zod';
import {voiceFactory} from '../../src/app/voices/create-voices.ts';
import {realClock} from '../../src/engine/clock.ts';
import {parseAnswer, toJsonSchema} from '../../src/engine/calls/structured.ts';
import {groupIssues} from '../../src/formats/adversarial-spec/issues.ts';
import {groupingPrompt} from '../../src/formats/adversarial-spec/prompts.ts';
import {GroupingAnswer} from '../../src/formats/adversarial-spec/queries.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {VoiceError, type Voice} from '../../src/voices/voice.ts';
import {issuePairs, marksOf, type Pair} from '../formats/adversarial-spec/rounds/issue-pairs.ts';
import {detail, row, Row} from './report.ts';

/** The voice that is to be measured at telling issues apart, as a user writes it. */
const measuredVoice = process.env['ROSTRUM_BENCH_VOICE'];

/** An answer about one pair takes some 30 tokens: one that runs on beyond this is of no use. */
const mostTokens = 200;

/** Asks a voice whether two issues are one, by the very prompt of a debate; undefined where its answer is of no use. */
async function sameByVoice(voice: Voice, {one, other}: Pair): Promise<boolean | undefined> {
	const {messages} = groupingPrompt({title: 'Pairs', temperature: undefined}, 1, [
		{ref: 'a/1', agent: 'a', issue: one},
		{ref: 'b/1', agent: 'b', issue: other},
	]);
	let text = '';
	let finish: 'stop' | 'length' | 'refusal' | 'cut' = 'cut';
	try {
		for await (const delta of voice.answer(
			{
				purpose: 'grouping',
				messages,
				maxTokens: mostTokens,
				schema: {name: 'grouping', json: toJsonSchema(GroupingAnswer)},
			},
			{signal: new AbortController().signal, timeoutMs: 120_000, clock: realClock()},
		)) {
			if (delta.type === 'text') text += delta.text;
			if (delta.type === 'finish') ({finish} = delta);
		}
	} catch (error) {
		if (error instanceof VoiceError && error.kind !== 'unusable') return undefined;
		throw error;
	}
	const answer = parseAnswer(text, GroupingAnswer, finish);
	return answer.ok ? answer.value.groups.some(group => group.includes('a/1') && group.includes('b/1')) : undefined;
}

async function* grouping(): AsyncGenerator<Row> {
	const rules = marksOf(({one, other}) => groupIssues([one, other]).length === 1);
	const [name, found] = [
		'60 labelled pairs of issues, by rules: precision / recall',
		`${rules.precision.toFixed(2)} / ${rules.recall.toFixed(2)}`,
	];
	if (measuredVoice === undefined) {
		yield row(name, found, '–');
		return;
	}
	yield detail(name, found);
	const voice = voiceFactory(loadSettings({}))(measuredVoice);
	const called = new Map<Pair, boolean | undefined>();
	for (const pair of issuePairs) called.set(pair, await sameByVoice(voice, pair));
	const {precision, recall} = marksOf(pair => called.get(pair) === true);
	yield detail(
		`60 labelled pairs of issues, by ${measuredVoice}: precision / recall`,
		`${precision.toFixed(2)} / ${recall.toFixed(2)}`,
	);
	yield detail(
		`60 labelled pairs of issues, by ${measuredVoice}: called the same / answers of no use`,
		`${[...called.values()].filter(same => same === true).length} / ${[...called.values()].filter(same => same === undefined).length}`,
	);
}

const loads = [
	[10, 2048],
	[20, 2048],
	[50, 2048],
	[10, 102_400],
	[10, 512_000],
	[10, 1_000_000],
] as const;

/**
 * How issues are told apart, then debates at once: many small ones, then large ones. `ROSTRUM_BENCH_VOICE` leaves it at
 * the first.
 */
export async function* adversarialSpecBench(): AsyncGenerator<Row> {
	yield* grouping();
	if (measuredVoice !== undefined) return;
	const load = fileURLToPath(new URL('adversarial-spec-load.ts', import.meta.url));
	for (const [count, bytes] of loads) {
		const {stdout} = await execaNode(load, [String(count), String(bytes)], {
			stderr: 'inherit',
			nodeOptions: process.execArgv,
		});
		yield* z.array(Row).parse(JSON.parse(stdout));
	}
}
