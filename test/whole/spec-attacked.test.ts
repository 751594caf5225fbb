/** Whole debates on a specification of 40 pages, by its command, against servers whose answers are written here. */
import {copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {z} from 'zod';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {events, said, stopped} from '../fixtures/http-voice.ts';
import {rostrum} from '../run-in-process.ts';

const library = path.resolve('test/fixtures/adversarial-spec/library-system.md');
const original = readFileSync(library, 'utf8');
const numberOf = (words: string): number => original.split('\n').findIndex(line => line.includes(words)) + 1;
const quickly = numberOf('very quickly');

/** What an agent is asked; `text` is the specification as it is shown to it. */
type Asked = {kind: string; seat: string; round: number; ids: readonly string[]; text: string; task: string};
/** An answer to be sent as JSON, or a status that the server refuses with; `hang` never comes. */
type Script = (asked: Asked, file: string) => object | number | 'hang' | undefined;

const Body = z.object({
	messages: z.array(z.object({content: z.union([z.string(), z.array(z.object({text: z.string()}))])})),
});

function askedIn(body: Record<string, unknown>): Asked {
	const texts = Body.parse(body).messages.map(({content}) =>
		typeof content === 'string' ? content : content.map(({text}) => text).join(''),
	);
	const task = texts.find(text => text.includes('<task ')) ?? '';
	const attribute = (name: string): string => new RegExp(`<task[^>]* ${name}="([^"]*)"`, 'u').exec(task)?.[1] ?? '';
	return {
		kind: attribute('kind'),
		seat: attribute('speaker'),
		round: Number(attribute('round')),
		ids: [...task.matchAll(/<issue id="([^"]+)"/gu)].map(found => found[1] ?? ''),
		text: texts[0] ?? '',
		task,
	};
}

const checks = ['Every member finds', 'Staff spend their time', 'The accounting of the district'].map(words => {
	const line = original.split('\n').find(each => each.includes(words)) ?? '';
	return {section: 'Goals', quote: `${numberOf(words)}| ${line}`, finding: 'sound'};
});
const critique = (issues: readonly object[] = []) => ({issues, checks, strongest_objection: 'Figures are guesses.'});
const issue = (title: string, line: number) => ({
	title,
	severity: 'major',
	section: null,
	line_from: line,
	line_to: line,
	claim: 'Two teams would build two things.',
	evidence: 'The words of the line.',
	suggested_change: 'Say within 300 ms.',
	confidence: 0.9,
});

/** One fault is found in the first round, all vote for it, and it is mended. */
function usual({kind, round, ids, task}: Asked): object {
	if (kind === 'spec-critique') return critique(round === 1 ? [issue('Very quickly is no number', quickly)] : []);
	if (kind === 'spec-ballot')
		return {
			votes: ids.map(id => ({
				issue: id,
				fault: 'agree',
				change: 'accept',
				amendment: null,
				breaks: null,
				contradicts: [],
				reason: 'It says so.',
			})),
		};
	if (kind === 'spec-grouping') return {groups: [[...task.matchAll(/<issue ref="([^"]+)"/gu)].map(found => found[1])]};
	return mend(ids, 'very quickly', 'within 300 ms');
}
const mend = (ids: readonly string[], find: string, replace: string, line = quickly) => ({
	edits: [{issues: ids, line, find, replace, reason: 'So it was agreed.'}],
	left: [],
	conflicts: [],
	choices: [],
});

async function ran(script: Script, ...options: readonly string[]) {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-attacked-'));
	const file = path.join(folder, 'SPEC.md');
	copyFileSync(library, file);
	const asked: Asked[] = [];
	const server = createServer((incoming, response) => void answer(incoming, response));
	const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (incoming.method === 'GET') return void response.end('{"object": "list", "data": []}');
		const each = askedIn(JSON.parse((await incoming.toArray()).map(String).join('')));
		asked.push(each);
		const reply = script(each, file) ?? usual(each);
		if (reply === 'hang') return;
		if (typeof reply === 'number') response.writeHead(reply).end('{"error": {"message": "No."}}');
		else events(response, said(JSON.stringify(reply)), stopped(), 'data: [DONE]');
	};
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
	const args = [
		'run',
		'adversarial-spec',
		'SPEC.md',
		'--voice',
		`${url}#scripted`,
		'--headless',
		'--out',
		'out',
		...options,
	];
	const {code, stderr} = await rostrum(args, {home: path.join(folder, 'home'), cwd: folder});
	server.close();
	server.closeAllConnections();
	const [debate = ''] = readdirSync(path.join(folder, 'out'));
	const journal = path.join(folder, 'out', debate, 'debate.jsonl');
	return {
		code,
		last: stderr.trimEnd().split('\n').at(-1) ?? '',
		ended: /^Ended: .*$/mu.exec(stderr)?.[0],
		asked,
		spec: readFileSync(file, 'utf8'),
		events: readJournal(journal).events,
	};
}

const three = ['--personas', 'security,oncall,qa'];
const patient = 60_000;

it.concurrent(
	'a fault that the synthesis plants in round 1 is found in round 2, and the text is written as it was agreed',
	async () => {
		const {code, ended, spec, asked} = await ran(
			({kind, round, text, ids}) => {
				if (kind === 'spec-synthesis')
					return round === 1 ? mend(ids, 'very quickly', 'or never') : mend(ids, 'or never', 'within 300 ms');
				if (kind !== 'spec-critique' || round !== 2) return undefined;
				return critique(
					text.includes(`${quickly}| 3. What was saved is in the list when the page is shown again, or never.`)
						? [issue('Or never', quickly)]
						: [],
				);
			},
			...three,
			'--accept',
			'all',
		);
		expect([code, ended]).toEqual([
			0,
			'Ended: consensus, in round 3 nobody raised anything against the text as it is that enough critics agreed with',
		]);
		expect(spec).toBe(original.replace('very quickly', 'within 300 ms'));
		expect(asked.filter(({kind}) => kind === 'spec-critique').map(({round}) => round)).toEqual([
			1, 1, 1, 2, 2, 2, 3, 3, 3,
		]);
	},
	patient,
);

it.concurrent.each([
	['rewrites everything', (text: string) => text.replaceAll(/ is | are /gu, ' may be ')],
	['deletes a section', (text: string) => text.slice(0, text.indexOf('## 9.'))],
	['deletes a subsection', (text: string) => text.replace(/### 7\.4[^]*?(?=### 7\.5)/u, '')],
])(
	'a synthesis that %s leaves every byte that no issue is about',
	async (_, rewrite) => {
		const {code, ended, spec} = await ran(
			({kind, ids}) => (kind === 'spec-synthesis' ? mend(ids, original, rewrite(original), 1) : undefined),
			...three,
			'--accept',
			'all',
		);
		expect(spec).toBe(original);
		expect([code, ended]).toEqual([0, 'Ended: deadlock, agreed, and not in the text: Very quickly is no number']);
	},
	patient,
);

it.concurrent(
	'one of five whose key is not accepted leaves it unfinished, exit code 3, and the last line says how to go on',
	async () => {
		const {code, last} = await ran(({seat}) => (seat === 'pm' ? 401 : undefined));
		expect(code).toBe(3);
		expect(last).toMatch(/^Go on, once that is mended, with: rostrum resume /u);
	},
	patient,
);

it.concurrent(
	'an agent that hangs is out after --timeout',
	async () => {
		const {
			code,
			ended,
			events: heard,
		} = await ran(
			({kind, seat}) => (kind === 'spec-critique' && seat === 'qa' ? 'hang' : undefined),
			...three,
			'--timeout',
			'5000',
			'--set',
			'maxRounds=1',
		);
		expect([code, ended]).toEqual([3, expect.stringMatching(/^Ended: degraded, not heard: qa \(round 1\)/u)]);
		expect(heard.flatMap(event => (event.type === 'participant-out' ? [event.reason] : []))[0]).toBe(
			'Agent qa timed out after 5000ms and has been excluded from this round.',
		);
	},
	patient,
);

it.concurrent(
	'--accept all on a file that has changed meanwhile writes nothing, and has an exit code of its own',
	async () => {
		const {code, spec, last} = await ran(
			({kind, round, seat}, file) => {
				if (kind === 'spec-critique' && round === 2 && seat === 'qa')
					writeFileSync(file, `${original}\nBy another hand.\n`);
				return undefined;
			},
			...three,
			'--accept',
			'all',
		);
		expect(spec).toContain('By another hand.');
		expect(code).toBe(7);
		expect(last).toMatch(/^Not saved: .*has changed since it was read/u);
	},
	patient,
);

it.concurrent(
	'--context tells every agent what it should know, and is not debated',
	async () => {
		const {asked, code} = await ran(
			() => undefined,
			...three,
			'--context',
			'The library has eleven branches and one van.',
		);
		expect(code).toBe(0);
		// Who groups issues reads issues alone.
		const reading = asked.filter(({kind}) => kind !== 'spec-grouping');
		expect(reading.length).toBeGreaterThan(0);
		expect(
			reading.every(({text}) =>
				/<background>\nThe library has eleven branches and one van\.\n<\/background>/u.test(text),
			),
		).toBe(true);
		expect(reading.every(({text}) => text.includes('1| # Regional library system: specification'))).toBe(true);
	},
	patient,
);
