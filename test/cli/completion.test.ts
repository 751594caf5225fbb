import {execFileSync, spawnSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {completionScripts} from '../../src/cli/completion.ts';
import {withFormatOptions} from '../../src/cli/command.ts';
import {commands as rows} from '../../src/cli/registry.ts';
import {nameOf} from '../../src/formats/options.ts';
import {rostrum} from '../run-in-process.ts';

const commands = await Promise.all(rows.map(withFormatOptions));
const script = (shell: string): string =>
	completionScripts[shell]?.(commands, ['duelogic', 'model-duel'], {
		'--preset': ['classic_clash'],
		'--to': ['md', 'srt'],
	}) ?? '';

/** What bash offers for a line that ends with the word to complete. */
function offered(line: readonly string[]): string[] {
	const words = line.map(word => `'${word}'`).join(' ');
	const call = `COMP_WORDS=(${words}); COMP_CWORD=${line.length - 1}; _rostrum; printf '%s\\n' "\${COMPREPLY[@]}"`;
	return execFileSync('bash', ['--norc', '-c', `${script('bash')}\n${call}`], {encoding: 'utf8', cwd: '/'})
		.trim()
		.split('\n');
}

describe('completion', () => {
	it('knows the presets, formats and exports that there are', async () => {
		const {stdout} = await rostrum(['completion', 'bash']);
		expect(stdout).toMatch(/--preset\) COMPREPLY=\(\$\(compgen -W "[^"]*\bclassic_clash\b/u);
		expect(stdout).toMatch(/--export\) [^"]*"[^"]*\bsarif\b/u);
		expect(stdout).toMatch(/--to\) [^"]*"[^"]*\bcast\b/u);
	});

	it.skipIf(spawnSync('bash', ['--version']).status !== 0)(
		'in bash knows commands, formats, actions and options',
		() => {
			expect(offered(['rostrum', 're'])).toEqual(['resume', 'replay', 'rescore']);
			expect(offered(['rostrum', 'run', 'duel'])).toEqual(['duelogic']);
			expect(offered(['rostrum', 'config', 'un'])).toEqual(['unset']);
			expect(offered(['rostrum', 'run', 'duelogic', '--see'])).toEqual(['--seed']);
			expect(offered(['rostrum', 'run', 'duelogic', '--seed', ''])).toEqual(['']);
			expect(offered(['rostrum', 'run', 'duelogic', '--preset', 'cl'])).toEqual(['classic_clash']);
			expect(offered(['rostrum', 'export', 'debate.jsonl', '--to', ''])).toEqual(['md', 'srt']);
		},
	);

	it.each(['bash', 'zsh', 'fish'])('in %s has every option of every command', shell => {
		for (const {name, options} of commands)
			for (const {flags} of options) {
				const flag = /--([a-z-]+)/u.exec(flags)?.[1] ?? '';
				expect(script(shell), `${name} ${flag}`).toContain(shell === 'fish' ? `-l ${flag}` : `--${flag}`);
			}
	});
});

it('every help ends with an example, and the file that it reads', async () => {
	for (const {name, example, file} of commands) {
		const {code, stdout} = await rostrum([name, '--help']);
		const last = [`Example: ${example}`, ...(file ? ['', 'A file for it:', ...file.map(text => `  ${text}`)] : [])];
		expect({code, last: stdout.trimEnd().split('\n').slice(-last.length)}).toEqual({code: 0, last});
	}
	expect((await rostrum(['--help'])).stdout).toMatch(/^Example: rostrum run /mu);
});

it('the example of every command is one: its command, and options that it has', () => {
	for (const {name, example, options} of commands) {
		expect(example).toMatch(new RegExp(`^rostrum ${name}(?: |$)`, 'u'));
		for (const flag of example.match(/(?<= )--[a-z-]+/gu) ?? [])
			expect(
				options.map(option => nameOf(option.flags)),
				example,
			).toContain(nameOf(flag));
	}
});
