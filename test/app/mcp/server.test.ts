/** The MCP server, as a client sees it over a pair of transports in memory. */
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {InMemoryTransport} from '@modelcontextprotocol/sdk/inMemory.js';
import {
	CreateMessageRequestSchema,
	ElicitRequestSchema,
	ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {serveMcp} from '../../../src/app/mcp/server.ts';
import type {ServerOptions} from '../../../src/app/mcp/debates.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {writeJournal} from '../../library/journals.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of open.splice(0)) await close();
});

const fresh = (): string => realpathSync(mkdtempSync(path.join(tmpdir(), 'rostrum-mcp-')));

type Given = Partial<ServerOptions> & {
	readonly capabilities?: Record<string, object>;
	readonly before?: (client: Client) => void;
};

async function connect({capabilities = {}, before, ...options}: Given = {}): Promise<{client: Client; cwd: string}> {
	const cwd = options.cwd ?? fresh();
	const home = fresh();
	const [near, far] = InMemoryTransport.createLinkedPair();
	const ending = new AbortController();
	const served = serveMcp(far, {
		configure: flags => loadSettings({voice: 'rehearsal', seed: '3', ...flags}, {env: {ROSTRUM_HOME: home}}),
		cwd,
		roots: [cwd],
		budget: undefined,
		agents: false,
		atOnce: 2,
		notice: () => undefined,
		signal: ending.signal,
		...options,
	});
	const client = new Client({name: 'tester', version: '1'}, {capabilities});
	before?.(client);
	await client.connect(near);
	open.push(async () => {
		ending.abort();
		await served;
	});
	return {client, cwd};
}

const Answer = z.object({
	content: z.array(z.object({type: z.literal('text'), text: z.string()})).min(1),
	isError: z.boolean().optional(),
	structuredContent: z.looseObject({tokens: z.number().optional()}).default({}),
});

async function call(client: Client, name: string, args: Record<string, unknown>, onprogress?: () => void) {
	const result = Answer.parse(await client.callTool({name, arguments: args}, undefined, onprogress && {onprogress}));
	const text = result.content.map(each => each.text).join('\n');
	return {text, failed: result.isError ?? false, data: result.structuredContent};
}

/** As a client may, whatever the protocol says of roots. */
const answerRootsWith = (client: Client, roots: () => {roots: {uri: string}[]}): void =>
	client.setRequestHandler(ListRootsRequestSchema, roots);

const git = (cwd: string, ...args: string[]): string =>
	execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], {cwd, encoding: 'utf8'});

const handleIn = (text: string): string =>
	/(?:rostrum:\/\/debates\/)(?<handle>[^/]+)/u.exec(text)?.groups?.['handle'] ?? '';
const debate = {topic: 'Voting should be compulsory.', short: true};

describe('the tools', () => {
	it('are described in fewer than 6,000 characters', async () => {
		const {client} = await connect();
		const {tools} = await client.listTools();
		expect(tools.map(({name}) => name)).toEqual([
			'debate',
			'attack_spec',
			'review_change',
			'second_opinion',
			'council',
			'status',
			'result',
			'resume_debate',
			'list_debates',
			'ask_debate',
			'search_debates',
		]);
		expect(JSON.stringify(tools).length).toBeLessThan(6000);
	});

	it('are marked: none destroys, those that only read say so, and debates reach other systems', async () => {
		const {client} = await connect();
		const {tools} = await client.listTools();
		// By default a tool may write, destroy and reach the world.
		const reading = tools.filter(({annotations}) => annotations?.readOnlyHint === true);
		expect(reading.map(({name}) => name)).toEqual(['result', 'list_debates', 'ask_debate', 'search_debates']);
		const writing = tools.filter(tool => !reading.includes(tool));
		expect(writing.filter(({annotations}) => annotations?.destructiveHint !== false)).toEqual([]);
		expect(tools.flatMap(({name, annotations}) => (annotations?.openWorldHint === false ? [] : [name]))).toEqual([
			'debate',
			'attack_spec',
			'review_change',
			'second_opinion',
			'council',
			'resume_debate',
		]);
	});

	it.each([
		['debate', {question: 'Should cats vote?'}, 'There is no argument "question"; did you mean "topic"?'],
		['debate', {}, '"topic" is missing: send the statement or question'],
		['debate', {...debate, models: ['a']}, 'did you mean "seats"?'],
		['debate', {...debate, Voice: 'rehearsal'}, 'did you mean "voice"?'],
		['debate', {...debate, maxtokens: 10}, 'did you mean "max_tokens"?'],
		['debate', {...debate, colour: 'red'}, 'There is no argument "colour". This tool takes topic, format'],
		['attack_spec', {text: '# A spec'}, 'did you mean "spec"?'],
		['review_change', {sha: 'HEAD'}, 'did you mean "commit"?'],
		['review_change', {diff: 'main...HEAD'}, 'did you mean "range"?'],
		['second_opinion', {prompt: 'Name a risk.'}, 'did you mean "task"?'],
		['second_opinion', {}, '"task" is missing'],
		['status', {id: 'x'}, 'did you mean "handle"?'],
		['search_debates', {query: 'cats'}, 'did you mean "words"?'],
	])('refuse a misnamed or missing argument before a voice is asked: %s %j', async (tool, args, why) => {
		const {client} = await connect();
		const {failed, text} = await call(client, tool, args);
		expect({failed, text}).toEqual({failed: true, text: expect.stringContaining(why)});
		expect((await call(client, 'status', {})).text).toBe('No debate was started.');
	});

	it.each([
		{preset: null, context: null, sources: null, seats: null},
		{wait_seconds: '30', short: 'true', sources: '[]'},
		{preset: '', voice: '', sources: [], seats: '{"chair_1":"rehearsal"}', max_tokens: '900000'},
		{short: 'True', wait_seconds: '30.0', format: 'Motion'},
	])('take what was plainly meant: %j', async own => {
		const {client} = await connect();
		const {failed, text} = await call(client, 'debate', {topic: 'Voting should be compulsory.', short: true, ...own});
		expect({failed, text}).toEqual({failed: false, text: expect.stringContaining('rostrum://debates/')});
	});

	it.each([
		[{wait_seconds: 'soon'}, 'wait_seconds'],
		[{short: 'rather'}, 'short'],
		[{topic: null}, '"topic" is missing'],
	])('refuse what cannot be read: %j', async (own, why) => {
		const {client} = await connect();
		const {failed, text} = await call(client, 'debate', {...debate, ...own});
		expect({failed, text}).toEqual({failed: true, text: expect.stringContaining(why)});
	});

	it('tell an error in the caller’s terms, without flags', async () => {
		const {client} = await connect();
		for (const [own, why] of [
			[{preset: 'no_such'}, '"preset"'],
			[{voice: 'nobody:x'}, '"voice"'],
			[{seats: {chair_9: 'rehearsal'}}, '"seats"'],
		] as const) {
			const {failed, text} = await call(client, 'debate', {...debate, ...own});
			expect({failed, text}).toEqual({failed: true, text: expect.stringContaining(why)});
			expect(text).not.toMatch(/--(?:preset|voice|seat)\b/u);
		}
	});

	it('report progress at most twice a second, with a share of the whole that grows, and answer in data too', async () => {
		const {client} = await connect({
			configure: flags =>
				loadSettings({voice: 'rehearsal', pace: '9000', seed: '3', ...flags}, {env: {ROSTRUM_HOME: fresh()}}),
		});
		const seen: {at: number; progress: number; total?: number | undefined; message?: string | undefined}[] = [];
		const begun = Date.now();
		const result = await client.callTool({name: 'debate', arguments: debate}, undefined, {
			onprogress: report => seen.push({at: Date.now(), ...report}),
		});
		expect(seen.length).toBeGreaterThan(1);
		expect(seen.length).toBeLessThanOrEqual(1 + (Date.now() - begun) / 450);
		expect(seen.every(({total}) => total === 100)).toBe(true);
		expect(seen.every(({progress}, place) => place === 0 || progress > (seen[place - 1]?.progress ?? 0))).toBe(true);
		expect(new Set(seen.map(({message}) => message)).size).toBe(seen.length);
		expect(result.structuredContent).toMatchObject({
			running: false,
			at: 'completed',
			tokens: expect.any(Number),
			open: expect.arrayContaining([expect.stringMatching(/^asked at the end: “.+\?”$/u)]),
		});
	});

	it('ask the client’s user what a debate may cost and who speaks, where the client can ask', async () => {
		const asked: string[] = [];
		const {client} = await connect({
			capabilities: {elicitation: {}, sampling: {}},
			configure: flags => loadSettings({seed: '3', ...flags}, {env: {ROSTRUM_HOME: fresh(), OPENAI_API_KEY: ''}}),
			before: tester => {
				tester.setRequestHandler(ElicitRequestSchema, ({params}) => {
					asked.push(params.message);
					return params.message.includes('cost')
						? {action: 'decline'}
						: {action: 'accept', content: {voice: 'rehearsal'}};
				});
			},
		});
		expect((await call(client, 'debate', debate)).text).toMatch(/^Ended: completed\b/u);
		const paid = await call(client, 'debate', {...debate, voice: 'openai:gpt-4o'});
		expect(paid.failed).toBe(true);
		expect(asked[0]).toBe('No model is set up for debates. Who should speak?');
	});

	it('hold a debate, tell how it goes, and give its end with a transcript', async () => {
		const {client} = await connect();
		const {text, failed} = await call(client, 'debate', debate);
		expect(failed).toBe(false);
		expect(text).toMatch(/^Ended: completed\b/u);
		const uri = `rostrum://debates/${handleIn(text)}/transcript.md`;
		const {contents} = await client.readResource({uri});
		expect(z.string().parse(z.object({text: z.string()}).parse(contents[0]).text)).toContain(
			'Voting should be compulsory',
		);
		expect((await call(client, 'search_debates', {words: 'compulsory'})).text).toContain(uri);
	});

	it('return a handle where a debate takes longer, and wait for its result', async () => {
		const {client} = await connect();
		const {text} = await call(client, 'debate', {...debate, wait_seconds: 0});
		expect(text).toMatch(/ runs: /u);
		const result = await call(client, 'result', {handle: handleIn(text)});
		expect(result.text).toMatch(/^Ended: completed\b/u);
		expect((await call(client, 'status', {})).text).toContain('ended, completed');
	});

	it('stop a debate whose call is cancelled, which can be resumed', async () => {
		const {client} = await connect({
			configure: flags =>
				loadSettings({voice: 'rehearsal', pace: '60', seed: '3', ...flags}, {env: {ROSTRUM_HOME: fresh()}}),
		});
		const {text} = await call(client, 'debate', {...debate, wait_seconds: 0});
		expect((await call(client, 'status', {handle: handleIn(text), stop: true})).text).toContain('ended, unfinished');
	});

	it('know and resume what a server before held, within what this one may spend', async () => {
		const [home, cwd] = [fresh(), fresh()];
		const at = (pace: string) => ({
			cwd,
			configure: (flags = {}) =>
				loadSettings({voice: 'rehearsal', pace, seed: '3', ...flags}, {env: {ROSTRUM_HOME: home}}),
		});
		const first = await connect(at('60'));
		const handle = handleIn((await call(first.client, 'debate', {...debate, wait_seconds: 0})).text);
		await call(first.client, 'status', {handle, stop: true});
		await open.pop()?.();
		const {client} = await connect({...at('instant'), budget: {tokens: 3000}});
		const listed = await client.callTool({name: 'list_debates', arguments: {unfinished: true}});
		expect(listed.structuredContent).toMatchObject({debates: [{handle, at: 'unfinished', topic: debate.topic}]});
		expect((await call(client, 'result', {handle})).text).toMatch(/^Unfinished: "resume_debate"/u);
		expect((await call(client, 'resume_debate', {handle})).text).toMatch(/^Ended: budget\b/u);
		expect((await call(client, 'resume_debate', {handle})).text).toContain('This debate is over: "budget"');
		expect((await call(client, 'status', {handle: '../x'})).failed).toBe(true);
	});

	it('resume a debate to its end where nothing is limited', async () => {
		const [home, cwd] = [fresh(), fresh()];
		const configure =
			(pace: string) =>
			(flags = {}) =>
				loadSettings({voice: 'rehearsal', pace, seed: '3', ...flags}, {env: {ROSTRUM_HOME: home}});
		const {client} = await connect({cwd, configure: configure('60')});
		const handle = handleIn((await call(client, 'debate', {...debate, wait_seconds: 0})).text);
		await call(client, 'status', {handle, stop: true});
		const other = await connect({cwd, configure: configure('instant')});
		expect((await call(other.client, 'resume_debate', {handle})).text).toMatch(/^Ended: completed\b/u);
	});

	it('give a second opinion, and attack a specification without writing to it', async () => {
		const {client, cwd} = await connect();
		const duel = await call(client, 'second_opinion', {task: 'Name three risks of moving house in winter.'});
		expect(duel.text).toMatch(/^issue 1 \[\w+\] /mu);
		const file = path.join(cwd, 'spec.md');
		const spec = '# Retry policy\n\nRequests are retried forever, at once.\n\n## Limits\n\nThere are none.\n';
		writeFileSync(file, spec);
		const attack = await call(client, 'attack_spec', {path: 'spec.md'});
		expect(attack.text).toMatch(/\[(?:critical|major|minor), (?:agreed|rejected|undecided)\]/u);
	});
});

describe('a result', () => {
	const textAt = async (client: Client, uri: string): Promise<string> => {
		const {contents} = await client.readResource({uri});
		return z.object({text: z.string()}).parse(contents[0]).text;
	};
	/** All parts from one on, without the lines that lead from one to the next. */
	const wholeFrom = async (client: Client, first: string): Promise<string> => {
		const [, text = first, next] =
			/^([\s\S]*)\n\n\[Part \d+ of \d+\. (?:The next: (\S+)|It is the last\.)\]$/u.exec(first) ?? [];
		return next === undefined ? text : text + (await wholeFrom(client, await textAt(client, next)));
	};

	it('has at most 20,000 tokens, and a link to the rest', async () => {
		const {client} = await connect();
		const name = '長いarg'.repeat(40_000);
		const {content} = await client.callTool({name: 'debate', arguments: {...debate, [name]: 1}});
		const [{text}, link] = z
			.tuple([z.object({text: z.string()}), z.object({type: z.literal('resource_link'), uri: z.string()})])
			.parse(content);
		expect(Buffer.byteLength(text)).toBeLessThan(60_200);
		expect(text).toContain(`The next: ${link.uri}`);
		const whole = await wholeFrom(client, text);
		expect(whole).toContain(`There is no argument "${name}"`);
		expect(whole).not.toContain('\ufffd');
		await expect(textAt(client, link.uri.replace(/\d+$/u, '99'))).rejects.toThrow('There is no such part');
	});

	it('is a transcript in parts where it is long, each with the address of the next', async () => {
		const {client, cwd} = await connect();
		const said = Array.from({length: 12}, (_, turn) => ({
			by: 'chair_1' as const,
			text: `Turn ${turn} begins. ${'The wall holds the river. '.repeat(300)}`,
		}));
		writeJournal(path.join(cwd, 'long', 'debate.jsonl'), {said});
		const first = await textAt(client, 'rostrum://debates/long/transcript.md');
		expect(Buffer.byteLength(first)).toBeLessThan(60_200);
		const whole = await wholeFrom(client, first);
		for (const turn of said.keys()) expect(whole).toContain(`Turn ${turn} begins.`);
	});
});

describe('what a client may not do', () => {
	it.each([
		['name an address', {voice: 'http://10.0.0.1/v1#m'}, 'cannot name an address'],
		['seat an agent', {seats: {chair_1: 'agent:claude'}}, 'Agents are switched off'],
		['seat a person', {voice: 'human'}, 'Nobody sits'],
		['use a model of its own that it does not offer', {voice: 'client'}, 'none that offers its model'],
	])('%s', async (_, own, why) => {
		const {client} = await connect();
		expect(await call(client, 'debate', {...debate, ...own})).toMatchObject({
			failed: true,
			text: expect.stringContaining(why),
		});
	});

	it('have a file read by a topic or a context that begins like one', async () => {
		const {client, cwd} = await connect();
		writeFileSync(path.join(cwd, 'secret.txt'), 'the launch code is 0000');
		const file = `@${path.join(cwd, 'secret.txt')}`;
		const {text} = await call(client, 'debate', {topic: file, context: file, short: true});
		const {contents} = await client.readResource({uri: `rostrum://debates/${handleIn(text)}/transcript.md`});
		expect(JSON.stringify(contents)).not.toContain('launch code');
	});

	it('name a path outside the folders that the server was given, not by a link either', async () => {
		const {client, cwd} = await connect();
		const outside = fresh();
		writeFileSync(path.join(outside, 'spec.md'), '# Secret\n\nwords\n');
		symlinkSync(outside, path.join(cwd, 'link'));
		for (const named of [path.join(outside, 'spec.md'), 'link/spec.md', '../'])
			expect(await call(client, 'attack_spec', {path: named})).toMatchObject({
				failed: true,
				text: expect.stringContaining('outside the folders'),
			});
		expect((await call(client, 'review_change', {repository: outside})).text).toContain('outside the folders');
		await expect(call(client, 'review_change', {range: '--output=/tmp/x'})).resolves.toMatchObject({failed: true});
	});

	it('name an address or an agent as part of a seat’s id', async () => {
		const {client} = await connect();
		for (const seat of ['chair_1=http://127.0.0.1:1/v1#m', 'chair_1=agent:claude'])
			expect(await call(client, 'debate', {...debate, seats: {[seat]: 'rehearsal'}})).toMatchObject({
				failed: true,
				text: expect.stringContaining('seats'),
			});
	});

	it('have the change of a whole repository reviewed of which they were given a folder', async () => {
		const cwd = fresh();
		git(cwd, 'init', '-q');
		mkdirSync(path.join(cwd, 'docs'));
		const {client} = await connect({cwd: path.join(cwd, 'docs')});
		const {failed, text} = await call(client, 'review_change', {});
		expect({failed, text}).toEqual({failed: true, text: expect.stringContaining('outside the folders')});
	});

	/** `allowed` may be read; the repository in it reads outside in one way. */
	const repositoryThat = (reads: (folders: Record<'allowed' | 'outside' | 'repository', string>) => void) => {
		const base = fresh();
		const [allowed, outside] = [path.join(base, 'allowed'), path.join(base, 'outside')];
		const repository = path.join(allowed, 'repository');
		for (const folder of [repository, outside]) {
			mkdirSync(folder, {recursive: true});
			git(folder, 'init', '-q');
			writeFileSync(path.join(folder, 'one.txt'), `${path.basename(folder)}\n`);
			git(folder, 'add', '.');
			git(folder, 'commit', '-q', '-m', path.basename(folder));
		}
		reads({allowed, outside, repository});
		return {allowed, outside, repository};
	};
	const own = (folder: string, ...names: string[]): string => path.join(folder, '.git', ...names);
	const linkTo = (to: string, at: string): void => {
		rmSync(at, {recursive: true, force: true});
		symlinkSync(to, at);
	};

	it.each<[string, Parameters<typeof repositoryThat>[0]]>([
		[
			'borrowed objects',
			f => writeFileSync(own(f.repository, 'objects/info/alternates'), `${own(f.outside, 'objects')}\n`),
		],
		[
			'borrowed objects, by a path from there in quotes',
			f => writeFileSync(own(f.repository, 'objects/info/alternates'), '"../../../../outside/.g\\151t/objects"\n'),
		],
		[
			'objects that are borrowed by those that it borrows',
			f => {
				const middle = path.join(f.allowed, 'middle');
				git(f.allowed, 'init', '-q', middle);
				writeFileSync(own(middle, 'objects/info/alternates'), `${own(f.outside, 'objects')}\n`);
				writeFileSync(own(f.repository, 'objects/info/alternates'), `${own(middle, 'objects')}\n`);
			},
		],
		[
			'a git directory named in a file',
			f => {
				rmSync(own(f.repository), {recursive: true});
				writeFileSync(own(f.repository), `gitdir: ${own(f.outside)}\n`);
			},
		],
		['a git directory that is a link', f => linkTo(own(f.outside), own(f.repository))],
		['a shared git directory', f => writeFileSync(own(f.repository, 'commondir'), '../../../outside/.git\n')],
		['objects that are a link', f => linkTo(own(f.outside, 'objects'), own(f.repository, 'objects'))],
		['one folder of objects that is a link', f => linkTo(own(f.outside, 'objects'), own(f.repository, 'objects/ff'))],
		['packs that are links', f => linkTo(own(f.outside, 'HEAD'), own(f.repository, 'objects/pack/a.pack'))],
		['branches that are a link', f => linkTo(own(f.outside, 'refs'), own(f.repository, 'refs'))],
		['an index that is a link', f => linkTo(own(f.outside, 'index'), own(f.repository, 'index'))],
	])('have a repository reviewed that reads outside the folders through %s', async (_, reads) => {
		const {allowed, repository, outside} = repositoryThat(reads);
		const {client} = await connect({cwd: allowed});
		for (const asked of [{}, {commit: 'HEAD'}]) {
			const {failed, text} = await call(client, 'review_change', {repository, ...asked});
			expect({failed, text}).toEqual({failed: true, text: expect.stringContaining('reads from outside the folders')});
			expect(text).toContain(path.basename(outside));
		}
	});

	it('widen the folders by roots of its own; it can narrow them', async () => {
		const cwd = fresh();
		const inner = path.join(cwd, 'inner');
		mkdirSync(inner);
		for (const [folder, words] of [
			[cwd, 'outer'],
			[inner, 'inner'],
		] as const)
			writeFileSync(path.join(folder, 'spec.md'), `# ${words}\n\nIt is retried.\n`);
		const {client} = await connect({
			cwd,
			capabilities: {roots: {}},
			before: tester =>
				tester.setRequestHandler(ListRootsRequestSchema, () => ({
					roots: [{uri: pathToFileURL(inner).href}, {uri: pathToFileURL(tmpdir()).href}],
				})),
		});
		expect((await call(client, 'attack_spec', {path: path.join(fresh(), 'x')})).failed).toBe(true);
		expect((await call(client, 'attack_spec', {path: path.join(inner, 'spec.md')})).failed).toBe(false);
	});

	it.each([
		['vscode-remote://wsl%2Bubuntu/home/ann/shop'],
		['file://wsl.localhost/Ubuntu/home/ann/shop'],
		['file:///home/a%2Fb', 'untitled:Untitled-1', 'not a uri'],
		['file:///C:/Users/ann/shop'],
	])('read files where its only root is no folder here: %s', async (...uris) => {
		const cwd = fresh();
		writeFileSync(path.join(cwd, 'spec.md'), '# One\n\nIt is retried.\n');
		const {client} = await connect({
			cwd,
			capabilities: {roots: {}},
			before: tester => answerRootsWith(tester, () => ({roots: uris.map(uri => ({uri}))})),
		});
		expect(await call(client, 'debate', debate)).toMatchObject({failed: false});
		const {failed, text} = await call(client, 'attack_spec', {path: path.join(cwd, 'spec.md')});
		expect({failed, text}).toEqual({failed: true, text: expect.stringContaining('works in no folder')});
	});

	it('hinder a debate by an error instead of its roots', async () => {
		const {client} = await connect({
			capabilities: {roots: {}},
			before: tester =>
				answerRootsWith(tester, () => {
					throw new Error('no roots here');
				}),
		});
		expect(await call(client, 'debate', debate)).toMatchObject({failed: false});
	});

	it('have a pipe read', async () => {
		const cwd = fresh();
		execFileSync('sh', ['-c', 'mkfifo "$0"', path.join(cwd, 'spec.md')]);
		const {client} = await connect({cwd});
		const {failed, text} = await call(client, 'attack_spec', {path: 'spec.md'});
		expect({failed, text}).toEqual({failed: true, text: expect.stringContaining('This is no file')});
	});

	it('spend more than the user set for all debates together, whatever it asks for', async () => {
		const {client} = await connect({budget: {tokens: 9000}});
		const first = await call(client, 'debate', {...debate, max_tokens: 1_000_000});
		expect(first.text).toMatch(/^Ended: (?:budget|failed|degraded)\b/u);
		expect(first.data.tokens).toBeLessThanOrEqual(9000);
	});

	it('hold more debates at once than the user allows', async () => {
		const {client} = await connect({atOnce: 1});
		await call(client, 'debate', {...debate, wait_seconds: 0});
		expect((await call(client, 'debate', debate)).text).toContain('as many as this server holds at once');
	});
});

it('the model of a client speaks where it offers it', async () => {
	let asked = 0;
	const {client} = await connect({
		capabilities: {sampling: {}},
		before: tester =>
			tester.setRequestHandler(CreateMessageRequestSchema, () => {
				asked++;
				return {
					model: 'theirs',
					role: 'assistant' as const,
					content: {type: 'text' as const, text: `Words of the client’s own, number ${asked}. They are few.`},
				};
			}),
	});
	const {text} = await call(client, 'debate', {...debate, voice: 'client'});
	expect(asked).toBeGreaterThan(5);
	const found = await call(client, 'ask_debate', {
		handle: handleIn(text),
		question: 'What was said of words that are few?',
	});
	expect(found.text).toMatch(/, turn \d+: “Words of the client’s own/u);
});

it('presets are prompts', async () => {
	const {client} = await connect();
	const {prompts} = await client.listPrompts();
	expect(prompts.map(({name}) => name)).toContain('classic_clash');
	const {messages} = await client.getPrompt({name: 'classic_clash', arguments: {topic: 'Cats rule.'}});
	expect(JSON.stringify(messages)).toContain('Cats rule.');
});
