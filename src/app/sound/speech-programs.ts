/** Programs of this machine that read a text and write a WAV file: three that are known, and any that a user names. */
import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {execa} from 'execa';
import {z} from 'zod';
import {cleanText} from '../../debate/text/intake.ts';
import {redact} from '../../debate/text/redact.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {readRegularBytes, readRegularFile} from '../../engine/host/regular-file.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import type {SpeechRequest, SpeechVoice} from './speech-voice.ts';
import {NoSound, readWav, type Sound} from './wav.ts';

type Program = {
	/** Voices that are told apart well, in the order in which they are given out; `named` stands behind its name. */
	readonly voices: (language: string, named: string) => readonly string[];
	readonly voice: (voice: string) => Pick<SpeechVoice, 'speak' | 'close' | 'takesRate'>;
};

/** Characters that a program is given at once. */
const limit = 4000;

/**
 * Voices of espeak-ng, with its pitch behind an `@` where it is not the usual one: measured at 106, 216, 130, 181, 78,
 * 155, 256 and 94 Hz, each at least an eighth from its neighbours.
 */
const apartByPitch = ['m3', 'f3', 'm7@70', 'f1', 'm1@30', 'f4@35', 'f3@70', 'm4'] as const;

const known: Readonly<Record<string, Program>> = {
	'espeak-ng': {
		voices: language =>
			apartByPitch.map((variant, place) => `${language === 'en' && place % 2 === 1 ? 'en-us' : language}+${variant}`),
		voice(voice) {
			const [variant = '', pitch = ''] = voice.split('@');
			const raised = /^\d{1,2}$/u.test(pitch) ? ['-p', pitch] : [];
			return perText(['espeak-ng', '-v', variant, ...raised, '-s', '{wpm}', '-w', '{out}', '--stdin']);
		},
	},
	piper: {voices: piperVoices, voice: piperVoice},
	say: {
		voices: language => (language === 'en' ? ['Daniel', 'Samantha', 'Karen', 'Rishi', 'Moira', 'Tessa'] : []),
		voice: voice =>
			perText([...'say --file-format=WAVE --data-format=LEI16@22050 -f - -r {wpm} -o {out} -v'.split(' '), voice]),
	},
};

/** The programs that can speak. */
export const enginePrograms: readonly string[] = Object.keys(known);

/** The program that an engine starts; undefined where it is none of this machine. */
export const programOf = (engine: string): string | undefined =>
	isCommand(engine) ? commandIn(engine)[0] : programIn(engine).program && programIn(engine).name;

/** The first program of this machine that speaks without a model file. */
export async function installedEngine(): Promise<string | undefined> {
	for (const name of ['espeak-ng', 'say']) {
		const {exitCode} = await execa(name, name === 'say' ? ['-v', '?'] : ['--version'], {reject: false, timeout: 5000});
		if (exitCode === 0) return name;
	}
	return undefined;
}

/** Voices that a program gives out, as they are written: with its name; undefined where it is no program. */
export function programVoices(engine: string, language: string): string[] | undefined {
	if (isCommand(engine)) return [engine];
	const {name, program, rest} = programIn(engine);
	return program?.voices(language, rest).map(voice => `${name}:${voice}`);
}

/** Throws `UsageError` for a command that cannot be; undefined where this names no program. */
export function programVoice(spec: string): SpeechVoice | undefined {
	const {program, rest} = programIn(spec);
	const voice = isCommand(spec) ? perText(commandIn(spec)) : rest === '' ? undefined : program?.voice(rest);
	return voice && {...voice, key: spec, limit, isLocal: true};
}

function programIn(spec: string) {
	const [name = '', ...rest] = spec.split(':');
	return {name, program: Object.hasOwn(known, name) ? known[name] : undefined, rest: rest.join(':')};
}

// A program that is started for each text.

const slots = ['{out}', '{text-file}', '{text}', '{wpm}'];

/** A command line is told by a slot, or a blank before any colon: no other voice has them. */
const isCommand = (spec: string): boolean => /^[^:]*\s|\{[\w-]+\}/u.test(spec);

/** Its words, as a shell would part them; nothing else of a shell is known. */
function commandIn(line: string): readonly string[] {
	const words = Array.from(
		line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu),
		([, one, other, bare]) => one ?? other ?? bare ?? '',
	);
	const unknown = words.flatMap(word => word.match(/\{[^{}]*\}/gu) ?? []).find(slot => !slots.includes(slot));
	if (unknown !== undefined)
		throw new UsageError({
			what: 'There is no such place in a command that speaks',
			value: unknown,
			from: line,
			todo: `Write ${slots.join(', ')}; without {out} its WAV is read from stdout, without a text it is given it on stdin.`,
		});
	return words;
}

/** Speaks with a program that is given the text on stdin, in a file or as an argument. */
function perText(words: readonly string[]): Pick<SpeechVoice, 'speak' | 'takesRate'> {
	const names = (slot: string): boolean => words.some(word => word.includes(slot));
	const speak = async (text: string, {wpm, signal, timeoutMs}: SpeechRequest): Promise<Sound> =>
		inScratch(async folder => {
			const files = {text: join(folder, 'text.txt'), out: join(folder, 'speech.wav')};
			if (names('{text-file}')) writeWhole(files.text, text);
			const filling = {'{out}': files.out, '{text-file}': files.text, '{text}': text, '{wpm}': String(Math.round(wpm))};
			const values = new Map<string, string>(Object.entries(filling));
			const [command = '', ...args] = words.map(word =>
				word.replaceAll(/\{[\w-]+\}/gu, slot => values.get(slot) ?? slot),
			);
			const {exitCode, code, stdout, stderr, shortMessage} = await execa(command, args, {
				...(names('{text') ? {stdin: 'ignore' as const} : {input: text}),
				reject: false,
				encoding: 'buffer',
				cancelSignal: signal,
				timeout: timeoutMs,
			});
			signal.throwIfAborted();
			if (code === 'ENOENT') throw notFound(command);
			if (exitCode !== 0) throw failed(command, Buffer.from(stderr).toString('utf8') || (shortMessage ?? ''));
			return readWav(names('{out}') ? fileOf(command, files.out) : Buffer.from(stdout));
		});
	return {speak, ...(names('{wpm}') && {takesRate: true})};
}

const notFound = (command: string): NoSound =>
	new NoSound(`${command} was not found: install it, or name another with --engine`);

const failed = (command: string, told: string): NoSound =>
	new NoSound(`${command} failed: ${cleanText(redact(told.trim().slice(-300)))}`);

function fileOf(command: string, file: string): Buffer {
	try {
		return readRegularBytes(file);
	} catch (error) {
		if (errorCode(error) !== 'ENOENT') throw error;
		throw new NoSound(`${command} wrote no sound to {out}`);
	}
}

async function inScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-speech-'));
	try {
		return await use(folder);
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

// piper loads a model in a second or two: one process speaks all that a voice says at a rate.

/** Speakers of a model that are given out at most. */
const mostSpeakers = 8;

const ModelConfig = z.object({num_speakers: z.number().int().positive().catch(1)});

/** Of a folder its models, those of the language first asked; of a model its speakers. */
function piperVoices(language: string, named: string): string[] {
	if (named === '') return [];
	if (statSync(named, {throwIfNoEntry: false})?.isDirectory() !== true) return speakersOf(named);
	const models = readdirSync(named).filter(name => name.endsWith('.onnx'));
	const own = models.filter(name => name.startsWith(`${language}_`));
	const lists = (own.length > 0 ? own : models).toSorted().map(name => speakersOf(join(named, name)));
	return lists.flat().slice(0, mostSpeakers);
}

function speakersOf(model: string): string[] {
	const config = `${model}.json`;
	if (model.includes('#') || !statSync(config, {throwIfNoEntry: false})) return [model];
	const {num_speakers: count} = ModelConfig.parse(JSON.parse(readRegularFile(config)));
	const given = Math.min(count, mostSpeakers);
	return count === 1 ? [model] : Array.from({length: given}, (_, at) => `${model}#${Math.floor((at * count) / given)}`);
}

/** Words a minute of a voice of usual length, to begin with. */
const piperPace = 150;

function piperVoice(voice: string): Pick<SpeechVoice, 'speak' | 'close' | 'takesRate'> {
	const [model = '', speaker] = voice.split('#');
	let kept: {readonly scale: string; readonly process: Piper} | undefined;
	return {
		takesRate: true,
		async speak(text, {wpm, signal, timeoutMs}) {
			const scale = (piperPace / wpm).toFixed(3);
			if (kept?.scale !== scale || kept.process.isOver()) {
				kept?.process.end();
				const args = [
					'--model',
					model,
					'--length_scale',
					scale,
					...(speaker === undefined ? [] : ['--speaker', speaker]),
				];
				kept = {scale, process: startedPiper(args)};
			}
			return kept.process.say(text, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
		},
		close() {
			kept?.process.end();
		},
	};
}

type Piper = {
	readonly say: (text: string, signal: AbortSignal) => Promise<Sound>;
	readonly isOver: () => boolean;
	readonly end: () => void;
};

/** It reads a line, writes a file into the folder, and tells its path. */
function startedPiper(args: readonly string[]): Piper {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-speech-'));
	const running = execa('piper', [...args, '--output_dir', folder], {
		reject: false,
		all: true,
		buffer: false,
		env: {PYTHONUNBUFFERED: '1'},
	});
	const lines = running.iterable({from: 'all'})[Symbol.asyncIterator]();
	let [isOver, told] = [false, ''];
	const over = running.then(({code}) => {
		isOver = true;
		rmSync(folder, {recursive: true, force: true});
		return code;
	});
	const end = (): void => void running.kill();

	async function next(text: string, signal: AbortSignal): Promise<Sound> {
		signal.addEventListener('abort', end, {once: true});
		running.stdin.write(`${text.replaceAll(/\s+/gu, ' ')}\n`);
		for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
			const [name] = /[^/\\]+\.wav\s*$/u.exec(line.value) ?? [];
			if (name === undefined || !line.value.includes(basename(folder))) told = `${told}\n${line.value}`.slice(-300);
			else {
				signal.removeEventListener('abort', end);
				return readWav(readRegularBytes(join(folder, name.trim())));
			}
		}
		throw (await over) === 'ENOENT' ? notFound('piper') : failed('piper', told);
	}

	let last: Promise<unknown> = Promise.resolve();
	return {
		say(text, signal) {
			const coming = last.catch(() => undefined).then(() => next(text, signal));
			last = coming;
			return coming;
		},
		isOver: () => isOver,
		end,
	};
}
