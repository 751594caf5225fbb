/** Git as subjects are read with it: what it refuses is said in words for the user. */
import {gitIn, GitNotRun} from '../../../engine/host/git.ts';

/** Why a subject cannot be had, with the value at fault and what to do about it. */
export class SubjectError extends Error {
	override readonly name = 'SubjectError';
	readonly value: string | undefined;
	readonly todo: string;

	constructor(message: string, {value, todo, cause}: {value?: string; todo: string; cause?: unknown}) {
		super(message, {cause});
		this.value = value;
		this.todo = todo;
	}
}

/** Output of git. Throws `SubjectError`; `value` is what the user gave. */
export async function git(args: readonly string[], cwd: string, value?: string): Promise<string> {
	try {
		const {ok, out, message} = await gitIn(cwd)(args);
		if (ok) return out;
		throw gitError(message, cwd, value);
	} catch (error) {
		if (!(error instanceof GitNotRun)) throw error;
		throw new SubjectError('git was not found', {
			todo: 'Install git, or give the subject as --files or text.',
			cause: error,
		});
	}
}

function gitError(message: string, cwd: string, value: string | undefined): SubjectError {
	const given = value === undefined ? {} : {value};
	if (/not a git repository/iu.test(message))
		return new SubjectError('This folder is in no git repository', {
			value: cwd,
			todo: 'Go into one, or give the subject as --files, --review or text.',
		});
	if (
		/unknown revision|bad revision|ambiguous argument|Needed a single revision|bad object|invalid object/iu.test(
			message,
		)
	)
		return new SubjectError('git knows no such revision', {...given, todo: 'See "git log" for those there are.'});
	return new SubjectError(`git could not give the change: ${message.split('\n')[0]}`, {
		...given,
		todo: 'Try the same with git itself.',
	});
}
