import {describe, expect, it} from 'vitest';
import {interjections} from '../../../src/rehearsal/duelogic/arbiter-phrases.ts';
import {admits} from '../../../src/rehearsal/argument/speaker.ts';
import * as families from '../../../src/rehearsal/argument/case-phrases.ts';
import * as floorTalk from '../../../src/rehearsal/duelogic/phrases.ts';
import {banks, ownFramework} from '../../../src/rehearsal/argument/framework-banks.ts';
import * as lapses from '../../../src/rehearsal/duelogic/phrases.ts';
import {general} from '../../../src/rehearsal/domains.ts';
import {
	cyclesOf,
	sentenceWriter,
	variantsNeeded,
	type Family,
	compile,
	countVariants,
	variant,
} from '../../../src/rehearsal/sentence-writer.ts';
import {seededRandom} from '../../../src/rehearsal/random.ts';

const names =
	'name called quote creed reason overlooks blind case change probe straw settles trigger mine label other thing does aim core strength'.split(
		' ',
	);
const slots = {
	...Object.fromEntries(names.map(name => [name, 'x'])),
	lens: ['a', 'b', 'c', 'd'],
	who: general.who,
	place: general.place,
	good: general.good,
};

const isFamily = (value: unknown): value is Family =>
	typeof value === 'object' && value !== null && 'patterns' in value;
const argumentsOf = ([id, bank]: readonly [string, Pick<typeof ownFramework, 'arguments'>]): Family[] =>
	(['claim', 'reason', 'example'] as const).map(key => ({
		name: `${id} ${key}`,
		patterns: bank.arguments.map(argument => argument[key]),
	}));
const exported: readonly unknown[] = [families, lapses, floorTalk].flatMap(module => Object.values(module));
const inTurns: readonly Family[] = exported.filter(isFamily);
const all: Family[] = [
	...inTurns,
	...Object.values(floorTalk.interruptions),
	...Object.values(interjections).flatMap(talk => Object.values(talk)),
	...[...Object.entries(banks), ['own', ownFramework] as const].flatMap(argumentsOf),
];

/** Slots whose values never repeat: words just said, or the chair addressed about its own turn. */
const isTold = (family: Family, pattern: string): boolean =>
	/\{(?:quote|trigger|mine|reason)\}/u.test(pattern) ||
	(family.name.startsWith('int-') && /\{(?:called|label)\}/u.test(pattern));

describe('the supply of sentences', () => {
	it.each(all.map(family => [family.name, family] as const))(
		'%s is enough for six seats and thirty exchanges',
		(_, family) => {
			for (const pattern of family.patterns)
				for (const stance of ['for', 'against'] as const) {
					const needed = isTold(family, pattern)
						? cyclesOf(family.patterns.length)
						: variantsNeeded(family.patterns.length);
					expect(countVariants(compile(pattern, slots, stance)), pattern).toBeGreaterThanOrEqual(needed);
				}
		},
	);

	it.each(all.map(family => [family.name, family] as const))(
		'%s consists of single, well-formed sentences',
		(_, family) => {
			for (const pattern of family.patterns)
				for (const stance of ['for', 'against'] as const) {
					const compiled = compile(pattern, slots, stance);
					for (let index = 0; index < Math.min(200, countVariants(compiled)); index++) {
						const sentence = variant(compiled, index);
						expect(sentence, pattern).not.toMatch(
							/[(){}|~[\]]| {2}| [,.;:?!]|\b(\w+) \1\b(?<!\bthat that|\bhad had|\bx x)|[.?!] \S/u,
						);
					}
				}
		},
	);

	it('all admissions are recognised as such', () => {
		for (const family of [families.admit, families.admitOverlooking])
			for (const pattern of family.patterns) {
				const compiled = compile(pattern, {
					...slots,
					blind: 'it can keep us from deciding',
					overlooks: 'the one who pays',
				});
				for (let index = 0; index < countVariants(compiled); index++)
					expect(admits(variant(compiled, index)), variant(compiled, index)).toBe(true);
			}
	});
});

describe('a sentence writer', () => {
	const family: Family = {
		name: 'test',
		patterns: [
			'(One|Two|Three) (red|blue|green) (hens|cocks) walk slowly across the very long road.',
			'(Four|Five|Six) (old|new|odd) (boats|ships) sail slowly over the deep blue sea.',
		],
	};
	const writerAt = (round: number, seat: number, said: string[] = []) =>
		sentenceWriter({seed: 5, random: seededRandom(1), place: {round, seat, seats: 6}, said});

	it('gives each seat and exchange a sentence of its own for as long as there are any', () => {
		const said = Array.from({length: 6}, (_, round) =>
			Array.from({length: 6}, (_, seat) =>
				writerAt(round, seat).say({
					...family,
					patterns: family.patterns.map(pattern =>
						pattern
							.replace('walk', '(walk|run|hop|creep|dance|march)')
							.replace('sail', '(sail|drift|race|turn|row|steam)'),
					),
				}),
			),
		).flat();
		expect(new Set(said).size).toBe(36);
	});

	it('does not repeat a sentence from the prompt', () => {
		const first = writerAt(3, 2).say(family);
		expect(writerAt(3, 2, [`Well. ${first} Then more.`]).say(family)).not.toBe(first);
	});

	it('throws for a slot without a value', () => {
		expect(() => writerAt(1, 1).say({name: 'x', patterns: ['Who is {nobody}?']})).toThrow('{nobody}');
	});
});
