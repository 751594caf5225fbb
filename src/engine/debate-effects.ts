/** What a Code Debate's script performs on the shared file: waiting for a turn, appending, and following as a viewer. */
import {cleanText} from '../debate/intake.ts';
import {Append, AwaitTurn, NextSection} from '../protocols/code-debate/effects.ts';
import {parseDebate, type DebateFile} from '../protocols/code-debate/file.ts';
import {standingOf, type Standing} from '../protocols/code-debate/turns.ts';
import {appendSections, readDebateFile, type Pen, type Reading} from './debate-file.ts';
import {waitForFile} from './file-watch.ts';

type Effects = Readonly<Record<string, (input: unknown, signal: AbortSignal) => Promise<unknown>>>;

/** `onLook` hears what was seen whenever the file has changed. */
type Watching = {readonly file: string; readonly pollMs: number; readonly onLook?: (standing: Standing, file: DebateFile) => void};

const given = ({text, checksum}: Reading): Reading => ({text: cleanText(text), checksum});

/** For one side. The other side is waited for at most `timeoutMs` after the file has last changed. */
export function sideEffects(pen: Pen, {pollMs, timeoutMs, onLook}: Omit<Watching, 'file'> & {readonly timeoutMs: number}): Effects {
	const {file} = pen;
	return {
		async 'await-turn'(input, signal) {
			const {role} = AwaitTurn.parse(input);
			const watched = watcher({file, ...(onLook && {onLook})});
			return waitForFile({file, pollMs: Math.min(pollMs, timeoutMs), signal}, elapsed => {
				const {reading, standing, quietMs} = watched();
				const came = (how: 'turn' | 'over' | 'timed-out') => ({how, ...given(reading), waitedMs: Math.round(elapsed)});
				if (standing.is === 'over' && (standing.section.signature || quietMs >= Math.min(2 * pollMs, timeoutMs))) return came('over');
				if (standing.is === 'turn' && standing.role === role && reading.text !== '') return came('turn');
				return quietMs >= timeoutMs ? came('timed-out') : undefined;
			});
		},
		async append(input) {
			const result = await appendSections(pen, Append.parse(input));
			return result.done ? {done: true, ...given(result)} : result;
		},
	};
}

/** For a viewer. `ended` resolves, with the reason, when nobody is left who could write. */
export function viewEffects({ended, ...watching}: Watching & {readonly ended?: Promise<string>}): Effects {
	const watched = watcher(watching);
	let end: string | undefined;
	void ended?.then(why => {
		end = why;
	});
	return {
		async 'next-section'(input, signal) {
			const {seen} = NextSection.parse(input);
			return waitForFile({...watching, signal, ...(ended && {also: ended})}, () => {
				const over = end;
				const {reading, standing, file, quietMs} = watched();
				const complete = file.sections.filter(({signature}) => signature).length;
				const settled = standing.is === 'over' && quietMs >= 2 * watching.pollMs;
				if (complete > seen || settled) return {how: 'section', ...given(reading)};
				return over === undefined ? undefined : {how: 'ended', ...given(reading), why: over};
			});
		},
	};
}

type Look = {readonly reading: Reading; readonly file: DebateFile; readonly standing: Standing; /** Milliseconds since it last changed. */ readonly quietMs: number};

/** Reads the file at most once a change. A file that is gone counts as it was last: it may be in the middle of being replaced. */
function watcher({file, onLook}: Pick<Watching, 'file' | 'onLook'>): () => Look {
	let last: Omit<Look, 'quietMs'> = {reading: {text: '', checksum: ''}, file: parseDebate(''), standing: standingOf(parseDebate(''))};
	let changedAt: number | undefined;
	return () => {
		const now = performance.now();
		const reading = readDebateFile(file);
		if (reading && reading.checksum !== last.reading.checksum) {
			const parsed = parseDebate(reading.text);
			last = {reading, file: parsed, standing: standingOf(parsed)};
			changedAt = now;
			onLook?.(last.standing, parsed);
		}
		changedAt ??= now;
		return {...last, quietMs: now - changedAt};
	};
}
