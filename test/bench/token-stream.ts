/** Turns without end, token by token, as the engine would send them: live words, sentences, ends, scores. */
import type {DebateEvent, JournalEvent, RunEvent} from '../../src/debate/events.ts';
import {SentenceStream} from '../../src/debate/text/sentences.ts';

export type Script = {
	readonly speaker: string;
	readonly text: string;
	readonly evaluation: Extract<DebateEvent, {type: 'evaluation'}> | undefined;
};

/** A token is four characters. */
const tokenLength = 4;

/** What was said in turns of some length, to be said again. */
export function scriptsOf(events: readonly JournalEvent[]): Script[] {
	const speakers = new Map(
		events.flatMap(event => (event.type === 'turn-start' ? [[event.turnId, event.speaker] as const] : [])),
	);
	const scores = new Map(
		events.flatMap(event => (event.type === 'evaluation' ? [[event.turnId, event] as const] : [])),
	);
	return events.flatMap(event =>
		event.type === 'turn-end' && event.text.length > 400
			? [{speaker: speakers.get(event.turnId) ?? '', text: event.text, evaluation: scores.get(event.turnId)}]
			: [],
	);
}

type From = {readonly seq: number; readonly at: number; readonly atOnce: number};

/** The events one by one, and nothing wherever a token has been let out. */
export function* tokens(scripts: readonly Script[], {seq, at, atOnce}: From): Generator<RunEvent | undefined, never> {
	let number = seq;
	const stamped = (fact: DebateEvent): JournalEvent => ({...fact, seq: ++number, at: at + number - seq, hash: ''});
	let begun = 0;
	const next = (): Generator<RunEvent | undefined> => {
		const script = scripts[begun % scripts.length];
		if (!script) throw new Error('the journal holds no turn to say again');
		return turn(script, `x${++begun}`, stamped);
	};
	const running = Array.from({length: atOnce}, next);
	for (;;) {
		for (const [place, speaking] of running.entries()) {
			let step = speaking.next();
			for (; step.value !== undefined; step = speaking.next()) yield step.value;
			if (step.done) running[place] = next();
			else yield undefined;
		}
	}
}

/** One turn; nothing stands where a token has been let out. */
function* turn(
	{speaker, text, evaluation}: Script,
	turnId: string,
	stamped: (fact: DebateEvent) => JournalEvent,
): Generator<RunEvent | undefined> {
	const splitter = new SentenceStream();
	const ended = (sentences: readonly string[]) =>
		sentences.map(sentence => stamped({type: 'turn-delta', turnId, text: sentence}));
	yield stamped({type: 'turn-start', turnId, speaker, kind: 'reply', segment: 'exchange', round: 1});
	for (let at = 0; at < text.length; at += tokenLength) {
		const words = text.slice(at, at + tokenLength);
		yield {type: 'turn-token', turnId, text: words};
		yield* ended(splitter.push(words));
		yield undefined;
	}
	yield* ended(splitter.end());
	yield stamped({type: 'turn-end', turnId, text, finish: 'complete', contentHash: '', totalMs: 1});
	if (evaluation) yield stamped({...evaluation, turnId});
}
