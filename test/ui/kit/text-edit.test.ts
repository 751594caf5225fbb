import {expect, test} from 'vitest';
import {draftRows} from '../../../src/ui/kit/text-field.tsx';
import {draftOf, editDraft, textOf, type Edit, type EditedText} from '../../../src/ui/kit/text-edit.ts';
import type {TextDraft} from '../../../src/view/wrap.ts';

const after = (draft: EditedText, ...edits: readonly Edit[]): EditedText => edits.reduce(editDraft, draft);
/** Typed letter by letter. */
const typed = (text: string): readonly Edit[] => Array.from(text, insert);
const key = (name: string): Edit => ({key: name});
function insert(text: string): Edit {
	return {insert: text};
}

test('text goes in where the cursor is', () => {
	expect(textOf(after(draftOf('aple'), key('home'), key('right'), insert('p')))).toBe('apple');
});

test('a character of several code points is deleted as one', () => {
	expect(textOf(after(draftOf('x👩‍👩‍👧'), key('backspace')))).toBe('x');
	expect(textOf(after(draftOf(''), insert('e'), insert('\u0301'), key('backspace')))).toBe('');
});

test('the usual editing keys work', () => {
	const draft = draftOf('one two three');
	expect(textOf(after(draft, key('ctrl+w')))).toBe('one two ');
	expect(textOf(after(draft, key('ctrl+u')))).toBe('');
	expect(textOf(after(draft, key('ctrl+a'), key('ctrl+k')))).toBe('');
	expect(textOf(after(draft, key('home'), key('delete')))).toBe('ne two three');
	expect(after(draft, key('left'), key('end')).cursor).toBe(13);
});

test('edits are taken back a word at a time, and done again', () => {
	const draft = after(draftOf(''), ...typed('one two'));
	const back = after(draft, key('ctrl+_'));
	expect(textOf(back)).toBe('one');
	expect(textOf(after(back, key('ctrl+_'), key('ctrl+_')))).toBe('');
	expect(textOf(after(back, key('ctrl+r')))).toBe('one two');
	expect(textOf(after(back, insert('!'), key('ctrl+r')))).toBe('one!');
});

test('what was erased comes back where it was, with the cursor', () => {
	const draft = after(draftOf('one two three'), key('alt+b'), key('backspace'), key('backspace'));
	expect(textOf(draft)).toBe('one twthree');
	expect(after(draft, key('ctrl+_'))).toMatchObject({characters: Array.from('one two three'), cursor: 8});
	expect(textOf(after(draftOf('mine'), key('ctrl+u'), insert('a paste'), key('ctrl+_'), key('ctrl+_')))).toBe('mine');
});

test('what is killed can be put in again elsewhere, kills in a row as one', () => {
	const draft = after(draftOf('one two three'), key('ctrl+w'), key('ctrl+w'));
	expect(textOf(draft)).toBe('one ');
	expect(textOf(after(draft, key('home'), key('ctrl+y')))).toBe('two threeone ');
	expect(textOf(after(draftOf('left right'), key('ctrl+a'), key('alt+d'), key('ctrl+k'), key('ctrl+y')))).toBe(
		'left right',
	);
});

test('keys of a line stay within it', () => {
	const draft = after(draftOf('first\nsecond\nthird', true), {line: -1, width: 40});
	expect(textOf(after(draft, key('ctrl+u')))).toBe('first\nd\nthird');
	expect(textOf(after(draft, key('home'), key('ctrl+k')))).toBe('first\n\nthird');
	expect(textOf(after(draft, key('end'), key('ctrl+k')))).toBe('first\nsecondthird');
	expect(after(draft, key('ctrl+end')).cursor).toBe(18);
});

test('the cursor goes by words, over what stands between them', () => {
	const draft = draftOf('a well-kept word.');
	const places = [1, 2, 3, 4].map(count => after(draft, ...Array.from({length: count}, () => key('alt+b'))).cursor);
	expect(places).toEqual([12, 7, 2, 0]);
	expect(after(draft, key('home'), key('ctrl+right'), key('alt+f')).cursor).toBe(6);
	expect(textOf(after(draft, key('alt+backspace')))).toBe('a well-kept ');
});

test('the arrows bring back texts of earlier times, and what was being written', () => {
	const history = ['newest', 'oldest'];
	const up: Edit = {line: -1, width: 40, history};
	const down: Edit = {line: 1, width: 40, history};
	const draft = after(draftOf('mine'), up);
	expect(textOf(draft)).toBe('newest');
	expect(textOf(after(draft, up))).toBe('oldest');
	expect(textOf(after(draft, up, up))).toBe('oldest');
	expect(textOf(after(draft, up, down, down))).toBe('mine');
	expect(textOf(after(draft, key('ctrl+_')))).toBe('mine');
	expect(textOf(after(draftOf('mine'), down))).toBe('mine');
});

test('pasted paragraphs stay paragraphs where lines are kept, and are taken back as one', () => {
	const draft = after(draftOf('', true), insert('First.\r\n\r\nSecond,\rgoing on.'));
	expect(textOf(draft)).toBe('First.\n\nSecond,\ngoing on.');
	expect(textOf(after(draft, key('ctrl+_')))).toBe('');
});

test('what does not fit is not taken at all, and told until the next key', () => {
	const paper = 'word '.repeat(4000).trimEnd();
	const full = after(draftOf(''), insert(paper));
	expect([textOf(full), full.refused]).toEqual([paper, undefined]);
	const refused = after(full, insert(' and more'));
	expect([textOf(refused), refused.refused]).toEqual([paper, 9]);
	expect(after(refused, key('left')).refused).toBeUndefined();
	expect(after(refused, {missing: true})).toEqual(refused);
	expect(after(draftOf(''), insert('x'.repeat(20_001)))).toMatchObject({characters: [], refused: 20_001});
});

test('that something is missing is told until the next key', () => {
	expect(after(draftOf(''), {missing: true}).missing).toBe(true);
	expect(after(draftOf(''), {missing: true}, insert('x')).missing).toBeUndefined();
});

test('a paste of many lines goes in as one line', () => {
	expect(textOf(after(draftOf(''), insert('one\n\ntwo\u0007')))).toBe('one two');
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
