/** Who judges: fixed at the start, and the same for every speaker, so that equal speeches get equal scores. */
import {median} from './judged-text.ts';
import type {Participant} from './events.ts';
import {arguingSeats, isRehearsal, type Holder} from './seats.ts';

/** What of a seat tells whose model sits there. */
type BenchSeat = {readonly id: string; readonly voice: string; readonly model?: string | undefined};

/** The judges' ids; `selfJudged` if each of them shares a model or a maker with a speaker; rehearsals have none. */
export type EqualBench = {readonly judges: readonly string[]; readonly selfJudged: boolean};

/**
 * Up to `most` of the candidates, each voice once. One whose model, or as far as it is known its maker, speaks judges
 * nobody; where nobody would be left, all of them judge, and the verdicts say so.
 */
export function equalBench(candidates: readonly BenchSeat[], speakers: readonly BenchSeat[], most: number): EqualBench {
	const speaking = new Set(speakers.map(familyOf));
	const distinct = candidates.filter(
		(judge, place) => !candidates.slice(0, place).some(before => isOneVoice(judge, before)),
	);
	const independent = distinct.filter(
		judge => !speaking.has(familyOf(judge)) && !speakers.some(speaker => isOneVoice(judge, speaker)),
	);
	const judges = independent.length > 0 ? independent : distinct;
	return {
		judges: judges.slice(0, most).map(({id}) => id),
		selfJudged: independent.length === 0 && judges.some(judge => !isRehearsal(judge)),
	};
}

/** A seat with all who held it; of a debate that has not begun, with whoever is to hold it. */
export type HeldSeat = Participant & {readonly formerly?: readonly Holder[]};

/** Those who may judge, as the seats are held now: where a person or a model argues, no rehearsal. */
export function mayJudge<J extends Pick<BenchSeat, 'id' | 'voice' | 'model'>>(
	judges: readonly J[],
	seats: readonly HeldSeat[],
): readonly J[] {
	const holders = arguingSeats(seats).flatMap(seat => [seat, ...(seat.formerly ?? [])]);
	if (holders.every(isRehearsal)) return judges;
	return judges.filter(judge => !isRehearsal(seats.find(({id}) => id === judge.id) ?? judge));
}

/** Whether so many usable verdicts of a bench of this size make one: at least half, and one at the least. */
export const isEnough = (usable: number, bench: number): boolean => usable > 0 && usable * 2 >= bench;

/** Whether two seats are one voice: one model, wherever it is served and whichever day's version. */
function isOneVoice(one: BenchSeat, other: BenchSeat): boolean {
	if (one.voice === other.voice) return true;
	const [model, otherModel] = [undated(one), undated(other)];
	return model !== undefined && model === otherModel;
}

/** What makers call their models, for ids that do not begin with the maker. */
const families: readonly (readonly [maker: string, name: RegExp])[] = [
	['openai', /^(?:gpt|chatgpt|o\d)\b|^gpt/u],
	['anthropic', /^claude/u],
	['google', /^(?:gemini|gemma)/u],
	['meta-llama', /^(?:meta-)?llama/u],
	['mistralai', /^(?:mistral|mixtral|ministral|magistral|codestral|devstral)/u],
	['qwen', /^(?:qwen|qwq)/u],
	['deepseek', /^deepseek/u],
	['x-ai', /^grok/u],
	['microsoft', /^phi/u],
	['cohere', /^command/u],
];

/**
 * `anthropic` of `openrouter:anthropic/claude-opus-5` and of `anthropic:claude-opus-5`. Where no maker is known: the
 * voice, without the size and the date that a model's name may end with.
 */
export function makerOf(voice: string): string {
	const at = voice.includes('://') ? voice.indexOf('#') : voice.indexOf(':');
	const model = voice.slice(at + 1).toLowerCase();
	return at < 0 && voice.includes('://') ? voice : (makerOfModel(model) ?? voice.slice(0, at + 1) + unsized(model));
}

/** The maker of a seat's model, or else the model's name without size and date, or else the voice. */
const familyOf = ({voice, model}: BenchSeat): string =>
	model === undefined ? makerOf(voice) : (makerOfModel(model.toLowerCase()) ?? unsized(model.toLowerCase()));

function makerOfModel(model: string): string | undefined {
	const slash = model.lastIndexOf('/');
	const family = families.find(([, name]) => name.test(model.slice(slash + 1)))?.[0];
	return family ?? (slash > 0 ? model.slice(0, slash) : undefined);
}

/** `-2024-08-06`, `-20241022`, `-0613`, `-latest` and `@…` at the end of a model's name. */
const date = /(?:[-@:_.](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|latest))+$/u;
/** `:8b`, `-70b`, `-8x7b`, `-mini` and the like, with all that follows. */
const size = /[-:_.](?:\d+x)?\d+(?:[._]\d+)?[bm]\b.*$|[-:_.](?:nano|tiny|mini|small|medium|large|xl)\b.*$/u;

const undated = ({model}: BenchSeat): string | undefined => model?.toLowerCase().split('/').at(-1)?.replace(date, '');

const unsized = (model: string): string => model.replace(size, '').replace(date, '');

// The means of a debate. A judge that failed on one turn of an exchange would else weigh on some chairs alone.

/** A turn as it was judged; who gave no usable verdict has no score. */
export type JudgedRow = {
	readonly speaker: string;
	/** What was judged together, such as the number of the exchange. */
	readonly round: number | undefined;
	readonly verdicts: readonly {readonly judge: string; readonly score: number | null}[];
};

/** Means by speaker, and what was left out of them so that they are equal. */
export type EqualMeans = {
	readonly means: ReadonlyMap<string, number>;
	/** Judges that were usable for less than half of some speaker's turns. */
	readonly out: readonly string[];
	/** Rounds that a judge failed in, by judge: they are in no speaker's mean for it. */
	readonly leftOut: ReadonlyMap<string, readonly (number | undefined)[]>;
};

/**
 * The mean of each speaker's scores, each the median of those judges that were usable for every turn of its round. A
 * round of which fewer than half of the bench are left is in nobody's mean.
 */
export function equalMeans(rows: readonly JudgedRow[]): EqualMeans {
	const judges = [...new Set(rows.flatMap(({verdicts}) => verdicts.map(({judge}) => judge)))];
	const scoreBy = (judge: string, {verdicts}: JudgedRow): number | null =>
		verdicts.find(verdict => verdict.judge === judge)?.score ?? null;
	const bySpeaker = Map.groupBy(rows, ({speaker}) => speaker);
	const isOut = (judge: string): boolean =>
		[...bySpeaker.values()].some(own => own.filter(row => scoreBy(judge, row) !== null).length * 2 < own.length);
	const out = judges.filter(isOut);
	const failedIn = (judge: string) => new Set(rows.filter(row => scoreBy(judge, row) === null).map(({round}) => round));
	const failed = new Map(judges.filter(judge => !out.includes(judge)).map(judge => [judge, failedIn(judge)]));
	const scoreOf = (row: JudgedRow): number[] => {
		const scores = [...failed].flatMap(([judge, rounds]) => (rounds.has(row.round) ? [] : (scoreBy(judge, row) ?? [])));
		return isEnough(scores.length, judges.length) ? [median(scores) ?? 0] : [];
	};
	const means = [...bySpeaker].flatMap(([speaker, own]): [string, number][] => {
		const scores = own.flatMap(scoreOf);
		return scores.length === 0 ? [] : [[speaker, scores.reduce((sum, score) => sum + score, 0) / scores.length]];
	});
	const leftOut = [...failed].flatMap(([judge, rounds]) => (rounds.size > 0 ? [[judge, [...rounds]] as const] : []));
	return {means: new Map(means), out, leftOut: new Map(leftOut)};
}
