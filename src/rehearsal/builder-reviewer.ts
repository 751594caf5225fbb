/** Composers for a builder-reviewer run, by kind of task. */
import written from '../../data/rehearsal/build-texts.json' with {type: 'json'};
import {decapitalise, pickSentence} from './sentence-writer.ts';
import {type ParsedPrompt, taskLines, type Block} from './notation.ts';
import {contentWords, firstWords, withoutStop, stopWords} from './text.ts';
import {hash} from './random.ts';
import type {Composer, ComposerInput} from './composer.ts';

// Writes and reads unified diffs as `git apply` accepts them.

/** A diff that adds a new file with these lines. */
const newFile = (path: string, lines: readonly string[]): string =>
	[
		`diff --git a/${path} b/${path}`,
		'new file mode 100644',
		'--- /dev/null',
		`+++ b/${path}`,
		`@@ -0,0 +1,${lines.length} @@`,
		...lines.map(line => `+${line}`),
		'',
	].join('\n');

const around = 3;

/** A diff that replaces one line of a file, by index from 0. */
function changedLine(path: string, lines: readonly string[], place: number, line: string): string {
	const from = Math.max(0, place - around);
	const before = lines.slice(from, place);
	const behind = lines.slice(place + 1, place + 1 + around);
	const size = before.length + 1 + behind.length;
	return [
		`diff --git a/${path} b/${path}`,
		`--- a/${path}`,
		`+++ b/${path}`,
		`@@ -${from + 1},${size} +${from + 1},${size} @@`,
		...before.map(text => ` ${text}`),
		`-${lines[place] ?? ''}`,
		`+${line}`,
		...behind.map(text => ` ${text}`),
		'',
	].join('\n');
}

/** The lines that a diff adds, with their files. */
function addedLines(diff: string): {readonly path: string; readonly line: string}[] {
	let path = '';
	return diff.split('\n').flatMap(line => {
		const named = /^\+\+\+ b\/(?<path>.+)$/u.exec(line)?.groups?.['path'];
		if (named !== undefined) path = named;
		return named === undefined && line.startsWith('+') && !line.startsWith('+++') ? [{path, line: line.slice(1)}] : [];
	});
}

// Reads the goal of a builder-reviewer run from its prompt.

const making =
	/^(?:please\s+)?(?:write|draft|design|plan|propose|define|create|prepare|build|make|develop|specify|outline|produce|implement|add|document)\s+(?<thing>.+)$/iu;

/** The goal as a noun phrase (`a guide to …`), and its subjects (`the guide`). */
function goalOf({proposition = 'the task'}: ParsedPrompt): {
	readonly thing: string;
	readonly terms: readonly [string, string, string];
} {
	const made = making.exec(withoutStop(proposition))?.groups?.['thing'];
	const thing =
		made === undefined
			? `“${firstWords(withoutStop(proposition), 12)}”`
			: decapitalise(firstWords(made.split(/[.;:]\s/u)[0] ?? made, 12));
	const [one = 'the goal', two = 'the way there', three = 'the result'] = thingsIn(thing);
	return {thing, terms: [one, two, three]};
}

/** The parts between function words, as noun phrases. */
const thingsIn = (text: string): string[] => [
	...new Set(
		text
			.replaceAll(/[“”"]/gu, '')
			.split(/,|\s(?:for|of|from|to|in|on|at|by|with|without|into|and|or|that|which|who|is|are|has|have|so|nobody)\s/iu)
			.map(part => part.trim().replace(/^(?:a|an|the|our|my|your|some|this|these|to)\s+/iu, ''))
			.filter(
				part =>
					/^[\p{L}][\p{L}\p{N}\s-]*$/u.test(part) &&
					part.split(/\s+/u).length <= 3 &&
					!stopWords.has(part.split(/\s+/u)[0]?.toLowerCase() ?? '') &&
					contentWords(part).length > 0,
			)
			.map(part => `the ${decapitalise(part)}`),
	),
];

// The texts that the rehearsed builder writes, as data.

/** Marks of something left open in a text. */
const putOff = /^.*\b(?:TBD|TODO|FIXME)\b.*$/u;

/** The texts of a first cycle. `late` is the line left open in one of them, `settled` replaces it later. */
const texts = Object.entries(written).map(([name, text]) => ({name, ...text}));

// The rehearsed builder: plans three texts, leaves something open in one of them, and settles it when told to.

const plans = [
	'Three short texts (carry|make up) {thing}: what is wanted, the way there, and how to tell that it works.',
	'I (write|make) {thing} in three pieces, each of which can be (read|judged) by itself.',
];
const amendments = [
	'I (take up|go through) what was asked for, (line by line|point by point), and leave the rest as it is.',
	'Only what the review (named|found) is changed now; what stands stays.',
];

const plan: Composer = input => {
	const comments = taskLines(input.task, 'comment');
	const expect = stillFailing(input);
	if (comments.length > 0)
		return {
			steps: comments.map((comment, place) => ({...amendment(comment, place), ...expect})),
			read: [],
			confidence: 0.8,
			summary: pickSentence(input.random, amendments),
		};
	const {thing} = goalOf(input.prompt);
	const taken = input.task.blocks.find(({name}) => name === 'files')?.body.split('\n') ?? [];
	const steps = texts.map(({name, title}) => ({
		title,
		files: [taken.includes(name) ? `rehearsal-${name}` : name],
		tools: ['git apply'],
		estimate: 'one short text',
		...expect,
	}));
	return {steps, read: [], confidence: 0.6, summary: pickSentence(input.random, plans, {thing})};
};

/** Texts mend no check: what failed before anything was done still does, with the same words. */
function stillFailing(input: ComposerInput): {readonly expect?: string} {
	const check = block(input, 'check');
	const {of = '', before = ''} = check?.attributes ?? {};
	const wasRed = of.startsWith('before') || before.startsWith('failed');
	const words = failed(check) && wasRed ? (lastLine(check)?.split('"', 1)[0]?.trim() ?? '') : '';
	return words.length < 3 ? {} : {expect: `“${words}”, as before`};
}

/** Comments put file names in quotation marks. */
function amendment(comment: string, place: number) {
	const path = /“(?<path>[\w./-]+)”/u.exec(comment)?.groups?.['path'];
	return {
		title: `Settle point ${place + 1} of the review${path === undefined ? '' : ` in ${path}`}`,
		files: path === undefined ? [] : [path],
		tools: ['git apply'],
		estimate: 'one line',
	};
}

const step: Composer = input => {
	const {blocks} = input.task;
	const mendable = blocks
		.filter(({name}) => name === 'file')
		.map(({attributes, body}) => ({path: attributes['path'] ?? '', lines: body.split('\n')}))
		.find(({lines}) => lines.some(line => putOff.test(line)));
	if (mendable) return mend(input, mendable.path, mendable.lines);
	const wanted = blocks.find(
		({name, body, attributes}) => name === 'file' && body === '' && attributes['note'] !== undefined,
	)?.attributes['path'];
	const text = texts.find(({name}) => wanted?.endsWith(name));
	if (wanted === undefined || !text)
		return {
			diff: '',
			read: [],
			note: pickSentence(input.random, [
				'Nothing has to be changed for this (any more|as it stands).',
				'What this asks for is (there|done) already.',
			]),
		};
	return {
		diff: newFile(wanted, linesOf(input, text)),
		read: [],
		answers: answered(input),
		note: pickSentence(input.random, text.note),
	};
};

/** What the last text can say to what the reviewer asked to be looked at. */
const answered = ({task, random}: ComposerInput) =>
	task.attributes['step'] === undefined ||
	!/checks\.md/u.test(task.blocks.find(({name}) => name === 'file')?.attributes['path'] ?? '')
		? []
		: taskLines(task, 'look').map((line, place) => ({
				request: Number(/^\d+/u.exec(line)?.[0] ?? place + 1),
				answer: pickSentence(random, [
					'I read all three texts for it, and (found|saw) nothing.',
					'I went through the texts again, and (it holds|nothing speaks against it).',
				]),
			}));

function linesOf(input: ComposerInput, text: (typeof texts)[number]): string[] {
	const {
		thing,
		terms: [one, two, three],
	} = goalOf(input.prompt);
	const slots = {thing, one, two, three};
	const lines = text.lines.map(line =>
		line === '' || /^[#|-]/u.test(line)
			? line
					.replaceAll(/\{(\w+)\}/gu, (_, name: keyof typeof slots) => slots[name])
					.replaceAll(/\(([^()|]*)\|[^()]*\)/gu, '$1')
			: pickSentence(input.random, [line], slots),
	);
	lines[0] = (lines[0] ?? '').replace(
		/^(# )(\p{Ll})/u,
		(_, mark: string, letter: string) => mark + letter.toUpperCase(),
	);
	// Always the same text for a seed, so there is always something to review.
	const late = hash(thing, input.seed) % texts.length === texts.indexOf(text);
	return late ? [...lines, '', pickSentence(input.random, [text.late], slots)] : lines;
}

function mend(input: ComposerInput, path: string, lines: readonly string[]): unknown {
	const {
		terms: [one, two, three],
	} = goalOf(input.prompt);
	const place = lines.findIndex(line => putOff.test(line));
	const decided = pickSentence(
		input.random,
		[(texts.find(({name}) => path.endsWith(name)) ?? written['brief.md']).settled],
		{
			one,
			two,
			three,
		},
	);
	const line = (lines[place] ?? '').replace(
		/\b(?:TBD|TODO|FIXME)\b[^\n]*$/u,
		`${decided.charAt(0).toLowerCase()}${decided.slice(1)}.`,
	);
	return {
		diff: changedLine(path, lines, place, line),
		read: [],
		note: pickSentence(
			input.random,
			['What was (left open|put off) in {path} is (decided|said) now.', 'The (gap|open line) in {path} is closed.'],
			{path},
		),
	};
}

const alternative: Composer = input =>
	input.random.below(2) === 0
		? {
				taken: true,
				reason: pickSentence(input.random, [
					'Seeing first how it is (checked|judged) keeps me honest, so I take that order.',
					'That (order|way) finds out sooner whether I am wrong.',
				]),
			}
		: {
				taken: false,
				reason: pickSentence(input.random, [
					'Without the brief nobody can say what the checks (check|are for), so it (stays|comes) first.',
					'I (keep|hold to) my order, since each text needs the one before it.',
				]),
			};

/** What accepted work is handed over with, by the files that its diff has. */
const commit: Composer = input => {
	const paths = [...new Set(addedLines(block(input, 'diff')?.body ?? '').map(({path}) => path))];
	const named = paths.length === 0 ? 'the texts' : firstWords(paths.slice(0, 3).join(', '), 8);
	return {
		title: pickSentence(input.random, ['(Write|Put) down what was asked for'], {}).replace(/\.$/u, ''),
		body: pickSentence(input.random, ['It stands in {named}, with nothing (left open|put off).'], {named}),
	};
};

// The rehearsed reviewer: reads the diff and the check's result, and objects to open points and failures.

const planFeedback: Composer = input => {
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
/** A check that fails, and did not before anything was done; from the second cycle on its own result says so. */
const failsNow = (input: ComposerInput): boolean => {
	const check = block(input, 'check');
	const wasRed = failed(block(input, 'baseline')) || (check?.attributes['before'] ?? '').startsWith('failed');
	return failed(check) && !wasRed;
};
const open = (input: ComposerInput) =>
	addedLines(block(input, 'diff')?.body ?? '').filter(({line}) => putOff.test(line));

const watch: Composer = input => {
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
	if (failsNow(input))
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

const decision: Composer = input => {
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
		...(failsNow(input)
			? [pickSentence(input.random, ['Make the check pass again; it did before the work began.'])]
			: []),
		...input.task.lines
			.filter(({key}) => key === 'failed')
			.map(({text}) =>
				pickSentence(input.random, ['Step {id} (is still to be carried out|has to be done again).'], {
					id: firstWords(text, 1),
				}),
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

export const builderReviewer: Readonly<Record<string, Composer>> = {
	plan,
	'plan-feedback': planFeedback,
	alternative,
	step,
	watch,
	decision,
	commit,
};
