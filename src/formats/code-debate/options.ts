/** What a Code Debate adds to `rostrum run`: its subject, its sides, their patience, and `--fail-on`. */
import {depths, leavesOpen, PointSeverity, pointsOver, type Threshold} from '../../debate/formats/code-debate.ts';
import type {DebateState} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {CodeDebateConfig} from './config.ts';
import {
	assigned,
	choiceOption,
	flagOption,
	textOption,
	type FieldValues,
	type Input,
	type OptionRow,
	listOption,
	numberOption,
	pairsOption,
} from '../options.ts';
import {isPerson} from '../../debate/seats.ts';
import {titleOf} from './subject.ts';
import {argumentsFor, requestFrom, subjectOptions} from './host/code-subject.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {told, topic, type SetupData} from '../setup.ts';
import {findSandbox} from '../../voices/sandbox/sandbox.ts';
import {exitCodes, type NoticeSources} from '../contract.ts';
import {coverageOf, coverageWords} from './coverage.ts';

/** Upheld and disputed points that make the command end with an exit code of its own. */
export const thresholdOptions: readonly OptionRow[] = [
	{
		flags: '--fail-on <SEVERITY>',
		about:
			'code-debate: end with exit code 6 if a point of this severity or graver is upheld: blocker, major, minor or note',
	},
	{
		flags: '--fail-on-shown',
		about:
			'code-debate: only an upheld point counts whose evidence was run and holds (of the severity of --fail-on, or any)',
	},
	{
		flags: '--fail-on-disputed',
		about: 'code-debate: also if one stays disputed (of the severity of --fail-on, or any)',
	},
	{
		flags: '--allow-partial',
		about:
			'code-debate: a verdict follows though lines of the change were not read; without it the verdict is undecided, and the exit code 8',
	},
];

/** What these options say. Throws `UsageError`. */
export function thresholdIn(options: Input['options']): Threshold & Pick<CodeDebateConfig, 'allowPartial'> {
	const value = textOption(options, 'failOn');
	const failOn = PointSeverity.safeParse(value?.toLowerCase()).data;
	if (value !== undefined && failOn === undefined)
		throw new UsageError({
			what: 'There is no such severity',
			value,
			from: '--fail-on',
			todo: `Write one of ${PointSeverity.options.join(', ')}.`,
		});
	const given = (name: string): true | undefined => (flagOption(options, name) ? true : undefined);
	return {
		failOn,
		failOnShown: given('failOnShown'),
		failOnDisputed: given('failOnDisputed'),
		allowPartial: given('allowPartial'),
	};
}

/** The debate as if it had been held with this threshold; what is not given stays as its config has it. */
export function withThreshold(state: DebateState, given: ReturnType<typeof thresholdIn>): DebateState {
	const {start} = state;
	const asked = Object.entries(given).filter(([, value]) => value !== undefined);
	if (!start || asked.length === 0) return state;
	return {...state, start: {...start, config: Object.assign({}, start.config, Object.fromEntries(asked))}};
}

/** Which points meet a threshold, in words; undefined where none does. `given` comes before that of the config. */
export function codeDebateThreshold(state: DebateState, given: Threshold = {}): string | undefined {
	const {start, formats} = withThreshold(state, given);
	const {failOn, failOnShown, failOnDisputed} = CodeDebateConfig.safeParse(start?.config).data ?? {};
	const threshold = {failOn, failOnShown, failOnDisputed};
	const points = pointsOver(formats.codeDebate.ledger, threshold);
	if (points.length === 0) return undefined;
	const asked = [
		...(threshold.failOn ? [`--fail-on ${threshold.failOn}`] : []),
		...(threshold.failOnShown ? ['--fail-on-shown'] : []),
		...(threshold.failOnDisputed ? ['--fail-on-disputed'] : []),
	].join(' ');
	return `${asked} is met by ${points.map(({id, title}) => `${id} (${title})`).join(', ')}`;
}

/** What a debate that came to its end asks for beside 0: a threshold that is met, or lines that were not read. */
export function codeDebateEnding(state: DebateState): {readonly says: string; readonly code: number} | undefined {
	const met = codeDebateThreshold(state);
	if (met !== undefined) return {says: met, code: exitCodes.threshold};
	const coverage = coverageOf(state);
	const isOver = state.outcome === 'consensus' || state.outcome === 'deadlock';
	return isOver && leavesOpen(coverage) ? {says: coverageWords(coverage), code: exitCodes.undecided} : undefined;
}

const waitingOptions: readonly OptionRow[] = [
	{flags: '--wait <SECONDS>', about: 'code-debate: how long the other side is waited for (default: 600)'},
	{flags: '--poll <SECONDS>', about: 'code-debate: how often to look at the file beside watching it (default: 5)'},
];

const evidenceOptions: readonly OptionRow[] = [
	{
		flags: '--depth <DEPTH>',
		about:
			'code-debate: quick is two reviews, of which what a run shows stands without a reply; full answers every point (default: full)',
	},
	{
		flags: '--evidence <HOW>',
		about:
			'code-debate: run what points bring to show themselves, in the sandbox and a copy of the repository, or off (default: run)',
	},
	{
		flags: '--check <COMMAND>',
		about:
			'code-debate: this shell command runs the tests with a patch that a point brings (default: what the code says, such as npm test)',
	},
	{
		flags: '--setup <COMMAND>',
		about: 'code-debate: run this shell command once in the copy, with the network, before evidence is run there',
	},
];

/** What these options say. Throws `UsageError`. */
export function evidenceIn(
	options: Input['options'],
): Partial<Pick<CodeDebateConfig, 'depth' | 'evidence' | 'check' | 'setup'>> {
	const evidence = CodeDebateConfig.shape.evidence.safeParse(choiceOption(options, 'evidence', ['run', 'off'])).data;
	const depth = CodeDebateConfig.shape.depth.safeParse(choiceOption(options, 'depth', depths)).data;
	const [check, setup] = [textOption(options, 'check'), textOption(options, 'setup')];
	return {
		...(options['depth'] !== undefined && depth && {depth}),
		...(options['evidence'] !== undefined && evidence && {evidence}),
		...(check !== undefined && {check}),
		...(setup !== undefined && {setup}),
	};
}

/** What to say before the start: that evidence cannot be run here, and why. */
export function evidenceNotices(given: unknown, {sandbox, programs}: NoticeSources): string[] {
	const config = CodeDebateConfig.safeParse(given).data;
	const hasCode = config?.request !== undefined && config.request.kind !== 'text';
	if (config?.evidence !== 'run' || !hasCode) return [];
	const search = sandbox === 'off' ? {problem: 'the setting “sandbox” is off'} : findSandbox(programs);
	return 'problem' in search
		? [`What points bring to show themselves is only claimed, and not run: ${search.problem}.`]
		: [];
}

/** The options that `run` has for this protocol alone. */
export const codeDebateOptions: readonly OptionRow[] = [
	...subjectOptions,
	...thresholdOptions,
	...evidenceOptions,
	{
		flags: '--comment',
		about: 'code-debate: post the verdict under the pull request of --pr, or edit the comment that is there',
	},
	{flags: '--side <A|B>', about: 'code-debate: start this side only, and wait for an outside agent to take the other'},
	...waitingOptions,
];

/** What is asked when such a debate is set up. */
export const codeDebateSetup: SetupData = {
	ways: [
		{
			flag: '--commit',
			label: 'A commit',
			about: 'A commit of the repository you are in, by its hash or name, such as HEAD.',
			takes: 'text',
		},
		{
			flag: '--diff',
			label: 'A diff',
			about: 'A range such as main...HEAD. Left empty: what is changed in the working tree.',
			takes: 'text',
			optional: true,
		},
		{flag: '--files', label: 'Files', about: 'Files as they are, with blanks between their paths.', takes: 'files'},
		{flag: '--pr', label: 'A pull request', about: 'Its number. It is read through gh.', takes: 'text'},
		{flag: '--review', label: 'A review', about: 'The file of a review that another agent wrote.', takes: 'file'},
		{
			...topic,
			label: 'A question',
			about: 'A question of its own, without code that could be looked at, or @ and the path of a file that asks it.',
		},
	],
	answers: (config, subject) => {
		const {request} = CodeDebateConfig.parse(config);
		if (!request) return told(subject);
		const [flag = topic.flag, ...values] = argumentsFor(request);
		return {[flag]: request.kind === 'files' ? values.map(path => shellQuote(path)).join(' ') : values.join(' ')};
	},
};

/** The same input in the words that every protocol knows: topic and fields of the config. Throws `UsageError`. */
export function codeDebateInput({args, options}: Input, cwd: string): Input {
	const request = requestFrom(options, cwd);
	if (flagOption(options, 'comment') && request?.kind !== 'pull-request')
		throw new UsageError({
			what: 'There is no pull request to comment on',
			from: '--comment',
			todo: 'Name it with --pr, or leave --comment out: "rostrum export" writes the comment as a file.',
		});
	const side = sideOption(options);
	const {failOn, failOnShown, failOnDisputed, allowPartial} = thresholdIn(options);
	const skip = listOption(options, 'skip');
	const {depth, evidence, check, setup} = evidenceIn(options);
	const topic = textOption(options, 'topic') ?? (request && titleOf(request));
	return {
		args,
		options: {
			...options,
			...(topic === undefined ? {} : {topic}),
			set: [
				...listOption(options, 'set'),
				...assigned({
					request,
					failOn,
					failOnShown,
					failOnDisputed,
					allowPartial,
					skip: skip.length === 0 ? undefined : skip,
					depth,
					evidence,
					check,
					setup,
					sides: side?.toLowerCase(),
					timeoutSeconds: secondsOption(options, 'wait', '--wait') ?? defaultWaitFor(options),
					pollSeconds: secondsOption(options, 'poll', '--poll'),
				} satisfies FieldValues<CodeDebateConfig>),
			],
		},
	};
}

/** Who types takes longer than a model: where a person sits from the start, and nothing was said of it, an hour. */
function defaultWaitFor(options: Input['options']): number | undefined {
	const voices = [...Object.values(pairsOption(options, 'seat', '--seat')), textOption(options, 'voice') ?? ''];
	const said =
		options['config'] !== undefined ||
		listOption(options, 'set').some(assignment => assignment.startsWith('timeoutSeconds='));
	return said || !voices.some(voice => isPerson({voice})) ? undefined : 3600;
}

export const secondsOption = (options: Input['options'], name: string, flag: string): number | undefined =>
	numberOption(options, name, {flag, from: 0.01, to: 2_000_000, whole: false});

/** `--side` as a role. Throws `UsageError`. */
export function sideOption(options: Input['options']): 'A' | 'B' | undefined {
	const side = textOption(options, 'side')?.toUpperCase();
	if (side === undefined || side === 'A' || side === 'B') return side;
	throw new UsageError({
		what: 'There is no such side',
		value: side,
		from: '--side',
		todo: 'A opens the debate, B responds.',
	});
}

/** What `rostrum join` has beside the options of a debate. */
export const sideOptions: readonly OptionRow[] = [
	...subjectOptions,
	...thresholdOptions,
	...evidenceOptions,
	{
		flags: '--side <A|B>',
		about: 'take this side or none: A opens the file, B waits for it (default: whichever is free)',
	},
	...waitingOptions,
	{
		flags: '--journal <FILE>',
		about: 'where this side’s own journal is kept (default: in a debate’s folder of its own)',
	},
	{flags: '--leash', about: 'end when standard input does, for programs that start this one'},
	{
		flags: '--relay',
		about:
			'like --leash, for a side that people take part in: reads what they do from standard input and writes to standard output what they are to type',
	},
];
