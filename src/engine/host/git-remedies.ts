/** What git says where a clone, or the machine, lacks what it needs: in words for the user, with the remedy. */

/** What is wrong, and the command that mends it. */
export type GitRemedy = {readonly what: string; readonly todo: string};

type RemedyRow = {readonly said: RegExp; readonly remedy: (groups: Readonly<Record<string, string>>) => GitRemedy};

const rows: readonly RemedyRow[] = [
	{
		said: /detected dubious ownership in repository at '(?<place>[^'\n]+)'/u,
		remedy: ({place = ''}) => ({
			what: 'git does not read this repository, for another user owns it',
			todo: `If you trust it, say so to git: git config --global --add safe.directory '${place}'`,
		}),
	},
	{
		said: /lazy fetching disabled|promisor remote|could not fetch [0-9a-f]{7,} from|unable to read sha1 file|unable to read [0-9a-f]{40}|missing blob|Could not read [0-9a-f]{40}/iu,
		remedy: () => ({
			what: 'Contents that are needed are missing from this repository, and Rostrum fetches nothing on its own',
			todo: 'In a partial clone, bring them with: git fetch --refetch --no-filter (or git backfill). In any other, see what is broken with: git fsck',
		}),
	},
	{
		said: /no merge base/iu,
		remedy: () => ({
			what: 'The two have no commit in common here',
			todo: 'In a shallow clone, bring the history with: git fetch --unshallow. Else write the range with two dots.',
		}),
	},
	{
		said: /Unable to create '(?<lock>[^'\n]+\.lock)': File exists/u,
		remedy: ({lock = ''}) => ({
			what: 'Another git works in this repository, or one broke off and left its lock',
			todo: `Wait for it, or remove the lock where none runs: ${lock}`,
		}),
	},
	{
		said: /unknown repository extension|Expected git repo version|unknown ref storage format|unsupported index version/iu,
		remedy: () => ({
			what: 'The git that is installed is too old for this repository',
			todo: 'Install a newer git; "git --version" says which one there is.',
		}),
	},
];

/** Undefined for what is no matter of the clone or the machine. */
export function remedyFor(message: string): GitRemedy | undefined {
	for (const {said, remedy} of rows) {
		const found = said.exec(message);
		if (found) return remedy(found.groups ?? {});
	}
	return undefined;
}
