/** What is killed: debates of all formats to their last export, and batch, inbox, join and voice. */
import {existsSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {makeExport} from '../../src/app/files/exports.ts';
import {findFormat} from '../../src/app/files/export-formats.ts';
import {eventsIn} from '../../src/app/files/read-debate.ts';
import {readWav} from '../../src/app/sound/wav.ts';
import {fold} from '../../src/debate/reduce.ts';
import {parseDebate, turnStateOf, violationIn} from '../../src/formats/code-debate/file.ts';
import {verifyDuelLog} from '../../src/formats/model-duel/host/duel-log.ts';
import {fixtureRepo} from '../formats/builder-reviewer/run-build.ts';
import {hasEnded, journalsIn, textOf, type Place, type Work} from './harness.ts';

const exportsWanted = ['md', 'html', 'svg'];
const kinds = exportsWanted.map(id => findFormat(id, '--export'));
const code = 'export const sum = (a: number, b: number): number => a - b;\n';

/** What to debate, by format. */
const subjects: Readonly<Record<string, (folder: string) => readonly string[]>> = {
	duelogic: () => ['--preset', 'classic_clash', '--topic', 'Voting is a duty.', '--set', 'flow.maxExchanges=3'],
	'model-duel': () => ['--task', 'Write a note on why backups are tested.'],
	'adversarial-spec': () => ['--topic', '# Login\n\nThe user logs in fast.\n', '--set', 'maxRounds=1'],
	'builder-reviewer': () => ['--goal', 'Document the sums', '--repo', fixtureRepo(), '--check', 'true'],
	motion: () => ['--topic', 'Voting is a duty.', '--style', 'short'],
	'code-debate'(folder) {
		writeFileSync(path.join(folder, 'sum.ts'), code);
		return ['--files', path.join(folder, 'sum.ts')];
	},
};

const voiceOf = ({voice}: Place): string => (voice === 'server' ? 'openai:test' : 'rehearsal');
/** Nobody has to hear the end. */
const manner = ({pace}: Place, last: boolean): string[] => [
	'--headless',
	'--pace',
	last || pace === 'instant' ? 'instant' : '10000',
];

/** Whether a debate has its end, and beside its journal its exports and its signature. */
function isOver(journal: string, exports = kinds.slice(0, 1)): boolean {
	if (!hasEnded(journal)) return false;
	const state = fold(eventsIn(journal));
	const owed = exports.map(kind => path.join(path.dirname(journal), kind.file(state)));
	return [...owed, `${journal}.sig`].every(file => existsSync(file));
}

/** One debate, resumed until its exports and its signature are there. */
function debate(format: string, place: Place): Work {
	const {folder, out} = place;
	const what = [...(subjects[format]?.(folder) ?? []), '--export', exportsWanted.join(',')];
	const seats = ['--voice', voiceOf(place), '--seed', '7', '--out', out];
	/** That of the debate itself, and not of a side that it has started. */
	const journal = (): string | undefined => journalsIn(out).find(file => path.dirname(path.dirname(file)) === out);
	return {
		logs: [],
		commands(last) {
			const file = journal();
			return file === undefined
				? [['run', format, ...what, ...seats, ...manner(place, last)]]
				: [['resume', path.dirname(file), ...manner(place, last)]];
		},
		async isDone() {
			const file = journal();
			return file !== undefined && isOver(file, kinds);
		},
		async faults() {
			const file = journal();
			if (file === undefined) return ['there is no debate'];
			const state = fold(eventsIn(file));
			const wrong = await Promise.all(
				kinds.map(async kind => {
					const written = textOf(path.join(path.dirname(file), kind.file(state)));
					return written === (await makeExport(file, kind))
						? []
						: [`${kind.file(state)} is not what the journal makes`];
				}),
			);
			return [...wrong.flat(), ...(state.outcome === 'failed' ? ['it failed for good'] : [])];
		},
	};
}

/** Two debates at once, with sides swapped; the same command goes on. */
function batch(place: Place): Work {
	const {folder, out} = place;
	const file = path.join(folder, 'matrix.json');
	const debaters = ['a farmer', 'a clerk'].map(persona => ({voice: voiceOf(place), persona}));
	const matrix = {
		formats: ['motion'],
		topics: ['Voting is a duty.'],
		debaters,
		judges: [voiceOf(place)],
		config: {style: 'short'},
	};
	writeFileSync(file, JSON.stringify(matrix));
	return {
		logs: [],
		commands: () => [['batch', file, '--headless', '--force', '--out', out]],
		async isDone() {
			const journals = journalsIn(out);
			return journals.length === 2 && journals.every(journal => isOver(journal));
		},
		async faults() {
			const journals = journalsIn(out);
			const failed = journals.filter(one => fold(eventsIn(one)).outcome === 'failed');
			return [
				...(journals.length === 2 ? [] : [`${journals.length} debates in place of 2`]),
				...failed.map(one => `${one} failed for good`),
			];
		},
	};
}

const tasks = ['t-1', 't-2', 't-3'];

/** A queue of three tasks, worked through each once. */
function inbox(place: Place): Work {
	const {folder, out} = place;
	const [queue, log] = [path.join(folder, 'inbox.jsonl'), path.join(folder, 'duels.jsonl')];
	const line = (taskId: string): string =>
		JSON.stringify({taskId, ackId: `ack-${taskId}`, duelMode: true, text: `Write a note on ${taskId}.`});
	writeFileSync(queue, `${tasks.map(line).join('\n')}\n`);
	const from = ['--inbox', queue, '--inbox-idle', '200', '--log', log];
	const finals = (): string[] =>
		textOf(log)
			.split('\n')
			.filter(text => text.includes('"type":"final"'))
			.map(text => /"taskId":"(?<id>[^"]*)"/u.exec(text)?.groups?.['id'] ?? '');
	const isWhole = (): boolean => journalsIn(out).length >= tasks.length && journalsIn(out).every(one => isOver(one));
	return {
		logs: [log],
		commands: () => [['run', 'model-duel', ...from, '--voice', voiceOf(place), '--headless', '--out', out]],
		isDone: async () => tasks.every(task => finals().includes(task)) && isWhole(),
		async faults() {
			const {faults} = verifyDuelLog(log);
			return [
				...(finals().toSorted().join() === tasks.join() ? [] : [`finished: ${finals().join()}`]),
				...faults.map(({line: at, what}) => `the log: line ${at} ${what}`),
			];
		},
	};
}

/** Two programs that debate through one DEBATE.md, killed together. */
function join(place: Place): Work {
	const {folder, out} = place;
	const file = path.join(folder, 'DEBATE.md');
	writeFileSync(path.join(folder, 'sum.ts'), code);
	/** The sides that have not ended: one that has is over, and says so. */
	const open = (): ('A' | 'B')[] =>
		(['A', 'B'] as const).filter(
			role => !sides().some(journal => isOver(journal) && textOf(journal).includes(`"role":"${role}"`)),
		);
	const common = ['--files', path.join(folder, 'sum.ts'), '--seed', '7', '--wait', '60', '--poll', '1', '--out', out];
	const side = (role: 'A' | 'B', last: boolean): string[] => [
		'join',
		file,
		'--side',
		role,
		'--voice',
		voiceOf(place),
		...common,
		...manner(place, last),
	];
	const sides = () => journalsIn(out);
	return {
		logs: [file],
		commands: last => open().map(role => side(role, last)),
		isDone: async () => sides().length >= 2 && sides().every(one => isOver(one)),
		async faults() {
			const parsed = parseDebate(textOf(file));
			const wrong = violationIn(parsed);
			const {is} = turnStateOf(parsed);
			return [
				...(sides().length === 2 ? [] : [`${sides().length} sides in place of 2`]),
				...(wrong === undefined ? [] : [`DEBATE.md: ${wrong}`]),
				...(is === 'over' ? [] : [`DEBATE.md is not over: ${is}`]),
			];
		},
	};
}

/** A debate that was held is spoken by a server; what was spoken is kept. */
function voice(place: Place): Work {
	const {folder, speech} = place;
	const sample = path.resolve('transcripts/sample-four-day-week/debate.jsonl');
	const journal = path.join(folder, 'debate.jsonl');
	writeFileSync(journal, readFileSync(sample));
	const sound = path.join(folder, 'sound');
	const sounds = path.join(sound, 'audio');
	const spoken = (): string[] => (existsSync(sounds) ? readdirSync(sounds).filter(name => name.endsWith('.wav')) : []);
	const episode = path.join(sound, 'episode.wav');
	const ends = [episode, path.join(sound, 'episode.mp3'), path.join(sound, 'episode.vtt')];
	const torn = (file: string): string[] => {
		const bytes = readFileSync(file);
		const isWhole =
			bytes.length >= 44 && bytes.readUInt32LE(4) + 8 === bytes.length && readWav(bytes).samples.length > 0;
		return isWhole ? [] : [`${path.basename(file)} is torn`];
	};
	return {
		logs: [],
		progress: () => spoken().length,
		commands: () => [['voice', journal, '--engine', speech, '--headless']],
		isDone: async () => ends.every(file => existsSync(file)),
		faultsNow: () =>
			[episode, ...spoken().map(name => path.join(sounds, name))].filter(file => existsSync(file)).flatMap(torn),
		async faults() {
			const left = readdirSync(sound).filter(name => name.startsWith('episode') && /part|tmp|ffmeta/u.test(name));
			return left.map(name => `${name} was left`);
		},
	};
}

/** What can be killed, by name. */
export const works: Readonly<Record<string, (place: Place) => Work>> = {
	...Object.fromEntries(Object.keys(subjects).map(format => [format, (place: Place) => debate(format, place)])),
	batch,
	inbox,
	join,
	voice,
};
