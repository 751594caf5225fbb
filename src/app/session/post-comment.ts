/** Posts a review under its pull request through `gh`: one comment, which is edited when the review is held again. */
import {execa, ExecaError} from 'execa';
import {z} from 'zod';
import type {DebateState} from '../../debate/state.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {CodeDebateConfig} from '../../formats/code-debate/config.ts';
import {ghVariables} from '../../formats/code-debate/host/code-subject.ts';
import type {Configuration} from '../../settings/settings.ts';
import {comment, commentMark} from '../../formats/code-debate/report.ts';

const Comments = z.object({
	comments: z.array(z.object({body: z.string(), url: z.string(), viewerDidAuthor: z.boolean().optional()})),
});

/** The number of the pull request that a debate is about, if it is about one. */
const pullRequestOf = ({start}: Pick<DebateState, 'start'>): number | undefined => {
	const request = CodeDebateConfig.safeParse(start?.config).data?.request;
	return request?.kind === 'pull-request' ? request.number : undefined;
};

/** Says where the comment stands. gh alone is handed its token. Throws `UsageError` where gh refuses. */
export async function postComment(
	state: DebateState,
	cwd: string,
	handedOn: Configuration['handedOn'],
): Promise<string> {
	const number = pullRequestOf(state);
	if (number === undefined)
		throw new UsageError({
			what: 'There is no pull request to comment on',
			from: '--comment',
			todo: 'Name it with --pr.',
		});
	const body = comment(state);
	const gh = ghIn(cwd, handedOn(ghVariables));
	const {comments} = commentsIn(await gh(['pr', 'view', String(number), '--json', 'comments']));
	// Somebody else could have written our mark: only a comment of our own is edited.
	const own = comments.findLast(each => each.viewerDidAuthor === true && each.body.startsWith(commentMark));
	const id = /#issuecomment-(?<id>\d+)$/u.exec(own?.url ?? '')?.groups?.['id'];
	if (own === undefined || id === undefined)
		return (await gh(['pr', 'comment', String(number), '--body-file', '-'], body)).trim();
	const path = `repos/{owner}/{repo}/issues/comments/${id}`;
	await gh(['api', '--method', 'PATCH', path, '--input', '-', '--silent'], JSON.stringify({body}));
	return own.url;
}

function commentsIn(printed: string): z.infer<typeof Comments> {
	try {
		return Comments.parse(JSON.parse(printed));
	} catch (error) {
		if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
		throw notPosted('gh lists the comments that are there in a form of its own', error);
	}
}

const ghIn =
	(cwd: string, token: Readonly<Record<string, string>>) =>
	async (args: readonly string[], input = ''): Promise<string> => {
		try {
			const {stdout} = await execa('gh', args, {
				cwd,
				input,
				env: {...token, GH_PROMPT_DISABLED: '1', NO_COLOR: '1'},
			});
			return stdout;
		} catch (error) {
			if (!(error instanceof ExecaError)) throw error;
			throw notPosted(error.code === 'ENOENT' ? 'gh was not found' : saidBy(error), error);
		}
	};

/** What gh said of its refusal, in one clean line; the command itself tells a reader nothing. */
const saidBy = ({stderr, shortMessage}: ExecaError): string =>
	cleanText(typeof stderr === 'string' ? stderr : '')
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.slice(0, 300) || shortMessage;

const notPosted = (why: string, cause: Error): UsageError =>
	new UsageError(
		{
			what: `The comment could not be posted: ${why}`,
			from: '--comment',
			todo: 'Post it yourself: "rostrum export DEBATE --to comment".',
		},
		{cause},
	);
