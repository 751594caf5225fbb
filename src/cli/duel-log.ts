/** `rostrum duel-log append`: the one writer of a duel log, for other programs. */
import {text} from 'node:stream/consumers';
import {UsageError} from '../debate/usage-error.ts';
import {parseJsonIfValid} from '../debate/text/json.ts';
import {expandPath} from '../engine/host/expand-path.ts';
import {exitCodes} from '../formats/contract.ts';
import {textOption} from '../formats/options.ts';
import {appendEvent, NotAppended} from '../formats/model-duel/host/append-event.ts';
import {duelLogName} from '../formats/model-duel/host/duel-log.ts';
import {describeFaults, readNewEvent} from '../formats/model-duel/log.ts';
import type {Run} from './command.ts';

export const run: Run = async ({args: [action], options}, {cwd, stdin, stdout, stderr}) => {
	if (action !== 'append')
		throw new UsageError({
			what: 'There is no such action',
			value: action ?? '',
			from: 'the command line',
			todo: 'Write "rostrum duel-log append", with an event a line on standard input.',
		});
	const file = expandPath(cwd, textOption(options, 'log') ?? duelLogName);
	const given = textOption(options, 'event') ?? (await text(stdin));
	const lines = given.split('\n').filter(line => line.trim() !== '');
	if (lines.length === 0)
		throw new UsageError({
			what: 'There is no event to append',
			from: 'standard input',
			todo: 'Give one JSON object a line.',
		});
	const events = lines.map((line, at) => newEventIn(line, at + 1));
	for (const event of events) {
		try {
			const {event: written, tornInto} = await appendEvent(file, event);
			if (tornInto !== undefined)
				stderr.write(`The last line of ${file} had been cut short; it was set aside in ${tornInto}.\n`);
			stdout.write(`${JSON.stringify(written)}\n`);
		} catch (error) {
			if (!(error instanceof NotAppended)) throw error;
			stderr.write(`${error.message}\n`);
			return exitCodes.unwell;
		}
	}
	return exitCodes.ok;
};

function newEventIn(line: string, number: number) {
	const read = readNewEvent(parseJsonIfValid(line));
	if ('event' in read) return read.event;
	throw new UsageError({
		what: `Line ${number} is no event: ${describeFaults(read.faults)}`,
		value: line.length > 200 ? `${line.slice(0, 200)}…` : line,
		from: 'standard input',
		todo: 'See "rostrum help model-duel" for the fields of each type.',
	});
}
