/**
 * `rostrum serve-rehearsal`: the rehearsal voices as an OpenAI-compatible server on loopback, until it is interrupted.
 */
import {exitCodes} from '../formats/contract.ts';
import {parseFault, type ServerFault} from '../rehearsal/faults.ts';
import {errorCode, UsageError} from '../debate/usage-error.ts';
import {serveRehearsal} from '../rehearsal/server.ts';
import type {Run} from './command.ts';
import {listOption, numberOption, type Input} from '../formats/options.ts';
import {rehearse} from '../rehearsal/rehearse.ts';
import {once} from 'node:events';

export const run: Run = async ({options}, {stdout, stderr, signal}) => {
	const server = await listen(options);
	stdout.write(`${server.url}\n`);
	stderr.write(
		`Serving rehearsal voices (no model) on this machine alone, until Ctrl-C. Try it: OPENAI_BASE_URL=${server.url} rostrum run duelogic --voice openai:rehearsal\n`,
	);
	if (!signal.aborted) await once(signal, 'abort');
	await server.close();
	return exitCodes.interrupted;
};

async function listen(options: Input['options']): ReturnType<typeof serveRehearsal> {
	const port = numberOption(options, 'port', {flag: '--port', to: 65_535});
	const ttft = numberOption(options, 'ttft', {flag: '--ttft'});
	const tps = numberOption(options, 'tps', {flag: '--tps', whole: false});
	const turnTokens = numberOption(options, 'turnTokens', {flag: '--turn-tokens', from: 1});
	const jsonTokens = numberOption(options, 'jsonTokens', {flag: '--json-tokens', from: 1});
	const contextTokens = numberOption(options, 'context', {flag: '--context', from: 1});
	const faults = listOption(options, 'fault').map(readFault);
	try {
		return await serveRehearsal({
			rehearse,
			faults,
			...(port !== undefined && {port}),
			...(ttft !== undefined && {ttft}),
			...(tps !== undefined && {tps}),
			...(turnTokens !== undefined && {turnTokens}),
			...(jsonTokens !== undefined && {jsonTokens}),
			...(contextTokens !== undefined && {contextTokens}),
		});
	} catch (error) {
		if (!['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '')) throw error;
		throw new UsageError(
			{what: 'The port is not available', value: port, from: '--port', todo: 'Name another, or none for a free one.'},
			{cause: error},
		);
	}
}

function readFault(text: string): ServerFault {
	const fault = parseFault(text);
	if (typeof fault === 'string')
		throw new UsageError({what: 'There is no such fault', value: text, from: '--fault', todo: fault});
	return fault;
}
