/** Duelogic debates on the real engine, spoken by voices whose answers are written down here. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {JournalEvent, Participant} from '../../../src/debate/events.ts';
import {withUnknownConfig, type OpenSeat} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {SourceDesk} from '../../../src/debate/sources.ts';
import {deskOf} from '../desk-of.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {runDebate, type RunningDebate} from '../../../src/engine/run.ts';
import {parseDuelogicConfig, type DuelogicConfig} from '../../../src/formats/duelogic/config.ts';
import {duelogicSeats, duelogic} from '../../../src/formats/duelogic/duelogic.ts';
import {
	type RateLimits,
	type Voice,
	type VoiceDelta,
	type VoiceRequest,
	VoiceError,
} from '../../../src/voices/voice.ts';
import {looksOf, owedIn, verdictOf} from './verdict.ts';

/** A request as a voice sees it, its task read. */
export type Asked = {
	readonly kind: string;
	readonly task: string;
	readonly attribute: (name: string) => string;
	readonly request: VoiceRequest;
	readonly seat: string;
};
/** What is answered; nothing means the usual, an error that the voice fails with it. */
export type Answers = (asked: Asked) => string | VoiceError | undefined;

export type Debated = {
	readonly state: DebateState;
	readonly events: JournalEvent[];
	readonly asked: Asked[];
	readonly file: string;
	readonly turns: (kind: string) => DebateState['turns'];
	readonly prompts: (kind: string) => string[];
};

export type Wanted = {
	readonly config?: object;
	readonly answers?: Answers;
	readonly pace?: number;
	readonly voices?: Readonly<Record<string, string>>;
	readonly judges?: number;
	/** Milliseconds to a judge's answer. */
	readonly judging?: number;
	readonly wishing?: number;
	/** The same for other kinds of request. */
	readonly delays?: Readonly<Record<string, number>>;
	readonly onEvent?: (event: JournalEvent, debate: RunningDebate) => void;
	readonly file?: string;
	readonly proposition?: string;
	readonly price?: NonNullable<Voice['price']>;
	/** Tokens of a prompt that servers read; what is longer they cut without a word. */
	readonly reads?: number;
	/** Documents that are open, by the ids of their passages. */
	readonly passages?: Readonly<Record<string, string>>;
	/** They can be searched, and do not stand in every prompt. */
	readonly searched?: boolean;
	/** Documents that are open otherwise. */
	readonly desk?: SourceDesk;
	/** All seats are one model, on a server that answers one request at a time. */
	readonly oneServer?: Omit<RateLimits, 'server'>;
};

export const participantsOf = (
	config: DuelogicConfig,
	{voices = {}, judges = 1}: Pick<Wanted, 'voices' | 'judges'> = {},
): Participant[] =>
	[
		...duelogicSeats(config).filter(({id}) => id !== 'judge' || judges > 0),
		...Array.from({length: Math.max(0, judges - 1)}, (_, index): OpenSeat => ({
			id: `judge_${index + 2}`,
			role: 'judge',
			modelId: `judge-${index + 2}`,
			displayName: `Judge ${index + 2}`,
		})),
	].map(({id, role, modelId, displayName, providerName, framework, persona}) => ({
		id,
		role,
		name: displayName ?? modelId ?? 'GPT-4o',
		voice: voices[id] ?? `test:${modelId ?? 'openai/gpt-4o'}`,
		model: modelId ?? 'openai/gpt-4o',
		...(providerName === undefined ? {} : {provider: providerName}),
		...(framework === undefined ? {} : {framework}),
		...(persona === undefined ? {} : {persona}),
	}));

/** Runs a debate to its end, on a clock that follows from the answers alone. */
export async function debate({
	config: partial = {},
	answers = () => undefined,
	pace = 0,
	voices,
	judges,
	judging = 200,
	wishing = 60,
	delays = {},
	onEvent,
	file = path.join(mkdtempSync(path.join(tmpdir(), 'duelogic-')), 'debate.jsonl'),
	proposition = 'Voting should be compulsory.',
	price = {input: 0, output: 0},
	reads = Infinity,
	passages,
	searched = false,
	desk = passages && deskOf(passages, searched),
	oneServer,
}: Wanted = {}): Promise<Debated> {
	const config = parseDuelogicConfig(partial);
	const participants = participantsOf(config, {...(voices ? {voices} : {}), ...(judges === undefined ? {} : {judges})});
	const asked: Asked[] = [];
	const past = readPast(file);
	const debate = runDebate({
		protocol: withUnknownConfig(duelogic),
		config,
		subject: {text: proposition},
		title: 'Test',
		participants,
		seed: 7,
		pace,
		timeoutMs: 60_000,
		clock: steppedClock({hurry: true}),
		voices: new Map(
			participants.map(({id, voice}) => [
				id,
				{
					...voiceOf(voice, id, answers, asked, {judge: judging, cross_check: 0, wish: wishing, ...delays}, reads),
					price,
					...(oneServer && {id: 'test:one', rateLimits: {server: 'one', ...oneServer}}),
				},
			]),
		),
		signal: new AbortController().signal,
		headless: true,
		appVersion: '0.0.0',
		debateId: 'test',
		startedAt: '2026-01-01T00:00:00.000Z',
		journal: openJournal(file, past.at(-1)?.hash ?? ''),
		past,
		...(desk && {sources: desk}),
	});
	for await (const event of debate.events) if ('seq' in event) onEvent?.(event, debate);
	await debate.done;
	const {events} = readJournal(file);
	const state = fold(events);
	return {
		state,
		events,
		asked,
		file,
		turns: kind => state.turns.filter(turn => turn.kind === kind),
		prompts: kind =>
			asked.filter(each => each.kind === kind).map(({request}) => request.messages.at(-1)?.content ?? ''),
	};
}

function readPast(file: string): JournalEvent[] {
	try {
		return readJournal(file).events;
	} catch {
		return [];
	}
}

function voiceOf(
	id: string,
	seat: string,
	answers: Answers,
	asked: Asked[],
	delays: Readonly<Record<string, number>>,
	reads: number,
): Voice {
	return {
		id,
		name: id,
		provider: 'test',
		deterministic: reads === Infinity,
		async *answer(request, {signal, clock}): AsyncGenerator<VoiceDelta> {
			const each = readTask(request, seat);
			asked.push(each);
			await clock.sleep(delays[each.kind] ?? 100, signal);
			const text = answers(each) ?? usual(each);
			if (typeof text !== 'string') throw text;
			for (const word of text.match(/\S+\s*/gu) ?? []) {
				yield {type: 'text', text: word};
				await clock.sleep(10, signal);
			}
			yield {
				type: 'usage',
				usage: {
					input: Math.min(reads, Math.ceil(request.messages.reduce((sum, {content}) => sum + content.length, 0) / 4)),
					output: Math.ceil(text.length / 4),
				},
			};
			yield {type: 'finish', finish: 'stop'};
		},
	};
}

function readTask(request: VoiceRequest, seat: string): Asked {
	const task = request.messages.at(-1)?.content ?? '';
	const opening = /<task([^>]*)>/u.exec(task)?.[1] ?? '';
	const attribute = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'u').exec(opening)?.[1] ?? '';
	return {kind: attribute('kind'), task, attribute, request, seat};
}

/** The text of a turn, as the messages of a prompt hold it. */
export const said = ({request}: Asked, turn: string): string =>
	new RegExp(`<turn id="${turn}"[^>]*>\\n([^]*?)\\n</turn>`, 'u').exec(
		request.messages
			.toReversed()
			.map(({content}) => content)
			.join('\n'),
	)?.[1] ?? '';

/** An honest turn of some 150 words. The claim, the admission and the main argument stand in sentences of their own. */
export const honest = (mark: string): string =>
	[
		`Here is ${mark}, and it begins slowly.`,
		`At its strongest the case across from me is ${claimOf('the other side')}, because a duty shared is a duty felt.`,
		'I grant that this reason has weight with anyone who has waited in line on a cold morning.',
		`My own case, in ${mark}, is that we should ask what follows for all of us together.`,
		'People who stay at home still live under the laws that others chose for them.',
		'That is a cost, and it falls on those who can bear it least in hard times.',
		'A limit of my framework is that it cannot weigh such quiet losses well in this question of voting.',
		'It gets the lone objector wrong, whose silence is the only protest left to them.',
		'Still, the sum of it points one way, and I will follow it there.',
		'We can hold the polls on a Sunday and make the ballot short.',
		'We can let people write that they choose none of those on the list.',
		`So I end ${mark} where I began, with the many who are not in the room.`,
	].join(' ');

const claimOf = (whom: string): string => `that ${whom} wants a voice that nobody has to be asked for`;

/** What a judge answers about an honest turn: everything found, with sentences that stand there. */
export function fullAnswers(asked: Asked, changes: Parameters<typeof verdictOf>[0] = {}): Record<string, unknown> {
	const {task} = asked;
	const id = asked.attribute('turn');
	const judged = /<judged [^>]*>\n([^]*?)\n<\/judged>/u.exec(task)?.[1] ?? said(asked, id);
	const speakers = asked.request.messages.flatMap(({content}) => {
		const {of, speaker, name} =
			/^<turn id="(?<of>\w+)"(?: speaker="(?<speaker>\w+)")?(?: name="(?<name>[^"]*)")?/u.exec(content)?.groups ?? {};
		return of === undefined ? [] : [{id: of, by: speaker ?? name}];
	});
	// In a long debate a judge is shown opponents' turns in its task.
	for (const [, of = '', by] of task.matchAll(/^<opponent turn="(\w+)" speaker="(\w+)"/gmu))
		speakers.push({id: of, by});
	const own = speakers.find(turn => turn.id === id)?.by;
	const opponent = speakers.find(turn => turn.by !== own)?.id ?? null;
	const proof = (part: string) => {
		const line = judged.split('\n').find(each => each.includes(part)) ?? '[0] ';
		const [, number = '0', sentence = ''] = /^\[(\d+)\] (.*)$/u.exec(line) ?? [];
		return {sentence: Number(number), phrase: sentence.split(' ').slice(0, 6).join(' ')};
	};
	const other = {other_turn: opponent, other_sentence: opponent === null ? null : 1};
	const positive = {
		S1: {answer: 'exact', ...proof('At its strongest'), ...other},
		S2: {answer: 'named', ...proof('At its strongest')},
		S4: {answer: 'yes', ...proof('I grant that')},
		S5: {answer: 'yes', ...proof('I grant that')},
		C1: {answer: 'framework', ...proof('A limit of my')},
		C2: {answer: 'concrete', ...proof('A limit of my')},
		C3: {answer: 'yes', ...proof('It gets the lone')},
		F1: {answer: 'carries', ...proof('My own case')},
	};
	return verdictOf({...positive, ...changes}, owedIn(task));
}

/** Every sentence affirmed, and none of them addressed to the judge. */
const affirmed = ({task}: Pick<Asked, 'task'>): string => JSON.stringify(looksOf(task, () => 'yes'));

/** A turn that changes nothing in the ledger. */
const noChange = JSON.stringify({new: [], settled: []});

const noWish = JSON.stringify({reason: 'none', severity: 'low', chair: null, sentence: null});

/** The second look at the ledger: the sentence that was named does it. */
const ledgerAffirmed = (task: string): string =>
	JSON.stringify({
		looks: [...task.matchAll(/^- (q\d+): .*perhaps in \[(\d+)\]/gmu)].map(([, q, a]) => ({q, a: Number(a)})),
	});

function usual(asked: Asked): string {
	const {kind, attribute} = asked;
	if (kind === 'wish') return noWish;
	if (kind === 'judge') return JSON.stringify(fullAnswers(asked));
	if (kind === 'cross_check') return affirmed(asked);
	if (kind === 'digest') return JSON.stringify({digest: `What was said up to ${attribute('upto')}, in short.`});
	if (kind === 'ledger') return noChange;
	if (kind === 'ledger_look') return ledgerAffirmed(asked.task);
	if (kind === 'question') return `And what would you say, ${attribute('target')}, to someone who never voted?`;
	if (kind === 'last-word')
		return `What ${attribute('speaker')} leaves you with is short. A vote is asked of everyone or it is asked of nobody.`;
	if (kind === 'interruption') return `${attribute('opener')} that is not what I hold.`;
	if (kind === 'interjection')
		return `Let me stop the debate for a moment here: please take up what was asked of you before you go on with your case.`;
	if (kind === 'resumption')
		return 'Granted, and yet the point I was making stands. A vote is a small thing to ask of anyone.';
	if (kind === 'introduction' || kind === 'synthesis')
		return `This is the ${kind} of our debate. It says who is here and what is asked. Then it is done.`;
	return honest(`${kind} ${asked.request.messages.length} of ${attribute('speaker')}`);
}
