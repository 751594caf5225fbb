/**
 * What the workers of a batch share through Redis beside BullMQ's queue: who may write a debate (its fencing number), a
 * copy of its journal, what all may spend together, and how each debate ended. Every change is one script, so that
 * nothing comes between its parts.
 */
import {z} from 'zod';
import {Outcome, type Budget} from '../../../debate/events.ts';
import {parseJsonIfValid} from '../../../debate/text/json.ts';
import {slack, type BudgetShare, type Amount} from '../share.ts';
import type {Redis} from './bullmq.ts';

/** How a debate ended, by whoever held it. */
const HeldResult = z.object({outcome: Outcome, usd: z.number(), tokens: z.number(), worker: z.string()});
type HeldResult = z.infer<typeof HeldResult>;

/** A debate that is being held. */
const Held = z.object({worker: z.string(), turns: z.number()});

/** The fencing number of a debate whose journal was collected: nobody is given a higher one. */
const overFence = Number.MAX_SAFE_INTEGER;

/**
 * KEYS: fences. ARGV: item, the lowest number that its journal would take, the number of those that are over. Gives 0
 * for one of these. Numbers follow the server's clock, so that they rise although a server has lost its data.
 */
const claim = `local fence = tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0
if fence >= tonumber(ARGV[3]) then return 0 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local mine = math.max(fence + 1, tonumber(ARGV[2]), now)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', mine))
return mine`;

/** KEYS: fences, held. ARGV: item, fence, who holds it. */
const hold = `if (tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0) > tonumber(ARGV[2]) then return 0 end
return redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])`;

/**
 * KEYS: fences, copy, owners of copies. ARGV: item, fence, offset, bytes. Gives the length of the copy, or -1 where
 * another has the debate. A server that has lost its data takes the number it is told.
 */
const append = `local fence = tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0
if fence > tonumber(ARGV[2]) then return -1 end
if fence < tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
if ARGV[3] == '0' then
	redis.call('SET', KEYS[2], ARGV[4])
	redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
elseif redis.call('HGET', KEYS[3], ARGV[1]) ~= ARGV[2] then return 0
elseif redis.call('STRLEN', KEYS[2]) == tonumber(ARGV[3]) then redis.call('APPEND', KEYS[2], ARGV[4]) end
return redis.call('STRLEN', KEYS[2])`;

/** KEYS: fences, results, usd, tokens, held. ARGV: item, fence, result, usd, tokens. */
const settle = `if (tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0) > tonumber(ARGV[2]) then return 0 end
if ARGV[3] ~= '' then redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[4])
redis.call('HSET', KEYS[4], ARGV[1], ARGV[5])
redis.call('HDEL', KEYS[5], ARGV[1])
return 1`;

/**
 * KEYS: cap, usd, tokens. ARGV: item, then for dollars and for tokens what it is expected to need, the factor that it
 * may pass that by, and what it spent before. Gives what it may spend of each, '' where there is no cap; 'none'; or
 * 'closed' where nobody has said what the cap is.
 */
const reserve = `if redis.call('HEXISTS', KEYS[1], 'open') == 0 then return {'closed'} end
local given = {}
for at, unit in ipairs({'usd', 'tokens'}) do
	local cap = tonumber(redis.call('HGET', KEYS[1], unit))
	local wanted, before = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 4])
	if not cap then given[at] = '' else
		local used = 0
		for _, amount in ipairs(redis.call('HVALS', KEYS[at + 1])) do used = used + tonumber(amount) end
		local left = cap - used + (tonumber(redis.call('HGET', KEYS[at + 1], ARGV[1])) or 0)
		if left < wanted then return {'none'} end
		given[at] = tostring(math.min(left, math.max(wanted * tonumber(ARGV[4]), before)))
	end
end
for at = 1, 2 do if given[at] ~= '' then redis.call('HSET', KEYS[at + 1], ARGV[1], given[at]) end end
return given`;

export type SharedBatch = {
	/** A number above all that were given for this debate, and at least `lowest`; undefined where it was collected. */
	claim(item: string, lowest: number): Promise<number | undefined>;
	/** Adds to the copy of a journal; gives its length, or undefined where another has the debate by now. */
	append(item: string, fence: number, offset: number, bytes: Buffer): Promise<number | undefined>;
	/** Whether nobody was given a higher number. */
	isHeld(item: string, fence: number): Promise<boolean>;
	/** The copy of a journal, and the number of whoever wrote it; undefined where there is none. */
	copy(item: string): Promise<{readonly bytes: Buffer; readonly fence: number} | undefined>;
	/** `closed` where nobody has said what all may spend, as after a server has lost its data. */
	reserve(item: string, expected: Amount, spent: Amount): Promise<BudgetShare | 'closed'>;
	/** Gives back what is not spent, with the result where the debate is over; not for one that another has by now. */
	settle(item: string, fence: number, spent: Amount, ended?: HeldResult): Promise<void>;
	/** Says who holds a debate, for those who watch; not for one that another has by now. */
	hold(item: string, fence: number, worker: string, turns: number): Promise<void>;
	held(): Promise<ReadonlyMap<string, z.infer<typeof Held>>>;
	results(): Promise<ReadonlyMap<string, HeldResult>>;
	/** Forgets a result and its journal, once they were collected: the debate is given to nobody any more. */
	collected(item: string): Promise<void>;
	/** The debates that were collected. */
	over(): Promise<readonly string[]>;
	/** Debates that were collected may be held once more: their journals are gone. */
	reopen(items: readonly string[]): Promise<void>;
	/** Sets the cap of all, and what was spent before. */
	open(cap: Budget | undefined, spent: ReadonlyMap<string, Amount>): Promise<void>;
	isOpen(): Promise<boolean>;
	/** Forgets the batch, which is whole; who wrote its journals last is kept for a month. */
	close(): Promise<void>;
	/** Said by a worker that had to leave a debate for want of money. */
	stop(why: string): Promise<void>;
	stopped(): Promise<string | undefined>;
};

export const keyPrefix = 'rostrum';

const monthSeconds = 30 * 86_400;

type Keys = (name: string) => string;

/** `batch` is the batch's id. */
export function sharedBatch(redis: Redis, batch: string): SharedBatch {
	const key: Keys = name => `${keyPrefix}:{${batch}}:${name}`;
	return {
		...journalsOf(redis, key),
		...moneyOf(redis, key),
		async settle(item, fence, spent, ended) {
			const result = ended ? JSON.stringify(ended) : '';
			const keys = ['fences', 'results', 'usd', 'tokens', 'held'].map(key);
			await redis.eval(settle, keys.length, ...keys, item, fence, result, spent.usd, spent.tokens);
		},
		hold: async (item, fence, worker, turns) =>
			void (await redis.eval(hold, 2, key('fences'), key('held'), item, fence, JSON.stringify({worker, turns}))),
		held: async () => readAll(await redis.hgetall(key('held')), Held),
		results: async () => readAll(await redis.hgetall(key('results')), HeldResult),
		async close() {
			await redis.del(...['results', 'owners', 'usd', 'tokens', 'held', 'cap'].map(key));
			await redis.expire(key('fences'), monthSeconds);
		},
	};
}

type SharedJournals = Pick<SharedBatch, 'claim' | 'append' | 'isHeld' | 'copy' | 'collected' | 'over' | 'reopen'>;

/** Who may write a journal, and its copy. */
function journalsOf(redis: Redis, key: Keys): SharedJournals {
	const copyOf = (item: string): string => key(`copy:${item}`);
	const [fences, owners] = [key('fences'), key('owners')];
	const over = async (): Promise<string[]> =>
		Object.entries(await redis.hgetall(fences)).flatMap(([item, fence]) => (Number(fence) >= overFence ? [item] : []));
	return {
		async claim(item, lowest) {
			const fence = Number(await redis.eval(claim, 1, fences, item, lowest, overFence));
			return fence > 0 ? fence : undefined;
		},
		async append(item, fence, offset, bytes) {
			const keys = [fences, copyOf(item), owners];
			const length = Number(await redis.eval(append, keys.length, ...keys, item, fence, offset, bytes));
			return length < 0 ? undefined : length;
		},
		isHeld: async (item, fence) => Number((await redis.hget(fences, item)) ?? 0) <= fence,
		async copy(item) {
			const [bytes, fence] = [await redis.getBuffer(copyOf(item)), await redis.hget(owners, item)];
			return bytes ? {bytes, fence: Number(fence ?? 0)} : undefined;
		},
		async collected(item) {
			// First of all: whoever takes its job from now on is told that it is over.
			await redis.hset(fences, item, String(overFence));
			await redis.del(copyOf(item));
			await redis.hdel(key('results'), item);
			await redis.hdel(owners, item);
		},
		over,
		async reopen(items) {
			const gone = new Set(items);
			for (const item of await over()) if (gone.has(item)) await redis.hdel(fences, item);
		},
	};
}

/** What all debates may spend together. */
function moneyOf(redis: Redis, key: Keys): Pick<SharedBatch, 'reserve' | 'open' | 'isOpen' | 'stop' | 'stopped'> {
	const [cap, usd, tokens] = [key('cap'), key('usd'), key('tokens')];
	return {
		async reserve(item, expected, spent) {
			const wanted = [expected.usd, expected.tokens, slack, spent.usd, spent.tokens];
			const answer = await redis.eval(reserve, 3, cap, usd, tokens, item, ...wanted);
			const [dollars = '', words = ''] = z.array(z.string()).parse(answer);
			if (dollars === 'none' || dollars === 'closed') return dollars;
			if (dollars === '' && words === '') return undefined;
			return {
				...(Number(dollars) > 0 && {usd: Number(dollars)}),
				...(words !== '' && {tokens: Math.floor(Number(words))}),
			};
		},
		async open(budget, spent) {
			const caps = Object.entries(budget ?? {}).flatMap(([unit, most]) => [unit, String(most)]);
			for (const [item, amount] of spent) {
				await redis.hset(usd, item, String(amount.usd));
				await redis.hset(tokens, item, String(amount.tokens));
			}
			await redis.del(cap);
			await redis.hset(cap, 'open', '1', ...caps);
		},
		isOpen: async () => (await redis.hget(cap, 'open')) !== null,
		stop: async why => void (await redis.hset(cap, 'stopped', why)),
		stopped: async () => (await redis.hget(cap, 'stopped')) ?? undefined,
	};
}

/** Entries that do not fit are left out: another version may have written them. */
function readAll<T>(entries: Record<string, string>, schema: z.ZodType<T>): ReadonlyMap<string, T> {
	return new Map(
		Object.entries(entries).flatMap(([item, text]) => {
			const read = schema.safeParse(parseJsonIfValid(text));
			return read.success ? [[item, read.data] as const] : [];
		}),
	);
}
