/**
 * Prompts of the agents and the merging voice. The text is in a system message shared byte for byte by all requests of
 * a round; the task is in the last message.
 */
import type {SpecGroup, SpecIssue} from '../../../debate/formats/adversarial-spec/events.ts';
import {fence, tag} from '../../../debate/prompt.ts';
import type {Message, Prompt} from '../../../debate/protocol.ts';
import type {Agent} from '../config/config.ts';

type PromptBasis = {readonly about: Message; readonly temperature: number | undefined};

const promptOf = (
	{about, temperature}: PromptBasis,
	attributes: Readonly<Record<string, string | number | undefined>>,
	body: readonly string[],
	maxTokens: number,
): Prompt => ({
	messages: [about, {role: 'user', content: tag('task', attributes, body.join('\n'))}],
	maxTokens,
	...(temperature === undefined ? {} : {temperature}),
});

const personaElement = ({id, card}: Agent): string =>
	tag(
		'persona',
		{id, name: card.name},
		[`Reads: ${fence(card.reads)}`, 'Checks:', ...card.checks.map(check => `- ${fence(check)}`)].join('\n'),
	);

/** Issues of earlier rounds, not to be raised again: still in dispute (`open`) or `settled`. */
export type EarlierIssues = {readonly open: readonly SpecGroup[]; readonly settled: readonly SpecGroup[]};

export function critiquePrompt(
	asking: PromptBasis,
	agent: Agent,
	round: number,
	{open, settled}: EarlierIssues,
): Prompt {
	return promptOf(
		asking,
		{kind: 'spec-critique', speaker: agent.id, persona: agent.persona, round},
		[
			personaElement(agent),
			`You are the reviewer "${agent.id}". Read the whole text by your persona's checks and list the faults that it has, the gravest first, eight at most.`,
			'"issues": each with "title" (a few words), "severity" ("critical": it must not be built like this; "major": it will cost dearly; "minor"), "section" (its heading), "line_from" and "line_to" (the lines that it is about), "claim" (what is wrong and what follows, one or two sentences), "evidence" (the words of the text, quoted; or what is missing, and where it should be), "suggested_change" (the sentences to put there, ready to be used), "confidence" (0 to 1).',
			'"checks": at least three things that you checked, whether or not you found fault: "section" and "quote" (the words of the text that you looked at, word for word, 12 characters or more). Your approval counts only with these.',
			'"strongest_objection": the strongest objection that remains to this text, even if you would let it pass.',
			...(open.length === 0 ? [] : ['Still in dispute, do not raise these again:', ...open.map(earlierIssueLine)]),
			...(settled.length === 0 ? [] : ['Settled, do not raise these again:', ...settled.map(earlierIssueLine)]),
			...(round === 1 ? [] : ['The text has been worked on since you last saw it: look at what is new in it too.']),
		],
		6000,
	);
}

const earlierIssueLine = ({id, title}: SpecGroup): string => `- ${id}: ${fence(title)}`;

/** The check by a single agent. */
export const checkPrompt = (asking: PromptBasis, agent: Agent): Prompt =>
	critiquePrompt(asking, agent, 1, {open: [], settled: []});

const place = ({lines}: SpecIssue): string | undefined =>
	lines && (lines.from === lines.to ? `${lines.from}` : `${lines.from}-${lines.to}`);

/** An issue with the claims of everyone who raised it. */
function issueElement({id, title, severity, raised}: SpecGroup): string {
	const [first] = raised;
	return tag(
		'issue',
		{
			id,
			severity,
			section: first?.issue.section,
			lines: first && place(first.issue),
			by: raised.map(({agent}) => agent).join(' '),
		},
		[
			`Title: ${fence(title)}`,
			...raised.flatMap(({agent, issue: {claim, evidence, suggestedChange, confidence}}) => [
				`Claim (${agent}): ${flat(claim)}`,
				`Evidence: ${flat(evidence)}`,
				`Change: ${flat(suggestedChange)}`,
				...(confidence === undefined ? [] : [`Confidence: ${confidence}`]),
			]),
		].join('\n'),
	);
}

const flat = (text: string): string => fence(text).replaceAll(/\s*\n\s*/gu, ' ');

export function ballotPrompt(asking: PromptBasis, agent: Agent, round: number, groups: readonly SpecGroup[]): Prompt {
	return promptOf(
		asking,
		{kind: 'spec-ballot', speaker: agent.id, persona: agent.persona, round},
		[
			personaElement(agent),
			`You are the reviewer "${agent.id}". Others raised the issues below. Look at the text for yourself and vote on each of them.`,
			'"votes": one for each: "issue" (its id), "vote" ("agree": the fault is there and should be mended; "disagree": it is not there, or mending it would do harm; "abstain": you cannot tell) and "reason" (one sentence that points at the text).',
			...groups.map(issueElement),
		],
		4000,
	);
}

export function groupingPrompt(
	asking: PromptBasis,
	round: number,
	issues: readonly {readonly ref: string; readonly agent: string; readonly issue: SpecIssue}[],
): Prompt {
	return promptOf(
		asking,
		{kind: 'spec-grouping', speaker: 'synthesis', round},
		[
			'Several reviewers raised these issues independently. Say which of them are one and the same: the same fault at the same place, so that one change would mend them all. Similar words about different things are different issues; one fault in other words is one.',
			'"groups": a list for each set of two or more that are the same, with their refs. Leave out those that stand alone.',
			...issues.map(({ref, agent, issue}) =>
				tag(
					'issue',
					{ref, by: agent, severity: issue.severity, section: issue.section, lines: place(issue)},
					[
						`Title: ${fence(issue.title)}`,
						`Claim: ${flat(issue.claim)}`,
						`Change: ${flat(issue.suggestedChange)}`,
					].join('\n'),
				),
			),
		],
		2000,
	);
}

export function synthesisPrompt(asking: PromptBasis, round: number, agreed: readonly SpecGroup[]): Prompt {
	return promptOf(
		asking,
		{kind: 'spec-synthesis', speaker: 'synthesis', round},
		[
			"Work the agreed issues below into the text, by edits. Change what they ask for and nothing else; keep every heading at the top level, the author's words where they are not at fault, and the form of the text.",
			'Where suggestions for one issue contradict each other, take the one with the higher confidence; where that does not decide, the one that serves the goals that the text itself states, and say why in "reason".',
			'"edits": each with "issues" (the ids that it mends), "line" (where the passage begins), "find" (the passage to replace, word for word and as short as will do; empty to put lines in behind "line"), "replace" (what takes its place, finished text without placeholders) and "reason" (one sentence). Edits must not overlap: put changes to one passage into one edit.',
			'"left": the agreed issues that you could not work in, each with "issue" and "reason".',
			...agreed.map(issueElement),
		],
		12_000,
	);
}
