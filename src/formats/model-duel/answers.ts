/** Answer schemas of critic and reviser; an invalid answer is returned once with its faults. */
import {z} from 'zod';
import {Decision, issueSeverities, Rubric} from '../../debate/formats/model-duel/events.ts';
import {cleanText} from '../../debate/text/intake.ts';

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
