/**
 * What a debate of each format costs by a server that counts, beside what Rostrum tells and a naive script: one model
 * in all seats, prefixes of any earlier prompt cached from 1,024 tokens on, schemas in front, four characters a token.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {planWithVoices, type ReadyPlan} from '../../src/app/plan/attach-voices.ts';
import {planSide} from '../../src/app/plan/join-plan.ts';
import {startSession} from '../../src/app/session/start-session.ts';
import {fold} from '../../src/debate/reduce.ts';
import {totalSpending, type DebateState} from '../../src/debate/state.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal, type RehearsalServer} from '../../src/rehearsal/server.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {costOf} from '../../src/voices/usage.ts';
import {row, type Row} from './report.ts';

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
	council: {topic: 'Should the week have four working days?'},
	'code-debate': {},
	'code-debate, quick': {depth: 'quick'},
	'model-duel': {topic: 'Write a function that merges two sorted lists.'},
};

export async function* prices(): AsyncGenerator<Row> {
	for (const [format, options] of Object.entries(debates)) {
		const {state, told, log} = await held(format.split(',')[0] ?? format, options);
		const counted = log.reduce((sum, request) => sum + costOf(usageOf(request), price), 0);
		const naive = naiveCost(state);
		yield row(
			`price of ${format}, ${log.length} requests of one model at 3 / 0.3 / 15 $ a million tokens, prefixes cached from 1,024 tokens on: times a naive script; in dollars`,
			`${(counted / naive).toFixed(2)}; ${counted.toFixed(3)}`,
			goals[format] ?? '–',
			`1; ${naive.toFixed(3)}`,
		);
		yield row(
			`told / billed there; of ${log.filter(({abortedAt}) => abortedAt !== undefined).length} requests that were ended early nobody counted`,
			`${Math.abs((told / counted - 1) * 100).toFixed(1)} % ${told < counted ? 'less' : 'more'}`,
			'≤ 5 %',
		);
		yield row('of it by task, in dollars', tasksOf(log), '–');
		yield row('tokens sent for it, by part', partsOf(log), '–');
	}
	const {log} = await held('duelogic', debates['duelogic'] ?? {}, budget);
	const spent = log.reduce((sum, request) => sum + costOf(usageOf(request), price), 0);
	yield row(
		`how far from its budget of $${budget.usd} a debate of duelogic stops, by what the server counted; in dollars`,
		`${Math.abs((spent / budget.usd - 1) * 100).toFixed(1)} % ${spent < budget.usd ? 'below' : 'above'}; ${spent.toFixed(3)}`,
		'≤ 3 %',
	);
}

const goals: Readonly<Record<string, string>> = {duelogic: '≤ 2.4', motion: '≤ 2.7'};

/** About half of what that debate takes. */
const budget = {usd: 0.3};

type Logged = RehearsalServer['log'][number];

const usageOf = ({promptTokens, sharedTokens, completionTokens}: Logged) => ({
	input: promptTokens,
	cached: sharedTokens,
	output: completionTokens,
});

/** The dearest kinds of request, the others together. */
function tasksOf(log: readonly Logged[]): string {
	const dollars = [...Map.groupBy(log, ({purpose = 'other'}) => purpose)]
		.map(([task, requests]) => [task, requests.reduce((sum, each) => sum + costOf(usageOf(each), price), 0)] as const)
		.toSorted(([, one], [, other]) => other - one);
	const rest = dollars.slice(mostTasks).reduce((sum, [, each]) => sum + each, 0);
	return [...dollars.slice(0, mostTasks), ...(rest > 0 ? [['others', rest] as const] : [])]
		.map(([task, each]) => `${task.replaceAll(/[-_]/gu, ' ')} ${each.toFixed(3)}`)
		.join(', ');
}

/** Kinds of request that a row names. */
const mostTasks = 6;

/** What its prompts are made of: the first message has the rules, the last one ends with the task. */
function partsOf(log: readonly Logged[]): string {
	const tokens = (parts: readonly string[]): number => parts.reduce((sum, text) => sum + text.length / 4, 0);
	const all = log.reduce((sum, {promptTokens}) => sum + promptTokens, 0);
	const sent = log.flatMap(({messages = []}) => messages);
	const rules = tokens(sent.flatMap(({role, content}) => (role === 'system' ? [content] : [])));
	const tasks = tokens(log.map(({messages = []}) => /<task [^]*$/u.exec(messages.at(-1)?.content ?? '')?.[0] ?? ''));
	const said = tokens(sent.map(({content}) => content)) - rules - tasks;
	const thousands = (count: number): string => `${Math.round(count / 100) / 10} k`;
	return `debate ${thousands(said)}, rules ${thousands(rules)}, tasks ${thousands(tasks)}, schemas ${thousands(all - rules - tasks - said)}`;
}

/** `told` is what Rostrum says that it cost, in dollars. */
type Held = {readonly state: DebateState; readonly told: number; readonly log: readonly Logged[]};

/** A debate whose every voice is one model of a server that counts. The sides of a review are debates of their own. */
async function held(format: string, options: Readonly<Record<string, string>>, limit?: typeof budget): Promise<Held> {
	const server = await serveRehearsal({...speed, cacheFrom, rehearse, keepMessages: true});
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-price-'));
	const where = {
		cwd: home,
		configuration: loadSettings(
			{voice: 'rehearsal', seed: '7', pace: 'instant', out: path.join(home, 'out'), export: ''},
			{env: {...process.env, ROSTRUM_HOME: path.join(home, 'home')}},
		),
	};
	const isReview = format === 'code-debate';
	if (isReview) commitIn(home);
	const states = isReview
		? await Promise.all(
				(['A', 'B'] as const).map(side => heardFrom(server.url, where, () => sideOf(side, options, where))),
			)
		: [
				await heardFrom(server.url, where, async () => ({
					...planWithVoices({args: [format], options}, where.configuration, {cwd: home, interactive: false}),
					...(limit && {budget: limit}),
				})),
			];
	await server.close();
	const told = states.reduce((sum, state) => sum + totalSpending(state).cost, 0);
	return {
		state: states.reduce((one, other) => (other.turns.length > one.turns.length ? other : one)),
		told,
		log: server.log,
	};
}

type Where = Pick<Parameters<typeof startSession>[1], 'cwd' | 'configuration'>;

async function heardFrom(baseUrl: string, where: Where, planned: () => Promise<ReadyPlan>): Promise<DebateState> {
	const plan = await planned();
	const row = {id: 'server', name: 'server', baseUrl, quirks: {thinksApart: true}};
	const voice = openAiVoice({id: 'server:one', name: 'One', provider: 'server', model: 'one', row, price, cacheFrom});
	const {session, done} = await startSession(
		{...plan, voices: new Map([...plan.voices.keys()].map(id => [id, voice]))},
		{...where, signal: new AbortController().signal, headless: true},
	);
	const events = [];
	for await (const event of session.events) if ('seq' in event) events.push(event);
	await done;
	return fold(events);
}

/** One side of a review of the last commit, as `rostrum join` makes it. */
async function sideOf(
	side: 'A' | 'B',
	{depth}: Readonly<Record<string, string>>,
	{cwd, configuration}: Where,
): Promise<ReadyPlan> {
	// One process writes one side of a file, which it knows by its path.
	if (side === 'B') symlinkSync(cwd, path.join(cwd, 'b'));
	const file = path.join(cwd, side === 'B' ? 'b' : '', 'DEBATE.md');
	while (side === 'B' && !existsSync(file)) await wait(20);
	const {plan, entrance} = await planSide(
		{
			file,
			side,
			request: {kind: 'commit', revision: 'HEAD'},
			topic: undefined,
			context: undefined,
			journal: undefined,
			assignments: [],
			config: {pollSeconds: 0.05, ...(depth === 'quick' && {depth})},
		},
		configuration,
		{cwd, signal: new AbortController().signal, interactive: false, people: false},
	);
	entrance.settle();
	return plan;
}

/** A file of ours, with a few faults in its last commit. */
function commitIn(folder: string): void {
	const git = (...args: readonly string[]) =>
		execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], {cwd: folder});
	const text = readFileSync(path.join(packageRoot, 'src', 'debate', 'fold.ts'), 'utf8');
	const file = path.join(folder, 'fold.ts');
	git('init', '-q');
	writeFileSync(file, text);
	git('add', 'fold.ts');
	git('commit', '-qm', 'Fold lists that grow');
	writeFileSync(
		file,
		text.replaceAll('GENERATION_SIZE', 'mostKept').replace('(low + high) >> 1', 'Math.round((low + high) / 2)'),
	);
	git('commit', '-qam', 'Call a size by what it is');
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
