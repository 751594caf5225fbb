/**
 * What a debate of each format but Code Debate, whose sides are programs of their own, costs by a server that counts, beside what Rostrum tells and a naive script: one model
 * in all seats, prefixes of any earlier prompt cached from 1,024 tokens on, schemas in front, four characters a token.
 */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {planWithVoices} from '../../src/app/plan/attach-voices.ts';
import {startSession} from '../../src/app/session/start-session.ts';
import {fold} from '../../src/debate/reduce.ts';
import {totalSpending, type DebateState} from '../../src/debate/state.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal, type RehearsalServer} from '../../src/rehearsal/server.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {costOf} from '../../src/voices/usage.ts';
import {detail, row, type Row} from './report.ts';

/** Dollars a million tokens. */
const price = {input: 3, cached: 0.3, output: 15};
/** The shortest prefix that is cached, in tokens. */
const cacheFrom = 1024;
const verdictTokens = 60;
/** So that no look, draft or limit comes too late to end a request early. */
const speed = {ttft: 100, tps: 600, burst: 4};

const debates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	duelogic: {preset: 'three_way_ethics', topic: 'A self-driving car should always minimise total deaths.'},
	motion: {topic: 'The week should have four working days.'},
	'adversarial-spec': {topic: 'A command that renames files by a pattern.'},
	'builder-reviewer': {topic: 'Write a note.', check: 'true'},
	'model-duel': {topic: 'Write a function that merges two sorted lists.'},
};

export async function* prices(): AsyncGenerator<Row> {
	for (const [format, options] of Object.entries(debates)) {
		const {state, log} = await held(format, options);
		const counted = log.reduce((sum, request) => sum + costOf(usageOf(request), price), 0);
		const told = totalSpending(state).cost;
		const naive = naiveCost(state);
		yield row(
			`price of ${format}, ${log.length} requests of one model at 3 / 0.3 / 15 $ a million tokens, prefixes cached from 1,024 tokens on: times a naive script; in dollars`,
			`${(counted / naive).toFixed(2)}; ${counted.toFixed(3)}`,
			format === 'duelogic' ? '≤ 2.4' : '–',
			`1; ${naive.toFixed(3)}`,
		);
		yield row(
			`told / billed there; of ${log.filter(({abortedAt}) => abortedAt !== undefined).length} requests that were ended early nobody counted`,
			`${Math.abs((told / counted - 1) * 100).toFixed(1)} % ${told < counted ? 'less' : 'more'}`,
			'≤ 5 %',
		);
		for (const [kind, requests] of Map.groupBy(log, ({purpose = 'other'}) => purpose)) {
			const dollars = requests.reduce((sum, request) => sum + costOf(usageOf(request), price), 0);
			yield detail(`  of it ${kind}: ${requests.length} requests`, `$${dollars.toFixed(3)}`);
		}
	}
	const {log} = await held('duelogic', debates['duelogic'] ?? {}, budget);
	const spent = log.reduce((sum, request) => sum + costOf(usageOf(request), price), 0);
	yield row(
		`how far from its budget of $${budget.usd} a debate of duelogic stops, by what the server counted; in dollars`,
		`${Math.abs((spent / budget.usd - 1) * 100).toFixed(1)} % ${spent < budget.usd ? 'below' : 'above'}; ${spent.toFixed(3)}`,
		'≤ 3 %',
	);
}

/** About half of what that debate takes. */
const budget = {usd: 0.3};

type Logged = RehearsalServer['log'][number];

const usageOf = ({promptTokens, sharedTokens, completionTokens}: Logged) => ({
	input: promptTokens,
	cached: sharedTokens,
	output: completionTokens,
});

/** A debate whose every voice is one model of a server that counts. */
async function held(
	format: string,
	options: Readonly<Record<string, string>>,
	limit?: typeof budget,
): Promise<{readonly state: DebateState; readonly log: readonly Logged[]}> {
	const server = await serveRehearsal({...speed, cacheFrom, rehearse});
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-price-'));
	const configuration = loadSettings(
		{voice: 'rehearsal', seed: '7', pace: 'instant', out: path.join(home, 'out'), export: ''},
		{env: {...process.env, ROSTRUM_HOME: home}},
	);
	const plan = planWithVoices({args: [format], options}, configuration, {cwd: home, interactive: false});
	const row = {id: 'server', name: 'server', baseUrl: server.url, quirks: {thinksApart: true}};
	const voice = openAiVoice({id: 'server:one', name: 'One', provider: 'server', model: 'one', row, price, cacheFrom});
	const {session, done} = await startSession(
		{...plan, ...(limit && {budget: limit}), voices: new Map([...plan.voices.keys()].map(id => [id, voice]))},
		{cwd: home, configuration, signal: new AbortController().signal, headless: true},
	);
	const events = [];
	for await (const event of session.events) if ('seq' in event) events.push(event);
	await done;
	await server.close();
	return {state: fold(events), log: server.log};
}

/** The same turns, each asked for with all that was said before; and a verdict for each turn that was judged. */
function naiveCost({turns, start}: DebateState): number {
	const opening = 120 + (start?.subject.text.length ?? 0) / 4;
	let [said, seen, sum] = [0, 0, 0];
	const ask = (output: number): void => {
		const input = Math.ceil(opening + said + 30);
		sum += costOf({input, cached: seen < cacheFrom ? 0 : seen, output}, price);
		seen = Math.floor(opening + said);
	};
	for (const {text, evaluation} of turns) {
		ask(Math.ceil(text.length / 4));
		said += text.length / 4 + 5;
		if (evaluation) ask(verdictTokens);
	}
	return sum;
}
