/** Whether what reads texts of models takes time linear in them, whatever they are made of. */
import {TextIntake} from '../../src/debate/text/intake.ts';
import {redact, suspectedSecrets} from '../../src/debate/text/redact.ts';
import {SentenceStream} from '../../src/debate/text/sentences.ts';
import {taskParts} from '../../src/debate/prompt.ts';
import {SpeakerLabels} from '../../src/engine/turns/speaker-labels.ts';
import {withoutUnspoken} from '../../src/exports/unspoken.ts';
import {BodyParser} from '../../src/voices/openai/response-body.ts';
import {ThinkingSplitter} from '../../src/voices/thinking-marks.ts';
import {detail, row, type Row} from './report.ts';

const labels = {
	own: {id: 'for_1', name: 'Ann', role: 'for'},
	others: [{id: 'against_1', name: 'Ben', role: 'against'}],
	spoken: true,
	hosts: false,
};

const goal = 10;
const length = 50_000;

/** What reads a text, and what texts are made of that are hard to read. */
const readers: Readonly<Record<string, readonly [read: (text: string) => void, units: readonly string[]]>> = {
	'sentences, in pieces of 4 characters': [
		text => inPieces(text, new SentenceStream()),
		['word ', 'It rains. ', 'e.g. Kant ', '1 . 2 ', '\n'],
	],
	'what a voice says, in pieces of 4 characters': [
		text => inPieces(text, new TextIntake()),
		['some words ', 'x', '-----BEGIN PRIVATE KEY-----\n', 'token="a ', '\u0301'],
	],
	'redaction of secrets': [
		redact,
		['a', 'sk-', '://a:', 'password=', '-----BEGIN ', 'bearer ', 'token="\\', 'SG.aaaaaaaaaaaaaaaaaaaa.', '[redacted:'],
	],
	'suspected secrets': [suspectedSecrets, ['aGVsbG8gd29ybGQgaGVsbG8g', `${'a'.repeat(50)} `]],
	'parts of a task': [taskParts, ['\n', 'Target: y\n']],
	'bodies of answers, in pieces of 4 characters': [
		text => inPieces(text, new BodyParser()),
		['x', '{', '\n', '\r', 'data:', 'data: {"a":\n', 'data: x\n\n', '[{"a":1}]\n'],
	],
	'marks of thinking, in pieces of 4 characters': [
		text => inPieces(text, new ThinkingSplitter()),
		[
			'some words ',
			'<',
			'<think>',
			'</think>',
			'<think',
			'<|channel|>',
			'<|im_start|>',
			'`',
			'"',
			'{"',
			'[',
			'analysisA',
		],
	],
	'labels of speakers, in pieces of 4 characters': [
		text => inPieces(text, new SpeakerLabels(labels)),
		['some words ', '\n', 'Ann, for ', '**', 'Ben: “', 'Against: x\n', '[Ben', '# '],
	],
	'what is not spoken': [
		withoutUnspoken,
		['some words ', '*', '(', '[pause', '(laughs, ', '$', '$x', '\\(', '\\frac{', '`', '<|', '. *laughs '],
	],
};

function inPieces(text: string, stream: {push: (piece: string) => unknown; end: () => unknown}): void {
	for (let at = 0; at < text.length; at += 4) stream.push(text.slice(at, at + 4));
	stream.end();
}

/** How many times as long the hardest text takes at four times its length, and the most of all. Fails above the goal. */
export function* texts(): Generator<Row> {
	const all: number[] = [];
	for (const [name, [read, units]] of Object.entries(readers)) {
		const worst = Math.max(...units.map(unit => growth(size => read(unit.repeat(size / unit.length)), length)));
		all.push(worst);
		yield detail(`${name}: four times the text takes`, `${worst.toFixed(1)} times as long`);
	}
	const most = Math.max(...all);
	yield row(
		`what reads texts of models, on what is hardest to read: four times the text takes, most of ${all.length} readers`,
		`${most.toFixed(1)} times as long`,
		`< ${goal} times`,
	);
	if (most >= goal) process.exitCode = 1;
}

/**
 * How many times as long `run` takes for four times the length: about 4 where its time is linear in it, 16 where it is
 * quadratic. Of three tries each the quickest counts, so that what else the machine does is left out.
 */
function growth(run: (length: number) => void, size: number): number {
	const quickest = (most: number): number =>
		Math.min(
			...[1, 2, 3].map(() => {
				const began = performance.now();
				run(most);
				return performance.now() - began;
			}),
		);
	const first = quickest(size);
	return quickest(4 * size) / first;
}
