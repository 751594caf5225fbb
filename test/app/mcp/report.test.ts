import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {tokensIn} from '../../../src/debate/text/words.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {answerFrom} from '../../../src/app/mcp/ask.ts';
import {told} from '../../../src/app/mcp/told.ts';

const stateOf = (journal: string) => fold(readJournal(journal).events);
const reportFrom = (journal: string) => {
	const state = stateOf(journal);
	return told({handle: 'h1', state: () => state, running: () => false});
};
const samples = [
	'flood-wall',
	'four-day-week',
	'liberty-vs-community',
	'private-cars',
	'smartphones',
	'three-way-ethics',
];

it('tells the verdict of a review, and of each point its severity, outcome and place', () => {
	const {text: report} = reportFrom('test/fixtures/journals-0.1.0/code-debate/debate.jsonl');
	expect(report).toMatch(/^verdict: (?:merge|merge after fixes|do not merge|undecided)$/mu);
	expect(report).toMatch(/^P1 \[major, (?:upheld|withdrawn|disputed)\] src\/retry\.js:7 /mu);
});

it.each(samples)('tells of a talk who conceded what and what stayed open, in 300 tokens, data and text: %s', name => {
	const {data: report, text} = reportFrom(`transcripts/sample-${name}/debate.jsonl`);
	expect(report.settled?.[0]).toMatch(/ \((?:granted|given up|taken back) by .+\)$/u);
	expect(report.open?.[0]).toMatch(/ \((?:asked at the end|claimed by .+, with no answer in the ledger)\)$/u);
	expect(text).toContain(`Topic: ${report.topic}. ${report.verdict ?? ''} Settled: `);
	expect(text).not.toContain('\n');
	expect(tokensIn(JSON.stringify(report)) + tokensIn(text)).toBeLessThanOrEqual(300);
});

it.each(['flood-wall', 'four-day-week', 'private-cars', 'smartphones'])(
	'tells what decided in whole claims: %s',
	name => {
		const {data} = reportFrom(`transcripts/sample-${name}/debate.jsonl`);
		expect([...(data.settled ?? []), ...(data.open ?? [])].join('\n')).not.toContain('…');
	},
);

it('tells the verdict of a motion', () => {
	const {data} = reportFrom('transcripts/sample-four-day-week/debate.jsonl');
	expect(data.verdict).toMatch(/^Rehearsal B won, against the motion, by 1\.5\b/u);
});

describe('a question to a debate', () => {
	const flood = stateOf('transcripts/sample-flood-wall/debate.jsonl');
	const saidOn = (question: string) =>
		answerFrom(flood, question).speakers.map(({speaker, said}) => [speaker, said.map(({turn}) => turn)]);

	it.each([
		[
			'what did each say about price?',
			[
				['Ines', [4]],
				['Rufus', [3]],
				['Host', [18]],
			],
		],
		['What does Rufus say of prices?', [['Rufus', [3]]]],
	])('is answered by who said it, in which turn: %s', (question, turns) => expect(saidOn(question)).toEqual(turns));

	it('quotes sentences of that turn, and names the words that nobody said', () => {
		const {speakers, unsaid} = answerFrom(flood, 'Who spoke of tenants or bicycles?');
		expect(unsaid).toContain('bicycles');
		for (const {said} of speakers)
			for (const {turn, text} of said)
				expect(flood.turns[turn - 1]?.text.replaceAll(/\s+/gu, ' ')).toContain(text.replace(/…$/u, ''));
	});
});
