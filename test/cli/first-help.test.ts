import {expect, test} from 'vitest';
import {commands} from '../../src/cli/registry.ts';
import {withOwnCommand} from '../../src/settings/terminal.ts';
import {rostrum as inProcess} from '../run-in-process.ts';

/** The commands that a page of help lists. */
const listed = (page: string): string[] =>
	(page.split('\nCommands:\n')[1] ?? '').split('\n').flatMap(line => /^ {2}([a-z][\w-]*)/u.exec(line)?.[1] ?? []);

test('the first page of help has eight commands, and says how to see all', async () => {
	const eight = ['run', 'resume', 'replay', 'export', 'library', 'models', 'doctor', 'config'];
	for (const args of [['--help'], ['help']]) {
		const {stdout, code} = await inProcess(args);
		expect(code).toBe(0);
		expect(listed(stdout).toSorted()).toEqual(eight.toSorted());
		expect(stdout).toContain(`"rostrum help all" lists all ${commands.length} commands.`);
	}
	const {stdout} = await inProcess(['help', 'all']);
	expect(listed(stdout)).toHaveLength(commands.length);
});

test('hints name the command that began the program', () => {
	const hint = 'Go on with: rostrum resume /tmp/rostrum resume';
	const env = {npm_lifecycle_event: 'start', npm_package_name: 'rostrum'};
	expect(withOwnCommand(hint, env)).toBe('Go on with: npm start -- resume /tmp/rostrum resume');
	expect(withOwnCommand(hint, {})).toBe(hint);
});
