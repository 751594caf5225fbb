import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {answerPermission} from '../../../src/voices/agents/acp-connection.ts';
import {freshFolder} from '../../run-in-process.ts';

const folder = freshFolder();
mkdirSync(path.join(folder, 'src'));
writeFileSync(path.join(folder, 'src', 'a.ts'), '');
symlinkSync('/', path.join(folder, 'out'));
const options = [
	{kind: 'allow_always', optionId: 'always'},
	{kind: 'allow_once', optionId: 'yes'},
	{kind: 'reject_once', optionId: 'no'},
];
const answer = (toolCall: unknown, may: 'read' | 'edit' = 'read') => {
	const {outcome} = answerPermission({toolCall, options}, {folder, may});
	return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
};

it.each([
	['a file in the folder', {kind: 'read', locations: [{path: 'src/a.ts'}]}],
	['a search without a path', {kind: 'search', rawInput: {pattern: 'export', glob: '**/*.ts'}}],
	['a search for a URL path', {kind: 'search', rawInput: {pattern: '/api/v1'}}],
	['several files', {kind: 'read', rawInput: {paths: ['src/a.ts', path.join(folder, 'src')]}}],
])('%s may be read', (_, call) => {
	expect(answer(call)).toBe('yes');
});

it.each([
	['a file elsewhere', {kind: 'read', locations: [{path: '/etc/passwd'}]}],
	['one behind a symlink', {kind: 'read', locations: [{path: 'out/etc/passwd'}]}],
	['one in a list', {kind: 'search', rawInput: {pattern: 'root', paths: ['src', '/etc']}}],
	['a nested one', {kind: 'search', rawInput: {pattern: 'root', where: {path: '/etc'}}}],
	['one under another field name', {kind: 'search', rawInput: {pattern: 'root', cwd: '/etc'}}],
	['one in the user’s home', {kind: 'read', rawInput: {file_path: '~/.ssh/id_ed25519'}}],
	['a glob for files elsewhere', {kind: 'search', rawInput: {pattern: '/etc/**/*.conf'}}],
	['a glob for files in a parent folder', {kind: 'search', rawInput: {glob: '../*/secrets.env'}}],
	['a file of git’s own', {kind: 'read', locations: [{path: '.git/config'}]}],
	['an unnamed file', {kind: 'read'}],
	['a command that is called a search', {kind: 'search', rawInput: {command: 'cat /etc/passwd'}}],
	['a command beside a search', {kind: 'search', rawInput: {pattern: 'a', cmd: ['cat', '/etc/passwd']}}],
	['one under a second field', {kind: 'read', rawInput: {path: 'src/a.ts', target: '/etc/passwd'}}],
	['a field that is not known, in a list', {kind: 'read', rawInput: {files: [{path: 'src/a.ts', run: 'ls'}]}}],
	['a field of the request that is not known', {kind: 'read', locations: [{path: 'src/a.ts'}], command: 'ls'}],
	[
		'a terminal beside a file',
		{kind: 'read', locations: [{path: 'src/a.ts'}], content: [{type: 'terminal', terminalId: 't'}]},
	],
	['a pattern that is a file elsewhere', {kind: 'search', rawInput: {pattern: '/etc/passwd'}}],
	['a file elsewhere in words of the field’s own', {kind: 'read', rawInput: {Absolute_Path: '/etc/passwd'}}],
	['a command of its own kind', {kind: 'execute', rawInput: {command: 'ls'}}],
	['a page of the web', {kind: 'fetch', rawInput: {url: 'http://127.0.0.1/'}}],
	['a list in place of fields', {kind: 'read', rawInput: ['cat', '/etc/passwd']}],
	['a text in place of fields', {kind: 'read', rawInput: 'cat /etc/passwd'}],
	['a text in place of a search’s fields', {kind: 'search', rawInput: 'cat /etc/passwd'}],
	['nothing at all', undefined],
])('%s may not be read', (_, call) => {
	expect(answer(call)).toBe('no');
});

it('only an agent with edit rights may change files, and only inside its folder', () => {
	const change = (place: string) => ({content: [{type: 'diff' as const, path: place}]});
	expect(answer(change('.claude/settings.json'), 'edit')).toBe('no');
	expect(answer(change('src/AGENTS.md'), 'edit')).toBe('no');
	expect([
		answer(change('src/a.ts')),
		answer(change('src/a.ts'), 'edit'),
		answer(change('../a.ts'), 'edit'),
		answer({kind: 'execute', rawInput: {command: 'ls'}}, 'edit'),
	]).toEqual(['no', 'yes', 'no', 'no']);
});
