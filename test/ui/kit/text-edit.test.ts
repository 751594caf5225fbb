import {expect, test} from 'vitest';
import {draftRows, draftOf, editDraft, emptyDraft, textOf, type Edit} from '../../../src/ui/kit/text-field.tsx';
import type {TextDraft} from '../../../src/view/wrap.ts';

const after = (draft: TextDraft, ...edits: readonly Edit[]): TextDraft => edits.reduce(editDraft, draft);
const key = (name: string): Edit => ({key: name});
const insert = (text: string): Edit => ({insert: text});

test('text goes in where the cursor is', () => {
	expect(textOf(after(draftOf('aple'), key('home'), key('right'), insert('p')))).toBe('apple');
});

test('a character of several code points is deleted as one', () => {
	expect(textOf(after(draftOf('x👩‍👩‍👧'), key('backspace')))).toBe('x');
	expect(textOf(after(emptyDraft, insert('e'), insert('\u0301'), key('backspace')))).toBe('');
});

test('the usual editing keys work', () => {
	const draft = draftOf('one two three');
	expect(textOf(after(draft, key('ctrl+w')))).toBe('one two ');
	expect(textOf(after(draft, key('ctrl+u')))).toBe('');
	expect(textOf(after(draft, key('ctrl+a'), key('ctrl+k')))).toBe('');
	expect(textOf(after(draft, key('home'), key('delete')))).toBe('ne two three');
	expect(after(draft, key('left'), key('end')).cursor).toBe(13);
});

test('what does not fit is not taken at all, and told until the next key', () => {
	const paper = 'word '.repeat(4000).trimEnd();
	const full = after(emptyDraft, insert(paper));
	expect([textOf(full), full.refused]).toEqual([paper, undefined]);
	const refused = after(full, insert(' and more'));
	expect([textOf(refused), refused.refused]).toEqual([paper, 9]);
	expect(after(refused, key('left')).refused).toBeUndefined();
	expect(after(refused, {missing: true})).toEqual(refused);
	expect(after(emptyDraft, insert('x'.repeat(20_001)))).toMatchObject({characters: [], refused: 20_001});
});

test('that something is missing is told until the next key', () => {
	expect(after(emptyDraft, {missing: true}).missing).toBe(true);
	expect(after(emptyDraft, {missing: true}, insert('x')).missing).toBeUndefined();
});

test('a paste of many lines goes in as one line', () => {
	expect(textOf(after(emptyDraft, insert('one\n\ntwo\u0007')))).toBe('one two');
});

const shown = (draft: TextDraft, width: number, height: number): readonly string[] =>
	draftRows(draft, width, height, '').map(({spans}) => spans.map(({text}) => text).join(''));

test('a long text is shown around the cursor, its words whole', () => {
	const draft = draftOf('the quick brown fox jumps over the lazy dog');
	expect(shown(draft, 12, 2)).toEqual(['jumps over ', 'the lazy ', 'dog '].slice(1));
	expect(shown(after(draft, key('home')), 12, 2)).toEqual(['the quick ', 'brown fox ']);
});

test('the cursor is always in sight', () => {
	for (const text of ['', 'word', 'a'.repeat(50), ' '.repeat(50), 'one two three four five six']) {
		const length = draftOf(text).characters.length;
		for (let cursor = 0; cursor <= length; cursor++) {
			const rows = draftRows({characters: draftOf(text).characters, cursor}, 11, 3, '');
			expect(rows.flatMap(row => row.spans).filter(({tone}) => tone === 'cursor')).toHaveLength(1);
			expect(rows.length).toBeLessThanOrEqual(3);
		}
	}
});
