import {assert, integer, property} from 'fast-check';
import {describe, it} from 'vitest';
import {promptTagFilter} from '../../../src/engine/turns/speaker-labels.ts';

const inPieces = (text: string, size: number): string => {
	const filter = promptTagFilter();
	let out = '';
	for (let at = 0; at < text.length; at += size) out += filter.push(text.slice(at, at + size));
	return out + filter.end();
};

describe('tags of the prompt in an answer', () => {
	it.each([
		['We should vote.\n</task>', 'We should vote.\n'],
		['<turn id="t3" speaker="chair_1">\nWe should vote.\n</turn>\nAnd soon.', '\nWe should vote.\n\nAnd soon.'],
		['<task kind="reply"> We should.', ' We should.'],
	])('%j are left out', (text, plain) => {
		assert(property(integer({min: 1, max: 40}), size => inPieces(text, size) === plain));
	});

	it.each([
		'Is 3 < 4, and 5 > 4?',
		'A <div> and a <tasks> are no tags of ours.',
		'It ends in a <',
		'It ends in <task',
		'a < task > b',
		'<turnip> soup',
	])('%j stays as it is', text => {
		assert(property(integer({min: 1, max: 40}), size => inPieces(text, size) === text));
	});
});
