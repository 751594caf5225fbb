import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {asClause, doesOf} from '../../../src/rehearsal/argument/framework-banks.ts';
import {decapitalise, gerund} from '../../../src/rehearsal/sentence-writer.ts';
import {fit} from '../../../src/rehearsal/composer.ts';
import {readTopic, topicOf} from '../../../src/rehearsal/topic.ts';

describe('a proposition becomes noun phrases', () => {
	it.each([
		['Voting should be compulsory', 'compulsory voting', 'politics'],
		['Should voting be compulsory?', 'compulsory voting', 'politics'],
		[
			'A doctor should lie to a dying patient when the truth would only cause suffering.',
			'lying to a dying patient',
			'medicine',
		],
		[
			'It is better to give anonymously to where it does the most good than to help the people you know.',
			'giving anonymously',
			'money',
		],
		[
			'Parents should be free to withdraw a child from any school lesson that conflicts with their beliefs.',
			'letting parents withdraw a child from any school lesson',
			'schooling',
		],
		[
			'A self-driving car should always minimise total deaths, even at its passenger’s expense.',
			'minimising total deaths',
			'technology',
		],
		[
			'It is right to break a promise of secrecy to expose a legal but harmful practice.',
			'breaking a promise of secrecy',
			'justice',
		],
		[
			'In a pandemic, a rich country should share vaccines by need before it has protected its own low-risk citizens.',
			'sharing vaccines by need',
			'medicine',
		],
		[
			'Museums should return contested artefacts even if the country of origin cannot yet display them safely.',
			'returning contested artefacts',
			'culture',
		],
		[
			'We should release gene-drive mosquitoes against malaria before we fully understand the ecological effects.',
			'releasing gene-drive mosquitoes against malaria',
			'environment',
		],
		[
			'A country should keep its ageing nuclear plants running rather than wait for better alternatives.',
			'keeping the ageing nuclear plants running',
			'environment',
		],
		['People should be allowed to sell a kidney.', 'letting people sell a kidney', 'medicine'],
		[
			'Inheritance above the value of a family home should go to the public.',
			'having inheritance go to the public',
			'money',
		],
		['Zoos should be banned', 'banning zoos', 'environment'],
		['Children should not own smartphones.', 'keeping children from owning smartphones', 'technology'],
		['Eating meat is wrong', 'a rule against eating meat', 'environment'],
		['This house would abolish the monarchy', 'abolishing the monarchy', 'politics'],
		['Privacy is more important than security', 'this proposition', 'justice'],
		['Billionaires should not exist', 'the idea that billionaires should not exist', 'money'],
		['Tabs or spaces', 'this proposition', 'general'],
		['What is the best way to raise children?', 'the usual answer to this question', 'schooling'],
		['모든 시민은 투표해야 한다', 'this proposition', 'general'],
	])('%s', (proposition, thing, domain) => {
		const topic = readTopic(proposition, undefined);
		expect([topic.thing[0], topic.domain.name]).toEqual([thing, domain]);
	});

	it('is parsed once for all requests of a debate', () => {
		const scene = {inside: [], proposition: 'Zoos should be banned', context: 'word '.repeat(1000)};
		expect(topicOf({...scene})).toBe(topicOf({...scene}));
		expect(topicOf({...scene, inside: [], proposition: 'Voting should be compulsory'}).thing[0]).toBe(
			'compulsory voting',
		);
	});

	it('does not analyse an overlong proposition', () => {
		const beginning = `Zoos should be banned ${'and every cage opened '.repeat(60)}`;
		const [short, long] = [
			readTopic(beginning, undefined),
			readTopic(beginning + 'where nobody, of all, should be held '.repeat(20_000), undefined),
		];
		expect([short.thing, long.thing]).toEqual([['this proposition'], ['this proposition']]);
	});

	it('keeps only names capitalised in mid-sentence', () => {
		expect(
			['Australia should vote', 'AI will win', 'Voting should end', 'A vote counts', 'I should go'].map(decapitalise),
		).toEqual(['Australia should vote', 'AI will win', 'voting should end', 'a vote counts', 'I should go']);
	});

	it.each([
		['lie', 'lying'],
		['ban', 'banning'],
		['release', 'releasing'],
		['agree', 'agreeing'],
		['be', 'being'],
		['keep', 'keeping'],
		['forbid', 'forbidding'],
		['enter', 'entering'],
		['pay', 'paying'],
	])('%s → %s', (verb, form) => {
		expect(gerund(verb)).toBe(form);
	});
});

describe('the contents of a card fit into sentences', () => {
	it.each([
		['Can make a few pay for the comfort of many', 'it can make a few pay for the comfort of many'],
		['Has no sure way to measure one person’s good.', 'it has no sure way to measure one person’s good'],
		[
			'Takes for granted that people are able to choose freely',
			'it takes for granted that people are able to choose freely',
		],
		['What counts as a virtue differs between cultures', 'what counts as a virtue differs between cultures'],
		['Those in power often decide what counts as working', 'those in power often decide what counts as working'],
		['Virtues can be culturally relative', 'virtues can be culturally relative'],
		['Difficult to measure and compare utilities', 'it is difficult to measure and compare utilities'],
		['Less guidance for impersonal decisions', 'less guidance for impersonal decisions'],
	])('%s', (text, clause) => {
		expect(asClause(text)).toBe(clause);
	});

	it('as what a framework does', () => {
		const card = {
			id: 'chair_1',
			name: 'X',
			seat: 0,
			provider: undefined,
			framework: 'x',
			label: 'X',
			question: undefined,
			persona: undefined,
			strengths: [],
			blindSpots: [],
		};
		expect([
			doesOf({...card, argues: 'Looks to what is in our power'}),
			doesOf({...card, argues: 'maximising welfare, whoever’s it is.'}),
			doesOf({...card, argues: undefined}),
		]).toEqual([
			'looks to what is in our power',
			'argues from maximising welfare, whoever’s it is',
			'has a question of its own',
		]);
	});
});

describe('a text that exceeds its word limit', () => {
	it('keeps as many whole sentences as fit, whether it has one or fifty thousand', () => {
		expect(fit([{text: 'One two three. Four five six. Seven eight nine.', keep: 9}], {min: 1, max: 7})).toBe(
			'One two three. Four five six.',
		);
		expect(fit([{text: 'One two three. '.repeat(50_000), keep: 9}], {min: 1, max: 7})).toBe(
			'One two three. One two three.',
		);
		expect(fit([{text: 'One two three four five.', keep: 9}], {min: 1, max: 3})).toBe('One two three.');
	});
});

describe('two hundred topics', () => {
	const folder = import.meta.dirname;
	const topics = readFileSync(join(folder, 'topics.txt'), 'utf8').trim().split('\n');

	it('are spoken of in words that were read, or quoted whole', async () => {
		const lines = topics.map(text => {
			const {thing, name} = readTopic(text, undefined);
			return [text, ...thing.slice(0, 2), ...(name === thing[0] ? [] : [`host: ${name}`])].join(' | ');
		});
		expect(topics.length).toBeGreaterThanOrEqual(200);
		await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(folder, 'topics.snap.txt'));
	});

	it.each(topics)('%s: what is not quoted holds no word that was made up', text => {
		const {thing, whether} = readTopic(text, undefined);
		for (const phrase of [...thing, whether]) {
			const made = phrase.replaceAll(/“[^“”]*”/gu, '').match(/\b\w+ing\b/gu) ?? [];
			const known = /^(?:doing|making|having|keeping|giving|letting|asking)$/u;
			const stem = (word: string) =>
				word
					.slice(0, -3)
					.replace(/(.)\1$/u, '$1')
					.slice(0, 4);
			for (const word of made.filter(each => !known.test(each)))
				expect(text.toLowerCase()).toContain(stem(word.toLowerCase()).replace(/y$/u, ''));
			expect(phrase).not.toMatch(/\b(?:who|what|an?|the|is|are|he|she|they)ing\b|\?[^”]|\b(\w+) \1\b/u);
		}
	});
});
