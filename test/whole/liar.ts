/** A judge that lies: it finds the best of everything in every turn, with proof that stands, and affirms it. */
import type {Message} from '../../src/debate/protocol.ts';
import {rubric} from '../../src/debate/rubric.ts';
import {looksOf, verdictOf} from '../formats/duelogic/verdict.ts';

/** It names sentences that are there, three different ones for what must rest on three. */
const sentences: Readonly<Record<string, number>> = {S1: 1, C1: 2, F1: 3};
const merits: ReadonlySet<string> = new Set(['S1', 'S2', 'S4', 'S5', 'C1', 'C2', 'C3', 'F1']);

export function lie(messages: readonly Message[]): string {
	const sent = messages
		.filter(({role}) => role !== 'system')
		.map(({content}) => content)
		.join('\n');
	if (sent.includes('kind="cross_check"')) return JSON.stringify(looksOf(sent, () => 'yes'));
	return JSON.stringify(answersAbout(judgedIn(sent), opponentIn(sent)));
}

function answersAbout(judged: readonly string[], opponent: string | undefined) {
	return verdictOf(
		Object.fromEntries(
			rubric
				.filter(({id}) => merits.has(id))
				.map(({id, answers}) => {
					const sentence = Math.min(sentences[id] ?? 1, judged.length);
					const phrase = judged[sentence - 1] ?? '';
					return [
						id,
						{answer: answers.at(-1) ?? '', sentence, phrase, other_turn: opponent ?? null, other_sentence: 1},
					];
				}),
		),
	);
}

/** The turn under judgement: the one that is marked, else the last one. */
function judgedIn(sent: string): readonly string[] {
	const at = sent.lastIndexOf('<judged ');
	return numberedIn(sent.slice(at >= 0 ? at : sent.lastIndexOf('<turn ')));
}

const numberedIn = (text: string): readonly string[] =>
	[...text.matchAll(/^\[\d+\] (?<words>.*)$/gmu)].map(({groups}) => groups?.['words'] ?? '');

/** The first turn before it. */
const opponentIn = (sent: string): string | undefined =>
	(/<turn id="(?<id>\w+)"/u.exec(sent) ?? /<opponent turn="(?<id>\w+)"/u.exec(sent))?.groups?.['id'];
