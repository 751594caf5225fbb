/** What is said of voices whose answers are known, held against labels in the formats of two public sets. */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {fallaciesSet, peopleSet, planByPeople} from '../../../src/app/judging/check-by-people.ts';
import {readFallacies, readRatedSpeeches} from '../../../src/app/judging/rated-by-people.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {rehearsalServer} from '../../fixtures/http-voice.ts';

const folder = mkdtempSync(join(tmpdir(), 'rostrum-people-'));
function file(name: string, text: string): string {
	writeFileSync(join(folder, name), text);
	return join(folder, name);
}

/** Speeches on two topics; each says its mean, and is as long as has nothing to do with it. */
const columns = 'id,topic_id,topic,source,text,goodopeningspeech,#labelers,labeler_ids';
const rows = Array.from({length: 28}, (_, at) => {
	const ratings = [5, 3, 4].map(most => 1 + (at % most));
	const mean = ratings.reduce((all, one) => all + one, 0) / 3;
	const text = `Worth ${mean.toFixed(2)}, ""they"" say.${' More.'.repeat((at * 11) % 17)}`;
	return `s${at},${at % 2},Topic ${at % 2},Source ${at % 3},"${text}","[${ratings.join(', ')}]",3,"[1, 2, 3]"`;
});
const speeches = file('data.csv', [columns, ...rows].join('\n'));
const rated = readRatedSpeeches(speeches);
const texts = file(
	'gold.jsonl',
	[
		...Array.from({length: 12}, () => ({text: 'So you want no rules at all.', labels: [[0, 4, 'Straw man']]})),
		...Array.from({length: 40}, () => ({text: 'Rents rose by a tenth.', labels: []})),
		{text: 'You are a fool.', labels: [[0, 4, 'ad hominem']]},
	]
		.map(line => JSON.stringify(line))
		.join('\n'),
);

const spoken = (asked: string): string[] =>
	[...asked.matchAll(/<speech by="[AB]">\n(?<text>.*)\n/gu)].map(({groups}) => groups?.['text'] ?? '');
const worth = (text = ''): number => Number(/Worth (?<mean>[\d.]+)/u.exec(text)?.groups?.['mean']);
type Answering = (asked: string) => string | undefined;
const right: Answering = asked => (worth(spoken(asked)[0]) > worth(spoken(asked)[1]) ? 'A' : 'B');
const longest: Answering = asked => ((spoken(asked)[0] ?? '').length > (spoken(asked)[1] ?? '').length ? 'A' : 'B');

type Sets = ReturnType<typeof peopleSet>;
const findingOf = ({questions, finding}: Sets, answer: Answering) =>
	finding(new Map(questions.map(({id, user}) => [id, answer(user)])));
const hitsOf = ({measures}: ReturnType<typeof findingOf>): Record<string, string> =>
	Object.fromEntries(measures.map(({what, hits, of}) => [what, `${hits} of ${of}`]));

describe('of pairs of speeches, a voice', () => {
	const set = peopleSet(rated, 80, 1);

	it.each<[string, Answering, string, RegExp, Record<string, string>]>([
		['that is right should judge', right, 'yes', /^Should judge here: right 100 %/u, {Right: '80 of 80'}],
		[
			'that prefers the longer should not',
			longest,
			'no',
			/^Should not judge here, right less .*prefers the longer one/u,
			{'The longer one wins': '80 of 80', Flipped: '0 of 80'},
		],
		[
			'that always says A should not',
			() => 'A',
			'no',
			/^Should not judge here, turns round when/u,
			{Right: '0 of 0', Flipped: '80 of 80'},
		],
		['that always ties is not decided', () => 'tie', 'open', /^Not decided/u, {Right: '0 of 0', Ties: '80 of 80'}],
		[
			'without answers should not',
			() => undefined,
			'no',
			/^Should not .*no usable answer/u,
			{Unusable: '80 of 80', Flipped: '0 of 0'},
		],
	])('%s', (_, answer, trust, sentence, hits) => {
		const finding = findingOf(set, answer);
		expect(finding.trust).toBe(trust);
		expect(finding.sentence).toMatch(sentence);
		expect(hitsOf(finding)).toMatchObject(hits);
	});

	it('that is right on a few is not decided', () => {
		expect(findingOf(peopleSet(rated, 12, 1), right)).toMatchObject({
			trust: 'open',
			sentence: expect.stringMatching(/^Not decided, too few were put/u),
		});
	});
});

it('draws pairs by a seed, of one topic and never closer than 0.25, each swapped', () => {
	const [one, same, other] = [peopleSet(rated, 40, 1), peopleSet(rated, 40, 1), peopleSet(rated, 40, 2)];
	expect(same.questions).toEqual(one.questions);
	expect(other.questions).not.toEqual(one.questions);
	expect(new Set(one.questions.map(({id}) => id)).size).toBe(80);
	for (const [at, {user}] of one.questions.entries()) {
		const [a, b] = spoken(user);
		expect(Math.abs(worth(a) - worth(b))).toBeGreaterThan(0.24);
		if (at % 2 === 0) expect(spoken(one.questions[at + 1]?.user ?? '')).toEqual([b, a]);
	}
	expect(peopleSet(rated, 5000, 1).questions.length).toBeLessThan(2 * 2 * 91);
});

it.each<[string, Answering, string, string]>([
	['finds them', user => (user.includes('no rules') ? 'yes' : 'no'), 'yes', 'found 100 %, falsely found 0 %'],
	['finds them everywhere', () => 'yes', 'no', 'finds what is not there: found 100 %, falsely found 100 %'],
	['finds none', () => 'no', 'no', 'misses most of them: found 0 %, falsely found 0 %'],
])('of straw men, a voice that %s', (_, answer, trust, sentence) => {
	const set = fallaciesSet(readFallacies(texts));
	expect(set.questions).toHaveLength(52);
	expect(findingOf(set, answer)).toMatchObject({trust, sentence: expect.stringContaining(sentence)});
});

it.each<[string, () => unknown, RegExp]>([
	[
		'a missing column',
		() => readRatedSpeeches(file('a.csv', 'topic,text\nT,x')),
		/no column source, goodopeningspeech/u,
	],
	[
		'a rating that is none',
		() => readRatedSpeeches(file('b.csv', `${columns}\n1,1,T,S,Text,good,1,1`)),
		/line 2: .*list of ratings such as \[4, 5, 3\]/u,
	],
	[
		'a quotation mark without end',
		() => readRatedSpeeches(file('c.csv', `${columns}\n1,"1`)),
		/line 2 .*never closed/u,
	],
	['nothing to compare', () => readRatedSpeeches(file('d.csv', `${columns}\n1,1,T,S,X,[1],1,1`)), /no two speeches/u],
	['a CSV for JSON lines', () => readFallacies(speeches), /line 1: .*not valid JSON.*gold_standard_dataset/su],
	['labels of another form', () => readFallacies(file('e.jsonl', '{"text": "x", "labels": ["x"]}')), /line 1: labels/u],
	['no straw man', () => readFallacies(file('f.jsonl', '{"text": "x", "labels": []}')), /no text .* "straw man"/u],
])('%s is told with what is expected', (_, read, message) => {
	expect(read).toThrow(message);
	expect(read).toThrow(/Name a .*github\.com/su);
});

it('puts the questions to a voice, and goes on where it was stopped', async () => {
	let asked = 0;
	const {url} = await rehearsalServer([], {
		tps: 0,
		rehearse(messages) {
			asked++;
			return {text: JSON.stringify({why: 'It bears more.', answer: right(messages.at(-1)?.content ?? '')})};
		},
	});
	const set = peopleSet(rated, 6, 1);
	const configuration = loadSettings({}, {env: {ROSTRUM_HOME: mkdtempSync(join(folder, 'home-')), PATH: ''}});
	const leaving = new AbortController();
	const first = await planByPeople(`${url}#m`, set, configuration, leaving.signal);
	const cut = await first.measure(done => (done === 4 ? leaving.abort() : undefined));
	expect(cut.report).toMatchObject({outcome: undefined, trust: 'open'});
	const second = await planByPeople(`${url}#m`, set, configuration, new AbortController().signal);
	const {report, text} = await second.measure(() => undefined);
	expect(report).toMatchObject({outcome: 'completed', file: cut.report.file});
	expect(hitsOf(report)).toMatchObject({Right: '6 of 6', Unusable: '0 of 6'});
	expect(asked).toBeLessThanOrEqual(12 + 4);
	expect(text.trimEnd().split('\n').at(-1)).toBe(report.sentence);
});
