import {expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {reportOf, reportText} from '../../../src/app/mcp/readings.ts';

it('tells the verdict of a review, and of each point its severity, outcome and place', () => {
	const state = fold(readJournal('test/fixtures/journals-0.1.0/code-debate/debate.jsonl').events);
	const report = reportText(reportOf({handle: 'h1', state: () => state, running: () => false}));
	expect(report).toMatch(/^verdict: (?:merge|merge after fixes|do not merge|undecided)$/mu);
	expect(report).toMatch(/^P1 \[major, (?:upheld|withdrawn|disputed)\] src\/retry\.js:7 /mu);
});

it('tells the verdict of a motion', () => {
	const state = fold(readJournal('transcripts/sample-four-day-week/debate.jsonl').events);
	const {findings} = reportOf({handle: 'h1', state: () => state, running: () => false});
	expect(findings).toEqual([expect.stringMatching(/^Verdict of \d judges?: /u)]);
});
