import {cpSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {eventsIn} from '../../../src/app/files/read-debate.ts';
import {journalsUnder} from '../../../src/app/files/debate-folders.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {citationsOf} from '../../../src/debate/sources.ts';
import {deskOf} from '../desk-of.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';
import {critique, debate, issue, specText, type Debated} from './run-spec.ts';

const passages = {
	'S1.1': 'Answers come within 200 ms, or the visitor is told why. Nobody waits longer than that.',
	'S1.2': 'Sessions end after 30 days, whatever the visitor does.',
};

describe('the review of a specification with sources', () => {
	let held: Debated;
	beforeAll(async () => {
		held = await debate({
			sources: {...deskOf(passages), onlyCited: true},
			answers({kind, seat, round}) {
				if (kind !== 'spec-critique' || round > 1) return undefined;
				if (seat !== 'security') return critique();
				return critique([
					issue('Fast is no number', 9, {
						evidence: 'Line 9 says “respond fast”, where the policy has “Answers come within 200 ms” [S1.1].',
					}),
					issue('Sessions have no end', 13, {
						section: 'Storage',
						evidence: 'The policy has “Sessions end after 90 days” [S1.2].',
						suggested_change: 'Say when a session ends.',
					}),
				]);
			},
		});
	});

	it('says how to cite, and lists what there is', () => {
		const [first] = held.asked.filter(({kind}) => kind === 'spec-critique');
		expect(first?.request.messages[0]?.content).toContain('A program holds each of these against its passage');
		expect(first?.request.messages[0]?.content).toContain('<sources>');
	});

	it('holds what evidence quotes against the passages, and nothing else of it', () => {
		const citations = held.state.turns.flatMap(citationsOf);
		expect(citations.map(({quote, standing, sense}) => [quote, standing, sense])).toEqual(
			expect.arrayContaining([
				['Answers come within 200 ms', 'verified', undefined],
				['Sessions end after 90 days', 'altered', 'figure'],
			]),
		);
		expect(citations.length).toBe(2);
	});

	it('shows whoever votes how each quotation stands', () => {
		const ballot = held.asked.find(({kind, task}) => kind === 'spec-ballot' && task.includes('90 days'));
		expect(ballot?.task).toContain(
			'Checked by code: “Sessions end after 90 days”: altered in what it says: “90” stands for “30” (S1.2)',
		);
	});
});

it('documents that do not fit are searched for each reviewer, and the review is verified without them', async () => {
	const home = freshFolder();
	const documents = join(home, 'documents');
	cpSync(join(import.meta.dirname, '..', '..', 'fixtures', 'sources'), documents, {recursive: true});
	const lines = Array.from({length: 3000}, (_, at) => `In ${at} the login of visitor ${at * 7} took long.`);
	writeFileSync(join(documents, 'log.txt'), lines.join('\n\n'));
	writeFileSync(join(home, 'SPEC.md'), specText);
	const args = ['run', 'adversarial-spec', 'SPEC.md', '--voice', 'rehearsal', '--seed', '3', '--sources', 'documents'];
	const {code, stderr} = await rostrum([...args, '--export', 'md', '--out', 'out'], {home});
	expect({code, stderr}).toMatchObject({code: 0});
	const [journal = ''] = journalsUnder(join(home, 'out'));
	const {sources, turns} = fold(eventsIn(journal));
	expect(sources?.whole).toBe(false);
	expect(new Set(sources?.research.map(({seat}) => seat)).size).toBeGreaterThan(2);
	const citations = turns.flatMap(citationsOf);
	expect(citations.some(({standing}) => standing === 'verified')).toBe(true);
	expect(citations.every(({standing}) => standing !== 'unsourced')).toBe(true);
	expect(readFileSync(join(journal, '..', 'debate.md'), 'utf8')).toContain('## References');
	expect((await rostrum(['verify', journal], {home})).code).toBe(0);
}, 60_000);
