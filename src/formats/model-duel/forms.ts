/** Forms with which a person plays the critic or the drafter, one question at a time. */
import {Decision, Rubric, type Issue} from '../../debate/formats/model-duel.ts';
import {optionalTextField, textField, choiceField, type Filling, type Form} from '../../debate/form.ts';
import type {DuelCritiqueAnswer, RevisionAnswer} from './config.ts';

/** As many issues as a critic is asked for. */
const mostIssues = 8;

const marks = (['1', '2', '3', '4', '5'] as const).map((value, place) => ({
	value,
	label: ['1 · poor', '2', '3 · fair', '4', '5 · the best'][place] ?? value,
}));
const questions: readonly (readonly [keyof Rubric, string])[] = [
	['correctness', 'is it true, and does it work?'],
	['feasibility', 'can it be done as described?'],
	['risk', 'how much can go wrong? 5: hardly anything'],
	['clarity', 'can it be misread?'],
	['testability', 'can one check that it is done?'],
];

const decisions = [
	{value: Decision.enum.accepted, label: 'accepted'},
	{value: Decision.enum.partially_accepted, label: 'partially accepted'},
	{value: Decision.enum.rejected, label: 'rejected'},
] as const;

type FullIssue = DuelCritiqueAnswer['issues'][number];

/** A critique: what is to be said of the draft, point by point, and marks for it. */
export function* critiqueForm(): Filling<DuelCritiqueAnswer> {
	const content = yield* textField({
		label: 'your judgement',
		about: 'What do you make of the draft? Two to six sentences.',
	});
	const issues: FullIssue[] = [
		yield* issue(1, yield* textField({label: 'issue 1', about: 'What is wrong with it? One sentence.'})),
	];
	while (issues.length < mostIssues) {
		const number = issues.length + 1;
		const claim = yield* optionalTextField({label: `issue ${number}`, about: 'What else is wrong? Nothing: enter.'});
		if (claim === undefined) break;
		issues.push(yield* issue(number, claim));
	}
	return {content, issues, rubric: yield* rubric('the draft')};
}

function* issue(number: number, claim: string): Filling<FullIssue> {
	const evidence = yield* textField({
		label: `issue ${number}, evidence`,
		about: 'What shows it? Quote the draft, or say where the words are missing.',
	});
	const suggestedFix = yield* textField(
		{label: `issue ${number}, fix`, about: 'What is to be written or done instead?'},
		fix => (fix === claim ? 'Say what to do instead: this repeats the claim.' : undefined),
	);
	return {claim, evidence, suggestedFix};
}

/** A revision: an answer to each issue, the draft as it is now, and honest marks for that. */
export const revisionForm = (draft: string, issues: readonly Issue[]): Form =>
	function* (): Filling<RevisionAnswer> {
		const responses: RevisionAnswer['responses'] = [];
		for (const [place, {claim}] of issues.entries()) {
			const label = `issue ${place + 1} of ${issues.length}`;
			const decision = yield* decided(`${label}: ${claim}`);
			responses.push({
				issueRef: String(place + 1),
				decision,
				rationale: yield* textField({
					label: `${label}, ${decision.replace('_', ' ')}`,
					...(decision === 'rejected'
						? {key: `${label}, why not`, about: 'Why not?'}
						: {key: `${label}, change`, about: 'What do you change?'}),
				}),
			});
		}
		const decision = yield* decided('the critique as a whole');
		const content = yield* textField({
			label: 'the revised text',
			about: 'The whole of it, ready to be used.',
			initial: draft,
		});
		return {content, decision, responses, rubric: yield* rubric('your text')};
	};

function* decided(label: string): Filling<Decision> {
	return Decision.parse(yield* choiceField({label}, decisions));
}

function* rubric(of: string): Filling<Rubric> {
	const given: Partial<Record<keyof Rubric, number>> = {};
	for (const [name, question] of questions)
		given[name] = Number(yield* choiceField({label: `${name} of ${of}: ${question}`}, marks));
	return Rubric.parse(given);
}
