/** The judges' copy of the debate: sides as A and B, no names, every sentence of the speakers numbered throughout. */
import {numberedSentences} from '../../../debate/evidence/numbered.ts';
import {relabeller, type Relabeller} from '../../../debate/evidence/relabel.ts';
import {fence, tag} from '../../../debate/prompt.ts';
import type {MotionSide, SentenceRef} from '../../../debate/formats/motion/events.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {isArguing, moderatorId, sideOf, type MotionDebate} from '../seating/seating.ts';

/** `sentences[n - 1]` is the sentence with the number n; `text` what the judge reads. */
export type DebateCopy = {readonly text: string; readonly sentences: readonly SentenceRef[]};

/** What is argued, and the points of information that were heard. */
const isCounted = (turn: Turn): boolean => (isArguing(turn) || turn.kind === 'point') && turn.text.trim() !== '';

/** `a` is the side that is called A. */
export function debateCopy(debate: MotionDebate, heard: DebateState, a: MotionSide): DebateCopy {
	const relabel = relabellingFor(debate, heard, a);
	const sentences: SentenceRef[] = [];
	const turns = heard.turns.filter(isCounted).map(turn => {
		const lines = numberedSentences(turn.text).map(({text, start, end}) => {
			sentences.push({turnId: turn.id, start, end, text});
			return `[${sentences.length}] ${fence(relabel(text.replaceAll(/\s+/gu, ' ')))}`;
		});
		return tag('speech', {by: speakerLabel(turn.speaker, a), kind: turn.kind}, lines.join('\n'));
	});
	return {text: turns.join('\n'), sentences};
}

/** `Side A`, with the speaker's place where a side has several. */
export const sideLabel = (side: MotionSide, a: MotionSide): string => (side === a ? 'Side A' : 'Side B');

function speakerLabel(id: string, a: MotionSide): string {
	const side = sideOf(id);
	return side === undefined ? 'a listener' : `${sideLabel(side, a)}, speaker ${id.slice(-1)}`;
}

function relabellingFor(debate: MotionDebate, {turns}: DebateState, a: MotionSide): Relabeller {
	const label = (id: string): string => {
		const side = sideOf(id);
		return side === undefined ? (id === moderatorId ? 'the moderator' : 'a listener') : sideLabel(side, a);
	};
	return relabeller([
		...[...debate.speakers, debate.moderator].flatMap(({id, name, model}) => [
			[name, label(id)] as const,
			[model?.split('/').at(-1), label(id)] as const,
		]),
		...turns.map(({speaker, by}) => [by?.name, label(speaker)] as const),
	]);
}

/** Numbers of the sentences that the moderator ruled new in a closing, which do not count. */
export const lateNumbers = ({formats: {motion}}: DebateState, {sentences}: DebateCopy): number[] =>
	sentences.flatMap(({turnId, text}, at) =>
		motion.newClaims.some(claim => claim.turnId === turnId && claim.sentences.includes(text)) ? [at + 1] : [],
	);

/** Questions that were evaded, as the judges are told of them. */
export const evasions = ({formats: {motion}, turns}: DebateState, a: MotionSide): string[] =>
	motion.checks.flatMap(({evaded, turnId}) => {
		const side = sideOf(turns.find(({id}) => id === turnId)?.speaker ?? '');
		return evaded && side ? [`${sideLabel(side, a)} did not answer a question, though asked for it once more.`] : [];
	});
