/** Condensing: once the transcript is too long for the smallest model, earlier exchanges are sent as a digest. */
import {tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import type {DuelogicDebate} from '../seating/seating.ts';
import {arbiterIdentity} from './arbiter-prompts.ts';
import {estimateTokens, nameOf, promptOf, sharedMessages} from './shared-prefix.ts';
import {turnsTold} from './told-turns.ts';

/** Words of a digest: 5 % of the smallest context, at most 300, so that later turns still fit. */
const digestWords = ({config: {contextTokens}}: DuelogicDebate): number =>
	Math.min(300, Math.floor(contextTokens / 20));

/** Asks for a summary of turns that will no longer be sent, and of the digest before them. */
export function digestPrompt(debate: DuelogicDebate, heard: DebateState, part: readonly Turn[]): Prompt {
	const [first, last] = [part[0], part.at(-1)];
	const words = digestWords(debate);
	const before = debate.digests.length > 0 ? 'the digest so far and ' : '';
	const task = tag(
		'task',
		{kind: 'digest', speaker: debate.arbiter.id, words, upto: last && turnName(last.id)},
		[
			`Condense ${before}the turns from ${first ? turnName(first.id) : ''} to ${last ? turnName(last.id) : ''} into at most ${words} words${before === '' ? '' : ' together'}, for those who will speak on without having them at hand.`,
			'By chair: its claims with its reasons, what it granted, what it was asked and has not answered. No judgement, nothing new.',
		].join('\n'),
	);
	return promptOf(sharedMessages(debate, heard), `${arbiterIdentity(debate)}\n${task}`, {
		maxTokens: 800,
		temperature: 0,
	});
}

/** Used if nobody condenses the turns: the previous digest and the first sentence of each turn. */
export const fallbackDigest = (debate: DuelogicDebate, part: readonly Turn[]): string =>
	[
		...debate.digests.slice(-1).map(({text}) => text),
		...part.map(
			turn =>
				`${turnName(turn.id)}, ${turn.by?.name ?? nameOf(debate, turn.speaker)}: ${splitSentences(turn.text.trim())[0]?.trim() ?? ''}`,
		),
	].join('\n');

/** The share of the context at which the transcript is condensed. */
const condenseAtShare = 0.6;

/** The turns to condense at the end of an exchange: all before that exchange, or none if there is room. */
export function turnsToCondense(debate: DuelogicDebate, heard: DebateState): Turn[] {
	if (estimateTokens(sharedMessages(debate, heard)) <= condenseAtShare * debate.config.contextTokens) return [];
	const turns = turnsTold(heard);
	const upto = debate.digests.at(-1)?.upto;
	const from = upto === undefined ? 0 : turns.findLastIndex(({id}) => turnName(id) === upto) + 1;
	const to = turns.findIndex(({segment, round}) => segment === 'exchange' && round === heard.round);
	return turns.slice(from, Math.max(from, to));
}
