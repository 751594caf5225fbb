/** Which files a check is made of, or rests on, by their names. Pure. */

const lockFiles =
	/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|Gemfile\.lock|composer\.lock|mix\.lock|flake\.lock|packages\.lock\.json|gradle\.lockfile)$/u;
const snapshots =
	/(?:^|\/)__(?:snapshots|image_snapshots|screenshots)__\/|\.(?:snap|ambr|storyshot)$|(?:^|\/)(?:goldens?|snapshots|testdata\/golden)\/|\.(?:approved|golden|expected)\.\w+$/u;
const tests =
	/(?:^|\/)(?:tests?|__tests__|specs?|e2e|integration-tests|testing|cypress)\/|(?:^|\/)tests?\.\w+$|[._-](?:test|spec|tests|specs|cy)\.\w+$|(?:^|\/)test_[^/]+\.py$|(?:^|\/)(?:[A-Z]\w*)?Tests?\.(?:java|kt|kts|cs|swift|scala|php|vb)$|_test\.(?:go|rb|exs|cc|cpp|py|c|dart)$|_spec\.(?:rb|lua)$/u;
/** What runs tests, and nothing else. */
const runners =
	/(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|tox\.ini|noxfile\.py|pytest\.ini|conftest\.py|\.coveragerc|\.taprc|phpunit\.xml(?:\.dist)?|\.rspec|\.mocharc\.\w+|\.nycrc(?:\.\w+)?|\.c8rc(?:\.\w+)?|(?:vitest|jest|karma|playwright|cypress|ava|jasmine|web-test-runner|wtr|stryker)\.(?:config|conf|workspace|setup)\.\w+)$/u;
/** Settings of compilers, linters, bundlers and CI. */
const settings =
	/(?:^|\/)(?:tsconfig[\w.-]*\.json|\.?(?:eslint|oxlint|biome|babel|swc|prettier|stylelint)(?:rc|\.config|ignore)?(?:\.\w+)?|(?:vite|webpack|rollup|esbuild|turbo|nx|lerna)\.(?:config\.)?\w+|\.?mypy\.ini|\.?ruff\.toml|\.flake8|\.pylintrc|\.golangci\.\w+|(?:clippy|rustfmt)\.toml|Rakefile|\.gitlab-ci\.ya?ml)$|(?:^|\/)\.(?:github\/workflows|circleci|husky)\//u;
/** Settings of tests and tools beside what the package is and needs, in sections. */
const sectioned = /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/u;
/** What is built, and with what, which the check rests on besides. */
const builds = /(?:^|\/)(?:build\.gradle(?:\.kts)?|pom\.xml|build\.rs|CMakeLists\.txt|\.npmrc|\.pnpmfile\.cjs)$/u;
const generated =
	/(?:^|\/)(?:dist|build|out|target|coverage|vendor|third_party|node_modules|generated|__generated__|\.next)\/|\.(?:min\.(?:js|css)|bundle\.js|map|pb\.go|g\.dart|generated\.\w+)$|_pb2(?:_grpc)?\.py$/u;
const generatedMark = /^.{0,20}(?:@generated\b|Code generated .* DO NOT EDIT|DO NOT EDIT\b|AUTO-?GENERATED)/imu;

export type FileKind =
	| 'lock file'
	| 'snapshot'
	| 'test'
	| 'runner'
	| 'manifest'
	| 'settings'
	| 'sectioned'
	| 'build'
	| 'generated'
	| undefined;

/** `named` are files that the check's command, or a script that it may run, names. */
export function kindOf(path: string, text: string, named: ReadonlySet<string>): FileKind {
	if (lockFiles.test(path)) return 'lock file';
	if (snapshots.test(path)) return 'snapshot';
	if (/(?:^|\/)package\.json$/u.test(path)) return 'manifest';
	if (runners.test(path)) return 'runner';
	if (tests.test(path)) return 'test';
	if (named.has(path)) return 'runner';
	if (settings.test(path)) return 'settings';
	if (sectioned.test(path)) return 'sectioned';
	if (builds.test(path)) return 'build';
	return generated.test(path) || generatedMark.test(text.slice(0, 1000)) ? 'generated' : undefined;
}

/** Paths that a shell command names, without a leading `./`. */
export const pathsInCommand = (command: string): string[] =>
	[...command.matchAll(/[\w@.+~/-]+/gu)].map(([word]) => word.replace(/^(?:\.\/)+/u, ''));
