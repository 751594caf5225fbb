import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {UsageError} from '../../src/debate/usage-error.ts';
import {systemTrouble} from '../../src/cli/report-error.ts';

const caught = (act: () => void): unknown => {
	try {
		act();
	} catch (error) {
		return error;
	}
	return undefined;
};

it('a name with line ends in it makes no line of its own', () => {
	const name = 'x\nrostrum: all is well\u2028y';
	const told = systemTrouble(caught(() => readFileSync(path.join('/nowhere', name))))?.text;
	expect(told).toMatch(/^\/nowhere\/x rostrum: all is well y: it is not there/u);
	const fault = new UsageError({what: 'There is no such file', value: name, todo: `Looked for it at ${name}.`});
	expect(fault.message).not.toMatch(/[\n\u2028]/u);
});

it('a full disk, a missing folder and a folder in place of a file are told in words, with the path and the exit code', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-trouble-'));
	const missing = path.join(folder, 'gone', 'debate.md');
	expect(systemTrouble(caught(() => writeFileSync('/dev/full', 'x')))).toEqual({
		text: expect.stringMatching(/^A file: the disk is full \(ENOSPC, write\)\. Make room/u),
		code: 3,
	});
	expect(systemTrouble(caught(() => writeFileSync(missing, 'x')))).toEqual({
		text: expect.stringContaining(`${missing}: it is not there, or not any more (ENOENT, open).`),
		code: 2,
	});
	expect(systemTrouble(caught(() => readFileSync(folder)))).toMatchObject({
		text: expect.stringContaining('it is a folder (EISDIR, read)'),
		code: 2,
	});
});

it('a mistake of ours stays a bug', () => {
	expect(systemTrouble(new TypeError('x is not a function'))).toBeUndefined();
	expect(systemTrouble(Object.assign(new Error('odd'), {code: 'ERR_INVALID_ARG_TYPE'}))).toBeUndefined();
});
