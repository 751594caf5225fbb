/** What a replay has spoken: each sentence with its speaker, and the next one made ready meanwhile. */
import type {JournalEvent} from '../../debate/events.ts';
import type {DebateState} from '../../debate/state.ts';
import {countWords, speechPace} from '../../debate/text/words.ts';
import type {Sounding, SpeechOutput} from '../context/speech-output.ts';
import type {Recording} from './recording.ts';

type Delta = Extract<JournalEvent, {type: 'turn-delta'}>;
type Begun = {readonly speaker: string; readonly kind: string; readonly before: string};

const begunBy = ({speaker, kind}: Extract<JournalEvent, {type: 'turn-start'}>): Begun => ({speaker, kind, before: ''});

export type SpokenTurns = {
	/** To be told of all that is played, and of where the replay has gone. */
	readonly follow: (event: JournalEvent) => void;
	readonly jump: (state: DebateState) => void;
	/** Speaks a sentence, the event of that number; in silence it takes as long as it would be spoken. */
	readonly say: (sentence: Delta, place: number, speed: number) => Promise<Sounding>;
};

/** Events in which the next sentence is looked for. */
const ahead = 12;

export function spokenTurns(recording: Recording, speech: SpeechOutput, signal: AbortSignal): SpokenTurns {
	const turns = new Map<string, Begun>();
	const none: Begun = {speaker: '', kind: '', before: ''};

	/** The sentence behind this one, where it comes soon. */
	function prepareNext({turnId, text}: Delta, place: number, pace: number): void {
		const here = turns.get(turnId) ?? none;
		const begun = new Map([...turns, [turnId, {...here, before: here.before + text}]]);
		for (let next = place + 1; next <= place + ahead; next++) {
			const event = recording.at(next);
			if (event?.type === 'turn-start') begun.set(event.turnId, begunBy(event));
			if (event?.type !== 'turn-delta') continue;
			return speech.prepare({...(begun.get(event.turnId) ?? none), text: event.text, pace});
		}
	}

	return {
		follow(event) {
			if (event.type === 'turn-start') turns.set(event.turnId, begunBy(event));
			else if (event.type === 'turn-end') turns.delete(event.turnId);
			else if (event.type === 'turn-delta') {
				const begun = turns.get(event.turnId);
				if (begun) turns.set(event.turnId, {...begun, before: begun.before + event.text});
			}
		},
		jump(state) {
			turns.clear();
			for (const {id, speaker, kind} of state.turns.filter(({id: one}) => state.open.includes(one)))
				turns.set(id, {speaker, kind, before: state.speech[id]?.sentences ?? ''});
		},
		async say(sentence, place, speed) {
			const pace = speechPace * speed;
			prepareNext(sentence, place, pace);
			const begun = turns.get(sentence.turnId) ?? none;
			const sounding = await speech.say({...begun, text: sentence.text, pace}, signal);
			return sounding ?? {ms: (countWords(sentence.text) * 60_000) / pace, ended: Promise.resolve()};
		},
	};
}
