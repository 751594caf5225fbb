/** A pull request, read through `gh`. */
import {execa, ExecaError} from 'execa';
import {z} from 'zod';
import type {Environment} from '../../../debate/environment.ts';
import {closedVariables} from '../../../engine/host/git-options.ts';
import {parseDiff} from '../subject/diff.ts';
import {titleOf} from '../subject/request.ts';
import type {CodeSubject} from '../subject/subject.ts';
import {SubjectError} from './subject-git.ts';

const PullRequest = z.object({title: z.string(), body: z.string().nullable(), number: z.int()});

/** Where `gh` runs, and what it gets of the environment besides: its token may be there. */
type GhPlace = {readonly cwd: string; readonly variables: Environment};

/** Throws `SubjectError`. */
export async function readPullRequest(number: number, place: GhPlace): Promise<CodeSubject> {
	const about = PullRequest.parse(
		JSON.parse(await gh(['pr', 'view', String(number), '--json', 'title,body,number'], place, number)),
	);
	const files = parseDiff(await gh(['pr', 'diff', String(number), '--color', 'never'], place, number));
	if (files.length === 0)
		throw new SubjectError('This pull request changes nothing', {value: String(number), todo: 'Name another one.'});
	return {
		kind: 'pull-request',
		title: titleOf({kind: 'pull-request', number}, about.title),
		message: `${about.title}\n\n${about.body ?? ''}`.trim(),
		files,
	};
}

async function gh(args: readonly string[], {cwd, variables}: GhPlace, number: number): Promise<string> {
	try {
		const {stdout} = await execa('gh', args, {
			cwd,
			stripFinalNewline: false,
			maxBuffer: 512 * 1024 * 1024,
			// It runs git in the repository: none of its configuration's programs, as with our own.
			env: {...variables, ...closedVariables, GH_PROMPT_DISABLED: '1', NO_COLOR: '1'},
		});
		return stdout;
	} catch (error) {
		if (!(error instanceof ExecaError)) throw error;
		if (error.code === 'ENOENT')
			throw new SubjectError('Pull requests are read through gh, and gh was not found', {
				value: String(number),
				todo: 'Install it from https://cli.github.com and sign in, or check the branch out and use --diff.',
				cause: error,
			});
		throw new SubjectError(`gh could not give the pull request: ${error.shortMessage}`, {
			value: String(number),
			todo: 'Try "gh pr view" in this folder.',
			cause: error,
		});
	}
}
