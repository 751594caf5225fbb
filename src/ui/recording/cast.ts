/** The stage as an asciinema recording, version 2 (https://docs.asciinema.org/manual/asciicast/v2/). */
import {dirname, join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import type {JournalEvent} from '../../debate/events.ts';
import type {DebateState, SessionEvent} from '../../debate/state.ts';
import {episodeInSteps, type EpisodeOptions, noteOf} from '../../exports/episode.ts';
import type {Stepwise} from '../../exports/pieces.ts';
import {breather, foldPatiently, resultPatiently, eventsIn} from '../../app/files/read-debate.ts';
import {castFile} from '../../app/files/export-formats.ts';
import type {WatchedWrite} from '../../app/files/exports.ts';
import {timedWords} from '../../engine/context.ts';
import type {FrameSize} from './stage-frames.tsx';
import {writeWholeInPieces} from '../../engine/host/write-whole.ts';

/** Milliseconds between two frames while words come: one or two words, at the pace of speech. */
const step = 600;

/** The events of a journal at the time of the episode, words spread over each sentence's own. */
type TimedEvent = {readonly at: number; readonly event: SessionEvent};

/** Lines of the file. The whole takes some seconds an hour of speech. The events are read twice, and never held. */
export async function* castLines(
	read: () => Iterable<JournalEvent>,
	size: FrameSize,
	options: EpisodeOptions = {},
	{signal, progress}: WatchedWrite = {},
): AsyncGenerator<string> {
	const {title, length, turns, edited} = await resultPatiently(
		outlineOf(await foldPatiently(read(), signal), options),
		signal,
	);
	const {stageFrames} = await import('./stage-frames.tsx');
	yield `${JSON.stringify({version: 2, width: size.columns, height: size.rows, title, env: {TERM: 'xterm-256color'}})}\n`;
	let before: readonly string[] | undefined;
	let at = 0;
	function* told(): Generator<readonly SessionEvent[]> {
		for (const step of stepsOf(timed(withWords(read(), edited), turns))) {
			at = step.at;
			yield step.events;
		}
	}
	const breathe = breather(signal);
	for await (const frame of stageFrames(told(), size)) {
		const data = changes(before, frame.slice(0, size.rows));
		before = frame;
		if (data !== '') yield `${JSON.stringify([Number((at / 1000).toFixed(3)), 'o', data])}\n`;
		progress?.(Math.min(1, at / length));
		await breathe();
	}
	yield `${JSON.stringify([Number((length / 1000 + 2).toFixed(3)), 'o', '\u001B[0m'])}\n`;
}

/** When a turn begins and ends, and how many characters it has. */
type TurnTime = {readonly start: number; readonly end: number; readonly characters: number};

/** A turn's edited words, and how many characters it had. */
type EditedTurn = {readonly text: string; readonly was: number};

type Outline = {
	readonly title: string;
	readonly length: number;
	readonly turns: ReadonlyMap<string, TurnTime>;
	readonly edited: ReadonlyMap<string, EditedTurn>;
};

/** All that the recording needs of the whole: the texts themselves are not kept while it is drawn. */
function* outlineOf(state: DebateState, options: EpisodeOptions): Stepwise<Outline> {
	const episode = yield* episodeInSteps(state, options);
	const edited = new Map<string, EditedTurn>();
	for (const [place, {id, text}] of state.turns.entries()) {
		const now = episode.state.turns[place]?.text ?? text;
		if (now !== text) edited.set(id, {text: now, was: text.length});
	}
	const turns = new Map<string, TurnTime>();
	for (const {turn, start, end} of episode.segments)
		turns.set(turn.id, {
			start: turns.get(turn.id)?.start ?? start,
			end,
			characters: (edited.get(turn.id) ?? turn).text.length,
		});
	return {title: `${state.start?.subject.text ?? ''} — ${noteOf(episode)}`, length: episode.length, turns, edited};
}

/** The events with the edited words, a share of them for each share of a turn's own. */
function* withWords(events: Iterable<JournalEvent>, edited: ReadonlyMap<string, EditedTurn>): Generator<JournalEvent> {
	const done = new Map<string, {readonly was: number; readonly now: number}>();
	for (const event of events) {
		const turn = 'turnId' in event ? edited.get(event.turnId ?? '') : undefined;
		if (turn && event.type === 'turn-delta') {
			const before = done.get(event.turnId) ?? {was: 0, now: 0};
			const was = before.was + event.text.length;
			const share = Math.round((turn.text.length * was) / Math.max(1, turn.was));
			const now = was >= turn.was ? turn.text.length : Math.max(before.now, turn.text.lastIndexOf(' ', share) + 1);
			done.set(event.turnId, {was, now});
			yield {...event, text: turn.text.slice(before.now, now)};
		} else yield turn && event.type === 'turn-end' ? {...event, text: turn.text} : event;
	}
}

/** Only lines that are other than before; the first frame clears the screen. */
function changes(before: readonly string[] | undefined, after: readonly string[]): string {
	const lines = after.flatMap((line, row) =>
		line !== before?.[row] ? [`\u001B[${row + 1};1H\u001B[0m${line}\u001B[0m\u001B[K`] : [],
	);
	return lines.length === 0 ? '' : `${before === undefined ? '\u001B[?25l\u001B[2J' : ''}${lines.join('')}`;
}

/** Facts where their turn is; what came before a turn with it. Words come one after the other, as on the stage. */
function* timed(events: Iterable<JournalEvent>, turns: ReadonlyMap<string, TurnTime>): Generator<TimedEvent> {
	const said = new Map<string, number>();
	let now = 0;
	for (const event of events) {
		if (event.type === 'turn-start') now = Math.max(now, turns.get(event.turnId)?.start ?? now);
		if (event.type === 'turn-delta') {
			const {start = now, end = now, characters = 1} = turns.get(event.turnId) ?? {};
			const done = said.get(event.turnId) ?? 0;
			const at = (place: number): number => Math.max(now, start + ((end - start) * place) / Math.max(1, characters));
			let place = done;
			for (const {word} of timedWords(event.text, 0)) {
				now = at(place);
				place += word.length;
				yield {at: now, event: {type: 'turn-token', turnId: event.turnId, text: word}};
			}
			said.set(event.turnId, done + event.text.length);
			now = at(done + event.text.length);
		}
		if (event.type === 'turn-end') now = Math.max(now, turns.get(event.turnId)?.end ?? now);
		yield {at: now, event};
	}
}

/** The events of each second together. */
function* stepsOf(events: Iterable<TimedEvent>): Generator<{readonly at: number; readonly events: SessionEvent[]}> {
	let current: {at: number; events: SessionEvent[]} | undefined;
	for (const {at, event} of events) {
		if (current && at - current.at < step) current.events.push(event);
		else {
			if (current) yield current;
			current = {at, events: [event]};
		}
	}
	if (current) yield current;
}

// Writes the recording of the stage next to a journal, and shows beforehand what it will look like.

/** The terminal that is recorded where no other is asked for. */
const usualSize = {columns: 100, rows: 30} as const;

/** Returns the path. A recording that is there already is replaced when the new one is whole. */
export async function writeCast(journal: string, writing: WatchedWrite = {}): Promise<string> {
	const path = join(dirname(journal), castFile);
	await writeWholeInPieces(path, async write => {
		for await (const line of castLines(() => eventsIn(journal), usualSize, {}, writing)) write(line);
	});
	return path;
}

const previewSize = {columns: 56, rows: 18} as const;

/** What will be recorded, and an early picture of it on a small terminal. */
export async function previewCast(journal: string): Promise<string> {
	const {columns, rows} = usualSize;
	const {stageFrames} = await import('./stage-frames.tsx');
	let picture: readonly string[] = [];
	for await (const frame of stageFrames(firstTurns(eventsIn(journal)), previewSize)) picture = frame;
	return [
		`The stage from beginning to end, at ${columns} columns and ${rows} rows, in the time that the words take to speak.`,
		`"asciinema play ${castFile}" shows it; "rostrum export --to cast --size 80x24" records another size.`,
		'',
		...picture.slice(0, previewSize.rows).map(text => stripVTControlCharacters(text).trimEnd()),
	].join('\n');
}

/** The events until the second turn has ended, up to each turn's end together. */
function* firstTurns(events: Iterable<JournalEvent>): Generator<readonly JournalEvent[]> {
	let step: JournalEvent[] = [];
	let ended = 0;
	for (const event of events) {
		step.push(event);
		if (event.type !== 'turn-end') continue;
		yield step;
		if (++ended === 2) return;
		step = [];
	}
	yield step;
}
