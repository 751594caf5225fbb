/** Sees to it that nobody pays in full for what every prompt repeats without being told. */
import type {Usage} from '../../debate/events.ts';
import type {Message} from '../../debate/protocol.ts';
import type {Voice} from '../../voices/voice.ts';

/** One request as it went; times are the debate's, in milliseconds. */
type Went = {
	readonly messages: readonly Message[];
	readonly usage: Usage;
	readonly began: number;
	readonly ended: number;
};

export type CacheWatch = {
	/** Takes note of a request; gives what the user should know of the voice, once. */
	note(voice: Voice, went: Went): string | undefined;
};

/**
 * Our tokens are counted by their letters: so much more than the minimum must be shared before a hit can be expected.
 */
const margin = 1.25;
/** No server keeps anything for less long, in milliseconds. */
const keptMs = 4 * 60_000;
/** So many requests that ought to have hit, and none that did. */
const enough = 4;
const remembered = 4;
const charactersPerToken = 4;

type CacheRecord = {before: Went[]; misses: number; repeated: number; settled: boolean};

export function cacheWatch(): CacheWatch {
	const records = new Map<string, CacheRecord>();
	return {
		note(voice, went) {
			const {id, cacheFrom} = voice;
			const {
				usage: {cached, estimated},
			} = went;
			if (cacheFrom === undefined || cached === undefined || estimated) return undefined;
			const record = records.get(id) ?? {before: [], misses: 0, repeated: 0, settled: false};
			records.set(id, record);
			const shared = Math.max(
				0,
				...record.before
					.filter(({ended}) => ended <= went.began && went.began - ended < keptMs)
					.map(({messages}) => sharedTokens(messages, went.messages)),
			);
			record.before = [...record.before, went].slice(-remembered);
			if (cached > 0) record.settled = true;
			if (record.settled || shared < cacheFrom * margin) return undefined;
			record.misses++;
			record.repeated += shared;
			if (record.misses < enough) return undefined;
			record.settled = true;
			return `${voice.name} has been sent the same ${thousands(record.repeated / record.misses)} tokens and more at the beginning of ${record.misses} prompts, and its server has taken none of them from its cache: what is repeated is paid in full. Another way to the model may be cheaper.`;
		},
	};
}

/** Tokens of the messages that both begin with. */
function sharedTokens(before: readonly Message[], now: readonly Message[]): number {
	const end = now.findIndex((message, place) => message.content !== before[place]?.content);
	return (
		now.slice(0, end < 0 ? now.length : end).reduce((sum, {content}) => sum + content.length, 0) / charactersPerToken
	);
}

const thousands = (tokens: number): string => Number(tokens.toPrecision(2)).toLocaleString('en');
