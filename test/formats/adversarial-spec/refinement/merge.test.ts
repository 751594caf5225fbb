import {describe, expect, it} from 'vitest';
import type {SpecGroup} from '../../../../src/debate/formats/adversarial-spec.ts';
import {boundsOf, merge, knownFigures, markProposed} from '../../../../src/formats/adversarial-spec/refinement.ts';
import {withEdits} from '../../../../src/formats/adversarial-spec/validation.ts';

const text = [
	'# Uploads', // 1
	'',
	'## Goals',
	'',
	'People share files.', // 5
	'',
	'## Behaviour',
	'',
	'A file is stored fast.',
	'It may be of any size.', // 10
	'',
	'- Names are kept.',
	'- Links expire',
	'  after a while.',
	'', // 15
	'| field | means |',
	'| --- | --- |',
	'| id | its name |',
	'',
	'### Errors', // 20
	'',
	'An error is shown.',
	'',
	'## Storage',
	'', // 25
	'Files are kept.',
	'',
].join('\n');

const group = (id: string, lines: readonly [number, number] | undefined, section?: string): SpecGroup => ({
	id,
	title: id,
	severity: 'major',
	round: 1,
	raised: [
		{
			agent: 'qa',
			issue: {
				title: id,
				severity: 'major',
				...(section !== undefined && {section}),
				...(lines && {lines: {from: lines[0], to: lines[1]}}),
				claim: 'It is open.',
				evidence: 'The line.',
				suggestedChange: 'Say within 2 seconds.',
			},
		},
	],
	votes: [],
	support: 1,
	standing: 'agreed',
	by: 'threshold',
});

type Asked = {line: number; find: string; replace: string};
/** What becomes of an edit for an issue. */
function edited(issue: SpecGroup, {line, find, replace}: Asked, approved: ReadonlySet<string> | 'all' = new Set()) {
	const [one] = merge({text, issues: [issue], bounds: boundsOf(text, approved === 'all' ? undefined : approved)}, [
		{issues: [issue.id], line, find, replace, reason: 'So.'},
	]);
	return one?.made ? withEdits(text, [one.made]) : one?.problem;
}

describe('an edit stays with what its issues are about', () => {
	it.each([
		['its line', group('i', [9, 9]), 9, 'stored fast', 'stored soon'],
		['another line of its paragraph', group('i', [9, 9]), 10, 'of any size', 'of some size'],
		[
			'both lines of its list item',
			group('i', [14, 14]),
			13,
			'- Links expire\n  after a while.',
			'- Links expire soon.',
		],
		['a row of its table', group('i', [16, 16]), 18, '| id | its name |', '| id | its key |'],
		[
			'its line, shown with its number',
			group('i', [9, 9]),
			9,
			'9| A file is stored fast.',
			'9| A file is stored soon.',
		],
		[
			'its paragraph, among words that stay',
			group('i', [9, 9]),
			7,
			'## Behaviour\n\nA file is stored fast.',
			'## Behaviour\n\nA file is stored soon.',
		],
	])('%s', (_, issue, line, find, replace) => {
		const bare = (words: string): string => words.replaceAll(/^\d+\| /gu, '');
		expect(edited(issue, {line, find, replace})).toBe(text.replace(bare(find), bare(replace)));
	});

	it.each([
		['a line of another section', group('i', [9, 9]), 26, 'Files are kept.', 'Files are gone.', /line 26/u],
		['another list item', group('i', [12, 12]), 13, 'Links expire', 'Links stay', /line 13/u],
		['the whole text', group('i', [9, 9]), 1, text, text.replaceAll(/kept|shown|share/gu, 'lost'), /changes line 5/u],
		[
			'the whole text, headings kept',
			group('i', [9, 9]),
			1,
			text,
			'# Uploads\n\n## Goals\n\nNone.\n\n## Behaviour\n\nNone.\n\n### Errors\n\nNone.\n\n## Storage\n\nNone.\n',
			/changes line 5/u,
		],
		[
			'a subsection that is gone',
			group('i', [9, 22]),
			20,
			'### Errors\n\nAn error is shown.\n',
			'',
			/removes the heading "Errors"/u,
		],
		['a heading in other words', group('i', [20, 22]), 20, '### Errors', '### Faults', /removes the heading "Errors"/u],
		['a new paragraph elsewhere', group('i', [9, 9]), 26, '', 'Files are kept twice.', /line 27 is not what/u],
		['words that are not there', group('i', [9, 9]), 9, 'stored slowly', 'stored', /not in the text/u],
	])('and not %s', (_, issue, line, find, replace, problem) => {
		expect(edited(issue, {line, find, replace})).toMatch(problem);
	});

	it('renames a heading that its issue is about', () => {
		expect(edited(group('i', [20, 20]), {line: 20, find: '### Errors', replace: '### Faults'})).toContain('### Faults');
	});

	it('puts what is missing below the heading that is named, and removes nothing', () => {
		const missing = group('i', undefined, '## Storage');
		expect(edited(missing, {line: 26, find: '', replace: '\nBackups are made daily.'})).toBe(
			`${text.trimEnd()}\nBackups are made daily.\n`,
		);
		expect(
			edited(missing, {line: 26, find: 'Files are kept.', replace: 'Files are kept. Backups are made.'}),
		).toContain('kept. Backups are made.');
		expect(edited(missing, {line: 26, find: 'Files are kept.', replace: 'Backups are made.'})).toMatch(
			/remove nothing/u,
		);
		expect(edited(missing, {line: 10, find: '', replace: 'Backups are made.'})).toMatch(/line 11 is not what/u);
	});

	it('puts a section that the text has not between sections, and nowhere else', () => {
		const missing = group('i', undefined, 'Security');
		expect(edited(missing, {line: 22, find: '', replace: '## Security\n\nOnly owners delete.\n'})).toContain(
			'An error is shown.\n\n## Security\n\nOnly owners delete.\n',
		);
		expect(edited(missing, {line: 9, find: '', replace: 'Only owners delete.'})).toMatch(/is not what/u);
	});

	it('leaves goals and scope to their author', () => {
		const goal = group('i', [5, 5]);
		const asked = {line: 5, find: 'share files', replace: 'sell files'};
		expect(edited(goal, asked)).toMatch(/only the author may/u);
		expect(edited(goal, asked, new Set(['i']))).toContain('sell files');
		expect(edited(goal, asked, 'all')).toContain('sell files');
		expect(boundsOf(text, new Set()).isAboutIntent(goal)).toBe(true);
		expect(boundsOf(text, new Set()).isAboutIntent(group('i', undefined, 'Goals'))).toBe(true);
		expect(boundsOf(text, new Set()).isAboutIntent(group('i', [9, 9]))).toBe(false);
	});

	it('refuses a second edit of the same words, and one that names no issue', () => {
		const issue = group('i', [9, 9]);
		const one = {issues: ['i'], line: 9, find: 'stored fast', replace: 'stored soon', reason: 'So.'};
		const merged = merge({text, issues: [issue], bounds: boundsOf(text, new Set())}, [
			one,
			one,
			{...one, issues: ['x']},
		]);
		expect(merged.map(({problem}) => problem)).toEqual([
			undefined,
			'another edit has changed the same passage',
			'it names no issue that is to be worked in',
		]);
	});
});

describe('a number that nobody voted on', () => {
	it.each([
		['It ends after 30 days.', 'It ends after 30 days (proposed).'],
		['It ends after 30 days (proposed).', 'It ends after 30 days (proposed).'],
		['1. It takes 2 seconds.\n2. It ends.', '1. It takes 2 seconds.\n2. It ends.'],
		['At most 10 MB, `10 MB` and 5 files.', 'At most 10 MB (proposed), `10 MB` and 5 files.'],
		['```json\n{"days": 30}\n```', '```json\n{"days": 30}\n```'],
		['| limit | 99 |', '| limit | 99 |'],
		['See [it](#part-77) of v7.', 'See [it](#part-77) of v7.'],
	])('%s', (put, marked) => {
		expect(markProposed(put, knownFigures(['2 of 5'])).put).toBe(marked);
	});

	it('is named where it cannot be marked', () => {
		expect(markProposed('```json\n{"days": 30}\n```', new Set()).proposed).toEqual(['30']);
		expect(markProposed('It ends after 30 days.', new Set(['30'])).proposed).toEqual([]);
	});
});
