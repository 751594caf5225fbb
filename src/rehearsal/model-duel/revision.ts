/** The answer to a critique: for each issue a change to the quoted words, an addition, or a reason to reject it. */
import type {Decision} from '../../debate/formats/model-duel/events.ts';
import type {Composer} from '../request/composer.ts';
import {sentencesOf} from '../language/text.ts';
import {readDuelTask} from './duel-task.ts';
import {rubricOf} from './critique.ts';
import {absolutes, ownerless, vagueWords, weaknessesOf} from './weaknesses.ts';

type CritiqueIssue = {readonly ref: string; readonly claim: string; readonly evidence: string; readonly fix: string};
type IssueReply = {
	readonly text: string;
	readonly response: {readonly issueRef: string; readonly decision: Decision; readonly rationale: string};
};

export const revision: Composer = ({prompt, task, random}) => {
	const draft = prompt.turns.findLast(({kind}) => kind === 'draft')?.text ?? '';
	const issues = task.blocks
		.filter(({name}) => name === 'issue')
		.map(({attributes, body}, place): CritiqueIssue => ({
			ref: attributes['ref'] ?? String(place + 1),
			claim: labelled(body, 'Claim'),
			evidence: labelled(body, 'Evidence'),
			fix: labelled(body, 'Suggested fix'),
		}));
	let text = draft;
	// Rejects one issue in four: accepting everything would be unrealistic.
	const responses = issues.map(issue => {
		const answer = random.below(4) === 0 && issues.length > 1 ? reject(text, issue) : accept(text, issue);
		({text} = answer);
		return answer.response;
	});
	return {
		content: text,
		decision: overall(responses.map(({decision}) => decision)),
		rubric: rubricOf(weaknessesOf(text, readDuelTask(prompt))),
		responses,
	};
};

const labelled = (body: string, label: string): string =>
	new RegExp(`^${label}:\\s*(.+)$`, 'imu').exec(body)?.[1]?.trim() ?? '';

function overall(decisions: readonly Decision[]): Decision {
	const [first = 'accepted'] = decisions;
	return decisions.every(decision => decision === first) ? first : 'partially_accepted';
}

const answer = (text: string, {ref}: CritiqueIssue, decision: Decision, rationale: string): IssueReply => ({
	text,
	response: {issueRef: ref, decision, rationale},
});

function reject(text: string, issue: CritiqueIssue): IssueReply {
	return answer(
		text,
		issue,
		'rejected',
		issue.evidence === ''
			? 'The point names nothing in the text that I could change.'
			: 'The words are meant as they stand: more would bind those who do the work to something that only they can settle.',
	);
}

/** Changes the quoted sentence if it can be found, else adds what was asked for. */
function accept(text: string, issue: CritiqueIssue): IssueReply {
	const quoted = /“(?<sentence>.+)”/su.exec(issue.evidence)?.groups?.['sentence'] ?? '';
	const sentence = quoted !== '' && text.includes(quoted) ? quoted : undefined;
	if (sentence === undefined) return add(text, issue);
	const better = mended(sentence, issue);
	if (better === sentence)
		return {
			...add(text, issue),
			response: {
				issueRef: issue.ref,
				decision: 'partially_accepted',
				rationale: 'The sentence stays, and what was missing is said at the end.',
			},
		};
	return answer(
		text.replace(sentence, () => better),
		issue,
		'accepted',
		`It now reads: “${better}”`,
	);
}

function mended(sentence: string, {claim}: CritiqueIssue): string {
	const word = /“(?<word>[^”]+)”/u.exec(claim)?.groups?.['word'] ?? '';
	const better = vagueWords[word.toLowerCase()] ?? absolutes[word.toLowerCase()];
	if (better !== undefined && sentence.includes(word)) return sentence.replace(word, () => better);
	if (ownerless.test(sentence)) return sentence.replace(ownerless, words => `${words} by the owner of this plan`);
	const [first, ...rest] = sentence.split(/;\s+/u);
	return rest.length === 0
		? sentence
		: `${first}. ${rest.map(part => `${part[0]?.toUpperCase() ?? ''}${part.slice(1)}`).join('. ')}`;
}

function add(text: string, issue: CritiqueIssue): IssueReply {
	const addition =
		issue.fix === ''
			? ''
			: sentencesOf(
					issue.fix.replace(
						/^(?:add a last step|close with a check|add|close with|say in the first sentence that|give the first step a limit):?\s*/iu,
						'',
					),
				).join(' ');
	if (addition === '') return answer(text, issue, 'rejected', 'The point names no change that I could make.');
	const sentence = `${addition[0]?.toUpperCase() ?? ''}${addition.slice(1)}`;
	return answer(`${text}\n\n${sentence}`, issue, 'accepted', `Added at the end: “${sentence}”`);
}
