/** Starts sides of a Code Debate as processes, and reads what became of them. */
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {z} from 'zod';
import {packageRoot} from '../../../../src/engine/host/package-root.ts';
import {holdSide, type Given} from '../../../fixtures/code-debate/side.ts';

export const fixture = (name: string): string => join(packageRoot, 'test', 'fixtures', 'code-debate', name);

export const folder = (): string => mkdtempSync(join(tmpdir(), 'rostrum-debate-'));

export type Ended = {readonly code: number | null; readonly out: string; readonly err: string};

/** `end` resolves when the process has, with its exit code and what it wrote. */
export function start(
	command: string,
	args: readonly string[],
): {readonly child: ChildProcess; readonly end: Promise<Ended>} {
	const child = spawn(command, args, {stdio: ['ignore', 'pipe', 'pipe']});
	let [out, err] = ['', ''];
	child.stdout.on('data', (chunk: Buffer) => {
		out += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => {
		err += chunk.toString();
	});
	const end = once(child, 'close').then(([code]): Ended => ({code: typeof code === 'number' ? code : null, out, err}));
	return {child, end};
}

type Side = {
	/** Its own where two sides have one character. */ readonly name?: string;
	readonly character: string;
	readonly timeoutMs?: number;
	readonly pollMs?: number;
	readonly holdMs?: number;
	readonly settleMs?: number;
	readonly subject?: string;
	/** A server that answers in its place. */ readonly url?: string;
};

const givenTo = (place: string, {name, ...side}: Side): Given => ({
	file: join(place, 'DEBATE.md'),
	journal: join(place, `${name ?? side.character}.jsonl`),
	...side,
});

/** A side of ours in a folder, with its journal in it. */
export const startSide = (place: string, side: Side) =>
	start(process.execPath, [fixture('side-program.ts'), JSON.stringify(givenTo(place, side))]);

/** The same in this process, which may write one side of a file. */
export async function sideHere(place: string, side: Side): Promise<Ended> {
	let err = '';
	const code = await holdSide(givenTo(place, side), notice => (err += notice));
	return {code, out: '', err};
}

/** A participant that only knows the protocol's text. */
export const startForeign = (place: string, way: string) =>
	start('bash', [fixture('foreign.sh'), join(place, 'DEBATE.md'), way]);

export const debateIn = (place: string): string => readFileSync(join(place, 'DEBATE.md'), 'utf8');

const Done = z.object({role: z.enum(['A', 'B']), outcome: z.string(), reason: z.string().optional()});
export const doneOf = (place: string, name: string): z.infer<typeof Done> =>
	Done.parse(JSON.parse(readFileSync(join(place, `${name}.jsonl.done`), 'utf8')));
