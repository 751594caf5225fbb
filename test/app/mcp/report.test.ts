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
	expect(report).toMatch(
		/^verdict, by what became of the points: (?:merge|merge after fixes|do not merge|undecided \(.+\))$/mu,
	);
	expect(report).toMatch(
		/^P1 \[major, upheld\] src\/retry\.js:7 .+ \(raised by Rehearsal A \(A\); Rehearsal B \(B\) granted it\)\./mu,
	);
	expect(report).toMatch(/^P2 .+; Rehearsal B \(B\) did not grant it.*\)\./mu);
});

it.each(samples)('tells of a talk who conceded what and what stayed open, in 300 tokens, data and text: %s', name => {
	const {data: report, text} = reportFrom(`transcripts/sample-${name}/debate.jsonl`);
	expect(report.conceded?.[0]).toMatch(
		/^(?:.+ granted|.+’s own claim, (?:refuted and given up at least in part|taken back)).*: “.+”$/u,
	);
	// What asks of “him” says nothing by itself.
	if (name === 'smartphones') expect(report.open).toBeUndefined();
	else expect(report.open?.[0]).toMatch(/^(?:asked at the end|claimed by .+, with no answer on record): “.+”$/u);
	expect(text).toContain(`) debated: ${report.topic}. ${report.verdict ?? ''} ${report.conceded?.[0]}`);
	expect(text).not.toContain('\n');
	expect(tokensIn(JSON.stringify(report)) + tokensIn(text)).toBeLessThanOrEqual(300);
});

it.each(['flood-wall', 'four-day-week', 'private-cars', 'smartphones'])(
	'tells what decided in whole claims: %s',
	name => {
		const {data} = reportFrom(`transcripts/sample-${name}/debate.jsonl`);
		expect([...(data.conceded ?? []), ...(data.open ?? [])].join('\n')).not.toContain('…');
	},
);

it.each([
	[
		'flood-wall',
		/^Ended: completed\. Ines \(utilitarian: “I'm for opening the meadow”\), Rufus \(care ethics: “No\. I would/u,
	],
	[
		'private-cars',
		/Mara \(libertarian: “I am against closing .+”\), Tomas \(communitarian: “Neighbours owe each other/u,
	],
	['three-way-ethics', /^Ended: completed\. Rehearsal A \(utilitarian\), /u],
])('tells for and against where the record has it: %s', (name, said) => {
	expect(reportFrom(`transcripts/sample-${name}/debate.jsonl`).text).toMatch(said);
});

it('says who granted what to whom, and asks what was left without what leads up to it', () => {
	const {data} = reportFrom('transcripts/sample-flood-wall/debate.jsonl');
	expect(data.conceded).toContain('Rufus granted Ines: “Nobody is moved without a house first and his own signature”');
	expect(data.open).toEqual(['asked at the end: “who walks the bank when those who remember the flood are gone?”']);
});

it('tells of a specification who raised each issue, and how many are for it', () => {
	const {text: report} = reportFrom('test/fixtures/journals-0.1.0/adversarial-spec/debate.jsonl');
	expect(report).toMatch(/^i5 .+ \(raised by Rehearsal A, Rehearsal C; 2 of 3 critics for it.*\)$/mu);
});

it('tells of a council what holds of what it rests on, and what does not', () => {
	const {text: report} = reportFrom('transcripts/sample-objection-deadline/debate.jsonl');
	expect(report).toContain(
		'It hangs on whether “The decision counts as delivered on 27 July 2026”: 3 of 3 hold it true.',
	);
	expect(report).toContain(
		'It hangs on whether “The day of delivery itself is one of the fourteen days”: 3 of 3 hold it false.',
	);
});

it('tells the verdict of a motion', () => {
	const {data} = reportFrom('transcripts/sample-four-day-week/debate.jsonl');
	expect(data.verdict).toMatch(
		/^Rehearsal B won, against the motion, by 1\.5 of 3 points\. Judges score .+ from 0 \(even\) to 3\.$/u,
	);
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
