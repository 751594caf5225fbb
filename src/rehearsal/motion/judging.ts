/** How rehearsal voices judge a motion debate, and rise with points of information: by looking at the text. */
import {hash} from '../language/random.ts';
import {quotable, shortened} from '../language/quotes.ts';
import {countWords} from '../language/text.ts';
import {blocksOf, type Block} from '../request/notation.ts';
import type {Composer, ComposerInput} from '../request/composer.ts';
import {judgeStance} from '../duelogic/judge/judge-stance.ts';
import {isFraming} from './phrases.ts';
import {pointText} from './speeches.ts';

type Numbered = {readonly number: number; readonly text: string};

const numberedIn = (body: string): Numbered[] =>
	[...body.matchAll(/^\[(?<number>\d+)\] (?<text>.*)$/gmu)].map(({groups}) => ({
		number: Number(groups?.['number']),
		text: groups?.['text'] ?? '',
	}));

/** One judge in six goes by the label as much as by the words: its two readings may differ. */
const biasOneIn = 6;
const biasPoints = 30;

const judgeVerdict: Composer = ({prompt, task, seed}) => {
	const speeches = blocksOf(prompt.system)
		.flatMap(block => [block, ...blocksOf(block.body)])
		.filter(({name}) => name === 'speech');
	const of = (label: 'A' | 'B'): Numbered[] =>
		speeches
			.filter(({attributes}) => attributes['by']?.startsWith(`Side ${label}`))
			.flatMap(({body}) => numberedIn(body));
	const [a, b] = [of('A'), of('B')];
	const bias = hash(`bias ${task.speaker ?? ''}`, seed) % biasOneIn === 0 ? biasPoints : 0;
	const gap = strength(a, seed) + bias - strength(b, seed);
	const margin = Math.min(3, Math.round(Math.abs(gap) / 10) / 2);
	const winner = margin === 0 ? 'tie' : gap > 0 ? 'A' : 'B';
	const decisive = best(winner === 'B' ? b : a, seed) ?? best([...a, ...b], seed) ?? {number: 1, text: ''};
	const ground = (name: string): unknown => {
		const own = strength(a, seed + name.length) - strength(b, seed + name.length);
		return {
			better: Math.abs(own) < 8 ? 'even' : own > 0 ? 'A' : 'B',
			sentences: [best(own > 0 ? a : b, seed + name.length)?.number ?? decisive.number],
		};
	};
	return {
		grounds: Object.fromEntries(
			['arguments', 'rebuttal', 'evidence', 'answering', 'conduct'].map(name => [name, ground(name)]),
		),
		decisive: {sentence: decisive.number, phrase: decisive.text.split(/\s+/u).slice(0, 6).join(' ')},
		winner,
		margin,
	};
};

/** A side's strength, the same whatever it is called: labels are left out of what is weighed. */
const strength = (sentences: readonly Numbered[], seed: number): number =>
	sentences.length === 0 ? 0 : sentences.reduce((sum, one) => sum + weight(one, seed), 0) / Math.sqrt(sentences.length);

const weight = ({text}: Numbered, seed: number): number =>
	(hash(text.replaceAll(/\bSide [AB]\b/gu, ''), seed) % 41) - 20 + (/\bbecause\b|\bsince\b/iu.test(text) ? 3 : 0);

/** The sentence that weighs most and is long enough to be quoted. */
const best = (sentences: readonly Numbered[], seed: number): Numbered | undefined =>
	sentences
		.filter(({text}) => countWords(text) >= 4 && !isFraming(text) && !/\bSide [AB]\b/u.test(text))
		.toSorted((one, other) => weight(other, seed) - weight(one, seed))[0];

const none = {rise: false, severity: 'low', sentence: null, point: ''} as const;

/** One look in three finds something. */
const pointLook: Composer = input => {
	const {task, seed} = input;
	const sentences = numberedIn(task.blocks.find(({name}: Block) => name === 'heard')?.body ?? '');
	const last = sentences.at(-1);
	if (!last || hash(last.text, seed) % 3 !== 0) return none;
	const severity = hash(last.text, seed + 1) % 2 === 0 ? 'high' : 'medium';
	const words = quotedOf(last.text.replaceAll(/[“”]/gu, ''));
	return {rise: true, severity, sentence: last.number, point: pointText(input, words, roundIn(input))};
};

/** A whole clause of the sentence, or its beginning with an ellipsis. */
function quotedOf(sentence: string): string {
	const clause = quotable(sentence, {terms: /(?!)/gu, used: new Set()});
	if (clause !== undefined) return clause;
	const words = shortened(sentence, 7);
	return sentence.replace(/[\s.,;:!?—–-]+$/u, '').endsWith(words) ? words : `${words} …`;
}

const roundIn = ({prompt, task}: ComposerInput): number =>
	prompt.turns.length + Number(/\d+/u.exec(task.attributes['turn'] ?? '')?.[0] ?? 0);

const pointDecision: Composer = ({task, seed}) => ({take: hash(task.labels['point'] ?? '', seed) % 5 < 3});

export const judging: Readonly<Record<string, Composer>> = {
	judge_verdict: judgeVerdict,
	stance: judgeStance,
	point_look: pointLook,
	point_decision: pointDecision,
};
