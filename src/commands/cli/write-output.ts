/** Where a command's text goes: standard output, or the file that `--output` names. */
import {writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import type {CliContext} from '../../app/cli/context.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';

/** `output` is a file, or `-` or nothing for standard output. Throws `UsageError`. */
export function writeOutput(text: string | Uint8Array, output: string | undefined, {stdout, cwd}: CliContext): void {
	if (output === undefined || output === '-') stdout.write(text);
	else writeTo(resolve(cwd, output), text);
}

function writeTo(file: string, text: string | Uint8Array): void {
	try {
		writeFileSync(file, text);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		throw new UsageError(
			{
				what: `The file cannot be written: ${error instanceof Error ? error.message : ''}`,
				value: file,
				from: '--output',
				todo: 'Name another one.',
			},
			{cause: error},
		);
	}
}
