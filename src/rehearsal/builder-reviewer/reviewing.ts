/** The rehearsed reviewer: reads the diff and the check's result, and objects to open points and failures. */
import type {Block} from '../request/notation.ts';
import type {Composer, ComposerInput} from '../request/composer.ts';
import {addedLines} from './diffs.ts';
import {goalOf} from './goal.ts';
import {pickSentence} from '../language/patterns.ts';
import {putOff} from './texts.ts';

export const ack: Composer = input => ({
	telemetry: ['check-history'],
	note: pickSentence(
		input.random,
		[
			'I (look|will look) for what was left open, and at what the check says after each step.',
			'What I (watch|mind) most is whether anybody can tell that {one} is done.',
		],
		{one: goalOf(input.prompt).terms[0]},
	),
});

export const planFeedback: Composer = input => {
	const checked = /<workplace check="/u.test(input.prompt.system);
	const confidence = confidenceIn(input);
	const risk = confidence < 0.4 ? 'high' : checked && confidence >= 0.7 ? 'low' : 'medium';
	const {
		terms: [one, two],
	} = goalOf(input.prompt);
	const notes = [
		checked
			? pickSentence(input.random, ['The check (decides|counts), so run it after every step.'])
			: pickSentence(input.random, [
					'No check runs here, so every text has to (stand|hold) by itself.',
					'Nothing (checks|tests) this by machine, and so I read each line.',
				]),
	];
	const additional_checks = [
		pickSentence(input.random, ['nothing about {one} is put off', 'that {two} is said in one place only'], {one, two}),
	];
	const steps = stepsIn(block(input, 'plan'));
	const other = steps.length === 3 && input.task.attributes['cycle'] === '1' && input.random.below(3) === 0;
	const alternative = other
		? {
				steps: [...steps.slice(2), ...steps.slice(0, 2)],
				summary: pickSentence(input.random, [
					'Begin with the checks, and write the rest (so that|until) they can be met.',
				]),
			}
		: null;
	return {alternative, notes, additional_checks, risk};
};

/** What the builder has said of itself with its latest plan. */
const confidenceIn = ({prompt}: ComposerInput): number =>
	Number(
		/My confidence is (?<percent>\d+) %/u.exec(prompt.turns.findLast(({kind}) => kind === 'plan.proposed')?.text ?? '')
			?.groups?.['percent'] ?? 100,
	) / 100;

/** Parses a plan's lines of the form `- s1: title (file), estimate`. */
const stepsIn = (plan: Block | undefined) =>
	[
		...(plan?.body ?? '').matchAll(
			/^- \w+: (?<title>.+?)(?: \((?<files>[\w., /-]+)\))?(?:, (?<estimate>[^,\n]+))?$/gmu,
		),
	].map(({groups}) => ({
		title: groups?.['title'] ?? '',
		files: (groups?.['files'] ?? '').split(', ').filter(file => file !== ''),
		tools: ['git apply'],
		estimate: groups?.['estimate'] ?? '',
	}));

const block = ({task}: ComposerInput, name: string): Block | undefined =>
	task.blocks.find(found => found.name === name);
const failed = (found: Block | undefined): boolean => found?.attributes['result'] === 'failed';
const open = (input: ComposerInput) =>
	addedLines(block(input, 'diff')?.body ?? '').filter(({line}) => putOff.test(line));

export const watch: Composer = input => {
	const [late] = open(input);
	if (late)
		return {
			severity: 'warning',
			evidence: late.line,
			reason: pickSentence(
				input.random,
				[
					'A line of {path} says that it is not (decided|settled) yet.',
					'In {path} something was (put off|left open) that the rest hangs on.',
				],
				{path: late.path},
			),
		};
	if (failed(block(input, 'check')) && !failed(block(input, 'baseline')))
		return {
			severity: 'warning',
			evidence: lastLine(block(input, 'check')),
			reason: pickSentence(input.random, [
				'The check fails (with|after) this step.',
				'After this step the check does not pass.',
			]),
		};
	return {severity: 'none', evidence: null, reason: ''};
};

const lastLine = (check: Block | undefined): string | null =>
	check?.body
		.split('\n')
		.findLast(line => line.trim() !== '')
		?.slice(0, 160) ?? null;

export const decision: Composer = input => {
	const comments = [
		...open(input).map(({path, line}) =>
			pickSentence(
				input.random,
				[
					'In “{path}” a line (puts off|leaves open) what was asked for; decide it. It reads: {line}',
					'(Decide|Settle) in “{path}” what this line leaves open: {line}',
				],
				{path, line: line.trim()},
			),
		),
		...(failed(block(input, 'check')) && !failed(block(input, 'baseline'))
			? [pickSentence(input.random, ['Make the check pass again; it did before the work began.'])]
			: []),
		...input.task.lines
			.filter(({key}) => key === 'failed')
			.map(({text}) =>
				pickSentence(input.random, ['This step was not carried out and has to be: {text}'], {text: text.slice(0, 160)}),
			),
	];
	if (comments.length > 0)
		return {
			decision: 'revise',
			comments,
			rationale: pickSentence(
				input.random,
				[
					'It is (nearly|almost) there, but not everything that was begun is (finished|decided).',
					'As it stands somebody would have to ask, and that is what {thing} was to spare them.',
				],
				{thing: goalOf(input.prompt).thing},
			),
		};
	return {
		decision: 'accept',
		comments: [],
		rationale: pickSentence(input.random, [
			'Nothing is left open any more, and (what|all that) was planned is there.',
			'I find no line that puts anything off, and nothing that was not asked for.',
		]),
	};
};
