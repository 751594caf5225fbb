/** What a judge answers: one required key an item, so that no answer can be left out and no list can come short. */
import {z} from 'zod';
import {itemsOwed, type Owed, type RubricItem} from './rubric.ts';

/** One answer as it came: nothing of it is believed yet. */
export const RawAnswer = z.object({
	answer: z.string(),
	/** Number of a sentence of the judged turn. */
	sentence: z.int().nullable().optional(),
	/** Words that stand in that sentence. */
	phrase: z.string().nullable().optional(),
	/** Name of an opponent’s turn, or of an earlier turn of the speaker. */
	other_turn: z.string().nullable().optional(),
	/** Number of a sentence of that turn. */
	other_sentence: z.int().nullable().optional(),
});
export type RawAnswer = z.infer<typeof RawAnswer>;

/** Answers by item. */
export const RawAnswers = z.record(z.string(), RawAnswer);
export type RawAnswers = Readonly<z.infer<typeof RawAnswers>>;

/** The schema of an answer about a turn that owes this: an object by item. What owes the same has the same schema. */
export function answersFor(owed: Owed): z.ZodType<RawAnswers> {
	const items = itemsOwed(owed);
	const key = items.map(({id}) => id).join();
	const made = schemas.get(key) ?? z.object(Object.fromEntries(items.map(item => [item.id, answerTo(item)])));
	schemas.set(key, made);
	return made;
}

const schemas = new Map<string, z.ZodType<RawAnswers>>();

function answerTo({answers, proof}: RubricItem): z.ZodType<RawAnswer> {
	const answer = z.enum(answers);
	const sentence = z.int().nullable();
	const phrase = z.string().nullable();
	const other_turn = z.string().nullable();
	const other_sentence = z.int().nullable();
	if (proof === 'both') return z.object({answer, sentence, phrase, other_turn, other_sentence});
	if (proof === 'question') return z.object({answer, other_turn, other_sentence});
	if (proof === 'earlier_turn') return z.object({answer, other_turn});
	return z.object({answer, sentence, phrase});
}
