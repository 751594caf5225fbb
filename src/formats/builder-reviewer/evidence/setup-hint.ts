/** Whether a check fails because its worktree has no dependencies. Pure. */

const lacking =
	/Cannot find (?:module|package) ['"](?![./])[^'"]+['"]|ModuleNotFoundError: No module named|: (?:command )?not found\b|No such file or directory: ['"]node_modules|node_modules\b.*(?:missing|not found|does not exist)|Could not find gem|Your lock file does not contain|vendor\/autoload\.php|is not recognized as an internal|Cannot find type definition file/u;

/** What installs the dependencies, by the file that names them, the more exact first. */
const installers: readonly (readonly [string, string])[] = [
	['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
	['yarn.lock', 'yarn install --frozen-lockfile'],
	['bun.lock', 'bun install --frozen-lockfile'],
	['package-lock.json', 'npm ci'],
	['package.json', 'npm install'],
	['uv.lock', 'uv sync'],
	['poetry.lock', 'poetry install'],
	['requirements.txt', 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt'],
	['Gemfile.lock', 'bundle install'],
	['composer.lock', 'composer install'],
];

/**
 * A hint for the user where the output of a failed check says that something is not installed; `files` are the
 * repository's, `setup` is the command that was run, if one was.
 */
export function setupHint(output: string, files: readonly string[], setup: string | undefined): string | undefined {
	const line = output
		.split('\n')
		.find(each => lacking.test(each))
		?.trim();
	if (line === undefined) return undefined;
	const [, install] = installers.find(([name]) => files.includes(name)) ?? [];
	const todo =
		setup === undefined
			? `Set it up with --setup${install === undefined ? ', such as --setup "npm ci"' : ` "${install}"`}.`
			: `The set-up command, ${setup}, ran and did not bring it.`;
	return `The check fails for something that is not in the worktree (${line.slice(0, 200)}): that is a fresh checkout, without what git ignores, such as node_modules. ${todo}`;
}
