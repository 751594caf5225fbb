/** A turn, from the word given to the last thing heard of it. */
import type {SoFar, SpeakOptions, Cut, Floor} from '../../debate/protocol.ts';
import {SentenceStream} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';
import {reduce} from '../../debate/reduce.ts';
import {speaking} from '../../debate/queries.ts';
import type {Turn} from '../../debate/state.ts';
import type {Prefetch} from './prefetch.ts';
import type {TurnStream, TurnStreamEnd} from './turn-stream.ts';
import {sha256} from '../host/hash.ts';
import {unlessAborted} from '../context/ending.ts';
import {failsAgain, putOut, settleSeat} from './seats.ts';
import {sitsThere} from './people.ts';
import type {RunContext} from '../context/run-context.ts';

export type Speech = {
	readonly participant: string;
	readonly options: SpeakOptions;
	readonly step: string;
	readonly draft: TurnStream;
	/** A floor for what goes on beside this turn, by sentence. */
	readonly floorAt: (place: string) => Floor;
};

/**
 * Lets a draft be heard as a turn: takes the word, lets the sentences out at the pace, and ends with what was heard.
 * Gives
 * nothing where nothing was heard and another voice has been put in the seat since: the turn is that one's then.
 */
export async function speak(world: RunContext, ahead: Prefetch, speech: Speech): Promise<Turn | undefined> {
	const {draft, options, participant} = speech;
	// Others may speak while a person types.
	if (options.amid || draft.typed) await orOver(world, draft.ready());
	if (draft.typed && draft.text === '' && !sitsThere(world, participant)) return undefined;
	const handBack = await world.speakingLock.take(options.amid ?? false, world.over.signal);
	try {
		const turnId = start(world, speech);
		if (options.ahead && world.pace.wordsAMinute > 0) expectAhead(world, ahead, draft, turnId, options.ahead);
		const heard = await hear(world, speech, turnId);
		if (heard.cut || heard.short) draft.withdraw('cut off');
		const lost = lostVoice(world, speech);
		const replaced = lost !== undefined && (await settleSeat(world, participant, lost)) === 'replaced';
		if (replaced && heard.text.trim() === '') return giveUp(world, turnId, draft.end?.reason);
		finish(world, speech, turnId, heard);
		if (lost !== undefined && !replaced) putOut(world, participant, lost);
		return turnOf(world, turnId);
	} finally {
		if (!draft.end) draft.withdraw('the debate ended');
		handBack();
	}
}

/** Why the voice of a turn that failed is not asked again; a person may try as often as they like. */
function lostVoice(world: RunContext, {participant, draft: {end}}: Speech): string | undefined {
	if (end?.finish !== 'failed' || sitsThere(world, participant)) return undefined;
	return end.out ?? failsAgain(world, participant, end.reason ?? 'no reason given');
}

/** Closes a turn that is said again: without its step, as after a crash. */
function giveUp(world: RunContext, turnId: string, reason = 'gave no answer'): undefined {
	world.emit({type: 'turn-end', turnId, text: '', finish: 'failed', reason, contentHash: sha256(''), totalMs: 0});
}

/** The same for a turn that the journal holds: it is heard again by the script, and watched again, at its own time. */
export async function recallTurn(world: RunContext, speech: Omit<Speech, 'draft'>): Promise<Turn> {
	const {options, step} = speech;
	const begun = orOver(world, world.history.begun(step));
	if (options.amid) await begun;
	const handBack = await world.speakingLock.take(options.amid ?? false, world.over.signal);
	try {
		const event = await begun;
		const turnId = 'turnId' in event ? event.turnId : '';
		const watcher = watchOver(world, speech, turnId);
		const said: string[] = [];
		world.toldSentence.set(turnId, sentence => {
			said.push(sentence);
			watcher?.look(said);
		});
		await orOver(world, world.history.ended(step));
		world.toldSentence.delete(turnId);
		return turnOf(world, turnId);
	} finally {
		handBack();
	}
}

const turnOf = (world: RunContext, id: string): Turn => {
	const turn = world.heard.turns.findLast(one => one.id === id);
	if (!turn) throw new Error(`turn ${id} was recorded and is not in the debate's state`);
	return turn;
};

/** Waits, but not beyond the end of the debate. */
export const orOver = <T>({over}: RunContext, promise: Promise<T>): Promise<T> => unlessAborted(over.signal, promise);

/** Turns are numbered by their place, so that one said again after a crash keeps its number: `t7`, then `t7.2`. */
function start(world: RunContext, {participant, options, step}: Speech): string {
	const {turns} = world.recorder.state;
	const before = turns.findLastIndex(turn => turn.step === step);
	const attempt = Number(turns[before]?.id.split('.')[1] ?? '1') + 1;
	const turnId = before < 0 ? `t${turns.length + 1}` : `t${before + 1}.${attempt}`;
	const host = options.amid ? speaking(world.heard) : undefined;
	const {segment, round} = world.heard;
	world.emit(
		{
			type: 'turn-start',
			turnId,
			speaker: participant,
			kind: options.kind,
			segment: segment ?? '',
			...(round === undefined ? {} : {round}),
			...(options.replyTo === undefined ? {} : {replyTo: options.replyTo}),
			...(options.by ? {by: options.by} : {}),
			...(host ? {amid: {turnId: host.id, offset: world.heard.speech[host.id]?.sentences.length ?? 0}} : {}),
		},
		step,
	);
	return turnId;
}

/** Once all is written and while it is still being heard, what most likely comes next is begun. */
function expectAhead(
	world: RunContext,
	ahead: Prefetch,
	draft: TurnStream,
	turnId: string,
	expectation: NonNullable<SpeakOptions['ahead']>,
): void {
	world.background(async () => {
		const end = await draft.done();
		if (end.finish !== 'complete' || !world.heard.open.includes(turnId) || world.over.signal.aborted) return;
		const {seq, at} = world.heard;
		const done = {
			type: 'turn-end' as const,
			turnId,
			text: draft.text,
			finish: end.finish,
			contentHash: '',
			totalMs: end.totalMs,
			seq,
			at,
			hash: '',
		};
		ahead.expect(expectation, reduce(world.heard, done));
	});
}

type HeardTurn = {readonly text: string; readonly cut?: Cut; readonly short?: string};

/** Lets the words out. Whatever is decided in a sentence is done at its end. */
async function hear(world: RunContext, speech: Speech, turnId: string): Promise<HeardTurn> {
	const {draft, options} = speech;
	const splitter = new SentenceStream();
	const watcher = watchOver(world, speech, turnId);
	const said: string[] = [];
	let unended = '';
	let shown = 0;
	let due = 0;
	waitingFor(world, speech);

	async function show(words: string): Promise<void> {
		for (const word of world.pace.wordsAMinute > 0 ? (words.match(/\s*\S+\s*|\s+/gu) ?? []) : [words]) {
			await world.pace.open(world.over.signal);
			world.over.signal.throwIfAborted();
			world.recorder.live({type: 'turn-token', turnId, text: word});
			if (world.pace.wordsAMinute <= 0 || !/\s$/u.test(word)) continue;
			due = Math.max(due, world.clock.now()) + 60_000 / world.pace.wordsAMinute;
			await world.clock.sleepUntil(Math.round(due), false, world.over.signal);
		}
	}

	/** Shows the rest of a sentence, records it, and says whether the turn is to end here. */
	async function endSentence(sentence: string, more: boolean): Promise<Omit<HeardTurn, 'text'> | undefined> {
		if (shown < sentence.length) await show(sentence.slice(shown));
		shown = Math.max(0, shown - sentence.length);
		world.emit({type: 'turn-delta', turnId, text: sentence});
		said.push(sentence);
		unended = unended.slice(sentence.length);
		if (shown > 0) world.recorder.live({type: 'turn-token', turnId, text: unended.slice(0, shown)});
		world.pace.sentenceEnded();
		const cut = watcher?.cut();
		// What a person has typed is heard to its end; a cut is made after it.
		if (cut && more !== (draft.typed ?? false)) return {cut};
		if (world.cutShort !== undefined && !options.amid) return {short: world.cutShort};
		watcher?.look(said);
		if (!options.amid) await world.speakingLock.giveWay();
		return undefined;
	}

	for (;;) {
		const piece = await orOver(world, draft.next());
		unended += piece ?? '';
		const sentences = piece === undefined ? splitter.end() : splitter.push(piece);
		for (const [index, sentence] of sentences.entries()) {
			const end = await endSentence(sentence, piece !== undefined || index < sentences.length - 1);
			if (end) return {text: said.join(''), ...end};
		}
		if (piece === undefined) return {text: said.join('')};
		if (shown < unended.length) {
			const partial = unended.slice(shown);
			shown = unended.length;
			await show(partial);
		}
	}
}

/** Says on the screen, never in the journal, who is waited for until the first word is there. */
function waitingFor(world: RunContext, {participant, options, draft}: Speech): void {
	if (draft.text !== '' || draft.end) return;
	const since = world.clock.now();
	const wait = (thinking: number) =>
		world.recorder.live({type: 'voice-waiting', participant, purpose: options.kind, since, thinking});
	wait(0);
	draft.whileThinking(tokens => {
		if (draft.text === '') wait(tokens);
	});
}

/** Runs the watcher beside the stream, one look at a time; what it decides waits for the next sentence end. */
function watchOver(
	world: RunContext,
	{participant, options: {watch}, floorAt}: Pick<Speech, 'participant' | 'options' | 'floorAt'>,
	turnId: string,
) {
	if (!watch) return undefined;
	let decided: Cut | undefined;
	let looking = false;
	return {
		cut: () => decided,
		look(said: readonly string[]) {
			if (looking || decided) return;
			looking = true;
			const text = said.join('');
			const sofar: SoFar = {turnId, speaker: participant, sentences: [...said], text, words: countWords(text)};
			world.background(async () => {
				const cut = await watch(sofar, floorAt(`${turnId}-s${said.length}`));
				looking = false;
				decided ??= cut;
			});
		},
	};
}

function finish(world: RunContext, speech: Speech, turnId: string, heard: HeardTurn): void {
	const {participant, step, draft} = speech;
	const {text, cut, short} = heard;
	if (cut) world.emit({type: 'interruption', turnId, interrupted: participant, atMs: world.clock.now(), ...cut});
	if (short !== undefined) world.cutShort = undefined;
	const end: Partial<TurnStreamEnd> & {totalMs: number} = draft.end ?? draft.measured;
	const {usage, cost, firstTokenMs, totalMs} = end;
	const whole = (!cut || draft.typed) && short === undefined;
	const reason = whole ? end.reason : short;
	world.emit(
		{
			type: 'turn-end',
			turnId,
			text,
			finish: whole ? (end.finish ?? 'failed') : 'interrupted',
			contentHash: sha256(text),
			totalMs,
			...(reason === undefined ? {} : {reason}),
			...(usage ? {usage} : {}),
			...(cost === undefined ? {} : {cost}),
			...(firstTokenMs === undefined ? {} : {firstTokenMs}),
		},
		step,
	);
}
