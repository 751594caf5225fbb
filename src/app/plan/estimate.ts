/** What a debate will come to, before it begins: what its protocol expects, and what its voices cost. */
import {pricesText} from '../../languages/wording.ts';
import {costOf} from '../../voices/usage.ts';
import type {SourceDesk, SourceList} from '../../debate/sources.ts';
import type {DebatePlan} from '../../engine/lifecycle.ts';
import {editorOf, outsideVoice} from '../../debate/seats.ts';
import {wordsAMinute} from '../../settings/schema.ts';
import type {Priced} from '../voices/model-facts.ts';

/** US dollars: 0 where nothing costs anything, null where a price is not known. */
type Cost = number | null;

/**
 * `cost` is the sum of those that are known where `unpriced` is set. `voices` are those that cost something, or may.
 */
export type Estimate = {
	/** At its pace, in words a minute: that of reading where words come as fast as they can. */
	readonly minutes: number;
	readonly pace: number;
	readonly tokens: number;
	readonly cost: Cost;
	readonly voices: readonly {
		readonly name: string;
		readonly voice: string;
		readonly tokens: number;
		readonly cost: Cost;
	}[];
	/**
	 * Addresses of servers on this machine of which nobody has said who pays; where nothing else costs anything, the user
	 * is asked that alone.
	 */
	readonly payersOf?: readonly string[];
	/** The list that the prices are from. */
	readonly prices: string;
	/** A cheaper voice for judging and the ledger, where it would save much: in words, nothing follows from it. */
	readonly proposal?: string;
};

type Estimated = Pick<
	DebatePlan,
	'protocol' | 'config' | 'subject' | 'participants' | 'sources' | 'pace' | 'edited'
> & {
	readonly sourcesNamed?: readonly string[];
	readonly search?: object | undefined;
};

/** Documents that nobody has opened yet: as if they were many. */
const unread: SourceList = {documents: [], whole: false, open: true, passages: []};

const listOf = ({documents, whole, open}: SourceDesk): SourceList => ({
	documents,
	whole: whole !== undefined,
	open,
	passages: whole ?? [],
});

/** From a debate as it was arranged; documents that it stands on count once they are opened. */
export function estimate(plan: Estimated, priceOf: (written: string) => Priced): Estimate {
	const {protocol, config, subject, participants, sources, sourcesNamed} = plan;
	const pace = plan.pace === 0 ? wordsAMinute('reading', true) : plan.pace;
	const speaking = participants.filter(({voice}) => voice !== outsideVoice);
	const cachedShares = Object.fromEntries(
		speaking.flatMap(({id, voice}): [string, number][] => {
			const {price} = priceOf(voice);
			return price === undefined || price.input === 0 ? [] : [[id, (price.cached ?? price.input) / price.input]];
		}),
	);
	const documents = sources ? listOf(sources) : sourcesNamed?.length || plan.search ? unread : undefined;
	const editor = plan.edited === true && protocol.edit ? editorOf(participants) : undefined;
	const {words, use} = protocol.estimate({config, subject, participants, cachedShares, sources: documents, editor});
	const voices = [...Map.groupBy(speaking, ({voice}) => voice)].map(([voice, seats]) => {
		const {price, caches: keeps} = priceOf(voice);
		const sum = {input: 0, cached: 0, output: 0};
		for (const {id} of seats) {
			const used = use[id];
			sum.input += used?.input ?? 0;
			sum.cached += keeps ? (used?.repeated ?? 0) : 0;
			sum.output += used?.output ?? 0;
		}
		return {
			name: seats[0]?.name ?? voice,
			voice,
			tokens: sum.input + sum.output,
			// Of many requests: what long prompts cost more is not seen beforehand.
			cost: price ? costOf(sum, {...price, above: undefined}) : null,
		};
	});
	const known = voices.every(({cost}) => cost !== null);
	const paying = voices.filter(({cost}) => cost !== 0);
	const unsaid = new Set(paying.flatMap(({voice}) => priceOf(voice).payerOf ?? []));
	const isUnsaidAlone = unsaid.size > 0 && paying.every(({voice}) => priceOf(voice).payerOf !== undefined);
	return {
		minutes: words / pace,
		pace,
		tokens: rounded(voices.reduce((sum, {tokens}) => sum + tokens, 0)),
		cost: known ? voices.reduce((sum, {cost}) => sum + (cost ?? 0), 0) : null,
		prices: pricesText(speaking.map(({voice}) => ({prices: priceOf(voice).price?.from}))),
		...(isUnsaidAlone && {payersOf: [...unsaid]}),
		voices: paying.map(one => ({...one, tokens: rounded(one.tokens)})),
	};
}

/** To two digits: no more is known. */
const rounded = (tokens: number): number => Number(tokens.toPrecision(2));
