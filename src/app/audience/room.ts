/**
 * The room of listeners: what was heard so far as their pages are sent it, and what they do, within limits. It knows no
 * network, and has no way to anything that the user’s keys do.
 */
import {createHmac} from 'node:crypto';
import {z} from 'zod';
import {longestQuestion, type AudienceEvent, type VotedWhen} from '../../debate/audience.ts';
import {Stance} from '../../debate/evaluation.ts';
import type {JournalEvent} from '../../debate/events.ts';
import type {InPlaceArrays} from '../../debate/fold.ts';
import {reduceInPlace} from '../../debate/reduce.ts';
import {emptyState, type DebateState} from '../../debate/state.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {voteTime} from '../../view/voting.ts';
import {hasVotes, itemsOf, takesQuestions} from './items.ts';

/** What one room takes, and one browser. */
const most = {
	voters: 5_000,
	votesEach: 20,
	questions: 200,
	questionsEach: 3,
	supportsEach: 100,
	objectionsEach: 300,
	/** Sent to each page, those most wanted first. */
	questionsShown: 20,
} as const;

/** Milliseconds in which what listeners do becomes one line of the journal; behind the end each line costs more. */
const gatheredFor = {live: 150, late: 1_000} as const;

export const acts = {
	vote: z.object({when: z.enum(['before', 'after']), stance: Stance}),
	question: z.object({text: z.string()}),
	support: z.object({question: z.string().max(20)}),
	objection: z.object({turn: z.string().max(200), offset: z.int().nonnegative()}),
} as const;
export type ListenerAct = keyof typeof acts;

/** How a page is answered: an HTTP status, and for the listener what is wrong. */
type Reply = {readonly status: 200 | 400 | 403 | 409 | 429 | 503; readonly says?: string};
const taken: Reply = {status: 200};

/** A piece of the stream, ready to be sent: `id` is the number of its event in the journal. */
type Frame = {readonly id: number; readonly bytes: Buffer};

/** Records what listeners did; gives the event where nothing else tells of it. Rejects where it cannot be written. */
export type WriteDown = (said: AudienceEvent) => Promise<JournalEvent | undefined>;

type Gathered = {
	readonly said: {-readonly [K in 'votes' | 'questions' | 'supports']-?: NonNullable<AudienceEvent[K]>[number][]};
	readonly written: Promise<void>;
};

export class AudienceRoom {
	state: DebateState = emptyState;
	readonly frames: Frame[] = [];
	readonly #own: InPlaceArrays = new WeakSet();
	readonly #secret: string;
	readonly #write: WriteDown | undefined;
	readonly #trouble: (error: unknown) => void;
	readonly #onChange = new Set<(heard: boolean) => void>();
	readonly #sentences = new Map<string, Set<number>>();
	/** Who objected to which sentence since this room was opened. */
	readonly #objections = new Map<string, Map<number, Set<string>>>();
	readonly #unwritten = new Set<string>();
	readonly #counts = new Map<string, number>();
	#gathered: Gathered | undefined;

	/** Without `write` it is only watched: another program holds the debate. `trouble` is told what cannot be written. */
	constructor(secret: string, trouble: (error: unknown) => void, write?: WriteDown) {
		this.#secret = secret;
		this.#trouble = trouble;
		this.#write = write;
	}

	/** Called after each event that is heard, and after each change of what listeners do. */
	subscribe(listener: (heard: boolean) => void): () => void {
		this.#onChange.add(listener);
		return () => void this.#onChange.delete(listener);
	}

	/** Takes an event of the debate, as it is heard; one that was taken before is passed over. */
	hear(event: JournalEvent): void {
		if (event.seq <= this.state.seq) return;
		this.state = reduceInPlace(this.state, event, this.#own);
		if (event.type === 'turn-end') this.#writeObjections().catch(this.#trouble);
		const items = itemsOf(event, this.state);
		for (const item of items) if (item.type === 'said') this.#sentencesOf(item.turn).add(item.offset);
		if (items.length > 0) this.frames.push({id: event.seq, bytes: message(items, event.seq)});
		this.#tell(items.length > 0);
	}

	/** The place of the first frame behind an event. */
	placeAfter(seq: number): number {
		let [low, high] = [0, this.frames.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.frames[middle]?.id ?? Infinity) <= seq) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** Whether listeners can do anything but listen. */
	get takesPart(): boolean {
		return this.#write !== undefined;
	}

	/** Which vote is open just now. */
	get open(): VotedWhen | undefined {
		if (!this.takesPart || !this.state.start || !hasVotes(this.state)) return undefined;
		const when = voteTime(this.state);
		return when !== undefined && this.state.audience?.closed.includes(when) ? undefined : when;
	}

	/** The debate is over, and no vote of it is open. */
	get isOver(): boolean {
		return this.state.outcome !== undefined && this.open === undefined;
	}

	/** What changes beside the debate: sent whole, and no part of what is resumed. */
	snapshot(listening: number): Buffer {
		const {takesPart, isOver, state} = this;
		const asks = state.outcome === undefined && takesPart && takesQuestions(state);
		const questions = (state.audience?.questions ?? [])
			.filter(({fate}) => fate !== 'refused')
			.toSorted((one, other) => other.supporters.length - one.supporters.length)
			.slice(0, most.questionsShown)
			.map(({id, text, supporters, fate}) => ({id, text, count: supporters.length, isPut: fate === 'let-in'}));
		return message([{type: 'room', listening, open: this.open ?? null, asks, takesPart, isOver, questions}]);
	}

	/** What a browser did before, for its page when it comes back. */
	own(token: string): Buffer {
		const listener = this.#listenerOf(token);
		const {votes, questions = []} = this.state.audience ?? {};
		const mine = questions.filter(each => each.listener === listener || each.supporters.includes(listener));
		return message([{type: 'you', ...votes?.get(listener), questions: mine.map(({id}) => id)}]);
	}

	/** Does what a page asks for. `given` is as it came from outside. */
	async act(what: ListenerAct, token: string, given: unknown): Promise<Reply> {
		if (!this.takesPart) return {status: 403, says: 'Here the debate can only be watched.'};
		const listener = this.#listenerOf(token);
		try {
			switch (what) {
				case 'vote':
					return await this.#vote(listener, acts.vote.safeParse(given).data);
				case 'question':
					return await this.#ask(listener, acts.question.safeParse(given).data);
				case 'support':
					return await this.#support(listener, acts.support.safeParse(given).data);
				case 'objection':
					return this.#object(listener, acts.objection.safeParse(given).data);
				default:
					return what satisfies never;
			}
		} catch (error) {
			// Why is told to the user, whose disk it is; a listener learns only that it is not written.
			this.#trouble(error);
			return {status: 503, says: 'It could not be written down. Try again.'};
		}
	}

	async close(when: VotedWhen): Promise<void> {
		await this.#gathered?.written;
		if (this.state.audience?.closed.includes(when)) return;
		await this.#record({type: 'audience', closes: when});
	}

	async decide(question: string, fate: 'let-in' | 'refused'): Promise<void> {
		await this.#record({type: 'audience', decided: {question, fate}});
	}

	async #vote(listener: string, vote: z.infer<typeof acts.vote> | undefined): Promise<Reply> {
		if (!vote) return {status: 400, says: 'That is no vote.'};
		if (vote.when !== this.open) return {status: 409, says: 'This vote is closed.'};
		const votes = this.state.audience?.votes;
		if (!votes?.has(listener) && (votes?.size ?? 0) >= most.voters) return {status: 503, says: 'The room is full.'};
		if (!this.#isWithin(`${listener} votes`, most.votesEach))
			return {status: 429, says: 'You changed your vote too often: the last one counts.'};
		await this.#gather('votes', {listener, ...vote});
		return taken;
	}

	async #ask(listener: string, question: z.infer<typeof acts.question> | undefined): Promise<Reply> {
		const text = cleanText(question?.text ?? '')
			.replaceAll(/\s+/gu, ' ')
			.trim();
		if (text === '') return {status: 400, says: 'Write a question first.'};
		if (text.length > longestQuestion)
			return {status: 400, says: `A question may have ${longestQuestion} characters; this one has ${text.length}.`};
		if (this.state.outcome !== undefined || !takesQuestions(this.state))
			return {status: 409, says: 'Nobody can be asked any more.'};
		const asked = [...(this.state.audience?.questions ?? []), ...(this.#gathered?.said.questions ?? [])];
		if (asked.some(each => each.text.toLowerCase() === text.toLowerCase()))
			return {status: 409, says: 'That was asked already: vote it up.'};
		if (asked.length >= most.questions) return {status: 503, says: 'There are too many questions already.'};
		if (!this.#isWithin(`${listener} questions`, most.questionsEach))
			return {status: 429, says: `Nobody may ask more than ${most.questionsEach} questions.`};
		await this.#gather('questions', {id: `q${asked.length + 1}`, listener, text});
		return taken;
	}

	async #support(listener: string, support: z.infer<typeof acts.support> | undefined): Promise<Reply> {
		const question = this.state.audience?.questions.find(({id}) => id === support?.question);
		if (!question || question.fate !== undefined) return {status: 409, says: 'That question is not open.'};
		if (question.listener === listener || question.supporters.includes(listener)) return taken;
		if (!this.#isWithin(`${listener} supports`, most.supportsEach)) return {status: 429, says: 'That is enough.'};
		await this.#gather('supports', {question: question.id, listener});
		return taken;
	}

	/** Counted at once, and written when the turn has ended: until then nobody sees it. */
	#object(listener: string, objection: z.infer<typeof acts.objection> | undefined): Reply {
		if (!objection || !this.#sentences.get(objection.turn)?.has(objection.offset))
			return {status: 409, says: 'That was not said.'};
		if (!this.#isWithin(`${listener} objections`, most.objectionsEach))
			return {status: 429, says: 'You objected often enough.'};
		const {turn, offset} = objection;
		const marks = this.#objections.get(turn) ?? new Map<number, Set<string>>();
		marks.set(offset, (marks.get(offset) ?? new Set()).add(listener));
		this.#objections.set(turn, marks);
		this.#unwritten.add(turn);
		return taken;
	}

	/** Of turns that have ended: the heat is shown behind them. */
	async #writeObjections(): Promise<void> {
		const ended = [...this.#unwritten].filter(turn => !this.state.open.includes(turn));
		if (ended.length === 0) return;
		const objections = ended.flatMap(turnId => {
			this.#unwritten.delete(turnId);
			const marks = this.#objections.get(turnId) ?? new Map<number, Set<string>>();
			this.#objections.delete(turnId);
			const before = this.state.audience?.objections.get(turnId);
			return Array.from(marks, ([offset, who]) => ({turnId, offset, count: (before?.get(offset) ?? 0) + who.size}));
		});
		await this.#record({type: 'audience', objections});
	}

	#listenerOf = (token: string): string => createHmac('sha256', this.#secret).update(token).digest('hex').slice(0, 16);

	#isWithin(what: string, limit: number): boolean {
		const count = (this.#counts.get(what) ?? 0) + 1;
		if (count > limit) return false;
		this.#counts.set(what, count);
		return true;
	}

	#sentencesOf(turn: string): Set<number> {
		const known = this.#sentences.get(turn) ?? new Set<number>();
		this.#sentences.set(turn, known);
		return known;
	}

	/** Resolves when it is in the journal, with what came in the same moment. */
	#gather<K extends keyof Gathered['said']>(kind: K, one: Gathered['said'][K][number]): Promise<void> {
		const said: Gathered['said'] = this.#gathered?.said ?? {votes: [], questions: [], supports: []};
		const list: Gathered['said'][K][number][] = said[kind];
		list.push(one);
		this.#gathered ??= {said, written: this.#writeSoon(said)};
		return this.#gathered.written;
	}

	async #writeSoon(said: Gathered['said']): Promise<void> {
		const ms = this.state.outcome === undefined ? gatheredFor.live : gatheredFor.late;
		await new Promise(resolve => setTimeout(resolve, ms));
		this.#gathered = undefined;
		const {votes, questions, supports} = said;
		await this.#record({
			type: 'audience',
			...(votes.length > 0 && {votes}),
			...(questions.length > 0 && {questions}),
			...(supports.length > 0 && {supports}),
		});
	}

	async #record(said: AudienceEvent): Promise<void> {
		const late = await this.#write?.(said);
		if (late) this.hear(late);
	}

	#tell(heard: boolean): void {
		for (const listener of this.#onChange) listener(heard);
	}
}

/** A message of a stream of server-sent events; JSON has no line ends. */
function message(items: readonly unknown[], id?: number): Buffer {
	return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(items)}\n\n`);
}
