/** A debate spoken by espeak-ng, and what sox and ffprobe say of the files. */
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {absent} from './absent.ts';

const has = (program: string, flag: string): boolean => spawnSync(program, [flag]).status === 0;
const missing = [
	...(has('espeak-ng', '--version') ? [] : ['espeak-ng']),
	...(has('sox', '--version') ? [] : ['sox']),
	...(has('ffmpeg', '-version') ? [] : ['ffmpeg']),
];
const why = absent(missing.join(' and '), missing.length === 0, 'install it');
const program = path.resolve('bin/rostrum.js');

/** A debate's folder, a home, and the command that speaks it. */
function prepared() {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-voice-'));
	cpSync(path.resolve('test/fixtures/journals-0.1.0/model-duel/debate.jsonl'), path.join(folder, 'debate.jsonl'));
	const env = {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: mkdtempSync(path.join(tmpdir(), 'rostrum-home-'))};
	const args = [program, 'voice', folder, '--engine', 'espeak-ng'];
	const sounds = () => readdirSync(path.join(folder, 'sound', 'audio')).filter(name => name.endsWith('.wav'));
	return {folder, env, args, sounds};
}

const seconds = (text: string): number => Number(text.trim());

it.skipIf(why !== '')(
	`a debate is spoken, killed half-way and gone on with, and its captions fit what is heard${why}`,
	async () => {
		const {folder, env, args, sounds} = prepared();
		const first = spawn(process.execPath, args, {env, stdio: ['ignore', 'ignore', 'pipe']});
		await new Promise<void>(resolve => first.stderr.on('data', text => /^1 of/mu.test(String(text)) && resolve()));
		first.kill('SIGKILL');
		await new Promise(resolve => first.once('close', resolve));
		const spokenBefore = new Map(
			sounds().map(name => [name, statSync(path.join(folder, 'sound', 'audio', name)).mtimeMs]),
		);
		expect(spokenBefore.size).toBeGreaterThan(0);
		const {stderr} = spawnSync(process.execPath, args, {env, encoding: 'utf8'});
		expect(stderr).toContain('there already');
		for (const [name, time] of spokenBefore)
			expect(statSync(path.join(folder, 'sound', 'audio', name)).mtimeMs).toBe(time);

		const wav = path.join(folder, 'sound', 'episode.wav');
		const length = seconds(execFileSync('soxi', ['-D', wav], {encoding: 'utf8'}));
		const {segments} = Object(JSON.parse(readFileSync(path.join(folder, 'sound', 'episode.transcript.json'), 'utf8')));
		expect(Math.abs(segments.at(-1).endTime - length)).toBeLessThan(0.05);
		const probe = [
			'-v',
			'error',
			'-show_entries',
			'format=duration',
			'-of',
			'csv=p=0',
			path.join(folder, 'sound', 'episode.mp3'),
		];
		const mp3 = seconds(execFileSync('ffprobe', probe, {encoding: 'utf8'}));
		expect(Math.abs(mp3 - length)).toBeLessThan(0.05);

		// ffmpeg hears every sentence that nobody speaks over begin where the transcript says.
		const {stderr: heard} = spawnSync('ffmpeg', ['-i', wav, '-af', 'silencedetect=n=-48dB:d=0.12', '-f', 'null', '-'], {
			encoding: 'utf8',
		});
		const silences = [...heard.matchAll(/silence_end: ([\d.]+)/gu)].map(([, at]) => Number(at));
		let before = 0;
		for (const {startTime, endTime, body} of segments) {
			if (startTime > before)
				expect(
					silences.some(at => Math.abs(at - startTime) < 0.1),
					`${startTime}: ${body}`,
				).toBe(true);
			before = Math.max(before, endTime);
		}

		const {stderr: measured} = spawnSync('ffmpeg', ['-i', wav, '-af', 'ebur128=peak=true', '-f', 'null', '-'], {
			encoding: 'utf8',
		});
		const summary = measured.slice(measured.lastIndexOf('Summary'));
		expect(Math.abs(Number(/I:\s+(-[\d.]+) LUFS/u.exec(summary)?.[1]) + 19)).toBeLessThan(0.5);
		expect(Number(/Peak:\s+(-[\d.]+) dBFS/u.exec(summary)?.[1])).toBeLessThanOrEqual(-1);
	},
	180_000,
);
