import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {ballotPrompt} from '../../../src/formats/adversarial-spec/prompts.ts';
import {critique, debate, issue, specText, type Asked} from './run-spec.ts';

const three = {personas: ['security', 'oncall', 'qa']};

describe('the report', () => {
	it('names lines as they are in the file of the author, whatever the text has become', async () => {
		const {folder} = await debate({
			config: {...three, maxRounds: 3},
			answers: ({kind, round, ids}: Asked) => {
				if (kind === 'spec-critique')
					return critique(
						round === 1 ? [issue('Fast is no number', 9)] : round === 2 ? [issue('Kept for how long', 17)] : [],
					);
				if (kind !== 'spec-synthesis') return undefined;
				return {
					edits: [
						ids.includes('i1')
							? {
									issues: ['i1'],
									line: 9,
									find: 'respond fast.',
									replace: 'respond\n\n- fast\n- always',
									reason: 'Apart.',
								}
							: {issues: ids, line: 17, find: 'are kept', replace: 'are kept for a day', reason: 'How long.'},
					],
					left: [],
				};
			},
		});
		const refined = readFileSync(path.join(folder, 'refined.md'), 'utf8').split('\n');
		expect([specText.split('\n')[13], refined[16]]).toEqual(['Sessions are kept.', 'Sessions are kept for a day.']);
		const report = readFileSync(path.join(folder, 'report.md'), 'utf8');
		expect(report).toContain('### i1: Fast is no number (major, line 9,');
		expect(report).toContain('### i2: Kept for how long (major, line 14,');
		expect(report).toMatch(/^- Line 14, .* for i2/mu);
	});
});

describe('lines that stand together', () => {
	const spec = specText.replace('retried.\n', 'retried.\nThe service stores it.\n');
	// Three edits of lines one behind the other, of which the second puts one in.
	const put = (ids: readonly string[]) => [
		{issues: [ids[0]], line: 9, find: 'fast.', replace: 'in 200 ms.', reason: 'A number.'},
		{issues: [ids[1]], line: 10, find: 'retried.', replace: 'retried thrice.\nThen they wait.', reason: 'A limit.'},
		{issues: [ids[2]], line: 11, find: 'stores it.', replace: 'stores 1 MB of it.', reason: 'A size.'},
	];
	const answers = ({kind, round, ids}: Asked) =>
		kind === 'spec-critique'
			? critique(round === 1 ? ['Fast', 'Retries', 'Avatar'].map((title, at) => issue(title, 9 + at)) : [])
			: kind === 'spec-grouping'
				? {groups: [1, 2, 3].map(nth => ['security', 'oncall', 'qa'].map(agent => `${agent}/${nth}`))}
				: kind === 'spec-synthesis'
					? {edits: put(ids), left: []}
					: undefined;
	const linesIn = async (config: object): Promise<string[]> => {
		const {folder} = await debate({spec, config: {...three, ...config}, answers});
		const report = readFileSync(path.join(folder, 'report.md'), 'utf8');
		return [...report.matchAll(/^### .*?: (?<title>\w+) .*line (?<line>\d+)|^- Line (?<edit>\d+)/gmu)].map(
			({groups}) => `${groups?.['title'] ?? 'edit'} ${groups?.['line'] ?? groups?.['edit'] ?? ''}`,
		);
	};

	it('keep their numbers in the report, of the original or of what was accepted', async () => {
		expect(await linesIn({})).toEqual(['edit 9', 'edit 10', 'edit 11', 'Fast 9', 'Retries 10', 'Avatar 11']);
		expect(await linesIn({accept: 'all'})).toEqual([
			'edit 9',
			'edit 10',
			'edit 12',
			'Fast 9',
			'Retries 10',
			'Avatar 12',
		]);
	});

	it('are told as worked in once, though a second answer repeats the first', async () => {
		const {of, notices} = await debate({
			spec,
			config: three,
			answers: (asked: Asked) => {
				if (asked.kind !== 'spec-synthesis') return answers(asked);
				const again = asked.task.includes('again="yes"');
				const ids = ['i1', 'i2', 'i3'];
				return {edits: put(ids).map((edit, at) => (at === 1 && !again ? {...edit, find: 'nowhere'} : edit)), left: []};
			},
		});
		expect(of('spec-refinement')[0]?.merged.map(({groups, done}) => [...groups, done])).toEqual([
			['i1', true],
			['i3', true],
			['i2', true],
		]);
		expect(notices.join('\n')).not.toContain('not made');
	});
});

describe('a ballot on an issue that several raised', () => {
	it('has one change to vote on, that of the surest, and the others to amend it by', () => {
		const raised = [0.4, 0.9, 0.9].map((confidence, at) => ({
			agent: `a${at}`,
			issue: {
				title: 'Fast',
				severity: 'major' as const,
				claim: `Claim ${at}.`,
				evidence: 'fast',
				suggestedChange: at === 2 ? 'Change 1.' : `Change ${at}.`,
				confidence,
			},
		}));
		const group = {
			id: 'i1',
			round: 1,
			title: 'Fast',
			severity: 'major' as const,
			raised,
			votes: [],
			support: 1,
			standing: 'undecided' as const,
			by: 'threshold' as const,
		};
		const agent = {id: 'qa', persona: 'qa', card: {name: 'QA', reads: 'As QA.', checks: []}};
		const about = {role: 'system' as const, content: 'x'};
		const {messages} = ballotPrompt({about, temperature: undefined}, agent, 1, {
			others: [group],
			own: [],
			checked: () => [],
		});
		const lines = messages.at(-1)?.content.split('\n') ?? [];
		expect(lines.filter(line => /^(?:Change|Also suggested):/u.test(line))).toEqual([
			'Change: Change 1.',
			'Also suggested: Change 0.',
		]);
		expect(lines.filter(line => line.startsWith('Claim:'))).toHaveLength(3);
	});
});
