/** The settings of a Model Duel; a partial config is completed. Described fields are shown at setup. */
import {z} from 'zod';
import {closed, flag, milliseconds, modelSeat, text, whole} from '../config-fields.ts';
import {countWords} from '../../debate/text/words.ts';
import {Decision, issueSeverities, Rubric} from '../../debate/formats/model-duel.ts';
import {cleanText} from '../../debate/text/intake.ts';

export const mostCritics = 3;

/** The seats of the critics, the first of which is called as in the log. */
export const criticSeats = ({critics = 1}: Pick<ModelDuelConfig, 'critics'>): string[] =>
	Array.from({length: critics}, (_, place) => (place === 0 ? 'antigravity' : `antigravity_${place + 1}`));

export const modelDuelConfig = closed({
	/** The drafter and reviser; called `codex` in the log, whoever takes the role. */
	codex: modelSeat.default({modelId: 'openai/gpt-4o', modelDisplayName: 'GPT-4o', providerName: 'OpenAI'}),
	/** The critic, called `antigravity` in the log. A different maker's model finds more. */
	antigravity: modelSeat.default({
		modelId: 'google/gemini-2.5-pro',
		modelDisplayName: 'Gemini 2.5 Pro',
		providerName: 'Google',
	}),
	critics: whole(1, mostCritics)
		.optional()
		.describe('How many critics attack the draft, none of whom reads another (default: 1).'),
	stageTimeoutMs: milliseconds(1)
		.default(120_000)
		.describe('How long each stage may take, in milliseconds, including corrections.'),
	allowUnstructuredCritique: flag
		.default(false)
		.describe('Accepts a critique in plain prose if the critic gives no other.'),
	/** The file that the duel is logged in; without it, `model_duel.jsonl` in the debate's folder. */
	log: text('a file’s path').optional(),
	/** A text to begin with instead of a draft: the revision of the duel before. */
	previous: text('a text').optional(),
	/** From the bridge's queue; without one they are made up. */
	taskId: text('an id').optional(),
	ackId: text('an id').optional(),
});
export type ModelDuelConfig = z.infer<typeof modelDuelConfig>;

// The length that a task allows, and how much of it a text takes: counted here, for models miscount.

const limit =
	/\b(?:at most|no more than|not more than|up to|under|below|maximum(?: of)?|max\.?|within)\s+(?<most>\d[\d,]*)\s+(?<unit>words?|characters?|lines?)\b/iu;

/** How much a task allows and how much of it a text takes; `most` and `long` are in `unit`. */
export type Length = {readonly most: number; readonly unit: string; readonly long: number};

/** Undefined where the task names no limit. */
export function lengthOf(task: string, text: string): Length | undefined {
	const {most, unit} = limit.exec(task)?.groups ?? {};
	if (most === undefined || unit === undefined) return undefined;
	return {most: Number(most.replaceAll(',', '')), unit, long: measure(text, unit.toLowerCase())};
}

/** A sentence on the limit that a task names, and on how long a text is; nothing where it names none. */
export function lengthNote(task: string, text: string): string {
	const length = lengthOf(task, text);
	if (!length) return '';
	const {most, unit, long} = length;
	const standing = long > most ? `${long - most} too many` : `${most - long} left`;
	return `The task allows at most ${most} ${unit}; the draft has ${long} (counted by program: ${standing}). `;
}

function measure(text: string, unit: string): number {
	// A dash before an item of a list is no word.
	if (unit.startsWith('word')) return countWords(text.replaceAll(/(?<=^|\s)[^\p{L}\p{N}\s]+(?=\s|$)/gu, ''));
	return unit.startsWith('line') ? text.trim().split('\n').length : Array.from(text.trim()).length;
}

// Answer schemas of critic and reviser; an invalid answer is returned once with its faults.

/** Text of a model: made plain, freed of secrets, never empty. */
const Text = z
	.string()
	.transform(text => cleanText(text).trim())
	.refine(text => text !== '', 'must not be empty');

/** A few more than are asked for. */
const maxIssues = 12;

/** An opposing point (`claim`), what in the draft shows it, and another way (`suggestedFix`). */
const FullIssue = z
	.object({
		claim: Text,
		evidence: Text,
		suggestedFix: Text,
		severity: z.enum(issueSeverities).optional(),
	})
	.refine(({claim, suggestedFix}) => claim !== suggestedFix, {
		path: ['suggestedFix'],
		error: 'must say what to do instead, not repeat the claim',
	});

export const DuelCritiqueAnswer = z.object({
	content: Text,
	rubric: Rubric,
	issues: z.array(FullIssue).min(1, 'a critique needs at least one opposing point with a fix').max(maxIssues),
});
export type DuelCritiqueAnswer = z.infer<typeof DuelCritiqueAnswer>;

const Response = z.object({
	issueRef: z.coerce.string<string>().transform(ref => ref.trim()),
	decision: Decision,
	rationale: Text,
});

/** A revision that answers each of `issues` issues exactly once; responses are sorted by issue. */
export const revisionAnswer = (issues: number) =>
	z.object({
		content: Text,
		decision: Decision,
		rubric: Rubric,
		responses: z
			.array(Response)
			.superRefine((responses, context) => {
				for (const error of faultsOf(
					responses.map(({issueRef}) => issueRef),
					issues,
				))
					context.addIssue({code: 'custom', message: error, input: responses});
			})
			.transform(responses => responses.toSorted((one, other) => Number(one.issueRef) - Number(other.issueRef))),
	});
export type RevisionAnswer = z.infer<ReturnType<typeof revisionAnswer>>;

function faultsOf(refs: readonly string[], issues: number): string[] {
	const due = Array.from({length: issues}, (_, place) => String(place + 1));
	const missing = due.filter(ref => !refs.includes(ref));
	const strange = refs.filter(ref => !due.includes(ref));
	const twice = due.filter(ref => refs.indexOf(ref) !== refs.lastIndexOf(ref));
	return [
		...(missing.length === 0
			? []
			: [`no response to issue ${missing.join(', ')}; each of the ${issues} needs exactly one`]),
		...(strange.length === 0
			? []
			: [`there is no issue ${strange.map(ref => `"${ref}"`).join(', ')}; issueRef is "1" to "${issues}"`]),
		...(twice.length === 0 ? [] : [`issue ${twice.join(', ')} is answered more than once`]),
	];
}
