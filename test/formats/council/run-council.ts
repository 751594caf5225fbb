/** Holds a council on the real engine, with seats that are models behind a server of this process. */
import {existsSync} from 'node:fs';
import path from 'node:path';
import {z} from 'zod';
import type {JournalEvent, RunEvent} from '../../../src/debate/events.ts';
import {withUnknownConfig} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {runDebate, type RunningDebate, type RunOptions} from '../../../src/engine/run.ts';
import {councilConfig} from '../../../src/formats/council/config.ts';
import {council} from '../../../src/formats/council/council.ts';
import {humanVoice} from '../../../src/voices/voice.ts';
import {folder as newFolder} from '../../engine/toy.ts';
import {events, handServer, said, stopped, voiceAt} from '../../fixtures/http-voice.ts';

/** What a seat is asked: the kind of the task, the seat’s model, its letter, and the text of the request. */
export type Asked = {
	readonly kind: string;
	readonly model: string;
	readonly letter: string;
	readonly text: string;
	readonly nth: number;
};

const Messages = z.array(z.object({content: z.unknown()}));

/** What it says: a text, or a value as JSON; `dead` fails the request for good; undefined for what is usual. */
export type Says = (asked: Asked) => unknown;

export const dead = Symbol('dead');

const answer = (position: string, claim: string) => ({
	answer: `I take ${position}. ${claim}`,
	position,
	reasons: [{claim, rests: 'fact', cites: []}],
	confidence: 70,
	change: 'A test that shows the other.',
});

/** Letters of the answers that a clerk is shown, with what each holds. */
const shown = (text: string): {letter: string; position: string}[] =>
	[...text.matchAll(/<answer letter="(\w)">\nPosition: (.*)/gu)].map(([, letter = '', position = '']) => ({
		letter,
		position,
	}));

/** Two of three hold o1; each holds its own reason to be true, and nobody moves. */
export function usual(positions: Readonly<Record<string, string>>): Says {
	return ({kind, model, text, letter}) => {
		const position = positions[model] ?? 'o1';
		switch (kind) {
			case 'answer':
				return answer(position, `It is so, says whoever takes ${position}.`);
			case 'groups':
			case 'cruxes': {
				const answers = shown(text);
				const [first] = answers;
				return {
					groups: [...Map.groupBy(answers, each => each.position)].map(([held, own]) => ({
						position: held,
						letters: own.map(each => each.letter),
					})),
					cruxes: [{claim: 'The first way can be undone within a day.', from: [`${first?.letter ?? 'A'}1`]}],
				};
			}
			case 'first_ballot':
				return {
					signs: 'yes',
					amended: null,
					cruxes: [{id: 'c1', holds: position === 'o1' || position === 'Yes.' ? 'true' : 'false', would_move: 'yes'}],
				};
			case 'crux_open':
				return `This is what ${letter} says of it. The log of May shows the undoing. It took an hour.`;
			case 'crux_reply':
				return 'The log is of one case. Another went otherwise.';
			case 'ballot':
				return {
					crux: 'true',
					position: 'held',
					to: null,
					ground: null,
					sentence: null,
					fallen: null,
					why_held: 'It is weak.',
				};
			case 'last_ballot':
				return {position: /You hold: (.*)\./u.exec(text)?.[1] ?? '', ranking: [], weighed: 1};
			case 'look':
				return {position};
			case 'restate':
				return {plain: 'It took an hour.'};
			case 'challenge':
				return 'The case against it is the log of June. It was never undone.';
			case 'write':
				return `It is decided. [${/- ([A-G]\d):/u.exec(text)?.[1] ?? 'A1'}]`;
			default:
				throw new Error(`nobody asks a ${kind}`);
		}
	};
}

export type CouncilRun = Partial<Pick<RunOptions, 'budget' | 'keepsClosing' | 'seed' | 'subject' | 'sources'>> & {
	readonly says: Says;
	readonly config?: object;
	/** Models of the seats, in order; `clerk` is the last. */
	readonly models?: readonly string[];
	/** A kind of request at which a model is gone, by the model. */
	readonly dies?: Readonly<Record<string, string>>;
	/** Seats in which a person sits, who is called Ann. */
	readonly people?: readonly string[];
	readonly folder?: string;
	/** `seen` is what came before it. */
	readonly onEvent?: (event: RunEvent, debate: RunningDebate, seen: readonly RunEvent[]) => void;
};

export type HeldCouncil = {
	readonly state: DebateState;
	readonly events: readonly JournalEvent[];
	readonly asked: readonly Asked[];
	readonly folder: string;
	readonly outcome: string | undefined;
};

/** Holds a council, or goes on with the one in the folder. */
export async function holdCouncil({
	says,
	config = {},
	models = ['m1', 'm2', 'm3', 'm4'],
	dies = {},
	people = [],
	folder = newFolder(),
	onEvent,
	...options
}: CouncilRun): Promise<HeldCouncil> {
	const asked: Asked[] = [];
	const {url} = await handServer((body, response) => {
		const model = String(body['model']);
		const messages = Messages.parse(body['messages']);
		const text = messages
			.map(({content}) => (typeof content === 'string' ? content : JSON.stringify(content)))
			.join('\n');
		const [, kind = '', letter = ''] = /<task kind="(\w+)" speaker="(\w+)"/u.exec(text) ?? [];
		const nth = asked.filter(each => each.kind === kind && each.model === model).length + 1;
		const request = {kind, model, letter, text, nth};
		asked.push(request);
		const reply = dies[model] === kind ? dead : says(request);
		if (reply === dead) {
			response.writeHead(401).end('{"error":{"message":"no such key"}}');
			return;
		}
		events(response, said(typeof reply === 'string' ? reply : JSON.stringify(reply)), stopped(), 'data: [DONE]');
	});
	const whole = councilConfig.parse({seats: models.length - 1, ...config});
	const ids = models.map(
		(model, place) => [place === models.length - 1 ? 'clerk' : `seat_${place + 1}`, model] as const,
	);
	const file = path.join(folder, 'debate.jsonl');
	const past = existsSync(file) ? readJournal(file).events : [];
	const debate = runDebate({
		protocol: withUnknownConfig(council),
		config: whole,
		subject: {text: 'Which way should we take?'},
		title: 'Council',
		seed: 7,
		pace: 0,
		timeoutMs: 5000,
		participants: ids.map(([id, model]) => ({
			id,
			name: id === 'clerk' ? 'Clerk' : `Seat ${id.slice(-1)}`,
			role: id === 'clerk' ? 'arbiter' : 'member',
			...(people.includes(id) ? {voice: 'human:Ann'} : {voice: `test:${model}`, model}),
		})),
		voices: new Map(
			ids.map(([id, model]) => [
				id,
				people.includes(id) ? humanVoice('human:Ann', 'Ann') : voiceAt(url, {id: `test:${model}`, name: model, model}),
			]),
		),
		signal: new AbortController().signal,
		headless: people.length === 0,
		appVersion: '0.0.0',
		debateId: 'council-1',
		startedAt: '2026-01-01T00:00:00.000Z',
		effects: {},
		...options,
		journal: openJournal(file, past.at(-1)?.hash ?? ''),
		past,
	});
	const seen: RunEvent[] = [];
	for await (const event of debate.events) {
		onEvent?.(event, debate, seen);
		seen.push(event);
	}
	const done = await debate.done;
	const {events: written} = readJournal(file);
	return {state: fold(written), events: written, asked, folder, outcome: done.outcome};
}
