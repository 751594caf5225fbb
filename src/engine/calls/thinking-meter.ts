/** Counts the tokens of a model's thinking and reports them, at most four times a second. */
import type {Clock} from '../../voices/voice.ts';

export type ThinkingListener = (tokens: number) => void;

export type ThinkingMeter = {
	/** Counts a piece of thinking: about four characters a token. */
	add(text: string): void;
	/** Replaces the listener; it gets the estimated tokens so far. */
	listen(listener: ThinkingListener): void;
};

const intervalMs = 250;
const charactersPerToken = 4;

export function thinkingMeter(clock: Clock, listener: ThinkingListener = () => {}): ThinkingMeter {
	let report = listener;
	let tokens = 0;
	let reportedAt = clock.now();
	return {
		add(text) {
			tokens += text.length / charactersPerToken;
			if (clock.now() - reportedAt < intervalMs) return;
			reportedAt = clock.now();
			report(Math.round(tokens));
		},
		listen(next) {
			report = next;
		},
	};
}
