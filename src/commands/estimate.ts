/** What a debate will come to, before it begins: roughly, from its config and its voices. */
import {z} from 'zod';
import type {Arrangement} from './arrange.ts';

/** `cost` in US dollars: 0 where no voice costs anything, null where the price is not known. */
export type Estimate = {readonly minutes: number; readonly tokens: number; readonly cost: number | null};

/** The fields of a config that say how much will be said. */
const Extent = z.object({chairs: z.array(z.unknown()), flow: z.object({maxExchanges: z.number(), targetDurationMinutes: z.number()})});

const wordsATurn = 225;
const hostWords = 700;
const wordsAMinute = 150;
const tokensAWord = 4 / 3;
/** What all requests share: rules and cards. */
const sharedTokens = 1500;

/** A turn is asked for once and judged once, each time with all that was said so far; undefined where a config does not say how long it goes. */
export function estimate({config, free}: Pick<Arrangement, 'config' | 'free'>): Estimate | undefined {
	const extent = Extent.safeParse(config);
	if (!extent.success) return undefined;
	const {chairs, flow} = extent.data;
	const most = 1 + flow.maxExchanges;
	const inTime = 1 + Math.max(3, Math.ceil((flow.targetDurationMinutes * wordsAMinute - hostWords) / (chairs.length * wordsATurn)));
	const turns = chairs.length * Math.min(most, inTime);
	const words = turns * wordsATurn + hostWords;
	const spoken = words * tokensAWord;
	const input = 2 * turns * (sharedTokens + spoken / 2);
	const output = spoken + turns * 300;
	return {minutes: Math.round(words / wordsAMinute), tokens: Math.round((input + output) / 1000) * 1000, cost: free ? 0 : null};
}
