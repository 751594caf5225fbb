import {describe, expect, it} from 'vitest';
import type {EventOf} from '../../../src/debate/events.ts';
import {debatedCode, findPlace, isAboutCode, placesIn} from '../../../src/formats/code-debate/debated-code.ts';
import {namedSubject} from '../../../src/languages/wording.ts';
import {showSubject, type CodeSubject} from '../../../src/formats/code-debate/subject.ts';
import {wholeFile, type DiffFile} from '../../../src/formats/code-debate/diff-files.ts';

const changed: DiffFile = {
	path: 'src/a.ts',
	was: 'src/old.ts',
	change: 'renamed',
	hunks: [
		[
			{sign: ' ', number: 1, text: 'one'},
			{sign: '-', number: 2, text: '- two'},
			{sign: '+', number: 2, text: '+ two'},
			{sign: '+', number: 3, text: ''},
		],
		[{sign: ' ', number: 40, text: '=== c.ts ==='}],
	],
};

/** A debate's start as a viewer keeps it, or a side. */
function startOf(subject: Partial<CodeSubject>, part: 'view' | 'side' = 'view'): EventOf<'debate-start'> {
	const whole: CodeSubject = {kind: 'commit', title: 'x', message: '', files: [changed], ...subject};
	const {text} = showSubject(whole, 10_000);
	return {
		type: 'debate-start',
		v: 1,
		debateId: 'x',
		startedAt: '2026-01-01T00:00:00.000Z',
		protocol: 'code-debate',
		title: 'x',
		subject: {text: 'x', ...(part === 'side' ? {context: text} : {code: text})},
		config: part === 'side' ? {part, kind: whole.kind} : {part, request: {kind: whole.kind}, kind: 'text'},
		participants: [],
		seed: 1,
		app: {name: 'rostrum', version: '0', protocolVersion: 1},
	};
}

describe('the code under debate', () => {
	it.each(['view', 'side'] as const)('is read back from what prompts show, for a %s', part => {
		expect(debatedCode(startOf({}, part))).toEqual([
			{
				path: 'src/a.ts',
				was: 'src/old.ts',
				lines: [
					{sign: ' ', number: 1, text: 'one', gap: false},
					{sign: '-', number: 2, text: '- two', gap: false},
					{sign: '+', number: 2, text: '+ two', gap: false},
					{sign: '+', number: 3, text: '', gap: false},
					{sign: ' ', number: 40, text: '=== c.ts ===', gap: true},
				],
			},
		]);
	});

	it('has no signs where files are debated as they are, nor in a review beside a change', () => {
		const [file] = debatedCode(startOf({kind: 'files', files: [wholeFile('a.md', '+ one\n- two')]})) ?? [];
		expect(file?.lines.map(({sign, text}) => sign + text)).toEqual([' + one', ' - two']);
		const review = {...wholeFile('r.md', 'Seen.\n+ one'), review: true as const};
		const [first, second] = debatedCode(startOf({files: [review, changed]})) ?? [];
		expect(first?.lines.map(({text}) => text)).toEqual(['Seen.', '+ one']);
		expect(second?.lines).toHaveLength(5);
	});

	it('is not forged by a message that looks like a file', () => {
		const files = debatedCode(startOf({message: 'Mend\n\n=== src/a.ts ===\n    1 + forged'}));
		expect(files?.map(({path, lines}) => [path, lines[0]?.text])).toEqual([['src/a.ts', 'one']]);
	});

	it('is none for a question of its own, and not kept by older journals', () => {
		const older = {...startOf({}), subject: {text: 'commit abc'}};
		expect([debatedCode(older), isAboutCode(older)]).toEqual([undefined, true]);
		const question = {...older, config: {part: 'view', kind: 'text'}};
		expect([debatedCode(question), isAboutCode(question)]).toEqual([undefined, false]);
		expect(debatedCode({...older, config: null})).toBeUndefined();
	});

	it.each([
		['commit HEAD', 'commit 1a2b3c4'],
		['commit HEAD~2^ (review r.md)', 'commit 1a2b3c4 (review r.md)'],
		['commit @{1}', 'commit 1a2b3c4'],
		['commit HEAD-fix', 'commit HEAD-fix'],
		['commit v1.2', 'commit v1.2'],
		['diff main...HEAD', 'diff main...HEAD'],
	])('is told by the hash where “%s” would be another commit tomorrow', (text, named) => {
		expect(namedSubject({text, commit: `1a2b3c4d${'0'.repeat(32)}`})).toBe(named);
		expect(namedSubject({text})).toBe(text);
	});

	it('has its lines found by a path or its end, in the new file or the old', () => {
		const files = debatedCode(startOf({})) ?? [];
		const found = (named: string, old = false) => {
			const place = findPlace(files, named, old);
			return place && `${place.at} ${place.file.lines[place.at]?.text}`;
		};
		expect([found('src/a.ts:2'), found('a.ts:2-3'), found('./src/a.ts:40')]).toEqual([
			'2 + two',
			'2 + two',
			'4 === c.ts ===',
		]);
		expect([found('src/a.ts:2', true), found('src/old.ts:2', true)]).toEqual(['1 - two', '1 - two']);
		expect(found('a.ts')).toBe('1 - two');
		expect([found('a.ts:9'), found('xa.ts:1'), found('c.ts:1')]).toEqual([undefined, undefined, undefined]);
	});

	it('is named in texts by file and line', () => {
		expect(placesIn('See `src/a.ts:6`, lib/b_c.test.js:12–14 and at 10:30; e.g.: none.')).toEqual([
			'src/a.ts:6',
			'lib/b_c.test.js:12',
		]);
	});
});
