/**
 * Turns labelled item by item, with the sentence that bears each label: honest ones over all frameworks, and traps. One
 * labeller wrote and labelled them; no panel of people did.
 */
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {z} from 'zod';
import {numberedSentences} from '../../../../src/debate/evidence/numbered.ts';
import type {RawAnswer, RawAnswers} from '../../../../src/protocols/duelogic/judging/answer-schema.ts';

const Label = z.object({
	answer: z.string(),
	sentence: z.int().optional(),
	other_turn: z.string().optional(),
	other_sentence: z.int().optional(),
});

const LabelledTurn = z.object({
	id: z.string(),
	kind: z.string(),
	motion: z.string(),
	speaker: z.object({seat: z.string(), framework: z.string()}),
	opponent: z.object({seat: z.string(), framework: z.string()}),
	earlier: z.array(z.object({id: z.string(), seat: z.string(), text: z.string()})),
	text: z.string(),
	labels: z.record(z.string(), Label),
	/** The labeller's own mark for honest arguing, given by feel, from 0 to 100. */
	mark: z.number(),
	/** Items for which any positive answer is a false yes. */
	mustNot: z.array(z.string()).optional(),
});
export type LabelledTurn = z.infer<typeof LabelledTurn>;

const folder = path.resolve('test/fixtures/labelled-turns');

export const labelledTurns: readonly LabelledTurn[] = readdirSync(folder)
	.toSorted()
	.flatMap(name => readFileSync(path.join(folder, name), 'utf8').trim().split('\n'))
	.map(line => LabelledTurn.parse(JSON.parse(line)));

/** The labels as a judge would have answered, with the first words of each sentence. */
export const answersOf = ({labels, text}: LabelledTurn): RawAnswers => {
	const sentences = numberedSentences(text);
	return Object.fromEntries(
		Object.entries(labels).map(([id, label]): [string, RawAnswer] => [
			id,
			{...label, phrase: sentences[(label.sentence ?? 0) - 1]?.text ?? null},
		]),
	);
};
