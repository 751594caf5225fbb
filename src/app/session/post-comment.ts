/** Posts a review under its pull request through `gh`: one comment, which is edited when the review is held again. */
import {execa, ExecaError} from 'execa';
import {z} from 'zod';
import type {DebateState} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {CodeDebateConfig} from '../../formats/code-debate/config.ts';
import {comment, commentMark} from '../../formats/code-debate/report.ts';

const Comments = z.object({
	comments: z.array(z.object({body: z.string(), url: z.string(), viewerDidAuthor: z.boolean().optional()})),
});

/** The number of the pull request that a debate is about, if it is about one. */
const pullRequestOf = ({start}: Pick<DebateState, 'start'>): number | undefined => {
	const request = CodeDebateConfig.safeParse(start?.config).data?.request;
	return request?.kind === 'pull-request' ? request.number : undefined;
};

/** Says where the comment stands. Throws `UsageError` where gh refuses. */
export async function postComment(state: DebateState, cwd: string): Promise<string> {
	const number = pullRequestOf(state);
	if (number === undefined)
		throw new UsageError({
			what: 'There is no pull request to comment on',
			from: '--comment',
			todo: 'Name it with --pr.',
		});
	const body = comment(state);
	const {comments} = Comments.parse(JSON.parse(await gh(['pr', 'view', String(number), '--json', 'comments'], cwd)));
	// Somebody else could have written our mark: only a comment of our own is edited.
	const own = comments.findLast(each => each.viewerDidAuthor === true && each.body.startsWith(commentMark));
	const id = /#issuecomment-(?<id>\d+)$/u.exec(own?.url ?? '')?.groups?.['id'];
	if (own === undefined || id === undefined)
		return (await gh(['pr', 'comment', String(number), '--body-file', '-'], cwd, body)).trim();
	const path = `repos/{owner}/{repo}/issues/comments/${id}`;
	await gh(['api', '--method', 'PATCH', path, '--input', '-', '--silent'], cwd, JSON.stringify({body}));
	return own.url;
}

async function gh(args: readonly string[], cwd: string, input = ''): Promise<string> {
	try {
		const {stdout} = await execa('gh', args, {cwd, input, env: {GH_PROMPT_DISABLED: '1', NO_COLOR: '1'}});
		return stdout;
	} catch (error) {
		if (!(error instanceof ExecaError)) throw error;
		throw new UsageError(
			{
				what: `The comment could not be posted: ${error.code === 'ENOENT' ? 'gh was not found' : error.shortMessage}`,
				from: '--comment',
				todo: 'Post it yourself: "rostrum export DEBATE --to comment".',
			},
			{cause: error},
		);
	}
}
