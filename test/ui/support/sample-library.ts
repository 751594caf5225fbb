/** A library for tests: a few debates, or as many as asked for. */
import {marksIn, termsOf, type FoundPassage} from '../../../src/library/find.ts';
import type {LibraryEntry, LibraryFilter, LibraryPort} from '../../../src/app/library/library-port.ts';

const day = (date: number, hour = 19): number => new Date(2026, 10, date, hour).getTime();
const seat = (name: string, role: string, model: string, framework?: string) => ({
	id: role,
	name,
	role,
	voice: model,
	model,
	framework,
	persona: undefined,
	argues: role === 'chair',
});
const chairs = [
	seat('Claude Sonnet 4', 'chair', 'anthropic/claude-sonnet-4', 'libertarian'),
	seat('Grok 3', 'chair', 'x-ai/grok-3', 'communitarian'),
	seat('GPT-4o', 'arbiter', 'openai/gpt-4o'),
];

/** Nothing is known of it but its file and why. */
const unread = {
	fault: undefined,
	debateId: undefined,
	protocol: undefined,
	title: undefined,
	topic: undefined,
	startedAt: undefined,
	ms: undefined,
	outcome: undefined,
	reason: undefined,
	turns: undefined,
	words: undefined,
	cost: null,
	seats: [],
};

const entry = (rest: Partial<LibraryEntry> & Pick<LibraryEntry, 'path'>): LibraryEntry => ({
	...unread,
	state: 'finished',
	protocol: 'duelogic',
	title: 'Liberty vs Community',
	startedAt: day(21),
	ms: 754_000,
	outcome: 'completed',
	turns: 24,
	words: 5210,
	cost: 0.31,
	seats: chairs,
	...rest,
});

export const sampleEntries: readonly LibraryEntry[] = [
	entry({path: '/debates/voting/debate.jsonl', topic: 'Voting should be compulsory.'}),
	entry({
		path: '/debates/kidney/debate.jsonl',
		topic: 'People should be allowed to sell a kidney.',
		state: 'unfinished',
		outcome: undefined,
		startedAt: day(20),
		turns: 6,
		words: 1204,
		cost: null,
	}),
	entry({
		path: '/debates/tokyo/debate.jsonl',
		topic: '東京の自動車は都心から締め出されるべきである。',
		startedAt: day(19),
	}),
	entry({
		path: '/debates/torn/debate.jsonl',
		topic: 'Cities should ban private cars from their centres.',
		state: 'damaged',
		outcome: undefined,
		fault: 'line 41 does not match its hash: it, or a line before it, was changed or is missing',
		startedAt: day(18),
	}),
	{...unread, path: '/debates/foreign/debate.jsonl', state: 'unreadable', fault: 'line 1 has no hash'},
];

type Saying = Pick<FoundPassage, 'place' | 'turn' | 'name' | 'segment' | 'text'> & {
	round?: number;
	score?: number | null;
};

const sayings: readonly Saying[] = [
	{
		place: 1,
		turn: 't1',
		name: 'GPT-4o',
		segment: 'introduction',
		text: 'What would you give up to be heard? Tonight two frameworks look for an answer.',
	},
	{
		place: 2,
		turn: 't2',
		name: 'Claude Sonnet 4',
		segment: 'opening',
		text: 'A vote that is forced is no voice. The state may ask for our taxes, because it has paid for the road; it may not ask for our opinion, because it has paid for none.\nThe duty to vote is a debt that nobody ran up.',
		score: 88,
	},
	{
		place: 3,
		turn: 't3',
		name: 'Grok 3',
		segment: 'exchange',
		round: 1,
		text: 'A vote no one casts is a voice no one hears, and the duty to be heard is owed to those who cannot shout.',
		score: null,
	},
	{
		place: 4,
		turn: 't4',
		name: 'Claude Sonnet 4',
		segment: 'exchange',
		round: 2,
		text: 'Owed by whom? A duty that one can buy off with a fine is a price.',
		score: 76,
	},
];

export type SampleLibrary = LibraryPort & {
	readonly asked: {text: string; filter: LibraryFilter}[];
	readonly removed: string[];
	closed: number;
};

/** `delays`: milliseconds that the answer to a search takes, by its text. */
export function sampleLibrary(
	entries: readonly LibraryEntry[] = sampleEntries,
	delays: Readonly<Record<string, number>> = {},
): SampleLibrary {
	const asked: SampleLibrary['asked'] = [];
	const removed: string[] = [];
	const found = (text: string): FoundPassage[] =>
		sayings.map(({round, score, ...saying}) => ({
			...saying,
			round,
			score,
			speaker: saying.name,
			kind: saying.segment,
			marks: marksIn(saying.text, termsOf(text)),
		}));
	const library: SampleLibrary = {
		asked,
		removed,
		closed: 0,
		async find(text, filter) {
			asked.push({text, filter});
			await new Promise(resolve => setTimeout(resolve, delays[text] ?? 0));
			const left = entries.filter(
				({path, protocol, state}) =>
					!removed.includes(path) &&
					(filter.protocol === undefined || filter.protocol === protocol) &&
					(!filter.unfinished || state === 'unfinished'),
			);
			const hits = found(text).filter(({marks}) => marks.length > 0).length;
			return {
				entries:
					text.trim() === ''
						? left
						: left.filter(({state}) => state !== 'unreadable' && hits > 0).map(one => ({...one, hits})),
				of: entries.length - removed.length,
			};
		},
		passages: async (path, text) =>
			path.includes('foreign')
				? []
				: text.trim() === ''
					? found('')
					: found(text).filter(({marks}) => marks.length > 0),
		choices: async () => ({
			protocols: ['duelogic', 'model-duel'],
			frameworks: ['communitarian', 'libertarian'],
			models: Array.from({length: 14}, (_, place) => `model-${place + 1}`),
		}),
		bring: async () => [],
		exports: () => ({
			formats: [{id: 'md', name: 'Markdown'}],
			preview: async () => '# Voting should be compulsory.\n',
			write: async format => ({path: `/debates/voting/debate.${format}`}),
		}),
		async remove(path) {
			if (path.includes('kidney')) throw new Error(`${path} is being written by another process.`);
			removed.push(path);
			return '/home/ada/.rostrum/trash/voting';
		},
		close: () => void (library.closed += 1),
	};
	return library;
}
