/**
 * Runs what points bring to show themselves: always in the system's sandbox, in a copy of the repository of its own,
 * without network, home and our environment. What a model wrote is run nowhere else.
 */
import {constants, existsSync, lstatSync, mkdirSync, readdirSync} from 'node:fs';
import {chmod, cp, rm, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {Evidence} from '../../../debate/formats/code-debate.ts';
import {isRecord, parseJsonIfValid} from '../../../debate/text/json.ts';
import type {Effects} from '../../../engine/floor.ts';
import {dependenciesIn, withDependencies} from '../../../engine/host/dependencies.ts';
import {GitFailed} from '../../../engine/host/git.ts';
import {readRegularBytes} from '../../../engine/host/regular-file.ts';
import {runCommand, type CommandResult} from '../../../engine/host/run-command.ts';
import type {Sandbox} from '../../../voices/sandbox/launch.ts';
import {findSandbox} from '../../../voices/sandbox/sandbox.ts';
import type {EffectContext} from '../../contract.ts';
import {RunEvidence, type CodeDebateConfig} from '../config.ts';
import {commandIn, judgeCommand, judgePatch, sessionText, unable, type Came, type GivenEvidence} from '../evidence.ts';
import {copyFiles} from './git-subject.ts';

type Laboratory = {
	/** Where the copies are. */
	readonly folder: string;
	readonly config: Pick<CodeDebateConfig, 'role' | 'tried' | 'check' | 'setup' | 'evidenceSeconds' | 'timeoutSeconds'>;
} & Pick<EffectContext, 'sandbox' | 'programs' | 'handedOn'>;

/** What a command gets of the environment: where programs are, and the language. */
const variables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'];

/** The set-up command brings dependencies. */
const setupMs = 600_000;

/** The most of a turn that goes into runs, in commands at their limit. */
const mostCommands = 5;

export function evidenceEffects(laboratory: Laboratory): {
	readonly effects: Effects;
	/** Removes the copies. */
	readonly clear: () => Promise<void>;
} {
	const {folder, config, sandbox: choice, programs} = laboratory;
	let bench: Promise<EvidenceBench | {readonly problem: string}> | undefined;
	return {
		effects: {
			async 'run-evidence'(input, signal, waitFor) {
				const {evidence} = RunEvidence.parse(input);
				const search = choice === 'off' ? {problem: ''} : findSandbox(programs);
				if ('problem' in search || !config.tried)
					return claimed(evidence, 'problem' in search ? unable.sandbox : unable.code);
				bench ??= openBench(laboratory, search.sandbox, signal);
				const opened = await bench;
				if ('problem' in opened) return claimed(evidence, opened.problem);
				const end =
					performance.now() + Math.min(mostCommands * config.evidenceSeconds, config.timeoutSeconds / 2) * 1000;
				const came: Evidence[] = [];
				for (const [at, given] of evidence.entries()) {
					waitFor(config.role.toLowerCase(), `evidence ${at + 1} of ${evidence.length} is run`);
					came.push(
						performance.now() > end ? asClaimed(given, unable.time) : await tryOne(opened, given, {signal, end}),
					);
				}
				return came;
			},
		},
		clear: () => removeTree(folder),
	};
}

const asClaimed = (given: GivenEvidence, why: string): Evidence => shown(given, {why}, undefined);
const claimed = (evidence: readonly GivenEvidence[], why: string): Evidence[] =>
	evidence.map(given => asClaimed(given, why));

const shown = (given: GivenEvidence, finding: Came, run: CommandResult | undefined): Evidence => ({
	kind: given.kind,
	text: sessionText(given, run),
	...finding,
});

// The bench: a copy of the code, made ready, of which each run gets a copy of its own.

type EvidenceBench = {
	readonly folder: string;
	/** The code as it was committed, with what the set-up command made. */
	readonly tree: string;
	/** Installed dependencies: folders of `source`, by their paths in it. */
	readonly source: string;
	readonly dependencies: readonly string[];
	readonly config: Laboratory['config'];
	readonly start: (run: EvidenceRun) => Promise<CommandResult>;
	/** What the tests come to without a patch, by the tree. */
	readonly tests: Map<string, Promise<CommandResult>>;
	copies: number;
};

type EvidenceRun = {
	readonly command: string;
	readonly cwd: string;
	readonly readable?: readonly string[];
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	readonly network?: true;
};

/** How long runs may still take, and what ends them at once. */
type RunLimits = {readonly signal: AbortSignal; readonly end: number};

async function openBench(
	{folder, config, programs, handedOn}: Laboratory,
	sandbox: Sandbox,
	signal: AbortSignal,
): Promise<EvidenceBench | {readonly problem: string}> {
	const {tried, setup} = config;
	if (!tried) return {problem: unable.code};
	const tree = join(folder, 'tree');
	await removeTree(folder);
	try {
		await copyFiles(tried, tree);
	} catch (error) {
		if (!(error instanceof GitFailed)) throw error;
		return {problem: unable.copy};
	}
	// Readers see paths in the repository, and not where it lies.
	const named = (output: string): string => output.replaceAll(`${tried.repo}/`, '').replaceAll(tried.repo, '.');
	const start = async ({network, readable = [], ...run}: EvidenceRun): Promise<CommandResult> => {
		const result = await runCommand({
			...run,
			env: handedOn(variables),
			instead: true,
			within: launch =>
				sandbox.confine(launch, {
					folder: run.cwd,
					readable,
					network: network ?? false,
					programs,
					home: homedir(),
				}),
		});
		return {...result, output: named(result.output)};
	};
	if (setup !== undefined) {
		const made = await start({command: setup, cwd: tree, timeoutMs: setupMs, signal, network: true});
		if (!made.ok) return {problem: unable.setup};
	}
	const source = setup === undefined ? tried.repo : tree;
	return {
		folder,
		tree,
		source,
		dependencies: dependenciesIn(source, tree),
		config,
		start,
		tests: new Map(),
		copies: 0,
	};
}

/** A copy for one run, removed behind it. */
async function inCopy<T>(bench: EvidenceBench, tree: string, use: (folder: string) => Promise<T>): Promise<T> {
	const place = join(bench.folder, `run-${++bench.copies}`);
	const left = new Set(bench.dependencies.map(path => join(tree, path)));
	try {
		await cp(tree, place, {
			recursive: true,
			verbatimSymlinks: true,
			mode: constants.COPYFILE_FICLONE,
			filter: path => !left.has(path),
		});
		return await withDependencies(bench.source, place, () => use(place));
	} finally {
		await removeTree(place);
	}
}

/** Of folders that a program has locked, too. Links are not followed. */
async function removeTree(folder: string): Promise<void> {
	try {
		await rm(folder, {recursive: true, force: true});
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')))
			throw error;
		await unlock(folder);
		await rm(folder, {recursive: true, force: true});
	}
}

async function unlock(folder: string): Promise<void> {
	await chmod(folder, 0o700);
	for (const entry of readdirSync(folder, {withFileTypes: true}))
		if (entry.isDirectory()) await unlock(join(folder, entry.name));
}

// One piece of evidence.

async function tryOne(bench: EvidenceBench, given: GivenEvidence, limits: RunLimits): Promise<Evidence> {
	return given.kind === 'patch' ? tryPatch(bench, given, limits) : tryCommand(bench, given, limits);
}

const limitOf = ({config}: EvidenceBench, {end}: RunLimits): number =>
	Math.max(1000, Math.min(config.evidenceSeconds * 1000, end - performance.now()));

/** Runs a command in a folder, with the dependencies readable. */
const runIn = (
	bench: EvidenceBench,
	cwd: string,
	command: string,
	limits: RunLimits,
	readable: readonly string[] = [],
) =>
	bench.start({
		command,
		cwd,
		readable: [...bench.dependencies.map(path => join(bench.source, path)), ...readable],
		timeoutMs: limitOf(bench, limits),
		signal: limits.signal,
	});

async function tryCommand(bench: EvidenceBench, given: GivenEvidence, limits: RunLimits): Promise<Evidence> {
	const command = commandIn(given) ?? '';
	const run = await inCopy(bench, bench.tree, folder => runIn(bench, folder, command, limits));
	const first = judgeCommand(given, run);
	if (first.ran !== 'holds') return shown(given, first, run);
	const empty = join(bench.folder, 'empty');
	try {
		mkdirSync(empty, {recursive: true});
		const timeoutMs = limitOf(bench, limits);
		const elsewhere = await bench.start({command, cwd: empty, timeoutMs, signal: limits.signal});
		return shown(given, judgeCommand(given, run, elsewhere), run);
	} finally {
		await removeTree(empty);
	}
}

/** Strictly, and with the counts of its hunks corrected: models count badly. */
const applying =
	'for how in "" --recount; do git apply $how --check "$P" 2>/dev/null && exec git apply $how "$P"; done; exit 1';

async function tryPatch(bench: EvidenceBench, given: GivenEvidence, limits: RunLimits): Promise<Evidence> {
	const file = join(bench.folder, 'patch.diff');
	await writeFile(file, given.text.endsWith('\n') ? given.text : `${given.text}\n`);
	const command = `P='${file.replaceAll("'", String.raw`'\''`)}'; ${applying}`;
	return inCopy(bench, bench.tree, async folder => {
		const applied = await runIn(bench, folder, command, limits, [file]);
		if (!applied.ok) return shown(given, {ran: 'does not hold', why: 'it does not apply'}, undefined);
		const own = commandIn(given);
		if (own !== undefined) {
			const finding = await tryDifference(bench, own, folder, limits);
			if (finding.ran !== 'holds') return shown(given, finding, undefined);
		}
		const tests = testsOf(bench);
		if (tests === undefined)
			return shown(given, own === undefined ? {why: `it applies, and ${unable.tests}`} : holdsByCommand, undefined);
		const finding = await tryTests(bench, tests, folder, limits);
		return shown(given, finding.ran === 'holds' && own !== undefined ? holdsByCommand : finding, undefined);
	});
}

const holdsByCommand: Came = {ran: 'holds', why: 'its command fails without it, and passes with it'};

/** A command of the patch's own, with it and without it. */
async function tryDifference(bench: EvidenceBench, command: string, folder: string, limits: RunLimits): Promise<Came> {
	const withIt = await runIn(bench, folder, command, limits);
	if (withIt.timed_out) return {why: 'it applies; its command was not done in time'};
	if (!withIt.ok) return {ran: 'does not hold', why: 'it applies, and its command fails with it'};
	const without = await inCopy(bench, bench.tree, plain => runIn(bench, plain, command, limits));
	return without.ok ? {ran: 'does not hold', why: 'its command passes without it, too'} : {ran: 'holds'};
}

async function tryTests(bench: EvidenceBench, command: string, folder: string, limits: RunLimits): Promise<Came> {
	const withIt = await runIn(bench, folder, command, limits);
	if (judgePatch(withIt, undefined, undefined).ran === 'holds') return judgePatch(withIt, undefined, undefined);
	const without = await testsAlone(bench, bench.tree, command, limits);
	const {base} = bench.config.tried ?? {};
	if (without.ok || base === undefined) return judgePatch(withIt, without, undefined);
	return judgePatch(withIt, without, await testsAlone(bench, await treeBefore(bench, base), command, limits));
}

/** The tests on the code as it is, run once. */
function testsAlone(bench: EvidenceBench, tree: string, command: string, limits: RunLimits): Promise<CommandResult> {
	const known = bench.tests.get(tree) ?? inCopy(bench, tree, folder => runIn(bench, folder, command, limits));
	bench.tests.set(tree, known);
	return known;
}

/** The code before the change. */
async function treeBefore({folder, config}: EvidenceBench, base: string): Promise<string> {
	const place = join(folder, 'before');
	if (config.tried) await copyFiles({repo: config.tried.repo, revision: base}, place);
	return place;
}

/** The command that runs the tests: the user's, else what the code itself says. */
function testsOf({tree, config}: EvidenceBench): string | undefined {
	if (config.check !== undefined) return config.check;
	const script = scriptIn(textAt(tree, 'package.json'));
	if (script !== undefined && !script.includes('no test specified')) return 'npm test';
	if (existsSync(join(tree, 'go.mod'))) return 'go test ./...';
	if (existsSync(join(tree, 'Cargo.toml'))) return 'cargo test --offline';
	if (['pytest.ini', 'conftest.py'].some(name => existsSync(join(tree, name)))) return 'python3 -m pytest -q';
	if (/\[tool[.:]pytest/u.test(`${textAt(tree, 'pyproject.toml')}${textAt(tree, 'setup.cfg')}`))
		return 'python3 -m pytest -q';
	return /^test:/mu.exec(textAt(tree, 'Makefile')) ? 'make test' : undefined;
}

const textAt = (tree: string, name: string): string =>
	lstatSync(join(tree, name), {throwIfNoEntry: false})?.isFile()
		? readRegularBytes(join(tree, name)).toString('utf8')
		: '';

function scriptIn(manifest: string): string | undefined {
	const read = parseJsonIfValid(manifest);
	const scripts = isRecord(read) ? read['scripts'] : undefined;
	const script = isRecord(scripts) ? scripts['test'] : undefined;
	return typeof script === 'string' ? script : undefined;
}
