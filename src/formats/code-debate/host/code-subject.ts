/** What a Code Debate is about, from the command line: which options name it, and how it is read. */
import type {Environment} from '../../../debate/protocol.ts';
import {requestIn, type SubjectRequest, showSubject, type CodeSubject, cleanSubject} from '../subject.ts';
import {numberOption, textOption, type Input, type OptionRow} from '../../options.ts';
import {UsageError} from '../../../debate/usage-error.ts';
import {formatCount} from '../../../languages/wording.ts';
import type {Format} from '../../contract.ts';
import {CodeDebateConfig} from '../config.ts';
import {pipedFile} from '../../../engine/host/named-file.ts';

export const subjectOptions: readonly OptionRow[] = [
	{flags: '--commit <REV>', about: 'code-debate: debate a commit'},
	{
		flags: '--diff [RANGE]',
		about: 'code-debate: debate a range such as main...HEAD; without one, what is changed in the working tree',
	},
	{flags: '--pr <N>', about: 'code-debate: debate a pull request, read through gh'},
	{flags: '--files <PATH...>', about: 'code-debate: debate files as they are'},
	{
		flags: '--review <FILE>',
		about: 'code-debate: debate the review that another agent wrote; beside another of these, of that',
	},
	{
		flags: '--skip <GLOB>',
		about: 'code-debate: nobody is to read files of the change with such a path, such as docs/**; may be repeated',
		repeat: true,
	},
];

/**
 * What the options ask for, if they do; a pipe is named by where its content is now. Throws `UsageError` where they ask
 * for two things; a review goes with any.
 */
export function requestFrom(options: Input['options'], cwd: string): SubjectRequest | undefined {
	const {diff, files} = options;
	const revision = textOption(options, 'commit');
	const number = numberOption(options, 'pr', {flag: '--pr', from: 1});
	const review = textOption(options, 'review');
	const path = review === undefined ? undefined : (pipedFile(cwd, review, '--review') ?? review);
	const named = Array.isArray(files) ? files.filter(file => typeof file === 'string') : [];
	const paths = named.map(file => pipedFile(cwd, file, '--files') ?? file);
	const asked: SubjectRequest[] = [
		...(revision === undefined ? [] : [{kind: 'commit' as const, revision}]),
		...(diff === undefined ? [] : [{kind: 'diff' as const, ...(typeof diff === 'string' && {range: diff})}]),
		...(number === undefined ? [] : [{kind: 'pull-request' as const, number}]),
		...(paths.length === 0 ? [] : [{kind: 'files' as const, paths}]),
	];
	if (asked.length > 1)
		throw new UsageError({
			what: 'A debate has one subject',
			value: asked.map(({kind}) => kind).join(', '),
			from: 'the command line',
			todo: 'Name one of --commit, --diff, --pr and --files, and --review beside it.',
		});
	const [request] = asked;
	if (path === undefined) return request;
	return request && request.kind !== 'text' && request.kind !== 'review'
		? {...request, review: path}
		: {kind: 'review', path};
}

/** The options that ask for a subject, as arguments for another process. */
export const argumentsFor = (request: SubjectRequest): string[] => [
	...ownArguments(request),
	...('review' in request && request.review !== undefined ? ['--review', request.review] : []),
];

function ownArguments(request: SubjectRequest): string[] {
	switch (request.kind) {
		case 'commit':
			return ['--commit', request.revision];
		case 'diff':
			return request.range === undefined ? ['--diff'] : ['--diff', request.range];
		case 'pull-request':
			return ['--pr', String(request.number)];
		case 'files':
			return ['--files', ...request.paths];
		case 'review':
			return ['--review', request.path];
		case 'text':
			return ['--topic', request.text];
		default:
			return request satisfies never;
	}
}

/** Where `gh` looks for a token. */
export const ghVariables = [
	'GH_TOKEN',
	'GITHUB_TOKEN',
	'GH_ENTERPRISE_TOKEN',
	'GITHUB_ENTERPRISE_TOKEN',
	'GH_HOST',
	'GH_CONFIG_DIR',
];

/** Reads it. Throws `UsageError` where it cannot be had. */
export async function subjectFor(
	request: SubjectRequest,
	cwd: string,
	handedOn: (names: readonly string[]) => Environment = () => ({}),
	skip: readonly string[] = [],
): Promise<CodeSubject> {
	const [{readSubject}, {SubjectError}] = await Promise.all([import('./git-subject.ts'), import('./git-subject.ts')]);
	try {
		return await withoutSkipped(cleanSubject(await readSubject(request, cwd, handedOn(ghVariables))), skip);
	} catch (error) {
		if (!(error instanceof SubjectError)) throw error;
		throw new UsageError(
			{
				what: error.message,
				...(error.value === undefined ? {} : {value: error.value}),
				from: 'the subject',
				todo: error.todo,
			},
			{cause: error},
		);
	}
}

/** A pattern without a slash is about names in any folder; one that ends with one, about all below it. */
async function withoutSkipped(subject: CodeSubject, skip: readonly string[]): Promise<CodeSubject> {
	if (skip.length === 0) return subject;
	const {patternOf} = await import('../../../sources/find-files.ts');
	const skipped = skip.map(written => ({
		written,
		pattern: patternOf(
			`${written.replace(/^\.?\//u, '').includes('/') ? '' : '**/'}${written.replace(/^\.?\//u, '')}${written.endsWith('/') ? '**' : ''}`,
		),
	}));
	const files = subject.files.map(file => {
		const by = skipped.find(({pattern}) => pattern.test(file.path))?.written;
		return by === undefined ? file : {...file, unread: `--skip ${by}`};
	});
	return {...subject, files};
}

/** Tokens of context where a voice does not say how many it takes, and the part of it that the subject may fill. */
const usualContext = 32_000;
const subjectShare = 0.5;
const charactersAToken = 4;

/** What a subject may take of a context, in tokens and in characters. */
export function roomIn(contextTokens = usualContext): {readonly tokens: number; readonly characters: number} {
	const tokens = contextTokens * subjectShare;
	return {tokens, characters: tokens * charactersAToken};
}

type Measuring = Awaited<ReturnType<NonNullable<NonNullable<Format['host']>['measure']>>>;

/** Reads the subject before the start: how much of it each side will be shown, and in how many parts. */
export async function measureSubject({
	config,
	contextTokens,
	cwd,
	handedOn,
}: Parameters<Measuring>[0]): ReturnType<Measuring> {
	const read = CodeDebateConfig.parse(config);
	const {request, skip} = read;
	if (!request || request.kind === 'text') return {config, notices: []};
	const room = roomIn(contextTokens);
	const {text, parts} = showSubject(await subjectFor(request, cwd, handedOn, skip), room.characters, Infinity);
	const size = {tokens: Math.ceil(text.length / charactersAToken), parts: Math.max(1, parts.length)};
	const told = `The change has about ${formatCount(size.tokens)} tokens, and is reviewed in ${size.parts} parts by each side, as far as a budget allows.`;
	return {config: {...read, size}, notices: size.parts === 1 ? [] : [told]};
}

/** Characters of code that a viewer keeps; a model with a long context reads about as much. */
const mostShown = 400_000;

/** The code as a viewer shows it; undefined where a subject has none. */
export const shownCode = (subject: CodeSubject): string | undefined =>
	subject.files.length === 0 ? undefined : showSubject(subject, mostShown).text;

/**
 * The code that the title of a file names, as it is around that file; undefined where it cannot be read there.
 * Nothing is asked of the network, and no file is read that a stranger's title names.
 */
export async function codeNamed(title: string, cwd: string): Promise<string | undefined> {
	const request = requestIn(title);
	if (request.kind !== 'commit' && request.kind !== 'diff') return undefined;
	try {
		return shownCode(await subjectFor({...request, review: undefined}, cwd));
	} catch (error) {
		if (error instanceof UsageError) return undefined;
		throw error;
	}
}
