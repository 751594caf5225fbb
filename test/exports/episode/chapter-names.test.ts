import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import {shortened} from '../../../src/exports/chapter-names.ts';
import {journalAt, recordedJournals} from '../recorded.ts';

describe('a long title', () => {
	it.each([
		[
			'Each exception pleads for the next, and the final one meets no principle',
			'Each exception pleads for the next …',
		],
		['Withheld facts take the choice away and leave the person a ceremony', 'Withheld facts take the choice away …'],
		[
			'It rests on what “a rule, any rule, or a habit” says of those who keep to it',
			'It rests on what “a rule, any rule, or a …',
		],
		[
			'A sentence without any mark in it is cut where one of its words ends',
			'A sentence without any mark in it is cut …',
		],
		[
			'先说清楚事实，再让每一个人自己作出选择，这样才算是真正的尊重，也才算公平',
			'先说清楚事实，再让每一个人自己作出选择 …',
		],
	])('is cut after a phrase, outside of quotations, else after a word: %s', (text, cut) => {
		expect(shortened(text, /\p{Script=Han}/u.test(text) ? 30 : 43)).toBe(cut);
	});

	it('never has more characters than were allowed, nor half of one', () => {
		fc.assert(
			fc.property(fc.string({unit: 'grapheme', maxLength: 60}), fc.integer({min: 10, max: 40}), (text, most) => {
				const cut = shortened(text, most);
				expect(cut.length).toBeLessThanOrEqual(most);
				if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
			}),
		);
	});
});

it('names no two parts of a motion by the same claim, and opens with no words that a turn quotes', () => {
	const journal = recordedJournals.find(({name}) => name === 'motion')?.journal ?? '';
	const script = exportKinds['podcast']?.write(fold(journalAt(journal))) ?? '';
	const subjects = [...script.matchAll(/^### .*?: (.*) \([\d:]+\)$/gmu)].map(match => match[1]);
	expect(subjects.length).toBeGreaterThan(0);
	// Where both sides speak, none is named alone.
	expect(subjects.filter(subject => / \(Rehearsal [AB]\)$/u.test(subject ?? '') && !subject?.includes('; '))).toEqual(
		[],
	);
	expect(new Set(subjects).size).toBe(subjects.length);
	expect(script).not.toContain('### Cold open');
});
