/** What the moderator is asked: to open, insist on an answer, rule on a late claim, read out the verdict. */
import {tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {inNumberedLines, numberedSentences} from '../../../debate/evidence/numbered.ts';
import {nameNow, sides, type MotionDebate} from '../seating/seating.ts';
import {promptOf, sharedMessages, tokensFor} from './shared-prefix.ts';
import {quotation} from './speaker-prompts.ts';

type ModeratorTask = {readonly kind: string; readonly words: string; readonly most: number};

function moderatorPrompt(
	debate: MotionDebate,
	heard: DebateState,
	{kind, words, most}: ModeratorTask,
	body: readonly string[],
	attributes: Readonly<Record<string, string | undefined>> = {},
): Prompt {
	const task = tag('task', {kind, speaker: debate.moderator.id, words, ...attributes}, body.join('\n'));
	return promptOf(
		sharedMessages(debate, heard),
		`You are ${nameNow(debate, heard, debate.moderator.id)}, the moderator: fair to both sides, brief, and never of either.\n${task}`,
		{maxTokens: tokensFor(most), words: Math.round(most * 0.8)},
	);
}

export function introductionPrompt(debate: MotionDebate, heard: DebateState): Prompt {
	const {style, podcastMode} = debate.config;
	const course =
		style === 'short'
			? 'openings, a rebuttal each, closings'
			: 'openings, rebuttals, two questions each that must be answered, second rebuttals, closings';
	return moderatorPrompt(debate, heard, {kind: 'introduction', words: '80-150', most: 150}, [
		`Open the debate${podcastMode.enabled ? ' and welcome listeners to the show' : ''}: the motion, why people disagree about it, who speaks for and against it, and how it goes (${course}${debate.config.verdict.enabled ? ', then the verdict' : ''}).`,
		...sides.map(side => `${side === 'for' ? 'For' : 'Against'}: ${teamNames(debate, heard, side)}`),
	]);
}

export const teamNames = (debate: MotionDebate, heard: DebateState, side: string): string =>
	debate.speakers
		.filter(speaker => speaker.side === side)
		.map(({id}) => nameNow(debate, heard, id))
		.join(' and ');

export const insistencePrompt = (debate: MotionDebate, heard: DebateState, question: Turn, answer: Turn): Prompt =>
	moderatorPrompt(
		debate,
		heard,
		{kind: 'insistence', words: '10-40', most: 40},
		[
			`${nameNow(debate, heard, answer.speaker)} has not answered. Ask for it once more, in one sentence, by name.`,
			`Question: ${quotation(question.text, 60)}`,
		],
		{target: answer.speaker},
	);

export const rulingPrompt = (
	debate: MotionDebate,
	heard: DebateState,
	closing: Turn,
	late: readonly string[],
): Prompt =>
	moderatorPrompt(
		debate,
		heard,
		{kind: 'ruling', words: '15-50', most: 50},
		[
			'Point out, without judging it, that this is new in a closing, and that judges will pass over it.',
			`New: ${quotation(late.join(' '), 50)}`,
		],
		{target: closing.speaker},
	);

/** Whether an answer answers, put as a question of its own. */
export const answerCheckPrompt = (debate: MotionDebate, heard: DebateState, question: Turn, answer: Turn): Prompt => ({
	...moderatorPrompt(
		debate,
		heard,
		{kind: 'answer_check', words: '0-20', most: 60},
		[
			'Does the answer answer the question that was asked, whatever one thinks of it? A reasoned refusal of the question’s premise is an answer; another subject is none. Say in a few words what is left open, or nothing.',
			`Question: ${quotation(question.text, 60)}`,
			`Answer: ${quotation(answer.text, 160)}`,
		],
		{to: turnName(answer.id)},
	),
	temperature: 0,
});

/** Which sentences of a closing bring a claim that nobody had made. */
export const newClaimsPrompt = (debate: MotionDebate, heard: DebateState, closing: Turn): Prompt => ({
	...moderatorPrompt(
		debate,
		heard,
		{kind: 'new_claims', words: '0-20', most: 60},
		[
			'Which sentences of this closing bring a reason or a fact that nobody had brought before? Another way to say what was said is not new, nor is a summary. Name their numbers, or none.',
			tag('closing', {turn: turnName(closing.id)}, inNumberedLines(numberedSentences(closing.text))),
		],
		{to: turnName(closing.id)},
	),
	temperature: 0,
});

export const readOutPrompt = (debate: MotionDebate, heard: DebateState, facts: readonly string[]): Prompt =>
	moderatorPrompt(debate, heard, {kind: 'verdict', words: '50-120', most: 120}, [
		'Read out the verdict: who argued better and by how much, who of the judges differed and why, and what sentence decided it. It is the judges’ verdict, not yours; do not say who is right.',
		...facts.map(fact => `- fact: ${fact}`),
	]);

/** Said in the moderator's place if its voice fails. */
export const introductionText = (debate: MotionDebate, heard: DebateState): string =>
	`The motion: ${debate.subject.text} ${teamNames(debate, heard, 'for')} for it, ${teamNames(debate, heard, 'against')} against it.`;
