import {
	chmodSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {rawText, readSpec, restoreSpec, saveSpec} from '../../../../src/formats/adversarial-spec/host/spec-file.ts';

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'spec-file-'));

function spec(content: string | Buffer, name = 'SPEC.md'): string {
	const file = path.join(folder(), name);
	writeFileSync(file, content);
	return file;
}

describe('a specification’s file', () => {
	it('is saved in one piece, its version before kept, its permissions too', () => {
		const file = spec('# A\n\none\n');
		chmodSync(file, 0o640);
		const {hash, text} = readSpec(file);
		expect(saveSpec({file, hash, original: text, text: '# A\n\ntwo\n'})).toEqual({file, kept: `${file}.previous`});
		expect([readFileSync(file, 'utf8'), readFileSync(`${file}.previous`, 'utf8')]).toEqual([
			'# A\n\ntwo\n',
			'# A\n\none\n',
		]);
		expect(statSync(file).mode & 0o777).toBe(0o640);
		expect(readdirSync(path.dirname(file)).toSorted()).toEqual(['SPEC.md', 'SPEC.md.previous']);
	});

	it('is not written over where it has changed', () => {
		const file = spec('one\n');
		const {hash, text} = readSpec(file);
		writeFileSync(file, 'theirs\n');
		expect(() => saveSpec({file, hash, original: text, text: 'two\n'})).toThrow(
			`${file} has changed since it was read`,
		);
		expect(readFileSync(file, 'utf8')).toBe('theirs\n');
		expect(existsSync(`${file}.previous`)).toBe(false);
	});

	it('that was saved already, by a run that was cut off, is not saved twice', () => {
		const file = spec('one\n');
		const {hash, text} = readSpec(file);
		saveSpec({file, hash, original: text, text: 'two\n'});
		expect(saveSpec({file, hash, original: text, text: 'two\n'})).toEqual({file, kept: `${file}.previous`});
		expect(readFileSync(`${file}.previous`, 'utf8')).toBe('one\n');
		expect(() => saveSpec({file, hash, original: text, text: 'three\n'})).toThrow('has changed since it was read');
	});

	it('is put back, and that can be undone', () => {
		const file = spec('one\n');
		expect(() => restoreSpec(file)).toThrow('There is no earlier version');
		const {hash, text} = readSpec(file);
		saveSpec({file, hash, original: text, text: 'two\n'});
		restoreSpec(file);
		expect(readFileSync(file, 'utf8')).toBe('one\n');
		restoreSpec(file);
		expect(readFileSync(file, 'utf8')).toBe('two\n');
	});

	it('is saved where a link leads', () => {
		const file = spec('one\n');
		const link = path.join(folder(), 'LINK.md');
		symlinkSync(file, link);
		const read = readSpec(link);
		saveSpec({file: read.file, hash: read.hash, original: read.text, text: 'two\n'});
		expect(readFileSync(file, 'utf8')).toBe('two\n');
		expect(readFileSync(link, 'utf8')).toBe('two\n');
	});

	it.each([
		['is too large', Buffer.alloc(1_048_577, 'a'), /has 1,048,577 bytes; at most 1,048,576 \(1 MB\) are taken/u],
		['is empty', ' \n', /is empty/u],
		['is no text', Buffer.from([0x23, 0xff, 0xfe]), /is not text in UTF-8/u],
	])('is refused where it %s', (_, content, message) => {
		expect(() => readSpec(spec(content))).toThrow(message);
	});

	it('is refused where it is not there', () => {
		expect(() => readSpec('/nowhere/SPEC.md')).toThrow('There is no file /nowhere/SPEC.md. Name one that is there.');
	});

	it('is refused where it is a folder', () => {
		const place = folder();
		expect(() => readSpec(place)).toThrow(`${place} is a folder. Name the file in it that is the specification.`);
	});
});

describe('accepted text', () => {
	const saved = (raw: string, change: (text: string) => string): string => {
		const file = spec(raw);
		const {hash, text} = readSpec(file);
		saveSpec({file, hash, original: text, text: change(text)});
		return readFileSync(file, 'utf8');
	};

	it.each([
		[
			'tabs and line ends',
			'a\tb\r\nc\r\nd\r\n',
			(text: string) => text.replace('c', 'C\nC2'),
			'a\tb\r\nC\r\nC2\r\nd\r\n',
		],
		['a mark at the beginning', '\uFEFF# T\r\nx\r\n', (text: string) => text.replace('x', 'y'), '\uFEFF# T\r\ny\r\n'],
		['no line end at the end', 'a\tb\nc', (text: string) => text.replace('c', 'd'), 'a\tb\nd'],
		['a line less at the end', 'a\tb\nc\nd', (text: string) => text.replace('\nd', ''), 'a\tb\nc'],
		['a line more at the end', 'a\tb\nc', (text: string) => `${text}\nd`, 'a\tb\nc\nd'],
		[
			'what is hidden',
			'a\napi_key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"\nc\n',
			(text: string) => text.replace(/c\n$/u, 'd\n'),
			'a\napi_key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"\nd\n',
		],
	])('keeps %s as the file has it', (_, raw, change, expected) => {
		expect(saved(raw, change)).toBe(expected);
	});

	it('never writes over what was hidden', () => {
		expect(() => rawText('a\nkey sk-secret\n', 'a\nkey [redacted:key]\n', 'a\nkey removed\n')).toThrow(
			'would write over what was hidden from the debate there ("[redacted:key]")',
		);
		expect(() => rawText('a\nBEGIN\nEND\n', 'a\n[redacted:private-key]\n', 'b\n[redacted:private-key]\n')).toThrow(
			'spans several lines',
		);
	});
});
