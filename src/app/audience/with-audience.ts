/** A session whose debate can have listeners on a page of its own. No server is loaded until that is asked for. */
import {setTimeout as wait} from 'node:timers/promises';
import type {AudienceEvent} from '../../debate/audience.ts';
import type {JournalEvent} from '../../debate/events.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {eventsIn} from '../files/read-debate.ts';
import type {AudienceLook, AudiencePort, Session} from '../session/session.ts';
import type {OpenRoom, ServedRoom} from './open-audience.ts';
import type {AudiencePlace} from './place.ts';

type AudienceMeans = {
	/** Where its journal is just now. */
	readonly journal: () => string;
	/** The folder that keeps its address; without one the address is another each time. */
	readonly folder?: string;
	readonly notice?: ((text: string) => void) | undefined;
	/** Records what listeners did; gives the event where the session's events do not tell of it any more. */
	readonly hear?: (said: AudienceEvent) => Promise<JournalEvent | undefined>;
};

type Served = OpenRoom & Partial<ServedRoom> & {readonly place: AudiencePlace};

/** The session with an audience that can be opened at any time. */
export function withAudience(session: Session, means: AudienceMeans): Session {
	const audience = new Audience(session, means);
	async function* events() {
		for await (const event of session.events) {
			if ('seq' in event) audience.hear(event);
			yield event;
		}
	}
	return {
		...session,
		events: events(),
		audience,
		async leave() {
			await session.leave?.();
			await audience.close();
		},
	};
}

class Audience implements AudiencePort {
	readonly #session: Session;
	readonly #means: AudienceMeans;
	readonly #listeners = new Set<(late?: JournalEvent) => void>();
	#served: Served | undefined;
	#closing: Promise<void> | undefined;

	constructor(session: Session, means: AudienceMeans) {
		this.#session = session;
		this.#means = means;
	}

	hear = (event: JournalEvent): void => this.#served?.room.hear(event);

	look = (): AudienceLook | undefined => this.#served && lookOf(this.#served);

	subscribe = (listener: (late?: JournalEvent) => void): (() => void) => {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	};

	async open(place: AudiencePlace): Promise<void> {
		if (this.#served) return;
		const {journal, folder, hear, notice} = this.#means;
		const {openRoom, serveRoom} = await import('./open-audience.ts');
		const trouble = (error: unknown) => notice?.(`What listeners did was not written down: ${reasonOf(error)}`);
		// The journal is read at once: what is heard from here on comes behind it.
		const opened = {
			...openRoom(folder, eventsIn(journal()), trouble, hear && (said => this.#write(hear, said))),
			place,
		};
		this.#served = opened;
		// While the debate runs, its own events have the screen drawn.
		opened.room.subscribe(heard => (heard && opened.room.state.outcome === undefined ? undefined : this.#tell()));
		try {
			this.#served = {...opened, ...(await serveRoom(opened, place, {folder, journal}, () => this.#tell()))};
		} catch (error) {
			this.#served = undefined;
			throw error;
		}
		this.#tell();
	}

	async closeVote(): Promise<void> {
		const open = this.#served?.room.open;
		if (open !== undefined) await this.#served?.room.close(open);
	}

	async decide(question: string, fate: 'let-in' | 'refused'): Promise<void> {
		const {audience, outcome} = this.#served?.room.state ?? {};
		const asked = audience?.questions.find(({id}) => id === question);
		if (!asked || asked.fate !== undefined || outcome !== undefined) return;
		await this.#served?.room.decide(question, fate);
		if (fate === 'let-in') this.#session.act({action: 'barge-in', text: asked.text});
	}

	async settle(ms: number): Promise<void> {
		if (this.#served) await settle(this.#served, ms);
	}

	async close(): Promise<void> {
		this.#closing ??= this.#served && close(this.#served);
		await this.#closing;
	}

	async #write(hear: NonNullable<AudienceMeans['hear']>, said: AudienceEvent): Promise<JournalEvent | undefined> {
		const late = await hear(said);
		if (late) this.#tell(late);
		return late;
	}

	#tell(late?: JournalEvent): void {
		for (const listener of this.#listeners) listener(late);
	}
}

function lookOf({room, address = '', qr = [], server, place}: Served): AudienceLook {
	const {votes = new Map<string, {before?: number; after?: number}>(), questions = []} = room.state.audience ?? {};
	const cast = [...votes.values()];
	return {
		address,
		qr,
		reach: place.reach,
		listening: server?.listening() ?? 0,
		open: room.open,
		voted: {
			before: cast.filter(({before}) => before !== undefined).length,
			after: cast.filter(({after}) => after !== undefined).length,
		},
		questions: questions
			.filter(({fate}) => fate === undefined && room.state.outcome === undefined)
			.map(({id, text, supporters}) => ({id, text, count: supporters.length}))
			.toSorted((one, other) => other.count - one.count),
	};
}

/** How often it is looked whether anybody is still to vote, in milliseconds. */
const lookedAgainMs = 250;

/** Waits until whoever voted before has voted after, or nobody listens, for so many milliseconds at most. */
async function settle({room, server}: Served, ms: number): Promise<void> {
	for (let left = ms; left > 0 && room.open === 'after' && (server?.listening() ?? 0) > 0; left -= lookedAgainMs) {
		const owed = [...(room.state.audience?.votes.values() ?? [])].some(
			({before, after}) => before !== undefined && after === undefined,
		);
		if (!owed) return;
		await wait(lookedAgainMs);
	}
}

/** The vote of a debate that is over closes with its page; one that goes on later keeps it open. */
async function close({room, server}: Served): Promise<void> {
	try {
		const {outcome, audience} = room.state;
		if (outcome !== undefined && (audience?.votes.size ?? 0) > 0) await room.close('after');
	} finally {
		await server?.close();
	}
}
