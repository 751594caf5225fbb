/**
 * What a point brings to show itself: whether it is what it says it is, what of it can be run, what a run comes to, and
 * how reports name it. Pure.
 */
import {z} from 'zod';
import {oneLine} from '../../debate/text/words.ts';
import type {Evidence} from '../../debate/formats/code-debate.ts';
import {showCode} from '../../debate/text/intake.ts';

const text = z.string().nullable().optional();

/**
 * As a model gives it. `run` is a shell line for the top of the repository; what it comes to shows the point where it
 * ends with `exit` and its output has `expect` in it.
 */
export const GivenEvidence = z.object({
	kind: z.enum(['input', 'command', 'patch']),
	text: z.string().min(1),
	run: text,
	exit: z.int().min(0).max(255).nullable().optional(),
	expect: text,
});
export type GivenEvidence = z.infer<typeof GivenEvidence>;

/** Whether a text is a unified diff that names a file, and changes a line of it. */
const isPatch = (told: string): boolean =>
	/^(?:diff --git |--- \S)/mu.test(told) && /^\+\+\+ \S/mu.test(told) && /^@@ [\s\S]*^[-+](?!--|\+\+)/mu.test(told);

/** Why evidence is sent back; undefined where it is what it says. */
export const evidenceFault = (evidence: Pick<GivenEvidence, 'kind' | 'text'> | null | undefined): string | undefined =>
	evidence?.kind === 'patch' && !isPatch(evidence.text)
		? 'its patch is no unified diff with the names of its files: write one that "git apply" takes, or give other evidence'
		: undefined;

/** What looks like a secret was taken out of it on its way in, and what is run then is not what was written. */
const isRedacted = ({kind, text: told, run, expect}: GivenEvidence): boolean =>
	/\[redacted:[^\]]*\]/u.test([run ?? '', expect ?? '', kind === 'patch' ? told : ''].join('\n'));

/** Why what is to be run is sent back; undefined where it stands as it was written. */
export const redactedFault = (evidence: GivenEvidence | null | undefined): string | undefined =>
	evidence && isRedacted(evidence)
		? 'a value in it looks like a secret and was taken out, so that it would not run as you wrote it: use a short one, such as "x1", or give evidence without it'
		: undefined;

/** Code has found it in the bytes: nothing is left to be run. */
export const byCode = {ran: 'holds', why: 'found in the bytes by code'} as const;

/** Why evidence says nothing because of the place where it is run, whoever wrote it. */
export const unable = {
	sandbox: 'there is no sandbox here',
	code: 'the code is not here to be run',
	copy: 'git could not copy the code',
	setup: 'the set-up command failed',
	time: 'no time was left to run it',
	program: 'a needed program is not there',
	packages: 'needed packages or a network are not there',
	tests: 'there are no tests to run',
	failing: 'the tests fail here whatever is changed',
} as const;

/** Whether evidence was given, and could not be run here. */
export const cannotRun = (evidence: Pick<Evidence, 'ran' | 'why'> | null | undefined): boolean =>
	evidence?.ran === undefined && Object.values(unable).some(each => evidence?.why?.endsWith(each));

/** What came of it, as it stands in a section. */
export const labelOf = ({ran, why}: Pick<Evidence, 'ran' | 'why'>): string =>
	`${ran === undefined ? 'claimed' : `ran: ${ran}`}${why === undefined ? '' : ` — ${why}`}`;

/** What came of it, for the readers of a report. */
export function evidenceLabel(evidence: Omit<Evidence, 'ran'> & {readonly ran?: Evidence['ran'] | 'claimed'}): string {
	const {kind, ran = 'claimed', why} = evidence;
	const because = why === undefined ? '' : `: ${why}`;
	if (ran === 'holds' && why === byCode.why) return 'Found by code';
	if (ran !== 'claimed') return `Ran: ${ran} (${kind})${because}`;
	return evidenceFault(evidence) === undefined
		? `Claimed, and not run (${kind})${because}`
		: 'Claimed to be a patch, and is none';
}

/** The same in a word or two, for the cell of a table. */
export function evidenceCell(evidence: Parameters<typeof evidenceLabel>[0] | undefined): string {
	if (!evidence) return '–';
	const {kind, ran = 'claimed', why} = evidence;
	if (ran === 'holds' && why === byCode.why) return 'found by code';
	return ran === 'claimed' ? `claimed (${kind})` : `ran: ${ran} (${kind})`;
}

/** Whether a writer's later evidence takes the place of the earlier: not of one that was run, unless it is better. */
export function replaces(before: Evidence | undefined, later: Evidence | undefined): boolean {
	if (!later || later.ran === 'holds' || before?.ran === undefined) return later !== undefined;
	return later.ran !== undefined && before.ran !== 'holds';
}

/** Whether the other side's evidence, given with its agreement, shows a point better than its writer's. */
export const isBetter = (before: Evidence | undefined, later: Evidence | undefined): boolean =>
	before?.ran !== 'holds' && (later?.ran === 'holds' || (before === undefined && later?.ran === undefined));

// What can be run of it.

/** The shell line that shows it; of a patch, what is run with it instead of the tests. */
export const commandIn = ({kind, text: told, run}: GivenEvidence): string | undefined =>
	run?.trim() || (kind === 'command' && !told.includes('\n') ? told.trim() : undefined);

const withoutSecret = 'a value in it was taken out, for it looks like a secret';

/** Why there is nothing to be run; undefined where there is. */
export function whyNotRun(given: GivenEvidence): string | undefined {
	if (isRedacted(given)) return withoutSecret;
	if (given.kind === 'patch') return undefined;
	if (commandIn(given) === undefined) return 'it names no command to run';
	return given.exit == null && lookedFor(given) === undefined
		? 'it does not say what the command should end with or print'
		: undefined;
}

/** What the output should have in it. What stands in the command itself shows nothing by being printed. */
function lookedFor(given: GivenEvidence): string | undefined {
	const wanted = oneLine(showCode(given.expect ?? ''));
	return wanted === '' || oneLine(showCode(commandIn(given) ?? '')).includes(wanted) ? undefined : wanted;
}

// What a run comes to.

export type CommandRun = {
	readonly exit_code: number | null;
	readonly timed_out: boolean;
	readonly output: string;
};

/** What came of evidence, and why in a few words of ours. */
export type Came = Pick<Evidence, 'ran' | 'why'>;

const needsMore =
	/\b(?:Cannot find (?:module|package) '[^./]|ModuleNotFoundError|ENOTFOUND|EAI_AGAIN|ENETUNREACH|Could not resolve host)/u;

/** Why a run says nothing of the code: it was not done in time, or needs what is not there. */
function whyUndecided({exit_code: exit, timed_out: late, output}: CommandRun): string | undefined {
	if (late) return 'not done in time';
	if (exit === 126 || exit === 127) return unable.program;
	return needsMore.test(output) ? unable.packages : undefined;
}

/** Whether a command came to what its evidence says. `elsewhere`: the same command in an empty folder. */
export function judgeCommand(given: GivenEvidence, run: CommandRun, elsewhere?: CommandRun): Came {
	const comesAbout = (one: CommandRun): boolean => hasEnd(given, one) && hasOutput(given, one);
	if (!run.timed_out && comesAbout(run))
		return elsewhere && elsewhere.exit_code === run.exit_code && oneLine(elsewhere.output) === oneLine(run.output)
			? {why: 'it comes to the same in an empty folder, without the code'}
			: {ran: 'holds'};
	const undecided = whyUndecided(run);
	if (undecided !== undefined) return {why: undecided};
	return hasEnd(given, run)
		? {ran: 'does not hold', why: 'what it prints is not what was said'}
		: {ran: 'does not hold', why: `it ends with ${run.exit_code ?? 'a signal'}, and not with ${given.exit ?? 0}`};
}

const hasEnd = ({exit}: GivenEvidence, {exit_code: code}: CommandRun): boolean => exit == null || code === exit;

/** A text of less than four characters must be a line of its own: it stands in too much. */
function hasOutput(given: GivenEvidence, {output}: CommandRun): boolean {
	const wanted = lookedFor(given);
	if (wanted === undefined) return true;
	return wanted.length < 4 ? output.split('\n').some(line => line.trim() === wanted) : oneLine(output).includes(wanted);
}

/** What the tests of a project say to a patch: with it, without it, and before the change that is debated. */
export function judgePatch(withIt: CommandRun, without: CommandRun | undefined, before: CommandRun | undefined): Came {
	if (withIt.exit_code === 0 && !withIt.timed_out) return {ran: 'holds', why: 'it applies, and the tests pass with it'};
	const undecided = whyUndecided(withIt);
	if (undecided !== undefined) return {why: `it applies; the tests came to nothing, ${undecided}`};
	if (without?.exit_code === 0) return {ran: 'does not hold', why: 'it applies, and the tests fail with it'};
	return before?.exit_code === 0
		? {ran: 'does not hold', why: 'it applies, and the tests still fail'}
		: {why: `it applies; ${unable.failing}`};
}

// How a run stands in a section, for the other side to read.

const longest = {lines: 8, characters: 1000};

/** A command with what it printed, as in a terminal, and what was to come of it. */
export function sessionText(given: GivenEvidence, run: CommandRun | undefined): string {
	const command = commandIn(given) ?? '';
	const told = given.text.trim();
	// What stands before a diff is skipped by whoever applies it.
	if (given.kind === 'patch') return command === '' ? told : `$ ${command}\n\n${told}`;
	const why = whyNotRun(given);
	if (why !== undefined && why !== withoutSecret) return told;
	const wanted = [
		...(given.exit == null ? [] : [`to end with ${given.exit}`]),
		...(given.expect?.trim() ? [`to print: ${oneLine(given.expect)}`] : []),
	].join(' and ');
	const ended = run && (run.timed_out ? 'stopped at the limit' : `ended with ${run.exit_code ?? 'a signal'}`);
	const end = [...(ended === undefined ? [] : [ended]), ...(wanted === '' ? [] : [`was ${wanted}`])].join('; ');
	return [
		...(told === command ? [] : [told]),
		...(command === '' ? [] : [`$ ${command}`]),
		...(run ? [excerpt(run.output, given.expect ?? '')] : []),
		...(end === '' ? [] : [`(${end})`]),
	]
		.filter(part => part !== '')
		.join('\n');
}

/** The lines around what was looked for, else the first and the last ones. */
function excerpt(output: string, wanted: string): string {
	const lines = output.trimEnd().split('\n');
	if (lines.length <= longest.lines) return cut(lines);
	const [first = ''] = wanted.trim().split('\n', 1);
	const at = first === '' ? -1 : lines.findIndex(line => oneLine(line).includes(oneLine(first)));
	const half = longest.lines / 2;
	if (at < 0) return [cut(lines.slice(0, half)), '…', cut(lines.slice(-half))].join('\n');
	const from = Math.min(Math.max(0, at - 2), lines.length - longest.lines);
	const to = from + longest.lines;
	return [...(from > 0 ? ['…'] : []), cut(lines.slice(from, to)), ...(to < lines.length ? ['…'] : [])].join('\n');
}

function cut(lines: readonly string[]): string {
	const shown = lines.join('\n');
	return shown.length > longest.characters ? `${shown.slice(0, longest.characters)}…` : shown;
}
