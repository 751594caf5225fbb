/** Programs that play a WAV file: the first that is installed, or one of the user's own. */
import {execa} from 'execa';
import {redact} from '../../../debate/text/redact.ts';
import {isInstalled} from '../../voices/installed-agents.ts';
import {NoSound} from '../wav.ts';

/** The file stands behind these words, or in place of `{}`. */
export type Player = {readonly command: string; readonly args: readonly string[]};

/** Those that belong to a system's sound come before those that bring a window or a decoder along. */
const players: readonly Player[] = [
	{command: 'afplay', args: []},
	{command: 'pw-play', args: []},
	{command: 'paplay', args: []},
	{command: 'aplay', args: ['-q']},
	{command: 'ffplay', args: ['-nodisp', '-autoexit', '-loglevel', 'error']},
	{command: 'mpv', args: ['--no-video', '--really-quiet']},
	{command: 'play', args: ['-q']},
];

export const playerNames = players.map(({command}) => command).join(', ');

/** `written` is the user's own command line, without quotes; `programs` the folders of PATH. */
export function findPlayer(written: string | undefined, programs: readonly string[]): Player | undefined {
	if (written === undefined) return players.find(({command}) => isInstalled(command, programs));
	const [command = '', ...args] = written.trim().split(/\s+/u);
	return {command, args};
}

/** Milliseconds beyond its length after which a player is held to hang. */
const patience = 10_000;

/** Plays a file to its end; resolves at once when the signal aborts. Rejects with `NoSound` where the player fails. */
export async function play({command, args}: Player, file: string, ms: number, signal: AbortSignal): Promise<void> {
	const line = args.includes('{}') ? args.map(arg => (arg === '{}' ? file : arg)) : [...args, file];
	const {exitCode, timedOut, stderr, shortMessage} = await execa(command, line, {
		reject: false,
		cancelSignal: signal,
		forceKillAfterDelay: 500,
		timeout: ms + patience,
		stdin: 'ignore',
		stdout: 'ignore',
	});
	if (signal.aborted || exitCode === 0) return;
	if (timedOut) throw new NoSound(`${command} did not end in time`);
	throw new NoSound(`${command} failed: ${redact(stderr.trim().slice(-200)) || (shortMessage ?? '')}`);
}
