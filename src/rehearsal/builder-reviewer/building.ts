/** The rehearsed builder: plans three texts, leaves something open in one of them, and settles it when told to. */
import {taskLines} from '../request/notation.ts';
import {hash} from '../language/random.ts';
import type {Composer, ComposerInput} from '../request/composer.ts';
import {changedLine, newFile} from './diffs.ts';
import {goalOf} from './goal.ts';
import {pickSentence} from '../language/patterns.ts';
import {putOff, texts} from './texts.ts';

const plans = [
	'Three short texts (carry|make up) {thing}: what is wanted, the way there, and how to tell that it works.',
	'I (write|make) {thing} in three pieces, each of which can be (read|judged) by itself.',
];
const amendments = [
	'I (take up|go through) what was asked for, (line by line|point by point), and leave the rest as it is.',
	'Only what the review (named|found) is changed now; what stands stays.',
];

export const plan: Composer = input => {
	const comments = taskLines(input.task, 'comment');
	if (comments.length > 0)
		return {steps: comments.map(amendment), read: [], confidence: 0.8, summary: pickSentence(input.random, amendments)};
	const {thing} = goalOf(input.prompt);
	const taken = input.task.blocks.find(({name}) => name === 'files')?.body.split('\n') ?? [];
	const steps = texts.map(({name, title}) => ({
		title,
		files: [taken.includes(name) ? `rehearsal-${name}` : name],
		tools: ['git apply'],
		estimate: 'one short text',
	}));
	return {steps, read: [], confidence: 0.6, summary: pickSentence(input.random, plans, {thing})};
};

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

export const step: Composer = input => {
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
	const decided = pickSentence(input.random, [(texts.find(({name}) => path.endsWith(name)) ?? texts[0]).settled], {
		one,
		two,
		three,
	});
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

export const alternative: Composer = input =>
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
