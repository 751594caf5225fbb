import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {answerPermission} from '../../../src/voices/agents/permissions.ts';
import {freshFolder} from '../../run-cli.ts';

const folder = freshFolder();
mkdirSync(path.join(folder, 'src'));
writeFileSync(path.join(folder, 'src', 'a.ts'), '');
symlinkSync('/', path.join(folder, 'out'));
const options = [
	{kind: 'allow_always', optionId: 'always'},
	{kind: 'allow_once', optionId: 'yes'},
	{kind: 'reject_once', optionId: 'no'},
];
const answer = (toolCall: Parameters<typeof answerPermission>[0]['toolCall'], may: 'read' | 'edit' = 'read') => {
	const {outcome} = answerPermission({toolCall, options}, {folder, may});
	return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
};

it.each([
	['a file in the folder', {kind: 'read', locations: [{path: 'src/a.ts'}]}],
	['a search that names no place', {kind: 'search', rawInput: {pattern: 'export', glob: '**/*.ts'}}],
	['a search for a path of an address', {kind: 'search', rawInput: {pattern: '/api/v1'}}],
	['several of them', {kind: 'read', rawInput: {paths: ['src/a.ts', path.join(folder, 'src')]}}],
])('%s may be read', (_, call) => {
	expect(answer(call)).toBe('yes');
});

it.each([
	['a file elsewhere', {kind: 'read', locations: [{path: '/etc/passwd'}]}],
	['one that a link leads to', {kind: 'read', locations: [{path: 'out/etc/passwd'}]}],
	['one in a list', {kind: 'search', rawInput: {pattern: 'root', paths: ['src', '/etc']}}],
	['one inside of something', {kind: 'search', rawInput: {pattern: 'root', where: {path: '/etc'}}}],
	['one that another word is used for', {kind: 'search', rawInput: {pattern: 'root', cwd: '/etc'}}],
	['one in the user’s home', {kind: 'read', rawInput: {file_path: '~/.ssh/id_ed25519'}}],
	['all that a pattern finds elsewhere', {kind: 'search', rawInput: {pattern: '/etc/**/*.conf'}}],
	['all that a pattern finds above', {kind: 'search', rawInput: {glob: '../*/secrets.env'}}],
	['what git keeps', {kind: 'read', locations: [{path: '.git/config'}]}],
	['nothing in particular', {kind: 'read'}],
])('%s may not be read', (_, call) => {
	expect(answer(call)).toBe('no');
});

it('only who may edit is let change something, and only inside', () => {
	const change = (place: string) => ({content: [{type: 'diff' as const, path: place}]});
	expect([
		answer(change('src/a.ts')),
		answer(change('src/a.ts'), 'edit'),
		answer(change('../a.ts'), 'edit'),
		answer({kind: 'execute', rawInput: {command: 'ls'}}, 'edit'),
	]).toEqual(['no', 'yes', 'no', 'no']);
});
