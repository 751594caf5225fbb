/** What Builder and Reviewer adds to `rostrum run`: its options, translated to those that every protocol has. */
import {expandPath} from '../../engine/host/expand-path.ts';
import {existsSync, statSync} from 'node:fs';
import {builderReviewerConfig, mostReviewers, reviewerSeats, type BuilderReviewerConfig} from './config.ts';
import {
	assigned,
	choiceOption,
	listOption,
	numberOption,
	textOption,
	type FieldValues,
	type Input,
	type OptionRow,
} from '../options.ts';
import {context, told, topic, type SetupData} from '../setup.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {findSandbox} from '../../voices/sandbox/sandbox.ts';
import type {NoticeSources} from '../contract.ts';

/** Options of this protocol alone; `--side` is shared with Code Debate. */
export const buildOptions: readonly OptionRow[] = [
	{flags: '--goal <TEXT>', about: 'builder-reviewer: what is to be done'},
	{
		flags: '--repo <DIR>',
		about:
			'builder-reviewer: the git repository it is done to, in a worktree of its own (default: texts in a folder of the run)',
	},
	{
		flags: '--check <COMMAND>',
		about:
			'builder-reviewer: run this shell command after each step, such as "npm test"; it runs what the builder wrote',
	},
	{
		flags: '--check-timeout <MS>',
		about: 'builder-reviewer: how long the check may take, in milliseconds (default: 300000)',
	},
	{
		flags: '--pass-env <NAME>',
		about: 'builder-reviewer: a variable of yours that the check is to see, beside those that every program needs',
		repeat: true,
	},
	{
		flags: '--check-network',
		about: 'builder-reviewer: let the check use the network in its sandbox (default: this machine’s loopback only)',
	},
	{flags: '--builder <V>', about: 'builder-reviewer: who plans and builds'},
	{
		flags: '--reviewer <V>',
		about:
			'builder-reviewer: who reviews and decides; up to three, none of whom reads another, and a critical finding of one is a veto',
		repeat: true,
	},
	{flags: '--max-cycles <N>', about: 'builder-reviewer: how many cycles before it is a deadlock, 1 to 20 (default: 3)'},
	{
		flags: '--accept <HOW>',
		about:
			'builder-reviewer: what becomes of accepted work: none leaves the patch in the run’s folder, patch changes your files, branch makes a commit on a new branch (default: none)',
	},
	{
		flags: '--setup <COMMAND>',
		about:
			'builder-reviewer: run this shell command once in the new worktree, with the network, such as "npm ci": what git ignores is not in it',
	},
	{
		flags: '--edits <HOW>',
		about: 'builder-reviewer: how a model writes its changes: blocks (search and replace) or diff (default: blocks)',
	},
	{
		flags: '--approve <WHAT>',
		about:
			'builder-reviewer: what you decide on yourself, of plan, risk (medium too) and final, with commas between; on a high risk and a critical alert you are always asked',
	},
	{
		flags: '--commits <HOW>',
		about: 'builder-reviewer: with --accept branch, one commit with all of it, or steps: one a step (default: one)',
	},
	{
		flags: '--force',
		about:
			'builder-reviewer: hand accepted work over although the check fails, or passes only with tests that the builder changed',
	},
	{
		flags: '--side <builder|reviewer>',
		about: 'builder-reviewer: play this side only, against another program through the mailbox',
	},
	{
		flags: '--run-folder <DIR>',
		about:
			'builder-reviewer: the run’s folder that the two programs share, named after the run (default: a new one in the debate’s folder)',
	},
];

/** What is asked when such a run is set up. */
export const buildSetup: SetupData = {
	ways: [{...topic, label: 'Goal', about: 'What is to be done, or @ and the path of a file that says it.'}],
	beside: [
		{
			flag: '--repo',
			label: 'Repository',
			about:
				'The git repository it is done to, in a worktree of its own. Without one, texts are written in a folder of the run.',
			takes: 'folder',
			optional: true,
		},
		{
			flag: '--check',
			label: 'Check',
			about: 'A shell command that is run after each step, such as npm test. It runs what the builder wrote.',
			takes: 'text',
			optional: true,
		},
		context,
	],
	answers: (config, subject) => {
		const {repo, check} = builderReviewerConfig.parse(config);
		return {
			...told(subject),
			...(repo !== undefined && {'--repo': repo}),
			...(check !== undefined && {'--check': check}),
		};
	},
};

/** The input with these options as topic, seats and config fields. Throws `UsageError`. */
export function buildInput({args, options}: Input, cwd: string): Input {
	const seat = (id: string): string[] =>
		[textOption(options, id)].flatMap(voice => (voice === undefined ? [] : [`${id}=${voice}`]));
	const path = (name: string): string | undefined =>
		[textOption(options, name)].map(given => (given === undefined ? undefined : expandPath(cwd, given)))[0];
	const reviewers = reviewersIn(options);
	const seats = reviewerSeats({reviewers: mostReviewers});
	const goal = textOption(options, 'goal');
	if (goal?.trim() === '')
		throw new UsageError({
			what: 'The goal is empty',
			from: '--goal',
			todo: 'Say what is to be done, such as --goal "Mend the failing test".',
		});
	return {
		args,
		options: {
			...options,
			...(goal === undefined ? {} : {topic: goal}),
			seat: [
				...listOption(options, 'seat'),
				...seat('builder'),
				...reviewers.map((voice, place) => `${seats[place] ?? ''}=${voice}`),
			],
			set: [
				...listOption(options, 'set'),
				...assigned({
					reviewers: reviewers.length > 1 ? reviewers.length : undefined,
					repo: folder(path('repo')),
					check: textOption(options, 'check'),
					runFolder: path('runFolder'),
					checkTimeoutMs: numberOption(options, 'checkTimeout', {flag: '--check-timeout', from: 1, to: 2_147_483_647}),
					checkEnv: listOption(options, 'passEnv').length > 0 ? listOption(options, 'passEnv') : undefined,
					checkNetwork: options['checkNetwork'] === true ? true : undefined,
					maxCycles: numberOption(options, 'maxCycles', {flag: '--max-cycles', from: 1, to: 20}),
					accept: choiceOption(options, 'accept', ['none', 'patch', 'branch']),
					setup: textOption(options, 'setup'),
					edits: choiceOption(options, 'edits', ['blocks', 'diff']),
					approve: textOption(options, 'approve')
						?.split(',')
						.map(each => each.trim()),
					commits: choiceOption(options, 'commits', ['one', 'steps']),
					force: options['force'] === true ? true : undefined,
					side: choiceOption(options, 'side', ['builder', 'reviewer']),
				} satisfies FieldValues<BuilderReviewerConfig>),
			],
		},
	};
}

/** Those who review. Throws `UsageError` for more than three, and for several where the reviewer is another program. */
function reviewersIn(options: Input['options']): string[] {
	const reviewers = listOption(options, 'reviewer');
	const value = reviewers.join(', ');
	if (reviewers.length > mostReviewers)
		throw new UsageError({
			what: `A run has at most ${mostReviewers} reviewers`,
			value,
			from: '--reviewer',
			todo: `Give --reviewer up to ${mostReviewers} times.`,
		});
	if (reviewers.length > 1 && textOption(options, 'side') === 'builder')
		throw new UsageError({
			what: 'With --side builder, the reviewer is another program',
			value,
			from: '--reviewer',
			todo: 'Leave --reviewer out, or play both sides.',
		});
	return reviewers;
}

/** Checked before anything is started, so that a typo leaves no failed debate behind. */
function folder(repo: string | undefined): string | undefined {
	if (repo === undefined || statSync(repo, {throwIfNoEntry: false})?.isDirectory()) return repo;
	throw new UsageError({
		what: existsSync(repo) ? 'Not a folder' : 'There is no such folder',
		value: repo,
		from: '--repo',
		todo: 'Name the folder of a git repository, or leave --repo out to have texts written.',
	});
}

const noSandbox = (problem: string): string =>
	`The check runs what the builder writes without a sandbox, with your files and the network: ${problem}.`;

/** What to say before the start: that there is no sandbox for the check, and why. */
export function checkNotices(given: unknown, {sandbox, programs, rehearsed = []}: NoticeSources): string[] {
	const config = builderReviewerConfig.safeParse(given);
	if (config.data?.check === undefined || config.data.side === 'reviewer') return [];
	const search = sandbox === 'off' ? {problem: 'the setting “sandbox” is off'} : findSandbox(programs);
	return [
		...(rehearsed.includes('builder') ? [mendsNoCode] : []),
		...('problem' in search ? [noSandbox(search.problem)] : []),
	];
}

const mendsNoCode =
	'The builder is a rehearsal voice: it writes three short texts, and mends no code. A check that fails now will fail in the end. Put a model there (--voice) to have it mended; a recording on the home screen shows how.';
