/**
 * The one table of git's options that name a program, lead elsewhere or change the form of what we read, each with the
 * value that closes it. A repository's own configuration is written by whoever made the repository.
 */

import {join} from 'node:path';
import {packageRoot} from './package-root.ts';

/** Options with one name. They are given with every command; what a repository says of them does not count. */
export const closedOptions: Readonly<Record<string, string>> = {
	// Programs that git runs by itself.
	'core.fsmonitor': 'false',
	'core.hooksPath': '/dev/null',
	'core.pager': 'cat',
	'core.editor': ':',
	'sequence.editor': ':',
	'core.askPass': '',
	'core.sshCommand': 'false',
	'core.alternateRefsCommand': 'false',
	'core.gitProxy': '',
	'credential.helper': '',
	'diff.external': '',
	'interactive.diffFilter': '',
	'gpg.program': '',
	'gpg.ssh.defaultKeyCommand': '',
	'uploadpack.packObjectsHook': '',
	'init.templateDir': '',
	'web.browser': '',
	'help.browser': '',
	'instaweb.browser': '',
	'instaweb.httpd': '',
	'diff.tool': '',
	'diff.guitool': '',
	'merge.tool': '',
	'merge.guitool': '',
	'imap.tunnel': '',
	'sendemail.toCmd': '',
	'sendemail.ccCmd': '',
	'sendemail.headerCmd': '',
	'sendemail.sendmailCmd': '',
	'sendemail.smtpServer': '',
	// What makes git run those, or itself in another repository.
	'commit.gpgSign': 'false',
	'tag.gpgSign': 'false',
	'push.gpgSign': 'false',
	'log.showSignature': 'false',
	'merge.verifySignatures': 'false',
	'diff.submodule': 'short',
	'status.submoduleSummary': 'false',
	'submodule.recurse': 'false',
	'fetch.recurseSubmodules': 'false',
	'push.recurseSubmodules': 'no',
	'protocol.allow': 'never',
	'gc.auto': '0',
	'maintenance.auto': 'false',
	// Files elsewhere, whose text a message of git's could repeat.
	'blame.ignoreRevsFile': '',
	'commit.template': '',
	'diff.orderFile': '/dev/null',
	'mailmap.file': '',
	'mailmap.blob': '',
	// Forms of what git prints and takes.
	'advice.detachedHead': 'false',
	'apply.ignoreWhitespace': 'no',
	'apply.whitespace': 'nowarn',
	'color.ui': 'false',
	'core.quotePath': 'false',
	'core.safecrlf': 'false',
	'diff.colorMoved': 'no',
	'diff.mnemonicPrefix': 'false',
	'diff.noprefix': 'false',
	'diff.relative': 'false',
	// A commit that is recorded in a run must be there after a power loss.
	'core.fsync': 'objects,reference',
};

type NamedRow = {readonly pattern: RegExp; readonly value: string};

/** How a script's functions begin, as git's own languages say it; a line that begins with ! is none of one. */
const scriptFunctions = [
	String.raw`!^[ \t]*(if|for|while|switch|catch|return|else|do|try|with|await|new|throw|case|super)([^A-Za-z0-9_$]|$)`,
	String.raw`^[ \t]*((export[ \t]+)?(default[ \t]+)?(declare[ \t]+)?(abstract[ \t]+)?(async[ \t]+)?(function|class|interface|enum|namespace)[ \t*].*)$`,
	String.raw`^[ \t]+(((async|static|public|private|protected|override|readonly|get|set)[ \t]+)*[*]?[#A-Za-z_$][A-Za-z0-9_$]*[ \t]*\([^()]*(\([^()]*\)[^()]*)*\)[ \t]*(:[^=]*)?\{)[ \t]*$`,
	'^([A-Za-z_$].*)$',
]
	.join('\n')
	.replaceAll(String.raw`\t`, '\t');

/** By which rules a file's functions are found, for many languages. */
export const languagesFile = join(packageRoot, 'data', 'languages.gitattributes');

/** The arguments before a command that shows whole functions. */
export const languageArguments: readonly string[] = [
	'-c',
	`core.attributesFile=${languagesFile}`,
	'-c',
	`diff.rostrum-script.xfuncname=${scriptFunctions}`,
];

/** Options whose names a repository chooses: each one that it has is closed by its name. */
export const closedNames: readonly NamedRow[] = [
	{pattern: /^filter\..*\.(?:clean|smudge|process)$/iu, value: ''},
	{pattern: /^filter\..*\.required$/iu, value: 'false'},
	{pattern: /^diff\..*\.(?:command|textconv)$/iu, value: ''},
	{pattern: /^diff\..*\.(?:trustexitcode|cachetextconv)$/iu, value: 'false'},
	{pattern: /^merge\..*\.driver$/iu, value: ''},
	{pattern: /^gpg\..*\.(?:program|defaultkeycommand)$/iu, value: ''},
	{pattern: /^credential\..*\.helper$/iu, value: ''},
	{pattern: /^core\.gitproxy$/iu, value: ''},
	{pattern: /^remote\..*\.(?:uploadpack|receivepack|vcs|proxy)$/iu, value: ''},
	{pattern: /^protocol\..*\.allow$/iu, value: 'never'},
	{pattern: /^submodule\..*\.update$/iu, value: 'none'},
	{pattern: /^(?:browser|man|difftool|mergetool|guitool)\..*\.(?:cmd|path)$/iu, value: ''},
	{pattern: /^(?:trailer|hook|tar)\..*\.(?:command|cmd)$/iu, value: ''},
	{pattern: /^sendemail\..*\.(?:tocmd|cccmd|headercmd|sendmailcmd|smtpserver)$/iu, value: ''},
	{pattern: /^pager\..*$/iu, value: 'false'},
	{pattern: /^alias\..*$/iu, value: ''},
];

/** The options with one name, as arguments before a command. */
export const closedArguments: readonly string[] = Object.entries(closedOptions).flatMap(([name, value]) => [
	'-c',
	`${name}=${value}`,
]);

/** The same for git that another program starts, as variables. */
export const closedVariables: Readonly<Record<string, string>> = {
	GIT_CONFIG_COUNT: String(Object.keys(closedOptions).length),
	...Object.fromEntries(
		Object.entries(closedOptions).flatMap(([name, value], at) => [
			[`GIT_CONFIG_KEY_${at}`, name],
			[`GIT_CONFIG_VALUE_${at}`, value],
		]),
	),
};

/** Values for `--config-env`, which ends a key at its last "=", as `-c` does at its first. */
const valueVariables = {
	'': 'ROSTRUM_GIT_EMPTY',
	false: 'ROSTRUM_GIT_FALSE',
	never: 'ROSTRUM_GIT_NEVER',
	none: 'ROSTRUM_GIT_NONE',
};

/** The arguments that close those of a configuration's options (NUL-terminated) whose names it chose itself. */
export const closingArguments = (keys: string): string[] =>
	[...new Set(keys.split('\0'))].flatMap(key => {
		const row = closedNames.find(({pattern}) => pattern.test(key));
		if (!row) return [];
		const variable = Object.entries(valueVariables).find(([value]) => value === row.value)?.[1];
		return key.includes('=') && variable !== undefined
			? [`--config-env=${key}=${variable}`]
			: ['-c', `${key}=${row.value}`];
	});

/** Variables that every git of ours gets; those that are undefined are taken away. */
export const gitVariables = {
	// Set where Rostrum is itself run by a hook: they would lead into another repository.
	GIT_DIR: undefined,
	GIT_WORK_TREE: undefined,
	GIT_COMMON_DIR: undefined,
	GIT_INDEX_FILE: undefined,
	GIT_OBJECT_DIRECTORY: undefined,
	GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
	GIT_NAMESPACE: undefined,
	GIT_PREFIX: undefined,
	GIT_CONFIG_PARAMETERS: undefined,
	GIT_EXTERNAL_DIFF: undefined,
	GIT_DIFF_OPTS: undefined,
	// Programs that variables may name.
	GIT_ASKPASS: '',
	SSH_ASKPASS: '',
	GIT_SSH: undefined,
	GIT_SSH_COMMAND: 'false',
	GIT_PROXY_COMMAND: '',
	GIT_PAGER: 'cat',
	GIT_EDITOR: ':',
	GIT_SEQUENCE_EDITOR: ':',
	// Reading a repository must not write its index.
	GIT_OPTIONAL_LOCKS: '0',
	// Objects missing from a partial clone would be fetched by programs that its configuration names.
	GIT_ALLOW_PROTOCOL: '',
	GIT_NO_LAZY_FETCH: '1',
	GIT_TERMINAL_PROMPT: '0',
	// Our own repositories get their names as a file.
	GIT_DEFAULT_REF_FORMAT: 'files',
	LC_ALL: 'C',
	...Object.fromEntries(Object.entries(valueVariables).map(([value, name]) => [name, value])),
};

/** Commands that print differences: none runs a program for them, nor git in a submodule. */
const differences = new Set(['diff', 'diff-files', 'diff-index', 'diff-tree', 'log', 'show', 'whatchanged']);
const quietDifferences = ['--no-ext-diff', '--no-textconv', '--submodule=short'];

/** A command line with the flags that go with its command. */
export function closedCommand(args: readonly string[]): string[] {
	const at = args.indexOf(commandOf(args)) + 1;
	const flags = differences.has(commandOf(args))
		? quietDifferences
		: commandOf(args) === 'blame' || commandOf(args) === 'grep'
			? ['--no-textconv']
			: [];
	return [...args.slice(0, at), ...flags, ...args.slice(at)];
}

/** The command's name, behind options of git itself. */
export const commandOf = (args: readonly string[]): string =>
	args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? '';

/** Commands that neither compare with files nor start anything: what a repository names itself is not asked for. */
const startNothing = new Set([
	'cat-file',
	'commit-tree',
	'config',
	'for-each-ref',
	'init',
	'ls-tree',
	'pack-objects',
	'rev-list',
	'rev-parse',
	'unpack-objects',
	'update-ref',
	'write-tree',
]);

/** Those that read and write the index alone where they are told to. */
const ofIndexAlone: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
	apply: args => args.includes('--cached'),
	'hash-object': args => args.includes('--stdin') && !args.some(arg => arg.startsWith('--path')),
	'read-tree': args => !args.some(arg => /^-[a-z]*[mu]|^--reset/u.test(arg)),
	'update-index': args => args.includes('--cacheinfo'),
};

/** Whether a command may start a program whose option the repository named. */
export function mayStart(args: readonly string[]): boolean {
	const command = commandOf(args);
	return !startNothing.has(command) && ofIndexAlone[command]?.(args) !== true;
}

const readers = new Set([
	'blame',
	'cat-file',
	'diff',
	'diff-tree',
	'for-each-ref',
	'grep',
	'log',
	'ls-files',
	'ls-tree',
	'rev-list',
	'rev-parse',
	'show',
	'status',
]);

/** Whether a command only reads the repository. */
export const onlyReads = (args: readonly string[]): boolean =>
	readers.has(commandOf(args)) || (commandOf(args) === 'config' && args.some(arg => /^--(?:get|list)/u.test(arg)));
