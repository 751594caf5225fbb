/**
 * What listeners cost and miss: a debate over HTTP in the whole program, with 1, 200 and 500 scripted listeners, who each
 * vote, and one that is killed and gone on with under 500.
 */
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync} from 'node:fs';
import {Agent, get, request} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {swingOf} from '../../src/debate/audience.ts';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {peakOf} from './memory.ts';
import {detail, median, row, type Row} from './report.ts';

const program = path.resolve('bin/rostrum.js');
const many = 500;
const goalListeners = 200;
const speakers = 2;
/** How often processor time is measured. */
const times = 3;
const agent = new Agent({keepAlive: true, maxSockets: 20});

/** Processor time that a process took so far, in milliseconds. */
const processorOf = ({pid}: ChildProcess): number =>
	readFileSync(`/proc/${pid}/stat`, 'utf8')
		.split(' ')
		.slice(13, 15)
		.reduce((sum, part) => sum + Number(part) * 10, 0);

const Items = z.array(z.looseObject({type: z.string()}));

type ScriptedListener = {
	/** Numbers of the events that it was sent, in their order. */
	readonly ids: number[];
	readonly said: string[];
	/** Resolves when it was told that the debate is over. */
	readonly over: Promise<void>;
};

/** Listens until the debate is over, and comes back as a browser does, by the number of its last event. */
function listen(address: () => string, number: number): ScriptedListener {
	const {promise: over, resolve} = Promise.withResolvers<void>();
	const listener: ScriptedListener = {ids: [], said: [], over};
	const take = (block: string): void => {
		const id = /^id: (\d+)$/mu.exec(block)?.[1];
		const data = /^data: (.*)$/mu.exec(block)?.[1];
		if (data === undefined || id === undefined) return;
		listener.ids.push(Number(id));
		for (const item of Items.parse(JSON.parse(data))) {
			if (item.type === 'said') listener.said.push(String(item['text']));
			if (item.type === 'over') resolve();
		}
	};
	let isOver = false;
	void over.then(() => (isOver = true));
	const again = (): unknown => (isOver ? undefined : setTimeout(join, 200));
	function join(): void {
		const headers = {cookie: cookieOf(number), 'last-event-id': String(listener.ids.at(-1) ?? 0)};
		let rest = '';
		get(`${address()}events`, {headers, agent: false}, answer => {
			answer.setEncoding('utf8');
			answer.on('data', (chunk: string) => {
				const blocks = (rest + chunk).split('\n\n');
				rest = blocks.pop() ?? '';
				for (const block of blocks) take(block);
			});
			answer.on('close', again);
		}).on('error', again);
	}
	join();
	return listener;
}

const cookieOf = (number: number): string => `rostrum_listener=${number.toString(16).padStart(32, '0')}`;

async function vote(address: string, number: number, when: 'before' | 'after', stance: number): Promise<number> {
	const {origin} = new URL(address);
	const headers = {cookie: cookieOf(number), origin, 'content-type': 'application/json'};
	const asked = request(`${address}do/vote`, {method: 'POST', headers, agent});
	asked.end(JSON.stringify({when, stance}));
	const [answer] = await once(asked, 'response');
	answer.resume();
	return answer.statusCode ?? 0;
}

/** Starts a debate with a page for listeners, and waits for its address. */
async function begin(args: readonly string[], home: string) {
	const child = spawn(process.execPath, [program, ...args, '--headless', '--audience'], {
		env: {...process.env, ROSTRUM_HOME: home},
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let told = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
	const ended = once(child, 'exit');
	while (!/^Listeners: /mu.test(told)) {
		if (child.exitCode !== null) throw new Error(told);
		await wait(10);
	}
	const address = /^Listeners: (\S+)$/mu.exec(told)?.[1] ?? '';
	const folder = /^(?:Kept|Goes on) in (.+)$/mu.exec(told)?.[1] ?? '';
	return {child, address, folder, ended};
}

/** Words a minute: what a sentence costs does not hang on it. */
const pace = '5000';
/** One in which nobody judges, and one on whose motion listeners vote. */
const formats = {
	'model-duel': (url: string) => ['--draft-voice', `${url}#one`, '--critique-voice', `${url}#two`],
	duelogic: (url: string) => ['--voice', `${url}#one`, '--set', 'flow.maxExchanges=3'],
} as const;

type Held = {
	/** Processor time until listeners could come, and until it was over, in milliseconds. */
	readonly start: number;
	readonly processor: number;
	readonly peak: number;
	/** Frames that a listener missed or got twice, of all that all should have. */
	readonly missed: number;
	readonly frames: number;
	readonly votes: number;
	readonly both: number;
	readonly whole: boolean;
};

async function hold(format: keyof typeof formats, url: string, count: number, killed = false): Promise<Held> {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-bench-'));
	const args = ['run', format, '--topic', 'Should voting be compulsory?', ...formats[format](url), '--pace', pace];
	let held = await begin([...args, '--out', path.join(home, 'out')], home);
	const start = processorOf(held.child);
	const listeners = Array.from({length: count}, (_, number) => listen(() => held.address, number));
	const first = await Promise.all(
		listeners.map(async (_, number) => vote(held.address, number, 'before', (number % 3) - 1)),
	);
	if (killed) {
		await wait(1_500);
		held.child.kill('SIGKILL');
		await held.ended;
		held = await begin(['resume', held.folder, '--pace', pace], home);
	}
	await Promise.all(listeners.map(async ({over}) => over));
	const processor = processorOf(held.child);
	const peak = peakOf(held.child.pid);
	if (format === 'duelogic')
		await Promise.all(listeners.map(async (_, number) => vote(held.address, number, 'after', (number % 2) * 2 - 1)));
	await held.ended;
	const {events, problems} = readJournal(path.join(held.folder, 'debate.jsonl'));
	const said = events.flatMap(event => (event.type === 'turn-delta' ? [event.text] : []));
	const [model] = listeners.toSorted((one, other) => other.ids.length - one.ids.length);
	const expected = model?.ids ?? [];
	const missed = listeners.reduce(
		(sum, {ids}) => sum + new Set(expected).difference(new Set(ids)).size + ids.length - new Set(ids).size,
		0,
	);
	const swing = swingOf(fold(events).audience);
	return {
		start,
		processor,
		peak,
		missed,
		frames: expected.length * count,
		votes: first.filter(status => status === 200).length,
		both: swing?.both ?? 0,
		whole: problems.length === 0 && listeners.every(each => each.said.join('') === said.join('')),
	};
}

export async function* audience(): AsyncGenerator<Row> {
	const server = await serveRehearsal({rehearse, ttft: 50, tps: 400});
	try {
		const ratios: number[] = [];
		const costs: number[] = [];
		for (let time = 0; time < times; time++) {
			const alone = await hold('model-duel', server.url, 1);
			const some = await hold('model-duel', server.url, goalListeners);
			const speaker = (alone.processor - alone.start) / speakers;
			ratios.push((some.processor - some.start - (alone.processor - alone.start)) / speaker);
			costs.push(speaker);
		}
		yield row(
			`processor time of ${goalListeners} listeners who come and stay, as a part of one speaker’s (${median(costs).toFixed(0)} ms), median of ${times}`,
			median(ratios).toFixed(2),
			'< 1',
		);
		const few = await hold('duelogic', server.url, 1);
		const all = await hold('duelogic', server.url, many);
		yield row(`frames that ${many} listeners missed or had twice, of all`, `${all.missed} of ${all.frames}`, '≤ 0');
		yield detail('the words of each are those of the journal', all.whole ? 'yes' : 'no');
		yield detail(`votes before, and counted both times`, `${all.votes}, ${all.both}`);
		yield detail(`memory that ${many} listeners add, at its most`, `${(all.peak - few.peak).toFixed(0)} MB`);
		const killed = await hold('duelogic', server.url, many, true);
		yield row(
			`the same where the debate is killed (kill -9) and gone on with under them`,
			`${killed.missed} of ${killed.frames}`,
			'≤ 0',
		);
		yield detail('the words of each are those of the journal', killed.whole ? 'yes' : 'no');
		yield detail(`votes before, and counted both times`, `${killed.votes}, ${killed.both}`);
	} finally {
		await server.close();
	}
}
