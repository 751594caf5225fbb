/** Which files of a change are worth a reader's time first: written code, then prose, and last what programs write. */
import type {DiffFile} from './diff.ts';

/** 0 is first. `machine` files are written by programs, or are others' code. */
export type FileRank = {readonly order: number; readonly machine: boolean};

const locks =
	/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|mix\.lock|flake\.lock|pubspec\.lock|Podfile\.lock|packages\.lock\.json|gradle\.lockfile)$|\.lock$/u;
const vendored = /(?:^|\/)(?:vendor|third[_-]party|node_modules|bower_components)\//u;
const generated =
	/(?:^|\/)(?:dist|build|out|coverage|generated|__generated__|__snapshots__)\/|\.(?:min\.(?:js|css)|map|snap|pb\.(?:go|cc|h)|g\.dart|generated\.\w+|designer\.cs)$|_pb2(?:_grpc)?\.pyi?$|\.svg$/u;
/** The mark that tools agree on, in one of a file's first lines. */
const marked = /@generated\b|code generated .* do not edit|auto-?generated/iu;
const prose = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CHANGELOG)\b/iu;
const data = /\.(?:json|ya?ml|toml|xml|csv|ini|properties)$/iu;
const tests = /(?:^|\/)(?:tests?|spec|__tests__)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]+$/iu;

export function rankOf({path, change, hunks}: DiffFile): FileRank {
	const first = hunks[0]?.slice(0, 5).map(({text}) => text) ?? [];
	const machine =
		locks.test(path) || vendored.test(path) || generated.test(path) || first.some(text => marked.test(text));
	if (change === 'binary') return {order: 5, machine: false};
	if (machine) return {order: 6, machine};
	if (prose.test(path)) return {order: 4, machine};
	if (tests.test(path)) return {order: 2, machine};
	if (data.test(path)) return {order: 3, machine};
	return {order: hunks.length === 0 ? 1 : 0, machine};
}

/** Code first, what programs write last; files of one rank stay in their order. */
export const ranked = (files: readonly DiffFile[]): DiffFile[] =>
	files
		.map(file => ({file, order: rankOf(file).order}))
		.toSorted((one, other) => one.order - other.order)
		.map(({file}) => file);
