/**
 * The rehearsed reviewer: it really looks at the diff and at the check, and speaks up where something was put off or
 * fails.
 */
import type {Block} from '../request/notation.ts';
import type {Composer, Stage} from '../request/composer.ts';
import {addedLines} from './diffs.ts';
import {goalOf} from './goal.ts';
import {pickSentence} from '../language/patterns.ts';
import {putOff} from './texts.ts';

export const ack: Composer = stage => ({
	telemetry: ['check-history'],
	note: pickSentence(
		stage.dice,
		[
			'I (look|will look) for what was left open, and at what the check says after each step.',
			'What I (watch|mind) most is whether anybody can tell that {one} is done.',
		],
		{one: goalOf(stage.scene).terms[0]},
	),
});

export const planFeedback: Composer = stage => {
	const checked = /<workplace check="/u.test(stage.scene.system);
	const confidence = Number(stage.task.attributes['confidence'] ?? 1);
	const risk = confidence < 0.4 ? 'high' : checked && confidence >= 0.7 ? 'low' : 'medium';
	const {
		terms: [one, two],
	} = goalOf(stage.scene);
	const notes = [
		checked
			? pickSentence(stage.dice, ['The check (decides|counts), so run it after every step.'])
			: pickSentence(stage.dice, [
					'No check runs here, so every text has to (stand|hold) by itself.',
					'Nothing (checks|tests) this by machine, and so I read each line.',
				]),
	];
	const additional_checks = [
		pickSentence(stage.dice, ['nothing about {one} is put off', 'that {two} is said in one place only'], {one, two}),
	];
	const steps = stepsIn(block(stage, 'plan'));
	const other = steps.length === 3 && stage.task.attributes['cycle'] === '1' && stage.dice.below(3) === 0;
	const alternative = other
		? {
				steps: [...steps.slice(2), ...steps.slice(0, 2)],
				summary: pickSentence(stage.dice, [
					'Begin with the checks, and write the rest (so that|until) they can be met.',
				]),
			}
		: null;
	return {alternative, notes, additional_checks, risk};
};

/** `- s1: title (file), estimate` lines of a plan. */
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

const block = ({task}: Stage, name: string): Block | undefined => task.blocks.find(found => found.name === name);
const failed = (found: Block | undefined): boolean => found?.attributes['result'] === 'failed';
const open = (stage: Stage) => addedLines(block(stage, 'diff')?.body ?? '').filter(({line}) => putOff.test(line));

export const watch: Composer = stage => {
	const [late] = open(stage);
	if (late)
		return {
			severity: 'warning',
			evidence: late.line,
			reason: pickSentence(
				stage.dice,
				[
					'A line of {path} says that it is not (decided|settled) yet.',
					'In {path} something was (put off|left open) that the rest hangs on.',
				],
				{path: late.path},
			),
		};
	if (failed(block(stage, 'check')) && !failed(block(stage, 'baseline')))
		return {
			severity: 'warning',
			evidence: lastLine(block(stage, 'check')),
			reason: pickSentence(stage.dice, [
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

export const decision: Composer = stage => {
	const comments = [
		...open(stage).map(({path, line}) =>
			pickSentence(
				stage.dice,
				[
					'In “{path}” a line (puts off|leaves open) what was asked for; decide it. It reads: {line}',
					'(Decide|Settle) in “{path}” what this line leaves open: {line}',
				],
				{path, line: line.trim()},
			),
		),
		...(failed(block(stage, 'check')) && !failed(block(stage, 'baseline'))
			? [pickSentence(stage.dice, ['Make the check pass again; it did before the work began.'])]
			: []),
		...stage.task.lines
			.filter(({key}) => key === 'failed')
			.map(({text}) =>
				pickSentence(stage.dice, ['This step was not carried out and has to be: {text}'], {text: text.slice(0, 160)}),
			),
	];
	if (comments.length > 0)
		return {
			decision: 'revise',
			comments,
			rationale: pickSentence(
				stage.dice,
				[
					'It is (nearly|almost) there, but not everything that was begun is (finished|decided).',
					'As it stands somebody would have to ask, and that is what {thing} was to spare them.',
				],
				{thing: goalOf(stage.scene).thing},
			),
		};
	return {
		decision: 'accept',
		comments: [],
		rationale: pickSentence(stage.dice, [
			'Nothing is left open any more, and (what|all that) was planned is there.',
			'I find no line that puts anything off, and nothing that was not asked for.',
		]),
	};
};
