import {describe, expect, it} from 'vitest';
import {every} from '../hunt/every.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {bare, countWords, sentencesOf} from '../../src/rehearsal/text.ts';
import {faultOf, Table, type Said} from './table.ts';

const presets = [
	['utilitarian', 'virtue_ethics'],
	['libertarian', 'communitarian'],
	['utilitarian', 'virtue_ethics', 'deontological'],
	['cosmopolitan', 'communitarian'],
	['precautionary', 'pragmatic'],
	['utilitarian', 'virtue_ethics', 'libertarian', 'pragmatic'],
	['care_ethics', 'autonomy_centered', 'stoic'],
] as const;
const propositions = [
	'Voting should be compulsory',
	'A doctor should lie to a dying patient when the truth would only cause suffering.',
	'People should be allowed to sell a kidney',
	'It is right to break a promise of secrecy to expose a legal but harmful practice.',
	'Should zoos be banned?',
	'Privacy is more important than security',
] as const;

/** Sentences of more than eight words that occur twice, in lower case without punctuation. */
function repeated(said: readonly Said[]): string[] {
	const seen = new Set<string>();
	return said
		.flatMap(({text}) => splitSentences(text))
		.map(bare)
		.filter(sentence => {
			if (sentence.split(' ').length <= 8) return false;
			const again = seen.has(sentence);
			seen.add(sentence);
			return again;
		});
}

describe('no sentence of more than eight words is repeated', () => {
	it.each([
		[
			1,
			36 / every(3),
			undefined,
			['utilitarian', 'virtue_ethics', 'libertarian', 'pragmatic', 'care_ethics', 'cosmopolitan'],
		],
		[
			2,
			12 / every(2, 1),
			14,
			['deontological', 'communitarian', 'precautionary', 'autonomy_centered', 'utilitarian', 'stoic'],
		],
		// From some thirty exchanges on, three chairs of one framework that forget what they said run out of sentences.
		[3, 24 / every(4, 2), 14, ['utilitarian', 'utilitarian', 'utilitarian', 'stoic', 'stoic', 'stoic']],
	])(
		'six chairs, seed %i, %i exchanges, remembering %s turns',
		(seed, exchanges, memory, frameworks) => {
			const {said} = new Table({
				proposition: 'Voting should be compulsory',
				frameworks,
				seed,
				exchanges,
				...(memory === undefined ? {} : {memory}),
			}).play();
			expect(repeated(said)).toEqual([]);
			expect(said.filter(({kind}) => kind === 'reply')).toHaveLength(6 * exchanges);
		},
		120_000,
	);
});

const debates = presets.flatMap((frameworks, index) =>
	[1, 2].slice(0, 3 - every(2)).map(run => {
		const proposition = propositions[(index + run) % propositions.length] ?? '';
		return {
			frameworks,
			proposition,
			seed: index * 10 + run,
			table: new Table({
				proposition,
				frameworks,
				seed: index * 10 + run,
				exchanges: 3,
				context: 'Turnout fell to 61 percent at the last election.',
			}).play(),
		};
	}),
);

describe.each(debates)('$frameworks on "$proposition" with seed $seed', ({table}) => {
	const {said, seats} = table;

	it('keeps to its word limits', () => {
		const spans: Record<string, readonly [number, number]> = {
			introduction: [200, 350],
			opening: [150, 300],
			reply: [150, 300],
			interruption: [1, 40],
			resumption: [20, 120],
			interjection: [30, 75],
			synthesis: [350, 500],
		};
		for (const {kind, text, finish} of said) {
			const [least = 0, most = 0] = spans[kind] ?? [];
			expect(
				[kind, finish, countWords(text) <= most && (finish !== undefined || countWords(text) >= least)],
				`${countWords(text)} words: ${text}`,
			).toEqual([kind, finish, true]);
		}
	});

	it('repeats no sentence', () => {
		expect(repeated(said)).toEqual([]);
	});

	it('only quotes what somebody said, or the proposition', () => {
		for (const [index, {text}] of said.entries())
			for (const [, quote = ''] of text.matchAll(/“([^”]+)”/gu)) {
				const earlier = [table.options.proposition, ...said.slice(0, index).map(turn => turn.text)].join('\n');
				expect(earlier.includes(quote.replace(/\.$/u, '')), `${quote} in: ${text}`).toBe(true);
			}
	});

	it('is clean English: no gaps, no doubled words, only names capitalised within a sentence', () => {
		const names = new Set([
			'I',
			'Claude',
			'Sonnet',
			'Grok',
			'Gemini',
			'Pro',
			'Llama',
			'Chair',
			'Monday',
			'Friday',
			'Duelogic',
			'Ethics',
			'Care',
			'Tuesday',
			'Sunday',
			...seats.flatMap(({name, provider}) => [...name.split(' '), ...provider.split(' ')]),
			...'Utilitarian Virtue Deontological Libertarian Communitarian Cosmopolitan Precautionary Autonomy-Centered Pragmatic Stoic'.split(
				' ',
			),
		]);
		for (const {text: whole} of said) {
			// Its own words are quoted as they are.
			const text = table.options.proposition.endsWith('?')
				? whole
				: whole.replaceAll(`“${table.options.proposition.replace(/\.$/u, '')}”`, '“it”');
			expect(text).not.toMatch(/[{}|~[\]]| {2}| [,.;:?!]|,,|\.\.|\bundefined\b|\b(?!that that|had had)(\w+) \1\b/u);
			for (const sentence of sentencesOf(text))
				for (const word of sentence
					.replaceAll(/“[^”]*[.?!]”/gu, '')
					.split(/\s+/u)
					.slice(1)) {
					const letters = word.replaceAll(/^[“‘(]+|[”’),.;:?!]+$|’s?$/gu, '').replace(/’s$/u, '');
					if (/^\p{Lu}/u.test(letters)) expect(names.has(letters), `${word} in: ${sentence}`).toBe(true);
				}
		}
	});

	it('has an interruption, an interjection and a resumption', () => {
		const early = said.filter(({round, kind}) => round <= 2 || kind === 'opening');
		expect(early.some(({kind}) => kind === 'interruption')).toBe(true);
		expect(said.some(({kind}) => kind === 'interjection')).toBe(true);
		const interruption = said.find(({kind}) => kind === 'interruption');
		expect(said[said.findIndex(turn => turn === interruption) + 1]?.kind).toBe('resumption');
	});

	it('is the same every time', () => {
		expect(new Table(table.options).play().said).toEqual(said);
	});

	it('introduces everyone, gives the floor to the first chair, and closes with the show’s name', () => {
		const [introduction, synthesis] = [said[0]?.text ?? '', said.at(-1)?.text ?? ''];
		const places = [
			...seats.map(({name}) => introduction.indexOf(name)),
			introduction.lastIndexOf(table.options.proposition.replace(/\.$/u, '')),
			introduction.lastIndexOf(seats[0]?.name ?? ''),
		];
		expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
		for (const {name, provider} of seats)
			expect([introduction.includes(provider), synthesis.split(name).length > 2]).toEqual([true, true]);
		expect(splitSentences(synthesis).at(-1)).toContain('Duelogic');
	});
});

describe('lapses', () => {
	it('occur in the first two exchanges for every preset and seed: a straw man that others want to interrupt, and a missing self-critique', () => {
		for (const frameworks of presets)
			for (let seed = 100; seed < 112; seed += every(12, 5)) {
				const table = new Table({
					proposition: propositions[seed % propositions.length] ?? '',
					frameworks,
					seed,
					exchanges: 2,
					interjections: false,
				}).play();
				const replies = table.said.filter(({kind}) => kind === 'reply');
				expect([frameworks, seed, replies.some(turn => turn.round === 1 && turn.finish === 'interrupted')]).toEqual([
					frameworks,
					seed,
					true,
				]);
				const faults = replies.map(turn => faultOf(table.judge(turn), turn.finish === 'interrupted'));
				expect([frameworks, seed, faults.includes('straw_manning'), faults.includes('missing_self_critique')]).toEqual([
					frameworks,
					seed,
					true,
					true,
				]);
			}
	}, 60_000);

	it('are corrected in the next turn: the missing self-critique comes first', () => {
		const {table} = debates.find(({table: {said}}) =>
			said.some(({kind, text}) => kind === 'interjection' && text.includes('self-critique')),
		) ??
			debates[0] ?? {table: undefined};
		const at = table?.said.findIndex(({kind, text}) => kind === 'interjection' && text.includes('self-critique')) ?? -1;
		const called = table?.seats.find(({name}) => table.said[at]?.text.includes(name));
		const next = table?.said.slice(at).find(({kind, speaker}) => kind === 'reply' && speaker === called?.id);
		expect(next && table?.judge(next)['C1']?.answer).toMatch(/^(?:plan|framework)$/u);
	});
});
