import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {DebateState, Turn} from '../../../src/debate/state.ts';
import {splitSentences} from '../../../src/debate/text/sentences.ts';
import {countWords} from '../../../src/debate/text/words.ts';
import {essence} from '../../engine/laws.ts';
import {every} from '../../hunt/every.ts';
import {presets, rehearsed} from './whole-debates.ts';

const replies = ({turns}: DebateState): Turn[] => turns.filter(({kind}) => kind === 'reply');
const cuts = (state: DebateState): Turn[] => replies(state).filter(({cut}) => cut);

const wordsOf = ({turns}: DebateState, chair: string): number =>
	turns.reduce((sum, {speaker, text}) => sum + (speaker === chair ? countWords(text) : 0), 0);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const nameOf = ({seats}: DebateState, {speaker}: Turn): string => seats.find(({id}) => id === speaker)?.name ?? speaker;

/** One seed of every sixth preset; in a hunt five of each. */
const seeds = [1, 2, 3, 4, 5].filter((_, index) => index % every(5) === 0);
const tried = presets.filter((_, place) => place % every(6, 2) === 0);

describe.each(tried)('a rehearsal of $id at its defaults', preset => {
	it.each(seeds)(
		'is cut between one reply in six and one in three, at each chair, each at its cause; seed %i',
		async seed => {
			const {state} = await rehearsed(preset, {seed: seed + preset.id.length});
			const share = cuts(state).length / replies(state).length;
			expect(share).toBeGreaterThanOrEqual(1 / 6);
			expect(share).toBeLessThanOrEqual(1 / 3);
			const chairs = new Set(replies(state).map(({speaker}) => speaker));
			expect(new Set(cuts(state).map(({speaker}) => speaker))).toEqual(chairs);
			// At the end of its cause, or one sentence later, where one look took in both: once in a debate at most.
			const late = cuts(state).filter(({text, cut}) => splitSentences(text).at(-1)?.trim() !== cut?.trigger);
			expect(late.length).toBeLessThanOrEqual(1);
			for (const {text, cut, id} of cuts(state)) {
				expect(
					splitSentences(text)
						.slice(-2)
						.map(sentence => sentence.trim()),
					id,
				).toContain(cut?.trigger);
				const at = state.turns.findIndex(turn => turn.id === id);
				expect(state.turns.slice(at + 1, at + 3).map(({kind, speaker}) => [kind, speaker])).toEqual([
					['interruption', cut?.interrupter],
					['resumption', cut?.interrupted],
				]);
				const [, quoted = ''] = /“([^”]+)”/u.exec(state.turns[at + 1]?.text ?? '') ?? [];
				if (cut?.reason !== 'direct_challenge') continue;
				expect(cut.trigger.toLowerCase()).toContain(quoted.toLowerCase());
				expect(quoted).toMatch(/^\p{Ll}/u);
			}
			for (const {turnId, target, violation} of state.interjections) {
				if (violation !== 'straw_manning') continue;
				const {text = ''} = state.turns.find(({id}) => id === turnId) ?? {};
				const [, quoted = text] = /“([^”]+)”/u.exec(text) ?? [];
				const said = replies(state).filter(({speaker}) => speaker === target);
				expect(
					said.some(turn => turn.text.includes(`we should ${quoted}`)),
					text,
				).toBe(true);
			}
			const words = [...chairs].map(chair => wordsOf(state, chair));
			for (const count of words) expect(Math.abs(count / mean(words) - 1)).toBeLessThan(0.15);
			// What the host asked stands in the first words of the turn that was asked for it.
			for (const [at, {kind, text}] of state.turns.entries()) {
				if (kind !== 'question') continue;
				const asked = text.slice(text.lastIndexOf(': ') + 2, -1).toLowerCase();
				const answer = state.turns
					.slice(at + 1)
					.find(turn => turn.kind === 'reply' && text.includes(nameOf(state, turn)));
				const first = splitSentences(answer?.text ?? '')[0]?.toLowerCase() ?? '';
				// What the arbiter calls out goes before what it asks.
				if (first.includes('the arbiter')) continue;
				expect(first, text).toContain(asked);
			}
			// A chair answers the host's question before the arbiter has something else to say to it.
			expect(state.turns.map(({kind}) => kind).join(' ')).not.toMatch(/question interjection|interjection question/u);
			for (const {claim, sentence} of state.formats.ledger.claims)
				expect(claim).toSatisfy(() => sentence.startsWith(claim) || claim.endsWith('…'));
		},
	);
});

describe('a rehearsal at a listener’s pace', () => {
	it('is cut at its causes, too', async () => {
		const [preset] = presets;
		if (!preset) throw new Error('there is no preset');
		const {state} = await rehearsed(preset, {seed: 3, pace: 250});
		expect(cuts(state).length).toBeGreaterThan(2);
		for (const {text, cut} of cuts(state)) expect(splitSentences(text).at(-1)?.trim()).toBe(cut?.trigger);
	});
});

describe('a rehearsal with cuts', () => {
	it.each([0, 250])(
		'comes to the same end from wherever it was cut off, at pace %i',
		async pace => {
			const preset = presets.find(({id}) => id === 'classic_clash');
			if (!preset) throw new Error('there is no such preset');
			const short = {...preset, config: {...preset.config, flow: {maxExchanges: 3}}};
			const whole = await rehearsed(short, {seed: 3, pace});
			expect(cuts(whole.state).length).toBeGreaterThan(0);
			const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
			// At a pace, a score that was there and not yet written down is late after a resumption, and so is what follows.
			for (let kept = 9; kept < lines.length; kept += Math.max(every(332, 83), pace === 0 ? 1 : 83)) {
				const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-resumed-')), 'debate.jsonl');
				writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
				const {state} = await rehearsed(short, {seed: 3, pace, file});
				expect(essence(state), `after line ${kept}`).toEqual(essence(whole.state));
			}
		},
		300_000,
	);
});
